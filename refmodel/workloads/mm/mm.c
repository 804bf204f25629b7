// mm.c : host program and reference of mm (MapReduce): C = A B, a map task an element.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    const size_t count = (size_t)n * n;
    array *A = host_array(h, "A", count), *BT = host_array(h, "BT", count),
          *C = host_array(h, "C", count);
    rng r = {1};
    for (size_t i = 0; i < count; i++) {
        A->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
        BT->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    }
    host_send(h);
    host_launch(h, "mm_map", shape_line(n * n),
                (void *[]){&n, &A->device, &BT->device, &C->device});
    for (size_t at = 0; at < count; at++) {
        const float *a = A->at + at / n * n, *b = BT->at + at % n * n;
        for (size_t k = 0; k < n; k++) C->at[at] = fmaf(a[k], b[k], C->at[at]);
    }
    host_check(h, C);
}

const workload workload_mm = {
    .name = "mm",
    .suite = "mapreduce",
    .what = "matrix multiply, a map task an element, B transposed",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "mm_map",
    SIZES1(96, 256, 512),
    .program = program,
};
