// l1d_report.c : counters of the first-level data cache's refusals, laws of its counters, and what
// it says of itself in the report of a stuck machine.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d_state.h"

#include <inttypes.h>

STAT_TABLE(l1d_stat_table, "l1d", L1D_STATS);

void l1d_count_refusal_kinds(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles)
{
    const bool write = r->kind == MREQ_WRITE;
    if (write) (&l->s.write_fail_line)[a - L1D_FAIL_LINE] += cycles;
    if (r->flags & MREQ_LOCAL)
        (write ? &l->s.local_write_fail_line : &l->s.local_read_fail_line)[a - L1D_FAIL_LINE] +=
            cycles;
}

void l1d_count_fail(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles)
{
    CHECK(a >= L1D_FAIL_LINE && a <= L1D_FAIL_MISSQ, "SM %u: answer %d is no reservation failure",
          l->sm, (int)a);
    l1d_count_refusal(l, r, a, cycles);
}

static int law(const l1d *l, err *e, const char *what, uint64_t a, uint64_t b)
{
    if (a == b) return ST_OK;
    return err_add(e, ST_CHECK, "law broken: %s: L1D of SM %u: %" PRIu64 " and %" PRIu64, what,
                   l->sm, a, b);
}

int l1d_check(const l1d *l, err *e)
{
    const l1d_stats *s = &l->s;
    int st = ST_OK;
    st |= law(l, e, "read accesses = hits + pending hits + misses + streamed", s->read_accesses,
              s->read_hits + s->read_pending + s->read_misses + s->streamed_reads);
    st |= law(l, e, "write accesses = hits + pending hits + misses", s->write_accesses,
              s->write_hits + s->write_pending + s->write_misses);
    st |= law(l, e, "a write is sent on, stored or waits for its line", s->write_accesses,
              s->writes_sent + s->writes_stored + s->writes_waited);
    st |= law(l, e, "each miss fills a line", s->read_misses + s->write_fetches,
              s->fills + s->uncached_reads);
    st |= law(l, e, "each read miss is cold or a contention of one class", s->read_misses,
              s->cold_misses + s->contention_intra_warp + s->contention_cross_warp +
                  s->contention_cross_cta);
    if (l->last) {
        st |= law(l, e, "an access that finds its line has one kind of locality",
                  s->read_hits + s->read_pending + s->write_hits + s->write_pending,
                  s->locality_intra_thread + s->locality_inter_thread + s->locality_block +
                      s->locality_core);
    }
    st |= law(l, e, "a read that bypasses the cache overtakes no write of its warp to its line",
              l->overtaken, 0);
    st |= law(l, e, "each write-back is acknowledged", s->writebacks, s->writeback_acks);
    return st;
}

static bool in_missq(const l1d *l, uint64_t addr)
{
    for (uint32_t k = 0; k < l->missq_count; k++) {
        const mreq *r = &l->missq[(l->missq_head + k) % l->missq_places];
        if (r->kind == MREQ_READ && r->addr == addr) return true;
    }
    return false;
}

static void dump_mshr(const l1d *l, uint32_t id, uint64_t line, FILE *f)
{
    const uint64_t addr = line << l->line_shift;
    fprintf(f, "    MSHR %u: line 0x%" PRIx64 " of set %u %s, for loads", id, addr,
            pric_index(&l->index, line),
            in_missq(l, addr) ? "waits in the miss queue for the crossbar"
                              : "was asked of L2, has not come back");
    for (uint32_t k = 0; k < l->mshrs.count[id]; k++)
        fprintf(f, " %u", l->mshrs.slots[(size_t)id * l->mshrs.merges + k].load);
    fprintf(f, "\n");
}

static void dump_awaited(const l1d *l, FILE *f)
{
    for (uint32_t i = 0; i < l->tags.sets * l->tags.ways; i++) {
        if (l->tags.at[i].state == LINE_RESERVED)
            dump_mshr(l, l->tags.at[i].mshr, l->tags.at[i].line, f);
    }
    for (uint32_t i = 0; l->on_fill && i <= l->asked.mask; i++) {
        if (l->asked.line[i] != LINEMAP_FREE)
            dump_mshr(l, (uint32_t)l->asked.value[i], l->asked.line[i], f);
    }
}

void l1d_dump(const l1d *l, FILE *f)
{
    fprintf(f, "  L1D of SM %u: %u of %u MSHRs in use, %u of %u in the miss queue, %s\n", l->sm,
            l->mshrs.n - l->mshrs.n_unused, l->mshrs.n, l->missq_count, l->missq_size,
            l->bypass_full ? "a bypassed read waits for the network" : "no bypass waits");
    dump_awaited(l, f);
    streambypass_seam_dump(l->monitor, f);
}

void l1d_view(const l1d *l, const mreq_view *v)
{
    mshr_view(&l->mshrs, v, PLACE_SM_MSHRS, "MSHR of L1D", l->sm);
    for (uint32_t k = 0; k < l->missq_count; k++)
        mreq_show(v, &l->missq[(l->missq_head + k) % l->missq_places], PLACE_IN_TRANSIT,
                  "miss queue of L1D", l->sm);
    if (l->bypass_full) mreq_show(v, &l->bypass, PLACE_IN_TRANSIT, "bypass slot of L1D", l->sm);
}
