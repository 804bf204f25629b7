// warppool_needs.c: see warppool_needs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_needs.h"

#include "blocks/warppool_state.h"
#include "tb/bench/warppool_quanta.h"
#include "tb/bench/warppool_world.h"

#include <string.h>

static uint64_t ones_up_to(uint64_t last)
{
    return last ? ~(uint64_t)0 >> __builtin_clzll(last) : 0;
}

// ---- what can be on its way to L1D at once

static uint64_t most_loads(const config *c) { return supply_loads(c, 0); }
static uint64_t most_requests(const config *c) { return supply_requests(c, 0); }

// Loads that come without a gap, so that a store waits: while two requests fill the outbound
// buffer, a third one comes, of another load than that which goes next.
bool warppool_loads_pass(const config *c, unsigned stores)
{
    return supply_loads(c, stores) > 1 && supply_requests(c, stores) > 2;
}

// Loads that hold up so many others of one lane: those that have all entries of the thread map
// table which no other coalescer has reserved, or two in each coalescer behind others that fill a
// queue.
static uint64_t holders(const config *c, uint64_t held)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t reserved = k->narrow ? k->coalescers - 1 : 0,
                   entries = k->maps - least_of(k->maps, reserved);
    return held ? least_of(entries, 2 * held + k->tags) : 0;
}
// Requests that come one behind the other when the first one waits for a place of the thread map
// table, which others have that wait for memory or with narrow the coalescers.
static uint64_t in_a_row(const config *c)
{
    const uint64_t reserved = c->warppool.narrow ? c->warppool.coalescers : 0,
                   all = supply_all_requests(c) + reserved,
                   row = all - least_of(all, c->warppool.maps);
    return most_of(1, least_of(row, most_requests(c)));
}
static bool delays(const config *c) { return in_a_row(c) > 1; }
// Cycles in which an instruction takes a coalescer, of single lines.
static unsigned soon_left(const config *c) { return c->warppool.narrow ? 3 : 2; }
// With these stores and so many loads elsewhere before L1D, does a single line reach the last
// coalescer? Of several stores one may be elsewhere, too, instead of a load.
static bool reaches_with(const config *c, unsigned stores, uint64_t elsewhere)
{
    const uint64_t long_taken = c->warppool.coalescers - soon_left(c),
                   here = 2 * long_taken + soon_left(c) - stores,
                   held = long_taken - least_of(long_taken, stores),
                   instead = elsewhere && stores > 1 ? 1 : 0;
    return supply_loads(c, stores) + instead >= here + elsewhere &&
           supply_all_loads(c) >= here + holders(c, held);
}
static bool reaches_beside(const config *c, uint64_t elsewhere)
{
    const unsigned most = 2 * (c->warppool.coalescers - soon_left(c));
    for (unsigned stores = 0; stores <= most && stores < c->sm.warps; stores++) {
        if (reaches_with(c, stores, elsewhere)) return true;
    }
    return false;
}

// The last coalescer gets an instruction only while the others are taken: they are for a cycle by
// one that has come just before, with narrow for two, longer by one of several lines, else by two
// of which a store is the first or something holds it up. A warp that stores has no loads before
// L1D.
static bool reaches_last(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const unsigned soon = soon_left(c);
    if (k->lanes + soon > k->coalescers || k->coalescers <= soon)
        return most_loads(c) >= k->coalescers;
    // of two lines each: the first coalescer has two loads, behind those that fill a queue and the
    // outbound buffer, and it shows only if some are left
    if (k->lanes > 1 && !delays(c))
        return most_loads(c) > k->coalescers + (k->tags + WARPPOOL_OUTBOUND + 1) / k->lanes + 1;
    if (k->lanes > 1) return most_loads(c) >= k->coalescers;
    return reaches_beside(c, 0);
}

