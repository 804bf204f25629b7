// stencil_t.cu : 7-point stencil on a grid of nx x ny x nz, x fastest (Parboil's tiled kernel): a block of 32 x 4 threads walks
// along z with its plane of 64 x 4 cells in shared memory and the planes below and above it in registers, two cells a thread.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { WIDE = 32, HIGH = 4, ROW = 2 * WIDE };

extern __shared__ float plane_now[];

extern "C" __global__ void stencil_tiled(float c0, float c1, const float *in, float *out, int nx, int ny, int nz)
{
    const int tx = threadIdx.x, ty = threadIdx.y, plane = nx * ny, j = blockIdx.y * HIGH + ty;
    float *const now = plane_now + ty * ROW + tx;
    float below[2], above[2];
    for (int half = 0; half < 2; half++) {
        const int i = blockIdx.x * ROW + half * WIDE + tx;
        const bool inside = i < nx && j < ny;
        below[half] = inside ? in[j * nx + i] : 0.0f;
        now[half * WIDE] = inside ? in[plane + j * nx + i] : 0.0f;
    }
    __syncthreads();
    for (int k = 1; k < nz - 1; k++) {
        for (int half = 0; half < 2; half++) {
            const int i = blockIdx.x * ROW + half * WIDE + tx, at = k * plane + j * nx + i;
            const float *cell = now + half * WIDE;
            if (i < nx && j < ny) above[half] = in[at + plane];
            if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1) { // a side that is not in the tile comes from memory
                const float up = ty == HIGH - 1 ? in[at + nx] : cell[ROW], down = ty == 0 ? in[at - nx] : cell[-ROW];
                const float left = half == 0 && tx == 0 ? in[at - 1] : cell[-1];
                const float right = half == 1 && tx == WIDE - 1 ? in[at + 1] : cell[1];
                const float around = above[half] + below[half] + up + down + right + left;
                out[at] = __builtin_fmaf(around, c1, -(cell[0] * c0));
            }
        }
        __syncthreads();
        for (int half = 0; half < 2; half++) {
            below[half] = now[half * WIDE];
            now[half * WIDE] = above[half];
        }
        __syncthreads();
    }
}
