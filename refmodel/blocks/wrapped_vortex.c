// wrapped_vortex.c: MRPB, CART and PRIC as Vortex sees them: a VX_mem_bus_if on both sides, and the
// line address of VX_cache_bank. See wrapped.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped_state.h"

#include <string.h>

// ---- MRPB

static const mrpb_vortex_in *bus_in(const uint64_t *in) { return (const void *)in; }
static mrpb_vortex_out *bus_out(uint64_t *out) { return (void *)out; }

static void bus_configure(const adapter *a, config *inside)
{
    inside->mrpb.address_bits = a->addr_w + cfg_index_bits(inside->l1d.line_bytes);
    inside->sm.warps = 1u << a->warp_w;
    inside->mrpb.meta_bits = a->tag_w + a->payload_w;
    inside->mrpb.data_bits = a->data ? a->data_w : 0;
}

static void bus_valid(wrapped *w, uint64_t *words)
{
    mrpb_vortex_out *out = bus_out(words);
    const mrpb_out *block = &w->out.mrpb;
    unsigned at = 0;
    out->cache_req_valid_o[0] = block->req_valid_o[0];
    out->cache_req_rw_o[0] = block->req_write_o[0];
    out->cache_req_addr_o[0] = block->req_line_o[0];
    out->cache_req_tag_o[0] = wrapped_take(block->req_meta_o[0], &at, w->a.tag_w);
    out->cache_req_payload_o[0] = wrapped_take(block->req_meta_o[0], &at, w->a.payload_w);
    memcpy(out->cache_req_data_o, block->req_data_o, sizeof out->cache_req_data_o);
}

static void bus_to_block(wrapped *w, const mrpb_vortex_in *in, bool enters)
{
    mrpb_in *block = &w->in.mrpb;
    unsigned at = 0, low = w->a.warp_lsb;
    block->in_valid_i[0] = enters;
    block->in_write_i[0] = in->core_req_rw_i[0];
    block->in_line_i[0] = in->core_req_addr_i[0];
    block->in_warp_i[0] = wrapped_take(in->core_req_tag_i[0], &low, w->a.warp_w);
    block->in_meta_i[0] = 0;
    wrapped_put(block->in_meta_i, &at, w->a.tag_w, in->core_req_tag_i[0]);
    wrapped_put(block->in_meta_i, &at, w->a.payload_w, in->core_req_payload_i[0]);
    memcpy(block->in_data_i, in->core_req_data_i, sizeof block->in_data_i);
    block->req_ready_i[0] = in->cache_req_ready_i[0];
    block->req_stall_i[0] = MRPB_STALL_MSHR;
}

static void bus_ready(wrapped *w, const uint64_t *words, uint64_t *out_words)
{
    const mrpb_vortex_in *in = bus_in(words);
    mrpb_vortex_out *out = bus_out(out_words);
    const bool open = wrapped_in_order(w, w->out.mrpb.idle_o[0], in->core_req_ordered_i[0]);
    bus_to_block(w, in, in->core_req_valid_i[0] && open);
    wrapped_block_ready(w);
    out->core_req_ready_o[0] = open && w->out.mrpb.in_ready_o[0];
    out->core_rsp_valid_o[0] = in->cache_rsp_valid_i[0];
    memcpy(out->core_rsp_data_o, in->cache_rsp_data_i, sizeof out->core_rsp_data_o);
    out->core_rsp_tag_o[0] = in->cache_rsp_tag_i[0];
    out->cache_rsp_ready_o[0] = in->core_rsp_ready_i[0];
}

static void bus_commit(wrapped *w, const uint64_t *words, const uint64_t *out_words)
{
    const mrpb_vortex_in *in = bus_in(words);
    const mrpb_vortex_out *out = (const void *)out_words;
    const bool asks = in->core_req_valid_i[0], ordered = in->core_req_ordered_i[0];
    if (asks && out->core_req_ready_o[0]) wrapped_enter(w, ordered, in->core_req_rw_i[0]);
    else if (asks && !w->in.mrpb.in_valid_i[0]) wrapped_count_wait(w, ordered);
    else w->events.wait_block += asks;
    w->events.sent += out->cache_req_valid_o[0] && in->cache_req_ready_i[0];
    w->events.held += out->cache_req_valid_o[0] && !in->cache_req_ready_i[0];
}

