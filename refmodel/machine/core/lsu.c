// lsu.c : see lsu.h. The cycle; lsu_issue.c has issue, lsu_run.c runs of hits, lsu_reply.c what leaves and comes back.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

#include <stdlib.h>

// ---- life

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
    fixedmem_init(&l->fixed, c->limits.l1_miss_latency, l->banks + 1);
    l->bell = (lsu_bell){.request = w->request, .reply = w->reply};
    l->ring = wl_calloc(c->sm.mem_pipeline, sizeof *l->ring);
    l->numbers = c->sm.warps * c->sm.loads_per_warp;
    l->loads = wl_calloc(l->numbers, sizeof *l->loads);
    l->all_loads = c->sm.loads_per_warp == 32 ? ~(uint32_t)0 : ((uint32_t)1 << c->sm.loads_per_warp) - 1;
    for (unsigned k = 0; k < WARP_SLOTS; k++) l->free_loads[k] = l->all_loads;
    reqpath_sm sm = {.sm = w->sm, .l1 = w->l1, .cta_of = w->cta_of, .warp_in_cta = w->warp_in_cta, .stores_in_l1 = l->stores_in_l1,
                     .head_pc = &l->head_pc};
    l->path = reqpath_new(c, d, &sm, e);
    l->round_done = -1;
    const wpool_sm pool = {.sm = w->sm, .l1 = w->l1, .cta_of = w->cta_of, .stats = w->stats};
    if (l->path && c->warppool.enable) l->pool = wpool_new(c, d, &pool, e);
    if (!l->path || (c->warppool.enable && !l->pool)) {
        lsu_free(l);
        return NULL;
    }
    l->shares = reqpath_shares(l->path);
    l->direct = c->l1d.enable && !c->mrpb.enable && !l->pool && l->banks == 1 && !l->w.l1->stream && !c->stats.window && !c->stats.locality;
    l->steady = !c->mrpb.enable && l->banks == 1 && c->l1d.bypass != RACB_ON && !(c->streambypass.enable && c->streambypass.l1);
    l->plain = l->direct && l->steady && !l->places && !l->fixed.latency;
    l->runs = l->plain && c->l1d.allocate == ALLOCATE_MISS;
    return l;
}

void lsu_free(lsu *l)
{
    if (!l) return;
    reqpath_free(l->path);
    wpool_free(l->pool);
    fixedmem_free(&l->fixed);
    if (l->banks > 1) free(l->head), free(l->cause);
    free(l->queue);
    free(l->queue_first);
    free(l->queue_count);
    free(l->ring);
    free(l->loads);
    free(l);
}

// ---- one cycle, in the order of its parts: compiled twice, without what the plain unit has not

#define IN_CYCLE static inline __attribute__((always_inline))

static void at_l1(lsu *l, const reqpath_out *o, uint64_t now, lsu_out *out)
{
    out->progress = true;
    l->left |= l->shares ? ~(uint64_t)0 : (uint64_t)1 << o->r->warp;
    out->touched |= l->left;
    if (o->event == REQPATH_BYPASSED) {
        l->sent_round++;
        return;
    }
    l->accepted++;
    if (o->r->kind == MREQ_READ) {
        if (o->answer == L1D_HIT) lsu_returned(l, o->r->load, now, out);
    } else if (o->r->kind == MREQ_WRITE && o->answer == L1D_STORED) {
        lsu_acknowledged(l, o->r, out);
    } else {
        l->stores_in_l1[o->r->warp]++;
    }
}

// The head of a bank has left for the request path.
static void head_gone(lsu *l, unsigned bank, lsu_out *out)
{
    const unsigned warp = l->head[bank].warp;
    l->heads &= ~((uint32_t)1 << bank);
    l->unsent[warp]--;
    out->touched |= (uint64_t)1 << warp;
    out->progress = true;
    if (l->pool && !--l->round_left[warp]) l->round_done = (int)warp;
}

static void step_one(lsu *l, uint64_t now, lsu_out *out)
{
    reqpath_out o;
    reqpath_cycle(l->path, l->heads ? &l->head[0] : NULL, &o);
    if (o.taken) head_gone(l, 0, out);
    if (o.event == REQPATH_ACCEPTED || o.event == REQPATH_BYPASSED) {
        at_l1(l, &o, now, out);
        l1d_count_busy(l->w.l1);
    }
    l->head_stuck = o.event == REQPATH_FAILED && !reqpath_must_step(l->path);
    l->cause[0] = o.answer;
    l1d_refused(l->w.l1);
}

