// evicted.h: remembers who evicted each line of a cache last, which classifies misses by contention
// (MRPB section 2.4).
//
// No line is forgotten before the table is cleared, so the table grows with the program's
// footprint. Neighbouring lines share an entry of the hash table, so that a miss touches one cache
// line of the host.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_EVICTED_H
#define WL_MACHINE_EVICTED_H

#include <stdint.h>

typedef enum evicted_class {
    EVICTED_NEVER,   // not evicted since the table was cleared
    EVICTED_BY_WARP, // last evicted by the same warp
    EVICTED_BY_CTA,  // last evicted by another warp of the same CTA
    EVICTED_BY_OTHERS // last evicted by a warp of another CTA
} evicted_class;

enum { EVICTED_LINES = 6 };

// EVICTED_LINES consecutive lines, from number * EVICTED_LINES on. Takes half a cache line of the
// host.
typedef struct evicted_group {
    uint64_t number;            // plus 1; 0: unused entry
    uint32_t by[EVICTED_LINES]; // CTA (26 bits), warp (6 bits), plus 1; 0: not evicted
} evicted_group;

typedef struct evicted {
    // [mask + 1], at most half full, probed linearly; NULL while the table is empty
    evicted_group *groups;
    uint32_t mask, used;
    unsigned shift;        // 64 - log2 of the places
} evicted;

void evicted_clear(evicted *v); // also frees its memory

// cta: serial number of the CTA on the SM, modulo 2^26; warp: warp slot, 0..63. evicted_note
// records that an access of the warp evicted the line; evicted_of classifies a miss of the warp on
// the line.
void evicted_note(evicted *v, uint64_t line, uint32_t cta, unsigned warp);
evicted_class evicted_of(const evicted *v, uint64_t line, uint32_t cta, unsigned warp);

#endif
