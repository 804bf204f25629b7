// wrapped_hpdcache.c: MRPB in front of a requester port of the HPDcache. See wrapped.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/wrapped_state.h"

#include <string.h>

enum { SLOTS = 256, BE_WORDS = 1 };

typedef struct response {
    uint64_t rdata[ADAPTER_WORDS], sid, tid, error, aborted;
} response;

// Responses that wait: a ring of the slots.
typedef struct hpdcache_state {
    uint64_t reserved, first, stored;
    response ring[SLOTS];
} hpdcache_state;

static hpdcache_state *state_of(const wrapped *w) { return (hpdcache_state *)(void *)w->host; }

static unsigned data_words(const adapter *a) { return (a->data_w + 63) / 64; }

static void configure(const adapter *a, config *inside)
{
    inside->mrpb.address_bits =
        a->tag_w + a->offset_w - a->cl_offset_w + cfg_index_bits(inside->l1d.line_bytes);
    inside->sm.warps = a->by_line ? 1 : 1u << a->sig_w;
    inside->mrpb.meta_bits = a->cl_offset_w + 5 + 3 + a->sid_w + a->tid_w + 1 + 5;
    inside->mrpb.data_bits = 64 * (data_words(a) + BE_WORDS);
}

#define META_FIELDS(MOVE, r, S) \
    MOVE(r->S(op), 5) \
    MOVE(r->S(size), 3) \
    MOVE(r->S(sid), w->a.sid_w) \
    MOVE(r->S(tid), w->a.tid_w) \
    MOVE(r->S(need_rsp), 1) \
    MOVE(r->S(pma), 5)
#define CORE(field) core_req_##field##_i
#define CACHE(field) cache_req_##field##_o

static void valid(wrapped *w, uint64_t *words)
{
    mrpb_hpdcache_out *out = (void *)words;
    const mrpb_out *block = &w->out.mrpb;
    const unsigned in_line = w->a.offset_w - w->a.cl_offset_w;
    unsigned at = 0, low = 0;
#define UNPACK(field, width) field[0] = wrapped_take(block->req_meta_o[0], &at, width);
    META_FIELDS(UNPACK, out, CACHE)
#undef UNPACK
    const uint64_t offset = wrapped_take(block->req_meta_o[0], &at, w->a.cl_offset_w);
    out->cache_req_valid_o[0] = block->req_valid_o[0];
    out->cache_req_addr_offset_o[0] =
        wrapped_take(block->req_line_o[0], &low, in_line) << w->a.cl_offset_w | offset;
    out->cache_req_addr_tag_o[0] = wrapped_take(block->req_line_o[0], &low, w->a.tag_w);
    out->cache_req_phys_indexed_o[0] = 1;
    memcpy(out->cache_req_wdata_o, block->req_data_o, data_words(&w->a) * sizeof(uint64_t));
    out->cache_req_be_o[0] = block->req_data_o[data_words(&w->a)];
    out->write_qual_o[0] = block->req_valid_o[0] && out->cache_req_op_o[0] != HPDCACHE_LOAD;
}

static void to_block(wrapped *w, const mrpb_hpdcache_in *in, bool enters)
{
    mrpb_in *block = &w->in.mrpb;
    const uint64_t offset = in->core_req_addr_offset_i[0];
    unsigned at = 0, low = w->a.sig_lsb;
    block->in_valid_i[0] = enters;
    block->in_write_i[0] = in->core_req_op_i[0] != HPDCACHE_LOAD;
    block->in_line_i[0] = in->core_req_addr_tag_i[0] << (w->a.offset_w - w->a.cl_offset_w) |
                          offset >> w->a.cl_offset_w;
    block->in_warp_i[0] = w->a.by_line ? 0 : wrapped_take(in->core_req_tid_i[0], &low, w->a.sig_w);
    block->in_meta_i[0] = 0;
#define PACK(field, width) wrapped_put(block->in_meta_i, &at, width, field[0]);
    META_FIELDS(PACK, in, CORE)
#undef PACK
    wrapped_put(block->in_meta_i, &at, w->a.cl_offset_w,
                offset & (((uint64_t)1 << w->a.cl_offset_w) - 1));
    memcpy(block->in_data_i, in->core_req_wdata_i, data_words(&w->a) * sizeof(uint64_t));
    block->in_data_i[data_words(&w->a)] = in->core_req_be_i[0];
    block->req_ready_i[0] = in->cache_req_ready_i[0];
    block->req_stall_i[0] = MRPB_STALL_MSHR;
}

