// stuck.c : see stuck.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/stuck.h"

#include "machine/run/gpu_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- what is seen

typedef struct seen_place {
    mreq_place kind;
    char *name;
} seen_place;

typedef struct sight {
    mreq r;
    unsigned place, number;
} sight;

struct stuck_locations {
    sight *at;
    size_t n, room;
    seen_place *places; // each once
    unsigned n_places;
};

stuck_locations *stuck_locations_new(void) { return wl_calloc(1, sizeof(stuck_locations)); }

void stuck_locations_free(stuck_locations *s)
{
    for (unsigned i = 0; i < s->n_places; i++) free(s->places[i].name);
    free(s->places);
    free(s->at);
    free(s);
}

static unsigned place_of(stuck_locations *s, mreq_place kind, const char *name)
{
    for (unsigned i = s->n_places; i-- > 0;) {
        if (strcmp(s->places[i].name, name) == 0) return i;
    }
    s->places = wl_realloc(s->places, (s->n_places + 1) * sizeof *s->places);
    s->places[s->n_places] = (seen_place){kind, wl_strdup(name)};
    return s->n_places++;
}

void stuck_add_location(void *locations, const mreq *r, mreq_place kind, const char *place,
                        unsigned number)
{
    stuck_locations *s = locations;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = wl_realloc(s->at, s->room * sizeof *s->at);
    }
    s->at[s->n++] = (sight){.r = *r, .place = place_of(s, kind, place), .number = number};
}

// ---- who waits for a request

// false: nobody by its number. A load's number is not its own where WarpPool's merged loads
// bypass L1D.
static bool waiter_of(const config *c, const mreq *r, mreq_waiter *w)
{
    *w = (mreq_waiter){WAITS_LOAD, r->sm, r->load};
    if (r->kind == MREQ_WRITEBACK) return false;
    if (mreq_reader(r) == MREQ_CODE) *w = (mreq_waiter){WAITS_CODE, r->sm, r->warp};
    else if (r->load == MREQ_FROM_L1D) *w = (mreq_waiter){WAITS_WRITEBACK, r->sm, 0};
    else if (r->kind == MREQ_WRITE) *w = (mreq_waiter){WAITS_STORES, r->sm, r->warp};
    else return r->load < c->sm.warps * c->sm.loads_per_warp;
    return true;
}

static bool is_own(const config *c, const mreq *r, const mreq_waiter *w)
{
    mreq_waiter of;
    return waiter_of(c, r, &of) && of.who == w->who && of.sm == w->sm && of.number == w->number;
}

// The one of its requests that has got farthest; NULL: there is none.
static const sight *farthest(const stuck_locations *s, const config *c, const mreq_waiter *w)
{
    for (size_t i = s->n; i-- > 0;) {
        if (is_own(c, &s->at[i].r, w)) return &s->at[i];
    }
    return NULL;
}

static uint64_t line_of(const config *c, const mreq *r)
{
    const unsigned reader = mreq_reader(r);
    const uint32_t bytes = reader == MREQ_CODE      ? c->l1i.line_bytes
                           : reader == MREQ_CONST   ? c->l1c.line_bytes
                           : reader == MREQ_TEXTURE ? texture_cache_line_bytes(c)
                                                    : c->l1d.line_bytes;
    return r->addr & ~(uint64_t)(bytes - 1);
}

// ---- one chain

// Whose fetch of the line a request waits for, where it is.
typedef enum fetched_by { BY_NOBODY, BY_SM, BY_L2 } fetched_by;

static fetched_by fetched_at(mreq_place kind)
{
    return kind == PLACE_L2_MSHRS ? BY_L2 : kind == PLACE_SM_MSHRS ? BY_SM : BY_NOBODY;
}

static bool is_fetch(const config *c, const mreq *r, mreq_place kind, const mreq *own,
                     fetched_by by)
{
    const bool of_l2 = kind == PLACE_DRAM && r->load == MREQ_NO_LOAD;
    if (r->kind != MREQ_READ || by == BY_NOBODY) return false;
    if (by == BY_L2 || of_l2) return by == BY_L2 && of_l2;
    return r->sm == own->sm && mreq_reader(r) == mreq_reader(own) &&
           (c->warppool.enable || !(r->flags & MREQ_BYPASS));
}

static void say_links(const stuck_locations *s, const config *c, const mreq_waiter *w,
                      const sight *own, FILE *f)
{
    const uint64_t line = own->r.addr / c->l1d.line_bytes; // of L2 too
    const sight *said = NULL;
    fetched_by by = BY_NOBODY;
    for (const sight *x = s->at; x < s->at + s->n; x++) {
        if (x->r.addr / c->l1d.line_bytes != line ||
            !(is_own(c, &x->r, w) ||
              (x > own && is_fetch(c, &x->r, s->places[x->place].kind, &own->r, by))))
            continue;
        const fetched_by next = fetched_at(s->places[x->place].kind);
        by = next > by ? next : by;
        if (said && said->place == x->place && said->number == x->number) continue;
        fprintf(f, " -> %s %u", s->places[x->place].name, x->number);
        said = x;
    }
}

