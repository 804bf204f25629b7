// occupancy.h: the occupancy of a queue over time, as a histogram of six levels: empty, at most a
// quarter, a half, three quarters full, fuller, and full. Apart from the empty cycles, this is the
// histogram over the usage lifetime of the bandwidth paper (ISPASS 2017), Figures 4 and 5.
//
// A component's statistics contain OCCUPANCY_STATS(X, queue, unit, "what") (stats.h); ticks are
// added with
//     occupancy_count(&s->queue_empty, &o, items, ticks);
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_OCCUPANCY_H
#define WL_BASE_OCCUPANCY_H

#include "base/err.h"

#include <stdint.h>

#define OCCUPANCY_STATS(X, queue, unit, what) \
    X(queue##_empty, unit, what " empty") \
    X(queue##_quarter, unit, what " in use, at most a quarter full") \
    X(queue##_half, unit, what " over a quarter, at most half full") \
    X(queue##_three_quarters, unit, what " over half, at most three quarters full") \
    X(queue##_over, unit, what " over three quarters, but not full") \
    X(queue##_full, unit, what " full")

enum { OCCUPANCY_LEVELS = 6 };

typedef struct occupancy {
    // [items] level of a queue with so many items, 0..5; [capacity] is always "full"
    uint8_t *level;
} occupancy;

static inline occupancy occupancy_of(uint32_t capacity)
{
    const occupancy o = {.level = wl_calloc((size_t)capacity + 1, 1)};
    for (uint32_t n = 1; n < capacity; n++)
        o.level[n] = (uint8_t)((4 * (uint64_t)n + capacity - 1) / capacity);
    o.level[capacity] = OCCUPANCY_LEVELS - 1;
    return o;
}

static inline void occupancy_count(uint64_t *first, const occupancy *o, uint32_t items,
                                   uint64_t ticks)
{
    first[o->level[items]] += ticks;
}

#endif
