// mvt.cu : x1 = x1 + A y1 and x2 = x2 + A' y2, A of n x n.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void mvt_kernel1(int n, const float *A, float *x1, const float *y1)
{
    int i = GLOBAL_X;
    if (i >= n) return;
    for (int j = 0; j < n; j++) x1[i] += A[i * n + j] * y1[j];
}

extern "C" __global__ void mvt_kernel2(int n, const float *A, float *x2, const float *y2)
{
    int i = GLOBAL_X;
    if (i >= n) return;
    for (int j = 0; j < n; j++) x2[i] += A[j * n + i] * y2[j];
}
