// pathfinder.cu : the cheapest way down a grid, row by row, `steps` rows a launch in shared memory; blocks overlap by `steps`
// columns on each side, whose results are not valid at the end.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { BLOCK = 256 };

static __device__ __attribute__((always_inline)) int less(int a, int b) { return a < b ? a : b; }

// wall: rows 1.. of the grid; from: the costs of row `first`.
extern "C" __global__ void pathfinder_rows(int steps, const int *wall, const int *from, int *to, int cols, int first)
{
    __shared__ int prev[BLOCK], next[BLOCK];
    const int t = threadIdx.x, x = blockIdx.x * (BLOCK - 2 * steps) - steps + t;
    const bool inside = x >= 0 && x < cols;
    const int w = x == 0 ? t : t - 1, e = x == cols - 1 ? t : t + 1; // beyond the border: the cell itself
    if (inside) prev[t] = from[x];
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        const bool valid = inside && t >= i + 1 && t <= BLOCK - i - 2;
        if (valid) next[t] = less(less(prev[w], prev[t]), prev[e]) + wall[cols * (first + i) + x];
        __syncthreads();
        if (i == steps - 1) {
            if (valid) to[x] = next[t];
            return;
        }
        if (valid) prev[t] = next[t];
        __syncthreads();
    }
}
