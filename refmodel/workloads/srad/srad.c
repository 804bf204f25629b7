// srad.c : host program and reference of srad (Rodinia, version 2), dimensions side x iterations.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/srad/srad.h"

#include "base/rng.h"

#include <math.h>

enum { TILE = 16, SPECKLE = 128 }; // the speckle is measured in the first 128 x 128 pixels

float srad_q0(float sum, float sum_of_squares, size_t pixels)
{
    const float mean = sum / (float)pixels, variance = sum_of_squares / (float)pixels - mean * mean;
    return variance / (mean * mean);
}

static float coefficient(float j, float n, float s, float w, float e, float q0)
{
    const float g2 = fmaf(e, e, fmaf(w, w, fmaf(n, n, s * s))) / (j * j), l = (n + s + w + e) / j;
    const float num = fmaf(g2, 0.5f, l * l * -0.0625f), den = fmaf(l, 0.25f, 1.0f),
                q = num / (den * den);
    const float c = 1.0f / ((q - q0) / ((q0 + 1.0f) * q0) + 1.0f);
    return c < 0 ? 0 : c > 1 ? 1 : c;
}

static void find_coefficients(const srad_pixels *p, float q0)
{
    for (size_t y = 0; y < p->rows; y++) {
        for (size_t x = 0; x < p->cols; x++) {
            const size_t at = y * p->down + x * p->right;
            const float j = p->image[at];
            p->n[at] = p->image[y ? at - p->down : at] - j;
            p->s[at] = p->image[y + 1 < p->rows ? at + p->down : at] - j;
            p->w[at] = p->image[x ? at - p->right : at] - j;
            p->e[at] = p->image[x + 1 < p->cols ? at + p->right : at] - j;
            p->coef[at] = coefficient(j, p->n[at], p->s[at], p->w[at], p->e[at], q0);
        }
    }
}

static void diffuse(const srad_pixels *p, float lambda)
{
    for (size_t y = 0; y < p->rows; y++) {
        for (size_t x = 0; x < p->cols; x++) {
            const size_t at = y * p->down + x * p->right;
            const float c = p->coef[at], cs = p->coef[y + 1 < p->rows ? at + p->down : at],
                        ce = p->coef[x + 1 < p->cols ? at + p->right : at];
            const float sum =
                fmaf(ce, p->e[at], fmaf(c, p->w[at], fmaf(c, p->n[at], cs * p->s[at])));
            p->image[at] = fmaf(lambda * 0.25f, sum, p->image[at]);
        }
    }
}

void srad_reference(const srad_pixels *p, float q0, float lambda)
{
    find_coefficients(p, q0);
    diffuse(p, lambda);
}

static float speckle(const array *image, size_t side)
{
    const size_t square = side < SPECKLE ? side : SPECKLE;
    float sum = 0, squares = 0;
    for (size_t y = 0; y < square; y++) {
        for (size_t x = 0; x < square; x++) {
            const float j = image->at[y * side + x];
            sum += j;
            squares += j * j;
        }
    }
    return srad_q0(sum, squares, square * square);
}

void srad_program(host *h, const unsigned *n)
{
    unsigned side = n[0];
    float lambda = SRAD_LAMBDA, q0;
    const size_t cells = (size_t)side * side;
    array *image = host_array(h, "image", cells), *coef = host_array(h, "coef", cells),
          *east = host_array(h, "east", cells);
    array *west = host_array(h, "west", cells), *north = host_array(h, "north", cells),
          *south = host_array(h, "south", cells);
    const srad_pixels p = {side,     side,      side,      1,        image->at,
                           coef->at, north->at, south->at, west->at, east->at};
    const shape tiles = {.grid = {side / TILE, side / TILE, 1}, .block = {TILE, TILE, 1}};
    rng r = {1};
    for (size_t i = 0; i < cells; i++) image->at[i] = expf((float)rng_below(&r, 1000) / 1000.0f);
    host_send(h);
    for (unsigned i = 0; i < n[1]; i++) {
        q0 = speckle(
            image,
            side); // Rodinia reads the image back for it; the reference's is the same to the bit
        host_launch(h, "srad_kernel1", tiles,
                    (void *[]){&north->device, &south->device, &west->device, &east->device,
                               &image->device, &coef->device, &side, &side, &q0});
        host_launch(h, "srad_kernel2", tiles,
                    (void *[]){&north->device, &south->device, &west->device, &east->device,
                               &image->device, &coef->device, &side, &side, &lambda});
        if (!host_ended(h)) return;
        srad_reference(&p, q0, lambda);
    }
    host_check(h, image);
}

const workload workload_srad = {
    .name = "srad",
    .suite = "rodinia",
    .what = "speckle-reducing anisotropic diffusion, tiles in shared memory, side x iterations",
    .class_in = {[PAPER_DWT_PRIC] = "conflict", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "srad_kernel1 srad_kernel2",
    SIZES2_MRPB(256, 1, 512, 2, 2048, 2, 1024, 2),
    .program = srad_program,
};
