// warppool_stack.c: see warppool_stack.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_stack.h"

#include "blocks/warppool_state.h"
#include "tb/bench/warppool_needs.h"

static unsigned below(rng *random, uint64_t n) { return (unsigned)rng_below(random, n); }

// Nothing but what the stack is made of, which comes and leaves by the pace.
static void draw_profile(w_profile *p)
{
    p->issue = p->able = p->ag = p->wb = p->regular = 100;
    p->adr = p->l1 = p->store = p->bypass = p->narrow = p->single = p->march = p->near = 0;
    p->shape = p->warps = p->flood = p->window = 0;
    p->latency = 1;
}

// What other warps send; the store's warp has nothing else before L1D.
static void draw_others(w_stack *s, const config *c, rng *random)
{
    enum { MOST_LINES = 4 };
    s->store = c->sm.warps > 1 && below(random, 2);
    s->store_lines = below(random, 2) ? 1 : 1 + below(random, MOST_LINES);
    if (c->sm.warps < 3) return;
    s->fillers = below(random, 1 + WARPPOOL_OUTBOUND);
    s->last = s->store && c->warppool.lanes > 1 && below(random, 2);
    if (s->last && below(random, 2)) s->fillers = 0;
}

static void draw_lines(w_stack *s, const config *c, rng *random)
{
    const struct cfg_warppool *k = &c->warppool;
    const unsigned tags = k->queues * k->tags;
    s->first = below(random, 2);
    s->lines = k->lanes;
    s->brief_lines = tags;
    if (!s->store) s->brief = below(random, least_of(k->merges, c->sm.loads_per_warp) + 1);
    switch (s->last ? 3 : below(random, 4)) {
    case 0: s->from = k->lanes > tags ? k->lanes - tags : 0; break; // the last lines in the tags
    case 1: s->lines = tags + (s->from = WARPPOOL_OUTBOUND); break; // the only ones
    case 2: // those in the tags when others have let the store grow old
        s->from = (k->store_age + below(random, 2) * WARPPOOL_OUTBOUND) % k->lanes;
        break;
    default: s->from = below(random, k->lanes); break;
    }
}

void warppool_stack_begin(w_profile *p, warppool_pace *pace, const config *c, rng *random)
{
    enum { SETTLED = 4 };
    w_stack *s = &p->stack;
    draw_profile(p);
    *s = (w_stack){.on = true};
    draw_others(s, c, random);
    draw_lines(s, c, random);
    *pace = (warppool_pace){.settles = SETTLED,
                            .turns = 2 << below(random, 2),
                            .first = s->fillers + s->store + 1 +
                                     below(random, c->warppool.coalescers + 1)};
}
