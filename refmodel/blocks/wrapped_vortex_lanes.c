// wrapped_vortex_lanes.c: WarpPool as Vortex' load/store unit and L1D see it, in place of the
// host's coalescer. See wrapped.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped_state.h"

#include <string.h>

enum { SLOTS = 64, NUMBERS = 256, HASH_BITS = 4, WORD_BYTES = 4, WORD_BITS = 32, WORD_SIZE = 2 };

typedef struct slot {
    uint64_t used, store, hashes, left, tag, mask; // left: lanes of a read that are not answered
    uint64_t byteen[2], addr[LANES_ADDR_WORDS], data[ADAPTER_WORDS];
} slot;

// What the next request, or the next read, takes: `next`, unless there is none. used: `next` too.
typedef struct lanes_state {
    slot slots[SLOTS];
    uint64_t next, none;
    uint64_t mshr_used[NUMBERS], mshr_next, mshr_none;
    uint64_t adr_valid, adr_slot; // an instruction that waits for a coalescer
    // the ordered request that is inside; lanes that have not left, those whose answer is awaited
    uint64_t ordered, ordered_slot, to_send, waits, awaited, atype[4];
} lanes_state;

static lanes_state *state_of(const wrapped *w) { return (lanes_state *)(void *)w->host; }

static unsigned lane_bits(const adapter *a) { return cfg_index_bits(a->lanes); }
static uint64_t addr_of(const adapter *a, const uint64_t *addr, unsigned lane)
{
    return warppool_field(addr, lane, a->word_addr_w);
}
static uint64_t word_of(const adapter *a, const uint64_t *addr, unsigned lane)
{
    return addr_of(a, addr, lane) >> lane_bits(a); // of the cache
}
static unsigned place_of(const adapter *a, const uint64_t *addr, unsigned lane)
{
    return (unsigned)(addr_of(a, addr, lane) & (a->lanes - 1));
}
static unsigned byteen_of(const uint64_t *byteen, unsigned lane)
{
    return (unsigned)warppool_field(byteen, lane, WORD_BYTES);
}

// ---- the request at the port

// log2 of the bytes that a lane writes; WORD_SIZE + 1: they are not one aligned unit.
static unsigned size_of(unsigned byteen)
{
    switch (byteen) {
    case 1:
    case 2:
    case 4:
    case 8: return 0;
    case 3:
    case 12: return 1;
    case 15: return WORD_SIZE;
    default: return WORD_SIZE + 1;
    }
}

static bool is_ordered(const adapter *a, const warppool_vortex_in *in)
{
    unsigned first = 0;
    bool any = false;
    for (unsigned l = 0; l < a->lanes; l++) {
        if (!(in->in_req_mask[0] >> l & 1)) continue;
        const unsigned size = size_of(byteen_of(in->in_req_byteen, l));
        if (warppool_field(in->in_req_atype, l, a->atype_w)) return true;
        if (in->in_req_rw[0] && (size > WORD_SIZE || (any && size != first))) return true;
        first = size;
        any = true;
    }
    return false;
}

static uint64_t hashes_of(const adapter *a, const warppool_vortex_in *in)
{
    uint64_t hashes = 0;
    for (unsigned l = 0; l < a->lanes; l++) {
        const uint64_t word = word_of(a, in->in_req_addr, l);
        if (in->in_req_mask[0] >> l & 1)
            hashes |= (uint64_t)1 << ((word ^ word >> HASH_BITS) & ((1u << HASH_BITS) - 1));
    }
    return hashes;
}

static bool is_inside(const lanes_state *s, unsigned i)
{
    return s->slots[i].used && (s->none || i != s->next);
}

static bool is_empty(const wrapped *w)
{
    const lanes_state *s = state_of(w);
    for (unsigned i = 0; i < w->inside.sm.warps; i++) {
        if (is_inside(s, i)) return false;
    }
    return true;
}

