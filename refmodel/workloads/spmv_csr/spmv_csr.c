// spmv_csr.c : host program and reference of spmv_csr (SHOC, scalar): a square matrix of n rows,
// SHOC's random one, of which 1 % are not zero. The columns of a row rise.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

enum { MOST_APART = 199 }; // elements lie 1 .. 199 places apart, on average 100

// Calls of draw give the same places; `column` only once it is there. Returns their number.
static size_t draw(size_t n, int32_t *first, int32_t *column)
{
    rng r = {1};
    size_t count = 0;
    for (uint64_t at = rng_below(&r, MOST_APART); at < (uint64_t)n * n;
         at += 1 + rng_below(&r, MOST_APART), count++) {
        if (column) column[count] = (int32_t)(at % n);
        else first[at / n + 1]++;
    }
    return count;
}

static void program(host *h, const unsigned *dims)
{
    unsigned n = dims[0];
    rng r = {2};
    array *first = host_array_of(h, ELEMENT_S32, "first", n + 1);
    const size_t elements = draw(n, first->s32, NULL);
    array *value = host_array(h, "value", elements),
          *column = host_array_of(h, ELEMENT_S32, "column", elements);
    for (size_t i = 0; i < n; i++) first->s32[i + 1] += first->s32[i];
    draw(n, first->s32, column->s32);
    for (size_t i = 0; i < elements; i++) value->at[i] = (float)rng_below(&r, 1000) / 100.0f;
    array *x = host_array(h, "x", n), *y = host_array(h, "y", n);
    for (size_t i = 0; i < n; i++) x->at[i] = (float)rng_below(&r, 1000) / 100.0f;
    host_send(h);
    host_launch(
        h, "spmv_csr_scalar", shape_blocks(n, 128),
        (void *[]){&n, &value->device, &column->device, &first->device, &x->device, &y->device});
    if (!host_ended(h)) return;
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
    SIZES1(4096, 16384, 16384),
    .program = program,
};
