// gaussian.c : host program and reference of gaussian (Rodinia): elimination of n x n equations.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum { LINE = 512, SQUARE = 4 }; // Rodinia's blocks

static void reference(size_t n, size_t t, float *m, float *a, float *b)
{
    for (size_t row = t + 1; row < n; row++) {
        const float by = m[n * row + t] = a[n * row + t] / a[n * t + t];
        for (size_t col = t; col < n; col++)
            a[n * row + col] = fmaf(-by, a[n * t + col], a[n * row + col]);
        b[row] = fmaf(-by, b[t], b[row]);
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], t = 0;
    const size_t count = (size_t)n * n;
    array *m = host_array(h, "m", count), *a = host_array(h, "a", count),
          *b = host_array(h, "b", n);
    rng r = {1};
    for (size_t i = 0; i < count; i++)
        a->at[i] =
            (float)(1 + rng_below(&r, 100)) / 10.0f + (i % (n + 1) == 0 ? 10.0f * (float)n : 0.0f);
    for (size_t i = 0; i < n; i++) b->at[i] = (float)rng_below(&r, 100);
    host_send(h);
    const unsigned across = (n + SQUARE - 1) / SQUARE;
    for (; t + 1 < n; t++) {
        host_launch(h, "gaussian_multipliers", shape_blocks(n, LINE),
                    (void *[]){&m->device, &a->device, &n, &t});
        host_launch(h, "gaussian_rows",
                    (shape){.grid = {across, across, 1}, .block = {SQUARE, SQUARE, 1}},
                    (void *[]){&m->device, &a->device, &b->device, &n, &t});
        if (!host_ended(h)) return;
        reference(n, t, m->at, a->at, b->at);
    }
    host_check(h, m);
    host_check(h, a);
    host_check(h, b);
}

const workload workload_gaussian = {
    .name = "gaussian",
    .suite = "rodinia",
    .what = "Gaussian elimination, equations",
    .kernels = "gaussian_multipliers gaussian_rows",
    SIZES1(48, 128, 208),
    .program = program,
};
