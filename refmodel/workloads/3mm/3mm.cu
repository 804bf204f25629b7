// 3mm.cu : G = (A B) (C D), all n x n, as three products.
//
// SPDX-License-Identifier: Apache-2.0
#include "../matmul.cuh"

extern "C" __global__ void mm3_kernel1(int n, const float *A, const float *B, float *E)
{
    matmul(n, n, n, A, B, E);
}

extern "C" __global__ void mm3_kernel2(int n, const float *C, const float *D, float *F)
{
    matmul(n, n, n, C, D, F);
}

extern "C" __global__ void mm3_kernel3(int n, const float *E, const float *F, float *G)
{
    matmul(n, n, n, E, F, G);
}
