// lsu.h : load/store unit of one SM: memory pipeline, coalescing, the loads that wait, write-back.
//
// A memory instruction is coalesced when it issues and enters the unit E = issue_latency and its operand reads later (sm.operand_reads;
// serial: n_src cycles; dispatch register), in order, one at a time; up to sm.mem_pipeline wait or are in it. From cycle E on:
//   constant, parameter   one line of the constant cache a cycle, highest first; a refused line is tried again and holds up what
//                         is behind it. All hits: the registers are free when the last line has been read, at E for one line
//   shared                one pass a cycle; the registers are free shared_latency - 1 + writeback_latency after the last pass
//   global, local         one request a cycle, highest address first, towards the head register, where it is l1d.latency - 1 later
//                         at the earliest; as many wait on the way, and close up while the head is refused. From the next cycle on
//                         the head is offered to the request path (reqpath.h). A load's hit has its data then: misses take the
//                         latency too (GPGPU-Sim 4.x's L1 latency queue; 3.2 has none, latency 1)
//                         Atomics are done at L2: L1D passes them on as it does writes, their replies go to registers. So do
//                         those of ld.cg (l1d.around_cg), which L1D passes on without a look at its lines. Requests of both are at
//                         most l1d.around_bytes long
//                         With banks (l1d.banks; WarpPool section 4.1) each bank has a head, filled by the highest address of
//                         the instruction that lies in it, and is offered it in every cycle; in a cycle any number of hits go,
//                         and one request that is no hit, the lowest bank first. The next instruction waits until all heads of
//                         the one before have gone: one warp at a time. On the way (l1d.latency > 1) are requests of several
//                         instructions, in order; those of the next one come into the head registers when all are empty
// Replies: one a cycle into the reply register, a cycle later into L1D (fill) or the bypass register, a cycle later into the
// write-back register (bypass and L1D take turns), and a cycle later the request counts as returned: fill + 2.
// A load is done, its registers free, when all its requests have returned. Stores are done when all are acknowledged: by L2, or
// by L1D when they stay there (write-back): at once when the line is present, from the write-back register when it was awaited.
//
// The times are those of GPGPU-Sim's ldst_unit: a load of one register whose line hits is back issue_latency + 2 = 6 cycles after its
// issue. A loop of dependent hits takes longer by its add, compare and branch, 22 cycles a load beyond the address arithmetic when
// rolled, 14 unrolled by two, 10 by four (GPGPU-Sim's probe: 17); longer loads hide them.
//
// limits.l1_miss_latency (Bandwidth, Figure 3): all that L1D sends in cycle t comes back to it, or to the bypass register, in
// t + latency, any number at a time; crossbars, L2 and DRAM see none of it.
//
// When the SM has no warps left, dirty lines of global memory are written back, one a cycle, while the miss queue has room.
//
// Replies to the instruction cache go into it from the reply register; those to the constant cache too, and what waited for the
// line takes its turn at the write-back register. Misses of the constant cache leave before L1D's; L1D and the instruction
// cache take turns at the crossbar when both have a miss.
//
// With structures.warppool loads and stores to global and local memory take another way: wpool.h. Only atomics and ld.cg have heads then;
// they go to L1D before what WarpPool offers. A load is done when all its requests are written back; the reply of an atomic or ld.cg, or a
// constant's line, takes the register file from WarpPool for a cycle.
//
// Within a cycle: write-back, reply, miss queues to crossbar, request path, entry, drain. All of that is inside the SM.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LSU_H
#define WL_MACHINE_LSU_H

#include "base/chan.h"
#include "machine/common/sm_stats.h"
#include "machine/core/coalescer.h"
#include "machine/core/l1d.h"
#include "machine/core/rocache.h"
#include "machine/structures/reqpath.h"
#include "machine/structures/wpool.h"

enum {
    LSU_DONE_MAX = 4 // instructions that can end in one cycle: by write-back, at the head registers, in WarpPool, as they leave the unit
};

// An instruction whose registers become free in cycle `at` (this cycle or later).
typedef struct lsu_done {
    uint64_t at;
    const winst *i;
    unsigned warp;
} lsu_done;

typedef struct lsu_out {
    unsigned n_done;
    bool progress;    // something moved
    bool may_issue;   // other warps may issue than in the cycle before (WarpPool)
    bool room;        // lsu_room, at its end
    bool goes_on;     // the head is to be offered: lsu_next is the next cycle, or behind lsu_run
    uint64_t touched; // warps of which something left, returned or was acknowledged
    lsu_done done[LSU_DONE_MAX];
} lsu_out;

