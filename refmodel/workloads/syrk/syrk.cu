// syrk.cu : C = alpha A A' + beta C, all n x n: neighbouring threads read rows of A that lie a whole row apart.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void syrk_kernel(int n, float alpha, float beta, const float *A, float *C)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= n) return;
    C[i * n + j] *= beta;
    for (int k = 0; k < n; k++) C[i * n + j] += alpha * A[i * n + k] * A[j * n + k];
}
