// adjust.cuh : the adjustment of the weights, shared by backprop and backprop_u. Row 0 of the weights is the bias.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_ADJUST_CUH
#define WL_WORKLOADS_ADJUST_CUH

#include "../prelude.cuh"

enum { TILE = 16 };

#define RATE 0.3f
#define MOMENTUM 0.3f

extern "C" __global__ void backprop_adjust(const float *delta, int hidden, const float *input, int inputs, float *weight, float *old)
{
    const int tx = threadIdx.x, ty = threadIdx.y, block = blockIdx.y;
    const int x = tx + 1, y = TILE * block + ty + 1, at = (hidden + 1) * y + x;
    weight[at] += RATE * delta[x] * input[y] + MOMENTUM * old[at];
    old[at] = RATE * delta[x] * input[y] + MOMENTUM * old[at];
    __syncthreads();
    if (ty == 0 && block == 0) { // the bias
        weight[x] += RATE * delta[x] + MOMENTUM * old[x];
        old[x] = RATE * delta[x] + MOMENTUM * old[x];
    }
}

#endif