typedef struct lsu_wiring {
    l1d *l1;
    chan *request, *reply;                  // memsys_request, memsys_reply
    rocache *l1i, *l1c;                     // l1i: only its misses and replies pass here
    unsigned sm;
    const uint8_t *cta_of, *warp_in_cta;    // [warp slot]
    sm_stats *stats;
} lsu_wiring;

// Kept up to date by the unit, for a look at every cycle.
typedef struct lsu_bell {
    const chan *request, *reply;
    bool miss_waits; // a miss waits for the crossbar
    bool moved;      // its last cycle has pushed or popped
} lsu_bell;

// Does the memory system call: has a reply come, or has the crossbar room again for a waiting miss?
static inline bool lsu_called(const lsu_bell *b)
{
    return (b->reply->head != b->reply->tail_seen) | (b->miss_waits & chan_can_push(b->request));
}

// Of the two, is it a reply alone?
static inline bool lsu_only_replied(const lsu_bell *b)
{
    return (b->reply->head != b->reply->tail_seen) & !(b->miss_waits & chan_can_push(b->request));
}

typedef struct lsu lsu;

lsu *lsu_new(const config *c, const devices *d, const lsu_wiring *w, err *e); // NULL on error
void lsu_free(lsu *l);

bool lsu_room(const lsu *l);                       // one more instruction may issue
bool lsu_has_load(const lsu *l, unsigned warp, const winst *i); // numbers of the warp are free, enough for this load
// Which of these warps WarpPool keeps from issuing: next is a load, a store of global or local memory. Without it none.
uint64_t lsu_refuses(const lsu *l, uint64_t loads, uint64_t stores);
// operand_cycles: how long its operands are read.
void lsu_issue(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now, unsigned operand_cycles);

void lsu_drain(lsu *l); // the SM has no warps: dirty lines of global memory are written back, in the cycles that follow
void lsu_cycle(lsu *l, uint64_t now, lsu_out *out);
void lsu_pop(lsu *l); // of a cycle before lsu_next, when a reply is all that calls: what lsu_skip does not add
// The next cycle in which lsu_cycle does anything that lsu_skip does not add, unless lsu_called before it.
uint64_t lsu_next(const lsu *l, uint64_t now);
// Of goes_on: the number of cycles after the last one that pass by themselves, hits all of them, unless lsu_called before. lsu_skip adds them.
// concerned: warps of which something that leaves must be heard at once.
unsigned lsu_run(lsu *l, uint64_t concerned);
void lsu_code_missed(lsu *l);                      // the instruction cache has a miss
const lsu_bell *lsu_get_bell(const lsu *l);
const mreq *lsu_next_miss(const lsu *l);           // L1D's next for the crossbar; NULL: it has none
void lsu_skip(lsu *l, uint64_t cycles);            // cycles of no lsu_cycle

// What is still on its way, by warp.
unsigned lsu_loads(const lsu *l, unsigned warp);   // loads and atomics not done
unsigned lsu_stores(const lsu *l, unsigned warp);  // store requests not acknowledged
bool lsu_holds(const lsu *l, unsigned warp);       // instructions of the warp in the unit
bool lsu_unsent(const lsu *l, unsigned warp);      // requests not yet at L1D that a barrier must wait for: reordering paths only
uint64_t lsu_behind(const lsu *l, unsigned warp);  // how many such requests there are by our own count: 0 whenever lsu_unsent is false
bool lsu_idle(const lsu *l);

const mrpb_events *lsu_mrpb_events(const lsu *l);
const wp_events *lsu_warppool_events(const lsu *l); // NULL: none
int lsu_check(const lsu *l, bool at_end, err *e);  // the laws that this SM alone can see: ST_OK or ST_CHECK
void lsu_dump(const lsu *l, FILE *f);
// For the stuck report (lsu_view.c): the loads and stores that wait; requests on their way to the network, and back from it.
void lsu_waiters(const lsu *l, const mreq_waiters *w);
void lsu_view(const lsu *l, const mreq_view *v);
void lsu_view_back(const lsu *l, const mreq_view *v);
void lsu_dump_warp(const lsu *l, unsigned warp, FILE *f); // its loads on their way, by number

#endif
