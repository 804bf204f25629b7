// lud.cu : LU decomposition by tiles in shared memory, three launches a step: the tile on the diagonal, those right of and below it,
// and those between.
//
// SPDX-License-Identifier: Apache-2.0
#include "lud.cuh"

// Rows of a tile, a thread a column.
INLINE void load(float *tile, const float *from, int n, int t)
{
    for (int i = 0; i < TILE; i++) tile[i * TILE + t] = from[i * n + t];
}

INLINE void store(float *to, const float *tile, int n, int t, int first)
{
    for (int i = first; i < TILE; i++) to[i * n + t] = tile[i * TILE + t];
}

extern "C" __global__ void lud_diagonal(float *m, int n, int offset)
{
    __shared__ float d[TILE * TILE];
    const int t = threadIdx.x;
    float *at = m + offset * n + offset;
    load(d, at, n, t);
    __syncthreads();
    decompose(d, TILE, t);
    store(at, d, n, t, 1); // row 0 does not change
}

// 32 threads: the first half takes a tile of the row, the second one of the column.
extern "C" __global__ void lud_perimeter(float *m, int n, int offset)
{
    __shared__ float d[TILE * TILE], u[TILE * TILE], l[TILE * TILE];
    const int t = threadIdx.x % TILE, far = (blockIdx.x + 1) * TILE;
    const bool first = threadIdx.x < TILE;
    float *at = m + offset * n + offset;
    if (first) {
        for (int i = 0; i < TILE / 2; i++) d[i * TILE + t] = at[i * n + t];
        load(u, at + far, n, t);
    } else {
        for (int i = TILE / 2; i < TILE; i++) d[i * TILE + t] = at[i * n + t];
        load(l, at + far * n, n, t);
    }
    __syncthreads();
    if (first) solve_row(d, TILE, u, TILE, t);
    else solve_column(d, TILE, l, TILE, t);
    __syncthreads();
    if (first) store(at + far, u, n, t, 1);
    else store(at + far * n, l, n, t, 0);
}

extern "C" __global__ void lud_internal(float *m, int n, int offset)
{
    __shared__ float u[TILE * TILE], l[TILE * TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, row = offset + (blockIdx.y + 1) * TILE, col = offset + (blockIdx.x + 1) * TILE;
    u[ty * TILE + tx] = m[(offset + ty) * n + col + tx];
    l[ty * TILE + tx] = m[(row + ty) * n + offset + tx];
    __syncthreads();
    m[(row + ty) * n + col + tx] -= product(l, TILE, u, TILE, tx, ty);
}
