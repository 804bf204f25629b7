// srad_v1.cu : speckle-reducing anisotropic diffusion with a thread a pixel in a line of blocks of 512, neighbours by index
// vectors, and the speckle scale from sums that the device reduces (Rodinia's version 1). Pixels lie column by column.
//
// SPDX-License-Identifier: Apache-2.0
#include "../srad/srad.cuh"

enum { BLOCK = 512 };

#define LOG2_E 1.44269504f
#define LN_2 0.693147181f

// Grey levels 0..255 to exp(level / 255), and back.
extern "C" __global__ void srad_extract(int pixels, float *image)
{
    const int at = GLOBAL_X;
    if (at < pixels) image[at] = __nvvm_ex2_approx_f(image[at] / 255.0f * LOG2_E);
}

extern "C" __global__ void srad_compress(int pixels, float *image)
{
    const int at = GLOBAL_X;
    if (at < pixels) image[at] = __nvvm_lg2_approx_f(image[at]) * LN_2 * 255.0f;
}

extern "C" __global__ void srad_prepare(int pixels, const float *image, float *sums, float *squares)
{
    const int at = GLOBAL_X;
    if (at >= pixels) return;
    sums[at] = image[at];
    squares[at] = image[at] * image[at];
}

// Sums of blocks of values that lie `apart` apart; a block's sum replaces its first value.
extern "C" __global__ void srad_reduce(int values, int apart, float *sums, float *squares)
{
    __shared__ float sum[BLOCK], square[BLOCK];
    const int t = threadIdx.x, at = GLOBAL_X;
    sum[t] = at < values ? sums[at * apart] : 0.0f;
    square[t] = at < values ? squares[at * apart] : 0.0f;
    __syncthreads();
    for (int span = 2; span <= BLOCK; span *= 2) {
        if ((t + 1) % span == 0) {
            sum[t] += sum[t - span / 2];
            square[t] += square[t - span / 2];
        }
        __syncthreads();
    }
    if (t != BLOCK - 1) return;
    sums[blockIdx.x * BLOCK * apart] = sum[t];
    squares[blockIdx.x * BLOCK * apart] = square[t];
}

extern "C" __global__ void srad_kernel1(int rows, int pixels, const int *north, const int *south, const int *west, const int *east,
                                        float *dn, float *ds, float *dw, float *de, float q0, float *coef, const float *image)
{
    const int at = GLOBAL_X;
    if (at >= pixels) return;
    const int y = at % rows, x = at / rows;
    const float j = image[at];
    const float n = image[north[y] + rows * x] - j, s = image[south[y] + rows * x] - j;
    const float w = image[y + rows * west[x]] - j, e = image[y + rows * east[x]] - j;
    dn[at] = n;
    ds[at] = s;
    dw[at] = w;
    de[at] = e;
    coef[at] = coefficient(j, n, s, w, e, q0);
}

extern "C" __global__ void srad_kernel2(int rows, int pixels, const int *south, const int *east, const float *dn, const float *ds,
                                        const float *dw, const float *de, float lambda, const float *coef, float *image)
{
    const int at = GLOBAL_X;
    if (at >= pixels) return;
    const int y = at % rows, x = at / rows;
    image[at] = diffused(image[at], coef[at], coef[south[y] + rows * x], coef[y + rows * east[x]], dn[at], ds[at], dw[at], de[at], lambda);
}
