// verdicts.h: compares the figures that a paper states with ours, and judges its sentences, using
// the values of figures.h.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_VERDICTS_H
#define WL_CLI_PAPER_VERDICTS_H

#include "cli/paper/runset.h"

#include <jansson.h>

// Adds the rows "stated" and "claims", and "holding" and "judged": the number of claims that hold,
// of those that could be checked; "holding_by_one": how many of the holding ones do not hold
// without the largest program of their mean.
void verdicts_add(const runset *l, json_t *o);

// Is our value within 15 % of the paper's?
bool verdicts_agree(double ours, double paper_is);

// A number with so many digits and no power of ten: 14700 where printf's %.3g has 1.47e+04.
void paper_number(char text[32], double v, int digits);

// Two numbers of three digits, or of as many more, up to seven, as tell them apart.
void paper_numbers(char left[32], char right[32], double a, double b);

// Adds "agreeing" and "compared": how many rows of "stated" have "agrees" true, and how many have a
// figure of ours; "agreeing_as_ratio": how many agree if a gain of 30 % is 1.3 times and not 30;
// "agreeing_by_one": how many of the agreeing ones do not agree without the largest
// program of their mean.
void verdicts_count(json_t *o);

#endif
