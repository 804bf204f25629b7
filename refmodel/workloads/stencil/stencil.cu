// stencil.cu : 7-point stencil on a grid of nx x ny x nz, x fastest (Parboil's naive kernel): a thread a cell, a block a row.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void stencil_naive(float c0, float c1, const float *in, float *out, int nx, int ny, int nz)
{
    const int i = threadIdx.x, plane = nx * ny, at = (blockIdx.y + 1) * plane + (blockIdx.x + 1) * nx + i;
    if (i == 0) return;
    const float around = in[at + plane] + in[at - plane] + in[at + nx] + in[at - nx] + in[at + 1] + in[at - 1];
    out[at] = __builtin_fmaf(around, c1, -(in[at] * c0));
}
