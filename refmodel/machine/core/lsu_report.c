// lsu_report.c: checks the laws of the load/store unit, and tells for a stuck report what it waits
// for. See lsu.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/lsu_state.h"

#include <inttypes.h>

static int law(const lsu *l, err *e, bool holds, const char *what, uint64_t a, uint64_t b)
{
    if (holds) return ST_OK;
    return err_add(e, ST_CHECK, "law broken: %s: SM %u: %" PRIu64 " and %" PRIu64, what, l->w.sm, a,
                   b);
}

int lsu_check(const lsu *l, bool at_end, err *e)
{
    if (request_path_check(l->path, e)) return ST_CHECK;
    if (l->pool && warppool_seam_check(l->pool, e)) return ST_CHECK;
    if (law(l, e, !l->unexpected_replies, "every reply is awaited (unexpected replies)",
            l->unexpected_replies, 0))
        return ST_CHECK;
    if (!at_end) return ST_OK;
    const sm_stats *s = l->w.stats;
    const l1d_stats *c = l1d_get_stats(l->w.l1);
    uint64_t made = s->load_requests + s->store_requests + s->atomic_requests;
    uint64_t asked = s->load_requests + s->atomic_requests,
             accesses = c->read_accesses + c->cg_reads + c->write_accesses + c->atomics;
    int st = ST_OK;
    st |= law(l, e, lsu_idle(l),
              "nothing is left in the load/store unit (instructions, unfinished loads)", l->count,
              l->busy_loads);
    st |= law(l, e, made == l->accepted + l->bypassed_requests,
              "requests made = accepted by L1D + bypassing it", made,
              l->accepted + l->bypassed_requests);
    st |= law(l, e, s->returned == asked, "each request of a load or atomic returns once", asked,
              s->returned);
    st |= law(l, e, s->acks == s->store_requests, "each request of a store is acknowledged once",
              s->store_requests, s->acks);
    st |= law(l, e, s->loads_done == s->loads + s->atomics, "each load and atomic ends once",
              s->loads + s->atomics, s->loads_done);
    st |= law(l, e, accesses + s->merged == l->accepted,
              "accesses of L1D + atomics and ld.cg + merged requests = requests accepted",
              accesses + s->merged, l->accepted);
    return st | l1d_check(l->w.l1, e);
}

static void dump_entry(const lsu *l, FILE *f)
{
    const entry *en = &l->ring[l->first];
    fprintf(f,
            "  SM %u memory pipeline: %u instructions, oldest: warp %u, line %u, enters in cycle "
            "%" PRIu64 ", %u requests or passes to go\n",
            l->w.sm, l->count, (unsigned)en->warp, (unsigned)en->i->line, en->enter,
            (unsigned)en->left);
}

void lsu_dump_warp(const lsu *l, unsigned warp, FILE *f)
{
    for (unsigned k = 0; k < l->c->sm.loads_per_warp; k++) {
        unsigned number = warp * l->c->sm.loads_per_warp + k;
        const load_entry *d = &l->loads[number];
        if (!d->outstanding) continue;
        fprintf(f, "    load %u (line %u, issued in cycle %" PRIu64 "): %u %s not back\n", number,
                (unsigned)d->i->line, d->issued, (unsigned)d->outstanding,
                d->read_only && d->i->texture ? "lines of the texture cache"
                : d->read_only                ? "lines of the constant cache"
                                              : "requests");
    }
}

void lsu_dump(const lsu *l, FILE *f)
{
    static const char *const answers[] = {"hit",
                                          "miss",
                                          "stored",
                                          "pending hit",
                                          "held",
                                          "all ways of its set reserved",
                                          "no free MSHR",
                                          "merge list full",
                                          "miss queue full"};
    if (l->count) dump_entry(l, f);
    for (uint32_t set = l->heads; set; set &= set - 1) {
        const unsigned b = (unsigned)__builtin_ctz(set);
        const mreq *r = &l->head[b];
        fprintf(f,
                "  SM %u oldest request: warp %u, %s at 0x%" PRIx64
                ", waits for the request path%s%s\n",
                l->w.sm, (unsigned)r->warp, r->kind == MREQ_WRITE ? "store" : "load", r->addr,
                l->head_stuck ? ": L1D refuses it: " : "",
                l->head_stuck ? answers[l->cause[b]] : "");
    }
    for (uint32_t set = l->queued; set; set &= set - 1) {
        fprintf(f, "  SM %u: %u requests behind it, on their way to L1D's tags\n", l->w.sm,
                l->queue_count[__builtin_ctz(set)]);
    }
    if (l->signals.miss_waits && !chan_can_push(l->w.request))
        fprintf(f, "  SM %u miss queue waits for the crossbar\n", l->w.sm);
    if (l->busy_loads)
        fprintf(f, "  SM %u: %u loads and %u stores have not come back\n", l->w.sm, l->busy_loads,
                l->busy_stores);
    if (l->pool) warppool_seam_dump(l->pool, f);
    else request_path_dump(l->path, f);
    if (!l1d_idle(l->w.l1)) l1d_dump(l->w.l1, f);
}
