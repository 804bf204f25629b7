// streamcluster.c : host program and reference of streamcluster (Rodinia): the gains of a few
// candidate centres, dimensions points x coordinates. The candidates are costed one after the
// other, as its local search does.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 512, CENTRES = 12, CANDIDATES = 3 };

typedef struct point { // as in streamcluster.cu
    float weight;
    uint64_t coordinates;
    int64_t assigned;
    float cost;
} point;

typedef struct problem {
    unsigned points, dims, centres, stride;
    array *p, *coordinate, *work, *centre_of, *switches; // p: bytes of `point`
} problem;

static float distance(const problem *c, size_t a, size_t b)
{
    float sum = 0;
    for (size_t i = 0; i < c->dims; i++) {
        const float d = c->coordinate->at[i * c->points + a] - c->coordinate->at[i * c->points + b];
        sum = fmaf(d, d, sum);
    }
    return sum;
}

// Every point starts at the nearest of some centres, which are the first points.
static void assign(const problem *c)
{
    point *p = c->p->host;
    for (size_t t = 0; t < c->points; t++) {
        p[t] = (point){.weight = 1, .cost = INFINITY};
        for (unsigned k = 0; k < c->centres; k++) {
            const float far = distance(c, t, k);
            if (far < p[t].cost) {
                p[t].cost = far;
                p[t].assigned = k;
            }
        }
    }
    for (size_t k = 0; k < c->centres; k++) c->centre_of->s32[k] = (int32_t)k;
}

static void reference(const problem *c, size_t x)
{
    const point *p = c->p->host;
    for (size_t t = 0; t < c->points; t++) {
        const float there = distance(c, t, x) * p[t].weight, here = p[t].cost;
        float *savings = c->work->at + c->stride * t;
        if (there < here) {
            c->switches->u8[t] = 1;
            savings[c->centres] += there - here;
        } else {
            savings[c->centre_of->s32[p[t].assigned]] += here - there;
        }
    }
}

static problem make(host *h, const unsigned *n)
{
    problem c = {.points = n[0], .dims = n[1], .centres = CENTRES, .stride = CENTRES + 1};
    rng r = {1};
    c.coordinate = host_array(h, "coordinate", (size_t)c.points * c.dims);
    c.work = host_array(h, "work", (size_t)c.points * c.stride);
    c.p = host_array_of(h, ELEMENT_U8, "points", c.points * sizeof(point));
    c.centre_of = host_array_of(h, ELEMENT_S32, "centre_of", c.points);
    c.switches = host_array_of(h, ELEMENT_U8, "switches", c.points);
    for (size_t i = 0; i < c.coordinate->count; i++)
        c.coordinate->at[i] = (float)rng_below(&r, 1u << 20) / (float)(1u << 20);
    assign(&c);
    return c;
}

static void program(host *h, const unsigned *n)
{
    problem c = make(h, n);
    host_send(h);
    for (unsigned k = 1; k <= CANDIDATES; k++) {
        int64_t x = (int64_t)c.points * k / (CANDIDATES + 1);
        memset(c.work->host, 0, c.work->count * sizeof *c.work->at);
        memset(c.switches->host, 0, c.switches->count);
        host_write(h, c.work);
        host_write(h, c.switches);
        host_launch(h, "pgain", shape_blocks(c.points, BLOCK),
                    (void *[]){&c.points, &c.dims, &x, &c.p->device, &c.centres, &c.stride,
                               &c.coordinate->device, &c.work->device, &c.centre_of->device,
                               &c.switches->device});
        if (!host_ended(h)) return;
        reference(&c, (size_t)x);
        host_check(h, c.work);
        host_check(h, c.switches);
    }
}

const workload workload_streamcluster = {
    .name = "streamcluster",
    .suite = "rodinia",
    .what = "gain of opening a cluster centre, points x coordinates",
    .class_in = {[PAPER_DWT_PRIC] = "conflict",
                 [PAPER_WARPPOOL] = "bandwidth-limited",
                 [PAPER_BANDWIDTH] = "memory"},
    .kernels = "pgain",
    SIZES2(8192, 32, 32768, 64, 65536, 256),
    .program = program,
};
