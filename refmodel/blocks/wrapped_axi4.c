// wrapped_axi4.c: CART and MRPB between two AXI4 interfaces. See wrapped.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped_state.h"

#include "config/cart_map.h"

#include <stddef.h>
#include <string.h>

enum { IDS = 256 };

// The read request that waits for its turn, and the reads inside.
typedef struct axi4_state {
    uint64_t waits, line, meta, id, ordered, signature;
    uint64_t inside;                            // reads
    uint64_t inside_of[IDS], signature_of[IDS]; // reads of each ID, and their signature
} axi4_state;

enum { STATE_WORDS = sizeof(axi4_state) / sizeof(uint64_t) };

static axi4_state *state_of(const wrapped *w) { return (axi4_state *)(void *)w->host; }
static bool is_mrpb(const wrapped *w) { return strcmp(w->a.kind->block, "mrpb") == 0; }

static unsigned meta_bits(const adapter *a)
{
    return a->id_w + a->line_offset_w + 8 + 3 + 2 + 1 + 4 + 3 + 4 + 4 + a->user_w;
}

static void configure_mrpb(const adapter *a, config *inside)
{
    inside->mrpb.address_bits = a->addr_w;
    inside->sm.warps = 1u << a->sig_w;
    inside->mrpb.meta_bits = meta_bits(a);
}

// Address bits above the map's own count as row.
static void configure_cart(const adapter *a, config *inside)
{
    while (cart_line_bits(inside) < a->addr_w - a->line_offset_w) inside->cart.address_bits++;
    inside->cart.meta_bits = meta_bits(a);
}

// ---- what passes: the words before the read requests are the same on both sides

static void pass(const axi4_in *in, axi4_out *out)
{
    _Static_assert(offsetof(axi4_in, s_axi_arid) == offsetof(axi4_out, m_axi_arid),
                   "the sides have the same order");
    memcpy(out, in, offsetof(axi4_in, s_axi_arid));
}

// ---- metadata

