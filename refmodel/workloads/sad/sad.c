// sad.c : host program and reference of sad (Parboil), dimensions of the frame: width x height,
// multiples of 16.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>

enum { SIDE = 4, MACRO = 16, RANGE = 16, WIDE = 2 * RANGE + 1, PLACES = WIDE * WIDE };
enum { PADDED = 1096, EACH = 18, BLOCKS = 41 }; // sums of all sizes of a macroblock

static int clamp(int x, int high) { return x < 0 ? 0 : x > high ? high : x; }

typedef struct frames {
    int w, h;
    array *frame, *reference;
} frames;

static unsigned difference(const frames *f, int x0, int y0, int place)
{
    const int dx = place % WIDE - RANGE, dy = place / WIDE - RANGE;
    unsigned sum = 0;
    for (int y = y0; y < y0 + SIDE; y++) {
        const uint16_t *line = f->reference->u16 + clamp(y + dy, f->h - 1) * f->w;
        for (int x = x0; x < x0 + SIDE; x++)
            sum += (unsigned)abs((int)f->frame->u16[y * f->w + x] - line[clamp(x + dx, f->w - 1)]);
    }
    return sum;
}

// The sizes of blocks in the order of the output: how many of them lie before in a macroblock, and
// their sides in blocks of 4 x 4.
static const struct size {
    int before, wide, high;
} sizes[] = {{0, 4, 4}, {1, 4, 2}, {3, 2, 4}, {5, 2, 2}, {9, 2, 1}, {17, 1, 2}, {25, 1, 1}};

// Where the sums of the block at (x, y), in blocks of 4 x 4 within macroblock m of n, are.
static size_t index_of(const struct size *s, size_t n, size_t m, int x, int y)
{
    const int across = SIDE / s->wide, number = across * (SIDE / s->high);
    const size_t block = (size_t)(y / s->high * across + x / s->wide);
    return ((size_t)s->before * n + (size_t)number * m + block) * PADDED;
}

static void add_block(const frames *f, uint16_t *sad, int bx, int by)
{
    const size_t across = (size_t)(f->w / MACRO), n = across * (size_t)(f->h / MACRO);
    const size_t m = (size_t)(by / SIDE) * across + (size_t)(bx / SIDE);
    for (int place = 0; place < PLACES; place++) {
        const unsigned sum = difference(f, bx * SIDE, by * SIDE, place);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            uint16_t *to = sad + index_of(&sizes[s], n, m, bx % SIDE, by % SIDE) + place;
            *to = (uint16_t)(*to + sum);
        }
    }
}

static void launch(host *h, const unsigned *n, const frames *f, array *sad)
{
    unsigned across = n[0] / MACRO, down = n[1] / MACRO;
    const shape blocks = {.grid = {n[0] / SIDE, n[1] / SIDE, 1},
                          .block = {(PLACES + EACH - 1) / EACH, 1, 1},
                          .shared_bytes = PADDED * sizeof(uint16_t)};
    host_launch(h, "sad_4x4", blocks,
                (void *[]){&sad->device, &f->frame->device, &f->reference->device, &across, &down});
    void *params[] = {&sad->device, &across, &down};
    host_launch(h, "sad_8x8", (shape){.grid = {across, down, 1}, .block = {32, 4, 1}}, params);
    host_launch(h, "sad_16x16", (shape){.grid = {across, down, 1}, .block = {32, 1, 1}}, params);
}

static void program(host *h, const unsigned *n)
{
    const size_t pixels = (size_t)n[0] * n[1];
    array *frame = host_array_of(h, ELEMENT_U16, "frame", pixels),
          *reference = host_array_of(h, ELEMENT_U16, "reference", pixels);
    array *sad = host_array_of(h, ELEMENT_U16, "sad", pixels / (MACRO * MACRO) * BLOCKS * PADDED);
    const frames f = {(int)n[0], (int)n[1], frame, reference};
    rng r = {1};
    for (size_t i = 0; i < pixels; i++) frame->u16[i] = (uint16_t)rng_below(&r, 256);
    for (size_t i = 0; i < pixels; i++) reference->u16[i] = (uint16_t)rng_below(&r, 256);
    host_send(h);
    launch(h, n, &f, sad);
    if (!host_ended(h)) return;
    for (int by = 0; by < f.h / SIDE; by++) {
        for (int bx = 0; bx < f.w / SIDE; bx++) add_block(&f, sad->u16, bx, by);
    }
    host_check(h, sad);
}

const workload workload_sad = {
    .name = "sad",
    .suite = "parboil",
    .what = "sums of absolute differences of blocks from 4 x 4 to 16 x 16, width x height",
    .class_in = {[PAPER_CART] = "C", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "sad_4x4 sad_8x8 sad_16x16",
    SIZES2(32, 32, 96, 80, 176, 144),
    .program = program,
};
