// warppool_seam_l1.c: connects WarpPool to L1D: takes the requests that the block offers, and
// returns L1D's data to it. See warppool_seam.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/warppool_seam_state.h"

#include <string.h>

// ---- what the block offers

static uint32_t parts_of_mask(const warppool_seam *p, const uint64_t *mask)
{
    const unsigned bytes = p->c->l1d.line_bytes > 128 ? 8 : 4; // of a bit of mreq.mask
    uint32_t parts = 0;
    for (unsigned k = 0; k * bytes < p->c->l1d.line_bytes; k++) {
        const uint64_t part =
            mask[k * bytes / 64] >> (k * bytes % 64) & (((uint64_t)1 << bytes) - 1);
        parts |= (uint32_t)(part != 0) << k;
    }
    return parts;
}

// The smallest half, quarter, .. of the line, 32 bytes at least, that holds all its parts.
static void shrink(const warppool_seam *p, mreq *r)
{
    const unsigned shift = p->c->l1d.line_bytes > 128 ? 3 : 2;
    const unsigned first = (unsigned)__builtin_ctz(r->mask) << shift,
                   last = (31u - (unsigned)__builtin_clz(r->mask)) << shift;
    for (unsigned half = r->bytes / 2u; half >= 32 && !((first ^ last) & half); half /= 2) {
        r->addr += first & half;
        r->bytes = (uint16_t)half;
    }
}

static mreq store_request(const warppool_seam *p, const warppool_out *o)
{
    const warppool_seam_slot *s = &p->slot[p->n_loads + o->req_warp_o[0] % p->c->sm.warps];
    const unsigned part = p->c->l1d.line_bytes > 128 ? 8 : 4, bytes = 1u << s->size;
    const unsigned flags =
        (s->space == SPACE_LOCAL ? MREQ_LOCAL : 0u) | (bytes < part ? MREQ_PARTIAL : 0u);
    mreq r = {.addr = o->req_line_o[0] << p->line_shift,
              .born = s->born,
              .mask = parts_of_mask(p, o->req_mask_o),
              .bytes = (uint16_t)p->c->l1d.line_bytes,
              .load = MREQ_NO_LOAD,
              .kind = MREQ_WRITE,
              .flags = (uint8_t)flags,
              .sm = (uint8_t)p->sm.sm,
              .warp = s->warp,
              .lanes = s->mask};
    if (r.mask) shrink(p, &r);
    return r;
}

static uint32_t words_of_line(const warppool_seam *p, const warppool_seam_slot *s, uint64_t line,
                              uint32_t *lanes)
{
    const unsigned shift = p->c->l1d.line_bytes > 128 ? 3 : 2;
    uint32_t parts = 0;
    for (uint32_t set = s->mask; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctz(set);
        if (s->addr[l] >> p->line_shift != line) continue;
        *lanes |= (uint32_t)1 << l;
        parts |= 1u << ((s->addr[l] & (p->c->l1d.line_bytes - 1)) >> shift);
    }
    return parts;
}

// Of the warp and load of its first request.
static mreq load_request(const warppool_seam *p, const warppool_out *o)
{
    const warppool_seam_slot *s = warppool_seam_slot_of(p, warppool_seam_meta(p, o->req_meta_o, 0));
    mreq r = {.addr = o->req_line_o[0] << p->line_shift,
              .born = s->born,
              .bytes = (uint16_t)p->c->l1d.line_bytes,
              .load = (uint16_t)(s - p->slot),
              .kind = MREQ_READ,
              .flags = s->space == SPACE_LOCAL ? MREQ_LOCAL : 0u,
              .sm = (uint8_t)p->sm.sm,
              .warp = s->warp};
    for (unsigned k = 0; k < o->req_count_o[0]; k++) {
        r.mask |=
            words_of_line(p, warppool_seam_slot_of(p, warppool_seam_meta(p, o->req_meta_o, k)),
                          o->req_line_o[0], &r.lanes);
    }
    return r;
}

static void keep(warppool_seam_merged *m, const warppool_out *o, uint64_t due)
{
    *m = (warppool_seam_merged){
        .count = (unsigned)o->req_count_o[0], .line = o->req_line_o[0], .due = due};
    memcpy(m->meta, o->req_meta_o, sizeof m->meta);
}

static warppool_seam_merged *carried_of(warppool_seam *p, const mreq *r)
{
    return &p->carried[(r->load - p->n_loads) % WARPPOOL_SEAM_CARRIED];
}

// L1D has taken a load: it comes back as a hit, waits in an MSHR, or has gone on without one.
static void load_taken(warppool_seam *p, const mreq *r, l1d_answer a, bool round, uint64_t now)
{
    const unsigned latency = p->c->l1d.latency;
    if (a == L1D_HIT) {
        const unsigned at = p->hits_first + p->n_hits++;
        keep(&p->hits[at < latency ? at : at - latency], &p->next, now + latency);
    } else if (round && a == L1D_MISS) {
        p->n_unused--;
        keep(carried_of(p, r), &p->next, 0);
    } else {
        const int32_t mshr = l1d_awaiting_mshr(p->sm.l1, r);
        CHECK(mshr >= 0, "SM %u: a load that L1D has taken waits for nothing", p->sm.sm);
        p->rows[mshr]++;
        p->in.req_miss_i[0] = 1;
        p->in.req_mshr_i[0] = (uint64_t)mshr;
    }
}

