// cost.h : a paper's statements on its hardware, beside what synthesis makes of ours.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_COST_H
#define WL_CLI_PAPER_COST_H

#include "cli/paper/builds.h"
#include "cli/paper/paper.h"
#include "config/config.h"

#include <jansson.h>

// Synthesizes the paper's preset with a Liberty (NULL: the preset's own) in DIR/synth, where its statements ask for that, and appends a row a statement to o's "stated",
// with the figure "cost". Nothing when the paper has no such statements.
int cost_add(const paper *p, const char *liberty, const char *dir, json_t *o, err *e);

// A statement's figure in a result of synth_run; NAN: it has none.
double cost_value(const paper_cost *c, const json_t *synth);

// Its figure in the rows of the paper's file of synthesis results; NAN: it is not of these.
double cost_measured(const paper_cost *c, const silicon_row *rows, unsigned n);

// Its figure where it follows from the configuration; NAN: synthesis has it.
double cost_computed(const paper_cost *c, const config *of);

#endif
