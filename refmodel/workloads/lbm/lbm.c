// lbm.c : host program and reference of lbm (Parboil): two time steps of a lid-driven cavity. Rows
// of x are padded to whole lines, and two planes lie before and two after those of the cells.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#define DEVICE static inline
#include "workloads/lbm/d3q19.h"

enum { PADDING = 8, LINE = 32, MARGIN = 2 }; // of x, in words, in planes

typedef struct lattice {
    size_t nx, ny, nz, pitch, plane, cells;
} lattice;

static lattice of_size(const unsigned *n)
{
    lattice l = {.nx = n[0], .ny = n[1], .nz = n[2]};
    l.pitch = (l.nx + PADDING + LINE - 1) / LINE * LINE;
    l.plane = l.pitch * l.ny;
    l.cells = l.plane * (l.nz + 2 * MARGIN);
    return l;
}

static void cell(const lattice *l, const array *from, array *to, size_t at)
{
    const size_t pitch = l->pitch, plane = l->plane, cells = l->cells;
    float f[DIRECTIONS], out[DIRECTIONS];
    for (size_t d = 0; d < DIRECTIONS; d++) f[d] = from->at[d * cells + at];
    collide(f, from->u32[FLAGS * cells + at], out);
#define GIVE(d, x, y, z, opposite, along) \
    to->at[d * cells + at + (size_t)(x) + (size_t)(y)*pitch + (size_t)(z)*plane] = out[d];
    EACH_DIRECTION(GIVE)
}

static void step(const lattice *l, const array *from, array *to)
{
    for (size_t z = 0; z < l->nz; z++) {
        for (size_t y = 0; y < l->ny; y++) {
            for (size_t x = 0; x < l->nx; x++)
                cell(l, from, to, (z + MARGIN) * l->plane + y * l->pitch + x);
        }
    }
}

static bool near_end(size_t at, size_t n, size_t by) { return at < by || at >= n - by; }

static uint32_t flags_of(const lattice *l, size_t x, size_t y, size_t z)
{
    if (near_end(x, l->nx, 1) || near_end(y, l->ny, 1) || near_end(z, l->nz, 1)) return OBSTACLE;
    return near_end(z, l->nz, 2) && !near_end(x, l->nx, 2) && !near_end(y, l->ny, 2) ? DRIVEN : 0;
}

static void fill(const lattice *l, array *a, array *b)
{
    rng r = {1};
    for (size_t i = 0; i < DIRECTIONS * l->cells; i++) {
        a->at[i] = b->at[i] = WEIGHT(i / l->cells) * (1.0f + (float)rng_below(&r, 1000) / 10000.0f);
    }
    for (size_t i = 0; i < l->plane * l->nz; i++) {
        const size_t at = FLAGS * l->cells + MARGIN * l->plane + i;
        a->u32[at] = b->u32[at] = flags_of(l, i % l->pitch, i % l->plane / l->pitch, i / l->plane);
    }
}

static void launch(host *h, const lattice *l, const array *from, const array *to)
{
    unsigned pitch = (unsigned)l->pitch, rows = (unsigned)l->ny, cells = (unsigned)l->cells;
    const CUdeviceptr before = MARGIN * l->plane * sizeof(float);
    CUdeviceptr in = from->device + before, out = to->device + before;
    const shape s = {.grid = {rows, (unsigned)l->nz, 1}, .block = {(unsigned)l->nx, 1, 1}};
    host_launch(h, "lbm_step", s, (void *[]){&pitch, &rows, &cells, &in, &out});
}

static void program(host *h, const unsigned *n)
{
    const lattice l = of_size(n);
    array *a = host_array(h, "a", l.cells * ENTRIES), *b = host_array(h, "b", l.cells * ENTRIES);
    fill(&l, a, b);
    host_send(h);
    launch(h, &l, a, b);
    launch(h, &l, b, a);
    if (!host_ended(h)) return;
    step(&l, a, b);
    step(&l, b, a);
    host_check(h, b);
    host_check(h, a);
}

const workload workload_lbm = {
    .name = "lbm",
    .suite = "parboil",
    .what = "lattice-Boltzmann fluid, D3Q19, two steps",
    .class_in = {[PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "lbm_step",
    SIZES3(56, 8, 8, 120, 30, 16, 120, 120, 150),
    .program = program,
};
