// wrapped_traffic.c: see wrapped_traffic.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/wrapped_traffic.h"

#include "tb/bench/wrapped_lanes.h"

#include <stddef.h>
#include <string.h>

enum { PHASE = 400, PHASES_A_RESET = 4, WORD = sizeof(uint64_t) };
enum { ATOMIC = 0x06, FENCE = 0x10, UNCACHEABLE = 0x10, IO = 0x08 }; // op; pma

#define OFFSET(type, field) (offsetof(type, field) / WORD)

bool wrapped_chance(wrapped_traffic *t, unsigned percent)
{
    return rng_percent(&t->random, percent) != 0;
}

uint64_t wrapped_bits(wrapped_traffic *t, unsigned width)
{
    const uint64_t v = rng_u64(&t->random);
    return width < 64 ? v & (((uint64_t)1 << width) - 1) : v;
}

// An identity: it differs from others of this phase in its lowest bits, seldom in any.
static uint64_t identity(wrapped_traffic *t, unsigned width)
{
    const uint64_t mask = width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
    const uint64_t low = wrapped_bits(t, t->spread), v = t->home ^ low;
    if (wrapped_chance(t, 5)) return wrapped_bits(t, width);
    if (wrapped_chance(t, 10)) return (v ^ (uint64_t)1 << rng_below(&t->random, width)) & mask;
    return v & mask;
}

void wrapped_noise(wrapped_traffic *t, unsigned first, unsigned end)
{
    uint64_t *words = (uint64_t *)&t->in;
    for (unsigned i = 0; i < t->a->kind->n_ports; i++) {
        const port *p = &t->ports[i];
        if (p->dir != PORT_IN || p->word < first || p->word >= end) continue;
        for (unsigned at = 0; at * 64 < p->width; at++)
            words[p->word + at] = wrapped_bits(t, p->width - at * 64);
    }
}

static int64_t signature_in(uint64_t from, unsigned low, unsigned width)
{
    return (int64_t)(from >> low & (((uint64_t)1 << width) - 1));
}

static void take_words(wrapped_request *r, const uint64_t *words, unsigned first, unsigned end)
{
    memset(r, 0, sizeof *r);
    CHECK(end - first <= WRAPPED_REQUEST_WORDS, "a request of %u words", end - first);
    memcpy(r->words, words + first, (end - first) * WORD);
    r->signature = r->id = WRAPPED_NONE;
}

// ---- AXI4

static void axi4_ask(wrapped_traffic *t)
{
    axi4_in *in = &t->in.axi4;
    wrapped_noise(t, OFFSET(axi4_in, s_axi_arid), OFFSET(axi4_in, s_axi_arvalid));
    in->s_axi_arid[0] = identity(t, t->a->id_w);
    in->s_axi_aruser[0] = identity(t, t->a->user_w);
    in->s_axi_araddr[0] = identity(t, t->a->addr_w - t->a->line_offset_w) << t->a->line_offset_w |
                          wrapped_bits(t, t->a->line_offset_w);
    in->s_axi_arlock[0] = wrapped_chance(t, 3);
    in->s_axi_arcache[0] |= wrapped_chance(t, 92) ? 2 : 0;
    in->s_axi_arvalid[0] = wrapped_chance(t, t->ask);
}
static void axi4_answer(wrapped_traffic *t)
{
    wrapped_noise(t, 0, OFFSET(axi4_in, s_axi_arid));
    t->in.axi4.m_axi_arready[0] = wrapped_chance(t, t->accept);
}
static bool axi4_asks(const wrapped_traffic *t) { return t->in.axi4.s_axi_arvalid[0]; }
static bool axi4_enters(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    const axi4_in *in = &t->in.axi4;
    const adapter *a = t->a;
    take_words(r, (const uint64_t *)in, OFFSET(axi4_in, s_axi_arid),
               OFFSET(axi4_in, s_axi_arvalid));
    r->id = (int64_t)in->s_axi_arid[0];
    if (a->sig_w)
        r->signature = signature_in(a->sig_is_user ? in->s_axi_aruser[0] : in->s_axi_arid[0],
                                    a->sig_lsb, a->sig_w);
    r->ordered = in->s_axi_arlock[0] || !(in->s_axi_arcache[0] & 2);
    return in->s_axi_arvalid[0] && o->axi4.s_axi_arready[0];
}
static bool axi4_leaves(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    take_words(r, (const uint64_t *)&o->axi4, OFFSET(axi4_out, m_axi_arid),
               OFFSET(axi4_out, m_axi_arvalid));
    return o->axi4.m_axi_arvalid[0] && t->in.axi4.m_axi_arready[0];
}

