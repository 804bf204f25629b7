// lsu_state.h: the internal state of the load/store unit, shared by lsu.c (the cycle), lsu_issue.c
// (issue), lsu_heads.c (the way to the head registers), lsu_step.c (what the heads do), lsu_plain.c
// (the fast cycle of the plain unit), lsu_reply.c (misses that leave and replies that arrive),
// lsu_report.c (laws, dump) and lsu_view.c (enumeration of requests).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LSU_STATE_H
#define WL_MACHINE_LSU_STATE_H

#include "machine/core/fixed_latency_memory.h"
#include "machine/core/l1d_state.h"
#include "machine/core/lsu.h"

enum { WARP_SLOTS = 64 };
// The space of an entry that reads textures through the texture cache; else that of its wexec.
enum { SPACE_TEXTURE = SPACE_PARAM + 1 };

typedef struct entry {
    const winst *i;
    uint64_t enter; // first cycle in the unit
    uint16_t load;  // number of the load, or MREQ_NO_LOAD
    uint8_t warp, space;
    uint8_t left; // remaining requests (global, local), lines (constant, texture), passes (shared)
    bool begun;   // one of its requests has gone to a bank
    mreq common;  // the fields that all its requests share
    segment segments[COALESCE_MAX];
} entry;

typedef struct load_entry {
    const winst *i;
    uint64_t issued, data_at; // issue cycle; latest return so far
    uint16_t outstanding;     // outstanding requests; 0: the entry is free
    bool read_only;           // waits for lines of a read-only cache instead of L1D
    uint16_t part_of; // the load that this entry is a part of (WarpPool); MREQ_NO_LOAD: none
} load_entry;

// A request on its way to the head register of its bank.
typedef struct approach {
    mreq r;
    uint32_t pc;
    uint32_t turn; // serial number of its instruction
    uint64_t at;   // the cycle at the end of which it may enter the head register
} approach;

struct lsu {
    // The fields that the plain unit uses in every cycle come first.
    // warps with a request that left the request path; their pending bit clears a cycle later
    uint64_t left;
    unsigned first, count;
    uint32_t heads;  // bit b: head[b] holds a request
    bool plain;      // lsu_plain.c runs its cycles
    bool head_stuck; // all heads were refused in the last cycle, and L1D has not changed
    bool reply_full, bypassed_full, write_back_full;
    bool draining;  // dirty lines are being written back: the SM has no warps
    bool read_only; // a miss of a read-only cache may be outstanding, or an access of a texture
    bool textured;  // an access may be in the texture cache; read_only is set, too
    // the texture cache's results go to write-back next, before all others
    bool texture_first;
    // the last miss that left was L1D's, so that the instruction cache goes next
    bool data_went;
    bool bypassed_first; // the bypass register goes to write-back before L1D next time
    bool file_taken;     // this cycle's write-back uses the register file
    warppool_seam *pool; // WarpPool; NULL: none
    lsu_signals signals;
    lsu_wiring w;
    entry *ring; // [sm.mem_pipeline]
    uint64_t at; // the last cycle of lsu_cycle
    const config *c;
    mreq *head; // [bank]; points to head_of_one if there is one bank
    // [bank] last refusal of the head; points to cause_of_one if there is one bank
    l1d_answer *cause;
    load_entry *loads; // [warp * loads_per_warp + sequence number]
    unsigned numbers;  // number of entries of `loads`
    l1d_answer cause_of_one;
    mreq head_of_one, write_back, reply;
    uint64_t accepted; // requests that L1D accepted

    request_path *path;
    uint32_t queued; // bit b: the queue of bank b is not empty
    unsigned banks;
    uint32_t places;
    bool shares;                // request_path_shares
    uint64_t bypassed_requests; // requests that left on the bypass of the path
    fixed_latency_memory fixed; // limits.l1_miss_latency
    uint32_t head_pc;           // program counter of the head, with one bank
    mreq bypassed;
    // [bank * places + i] rings of requests on the way to the heads: l1d.latency - 1 places
    approach *queue;
    uint32_t *queue_first, *queue_count; // [bank]
    // serial number of the last instruction, and of the one in the head registers
    uint32_t turn, head_insn;
    // WarpPool: requests of the warp's atomic or ld.cg that L1D has not accepted
    uint16_t round_left[WARP_SLOTS];
    // WarpPool: warp whose atomic or ld.cg L1D has accepted completely in this cycle; -1: none
    int atomic_done;

    uint32_t free_loads[WARP_SLOTS]; // bit s: sequence number s is free
    uint32_t all_loads;
    uint16_t n_loads[WARP_SLOTS], entries[WARP_SLOTS], unsent[WARP_SLOTS];
    // stores and atomics in L1D's miss queue, and stores in its MSHRs
    uint16_t stores_in_l1[WARP_SLOTS];
    uint32_t n_stores[WARP_SLOTS];
    unsigned busy_loads, busy_stores; // sums of n_loads, n_stores
    uint64_t unexpected_replies;      // replies that no load or store waits for: a broken law
};

