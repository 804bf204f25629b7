// lud_u.cu : LU decomposition by tiles as lud has it, without shared memory: all tiles stay in global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../lud/lud.cuh"

extern "C" __global__ void lud_diagonal(float *m, int n, int offset)
{
    decompose(m + offset * n + offset, n, threadIdx.x);
}

// 32 threads: the first half takes a tile of the row, the second one of the column.
extern "C" __global__ void lud_perimeter(float *m, int n, int offset)
{
    const int t = threadIdx.x % TILE, far = (blockIdx.x + 1) * TILE;
    float *at = m + offset * n + offset;
    if (threadIdx.x < TILE) solve_row(at, n, at + far, n, t);
    else solve_column(at, n, at + far * n, n, t);
}

extern "C" __global__ void lud_internal(float *m, int n, int offset)
{
    const int row = offset + (blockIdx.y + 1) * TILE, col = offset + (blockIdx.x + 1) * TILE;
    const int tx = threadIdx.x, ty = threadIdx.y;
    m[(row + ty) * n + col + tx] -= product(m + row * n + offset, n, m + offset * n + col, n, tx, ty);
}
