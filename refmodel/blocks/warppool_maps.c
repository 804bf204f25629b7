// warppool_maps.c : see warppool_maps.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_maps.h"

#include <string.h>

void warppool_maps_reset(warppool_maps *m)
{
    m->free = m->s->maps == WARPPOOL_MAPS ? ~(uint64_t)0 : ((uint64_t)1 << m->s->maps) - 1;
    for (unsigned k = 0; k < WARPPOOL_COALESCERS; k++) m->reserved[k] = -1;
}

void warppool_maps_take(warppool_maps *m, unsigned entry, const warppool_line *b)
{
    m->free &= ~((uint64_t)1 << entry);
    m->lanes[entry] = b->lanes;
    m->size[entry] = b->size;
    memcpy(m->offset[entry], b->offset, m->s->lanes);
}

void warppool_maps_release(warppool_maps *m, unsigned entry) { m->free |= (uint64_t)1 << entry; }

void warppool_maps_take_reserved(warppool_maps *m, unsigned k, const warppool_line *b)
{
    warppool_maps_take(m, (unsigned)m->reserved[k], b);
    m->reserved[k] = -1;
}

void warppool_maps_reserve(warppool_maps *m, unsigned wants, uint64_t free)
{
    for (; wants && free; wants &= wants - 1, free &= free - 1) {
        m->reserved[__builtin_ctz(wants)] = __builtin_ctzll(free);
        m->free &= ~(free & -free);
    }
}
