// syrk.c : host program and reference of syrk (PolyBench): C = alpha A A' + beta C.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t n, float alpha, float beta, const float *A, float *C)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            float c = C[i * n + j] * beta;
            for (size_t k = 0; k < n; k++) c = fmaf(alpha * A[i * n + k], A[j * n + k], c);
            C[i * n + j] = c;
        }
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float alpha = 12435.0f, beta = 4546.0f;
    array *A = host_array(h, "A", (size_t)n * n), *C = host_array(h, "C", (size_t)n * n);
    host_fill(A, n, n, 0, n);
    host_fill(C, n, n, 2, n);
    host_send(h);
    host_launch(h, "syrk_kernel", shape_plane(n, n),
                (void *[]){&n, &alpha, &beta, &A->device, &C->device});
    if (!host_ended(h)) return;
    reference(n, alpha, beta, A->at, C->at);
    host_check(h, C);
}

const workload workload_syrk = {
    .name = "syrk",
    .suite = "polybench",
    .what = "symmetric rank-k operations",
    .class_in = {[PAPER_MRPB] = "XW",
                 [PAPER_DWT_PRIC] = "thrashing+conflict",
                 [PAPER_WARPPOOL] = "divergent"},
    .kernels = "syrk_kernel",
    SIZES1_MRPB(96, 128, 1024, 512),
    .program = program,
};
