// rng.h: seeded random numbers (splitmix64). The same seed gives the same sequence on every host.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_RNG_H
#define WL_BASE_RNG_H

#include <stdint.h>

typedef struct rng {
    uint64_t state; // the seed; any value is good
} rng;

static inline uint64_t rng_u64(rng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

__extension__ typedef unsigned __int128 rng_u128;

// Uniform in 0..n-1; n >= 1. Bias is below n / 2^64.
static inline uint64_t rng_below(rng *r, uint64_t n)
{
    return (uint64_t)(((rng_u128)rng_u64(r) * n) >> 64);
}

// True with probability percent/100.
static inline int rng_percent(rng *r, unsigned percent) { return rng_below(r, 100) < percent; }

#endif
