// stencil.cu : 7-point stencil on a grid of nx x ny x nz (Parboil): a thread a column of z, in blocks of 32 x 4; x fastest.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

extern "C" __global__ void stencil_7(int nx, int ny, int nz, float c0, float c1, const float *in, float *out)
{
    const int i = GLOBAL_X, j = GLOBAL_Y, plane = nx * ny;
    if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
    for (int k = 1; k < nz - 1; k++) {
        const int at = k * plane + j * nx + i;
        const float around = in[at - plane] + in[at + plane] + in[at - nx] + in[at + nx] + in[at - 1] + in[at + 1];
        out[at] = __builtin_fmaf(around, c1, -(in[at] * c0));
    }
}
