// warppool_bugs_lines.c: see warppool_bugs_lines.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_bugs_lines.h"

#include "blocks/warppool_coalesce.h"
#include "blocks/warppool_maps.h"
#include "blocks/warppool_queues.h"
#include "blocks/warppool_select.h"
#include "blocks/warppool_wb.h"

#include <string.h>

// ---- lines

void warppool_line_short(const bug_view *v)
{
    warppool *w = v->model;
    const warppool_shape *s = &w->shape;
    const uint64_t compared = ((uint64_t)1 << (s->address_bits - s->offset_bits - 1)) - 1;
    for (unsigned k = 0; k < s->coalescers; k++) {
        warppool_coalescer *c = &w->co[k];
        for (uint64_t set = c->left; set; set &= set - 1) {
            const unsigned l = (unsigned)__builtin_ctzll(set);
            if (!(((c->addr[l] >> s->offset_bits) ^ c->line) & compared))
                c->members |= (uint64_t)1 << l;
        }
    }
}

// ---- mappings, of requests that have gone from B to R with the clock edge before. A load's line
// in B carries a mark in the place of a store's age, which a new line does not have.

enum { MARK = 1 };

void warppool_mark_lines(bug_view *v)
{
    warppool *w = v->model;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (w->co[k].b.full && !w->co[k].b.store) w->co[k].age = MARK;
    }
}

static bool goes_to_request(const warppool *w, const warppool *was, unsigned k)
{
    const warppool_coalescer *c = &was->co[k], *now = &w->co[k];
    return c->b.full && !c->b.store && c->n_r < WARPPOOL_OUTBOUND &&
           !(now->b.full && now->age == MARK);
}

static void unmark(warppool *w)
{
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (!w->co[k].b.full || !w->co[k].b.store) w->co[k].age = 0;
    }
}

static void set_mapping(warppool *w, warppool_request *r, unsigned kind, unsigned payload)
{
    const warppool_shape *s = &w->shape;
    if (warppool_meta_kind(s, r->meta) == WARPPOOL_TABLE)
        warppool_maps_release(&w->maps, warppool_meta_payload(s, r->meta) % s->maps);
    r->meta = (r->meta >> s->payload_bits >> WARPPOOL_KIND_BITS << WARPPOOL_KIND_BITS | kind)
                  << s->payload_bits |
              payload;
}

// Gives requests the mapping that `map` finds where that is of this kind (-1: any), though the
// right one is another.
static void map_wrongly(const bug_view *v,
                        warppool_map (*map)(const warppool_shape *s, const warppool_line *b,
                                            unsigned *payload),
                        int kind)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (!goes_to_request(w, was, k)) continue;
        warppool_request *r = &w->co[k].r[w->co[k].n_r - 1];
        unsigned payload;
        const warppool_map wrong = map(&w->shape, &was->co[k].b, &payload);
        const bool is_meant = wrong != WARPPOOL_TABLE && (kind < 0 || (int)wrong == kind);
        if (is_meant && wrong != warppool_meta_kind(&w->shape, r->meta))
            set_mapping(w, r, wrong, payload);
    }
    unmark(w);
}

static warppool_map open_range(const warppool_shape *s, const warppool_line *b, unsigned *payload)
{
    warppool_shape other = *s;
    other.lanes =
        64u - (unsigned)__builtin_clzll(b->lanes); // the last lane that is there is the last one
    return warppool_mapping(&other, b->lanes, b->offset, b->size, payload);
}

static warppool_map all_there(const warppool_shape *s, const warppool_line *b, unsigned *payload)
{
    warppool_shape other = *s;
    other.all_lanes = b->lanes;
    return warppool_mapping(&other, b->lanes, b->offset, b->size, payload);
}

static warppool_map as_words(const warppool_shape *s, const warppool_line *b, unsigned *payload)
{
    return warppool_mapping(s, b->lanes, b->offset, b->size == 1 ? WARPPOOL_WORD_SIZE : b->size,
                            payload);
}

void warppool_range_open(const bug_view *v) { map_wrongly(v, open_range, WARPPOOL_RANGE); }
void warppool_consecutive_part(const bug_view *v)
{
    map_wrongly(v, all_there, WARPPOOL_CONSECUTIVE);
}
void warppool_broadcast_part(const bug_view *v) { map_wrongly(v, all_there, WARPPOOL_BROADCAST); }
void warppool_map_narrow(const bug_view *v) { map_wrongly(v, as_words, -1); }

void warppool_map_twice(const bug_view *v)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    int first = -1;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        warppool_request *r = w->co[k].n_r ? &w->co[k].r[w->co[k].n_r - 1] : NULL;
        if (!goes_to_request(w, was, k) || warppool_meta_kind(&w->shape, r->meta) != WARPPOOL_TABLE)
            continue;
        if (first < 0) {
            first = (int)warppool_meta_payload(&w->shape, r->meta);
            continue;
        }
        set_mapping(w, r, WARPPOOL_TABLE, (unsigned)first);
        warppool_maps_take(&w->maps, (unsigned)first, &was->co[k].b);
    }
    unmark(w);
}

