// lsu_run.c: runs of hits. A load whose lanes are far apart makes many requests, one per cycle. Of
// those that hit, only the last one affects anything else in the SM. The cycles of the others can
// therefore be skipped like idle cycles: the SM is not evaluated, and their effects are applied
// when it is.
//
// The lines stay present until the head itself replaces one: without allocation on fill, nothing
// else replaces lines.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

// Is the head one of several requests of the load that is first in the unit, and does nothing else call for a cycle?
static bool may_run(const lsu *l, const entry *en, uint64_t concerned)
{
    const mreq *r = &l->head[0];
    if (!l->runs | !l->heads | l->head_stuck || !l->count || !en->begun || en->left < 2) return false;
    return mreq_is_read(r) && !(concerned >> r->warp & 1) && !lsu_busy(l);
}

// What leaves behind n others.
static uint64_t address_of(const lsu *l, const entry *en, unsigned n) { return n ? en->segments[en->left - n].addr : l->head[0].addr; }

// Not the cycle in which the last request comes to the head: the instruction leaves the unit in it.
unsigned lsu_run(lsu *l, uint64_t concerned)
{
    const entry *en = &l->ring[l->first];
    hit_run *run = &l->run;
    if (!may_run(l, en, concerned)) return 0;
    if (!run->n) run->first = 0;
    while (run->n < en->left - 1u) {
        const int32_t slot = l1d_slot_of(l->w.l1, address_of(l, en, run->n));
        if (slot == TAGS_NONE) break;
        run->slot[run->first + run->n++] = slot;
    }
    return run->n < en->left - 1u ? run->n : en->left - 1u;
}

void lsu_run_pass(lsu *l, unsigned n)
{
    entry *en = &l->ring[l->first];
    mreq *r = &l->head[0];
    hit_run *run = &l->run;
    CHECK(n <= run->n && n < en->left, "SM %u: %u cycles pass in a run of %u hits", l->w.sm, n, run->n);
    for (unsigned k = 0; k < n; k++) l1d_hit_again(l->w.l1, run->slot[run->first + k]);
    l1d_count_hits(l->w.l1, r, n);
    run->first += n;
    run->n -= n;
    en->left = (uint8_t)(en->left - n);
    lsu_set_request(r, &en->segments[en->left]);
    l->unsent[r->warp] = (uint16_t)(l->unsent[r->warp] - n);
    l->left = (uint64_t)1 << r->warp;
    l->accepted += n;
    l->w.l1->s.busy_cycles += n;
    l->loads[r->load].outstanding = (uint16_t)(l->loads[r->load].outstanding - n); // others return later: they say when the data are there
    l->w.stats->returned += n;
    l->w.stats->mem_stalls += n;
    *lsu_stay_of(l, en, true) += n;
}