// The fields of a request on channel AR in one order, packed or unpacked by `move`.
#define META_FIELDS(MOVE, r, S) \
    MOVE(r->S##_arid, w->a.id_w) \
    MOVE(r->S##_arlock, 1) \
    MOVE(r->S##_arcache, 4) \
    MOVE(r->S##_arlen, 8) \
    MOVE(r->S##_arsize, 3) \
    MOVE(r->S##_arburst, 2) \
    MOVE(r->S##_arprot, 3) \
    MOVE(r->S##_arqos, 4) \
    MOVE(r->S##_arregion, 4) \
    MOVE(r->S##_aruser, w->a.user_w)

static uint64_t packed(const wrapped *w, const axi4_in *in)
{
    uint64_t meta = 0;
    unsigned at = 0;
    const uint64_t offset = in->s_axi_araddr[0] & (((uint64_t)1 << w->a.line_offset_w) - 1);
#define PACK(field, width) wrapped_put(&meta, &at, width, field[0]);
    META_FIELDS(PACK, in, s_axi)
#undef PACK
    wrapped_put(&meta, &at, w->a.line_offset_w, offset);
    return meta;
}

static void unpack(const wrapped *w, uint64_t line, uint64_t meta, axi4_out *out)
{
    unsigned at = 0;
#define UNPACK(field, width) field[0] = wrapped_take(meta, &at, width);
    META_FIELDS(UNPACK, out, m_axi)
#undef UNPACK
    out->m_axi_araddr[0] = line << w->a.line_offset_w | wrapped_take(meta, &at, w->a.line_offset_w);
}

// ---- the phases

static bool offered(const wrapped *w)
{
    return is_mrpb(w) ? w->out.mrpb.req_valid_o[0] : w->out.cart.req_valid_o[0];
}

static void valid(wrapped *w, uint64_t *words)
{
    axi4_out *out = (void *)words;
    const uint64_t line = is_mrpb(w) ? w->out.mrpb.req_line_o[0] : w->out.cart.req_line_o[0],
                   meta = is_mrpb(w) ? w->out.mrpb.req_meta_o[0] : w->out.cart.req_meta_o[0];
    out->m_axi_arvalid[0] = offered(w);
    unpack(w, line, meta, out);
}

// Is there none of its ID inside, or only such as it may join?
static bool admitted(const wrapped *w)
{
    const axi4_state *s = state_of(w);
    if (is_mrpb(w) && !w->a.sig_is_user) return true;
    return !s->inside_of[s->id] || (is_mrpb(w) && s->signature_of[s->id] == s->signature);
}

static bool open(const wrapped *w)
{
    const axi4_state *s = state_of(w);
    return wrapped_in_order(w, !s->inside, s->ordered) && (!s->inside || admitted(w));
}

static bool block_ready(wrapped *w, bool enters, bool leaves)
{
    const axi4_state *s = state_of(w);
    if (is_mrpb(w)) {
        mrpb_in *in = &w->in.mrpb;
        in->in_valid_i[0] = enters;
        in->in_line_i[0] = s->line;
        in->in_warp_i[0] = s->signature;
        in->in_meta_i[0] = s->meta;
        in->req_ready_i[0] = leaves;
        in->req_stall_i[0] = MRPB_STALL_MSHR;
    } else {
        cart_in *in = &w->in.cart;
        in->in_valid_i[0] = enters;
        in->in_line_i[0] = s->line;
        in->in_meta_i[0] = s->meta;
        in->req_accept_i[0] = leaves;
    }
    wrapped_block_ready(w);
    return is_mrpb(w) ? w->out.mrpb.in_ready_o[0] : w->out.cart.in_ready_o[0];
}

static void ready(wrapped *w, const uint64_t *words, uint64_t *out_words)
{
    const axi4_in *in = (const void *)words;
    axi4_out *out = (void *)out_words;
    const axi4_state *s = state_of(w);
    const bool enters = s->waits && open(w),
               room = block_ready(w, enters, in->m_axi_arready[0] && offered(w));
    out->s_axi_arready[0] = !s->waits || (enters && room);
    pass(in, out);
}

static void enter(wrapped *w)
{
    axi4_state *s = state_of(w);
    s->waits = false;
    s->inside++;
    s->inside_of[s->id]++;
    s->signature_of[s->id] = s->signature;
    wrapped_enter(w, s->ordered, false);
    w->events.several += s->inside_of[s->id] > 1;
}

static void count_wait(wrapped *w)
{
    const axi4_state *s = state_of(w);
    if (!wrapped_in_order(w, !s->inside, s->ordered)) wrapped_count_wait(w, s->ordered);
    else if (!open(w)) w->events.wait_id++;
    else w->events.wait_block++;
}

static void take_request(wrapped *w, const axi4_in *in)
{
    axi4_state *s = state_of(w);
    unsigned at = w->a.sig_lsb;
    s->waits = true;
    s->line = in->s_axi_araddr[0] >> w->a.line_offset_w;
    s->meta = packed(w, in);
    s->id = in->s_axi_arid[0];
    s->ordered = in->s_axi_arlock[0] || !(in->s_axi_arcache[0] & 2);
    s->signature = wrapped_take(w->a.sig_is_user ? in->s_axi_aruser[0] : s->id, &at, w->a.sig_w);
}

static void commit(wrapped *w, const uint64_t *words, const uint64_t *out_words)
{
    const axi4_in *in = (const void *)words;
    const axi4_out *out = (const void *)out_words;
    axi4_state *s = state_of(w);
    const bool leaves = out->m_axi_arvalid[0] && in->m_axi_arready[0],
               enters = s->waits && out->s_axi_arready[0];
    if (enters) enter(w);
    else if (s->waits) count_wait(w);
    if (in->s_axi_arvalid[0] && out->s_axi_arready[0]) take_request(w, in);
    if (leaves) {
        s->inside--;
        s->inside_of[out->m_axi_arid[0]]--;
    }
    w->events.sent += leaves;
    w->events.held += out->m_axi_arvalid[0] && !leaves;
}

const wrapped_host wrapped_mrpb_axi4 = {.stem = "mrpb_axi4",
                                        .configure = configure_mrpb,
                                        .words = STATE_WORDS,
                                        .valid = valid,
                                        .ready = ready,
                                        .commit = commit};
const wrapped_host wrapped_cart_axi4 = {.stem = "cart_axi4",
                                        .configure = configure_cart,
                                        .words = STATE_WORDS,
                                        .valid = valid,
                                        .ready = ready,
                                        .commit = commit};
