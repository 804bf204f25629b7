// lavaMD.c : host program and reference of lavaMD (Rodinia): side x side x side boxes of 100
// particles.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>
#include <stdbool.h>

enum { PARTICLES = 100, BLOCK = 128, NEIGHBOURS = 26 };

#define ALPHA 0.5

// A sum of 2700 terms, each below 16 and off by 2^-44 of itself, in steps that round.
#define BOUND (2700 * 16 * (0x1p-44 + 2700 * 0x1p-53))

typedef struct vec4 { // as in lavaMD.cu
    double v, x, y, z;
} vec4;

typedef struct place {
    int32_t x, y, z, number;
    int64_t first;
} place;

typedef struct box {
    place at;
    int32_t neighbours;
    place neighbour[NEIGHBOURS];
} box;

static place place_of(int side, int x, int y, int z)
{
    const int number = (z * side + y) * side + x;
    return (place){x, y, z, number, (int64_t)number * PARTICLES};
}

static bool inside(int side, int x) { return x >= 0 && x < side; }

static void find_neighbours(box *b, int side)
{
    for (int at = 0; at < NEIGHBOURS + 1; at++) {
        const int x = b->at.x + at % 3 - 1, y = b->at.y + at / 3 % 3 - 1, z = b->at.z + at / 9 - 1;
        if (at == NEIGHBOURS / 2 || !inside(side, x) || !inside(side, y) || !inside(side, z))
            continue; // the middle one is the box
        b->neighbour[b->neighbours++] = place_of(side, x, y, z);
    }
}

static void add_force(vec4 *f, const vec4 *p, const vec4 *o, double charge)
{
    const double r2 = p->v + o->v - fma(p->z, o->z, fma(p->y, o->y, p->x * o->x));
    const double decay = exp(-(2 * ALPHA * ALPHA * r2)), twice = 2 * charge * decay;
    f->v = fma(charge, decay, f->v);
    f->x = fma(twice, p->x - o->x, f->x);
    f->y = fma(twice, p->y - o->y, f->y);
    f->z = fma(twice, p->z - o->z, f->z);
}

static void reference(const box *home, const vec4 *position, const double *charge, vec4 *force)
{
    for (int k = 0; k <= home->neighbours; k++) {
        const size_t there = (size_t)(k == 0 ? home->at.first : home->neighbour[k - 1].first),
                     first = (size_t)home->at.first;
        for (size_t i = 0; i < PARTICLES; i++) {
            for (size_t j = 0; j < PARTICLES; j++)
                add_force(&force[first + i], &position[first + i], &position[there + j],
                          charge[there + j]);
        }
    }
}

static void fill(box *boxes, int side, array *position, array *charge)
{
    rng r = {1};
    for (int b = 0; b < side * side * side; b++) {
        boxes[b].at = place_of(side, b % side, b / side % side, b / side / side);
        find_neighbours(&boxes[b], side);
    }
    for (size_t i = 0; i < position->count; i++)
        position->f64[i] = (double)(1 + rng_below(&r, 10)) / 10;
    for (size_t i = 0; i < charge->count; i++)
        charge->f64[i] = (double)(1 + rng_below(&r, 10)) / 10;
}

static void program(host *h, const unsigned *n)
{
    unsigned boxes = n[0] * n[0] * n[0];
    const size_t particles = (size_t)boxes * PARTICLES;
    double alpha = ALPHA;
    array *box_of = host_array_of(h, ELEMENT_U8, "boxes", boxes * sizeof(box)),
          *position = host_array_of(h, ELEMENT_F64, "position", 4 * particles);
    array *charge = host_array_of(h, ELEMENT_F64, "charge", particles),
          *force = host_array_of(h, ELEMENT_F64, "force", 4 * particles);
    fill(box_of->host, (int)n[0], position, charge);
    host_send(h);
    host_launch(h, "lavaMD_forces", (shape){.grid = {boxes, 1, 1}, .block = {BLOCK, 1, 1}},
                (void *[]){&boxes, &alpha, &box_of->device, &position->device, &charge->device,
                           &force->device});
    if (!host_ended(h)) return;
    for (unsigned b = 0; b < boxes; b++)
        reference((const box *)box_of->host + b, position->host, charge->f64, force->host);
    host_check_within(h, force, 0, BOUND);
}

const workload workload_lavaMD = {
    .name = "lavaMD",
    .suite = "rodinia",
    .what = "forces between particles, boxes a side (of a cube)",
    .class_in = {[PAPER_BANDWIDTH] = "memory"},
    .kernels = "lavaMD_forces",
    SIZES1(2, 3, 10),
    .program = program,
};
