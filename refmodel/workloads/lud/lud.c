// lud.c : host program and reference of lud (Rodinia): LU decomposition of an n x n matrix in
// place.
//
// SPDX-License-Identifier: Apache-2.0
#include "workloads/lud/lud.h"

#include "base/rng.h"

#include <math.h>

enum { TILE = 16 };

// Element (r, c) of L or U: what all tiles before its own take away goes as one sum each, then its
// own tile's element by element.
static float element(const float *m, size_t n, size_t r, size_t c)
{
    const size_t before = r < c ? r : c, tile = before / TILE * TILE;
    float left = m[r * n + c];
    for (size_t k = 0; k < tile; k += TILE) {
        float sum = 0;
        for (size_t j = k; j < k + TILE; j++) sum = fmaf(m[r * n + j], m[j * n + c], sum);
        left -= sum;
    }
    for (size_t j = tile; j < before; j++) left = fmaf(-m[r * n + j], m[j * n + c], left);
    return r > c ? left / m[c * n + c] : left;
}

static void reference(float *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t c = i; c < n; c++) m[i * n + c] = element(m, n, i, c);
        for (size_t r = i + 1; r < n; r++) m[r * n + i] = element(m, n, r, i);
    }
}

void lud_program(host *h, const unsigned *dims)
{
    unsigned n = dims[0], offset = 0;
    array *m = host_array(h, "m", (size_t)n * n);
    void *params[] = {&m->device, &n, &offset};
    rng r = {1};
    for (size_t i = 0; i < m->count; i++)
        m->at[i] = (float)rng_below(&r, 1000) / 1000.0f + (i % (n + 1) == 0 ? (float)n : 0.0f);
    host_send(h);
    for (;; offset += TILE) {
        const unsigned tiles = (n - offset) / TILE - 1; // right of the diagonal tile
        host_launch(h, "lud_diagonal", shape_blocks(TILE, TILE), params);
        if (!tiles) break;
        host_launch(h, "lud_perimeter", shape_blocks(2 * TILE * tiles, 2 * TILE), params);
        host_launch(h, "lud_internal", (shape){.grid = {tiles, tiles, 1}, .block = {TILE, TILE, 1}},
                    params);
    }
    if (!host_ended(h)) return;
    reference(m->at, n);
    host_check(h, m);
}

const workload workload_lud = {
    .name = "lud",
    .suite = "rodinia",
    .what = "LU decomposition, tiles in shared memory, rows",
    .kernels = "lud_diagonal lud_perimeter lud_internal",
    SIZES1(128, 256, 512),
    .program = lud_program,
};
