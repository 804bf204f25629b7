// mvt.c : host program and reference of mvt (PolyBench): x1 += A y1, x2 += A' y2.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t n, const float *A, float *x1, float *x2, const float *y1,
                      const float *y2)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            x1[i] = fmaf(A[i * n + j], y1[j], x1[i]);
            x2[j] = fmaf(A[i * n + j], y2[i], x2[j]);
        }
    }
}

// v[i] = (i + shift) / n
static void fill(array *v, unsigned n, unsigned shift)
{
    for (size_t i = 0; i < n; i++) v->at[i] = (float)(i + shift) / (float)n;
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *A = host_array(h, "A", (size_t)n * n), *x1 = host_array(h, "x1", n),
          *x2 = host_array(h, "x2", n);
    array *y1 = host_array(h, "y1", n), *y2 = host_array(h, "y2", n);
    host_fill(A, n, n, 0, n);
    fill(x1, n, 0);
    fill(x2, n, 1);
    fill(y1, n, 3);
    fill(y2, n, 4);
    host_send(h);
    host_launch(h, "mvt_kernel1", shape_line(n),
                (void *[]){&n, &A->device, &x1->device, &y1->device});
    host_launch(h, "mvt_kernel2", shape_line(n),
                (void *[]){&n, &A->device, &x2->device, &y2->device});
    if (!host_ended(h)) return;
    reference(n, A->at, x1->at, x2->at, y1->at, y2->at);
    host_check(h, x1);
    host_check(h, x2);
}

const workload workload_mvt = {
    .name = "mvt",
    .suite = "polybench",
    .what = "matrix-vector product and its transpose",
    .class_in = {[PAPER_MRPB] = "IW"},
    .kernels = "mvt_kernel1 mvt_kernel2",
    SIZES1_MRPB(256, 1024, 4096, 2048),
    .program = program,
};
