// spmv.c : host program and reference of spmv (Parboil, JDS): a square matrix of n rows with 2 to
// 63 elements each.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>
#include <stdbool.h>

enum { WARP = 32, SHORTEST = 2, LONGEST = 63 };

// Rows by falling length: row r of n has the length that makes all lengths equally frequent.
static unsigned length_of(size_t r, unsigned n)
{
    return LONGEST - (unsigned)((uint64_t)r * (LONGEST - SHORTEST + 1) / n);
}

typedef struct matrix {
    unsigned rows;
    array *value, *column, *start, *longest, *row_of;
} matrix;

// Padded to the warp's longest row, which is its first.
static size_t padded(unsigned rows)
{
    size_t n = 0;
    for (size_t w = 0; w < rows; w += WARP)
        n += (size_t)length_of(w, rows) * (rows - w < WARP ? rows - w : WARP);
    return n;
}

static void permute(array *row_of, rng *r)
{
    for (size_t i = 0; i < row_of->count; i++) row_of->s32[i] = (int32_t)i;
    for (size_t i = row_of->count; i > 1; i--) {
        const size_t k = (size_t)rng_below(r, i);
        const int32_t held = row_of->s32[i - 1];
        row_of->s32[i - 1] = row_of->s32[k];
        row_of->s32[k] = held;
    }
}

// Element k of the rows that are long enough, padding counted, one row after the other.
static void place(const matrix *m, rng *r)
{
    size_t at = 0;
    for (unsigned k = 0; k < LONGEST; k++) {
        m->start->s32[k] = (int32_t)at;
        for (size_t row = 0; row < m->rows && k < (unsigned)m->longest->s32[row / WARP];
             row++, at++) {
            const bool there = k < length_of(row, m->rows);
            m->column->s32[at] = there ? (int32_t)rng_below(r, m->rows) : 0;
            m->value->at[at] = there ? (float)rng_below(r, 1000) / 500.0f - 1.0f : 0.0f;
        }
    }
}

static matrix make(host *h, unsigned rows, rng *r)
{
    const size_t elements = padded(rows);
    matrix m = {.rows = rows,
                .value = host_array(h, "value", elements),
                .column = host_array_of(h, ELEMENT_S32, "column", elements)};
    m.start = host_array_of(h, ELEMENT_S32, "start", LONGEST);
    m.longest = host_array_of(h, ELEMENT_S32, "longest", (rows + WARP - 1) / WARP);
    m.row_of = host_array_of(h, ELEMENT_S32, "row_of", rows);
    for (size_t w = 0; w < m.longest->count; w++)
        m.longest->s32[w] = (int32_t)length_of(w * WARP, rows);
    permute(m.row_of, r);
    place(&m, r);
    return m;
}

static void multiply(const matrix *m, const float *x, float *y)
{
    for (size_t row = 0; row < m->rows; row++) {
        float sum = 0;
        for (int32_t k = 0; k < m->longest->s32[row / WARP]; k++) {
            const size_t at = (size_t)m->start->s32[k] + row;
            sum = fmaf(m->value->at[at], x[m->column->s32[at]], sum);
        }
        y[m->row_of->s32[row]] = sum;
    }
}

static void program(host *h, const unsigned *n)
{
    rng r = {1};
    matrix m = make(h, n[0], &r);
    array *x = host_array(h, "x", n[0]), *y = host_array(h, "y", n[0]);
    for (size_t i = 0; i < x->count; i++) x->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    host_launch(h, "spmv_jds", shape_line(m.rows),
                (void *[]){&m.rows, &m.value->device, &m.column->device, &m.start->device,
                           &m.longest->device, &m.row_of->device, &x->device, &y->device});
    multiply(&m, x->at, y->at);
    host_check(h, y);
}

const workload workload_spmv = {
    .name = "spmv",
    .suite = "parboil",
    .what = "sparse matrix times vector, transposed JDS, rows",
    .class_in = {[PAPER_WARPPOOL] = "divergent", [PAPER_CART] = "M"},
    .kernels = "spmv_jds",
    SIZES1(4096, 32768, 146689),
    .program = program,
};
