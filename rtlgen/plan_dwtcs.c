// plan_dwtcs.c : DWT-CS as a block of the generator: its widths, its modules, its channels, its page.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/dwtcs.h"
#include "rtlgen/plan.h"

enum { PER_INSNS = 1000 }; // MPKI: misses a thousand instructions

static void set_widths(const config *c, dwtcs_plan *d)
{
    const uint64_t insns = (uint64_t)c->dwtcs.period * dwtcs_insn_max(c), lost = (uint64_t)c->dwtcs.period * d->miss_times, allowed = insns * d->insn_times;
    d->score_w = plan_bits_to_hold(lost > allowed ? lost : allowed) + 1; // from -1 - allowed to lost - 1
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

static void plan(rtl_plan *p)
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
    p->widths[p->n_widths++] = (rtl_width){"KERNEL_W", k->kernel_bits, "kernel number, bits", {"id"}};
}

static void holes(const rtl_plan *p, writer *w)
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
    writer_set(w, "INSN_MAX", "%u", dwtcs_insn_max(p->c));
    writer_set(w, "INSN_UNIT", "%s", p->c->dwtcs.instructions == INSN_THREAD ? "thread instructions" : "warp instructions");
}

static const rtl_channel channels[] = {
    {"kernel", "fire and forget. A begin ends a kernel that runs; in one cycle with an end it comes after it\n"},
    {"sm", "every cycle: fields side by side, SM 0 in the lowest bits. sm_limit_o comes from state only\n"},
    {"status", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module modules[] = {
    {"dwtcs_meter", "gen_dwtcs.c", gen_dwtcs_meter, NULL},
    {"dwtcs_vote", "gen_dwtcs.c", gen_dwtcs_vote, NULL},
    {"dwtcs_winners", "gen_dwtcs_ctl.c", gen_dwtcs_winners, NULL},
    {"dwtcs_ctl", "gen_dwtcs_ctl.c", gen_dwtcs_ctl, NULL},
    {"dwtcs", "gen_dwtcs.c", gen_dwtcs, NULL},
    {NULL, NULL, NULL, NULL},
};

static const char PAGE[] =
    "# @{TOP}: dynamic warp throttling by core sampling\n"
    "\n"
    "After DWT-PRIC (GPGPU-8 2015), section 4.2: one instance for the @{SMS} SMs of a GPU. When an SM's L1D misses too often, the SMs\n"
    "try different numbers of warps, and all take the number of the one that did most.\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough). All outputs come from state.\n"
    "\n"
    "- A kernel runs from the cycle after its begin to that of its end. Its first period of @{PERIOD} cycles begins with it.\n"
    "- In the first cycle of a period the one before is tested: an SM is over when 1000 misses > @{THRESHOLD} @{INSN_UNIT}. An SM\n"
    "  that is over in @{N} periods running starts the sampling: SM i (from 1) tries min(i, @{WARPS}) warps a scheduler for @{M} periods.\n"
    "- In the first cycle after a round the SM with most @{INSN_UNIT} wins, of equals that with fewer warps. When the last SM wins\n"
    "  with fewer than @{WARPS} warps, a further round tries the next @{SMS}; the winner so far stays in the contest.\n"
    "- The winner's number holds for all SMs until the kernel ends, and is kept (@{WINNERS} kernels, the one stored longest ago makes\n"
    "  room): when the test fires in the same kernel again it is applied without sampling.\n"
    "- A kernel's end, or the next one's begin, ends all this and stores nothing, in the cycle of a decision too.\n"
    "- Decisions show at the outputs in the next cycle. Counters are as wide as the largest sum; they never wrap.\n"
    "\n";

static void page(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, PAGE);
}

static bool enabled(const config *c) { return c->dwtcs.enable; }

const rtl_block rtl_dwtcs = {"dwtcs", "structures.dwtcs", enabled, modules, channels, plan, holes, page};
