// srad_v1.c : host program and reference of srad_v1 (Rodinia), dimensions side x iterations.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/srad/srad.h"

#include <math.h>

enum { BLOCK = 512 };

// ex2.approx and lg2.approx are within 2^-22 (PTX ISA); each result is rounded twice more, and
// exp's argument too.
#define EXP_BOUND 0x1p-20
#define LOG_BOUND 0x1p-12 // 255 ln 2 times lg2's absolute error near 1, and roundings

typedef struct sides { // index vectors: a pixel beyond the border is the pixel at it
    array *north, *south, *west, *east;
} sides;

static sides make_sides(host *h, size_t n)
{
    sides v = {host_array_of(h, ELEMENT_S32, "iN", n), host_array_of(h, ELEMENT_S32, "iS", n),
               host_array_of(h, ELEMENT_S32, "jW", n), host_array_of(h, ELEMENT_S32, "jE", n)};
    for (size_t i = 0; i < n; i++) {
        v.north->s32[i] = v.west->s32[i] = (int32_t)(i ? i - 1 : 0);
        v.south->s32[i] = v.east->s32[i] = (int32_t)(i + 1 < n ? i + 1 : i);
    }
    return v;
}

// Sums as the tree of a block adds them up, block by block.
static void sum_blocks(float *v, size_t values, size_t apart)
{
    for (size_t first = 0; first < values; first += BLOCK) {
        float sum[BLOCK] = {0};
        for (size_t t = 0; t < BLOCK && first + t < values; t++) sum[t] = v[(first + t) * apart];
        for (size_t span = 2; span <= BLOCK; span *= 2) {
            for (size_t t = span - 1; t < BLOCK; t += span) sum[t] += sum[t - span / 2];
        }
        v[first * apart] = sum[BLOCK - 1];
    }
}

static void reduce(host *h, unsigned pixels, array *sums, array *squares)
{
    for (unsigned values = pixels, apart = 1; values > 1;
         values = (values + BLOCK - 1) / BLOCK, apart *= BLOCK) {
        host_launch(h, "srad_reduce", shape_blocks(values, BLOCK),
                    (void *[]){&values, &apart, &sums->device, &squares->device});
        if (!host_ended(h)) return;
        sum_blocks(sums->at, values, apart);
        sum_blocks(squares->at, values, apart);
    }
    host_check(h, sums);
    host_check(h, squares);
}

static float prepare(host *h, unsigned pixels, array *image, array *sums, array *squares)
{
    host_launch(h, "srad_prepare", shape_blocks(pixels, BLOCK),
                (void *[]){&pixels, &image->device, &sums->device, &squares->device});
    if (!host_ended(h)) return 1;
    for (size_t i = 0; i < pixels; i++) {
        sums->at[i] = image->at[i];
        squares->at[i] = image->at[i] * image->at[i];
    }
    reduce(h, pixels, sums, squares);
    return srad_q0(sums->at[0], squares->at[0], pixels);
}

// What the device made of the image, within the bound, is what the reference goes on with.
static void extract(host *h, unsigned pixels, array *image)
{
    host_launch(h, "srad_extract", shape_blocks(pixels, BLOCK),
                (void *[]){&pixels, &image->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < pixels; i++) image->at[i] = expf(image->at[i] / 255.0f);
    host_check_within(h, image, EXP_BOUND, 0);
    host_read(h, image);
}

static void compress(host *h, unsigned pixels, array *image)
{
    host_check(h, image);
    host_launch(h, "srad_compress", shape_blocks(pixels, BLOCK),
                (void *[]){&pixels, &image->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < pixels; i++) image->at[i] = logf(image->at[i]) * 255.0f;
    host_check_within(h, image, EXP_BOUND, LOG_BOUND);
}

static void program(host *h, const unsigned *n)
{
    unsigned side = n[0], pixels = side * side;
    float lambda = SRAD_LAMBDA, q0;
    array *image = host_array(h, "image", pixels);
    sides v = make_sides(h, side);
    array *dn = host_array(h, "dN", pixels), *ds = host_array(h, "dS", pixels),
          *dw = host_array(h, "dW", pixels), *de = host_array(h, "dE", pixels);
    array *coef = host_array(h, "coef", pixels), *sums = host_array(h, "sums", pixels),
          *squares = host_array(h, "sums2", pixels);
    const srad_pixels p = {side,     side,   1,      side,   image->at,
                           coef->at, dn->at, ds->at, dw->at, de->at};
    rng r = {1};
    for (size_t i = 0; i < pixels; i++) image->at[i] = (float)rng_below(&r, 256);
    host_send(h);
    extract(h, pixels, image);
    for (unsigned i = 0; i < n[1]; i++) {
        q0 = prepare(h, pixels, image, sums, squares);
        host_launch(h, "srad_kernel1", shape_blocks(pixels, BLOCK),
                    (void *[]){&side, &pixels, &v.north->device, &v.south->device, &v.west->device,
                               &v.east->device, &dn->device, &ds->device, &dw->device, &de->device,
                               &q0, &coef->device, &image->device});
        host_launch(h, "srad_kernel2", shape_blocks(pixels, BLOCK),
                    (void *[]){&side, &pixels, &v.south->device, &v.east->device, &dn->device,
                               &ds->device, &dw->device, &de->device, &lambda, &coef->device,
                               &image->device});
        if (!host_ended(h)) return;
        srad_reference(&p, q0, lambda);
    }
    compress(h, pixels, image);
}

const workload workload_srad_v1 = {
    .name = "srad_v1",
    .suite = "rodinia",
    .what =
        "speckle-reducing anisotropic diffusion, index vectors and reductions, side x iterations",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "srad_extract srad_prepare srad_reduce srad_kernel1 srad_kernel2 srad_compress",
    SIZES2(128, 2, 256, 8, 502, 100),
    .program = program};
