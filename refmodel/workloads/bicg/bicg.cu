// bicg.cu : the two products of the BiCG solver, s = A' r and q = A p, A of nx x ny.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void bicg_kernel1(int nx, int ny, const float *A, const float *r, float *s)
{
    int j = GLOBAL_X;
    if (j >= ny) return;
    s[j] = 0.0f;
    for (int i = 0; i < nx; i++) s[j] += r[i] * A[i * ny + j];
}

extern "C" __global__ void bicg_kernel2(int nx, int ny, const float *A, const float *p, float *q)
{
    int i = GLOBAL_X;
    if (i >= nx) return;
    q[i] = 0.0f;
    for (int j = 0; j < ny; j++) q[i] += A[i * ny + j] * p[j];
}