static void say_waiter(const config *c, const mreq_waiter *w, const sight *own, FILE *f)
{
    const unsigned per_warp = c->sm.loads_per_warp;
    fprintf(f, "  SM %u, ", w->sm);
    switch (w->who) {
    case WAITS_LOAD:
        fprintf(f, "warp %u, %s %u", w->number / per_warp,
                own && own->r.kind == MREQ_ATOMIC ? "atomic" : "load", w->number);
        break;
    case WAITS_STORES: fprintf(f, "warp %u, store", w->number); break;
    case WAITS_CODE: fprintf(f, "warp %u, instructions", w->number); break;
    default: fprintf(f, "write-back of L1D");
    }
}

void stuck_follow(const stuck_locations *s, const config *c, const mreq_waiter *w, FILE *f)
{
    const sight *own = farthest(s, c, w);
    say_waiter(c, w, own, f);
    if (own) fprintf(f, " -> line 0x%" PRIx64, line_of(c, &own->r));
    if (own) say_links(s, c, w, own, f);
    fprintf(f, "%s\n", own ? "" : " -> nowhere in the machine: its reply is lost");
}

// ---- all

enum {
    MOST_CHAINS = 16,
    MOST_LOADS = 2048,
    MOST_WARPS = 64,
    MOST_WAITERS = MOST_LOADS + 2 * MOST_WARPS + 1
};

// Of an SM's waiter: its oldest request and the one that has got farthest.
typedef struct waits {
    uint64_t born;
    const sight *farthest; // NULL: no request
} waits;

typedef struct chain {
    mreq_waiter w;
    waits of;
} chain;

typedef struct chains {
    const config *c;
    const waits *sm; // [waiter] of the SM whose waiters are added
    chain oldest[WAITS_KINDS][MOST_CHAINS];
    unsigned n[WAITS_KINDS];
} chains;

static unsigned index_of(const mreq_waiter *w)
{
    static const unsigned first[] = {[WAITS_LOAD] = 0,
                                     [WAITS_STORES] = MOST_LOADS,
                                     [WAITS_CODE] = MOST_LOADS + MOST_WARPS,
                                     [WAITS_WRITEBACK] = MOST_LOADS + 2 * MOST_WARPS};
    return first[w->who] + w->number;
}

// What the SM's waiters wait for.
static void look_at_sm(const stuck_locations *s, const config *c, unsigned number, waits *of)
{
    memset(of, 0, MOST_WAITERS * sizeof *of);
    for (const sight *x = s->at; x < s->at + s->n; x++) {
        mreq_waiter w;
        if (x->r.sm != number || !waiter_of(c, &x->r, &w)) continue;
        waits *at = &of[index_of(&w)];
        if (!at->farthest || x->r.born < at->born) at->born = x->r.born;
        at->farthest = x;
    }
}

static bool same_line(const config *c, const chain *a, const chain *b)
{
    return a->w.sm == b->w.sm && a->of.farthest && b->of.farthest &&
           line_of(c, &a->of.farthest->r) == line_of(c, &b->of.farthest->r);
}

// Keeps the oldest.
static void add(void *ctx, const mreq_waiter *w)
{
    chains *all = ctx;
    chain *list = all->oldest[w->who];
    unsigned *const n = &all->n[w->who];
    unsigned at = 0, last;
    const chain new = {*w, all->sm[index_of(w)]};
    while (at < *n && list[at].of.born <= new.of.born && !same_line(all->c, &list[at], &new)) at++;
    if (at == MOST_CHAINS || (at < *n && list[at].of.born <= new.of.born))
        return; // an older one of its line
    for (last = at; last < *n && !same_line(all->c, &list[last], &new);)
        last++; // a younger one goes
    if (last == MOST_CHAINS) last--;
    if (last == *n) ++*n;
    memmove(&list[at + 1], &list[at], (last - at) * sizeof *list);
    list[at] = new;
}

static void look(const gpu *g, stuck_locations *s)
{
    const mreq_view v = {stuck_add_location, s};
    for (unsigned i = 0; i < g->n_sms; i++) sm_view(g->sms[i], &v);
    memsys_view(g->mem, &v);
    for (unsigned i = 0; i < g->n_sms; i++) sm_view_back(g->sms[i], &v);
}

void stuck_chains(const gpu *g, FILE *f)
{
    stuck_locations *s = stuck_locations_new();
    waits *of = wl_calloc(MOST_WAITERS, sizeof *of);
    chains *all = wl_calloc(1, sizeof *all);
    *all = (chains){.c = &g->c, .sm = of};
    look(g, s);
    for (unsigned i = 0; i < g->n_sms; i++) {
        look_at_sm(s, &g->c, i, of);
        sm_waiters(g->sms[i], &(mreq_waiters){add, all});
    }
    if (all->n[WAITS_LOAD] + all->n[WAITS_STORES] + all->n[WAITS_CODE] + all->n[WAITS_WRITEBACK])
        fprintf(f, "The oldest lines that are waited for:\n");
    for (unsigned k = 0; k < WAITS_KINDS; k++) {
        for (unsigned i = 0; i < all->n[k]; i++) stuck_follow(s, &g->c, &all->oldest[k][i].w, f);
    }
    free(all);
    free(of);
    stuck_locations_free(s);
}
