// montecarlo.c : host program and reference of montecarlo (SDK MC_EstimatePi), dimensions blocks of
// 128 threads x points a thread.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum { THREADS = 128 };

static float draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (1.0f / 16777216.0f);
}

static uint32_t hits(uint32_t state, unsigned points)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < points; i++) {
        const float x = draw(&state), y = draw(&state);
        n += fmaf(x, x, y * y) <= 1.0f;
    }
    return n;
}

static void program(host *h, const unsigned *dims)
{
    unsigned blocks = dims[0], points = dims[1];
    array *seeds = host_array_of(h, ELEMENT_U32, "seeds", (size_t)blocks * THREADS),
          *count = host_array_of(h, ELEMENT_U32, "count", blocks);
    rng r = {1};
    for (size_t i = 0; i < seeds->count; i++) seeds->u32[i] = (uint32_t)rng_u64(&r);
    host_send(h);
    const shape line = {.grid = {blocks, 1, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "montecarlo_pi", line, (void *[]){&points, &seeds->device, &count->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < seeds->count; i++)
        count->u32[i / THREADS] += hits(seeds->u32[i], points);
    host_check(h, count);
}

const workload workload_montecarlo = {
    .name = "montecarlo",
    .suite = "sdk",
    .what = "pi by random points, blocks x points a thread",
    .class_in = {[PAPER_DWT_PRIC] = "friendly"},
    .kernels = "montecarlo_pi",
    SIZES2(60, 32, 240, 256, 782, 1),
    .program = program,
};