// Lines in turn that differ in a few bits, drawn for the phase, so that they fall to queues of
// rows, columns and banks alike.
static uint64_t next_line(wrapped_traffic *t)
{
    uint64_t line = t->home & (((uint64_t)1 << t->a->addr_w) - 1);
    for (unsigned i = 0; i < WRAPPED_LINE_BITS; i++)
        if (t->lines >> i & 1) line ^= (uint64_t)1 << t->line_bits[i];
    t->lines++;
    return line;
}

// ---- Vortex: CART's ports are the same words as MRPB's, and idle_o is behind them

static void bus_ask(wrapped_traffic *t)
{
    mrpb_vortex_in *in = &t->in.bus;
    wrapped_noise(t, 0, OFFSET(mrpb_vortex_in, cache_rsp_valid_i));
    in->core_req_addr_i[0] = t->all_writes ? next_line(t) : identity(t, t->a->addr_w);
    in->core_req_rw_i[0] = t->all_writes || wrapped_chance(t, 35);
    in->core_req_ordered_i[0] = !t->all_writes && wrapped_chance(t, 4);
    in->core_req_valid_i[0] = wrapped_chance(t, t->ask);
}
static void bus_answer(wrapped_traffic *t)
{
    mrpb_vortex_in *in = &t->in.bus;
    wrapped_noise(t, OFFSET(mrpb_vortex_in, cache_rsp_valid_i),
                  OFFSET(mrpb_vortex_in, cache_req_ready_i));
    in->cache_rsp_valid_i[0] = wrapped_chance(t, t->answer);
    in->core_rsp_ready_i[0] = wrapped_chance(t, t->take);
    in->cache_req_ready_i[0] = wrapped_chance(t, t->accept);
}
static bool bus_asks(const wrapped_traffic *t) { return t->in.bus.core_req_valid_i[0]; }
static void bus_data(const wrapped_traffic *t, wrapped_request *r)
{
    const unsigned data = OFFSET(mrpb_vortex_in, core_req_data_i) - 1;
    if (!r->words[0] || !t->a->data) memset(r->words + data, 0, ADAPTER_WORDS * WORD);
}
static bool bus_enters(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    const mrpb_vortex_in *in = &t->in.bus;
    take_words(r, (const uint64_t *)in, OFFSET(mrpb_vortex_in, core_req_rw_i),
               OFFSET(mrpb_vortex_in, core_req_ordered_i));
    bus_data(t, r);
    r->signature = t->a->by_line
                       ? (int64_t)in->core_req_addr_i[0]
                       : signature_in(in->core_req_tag_i[0], t->a->warp_lsb, t->a->warp_w);
    r->ordered = in->core_req_ordered_i[0];
    return in->core_req_valid_i[0] && o->bus.core_req_ready_o[0];
}
static bool bus_leaves(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    take_words(r, (const uint64_t *)&o->bus, OFFSET(mrpb_vortex_out, cache_req_rw_o),
               OFFSET(mrpb_vortex_out, core_rsp_valid_o));
    bus_data(t, r);
    return o->bus.cache_req_valid_o[0] && t->in.bus.cache_req_ready_i[0];
}

// ---- HPDcache

