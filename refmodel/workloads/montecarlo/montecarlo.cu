// montecarlo.cu : pi by counting random points inside a circle (SDK MC_EstimatePi): each thread draws its points by a generator of its
// own, a block sums its counts in shared memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "../prelude.cuh"

enum { THREADS = 128 };

// Numerical Recipes' 32-bit generator; the upper 24 bits make a number in [0, 1).
static __device__ __attribute__((always_inline)) float draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * (1.0f / 16777216.0f);
}

extern "C" __global__ void montecarlo_pi(int points, const unsigned *seeds, unsigned *count)
{
    __shared__ unsigned sums[THREADS];
    const int t = threadIdx.x;
    unsigned state = seeds[GLOBAL_X], hits = 0;
    for (int i = 0; i < points; i++) {
        const float x = draw(&state), y = draw(&state);
        if (__builtin_fmaf(x, x, y * y) <= 1.0f) hits++;
    }
    sums[t] = hits;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) sums[t] += sums[t + half];
    }
    if (t == 0) count[blockIdx.x] = sums[0];
}
