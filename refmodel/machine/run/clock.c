// clock.c : see clock.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/clock.h"

#include "base/err.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

// The clocks that tick next, when they have done so many edges.
static unsigned next_instant(const clocks *k, const uint16_t edges[CLOCK_COUNT])
{
    uint64_t now = UINT64_MAX;
    unsigned ticking = 0;
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        const uint64_t t = edges[d] * k->period[d];
        if (t < now) ticking = 0;
        now = t < now ? t : now;
        ticking |= (unsigned)(t == now) << d;
    }
    return ticking;
}

static void make_pattern(clocks *k)
{
    uint16_t edges[CLOCK_COUNT] = {0};
    for (k->n = 0; memcmp(edges, k->all, sizeof edges) != 0; k->n++) {
        const unsigned ticking = next_instant(k, edges);
        k->ticking[k->n] = (uint8_t)ticking;
        if (ticking >> CLOCK_CORE & 1) k->core_at[edges[CLOCK_CORE]] = (uint16_t)k->n;
        for (unsigned d = 0; d < CLOCK_COUNT; d++) {
            k->edges[k->n][d] = edges[d];
            edges[d] = (uint16_t)(edges[d] + (ticking >> d & 1));
        }
    }
}

void clocks_init(clocks *k, const uint32_t mhz[CLOCK_COUNT])
{
    uint64_t g = 0, lcm = 1;
    size_t most = 0;
    *k = (clocks){.at = 0};
    for (unsigned d = 0; d < CLOCK_COUNT; d++) g = gcd(g, mhz[d]);
    for (unsigned d = 0; d < CLOCK_COUNT; d++) {
        CHECK(mhz[d] && mhz[d] <= CLOCK_MOST_MHZ, "a clock of %u MHz", mhz[d]);
        k->all[d] = (uint16_t)(mhz[d] / g);
        lcm = lcm / gcd(lcm, k->all[d]) * k->all[d];
        most += k->all[d];
    }
    for (unsigned d = 0; d < CLOCK_COUNT; d++) k->period[d] = lcm / k->all[d];
    k->ticking = wl_calloc(most, sizeof *k->ticking);
    k->edges = wl_calloc(most, sizeof *k->edges);
    k->core_at = wl_calloc(k->all[CLOCK_CORE], sizeof *k->core_at);
    make_pattern(k);
}

void clocks_free(clocks *k)
{
    free(k->ticking);
    free(k->edges);
    free(k->core_at);
}

uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks)
{
    if (ticks > UINT32_MAX) return UINT32_MAX;
    // The core edge after those passed over may fall on d's edge number `ticks` (from 0), not after
    // it.
    const rng_u128 limit = (rng_u128)(k->edges[k->at][d] + ticks) * k->period[d],
                   core = (rng_u128)k->edges[k->at][CLOCK_CORE] * k->period[CLOCK_CORE];
    if (limit < core) return 0;
    const rng_u128 n = (limit - core) / k->period[CLOCK_CORE];
    return n > UINT32_MAX ? UINT32_MAX : (uint64_t)n;
}

// Where the core edge is that comes after so many; edges of domain d before it.
static uint32_t core_instant(const clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT])
{
    const uint64_t edge = k->edges[k->at][CLOCK_CORE] + core_edges;
    const uint32_t at = k->core_at[edge % k->all[CLOCK_CORE]];
    for (unsigned d = 0; d < CLOCK_COUNT; d++)
        passed[d] = edge / k->all[CLOCK_CORE] * k->all[d] + k->edges[at][d] - k->edges[k->at][d];
    return at;
}

uint64_t clocks_edges_before_core(const clocks *k, clock_domain d)
{
    uint64_t passed[CLOCK_COUNT];
    core_instant(k, 0, passed);
    return passed[d];
}

void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT])
{
    k->at = core_instant(k, core_edges, passed);
}
