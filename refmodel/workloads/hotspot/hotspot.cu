// hotspot.cu : heat in a chip, `steps` steps a launch in a tile of shared memory (a pyramid: each step's valid cells are one
// less on each side, so that blocks overlap by `steps` cells).
//
// SPDX-License-Identifier: Apache-2.0
#include "hotspot.cuh"

static __device__ bool within(int at, int least, int most) { return at >= least && at <= most; }

extern "C" __global__ void hotspot_steps(int steps, int cols, int rows, const float *power, const float *from, float *to, conductances k)
{
    __shared__ float now[TILE][TILE], heat[TILE][TILE], next[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int left = (TILE - 2 * steps) * blockIdx.x - steps, top = (TILE - 2 * steps) * blockIdx.y - steps;
    const int x = left + tx, y = top + ty;
    const bool inside = within(x, 0, cols - 1) && within(y, 0, rows - 1);
    if (inside) {
        now[ty][tx] = from[cols * y + x];
        heat[ty][tx] = power[cols * y + x];
    }
    __syncthreads();
    const int n = y == 0 ? ty : ty - 1, s = y == rows - 1 ? ty : ty + 1; // beyond the chip's border: the cell itself
    const int w = x == 0 ? tx : tx - 1, e = x == cols - 1 ? tx : tx + 1;
    for (int i = 0; i < steps; i++) {
        const bool valid = inside && within(tx, i + 1, TILE - i - 2) && within(ty, i + 1, TILE - i - 2);
        if (valid) next[ty][tx] = stepped(k, heat[ty][tx], now[ty][tx], now[n][tx], now[s][tx], now[ty][w], now[ty][e]);
        __syncthreads();
        if (i == steps - 1) {
            if (valid) to[cols * y + x] = next[ty][tx];
            return;
        }
        if (valid) now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
}
