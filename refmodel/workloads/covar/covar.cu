// covar.cu : covariance matrix of the m columns of an n x m matrix: means, their subtraction, products.
//
// SPDX-License-Identifier: Apache-2.0
#include "../columns.cuh"

extern "C" __global__ void covar_mean(int n, int m, float float_n, const float *data, float *mean)
{
    column_mean(n, m, float_n, data, mean);
}

extern "C" __global__ void covar_reduce(int n, int m, float *data, const float *mean)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= m) return;
    data[i * m + j] -= mean[j];
}

extern "C" __global__ void covar_covar(int n, int m, const float *data, float *symmat)
{
    int j1 = GLOBAL_X;
    if (j1 >= m) return;
    for (int j2 = j1; j2 < m; j2++) {
        symmat[j1 * m + j2] = 0.0f;
        for (int i = 0; i < n; i++) symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
        symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
}
