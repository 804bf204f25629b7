// hotspot.c : host program and reference of hotspot (Rodinia), dimensions side x steps.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/hotspot/hotspot.h"

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_A_LAUNCH = 2 }; // Rodinia's pyramid height

typedef struct conductances { // as in hotspot.cuh
    float step, x, y, z, ambient;
} conductances;

// Rodinia's chip: 16 mm x 16 mm x 0.5 mm.
static conductances of_chip(unsigned side)
{
    const float wide = 0.016f, thick = 0.0005f, heat_si = 1.75e6f, k_si = 100.0f, ambient = 80.0f;
    const float cell = wide / (float)side, capacity = 0.5f * heat_si * thick * cell * cell;
    const float slope = 3.0e6f / (0.5f * thick * heat_si), step = 0.001f / slope;
    const float across = cell / (2.0f * k_si * thick * cell), down = thick / (k_si * cell * cell);
    return (conductances){step / capacity, 1.0f / across, 1.0f / across, 1.0f / down, ambient};
}

static void reference(const conductances *k, size_t side, const float *power, const float *from,
                      float *to)
{
    for (size_t y = 0; y < side; y++) {
        for (size_t x = 0; x < side; x++) {
            const size_t at = side * y + x;
            const float t = from[at], n = from[y ? at - side : at],
                        s = from[y + 1 < side ? at + side : at];
            const float w = from[x ? at - 1 : at], e = from[x + 1 < side ? at + 1 : at];
            const float vertical = fmaf(k->y, fmaf(t, -2.0f, s + n), power[at]);
            const float both = fmaf(k->x, fmaf(t, -2.0f, e + w), vertical);
            to[at] = fmaf(k->step, fmaf(k->z, k->ambient - t, both), t);
        }
    }
}

// `steps` steps from `in` to `out`.
static void reference_steps(const conductances *k, size_t side, unsigned steps, const float *power,
                            const float *in, float *out)
{
    float *now = wl_calloc(side * side, sizeof *now);
    memcpy(now, in, side * side * sizeof *now);
    for (unsigned i = 0; i < steps; i++) {
        reference(k, side, power, now, out);
        if (i + 1 < steps) memcpy(now, out, side * side * sizeof *now);
    }
    free(now);
}

void hotspot_run(host *h, const unsigned *n, unsigned a_launch, unsigned written)
{
    unsigned side = n[0], blocks = (side + written - 1) / written;
    rng r = {1};
    const size_t cells = (size_t)side * side;
    array *power = host_array(h, "power", cells), *from = host_array(h, "temp0", cells),
          *to = host_array(h, "temp1", cells);
    conductances k = of_chip(side);
    for (size_t i = 0; i < cells; i++) {
        power->at[i] = (float)rng_below(&r, 1000) * 1e-6f;
        from->at[i] = 320.0f + (float)rng_below(&r, 1000) / 50.0f;
    }
    host_send(h);
    for (unsigned step = 0; step < n[1]; step += a_launch) {
        host_launch(
            h, "hotspot_steps",
            (shape){.grid = {blocks, blocks, 1}, .block = {HOTSPOT_TILE, HOTSPOT_TILE, 1}},
            (void *[]){&a_launch, &side, &side, &power->device, &from->device, &to->device, &k});
        if (!host_ended(h)) return;
        reference_steps(&k, side, a_launch, power->at, from->at, to->at);
        array *out = to;
        to = from;
        from = out;
    }
    host_check(h, from);
}

static void program(host *h, const unsigned *n)
{
    hotspot_run(h, n, STEPS_A_LAUNCH, HOTSPOT_TILE - 2 * STEPS_A_LAUNCH);
}

const workload workload_hotspot = {
    .name = "hotspot",
    .suite = "rodinia",
    .what = "heat in a chip, tiles in shared memory, side x steps",
    .class_in = {[PAPER_DWT_PRIC] = "streaming-l1"},
    .kernels = "hotspot_steps",
    SIZES2(256, 4, 512, 4, 512, 2),
    .program = program,
};
