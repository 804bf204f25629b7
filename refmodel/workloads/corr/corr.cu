// corr.cu : correlation matrix of the m columns of an n x m matrix: means, deviations, normalisation, products.
//
// SPDX-License-Identifier: Apache-2.0
#include "../columns.cuh"

extern "C" __global__ void corr_mean(int n, int m, float float_n, const float *data, float *mean)
{
    column_mean(n, m, float_n, data, mean);
}

// Deviations too small to divide by count as 1.
extern "C" __global__ void corr_std(int n, int m, float float_n, float eps, const float *data, const float *mean, float *std)
{
    int j = GLOBAL_X;
    if (j >= m) return;
    std[j] = 0.0f;
    for (int i = 0; i < n; i++) std[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
    float deviation = __nvvm_sqrt_rn_f(std[j] / float_n);
    std[j] = deviation <= eps ? 1.0f : deviation;
}

extern "C" __global__ void corr_reduce(int n, int m, float float_n, float *data, const float *mean, const float *std)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= m) return;
    data[i * m + j] -= mean[j];
    data[i * m + j] /= __nvvm_sqrt_rn_f(float_n) * std[j];
}

extern "C" __global__ void corr_corr(int n, int m, const float *data, float *symmat)
{
    int j1 = GLOBAL_X;
    if (j1 >= m) return;
    symmat[j1 * m + j1] = 1.0f;
    for (int j2 = j1 + 1; j2 < m; j2++) {
        symmat[j1 * m + j2] = 0.0f;
        for (int i = 0; i < n; i++) symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
        symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
}