static void count_load(warppool_seam *p, warppool_seam_out *out)
{
    sm_stats *s = p->sm.stats;
    uint64_t *const kinds[] = {[WARPPOOL_CONSECUTIVE] = &s->map_consecutive,
                               [WARPPOOL_BROADCAST] = &s->map_broadcast,
                               [WARPPOOL_SINGLE] = &s->map_single,
                               [WARPPOOL_RANGE] = &s->map_range,
                               [WARPPOOL_TABLE] = &s->map_other,
                               &s->map_other,
                               &s->map_other,
                               &s->map_other};
    out->count = (unsigned)p->next.req_count_o[0];
    s->merged += out->count - 1;
    for (unsigned k = 0; k < out->count; k++) {
        const uint64_t meta = warppool_seam_meta(p, p->next.req_meta_o, k);
        ++*kinds[meta >> p->payload_bits & ((1u << WARPPOOL_KIND_BITS) - 1)];
        warppool_seam_check_load(p, meta);
    }
}

// Would L1D answer with a hit that finds no room on its way back?
static bool hit_held(const warppool_seam *p, const mreq *r)
{
    return r->kind == MREQ_READ && p->n_hits == p->c->l1d.latency &&
           l1d_probe(p->sm.l1, r) == L1D_HIT;
}

void warppool_seam_offer(warppool_seam *p, uint64_t now, warppool_seam_out *out)
{
    const warppool_out *o = &p->next;
    const bool store = o->req_store_o[0], round = !store && l1d_forwards_misses(p->sm.l1);
    if (!p->stays) p->offered = store ? store_request(p, o) : load_request(p, o);
    p->stays = true;
    mreq *r = &p->offered;
    if (round && p->n_unused) r->load = (uint16_t)(p->n_loads + p->unused[p->n_unused - 1]);
    if (hit_held(p, r) || (round && !p->n_unused)) return;
    out->r = *r;
    out->answer = l1d_offer(p->sm.l1, r, p->sm.cta_of[r->warp], false);
    out->refused = out->answer >= L1D_FAIL_LINE;
    if (out->refused) {
        l1d_count_fail(p->sm.l1, r, out->answer, 1);
        return;
    }
    out->accepted = out->progress = true;
    out->count = 1;
    p->stays = false;
    p->in.req_ready_i[0] = 1;
    if (store) {
        warppool_seam_check_store(p, o);
    } else {
        load_taken(p, r, out->answer, round, now);
        count_load(p, out);
    }
}

// ---- what comes back

static bool show_line(warppool_seam *p, uint64_t line, const warppool_seam_merged *m, unsigned mshr)
{
    if (p->in.ret_valid_i[0] || !p->next.ret_ready_o[0]) return false;
    p->in.ret_valid_i[0] = 1;
    p->in.ret_fill_i[0] = !m;
    p->in.ret_mshr_i[0] = mshr;
    p->in.ret_count_i[0] = m ? m->count : 0;
    if (m) memcpy(p->in.ret_meta_i, m->meta, sizeof m->meta);
    if (p->data) warppool_seam_line_words(p, line, p->in.ret_data_i);
    return true;
}

void warppool_seam_return_hit(warppool_seam *p, uint64_t now)
{
    const warppool_seam_merged *m = &p->hits[p->hits_first];
    if (!p->n_hits || m->due > now || !show_line(p, m->line, m, 0)) return;
    if (++p->hits_first == p->c->l1d.latency) p->hits_first = 0;
    p->n_hits--;
}

bool warppool_seam_fill(warppool_seam *p, const mreq *reply)
{
    const int32_t mshr = l1d_awaiting_mshr(p->sm.l1, reply);
    if (mshr < 0 || !p->rows[mshr]) return true; // only stores wait for it
    if (!show_line(p, reply->addr >> p->line_shift, NULL, (unsigned)mshr)) return false;
    p->rows[mshr] = 0;
    p->written[mshr] = false;
    return true;
}

bool warppool_seam_is_carried(const warppool_seam *p, const mreq *reply)
{
    return reply->kind == MREQ_READ && reply->flags & MREQ_BYPASS && reply->load >= p->n_loads;
}

bool warppool_seam_carried(warppool_seam *p, const mreq *reply)
{
    const warppool_seam_merged *m = carried_of(p, reply);
    if (!show_line(p, m->line, m, 0)) return false;
    p->unused[p->n_unused++] = (uint16_t)(m - p->carried);
    return true;
}

bool warppool_seam_written(const warppool_seam *p, unsigned mshr) { return p->written[mshr]; }
