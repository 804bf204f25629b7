// eviction_history.h: remembers who evicted each line of a cache last, which classifies misses by
// contention (MRPB section 2.4).
//
// No line is forgotten before the table is cleared, so the table grows with the program's
// footprint. Neighbouring lines share an entry of the hash table, so that a miss touches one cache
// line of the host.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_EVICTION_HISTORY_H
#define WL_MACHINE_EVICTION_HISTORY_H

#include <stdint.h>

typedef enum eviction_class {
    EVICTED_NEVER,    // not evicted since the table was cleared
    EVICTED_BY_WARP,  // last evicted by the same warp
    EVICTED_BY_CTA,   // last evicted by another warp of the same CTA
    EVICTED_BY_OTHERS // last evicted by a warp of another CTA
} eviction_class;

enum { EVICTED_LINES = 6 };

// EVICTED_LINES consecutive lines, from number * EVICTED_LINES on. Takes half a cache line of the
// host.
typedef struct eviction_group {
    uint64_t number;            // plus 1; 0: unused entry
    uint32_t by[EVICTED_LINES]; // CTA (26 bits), warp (6 bits), plus 1; 0: not evicted
} eviction_group;

typedef struct eviction_history {
    // [mask + 1], at most half full, probed linearly; NULL while the table is empty
    eviction_group *groups;
    uint32_t mask, used;
    unsigned shift; // 64 - log2 of the places
} eviction_history;

void eviction_history_clear(eviction_history *v); // also frees its memory

// cta: serial number of the CTA on the SM, modulo 2^26; warp: warp slot, 0..63.
// eviction_history_note records that an access of the warp evicted the line;
// eviction_history_class_of classifies a miss of the warp on the line.
void eviction_history_note(eviction_history *v, uint64_t line, uint32_t cta, unsigned warp);
eviction_class eviction_history_class_of(const eviction_history *v, uint64_t line, uint32_t cta,
                                         unsigned warp);

#endif