const wrapped_host wrapped_mrpb_vortex = {.stem = "mrpb_vortex",
                                          .configure = bus_configure,
                                          .valid = bus_valid,
                                          .ready = bus_ready,
                                          .commit = bus_commit};

// ---- CART: what a write brings waits in a slot beside the block

enum { SLOTS = 256 };

// A write takes `next` if there is one; the following one is chosen then, or once any is free.
typedef struct slots_state {
    uint64_t next, none, used[SLOTS], data[SLOTS][ADAPTER_WORDS]; // used: `next` too
} slots_state;

_Static_assert(sizeof(cart_vortex_in) == sizeof(mrpb_vortex_in), "the ports are the same words");

static slots_state *slots_of(const wrapped *w) { return (slots_state *)(void *)w->host; }

// Address bits above the map's own count as row.
static void mem_configure(const adapter *a, config *inside)
{
    while (cart_line_bits(inside) < a->addr_w) inside->cart.address_bits++;
    inside->cart.meta_bits = a->tag_w + a->payload_w + 1 + cfg_index_bits(a->data_slots);
}

static unsigned offered_slot(const wrapped *w)
{
    unsigned at = w->a.tag_w + w->a.payload_w + 1;
    return (unsigned)wrapped_take(w->out.cart.req_meta_o[0], &at, cfg_index_bits(w->a.data_slots));
}

static void mem_valid(wrapped *w, uint64_t *words)
{
    cart_vortex_out *out = (void *)words;
    const cart_out *block = &w->out.cart;
    const unsigned slot = offered_slot(w);
    unsigned at = 0;
    out->mem_req_valid_o[0] = block->req_valid_o[0];
    out->mem_req_addr_o[0] = block->req_line_o[0];
    out->mem_req_tag_o[0] = wrapped_take(block->req_meta_o[0], &at, w->a.tag_w);
    out->mem_req_payload_o[0] = wrapped_take(block->req_meta_o[0], &at, w->a.payload_w);
    out->mem_req_rw_o[0] = block->req_valid_o[0] && wrapped_take(block->req_meta_o[0], &at, 1);
    memcpy(out->mem_req_data_o, slots_of(w)->data[slot], sizeof out->mem_req_data_o);
    out->idle_o[0] = block->idle_o[0];
}

static void mem_to_block(wrapped *w, const cart_vortex_in *in, bool enters)
{
    cart_in *block = &w->in.cart;
    unsigned at = 0;
    block->in_valid_i[0] = enters;
    block->in_line_i[0] = in->core_req_addr_i[0];
    block->in_meta_i[0] = 0;
    wrapped_put(block->in_meta_i, &at, w->a.tag_w, in->core_req_tag_i[0]);
    wrapped_put(block->in_meta_i, &at, w->a.payload_w, in->core_req_payload_i[0]);
    wrapped_put(block->in_meta_i, &at, 1, in->core_req_rw_i[0]);
    wrapped_put(block->in_meta_i, &at, cfg_index_bits(w->a.data_slots),
                in->core_req_rw_i[0] ? slots_of(w)->next : 0);
    block->req_accept_i[0] = w->out.cart.req_valid_o[0] && in->mem_req_ready_i[0];
}

static bool has_room(const wrapped *w, const cart_vortex_in *in)
{
    return !in->core_req_rw_i[0] || !slots_of(w)->none;
}

