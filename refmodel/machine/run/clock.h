// clock.h : the four clock domains of the machine: in which order, and when together, their edges come.
//
// Edge k of a clock of f MHz is at k/f microseconds, k = 0, 1, ...: all clocks tick at time 0. Time is an integer: with
// g the greatest common divisor of the frequencies and L the least common multiple of f/g, a clock's period is L/(f/g)
// units, and after L units all clocks tick together again: the pattern of instants in between is worked out once. So there is no rounding
// and no drift, and the next instant is a look into a table.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CLOCK_H
#define WL_MACHINE_CLOCK_H

#include "machine/common/clock_domain.h"

#include <stdint.h>

// Copies share the pattern, and go their own ways through it.
typedef struct clocks {
    uint32_t at, n;           // the next instant; instants of the pattern
    uint8_t *ticking;         // [instant] clocks that tick, bit d for domain d
    uint16_t (*edges)[CLOCK_COUNT]; // [instant][domain] edges since the pattern's beginning, before it
    uint16_t *core_at;        // [core edge] its instant
    uint16_t all[CLOCK_COUNT]; // [domain] edges of the pattern
    uint64_t period[CLOCK_COUNT]; // [domain] in units
} clocks;

enum { CLOCK_MOST_MHZ = 10000 }; // of all clocks together fewer than 2^16 instants
void clocks_init(clocks *k, const uint32_t mhz[CLOCK_COUNT]); // 1..CLOCK_MOST_MHZ each
void clocks_free(clocks *k); // of all copies one

// Advances to the next instant at which any clock ticks; returns the clocks that tick there, bit d for domain d.
static inline unsigned clocks_step(clocks *k)
{
    const unsigned ticking = k->ticking[k->at];
    k->at = k->at + 1 == k->n ? 0 : k->at + 1;
    return ticking;
}

// How many core edges may be passed over while domain d ticks at most `ticks` times; 0: none.
// Saturates at UINT32_MAX.
uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks);

// Edges of domain d before the next core edge: what clocks_skip by no core edge passes over.
uint64_t clocks_edges_before_core(const clocks *k, clock_domain d);

// Passes over the next `core_edges` core edges and every edge of the other clocks that comes before the core edge after
// them; passed[d] = edges of domain d passed over. core_edges <= UINT32_MAX.
void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT]);

#endif
