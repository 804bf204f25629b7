// warppool.c: runs one cycle of WarpPool's pipeline over its components. See warppool.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_coalesce.h"
#include "blocks/warppool_insn.h"
#include "blocks/warppool_maps.h"
#include "blocks/warppool_mshr.h"
#include "blocks/warppool_order.h"
#include "blocks/warppool_queues.h"
#include "blocks/warppool_select.h"
#include "blocks/warppool_wb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

STAT_TABLE(warppool_event_table, "warppool", WARPPOOL_EVENTS);

// ---- life

static uint64_t ones(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

static void make_shape(warppool_shape *s, const config *c)
{
    const struct cfg_warppool *w = &c->warppool;
    *s = (warppool_shape){.warps = c->sm.warps,
                          .coalescers = w->coalescers,
                          .lanes = w->lanes,
                          .maps = w->maps,
                          .queues = w->queues,
                          .tags = w->tags,
                          .merges = w->merges,
                          .mshrs = c->l1d.mshrs,
                          .rows = c->l1d.merges,
                          .address_bits = w->address_bits,
                          .line_bytes = c->l1d.line_bytes,
                          .words = c->l1d.line_bytes / 4,
                          .seq_bits = warppool_seq_bits(c),
                          .lane_bits = warppool_lane_bits(c),
                          .offset_bits = warppool_offset_bits(c),
                          .payload_bits = warppool_payload_bits(c),
                          .meta_bits = warppool_meta_bits(c),
                          .lane_data_bits = w->lane_bytes * 8,
                          .all_lanes = ones(w->lanes),
                          .lower_lanes = ones(warppool_beat_lanes(c)),
                          .beat_lanes = warppool_beat_lanes(c),
                          .data = w->data,
                          .narrow = w->narrow};
    if (w->narrow) s->layout_lanes = warppool_layout_lanes(c);
}

warppool *warppool_new(const config *c, err *e)
{
    if (config_check(c, e) != ST_OK) return NULL;
    warppool *w = wl_calloc(1, sizeof *w);
    const warppool_shape *s = &w->shape;
    make_shape(&w->shape, c);
    warppool_insn_init(&w->insns, c);
    warppool_order_init(&w->order, c);
    for (unsigned k = 0; k < s->coalescers; k++) w->co[k].s = s;
    w->maps.s = w->queues.s = w->select.s = w->mshr.s = w->wb.s = s;
    warppool_select_init(&w->select, c);
    warppool_mshr_init(&w->mshr);
    warppool_reset(w);
    return w;
}

void warppool_free(warppool *w)
{
    if (!w) return;
    warppool_insn_free(&w->insns);
    warppool_mshr_free(&w->mshr);
    free(w);
}

void warppool_reset(warppool *w)
{
    warppool_insn_reset(&w->insns);
    warppool_order_reset(&w->order);
    for (unsigned k = 0; k < w->shape.coalescers; k++) warppool_coalesce_reset(&w->co[k]);
    warppool_maps_reset(&w->maps);
    warppool_queues_reset(&w->queues);
    warppool_select_reset(&w->select);
    warppool_mshr_reset(&w->mshr);
    warppool_wb_reset(&w->wb);
}

// ---- valid

static void out_ag(const warppool *w, warppool_out *o)
{
    const warppool_queued_insn *i = &w->insns.out[0];
    if (!w->insns.n_out) return;
    o->ag_valid_o[0] = 1;
    o->ag_store_o[0] = i->store;
    o->ag_warp_o[0] = i->warp;
    o->ag_seq_o[0] = i->seq;
    o->ag_insn_o[0] = i->insn;
}

static void out_req(const warppool *w, warppool_out *o)
{
    const warppool_outbound *r = &w->select.out[0];
    if (!w->select.n_out) return;
    o->req_valid_o[0] = 1;
    o->req_line_o[0] = r->line;
    if (!r->store) {
        o->req_load_o[0] = 1;
        o->req_count_o[0] = r->count;
        for (unsigned k = 0; k < r->count; k++)
            warppool_put_field(o->req_meta_o, k, w->shape.meta_bits, r->meta[k]);
        return;
    }
    o->req_store_o[0] = 1;
    o->req_warp_o[0] = r->warp;
    memcpy(o->req_mask_o, r->mask, sizeof r->mask);
    if (w->shape.data) memcpy(o->req_data_o, r->data, sizeof r->data);
}

static bool some_a(const warppool *w)
{
    bool some = false;
    for (unsigned k = 0; k < w->shape.coalescers; k++)
        some = some || warppool_coalesce_free(&w->co[k]);
    return some;
}

static bool coalescers_idle(const warppool *w)
{
    bool idle = true;
    for (unsigned k = 0; k < w->shape.coalescers; k++)
        idle = idle && !w->co[k].left && !w->co[k].b.full && !w->co[k].n_r;
    return idle;
}

static bool is_idle(const warppool *w)
{
    return !w->insns.some && !w->insns.n_out && coalescers_idle(w) && !w->queues.n &&
           !w->select.n_out && !w->wb.n && !w->order.n_before;
}

void warppool_valid(const warppool *w, warppool_out *o)
{
    memset(o, 0, sizeof *o);
    out_ag(w, o);
    out_req(w, o);
    warppool_wb_out(&w->wb, &w->mshr, &w->maps, o);
    const uint64_t all = ones(w->shape.warps), room = all & ~warppool_insn_blocked(&w->insns);
    o->adr_ready_o[0] = some_a(w);
    o->warp_first_o[0] = w->select.warp_first;
    o->load_ok_o[0] = warppool_order_loads(&w->order) & room;
    o->store_ok_o[0] = warppool_order_stores(&w->order) & room;
    o->pending_o[0] = all & ~w->order.zero;
    o->idle_o[0] = is_idle(w);
}

void warppool_ready(const warppool *w, const warppool_in *in, warppool_out *o)
{
    (void)w;
    const uint64_t ok[] = {[WARPPOOL_LOAD] = o->load_ok_o[0],
                           [WARPPOOL_STORE] = o->store_ok_o[0],
                           [WARPPOOL_BYPASS] = ~o->pending_o[0]};
    const uint64_t kind = in->iss_kind_i[0];
    o->iss_ready_o[0] = kind <= WARPPOOL_BYPASS && ok[kind] >> (in->iss_warp_i[0] & 63) & 1;
}

// ---- commit: what is decided on the state at the start

typedef struct plan {
    warppool_grant grant;
    warppool_layout layout;
    bool chooses;
    int choice;                                  // of S
    uint64_t group[WARPPOOL_TAGS / 64];          // with narrow: of the next one
    warppool_insert insert[WARPPOOL_COALESCERS]; // of R's head
    unsigned tag[WARPPOOL_COALESCERS];
    bool ties;
    bool to_r[WARPPOOL_COALESCERS], makes[WARPPOOL_COALESCERS];
    unsigned kind[WARPPOOL_COALESCERS], payload[WARPPOOL_COALESCERS];
    int take;       // coalescer that takes addresses, -1 none
    unsigned empty; // coalescers that could
    unsigned opens; // with narrow, bit k: coalescer k takes an instruction in the next cycle
    unsigned wants; // bit k: no entry of the thread map table is reserved for it
    uint64_t free;  // entries
} plan;

static void plan_inserts(const warppool *w, plan *p)
{
    uint64_t tried = 0;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        const warppool_request *r = &w->co[k].r[0];
        p->insert[k] = WARPPOOL_INSERT_WAITS;
        if (!w->co[k].n_r) continue;
        const bool tie = tried >> r->queue & 1;
        p->ties = p->ties || tie;
        if (!tie)
            p->insert[k] =
                warppool_queues_probe(&w->queues, r->queue, r->line, p->grant.tag, &p->tag[k]);
        tried |= (uint64_t)1 << r->queue;
    }
}

