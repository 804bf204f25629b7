// ratios.h : what papers plot: quotients of counters. One table; JSON, CSV, the text log and `warploom stats` iterate it, so a
// ratio of a kernel, of a run and of a whole sweep is the same formula.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_RATIOS_H
#define WL_MACHINE_RATIOS_H

#include <jansson.h>
#include <stdbool.h>

typedef struct ratio {
    const char *group, *name; // group: "" or a path of the statistics object, where the ratio is put
    const char *unit, *meaning;
    const char *over, *under; // formulas (base/formula.h)
    unsigned scale;           // times this
} ratio;

extern const ratio ratios[]; // ends with a NULL name

// scale * over / under; 0 when `under` is 0. false: a counter is not there (a structure that is off).
bool ratio_value(const ratio *r, const json_t *stats, double *value);

// Puts every ratio whose counters are there into its group of the statistics object.
void ratios_add(json_t *stats);

#endif
