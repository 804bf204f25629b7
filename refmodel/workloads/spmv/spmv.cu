// spmv.cu : y = A x, A sparse in transposed JDS form (Parboil): rows sorted by length, element k of all rows side by side; the rows
// of a warp are padded to its longest one. Loads of the matrix coalesce, those of x are gathered.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

// start[k] + row: where element k of the (sorted) row is; longest[warp]: elements of the warp's longest row.
extern "C" __global__ void spmv_jds(int rows, const float *value, const int *column, const int *start, const int *longest, const int *row_of,
                                    const float *x, float *y)
{
    const int row = GLOBAL_X;
    if (row >= rows) return;
    const int n = longest[row / 32];
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        const int at = start[k] + row;
        sum = __builtin_fmaf(value[at], x[column[at]], sum);
    }
    y[row_of[row]] = sum;
}
