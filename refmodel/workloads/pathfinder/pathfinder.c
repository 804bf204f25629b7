// pathfinder.c : host program and reference of pathfinder (Rodinia), dimensions columns x rows.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/pathfinder/pathfinder.h"

#include "base/rng.h"

#include <string.h>

enum { BLOCK = 256, STEPS_A_LAUNCH = 20, MOST_COST = 10 }; // 20: Rodinia's pyramid height

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static void reference_row(size_t cols, const int32_t *wall, const int32_t *from, int32_t *to)
{
    for (size_t x = 0; x < cols; x++) {
        int32_t best = from[x];
        if (x > 0) best = least(best, from[x - 1]);
        if (x + 1 < cols) best = least(best, from[x + 1]);
        to[x] = best + wall[x];
    }
}

// Rows first .. first + steps - 1 of the wall, from `from` into `to`; `from` serves as the second
// buffer.
static void reference(size_t cols, const int32_t *wall, int first, int steps, int32_t *from,
                      int32_t *to)
{
    for (int i = 0; i < steps; i++) {
        reference_row(cols, wall + cols * (size_t)(first + i), from, to);
        if (i + 1 < steps) memcpy(from, to, cols * sizeof *to);
    }
}

void pathfinder_run(host *h, const unsigned *n, int a_launch, unsigned written)
{
    int cols = (int)n[0], rows = (int)n[1], first = 0, steps;
    rng r = {1};
    array *wall = host_array_of(h, ELEMENT_S32, "wall", (size_t)n[0] * (n[1] - 1));
    array *from = host_array_of(h, ELEMENT_S32, "cost0", n[0]),
          *to = host_array_of(h, ELEMENT_S32, "cost1", n[0]);
    for (size_t i = 0; i < wall->count; i++) wall->s32[i] = (int32_t)rng_below(&r, MOST_COST);
    for (size_t i = 0; i < from->count; i++) from->s32[i] = (int32_t)rng_below(&r, MOST_COST);
    host_send(h);
    for (; first < rows - 1; first += steps) {
        steps = rows - 1 - first < a_launch ? rows - 1 - first : a_launch;
        host_launch(h, "pathfinder_rows",
                    (shape){.grid = {(n[0] + written - 1) / written, 1, 1}, .block = {BLOCK, 1, 1}},
                    (void *[]){&steps, &wall->device, &from->device, &to->device, &cols, &first});
        if (!host_ended(h)) return;
        reference(n[0], wall->s32, first, steps, from->s32, to->s32);
        array *out = to;
        to = from;
        from = out;
    }
    host_check(h, from);
}

static void program(host *h, const unsigned *n)
{
    pathfinder_run(h, n, STEPS_A_LAUNCH, BLOCK - 2 * STEPS_A_LAUNCH);
}

const workload workload_pathfinder = {
    .name = "pathfinder",
    .suite = "rodinia",
    .what = "cheapest way down a grid, rows in shared memory, columns x rows",
    .kernels = "pathfinder_rows",
    SIZES2(16384, 41, 65536, 61, 100000, 100),
    .program = program,
};
