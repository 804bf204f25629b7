// warppool_pace.c: see warppool_pace.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_pace.h"

// Addresses come for as many coalescers as there are, one behind the other, and then no more until
// there are as many again.
static void gather_group(warppool_pace *p, bool enough, world *w)
{
    const unsigned all = w->c.warppool.coalescers;
    if (p->group && w->in.adr_valid_i[0] && w->out.adr_ready_o[0]) p->group--;
    if (!p->group && enough) p->group = w->n_made < all ? w->n_made : all;
    w->p.adr = p->group ? 100 : 0;
}

// Addresses wait until there are some for every coalescer, or nothing else moves. Where a bit of a
// tag is missing some come alone, so that it is not always the first coalescer's request that finds
// the tags full.
static void gather(warppool_pace *p, rng *random, unsigned still, world *w)
{
    enum { ENOUGH = 8, ALONE = 4 };
    const bool alone = w->p.twin_bits && w->n_made && !rng_below(random, ALONE),
               enough =
                   w->n_made >= p->bursts * w->c.warppool.coalescers || still >= ENOUGH || alone;
    if (w->p.brief) gather_group(p, enough, w);
    else if (enough) w->p.adr = 100;
    else if (!w->n_made) w->p.adr = 0;
}

// Nothing moves: L1D accepts a request. While loads are to merge it is late if no coalescer is held
// up yet, or if as many are merged in the request as can be.
static void settle(const warppool_pace *p, const warppool *m, unsigned still, w_profile *profile)
{
    enum { LATE = 20 };
    bool blocked = false;
    for (unsigned k = 0; k < m->shape.coalescers; k++)
        blocked = blocked || m->co[k].n_r == WARPPOOL_OUTBOUND;
    const bool whole = m->select.n_out && m->select.out[0].count == m->shape.merges,
               late = profile->brief && (whole || !blocked);
    profile->l1 = still >= (late ? LATE : p->settles) ? 100 : 0;
}

// A phase begins in the cycle of its reset.
static void take_turns(warppool_pace *p, rng *random, unsigned still, world *w)
{
    enum { ENOUGH = 8 };
    if (!p->runs) {
        p->runs = true;
        w->p.adr = w->p.l1 = 0;
        return;
    }
    if (p->group && w->in.adr_valid_i[0] && w->out.adr_ready_o[0]) p->group--;
    if (!p->begun && w->n_made && (w->n_made >= p->first || still >= ENOUGH)) {
        p->begun = true;
        p->group = w->n_made < p->first ? w->n_made : p->first;
    }
    const bool now = !p->group && still >= p->settles,
               adr = w->n_made && !rng_below(random, p->turns);
    w->p.adr = p->group || (now && adr) ? 100 : 0;
    w->p.l1 = now && !adr ? 100 : 0;
}

void warppool_pace_steer(warppool_pace *p, const warppool *m, rng *random, unsigned still, world *w)
{
    if (p->first) {
        take_turns(p, random, still, w);
        return;
    }
    if (p->bursts) gather(p, random, still, w);
    if (p->settles) settle(p, m, still, &w->p);
}
