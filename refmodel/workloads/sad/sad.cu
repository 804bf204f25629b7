// sad.cu : sums of absolute differences for motion estimation (Parboil sad): each 4 x 4 block of a frame against 33 x 33 places in
// the reference frame, clamped at the border, then their sums over blocks up to 16 x 16. The reference frame is in global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { SIDE = 4, RANGE = 16, WIDE = 2 * RANGE + 1, PLACES = WIDE * WIDE, PADDED = 1096, EACH = 18, STEP = 3, TYPES_ABOVE = 25 };

#define INLINE static __device__ __attribute__((always_inline))

INLINE int clamp(int x, int high) { return x < 0 ? 0 : x > high ? high : x; }
INLINE int apart(int a, int b) { return a > b ? a - b : b - a; }

extern __shared__ __attribute__((aligned(8))) unsigned short sums[]; // of all places of the block

extern "C" __global__ void sad_4x4(unsigned short *sad, const unsigned short *frame, const unsigned short *reference, int across, int down)
{
    __shared__ unsigned short block[SIDE * SIDE];
    const int width = 16 * across, height = 16 * down, x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE, t = threadIdx.x;
    if (t < SIDE * SIDE) block[t] = frame[(y0 + t / SIDE) * width + x0 + t % SIDE];
    __syncthreads();
    int end = (t + 1) * EACH;
    if (end > PLACES) end = PLACES;
    for (int place = t * EACH; place < end; place += STEP) { // three places of a row share what they read
        const int x = x0 - RANGE + place % WIDE, y = y0 - RANGE + place / WIDE;
        int sum[STEP] = {0, 0, 0};
        for (int row = 0; row < SIDE; row++) {
            const unsigned short *line = reference + clamp(y + row, height - 1) * width;
            for (int i = 0; i < SIDE + STEP - 1; i++) {
                const int pixel = line[clamp(x + i, width - 1)];
                for (int s = 0; s < STEP; s++) {
                    if (i >= s && i - s < SIDE) sum[s] += apart(pixel, block[row * SIDE + i - s]);
                }
            }
        }
        for (int s = 0; s < STEP; s++) sums[place + s] = (unsigned short)sum[s];
    }
    if (t < PADDED - PLACES) sums[PLACES + t] = 0;
    __syncthreads();
    const int macroblock = blockIdx.y / SIDE * across + blockIdx.x / SIDE, in = blockIdx.y % SIDE * SIDE + blockIdx.x % SIDE;
    words2 *to = (words2 *)(sad + (TYPES_ABOVE * across * down + 16 * macroblock + in) * PADDED);
    if (t < 32) {
        for (int i = t; i < PADDED / 4; i += 32) to[i] = ((const words2 *)sums)[i];
    }
}

// Sums of four blocks at `from`, `line` words apart, by pairs of 16 bits: upright, flat and whole.
INLINE void add_up(const unsigned *from, int line, unsigned *tall, unsigned *flat, int flat_line, unsigned *whole)
{
    enum { WORDS = PADDED / 2 };
    for (int i = threadIdx.x; i < (PLACES + 1) / 2; i += 32) {
        const unsigned a = from[i], b = from[i + WORDS], c = from[i + line], d = from[i + line + WORDS];
        tall[i] = a + c;
        tall[i + WORDS] = b + d;
        flat[i] = a + b;
        flat[i + flat_line] = c + d;
        whole[i] = (a + b) + (c + d);
    }
}

#define AT(type, block) ((unsigned *)(sad + ((type) * macroblocks + (block)) * PADDED)) // of what comes after `type` others

extern "C" __global__ void sad_8x8(unsigned short *sad, int across, int down)
{
    const int tx = threadIdx.y & 1, ty = threadIdx.y >> 1, macroblocks = across * down, m = blockIdx.y * across + blockIdx.x;
    add_up(AT(25, 16 * m + 8 * ty + 2 * tx), SIDE * PADDED / 2, AT(17, 8 * m + 4 * ty + 2 * tx), AT(9, 8 * m + 4 * ty + tx),
           2 * PADDED / 2, AT(5, 4 * m + 2 * ty + tx));
}

extern "C" __global__ void sad_16x16(unsigned short *sad, int across, int down)
{
    const int macroblocks = across * down, m = blockIdx.y * across + blockIdx.x;
    add_up(AT(5, 4 * m), 2 * PADDED / 2, AT(3, 2 * m), AT(1, 2 * m), PADDED / 2, AT(0, m));
}
