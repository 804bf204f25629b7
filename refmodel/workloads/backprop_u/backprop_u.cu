// backprop_u.cu : one training step of a layer as backprop has it, without shared memory: products and their sums stay in the array of
// weights.
//
// SPDX-License-Identifier: Apache-2.0
#include "../backprop/adjust.cuh"

// partial[block][j]: the part that the block's 16 inputs have in hidden unit j.
extern "C" __global__ void backprop_forward(const float *input, float *weight, float *partial, int inputs, int hidden)
{
    const int tx = threadIdx.x, ty = threadIdx.y, block = blockIdx.y, wide = hidden + 1;
    float *at = weight + wide * (TILE * block + ty + 1) + tx + 1;
    *at = *at * input[TILE * block + ty + 1];
    __syncthreads();
    for (int span = 2; span <= TILE; span *= 2) {
        if (ty % span == 0) *at += at[wide * (span / 2)];
        __syncthreads();
    }
    if (ty == 0) partial[block * hidden + tx] = *at;
}
