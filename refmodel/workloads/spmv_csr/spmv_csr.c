// spmv_csr.c : host program and reference of spmv_csr (SHOC, scalar): a square matrix of n rows,
// each with about n / 100 elements at random places (SHOC's 1 % of non-zeros), at most 64.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

static unsigned mean_of(unsigned n) { return n / 100 < 64 ? n / 100 : 64; }

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], mean = mean_of(n);
    rng r = {1};
    array *first = host_array_of(h, ELEMENT_S32, "first", n + 1);
    for (size_t i = 0; i < n; i++)
        first->s32[i + 1] = first->s32[i] + (int32_t)(mean / 2 + rng_below(&r, mean + 1));
    const size_t elements = (size_t)first->s32[n];
    array *value = host_array(h, "value", elements),
          *column = host_array_of(h, ELEMENT_S32, "column", elements);
    array *x = host_array(h, "x", n), *y = host_array(h, "y", n);
    for (size_t i = 0; i < elements; i++) {
        value->at[i] = (float)rng_below(&r, 1000) / 100.0f;
        column->s32[i] = (int32_t)rng_below(&r, n);
    }
    for (size_t i = 0; i < n; i++) x->at[i] = (float)rng_below(&r, 1000) / 100.0f;
    host_send(h);
    host_launch(
        h, "spmv_csr_scalar", shape_blocks(n, 128),
        (void *[]){&n, &value->device, &column->device, &first->device, &x->device, &y->device});
    for (size_t i = 0; i < n; i++) {
        for (int32_t at = first->s32[i]; at < first->s32[i + 1]; at++)
            y->at[i] = fmaf(value->at[at], x->at[column->s32[at]], y->at[i]);
    }
    host_check(h, y);
}

const workload workload_spmv_csr = {
    .name = "spmv_csr",
    .suite = "shoc",
    .what = "sparse matrix times vector, CSR, a thread a row, rows",
    .class_in = {[PAPER_DWT_PRIC] = "thrashing"},
    .kernels = "spmv_csr_scalar",
    SIZES1(4096, 16384, 65536),
    .program = program,
};
