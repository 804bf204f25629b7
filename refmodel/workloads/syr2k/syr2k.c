// syr2k.c : host program and reference of syr2k (PolyBench): C = alpha A B' + alpha B A' + beta C.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static float element(size_t n, float alpha, const float *Ai, const float *Aj, const float *Bi,
                     const float *Bj, float c)
{
    for (size_t k = 0; k < n; k++) c += fmaf(alpha * Ai[k], Bj[k], alpha * Bi[k] * Aj[k]);
    return c;
}

static void reference(size_t n, float alpha, float beta, const float *A, const float *B, float *C)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            C[i * n + j] =
                element(n, alpha, A + i * n, A + j * n, B + i * n, B + j * n, C[i * n + j] * beta);
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float alpha = 12435.0f, beta = 4546.0f;
    const size_t count = (size_t)n * n;
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    host_fill(A, n, n, 0, n);
    host_fill(B, n, n, 1, n);
    host_fill(C, n, n, 2, n);
    host_send(h);
    host_launch(h, "syr2k_kernel", shape_plane(n, n),
                (void *[]){&n, &alpha, &beta, &A->device, &B->device, &C->device});
    if (!host_ended(h)) return;
    reference(n, alpha, beta, A->at, B->at, C->at);
    host_check(h, C);
}

const workload workload_syr2k = {
    .name = "syr2k",
    .suite = "polybench",
    .what = "symmetric rank-2k operations",
    .class_in = {[PAPER_MRPB] = "XW"},
    .kernels = "syr2k_kernel",
    SIZES1_MRPB(64, 128, 1024, 512),
    .program = program,
};
