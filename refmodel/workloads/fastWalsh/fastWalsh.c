// fastWalsh.c : host program and reference of fastWalsh (SDK): dyadic convolution of n elements
// with a kernel of 128, n = 2048 x 4^k.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

enum { PIECE = 2048, TAPS = 128, THREADS = 256 };

// One radix-4 stage over all of the array.
static void stage_4(float *d, size_t n, size_t stride)
{
    for (size_t t = 0; t < n / 4; t++) {
        const size_t low = t & (stride - 1), i = ((t - low) << 2) + low;
        const float s02 = d[i] + d[i + 2 * stride], m02 = d[i] - d[i + 2 * stride];
        const float s13 = d[i + stride] + d[i + 3 * stride],
                    m13 = d[i + stride] - d[i + 3 * stride];
        d[i] = s02 + s13;
        d[i + stride] = s02 - s13;
        d[i + 2 * stride] = m02 + m13;
        d[i + 3 * stride] = m02 - m13;
    }
}

static void transform(float *d, size_t n)
{
    for (size_t stride = n / 4; stride > 1; stride /= 4) stage_4(d, n, stride);
    for (size_t i = 0; i < n; i += 2) {
        const float a = d[i], b = d[i + 1];
        d[i] = a + b;
        d[i + 1] = a - b;
    }
}

static void launch_transform(host *h, array *a)
{
    const unsigned n = (unsigned)a->count;
    for (int stride = (int)n / 4; stride >= PIECE; stride /= 4) {
        host_launch(h, "fwt_global", shape_blocks(n / 4, THREADS), (void *[]){&a->device, &stride});
    }
    const shape pieces = {.grid = {n / PIECE, 1, 1}, .block = {PIECE / 4, 1, 1}};
    host_launch(h, "fwt_shared", pieces, (void *[]){&a->device});
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float scale = 1.0f / (float)n;
    array *data = host_array(h, "data", n), *kernel = host_array(h, "kernel", n);
    rng r = {1};
    for (size_t i = 0; i < n; i++) data->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    for (size_t i = 0; i < TAPS; i++) kernel->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    launch_transform(h, data);
    launch_transform(h, kernel);
    const shape blocks = {.grid = {128, 1, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "fwt_modulate", blocks, (void *[]){&n, &scale, &data->device, &kernel->device});
    launch_transform(h, data);
    if (!host_ended(h)) return;
    transform(data->at, n);
    transform(kernel->at, n);
    for (size_t i = 0; i < n; i++) data->at[i] = data->at[i] * (kernel->at[i] * scale);
    transform(data->at, n);
    host_check(h, kernel);
    host_check(h, data);
}

const workload workload_fastWalsh = {
    .name = "fastWalsh",
    .suite = "sdk",
    .what = "dyadic convolution by fast Walsh transforms, elements",
    .class_in = {[PAPER_DWT_PRIC] = "streaming", [PAPER_CART] = "M"},
    .kernels = "fwt_global fwt_shared fwt_modulate",
    SIZES1(32768, 524288, 8388608),
    .program = program,
};
