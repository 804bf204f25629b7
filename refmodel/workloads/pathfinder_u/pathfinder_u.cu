// pathfinder_u.cu : the cheapest way down a grid without shared memory: a row a launch, neighbours from global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

static __device__ __attribute__((always_inline)) int less(int a, int b) { return a < b ? a : b; }

// wall: rows 1.. of the grid; from: the costs of row `first`. steps is 1.
extern "C" __global__ void pathfinder_rows(int steps, const int *wall, const int *from, int *to, int cols, int first)
{
    const int x = GLOBAL_X;
    if (x >= cols) return;
    const int w = x == 0 ? x : x - 1, e = x == cols - 1 ? x : x + 1; // beyond the border: the cell itself
    to[x] = less(less(from[w], from[x]), from[e]) + wall[cols * first + x];
}
