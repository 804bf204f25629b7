// lsu_state.h : the inside of the load/store unit, shared by lsu.c (the cycle), lsu_issue.c (issue), lsu_run.c (runs of hits),
// lsu_reply.c (what leaves and comes back), lsu_report.c (laws, dump) and lsu_view.c (what waits, where).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LSU_STATE_H
#define WL_MACHINE_LSU_STATE_H

#include "machine/core/fixedmem.h"
#include "machine/core/l1d_state.h"
#include "machine/core/lsu.h"

enum { WARP_SLOTS = 64 };

typedef struct entry {
    const winst *i;
    uint64_t enter;   // first cycle in the unit
    uint16_t load;    // number of the load, or MREQ_NOBODY
    uint8_t warp, space;
    uint8_t left;     // requests (global, local), lines (constant) or passes (shared) still to do
    bool begun;       // a request of it has gone to a bank
    mreq common;      // what its requests have in common
    segment segments[COALESCE_MAX];
} entry;

typedef struct load_entry {
    const winst *i;
    uint64_t issued, data_at; // data_at: latest return so far
    uint16_t outstanding;     // requests; 0 = free
    bool constant;            // lines of the constant cache, not requests to L1D
    uint16_t part_of;         // the load of which it is a part, MREQ_NOBODY: none
} load_entry;

// Requests of a load, from the head on, that are known to hit (lsu_run.c).
typedef struct hit_run {
    unsigned first, n;
    int32_t slot[COALESCE_MAX]; // of the tags: slot[first] is the head's
} hit_run;

// A request on its way to the head register of its bank.
typedef struct approach {
    mreq r;
    uint32_t pc;
    uint32_t turn; // number of its instruction
    uint64_t at;   // cycle at whose end it may be in the head register
} approach;

struct lsu {
    // First what the plain unit looks at in every cycle.
    uint64_t left;       // warps of which a request left the path: its pending bit goes a cycle later
    unsigned first, count;
    uint32_t heads;      // bit b: head[b] holds a request
    bool plain;          // direct, steady, and nothing lies between the coalescer and the head register or comes back after a fixed latency
    bool runs;           // hits are passed over in runs: plain, and no line goes but by what the head does
    bool head_stuck;     // all heads were refused in the last cycle, and L1D has not changed
    bool reply_full, bypassed_full, write_back_full;
    bool draining;       // dirty lines are being written back: the SM has no warps
    bool read_only;      // a miss of the instruction or the constant cache may be on its way
    bool data_went;      // the last miss that left was L1D's: the instruction cache's goes next
    bool bypassed_first;
    bool file_taken;     // the register file takes something of this cycle's write-back
    wpool *pool;         // NULL: none
    lsu_bell bell;
    lsu_wiring w;
    entry *ring;         // [sm.mem_pipeline]
    uint64_t at;         // last cycle of lsu_cycle
    const config *c;
    mreq *head;          // [bank]: head_of_one, if there is one bank
    l1d_answer *cause;   // [bank] why it was refused last; cause_of_one
    load_entry *loads;   // [warp * loads_per_warp + sequence]
    unsigned numbers;    // of loads
    l1d_answer cause_of_one;
    mreq head_of_one, write_back, reply;
    uint64_t accepted;   // requests that L1D accepted
    hit_run run;

    reqpath *path;
    uint32_t queued;     // bit b: the queue of bank b is not empty
    unsigned banks;
    uint32_t places;
    bool direct;         // a read that hits can be served at once: plain path, one bank, nothing watches references
    bool steady;         // what L1D has refused once it refuses while l1d_refuses: one head, offered as it is, nothing goes round
    bool shares;         // reqpath_shares
    uint64_t sent_round; // requests that went on its bypass
    fixedmem fixed;      // limits.l1_miss_latency
    uint32_t head_pc;    // of the head, with one bank
    mreq bypassed;
    approach *queue;     // [bank * places + i] behind the heads, rings: l1d.latency - 1 places
    uint32_t *queue_first, *queue_count; // [bank]
    uint32_t turn, head_turn; // numbers of the instructions that took this way last and whose requests are in the head registers
    uint16_t round_left[WARP_SLOTS]; // requests of the warp's atomic or ld.cg that L1D has not accepted (WarpPool)
    int round_done;      // warp whose atomic has been accepted in this cycle, -1 none

    uint32_t free_loads[WARP_SLOTS];   // bit s: sequence number s is free
    uint32_t all_loads;
    uint16_t n_loads[WARP_SLOTS], entries[WARP_SLOTS], unsent[WARP_SLOTS];
    uint16_t stores_in_l1[WARP_SLOTS]; // stores and atomics in L1D's miss queue, stores that wait there for their line
    uint32_t n_stores[WARP_SLOTS];
    unsigned busy_loads, busy_stores;  // sums of n_loads, n_stores
    uint64_t strays;                   // replies that nobody waits for
};

// Misses wait for the crossbar. (Here and elsewhere | and & where one of several things may be so that cannot be foreseen: one branch.)
static inline bool lsu_sends(const lsu *l)
{
    return l1d_sends(l->w.l1) || (l->read_only && (rocache_sends(l->w.l1c) | rocache_sends(l->w.l1i)));
}

// Something is to be written back, or was taken for it.
static inline bool lsu_writes_back(const lsu *l)
{
    return (l->write_back_full | l->bypassed_full | l1d_has_ready(l->w.l1)) || (l->read_only && rocache_has_ready(l->w.l1c));
}

// Something happens in the next cycle, whatever the head is.
static inline bool lsu_busy(const lsu *l) { return l->draining | l->reply_full | lsu_writes_back(l) | lsu_called(&l->bell); }

// The only bank's head is the next request of the instruction that it already holds one of.
static inline void lsu_set_request(mreq *r, const segment *s)
{
    r->addr = s->addr;
    r->mask = s->mask;
    r->bytes = s->bytes;
    r->lanes = s->lanes;
}

// What counts the cycles in which the instruction has requests left at their end.
static inline uint64_t *lsu_stay_of(const lsu *l, const entry *en, bool some_went)
{
    sm_stats *s = l->w.stats;
    if (en->space == SPACE_SHARED) return &s->mem_stall_shared;
    if (en->space == SPACE_GLOBAL) return some_went ? &s->mem_stall_global_more : &s->mem_stall_global;
    return en->space == SPACE_LOCAL ? &s->mem_stall_local : &s->mem_stall_const;
}

// lsu_run.c
void lsu_run_pass(lsu *l, unsigned n); // n cycles of the run

// lsu_reply.c
void lsu_ended(lsu_out *out, unsigned warp, const winst *i, uint64_t at);             // the instruction's registers are free at `at`
void lsu_all_returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out); // all requests of a load are back
void lsu_acknowledged(lsu *l, const mreq *r, lsu_out *out);              // one of a store is done
void lsu_write_back(lsu *l, uint64_t now, lsu_out *out);                 // the parts of the cycle, in this order
void lsu_replies(lsu *l, uint64_t now, lsu_out *out);
void lsu_send(lsu *l, lsu_out *out);
void lsu_send_fixed(lsu *l, uint64_t now);                               // last in the cycle: into the fixed latency

// One request of a load is back, its data there at `at`.
static inline void lsu_returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out)
{
    if (number >= l->numbers || !l->loads[number].outstanding) {
        l->strays++;
        return;
    }
    load_entry *d = &l->loads[number];
    if (!d->constant) l->w.stats->returned++;
    if (at > d->data_at) d->data_at = at;
    if (!--d->outstanding) lsu_all_returned(l, number, at, out);
}

#endif
