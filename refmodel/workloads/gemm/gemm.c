// gemm.c : host program and reference of gemm (PolyBench): C = alpha A B + beta C.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t n, float alpha, float beta, const float *A, const float *B, float *C)
{
    for (size_t i = 0; i < n; i++) {
        float *row = C + i * n;
        for (size_t j = 0; j < n; j++) row[j] *= beta;
        for (size_t k = 0; k < n; k++) { // every element still sums over rising k
            for (size_t j = 0; j < n; j++)
                row[j] = fmaf(alpha * A[i * n + k], B[k * n + j], row[j]);
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float alpha = 32412.0f, beta = 2123.0f;
    const size_t count = (size_t)n * n;
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    host_fill(A, n, n, 0, n);
    host_fill(B, n, n, 0, n);
    host_fill(C, n, n, 0, n);
    host_send(h);
    host_launch(h, "gemm_kernel", shape_plane(n, n),
                (void *[]){&n, &alpha, &beta, &A->device, &B->device, &C->device});
    if (!host_ended(h)) return;
    reference(n, alpha, beta, A->at, B->at, C->at);
    host_check(h, C);
}

const workload workload_gemm = {
    .name = "gemm",
    .suite = "polybench",
    .what = "matrix multiply",
    .class_in = {[PAPER_MRPB] = "CI", [PAPER_WARPPOOL] = "bandwidth-limited"},
    .kernels = "gemm_kernel",
    SIZES1(96, 256, 512),
    .program = program,
};
