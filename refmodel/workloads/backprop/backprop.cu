// backprop.cu : one training step of a layer of `hidden` = 16 units: partial sums of the inputs by tiles of 16 x 16 weights in
// shared memory (the adjustment of the weights is in adjust.cuh).
//
// SPDX-License-Identifier: Apache-2.0
#include "adjust.cuh"

// partial[block][j]: the part that the block's 16 inputs have in hidden unit j.
extern "C" __global__ void backprop_forward(const float *input, float *weight, float *partial, int inputs, int hidden)
{
    __shared__ float node[TILE], product[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, block = blockIdx.y;
    const int at = (hidden + 1) * (TILE * block + ty + 1) + tx + 1;
    if (tx == 0) node[ty] = input[TILE * block + ty + 1];
    __syncthreads();
    product[ty][tx] = weight[at];
    __syncthreads();
    product[ty][tx] = product[ty][tx] * node[ty];
    __syncthreads();
    for (int span = 2; span <= TILE; span *= 2) {
        if (ty % span == 0) product[ty][tx] += product[ty + span / 2][tx];
        __syncthreads();
    }
    weight[at] = product[ty][tx]; // as Rodinia does; the host restores the weights
    __syncthreads();
    if (tx == 0) partial[block * hidden + ty] = product[tx][ty];
}