// Each bank's head to its bank; after the first that is no hit only hits go.
static void step_banks(lsu *l, uint64_t now, lsu_out *out)
{
    bool hits_only = false, stuck = true, busy = false;
    for (uint32_t set = l->heads; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        reqpath_out o;
        reqpath_offer(l->path, &l->head[bank], hits_only, &o);
        l->cause[bank] = o.answer;
        stuck = stuck && o.event == REQPATH_FAILED;
        if (!o.taken) continue;
        hits_only = hits_only || o.event == REQPATH_BYPASSED || !reqpath_is_hit(o.r, o.answer);
        head_gone(l, bank, out);
        at_l1(l, &o, now, out);
        busy = true;
    }
    if (busy) l1d_count_busy(l->w.l1);
    l->head_stuck = stuck;
}

// ---- WarpPool

static void at_l1_pooled(lsu *l, const wpool_out *o, lsu_out *out)
{
    l->accepted += o->count;
    l1d_count_busy(l->w.l1);
    if (o->r.kind != MREQ_WRITE) return;
    if (o->answer == L1D_STORED) lsu_acknowledged(l, &o->r, out);
    else l->stores_in_l1[o->r.warp]++;
}

// A request of an atomic or ld.cg, if there is one, goes to L1D first.
static void step_pool(lsu *l, uint64_t now, lsu_out *out)
{
    wpool_out o;
    const bool open = !l->heads;
    if (!open) step_one(l, now, out);
    if (l->round_done >= 0) wpool_round_done(l->pool, (unsigned)l->round_done);
    l->round_done = -1;
    if (open && !wpool_must_step(l->pool)) {
        wpool_skip(l->pool, 1);
        return;
    }
    wpool_cycle(l->pool, now, open, !l->file_taken, &o);
    if (o.accepted) at_l1_pooled(l, &o, out);
    if (o.returned) lsu_returned(l, o.number, now, out);
    out->touched |= o.touched;
    out->progress = out->progress || o.progress;
    out->may_issue = o.changed;
}

// L1D has accepted the only head, r.
static inline void went(lsu *l, const mreq *r, lsu_out *out)
{
    l->heads = 0;
    l->head_stuck = false;
    l->unsent[r->warp]--;
    l->left = (uint64_t)1 << r->warp;
    out->touched |= l->left;
    out->progress = true;
    l->accepted++;
    l->w.l1->s.busy_cycles++;
}

// The head is a read that hits; false: it is not, and nothing has been done.
static inline bool hit_at_once(lsu *l, uint64_t now, lsu_out *out)
{
    const mreq *r = &l->head[0];
    if (l->run.n) {
        l1d_hit_again(l->w.l1, l->run.slot[l->run.first++]);
        l->run.n--;
    } else if (!mreq_is_read(r) || !l1d_read_hit(l->w.l1, r->addr)) {
        return false;
    }
    l1d_count_hits(l->w.l1, r, 1);
    went(l, r, out);
    lsu_returned(l, r->load, now, out);
    return true;
}

// The plain unit: its head goes to L1D as it is.
IN_CYCLE void step_plain(lsu *l, uint64_t now, lsu_out *out)
{
    const mreq *r = &l->head[0];
    const bool refused = l->head_stuck && l1d_refuses(l->w.l1, l->cause[0]);
    out->touched |= l->left;
    l->left = 0;
    if (refused) l1d_count_refusal(l->w.l1, r, l->cause[0], 1);
    if (refused | !l->heads || hit_at_once(l, now, out)) return;
    const unsigned cta = l->w.cta_of[r->warp];
    const l1d_answer a = mreq_is_read(r) ? l1d_read_absent(l->w.l1, r, cta) : l1d_offer(l->w.l1, r, cta, false);
    l->head_stuck = a >= L1D_FAIL_LINE;
    l->cause[0] = a;
    l1d_refused(l->w.l1);
    if (l->head_stuck) {
        l1d_count_refusal(l->w.l1, r, a, 1);
        return;
    }
    went(l, r, out);
    if (r->kind == MREQ_WRITE && a == L1D_STORED) lsu_acknowledged(l, r, out);
    else if (r->kind != MREQ_READ) l->stores_in_l1[r->warp]++;
}