// Requests that stay before the outbound buffer, in tags and coalescers: behind two that fill it,
// behind one beside a store, or while a store of age waits for another one of its lines or for
// another warp's. A warp that stores has no loads.
static uint64_t kept(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t all = most_requests(c), beside = supply_requests(c, 1),
                   ahead = k->lanes > 1 ? 0 : 1,
                   behind = all > WARPPOOL_OUTBOUND ? all - WARPPOOL_OUTBOUND : 0,
                   aged = beside > ahead ? beside - ahead : 0;
    return most_of(most_of(behind, aged), supply_requests(c, 2));
}
static bool is_single(const config *c)
{
    return c->warppool.coalescers == 1 && c->warppool.lanes == 1;
}
// A single coalescer's single lines leave the tags faster than they come.
static bool is_slow(const config *c) { return is_single(c) && !delays(c); }
static bool several_lanes(const config *c) { return c->warppool.lanes > 1; }
// Tags that requests in a row fill beside the first one before the selection takes that away. A
// single coalescer pauses between two loads, unless what it has waits for a place of the thread map
// table: with narrow its second line does, for a cycle. Of single lines one waits in B and one
// behind it in A; the next one's addresses come only then, two cycles too late.
static uint64_t soon_filled(const config *c)
{
    const uint64_t cycles = c->warppool.narrow ? 3 : 2;
    if (is_single(c)) return least_of(cycles - 1, in_a_row(c) - 1);
    // with narrow a coalescer has an instruction for two cycles, so that two have none in the third
    if (!several_lanes(c) && !delays(c)) return least_of(cycles, c->warppool.coalescers);
    if (c->warppool.coalescers > 1 || delays(c)) return cycles;
    return least_of(cycles, c->warppool.lanes - (c->warppool.narrow ? 0 : 1));
}

// ---- events

// Requests that have a place before L1D, and those that wait for their line.
static uint64_t places(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    return (uint64_t)k->queues * k->tags * k->merges + 2 * k->merges + 2 * k->coalescers;
}
static uint64_t waiting(const config *c)
{
    const uint64_t rows = (uint64_t)c->l1d.mshrs * c->l1d.merges;
    return (rows + WORLD_HITS + WARPPOOL_OUTBOUND) * c->warppool.merges;
}

