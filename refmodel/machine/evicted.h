// evicted.h : who evicted a line from a cache: contention classes of misses (MRPB section 2.4).
//
// A table of 4096 rows of 4 evicted lines, newest first; a line pushed out of its row by four newer ones is forgotten and counts as
// one that the cache never held.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_EVICTED_H
#define WL_MACHINE_EVICTED_H

#include <stdbool.h>
#include <stdint.h>

typedef enum evicted_class {
    EVICTED_NEVER,      // not known to have been evicted
    EVICTED_BY_WARP,    // last by the same warp
    EVICTED_BY_CTA,     // last by another warp of the same CTA slot
    EVICTED_BY_OTHERS   // last by a warp of another CTA slot
} evicted_class;

typedef struct evicted {
    uint64_t *rows; // [row * EVICTED_WAYS + age]; NULL until something is noted: in a small kernel most SMs evict nothing
    bool noted;     // something has been, since it was cleared
} evicted;

void evicted_free(evicted *v);
void evicted_clear(evicted *v);

void evicted_note(evicted *v, uint64_t line, unsigned warp, unsigned cta); // the warp's access has evicted the line
evicted_class evicted_of(const evicted *v, uint64_t line, unsigned warp, unsigned cta); // of a miss of the warp

#endif
