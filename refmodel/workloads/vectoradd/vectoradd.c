// vectoradd.c : host program and reference of vectoradd: C = A + B.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/host.h"

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    array *A = host_array(h, "A", n), *B = host_array(h, "B", n), *C = host_array(h, "C", n);
    for (size_t i = 0; i < n; i++) {
        A->at[i] = (float)i / 3.0f;
        B->at[i] = (float)(n - i) / 7.0f;
    }
    host_send(h);
    host_launch(h, "vectoradd_kernel", shape_line(n),
                (void *[]){&n, &A->device, &B->device, &C->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < n; i++) C->at[i] = A->at[i] + B->at[i];
    host_check(h, C);
}

const workload workload_vectoradd = {
    .name = "vectoradd",
    .suite = "sdk",
    .what = "vector addition",
    .class_in = {[PAPER_DWT_PRIC] = "streaming"},
    .kernels = "vectoradd_kernel",
    SIZES1(100000, 1000000, 50000),
    .program = program,
};
