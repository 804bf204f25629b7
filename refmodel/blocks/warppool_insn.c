// warppool_insn.c : see warppool_insn.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_insn.h"

#include <stdlib.h>

void warppool_insn_init(warppool_insn_queues *q, const config *c)
{
    const struct cfg_warppool *w = &c->warppool;
    q->queues = w->insn_queues;
    q->depth = w->insn_depth;
    q->coalescers = w->coalescers;
    q->ring = wl_calloc((size_t)q->queues * q->depth, sizeof *q->ring);
    for (unsigned k = 0; k < c->sm.warps; k++) {
        const unsigned at = k * q->queues / c->sm.warps;
        q->of_warp[k] = (uint8_t)at;
        q->warps[at] |= (uint64_t)1 << k;
    }
}

void warppool_insn_free(warppool_insn_queues *q) { free(q->ring); }

void warppool_insn_reset(warppool_insn_queues *q)
{
    for (unsigned k = 0; k < q->queues; k++) q->first[k] = q->count[k] = 0;
    q->full = q->some = 0;
    q->n_out = q->away = 0;
}

uint64_t warppool_insn_blocked(const warppool_insn_queues *q)
{
    uint64_t warps = 0;
    for (uint64_t set = q->full; set; set &= set - 1) warps |= q->warps[__builtin_ctzll(set)];
    return warps;
}

static void marks(warppool_insn_queues *q, unsigned k)
{
    const uint64_t bit = (uint64_t)1 << k;
    q->full = (q->full & ~bit) | (q->count[k] == q->depth ? bit : 0);
    q->some = (q->some & ~bit) | (q->count[k] ? bit : 0);
}

static void pop(warppool_insn_queues *q, warppool_events *v)
{
    const unsigned k = (unsigned)__builtin_ctzll(q->some);
    q->out[q->n_out++] = q->ring[k * q->depth + q->first[k]];
    q->first[k] = (uint8_t)(q->first[k] + 1u < q->depth ? q->first[k] + 1u : 0);
    q->count[k]--;
    v->insn_overtakes += k < 63 && q->some >> (k + 1) != 0;
    marks(q, k);
}

static void push(warppool_insn_queues *q, const warppool_queued_insn *i, warppool_events *v)
{
    const unsigned k = q->of_warp[i->warp], at = q->first[k] + (unsigned)q->count[k];
    q->ring[k * q->depth + (at < q->depth ? at : at - q->depth)] = *i;
    q->count[k]++;
    v->insn_wraps += at + 1 == q->depth;
    marks(q, k);
}

static bool wanted(const warppool_insn_queues *q, unsigned empty)
{
    return q->away < empty + (empty == q->coalescers);
}

// What enters in this cycle is not yet seen by the pop: it comes last.
void warppool_insn_commit(warppool_insn_queues *q, const warppool_insn_step *s, warppool_events *v)
{
    const bool could = q->n_out < WARPPOOL_OUTBOUND && q->some, pops = could && wanted(q, s->empty);
    v->insn_full += q->full != 0;
    v->insn_waits += could && !pops;
    if (s->ag_beat) {
        q->out[0] = q->out[1];
        q->n_out--;
    }
    q->away += pops;
    q->away -= s->adr_beat;
    if (pops) pop(q, v);
    if (s->issued) push(q, s->issued, v);
}