static bool is_ordered(const mrpb_hpdcache_in *in)
{
    return in->core_req_op_i[0] > HPDCACHE_STORE || in->core_req_pma_i[0] >> 3;
}

static bool has_slot(const wrapped *w, const mrpb_hpdcache_in *in)
{
    return !in->core_req_need_rsp_i[0] || state_of(w)->reserved < w->a.rsp_slots;
}

static response response_of(const mrpb_hpdcache_in *in)
{
    response r = {.sid = in->cache_rsp_sid_i[0],
                  .tid = in->cache_rsp_tid_i[0],
                  .error = in->cache_rsp_error_i[0],
                  .aborted = in->cache_rsp_aborted_i[0]};
    memcpy(r.rdata, in->cache_rsp_rdata_i, sizeof r.rdata);
    return r;
}

static void respond(const wrapped *w, const mrpb_hpdcache_in *in, mrpb_hpdcache_out *out)
{
    const hpdcache_state *s = state_of(w);
    const response r = s->stored ? s->ring[s->first] : response_of(in);
    out->core_rsp_valid_o[0] = s->stored || in->cache_rsp_valid_i[0];
    memcpy(out->core_rsp_rdata_o, r.rdata, sizeof r.rdata);
    out->core_rsp_sid_o[0] = r.sid;
    out->core_rsp_tid_o[0] = r.tid;
    out->core_rsp_error_o[0] = r.error;
    out->core_rsp_aborted_o[0] = r.aborted;
}

static void ready(wrapped *w, const uint64_t *words, uint64_t *out_words)
{
    const mrpb_hpdcache_in *in = (const void *)words;
    mrpb_hpdcache_out *out = (void *)out_words;
    const bool open = wrapped_in_order(w, w->out.mrpb.idle_o[0], is_ordered(in)) && has_slot(w, in);
    to_block(w, in, in->core_req_valid_i[0] && open);
    wrapped_block_ready(w);
    out->core_req_ready_o[0] = open && w->out.mrpb.in_ready_o[0];
    respond(w, in, out);
}

static void commit_response(wrapped *w, const mrpb_hpdcache_in *in, bool taken)
{
    hpdcache_state *s = state_of(w);
    const bool comes = in->cache_rsp_valid_i[0], direct = comes && taken && !s->stored;
    if (comes && !direct) {
        CHECK(s->stored < w->a.rsp_slots, "a response without a slot");
        s->ring[(s->first + s->stored) % w->a.rsp_slots] = response_of(in);
    }
    if (taken && s->stored) s->first = (s->first + 1) % w->a.rsp_slots;
    s->stored += (uint64_t)(comes && !direct) - (uint64_t)(taken && !direct);
    w->events.direct += direct;
    w->events.stored += comes && !direct;
}

static void commit(wrapped *w, const uint64_t *words, const uint64_t *out_words)
{
    const mrpb_hpdcache_in *in = (const void *)words;
    const mrpb_hpdcache_out *out = (const void *)out_words;
    const bool asks = in->core_req_valid_i[0], enters = asks && out->core_req_ready_o[0],
               taken = out->core_rsp_valid_o[0] && in->core_rsp_ready_i[0];
    if (enters) wrapped_enter(w, is_ordered(in), in->core_req_op_i[0] != HPDCACHE_LOAD);
    else if (asks && !has_slot(w, in)) w->events.wait_slot++;
    else if (asks && !w->in.mrpb.in_valid_i[0]) wrapped_count_wait(w, is_ordered(in));
    else w->events.wait_block += asks;
    commit_response(w, in, taken);
    state_of(w)->reserved += (uint64_t)(enters && in->core_req_need_rsp_i[0]) - (uint64_t)taken;
    w->events.refused += out->core_rsp_valid_o[0] && !taken;
    w->events.sent += out->cache_req_valid_o[0] && in->cache_req_ready_i[0];
    w->events.held += out->cache_req_valid_o[0] && !in->cache_req_ready_i[0];
}

const wrapped_host wrapped_mrpb_hpdcache = {.stem = "mrpb_hpdcache",
                                            .configure = configure,
                                            .words = sizeof(hpdcache_state) / sizeof(uint64_t),
                                            .valid = valid,
                                            .ready = ready,
                                            .commit = commit};
