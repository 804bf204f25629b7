// cross_coverage.h: records which coincidences the traffic of a bench has met.
//
// Hardware that takes a pulse, a reset or a bound in every state is wrong in the one state that its
// traffic never combines with it. A bench therefore has crosses: tables whose rows are situations
// and whose columns are what falls together with them. Each bin, a row with a column, must have
// been met at least once, or the bench fails at its end (cross_coverage_check, called by
// bench_conclude); cross_coverage_missing names a bin to steer the traffic to.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CROSS_COVERAGE_H
#define WL_TB_BENCH_CROSS_COVERAGE_H

#include "base/err.h"
#include "base/rng.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cross_coverage {
    const char *name, *meaning; // "pulse", "a kernel begins or ends in this cycle"
    const char *const *rows;    // names of the first n_named rows
    unsigned n_named;
    const char *numbered; // what the other rows are called, before their number from `first` on
    unsigned first, n_rows, n_columns;
    const char *const *columns; // names
    bool holdable;              // the traffic can avoid one of its bins: bench_job.hold
    // [row * n_columns + column]
    uint64_t *met;
    bool *excluded;
    unsigned missing; // bins that are neither met nor excluded
} cross_coverage;

// All fields up to `holdable` are set. Only this call allocates memory.
void cross_coverage_init(cross_coverage *x);
void cross_coverage_free(cross_coverage *x);

// A bin that the configuration cannot show; before the first one is met.
void cross_coverage_exclude(cross_coverage *x, unsigned row, unsigned column);

void cross_coverage_meet(cross_coverage *x, unsigned row, unsigned column);

// Is the bin met, or excluded?
bool cross_coverage_met(const cross_coverage *x, unsigned row, unsigned column);

// A bin at random of those that are missing; -1: none is.
int cross_coverage_missing(const cross_coverage *x, rng *random);

// {NAME: {"bins": number of bins that can be met, "met": number that were}, ...}
json_t *cross_coverage_json(const cross_coverage *list, unsigned n);

// ST_CHECK if a bin is missing; the message names the first of each cross, and tells how many more.
int cross_coverage_check(const cross_coverage *list, unsigned n, err *e);

#endif
