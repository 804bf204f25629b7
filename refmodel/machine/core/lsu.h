// lsu.h: the load/store unit of one SM: memory pipeline, coalescing, outstanding loads and stores,
// and write-back.
//
// A memory instruction is coalesced when it issues. It enters the unit E cycles later, where E is
// issue_latency plus the cycles that its operand reads take (sm.operand_reads; with serial, n_src
// cycles), in order and one at a time. Up to sm.mem_pipeline instructions wait for the unit or are
// in it. From cycle E on, by address space:
//   constant, parameter   Reads one line of the constant cache per cycle, the highest first. A
//                         refused line is retried and blocks everything behind it. If all lines
//                         hit, the registers become free when the last line has been read (at E for
//                         one line).
//   texture               Reads of textures, with l1t.enable; without it, they are loads from
//                         global memory. Each word that a lane reads belongs to a line of the
//                         texture cache (a fetch is timed by the first texel of its footprint),
//                         which takes one line per cycle, the highest first. A refused line is
//                         retried and blocks everything behind it. The lines' data come out of the
//                         cache in order, one per cycle, to the write-back register, whether they
//                         hit or not: a hit of cycle t, with nothing before it, has returned in
//                         t + 3.
//   shared                Takes one pass per cycle. The registers become free shared_latency - 1 +
//                         writeback_latency cycles after the last pass.
//   global, local         Sends one request per cycle, the highest address first, to the head
//                         register, where it arrives l1d.latency - 1 cycles later at the earliest.
//                         As many requests may be on the way; they close up while the head is
//                         refused. From the next cycle on, the head is offered to the request path
//                         (request_path.h). A load that hits has its data then; misses pay the
//                         latency, too (GPGPU-Sim 4.x's L1 latency queue; 3.2 has none, which is
//                         latency 1).
// Atomics are performed at L2: L1D forwards them like writes, and their replies go to registers.
// The same holds for ld.cg (l1d.cg_bypass), which L1D forwards without a tag lookup. Requests of
// both have at most l1d.l2_only_bytes bytes.
//
// With banks (l1d.banks; WarpPool section 4.1), each bank has a head register. It takes the highest
// address of the instruction that lies in the bank, and all heads are offered in every cycle. In
// one cycle any number of hits are served, and one request that does not hit, from the lowest bank.
// The next instruction waits until all heads of the one before it have left: one warp at a time.
// With l1d.latency > 1, requests of several instructions are on the way, in order; those of the
// next instruction enter the head registers when all of them are empty.
//
// Replies: one per cycle enters the reply register; one cycle later it is in L1D (fill) or in the
// bypass register; one cycle later in the write-back register, for which bypass and L1D alternate;
// and one cycle later the request counts as returned: fill + 2.
//
// A load is complete, and its registers are free, when all its requests have returned. A store is
// complete when all its requests are acknowledged: by L2, or, if L1D keeps the data (write-back),
// by L1D, at once if the line is present and else from the write-back register when it has arrived.
//
// These are the times of GPGPU-Sim's ldst_unit: a load of one register whose line hits returns
// issue_latency + 2 = 6 cycles after its issue. A loop of dependent hits takes longer by its
// addition, comparison and branch: per load, 22 cycles beyond the address arithmetic when rolled,
// 14 when unrolled by two, 10 by four (GPGPU-Sim's probe: 17). Longer loads hide them.
//
// limits.l1_miss_latency (Bandwidth, Figure 3): all requests that L1D sends in cycle t return to
// it, or to the bypass register, in cycle t + latency, any number per cycle. Crossbars, L2 and DRAM
// see none of them.
//
// When the SM has no warps left, dirty lines of global memory are written back, one per cycle,
// while the miss queue has room.
//
// Replies to the instruction cache go from the reply register into that cache. So do replies to the
// constant cache; the accesses that waited for the line then compete for the write-back register.
// Misses of the constant cache leave before those of L1D. L1D and the instruction cache alternate
// at the crossbar if both have a miss.
//
// Replies to the texture cache go from the reply register into its reorder buffer; the oldest of
// its accesses that has its data is a result in the same cycle (texture_cache.h), so that it, too,
// has returned in fill + 2. Results and all else that wants the write-back register alternate. The
// texture cache's misses leave before all others. limits.l1_miss_latency does not apply to them,
// nor to those of the other read-only caches.
//
// With structures.warppool, loads and stores to global and local memory take another path
// (warppool_seam.h). The head registers then hold only atomics and ld.cg, which go to L1D before
// WarpPool's requests. A load is complete when all its requests are written back. The reply of an
// atomic or ld.cg, or a line of the constant cache, takes the register file from WarpPool for a
// cycle.
//
// Order within a cycle: write-back, reply, texture cache, miss queues to the crossbar, request
// path, entry, drain. All of it is inside the SM.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LSU_H
#define WL_MACHINE_LSU_H

#include "base/chan.h"
#include "machine/common/sm_stats.h"
#include "machine/core/coalescer.h"
#include "machine/core/l1d.h"
#include "machine/core/readonly_cache.h"
#include "machine/core/texture_cache.h"
#include "machine/structures/request_path.h"
#include "machine/structures/warppool_seam.h"