static bool is_pending(const wrapped *w, unsigned i)
{
    return w->out.warppool.pending_o[0] >> i & 1;
}

// Does an earlier request that L1D has not accepted perhaps share a word with this one?
static bool conflicts(const wrapped *w, const warppool_vortex_in *in)
{
    const lanes_state *s = state_of(w);
    const uint64_t hashes = hashes_of(&w->a, in);
    for (unsigned i = 0; i < w->inside.sm.warps; i++) {
        const slot *x = &s->slots[i];
        if (is_pending(w, i) && (x->store || in->in_req_rw[0]) && x->hashes & hashes) return true;
    }
    return false;
}

static bool is_open(const wrapped *w, const warppool_vortex_in *in)
{
    const lanes_state *s = state_of(w);
    if (s->none) return false;
    return is_ordered(&w->a, in) ? is_empty(w) : !s->ordered && !conflicts(w, in);
}

// ---- the ordered request

// Of the lanes that have not left: those that share a word with the first one.
static uint64_t matching(const wrapped *w)
{
    const lanes_state *s = state_of(w);
    const uint64_t *addr = s->slots[s->ordered_slot].addr;
    uint64_t matches = 0, word = 0;
    for (unsigned l = 0; l < w->a.lanes; l++) {
        if (!(s->to_send >> l & 1)) continue;
        if (!matches) word = word_of(&w->a, addr, l);
        if (word_of(&w->a, addr, l) == word) matches |= (uint64_t)1 << l;
    }
    return matches;
}

static void put_byte(uint64_t *words, unsigned byte, uint64_t value)
{
    const unsigned shift = byte % 8 * 8;
    words[byte / 8] = (words[byte / 8] & ~((uint64_t)0xff << shift)) | value << shift;
}

static void merge(const wrapped *w, const slot *x, unsigned lane, warppool_vortex_out *out)
{
    const unsigned byteen = byteen_of(x->byteen, lane);
    for (unsigned k = 0; k < WORD_BYTES; k++) {
        const unsigned byte = place_of(&w->a, x->addr, lane) * WORD_BYTES + k;
        if (!(byteen >> k & 1)) continue;
        out->out_req_byteen[byte / 64] |= (uint64_t)1 << byte % 64;
        put_byte(out->out_req_data, byte, warppool_field(x->data, lane * WORD_BYTES + k, 8));
    }
}

static void offer_ordered(const wrapped *w, warppool_vortex_out *out)
{
    const lanes_state *s = state_of(w);
    const slot *x = &s->slots[s->ordered_slot];
    const uint64_t matches = matching(w);
    unsigned first = 0;
    out->out_req_valid[0] = !s->waits && s->to_send;
    if (!out->out_req_valid[0]) return;
    while (!(matches >> first & 1)) first++;
    out->out_req_rw[0] = x->store;
    out->out_req_addr[0] = word_of(&w->a, x->addr, first);
    out->out_req_atype[0] = warppool_field(s->atype, first, w->a.atype_w);
    for (unsigned l = first; l < w->a.lanes; l++) {
        if (matches >> l & 1) merge(w, x, l, out);
    }
}

// ---- the phases

