// atax.cu : y = A'(A x), A of nx x ny. Kernel 1 walks rows and kernel 2 columns of A, a thread an element of the result; the sums
// are kept in memory (MRPB Figure 2).
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void atax_kernel1(int nx, int ny, const float *A, const float *x, float *tmp)
{
    int i = GLOBAL_X;
    if (i >= nx) return;
    tmp[i] = 0.0f;
    for (int j = 0; j < ny; j++) tmp[i] += A[i * ny + j] * x[j];
}

extern "C" __global__ void atax_kernel2(int nx, int ny, const float *A, float *y, const float *tmp)
{
    int j = GLOBAL_X;
    if (j >= ny) return;
    y[j] = 0.0f;
    for (int i = 0; i < nx; i++) y[j] += A[i * ny + j] * tmp[i];
}
