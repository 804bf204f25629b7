// lsu.c : see lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/lsu.h"

#include "machine/shmem.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WARP_SLOTS = 64, NO_LOAD = 0xffff };

typedef struct entry {
    const winst *i;
    uint64_t enter;   // first cycle in the unit
    uint16_t load;    // number of the load, or NO_LOAD
    uint8_t warp, space;
    uint8_t left;     // requests (global, local) or passes (shared) still to do
    uint64_t born;
    segment segments[COALESCE_MAX];
} entry;

typedef struct load_entry {
    const winst *i;
    uint64_t issued, data_at; // data_at: latest return so far
    uint16_t outstanding;     // requests; 0 = free
    bool constant;            // lines of the constant cache, not requests to L1D
} load_entry;

struct lsu {
    const config *c;
    lsu_wiring w;
    reqpath *path;
    unsigned hit_extra; // l1d.latency - 1
    lsu_bell bell;

    entry *ring; // [sm.mem_pipeline]
    unsigned first, count;

    mreq head, reply, bypassed, write_back;
    bool head_full, reply_full, bypassed_full, write_back_full;
    bool data_went;                    // the last miss that left was L1D's: the instruction cache's goes next
    bool head_stuck, bypassed_first; // head_stuck: refused in the last cycle, by `cause`, and L1D has not changed
    l1d_answer cause;

    load_entry *loads;                 // [warp * loads_per_warp + sequence]
    uint32_t free_loads[WARP_SLOTS];   // bit s: sequence number s is free
    uint32_t all_loads;
    uint16_t n_loads[WARP_SLOTS], entries[WARP_SLOTS], unsent[WARP_SLOTS];
    uint16_t stores_in_l1[WARP_SLOTS]; // stores and atomics in L1D's miss queue
    uint32_t n_stores[WARP_SLOTS];
    unsigned busy_loads, busy_stores;  // sums of n_loads, n_stores
    uint64_t left;                     // warps of which a request left the path: its pending bit goes a cycle later
    uint64_t strays;                   // replies that nobody waits for
    uint64_t accepted, sent_round;     // requests that L1D accepted, that went on its bypass
};

// ---- life

lsu *lsu_new(const config *c, const gpu_hooks *h, const lsu_wiring *w, err *e)
{
    lsu *l = wl_calloc(1, sizeof *l);
    l->c = c;
    l->w = *w;
    l->hit_extra = c->l1d.latency - 1;
    l->bell = (lsu_bell){.request = w->request, .reply = w->reply};
    l->ring = wl_calloc(c->sm.mem_pipeline, sizeof *l->ring);
    l->loads = wl_calloc((size_t)c->sm.warps * c->sm.loads_per_warp, sizeof *l->loads);
    l->all_loads = c->sm.loads_per_warp == 32 ? ~(uint32_t)0 : ((uint32_t)1 << c->sm.loads_per_warp) - 1;
    for (unsigned k = 0; k < WARP_SLOTS; k++) l->free_loads[k] = l->all_loads;
    reqpath_sm sm = {.sm = w->sm, .l1 = w->l1, .cta_of = w->cta_of, .warp_in_cta = w->warp_in_cta, .stores_in_l1 = l->stores_in_l1};
    l->path = reqpath_new(c, h, &sm, e);
    if (l->path) return l;
    lsu_free(l);
    return NULL;
}

void lsu_free(lsu *l)
{
    if (!l) return;
    reqpath_free(l->path);
    free(l->ring);
    free(l->loads);
    free(l);
}

// ---- issue

bool lsu_room(const lsu *l) { return l->count < l->c->sm.mem_pipeline; }
bool lsu_has_load(const lsu *l, unsigned warp) { return l->free_loads[warp] != 0; }

static uint16_t new_load(lsu *l, const entry *en, uint64_t now)
{
    unsigned sequence = (unsigned)__builtin_ctz(l->free_loads[en->warp]);
    unsigned number = en->warp * l->c->sm.loads_per_warp + sequence;
    l->free_loads[en->warp] &= ~((uint32_t)1 << sequence);
    bool constant = en->space == SPACE_CONST || en->space == SPACE_PARAM;
    l->loads[number] = (load_entry){.i = en->i, .issued = now, .outstanding = en->left, .constant = constant};
    l->n_loads[en->warp]++;
    l->busy_loads++;
    return (uint16_t)number;
}

