// lbm.c : host program and reference of lbm (Parboil), dimensions nx x ny x nz of the lattice, two
// time steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

#define OMEGA 1.85f

enum { Q = 19 };

static const int8_t velocity[Q][3] = {{0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},   {0, -1, 0},
                                      {0, 0, 1},  {0, 0, -1},  {1, 1, 0},   {-1, -1, 0}, {1, -1, 0},
                                      {-1, 1, 0}, {1, 0, 1},   {-1, 0, -1}, {1, 0, -1},  {-1, 0, 1},
                                      {0, 1, 1},  {0, -1, -1}, {0, 1, -1},  {0, -1, 1}};

static float weight(unsigned d)
{
    return d == 0 ? 1.0f / 3.0f : d < 7 ? 1.0f / 18.0f : 1.0f / 36.0f;
}

static size_t wrap(size_t at, int by, size_t n) { return (at + n + (size_t)(by + 1) - 1) % n; }

// Density, then the three parts of the velocity.
static void moments(const float *f, float m[4])
{
    for (unsigned d = 0; d < Q; d++) {
        m[0] += f[d];
        for (unsigned i = 0; i < 3; i++) m[i + 1] = fmaf((float)velocity[d][i], f[d], m[i + 1]);
    }
    for (unsigned i = 1; i < 4; i++) m[i] /= m[0];
}

static void cell(const unsigned *n, const float *from, float *to, size_t x, size_t y, size_t z)
{
    const size_t plane = (size_t)n[0] * n[1], cells = plane * (n[2] + 2),
                 at = z * plane + y * n[0] + x;
    float f[Q], m[4] = {0};
    for (unsigned d = 0; d < Q; d++) f[d] = from[d * cells + at];
    moments(f, m);
    const float u2 = fmaf(m[3], m[3], fmaf(m[2], m[2], m[1] * m[1]));
    for (unsigned d = 0; d < Q; d++) {
        const int8_t *c = velocity[d];
        const float cu = fmaf((float)c[2], m[3], fmaf((float)c[1], m[2], (float)c[0] * m[1]));
        const float equal =
            weight(d) * m[0] * fmaf(-1.5f, u2, fmaf(cu, fmaf(4.5f, cu, 3.0f), 1.0f));
        const size_t there =
            (z + (size_t)(c[2] + 1) - 1) * plane + wrap(y, c[1], n[1]) * n[0] + wrap(x, c[0], n[0]);
        to[d * cells + there] = fmaf(OMEGA, equal, (1.0f - OMEGA) * f[d]);
    }
}

static void step(const unsigned *n, const float *from, float *to)
{
    for (size_t z = 1; z <= n[2]; z++) {
        for (size_t y = 0; y < n[1]; y++) {
            for (size_t x = 0; x < n[0]; x++) cell(n, from, to, x, y, z);
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n[3] = {dims[0], dims[1], dims[2]};
    const size_t cells = (size_t)n[0] * n[1] * (n[2] + 2);
    array *a = host_array(h, "a", cells * Q), *b = host_array(h, "b", cells * Q);
    rng r = {1};
    for (unsigned d = 0; d < Q; d++) {
        for (size_t i = 0; i < cells; i++)
            a->at[d * cells + i] = b->at[d * cells + i] =
                weight(d) * (1.0f + (float)rng_below(&r, 1000) / 10000.0f);
    }
    host_send(h);
    const shape rows = {.grid = {n[1], n[2], 1}, .block = {n[0], 1, 1}};
    host_launch(h, "lbm_step", rows, (void *[]){&n[0], &n[1], &n[2], &a->device, &b->device});
    host_launch(h, "lbm_step", rows, (void *[]){&n[0], &n[1], &n[2], &b->device, &a->device});
    step(n, a->at, b->at);
    step(n, b->at, a->at);
    host_check(h, b);
    host_check(h, a);
}

const workload workload_lbm = {
    .name = "lbm",
    .suite = "parboil",
    .what = "lattice-Boltzmann fluid, D3Q19, two steps",
    .class_in = {[PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "lbm_step",
    SIZES3(64, 8, 8, 120, 30, 16, 120, 120, 150),
    .program = program,
};
