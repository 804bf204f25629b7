// clock.c : see clock.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/clock.h"

#include "base/rng.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

void clocks_init(clocks *k, const uint32_t mhz[CLOCK_COUNT])
{
    uint64_t g = 0, lcm = 1;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) g = gcd(g, mhz[d]);
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        uint64_t f = mhz[d] / g;
        lcm = lcm / gcd(lcm, f) * f;
    }
    *k = (clocks){.wrap = lcm};
    for (unsigned d = 0; d < CLOCK_COUNT; d++) k->period[d] = lcm / (mhz[d] / g);
}

static void rewind_times(clocks *k)
{
    uint64_t least = k->next[0];
    for (unsigned d = 1; d < CLOCK_COUNT; d++) least = k->next[d] < least ? k->next[d] : least;
    least -= least % k->wrap;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) k->next[d] -= least;
}

unsigned clocks_step(clocks *k)
{
    uint64_t now = k->next[0];
    for (unsigned d = 1; d < CLOCK_COUNT; d++) now = k->next[d] < now ? k->next[d] : now;
    unsigned ticking = 0;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        if (k->next[d] != now) continue;
        ticking |= 1u << d;
        k->next[d] += k->period[d];
    }
    if (now >= k->wrap) rewind_times(k);
    return ticking;
}

uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks)
{
    if (ticks > UINT32_MAX) return UINT32_MAX;
    // The core edge after those passed over may fall on d's edge number `ticks` (from 0), not after it.
    rng_u128 limit = (rng_u128)k->next[d] + (rng_u128)ticks * k->period[d];
    if (limit < k->next[CLOCK_CORE]) return 0;
    rng_u128 n = (limit - k->next[CLOCK_CORE]) / k->period[CLOCK_CORE];
    return n > UINT32_MAX ? UINT32_MAX : (uint64_t)n;
}

void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT])
{
    rng_u128 until = (rng_u128)k->next[CLOCK_CORE] + (rng_u128)core_edges * k->period[CLOCK_CORE];
    rng_u128 next[CLOCK_COUNT], least = until;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        rng_u128 behind = until > k->next[d] ? until - k->next[d] : 0;
        passed[d] = (uint64_t)((behind + k->period[d] - 1) / k->period[d]);
        next[d] = (rng_u128)k->next[d] + (rng_u128)passed[d] * k->period[d];
    }
    least -= least % k->wrap;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) k->next[d] = (uint64_t)(next[d] - least);
}
