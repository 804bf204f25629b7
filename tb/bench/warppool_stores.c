// warppool_stores.c: see warppool_stores.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_stores.h"

#include "tb/bench/warppool_needs.h"

enum { STUCK = 8, QUIET = 20, PATIENCE = 240, CYCLES_A_GRANT = 12, SLOW = 40 };

bool warppool_stores_can(const config *c) { return c->sm.warps > 1; }

// Cycles that a stage may take, in which every load that there is may have to pass.
static unsigned limit_of(const config *c)
{
    const unsigned tags = c->warppool.queues * c->warppool.tags;
    return PATIENCE + CYCLES_A_GRANT * c->warppool.store_age + 4 * tags;
}

uint64_t warppool_stores_begin(warppool_stores *s, const config *c, rng *random, int bit,
                               w_profile *p)
{
    enum { ON_THE_WAY = 8 }; // requests that are before the second store, of those that there are
    const struct cfg_warppool *k = &c->warppool;
    const unsigned ahead =
        (unsigned)least_of((c->sm.warps - 1) * c->sm.loads_per_warp * k->lanes, ON_THE_WAY);
    const bool two = k->coalescers > 1 && c->sm.warps > 2;
    // of two coalescers both hold a store, and what passes is in the tags and on the way to them
    const bool together =
        two && warppool_loads_pass(c, 2) &&
        (k->coalescers > 2 || k->store_age <= k->queues * k->tags + 2 * k->coalescers + 1);
    const unsigned any = rng_below(random, 2) ? k->store_age
                                              : (unsigned)rng_below(random, k->store_age + 1),
                   age = bit >= 0 ? 1u << bit : any,
                   early = (unsigned)rng_below(random, least_of(age, ahead) + 1);
    *s = (warppool_stores){.stage = STORES_DRAIN,
                           .first = together && (bit < 0 || !rng_below(random, 4)) ? 2 : 1,
                           .age = age - early,
                           .full = rng_below(random, 2),
                           .longest = limit_of(c)};
    // two stores of age, of which the second one ages on when the first one leaves
    s->third = together && bit >= 0 && age > k->store_age && warppool_loads_pass(c, 3);
    if (s->third) s->first = 2;
    if (s->first == 2) s->age = k->store_age;
    p->issue = p->able = p->ag = p->adr = p->wb = p->regular = 100;
    p->march = 100; // no two requests are of one line
    p->store = p->bypass = p->narrow = p->near = p->warps = 0;
    p->single = (unsigned)rng_below(random, 2) * 100;
    p->shape = W_APART;
    p->hit = (unsigned)rng_below(random, 2) * 100;
    p->latency = 1;
    p->deep = k->queues; // all queues in turn
    p->lines = 4 * k->queues * k->tags + 1;
    const bool apart = two && warppool_loads_pass(c, 2) && (bit < 0 || rng_below(random, 2));
    s->reserved = s->third ? 3 : apart ? 2 : s->first;
    p->apart = s->reserved;
    if (rng_below(random, 2)) s->before = (unsigned)rng_below(random, k->coalescers);
    s->brim = s->first == 2 && k->coalescers == 2 && rng_below(random, 2);
    if (s->brim) {
        p->single = 0;
        p->apart_lines = 1 + (unsigned)rng_below(random, k->lanes);
        p->gap = (unsigned)rng_below(random, k->queues);
    }
    return 4 * (uint64_t)s->longest;
}

// ---- what the block holds

typedef struct seen {
    unsigned stores, oldest; // in B: their number, and the greatest age
    bool idle;               // no warp has anything on its way to L1D
    bool full, held;         // every tag is in use; a load takes the place of what L1D accepts
    bool ends;               // the last stage of a coalescer is full
} seen;

static seen look(const warppool *m)
{
    seen now = {.full = m->queues.n == m->shape.queues * m->shape.tags,
                .held = m->select.n_out == WARPPOOL_OUTBOUND && m->select.named >= 0};
    now.idle = true;
    for (unsigned k = 0; k < m->shape.warps; k++) now.idle = now.idle && !m->order.counter[k];
    for (unsigned k = 0; k < m->shape.coalescers; k++) {
        const warppool_coalescer *c = &m->co[k];
        now.ends = now.ends || c->n_r == WARPPOOL_OUTBOUND;
        if (!c->b.full || !c->b.store) continue;
        now.stores++;
        if (c->age > now.oldest) now.oldest = c->age;
    }
    return now;
}

// Has the stage done what it can?
static bool is_over(const warppool_stores *s, const warppool *m, const seen *now, unsigned still)
{
    const bool stuck = still >= QUIET && s->waited > QUIET, quiet = stuck && !now->held;
    switch (s->stage) {
    case STORES_DRAIN: return now->idle;
    case STORES_FILL:
        return s->full || (s->first == 2 && m->shape.coalescers == 2)
                   ? stuck || (now->full && !s->full && !s->brim)
                   : now->held || quiet;
    case STORES_FIRST: return quiet || now->stores >= s->first;
    case STORES_GROW: return quiet || !now->stores || now->oldest >= s->age;
    case STORES_SECOND: return quiet || now->stores > 1;
    default: return quiet || !now->stores;
    }
}

static stores_stage after(const warppool_stores *s, const warppool *m)
{
    const bool second = s->first == 1 && m->shape.coalescers > 1 && m->shape.warps > 2;
    if (s->stage == STORES_LEAVE) return STORES_NONE;
    return s->stage == STORES_GROW && !second ? STORES_LEAVE : s->stage + 1;
}

bool warppool_stores_steer(warppool_stores *s, const warppool *m, unsigned still, w_profile *p)
{
    const seen now = look(m);
    if (s->waited++ >= s->longest || is_over(s, m, &now, still)) {
        s->stage = after(s, m);
        s->waited = 0;
    }
    const bool sends = s->stage == STORES_FIRST || s->stage == STORES_SECOND,
               aged = now.stores && now.oldest >= m->select.store_age;
    // the second store's warp ends what it has begun while the others go on
    const bool few = s->stage == STORES_SECOND && s->reserved < 2;
    p->store = !sends ? 0 : few ? 50 : 100;
    if (s->stage == STORES_SECOND && p->apart < 2) p->apart = 2;
    p->senders = s->stage == STORES_SECOND ? 2 : s->first;
    // no more than a few are before the store that comes next
    const bool gently =
        s->stage == STORES_GROW || (s->stage == STORES_FILL && (!s->full || s->brim));
    const unsigned few_away = s->before || s->brim ? 0 : 1;
    p->issue = gently && (m->insns.some || m->insns.away > few_away) ? 0 : 100;
    if (s->stage == STORES_FILL && s->brim && now.ends) p->issue = 0;
    // loads and the first store, at once
    const bool first = s->stage == STORES_FIRST && s->before && !now.stores;
    if (first) p->store = 100 / (s->before + 1);
    p->adr = first && m->insns.away <= s->before && still < STUCK ? 0 : 100;
    p->l1 = now.held && (!sends || still >= (now.stores ? STUCK : 2)) ? 100 : 0;
    if (s->stage == STORES_FILL) p->l1 = 0;
    if (s->stage == STORES_DRAIN) p->l1 = 100, p->issue = 0;
    if (s->stage == STORES_LEAVE && (aged || still >= STUCK)) p->l1 = SLOW;
    if (s->stage == STORES_LEAVE && s->third && aged && now.stores == 1 && still < QUIET) {
        p->store = 100;
        p->senders = 3;
        p->l1 = 0;
    }
    return s->stage != STORES_NONE;
}