// B to R: coalescers that want an entry of the thread map table get the free ones, ascending.
static void plan_requests(warppool *w, plan *p)
{
    uint64_t free = w->maps.free;
    unsigned taken = 0;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        const warppool_line *b = &w->co[k].b;
        p->to_r[k] = b->full && !b->store && w->co[k].n_r < WARPPOOL_OUTBOUND;
        if (!p->to_r[k]) continue;
        p->kind[k] = warppool_mapping(&w->shape, b->lanes, b->offset, b->size, &p->payload[k]);
        if (p->kind[k] != WARPPOOL_TABLE) continue;
        p->to_r[k] = free != 0;
        w->events.map_waits += !free;
        if (!free) continue;
        p->payload[k] = (unsigned)__builtin_ctzll(free);
        free &= free - 1;
        taken++;
    }
    w->events.map_shared += taken > 1;
}

// With narrow: a coalescer has an entry of its own, and needs none when its mapping is known.
static void plan_reserved(warppool *w, plan *p)
{
    unsigned taken = 0;
    p->wants = 0;
    p->free = w->maps.free;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        const warppool_coalescer *c = &w->co[k];
        const warppool_line *b = &c->b;
        const int entry = w->maps.reserved[k];
        p->wants |= (unsigned)(entry < 0) << k;
        p->to_r[k] = b->full && !b->store && c->n_r < WARPPOOL_OUTBOUND;
        if (!p->to_r[k]) continue;
        p->kind[k] = warppool_mapping(&w->shape, b->lanes, b->offset, b->size, &p->payload[k]);
        const bool table = p->kind[k] == WARPPOOL_TABLE;
        p->to_r[k] = entry >= 0 || (c->mapped && !table);
        w->events.map_waits += !p->to_r[k];
        if (table) p->payload[k] = (unsigned)entry;
        taken += table && p->to_r[k];
    }
    w->events.map_shared += taken > 1;
}

