// cfd.c : host program and reference of cfd (Rodinia's euler3d), dimensions elements x time steps,
// on a mesh made at random: most neighbours lie near in number, as a mesh generator leaves them.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "workloads/host.h"

#include <math.h>

#define DEVICE static inline
#define SQRT sqrtf
#include "workloads/cfd/euler.h"

enum { BLOCK = 192, RUNGE_KUTTA = 3, NEAR = 64 };

typedef struct mesh {
    int n;
    array *areas, *neighbours, *normals, *variables, *old, *fluxes, *factors;
    flow far;
} mesh;

static void load(flow *f, const mesh *m, int element)
{
    for (int v = 0; v < VARIABLES; v++) f->v[v] = m->variables->at[element + v * m->n];
    flow_derive(f);
}

static void reference_flux(const mesh *m, int i)
{
    const int n = m->n;
    flow own, other;
    float sum[VARIABLES] = {0};
    load(&own, m, i);
    flow_flux(&own);
    for (int j = 0; j < NEIGHBOURS; j++) {
        const int to = m->neighbours->s32[i + j * n];
        float normal[AXES];
        for (int a = 0; a < AXES; a++) normal[a] = m->normals->at[i + (j + a * NEIGHBOURS) * n];
        if (to == WALL) add_wall(sum, normal, &own);
        else if (to == FAR_FIELD) add_face(sum, normal, &own, &m->far);
        else {
            load(&other, m, to);
            flow_flux(&other);
            add_viscosity(sum, normal, &own, &other);
            add_face(sum, normal, &own, &other);
        }
    }
    for (int v = 0; v < VARIABLES; v++) m->fluxes->at[i + v * n] = sum[v];
}

static void reference_factors(const mesh *m)
{
    for (int i = 0; i < m->n; i++) {
        flow own;
        load(&own, m, i);
        m->factors->at[i] = step_factor(&own, m->areas->at[i]);
    }
}

static void reference_step(const mesh *m, int left)
{
    for (int i = 0; i < m->n; i++) reference_flux(m, i);
    for (int at = 0; at < m->n * VARIABLES; at++) {
        m->variables->at[at] =
            fmaf(m->factors->at[at % m->n] / (float)left, m->fluxes->at[at], m->old->at[at]);
    }
}

// Free stream at Mach 1.2 along x, density 1.4, pressure 1.
static flow far_field(void)
{
    flow f = {.v = {GAMMA, GAMMA * 1.2f, 0, 0, 1.0f / (GAMMA - 1.0f) + 0.5f * GAMMA * 1.2f * 1.2f}};
    flow_derive(&f);
    flow_flux(&f);
    return f;
}

static int32_t draw_neighbour(rng *r, int n, int i)
{
    if (rng_percent(r, 4)) return rng_percent(r, 50) ? WALL : FAR_FIELD;
    if (rng_percent(r, 10)) return (int32_t)rng_below(r, (uint64_t)n);
    const int to = i - NEAR + (int)rng_below(r, 2 * NEAR + 1);
    return to < 0 ? 0 : to >= n ? n - 1 : to;
}

static mesh make(host *h, unsigned n)
{
    mesh m = {.n = (int)n, .areas = host_array(h, "areas", n)};
    m.neighbours = host_array_of(h, ELEMENT_S32, "neighbours", (size_t)n * NEIGHBOURS);
    m.normals = host_array(h, "normals", (size_t)n * NEIGHBOURS * AXES);
    m.variables = host_array(h, "variables", (size_t)n * VARIABLES);
    m.old = host_array(h, "old", (size_t)n * VARIABLES);
    m.fluxes = host_array(h, "fluxes", (size_t)n * VARIABLES);
    m.factors = host_array(h, "factors", n);
    m.far = far_field();
    rng r = {1};
    for (size_t i = 0; i < n; i++) m.areas->at[i] = 1.0f + (float)rng_below(&r, 1000) / 1000.0f;
    for (size_t i = 0; i < m.neighbours->count; i++)
        m.neighbours->s32[i] = draw_neighbour(&r, m.n, (int)(i % n));
    for (size_t i = 0; i < m.normals->count; i++)
        m.normals->at[i] = ((float)rng_below(&r, 2001) - 1000.0f) * 1e-5f;
    for (size_t i = 0; i < m.variables->count; i++)
        m.variables->at[i] = m.far.v[i / n] * (1.0f + (float)rng_below(&r, 100) * 1e-4f);
    return m;
}

// The variables are kept, and three Runge-Kutta steps start from what was kept.
static void time_step(host *h, mesh *m)
{
    const shape s = shape_blocks((unsigned)m->n, BLOCK);
    host_copy(h, m->old, m->variables);
    host_launch(h, "cfd_step_factor", s,
                (void *[]){&m->n, &m->variables->device, &m->areas->device, &m->factors->device});
    if (!host_ended(h)) return;
    reference_factors(m);
    for (int left = RUNGE_KUTTA; left > 0; left--) {
        host_launch(h, "cfd_flux", s,
                    (void *[]){&m->n, &m->neighbours->device, &m->normals->device,
                               &m->variables->device, &m->far, &m->fluxes->device});
        host_launch(h, "cfd_time_step", s,
                    (void *[]){&left, &m->n, &m->old->device, &m->variables->device,
                               &m->factors->device, &m->fluxes->device});
        if (!host_ended(h)) return;
        reference_step(m, left);
    }
}

static void program(host *h, const unsigned *n)
{
    mesh m = make(h, n[0]);
    host_send(h);
    for (unsigned step = 0; step < n[1]; step++) time_step(h, &m);
    host_check(h, m.fluxes);
    host_check(h, m.variables);
}

const workload workload_cfd = {
    .name = "cfd",
    .suite = "rodinia",
    .what = "Euler equations on an unstructured mesh, elements x time steps",
    .class_in = {[PAPER_CART] = "M", [PAPER_BANDWIDTH] = "memory"},
    .kernels = "cfd_step_factor cfd_flux cfd_time_step",
    SIZES2(15360, 1, 97046, 2, 97046, 4),
    .program = program,
};
