// stencil_t.c : stencil_t (Parboil's stencil, tiled in shared memory).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/stencil/stencil.h"

enum { WIDE = 32, HIGH = 4, CELLS = 2 }; // of a block, and of a thread along x

static void program(host *h, const unsigned *n)
{
    const unsigned across = CELLS * WIDE;
    const shape tiles = {.grid = {(n[0] + across - 1) / across, (n[1] + HIGH - 1) / HIGH, 1},
                         .block = {WIDE, HIGH, 1},
                         .shared_bytes = across * HIGH * sizeof(float)};
    stencil_program(h, n, "stencil_tiled", tiles);
}

const workload workload_stencil_t = {
    .name = "stencil_t",
    .suite = "parboil",
    .what = "stencil, planes in shared memory, two cells a thread, two steps",
    .kernels = "stencil_tiled",
    SIZES3(64, 64, 16, 128, 128, 32, 512, 512, 64),
    .program = program,
};
