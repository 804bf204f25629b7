// scalarprod.cu : scalar products of many pairs of vectors (SDK scalarProd): a block a pair, 1024 partial sums in shared memory,
// then their tree.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { SUMS = 1024 };

extern "C" __global__ void scalarprod_kernel(int pairs, int elements, const float *a, const float *b, float *c)
{
    __shared__ float sum[SUMS];
    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        const int from = elements * pair, end = from + elements;
        for (int s = threadIdx.x; s < SUMS; s += blockDim.x) {
            float part = 0.0f;
            for (int at = from + s; at < end; at += SUMS) part = __builtin_fmaf(a[at], b[at], part);
            sum[s] = part;
        }
        for (int stride = SUMS / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (int s = threadIdx.x; s < stride; s += blockDim.x) sum[s] += sum[stride + s];
        }
        __syncthreads();
        if (threadIdx.x == 0) c[pair] = sum[0];
    }
}
