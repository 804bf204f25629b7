// histo.c : host program and reference of histo (Parboil), dimensions of the picture: width x
// height, and of the histogram: 256 x height. Bins are close to each other but for a few, and the
// kernel that looks for the busy ones does not see those few.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

enum {
    BIN_COLUMNS = 256,
    COPIES = 14,
    PRESCAN_BLOCKS = 64,
    PRESCAN_THREADS = 512,
    MAIN_THREADS = 768,
    FINAL_THREADS = 512,
    LINES = 16,
    FINAL_BLOCKS = 3 * COPIES,
    MOST = 255,
    SPREAD = 2000,
    FAR = 256 // one pixel in so many
};

typedef struct histogram {
    unsigned width, height, pixels, bins;
    array *picture, *range, *places, *partial, *others, *overflow, *final;
} histogram;

static uint32_t draw(const histogram *g, rng *r, size_t pixel)
{
    const size_t part = g->pixels / PRESCAN_BLOCKS;
    const bool seen = pixel % part < part / 8; // by the prescan
    if (rng_below(r, FAR) == 0 && !seen) return (uint32_t)rng_below(r, g->bins);
    uint64_t sum = 0;
    for (unsigned i = 0; i < 4; i++) sum += rng_below(r, 2 * SPREAD);
    return (uint32_t)(g->bins / 2 + sum - 4 * SPREAD);
}

static histogram make(host *h, const unsigned *n)
{
    histogram g = {n[0], n[1], n[0] * n[1], BIN_COLUMNS * n[2], NULL, NULL, NULL, NULL,
                   NULL, NULL, NULL};
    g.picture = host_array_of(h, ELEMENT_U32, "picture", g.pixels);
    g.range = host_array_of(h, ELEMENT_U32, "range", 2);
    g.places = host_array_of(h, ELEMENT_U32, "places", g.pixels);
    g.partial = host_array_of(h, ELEMENT_U32, "partial", (size_t)COPIES * g.bins / 4);
    g.others = host_array_of(h, ELEMENT_U16, "others", g.bins);
    g.overflow = host_array_of(h, ELEMENT_U32, "overflow", g.bins);
    g.final = host_array_of(h, ELEMENT_U8, "final", g.bins);
    rng r = {1};
    for (size_t i = 0; i < g.pixels; i++) g.picture->u32[i] = draw(&g, &r, i);
    g.range->u32[0] = UINT32_MAX;
    return g;
}

static void launch_counting(host *h, histogram *g)
{
    unsigned *range = g->range->u32, pitch = g->width / 2;
    const shape lines = {.grid = {g->height / LINES, 1, 1}, .block = {pitch, 1, 1}};
    const shape blocks = {.grid = {COPIES, range[1] - range[0] + 1, 1},
                          .block = {MAIN_THREADS, 1, 1}};
    host_launch(h, "histo_intermediates", lines,
                (void *[]){&g->picture->device, &g->width, &pitch, &g->places->device});
    host_launch(h, "histo_main", blocks,
                (void *[]){&g->places->device, &g->pixels, &range[0], &range[1], &g->bins,
                           &g->partial->device, &g->others->device, &g->overflow->device});
    host_launch(h, "histo_final", shape_blocks(FINAL_BLOCKS * FINAL_THREADS, FINAL_THREADS),
                (void *[]){&range[0], &range[1], &g->bins, &g->partial->device, &g->others->device,
                           &g->overflow->device, &g->final->device});
}

static void program(host *h, const unsigned *n)
{
    histogram g = make(h, n);
    host_send(h);
    host_launch(h, "histo_prescan", shape_blocks(PRESCAN_BLOCKS * PRESCAN_THREADS, PRESCAN_THREADS),
                (void *[]){&g.picture->device, &g.pixels, &g.range->device});
    if (!host_ended(h)) return; // then the range says nothing
    host_read(h, g.range);
    launch_counting(h, &g);
    if (!host_ended(h)) return;
    for (size_t i = 0; i < g.pixels; i++) {
        uint8_t *bin = &g.final->u8[g.picture->u32[i]];
        if (*bin < MOST) ++*bin;
    }
    host_check(h, g.final);
    host_check(h, g.others); // both are cleared again
    host_check(h, g.overflow);
}

const workload workload_histo = {
    .name = "histo",
    .suite = "parboil",
    .what = "histogram of a picture that stops at 255: picture, rows of 256 bins",
    .class_in = {[PAPER_CART] = "M"},
    .kernels = "histo_prescan histo_intermediates histo_main histo_final",
    SIZES3(128, 128, 512, 512, 512, 2048, 996, 1040, 8192),
    .program = program,
};
