// plan.c : the streaming bypass as a block of the generator: its score.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "config/ports/streambypass.h"

static const rtl_range ranges[] = {{"acc_i", "ACC_W"}, {"miss_i", "ACC_W"}, {NULL, NULL}};

void streambypass_make_plan(rtl_plan *p)
{
    enum { WHOLE = 100000 }; // thousandths of a percent
    const struct cfg_streambypass *k = &p->c->streambypass;
    streambypass_plan *s = &p->streambypass;
    const uint32_t by = plan_common_divisor(WHOLE, k->threshold);
    *s = (streambypass_plan){.period = k->period,
                             .up = (WHOLE - k->threshold) / by,
                             .down = k->threshold / by,
                             .accesses = k->accesses};
    const uint64_t most = (uint64_t)(s->up > s->down ? s->up : s->down) * k->period * k->accesses;
    s->score_w = cfg_index_bits(most + 1) + 1; // and a sign
    streambypass_ports(p->c, p->ports);
    p->n_ports = STREAMBYPASS_N_PORTS;
    p->clocked = true;
    plan_add_baked(p, "ACCESSES", s->accesses, "", "accesses of a cycle at most");
    plan_add_baked(p, "ACC_W", streambypass_acc_bits(p->c), "$clog2(ACCESSES + 1)",
                   "such a number of accesses, bits");
    plan_name_widths(p, ranges);
}

void streambypass_set_values(const rtl_plan *p, writer *w)
{
    const streambypass_plan *s = &p->streambypass;
    const uint32_t t = p->c->streambypass.threshold;
    writer_set(w, "PERIOD", "%llu", (unsigned long long)s->period);
    writer_set(w, "PERCENT", "%u.%03u", t / 1000, t % 1000);
    writer_set(w, "UP", "%u", s->up);
    writer_set(w, "DOWN", "%u", s->down);
    writer_set(w, "RATIO", "%u/%u", s->down, s->up + s->down);
    writer_set(w, "ACCESSES", "%u", s->accesses);
    writer_set(w, "SCORE_W", "%u", s->score_w);
    writer_flag(w, "MANY", s->accesses > 1);
    writer_flag(w, "SOME",
                s->accesses & (s->accesses + 1)); // the bits of a number of accesses could say more
}
