// lsu_reply.c: sends requests of the load/store unit to the request network and takes the replies.
// See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

// ---- ends

void lsu_ended(lsu_out *out, unsigned warp, const winst *i, uint64_t at)
{
    CHECK(out->n_done < LSU_DONE_MAX,
          "warp %u, instruction %u: more than %d instructions end in a cycle", warp, i->pc,
          LSU_DONE_MAX);
    out->done[out->n_done++] = (lsu_done){.at = at, .i = i, .warp = warp};
    out->touched |= (uint64_t)1 << warp;
}

static void load_done(lsu *l, uint16_t number, lsu_out *out)
{
    load_entry *d = &l->loads[number];
    const unsigned warp = number / l->c->sm.loads_per_warp;
    if (!d->read_only) {
        l->w.stats->loads_done++;
        l->w.stats->load_latency += d->data_at - d->issued;
    }
    l->free_loads[warp] |= (uint32_t)1 << (number % l->c->sm.loads_per_warp);
    l->n_loads[warp]--;
    l->busy_loads--;
    lsu_ended(out, warp, d->i, d->data_at);
}

static void part_done(lsu *l, uint16_t number, uint64_t at, lsu_out *out)
{
    load_entry *d = &l->loads[number];
    if (at > d->data_at) d->data_at = at;
    if (!--d->outstanding) load_done(l, number, out);
}

void lsu_all_returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out)
{
    const load_entry *d = &l->loads[number];
    if (d->part_of != MREQ_NO_LOAD) {
        l->free_loads[number / l->c->sm.loads_per_warp] |= (uint32_t)1
                                                           << (number % l->c->sm.loads_per_warp);
        part_done(l, d->part_of, at, out);
        return;
    }
    load_done(l, number, out);
}

void lsu_acknowledged(lsu *l, const mreq *r, lsu_out *out)
{
    if (!l->n_stores[r->warp]) {
        l->unexpected_replies++;
        return;
    }
    l->n_stores[r->warp]--;
    l->busy_stores--;
    l->w.stats->acks++;
    out->touched |= (uint64_t)1 << r->warp;
}

// ---- write-back

// WarpPool writes loads back itself: they leave L1D when it has done so for all that waited for
// their line; stores take the usual way.
static const mreq *pooled_ready(lsu *l)
{
    const mreq *r;
    while ((r = l1d_ready_front(l->w.l1)) && r->kind == MREQ_READ) {
        if (!warppool_seam_written(l->pool, l1d_ready_mshr(l->w.l1))) return NULL;
        l1d_ready_pop(l->w.l1);
    }
    return r;
}

// Hits and misses of the texture cache.
static bool pick_texture(lsu *l)
{
    const mreq *r = texture_cache_front(l->w.l1t);
    if (!r) return false;
    l->write_back = *r;
    texture_cache_pop(l->w.l1t);
    l->texture_first = false;
    return true;
}

static bool pick_other(lsu *l)
{
    const mreq *constant = readonly_cache_front(l->w.l1c);
    if (constant) { // few: at most its MSHRs' requests at a time, so the others do not starve
        l->write_back = *constant;
        readonly_cache_pop(l->w.l1c);
        return true;
    }
    const mreq *ready = l->pool ? pooled_ready(l) : mshr_front(&l->w.l1->mshrs);
    if (l->bypassed_full && (l->bypassed_first || !ready)) {
        l->write_back = l->bypassed;
        l->bypassed_full = l->bypassed_first = false;
        return true;
    }
    if (!ready) return false;
    l->write_back = *ready;
    l1d_ready_pop(l->w.l1);
    l->bypassed_first = true;
    return true;
}

static bool pick_write_back(lsu *l)
{
    if (l->textured && l->texture_first && pick_texture(l)) return true;
    const bool other = pick_other(l);
    if (!l->textured) return other;
    l->texture_first = other;
    return other || pick_texture(l);
}

void lsu_write_back(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->write_back_full && l->write_back.kind == MREQ_WRITE) { // a store whose line has come
        l->stores_in_l1[l->write_back.warp]--;
        lsu_acknowledged(l, &l->write_back, out);
        out->progress = true;
    } else if (l->write_back_full) {
        l->file_taken = true;
        lsu_returned(l, l->write_back.load, now, out);
        out->progress = true;
    }
    l->write_back_full = pick_write_back(l);
}

// ---- replies

