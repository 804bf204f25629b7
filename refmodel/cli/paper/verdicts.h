// verdicts.h: compares the figures that a paper states with ours, and judges its sentences, using
// the values of figures.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_VERDICTS_H
#define WL_CLI_PAPER_VERDICTS_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Adds the rows "stated" and "claims", and "holding" and "judged": the number of claims that hold,
// of those that could be checked.
void verdicts_add(const runset *l, json_t *o);

// Is our figure within 15 % of the paper's?
bool verdicts_agree(double ours, double paper_is);

// A number with so many digits and no power of ten: 14700 where printf's %.3g has 1.47e+04.
void paper_number(char text[32], double v, int digits);

// Adds "agreeing" and "compared": how many rows of "stated" have "agrees" true, and how many have a
// figure of ours.
void verdicts_count(json_t *o);

#endif