// True if a miss waits for the crossbar. Here and elsewhere, | and & replace || and && where the
// host cannot predict the operands, so that there is one branch.
static inline bool lsu_sends(const lsu *l)
{
    return l1d_sends(l->w.l1) ||
           (l->read_only && (readonly_cache_sends(l->w.l1c) | readonly_cache_sends(l->w.l1i) |
                             (l->textured && texture_cache_sends(l->w.l1t))));
}

// True if a write-back is in progress or can start.
static inline bool lsu_writes_back(const lsu *l)
{
    return (l->write_back_full | l->bypassed_full | l1d_has_ready(l->w.l1)) ||
           (l->read_only &&
            (readonly_cache_has_ready(l->w.l1c) | (l->textured && texture_cache_front(l->w.l1t))));
}

// True if the next cycle has work, whatever the state of the head.
static inline bool lsu_busy(const lsu *l)
{
    return (l->draining | l->reply_full | lsu_writes_back(l) | lsu_has_input(&l->signals)) ||
           (l->textured && texture_cache_moves(l->w.l1t));
}

// Makes the head, which holds a request of the same instruction already, the request for s.
static inline void lsu_set_request(mreq *r, const segment *s)
{
    r->addr = s->addr;
    r->mask = s->mask;
    r->bytes = s->bytes;
    r->lanes = s->lanes;
}

// The counter for a cycle at the end of which the instruction has requests left.
static inline uint64_t *lsu_stay_of(const lsu *l, const entry *en, bool some_went)
{
    sm_stats *s = l->w.stats;
    if (en->space == SPACE_SHARED) return &s->mem_stall_shared;
    if (en->space == SPACE_TEXTURE) return &l->w.l1t->s.stalls;
    if (en->space == SPACE_GLOBAL)
        return some_went ? &s->mem_stall_global_more : &s->mem_stall_global;
    return en->space == SPACE_LOCAL ? &s->mem_stall_local : &s->mem_stall_const;
}

// lsu_heads.c
// moves what has reached the end of its queue into the free head registers
void lsu_advance(lsu *l, uint64_t now);
uint64_t lsu_next_advance(const lsu *l,
                          uint64_t now); // the first cycle in which a queue moves by itself
bool lsu_may_approach(const lsu *l,
                      const entry *en); // may one of its requests leave before a head does?
void lsu_enter(lsu *l, uint64_t now,
               lsu_out *out); // the first instruction proceeds; if lsu_may_enter

// lsu_step.c: offers the heads to the request path. lsu_plain.c: a whole cycle.
void lsu_step(lsu *l, uint64_t now, lsu_out *out);
void lsu_plain_cycle(lsu *l, uint64_t now, lsu_out *out);

// lsu_reply.c
// reports that the instruction's registers become free at `at`
void lsu_ended(lsu_out *out, unsigned warp, const winst *i, uint64_t at);
// all requests of a load have returned
void lsu_all_returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out);
// a store request is acknowledged
void lsu_acknowledged(lsu *l, const mreq *r, lsu_out *out);
// stages of the cycle, called in this order
void lsu_write_back(lsu *l, uint64_t now, lsu_out *out);
void lsu_replies(lsu *l, uint64_t now, lsu_out *out);
void lsu_send(lsu *l, lsu_out *out);
// last stage: L1D's misses to the fixed-latency memory
void lsu_send_fixed(lsu *l, uint64_t now);

// One request of a load has returned; its data are available at `at`.
static inline void lsu_returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out)
{
    if (number >= l->numbers || !l->loads[number].outstanding) {
        l->unexpected_replies++;
        return;
    }
    load_entry *d = &l->loads[number];
    if (!d->read_only) l->w.stats->returned++;
    if (at > d->data_at) d->data_at = at;
    if (!--d->outstanding) lsu_all_returned(l, number, at, out);
}

// The first instruction has had its issue latency and its operands.
static inline bool lsu_may_enter(const lsu *l, uint64_t now)
{
    return l->count && l->ring[l->first].enter <= now;
}

// What begins and what ends a cycle of either kind.
static inline void lsu_begin_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    l->w.l1->now = now;
    out->n_done = 0;
    out->touched = 0;
    out->progress = out->may_issue = false;
    l->file_taken = l->signals.moved = false;
}

static inline void lsu_end_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    l->at = now;
    if (l->draining) {
        if (l1d_drain(l->w.l1)) out->progress = true;
        l->draining = l1d_dirty(l->w.l1);
    }
    if (l->fixed.latency) lsu_send_fixed(l, now);
    l->signals.miss_waits = lsu_sends(l);
    if (l->read_only) {
        l->textured = l->textured && !texture_cache_idle(l->w.l1t);
        l->read_only =
            l->textured || !readonly_cache_idle(l->w.l1c) || !readonly_cache_idle(l->w.l1i);
    }
    out->goes_on = (l->heads != 0) & !l->head_stuck;
    out->room = lsu_room(l);
}

#endif
