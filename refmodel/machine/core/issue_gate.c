// issue_gate.c : see issue_gate.h; warp limiting, static or set from outside, is here, CCWS in
// ccws.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/issue_gate.h"

#include "machine/core/ccws.h"

#include <stdlib.h>

struct issue_gate {
    gate_kind kind;
    unsigned schedulers, limit; // limit: of swl, warps a scheduler
    issue_gate_view seen;       // of swl: the answer is for these sets
    uint64_t blocked;
    ccws *ccws;
};

issue_gate *issue_gate_new(const config *c)
{
    if (c->sm.gate == GATE_NONE && !c->dwtcs.enable) return NULL;
    issue_gate *g = wl_calloc(1, sizeof *g);
    *g = (issue_gate){.kind = c->sm.gate,
                      .schedulers = c->sm.schedulers,
                      .limit = c->sm.swl_warps ? c->sm.swl_warps : c->sm.warps};
    if (g->kind == GATE_CCWS) g->ccws = ccws_new(c);
    return g;
}

void issue_gate_free(issue_gate *g)
{
    if (!g) return;
    ccws_free(g->ccws);
    free(g);
}

void issue_gate_begin(issue_gate *g, uint64_t warp_insns)
{
    g->seen = (issue_gate_view){0};
    if (g->ccws) ccws_begin(g->ccws, warp_insns);
}

void issue_gate_place(issue_gate *g, unsigned warp)
{
    g->seen = (issue_gate_view){0};
    if (g->ccws) ccws_place(g->ccws, warp);
}

void issue_gate_cycle(issue_gate *g, uint64_t now, uint64_t warp_insns)
{
    if (g->ccws) ccws_cycle(g->ccws, now, warp_insns);
}

// The n oldest of a set.
static uint64_t oldest(uint64_t set, unsigned n, const uint32_t *age)
{
    uint64_t chosen = 0;
    for (; n && set; n--) {
        unsigned best = (unsigned)__builtin_ctzll(set);
        for (uint64_t rest = set & (set - 1); rest; rest &= rest - 1) {
            unsigned w = (unsigned)__builtin_ctzll(rest);
            if (age[w] < age[best]) best = w;
        }
        chosen |= (uint64_t)1 << best;
        set &= ~((uint64_t)1 << best);
    }
    return chosen;
}

static uint64_t limited(const issue_gate *g, const issue_gate_view *v)
{
    uint64_t active = v->live & ~v->at_barrier, open = 0;
    for (unsigned k = 0; k < g->schedulers; k++)
        open |= oldest(active & v->of_scheduler[k], g->limit, v->age);
    return active & ~open;
}

unsigned issue_gate_width(const issue_gate *g) { return g->limit; }

void issue_gate_limit(issue_gate *g, unsigned warps)
{
    g->limit = warps;
    g->seen = (issue_gate_view){0};
    g->blocked = 0;
}

issue_gate_answer issue_gate_ask(issue_gate *g, const issue_gate_view *v)
{
    if (g->ccws)
        return (issue_gate_answer){.no_load = ccws_ask(g->ccws, v->live, v->age),
                                   .time_dependent = true};
    if (v->live != g->seen.live || v->at_barrier != g->seen.at_barrier) {
        g->blocked = limited(g, v);
        g->seen = *v;
    }
    return (issue_gate_answer){.blocked = g->blocked};
}

void issue_gate_miss(issue_gate *g, unsigned warp, uint64_t line, uint32_t slot)
{
    if (g->ccws) ccws_miss(g->ccws, warp, line, slot);
}

void issue_gate_drop(issue_gate *g, uint32_t slot)
{
    if (g->ccws) ccws_drop(g->ccws, slot);
}

uint64_t issue_gate_lost(const issue_gate *g) { return g->ccws ? ccws_lost(g->ccws) : 0; }
