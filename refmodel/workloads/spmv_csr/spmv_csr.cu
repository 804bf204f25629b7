// spmv_csr.cu : y = A x, A sparse by rows (CSR), a thread a row (SHOC's scalar kernel): each lane walks its own row.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void spmv_csr_scalar(int rows, const float *value, const int *column, const int *first, const float *x, float *y)
{
    const int row = GLOBAL_X;
    if (row >= rows) return;
    const int end = first[row + 1];
    float sum = 0.0f;
    for (int at = first[row]; at < end; at++) sum = __builtin_fmaf(value[at], x[column[at]], sum);
    y[row] = sum;
}
