// dram_front.c: carries requests from the L2 slices to a channel's controller, in the L2 clock;
// with an ideal DRAM, this is all of it. See dram.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/dram_state.h"

static void take_from_slices(dram *d, uint64_t now, uint64_t *popped)
{
    if (!has_credit(d)) return;
    for (uint32_t i = 0, s = d->last_slice; i < d->slices; i++) {
        s = s + 1 == d->slices ? 0 : s + 1;
        const mreq *r = chan_front(d->down[s]);
        if (!r) continue;
        delay_push(&d->delay, r, now + d->k.fixed_latency, s);
        chan_pop(d->down[s]);
        *popped |= (uint64_t)1 << s;
        d->last_slice = s;
        d->issued++;
        return;
    }
}

static uint64_t front_next(const dram *d, uint64_t now)
{
    uint64_t t = UINT64_MAX;
    if (delay_count(&d->delay) && chan_can_push(&d->entry))
        t = later(now + 1, delay_front(&d->delay)->ready);
    for (uint32_t s = 0; s < d->slices && has_credit(d); s++) {
        if (chan_count(d->down[s])) t = now + 1;
    }
    return t;
}

// Infinite DRAM: what a slice sends is taken at once, and read whole after the fixed latency.
static uint64_t eval_ideal(dram *d, uint64_t now, uint64_t *touched)
{
    uint64_t t = UINT64_MAX;
    for (uint32_t s = 0; s < d->slices; s++) {
        delay_ring *q = &d->ideal[s];
        if (delay_count(q) && delay_front(q)->ready <= now && chan_can_push(d->up[s])) {
            delay_front(q)->r.flags |= MREQ_REPLY;
            mreq_push(d->up[s], &delay_front(q)->r);
            q->head++;
            *touched |= (uint64_t)1 << s;
            d->finished++;
            d->s.reads++;
        }
        for (const mreq *r; (r = chan_front(d->down[s])) != NULL && delay_count(q) <= q->mask;
             *touched |= (uint64_t)1 << s) {
            if (r->kind == MREQ_READ) delay_push(q, r, now + d->k.fixed_latency, s);
            d->finished += r->kind != MREQ_READ;
            d->s.writes += r->kind != MREQ_READ;
            d->s.ideal++;
            d->issued++;
            chan_pop(d->down[s]);
        }
        if (chan_count(d->down[s])) t = now + 1;
        if (delay_count(q)) t = sooner(t, later(now + 1, delay_front(q)->ready));
    }
    return t;
}

uint64_t dram_front_eval(dram *d, uint64_t now, uint64_t *popped)
{
    if (d->ideal) return eval_ideal(d, now, popped);
    take_from_slices(d, now, popped);
    if (delay_count(&d->delay) && delay_front(&d->delay)->ready <= now &&
        chan_can_push(&d->entry)) {
        mreq_push(&d->entry, &delay_front(&d->delay)->r);
        d->delay.head++;
    }
    return front_next(d, now);
}
