// Calibration kernels: s = A'r and q = Ap on an N x N row-major float matrix, one output element a thread.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef N
#define N 512
#endif
extern "C" __global__ void bicg_s(int rows, int cols, float *A, float *r, float *s)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
        s[col] = 0.0f;
        for (int row = 0; row < rows; row++)
            s[col] += r[row] * A[row * N + col];
    }
}
extern "C" __global__ void bicg_q(int rows, int cols, float *A, float *p, float *q)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        q[row] = 0.0f;
        for (int col = 0; col < cols; col++)
            q[row] += A[row * N + col] * p[col];
    }
}
