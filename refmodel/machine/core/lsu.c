// lsu.c : see lsu.h. The cycle and what is passed over; lsu_issue.c has issue, lsu_heads.c the way
// to the head registers, lsu_step.c what the heads do, lsu_plain.c a faster cycle for the plain
// unit, lsu_reply.c what leaves and comes back.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

#include <stdlib.h>

// ---- life

// Is the fast path of lsu_plain.c the same as the general one? Nothing may stand between the
// coalescer and L1D, bypass L1D, or watch its references, and there is one bank whose head is
// reached at once.
static bool lsu_is_plain(const lsu *l)
{
    const config *c = l->c;
    const bool watched = l->w.l1->monitor || c->stats.window || c->stats.locality;
    const bool direct = c->l1d.enable && !c->mrpb.enable && !l->pool && c->l1d.bypass != RACB_ON;
    return direct && !watched && l->banks == 1 && !l->places && !l->fixed.latency;
}

lsu *lsu_new(const config *c, const devices *d, const lsu_wiring *w, err *e)
{
    lsu *l = wl_calloc_lines(1, sizeof *l);
    l->c = c;
    l->w = *w;
    l->banks = c->l1d.banks;
    l->places = c->l1d.latency - 1;
    l->queue = wl_calloc((size_t)l->banks * l->places + 1, sizeof *l->queue);
    l->queue_first = wl_calloc(l->banks, sizeof *l->queue_first);
    l->queue_count = wl_calloc(l->banks, sizeof *l->queue_count);
    l->head = l->banks == 1 ? &l->head_of_one : wl_calloc(l->banks, sizeof *l->head);
    l->cause = l->banks == 1 ? &l->cause_of_one : wl_calloc(l->banks, sizeof *l->cause);
    fixed_latency_memory_init(&l->fixed, c->limits.l1_miss_latency, l->banks + 1);
    l->signals = (lsu_signals){.request = w->request, .reply = w->reply};
    l->ring = wl_calloc(c->sm.mem_pipeline, sizeof *l->ring);
    l->numbers = c->sm.warps * c->sm.loads_per_warp;
    l->loads = wl_calloc(l->numbers, sizeof *l->loads);
    l->all_loads =
        c->sm.loads_per_warp == 32 ? ~(uint32_t)0 : ((uint32_t)1 << c->sm.loads_per_warp) - 1;
    for (unsigned k = 0; k < WARP_SLOTS; k++) l->free_loads[k] = l->all_loads;
    request_path_sm sm = {.sm = w->sm,
                          .l1 = w->l1,
                          .cta_of = w->cta_of,
                          .warp_in_cta = w->warp_in_cta,
                          .stores_in_l1 = l->stores_in_l1,
                          .head_pc = &l->head_pc};
    l->path = request_path_new(c, d, &sm, e);
    l->atomic_done = -1;
    const warppool_seam_sm pool = {
        .sm = w->sm, .l1 = w->l1, .cta_of = w->cta_of, .stats = w->stats};
    if (l->path && c->warppool.enable) l->pool = warppool_seam_new(c, d, &pool, e);
    if (!l->path || (c->warppool.enable && !l->pool)) {
        lsu_free(l);
        return NULL;
    }
    l->shares = request_path_shares(l->path);
    l->plain = lsu_is_plain(l);
    return l;
}

void lsu_free(lsu *l)
{
    if (!l) return;
    request_path_free(l->path);
    warppool_seam_free(l->pool);
    fixed_latency_memory_free(&l->fixed);
    if (l->banks > 1) free(l->head), free(l->cause);
    free(l->queue);
    free(l->queue_first);
    free(l->queue_count);
    free(l->ring);
    free(l->loads);
    free(l);
}

// ---- one cycle, in the order of its parts

void lsu_drain(lsu *l) { l->draining = l1d_dirty(l->w.l1); }

void lsu_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->plain) {
        lsu_plain_cycle(l, now, out);
        return;
    }
    lsu_begin_cycle(l, now, out);
    if (lsu_writes_back(l)) lsu_write_back(l, now, out);
    if (l->reply_full || chan_count(l->w.reply) || l->fixed.count || l->textured)
        lsu_replies(l, now, out);
    if (lsu_sends(l)) lsu_send(l, out);
    lsu_step(l, now, out);
    if (l->queued) lsu_advance(l, now);
    if (lsu_may_enter(l, now)) lsu_enter(l, now, out);
    lsu_end_cycle(l, now, out);
    l1d_clock(l->w.l1);
}

