// 3mm.c : host program and reference of 3mm (PolyBench): G = (A B) (C D).
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    const size_t count = (size_t)n * n;
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    array *D = host_array(h, "D", count), *E = host_array(h, "E", count),
          *F = host_array(h, "F", count);
    array *G = host_array(h, "G", count);
    array *const inputs[] = {A, B, C, D};
    for (unsigned i = 0; i < 4; i++) host_fill(inputs[i], n, n, i, n);
    host_send(h);
    host_launch(h, "mm3_kernel1", shape_plane(n, n),
                (void *[]){&n, &A->device, &B->device, &E->device});
    host_launch(h, "mm3_kernel2", shape_plane(n, n),
                (void *[]){&n, &C->device, &D->device, &F->device});
    host_launch(h, "mm3_kernel3", shape_plane(n, n),
                (void *[]){&n, &E->device, &F->device, &G->device});
    if (!host_ended(h)) return;
    host_matmul(n, A, B, E);
    host_matmul(n, C, D, F);
    host_matmul(n, E, F, G);
    host_check(h, G);
}

const workload workload_3mm = {
    .name = "3mm",
    .suite = "polybench",
    .what = "three matrix multiplies",
    .class_in = {[PAPER_MRPB] = "CI"},
    .kernels = "mm3_kernel1 mm3_kernel2 mm3_kernel3",
    SIZES1(64, 256, 512),
    .program = program,
};
