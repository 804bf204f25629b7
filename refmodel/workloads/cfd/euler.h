// euler.h : the arithmetic of the Euler equations' flux, in one text for the kernels and the
// reference: every product that a sum takes is an explicit fused multiply-add, so that both
// compilers make the same of it. The includer defines DEVICE (qualifiers) and SQRT.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_CFD_EULER_H
#define WL_WORKLOADS_CFD_EULER_H

enum { NEIGHBOURS = 4, AXES = 3, DENSITY = 0, MOMENTUM = 1, ENERGY = 4, VARIABLES = 5 };
enum { WALL = -1, FAR_FIELD = -2 }; // instead of a neighbour's number

#define GAMMA 1.4f
#define SMOOTHING 0.2f
#define FMA __builtin_fmaf

typedef struct flow { // conserved variables, and what follows from them
    float v[VARIABLES];
    float velocity[AXES], speed_squared, pressure, enthalpy, sound;
    float flux[VARIABLES][AXES]; // of each variable along each axis
} flow;

DEVICE void flow_derive(flow *f)
{
    f->speed_squared = 0.0f;
    for (int a = 0; a < AXES; a++) {
        f->velocity[a] = f->v[MOMENTUM + a] / f->v[DENSITY];
        f->speed_squared = FMA(f->velocity[a], f->velocity[a], f->speed_squared);
    }
    const float inner =
        FMA(-0.5f * f->v[DENSITY], f->speed_squared, f->v[ENERGY]); // energy without the motion's
    f->pressure = (GAMMA - 1.0f) * inner;
    f->enthalpy = FMA(GAMMA - 1.0f, inner, f->v[ENERGY]);
    f->sound = SQRT(GAMMA * f->pressure / f->v[DENSITY]);
}

DEVICE void flow_flux(flow *f)
{
    for (int a = 0; a < AXES; a++) {
        f->flux[DENSITY][a] = f->v[MOMENTUM + a];
        for (int b = 0; b < AXES; b++)
            f->flux[MOMENTUM + b][a] = f->velocity[a] * f->v[MOMENTUM + b];
        f->flux[MOMENTUM + a][a] = FMA(f->velocity[a], f->v[MOMENTUM + a], f->pressure);
        f->flux[ENERGY][a] = f->velocity[a] * f->enthalpy;
    }
}

DEVICE float length(const float *normal)
{
    return SQRT(FMA(normal[2], normal[2], FMA(normal[1], normal[1], normal[0] * normal[0])));
}

// Adds half of both sides' flux through a face.
DEVICE void add_face(float *sum, const float *normal, const flow *own, const flow *other)
{
    for (int a = 0; a < AXES; a++) {
        const float half = 0.5f * normal[a];
        for (int v = 0; v < VARIABLES; v++)
            sum[v] = FMA(half, own->flux[v][a], FMA(half, other->flux[v][a], sum[v]));
    }
}

// Adds the artificial viscosity between two elements.
DEVICE void add_viscosity(float *sum, const float *normal, const flow *own, const flow *other)
{
    const float speeds =
        SQRT(own->speed_squared) + SQRT(other->speed_squared) + own->sound + other->sound;
    const float factor = -length(normal) * (SMOOTHING * 0.5f) * speeds;
    for (int v = 0; v < VARIABLES; v++) sum[v] = FMA(factor, own->v[v] - other->v[v], sum[v]);
}

DEVICE void add_wall(float *sum, const float *normal, const flow *own)
{
    for (int a = 0; a < AXES; a++)
        sum[MOMENTUM + a] = FMA(normal[a], own->pressure, sum[MOMENTUM + a]);
}

// How far an element may step: half of what sound and flow allow.
DEVICE float step_factor(const flow *own, float area)
{
    return 0.5f / (SQRT(area) * (SQRT(own->speed_squared) + own->sound));
}

#endif