static bool lanes_fit(const config *c)
{
    return several_lanes(c) && c->warppool.lanes <= c->l1d.line_bytes / 4;
}
static bool several_loads(const config *c) { return most_loads(c) > 1; }
// A request waits in the way of the next one: for a request from another coalescer just a cycle; a
// single coalescer is too slow for that, so that something has to keep it there, unless it waited
// itself for a place of the thread map table. With narrow the second line of a load may wait that
// long.
static bool merges(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (k->merges == 1 || !several_loads(c)) return false;
    if (k->coalescers > 1) return true;
    if (supply_all_loads(c) > 2 && delays(c)) return true;
    if (k->narrow && several_lanes(c) && most_requests(c) > 2) return true;
    if (most_requests(c) > 3 && (most_loads(c) > 2 || k->lanes > 2)) return true;
    return supply_loads(c, 1) > 1 && kept(c) > 1;
}
static bool merges_own(const config *c) { return merges(c) && supply_of_warp(c) > 1; }
// Lines that a single coalescer makes before the first one of a line that one load more than a tag
// holds has: of the loads beside these, and the other lines of the first of them.
static uint64_t lines_before(const config *c, uint64_t loads)
{
    const struct cfg_warppool *k = &c->warppool;
    return loads > k->merges ? (loads - k->merges - 1) * k->lanes + k->lanes - 1 : 0;
}
// Only what fills the outbound buffer before it keeps a tag there until the last of its loads
// comes, of which a single coalescer makes one line behind the other: two lines, or one and a
// store.
static bool fills_outbound_first(const config *c)
{
    return c->warppool.coalescers > 1 || lines_before(c, most_loads(c)) >= WARPPOOL_OUTBOUND ||
           lines_before(c, supply_loads(c, 1)) >= WARPPOOL_OUTBOUND - 1;
}
// Requests of as many loads fill a tag before it goes, few in a row if nothing keeps it there.
// With narrow a tag stays while they come one a cycle, as many as there are coalescers and one.
static bool may_split(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const bool close = (k->coalescers > 1 || delays(c)) &&
                       k->merges <= (k->narrow ? most_of(2, k->coalescers) : 1);
    if (!close && !fills_outbound_first(c)) return false;
    return k->tags > 1 && most_loads(c) > k->merges &&
           (close ? most_requests(c) : kept(c)) > k->merges;
}
static bool may_tie(const config *c) { return c->warppool.coalescers > 1 && several_loads(c); }
// Single lines come one after the other, of which the first waits for a tag or its mapping. As many
// as there are coalescers and one come without a pause (warppool_insn.h); with narrow a tag is in
// use for longer.
static bool ties_insert(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (!may_tie(c) || supply_all_requests(c) < 3) return false;
    const bool soon = k->tags <= soon_filled(c) && (k->narrow || k->tags < k->coalescers);
    return several_lanes(c) || delays(c) ||
           (soon ? supply_all_requests(c) : kept(c)) >= k->tags + 2;
}
// One waits for a tag, also behind one that goes to the same queue.
static bool fills_queue(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    // a tag is not free before the cycle after it has left
    const uint64_t soon = most_of(1, soon_filled(c) + (is_single(c) && k->narrow));
    return ties_insert(c) || (k->tags <= soon ? most_requests(c) : kept(c)) > k->tags;
}
static bool fills_returns(const config *c) { return supply_all_requests(c) > 1; }
static bool waits_for_coalescer(const config *c) { return most_loads(c) > c->warppool.coalescers; }
// Entries that can be taken at once by requests, with narrow with those that coalescers reserve.
static uint64_t entries(const config *c)
{
    const unsigned reserved = c->warppool.narrow ? c->warppool.coalescers : 0;
    return least_of(places(c) + waiting(c), supply_all_requests(c)) + reserved;
}
// A coalescer has a single line in B while the next load is in A: R holds two, of which the first
// waits for a tag of a queue that is full. That stays full behind two in the outbound buffer, of
// which a store may be one, or behind one store, for which another one of age waits in B.
static bool backs_up(const config *c)
{
    enum { IN_COALESCER = 4 };
    const uint64_t least = IN_COALESCER + c->warppool.tags;
    return supply_loads(c, 0) >= least + WARPPOOL_OUTBOUND ||
           supply_loads(c, 1) >= least + WARPPOOL_OUTBOUND - 1 || supply_loads(c, 2) >= least;
}
// With narrow a line behind one that takes an entry waits for the next reservation, and its
// coalescer has reserved none.
static bool runs_out_of_maps(const config *c)
{
    if (c->warppool.narrow && (several_lanes(c) || backs_up(c))) return true;
    return entries(c) > c->warppool.maps + (c->warppool.narrow ? 1 : 0);
}
static bool takes_last_map(const config *c) { return entries(c) >= c->warppool.maps; }
// Does a load wait in A behind a store until another load has come beside it? A store stays in B
// while another one is in the outbound buffer, of another warp or a line of its own instruction.
static bool waits_behind_store(const config *c)
{
    return !c->warppool.narrow &&
           (supply_loads(c, 2) > 1 || (several_lanes(c) && supply_loads(c, 1) > 1));
}
// Of one line each they come one after the other, unless one waits behind a store, or behind two
// others and a full tag, or with narrow for a reservation: all entries that the other coalescers
// have not reserved are taken by requests before it. Of two lines, which need an entry each, the
// first coalescer's first one has one of the two that there are when another's comes.
static bool shares_maps(const config *c)
{
    return may_tie(c) && c->warppool.maps > 1 &&
           (c->warppool.lanes > 2 || (several_lanes(c) && c->warppool.maps > 2) ||
            waits_behind_store(c) || supply_all_loads(c) > 4 ||
            (c->warppool.narrow && supply_all_loads(c) > 2 &&
             supply_all_requests(c) + c->warppool.coalescers > c->warppool.maps + 2));
}
static bool is_wide(const config *c) { return c->warppool.lane_bytes == 8; }
// One line does not leave its coalescer's first stage.
static bool counter_ends(const config *c)
{
    const uint64_t own = supply_of_warp(c) * c->warppool.lanes;
    return least_of(supply_held(c) - 1 + c->warppool.narrow, own) > supply_counter_limit(c);
}
// One instruction waits while another comes: two fill the channel ag, or no coalescer is free.
static bool overtakes(const config *c)
{
    const unsigned ahead = c->warppool.coalescers == 1 ? 1 : 2;
    return most_loads(c) >= 2 + ahead &&
           (c->sm.warps - 1) * c->warppool.insn_queues / c->sm.warps > 0;
}
// Those behind as many as ag takes or keeps the coalescers busy; one alone stays for a cycle.
static bool fills_insns(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const unsigned together = (c->sm.warps + c->warppool.insn_queues - 1) / c->warppool.insn_queues;
    return k->insn_depth == 1 || (together * supply_of_warp(c) >= k->insn_depth &&
                                  most_loads(c) >= k->insn_depth + least_of(k->coalescers, 2));
}
// Two come in the same cycle, or two tags wait beside the one that goes next. A single queue or
// coalescer, a single load, or loads of one line each, whose addresses come one behind the other,
// give one a cycle, and the selection takes as many unless something keeps them.
static bool chooses(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (k->coalescers > 1 && k->queues > 1 && several_loads(c) && (several_lanes(c) || delays(c)))
        return supply_all_requests(c) > 2 && supply_tags(c) > 1;
    return kept(c) > 2 && supply_tags(c) > 2;
}
static bool knows_warps(const config *c)
{
    const bool changes = c->warppool.select == SELECT_SWITCH && c->warppool.miss_rate < 100000;
    return changes || c->warppool.select == SELECT_WARP;
}
static bool makes_holes(const config *c) { return knows_warps(c) && chooses(c); }
// With narrow two of different warps come one after the other before the selection takes the first.
// Not if a single coalescer has the only load of each of two warps: the second load's first line is
// made three cycles after the first load's last one at the earliest, so that S names that before it
// has company, unless it has waited for a tag behind its load's other lines. No older request is in
// its way: a warp's next load comes when all of the one before has returned, and by then the two
// places of the outbound buffer have taken the other warp's.
bool warppool_compares_warps(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const bool apart = k->coalescers == 1 && !delays(c) && kept(c) <= 2 && k->lanes <= k->tags,
               soon = k->narrow && !is_slow(c) && !apart && supply_tags(c) > 1 &&
                      supply_all_requests(c) > 1;
    return knows_warps(c) && (soon || chooses(c));
}
bool warppool_has_quanta(const config *c) { return c->warppool.select == SELECT_SWITCH; }
static bool may_switch(const config *c)
{
    return warppool_has_quanta(c) && c->warppool.miss_rate < 100000;
}
static bool may_tie_quantum(const config *c)
{
    return warppool_has_quanta(c) && warppool_quanta_may_tie(c);
}
// Tags filled in so many cycles from the first one on: addresses come one behind the other, so that
// each coalescer begins a cycle later than the one before.
static uint64_t filled_in(const config *c, uint64_t cycles)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t n = least_of(most_loads(c), least_of(k->coalescers, k->queues));
    uint64_t all = 0;
    for (uint64_t i = 0; i < n && i < cycles; i++) all += cycles - i;
    return least_of(all, most_requests(c));
}
// Where nothing is in the way, each coalescer with a load fills a tag of another queue in the two
// cycles before the selection takes one away, with narrow in three; then two go to the outbound
// buffer. The coalescers begin together only if something has held up the first of them: a place of
// the thread map table or of a counter that a request elsewhere has.
static bool fills_tags(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t cycles = (k->narrow ? 3u : 2u) - is_slow(c), tags = supply_tags(c),
                   soon = cycles * least_of(most_loads(c), least_of(k->coalescers, k->queues));
    // single lines come one behind the other, for whatever queue
    const bool serial = !several_lanes(c) && !delays(c);
    if (tags > (serial ? least_of(cycles, k->coalescers) : soon)) return kept(c) >= tags;
    if (most_requests(c) < tags) return false;
    for (uint64_t left = 0; left <= WARPPOOL_OUTBOUND; left++) {
        if (filled_in(c, cycles + left) >= tags + left) return true;
    }
    return (delays(c) || counter_ends(c)) && supply_all_requests(c) > tags;
}
// A request of another load in each row.
static bool fills_rows(const config *c) { return supply_all_loads(c) >= c->l1d.merges; }
// ---- stores