static uint64_t ones(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

static void offer(const wrapped *w, warppool_vortex_out *out)
{
    const lanes_state *s = state_of(w);
    const warppool_out *block = &w->out.warppool;
    const unsigned bytes = w->a.lanes * WORD_BYTES;
    out->out_req_valid[0] = block->req_valid_o[0] && (block->req_store_o[0] || !s->mshr_none);
    if (!out->out_req_valid[0]) return;
    out->out_req_rw[0] = block->req_store_o[0];
    out->out_req_addr[0] = block->req_line_o[0];
    out->out_req_tag[0] = block->req_store_o[0] ? 0 : s->mshr_next;
    for (unsigned i = 0; i * 64 < bytes; i++)
        out->out_req_byteen[i] =
            (block->req_store_o[0] ? block->req_mask_o[i] : ~(uint64_t)0) & ones(bytes - i * 64);
    memcpy(out->out_req_data, block->req_data_o, bytes);
}

static void lanes_valid(wrapped *w, uint64_t *words)
{
    warppool_vortex_out *out = (void *)words;
    if (state_of(w)->ordered) offer_ordered(w, out);
    else offer(w, out);
    out->out_req_mask[0] = 1;
    out->idle[0] = is_empty(w);
}

// The addresses of an instruction: the block's line is as long as a word of the cache, or longer.
static void address_lane(wrapped *w, const slot *x, unsigned lane)
{
    warppool_in *block = &w->in.warppool;
    const config *c = &w->inside;
    const unsigned byteen = byteen_of(x->byteen, lane);
    unsigned lowest = 0;
    while (x->store && lowest < WORD_BYTES - 1 && !(byteen >> lowest & 1)) lowest++;
    const uint64_t line = word_of(&w->a, x->addr, lane) << warppool_offset_bits(c);
    const uint64_t value = warppool_field(x->data, lane, WORD_BITS) >> lowest * 8;
    warppool_put_field(block->adr_addr_i, lane, c->warppool.address_bits,
                       line | place_of(&w->a, x->addr, lane) * WORD_BYTES | lowest);
    warppool_put_field(block->adr_data_i, lane, c->warppool.lane_bytes * 8, value);
}

static void address(wrapped *w)
{
    const lanes_state *s = state_of(w);
    const slot *x = &s->slots[s->adr_slot];
    warppool_in *block = &w->in.warppool;
    unsigned size = x->store ? 0 : WORD_SIZE;
    block->adr_valid_i[0] = s->adr_valid;
    if (!s->adr_valid) return;
    for (unsigned l = 0; x->store && l < w->a.lanes; l++) {
        if (x->mask >> l & 1) size = size_of(byteen_of(x->byteen, l));
    }
    block->adr_store_i[0] = x->store;
    block->adr_warp_i[0] = s->adr_slot;
    block->adr_size_i[0] = size;
    block->adr_mask_i[0] = x->mask;
    for (unsigned l = 0; l < w->a.lanes; l++) address_lane(w, x, l);
}

static bool ag_ready(const wrapped *w)
{
    return !state_of(w)->adr_valid || w->out.warppool.adr_ready_o[0];
}

static void to_block(wrapped *w, const warppool_vortex_in *in)
{
    const lanes_state *s = state_of(w);
    warppool_in *block = &w->in.warppool;
    memset(block, 0, sizeof *block);
    block->iss_valid_i[0] = in->in_req_valid[0] && is_open(w, in) && !is_ordered(&w->a, in);
    block->iss_kind_i[0] = in->in_req_rw[0] ? WARPPOOL_STORE : WARPPOOL_LOAD;
    block->iss_warp_i[0] = s->next;
    block->ag_ready_i[0] = ag_ready(w);
    address(w);
    block->req_ready_i[0] =
        in->out_req_ready[0] && (w->out.warppool.req_store_o[0] || !s->mshr_none);
    block->req_miss_i[0] = 1;
    block->req_mshr_i[0] = s->mshr_next;
    block->ret_valid_i[0] = in->out_rsp_valid[0] && !s->waits;
    block->ret_fill_i[0] = 1;
    block->ret_mshr_i[0] = in->out_rsp_tag[0] & ones(warppool_mshr_bits(&w->inside));
    memcpy(block->ret_data_i, in->out_rsp_data, w->a.lanes * WORD_BYTES);
    block->wb_ready_i[0] = in->in_rsp_ready[0];
}

static void answer_ordered(const wrapped *w, const warppool_vortex_in *in, warppool_vortex_out *out)
{
    const lanes_state *s = state_of(w);
    const slot *x = &s->slots[s->ordered_slot];
    out->out_rsp_ready[0] = in->in_rsp_ready[0];
    out->in_rsp_valid[0] = in->out_rsp_valid[0];
    out->in_rsp_mask[0] = s->awaited;
    out->in_rsp_tag[0] = x->tag;
    for (unsigned l = 0; l < w->a.lanes; l++) {
        if (s->awaited >> l & 1)
            warppool_put_field(
                out->in_rsp_data, l, WORD_BITS,
                warppool_field(in->out_rsp_data, place_of(&w->a, x->addr, l), WORD_BITS));
    }
}

static void answer(const wrapped *w, warppool_vortex_out *out)
{
    const warppool_out *block = &w->out.warppool;
    out->out_rsp_ready[0] = block->ret_ready_o[0];
    out->in_rsp_valid[0] = block->wb_valid_o[0];
    if (!block->wb_valid_o[0]) return;
    out->in_rsp_mask[0] = block->wb_mask_o[0];
    out->in_rsp_tag[0] = state_of(w)->slots[block->wb_warp_o[0]].tag;
    memcpy(out->in_rsp_data, block->wb_data_o, w->a.lanes * WORD_BYTES);
}

static void lanes_ready(wrapped *w, const uint64_t *words, uint64_t *out_words)
{
    const warppool_vortex_in *in = (const void *)words;
    warppool_vortex_out *out = (void *)out_words;
    to_block(w, in);
    wrapped_block_ready(w);
    out->in_req_ready[0] =
        is_open(w, in) && (is_ordered(&w->a, in) || w->out.warppool.iss_ready_o[0]);
    if (state_of(w)->waits) answer_ordered(w, in, out);
    else answer(w, out);
}

// ---- the edge

static void take(wrapped *w, const warppool_vortex_in *in)
{
    lanes_state *s = state_of(w);
    slot *x = &s->slots[s->next];
    x->store = in->in_req_rw[0];
    x->hashes = hashes_of(&w->a, in);
    x->left = x->store ? 0 : in->in_req_mask[0];
    x->tag = in->in_req_tag[0];
    x->mask = in->in_req_mask[0];
    memcpy(x->byteen, in->in_req_byteen, sizeof x->byteen);
    memcpy(x->addr, in->in_req_addr, sizeof x->addr);
    memcpy(x->data, in->in_req_data, sizeof x->data);
    if (!is_ordered(&w->a, in)) return;
    s->ordered = 1;
    s->ordered_slot = s->next;
    s->to_send = in->in_req_mask[0];
    memcpy(s->atype, in->in_req_atype, sizeof s->atype);
}

// The lowest that was free at the start of the cycle becomes the next one.
static void choose_slot(wrapped *w, uint64_t was_used)
{
    lanes_state *s = state_of(w);
    unsigned i = 0;
    while (i < w->inside.sm.warps && was_used >> i & 1) i++;
    s->none = i == w->inside.sm.warps;
    s->next = s->none ? 0 : i;
    if (!s->none) s->slots[i].used = 1;
}

static void choose_mshr(wrapped *w)
{
    lanes_state *s = state_of(w);
    unsigned i = 0;
    while (i < w->inside.l1d.mshrs && s->mshr_used[i]) i++;
    s->mshr_none = i == w->inside.l1d.mshrs;
    s->mshr_next = s->mshr_none ? 0 : i;
    if (!s->mshr_none) s->mshr_used[i] = 1;
}

static void commit_mshrs(wrapped *w, bool takes, bool answers)
{
    lanes_state *s = state_of(w);
    const warppool_out *block = &w->out.warppool;
    if (takes || s->mshr_none) choose_mshr(w);
    if (answers && block->free_valid_o[0]) s->mshr_used[block->free_mshr_o[0]] = 0;
}

static void commit_slots(wrapped *w, const warppool_vortex_in *in, bool takes, uint64_t done)
{
    lanes_state *s = state_of(w);
    uint64_t was_used = 0;
    for (unsigned i = 0; i < w->inside.sm.warps; i++) was_used |= s->slots[i].used << i;
    if (takes) take(w, in);
    if (takes || s->none) choose_slot(w, was_used);
    for (unsigned i = 0; i < w->inside.sm.warps; i++) {
        if (done >> i & 1) s->slots[i].used = 0;
    }
}

// The slots whose requests are over.
static uint64_t all_done(const wrapped *w)
{
    const lanes_state *s = state_of(w);
    uint64_t done = 0;
    for (unsigned i = 0; i < w->inside.sm.warps; i++) {
        const bool leaves = is_inside(s, i) && !is_pending(w, i) && !s->slots[i].left &&
                            !(s->ordered && s->ordered_slot == i);
        done |= (uint64_t)leaves << i;
    }
    return done;
}

static void commit_ordered(wrapped *w, bool leaves, bool answers)
{
    lanes_state *s = state_of(w);
    if (!s->ordered) return;
    if (!s->to_send && !s->waits) s->ordered = 0;
    if (s->waits && answers) s->waits = 0;
    if (!leaves) return;
    const uint64_t matches = matching(w);
    s->awaited = matches;
    s->to_send &= ~matches;
    s->waits = !s->slots[s->ordered_slot].store;
}

static void count(wrapped *w, const warppool_vortex_in *in, const warppool_vortex_out *out)
{
    const lanes_state *s = state_of(w);
    const bool ordered = is_ordered(&w->a, in), asks = in->in_req_valid[0],
               leaves = out->out_req_valid[0] && in->out_req_ready[0];
    if (asks && out->in_req_ready[0]) wrapped_enter(w, ordered, in->in_req_rw[0]);
    else if (asks && s->none) w->events.wait_slot++;
    else if (asks && (ordered || s->ordered)) wrapped_count_wait(w, ordered);
    else if (asks && conflicts(w, in)) w->events.wait_line++;
    else w->events.wait_block += asks;
    w->events.sent += leaves;
    w->events.held += out->out_req_valid[0] && !leaves;
    w->events.wait_number += w->out.warppool.req_load_o[0] && s->mshr_none;
    w->events.refused += out->in_rsp_valid[0] && !in->in_rsp_ready[0];
}

static void lanes_commit(wrapped *w, const uint64_t *words, const uint64_t *out_words)
{
    const warppool_vortex_in *in = (const void *)words;
    const warppool_vortex_out *out = (const void *)out_words;
    lanes_state *s = state_of(w);
    const bool takes = in->in_req_valid[0] && out->in_req_ready[0],
               leaves = out->out_req_valid[0] && in->out_req_ready[0],
               answers = out->in_rsp_valid[0] && in->in_rsp_ready[0];
    const uint64_t answered = s->waits ? s->ordered_slot : w->out.warppool.wb_warp_o[0];
    const uint64_t done = all_done(w);
    const bool fetches = ag_ready(w);
    count(w, in, out);
    if (answers) s->slots[answered].left &= ~out->in_rsp_mask[0];
    commit_mshrs(w, leaves && !s->ordered && w->out.warppool.req_load_o[0], answers && !s->waits);
    commit_ordered(w, leaves, answers);
    commit_slots(w, in, takes, done);
    if (fetches) s->adr_slot = w->out.warppool.ag_warp_o[0];
    if (fetches) s->adr_valid = w->out.warppool.ag_valid_o[0];
}

static void lanes_reset(wrapped *w)
{
    lanes_state *s = state_of(w);
    s->slots[0].used = 1;
    s->mshr_used[0] = 1;
}

const wrapped_host wrapped_warppool_vortex = {.stem = "warppool_vortex",
                                              .words = sizeof(lanes_state) / sizeof(uint64_t),
                                              .reset = lanes_reset,
                                              .valid = lanes_valid,
                                              .ready = lanes_ready,
                                              .commit = lanes_commit};