enum {
    // Instructions that can complete in one cycle: by write-back, at the head registers, in
    // WarpPool, and when they leave the unit.
    LSU_DONE_MAX = 4
};

// An instruction whose registers become free in cycle `at` (this cycle or later).
typedef struct lsu_done {
    uint64_t at;
    const winst *i;
    unsigned warp;
} lsu_done;

typedef struct lsu_out {
    unsigned n_done;
    bool progress;  // something moved
    bool may_issue; // WarpPool: the set of warps that may issue has changed
    bool room;      // lsu_room at the end of the cycle
    // the head will be offered: lsu_next is the next cycle
    bool goes_on;
    uint64_t touched; // warps with a request that left, returned or was acknowledged
    lsu_done done[LSU_DONE_MAX];
} lsu_out;

typedef struct lsu_wiring {
    l1d *l1;
    chan *request, *reply; // memsys_request, memsys_reply
    // of l1i only the misses and replies pass through the unit
    readonly_cache *l1i, *l1c;
    texture_cache *l1t; // NULL: reads of textures go to L1D
    unsigned sm;
    const uint8_t *cta_of, *warp_in_cta; // [warp slot]
    sm_stats *stats;
} lsu_wiring;

// Signals that the owner reads in every cycle; the unit keeps them up to date.
typedef struct lsu_signals {
    const chan *request, *reply;
    bool miss_waits; // a miss waits for the crossbar
    bool moved;      // the last cycle pushed or popped a channel
} lsu_signals;

// True if the memory system has something for the unit: a reply, or room for a waiting miss.
static inline bool lsu_has_input(const lsu_signals *b)
{
    return (b->reply->head != b->reply->tail_seen) | (b->miss_waits & chan_can_push(b->request));
}

// True if it is a reply only.
static inline bool lsu_has_only_reply(const lsu_signals *b)
{
    return (b->reply->head != b->reply->tail_seen) & !(b->miss_waits & chan_can_push(b->request));
}

typedef struct lsu lsu;

lsu *lsu_new(const config *c, const devices *d, const lsu_wiring *w, err *e); // NULL on error
void lsu_free(lsu *l);

bool lsu_room(const lsu *l); // may one more instruction issue?
// has the warp enough free load numbers for it?
bool lsu_has_load(const lsu *l, unsigned warp, const winst *i);
// The warps that WarpPool keeps from issuing, of those whose next instruction is a load (`loads`)
// or a store (`stores`) of global or local memory. Without WarpPool there are none.
uint64_t lsu_refuses(const lsu *l, uint64_t loads, uint64_t stores);
// operand_cycles: cycles in which its operands are read.
void lsu_issue(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now,
               unsigned operand_cycles);

// the SM has no warps left: starts writing back dirty lines of global memory
void lsu_drain(lsu *l);
void lsu_cycle(lsu *l, uint64_t now, lsu_out *out);
// Takes a reply in a cycle before lsu_next, in place of lsu_cycle, if lsu_has_only_reply.
void lsu_pop(lsu *l);
// The next cycle in which lsu_cycle does anything that lsu_skip does not account for, unless
// lsu_has_input becomes true before it.
uint64_t lsu_next(const lsu *l, uint64_t now);
void lsu_code_missed(lsu *l); // the instruction cache has a miss
const lsu_signals *lsu_get_signals(const lsu *l);
const mreq *lsu_next_miss(const lsu *l); // L1D's next request for the crossbar, or NULL
void lsu_skip(lsu *l, uint64_t cycles);  // accounts for cycles without lsu_cycle

// Outstanding work of a warp.
unsigned lsu_loads(const lsu *l, unsigned warp);  // incomplete loads and atomics
unsigned lsu_stores(const lsu *l, unsigned warp); // store requests that are not acknowledged
bool lsu_holds(const lsu *l, unsigned warp);      // has it instructions in the unit?
// are there requests that have not reached L1D and that a barrier must wait for? (reordering paths
// only)
bool lsu_unsent(const lsu *l, unsigned warp);
// the unit's own count of such requests: 0 whenever lsu_unsent is false
uint64_t lsu_unsent_count(const lsu *l, unsigned warp);
bool lsu_idle(const lsu *l);

const mrpb_events *lsu_mrpb_events(const lsu *l);
const warppool_events *lsu_warppool_events(const lsu *l); // NULL: none
// the conservation laws within this SM: ST_OK or ST_CHECK
int lsu_check(const lsu *l, bool at_end, err *e);
void lsu_dump(const lsu *l, FILE *f);
// For the stuck report (lsu_view.c): the loads and stores that wait, and the requests on their way
// to the network and back.
void lsu_waiters(const lsu *l, const mreq_waiters *w);
void lsu_view(const lsu *l, const mreq_view *v);
void lsu_view_back(const lsu *l, const mreq_view *v);
void lsu_dump_warp(const lsu *l, unsigned warp, FILE *f); // its outstanding loads, by number

#endif
