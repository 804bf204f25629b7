// scalarprod.c : host program and reference of scalarprod (SDK), dimensions pairs x elements of a
// vector.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum { SUMS = 1024, GRID = 128, BLOCK = 256 };

static float product(const float *a, const float *b, size_t n)
{
    float sum[SUMS] = {0};
    for (size_t i = 0; i < n; i++) sum[i % SUMS] = fmaf(a[i], b[i], sum[i % SUMS]);
    for (size_t stride = SUMS / 2; stride > 0; stride /= 2) {
        for (size_t s = 0; s < stride; s++) sum[s] += sum[stride + s];
    }
    return sum[0];
}

static void program(host *h, const unsigned *dims)
{
    unsigned pairs = dims[0], n = dims[1];
    const size_t count = (size_t)pairs * n;
    array *a = host_array(h, "a", count), *b = host_array(h, "b", count),
          *c = host_array(h, "c", pairs);
    rng r = {1};
    for (size_t i = 0; i < count; i++) a->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    for (size_t i = 0; i < count; i++) b->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    const shape blocks = {.grid = {GRID, 1, 1}, .block = {BLOCK, 1, 1}};
    host_launch(h, "scalarprod_kernel", blocks,
                (void *[]){&pairs, &n, &a->device, &b->device, &c->device});
    if (!host_ended(h)) return;
    for (size_t p = 0; p < pairs; p++) c->at[p] = product(a->at + p * n, b->at + p * n, n);
    host_check(h, c);
}

const workload workload_scalarprod = {
    .name = "scalarprod",
    .suite = "sdk",
    .what = "scalar products, pairs of vectors x elements",
    .class_in = {[PAPER_DWT_PRIC] = "streaming"},
    .kernels = "scalarprod_kernel",
    SIZES2(64, 4096, 256, 4096, 256, 4096),
    .program = program,
};
