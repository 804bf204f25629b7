// lavaMD.c : host program and reference of lavaMD (Rodinia): side x side x side boxes of 100
// particles. Floats where Rodinia has doubles: PTX has no exponential of doubles.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>
#include <stdbool.h>

enum { PARTICLES = 100, BLOCK = 128, NEIGHBOURS = 26 };

#define ALPHA 0.5f
#define LOG2_E 1.44269504f

// A sum has at most 27 x 100 terms, each below 1 and within 2^-22 (ex2.approx, PTX ISA); it stays
// below 2^10, where an addition rounds by 2^-15 at most.
#define BOUND (2700 * (0x1p-22 + 0x1p-15))

typedef struct vec4 { // as in lavaMD.cu
    float v, x, y, z;
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

static void add_force(vec4 *f, const vec4 *p, const vec4 *o, float charge)
{
    const float r2 = p->v + o->v - fmaf(p->z, o->z, fmaf(p->y, o->y, p->x * o->x));
    const float decay = exp2f(-(2.0f * ALPHA * ALPHA * r2) * LOG2_E),
                twice = fmaf(charge, decay, charge * decay);
    f->v = fmaf(charge, decay, f->v);
    f->x = fmaf(twice, p->x - o->x, f->x);
    f->y = fmaf(twice, p->y - o->y, f->y);
    f->z = fmaf(twice, p->z - o->z, f->z);
}

static void reference(const box *home, const vec4 *position, const float *charge, vec4 *force)
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
        position->at[i] = (float)(1 + rng_below(&r, 10)) / 10.0f;
    for (size_t i = 0; i < charge->count; i++)
        charge->at[i] = (float)(1 + rng_below(&r, 10)) / 10.0f;
}

static void program(host *h, const unsigned *n)
{
    unsigned boxes = n[0] * n[0] * n[0];
    const size_t particles = (size_t)boxes * PARTICLES;
    float alpha = ALPHA;
    array *box_of = host_array_of(h, ELEMENT_U8, "boxes", boxes * sizeof(box)),
          *position = host_array(h, "position", 4 * particles);
    array *charge = host_array(h, "charge", particles),
          *force = host_array(h, "force", 4 * particles);
    fill(box_of->host, (int)n[0], position, charge);
    host_send(h);
    host_launch(h, "lavaMD_forces", (shape){.grid = {boxes, 1, 1}, .block = {BLOCK, 1, 1}},
                (void *[]){&boxes, &alpha, &box_of->device, &position->device, &charge->device,
                           &force->device});
    for (unsigned b = 0; b < boxes; b++)
        reference((const box *)box_of->host + b, position->host, charge->at, force->host);
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
