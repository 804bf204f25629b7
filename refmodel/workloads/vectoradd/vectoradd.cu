// vectoradd.cu : C = A + B, the plainest stream.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void vectoradd_kernel(int n, const float *A, const float *B, float *C)
{
    int i = GLOBAL_X;
    if (i < n) C[i] = A[i] + B[i];
}
