// atax.c : host program and reference of atax (PolyBench): y = A'(A x).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t nx, size_t ny, const float *A, const float *x, float *y, float *tmp)
{
    for (size_t i = 0; i < nx; i++) {
        for (size_t j = 0; j < ny; j++) tmp[i] = fmaf(A[i * ny + j], x[j], tmp[i]);
    }
    for (size_t i = 0; i < nx; i++) {
        for (size_t j = 0; j < ny; j++) y[j] = fmaf(A[i * ny + j], tmp[i], y[j]);
    }
}

static void program(host *h, const unsigned *n)
{
    unsigned nx = n[0], ny = n[1];
    array *A = host_array(h, "A", (size_t)nx * ny), *x = host_array(h, "x", ny);
    array *y = host_array(h, "y", ny), *tmp = host_array(h, "tmp", nx);
    host_fill(A, nx, ny, 0, nx);
    for (size_t j = 0; j < ny; j++) x->at[j] = (float)j * PI;
    host_send(h);
    host_launch(h, "atax_kernel1", shape_line(nx),
                (void *[]){&nx, &ny, &A->device, &x->device, &tmp->device});
    host_launch(h, "atax_kernel2", shape_line(ny),
                (void *[]){&nx, &ny, &A->device, &y->device, &tmp->device});
    if (!host_ended(h)) return;
    reference(nx, ny, A->at, x->at, y->at, tmp->at);
    host_check(h, tmp);
    host_check(h, y);
}

const workload workload_atax = {
    .name = "atax",
    .suite = "polybench",
    .what = "matrix-transpose-vector multiply",
    .class_in = {[PAPER_MRPB] = "IW", [PAPER_WARPPOOL] = "divergent"},
    .kernels = "atax_kernel1 atax_kernel2",
    SIZES2_MRPB(256, 256, 3584, 256, 4096, 4096, 2048, 2048),
    .program = program,
};
