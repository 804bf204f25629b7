// eviction_history.c : see eviction_history.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/eviction_history.h"

#include "base/err.h"

#include <stdlib.h>

enum { FIRST_BITS = 8, WARP_BITS = 6 }; // places of a new table; of a warp in `by`

void eviction_history_clear(eviction_history *v)
{
    free(v->groups);
    *v = (eviction_history){0};
}

// That of the group, or the free one that it would take. Multiplicative hashing spreads strides of
// powers of two.
static inline eviction_group *place_of(const eviction_history *v, uint64_t number)
{
    uint32_t i = (uint32_t)((number * 0x9e3779b97f4a7c15u) >> v->shift);
    while (v->groups[i].number && v->groups[i].number != number) i = (i + 1) & v->mask;
    return &v->groups[i];
}

// The pages are written here: one that is first read, then written, would interrupt the other
// threads.
static void make(eviction_history *v, unsigned bits)
{
    v->groups = wl_calloc_lines((size_t)1 << bits, sizeof *v->groups);
    v->mask = ((uint32_t)1 << bits) - 1;
    v->shift = 64 - bits;
}

static void grow(eviction_history *v)
{
    const eviction_history old = *v;
    make(v, old.groups ? 64 - old.shift + 1 : FIRST_BITS);
    for (uint32_t i = 0; old.groups && i <= old.mask; i++) {
        if (old.groups[i].number) *place_of(v, old.groups[i].number) = old.groups[i];
    }
    free(old.groups);
}

void eviction_history_note(eviction_history *v, uint64_t line, uint32_t cta, unsigned warp)
{
    if (v->used >= v->mask / 2) grow(v);
    eviction_group *g = place_of(v, line / EVICTED_LINES + 1);
    v->used += !g->number;
    g->number = line / EVICTED_LINES + 1;
    g->by[line % EVICTED_LINES] = (cta << WARP_BITS | warp) + 1;
}

eviction_class eviction_history_class_of(const eviction_history *v, uint64_t line, uint32_t cta,
                                         unsigned warp)
{
    if (!v->groups) return EVICTED_NEVER;
    const uint32_t by = place_of(v, line / EVICTED_LINES + 1)->by[line % EVICTED_LINES],
                   other = (by - 1) ^ (cta << WARP_BITS | warp);
    if (!by) return EVICTED_NEVER;
    return other >> WARP_BITS ? EVICTED_BY_OTHERS : other ? EVICTED_BY_CTA : EVICTED_BY_WARP;
}
