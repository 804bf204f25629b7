// srad.h : host side and reference arithmetic of speckle-reducing anisotropic diffusion, shared by
// srad, srad_u and srad_v1. Products and sums are fused where the compiler fuses them in srad.cuh.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_SRAD_SRAD_H
#define WL_WORKLOADS_SRAD_SRAD_H

#include "workloads/host.h"

#define SRAD_LAMBDA 0.5f

typedef struct srad_pixels { // pixel (y, x) lies at y down + x right; what is beyond the border is
                             // the pixel itself
    size_t rows, cols, down, right;
    float *image, *coef, *n, *s, *w, *e;
} srad_pixels;

float srad_q0(float sum, float sum_of_squares, size_t pixels);     // speckle scale squared
void srad_reference(const srad_pixels *p, float q0, float lambda); // one iteration

// n[0] x n[0] pixels, a multiple of 16; n[1] iterations.
void srad_program(host *h, const unsigned *n);

#endif
