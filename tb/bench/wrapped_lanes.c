// wrapped_lanes.c: see wrapped_lanes.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/wrapped_lanes.h"

#include "config/ports/warppool.h"

#include <stddef.h>
#include <string.h>

enum { WORD_BYTES = 4, WORD_BITS = 32 };
// Percent. In three phases of eight most requests are ordered writes, so that each bit of a word is
// written by one lane over another; in one all are reads and none is ordered, so that none waits
// for another and slots and numbers run out.
enum { WRITES = 35, SPECIAL = 5, IRREGULAR = 5, ALL_LANES = 50 };
enum { ORDERED_WRITES = 80, ORDERED_IRREGULAR = 80, ORDERED_SAME = 40 };

static unsigned below(wrapped_traffic *t, unsigned n) { return (unsigned)rng_below(&t->random, n); }

static bool phase_of_reads(const wrapped_traffic *t) { return t->phases % 8 == 5; }
static bool phase_of_ordered(const wrapped_traffic *t)
{
    return t->phases % 2 && !phase_of_reads(t);
}

static unsigned writes(const wrapped_traffic *t)
{
    return phase_of_reads(t) ? 0 : phase_of_ordered(t) ? ORDERED_WRITES : WRITES;
}

// ---- the world

// A power of two, as the lanes are.
static unsigned region_words(const adapter *a) { return LANES_LINES * a->lanes; }
static unsigned all_words(const adapter *a) { return LANES_REGIONS * region_words(a); }
static size_t all_bytes(const adapter *a) { return all_words(a) * sizeof(uint32_t); }

static void begin(wrapped_traffic *t)
{
    lanes_world *x = &t->world;
    for (unsigned r = 0; r < LANES_REGIONS; r++)
        x->base[r] = wrapped_bits(t, t->a->word_addr_w) & ~(uint64_t)(all_words(t->a) - 1);
    for (unsigned i = 0; i < all_words(t->a); i++)
        x->cached[i] = (uint32_t)wrapped_bits(t, WORD_BITS);
    x->begun = true;
}

// What had not reached the cache is lost.
void wrapped_lanes_reset(wrapped_traffic *t)
{
    lanes_world *x = &t->world;
    if (!x->begun) begin(t);
    memcpy(x->written, x->cached, all_bytes(t->a));
    memset(x->asked, 0, sizeof x->asked);
    memset(x->sent, 0, sizeof x->sent);
    x->offered = false;
}

static unsigned ids(const adapter *a)
{
    return a->lsu_tag_w < 6 ? 1u << a->lsu_tag_w : (unsigned)LANES_IDS;
}

static uint64_t address_of(const wrapped_traffic *t, unsigned word)
{
    return t->world.base[word / region_words(t->a)] | word;
}

static unsigned index_of(const adapter *a, uint64_t address)
{
    return (unsigned)(address & (all_words(a) - 1));
}

// ---- the unit asks

// A number that no read has which waits; LANES_IDS: all have one.
static unsigned free_id(wrapped_traffic *t)
{
    const unsigned n = ids(t->a), first = below(t, n);
    for (unsigned i = 0; i < n; i++) {
        if (!t->world.asked[(first + i) % n].waits) return (first + i) % n;
    }
    return LANES_IDS;
}

static unsigned region(wrapped_traffic *t)
{
    const unsigned bits = t->spread < 3 ? t->spread : 3;
    return (unsigned)(t->home + wrapped_bits(t, bits)) % LANES_REGIONS;
}

static void put(uint64_t *words, unsigned i, unsigned width, uint64_t value)
{
    for (unsigned k = 0; k < width; k++) {
        const unsigned at = i * width + k;
        words[at / 64] &= ~((uint64_t)1 << at % 64);
        words[at / 64] |= (value >> k & 1) << at % 64;
    }
}

// The kinds of instructions by their lanes' words in a region: one word of the cache in order, one
// of the unit's, words in a row, any, one word of the cache in any order.
enum { IN_ORDER, SAME, IN_A_ROW, ANY, ANY_ORDER, KINDS };

static unsigned word_of_lane(wrapped_traffic *t, unsigned kind, unsigned first, unsigned lane)
{
    const unsigned lanes = t->a->lanes, n = region_words(t->a), aligned = first / lanes * lanes;
    switch (kind) {
    case IN_ORDER: return (aligned + lane) % n;
    case SAME: return first;
    case IN_A_ROW: return (first + lane) % n;
    case ANY_ORDER: return (aligned + below(t, lanes)) % n;
    default: return below(t, n);
    }
}

static unsigned draw_kind(wrapped_traffic *t)
{
    if (!phase_of_ordered(t)) return below(t, KINDS);
    return wrapped_chance(t, ORDERED_SAME) ? SAME : ANY_ORDER;
}

