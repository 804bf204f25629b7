// lud.cuh : LU decomposition inside tiles of 16 x 16, shared by lud and lud_u. A tile is given as a pointer to its first element and
// the distance of its rows.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_LUD_CUH
#define WL_WORKLOADS_LUD_CUH

#include "../prelude.cuh"

enum { TILE = 16 };

#define INLINE static __device__ __attribute__((always_inline))

// The tile on the diagonal by 16 threads: column i of L, then row i + 1 of U.
INLINE void decompose(float *d, int wide, int t)
{
    for (int i = 0; i < TILE - 1; i++) {
        if (t > i) {
            for (int j = 0; j < i; j++) d[t * wide + i] -= d[t * wide + j] * d[j * wide + i];
            d[t * wide + i] /= d[i * wide + i];
        }
        __syncthreads();
        if (t > i) {
            for (int j = 0; j <= i; j++) d[(i + 1) * wide + t] -= d[(i + 1) * wide + j] * d[j * wide + t];
        }
        __syncthreads();
    }
}

// Column t of a tile to the right of the diagonal tile d.
INLINE void solve_row(const float *d, int d_wide, float *u, int wide, int t)
{
    for (int i = 1; i < TILE; i++) {
        for (int j = 0; j < i; j++) u[i * wide + t] -= d[i * d_wide + j] * u[j * wide + t];
    }
}

// Row t of a tile below it.
INLINE void solve_column(const float *d, int d_wide, float *l, int wide, int t)
{
    for (int i = 0; i < TILE; i++) {
        for (int j = 0; j < i; j++) l[t * wide + i] -= l[t * wide + j] * d[j * d_wide + i];
        l[t * wide + i] /= d[i * d_wide + i];
    }
}

// One element of L U for the tile between l's row and u's column.
INLINE float product(const float *l, int l_wide, const float *u, int u_wide, int tx, int ty)
{
    float sum = 0.0f;
    for (int i = 0; i < TILE; i++) sum += l[ty * l_wide + i] * u[i * u_wide + tx];
    return sum;
}

#endif
