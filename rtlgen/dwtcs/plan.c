// plan.c : DWT-CS as a block of the generator: its sizes.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/dwtcs.h"

enum { PER_INSNS = 1000 }; // MPKI: misses a thousand instructions

static const rtl_range ranges[] = {
    {"kernel_id_i", "KERNEL_W"},
    {"sm_insn_i", "SMS*INSN_W"},
    {"sm_miss_i", "SMS"},
    {"sm_limit_o", "SMS*LIMIT_W"},
    {NULL, NULL},
};

void dwtcs_make_plan(rtl_plan *p)
{
    dwtcs_plan *d = &p->dwtcs;
    const struct cfg_dwtcs *k = &p->c->dwtcs;
    const unsigned factor = plan_common_divisor(PER_INSNS, k->threshold);
    *d = (dwtcs_plan){.sms = p->c->gpu.sms, .warps = dwtcs_warps(p->c), .winners = k->winners};
    d->miss_times = PER_INSNS / factor;
    d->insn_times = k->threshold / factor;
    d->limit_w = dwtcs_limit_bits(p->c);
    d->count_w = plan_bits_to_hold((uint64_t)k->period * dwtcs_insn_max(p->c) * k->periods_sampled);
    dwtcs_ports(p->c, p->ports);
    p->n_ports = DWTCS_N_PORTS;
    p->clocked = true;
    plan_add_baked(p, "SMS", d->sms, "", "SMs");
    plan_add_baked(p, "WARPS", d->warps, "", "warps of a scheduler: the limit that limits nothing");
    plan_add_baked(p, "INSN_MAX", dwtcs_insn_max(p->c), "",
                   "instructions that an SM can commit in a cycle");
    plan_add_baked(p, "INSN_W", dwtcs_insn_bits(p->c), "$clog2(INSN_MAX + 1)",
                   "such a number of instructions, bits");
    plan_add_baked(p, "LIMIT_W", d->limit_w, "$clog2(WARPS + 1)", "a number of warps, bits");
    plan_add_width(p, "KERNEL_W", k->kernel_bits, "kernel number, bits");
    plan_name_widths(p, ranges);
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
    writer_set(w, "LIMIT_W", "%u", d->limit_w);
    writer_set(w, "COUNT_W", "%u", d->count_w);
    writer_set(w, "MISS_TIMES", "%u", d->miss_times);
    writer_set(w, "INSN_TIMES", "%u", d->insn_times);
    writer_set(w, "INSN_MAX", "%u", dwtcs_insn_max(p->c));
    writer_set(w, "INSN_UNIT", "%s",
               p->c->dwtcs.instructions == INSN_THREAD ? "thread instructions"
                                                       : "warp instructions");
}