static void count_issue(lsu *l, const entry *en)
{
    sm_stats *s = l->w.stats;
    if (en->i->kind == W_LOAD) s->loads++, s->load_requests += en->left;
    else if (en->i->kind == W_STORE) s->stores++, s->store_requests += en->left;
    else s->atomics++, s->atomic_requests += en->left;
}

static void issue_requests(lsu *l, entry *en, const wexec *x, uint64_t now)
{
    en->left = (uint8_t)coalesce(l->c->l1d.line_bytes, en->i, x, en->segments);
    if (!en->left) return;
    count_issue(l, en);
    l->unsent[en->warp] = (uint16_t)(l->unsent[en->warp] + en->left);
    if (en->i->kind == W_STORE) {
        l->n_stores[en->warp] += en->left;
        l->busy_stores += en->left;
    } else {
        en->load = new_load(l, en, now);
    }
}

static void issue_shared(lsu *l, entry *en, const wexec *x)
{
    en->left = (uint8_t)shmem_passes(l->c->sm.shared_banks, en->i, x);
    l->w.stats->shared_accesses++;
    l->w.stats->shared_conflict_cycles += en->left - 1u;
}

// Every line that an active lane touches, once.
static void issue_constant(lsu *l, entry *en, const wexec *x, uint64_t now)
{
    l->w.stats->const_accesses++;
    en->left = (uint8_t)rocache_lines(l->w.l1c, en->i, x, en->segments);
    l->w.stats->const_lines += en->left;
    if (en->left) en->load = new_load(l, en, now);
}

void lsu_issue(lsu *l, unsigned warp, const winst *i, const wexec *x, uint64_t now)
{
    unsigned at = l->first + l->count++;
    entry *en = &l->ring[at < l->c->sm.mem_pipeline ? at : at - l->c->sm.mem_pipeline];
    en->i = i;
    en->warp = (uint8_t)warp;
    en->space = x->space;
    en->load = NO_LOAD;
    en->left = 0;
    en->born = now;
    en->enter = now + l->c->sm.issue_latency + i->n_src;
    l->entries[warp]++;
    if (x->space == SPACE_SHARED) issue_shared(l, en, x);
    else if (x->space == SPACE_GLOBAL || x->space == SPACE_LOCAL) issue_requests(l, en, x, now);
    else issue_constant(l, en, x, now);
}

// ---- ends

static void done(lsu_out *out, unsigned warp, const winst *i, uint64_t at)
{
    out->done[out->n_done++] = (lsu_done){.at = at, .i = i, .warp = warp};
    out->touched |= (uint64_t)1 << warp;
}

// One request of a load or atomic is back; its data is there in cycle `at`.
static void returned(lsu *l, uint16_t number, uint64_t at, lsu_out *out)
{
    if (number >= l->c->sm.warps * l->c->sm.loads_per_warp || !l->loads[number].outstanding) {
        l->strays++;
        return;
    }
    load_entry *d = &l->loads[number];
    unsigned warp = number / l->c->sm.loads_per_warp;
    if (!d->constant) l->w.stats->returned++;
    if (at > d->data_at) d->data_at = at;
    if (--d->outstanding) return;
    if (!d->constant) {
        l->w.stats->loads_done++;
        l->w.stats->load_latency += d->data_at - d->issued;
    }
    l->free_loads[warp] |= (uint32_t)1 << (number % l->c->sm.loads_per_warp);
    l->n_loads[warp]--;
    l->busy_loads--;
    done(out, warp, d->i, d->data_at);
}

static void acknowledged(lsu *l, const mreq *r, lsu_out *out)
{
    if (!l->n_stores[r->warp]) {
        l->strays++;
        return;
    }
    l->n_stores[r->warp]--;
    l->busy_stores--;
    l->w.stats->acks++;
    out->touched |= (uint64_t)1 << r->warp;
}

// ---- one cycle, in the order of its parts

