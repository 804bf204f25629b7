// warppool_wb.c : see warppool_wb.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_wb.h"

#include "blocks/warppool_maps.h"
#include "blocks/warppool_mshr.h"

#include <string.h>

void warppool_wb_reset(warppool_wb *w)
{
    w->n = w->row = w->request = w->half = 0;
    w->upper = false;
}

void warppool_wb_take(warppool_wb *w, const warppool_in *in)
{
    const warppool_shape *s = w->s;
    warppool_returned *r = &w->q[w->n++];
    r->fill = in->ret_fill_i[0] != 0;
    r->mshr = (uint16_t)(in->ret_mshr_i[0] % s->mshrs);
    r->count = (uint8_t)in->ret_count_i[0];
    for (unsigned k = 0; !r->fill && k < r->count; k++)
        r->meta[k] = (warppool_meta)warppool_field(in->ret_meta_i, k, s->meta_bits);
    if (s->data) memcpy(r->data, in->ret_data_i, s->line_bytes);
}

// ---- the current beat

warppool_beat warppool_wb_beat(const warppool_wb *w, const warppool_mshr *m)
{
    const warppool_returned *h = &w->q[0];
    if (!h->fill) return (warppool_beat){h->meta[w->request], w->request + 1u >= h->count};
    unsigned count;
    const warppool_meta *row = warppool_mshr_row(m, h->mshr, w->row, &count);
    return (warppool_beat){row[w->request],
                           w->request + 1 >= count && w->row + 1u >= m->rows[h->mshr]};
}

static unsigned lane_of(const warppool_shape *s, unsigned payload)
{
    return payload & ((1u << s->lane_bits) - 1);
}

// Lanes f.. on words w.. up to the last lane or the last word.
static uint64_t range(const warppool_shape *s, unsigned payload, uint8_t *offset)
{
    const unsigned f = lane_of(s, payload);
    unsigned word = payload >> s->lane_bits;
    uint64_t lanes = 0;
    for (unsigned l = f; l < s->lanes && word < s->words; l++, word++) {
        lanes |= (uint64_t)1 << l;
        offset[l] = (uint8_t)(4 * word);
    }
    return lanes;
}

// Lanes of a request on the line, and each one's byte offset; returns log2 of the size.
static unsigned unmap(const warppool_shape *s, const warppool_maps *t, warppool_meta meta,
                      uint64_t *lanes, uint8_t *offset)
{
    const unsigned payload = warppool_meta_payload(s, meta);
    *lanes = s->all_lanes;
    switch (warppool_meta_kind(s, meta)) {
    case WARPPOOL_CONSECUTIVE:
        for (unsigned l = 0; l < s->lanes; l++) offset[l] = (uint8_t)(4 * l);
        break;
    case WARPPOOL_BROADCAST: memset(offset, (int)(4 * payload & 0xff), s->lanes); break;
    case WARPPOOL_SINGLE:
        *lanes = (uint64_t)1 << lane_of(s, payload);
        offset[lane_of(s, payload)] = (uint8_t)(4 * (payload >> s->lane_bits));
        break;
    case WARPPOOL_RANGE: *lanes = range(s, payload, offset); break;
    default:
        *lanes = t->lanes[payload % s->maps];
        memcpy(offset, t->offset[payload % s->maps], s->lanes);
        return t->size[payload % s->maps];
    }
    return WARPPOOL_WORD_SIZE;
}

static uint32_t word_at(const warppool_wb *w, unsigned offset, unsigned size)
{
    uint32_t word = 0;
    memcpy(&word, (const unsigned char *)w->q[0].data + offset,
           size >= WARPPOOL_WORD_SIZE ? 4 : 1u << size); // both little endian
    return word;
}

static void put_words(const warppool_wb *w, uint64_t lanes, const uint8_t *offset, unsigned size,
                      warppool_out *o)
{
    for (uint64_t set = lanes; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set), field = l % w->s->beat_lanes,
                       at = (offset[l] + 4 * w->half) & (w->s->line_bytes - 1);
        o->wb_data_o[field / 2] |= (uint64_t)word_at(w, at, size) << (field % 2 * 32);
    }
}

// Of a request's lanes those that the beat serves.
static uint64_t served(const warppool_wb *w, uint64_t lanes)
{
    const uint64_t lower = w->upper ? 0 : lanes & w->s->lower_lanes;
    return lower ? lower : lanes & ~w->s->lower_lanes;
}

static bool last_lanes(const warppool_wb *w, uint64_t lanes)
{
    return !(lanes & ~w->s->lower_lanes & ~served(w, lanes));
}

static bool last_half(const warppool_wb *w, unsigned size)
{
    return size < WARPPOOL_WIDE_SIZE || w->half;
}

void warppool_wb_out(const warppool_wb *w, const warppool_mshr *m, const warppool_maps *t,
                     warppool_out *o)
{
    const warppool_shape *s = w->s;
    o->ret_ready_o[0] = w->n < WARPPOOL_OUTBOUND;
    if (!w->n) return;
    const warppool_beat b = warppool_wb_beat(w, m);
    uint64_t lanes;
    uint8_t offset[WARPPOOL_LANES] = {0};
    const unsigned size = unmap(s, t, b.meta, &lanes, offset);
    o->wb_valid_o[0] = 1;
    o->wb_warp_o[0] = warppool_meta_warp(s, b.meta);
    o->wb_seq_o[0] = warppool_meta_seq(s, b.meta);
    o->wb_half_o[0] = w->half;
    o->wb_last_o[0] = last_half(w, size) && last_lanes(w, lanes);
    o->wb_mask_o[0] = served(w, lanes);
    if (s->data) put_words(w, o->wb_mask_o[0], offset, size, o);
    o->free_valid_o[0] = w->q[0].fill && b.last_request && o->wb_last_o[0];
    if (o->free_valid_o[0]) o->free_mshr_o[0] = w->q[0].mshr;
}

// ---- the next one

static void line_done(warppool_wb *w, warppool_mshr *m)
{
    if (w->q[0].fill) warppool_mshr_release(m, w->q[0].mshr);
    w->q[0] = w->q[1];
    w->n--;
    w->row = w->request = 0;
}

static void request_done(warppool_wb *w, const warppool_mshr *m)
{
    unsigned count = w->q[0].count;
    if (w->q[0].fill) warppool_mshr_row(m, w->q[0].mshr, w->row, &count);
    if (++w->request < count) return;
    w->request = 0;
    w->row++;
}

void warppool_wb_step(warppool_wb *w, warppool_mshr *m, warppool_maps *t, warppool_events *v)
{
    const warppool_shape *s = w->s;
    const warppool_beat b = warppool_wb_beat(w, m);
    const bool table = warppool_meta_kind(s, b.meta) == WARPPOOL_TABLE;
    uint64_t lanes;
    uint8_t offset[WARPPOOL_LANES];
    const unsigned size = unmap(s, t, b.meta, &lanes, offset);
    if (!last_half(w, size)) {
        w->half = 1;
        return;
    }
    w->half = 0;
    if (!last_lanes(w, lanes)) {
        w->upper = true;
        return;
    }
    w->upper = false;
    if (table) warppool_maps_release(t, warppool_meta_payload(s, b.meta) % s->maps);
    v->written++;
    v->halves += size == WARPPOOL_WIDE_SIZE;
    if (b.last_request) line_done(w, m);
    else request_done(w, m);
}
