// nw_u.cu : Needleman-Wunsch alignment by anti-diagonals of tiles, without shared memory: neighbours come from global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../nw/nw.cuh"

static __device__ __attribute__((always_inline)) void tile(const int *similar, int *score, int cols, int penalty, int bx, int by)
{
    const int t = threadIdx.x, corner = cols * TILE * by + TILE * bx; // north-west neighbour of the tile
    for (int d = 0; d < 2 * TILE - 1; d++) { // anti-diagonals of cells
        const int y = d - t + 1, at = corner + cols * y + t + 1;
        if (y >= 1 && y <= TILE) score[at] = best(score[at - cols - 1] + similar[at], score[at - 1], score[at - cols], penalty);
        __syncthreads();
    }
}

NW_KERNELS(tile)
