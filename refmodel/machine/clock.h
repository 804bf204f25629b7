// clock.h : the four clock domains of the machine: in which order, and when together, their edges come.
//
// Edge k of a clock of f MHz is at k/f microseconds, k = 0, 1, ...: all clocks tick at time 0. Time is an integer: with
// g the greatest common divisor of the frequencies and L the least common multiple of f/g, a clock's period is L/(f/g)
// units, and after L units all clocks tick together again; times are kept modulo L. So there is no rounding and no drift.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CLOCK_H
#define WL_MACHINE_CLOCK_H

#include "machine/memsys.h"

typedef struct clocks {
    unsigned n;                                      // groups of clocks with the same period, which always tick together
    unsigned group[CLOCK_COUNT];                     // [domain] its group
    unsigned members[CLOCK_COUNT];                   // [group] bit d for domain d
    uint64_t period[CLOCK_COUNT], next[CLOCK_COUNT]; // [group] next: next edge; all in units
    uint64_t wrap;                                   // L
} clocks;

void clocks_init(clocks *k, const uint32_t mhz[CLOCK_COUNT]); // 1..10000 each

// Advances to the next instant at which any clock ticks; returns the clocks that tick there, bit d for domain d.
unsigned clocks_step(clocks *k);

// How many core edges may be passed over while domain d ticks at most `ticks` times; 0: none.
// Saturates at UINT32_MAX.
uint64_t clocks_core_edges_within(const clocks *k, clock_domain d, uint64_t ticks);

// Edges of domain d before the next core edge: what clocks_skip by no core edge passes over.
uint64_t clocks_edges_before_core(const clocks *k, clock_domain d);

// Passes over the next `core_edges` core edges and every edge of the other clocks that comes before the core edge after
// them; passed[d] = edges of domain d passed over. core_edges <= UINT32_MAX.
void clocks_skip(clocks *k, uint64_t core_edges, uint64_t passed[CLOCK_COUNT]);

#endif