static bool pick_write_back(lsu *l)
{
    const mreq *constant = rocache_front(l->w.l1c);
    if (constant) { // few: at most its MSHRs' requests at a time, so the others do not starve
        l->write_back = *constant;
        rocache_pop(l->w.l1c);
        return true;
    }
    const mreq *ready = l1d_ready_front(l->w.l1);
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

static void write_back(lsu *l, uint64_t now, lsu_out *out)
{
    if (l->write_back_full) {
        returned(l, l->write_back.load, now, out);
        out->progress = true;
    }
    l->write_back_full = pick_write_back(l);
}

static void take_reply(lsu *l, lsu_out *out)
{
    const mreq *r = &l->reply;
    if (r->flags & (MREQ_CODE | MREQ_CONST)) {
        if (!rocache_fill(r->flags & MREQ_CODE ? l->w.l1i : l->w.l1c, r)) l->strays++;
    } else if (r->kind == MREQ_WRITE) {
        acknowledged(l, r, out);
    } else if (r->kind == MREQ_ATOMIC || r->flags & MREQ_BYPASS) {
        if (l->bypassed_full) return;
        l->bypassed = *r;
        l->bypassed_full = true;
    } else {
        l1d_fill(l->w.l1, r);
    }
    l->reply_full = false;
    out->progress = true;
}

static void pop_reply(lsu *l)
{
    const mreq *r = chan_front(l->w.reply);
    if (!r || l->reply_full) return;
    l->reply = *r;
    l->reply_full = true;
    chan_pop(l->w.reply);
}

// The read-only cache whose miss leaves now; NULL: none of them.
static rocache *read_only_turn(const lsu *l)
{
    if (rocache_miss_front(l->w.l1c)) return l->w.l1c;
    bool data = l1d_miss_front(l->w.l1) != NULL;
    return rocache_miss_front(l->w.l1i) && (l->data_went || !data) ? l->w.l1i : NULL;
}

static bool misses_wait(const lsu *l)
{
    return l1d_miss_front(l->w.l1) || rocache_miss_front(l->w.l1c) || rocache_miss_front(l->w.l1i);
}

static void send_data_miss(lsu *l)
{
    const mreq *r = l1d_miss_front(l->w.l1);
    chan_push(l->w.request, r);
    if (r->kind != MREQ_READ) l->stores_in_l1[r->warp]--;
    l1d_miss_pop(l->w.l1);
}

static void send_miss(lsu *l, lsu_out *out)
{
    if (!misses_wait(l) || !chan_can_push(l->w.request)) return;
    rocache *c = read_only_turn(l);
    l->data_went = !c;
    if (c) {
        chan_push(l->w.request, rocache_miss_front(c));
        rocache_miss_pop(c);
    } else {
        send_data_miss(l);
    }
    out->progress = true;
}

static void at_l1(lsu *l, const reqpath_out *o, uint64_t now, lsu_out *out)
{
    out->progress = true;
    l->left = (uint64_t)1 << o->r.warp;
    out->touched |= l->left;
    if (o->event == REQPATH_BYPASSED) {
        l->sent_round++;
        return;
    }
    l->accepted++;
    if (o->r.kind != MREQ_READ) l->stores_in_l1[o->r.warp]++;
    else if (o->answer == L1D_HIT) returned(l, o->r.load, now + l->hit_extra, out);
}

static void step_path(lsu *l, uint64_t now, lsu_out *out)
{
    l->head_stuck = false;
    out->touched |= l->left;
    l->left = 0;
    if (!l->head_full && !reqpath_must_step(l->path)) {
        reqpath_skip(l->path, 1);
        return;
    }
    reqpath_out o;
    reqpath_cycle(l->path, l->head_full ? &l->head : NULL, &o);
    if (o.taken) {
        l->head_full = false;
        l->unsent[l->head.warp]--;
        out->touched |= (uint64_t)1 << l->head.warp;
        out->progress = true;
    }
    if (o.event == REQPATH_ACCEPTED || o.event == REQPATH_BYPASSED) at_l1(l, &o, now, out);
    l->head_stuck = o.event == REQPATH_FAILED && !reqpath_must_step(l->path);
    l->cause = o.answer;
}

static void next_head(lsu *l, entry *en, lsu_out *out)
{
    if (l->head_full) return;
    static const uint8_t kinds[] = {[W_LOAD] = MREQ_READ, [W_STORE] = MREQ_WRITE, [W_ATOMIC] = MREQ_ATOMIC};
    const segment *s = &en->segments[--en->left];
    l->head = (mreq){.addr = s->addr, .born = en->born, .mask = s->mask, .bytes = s->bytes, .load = en->load,
                     .kind = kinds[en->i->kind], .sm = (uint8_t)l->w.sm, .warp = en->warp};
    l->head_full = true;
    out->progress = true;
}

static void read_constant(lsu *l, entry *en, uint64_t now, lsu_out *out)
{
    const mreq r = {.addr = en->segments[en->left - 1].addr, .born = en->born, .load = en->load, .kind = MREQ_READ, .flags = MREQ_CONST,
                    .sm = (uint8_t)l->w.sm, .warp = en->warp};
    rocache_answer a = rocache_access(l->w.l1c, &r);
    if (a == ROCACHE_FAIL) return;
    en->left--;
    out->progress = true;
    if (a == ROCACHE_HIT) returned(l, en->load, now, out);
}

static void enter(lsu *l, uint64_t now, lsu_out *out)
{
    entry *en = &l->ring[l->first];
    if (!l->count || en->enter > now) return;
    bool shared = en->space == SPACE_SHARED, constant = en->space == SPACE_CONST || en->space == SPACE_PARAM;
    if (shared) en->left--;
    else if (constant && en->left) read_constant(l, en, now, out);
    else if (en->left) next_head(l, en, out);
    if (en->left) return;
    const struct cfg_sm *t = &l->c->sm;
    if (shared && en->i->n_dst) done(out, en->warp, en->i, now + t->shared_latency - 1 + t->writeback_latency);
    else if (en->load == NO_LOAD && en->i->n_dst) done(out, en->warp, en->i, now);
    if (++l->first == l->c->sm.mem_pipeline) l->first = 0;
    l->count--;
    l->entries[en->warp]--;
    out->touched |= (uint64_t)1 << en->warp;
    out->progress = true;
}

void lsu_cycle(lsu *l, uint64_t now, lsu_out *out)
{
    out->n_done = 0;
    out->touched = 0;
    out->progress = false;
    write_back(l, now, out);
    if (l->reply_full) take_reply(l, out);
    pop_reply(l);
    send_miss(l, out);
    step_path(l, now, out);
    enter(l, now, out);
    l->bell.miss_waits = misses_wait(l);
}

// ---- skipping

uint64_t lsu_next(const lsu *l, uint64_t now)
{
    bool busy = l->reply_full || l->write_back_full || l->bypassed_full || l1d_ready_front(l->w.l1) || rocache_front(l->w.l1c);
    bool path = reqpath_must_step(l->path) || (l->head_full && !l->head_stuck);
    if (busy || path || lsu_called(&l->bell)) return now + 1;
    const entry *en = &l->ring[l->first];
    if (!l->count) return UINT64_MAX;
    if (en->enter > now) return en->enter;
    bool requests = en->space == SPACE_GLOBAL || en->space == SPACE_LOCAL;
    return requests && en->left && l->head_full ? UINT64_MAX : now + 1;
}

const lsu_bell *lsu_get_bell(const lsu *l) { return &l->bell; }

void lsu_skip(lsu *l, uint64_t cycles)
{
    if (l->head_stuck) reqpath_fail_again(l->path, l->cause, cycles);
    reqpath_skip(l->path, cycles);
}

// ---- what is on its way

unsigned lsu_loads(const lsu *l, unsigned warp) { return l->n_loads[warp]; }
unsigned lsu_stores(const lsu *l, unsigned warp) { return l->n_stores[warp]; }
bool lsu_holds(const lsu *l, unsigned warp) { return l->entries[warp] != 0; }

bool lsu_unsent(const lsu *l, unsigned warp)
{
    return l->c->mrpb.enable && (l->unsent[warp] || reqpath_pending(l->path, warp));
}

uint64_t lsu_behind(const lsu *l, unsigned warp)
{
    return l->c->mrpb.enable ? l->unsent[warp] + reqpath_inside(l->path, warp) : 0;
}

bool lsu_idle(const lsu *l)
{
    return !l->count && !l->head_full && !l->reply_full && !l->bypassed_full && !l->write_back_full && !l->busy_loads &&
           !l->busy_stores && reqpath_idle(l->path) && l1d_idle(l->w.l1) && rocache_idle(l->w.l1c) && rocache_idle(l->w.l1i);
}

const mrpb_events *lsu_mrpb_events(const lsu *l) { return reqpath_events(l->path); }

// ---- laws and reports

static int law(const lsu *l, err *e, bool holds, const char *what, uint64_t a, uint64_t b)
{
    if (holds) return ST_OK;
    return err_add(e, ST_CHECK, "law broken: %s: SM %u: %" PRIu64 " and %" PRIu64, what, l->w.sm, a, b);
}

int lsu_check(const lsu *l, bool at_end, err *e)
{
    if (reqpath_check(l->path, e)) return ST_CHECK;
    if (law(l, e, !l->strays, "every reply is waited for (strays and 0)", l->strays, 0)) return ST_CHECK;
    if (!at_end) return ST_OK;
    const sm_stats *s = l->w.stats;
    const l1d_stats *c = l1d_get_stats(l->w.l1);
    uint64_t made = s->load_requests + s->store_requests + s->atomic_requests;
    uint64_t asked = s->load_requests + s->atomic_requests, reads = c->read_hits + c->read_pending + c->read_misses;
    uint64_t writes = c->write_hits + c->write_pending + c->write_misses, accesses = c->read_accesses + c->write_accesses + c->atomics;
    int st = ST_OK;
    st |= law(l, e, lsu_idle(l), "nothing is left in the load/store unit (instructions, loads not done)", l->count, l->busy_loads);
    st |= law(l, e, made == l->accepted + l->sent_round, "requests made = accepted by L1D + sent round it", made, l->accepted + l->sent_round);
    st |= law(l, e, s->returned == asked, "requests of loads and atomics return once each", asked, s->returned);
    st |= law(l, e, s->acks == s->store_requests, "stores are acknowledged once each", s->store_requests, s->acks);
    st |= law(l, e, s->loads_done == s->loads + s->atomics, "loads end once each", s->loads + s->atomics, s->loads_done);
    st |= law(l, e, c->read_accesses == reads, "L1D read accesses = hits + pending hits + misses", c->read_accesses, reads);
    st |= law(l, e, c->write_accesses == writes, "L1D write accesses = hits + pending hits + misses", c->write_accesses, writes);
    st |= law(l, e, accesses == l->accepted, "L1D accesses and atomics = requests accepted", accesses, l->accepted);
    return st;
}

static void dump_entry(const lsu *l, FILE *f)
{
    const entry *en = &l->ring[l->first];
    fprintf(f, "  SM %u memory pipeline: %u instructions, oldest: warp %u, line %u, enters in cycle %" PRIu64 ", %u requests or passes to go\n",
            l->w.sm, l->count, (unsigned)en->warp, (unsigned)en->i->line, en->enter, (unsigned)en->left);
}

void lsu_dump_warp(const lsu *l, unsigned warp, FILE *f)
{
    for (unsigned k = 0; k < l->c->sm.loads_per_warp; k++) {
        unsigned number = warp * l->c->sm.loads_per_warp + k;
        const load_entry *d = &l->loads[number];
        if (!d->outstanding) continue;
        fprintf(f, "    load %u (line %u, issued in cycle %" PRIu64 "): %u %s not back\n", number, (unsigned)d->i->line, d->issued,
                (unsigned)d->outstanding, d->constant ? "lines of the constant cache" : "requests");
    }
}

void lsu_dump(const lsu *l, FILE *f)
{
    static const char *const answers[] = {"hit", "miss", "pending hit", "all ways of its set reserved", "no free MSHR", "merge list full", "miss queue full"};
    if (l->count) dump_entry(l, f);
    if (l->head_full) {
        fprintf(f, "  SM %u oldest request: warp %u, %s at 0x%" PRIx64 ", waits for the request path%s%s\n", l->w.sm, (unsigned)l->head.warp,
                l->head.kind == MREQ_WRITE ? "store" : "load", l->head.addr, l->head_stuck ? ": L1D refuses it: " : "",
                l->head_stuck ? answers[l->cause] : "");
    }
    if (l->bell.miss_waits && !chan_can_push(l->w.request)) fprintf(f, "  SM %u miss queue waits for the crossbar\n", l->w.sm);
    if (l->busy_loads) fprintf(f, "  SM %u: %u loads and %u stores have not come back\n", l->w.sm, l->busy_loads, l->busy_stores);
    reqpath_dump(l->path, f);
    if (!l1d_idle(l->w.l1)) l1d_dump(l->w.l1, f);
}
