// dwt2d.c : host program and reference of dwt2d (Rodinia, 5/3 transform), dimensions side x levels.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>
#include <string.h>

enum { HIGH = 8, SPLIT = 256, DOWN = 15, COLOURS = 3 }; // at most DOWN blocks in a column of blocks

// The 5/3 transform of a line of n elements, n even, mirrored at its ends: low half, then high
// half.
static void lift(int32_t *line, size_t n, size_t apart, int32_t *out)
{
    for (size_t i = 1; i < n; i += 2)
        line[i * apart] -= (line[(i - 1) * apart] + line[(i + 1 < n ? i + 1 : i - 1) * apart]) >> 1;
    for (size_t i = 0; i < n; i += 2)
        line[i * apart] += (line[(i ? i - 1 : 1) * apart] + line[(i + 1) * apart] + 2) >> 2;
    for (size_t i = 0; i < n; i++) out[i / 2 + i % 2 * (n / 2)] = line[i * apart];
    for (size_t i = 0; i < n; i++) line[i * apart] = out[i];
}

static void reference(size_t size, size_t stride, const int32_t *from, int32_t *to)
{
    int32_t *out = wl_calloc(size, sizeof *out);
    for (size_t y = 0; y < size; y++) memcpy(to + y * stride, from + y * stride, size * sizeof *to);
    for (size_t y = 0; y < size; y++) lift(to + y * stride, size, 1, out);
    for (size_t x = 0; x < size; x++) lift(to + x, size, stride, out);
    free(out);
}

// Rodinia's windows, by the size of what is transformed.
static void launch(host *h, int size, int side, const array *from, const array *to)
{
    const unsigned n = (unsigned)size, wide = n >= 960 ? 192 : n >= 480 ? 128 : 64;
    int steps = (size + HIGH * DOWN - 1) / (HIGH * DOWN);
    const unsigned high = HIGH * (unsigned)steps;
    const shape s = {.grid = {(n + wide - 1) / wide, (n + high - 1) / high, 1},
                     .block = {wide, 1, 1}};
    const char *kernel = wide == 192   ? "dwt2d_53_192"
                         : wide == 128 ? "dwt2d_53_128"
                                       : "dwt2d_53_64";
    CUdeviceptr in = from->device, out = to->device;
    host_launch(h, kernel, s, (void *[]){&size, &size, &side, &steps, &in, &out});
}

// The levels of one plane, back and forth between two arrays: each level transforms the low quarter
// of the last one.
static void transform(host *h, int side, unsigned levels, array *from, array *to)
{
    for (unsigned level = 0; level < levels; level++) {
        const int size = side >> level;
        launch(h, size, side, from, to);
        if (!host_ended(h)) return;
        reference((size_t)size, (size_t)side, from->s32, to->s32);
        host_check(h, to);
        array *low = to;
        to = from;
        from = low;
    }
}

static void split(host *h, const array *rgb, array **plane)
{
    unsigned pixels = (unsigned)plane[0]->count;
    CUdeviceptr bytes = rgb->device;
    host_launch(
        h, "dwt2d_split", shape_blocks(pixels, SPLIT),
        (void *[]){&pixels, &bytes, &plane[0]->device, &plane[1]->device, &plane[2]->device});
    if (!host_ended(h)) return;
    for (size_t i = 0; i < rgb->count; i++) plane[i % COLOURS]->s32[i / COLOURS] = rgb->u8[i] - 128;
    for (unsigned c = 0; c < COLOURS; c++) host_check(h, plane[c]);
}

static void program(host *h, const unsigned *n)
{
    const size_t pixels = (size_t)n[0] * n[0];
    array *rgb = host_array_of(h, ELEMENT_U8, "rgb", COLOURS * pixels),
          *to = host_array_of(h, ELEMENT_S32, "bands", pixels);
    array *plane[COLOURS] = {host_array_of(h, ELEMENT_S32, "red", pixels),
                             host_array_of(h, ELEMENT_S32, "green", pixels),
                             host_array_of(h, ELEMENT_S32, "blue", pixels)};
    rng r = {1};
    for (size_t i = 0; i < rgb->count; i++)
        rgb->u8[i] = (uint8_t)(rng_below(&r, 64) + i / COLOURS / n[0] % 192);
    host_send(h);
    split(h, rgb, plane);
    for (unsigned c = 0; c < COLOURS; c++) transform(h, (int)n[0], n[1], plane[c], to);
}

const workload workload_dwt2d = {
    .name = "dwt2d",
    .suite = "rodinia",
    .what = "5/3 wavelet transform of a picture, side x levels",
    .class_in = {[PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "dwt2d_split dwt2d_53_64 dwt2d_53_128 dwt2d_53_192",
    SIZES2(192, 3, 512, 3, 1024, 3),
    .program = program,
};
