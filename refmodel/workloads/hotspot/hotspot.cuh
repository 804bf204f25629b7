// hotspot.cuh : one cell's temperature after a step, shared by hotspot and hotspot_u.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_WORKLOADS_HOTSPOT_CUH
#define WL_WORKLOADS_HOTSPOT_CUH

#include "../prelude.cuh"

enum { TILE = 16 };

struct conductances { // of a step: time over capacity; inverse resistances along x, y and to the ambient
    float step, x, y, z, ambient;
};

static __device__ __attribute__((always_inline)) float stepped(conductances k, float power, float t, float n, float s, float w, float e)
{
    return t + k.step * (power + (s + n - 2.0f * t) * k.y + (e + w - 2.0f * t) * k.x + (k.ambient - t) * k.z);
}

#endif