IN_CYCLE void step_path(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->pool) {
        step_pool(l, now, out);
        return;
    }
    out->touched |= l->left;
    l->left = 0;
    if (l->head_stuck & l->steady && l1d_refuses(l->w.l1, l->cause[0])) {
        l1d_count_refusal(l->w.l1, &l->head[0], l->cause[0], 1);
        return;
    }
    l->head_stuck = false;
    if (l->direct && l->heads && hit_at_once(l, now, out)) return;
    if (!l->heads && !reqpath_must_step(l->path)) reqpath_skip(l->path, 1);
    else if (l->banks == 1) step_one(l, now, out);
    else step_banks(l, now, out);
}

static mreq request_of(const entry *en, const segment *s)
{
    mreq r = en->common;
    lsu_set_request(&r, s);
    return r;
}

// ---- the way to the head registers

static inline approach *queue_at(const lsu *l, unsigned bank, uint32_t i)
{
    const uint32_t at = l->queue_first[bank] + i;
    return &l->queue[bank * l->places + (at < l->places ? at : at - l->places)];
}

static inline uint32_t places_of(const lsu *l, unsigned bank) { return l->places - l->queue_count[bank]; }

// Banks that take no request now.
static uint32_t closed_banks(const lsu *l)
{
    if (!l->places) return l->heads;
    uint32_t closed = 0;
    for (uint32_t set = l->queued; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        if (!places_of(l, bank)) closed |= (uint32_t)1 << bank;
    }
    return closed;
}

static void set_head(lsu *l, unsigned bank, const mreq *r, uint32_t pc)
{
    l->head[bank] = *r;
    l->head_pc = pc;
    l->heads |= (uint32_t)1 << bank;
}

static void approach_bank(lsu *l, unsigned bank, const mreq *r, uint32_t pc, uint64_t now)
{
    if (!l->places) {
        set_head(l, bank, r, pc);
        return;
    }
    *queue_at(l, bank, l->queue_count[bank]++) = (approach){.r = *r, .pc = pc, .turn = l->turn, .at = now + l->places};
    l->queued |= (uint32_t)1 << bank;
}

// The instruction whose turn it is: it has the head registers, or, when all are empty, was before the others.
static uint32_t turn_now(const lsu *l)
{
    const approach *first = NULL;
    if (l->heads) return l->head_turn;
    for (uint32_t set = l->queued; set; set &= set - 1) {
        const approach *a = queue_at(l, (unsigned)__builtin_ctz(set), 0);
        if (!first || a->at < first->at) first = a;
    }
    return first ? first->turn : 0;
}

// What has come to the end of its queue goes into the head register that is free.
static void advance(lsu *l, uint64_t now)
{
    const uint32_t turn = turn_now(l);
    for (uint32_t set = l->queued & ~l->heads; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        const approach *a = queue_at(l, bank, 0);
        if (a->at > now || a->turn != turn) continue;
        set_head(l, bank, &a->r, a->pc);
        l->head_turn = turn;
        l->head_stuck = false; // this one has not been refused yet
        if (++l->queue_first[bank] == l->places) l->queue_first[bank] = 0;
        if (!--l->queue_count[bank]) l->queued &= ~((uint32_t)1 << bank);
    }
}

// The first cycle in which a queue goes on by itself.
static uint64_t next_advance(const lsu *l, uint64_t now)
{
    const uint32_t turn = turn_now(l);
    uint64_t t = UINT64_MAX;
    for (uint32_t set = l->queued & ~l->heads; set; set &= set - 1) {
        const approach *a = queue_at(l, (unsigned)__builtin_ctz(set), 0);
        if (a->turn == turn && a->at < t) t = a->at;
    }
    return t > now ? t : now + 1;
}

// The only bank, without a way to its head: what the requests of an instruction have in common is there from its first one.
static inline void next_head(lsu *l, entry *en, lsu_out *out)
{
    if (l->heads) return;
    mreq *r = &l->head[0];
    const segment *s = &en->segments[--en->left];
    if (!en->begun) *r = en->common;
    lsu_set_request(r, s);
    l->head_pc = en->i->pc;
    l->heads = 1;
    en->begun = out->progress = true;
}

