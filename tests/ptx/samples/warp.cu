// warp.cu : exchange between lanes, votes, and atomics on global memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "prelude.cuh"

extern "C" __global__ void warp_sum(const int *in, int *out)
{
    int i = CTA_X * DIM_X + TID_X, v = in[i];
    for (int step = 16; step > 0; step >>= 1) v += SHUFFLE_DOWN(v, step);
    if ((i & 31) == 0) out[i / 32] = v;
}

extern "C" __global__ void warp_max(const int *in, int *out)
{
    int i = CTA_X * DIM_X + TID_X, v = in[i];
    for (int step = 1; step < 32; step *= 2) {
        int o = SHUFFLE_XOR(v, step);
        v = o > v ? o : v;
    }
    out[i] = v;
}

extern "C" __global__ void positions(const int *in, int *out)
{
    int i = CTA_X * DIM_X + TID_X;
    unsigned odd = ballot(in[i] & 1);
    out[i] = POPC(odd & ((1u << (i & 31)) - 1));
}

extern "C" __global__ void global_atomics(const int *in, int *results, float *total, int n)
{
    int i = CTA_X * DIM_X + TID_X;
    if (i >= n) return;
    ATOMIC_MAX(&results[0], in[i]);
    ATOMIC_ADD(&results[1], in[i]);
    ATOMIC_ADD_F(total, 0.5f);
    int *lock = &results[2], seen = *lock, old;
    do {
        old = seen;
        seen = ATOMIC_CAS(lock, old, old + (in[i] & 3));
    } while (seen != old);
}