// Requests that can still be granted while a store waits in every coalescer, which lets nothing
// pass: of other warps, in the queues and on their way to them, behind those that fill the outbound
// buffer, of which one may be the store of one warp more. (Were that not full when the store comes,
// they would have left for it.)
static uint64_t in_tags_and_r(const config *c, uint64_t requests)
{
    return least_of(requests, supply_tags(c) + 2 * c->warppool.coalescers);
}
static uint64_t supply(const config *c, unsigned warps)
{
    const uint64_t loads = supply_requests(c, warps), others = supply_requests(c, warps + 1);
    return in_tags_and_r(c, most_of(loads > 2 ? loads - 2 : 0, others ? others - 1 : 0));
}

// Of three single lines beside two stores those that come again stay behind these: a store waits in
// B while S names a load or two fill the outbound buffer, so that one load at most is elsewhere. It
// cannot keep both coalescers below the third one busy, nor the first one for longer than a cycle,
// and so the stores are in the first two, whose A take the next two loads.
static bool stay_behind(const config *c)
{
    return c->warppool.lanes == 1 && !c->warppool.narrow && supply_loads(c, 2) == 3;
}
// What passes two stores that wait in both coalescers. While a store is in the outbound buffer the
// others wait, and a load passes them as soon as it comes: beside a third warp's store all that are
// left; beside the first line of one of the two all but the first one, which fills the buffer until
// the second store has come. If several loads come behind it, that one needs three lines: with two
// the second load gets behind the last one, unless others keep it from that, which is not asked for
// (once in a million cycles of four warps with a load each).
static uint64_t pass_two(const config *c)
{
    const uint64_t all = supply_requests(c, 2), third = supply_requests(c, 3);
    const bool beside = c->warppool.lanes > 2 || (several_lanes(c) && supply_loads(c, 2) == 1);
    const uint64_t one_load = supply_tags(c) + 2, // its lines are in one coalescer's R
        behind = !beside || !all          ? 0
                 : supply_loads(c, 2) > 1 ? all - 1
                                          : least_of(all - 1, one_load);
    return most_of(supply(c, 2), in_tags_and_r(c, most_of(third, behind)));
}
// What passes two stores of different warps, all in all. Of three coalescers loads come again and
// again. A single tag is free for two cycles behind a load that leaves it, in which another load
// has to fill the outbound buffer.
static uint64_t passing(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t all = supply_requests(c, 2);
    if (k->coalescers == 2) return pass_two(c);
    if (warppool_loads_pass(c, 2) && !stay_behind(c)) return UINT32_MAX;
    return stay_behind(c) && supply_tags(c) == 1 ? all - 1 : all;
}