// To banks that are open, the highest address first, one each; not while a bank is closed by a request of another instruction.
static void next_heads(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    uint32_t closed = closed_banks(l);
    if (closed && (l->banks == 1 || !en->begun)) return;
    l->turn += !en->begun;
    for (unsigned k = en->left; k-- > 0;) {
        const mreq r = request_of(en, &en->segments[k]);
        const unsigned bank = l1d_bank(l->w.l1, &r);
        if (closed >> bank & 1) continue;
        approach_bank(l, bank, &r, en->i->pc, now);
        closed |= (uint32_t)1 << bank;
        en->begun = out->progress = true;
        en->left--;
        for (unsigned j = k; j < en->left; j++) en->segments[j] = en->segments[j + 1];
        if (l->banks == 1) return;
    }
}

// May next_heads do something though no head has left?
static bool may_approach(const lsu *l, const entry *en)
{
    const uint32_t closed = closed_banks(l);
    if (!closed) return true;
    if (!l->places || l->banks == 1 || !en->begun) return false;
    for (unsigned k = 0; k < en->left; k++) {
        const mreq r = request_of(en, &en->segments[k]);
        if (!(closed >> l1d_bank(l->w.l1, &r) & 1)) return true;
    }
    return false;
}

static void read_constant(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    const mreq r = {.addr = en->segments[en->left - 1].addr, .born = en->common.born, .load = en->load, .kind = MREQ_READ, .flags = MREQ_CONST,
                    .sm = (uint8_t)l->w.sm, .warp = en->warp};
    rocache_answer a = rocache_access(l->w.l1c, &r);
    l->read_only |= a != ROCACHE_HIT;
    if (a == ROCACHE_FAIL) return;
    en->left--;
    out->progress = true;
    if (a == ROCACHE_HIT) lsu_returned(l, en->load, now, out);
}

// What counts the cycles after the last one while nothing moves; NULL: nothing does.
static uint64_t *stays(const lsu *l)
{
    const entry *en = &l->ring[l->first];
    return l->count && en->enter <= l->at && en->left ? lsu_stay_of(l, en, false) : NULL;
}

IN_CYCLE void enter(lsu *l, uint64_t now, lsu_out *out, bool plain)
{
    entry *en = &l->ring[l->first];
    if (!l->count || en->enter > now) return;
    const unsigned before = en->left;
    bool shared = en->space == SPACE_SHARED, constant = en->space == SPACE_CONST || en->space == SPACE_PARAM;
    if (shared) en->left--;
    else if (constant && en->left) read_constant(l, en, now, out);
    else if (en->left && (plain || (l->banks == 1 && !l->places))) next_head(l, en, out);
    else if (en->left) next_heads(l, en, now, out);
    if (en->left) {
        ++l->w.stats->mem_stalls;
        ++*lsu_stay_of(l, en, before != en->left);
        return;
    }
    const struct cfg_sm *t = &l->c->sm;
    if (shared && en->i->n_dst) lsu_ended(out, en->warp, en->i, now + t->shared_latency - 1 + t->writeback_latency);
    else if (en->load == MREQ_NOBODY && en->i->n_dst) lsu_ended(out, en->warp, en->i, now);
    if (++l->first == l->c->sm.mem_pipeline) l->first = 0;
    l->count--;
    l->entries[en->warp]--;
    out->touched |= (uint64_t)1 << en->warp;
    out->progress = true;
}

void lsu_drain(lsu *l) { l->draining = l1d_dirty(l->w.l1); }

static void drain(lsu *l, lsu_out *out)
{
    if (l1d_drain(l->w.l1)) out->progress = true;
    l->draining = l1d_dirty(l->w.l1);
}

IN_CYCLE void cycle(lsu *l, uint64_t now, lsu_out *out, bool plain)
{
    out->n_done = 0;
    out->touched = 0;
    out->progress = out->may_issue = false;
    l->file_taken = l->bell.moved = false;
    if (lsu_writes_back(l)) lsu_write_back(l, now, out);
    if (l->reply_full | (chan_count(l->w.reply) != 0) | (!plain && l->fixed.count)) lsu_replies(l, now, out);
    if (lsu_sends(l)) lsu_send(l, out);
    if (plain) step_plain(l, now, out);
    else step_path(l, now, out);
    if (!plain && l->queued) advance(l, now);
    enter(l, now, out, plain);
    l->at = now;
    if (l->draining) drain(l, out);
    if (!plain && l->fixed.latency) lsu_send_fixed(l, now);
    l->bell.miss_waits = lsu_sends(l);
    if (l->read_only) l->read_only = !rocache_idle(l->w.l1c) || !rocache_idle(l->w.l1i);
    out->goes_on = (l->heads != 0) & !l->head_stuck;
    out->room = plain ? l->count < l->c->sm.mem_pipeline : lsu_room(l);
    if (!plain) l1d_edge(l->w.l1);
}

