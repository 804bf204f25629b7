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

static void join_group(clocks *k, unsigned d, uint64_t period)
{
    unsigned i = 0;
    while (i < k->n && k->period[i] != period) i++;
    if (i == k->n) k->period[k->n++] = period;
    k->group[d] = i;
    k->members[i] |= 1u << d;
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
    for (unsigned d = 0; d < CLOCK_COUNT; d++) join_group(k, d, lcm / (mhz[d] / g));
}

static void rewind_times(clocks *k)
{
    uint64_t least = k->next[0];
    for (unsigned i = 1; i < k->n; i++) least = k->next[i] < least ? k->next[i] : least;
    least -= least % k->wrap;
    for (unsigned i = 0; i < k->n; i++) k->next[i] -= least;
}

unsigned clocks_step(clocks *k)
{
    uint64_t now = k->next[0];
    for (unsigned i = 1; i < k->n; i++) now = k->next[i] < now ? k->next[i] : now;
    unsigned ticking = 0;
    for (unsigned i = 0; i < k->n; i++) {
        if (k->next[i] != now) continue;
        ticking |= k->members[i];
        k->next[i] += k->period[i];
    }
    if (now >= k->wrap) rewind_times(k);
    return ticking;
}

uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks)
{
    if (ticks > UINT32_MAX) return UINT32_MAX;
    const unsigned core = k->group[CLOCK_CORE], i = k->group[d];
    // The core edge after those passed over may fall on d's edge number `ticks` (from 0), not after it.
    rng_u128 limit = (rng_u128)k->next[i] + (rng_u128)ticks * k->period[i];
    if (limit < k->next[core]) return 0;
    rng_u128 n = (limit - k->next[core]) / k->period[core];
    return n > UINT32_MAX ? UINT32_MAX : (uint64_t)n;
}

uint64_t clocks_edges_before_core(const clocks *k, clock_domain d)
{
    const unsigned core = k->group[CLOCK_CORE], i = k->group[d];
    return k->next[core] <= k->next[i] ? 0 : (k->next[core] - k->next[i] + k->period[i] - 1) / k->period[i];
}

void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT])
{
    const unsigned core = k->group[CLOCK_CORE];
    rng_u128 until = (rng_u128)k->next[core] + (rng_u128)core_edges * k->period[core];
    rng_u128 next[CLOCK_COUNT], least = until;
    uint64_t edges[CLOCK_COUNT];
    for (unsigned i = 0; i < k->n; i++) {
        rng_u128 behind = until > k->next[i] ? until - k->next[i] : 0;
        edges[i] = (uint64_t)((behind + k->period[i] - 1) / k->period[i]);
        next[i] = (rng_u128)k->next[i] + (rng_u128)edges[i] * k->period[i];
    }
    least -= least % k->wrap;
    for (unsigned i = 0; i < k->n; i++) k->next[i] = (uint64_t)(next[i] - least);
    for (unsigned d = 0; d < CLOCK_COUNT; d++) passed[d] = edges[k->group[d]];
}
