// bounds.h: what stands beside a stated figure: what an ideal machine gains instead of the
// structure (the limit studies of the paper's figure `bounds`), the programs that gain more than
// that, and what single changes of the machine do to our figure (the paper's ablations, and the
// whole program instead of a cut one). All of it comes from runs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_BOUNDS_H
#define WL_CLI_PAPER_BOUNDS_H

#include "cli/paper/runset.h"

#include <jansson.h>

// The mean, over the row's programs, of the best of the ideal machines, in the form of the row's
// figure; a program for which no ideal machine is faster than the base counts as 1, and the text
// says of how many there is none. malloc'd; "" if the row's series is not among the `bounded` ones,
// or nothing ran.
char *ideal_text(const runset *l, const paper_stated *r);

// The programs of the row that gain more with the structure than on the best of the ideal machines,
// by more than 0.1 %: "SP +9.8 % (ideal +3.9 %)", separated by commas. An ideal machine gives
// requests another order, so it is no strict bound. malloc'd; "" if there is none.
char *exceeded_text(const runset *l, const paper_stated *r);

// The change that closes most of the gap between our value and the paper's, with its figure, if
// that is a quarter or more; else "not found", with the number of changes that were tried. Of a
// limit that was searched also how much slower the paper's is here. "not looked for" if there is
// neither. malloc'd.
char *cause_found(const runset *l, const paper_stated *r, double ours);

enum { MOST_WHATS = 16 };

// What can be changed of a figure: the words of its ablations that have machines, each once.
unsigned figure_changes(const paper *p, const paper_figure *f, const char *whats[MOST_WHATS]);
// Puts the series of the change onto its machines, and returns which ones these are (bit i: series
// i). *of: the programs that ran, NULL: all of the figure.
unsigned figure_change(const paper *p, const char *what, paper_figure *f, const char **of);

// Is the series on these machines already? A change that leaves it there does not concern it.
bool series_is_on(const paper_series *s, const char *machine, const char *reference);

// The labels of the figure's programs that are in both sets: "BFS, GS", malloc'd.
char *programs_text(const runset *l, const paper_figure *f, const char *set, const char *other);

typedef struct ablation_texts {
    const char *what, *paper, *ours, *change, *changed;
} ablation_texts;

// A row as ablation_rows has them. machine, reference: whose commands it has, or NULL.
json_t *ablation_row(const runset *l, const ablation_texts *t, const char *machine,
                     const char *reference);

// One row for each stated figure and each change of its series that ran for all its programs:
// "what", "paper_text", "ours_text", "change", "changed_text", "command", "reference" (the command
// without the structure; both "" where nothing ran for it).
json_t *ablation_rows(const runset *l);

#endif
