// warppool_maps.c : see warppool_maps.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_maps.h"

#include <string.h>

void wp_maps_reset(wp_maps *m) { m->free = m->s->maps == WP_MAPS ? ~(uint64_t)0 : ((uint64_t)1 << m->s->maps) - 1; }

void wp_maps_take(wp_maps *m, unsigned entry, const wp_line *b)
{
    m->free &= ~((uint64_t)1 << entry);
    m->lanes[entry] = b->lanes;
    m->size[entry] = b->size;
    memcpy(m->offset[entry], b->offset, m->s->lanes);
}

void wp_maps_release(wp_maps *m, unsigned entry) { m->free |= (uint64_t)1 << entry; }