static uint64_t draw_op(wrapped_traffic *t)
{
    if (wrapped_chance(t, 2)) return ATOMIC;
    if (wrapped_chance(t, 2)) return FENCE;
    if (wrapped_chance(t, 1)) return 2 + rng_below(&t->random, 30);
    return wrapped_chance(t, 60) ? HPDCACHE_LOAD : HPDCACHE_STORE;
}
static void hpdcache_ask(wrapped_traffic *t)
{
    mrpb_hpdcache_in *in = &t->in.hpdcache;
    const adapter *a = t->a;
    wrapped_noise(t, 0, OFFSET(mrpb_hpdcache_in, core_rsp_ready_i));
    const uint64_t line = identity(t, a->tag_w + a->offset_w - a->cl_offset_w);
    in->core_req_addr_tag_i[0] = line >> (a->offset_w - a->cl_offset_w);
    in->core_req_addr_offset_i[0] = (line << a->cl_offset_w | wrapped_bits(t, a->cl_offset_w)) &
                                    (((uint64_t)1 << a->offset_w) - 1);
    in->core_req_op_i[0] = draw_op(t);
    in->core_req_pma_i[0] &= IO - 1u;
    if (wrapped_chance(t, 2)) in->core_req_pma_i[0] |= UNCACHEABLE;
    if (wrapped_chance(t, 2)) in->core_req_pma_i[0] |= IO;
    in->core_req_need_rsp_i[0] = in->core_req_op_i[0] == HPDCACHE_LOAD || wrapped_chance(t, 30);
    in->core_req_phys_indexed_i[0] = 1;
    in->core_req_valid_i[0] = wrapped_chance(t, t->ask);
}
static void hpdcache_answer(wrapped_traffic *t)
{
    mrpb_hpdcache_in *in = &t->in.hpdcache;
    wrapped_noise(t, OFFSET(mrpb_hpdcache_in, cache_rsp_valid_i), sizeof *in / WORD);
    in->cache_rsp_valid_i[0] = t->due && wrapped_chance(t, t->answer);
    in->core_rsp_ready_i[0] = wrapped_chance(t, t->take);
    in->cache_req_ready_i[0] = wrapped_chance(t, t->accept);
}
static bool hpdcache_asks(const wrapped_traffic *t) { return t->in.hpdcache.core_req_valid_i[0]; }
static void hpdcache_data(wrapped_request *r)
{
    const unsigned first = OFFSET(mrpb_hpdcache_in, core_req_addr_offset_i);
    if (r->words[OFFSET(mrpb_hpdcache_in, core_req_op_i) - first] != HPDCACHE_LOAD) return;
    memset(r->words + OFFSET(mrpb_hpdcache_in, core_req_wdata_i) - first, 0, ADAPTER_WORDS * WORD);
    memset(r->words + OFFSET(mrpb_hpdcache_in, core_req_be_i) - first, 0, 2 * WORD);
}
static bool hpdcache_enters(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    const mrpb_hpdcache_in *in = &t->in.hpdcache;
    const adapter *a = t->a;
    take_words(r, (const uint64_t *)in, OFFSET(mrpb_hpdcache_in, core_req_addr_offset_i),
               OFFSET(mrpb_hpdcache_in, core_rsp_ready_i));
    hpdcache_data(r);
    r->signature = a->by_line ? (int64_t)(in->core_req_addr_tag_i[0] << a->offset_w |
                                          in->core_req_addr_offset_i[0]) >>
                                    a->cl_offset_w
                              : signature_in(in->core_req_tid_i[0], a->sig_lsb, a->sig_w);
    r->ordered = in->core_req_op_i[0] > HPDCACHE_STORE || in->core_req_pma_i[0] >= IO;
    return in->core_req_valid_i[0] && o->hpdcache.core_req_ready_o[0];
}
static bool hpdcache_leaves(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    take_words(r, (const uint64_t *)&o->hpdcache,
               OFFSET(mrpb_hpdcache_out, cache_req_addr_offset_o),
               OFFSET(mrpb_hpdcache_out, write_qual_o));
    hpdcache_data(r);
    return o->hpdcache.cache_req_valid_o[0] && t->in.hpdcache.cache_req_ready_i[0];
}

// ---- PRIC: no requests

static void bank_ask(wrapped_traffic *t) { t->in.bank.core_line_i[0] = identity(t, t->a->line_w); }
static void bank_answer(wrapped_traffic *t)
{
    if (wrapped_chance(t, 50)) t->in.bank.bank_line_i[0] = identity(t, t->a->line_w);
}
static bool bank_asks(const wrapped_traffic *t)
{
    (void)t;
    return false;
}
static bool bank_moves(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    (void)t;
    (void)o;
    (void)r;
    return false;
}

