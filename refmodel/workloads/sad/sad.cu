// sad.cu : sums of absolute differences (Parboil sad): every 4 x 4 block of a frame against the reference frame at every offset of a
// square search range; a thread block a 4 x 4 block, its threads the offsets.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { SIDE = 4, RANGE = 8, OFFSETS = (2 * RANGE + 1) * (2 * RANGE + 1) };

static __device__ __attribute__((always_inline)) int clamp(int x, int high) { return x < 0 ? 0 : x > high ? high : x; }

extern "C" __global__ void sad_4x4(int width, int height, const unsigned short *frame, const unsigned short *reference, unsigned short *sad)
{
    __shared__ unsigned short block[SIDE * SIDE];
    const int x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE, t = threadIdx.x;
    if (t < SIDE * SIDE) block[t] = frame[(y0 + t / SIDE) * width + x0 + t % SIDE];
    __syncthreads();
    unsigned short *mine = sad + (blockIdx.y * gridDim.x + blockIdx.x) * OFFSETS;
    for (int offset = t; offset < OFFSETS; offset += blockDim.x) {
        const int dx = offset % (2 * RANGE + 1) - RANGE, dy = offset / (2 * RANGE + 1) - RANGE;
        int sum = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int x = clamp(x0 + i % SIDE + dx, width - 1), y = clamp(y0 + i / SIDE + dy, height - 1);
            const int d = (int)block[i] - (int)reference[y * width + x];
            sum += d < 0 ? -d : d;
        }
        mine[offset] = (unsigned short)sum;
    }
}