static bool may_make(const warppool *w, const warppool_coalescer *c)
{
    if (w->shape.narrow) return warppool_order_emitted_ok(&w->order, c->warp);
    return warppool_coalesce_last(c) || warppool_order_emit_ok(&w->order, c->warp);
}

static void plan_lines(warppool *w, plan *p)
{
    p->take = -1;
    p->empty = p->opens = 0;
    for (unsigned k = w->shape.coalescers; k-- > 0;) {
        const warppool_coalescer *c = &w->co[k];
        if (warppool_coalesce_free(c)) p->take = (int)k;
        p->empty += warppool_coalesce_free(c);
        p->opens |= (unsigned)warppool_coalesce_opens(c) << k;
        p->makes[k] = c->left && (!c->b.full || p->to_r[k] || p->grant.store == (int)k);
        if (!p->makes[k] || may_make(w, c)) continue;
        p->makes[k] = false;
        w->events.counter_waits++;
    }
}

static bool groups(const warppool *w) { return w->shape.narrow && w->select.kind != SELECT_OLDEST; }

static void make_plan(warppool *w, plan *p)
{
    p->grant = warppool_select_grant(&w->select, w->co);
    p->layout = warppool_select_layout(&w->select, w->co, p->grant);
    p->chooses = w->select.named < 0 || p->grant.tag >= 0;
    p->choice = p->chooses ? warppool_select_choice(&w->select, &w->queues) : -1;
    if (groups(w)) warppool_select_group(&w->select, &w->queues, p->group);
    p->ties = false;
    plan_inserts(w, p);
    if (w->shape.narrow) plan_reserved(w, p);
    else plan_requests(w, p);
    plan_lines(w, p);
}

// ---- commit: the edge

static void step_issue(warppool *w, const plan *p, const warppool_in *in, const warppool_out *o)
{
    const bool beat = in->iss_valid_i[0] && o->iss_ready_o[0];
    const unsigned kind = (unsigned)in->iss_kind_i[0],
                   warp = (unsigned)(in->iss_warp_i[0] % w->shape.warps);
    const warppool_queued_insn i = {.insn = in->iss_insn_i[0],
                                    .warp = (uint8_t)warp,
                                    .seq = (uint8_t)in->iss_seq_i[0],
                                    .store = kind == WARPPOOL_STORE};
    uint64_t *const kinds[] = {&w->events.loads, &w->events.stores, &w->events.pipeline_bypasses};
    if (beat) {
        warppool_order_issued(&w->order, warp, kind == WARPPOOL_LOAD);
        ++*kinds[kind];
    }
    w->events.issue_waits += in->iss_valid_i[0] && !beat;
    const warppool_insn_step s = {.issued = beat && kind != WARPPOOL_BYPASS ? &i : NULL,
                                  .ag_beat = o->ag_valid_o[0] && in->ag_ready_i[0],
                                  .adr_beat = in->adr_valid_i[0] && o->adr_ready_o[0],
                                  .empty = p->empty};
    warppool_insn_commit(&w->insns, &s, &w->events);
}

