// srad_u.cu : speckle-reducing anisotropic diffusion in blocks of 16 x 16 threads without shared memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../srad/srad.cuh"

// Differences to the four neighbours and the coefficient of each pixel.
extern "C" __global__ void srad_kernel1(float *dn, float *ds, float *dw, float *de, const float *image, float *coef, int cols, int rows, float q0)
{
    const int x = GLOBAL_X, y = GLOBAL_Y, at = cols * y + x;
    const float j = image[at];
    const float n = image[y == 0 ? at : at - cols] - j, s = image[y == rows - 1 ? at : at + cols] - j;
    const float w = image[x == 0 ? at : at - 1] - j, e = image[x == cols - 1 ? at : at + 1] - j;
    coef[at] = coefficient(j, n, s, w, e, q0);
    dn[at] = n;
    ds[at] = s;
    dw[at] = w;
    de[at] = e;
}

// The next image.
extern "C" __global__ void srad_kernel2(const float *dn, const float *ds, const float *dw, const float *de, float *image, const float *coef,
                                        int cols, int rows, float lambda)
{
    const int x = GLOBAL_X, y = GLOBAL_Y, at = cols * y + x;
    const float cs = coef[y == rows - 1 ? at : at + cols], ce = coef[x == cols - 1 ? at : at + 1];
    image[at] = diffused(image[at], coef[at], cs, ce, dn[at], ds[at], dw[at], de[at], lambda);
}
