// spmv.c : host program and reference of spmv (Parboil): the matrix of its large data set in shape,
// that of bicubic finite elements on a square, of `side` unknowns a side (3 elements - 1). Two
// unknowns meet if they belong to one element.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>
#include <stdlib.h>

enum { WARP = 32, THREADS = 32 * 6, ORDER = 3, DIAGONALS = (2 * ORDER + 1) * (2 * ORDER + 1) };

// Neighbours along one axis of the unknown at 1 .. side: those of its element, or of both elements
// that share it.
typedef struct reach {
    unsigned first, n;
} reach;

static reach reach_of(unsigned at, unsigned side)
{
    unsigned first = at % ORDER ? at / ORDER * ORDER : at - ORDER, end = first + ORDER;
    if (at % ORDER == 0) end = at + ORDER;
    if (first == 0) first = 1; // the border is given
    if (end > side) end = side;
    return (reach){first, end - first + 1};
}

typedef struct matrix {
    unsigned side, rows, warps;
    array *value, *column, *row_of;
    int32_t start[DIAGONALS], *longest; // of each diagonal; of each warp
} matrix;

static unsigned length_of(const matrix *m, unsigned row)
{
    return reach_of(1 + row % m->side, m->side).n * reach_of(1 + row / m->side, m->side).n;
}

static unsigned column_of(const matrix *m, unsigned row, unsigned k)
{
    const reach x = reach_of(1 + row % m->side, m->side), y = reach_of(1 + row / m->side, m->side);
    return (y.first - 1 + k / x.n) * m->side + x.first - 1 + k % x.n;
}

// Rows by falling length, equal ones in their order.
static void sort_rows(const matrix *m)
{
    unsigned place[DIAGONALS + 1] = {0};
    for (unsigned row = 0; row < m->rows; row++) place[DIAGONALS - length_of(m, row) + 1]++;
    for (unsigned i = 1; i <= DIAGONALS; i++) place[i] += place[i - 1];
    for (unsigned row = 0; row < m->rows; row++)
        m->row_of->s32[place[DIAGONALS - length_of(m, row)]++] = (int32_t)row;
}

static unsigned in_warp(const matrix *m, unsigned warp)
{
    return m->rows - warp * WARP < WARP ? m->rows - warp * WARP : WARP;
}

// Diagonal after diagonal; the rows of a warp are padded to its longest.
static size_t find_starts(matrix *m)
{
    size_t at = 0;
    for (unsigned w = 0; w < m->warps; w++)
        m->longest[w] = (int32_t)length_of(m, (unsigned)m->row_of->s32[w * WARP]);
    for (int32_t k = 0; k < DIAGONALS; k++) {
        m->start[k] = (int32_t)at;
        for (unsigned w = 0; w < m->warps && m->longest[w] > k; w++) at += in_warp(m, w);
    }
    return at;
}

static void fill(const matrix *m, rng *r)
{
    for (unsigned at = 0; at < m->rows; at++) {
        const unsigned row = (unsigned)m->row_of->s32[at], n = length_of(m, row);
        for (unsigned k = 0; k < n; k++) {
            const size_t to = (size_t)m->start[k] + at;
            m->column->s32[to] = (int32_t)column_of(m, row, k);
            m->value->at[to] = (float)rng_below(r, 1000) / 500.0f - 1.0f;
        }
    }
}

static matrix make(host *h, unsigned side, rng *r)
{
    matrix m = {.side = side, .rows = side * side, .warps = (side * side + WARP - 1) / WARP};
    m.row_of = host_array_of(h, ELEMENT_S32, "row_of", m.rows);
    m.longest = wl_calloc(m.warps, sizeof *m.longest);
    sort_rows(&m);
    const size_t elements = find_starts(&m);
    m.value = host_array(h, "value", elements);
    m.column = host_array_of(h, ELEMENT_S32, "column", elements);
    fill(&m, r);
    return m;
}

static void multiply(const matrix *m, const float *x, float *y)
{
    for (size_t row = 0; row < m->rows; row++) {
        float sum = 0;
        for (int32_t k = 0; k < m->longest[row / WARP]; k++) {
            const size_t at = (size_t)m->start[k] + row;
            sum = fmaf(m->value->at[at], x[m->column->s32[at]], sum);
        }
        y[m->row_of->s32[row]] = sum;
    }
}

static void program(host *h, const unsigned *n)
{
    rng r = {1};
    matrix m = make(h, n[0], &r);
    array *x = host_array(h, "x", m.rows), *y = host_array(h, "y", m.rows);
    for (size_t i = 0; i < x->count; i++) x->at[i] = (float)rng_below(&r, 1000) / 1000.0f;
    host_send(h);
    host_variable(h, "diagonal_start", m.start, sizeof m.start);
    host_variable(h, "longest_row", m.longest, m.warps * sizeof *m.longest);
    host_launch(h, "spmv_jds", shape_blocks(m.rows, THREADS),
                (void *[]){&y->device, &m.value->device, &m.column->device, &m.row_of->device,
                           &x->device, &m.rows});
    if (host_ended(h)) multiply(&m, x->at, y->at);
    host_check(h, y);
    free(m.longest);
}

const workload workload_spmv = {
    .name = "spmv",
    .suite = "parboil",
    .what = "sparse matrix times vector, transposed JDS, unknowns a side of a square",
    .class_in = {[PAPER_WARPPOOL] = "divergent", [PAPER_CART] = "M"},
    .kernels = "spmv_jds",
    SIZES1(62, 182, 383),
    .program = program,
};
