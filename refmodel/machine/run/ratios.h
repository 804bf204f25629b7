// ratios.h: quotients of counters, the quantities that papers plot.
//
// JSON, CSV, the text log and `warploom stats` all use this table, so that a ratio of a kernel, of
// a run and of a whole sweep is the same formula.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_RATIOS_H
#define WL_MACHINE_RATIOS_H

#include <jansson.h>
#include <stdbool.h>

typedef struct ratio {
    // group: path in the statistics object that receives the ratio; "": its top level
    const char *group, *name;
    const char *unit, *meaning;
    const char *over, *under; // numerator and denominator, formulas (base/formula.h)
    unsigned scale;           // factor of the quotient
} ratio;

extern const ratio ratios[]; // ends with a NULL name

// Computes scale * over / under, or 0 if `under` is 0. Returns false if a counter is missing (a
// disabled structure).
bool ratio_value(const ratio *r, const json_t *stats, double *value);

// Adds every ratio whose counters exist to its group of the statistics object.
void ratios_add(json_t *stats);

#endif