// What counts the cycles after the last one while nothing moves; NULL: nothing does.
static uint64_t *stays(const lsu *l)
{
    const entry *en = &l->ring[l->first];
    return l->count && en->enter <= l->at && en->left ? lsu_stay_of(l, en, false) : NULL;
}

// ---- skipping

// When the oldest instruction goes on by itself.
static uint64_t next_entry(const lsu *l, uint64_t now)
{
    const entry *en = &l->ring[l->first];
    if (!l->count) return UINT64_MAX;
    if (en->enter > now) return en->enter;
    bool requests = en->space == SPACE_GLOBAL || en->space == SPACE_LOCAL;
    return requests && en->left && !lsu_may_approach(l, en) ? UINT64_MAX : now + 1;
}

// When what L1D refuses may be taken because it is opened or closed.
static uint64_t next_mode(const lsu *l, uint64_t now)
{
    const uint64_t same = l->heads ? streambypass_seam_next(l->w.l1->monitor) : UINT64_MAX;
    return same == UINT64_MAX ? same : now + 1 + same;
}

uint64_t lsu_next(const lsu *l, uint64_t now)
{
    if ((l->heads != 0) & !l->head_stuck) return now + 1;
    if (lsu_busy(l)) return now + 1;
    if (l->plain) return next_entry(l, now);
    if (request_path_must_step(l->path) || (l->pool && warppool_seam_must_step(l->pool)))
        return now + 1;
    const uint64_t own = next_entry(l, now), reply = fixed_latency_memory_next(&l->fixed),
                   mode = next_mode(l, now), first = own < reply ? own : reply;
    const uint64_t later = l->queued ? lsu_next_advance(l, now) : UINT64_MAX,
                   second = mode < later ? mode : later;
    return first < second ? first : second;
}

void lsu_code_missed(lsu *l)
{
    l->read_only = true;
    l->signals.miss_waits = lsu_sends(l);
}

const lsu_signals *lsu_get_signals(const lsu *l) { return &l->signals; }
const mreq *lsu_next_miss(const lsu *l) { return l1d_miss_front(l->w.l1); }

void lsu_skip(lsu *l, uint64_t cycles)
{
    for (uint32_t set = l->head_stuck ? l->heads : 0; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        l1d_count_refusal(l->w.l1, &l->head[bank], l->cause[bank], cycles);
    }
    uint64_t *const more = stays(l);
    if (more) {
        l->w.stats->mem_stalls += cycles;
        *more += cycles;
    }
    if (l->plain) return;
    request_path_skip(l->path, cycles);
    if (l->pool) warppool_seam_skip(l->pool, cycles);
    l1d_skip(l->w.l1, cycles);
}

// ---- what is on its way

unsigned lsu_loads(const lsu *l, unsigned warp) { return l->n_loads[warp]; }
unsigned lsu_stores(const lsu *l, unsigned warp) { return l->n_stores[warp]; }
bool lsu_holds(const lsu *l, unsigned warp) { return l->entries[warp] != 0; }

bool lsu_unsent(const lsu *l, unsigned warp)
{
    if (l->pool) return l->unsent[warp] || warppool_seam_pending(l->pool, warp);
    return l->c->mrpb.enable && (l->unsent[warp] || request_path_pending(l->path, warp));
}

uint64_t lsu_unsent_count(const lsu *l, unsigned warp)
{
    if (l->pool) return l->unsent[warp] + warppool_seam_inside(l->pool, warp);
    return l->c->mrpb.enable ? l->unsent[warp] + request_path_inside(l->path, warp) : 0;
}

bool lsu_idle(const lsu *l)
{
    const bool paths = request_path_idle(l->path) && (!l->pool || warppool_seam_idle(l->pool)) &&
                       l1d_idle(l->w.l1);
    return !l->count && !l->heads && !l->queued && !l->reply_full && !l->bypassed_full &&
           !l->write_back_full && !l->busy_loads && !l->busy_stores && !l->draining &&
           !l->fixed.count && paths && readonly_cache_idle(l->w.l1c) &&
           readonly_cache_idle(l->w.l1i) && (!l->w.l1t || texture_cache_idle(l->w.l1t));
}

const mrpb_events *lsu_mrpb_events(const lsu *l) { return request_path_events(l->path); }
const warppool_events *lsu_warppool_events(const lsu *l)
{
    return l->pool ? warppool_seam_events(l->pool) : NULL;
}
