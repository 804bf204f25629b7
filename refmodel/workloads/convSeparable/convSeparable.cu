// convSeparable.cu : separable convolution with a radius of 8 (SDK convolutionSeparable): rows, then columns, each through a tile in
// shared memory with its apron; the taps lie in constant memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { RADIUS = 8, TAPS = 2 * RADIUS + 1, ROW_X = 16, ROW_Y = 4, COL_X = 16, COL_Y = 8, STEPS = 8 };

__constant__ float taps[TAPS];

static __device__ __attribute__((always_inline)) float inside(const float *image, int w, int h, int x, int y)
{
    return x >= 0 && x < w && y >= 0 && y < h ? image[y * w + x] : 0.0f;
}

// A block of 16 x 4 threads, 8 results each along x.
extern "C" __global__ void conv_rows(int w, int h, const float *in, float *out)
{
    __shared__ float tile[ROW_Y][(STEPS + 2) * ROW_X];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * STEPS * ROW_X, y = blockIdx.y * ROW_Y + ty;
    for (int s = 0; s < STEPS + 2; s++) tile[ty][s * ROW_X + tx] = inside(in, w, h, x0 + (s - 1) * ROW_X + tx, y);
    __syncthreads();
    for (int s = 1; s <= STEPS; s++) {
        float sum = 0.0f;
        for (int k = -RADIUS; k <= RADIUS; k++) sum = __builtin_fmaf(taps[RADIUS - k], tile[ty][s * ROW_X + tx + k], sum);
        out[y * w + x0 + (s - 1) * ROW_X + tx] = sum;
    }
}

// A block of 16 x 8 threads, 8 results each along y. The spare word keeps a column's elements in different banks.
extern "C" __global__ void conv_columns(int w, int h, const float *in, float *out)
{
    __shared__ float tile[COL_X][(STEPS + 2) * COL_Y + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * COL_X + tx, y0 = blockIdx.y * STEPS * COL_Y;
    for (int s = 0; s < STEPS + 2; s++) tile[tx][s * COL_Y + ty] = inside(in, w, h, x, y0 + (s - 1) * COL_Y + ty);
    __syncthreads();
    for (int s = 1; s <= STEPS; s++) {
        float sum = 0.0f;
        for (int k = -RADIUS; k <= RADIUS; k++) sum = __builtin_fmaf(taps[RADIUS - k], tile[tx][s * COL_Y + ty + k], sum);
        out[(y0 + (s - 1) * COL_Y + ty) * w + x] = sum;
    }
}