static void count_insert(warppool *w, warppool_insert how, unsigned tag, const warppool_request *r)
{
    warppool_events *v = &w->events;
    if (how != WARPPOOL_INSERT_MERGES) {
        v->allocated++;
        v->split_tags += how == WARPPOOL_INSERT_SPLITS;
        return;
    }
    bool own = false;
    for (unsigned k = 0; k < w->queues.count[tag]; k++)
        own = own || warppool_meta_warp(&w->shape, w->queues.meta[tag][k]) == r->warp;
    v->merged++;
    v->merged_own += own;
    v->late_merges += (int)tag == w->select.named;
}

static void step_inserts(warppool *w, const plan *p)
{
    bool waits = false;
    warppool_queues_age(&w->queues);
    w->select.merged = false;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        warppool_coalescer *c = &w->co[k];
        if (!c->n_r) continue;
        waits = waits || p->insert[k] == WARPPOOL_INSERT_WAITS;
        if (p->insert[k] == WARPPOOL_INSERT_WAITS) continue;
        count_insert(w, p->insert[k], p->tag[k], &c->r[0]);
        warppool_queues_put(&w->queues, p->tag[k], p->insert[k], &c->r[0]);
        w->select.merged |= w->shape.narrow && (int)p->tag[k] == w->select.named;
        c->r[0] = c->r[1];
        c->n_r--;
    }
    w->events.insert_waits += waits;
    w->events.insert_ties += p->ties;
}

// The tag named by S goes to the outbound buffer.
static void send_tag(warppool *w, unsigned tag)
{
    warppool_outbound *o = &w->select.out[w->select.n_out++];
    *o = (warppool_outbound){.count = w->queues.count[tag], .line = w->queues.line[tag]};
    memcpy(o->meta, w->queues.meta[tag], sizeof o->meta);
    w->events.granted_loads++;
    w->events.holes += w->queues.order[0] != tag;
    warppool_queues_remove(&w->queues, tag);
}

static void send_store(warppool *w, warppool_coalescer *c)
{
    warppool_coalesce_store(c, &w->select.out[w->select.n_out++]);
    w->events.granted_stores++;
    w->events.aged_stores += w->select.named >= 0;
    c->b.full = false;
}

// A store that has waited out its age and is not granted although there is room waits for another
// store.
static bool held_up(const warppool *w)
{
    bool aged = false;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        const warppool_coalescer *c = &w->co[k];
        aged = aged || (c->b.full && c->b.store && c->age >= w->select.store_age);
    }
    return aged && w->select.n_out < WARPPOOL_OUTBOUND && warppool_select_has_store(&w->select);
}

static void step_select(warppool *w, const plan *p)
{
    const warppool_grant g = p->grant;
    if (g.tag < 0 && g.store < 0) w->events.store_waits_store += held_up(w);
    warppool_select_age(&w->select, w->co, g);
    if (g.tag >= 0) send_tag(w, (unsigned)g.tag);
    if (g.store >= 0) send_store(w, &w->co[g.store]);
    if (p->chooses) w->select.named = p->choice;
    if (groups(w)) memcpy(w->select.group, p->group, sizeof p->group);
    w->select.laying = p->layout.store;
    w->select.unlaid = p->layout.unlaid;
}

static void take_entry(warppool *w, unsigned k, unsigned entry)
{
    if (w->shape.narrow) warppool_maps_take_reserved(&w->maps, k, &w->co[k].b);
    else warppool_maps_take(&w->maps, entry, &w->co[k].b);
}

static void step_requests(warppool *w, const plan *p)
{
    uint64_t *const kinds[] = {[WARPPOOL_CONSECUTIVE] = &w->events.map_consecutive,
                               [WARPPOOL_BROADCAST] = &w->events.map_broadcast,
                               [WARPPOOL_SINGLE] = &w->events.map_single,
                               [WARPPOOL_RANGE] = &w->events.map_range,
                               [WARPPOOL_TABLE] = &w->events.map_table};
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (!p->to_r[k]) {
            w->co[k].mapped = true;
            continue;
        }
        if (p->kind[k] == WARPPOOL_TABLE) take_entry(w, k, p->payload[k]);
        ++*kinds[p->kind[k]];
        warppool_coalesce_to_request(&w->co[k], p->kind[k], p->payload[k]);
    }
    if (w->shape.narrow) warppool_maps_reserve(&w->maps, p->wants, p->free);
}

