// syr2k.cu : C = alpha A B' + alpha B A' + beta C, all n x n.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void syr2k_kernel(int n, float alpha, float beta, const float *A, const float *B, float *C)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= n) return;
    C[i * n + j] *= beta;
    for (int k = 0; k < n; k++) {
        C[i * n + j] += alpha * A[i * n + k] * B[j * n + k] + alpha * B[i * n + k] * A[j * n + k];
    }
}
