// dwt2d.cu : forward 5/3 wavelet transform of an RGB picture. A block, a thread a column, slides a window of 8 rows down its columns in
// shared memory: rows are lifted first, then columns; the four bands go to the quarters of the output.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { HIGH = 8, SPLIT = 256, HALO = 2 };

// Bytes r, g, b, r, g, b ... to three planes of signed numbers.
extern "C" __global__ void dwt2d_split(int pixels, const unsigned char *rgb, int *r, int *g, int *b)
{
    __shared__ unsigned char bytes[3 * SPLIT];
    const int t = threadIdx.x, from = blockIdx.x * 3 * SPLIT, at = GLOBAL_X;
    for (int i = t; i < 3 * SPLIT; i += SPLIT) {
        if (from + i < 3 * pixels) bytes[i] = rgb[from + i];
    }
    __syncthreads();
    if (at >= pixels) return;
    r[at] = bytes[3 * t] - 128;
    g[at] = bytes[3 * t + 1] - 128;
    b[at] = bytes[3 * t + 2] - 128;
}

// Position mirrored at the borders 0 and n - 1.
static __device__ __attribute__((always_inline)) int mirrored(int at, int n)
{
    at = at < 0 ? -at : at;
    return at >= n ? 2 * (n - 1) - at : at;
}

// Lifting of the odd elements of a line, then of the even ones; elements lie `apart` apart.
static __device__ __attribute__((always_inline)) void predict(int *line, int apart, int at)
{
    line[at * apart] -= (line[(at - 1) * apart] + line[(at + 1) * apart]) >> 1;
}

static __device__ __attribute__((always_inline)) void update(int *line, int apart, int at)
{
    line[at * apart] += (line[(at - 1) * apart] + line[(at + 1) * apart] + 2) >> 2;
}

// cols and rows even; a block transforms `steps` windows, one below the other. HALO elements on each side of a window only serve the
// others.
// Windows of WIDE columns that go down by 8 rows: three rows of each are kept for the next one, of which the first is predicted.
template <int WIDE> static __device__ __attribute__((always_inline)) void
transform(int cols, int rows, int stride, int steps, const int *from, int *to)
{
    enum { W = WIDE + 2 * HALO, H = HIGH + 2 * HALO, KEPT = 3 };
    __shared__ int window[H][W];
    const int t = threadIdx.x, left = blockIdx.x * WIDE;
    int *const own = &window[0][t + HALO];
    for (int step = 0; step < steps; step++) {
        const int top = (blockIdx.y * steps + step) * HIGH, first = step == 0 ? 0 : H - HIGH;
        if (top >= rows) return;
        for (int y = first; y < H; y++) {
            for (int x = t; x < W; x += WIDE) {
                window[y][x] = from[mirrored(top + y - HALO, rows) * stride + mirrored(left + x - HALO, cols)];
            }
        }
        __syncthreads();
        for (int i = first * (W / 2 - 1) + t; i < H * (W / 2 - 1); i += WIDE) predict(window[i / (W / 2 - 1)], 1, i % (W / 2 - 1) * 2 + 1);
        __syncthreads();
        for (int i = first * (WIDE / 2) + t; i < H * (WIDE / 2); i += WIDE) update(window[i / (WIDE / 2)], 1, i % (WIDE / 2) * 2 + HALO);
        __syncthreads();
        for (int y = step == 0 ? 1 : KEPT; y < H - 1; y += 2) predict(own, W, y);
        for (int y = HALO; y < HIGH + HALO; y += 2) update(own, W, y);
        for (int y = 0; y < HIGH; y++) {
            const int row = top + y, col = left + t;
            const int band_row = row / 2 + row % 2 * (rows / 2), band_col = col / 2 + col % 2 * (cols / 2);
            if (row < rows && col < cols) to[band_row * stride + band_col] = own[(y + HALO) * W];
        }
        for (int y = 1; y <= KEPT; y++) own[y * W] = own[(y + HIGH) * W];
        __syncthreads();
    }
}

#define KERNEL(wide) \
    extern "C" __global__ void dwt2d_53_##wide(int cols, int rows, int stride, int steps, const int *from, int *to) \
    { \
        transform<wide>(cols, rows, stride, steps, from, to); \
    }
KERNEL(64)
KERNEL(128)
KERNEL(192)