// One store leaves while another one is old enough: it has been as old before that, and the first
// one at least so. What leaves the outbound buffer behind it makes room for no load.
static bool stores_meet(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const unsigned warps = c->sm.warps;
    if (!k->store_age) return warps > 1 || several_lanes(c);
    if (k->coalescers == 1 || warps == 1) return false;
    // no load is on its way when the second store comes
    if (warps == 2) return k->store_age == 1 && (several_lanes(c) || k->narrow);
    return k->store_age <= passing(c) + 1;
}

static bool stores_age(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (k->coalescers > 1 && warppool_loads_pass(c, 1)) return true;
    return k->store_age < (k->coalescers > 1 ? supply_requests(c, 1) : supply(c, 1));
}

// One of two warps stores only after its loads have left, and then the other's store has, too: what
// is left is that one of its lines passes. Of three warps with one request each, two store and the
// third lets them wait once; twice only if its load leaves for L1D before the first store, which
// stays until the second one comes. An age that a store has only when all others have gone before
// it meets a new one only if that is of a warp which has come through just then: of few warps it is
// not asked for.
uint64_t warppool_needs_ages(const config *c)
{
    enum { FEW = 4 };
    const struct cfg_warppool *k = &c->warppool;
    const unsigned warps = c->sm.warps;
    if (k->coalescers == 1 || warps == 1) return 0;
    if (warps == 2) return several_lanes(c) ? 1 : 0;
    if (most_requests(c) <= 3) return k->coalescers > 2 ? 3 : 1;
    return warps <= FEW ? ones_up_to(k->store_age + 1) : ~(uint64_t)0;
}

