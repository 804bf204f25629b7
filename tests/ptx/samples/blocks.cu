// blocks.cu : a block's threads together: counting barriers, a scan, tiles of doubles, 64-bit and shared atomics, halves.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

extern "C" __global__ void census(const int *in, int *out)
{
    int i = CTA_X * DIM_X + TID_X, v = in[i];
    int odd = COUNT_BLOCK(v & 1), all = ALL_BLOCK(v >= 0), any = ANY_BLOCK(v > 4990);
    out[i] = odd * 4 + (all != 0) * 2 + (any != 0);
}

extern "C" __global__ void scan(const int *in, int *out)
{
    __shared__ int sums[8];
    int i = CTA_X * DIM_X + TID_X, lane = TID_X & 31, warp = TID_X / 32, v = in[i];
    for (int step = 1; step < 32; step *= 2) {
        int o = SHUFFLE_UP(v, step);
        if (lane >= step) v += o;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++) before += sums[w];
    out[i] = before + v;
}

extern "C" __global__ void matmul(const double *a, const double *b, double *c, int n)
{
    __shared__ double ta[8][8], tb[8][9];
    int x = CTA_X * 8 + TID_X, y = CTA_Y * 8 + TID_Y;
    double sum = 0;
    for (int k = 0; k < n; k += 8) {
        ta[TID_Y][TID_X] = a[y * n + k + TID_X];
        tb[TID_Y][TID_X] = b[(k + TID_Y) * n + x];
        __syncthreads();
        for (int j = 0; j < 8; j++) sum = FMA_D(ta[TID_Y][j], tb[j][TID_X], sum);
        __syncthreads();
    }
    c[y * n + x] = sum;
}

extern "C" __global__ void extremes(const int *in, int *least, long long *total, int n)
{
    __shared__ int low;
    __shared__ int turn;
    if (TID_X == 0) low = 1 << 30, turn = 0;
    __syncthreads();
    for (int i = TID_X; i < n; i += DIM_X) {
        ATOMIC_MIN(&low, in[i]);
        ATOMIC_ADD_L(total, (long long)in[i] << 20);
    }
    __syncthreads();
    if (ATOMIC_EXCH(&turn, 1) == 0) *least = low;
}

extern "C" __global__ void halves(const float *in, float *out, int n)
{
    __shared__ half_t h[64];
    int i = CTA_X * DIM_X + TID_X;
    h[TID_X] = HALF(i < n ? in[i] : 0.0f);
    __syncthreads();
    half_t a = h[TID_X], b = h[63 - TID_X];
    if (i < n) out[i] = FLOAT(HALF_FMA(a, b, HALF(0.5f))) + FLOAT(h[TID_X / 2]);
}