static void step_lines(warppool *w, const plan *p, const warppool_in *in, const warppool_out *o)
{
    const int takes = in->adr_valid_i[0] && o->adr_ready_o[0] ? p->take : -1;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        warppool_coalescer *c = &w->co[k];
        c->open = p->opens >> k & 1 && takes != (int)k;
        if (!p->makes[k]) continue;
        if (!warppool_coalesce_last(c)) warppool_order_add(&w->order, c->warp);
        w->events.lines++;
        w->events.store_lines += c->store;
        warppool_coalesce_make_line(c);
    }
    if (takes >= 0) warppool_coalesce_take(&w->co[takes], in);
}

// L1D accepts the offered request.
static void accepted(warppool *w, const warppool_in *in)
{
    warppool_select *s = &w->select;
    const warppool_outbound *r = &s->out[0];
    if (r->store) {
        w->events.accepted_stores++;
        warppool_order_accepted(&w->order, r->warp);
    } else {
        w->events.accepted_loads++;
        w->events.accepted_requests += r->count;
        w->events.hits += !in->req_miss_i[0];
        for (unsigned k = 0; k < r->count; k++)
            warppool_order_accepted(&w->order,
                                    warppool_meta_warp(&w->shape, r->meta[k]) % w->shape.warps);
        if (in->req_miss_i[0])
            warppool_mshr_put(&w->mshr, (unsigned)in->req_mshr_i[0], r->count, r->meta);
    }
    if (--s->n_out) s->out[0] = s->out[1];
}

// Comes before the grant fills the buffer: it takes the head of the start of the cycle.
static void step_l1(warppool *w, const warppool_in *in, const warppool_out *o)
{
    const bool beat = o->req_valid_o[0] && in->req_ready_i[0];
    w->events.refused += o->req_valid_o[0] && !beat;
    warppool_select_count(&w->select, beat && o->req_load_o[0], in->req_miss_i[0] != 0, &w->events);
    if (beat) accepted(w, in);
    if (in->bypass_pulse_i[0])
        warppool_order_accepted(&w->order, (unsigned)(in->bypass_warp_i[0] % w->shape.warps));
}

static void step_wb(warppool *w, const warppool_in *in, const warppool_out *o)
{
    const bool fill = in->ret_valid_i[0] && o->ret_ready_o[0];
    w->events.ret_full += !o->ret_ready_o[0];
    w->events.wb_waits += o->wb_valid_o[0] && !in->wb_ready_i[0];
    if (o->wb_valid_o[0] && in->wb_ready_i[0])
        warppool_wb_step(&w->wb, &w->mshr, &w->maps, &w->events);
    if (!fill) return;
    w->events.fills += in->ret_fill_i[0];
    warppool_wb_take(&w->wb, in);
}

void warppool_commit(warppool *w, const warppool_in *in, const warppool_out *out)
{
    plan p;
    make_plan(w, &p);
    warppool_order_start(&w->order);
    w->events.cycles++;
    w->events.busy_cycles += !out->idle_o[0];
    step_l1(w, in, out);
    step_select(w, &p);
    step_inserts(w, &p);
    step_requests(w, &p);
    step_lines(w, &p, in, out);
    step_issue(w, &p, in, out);
    step_wb(w, in, out);
    warppool_order_edge(&w->order);
}

// With narrow: what a cycle without any input makes of the registers; a second makes no more.
static void rest(warppool *w)
{
    unsigned wants = 0;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        w->co[k].open = true;
        wants |= (unsigned)(w->maps.reserved[k] < 0) << k;
    }
    warppool_maps_reserve(&w->maps, wants, w->maps.free);
    warppool_queues_age(&w->queues);
    warppool_order_start(&w->order);
    memset(w->select.group, 0, sizeof w->select.group);
}

void warppool_skip(warppool *w, uint64_t cycles)
{
    if (w->shape.narrow && cycles) rest(w);
    w->events.cycles += cycles;
    warppool_select_skip(&w->select, cycles, &w->events);
}

const warppool_events *warppool_get_events(const warppool *w) { return &w->events; }
