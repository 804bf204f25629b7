// warppool_order.h : memory consistency of WarpPool (MICRO 2015, section 3.8): a warp's loads and
// stores reach L1D in program order wherever that can be seen.
//
// Of each warp: a counter of counter_bits, 0 after reset, and a flag "the last one that issued was
// a load". M is the largest value of the counter, C the number of coalescers. Cycle t:
//   load_ok[w]   (counter = 0, or the flag) and counter <= M - C - 2 and room in its instruction
//                queue
//   store_ok[w]  counter = 0 and room in its instruction queue
//   kind 2       counter = 0
//   emit_ok[w]   counter <= M - C - 1: a coalescer may make a line of warp w that is not its
//                instruction's last; with structures.warppool.narrow any line, and the counter is
//                that of the start of t - 1 (so that it stands in a register)
//   commit       + 1 for an instruction of w that issues; the flag becomes whether it is a load
//                + 1 for each coalescer that makes a line of w which is not its instruction's last
//                - 1 for each request of w in what L1D accepted in t - 1 (a register stands
//                between: a merged load may hold several of one warp), and for bypass_pulse_i of w
//                in t - 1
// With narrow these limits are lower by C, for the lines of the cycle that emit_ok has not seen.
// All of a cycle add up. The counter never wraps: the last three rules leave room for all
// coalescers and one issue. It never stops a warp for good: when nothing of w is on its way to L1D,
// the counter is the number of its instructions whose last line is not made, at most the limit of
// emit_ok. So a counter above 0 says that something of the warp has not been accepted: pending_o.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_ORDER_H
#define WL_BLOCKS_WARPPOOL_ORDER_H

#include "blocks/warppool_state.h"

void warppool_order_init(warppool_order *o, const config *c);
void warppool_order_reset(warppool_order *o);
// bit w: a load of warp w may issue, as far as the counters go
uint64_t warppool_order_loads(const warppool_order *o);
uint64_t warppool_order_stores(const warppool_order *o);
static inline bool warppool_order_emit_ok(const warppool_order *o, unsigned warp)
{
    return o->counter[warp] <= o->emit_most;
}
// the same of the cycle before; with narrow
static inline bool warppool_order_emitted_ok(const warppool_order *o, unsigned warp)
{
    return o->emits_before >> warp & 1;
}
// the start of a cycle's commit
static inline void warppool_order_start(warppool_order *o) { o->emits_before = o->emits; }
void warppool_order_add(warppool_order *o, unsigned warp); // one more; while a cycle commits
void warppool_order_issued(warppool_order *o, unsigned warp, bool load);
// one less, at the end of the next cycle
void warppool_order_accepted(warppool_order *o, unsigned warp);
// the end of the cycle: what was accepted in the one before it counts
void warppool_order_edge(warppool_order *o);

#endif
