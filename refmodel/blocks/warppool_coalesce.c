// warppool_coalesce.c : see warppool_coalesce.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_coalesce.h"

#include "blocks/warppool_queues.h"

#include <string.h>

void warppool_coalesce_reset(warppool_coalescer *k)
{
    k->left = 0;
    k->open = true;
    k->b.full = false;
    k->n_r = 0;
    k->age = 0;
}

// ---- A: an instruction

bool warppool_coalesce_free(const warppool_coalescer *k)
{
    return k->s->narrow ? k->open : !k->left;
}

bool warppool_coalesce_opens(const warppool_coalescer *k)
{
    return !k->left && !(k->b.full && k->b.store);
}

static uint64_t line_lanes(const warppool_coalescer *k, uint64_t line)
{
    const warppool_shape *s = k->s;
    uint64_t lanes = 0;
    for (uint64_t set = k->left; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set);
        if (k->addr[l] >> s->offset_bits == line) lanes |= (uint64_t)1 << l;
    }
    return lanes;
}

// A has lanes left: finds the line that it makes next.
static void look(warppool_coalescer *k)
{
    k->line = k->addr[__builtin_ctzll(k->left)] >> k->s->offset_bits;
    k->members = line_lanes(k, k->line);
}

void warppool_coalesce_take(warppool_coalescer *k, const warppool_in *in)
{
    const warppool_shape *s = k->s;
    k->left = in->adr_mask_i[0];
    k->store = in->adr_store_i[0] != 0;
    k->warp = (uint8_t)in->adr_warp_i[0];
    k->seq = (uint8_t)in->adr_seq_i[0];
    k->size = (uint8_t)in->adr_size_i[0];
    for (unsigned l = 0; l < s->lanes; l++)
        k->addr[l] = warppool_field(in->adr_addr_i, l, s->address_bits);
    for (unsigned l = 0; s->data && k->store && l < s->lanes; l++)
        k->data[l] = warppool_field(in->adr_data_i, l, s->lane_data_bits);
    look(k);
}

bool warppool_coalesce_last(const warppool_coalescer *k) { return k->members == k->left; }

// ---- B: a line

void warppool_coalesce_make_line(warppool_coalescer *k)
{
    warppool_line *b = &k->b;
    b->full = true;
    b->store = k->store;
    b->warp = k->warp;
    b->seq = k->seq;
    b->size = k->size;
    b->line = k->line;
    b->lanes = k->members;
    for (unsigned l = 0; l < k->s->lanes; l++)
        b->offset[l] = (uint8_t)(k->addr[l] & (k->s->line_bytes - 1));
    if (k->store && k->s->data) memcpy(b->data, k->data, sizeof b->data);
    k->left &= ~k->members;
    k->age = 0;
    k->mapped = false;
    if (k->left) look(k);
}

typedef struct pattern {
    bool same, own, run; // all on one word; each on the word of its number; lanes and words run on
} pattern;

static pattern pattern_of(uint64_t lanes, const uint8_t *offset)
{
    const unsigned first = (unsigned)__builtin_ctzll(lanes);
    const uint64_t from_0 = lanes >> first;
    pattern p = {true, true, (from_0 & (from_0 + 1)) == 0};
    for (uint64_t set = lanes; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set), word = offset[l] / 4u,
                       base = offset[first] / 4u;
        p.same = p.same && word == base;
        p.own = p.own && word == l;
        p.run = p.run && word == base + (l - first);
    }
    return p;
}

static bool to_the_end(const warppool_shape *s, uint64_t lanes, const uint8_t *offset)
{
    const unsigned last = 63u - (unsigned)__builtin_clzll(lanes);
    return last == s->lanes - 1 || offset[last] / 4u == s->words - 1;
}

warppool_map warppool_mapping(const warppool_shape *s, uint64_t lanes, const uint8_t *offset,
                              unsigned size, unsigned *payload)
{
    const unsigned first = (unsigned)__builtin_ctzll(lanes), word = offset[first] / 4u;
    *payload = 0;
    if (size != WARPPOOL_WORD_SIZE) return WARPPOOL_TABLE;
    const pattern p = pattern_of(lanes, offset);
    const bool all = lanes == s->all_lanes;
    *payload = first | word << s->lane_bits;
    if (!(lanes & (lanes - 1))) return WARPPOOL_SINGLE;
    if (p.same && all) {
        *payload = word;
        return WARPPOOL_BROADCAST;
    }
    if (p.own && all) {
        *payload = 0;
        return WARPPOOL_CONSECUTIVE;
    }
    if (p.run && to_the_end(s, lanes, offset)) return WARPPOOL_RANGE;
    *payload = 0;
    return WARPPOOL_TABLE;
}

// ---- R: a request

void warppool_coalesce_to_request(warppool_coalescer *k, unsigned kind, unsigned payload)
{
    const warppool_shape *s = k->s;
    const warppool_line *b = &k->b;
    const unsigned header = (unsigned)b->warp << s->seq_bits | b->seq;
    k->r[k->n_r++] = (warppool_request){
        .line = b->line,
        .meta = (header << WARPPOOL_KIND_BITS | kind) << s->payload_bits | payload,
        .warp = b->warp,
        .queue = (uint8_t)warppool_queue_of(s, b->line)};
    k->b.full = false;
}

// ---- stores

static void store_lane(const warppool_shape *s, const warppool_line *b, unsigned l,
                       warppool_outbound *o)
{
    const unsigned bytes = 1u << b->size, at = b->offset[l];
    if (s->data) memcpy((unsigned char *)o->data + at, &b->data[l], bytes); // both little endian
    for (unsigned k = at; k < at + bytes; k++) o->mask[k / 64] |= (uint64_t)1 << (k % 64);
}

void warppool_coalesce_store(const warppool_coalescer *k, warppool_outbound *o)
{
    const warppool_line *b = &k->b;
    memset(o, 0, sizeof *o);
    o->store = true;
    o->warp = b->warp;
    o->line = b->line;
    for (uint64_t set = b->lanes; set; set &= set - 1)
        store_lane(k->s, b, (unsigned)__builtin_ctzll(set), o);
}
