// hotspot_u.c : host program of hotspot_u (Rodinia's hotspot without shared memory), dimensions
// side x steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/hotspot/hotspot.h"

static void program(host *h, const unsigned *n) { hotspot_run(h, n, 1, HOTSPOT_TILE); }

const workload workload_hotspot_u = {
    .name = "hotspot_u",
    .suite = "rodinia",
    .what = "hotspot without shared memory, side x steps",
    .kernels = "hotspot_steps",
    SIZES2(256, 4, 512, 4, 512, 2),
    .program = program,
};