static void count_reply(lsu *l, const mreq *r, uint64_t now)
{
    if (r->kind == MREQ_SECTOR || r->load == MREQ_FROM_L1D || mreq_reader(r) == MREQ_CODE) return;
    l->w.stats->replies++;
    l->w.stats->reply_latency += now - r->born;
}

// Returns whether the read-only cache has requested the line.
static bool fill_read_only(lsu *l, const mreq *r)
{
    if (mreq_reader(r) == MREQ_TEXTURE) return l->w.l1t && texture_cache_fill(l->w.l1t, r);
    return readonly_cache_fill(mreq_reader(r) == MREQ_CODE ? l->w.l1i : l->w.l1c, r);
}

// Returns whether the reply has found its place.
static bool take(lsu *l, const mreq *r, uint64_t now, lsu_out *out)
{
    if (r->kind == MREQ_SECTOR) {
        // its request is answered by a later reply
    } else if (mreq_reader(r)) {
        if (!fill_read_only(l, r)) l->unexpected_replies++;
    } else if (r->load == MREQ_FROM_L1D) {
        l1d_writeback_acked(l->w.l1);
    } else if (r->kind == MREQ_WRITE) {
        lsu_acknowledged(l, r, out);
    } else if (l->pool && warppool_seam_is_carried(l->pool, r)) {
        if (!warppool_seam_carried(l->pool, r)) return false;
    } else if (l->pool && r->kind == MREQ_READ && !(r->flags & MREQ_BYPASS)) {
        if (!warppool_seam_fill(l->pool, r)) return false;
        l1d_fill(l->w.l1, r);
    } else if (r->kind == MREQ_ATOMIC || r->flags & MREQ_BYPASS) {
        if (l->bypassed_full) return false;
        l->bypassed = *r;
        l->bypassed_full = true;
    } else {
        l1d_fill(l->w.l1, r);
    }
    count_reply(l, r, now);
    out->progress = true;
    return true;
}

void lsu_pop(lsu *l)
{
    const mreq *r = chan_front(l->w.reply);
    if (!r || l->reply_full) return;
    l->reply = *r;
    l->reply_full = true;
    chan_pop(l->w.reply);
    l->signals.moved = true;
}

void lsu_replies(lsu *l, uint64_t now, lsu_out *out)
{
    while (fixed_latency_memory_next(&l->fixed) <= now &&
           take(l, fixed_latency_memory_front(&l->fixed), now, out))
        fixed_latency_memory_pop(&l->fixed);
    if (l->reply_full) l->reply_full = !take(l, &l->reply, now, out);
    if (l->textured && texture_cache_step(l->w.l1t)) out->progress = true;
    lsu_pop(l);
}

// ---- to the crossbar

// The read-only cache whose miss leaves now; NULL: none of them.
static readonly_cache *read_only_turn(const lsu *l)
{
    if (readonly_cache_miss_front(l->w.l1c)) return l->w.l1c;
    return readonly_cache_miss_front(l->w.l1i) && (l->data_went || !l1d_sends(l->w.l1)) ? l->w.l1i
                                                                                        : NULL;
}

// L1D's miss has left.
static void data_miss_gone(lsu *l, const mreq *r)
{
    if (r->kind != MREQ_READ && r->load != MREQ_FROM_L1D) l->stores_in_l1[r->warp]--;
    l1d_miss_pop(l->w.l1);
}

void lsu_send_fixed(lsu *l, uint64_t now)
{
    const mreq *r;
    while ((r = l1d_miss_front(l->w.l1)) && !fixed_latency_memory_full(&l->fixed)) {
        fixed_latency_memory_push(&l->fixed, r, now);
        data_miss_gone(l, r);
        l1d_count_left_out(l->w.l1);
    }
}

static bool send_texture(lsu *l)
{
    const mreq *r = l->textured ? texture_cache_miss_front(l->w.l1t) : NULL;
    if (!r) return false;
    mreq_push(l->w.request, r);
    texture_cache_miss_pop(l->w.l1t);
    return true;
}

static void send_other(lsu *l)
{
    readonly_cache *c = read_only_turn(l);
    l->data_went = !c;
    if (c) {
        mreq_push(l->w.request, readonly_cache_miss_front(c));
        readonly_cache_miss_pop(c);
    } else {
        const mreq *r = l1d_miss_front(l->w.l1);
        mreq_push(l->w.request, r);
        data_miss_gone(l, r);
    }
}

void lsu_send(lsu *l, lsu_out *out)
{
    if (!chan_can_push(l->w.request)) return;
    if (!send_texture(l)) send_other(l);
    out->progress = l->signals.moved = true;
}
