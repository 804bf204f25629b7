// plan_streambypass.c : the streaming bypass as a block of the generator: its sizes, its channels, its page.
//
// The miss rate is tested without a divider or a multiplier by a variable: with the threshold as a fraction in lowest terms,
// DOWN / (UP + DOWN), a score rises by UP with a miss and falls by DOWN with a hit. Its sign at the end of a period is the answer.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/streambypass.h"
#include "rtlgen/plan.h"

static void plan(rtl_plan *p)
{
    enum { WHOLE = 100000 }; // thousandths of a percent
    const struct cfg_streambypass *k = &p->c->streambypass;
    streambypass_plan *s = &p->streambypass;
    const uint32_t by = plan_common_divisor(WHOLE, k->threshold);
    *s = (streambypass_plan){.period = k->period, .up = (WHOLE - k->threshold) / by, .down = k->threshold / by, .accesses = k->accesses};
    const uint64_t most = (uint64_t)(s->up > s->down ? s->up : s->down) * k->period * k->accesses;
    s->count_w = cfg_index_bits(k->period);
    s->acc_w = streambypass_acc_bits(p->c);
    s->score_w = cfg_index_bits(most + 1) + 1; // and a sign
    streambypass_ports(p->c, p->ports);
    p->n_ports = STREAMBYPASS_N_PORTS;
    p->clocked = true;
}

static void holes(const rtl_plan *p, writer *w)
{
    const streambypass_plan *s = &p->streambypass;
    const uint32_t t = p->c->streambypass.threshold;
    writer_set(w, "PERIOD", "%llu", (unsigned long long)s->period);
    writer_set(w, "LAST", "%llu", (unsigned long long)s->period - 1);
    writer_set(w, "PERCENT", "%u.%03u", t / 1000, t % 1000);
    writer_set(w, "UP", "%u", s->up);
    writer_set(w, "DOWN", "%u", s->down);
    writer_set(w, "RATIO", "%u/%u", s->down, s->up + s->down);
    writer_set(w, "ACCESSES", "%u", s->accesses);
    writer_set(w, "COUNT_W", "%u", s->count_w);
    writer_set(w, "ACC_W", "%u", s->acc_w);
    writer_set(w, "SCORE_W", "%u", s->score_w);
    writer_flag(w, "MANY", s->accesses > 1);
}

static const rtl_channel channels[] = {
    {"acc", "what the cache has served in this cycle. No handshake.\n"},
    {"mode", "from state only\n"},
    {NULL, NULL},
};

static const rtl_module modules[] = {
    {"streambypass", "gen_streambypass.c", gen_streambypass, NULL},
    {NULL, NULL, NULL, NULL},
};

static const char PAGE[] =
    "# @{TOP}: closes a cache that streams\n"
    "\n"
    "After DWT-PRIC (GPGPU-8 2015), section 4.1: the miss rate of each period of @{PERIOD} cycles is compared with @{PERCENT} %. Put one\n"
    "beside a cache, in its clock. While `bypass_o` is 1 the cache keeps tags without data, accesses go to the next level, and a tag\n"
    "that is found counts as a hit, whether its data is there or not: so a cache is opened again when it would help.\n"
    "\n"
    "There is no divider: the threshold is @{RATIO} in lowest terms, so a score that rises by @{UP} with a miss and falls by @{DOWN} with a\n"
    "hit is above zero exactly when the miss rate is above the threshold. Its @{SCORE_W} bits hold the largest score of a period.\n"
    "\n"
    "## In cycles\n"
    "\n"
    "Clock `clk_i`, synchronous reset `rst_ni` (active low, one cycle is enough): open, nothing counted, a period begins.\n"
    "\n"
    "- Accesses of a cycle are counted for that cycle's period, the first cycle and the last included; at most @{ACCESSES} a cycle.\n"
    "- In the first cycle of a period the one before is judged: above the threshold `bypass_o` is 1 from the next cycle on, below it 0.\n"
    "- At exactly the threshold, and without any access, the mode stays.\n"
    "\n";

static void page(const rtl_plan *p, writer *w)
{
    (void)p;
    writer_put(w, PAGE);
}

static bool enabled(const config *c) { return c->streambypass.enable; }

const rtl_block rtl_streambypass = {"streambypass", "structures.streambypass", enabled, modules, channels, plan, holes, page};
