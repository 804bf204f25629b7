// calibration_micro.h: compares the small kernels of the calibration with GPGPU-Sim 4.2.0, launch
// by launch.
//
// reports/calibration/micro contains them: chains of one operation with 1 and with 24 warps on an
// SM (ops1, ops24), and kernels of atomics, ld.cg, shared memory, barriers, special functions and
// divergence (u_*). gpgpusim.csv holds GPGPU-Sim's figures, one row per launch, in the order of the
// launch files.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_CALIBRATION_MICRO_H
#define WL_CLI_CALIBRATION_MICRO_H

#include "cli/calibration_batch.h"

enum { MICRO_ROWS = 256, MICRO_FIGURES = 3 };

// A row of gpgpusim.csv: launch number `launch` (from 0) of FILE.yaml, and GPGPU-Sim's cycles, L1D
// accesses and L2 accesses.
typedef struct micro_row {
    char file[32], kernel[32];
    unsigned launch;
    double of[MICRO_FIGURES];
    unsigned run; // of the batch
} micro_row;

typedef struct micro_rows {
    micro_row rows[MICRO_ROWS];
    unsigned n;
} micro_rows;

// Reads the rows, and adds the run of each file to the batch.
int micro_read(micro_rows *m, calibration_batch *b, err *e);

// Compares the launches of a batch that has run. *result: {"launches": [{file, launch, kernel,
// cycles, cycles_reference, cycles_difference (percent), l1d_accesses, l1d_accesses_reference,
// l1d_accesses_difference, l2_accesses, l2_accesses_reference, l2_accesses_difference, cause: why
// it differs on purpose, or
// ""}], "n", "cycles_mean", "cycles_most": mean and largest size of cycles_difference where no
// cause says why; "apart": launches with a cause; "l1d_unequal", "l2_beyond": launches whose L1D
// accesses are not equal, whose L2 accesses differ by more than 2 %}.
int micro_compare(const micro_rows *m, const calibration_batch *b, json_t **result, err *e);

#endif
