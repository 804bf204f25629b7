// transpose.cu : the eight kernels of the SDK's transpose, on tiles of 16 x 16 elements, a thread an element. The two partial ones
// move what a whole transpose moves, but each leaves out one half of the permutation.
// A thread that reads what it wrote itself has a volatile tile: otherwise the compiler takes the tile out.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { TILE = 16 };

#define TX threadIdx.x
#define TY threadIdx.y
#define BX blockIdx.x
#define BY blockIdx.y

// Element (TY, TX) of the tile in row y, column x of the tiles.
static __device__ __attribute__((always_inline)) int in_tile(int n, int y, int x) { return (y * TILE + TY) * n + x * TILE + TX; }

extern "C" __global__ void transpose_copy(float *to, const float *from, int n)
{
    const int at = in_tile(n, BY, BX);
    to[at] = from[at];
}

extern "C" __global__ void transpose_copy_shared(float *to, const float *from, int n)
{
    __shared__ volatile float tile[TILE][TILE];
    const int at = in_tile(n, BY, BX);
    tile[TY][TX] = from[at];
    __syncthreads();
    to[at] = tile[TY][TX];
}

extern "C" __global__ void transpose_naive(float *to, const float *from, int n)
{
    const int x = BX * TILE + TX, y = BY * TILE + TY;
    to[x * n + y] = from[y * n + x];
}

extern "C" __global__ void transpose_coalesced(float *to, const float *from, int n)
{
    __shared__ float tile[TILE][TILE]; // a column of it is in one bank
    tile[TY][TX] = from[in_tile(n, BY, BX)];
    __syncthreads();
    to[in_tile(n, BX, BY)] = tile[TX][TY];
}

extern "C" __global__ void transpose_shared(float *to, const float *from, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    tile[TY][TX] = from[in_tile(n, BY, BX)];
    __syncthreads();
    to[in_tile(n, BX, BY)] = tile[TX][TY];
}

extern "C" __global__ void transpose_coarse(float *to, const float *from, int n) // tiles, not elements
{
    __shared__ volatile float tile[TILE][TILE + 1];
    tile[TY][TX] = from[in_tile(n, BY, BX)];
    __syncthreads();
    to[in_tile(n, BX, BY)] = tile[TY][TX];
}

extern "C" __global__ void transpose_fine(float *to, const float *from, int n) // elements, not tiles
{
    __shared__ float tile[TILE][TILE + 1];
    const int at = in_tile(n, BY, BX);
    tile[TY][TX] = from[at];
    __syncthreads();
    to[at] = tile[TX][TY];
}

extern "C" __global__ void transpose_diagonal(float *to, const float *from, int n) // blocks along diagonals
{
    __shared__ float tile[TILE][TILE + 1];
    const int y = BX, x = (BX + BY) % gridDim.x;
    tile[TY][TX] = from[in_tile(n, y, x)];
    __syncthreads();
    to[in_tile(n, x, y)] = tile[TX][TY];
}
