// 2dconv.cu : 3 x 3 convolution of an n x n image; the border is left alone.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void conv2d_kernel(int n, const float *A, float *B)
{
    int i = GLOBAL_Y, j = GLOBAL_X;
    if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1) return;
    const float *up = A + (i - 1) * n + j, *row = up + n, *down = row + n;
    B[i * n + j] = 0.2f * up[-1] - 0.3f * up[0] + 0.4f * up[1]
                 + 0.5f * row[-1] + 0.6f * row[0] + 0.7f * row[1]
                 - 0.8f * down[-1] - 0.9f * down[0] + 0.1f * down[1];
}
