// evicted.h : who evicted a line from a cache last: contention classes of misses (MRPB section 2.4). No line is forgotten before the
// table is cleared: it grows with the lines, which lie in groups of neighbours, so that a miss touches one cache line of the host.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_EVICTED_H
#define WL_MACHINE_EVICTED_H

#include <stdint.h>

typedef enum evicted_class {
    EVICTED_NEVER,   // not evicted since the table was cleared
    EVICTED_BY_WARP, // last by the same warp
    EVICTED_BY_CTA,  // last by another warp of the same CTA
    EVICTED_BY_OTHERS // last by a warp of another CTA
} evicted_class;

enum { EVICTED_LINES = 6 };

// Lines number * EVICTED_LINES and up: half a cache line of the host.
typedef struct evicted_group {
    uint64_t number;            // plus 1; 0: the place is free
    uint32_t by[EVICTED_LINES]; // CTA (26 bits), warp (6 bits), plus 1; 0: not evicted
} evicted_group;

typedef struct evicted {
    evicted_group *groups; // [mask + 1], at most half full, probed linearly; NULL until something is noted
    uint32_t mask, used;
    unsigned shift;        // 64 - log2 of the places
} evicted;

void evicted_clear(evicted *v); // frees it too

// cta: number of the warp's CTA, other than those of all that ran before it on the SM (modulo 2^26); warp: its slot, 0..63.
void evicted_note(evicted *v, uint64_t line, uint32_t cta, unsigned warp); // the warp's access has evicted the line
evicted_class evicted_of(const evicted *v, uint64_t line, uint32_t cta, unsigned warp); // of a miss of the warp

#endif
