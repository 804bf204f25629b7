// lsu_view.c: shows which loads and stores of the load/store unit wait, and where their requests
// are. See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

// Has the load parts that are not back? They are named instead of it.
static bool has_parts(const lsu *l, unsigned number)
{
    const unsigned per_warp = l->c->sm.loads_per_warp, first = number / per_warp * per_warp;
    for (unsigned k = first; l->pool && k < first + per_warp; k++) {
        if (l->loads[k].outstanding && l->loads[k].part_of == number) return true;
    }
    return false;
}

void lsu_waiters(const lsu *l, const mreq_waiters *w)
{
    for (unsigned k = 0; k < l->numbers; k++) {
        if (l->loads[k].outstanding && !has_parts(l, k))
            w->add(w->ctx, &(mreq_waiter){WAITS_LOAD, l->w.sm, k});
    }
    for (unsigned k = 0; k < WARP_SLOTS; k++) {
        if (l->n_stores[k]) w->add(w->ctx, &(mreq_waiter){WAITS_STORES, l->w.sm, k});
    }
}

// The requests of an instruction that have not left it.
static void view_entry(const lsu *l, const entry *en, const mreq_view *v)
{
    const bool constant = en->space == SPACE_CONST || en->space == SPACE_PARAM;
    for (unsigned k = 0; en->space != SPACE_SHARED && k < en->left; k++) {
        mreq r = en->common;
        r.addr = en->segments[k].addr;
        if (constant) r.flags |= MREQ_CONST;
        if (en->space == SPACE_TEXTURE) r.flags = MREQ_TEXTURE;
        mreq_show(v, &r, PLACE_IN_TRANSIT, "memory pipeline of SM", l->w.sm);
    }
}

void lsu_view(const lsu *l, const mreq_view *v)
{
    for (unsigned k = 0; k < l->count; k++)
        view_entry(l, &l->ring[(l->first + k) % l->c->sm.mem_pipeline], v);
    for (uint32_t set = l->queued; set; set &= set - 1) {
        const unsigned bank = (unsigned)__builtin_ctz(set);
        for (uint32_t k = 0; k < l->queue_count[bank]; k++) {
            mreq_show(v, &l->queue[bank * l->places + (l->queue_first[bank] + k) % l->places].r,
                      PLACE_IN_TRANSIT, "way to L1D's tags in SM", l->w.sm);
        }
    }
    for (uint32_t set = l->heads; set; set &= set - 1)
        mreq_show(v, &l->head[__builtin_ctz(set)], PLACE_IN_TRANSIT, "register before L1D of SM",
                  l->w.sm);
    if (l->pool) warppool_seam_view(l->pool, v);
    request_path_view(l->path, v);
}

void lsu_view_back(const lsu *l, const mreq_view *v)
{
    const fixed_latency_memory *f = &l->fixed;
    for (uint32_t k = 0; k < f->count; k++)
        mreq_show(v, &f->r[(f->head + k) % f->size], PLACE_IN_TRANSIT, "fixed latency of SM",
                  l->w.sm);
    if (l->reply_full) mreq_show(v, &l->reply, PLACE_IN_TRANSIT, "reply register of SM", l->w.sm);
    if (l->bypassed_full)
        mreq_show(v, &l->bypassed, PLACE_IN_TRANSIT, "bypass register of SM", l->w.sm);
    if (l->write_back_full)
        mreq_show(v, &l->write_back, PLACE_IN_TRANSIT, "write-back register of SM", l->w.sm);
}
