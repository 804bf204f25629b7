// srad_u.c : srad_u (Rodinia's srad, version 2, without shared memory).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/srad/srad.h"

const workload workload_srad_u = {
    .name = "srad_u",
    .suite = "rodinia",
    .what = "srad without shared memory, side x iterations",
    .kernels = "srad_kernel1 srad_kernel2",
    SIZES2_MRPB(256, 1, 512, 2, 2048, 2, 1024, 2),
    .program = srad_program,
};
