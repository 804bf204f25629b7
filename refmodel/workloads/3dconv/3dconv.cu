// 3dconv.cu : one plane i of a 3 x 3 x 3 convolution of an n x n x n volume, with PolyBench's 15 taps; the border is left alone.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void conv3d_kernel(int n, const float *A, float *B, int i)
{
    int j = GLOBAL_Y, k = GLOBAL_X;
    if (j < 1 || j >= n - 1 || k < 1 || k >= n - 1) return;
    const float *at = A + (i * n + j) * n + k;
    const float *above = at - n * n, *below = at + n * n; // planes i - 1 and i + 1
    B[(i * n + j) * n + k] = 2.0f * above[-n - 1] + 4.0f * below[-n - 1] + 5.0f * above[-n - 1] + 7.0f * below[-n - 1]
                           - 8.0f * above[-n - 1] + 10.0f * below[-n - 1] - 3.0f * at[-n] + 6.0f * at[0] - 9.0f * at[n]
                           + 2.0f * above[-n + 1] + 4.0f * below[-n + 1] + 5.0f * above[1] + 7.0f * below[1]
                           - 8.0f * above[n + 1] + 10.0f * below[n + 1];
}
