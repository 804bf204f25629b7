// warppool_order.c : see warppool_order.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_order.h"

void warppool_order_init(warppool_order *o, const config *c)
{
    const unsigned most = (1u << c->warppool.counter_bits) - 1;
    o->warps = c->sm.warps;
    o->emit_most = most - c->warppool.coalescers * (c->warppool.narrow ? 2 : 1) - 1;
    o->issue_most = o->emit_most - 1;
}

void warppool_order_reset(warppool_order *o)
{
    for (unsigned w = 0; w < o->warps; w++) o->counter[w] = 0;
    o->last_load = 0;
    o->zero = o->warps == WARPPOOL_WARPS ? ~(uint64_t)0 : ((uint64_t)1 << o->warps) - 1;
    o->roomy = o->emits = o->emits_before = o->zero;
    o->n_before = o->n_now = 0;
}

static void marks(warppool_order *o, unsigned w)
{
    const uint64_t bit = (uint64_t)1 << w;
    o->zero = (o->zero & ~bit) | (o->counter[w] ? 0 : bit);
    o->roomy = (o->roomy & ~bit) | (o->counter[w] <= o->issue_most ? bit : 0);
    o->emits = (o->emits & ~bit) | (o->counter[w] <= o->emit_most ? bit : 0);
}

uint64_t warppool_order_loads(const warppool_order *o)
{
    return (o->zero | o->last_load) & o->roomy;
}
uint64_t warppool_order_stores(const warppool_order *o) { return o->zero; }

void warppool_order_add(warppool_order *o, unsigned warp)
{
    o->counter[warp]++;
    marks(o, warp);
}

void warppool_order_issued(warppool_order *o, unsigned warp, bool load)
{
    warppool_order_add(o, warp);
    o->last_load = (o->last_load & ~((uint64_t)1 << warp)) | (uint64_t)load << warp;
}

void warppool_order_accepted(warppool_order *o, unsigned warp)
{
    o->now[o->n_now++] = (uint8_t)warp;
}

static void count_down(warppool_order *o)
{
    for (unsigned k = 0; k < o->n_before; k++) {
        if (o->counter[o->before[k]])
            o->counter[o->before[k]]--; // 0: the outside does not keep to its part
        marks(o, o->before[k]);
    }
    o->n_before = 0;
}

void warppool_order_edge(warppool_order *o)
{
    count_down(o);
    for (unsigned k = 0; k < o->n_now; k++) o->before[k] = o->now[k];
    o->n_before = o->n_now;
    o->n_now = 0;
}