static const wrapped_protocol protocols[] = {
    {"axi4", NULL, axi4_ask, axi4_answer, axi4_asks, axi4_enters, axi4_leaves, NULL, NULL},
    {"hpdcache", NULL, hpdcache_ask, hpdcache_answer, hpdcache_asks, hpdcache_enters,
     hpdcache_leaves, NULL, NULL},
    {"vortex", "mrpb", bus_ask, bus_answer, bus_asks, bus_enters, bus_leaves, NULL, NULL},
    {"vortex", "cart", bus_ask, bus_answer, bus_asks, bus_enters, bus_leaves, NULL, NULL},
    {"vortex", "warppool", wrapped_lanes_ask, wrapped_lanes_answer, wrapped_lanes_asks,
     wrapped_lanes_enters, NULL, wrapped_lanes_reset, wrapped_lanes_keep},
    {"vortex", "pric_index", bank_ask, bank_answer, bank_asks, bank_moves, bank_moves, NULL, NULL},
};

// ---- a cycle

void wrapped_traffic_init(wrapped_traffic *t, const adapter *a, uint64_t seed)
{
    *t = (wrapped_traffic){.a = a, .random = {seed}};
    a->kind->fill(a, t->ports);
    for (size_t i = 0; i < sizeof protocols / sizeof protocols[0]; i++) {
        const wrapped_protocol *p = &protocols[i];
        if (strcmp(p->host, a->kind->host) == 0 &&
            (!p->block || strcmp(p->block, a->kind->block) == 0))
            t->protocol = p;
    }
    CHECK(t->protocol, "%s has no traffic", a->kind->stem);
    if (t->protocol->reset) t->protocol->reset(t);
}

static unsigned eagerness(wrapped_traffic *t)
{
    static const unsigned percent[] = {100, 100, 90, 50, 25, 10, 3, 0};
    return percent[rng_below(&t->random, sizeof percent / sizeof percent[0])];
}

// With none most requests are of one identity, so that as many of it are inside as find room.
static unsigned spread(wrapped_traffic *t)
{
    static const unsigned bits_of[] = {0, 0, 1, 2, 3, 4, 6, 8};
    return bits_of[rng_below(&t->random, sizeof bits_of / sizeof bits_of[0])];
}

static bool begin_phase(wrapped_traffic *t)
{
    t->phase_left = PHASE / 4 + (unsigned)rng_below(&t->random, PHASE);
    t->ask = wrapped_chance(t, 70) ? 100 : 40;
    t->accept = t->weak ? 100 : eagerness(t);
    t->answer = eagerness(t);
    t->take = t->weak ? 100 : eagerness(t);
    t->spread = spread(t);
    t->home = rng_u64(&t->random);
    t->all_writes = t->a->data_slots && wrapped_chance(t, 20);
    for (unsigned i = 0; t->all_writes && i < WRAPPED_LINE_BITS; i++)
        t->line_bits[i] = (unsigned)rng_below(&t->random, t->a->addr_w);
    return ++t->phases % PHASES_A_RESET == 0;
}

bool wrapped_traffic_begin(wrapped_traffic *t)
{
    if (t->draining) {
        t->accept = t->answer = t->take = 100;
        return false;
    }
    const bool resets = !t->phase_left && begin_phase(t);
    t->phase_left--;
    if (resets) t->waits = false, t->due = 0;
    return resets;
}

const wrapped_in *wrapped_traffic_drive(wrapped_traffic *t)
{
    if (!t->waits && t->draining) t->ask = 0;
    if (!t->waits) t->protocol->ask(t);
    t->protocol->answer(t);
    return &t->in;
}

void wrapped_traffic_end(wrapped_traffic *t, const wrapped_out *o)
{
    wrapped_request r;
    t->waits = t->protocol->asks(t) && !t->protocol->enters(t, o, &r);
    if (strcmp(t->a->kind->stem, "mrpb_hpdcache") == 0) {
        const bool left = t->protocol->leaves(t, o, &r);
        t->due += (uint64_t)(left && o->hpdcache.cache_req_need_rsp_o[0]) -
                  (uint64_t)t->in.hpdcache.cache_rsp_valid_i[0];
    }
    if (strcmp(t->a->kind->stem, "pric_vortex") == 0)
        t->in.bank.bank_line_i[0] = o->bank.bank_line_o[0];
}
