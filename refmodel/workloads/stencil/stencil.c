// stencil.c : host program and reference of stencil (Parboil), dimensions nx x ny x nz, two steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/stencil/stencil.h"

#include "base/rng.h"

#include <math.h>

#define C0 (1.0f / 6.0f)
#define C1 (1.0f / 36.0f)

static void step(const unsigned *n, const float *in, float *out)
{
    const size_t nx = n[0], plane = (size_t)n[0] * n[1];
    for (size_t k = 1; k < n[2] - 1; k++) {
        for (size_t j = 1; j < n[1] - 1; j++) {
            for (size_t i = 1; i < nx - 1; i++) {
                const size_t at = k * plane + j * nx + i;
                const float around = in[at + plane] + in[at - plane] + in[at + nx] + in[at - nx] +
                                     in[at + 1] + in[at - 1];
                out[at] = fmaf(around, C1, -(in[at] * C0));
            }
        }
    }
}

void stencil_program(host *h, const unsigned *dims, const char *kernel, shape s)
{
    unsigned n[3] = {dims[0], dims[1], dims[2]};
    const size_t cells = (size_t)n[0] * n[1] * n[2];
    array *a = host_array(h, "a", cells), *b = host_array(h, "b", cells);
    float c0 = C0, c1 = C1;
    rng r = {1};
    for (size_t i = 0; i < cells; i++) a->at[i] = b->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    host_launch(h, kernel, s, (void *[]){&c0, &c1, &a->device, &b->device, &n[0], &n[1], &n[2]});
    host_launch(h, kernel, s, (void *[]){&c0, &c1, &b->device, &a->device, &n[0], &n[1], &n[2]});
    if (!host_ended(h)) return;
    step(n, a->at, b->at);
    step(n, b->at, a->at);
    host_check(h, a);
    host_check(h, b);
}

static void program(host *h, const unsigned *n)
{
    const shape rows = {.grid = {n[1] - 2, n[2] - 2, 1}, .block = {n[0] - 1, 1, 1}};
    stencil_program(h, n, "stencil_naive", rows);
}

const workload workload_stencil = {
    .name = "stencil",
    .suite = "parboil",
    .what = "7-point stencil in three dimensions, a thread a cell, two steps",
    .class_in = {[PAPER_DWT_PRIC] = "conflict", [PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "stencil_naive",
    SIZES3(64, 64, 16, 128, 128, 32, 512, 512, 64),
    .program = program,
};
