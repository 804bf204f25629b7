// figures.h: computes a paper's figures from runs: values, means, our figures beside those that the
// paper states, and the verdicts on its sentences.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_FIGURES_H
#define WL_CLI_PAPER_FIGURES_H

#include "cli/paper/runset.h"

#include <jansson.h>

enum { FIGURE_SIZES = 32 };

// The input of report_paper (reports/report.h), from the runs of the runset, without "sources". New
// reference.
json_t *figures_json(const runset *l);
// A program's class by our runs (paper_classes), where the paper puts it into the other one:
// "memory-intensive here (115 instructions per L2 miss)", malloc'd; "" for the others.
char *figure_other_class(const runset *l, const paper_program *p);

// figure_value: one value of a figure (ratio, percent or plain); NAN if a run is missing.
// figure_mean: the mean over a set of programs; *n is set to the number of programs with a value in
// every series of the figure (n may be NULL).
double figure_value(const runset *l, const paper_figure *f, const paper_series *s,
                    const paper_program *p);
double figure_mean(const runset *l, const paper_figure *f, const paper_series *s, const char *set,
                   unsigned *n);
// figure_mean_without: the mean of all but the largest program, which is the one farthest from no
// change (ratio 1, else 0); its label goes to *without. NAN, and *without is kept, if the mean is
// of fewer than two.
double figure_mean_without(const runset *l, const paper_figure *f, const paper_series *s,
                           const char *set, const char **without);
// figure_mean_but: the mean of all but the program of this label; NAN if there is no other.
double figure_mean_but(const runset *l, const paper_figure *f, const paper_series *s,
                       const char *set, const char *label);
// figure_greatest: the greatest value of the set, with its program's label in *program; NAN if
// there is none.
double figure_greatest(const runset *l, const paper_figure *f, const paper_series *s,
                       const char *set, const char **program);
// figure_mean_unchanged: the mean with the programs of another set at no change (ratio 1, percent
// 0); NAN if none of these is in the mean.
double figure_mean_unchanged(const runset *l, const paper_figure *f, const paper_series *s,
                             const char *set, const char *unchanged);
// NAN if n is 0; geometric and harmonic need values above 0
double mean_of(paper_mean kind, const double *values, unsigned n);

// The sizes in which the programs of a set run for the figure, such as "medium, small".
void figure_sizes(const runset *l, const paper_figure *f, const char *set, char text[FIGURE_SIZES]);

const paper_figure *figure_find(const paper *p, const char *id);
const paper_series *series_find(const paper_figure *f, const char *label);

#endif
