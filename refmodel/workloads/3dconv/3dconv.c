// 3dconv.c : host program and reference of 3dconv (PolyBench): convolution of a volume, a launch a
// plane.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

// The 15 taps in the kernel's order: offsets in i, j, k and the weight.
static const struct tap {
    int i, j, k;
    float weight;
} taps[] = {{-1, -1, -1, 2}, {1, -1, -1, 4}, {-1, -1, -1, 5}, {1, -1, -1, 7}, {-1, -1, -1, -8},
            {1, -1, -1, 10}, {0, -1, 0, -3}, {0, 0, 0, 6},    {0, 1, 0, -9},  {-1, -1, 1, 2},
            {1, -1, 1, 4},   {-1, 0, 1, 5},  {1, 0, 1, 7},    {-1, 1, 1, -8}, {1, 1, 1, 10}};

static float tap_value(const float *at, int n, unsigned t)
{
    return at[((ptrdiff_t)taps[t].i * n + taps[t].j) * n + taps[t].k];
}

static float element(const float *at, int n)
{
    float sum = fmaf(tap_value(at, n, 0), taps[0].weight, tap_value(at, n, 1) * taps[1].weight);
    for (unsigned t = 2; t < sizeof taps / sizeof taps[0]; t++)
        sum = fmaf(tap_value(at, n, t), taps[t].weight, sum);
    return sum;
}

static void reference(size_t n, const float *A, float *B)
{
    for (size_t i = 1; i < n - 1; i++) {
        for (size_t j = 1; j < n - 1; j++) {
            for (size_t k = 1; k < n - 1; k++)
                B[(i * n + j) * n + k] = element(A + (i * n + j) * n + k, (int)n);
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    const size_t plane = (size_t)n * n;
    array *A = host_array(h, "A", plane * n), *B = host_array(h, "B", plane * n);
    for (size_t at = 0; at < A->count; at++)
        A->at[at] = (float)(at / plane % 12 + 2 * (at / n % n % 7) + 3 * (at % n % 13));
    host_send(h);
    for (unsigned i = 1; i < n - 1; i++) {
        host_launch(h, "conv3d_kernel", shape_plane(n, n),
                    (void *[]){&n, &A->device, &B->device, &i});
    }
    if (!host_ended(h)) return;
    reference(n, A->at, B->at);
    host_check(h, B);
}

const workload workload_3dconv = {
    .name = "3dconv",
    .suite = "polybench",
    .what = "3D convolution",
    .class_in = {[PAPER_MRPB] = "CI"},
    .kernels = "conv3d_kernel",
    SIZES1(32, 96, 256),
    .program = program,
};
