// convSeparable.c : host program and reference of convSeparable (SDK), dimensions width (a multiple
// of 128) x height (of 64).
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum { RADIUS = 8, TAPS = 2 * RADIUS + 1 };

typedef struct image {
    size_t w, h;
} image;

static float at(const float *p, image m, long x, long y)
{
    return x >= 0 && x < (long)m.w && y >= 0 && y < (long)m.h ? p[(size_t)y * m.w + (size_t)x]
                                                              : 0.0f;
}

// Along x (dx = 1) or y (dy = 1).
static void convolve(const float *in, float *out, image m, const float *taps, long dx, long dy)
{
    for (long y = 0; y < (long)m.h; y++) {
        for (long x = 0; x < (long)m.w; x++) {
            float sum = 0;
            for (long k = -RADIUS; k <= RADIUS; k++)
                sum = fmaf(taps[RADIUS - k], at(in, m, x + k * dx, y + k * dy), sum);
            out[(size_t)y * m.w + (size_t)x] = sum;
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    const image m = {dims[0], dims[1]};
    int w = (int)dims[0], height = (int)dims[1];
    float taps[TAPS];
    array *in = host_array(h, "in", m.w * m.h), *rows = host_array(h, "rows", m.w * m.h),
          *out = host_array(h, "out", m.w * m.h);
    rng r = {1};
    for (size_t i = 0; i < TAPS; i++) taps[i] = (float)rng_below(&r, 16);
    for (size_t i = 0; i < in->count; i++) in->at[i] = (float)rng_below(&r, 16);
    host_send(h);
    host_variable(h, "taps", taps, sizeof taps);
    const shape by_rows = {.grid = {dims[0] / 128, dims[1] / 4, 1}, .block = {16, 4, 1}};
    const shape by_columns = {.grid = {dims[0] / 16, dims[1] / 64, 1}, .block = {16, 8, 1}};
    host_launch(h, "conv_rows", by_rows, (void *[]){&w, &height, &in->device, &rows->device});
    host_launch(h, "conv_columns", by_columns,
                (void *[]){&w, &height, &rows->device, &out->device});
    if (!host_ended(h)) return;
    convolve(in->at, rows->at, m, taps, 1, 0);
    convolve(rows->at, out->at, m, taps, 0, 1);
    host_check(h, rows);
    host_check(h, out);
}

const workload workload_convSeparable = {
    .name = "convSeparable",
    .suite = "sdk",
    .what = "separable convolution of radius 8, width x height",
    .class_in = {[PAPER_DWT_PRIC] = "streaming-l1", [PAPER_CART] = "M"},
    .kernels = "conv_rows conv_columns",
    SIZES2(128, 128, 512, 512, 3072, 3072),
    .program = program,
};
