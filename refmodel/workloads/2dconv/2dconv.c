// 2dconv.c : host program and reference of 2dconv (PolyBench): 3 x 3 convolution of an image.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include "base/rng.h"

#include <math.h>

static void reference(size_t n, const float *A, float *B)
{
    static const float c[3][3] = {{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}};
    for (size_t i = 1; i < n - 1; i++) {
        for (size_t j = 1; j < n - 1; j++) {
            const float *up = A + (i - 1) * n + j - 1;
            float sum =
                fmaf(up[0], c[0][0],
                     up[1] * c[0][1]); // the first pair in one step; the others follow one by one
            for (size_t tap = 2; tap < 9; tap++)
                sum = fmaf(up[tap / 3 * n + tap % 3], c[tap / 3][tap % 3], sum);
            B[i * n + j] = sum;
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *A = host_array(h, "A", (size_t)n * n), *B = host_array(h, "B", (size_t)n * n);
    rng r = {1};
    for (size_t i = 0; i < A->count; i++) A->at[i] = (float)(rng_u64(&r) >> 40) / (float)(1 << 24);
    host_send(h);
    host_launch(h, "conv2d_kernel", shape_plane(n, n), (void *[]){&n, &A->device, &B->device});
    if (!host_ended(h)) return;
    reference(n, A->at, B->at);
    host_check(h, B);
}

const workload workload_2dconv = {
    .name = "2dconv",
    .suite = "polybench",
    .what = "2D convolution",
    .class_in = {[PAPER_MRPB] = "CI", [PAPER_DWT_PRIC] = "conflict"},
    .kernels = "conv2d_kernel",
    SIZES1(256, 1024, 4096),
    .program = program,
};
