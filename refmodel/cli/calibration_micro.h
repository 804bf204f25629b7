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

#include "base/err.h"

#include <jansson.h>

// Runs them on gtx480-4x. *result: {"launches": [{file, launch, kernel, cycles, cycles_reference,
// cycles_difference (percent), l1d_accesses, l1d_accesses_reference, l1d_accesses_difference,
// l2_accesses, l2_accesses_reference, l2_accesses_difference, cause: why it differs on purpose, or
// ""}], "n", "cycles_mean", "cycles_most": mean and largest size of cycles_difference where no
// cause says why; "apart": launches with a cause; "l1d_unequal", "l2_beyond": launches whose L1D
// accesses are not equal, whose L2 accesses differ by more than 2 %}.
int calibration_micro(json_t **result, err *e);

#endif
