// mm.cu : matrix product as MapReduce maps it: a task is one element, a row of A times a column of B, both contiguous (B is given
// transposed), one thread a task.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void mm_map(int n, const float *A, const float *BT, float *C)
{
    const int task = GLOBAL_X, i = task / n, j = task % n;
    if (i >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += A[i * n + k] * BT[j * n + k];
    C[task] = sum;
}
