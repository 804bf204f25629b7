// matmul.cuh : one element of C = A B, shared by 2mm and 3mm.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_MATMUL_CUH
#define WL_WORKLOADS_MATMUL_CUH

#include "prelude.cuh"

// A is rows x inner, B inner x cols, C rows x cols; the sum is kept in memory, as PolyBench writes it.
static __device__ __attribute__((always_inline)) void matmul(int rows, int inner, int cols, const float *A, const float *B, float *C)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= rows || j >= cols) return;
    C[i * cols + j] = 0.0f;
    for (int k = 0; k < inner; k++) C[i * cols + j] += A[i * inner + k] * B[k * cols + j];
}

#endif