static void draw_addresses(wrapped_traffic *t)
{
    const unsigned kind = draw_kind(t), first = below(t, region_words(t->a)), near = region(t);
    for (unsigned l = 0; l < t->a->lanes; l++) {
        const unsigned at = word_of_lane(t, kind, first, l), r = kind == ANY ? region(t) : near;
        if (t->in.lanes.in_req_mask[0] >> l & 1)
            put(t->in.lanes.in_req_addr, l, t->a->word_addr_w,
                address_of(t, r * region_words(t->a) + at));
    }
}

static uint64_t unit_of(wrapped_traffic *t, unsigned size)
{
    const unsigned bytes = 1u << size;
    return ((1u << bytes) - 1u) << below(t, WORD_BYTES / bytes) * bytes;
}

static void draw_bytes(wrapped_traffic *t)
{
    const unsigned size = below(t, 3);
    const bool irregular = wrapped_chance(t, phase_of_ordered(t) ? ORDERED_IRREGULAR : IRREGULAR),
               special = wrapped_chance(t, phase_of_reads(t) ? 0 : SPECIAL);
    for (unsigned l = 0; l < t->a->lanes; l++) {
        if (!(t->in.lanes.in_req_mask[0] >> l & 1)) continue;
        if (!irregular) put(t->in.lanes.in_req_byteen, l, WORD_BYTES, unit_of(t, size));
        put(t->in.lanes.in_req_atype, l, t->a->atype_w,
            special ? wrapped_bits(t, t->a->atype_w) : 0);
    }
}

void wrapped_lanes_ask(wrapped_traffic *t)
{
    warppool_vortex_in *in = &t->in.lanes;
    const unsigned id = free_id(t), lanes = t->a->lanes;
    wrapped_noise(t, 0, offsetof(warppool_vortex_in, out_rsp_valid) / sizeof(uint64_t));
    if (wrapped_chance(t, ALL_LANES)) in->in_req_mask[0] = ~(uint64_t)0 >> (64 - lanes);
    if (!in->in_req_mask[0]) in->in_req_mask[0] = (uint64_t)1 << below(t, lanes);
    in->in_req_rw[0] = id == LANES_IDS || wrapped_chance(t, writes(t));
    if (id < LANES_IDS) in->in_req_tag[0] = (in->in_req_tag[0] & ~(uint64_t)(ids(t->a) - 1)) | id;
    draw_addresses(t);
    draw_bytes(t);
    in->in_req_valid[0] = wrapped_chance(t, t->ask);
}

bool wrapped_lanes_asks(const wrapped_traffic *t) { return t->in.lanes.in_req_valid[0]; }

bool wrapped_lanes_enters(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r)
{
    (void)r;
    return t->in.lanes.in_req_valid[0] && o->lanes.in_req_ready[0];
}

// ---- the cache answers

// A read that it has accepted; LANES_TAGS: none.
static unsigned any_sent(wrapped_traffic *t)
{
    const unsigned first = below(t, t->a->queue_size);
    for (unsigned i = 0; i < t->a->queue_size; i++) {
        if (t->world.sent[(first + i) % t->a->queue_size].waits)
            return (first + i) % t->a->queue_size;
    }
    return LANES_TAGS;
}

// An answer that is not taken holds.
void wrapped_lanes_answer(wrapped_traffic *t)
{
    warppool_vortex_in *in = &t->in.lanes;
    in->in_rsp_ready[0] = wrapped_chance(t, t->take);
    in->out_req_ready[0] = wrapped_chance(t, t->accept);
    if (in->out_rsp_valid[0] && t->world.sent[in->out_rsp_tag[0] % LANES_TAGS].waits) return;
    wrapped_noise(t, offsetof(warppool_vortex_in, out_rsp_valid) / sizeof(uint64_t),
                  offsetof(warppool_vortex_in, in_rsp_ready) / sizeof(uint64_t));
    const unsigned tag = any_sent(t);
    in->out_rsp_mask[0] = 1;
    in->out_rsp_valid[0] = tag < LANES_TAGS && wrapped_chance(t, t->answer);
    if (!in->out_rsp_valid[0]) return;
    in->out_rsp_tag[0] = tag;
    for (unsigned l = 0; l < t->a->lanes; l++)
        put(in->out_rsp_data, l, WORD_BITS, t->world.sent[tag].words[l]);
}

// ---- the laws

static bool broken(wrapped_laws *l, const char *law)
{
    if (!l->broken) l->broken = law;
    return false;
}

static uint32_t written(uint32_t old, uint64_t value, uint64_t byteen)
{
    for (unsigned k = 0; k < WORD_BYTES; k++) {
        const uint32_t byte = (uint32_t)0xff << 8 * k;
        if (byteen >> k & 1) old = (old & ~byte) | ((uint32_t)value & byte);
    }
    return old;
}

