// nw_u.c : nw_u (Rodinia's nw without shared memory).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/nw/nw.h"

const workload workload_nw_u = {
    .name = "nw_u",
    .suite = "rodinia",
    .what = "nw without shared memory, letters a sequence",
    .kernels = "nw_upper nw_lower",
    SIZES1(256, 1024, 2048),
    .program = nw_program,
};
