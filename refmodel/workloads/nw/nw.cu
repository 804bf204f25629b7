// nw.cu : Needleman-Wunsch alignment by anti-diagonals of tiles, each tile in shared memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "nw.cuh"

// The tile's own cells begin at 1: row 0 and column 0 are its neighbours'. Loads of the west column touch a line a row.
static __device__ __attribute__((always_inline)) void tile(const int *similar, int *score, int cols, int penalty, int bx, int by)
{
    __shared__ int cell[TILE + 1][TILE + 1], match[TILE][TILE];
    const int t = threadIdx.x, corner = cols * TILE * by + TILE * bx; // north-west neighbour of the tile
    if (t == 0) cell[0][0] = score[corner];
    for (int y = 0; y < TILE; y++) match[y][t] = similar[corner + cols * (y + 1) + t + 1];
    __syncthreads();
    cell[t + 1][0] = score[corner + cols * (t + 1)];
    __syncthreads();
    cell[0][t + 1] = score[corner + t + 1];
    __syncthreads();
    for (int d = 0; d < 2 * TILE - 1; d++) { // anti-diagonals of cells
        const int x = t + 1, y = d - t + 1;
        if (y >= 1 && y <= TILE) cell[y][x] = best(cell[y - 1][x - 1] + match[y - 1][x - 1], cell[y][x - 1], cell[y - 1][x], penalty);
        __syncthreads();
    }
    for (int y = 0; y < TILE; y++) score[corner + cols * (y + 1) + t + 1] = cell[y + 1][t + 1];
}

NW_KERNELS(tile)
