// warppool_supply.c: see warppool_supply.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_supply.h"

#include "blocks/warppool_state.h"

uint64_t supply_tags(const config *c) { return (uint64_t)c->warppool.queues * c->warppool.tags; }

// The value of a warp's counter up to which a coalescer makes lines of it; with one less the warp
// issues. So it is the most instructions of a warp, too.
uint64_t supply_counter_limit(const config *c)
{
    const unsigned cycles = c->warppool.narrow ? 2 : 1; // whose lines the counter has room for
    return ((uint64_t)1 << c->warppool.counter_bits) - 2 -
           (uint64_t)cycles * c->warppool.coalescers;
}
uint64_t supply_of_warp(const config *c)
{
    return least_of(c->sm.loads_per_warp, supply_counter_limit(c));
}
// With a single tag, the requests of a coalescer go one behind the other through the tag, the two
// places of the outbound buffer and its own four, and a load has one of these and those next to it.
static uint64_t lines_in_a_row(const config *c, uint64_t made, uint64_t coalescers)
{
    const uint64_t own = 5, lanes = c->warppool.lanes; // from the tag to A
    return made + coalescers * (WARPPOOL_OUTBOUND + own - (own + lanes - 1) / lanes);
}
// What the counter can count of a warp when so many of its loads are not before the coalescers: in
// the tags and the outbound buffer at most one request of each load in one, in a coalescer three
// lines and the load that is not done; and the loads before these, in the warp's queue or on their
// way to a coalescer, of which there may be one more than coalescers are free.
static uint64_t held_with(const config *c, uint64_t made)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t tags = supply_tags(c) + WARPPOOL_OUTBOUND, now = least_of(made, k->coalescers),
                   places = tags * least_of(made, k->merges) + 4 * now,
                   lines =
                       now * least_of(k->lanes, tags + 4) + (made - now) * least_of(k->lanes, tags),
                   row = supply_tags(c) > 1 ? lines : lines_in_a_row(c, made, now),
                   before =
                       least_of(supply_of_warp(c) - made, k->insn_depth + k->coalescers - now + 1);
    return least_of(places, least_of(lines, row)) + before;
}
uint64_t supply_held(const config *c)
{
    uint64_t most = 0;
    for (uint64_t made = 1; made <= supply_of_warp(c); made++)
        most = most_of(most, held_with(c, made));
    return most;
}
// At the limit each coalescer still makes a line of the warp, with narrow in two cycles.
static uint64_t counter_end(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t together = least_of(supply_of_warp(c), k->coalescers);
    return supply_counter_limit(c) + (k->narrow && k->lanes > 2 ? 2 : 1) * together;
}
uint64_t supply_counter(const config *c)
{
    return least_of(supply_held(c), c->warppool.lanes == 1 ? supply_of_warp(c) : counter_end(c));
}
// With narrow the last line waits for the counter as the others do.
static uint64_t requests_of_warp(const config *c)
{
    if (c->warppool.lanes == 1) return supply_of_warp(c);
    return least_of(supply_of_warp(c) * c->warppool.lanes, counter_end(c) - c->warppool.narrow);
}
// Those that wait for their line or its words hold a place of the thread map table, too, and the
// counter does not count them.
uint64_t supply_all_loads(const config *c) { return (uint64_t)c->sm.warps * c->sm.loads_per_warp; }
uint64_t supply_all_requests(const config *c) { return supply_all_loads(c) * c->warppool.lanes; }
// Of the warps but so many, which do something else.
uint64_t supply_loads(const config *c, unsigned warps)
{
    return c->sm.warps > warps ? (c->sm.warps - warps) * supply_of_warp(c) : 0;
}
uint64_t supply_requests(const config *c, unsigned warps)
{
    return c->sm.warps > warps ? (c->sm.warps - warps) * requests_of_warp(c) : 0;
}
