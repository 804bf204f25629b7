// clock.h: the clock domains of the machine: the order of their edges, and which edges coincide.
//
// Edge k of a clock of f MHz is at k/f microseconds, k = 0, 1, ...; all clocks tick at time 0. Time
// is an integer. With g the greatest common divisor of the frequencies and L the least common
// multiple of all f/g, the period of a clock is L/(f/g) units, and all clocks tick together again
// after L units. The pattern of instants in between is computed once, so that there is neither
// rounding nor drift, and the next instant is a table lookup.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CLOCK_H
#define WL_MACHINE_CLOCK_H

#include "machine/common/clock_domain.h"

#include <stdint.h>

// Copies share the pattern and advance independently.
typedef struct clocks {
    uint32_t at, n;                 // the next instant; number of instants in the pattern
    uint8_t *ticking;               // [instant] clocks that tick, bit d for domain d
    uint16_t (*edges)[CLOCK_COUNT]; // [instant][domain] edges of the pattern before the instant
    uint16_t *core_at;              // [core edge] its instant
    uint16_t all[CLOCK_COUNT];      // [domain] edges in the pattern
    uint64_t period[CLOCK_COUNT];   // [domain] in units
} clocks;

enum { CLOCK_MOST_MHZ = 10000 }; // of all clocks together fewer than 2^16 instants
void clocks_init(clocks *k, const uint32_t mhz[CLOCK_COUNT]); // 1..CLOCK_MOST_MHZ each
void clocks_free(clocks *k); // frees the pattern; call it for one of the copies

// Advances to the next instant at which any clock ticks; returns the clocks that tick there, bit d
// for domain d.
static inline unsigned clocks_step(clocks *k)
{
    const unsigned ticking = k->ticking[k->at];
    k->at = k->at + 1 == k->n ? 0 : k->at + 1;
    return ticking;
}

// The number of core edges that can be skipped while domain d ticks at most `ticks` times.
// Saturates at UINT32_MAX.
uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks);

// The edges of domain d before the next core edge, which clocks_skip by 0 core edges would skip.
uint64_t clocks_edges_before_core(const clocks *k, clock_domain d);

// Skips the next `core_edges` core edges (at most UINT32_MAX) and all edges of other clocks before
// the core edge after them. passed[d] is set to the skipped edges of domain d.
void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT]);

#endif
