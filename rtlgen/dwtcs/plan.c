// plan.c : DWT-CS as a block of the generator: its sizes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/dwtcs.h"

enum { PER_INSNS = 1000 }; // MPKI: misses a thousand instructions

static void set_widths(const config *c, dwtcs_plan *d)
{
    const uint64_t insns = (uint64_t)c->dwtcs.period * dwtcs_insn_max(c),
                   lost = (uint64_t)c->dwtcs.period * d->miss_times,
                   allowed = insns * d->insn_times;
    d->score_w =
        plan_bits_to_hold(lost > allowed ? lost : allowed) + 1; // from -1 - allowed to lost - 1
    d->insn_w = dwtcs_insn_bits(c);
    d->limit_w = dwtcs_limit_bits(c);
    d->sm_w = cfg_index_bits(d->sms);
    d->tick_w = cfg_index_bits(c->dwtcs.period);
    d->count_w = plan_bits_to_hold(insns * c->dwtcs.periods_sampled);
    d->run_w = plan_bits_to_hold(c->dwtcs.periods_over - 1);
    d->left_w = plan_bits_to_hold(c->dwtcs.periods_sampled);
    d->sum_w = plan_bits_to_hold((uint64_t)d->warps + d->sms);
    d->slot_w = cfg_index_bits(d->winners);
}

void dwtcs_make_plan(rtl_plan *p)
{
    dwtcs_plan *d = &p->dwtcs;
    const struct cfg_dwtcs *k = &p->c->dwtcs;
    const unsigned factor = plan_common_divisor(PER_INSNS, k->threshold);
    *d = (dwtcs_plan){.sms = p->c->gpu.sms, .warps = dwtcs_warps(p->c), .winners = k->winners};
    d->miss_times = PER_INSNS / factor;
    d->insn_times = k->threshold / factor;
    set_widths(p->c, d);
    dwtcs_ports(p->c, p->ports);
    p->n_ports = DWTCS_N_PORTS;
    p->clocked = true;
    p->widths[p->n_widths++] =
        (rtl_width){"KERNEL_W", k->kernel_bits, "kernel number, bits", {"id"}};
}

void dwtcs_set_values(const rtl_plan *p, writer *w)
{
    const dwtcs_plan *d = &p->dwtcs;
    writer_set(w, "SMS", "%u", d->sms);
    writer_set(w, "WARPS", "%u", d->warps);
    writer_set(w, "WINNERS", "%u", d->winners);
    writer_set(w, "THRESHOLD", "%u", p->c->dwtcs.threshold);
    writer_set(w, "N", "%u", p->c->dwtcs.periods_over);
    writer_set(w, "M", "%u", p->c->dwtcs.periods_sampled);
    writer_set(w, "PERIOD", "%u", p->c->dwtcs.period);
    writer_set(w, "KERNEL_BITS", "%u", p->c->dwtcs.kernel_bits);
    writer_set(w, "INSN_W", "%u", d->insn_w);
    writer_set(w, "LIMIT_W", "%u", d->limit_w);
    writer_set(w, "SM_W", "%u", d->sm_w);
    writer_set(w, "TICK_W", "%u", d->tick_w);
    writer_set(w, "COUNT_W", "%u", d->count_w);
    writer_set(w, "RUN_W", "%u", d->run_w);
    writer_set(w, "LEFT_W", "%u", d->left_w);
    writer_set(w, "SUM_W", "%u", d->sum_w);
    writer_set(w, "SLOT_W", "%u", d->slot_w);
    writer_set(w, "SCORE_W", "%u", d->score_w);
    writer_set(w, "MISS_TIMES", "%u", d->miss_times);
    writer_set(w, "INSN_MAX", "%u", dwtcs_insn_max(p->c));
    writer_set(w, "INSN_UNIT", "%s",
               p->c->dwtcs.instructions == INSN_THREAD ? "thread instructions"
                                                       : "warp instructions");
}
