// columns.cuh : means of the columns of an n x m matrix and their subtraction, shared by corr and covar.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_COLUMNS_CUH
#define WL_WORKLOADS_COLUMNS_CUH

#include "prelude.cuh"

// mean[j] = sum of column j / float_n; a thread a column, the sum kept in memory.
static __device__ __attribute__((always_inline)) void column_mean(int n, int m, float float_n, const float *data, float *mean)
{
    int j = GLOBAL_X;
    if (j >= m) return;
    mean[j] = 0.0f;
    for (int i = 0; i < n; i++) mean[j] += data[i * m + j];
    mean[j] /= float_n;
}

#endif
