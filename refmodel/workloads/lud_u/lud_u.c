// lud_u.c : lud_u (Rodinia's lud without shared memory).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/lud/lud.h"

const workload workload_lud_u = {
    .name = "lud_u",
    .suite = "rodinia",
    .what = "lud without shared memory, rows",
    .kernels = "lud_diagonal lud_perimeter lud_internal",
    SIZES1(128, 256, 512),
    .program = lud_program,
};
