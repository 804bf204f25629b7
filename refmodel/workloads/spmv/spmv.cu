// spmv.cu : y = M x, M sparse in transposed JDS (Parboil): a thread a row. Where each diagonal starts and how long the rows of each
// warp are is in constant memory, and a thread loads two elements ahead.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { MOST_DIAGONALS = 64, MOST_WARPS = 5000 };

extern "C" {
__constant__ int diagonal_start[MOST_DIAGONALS];
__constant__ int longest_row[MOST_WARPS];
}

extern "C" __global__ void spmv_jds(float *y, const float *value, const int *column, const int *row_of, const float *x, int rows)
{
    const int row = GLOBAL_X;
    if (row >= rows) return;
    const int n = longest_row[row / 32];
    float sum = 0.0f;
    int at = diagonal_start[0] + row;
    float v = value[at], t = x[column[at]];
    if (n > 1) {
        at = diagonal_start[1] + row;
        int col = column[at];
        for (int k = 2; k < n; k++) {
            const float next_v = value[at];
            at = diagonal_start[k] + row;
            const int next_col = column[at];
            const float next_t = x[col];
            sum = __builtin_fmaf(v, t, sum);
            col = next_col;
            v = next_v;
            t = next_t;
        }
        const float last_v = value[at], last_t = x[col];
        sum = __builtin_fmaf(v, t, sum);
        v = last_v;
        t = last_t;
    }
    y[row_of[row]] = __builtin_fmaf(v, t, sum);
}
