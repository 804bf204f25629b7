// Calibration kernel: tmp = Ax on an N x N row-major float matrix. Launched in blocks of 32 x 8 threads: eight warps of a block do the
// same rows.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef N
#define N 256
#endif
extern "C" __global__ void atax_1(float *A, float *x, float *tmp)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        tmp[i] = 0;
#pragma unroll 4
        for (int j = 0; j < N; j++) tmp[i] += A[i * N + j] * x[j];
    }
}
