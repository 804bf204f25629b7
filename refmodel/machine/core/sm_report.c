// sm_report.c: checks an SM's laws at the end of a kernel, and tells for a stuck report who waits
// for what. See sm.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/sm_state.h"

#include <inttypes.h>

// ---- laws

static uint64_t slots_counted(const sm_stats *t)
{
    return t->warp_insns + t->stall_str_mem + t->stall_str_alu + t->stall_gate + t->stall_data_mem +
           t->stall_data_alu + t->stall_sync + t->stall_fetch + t->stall_idle;
}

int sm_check(const sm *s, bool at_end, err *e)
{
    if (s->crossed) {
        return err_add(e, ST_CHECK,
                       "law broken: nothing crosses a barrier: SM %u: requests not yet at L1D when "
                       "a warp passed bar.sync: 0 and %" PRIu64,
                       s->id, s->crossed);
    }
    if (lsu_check(s->ls, at_end, e) != ST_OK) return ST_CHECK;
    if (!at_end) return ST_OK;
    if (s->resident)
        return err_add(e, ST_CHECK, "law broken: no warp is left: SM %u: %u and 0", s->id,
                       s->resident);
    uint64_t counted = slots_counted(&s->stats);
    if (counted == s->stats.scheduler_cycles) return ST_OK;
    return err_add(e, ST_CHECK,
                   "law broken: scheduler cycles = issued + stalls: SM %u: %" PRIu64
                   " and %" PRIu64,
                   s->id, s->stats.scheduler_cycles, counted);
}

// ---- who waits for what

static void list_warps(uint64_t set, const sm *s, FILE *f)
{
    fprintf(f, "%s", set & (set - 1) ? " for warps" : " for warp");
    for (; set; set &= set - 1) fprintf(f, " %u", (unsigned)s->warp_in_cta[__builtin_ctzll(set)]);
}

// The barrier at which the warp waits, and who is missing there, by number in the CTA.
static void dump_barrier(const sm *s, unsigned w, FILE *f)
{
    const cta_state *c = &s->ctas[s->cta_of[w]];
    unsigned k = 0;
    while (k < SM_BARRIERS && !(c->barriers[k].waiting & warp_bit(w))) k++;
    if (k == SM_BARRIERS) return;
    const barrier_state *b = &c->barriers[k];
    fprintf(f, "waits at barrier %u", k);
    if (b->needed) fprintf(f, ": %u of %u warps have arrived", b->arrivals, b->needed);
    else list_warps(c->warps & s->live & ~b->arrived, s, f);
}

static uint64_t instruction_line(const sm *s, unsigned w)
{
    return (s->code + (uint64_t)s->warps[w].fetch_pc * WINST_BYTES) &
           ~(uint64_t)(s->c->l1i.line_bytes - 1);
}

static void dump_fetch(const sm *s, unsigned w, FILE *f)
{
    uint64_t line = instruction_line(s, w);
    fprintf(f, "waits for its instructions, line 0x%" PRIx64 ", MSHR %d of the instruction cache",
            line, readonly_cache_mshr_of(&s->l1i, line));
}

static const char *why(const sm *s, uint64_t bit)
{
    if (s->exiting & bit) return "has exited, waits for its loads and stores";
    if (s->fencing & bit) return "waits at a fence for its loads and stores";
    if (s->needs_fetch & bit) return "waits for its turn to fetch";
    if (s->held & bit) return "waits for its requests to leave the request path";
    if (s->by_load & bit) return "waits for registers of a load";
    if (s->by_alu & bit) return "waits for registers";
    if (s->no_load & bit) return "waits for a free load number";
    if ((s->closed.blocked | (s->closed.no_load & s->loads)) & bit)
        return "is kept back by the issue gate";
    if (s->on[UNIT_MEM] & bit) return "waits for the memory pipeline";
    return "could issue";
}

static void dump_warp(const sm *s, unsigned w, FILE *f)
{
    const winst *i = s->warps[w].next;
    uint64_t bit = warp_bit(w);
    fprintf(f, "  SM %u warp %u (CTA slot %u)%s", s->id, w, (unsigned)s->cta_of[w], i ? "" : ": ");
    if (i) fprintf(f, " at line %u: ", (unsigned)i->line);
    if (s->waiting & ~s->fencing & s->live & bit) dump_barrier(s, w, f);
    else if (s->missing & bit) dump_fetch(s, w, f);
    else fprintf(f, "%s", why(s, bit));
    fprintf(f, "; %u loads, %u stores on their way\n", lsu_loads(s->ls, w), lsu_stores(s->ls, w));
    lsu_dump_warp(s->ls, w, f);
}

void sm_waiters(const sm *s, const mreq_waiters *w)
{
    lsu_waiters(s->ls, w);
    for (uint64_t set = s->missing; set; set &= set - 1)
        w->add(w->ctx, &(mreq_waiter){WAITS_CODE, s->id, (unsigned)__builtin_ctzll(set)});
    const l1d_stats *l1 = l1d_get_stats(s->l1);
    if (l1->writebacks != l1->writeback_acks)
        w->add(w->ctx, &(mreq_waiter){WAITS_WRITEBACK, s->id, 0});
}

void sm_view(const sm *s, const mreq_view *v)
{
    lsu_view(s->ls, v);
    l1d_view(s->l1, v);
    readonly_cache_view(&s->l1c, v, "MSHR of the constant cache of SM",
                        "miss queue of the constant cache of SM", s->id);
    readonly_cache_view(&s->l1i, v, "MSHR of the instruction cache of SM",
                        "miss queue of the instruction cache of SM", s->id);
    texture_cache_view(&s->l1t, v, s->id);
}

void sm_view_back(const sm *s, const mreq_view *v)
{
    texture_cache_view_back(&s->l1t, v, s->id);
    lsu_view_back(s->ls, v);
}

void sm_dump(const sm *s, FILE *f)
{
    for (unsigned w = 0; w < s->c->sm.warps; w++) {
        if ((s->live | s->exiting) & warp_bit(w)) dump_warp(s, w, f);
    }
    readonly_cache_dump(&s->l1i, "instruction cache", s->id, f);
    readonly_cache_dump(&s->l1c, "constant cache", s->id, f);
    texture_cache_dump(&s->l1t, s->id, f);
    lsu_dump(s->ls, f);
}