// The greatest age: of stores that have waited for loads as long as they may, all but one may go
// first, and at that time a warp has loads. Without them lines of stores wait for each other.
uint64_t warppool_needs_age(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t all = least_of(c->sm.warps, k->coalescers) - 1,
                   old = least_of(c->sm.warps > 1 ? c->sm.warps - 1 : 1, k->coalescers) - 1;
    // the last one that passes both is the first store, if no load is left
    const bool few = c->sm.warps > 2 && k->store_age && k->store_age > passing(c);
    return most_of(k->store_age + (stores_meet(c) && !few ? old : 0), all);
}

// ---- identities

// Tags in use at once: beside the first they fill as long as requests come faster than the
// selection takes them, or when something keeps them there.
static uint64_t tags_at_once(const config *c)
{
    return most_of(kept(c), least_of(soon_filled(c) + 1, most_requests(c)));
}
uint64_t warppool_needs_last_tag(const config *c)
{
    return least_of(tags_at_once(c), c->warppool.tags) - 1;
}
// Tags in use when these two are: the ones below them in their queue fill first.
static uint64_t tags_with(const config *c, uint64_t x, uint64_t y)
{
    const uint64_t tags = c->warppool.tags, a = x % tags + 1, b = y % tags + 1;
    return x / tags == y / tags ? most_of(a, b) : a + b;
}
// Can these two be in use at once? Requests that come one a cycle fill one tag while the selection
// takes the one before, with narrow the one before that.
static bool in_use_together(const config *c, uint64_t x, uint64_t y)
{
    enum { FEW = 16 }; // above, tags below stay free while others wait
    const struct cfg_warppool *k = &c->warppool;
    const uint64_t apart = x > y ? x - y : y - x, with = tags_with(c, x, y);
    const bool serial = k->queues == 1 || (!several_lanes(c) && !delays(c));
    if (supply_all_loads(c) > FEW || with <= kept(c)) return true;
    if (with > tags_at_once(c)) return false;
    return x / k->tags != y / k->tags || !serial || apart < (k->narrow ? 3 : 2);
}
// Bits of a tag's number in which alone two tags differ that can be in use at once.
uint64_t warppool_needs_tag_bits(const config *c)
{
    const uint64_t tags = c->warppool.tags, last = warppool_needs_last_tag(c);
    uint64_t bits = 0;
    for (uint64_t x = 0; x < supply_tags(c); x++) {
        for (uint64_t bit = 1; x % tags <= last && bit < supply_tags(c); bit <<= 1) {
            const uint64_t y = x ^ bit;
            if (y < supply_tags(c) && y % tags <= last && in_use_together(c, x, y)) bits |= bit;
        }
    }
    return bits;
}
bool warppool_needs_tag_numbers(const config *c)
{
    return (is_slow(c) ? kept(c) : most_requests(c)) > 1;
}

// Does a request come when the last tag stays, which filled behind all others? It stays while two
// fill the outbound buffer and one goes next. A single warp has it on its way already, or issues
// while its counter counts these four.
static bool refills(const config *c)
{
    enum { BEFORE_L1D = WARPPOOL_OUTBOUND + 2 };
    return c->sm.warps > 1 || supply_counter_limit(c) > BEFORE_L1D ||
           most_requests(c) > WARPPOOL_OUTBOUND + (uint64_t)c->warppool.tags;
}

// The last coalescer's does only if there is a load for each beside those of the requests that
// stay: two in the outbound buffer, one that goes next, and the tag.
static bool refills_all(const config *c)
{
    enum { STAY = WARPPOOL_OUTBOUND + 2 };
    const struct cfg_warppool *k = &c->warppool;
    return most_loads(c) >= k->coalescers + (STAY + k->lanes - 1) / k->lanes;
}

// A single line gets to the last coalescer only with others in all before it, of which some stay
// there behind a store; while it is in R the last tag is in use and another one goes next, behind
// two that fill the outbound buffer. Of several stores one may be in that, alone where the next one
// has waited out its age.
static bool refills_last(const config *c)
{
    enum { STAY = WARPPOOL_OUTBOUND + 2 };
    const struct cfg_warppool *k = &c->warppool;
    return k->lanes > 1 || k->coalescers <= soon_left(c) || delays(c) || reaches_beside(c, STAY);
}

