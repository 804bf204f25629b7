// Calibration kernel: C = alpha A B + beta C, N x N row-major float, one element a thread, C updated in memory at every step.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef N
#define N 128
#endif
extern "C" __global__ void gemm(int ni, int nj, int nk, float alpha, float beta, float *A, float *B, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < ni && col < nj) {
        C[row * N + col] *= beta;
        for (int k = 0; k < nk; k++)
            C[row * N + col] += alpha * A[row * N + k] * B[k * N + col];
    }
}
