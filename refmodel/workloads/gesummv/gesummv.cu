// gesummv.cu : y = alpha A x + beta B x, A and B of n x n; both sums are kept in memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void gesummv_kernel(int n, float alpha, float beta, const float *A, const float *B, float *tmp, const float *x, float *y)
{
    int i = GLOBAL_X;
    if (i >= n) return;
    tmp[i] = 0.0f;
    y[i] = 0.0f;
    for (int j = 0; j < n; j++) {
        tmp[i] += A[i * n + j] * x[j];
        y[i] += B[i * n + j] * x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
}