static void mem_ready(wrapped *w, const uint64_t *words, uint64_t *out_words)
{
    const cart_vortex_in *in = (const void *)words;
    cart_vortex_out *out = (void *)out_words;
    const bool open =
        wrapped_in_order(w, w->out.cart.idle_o[0], in->core_req_ordered_i[0]) && has_room(w, in);
    mem_to_block(w, in, in->core_req_valid_i[0] && open);
    wrapped_block_ready(w);
    out->core_req_ready_o[0] = open && w->out.cart.in_ready_o[0];
    out->core_rsp_valid_o[0] = in->mem_rsp_valid_i[0];
    memcpy(out->core_rsp_data_o, in->mem_rsp_data_i, sizeof out->core_rsp_data_o);
    out->core_rsp_tag_o[0] = in->mem_rsp_tag_i[0];
    out->mem_rsp_ready_o[0] = in->core_rsp_ready_i[0];
}

// The lowest slot that was free becomes the next write's.
static void choose_slot(wrapped *w)
{
    slots_state *s = slots_of(w);
    unsigned i = 0;
    while (i < w->a.data_slots && s->used[i]) i++;
    s->none = i == w->a.data_slots;
    s->next = s->none ? 0 : i;
    if (!s->none) s->used[i] = 1;
}

static void commit_slots(wrapped *w, const cart_vortex_in *in, bool takes, bool releases)
{
    slots_state *s = slots_of(w);
    if (takes) memcpy(s->data[s->next], in->core_req_data_i, sizeof s->data[0]);
    if (takes || s->none) choose_slot(w);
    if (releases) s->used[offered_slot(w)] = 0;
}

static void mem_reset(wrapped *w) { slots_of(w)->used[0] = 1; }

static void mem_commit(wrapped *w, const uint64_t *words, const uint64_t *out_words)
{
    const cart_vortex_in *in = (const void *)words;
    const cart_vortex_out *out = (const void *)out_words;
    const bool asks = in->core_req_valid_i[0], ordered = in->core_req_ordered_i[0],
               enters = asks && out->core_req_ready_o[0],
               leaves = out->mem_req_valid_o[0] && in->mem_req_ready_i[0];
    if (enters) wrapped_enter(w, ordered, in->core_req_rw_i[0]);
    else if (asks && !has_room(w, in)) w->events.wait_slot++;
    else if (asks && !w->in.cart.in_valid_i[0]) wrapped_count_wait(w, ordered);
    else w->events.wait_block += asks;
    commit_slots(w, in, enters && in->core_req_rw_i[0], leaves && out->mem_req_rw_o[0]);
    w->events.sent += leaves;
    w->events.held += out->mem_req_valid_o[0] && !leaves;
}

const wrapped_host wrapped_cart_vortex = {.stem = "cart_vortex",
                                          .configure = mem_configure,
                                          .words = sizeof(slots_state) / sizeof(uint64_t),
                                          .reset = mem_reset,
                                          .valid = mem_valid,
                                          .ready = mem_ready,
                                          .commit = mem_commit};

// ---- PRIC: {tag, index} in place of the line address

static void bank_valid(wrapped *w, uint64_t *out)
{
    (void)w;
    (void)out;
}

static void bank_ready(wrapped *w, const uint64_t *in_words, uint64_t *out_words)
{
    const pric_vortex_in *in = (const void *)in_words;
    pric_vortex_out *out = (void *)out_words;
    const unsigned bits = w->index.bits, below = w->index.below;
    const uint64_t width = ((uint64_t)1 << w->a.line_w) - 1;
    const uint64_t line = in->core_line_i[0], bank = in->bank_line_i[0], tag = bank >> bits;
    out->bank_line_o[0] = (pric_tag(&w->index, line) << bits | pric_index(&w->index, line)) & width;
    // What the tag alone puts into the index is the difference to the line's own bits.
    const uint64_t low = tag & (((uint64_t)1 << below) - 1),
                   known = tag >> below << (below + bits) | low;
    const uint64_t own = (bank ^ pric_index(&w->index, known)) & (((uint64_t)1 << bits) - 1);
    out->mem_line_o[0] = (known | own << below) & width;
}

static void bank_commit(wrapped *w, const uint64_t *in, const uint64_t *out)
{
    (void)w;
    (void)in;
    (void)out;
}

const wrapped_host wrapped_pric_vortex = {
    .stem = "pric_vortex", .valid = bank_valid, .ready = bank_ready, .commit = bank_commit};
