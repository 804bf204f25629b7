// gesummv.c : host program and reference of gesummv (PolyBench): y = alpha A x + beta B x.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t n, float alpha, float beta, const float *A, const float *B, float *tmp,
                      const float *x, float *y)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            tmp[i] = fmaf(A[i * n + j], x[j], tmp[i]);
            y[i] = fmaf(B[i * n + j], x[j], y[i]);
        }
        y[i] = fmaf(tmp[i], alpha, beta * y[i]);
    }
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    float alpha = 43532.0f, beta = 12313.0f;
    array *A = host_array(h, "A", (size_t)n * n), *B = host_array(h, "B", (size_t)n * n);
    array *tmp = host_array(h, "tmp", n), *x = host_array(h, "x", n), *y = host_array(h, "y", n);
    host_fill(A, n, n, 0, n);
    host_fill(B, n, n, 1, n);
    for (size_t i = 0; i < n; i++) x->at[i] = (float)i / (float)n;
    host_send(h);
    host_launch(h, "gesummv_kernel", shape_line(n),
                (void *[]){&n, &alpha, &beta, &A->device, &B->device, &tmp->device, &x->device,
                           &y->device});
    if (!host_ended(h)) return;
    reference(n, alpha, beta, A->at, B->at, tmp->at, x->at, y->at);
    host_check(h, tmp);
    host_check(h, y);
}

const workload workload_gesummv = {
    .name = "gesummv",
    .suite = "polybench",
    .what = "scalar-vector-matrix multiply",
    .class_in = {[PAPER_MRPB] = "IW", [PAPER_DWT_PRIC] = "thrashing+conflict"},
    .kernels = "gesummv_kernel",
    SIZES1_MRPB(256, 1024, 4096, 2048),
    .program = program,
};
