// lbm.cu : one time step of a D3Q19 lattice-Boltzmann fluid (Parboil lbm): each cell reads its 19 distributions and its flags,
// relaxes, and writes to its neighbours. An array an entry, x fastest and its rows aligned, a thread a cell, a block a row.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

#define DEVICE static __device__ __attribute__((always_inline))
#include "d3q19.h"

extern "C" __global__ void lbm_step(int pitch, int rows, int cells, const float *from, float *to)
{
    const int plane = pitch * rows, at = blockIdx.y * plane + blockIdx.x * pitch + threadIdx.x;
    float f[DIRECTIONS], out[DIRECTIONS];
#define TAKE(d, x, y, z, opposite, along) f[d] = from[d * cells + at];
    EACH_DIRECTION(TAKE)
    collide(f, ((const unsigned *)from)[FLAGS * cells + at], out);
#define GIVE(d, x, y, z, opposite, along) to[d * cells + at + (x) + (y) * pitch + (z) * plane] = out[d];
    EACH_DIRECTION(GIVE)
}
