// warppool_needs.c: see warppool_needs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_needs.h"

#include "tb/bench/warppool_quanta.h"

#include <string.h>

// Loads that can be on their way at once, and their requests.
static uint64_t most_loads(const config *c) { return (uint64_t)c->sm.warps * c->sm.loads_per_warp; }
static uint64_t most_requests(const config *c) { return most_loads(c) * c->warppool.lanes; }

// Requests that have a place before L1D, and those that wait for their line.
static uint64_t places(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    return (uint64_t)k->queues * k->tags * k->merges + 2 * k->merges + 2 * k->coalescers;
}
static uint64_t waiting(const config *c)
{
    return (uint64_t)c->l1d.mshrs * c->l1d.merges * c->warppool.merges;
}

static bool several_lanes(const config *c) { return c->warppool.lanes > 1; }
static bool lanes_fit(const config *c)
{
    return several_lanes(c) && c->warppool.lanes <= c->l1d.line_bytes / 4;
}
static bool several_loads(const config *c) { return most_loads(c) > 1; }
static bool merges(const config *c) { return c->warppool.merges > 1 && several_loads(c); }
static bool merges_own(const config *c)
{
    return c->warppool.merges > 1 && c->sm.loads_per_warp > 1;
}
static bool may_split(const config *c)
{
    return c->warppool.tags > 1 && most_loads(c) > c->warppool.merges;
}
static bool fills_queue(const config *c) { return most_requests(c) > c->warppool.tags; }
static bool may_tie(const config *c) { return c->warppool.coalescers > 1 && several_loads(c); }
static bool runs_out_of_maps(const config *c)
{
    const uint64_t held = places(c) + waiting(c);
    return (held < most_requests(c) ? held : most_requests(c)) > c->warppool.maps;
}
static bool shares_maps(const config *c) { return may_tie(c) && c->warppool.maps > 1; }
static bool is_wide(const config *c) { return c->warppool.lane_bytes == 8; }
static bool counter_ends(const config *c)
{
    const uint64_t most = ((uint64_t)1 << c->warppool.counter_bits) - 1,
                   held = places(c) + c->sm.loads_per_warp;
    const uint64_t own = (uint64_t)c->sm.loads_per_warp * c->warppool.lanes;
    const unsigned cycles = c->warppool.narrow ? 2 : 1; // whose lines the counter has room for
    return (held < own ? held : own) > most - cycles * c->warppool.coalescers - 1;
}
static bool overtakes(const config *c)
{
    return (c->sm.warps - 1) * c->warppool.insn_queues / c->sm.warps > 0;
}
static bool fills_insns(const config *c)
{
    const unsigned together = (c->sm.warps + c->warppool.insn_queues - 1) / c->warppool.insn_queues;
    return (uint64_t)together * c->sm.loads_per_warp >= c->warppool.insn_depth + 2;
}
bool warppool_goes_by_warp(const config *c)
{
    const bool changes = c->warppool.select == SELECT_SWITCH && c->warppool.miss_rate < 100000;
    return (changes || c->warppool.select == SELECT_WARP) &&
           c->warppool.queues * c->warppool.tags > 1 && several_loads(c);
}
bool warppool_has_quanta(const config *c) { return c->warppool.select == SELECT_SWITCH; }
static bool may_switch(const config *c)
{
    return warppool_has_quanta(c) && c->warppool.miss_rate < 100000;
}
static bool may_tie_quantum(const config *c)
{
    return warppool_has_quanta(c) && warppool_quanta_can_tie(c);
}
static bool fills_tags(const config *c)
{
    return most_requests(c) >= 2 * (uint64_t)c->warppool.queues * c->warppool.tags &&
           c->warppool.queues * c->warppool.tags > 1;
}
static bool fills_rows(const config *c)
{
    return most_loads(c) > c->l1d.merges * c->warppool.merges;
}
// Requests that can still be granted while a store waits in every coalescer, which lets nothing
// pass: those in the queues and on their way to them.
static uint64_t supply(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t held = (uint64_t)k->queues * k->tags + 2 * k->coalescers;
    return held < most_requests(c) ? held : most_requests(c);
}
// A second store grows old enough before the first one has left: with these, with the first one's
// grant, and with one more behind it in the outbound buffer.
static bool stores_meet(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    return k->store_age == 0 || k->coalescers > 2 ||
           (k->coalescers == 2 && k->store_age <= supply(c) + 2);
}
static bool stores_age(const config *c)
{
    return several_loads(c) && c->sm.warps > 1 &&
           (c->warppool.coalescers > 1 || c->warppool.store_age < supply(c));
}

static const struct {
    const char *event, *rule;
    bool (*met)(const config *c);
} needs[] = {
    {"map_consecutive", "a line has fewer words than there are lanes, or there is one lane",
     lanes_fit},
    {"map_broadcast", "there is one lane", several_lanes},
    {"map_range", "there is one lane", several_lanes},
    {"merged", "a tag holds one request, or there is one load at a time", merges},
    {"late_merges", "a tag holds one request, or there is one load at a time", merges},
    {"merged_own", "a tag holds one request, or a warp has one load at a time", merges_own},
    {"split_tags", "a queue has one tag, or there are no more loads than requests in a tag",
     may_split},
    {"insert_waits", "there are no more requests than tags in a queue", fills_queue},
    {"insert_ties", "one coalescer, or one load at a time", may_tie},
    {"map_waits", "the thread map table has a place for every request", runs_out_of_maps},
    {"map_last", "the thread map table has a place for every request", runs_out_of_maps},
    {"map_shared", "one coalescer, one load at a time, or a table of one entry", shares_maps},
    {"halves", "structures.warppool.lane_bytes is 4", is_wide},
    {"counter_waits", "the counter holds all that a warp can have on its way", counter_ends},
    {"insn_overtakes", "there is one instruction queue", overtakes},
    {"insn_full", "an instruction queue has a place for every load of its warps", fills_insns},
    {"holes", "tags go in the order of their age, or there is one", warppool_goes_by_warp},
    {"quanta", "structures.warppool.select is not switch", warppool_has_quanta},
    {"switches", "the selection never changes", may_switch},
    {"tags_full", "there are fewer loads than fill all tags", fills_tags},
    {"rows_full", "there are fewer loads than fill an MSHR's rows", fills_rows},
    {"quantum_ties", "no quantum has so few loads that they are exactly at the miss rate",
     may_tie_quantum},
    {"store_waits_store",
     "one coalescer, whose stores come one after the other, or two, and fewer requests than make a "
     "store old while both hold one",
     stores_meet},
    {"aged_stores",
     "one warp, one load at a time, or one coalescer and fewer requests than make its store old",
     stores_age},
};

const char *warppool_needs_excluded(const config *c, const char *event)
{
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(needs[i].event, event) == 0 && !needs[i].met(c)) return needs[i].rule;
    }
    return NULL;
}
