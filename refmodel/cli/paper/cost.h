// cost.h: a paper's statements about its hardware beside the synthesis results of ours.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_COST_H
#define WL_CLI_PAPER_COST_H

#include "cli/paper/builds.h"
#include "cli/paper/paper.h"
#include "config/config.h"

#include <jansson.h>

// Synthesizes the paper's preset in DIR/synth if the paper's statements require it, with a Liberty
// file (NULL: the preset's own). Appends a row per statement to "stated" of o, with the figure
// "cost". Does nothing if the paper has no such statements.
int cost_add(const paper *p, const char *liberty, const char *dir, json_t *o, err *e);

// The figure of a statement in a result of synth_run; NAN if there is none.
double cost_value(const paper_cost *c, const json_t *synth);

// The figure in the rows of the paper's file of synthesis results; NAN if it is not among them.
double cost_measured(const paper_cost *c, const silicon_row *rows, unsigned n);

// The figure if it follows from the configuration; NAN if synthesis provides it.
double cost_computed(const paper_cost *c, const config *of);

#endif