static __attribute__((noinline)) void plain_cycle(lsu *l, uint64_t now, lsu_out *out) { cycle(l, now, out, true); }
static __attribute__((noinline)) void any_cycle(lsu *l, uint64_t now, lsu_out *out) { cycle(l, now, out, false); }

void lsu_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->plain) plain_cycle(l, now, out);
    else any_cycle(l, now, out);
}

// ---- skipping

// When the oldest instruction goes on by itself.
static uint64_t next_entry(const lsu *l, uint64_t now)
{
    const entry *en = &l->ring[l->first];
    if (!l->count) return UINT64_MAX;
    if (en->enter > now) return en->enter;
    bool requests = en->space == SPACE_GLOBAL || en->space == SPACE_LOCAL;
    return requests && en->left && !may_approach(l, en) ? UINT64_MAX : now + 1;
}

// When what L1D refuses may be taken because it is opened or closed.
static uint64_t next_mode(const lsu *l, uint64_t now)
{
    const uint64_t same = l->heads ? stream_next(l->w.l1->stream) : UINT64_MAX;
    return same == UINT64_MAX ? same : now + 1 + same;
}

uint64_t lsu_next(const lsu *l, uint64_t now)
{
    if ((l->heads != 0) & !l->head_stuck) return now + 1;
    if (lsu_busy(l)) return now + 1;
    if (l->plain) return next_entry(l, now);
    if (reqpath_must_step(l->path) || (l->pool && wpool_must_step(l->pool))) return now + 1;
    const uint64_t own = next_entry(l, now), reply = fixedmem_next(&l->fixed), mode = next_mode(l, now), first = own < reply ? own : reply;
    const uint64_t later = l->queued ? next_advance(l, now) : UINT64_MAX, second = mode < later ? mode : later;
    return first < second ? first : second;
}

void lsu_code_missed(lsu *l)
{
    l->read_only = true;
    l->bell.miss_waits = lsu_sends(l);
}

const lsu_bell *lsu_get_bell(const lsu *l) { return &l->bell; }
const mreq *lsu_next_miss(const lsu *l) { return l1d_miss_front(l->w.l1); }

void lsu_skip(lsu *l, uint64_t cycles)
{
    if (l->run.n) {
        lsu_run_pass(l, (unsigned)cycles);
        return;
    }
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
    reqpath_skip(l->path, cycles);
    if (l->pool) wpool_skip(l->pool, cycles);
    l1d_pass(l->w.l1, cycles);
}

// ---- what is on its way

unsigned lsu_loads(const lsu *l, unsigned warp) { return l->n_loads[warp]; }
unsigned lsu_stores(const lsu *l, unsigned warp) { return l->n_stores[warp]; }
bool lsu_holds(const lsu *l, unsigned warp) { return l->entries[warp] != 0; }

bool lsu_unsent(const lsu *l, unsigned warp)
{
    if (l->pool) return l->unsent[warp] || wpool_pending(l->pool, warp);
    return l->c->mrpb.enable && (l->unsent[warp] || reqpath_pending(l->path, warp));
}

uint64_t lsu_behind(const lsu *l, unsigned warp)
{
    if (l->pool) return l->unsent[warp] + wpool_inside(l->pool, warp);
    return l->c->mrpb.enable ? l->unsent[warp] + reqpath_inside(l->path, warp) : 0;
}

bool lsu_idle(const lsu *l)
{
    const bool paths = reqpath_idle(l->path) && (!l->pool || wpool_idle(l->pool)) && l1d_idle(l->w.l1);
    return !l->count && !l->heads && !l->queued && !l->reply_full && !l->bypassed_full && !l->write_back_full && !l->busy_loads && !l->busy_stores &&
           !l->draining && !l->fixed.count && paths && rocache_idle(l->w.l1c) && rocache_idle(l->w.l1i);
}

const mrpb_events *lsu_mrpb_events(const lsu *l) { return reqpath_events(l->path); }
const wp_events *lsu_warppool_events(const lsu *l) { return l->pool ? wpool_events(l->pool) : NULL; }