void warppool_hash_short(const bug_view *v)
{
    warppool *w = v->model;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        for (unsigned i = 0; i < w->co[k].n_r; i++) {
            warppool_request *r = &w->co[k].r[i];
            const unsigned bit_12 = (unsigned)(r->line >> 12 & 1) << 4;
            r->queue =
                (uint8_t)(warppool_queue_of(&w->shape, r->line) ^ (bit_12 & (w->shape.queues - 1)));
        }
    }
}

// ---- stores

// The line whose store has been granted with the clock edge before, which is at the outbound
// buffer's tail; NULL: none.
static const warppool_line *granted(const bug_view *v, warppool_outbound **o)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    const int k = warppool_select_grant(&was->select, was->co).store;
    *o = w->select.n_out ? &w->select.out[w->select.n_out - 1] : NULL;
    return k < 0 ? NULL : &was->co[k].b;
}

void warppool_store_lowest(const bug_view *v)
{
    warppool_outbound *o;
    const warppool_line *b = granted(v, &o);
    for (uint64_t set = b ? b->lanes : 0; set;) { // the last one written wins
        const unsigned l = 63u - (unsigned)__builtin_clzll(set);
        memcpy((unsigned char *)o->data + b->offset[l], &b->data[l], (size_t)1 << b->size);
        set &= ~((uint64_t)1 << l);
    }
}

void warppool_store_word(const bug_view *v)
{
    warppool_outbound *o;
    if (!granted(v, &o)) return;
    for (unsigned i = 0; i < WARPPOOL_LINE_BYTES; i += 4) {
        if (o->mask[i / 64] >> (i % 64) & 15) o->mask[i / 64] |= (uint64_t)15 << (i % 64);
    }
}

// ---- write-back

void warppool_map_freed_early(const bug_view *v)
{
    warppool *w = v->model;
    const bool first_half = !((const warppool *)v->was)->wb.half && w->wb.half;
    if (!first_half) return;
    const warppool_meta meta = warppool_wb_beat(&w->wb, &w->mshr).meta;
    if (warppool_meta_kind(&w->shape, meta) == WARPPOOL_TABLE)
        warppool_maps_release(&w->maps, warppool_meta_payload(&w->shape, meta) % w->shape.maps);
}

static void set_word(const warppool_shape *s, warppool_out *o, unsigned lane, uint32_t word)
{
    const unsigned field = lane % s->beat_lanes, at = field % 2 * 32;
    o->wb_data_o[field / 2] =
        (o->wb_data_o[field / 2] & ~((uint64_t)UINT32_MAX << at)) | (uint64_t)word << at;
}

static uint32_t word_of(const warppool_shape *s, const warppool_out *o, unsigned lane)
{
    const unsigned field = lane % s->beat_lanes;
    return (uint32_t)(o->wb_data_o[field / 2] >> (field % 2 * 32));
}

void warppool_halves(const bug_view *v, void *out)
{
    warppool *w = v->model;
    warppool_out *o = out, other = {0};
    const bool wide = w->wb.half || !o->wb_last_o[0];
    if (!w->shape.data || !o->wb_valid_o[0] || !wide) return;
    w->wb.half ^= 1;
    warppool_wb_out(&w->wb, &w->mshr, &w->maps, &other);
    w->wb.half ^= 1;
    memcpy(o->wb_data_o, other.wb_data_o, sizeof o->wb_data_o);
}

void warppool_sign(const bug_view *v, void *out)
{
    const warppool *w = v->model;
    const warppool_shape *s = &w->shape;
    warppool_out *o = out;
    if (!s->data || !o->wb_valid_o[0]) return;
    const warppool_meta meta = warppool_wb_beat(&w->wb, &w->mshr).meta;
    if (warppool_meta_kind(s, meta) != WARPPOOL_TABLE ||
        w->maps.size[warppool_meta_payload(s, meta) % s->maps])
        return;
    for (uint64_t set = o->wb_mask_o[0]; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set);
        const uint32_t word = word_of(s, o, l);
        if (word & 0x80) set_word(s, o, l, word | 0xffffff00u);
    }
}

void warppool_range_word(const bug_view *v, void *out)
{
    const warppool *w = v->model;
    const warppool_shape *s = &w->shape;
    warppool_out *o = out;
    if (!s->data || !o->wb_valid_o[0]) return;
    const warppool_meta meta = warppool_wb_beat(&w->wb, &w->mshr).meta;
    if (warppool_meta_kind(s, meta) != WARPPOOL_RANGE) return;
    const unsigned first = warppool_meta_payload(s, meta) >> s->lane_bits;
    for (uint64_t set = o->wb_mask_o[0]; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set);
        uint32_t word;
        memcpy(&word,
               (const unsigned char *)w->wb.q[0].data + (4 * (first + l) & (s->line_bytes - 1)),
               sizeof word);
        set_word(s, o, l, word);
    }
}
