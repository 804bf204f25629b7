// 2mm.c : host program and reference of 2mm (PolyBench): E = (A B) D.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    const size_t count = (size_t)n * n;
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    array *D = host_array(h, "D", count), *E = host_array(h, "E", count);
    host_fill(A, n, n, 0, n);
    host_fill(B, n, n, 1, n);
    host_fill(D, n, n, 2, n);
    host_send(h);
    host_launch(h, "mm2_kernel1", shape_plane(n, n),
                (void *[]){&n, &A->device, &B->device, &C->device});
    host_launch(h, "mm2_kernel2", shape_plane(n, n),
                (void *[]){&n, &C->device, &D->device, &E->device});
    if (!host_ended(h)) return;
    host_matmul(n, A, B, C);
    host_matmul(n, C, D, E);
    host_check(h, C);
    host_check(h, E);
}

const workload workload_2mm = {
    .name = "2mm",
    .suite = "polybench",
    .what = "two matrix multiplies",
    .class_in = {[PAPER_MRPB] = "CI", [PAPER_DWT_PRIC] = "conflict"},
    .kernels = "mm2_kernel1 mm2_kernel2",
    SIZES1_MRPB(96, 256, 1024, 512),
    .program = program,
};
