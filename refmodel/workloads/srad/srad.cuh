// srad.cuh : the arithmetic of speckle-reducing anisotropic diffusion, shared by srad, srad_u and srad_v1.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_SRAD_CUH
#define WL_WORKLOADS_SRAD_CUH

#include "../prelude.cuh"

enum { TILE = 16 };

// How much diffuses at a pixel j with differences n, s, w, e to its neighbours; q0 is the speckle scale squared. 0 to 1.
static __device__ __attribute__((always_inline)) float coefficient(float j, float n, float s, float w, float e, float q0)
{
    float g2 = (n * n + s * s + w * w + e * e) / (j * j);
    float l = (n + s + w + e) / j;
    float num = 0.5f * g2 - 0.0625f * (l * l);
    float den = 1.0f + 0.25f * l;
    float q = num / (den * den);
    float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
    return c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

// The pixel a step of lambda / 4 later; c here, to the south and to the east.
static __device__ __attribute__((always_inline)) float diffused(float j, float c, float cs, float ce, float n, float s, float w, float e,
                                                                float lambda)
{
    float sum = c * n + cs * s + c * w + ce * e;
    return j + 0.25f * lambda * sum;
}

#endif