static void enter(wrapped_traffic *t)
{
    const warppool_vortex_in *in = &t->in.lanes;
    lanes_world *x = &t->world;
    const unsigned id = (unsigned)(in->in_req_tag[0] % ids(t->a));
    for (unsigned l = 0; l < t->a->lanes; l++) {
        if (!(in->in_req_mask[0] >> l & 1)) continue;
        const unsigned at = index_of(t->a, warppool_field(in->in_req_addr, l, t->a->word_addr_w));
        if (in->in_req_rw[0])
            x->written[at] = written(x->written[at], warppool_field(in->in_req_data, l, WORD_BITS),
                                     warppool_field(in->in_req_byteen, l, WORD_BYTES));
        else x->asked[id].words[l] = x->written[at];
    }
    if (in->in_req_rw[0]) return;
    x->asked[id].waits = true;
    x->asked[id].tag = in->in_req_tag[0];
    x->asked[id].left = in->in_req_mask[0];
}

static bool leave(wrapped_traffic *t, const warppool_vortex_out *o, wrapped_laws *l)
{
    lanes_world *x = &t->world;
    const uint64_t address = o->out_req_addr[0] * t->a->lanes;
    const unsigned first = index_of(t->a, address);
    if (address != address_of(t, first) || !o->out_req_mask[0])
        return broken(l, "a request goes where nothing was asked for");
    if (!o->out_req_rw[0]) {
        const uint64_t tag = o->out_req_tag[0];
        if (tag >= t->a->queue_size || x->sent[tag].waits)
            return broken(l, "a read has the tag of another one, or none");
        x->sent[tag].waits = true;
        memcpy(x->sent[tag].words, &x->cached[first], t->a->lanes * sizeof x->cached[0]);
        return true;
    }
    for (unsigned i = 0; i < t->a->lanes; i++)
        x->cached[first + i] =
            written(x->cached[first + i], warppool_field(o->out_req_data, i, WORD_BITS),
                    warppool_field(o->out_req_byteen, i, WORD_BYTES));
    return true;
}

static bool answered(wrapped_traffic *t, const warppool_vortex_out *o, wrapped_laws *l)
{
    lanes_world *x = &t->world;
    const unsigned id = (unsigned)(o->in_rsp_tag[0] % ids(t->a));
    const uint64_t mask = o->in_rsp_mask[0];
    if (!x->asked[id].waits || x->asked[id].tag != o->in_rsp_tag[0])
        return broken(l, "an answer has no request's tag");
    if (!mask || mask & ~x->asked[id].left)
        return broken(l, "a lane is answered that waits for nothing");
    for (unsigned i = 0; i < t->a->lanes; i++) {
        if (mask >> i & 1 && warppool_field(o->in_rsp_data, i, WORD_BITS) != x->asked[id].words[i])
            return broken(l, "a read gets something else than what was written before it");
    }
    x->asked[id].left &= ~mask;
    x->asked[id].waits = x->asked[id].left != 0;
    return true;
}

// What is offered holds until the cache accepts it.
static bool holds(wrapped_traffic *t, const warppool_vortex_out *o, wrapped_laws *l)
{
    lanes_world *x = &t->world;
    uint64_t offer[LANES_OFFER_WORDS] = {o->out_req_rw[0],     o->out_req_byteen[0],
                                         o->out_req_byteen[1], o->out_req_addr[0],
                                         o->out_req_atype[0],  o->out_req_tag[0]};
    if (o->out_req_rw[0]) memcpy(offer + 6, o->out_req_data, t->a->lanes * WORD_BYTES);
    if (x->offered && (!o->out_req_valid[0] || memcmp(offer, x->offer, sizeof offer) != 0))
        return broken(l, "an offer changed before the cache accepted it");
    x->offered = o->out_req_valid[0] && !t->in.lanes.out_req_ready[0];
    memcpy(x->offer, offer, sizeof offer);
    return true;
}

static unsigned waiting(const lanes_world *x)
{
    unsigned n = 0;
    for (unsigned i = 0; i < LANES_IDS; i++) n += x->asked[i].waits;
    return n;
}

// The order of the steps: what comes in now, leaves and is answered in a later cycle.
bool wrapped_lanes_keep(wrapped_traffic *t, const wrapped_out *out, wrapped_laws *l)
{
    const warppool_vortex_in *in = &t->in.lanes;
    const warppool_vortex_out *o = &out->lanes;
    lanes_world *x = &t->world;
    l->n = waiting(x) + !o->idle[0];
    if (o->idle[0] && (l->n || memcmp(x->cached, x->written, all_bytes(t->a)) != 0))
        return broken(l, "idle while something is inside");
    if (!holds(t, o, l)) return false;
    if (o->in_rsp_valid[0] && in->in_rsp_ready[0] && !answered(t, o, l)) return false;
    if (in->out_rsp_valid[0] && o->out_rsp_ready[0])
        x->sent[in->out_rsp_tag[0] % LANES_TAGS].waits = false;
    if (o->out_req_valid[0] && in->out_req_ready[0] && !leave(t, o, l)) return false;
    if (in->in_req_valid[0] && o->in_req_ready[0]) enter(t);
    return true;
}
