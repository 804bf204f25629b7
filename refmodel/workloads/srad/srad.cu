// srad.cu : speckle-reducing anisotropic diffusion by tiles of 16 x 16 pixels in shared memory, each with its four borders in
// whole tiles of their own (Rodinia's version 2). The side is a multiple of 16.
//
// SPDX-License-Identifier: Apache-2.0
#include "srad.cuh"

// Differences to the four neighbours and the coefficient of each pixel.
extern "C" __global__ void srad_kernel1(float *dn, float *ds, float *dw, float *de, const float *image, float *coef, int cols, int rows, float q0)
{
    __shared__ float own[TILE][TILE], c[TILE][TILE], north[TILE][TILE], south[TILE][TILE], west[TILE][TILE], east[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    const int tile = cols * TILE * by + TILE * bx, at = tile + cols * ty + tx;
    north[ty][tx] = image[by == 0 ? tile + tx : tile - cols + tx];
    south[ty][tx] = image[by == gridDim.y - 1 ? tile + cols * (TILE - 1) + tx : tile + cols * TILE + tx];
    west[ty][tx] = image[bx == 0 ? tile + cols * ty : tile + cols * ty - 1];
    east[ty][tx] = image[bx == gridDim.x - 1 ? tile + cols * ty + TILE - 1 : tile + cols * ty + TILE];
    own[ty][tx] = image[at];
    __syncthreads();
    const float j = own[ty][tx];
    const float n = (ty == 0 ? north[ty][tx] : own[ty - 1][tx]) - j, s = (ty == TILE - 1 ? south[ty][tx] : own[ty + 1][tx]) - j;
    const float w = (tx == 0 ? west[ty][tx] : own[ty][tx - 1]) - j, e = (tx == TILE - 1 ? east[ty][tx] : own[ty][tx + 1]) - j;
    c[ty][tx] = coefficient(j, n, s, w, e, q0);
    __syncthreads();
    coef[at] = c[ty][tx];
    dn[at] = n;
    ds[at] = s;
    dw[at] = w;
    de[at] = e;
}

// The next image.
extern "C" __global__ void srad_kernel2(const float *dn, const float *ds, const float *dw, const float *de, float *image, const float *coef,
                                        int cols, int rows, float lambda)
{
    __shared__ float own[TILE][TILE], south[TILE][TILE], east[TILE][TILE], pixel[TILE][TILE], next[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    const int tile = cols * TILE * by + TILE * bx, at = tile + cols * ty + tx;
    pixel[ty][tx] = image[at];
    __syncthreads();
    south[ty][tx] = coef[by == gridDim.y - 1 ? tile + cols * (TILE - 1) + tx : tile + cols * TILE + tx];
    east[ty][tx] = coef[bx == gridDim.x - 1 ? tile + cols * ty + TILE - 1 : tile + cols * ty + TILE];
    own[ty][tx] = coef[at];
    __syncthreads();
    const float cs = ty == TILE - 1 ? south[ty][tx] : own[ty + 1][tx], ce = tx == TILE - 1 ? east[ty][tx] : own[ty][tx + 1];
    next[ty][tx] = diffused(pixel[ty][tx], own[ty][tx], cs, ce, dn[at], ds[at], dw[at], de[at], lambda);
    __syncthreads();
    image[at] = next[ty][tx];
}
