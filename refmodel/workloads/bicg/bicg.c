// bicg.c : host program and reference of bicg (PolyBench): s = A' r, q = A p.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

#include <math.h>

static void reference(size_t nx, size_t ny, const float *A, const float *r, float *s,
                      const float *p, float *q)
{
    for (size_t i = 0; i < nx; i++) {
        for (size_t j = 0; j < ny; j++) {
            s[j] = fmaf(r[i], A[i * ny + j], s[j]);
            q[i] = fmaf(A[i * ny + j], p[j], q[i]);
        }
    }
}

static void program(host *h, const unsigned *n)
{
    unsigned nx = n[0], ny = n[1];
    array *A = host_array(h, "A", (size_t)nx * ny), *r = host_array(h, "r", nx),
          *s = host_array(h, "s", ny);
    array *p = host_array(h, "p", ny), *q = host_array(h, "q", nx);
    host_fill(A, nx, ny, 0, nx);
    for (size_t i = 0; i < nx; i++) r->at[i] = (float)i * PI;
    for (size_t j = 0; j < ny; j++) p->at[j] = (float)j * PI;
    host_send(h);
    host_launch(h, "bicg_kernel1", shape_line(ny),
                (void *[]){&nx, &ny, &A->device, &r->device, &s->device});
    host_launch(h, "bicg_kernel2", shape_line(nx),
                (void *[]){&nx, &ny, &A->device, &p->device, &q->device});
    if (!host_ended(h)) return;
    reference(nx, ny, A->at, r->at, s->at, p->at, q->at);
    host_check(h, s);
    host_check(h, q);
}

const workload workload_bicg = {
    .name = "bicg",
    .suite = "polybench",
    .what = "BiCGStab linear solver subkernel",
    .class_in = {[PAPER_MRPB] = "IW"},
    .kernels = "bicg_kernel1 bicg_kernel2",
    SIZES2_MRPB(256, 256, 3584, 256, 4096, 4096, 2048, 2048),
    .program = program,
};
