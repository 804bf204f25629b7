// pathfinder_u.c : host program of pathfinder_u (Rodinia's pathfinder without shared memory),
// dimensions columns x rows.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/pathfinder/pathfinder.h"

enum { BLOCK = 256 };

static void program(host *h, const unsigned *n) { pathfinder_run(h, n, 1, BLOCK); }

const workload workload_pathfinder_u = {
    .name = "pathfinder_u",
    .suite = "rodinia",
    .what = "pathfinder without shared memory, columns x rows",
    .kernels = "pathfinder_rows",
    SIZES2(16384, 41, 65536, 61, 100000, 100),
    .program = program,
};
