// calibration_batch.h: the simulations that the comparison with GPGPU-Sim consists of, run
// together.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CALIBRATION_BATCH_H
#define WL_CLI_CALIBRATION_BATCH_H

#include "cli/cli.h"

enum { CALIBRATION_SETS = 16, CALIBRATION_MOST = 128 };

typedef struct calibration_run_point {
    char *path;
    cli_sets sets;  // over gtx480-4x
    json_t *result; // NULL: it has not run
} calibration_run_point;

typedef struct calibration_batch {
    calibration_run_point runs[CALIBRATION_MOST];
    unsigned n;
} calibration_batch;

typedef struct calibration_how {
    unsigned processes;
    cli_progress *progress; // NULL: none
} calibration_how;

// Adds a simulation of reports/calibration/FILE on gtx480-4x. sets: NULL-terminated, or NULL; one
// more may be given, or NULL. Returns its number.
unsigned calibration_add(calibration_batch *b, const char *file, const char *const *sets,
                         const char *one_more);
// Runs them as points of a sweep (sweep_points_run). Free the batch in any case.
int calibration_batch_run(calibration_batch *b, const calibration_how *how, err *e);
void calibration_batch_free(calibration_batch *b);

// Of run i: the counters of each launch, an array (borrowed), and how long it took.
json_t *calibration_launches(const calibration_batch *b, unsigned i);
double calibration_seconds(const calibration_batch *b, unsigned i);

#endif
