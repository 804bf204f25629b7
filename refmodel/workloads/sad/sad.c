// sad.c : host program and reference of sad (Parboil), dimensions of the frame: width x height,
// multiples of 4.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <stdlib.h>

enum { SIDE = 4, RANGE = 8, WIDE = 2 * RANGE + 1, OFFSETS = WIDE * WIDE, THREADS = 64 };

static int clamp(int x, int high) { return x < 0 ? 0 : x > high ? high : x; }

static uint16_t difference(const unsigned *n, const array *frame, const array *reference, int x0,
                           int y0, int offset)
{
    const int w = (int)n[0], h = (int)n[1], dx = offset % WIDE - RANGE, dy = offset / WIDE - RANGE;
    int sum = 0;
    for (int y = y0; y < y0 + SIDE; y++) {
        for (int x = x0; x < x0 + SIDE; x++) {
            sum += abs((int)frame->u16[y * w + x] -
                       (int)reference->u16[clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)]);
        }
    }
    return (uint16_t)sum;
}

static void program(host *h, const unsigned *n)
{
    int w = (int)n[0], height = (int)n[1], across = w / SIDE, down = height / SIDE;
    const size_t pixels = (size_t)n[0] * n[1];
    array *frame = host_array_of(h, ELEMENT_U16, "frame", pixels),
          *reference = host_array_of(h, ELEMENT_U16, "reference", pixels);
    array *sad = host_array_of(h, ELEMENT_U16, "sad", pixels / (SIDE * SIDE) * OFFSETS);
    rng r = {1};
    for (size_t i = 0; i < pixels; i++) frame->u16[i] = (uint16_t)rng_below(&r, 256);
    for (size_t i = 0; i < pixels; i++) reference->u16[i] = (uint16_t)rng_below(&r, 256);
    host_send(h);
    const shape blocks = {.grid = {n[0] / SIDE, n[1] / SIDE, 1}, .block = {THREADS, 1, 1}};
    host_launch(h, "sad_4x4", blocks,
                (void *[]){&w, &height, &frame->device, &reference->device, &sad->device});
    for (int b = 0; b < across * down; b++) {
        for (int o = 0; o < OFFSETS; o++)
            sad->u16[b * OFFSETS + o] =
                difference(n, frame, reference, b % across * SIDE, b / across * SIDE, o);
    }
    host_check(h, sad);
}

const workload workload_sad = {
    .name = "sad",
    .suite = "parboil",
    .what = "sums of absolute differences of 4 x 4 blocks, width x height",
    .class_in = {[PAPER_CART] = "C", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "sad_4x4",
    SIZES2(32, 32, 88, 72, 176, 144),
    .program = program,
};
