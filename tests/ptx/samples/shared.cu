// shared.cu : shared memory: tree reduction, histogram with atomics, tiled transpose, three-point stencil with a halo.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

extern "C" __global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float part[128];
    int t = TID_X, i = CTA_X * 256 + t;
    part[t] = (i < n ? in[i] : 0.0f) + (i + 128 < n ? in[i + 128] : 0.0f);
    __syncthreads();
    for (int step = 64; step > 0; step >>= 1) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) out[CTA_X] = part[0];
}

extern "C" __global__ void histogram(const unsigned char *in, int *bins, int n)
{
    __shared__ int local[64];
    if (TID_X < 64) local[TID_X] = 0;
    __syncthreads();
    for (int i = CTA_X * DIM_X + TID_X; i < n; i += DIM_X * 4) ATOMIC_ADD(&local[in[i] & 63], 1);
    __syncthreads();
    if (TID_X < 64) ATOMIC_ADD(&bins[TID_X], local[TID_X]);
}

extern "C" __global__ void transpose(const double *in, double *out, int n)
{
    __shared__ double tile[16][17];
    int x = CTA_X * 16 + TID_X, y = CTA_Y * 16 + TID_Y;
    if (x < n && y < n) tile[TID_Y][TID_X] = in[y * n + x];
    __syncthreads();
    x = CTA_Y * 16 + TID_X;
    y = CTA_X * 16 + TID_Y;
    if (x < n && y < n) out[y * n + x] = tile[TID_X][TID_Y];
}

extern "C" __global__ void stencil(const float *in, float *out, int n)
{
    extern __shared__ float halo[];
    int t = TID_X, i = CTA_X * DIM_X + t;
    halo[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) halo[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == (int)DIM_X - 1) halo[t + 2] = i + 1 < n ? in[i + 1] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = FMA(0.25f, halo[t] + halo[t + 2], 0.5f * halo[t + 1]);
}
