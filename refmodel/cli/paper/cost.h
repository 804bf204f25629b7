// cost.h: a paper's statements about its hardware beside the synthesis results of ours.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_COST_H
#define WL_CLI_PAPER_COST_H

#include "cli/paper/builds.h"
#include "cli/paper/paper.h"
#include "config/config.h"

#include <jansson.h>

typedef struct cost_how {
    const char *liberty;      // Liberty file; NULL: the preset's own
    const char *dir;          // of the page; synthesis works in its folder synth
    bool stored_only;         // synthesize nothing; costs are those of earlier pages
    const char *const *files; // [n_files] their runs.csv, in the order of o's "sources"
    unsigned n_files;
} cost_how;

// Appends a row per statement to "stated" of o, with the figure "cost". What only synthesis gives
// is synthesized from the paper's preset, or with stored_only read from stated.csv beside each of
// the files, else from that of the page that dir had before; a row without a figure says which
// command makes it. Does nothing if the paper has no such statements. ST_INPUT for a stated.csv
// that is damaged.
int cost_add(const paper *p, const cost_how *how, json_t *o, err *e);

// The figure of a statement in a result of synth_run; NAN if there is none.
double cost_value(const paper_cost *c, const json_t *synth);

// Whether the figure is an area that lacks cells which the library gives none: not comparable.
bool cost_lacks_cells(const paper_cost *c, const json_t *synth);

// The figure in the rows of the paper's file of synthesis results; NAN if it is not among them.
double cost_measured(const paper_cost *c, const silicon_row *rows, unsigned n);

// The figure if it follows from the configuration; NAN if synthesis provides it.
double cost_computed(const paper_cost *c, const config *of);

#endif