// Two requests of one coalescer come one after the other if they are of one load; of single lines
// another coalescer's come between, or something has to hold them up. One comes while the last tag
// is in use, which filled beside all others and then stays only behind two that fill the outbound
// buffer and one that goes next.
bool warppool_needs_tags(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (k->merges == 1 || !several_loads(c) || !reaches_last(c)) return false;
    if (warppool_needs_last_tag(c) + 1 < k->tags) return false;
    if (is_single(c) && in_a_row(c) <= k->tags && kept(c) < most_of(k->tags + 1, 3)) return false;
    if (k->lanes == 1 && supply_all_requests(c) < 3) return false;
    if (k->tags > soon_filled(c) + 1 && !(refills(c) && refills_all(c) && refills_last(c)))
        return false;
    return most_requests(c) >= least_of(k->tags, 4) + 1;
}
// Of each two coalescers. Of three with narrow, single lines come to one after the other in turn,
// and the last two wait beside each other only if others before them fill both a queue and the
// first coalescer.
bool warppool_needs_queues(const config *c)
{
    const struct cfg_warppool *k = &c->warppool;
    if (!ties_insert(c) || !reaches_last(c)) return false;
    if (k->lanes > 1 || k->coalescers < 3 || delays(c) || kept(c) >= k->tags + 2) return true;
    return most_loads(c) >= k->tags + (k->tags > 1 ? 3u : 2u);
}

static const struct {
    const char *event, *rule;
    bool (*met)(const config *c);
} needs[] = {
    {"map_consecutive", "a line has fewer words than there are lanes, or there is one lane",
     lanes_fit},
    {"map_broadcast", "there is one lane", several_lanes},
    {"map_range", "there is one lane", several_lanes},
    {"merged", "a tag holds one request, or there are too few loads for one to wait for another",
     merges},
    {"late_merges",
     "a tag holds one request, or there are too few loads for one to wait for another", merges},
    {"merged_own", "a tag holds one request, or a warp has one load at a time", merges_own},
    {"split_tags", "a queue has one tag, or there are too few loads to fill one while it waits",
     may_split},
    {"insert_waits", "there are too few requests to fill a queue", fills_queue},
    {"insert_ties", "one coalescer, or too few requests for two to wait", ties_insert},
    {"map_waits", "the thread map table has a place for every request", runs_out_of_maps},
    {"map_last", "there are more places in the thread map table than requests", takes_last_map},
    {"map_shared",
     "one coalescer, a table of one entry, or too few loads for two to need one at once",
     shares_maps},
    {"halves", "structures.warppool.lane_bytes is 4", is_wide},
    {"ret_full", "one request at a time", fills_returns},
    {"insn_waits", "there are not more loads than coalescers", waits_for_coalescer},
    {"counter_waits", "the counter holds all that a warp can have on its way", counter_ends},
    {"insn_overtakes", "there is one instruction queue, or too few loads for two to wait",
     overtakes},
    {"insn_full", "an instruction queue has a place for every load of its warps", fills_insns},
    {"holes", "tags go in the order of their age, or too few wait to choose from", makes_holes},
    {"quanta", "structures.warppool.select is not switch", warppool_has_quanta},
    {"switches", "the selection never changes", may_switch},
    {"tags_full", "there are fewer loads than fill all tags", fills_tags},
    {"rows_full", "there are fewer loads than fill an MSHR's rows", fills_rows},
    {"quantum_ties", "no quantum has as many loads as are exactly at the miss rate",
     may_tie_quantum},
    {"store_waits_store",
     "two stores cannot wait at once, or there are fewer requests than make both old", stores_meet},
    {"aged_stores", "there are fewer requests of other warps than make a store old", stores_age},
};

const char *warppool_needs_excluded(const config *c, const char *event)
{
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(needs[i].event, event) == 0 && !needs[i].met(c)) return needs[i].rule;
    }
    return NULL;
}
