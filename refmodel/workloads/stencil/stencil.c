// stencil.c : host program and reference of stencil (Parboil), dimensions nx x ny x nz, two steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

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
                const float around = in[at - plane] + in[at + plane] + in[at - nx] + in[at + nx] +
                                     in[at - 1] + in[at + 1];
                out[at] = fmaf(around, C1, -(in[at] * C0));
            }
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n[3] = {dims[0], dims[1], dims[2]};
    const size_t cells = (size_t)n[0] * n[1] * n[2];
    array *a = host_array(h, "a", cells), *b = host_array(h, "b", cells);
    float c0 = C0, c1 = C1;
    rng r = {1};
    for (size_t i = 0; i < cells; i++) a->at[i] = b->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    const shape tiles = {.grid = {(n[0] + 31) / 32, (n[1] + 3) / 4, 1}, .block = {32, 4, 1}};
    host_launch(h, "stencil_7", tiles,
                (void *[]){&n[0], &n[1], &n[2], &c0, &c1, &a->device, &b->device});
    host_launch(h, "stencil_7", tiles,
                (void *[]){&n[0], &n[1], &n[2], &c0, &c1, &b->device, &a->device});
    step(n, a->at, b->at);
    step(n, b->at, a->at);
    host_check(h, a);
    host_check(h, b);
}

const workload workload_stencil = {
    .name = "stencil",
    .suite = "parboil",
    .what = "7-point stencil in three dimensions, two steps",
    .class_in = {[PAPER_DWT_PRIC] = "conflict", [PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "stencil_7",
    SIZES3(64, 64, 16, 128, 128, 32, 512, 512, 64),
    .program = program,
};
