// cfd.cu : Euler equations on an unstructured mesh of elements with four neighbours each, a thread an element, blocks of 192:
// variables, normals and neighbours lie element by element within each component; a neighbour's variables are gathered.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

#define DEVICE static __device__ __attribute__((always_inline))
#define SQRT __nvvm_sqrt_rn_f
#include "euler.h"

DEVICE void load(flow *f, const float *variables, int element, int n)
{
    for (int v = 0; v < VARIABLES; v++) f->v[v] = variables[element + v * n];
    flow_derive(f);
}

extern "C" __global__ void cfd_step_factor(int n, const float *variables, const float *areas, float *factors)
{
    const int i = GLOBAL_X;
    if (i >= n) return;
    flow own;
    load(&own, variables, i, n);
    factors[i] = step_factor(&own, areas[i]);
}

extern "C" __global__ void cfd_flux(int n, const int *neighbours, const float *normals, const float *variables, flow far, float *fluxes)
{
    const int i = GLOBAL_X;
    if (i >= n) return;
    flow own, other;
    float sum[VARIABLES] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    load(&own, variables, i, n);
    flow_flux(&own);
    for (int j = 0; j < NEIGHBOURS; j++) {
        const int to = neighbours[i + j * n];
        float normal[AXES];
        for (int a = 0; a < AXES; a++) normal[a] = normals[i + (j + a * NEIGHBOURS) * n];
        if (to >= 0) {
            load(&other, variables, to, n);
            flow_flux(&other);
            add_viscosity(sum, normal, &own, &other);
            add_face(sum, normal, &own, &other);
        } else if (to == WALL) {
            add_wall(sum, normal, &own);
        } else {
            add_face(sum, normal, &own, &far);
        }
    }
    for (int v = 0; v < VARIABLES; v++) fluxes[i + v * n] = sum[v];
}

// One of the three steps of the Runge-Kutta scheme: left = 3, 2, 1.
extern "C" __global__ void cfd_time_step(int left, int n, const float *old, float *variables, const float *factors, const float *fluxes)
{
    const int i = GLOBAL_X;
    if (i >= n) return;
    const float factor = factors[i] / (float)left;
    for (int v = 0; v < VARIABLES; v++) variables[i + v * n] = FMA(factor, fluxes[i + v * n], old[i + v * n]);
}
