// fdtd2d.cu : one time step of a 2D finite-difference time-domain solver in three kernels. ex is n x (n + 1), ey (n + 1) x n,
// hz n x n; fict[t] is the wave that enters at row 0.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void fdtd_kernel1(int n, const float *fict, float *ey, const float *hz, int t)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= n) return;
    if (i == 0) ey[j] = fict[t];
    else ey[i * n + j] = ey[i * n + j] - 0.5f * (hz[i * n + j] - hz[(i - 1) * n + j]);
}

extern "C" __global__ void fdtd_kernel2(int n, float *ex, const float *hz)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j < 1 || j >= n) return;
    ex[i * (n + 1) + j] = ex[i * (n + 1) + j] - 0.5f * (hz[i * n + j] - hz[i * n + j - 1]);
}

extern "C" __global__ void fdtd_kernel3(int n, const float *ex, const float *ey, float *hz)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i >= n || j >= n) return;
    float curl = ex[i * (n + 1) + j + 1] - ex[i * (n + 1) + j] + ey[(i + 1) * n + j] - ey[i * n + j];
    hz[i * n + j] = hz[i * n + j] - 0.7f * curl;
}
