// backprop_u.c : backprop_u (Rodinia's backprop without shared memory).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/backprop/backprop.h"

const workload workload_backprop_u = {
    .name = "backprop_u",
    .suite = "rodinia",
    .what = "backprop without shared memory, input units",
    .kernels = "backprop_forward backprop_adjust",
    SIZES1(16384, 65536, 65536),
    .program = backprop_program,
};
