// l1d_state.h: the internal state of L1D, shared by l1d.c (behaviour), l1d_life.c (creation and
// flush), l1d_bypass.c (bypass) and l1d_report.c (refusals, laws, dump).
//
// The inline functions at the end belong to the load/store unit, which calls them in every cycle.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_STATE_H
#define WL_MACHINE_L1D_STATE_H

#include "blocks/pric.h"
#include "machine/common/bits.h"
#include "machine/common/locality.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/core/coalescing_window.h"
#include "machine/core/eviction_history.h"
#include "machine/core/l1d.h"
#include "machine/structures/streambypass_seam.h"

enum { CTA_SLOTS = 32 };

// What the requests of an MSHR will do to the line when it arrives.
typedef struct l1d_waits {
    uint64_t since;    // core cycle in which the line was asked for
    uint32_t block;    // of the first request
    bool write, local; // a write waits: the line becomes dirty; it is to local memory
} l1d_waits;

struct l1d {
    // Fields used in every cycle or by every request come first.
    mshrs mshrs;
    // missq_places: capacity of the ring, which includes write-backs beyond missq_size
    uint32_t missq_size, read_places, missq_places, missq_head, missq_count;
    unsigned line_shift;
    bool enabled, on_fill, write_allocate, bypass_full;
    // bit a - L1D_FAIL_LINE: since the last l1d_note_refusal, something has happened that may
    // change answer a
    unsigned ended;
    uint64_t now;               // core cycle, which the load/store unit sets
    streambypass_seam *monitor; // NULL: none
    mreq *missq;
    // the last line that l1d_read_hit looked up, which is offered next if it missed,
    uint64_t looked_at;
    uint32_t looked_set; // its set,
    int32_t looked_slot; // and its slot, valid while nothing changes
    tags tags;
    issue_gate *gate; // NULL: none
    l1_write_kind global_write, local_write;
    unsigned sm, bank_mask;
    uint32_t line_mask; // mreq.mask of a whole line
    uint16_t line_bytes;
    linemap asked; // line -> MSHR of the outstanding lines, with allocation on fill
    pric index;    // set index function
    mreq bypass;
    bool *local;      // [slot] a dirty line belongs to local memory
    l1d_waits *waits; // [mshr]
    uint32_t dirty_global, dirty_local, writebacks_queued, drain_at;
    eviction_history evicted;
    coalescing_window *window; // NULL without stats.window
    // [slot], [mshr of an awaited line]: last reference; NULL without stats.locality
    reference *last, *asked_by;
    // thread blocks placed so far; [CTA slot] number of its block
    uint32_t blocks, block[CTA_SLOTS];
    // queued writes, atomics and write-backs overtaken by a bypassed read of their line (and warp)
    uint64_t overtaken;
    l1d_stats s;
};

// Accepts and counts the read r if it hits. Returns false, and changes nothing, if it does not.
// Only valid if nothing observes references: no streaming bypass, stats.window or stats.locality.
static inline bool l1d_read_hit(l1d *l, const mreq *r)
{
    const uint64_t line = r->addr >> l->line_shift;
    const uint32_t set = pric_index(&l->index, line);
    const int32_t slot = tags_find(&l->tags, set, line);
    l->looked_at = line;
    l->looked_set = set;
    l->looked_slot = slot;
    const bool there = slot != TAGS_NONE;
    const unsigned state = l->tags.at[there ? slot : 0].state;
    if (!(there & ((state == LINE_VALID) | (state == LINE_DIRTY)))) return false;
    tags_touch(&l->tags, slot);
    l->s.read_accesses++;
    l->s.read_hits++;
    l->s.local_read_hits += (r->flags & MREQ_LOCAL) != 0;
    return true;
}

// l1d_offer for a read for which l1d_read_hit has just returned false.
l1d_answer l1d_read_absent(l1d *l, const mreq *r, unsigned cta);

// l1d_count_fail for an answer that is known to be a failure. The first function adds the counters
// of writes and of local memory.
void l1d_count_refusal_kinds(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles);
static inline void l1d_count_refusal(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles)
{
    uint64_t *const all = &l->s.fail_line; // four counters each, in the order of the answers
    all[a - L1D_FAIL_LINE] += cycles;
    if (r->kind | (r->flags & MREQ_LOCAL)) l1d_count_refusal_kinds(l, r, a, cycles);
}

// A request refused with answer a would be refused again while l1d_still_refuses(l, a) holds,
// unless the streaming bypass opens or closes the cache.
static inline unsigned l1d_cause_bit(l1d_answer a) { return 1u << (a - L1D_FAIL_LINE); }
static inline void l1d_note_refusal(l1d *l) { l->ended = 0; }
static inline bool l1d_still_refuses(const l1d *l, l1d_answer a)
{
    return !(l->ended & l1d_cause_bit(a));
}

// For the load/store unit, which asks in every cycle.
// l1d_miss_front is not NULL
static inline bool l1d_sends(const l1d *l) { return l->bypass_full | (l->missq_count != 0); }
// l1d_ready_front is not NULL
static inline bool l1d_has_ready(const l1d *l) { return l->mshrs.n_ready != 0; }

// The core clock of the monitor: every cycle is either clocked or part of a skip.
static inline void l1d_clock(l1d *l)
{
    if (l->monitor) streambypass_seam_clock(l->monitor);
}
static inline void l1d_skip(l1d *l, uint64_t cycles)
{
    if (l->monitor) streambypass_seam_skip(l->monitor, cycles);
}

#endif
