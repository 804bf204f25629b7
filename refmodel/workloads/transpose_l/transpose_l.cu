// transpose_l.cu : B = A', A of n x n, n a multiple of 32, as WarpPool's case study has it (MICRO 2015, section 4.3): naively, with
// column-wise loads, and through a tile in shared memory. A block of 32 x 8 threads moves a tile of 32 x 32.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { TILE = 32, ROWS = 8 };

extern "C" __global__ void transpose_loads(int n, const float *A, float *B)
{
    int j = blockIdx.x * TILE + threadIdx.x, i = blockIdx.y * TILE + threadIdx.y;
    for (int r = 0; r < TILE; r += ROWS) B[(i + r) * n + j] = A[j * n + i + r];
}

// The spare column puts the elements of a column into 32 different banks.
extern "C" __global__ void transpose_tiles(int n, const float *A, float *B)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int from_j = blockIdx.x * TILE, from_i = blockIdx.y * TILE;
    for (int r = 0; r < TILE; r += ROWS) tile[y + r][x] = A[(from_i + y + r) * n + from_j + x];
    __syncthreads();
    for (int r = 0; r < TILE; r += ROWS) B[(from_j + y + r) * n + from_i + x] = tile[x][y + r];
}
