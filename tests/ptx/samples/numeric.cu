// numeric.cu : double precision, conversions, constant memory, module variables, 64-bit and 16-bit integers.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

__constant__ double coefficients[5] = {1.0, -0.5, 0.25, -0.125, 3.0};
__device__ int offsets[4] = {10, 20, 30, 40};
__device__ int *const cursor[2] = {&offsets[1], &offsets[3]};

extern "C" __global__ void horner(const double *x, double *y, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    double s = 0;
    for (int k = 4; k >= 0; k--) s = s * x[i] + coefficients[k];
    y[i] = SQRT_D(s * s + 1.0) / (1.0 + x[i] * x[i]) - (double)(float)x[i];
}

extern "C" __global__ void convert(const float *x, int *i32, unsigned *u32, long long *i64, short *i16, float *back, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    float v = x[i];
    i32[i] = (int)v;
    u32[i] = (unsigned)(v < 0 ? -v : v);
    i64[i] = (long long)(v * 1000.0f) * offsets[i & 3];
    i16[i] = (short)((int)v & 0x7fff);
    back[i] = (float)i64[i] + (float)i16[i] * SQRT(v < 0 ? -v : v) + (float)*cursor[i & 1];
}

extern "C" __global__ void mix64(const unsigned long long *in, unsigned long long *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    unsigned long long x = in[i];
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 29;
    x = x / 1000003u + x % 977u;
    out[i] = x << (i & 63) | x >> (63 - (i & 63));
}

struct __attribute__((aligned(16))) quad {
    float x, y, z, w;
};

extern "C" __global__ void vectors(const quad *in, quad *out, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    quad v = in[i];
    quad r = {v.w, v.z * 2.0f, v.y * 3.0f, v.x * 4.0f};
    out[i] = r;
}
