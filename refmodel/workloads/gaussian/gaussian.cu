// gaussian.cu : Gaussian elimination, two launches a column: the multipliers, then the rows below.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void gaussian_multipliers(float *m, const float *a, int n, int t)
{
    const int row = GLOBAL_X + t + 1;
    if (row < n) m[n * row + t] = a[n * row + t] / a[n * t + t];
}

// x counts rows below t, y columns from t on: the lanes of a warp go down the columns.
extern "C" __global__ void gaussian_rows(const float *m, float *a, float *b, int n, int t)
{
    const int row = GLOBAL_X + t + 1, col = GLOBAL_Y + t;
    if (row >= n || col >= n) return;
    a[n * row + col] -= m[n * row + t] * a[n * t + col];
    if (col == t) b[row] -= m[n * row + t] * b[t];
}
