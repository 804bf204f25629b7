// figures.h : from runs to the paper's figures: values, means, ours beside what the paper states, its sentences checked.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_FIGURES_H
#define WL_CLI_PAPER_FIGURES_H

#include "cli/paper/runset.h"

#include <jansson.h>

enum { FIGURE_SIZES = 32 };

// What reports/report.h's report_paper takes, of the runs that the runset has. New reference.
json_t *figures_json(const runset *l);

// One value of a figure: ratio, percent or plain; NAN where a run is missing. And the mean over a set of programs, *n of which
// have a value in every series of the figure (n may be NULL).
double figure_value(const runset *l, const paper_figure *f, const paper_series *s, const paper_program *p);
double figure_mean(const runset *l, const paper_figure *f, const paper_series *s, const char *set, unsigned *n);
double mean_of(paper_mean kind, const double *values, unsigned n); // NAN of none; geometric and harmonic of values above 0

// The sizes in which the programs of a set run in the figure: "medium, small".
void figure_sizes(const runset *l, const paper_figure *f, const char *set, char text[FIGURE_SIZES]);

const paper_figure *figure_find(const paper *p, const char *id);
const paper_series *series_find(const paper_figure *f, const char *label);

#endif
