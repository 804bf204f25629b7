// l1d_state.h : the inside of the first-level data cache, shared by l1d.c (behaviour), l1d_life.c (life), l1d_bypass.c (the way round it) and l1d_report.c
// (refusals, laws, dump); the load/store unit takes two looks at it, at the end.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_STATE_H
#define WL_MACHINE_L1D_STATE_H

#include "blocks/pric.h"
#include "machine/common/bits.h"
#include "machine/common/locality.h"
#include "machine/common/mshr.h"
#include "machine/common/tags.h"
#include "machine/core/evicted.h"
#include "machine/core/l1d.h"
#include "machine/core/window.h"
#include "machine/structures/stream.h"

enum { CTA_SLOTS = 32 };

// What an MSHR's requests will do to the line that comes.
typedef struct l1d_waits {
    uint32_t block;    // of the first request
    bool write, local; // a write waits: the line becomes dirty; it is to local memory
} l1d_waits;

struct l1d {
    // First what is looked at in every cycle, or by every request.
    mshrs mshrs;
    uint32_t missq_size, read_places, missq_places, missq_head, missq_count; // places: of the ring, write-backs beyond the size included
    unsigned line_shift;
    bool enabled, on_fill, write_allocate, bypass_full;
    unsigned ended; // bit a - L1D_FAIL_LINE: something has come, gone or been freed that may change answer a. Who is refused clears it (l1d_refused)
    stream *stream; // NULL: none
    mreq *missq;
    uint64_t looked_at;  // line that l1d_read_hit has looked for last,
    uint32_t looked_set; // its set: what does not hit is offered next,
    int32_t looked_slot; // and its slot, as long as nothing changes
    tags tags;
    gate *gate; // NULL: none
    l1_write_kind global_write, local_write;
    unsigned sm, bank_mask;
    uint32_t line_mask; // mreq.mask of a whole line
    uint16_t line_bytes;
    linemap asked; // line -> MSHR, with allocation on fill
    pric index; // set index function
    mreq bypass;
    bool *local;       // [slot] of a dirty line: it is of local memory
    l1d_waits *waits;  // [mshr]
    uint32_t dirty_global, dirty_local, writebacks_queued, drain_at;
    evicted evicted;
    window *window; // NULL without stats.window
    reference *last, *asked_by; // [slot], [mshr] of an awaited line: its last reference; NULL without stats.locality
    uint32_t blocks, block[CTA_SLOTS]; // placed so far; [CTA slot] number of its block
    uint64_t overtaken; // writes, atomics and write-backs in the miss queue that a read of their line (and warp) went round
    l1d_stats s;
};

// A read of this address that hits is accepted, to be counted by l1d_count_hits; false: it does not, and nothing has been done. Only where nothing
// watches references: no stream, window or stats.locality.
static inline bool l1d_read_hit(l1d *l, uint64_t addr)
{
    const uint64_t line = addr >> l->line_shift;
    const uint32_t set = pric_index(&l->index, line);
    const int32_t slot = tags_find(&l->tags, set, line);
    l->looked_at = line;
    l->looked_set = set;
    l->looked_slot = slot;
    const bool there = slot != TAGS_NONE;
    const unsigned state = l->tags.at[there ? slot : 0].state;
    if (!(there & ((state == LINE_VALID) | (state == LINE_DIRTY)))) return false;
    tags_touch(&l->tags, slot);
    return true;
}

// The slot of the line if a read of it hits, else TAGS_NONE; the read of such a line: as l1d_read_hit.
static inline int32_t l1d_slot_of(const l1d *l, uint64_t addr)
{
    const uint64_t line = addr >> l->line_shift;
    const int32_t slot = tags_find(&l->tags, pric_index(&l->index, line), line);
    const unsigned state = l->tags.at[slot == TAGS_NONE ? 0 : slot].state;
    return (state == LINE_VALID) | (state == LINE_DIRTY) ? slot : TAGS_NONE;
}

static inline void l1d_hit_again(l1d *l, int32_t slot) { tags_touch(&l->tags, slot); }

// n reads of r's instruction have hit.
static inline void l1d_count_hits(l1d *l, const mreq *r, uint64_t n)
{
    l->s.read_accesses += n;
    l->s.read_hits += n;
    if (r->flags & MREQ_LOCAL) l->s.local_read_hits += n;
}

// l1d_offer of a read that l1d_read_hit has just found not to hit.
l1d_answer l1d_read_absent(l1d *l, const mreq *r, unsigned cta);

// l1d_count_fail of an answer that is known to be a failure; apart: what is counted of writes and of local memory.
void l1d_count_refusal_apart(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles);
static inline void l1d_count_refusal(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles)
{
    uint64_t *const all = &l->s.fail_line; // four counters each, in the order of the answers
    all[a - L1D_FAIL_LINE] += cycles;
    if (r->kind | (r->flags & MREQ_LOCAL)) l1d_count_refusal_apart(l, r, a, cycles);
}

// What is refused with answer a is so again as long as l1d_refuses(l, a), unless the cache is opened or closed.
static inline unsigned l1d_end_of(l1d_answer a) { return 1u << (a - L1D_FAIL_LINE); }
static inline void l1d_refused(l1d *l) { l->ended = 0; }
static inline bool l1d_refuses(const l1d *l, l1d_answer a) { return !(l->ended & l1d_end_of(a)); }

// For the load/store unit, which looks in every cycle.
static inline bool l1d_sends(const l1d *l) { return l->bypass_full | (l->missq_count != 0); } // l1d_miss_front is not NULL
static inline bool l1d_has_ready(const l1d *l) { return l->mshrs.n_ready != 0; }        // l1d_ready_front is not NULL

// The core clock, for the monitor: each cycle is one or the other.
static inline void l1d_edge(l1d *l) { if (l->stream) stream_edge(l->stream); }
static inline void l1d_pass(l1d *l, uint64_t cycles) { if (l->stream) stream_skip(l->stream, cycles); }

#endif
