// dwtcs.c: see dwtcs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/dwtcs.h"

#include "blocks/dwtcs_state.h"

#include <stdlib.h>
#include <string.h>

dwtcs *dwtcs_new(const config *c)
{
    dwtcs *d = wl_calloc(1, sizeof *d);
    d->c = c->dwtcs;
    d->sms = c->gpu.sms;
    d->warps = dwtcs_warps(c);
    d->insn_bits = dwtcs_insn_bits(c);
    d->limit_bits = dwtcs_limit_bits(c);
    d->insn_max = dwtcs_insn_max(c);
    CHECK(d->sms <= DWTCS_MAX_SMS && d->c.winners <= DWTCS_MAX_WINNERS, "dwtcs: %u SMs, %u winners",
          d->sms, d->c.winners);
    return d;
}

void dwtcs_free(dwtcs *d) { free(d); }

void dwtcs_reset(dwtcs *d)
{
    d->phase = DWTCS_OFF;
    d->n_winners = d->oldest = 0;
}

// ---- outputs

// Warps that SM i (from 0) tries.
static unsigned tried(const dwtcs *d, unsigned i)
{
    const unsigned n = d->round * d->sms + i + 1;
    return n < d->warps ? n : d->warps;
}

static unsigned limit_of(const dwtcs *d, unsigned i)
{
    if (d->phase == DWTCS_SAMPLE) return tried(d, i);
    return d->phase == DWTCS_THROTTLE ? d->limit : d->warps;
}

void dwtcs_valid(const dwtcs *d, dwtcs_out *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < d->sms; i++)
        port_put_field(out->sm_limit_o, i, d->limit_bits, limit_of(d, i));
    out->sampling_o[0] = d->phase == DWTCS_SAMPLE;
    out->throttled_o[0] = d->phase == DWTCS_THROTTLE;
    out->idle_o[0] = d->phase == DWTCS_OFF;
}

// ---- winners

static int find_winner(const dwtcs *d)
{
    for (unsigned i = 0; i < d->n_winners; i++) {
        if (d->winners[i].kernel == d->kernel) return (int)i;
    }
    return -1;
}

static void store(dwtcs *d, unsigned warps)
{
    unsigned at = d->n_winners;
    d->events.stored++;
    if (at == d->c.winners) {
        d->events.replaced++;
        at = d->oldest;
        d->oldest = (d->oldest + 1) % d->c.winners;
    } else {
        d->n_winners++;
    }
    d->winners[at].kernel = d->kernel;
    d->winners[at].warps = warps;
}

static void throttle(dwtcs *d, unsigned warps)
{
    d->phase = DWTCS_THROTTLE;
    d->limit = warps;
}

// ---- watch

static bool is_over(const dwtcs *d, const dwtcs_meter *m)
{
    return DWTCS_PER * m->misses > d->c.threshold * m->insns;
}

// One SM's period: has it been over for the Nth time running?
static bool test_one(dwtcs *d, dwtcs_meter *m)
{
    const bool over = is_over(d, m);
    d->events.exceeded += over;
    d->events.at_threshold += m->misses && DWTCS_PER * m->misses == d->c.threshold * m->insns;
    d->events.run_ended += !over && m->run;
    m->run = over ? m->run + 1 : 0;
    return m->run >= d->c.periods_over;
}

static void restart(dwtcs *d)
{
    for (unsigned i = 0; i < d->sms; i++) d->meters[i].insns = d->meters[i].misses = 0;
}

// Behind the last period of a round lies the vote, a cycle for each SM.
static void leave_room_for_vote(dwtcs *d)
{
    if (d->periods_left == 1) d->decides_at += d->sms;
}

static void sample(dwtcs *d, unsigned round)
{
    d->phase = DWTCS_SAMPLE;
    d->round = round;
    d->periods_left = d->c.periods_sampled;
    leave_room_for_vote(d);
}

static void test(dwtcs *d)
{
    bool fired = false;
    for (unsigned i = 0; i < d->sms; i++) fired = test_one(d, &d->meters[i]) || fired;
    d->events.periods++;
    restart(d);
    if (!fired) return;
    const int known = find_winner(d);
    if (known >= 0) {
        d->events.applied++;
        throttle(d, d->winners[known].warps);
    } else {
        d->events.samplings++;
        sample(d, 0);
    }
}

// ---- sample

// The best of this round: of equals the lower SM, which has fewer warps. *shared: there are equals.
static unsigned most_insns(const dwtcs *d, bool *shared)
{
    unsigned best = 0;
    *shared = false;
    for (unsigned i = 1; i < d->sms; i++) {
        const uint64_t n = d->meters[i].insns, most = d->meters[best].insns;
        *shared = n == most || (*shared && n < most);
        if (n > most) best = i;
    }
    return best;
}

static void count_full(dwtcs *d)
{
    const uint64_t full = (uint64_t)d->insn_max * d->c.period * d->c.periods_sampled;
    for (unsigned i = 0; i < d->sms; i++) d->events.full_counts += d->meters[i].insns == full;
}

static void vote(dwtcs *d)
{
    bool shared;
    const unsigned i = most_insns(d, &shared);
    dwtcs_contestant won = {.warps = tried(d, i), .insns = d->meters[i].insns};
    const bool last = i == d->sms - 1;
    const bool earlier = d->round && won.insns <= d->best.insns;
    d->events.rounds++;
    d->events.ties += shared || (d->round && won.insns == d->best.insns);
    d->events.earlier_winner += earlier;
    count_full(d);
    restart(d);
    if (earlier) won = d->best;
    if (last && !earlier && won.warps < d->warps) {
        d->events.further_rounds++;
        d->best = won;
        sample(d, d->round + 1);
        return;
    }
    store(d, won.warps);
    throttle(d, won.warps);
}

static void sampled_period(dwtcs *d)
{
    if (--d->periods_left == 0) vote(d);
    else leave_room_for_vote(d);
}

// ---- the clock edge

static void count(dwtcs *d, const dwtcs_in *in)
{
    for (unsigned i = 0; i < d->sms; i++) {
        d->meters[i].insns += port_field(in->sm_insn_i, i, d->insn_bits);
        d->meters[i].misses += port_field(in->sm_miss_i, i, 1);
    }
}

static void end_kernel(dwtcs *d, bool votes)
{
    d->events.aborted += d->phase == DWTCS_SAMPLE;
    d->events.aborted_at_vote += votes;
    d->phase = DWTCS_OFF;
}

static void begin_kernel(dwtcs *d, unsigned kernel)
{
    d->events.kernels++;
    d->phase = DWTCS_WATCH;
    d->kernel = kernel;
    d->cycle = 0;
    d->decides_at = d->c.period;
    restart(d);
    for (unsigned i = 0; i < d->sms; i++) d->meters[i].run = 0;
}

static void count_cycles(dwtcs *d, uint64_t cycles)
{
    d->events.cycles += cycles;
    if (d->phase == DWTCS_SAMPLE) d->events.sampling_cycles += cycles;
    if (d->phase != DWTCS_THROTTLE) return;
    d->events.throttled_cycles += cycles;
    d->events.throttled_warps += cycles * d->limit;
}

static void run_cycle(dwtcs *d, const dwtcs_in *in)
{
    if (dwtcs_is_decision(d)) {
        d->decides_at += d->c.period;
        if (d->phase == DWTCS_WATCH) test(d);
        else sampled_period(d);
    }
    if (in && !dwtcs_votes_now(d)) count(d, in);
    d->cycle++;
}

void dwtcs_commit(dwtcs *d, const dwtcs_in *in)
{
    count_cycles(d, 1);
    const bool begin = in->kernel_begin_pulse_i[0], end = in->kernel_end_pulse_i[0];
    if (begin || end) end_kernel(d, dwtcs_is_vote(d));
    else if (d->phase != DWTCS_OFF) run_cycle(d, in);
    if (begin) begin_kernel(d, (unsigned)in->kernel_id_i[0]);
}

void dwtcs_skip(dwtcs *d, uint64_t cycles)
{
    if (!cycles) return;
    count_cycles(d, cycles);
    if (d->phase == DWTCS_OFF) return;
    const uint64_t passed = cycles - 1;
    CHECK(d->phase == DWTCS_THROTTLE || d->cycle + passed <= d->decides_at,
          "dwtcs_skip of %llu cycles from cycle %llu of a kernel goes over a decision",
          (unsigned long long)cycles, (unsigned long long)d->cycle);
    d->cycle += passed;
    run_cycle(d, NULL);
}

const dwtcs_events *dwtcs_get_events(const dwtcs *d) { return &d->events; }

void dwtcs_dump(const dwtcs *d, FILE *f)
{
    static const char *const names[] = {[DWTCS_OFF] = "no kernel",
                                        [DWTCS_WATCH] = "watches",
                                        [DWTCS_SAMPLE] = "samples",
                                        [DWTCS_THROTTLE] = "throttles"};
    fprintf(f, "dwtcs: %s, kernel %u, its cycle %llu, round %u, %u periods left, limit %u\n",
            names[d->phase], d->kernel, (unsigned long long)d->cycle, d->round, d->periods_left,
            d->limit);
    for (unsigned i = 0; d->phase != DWTCS_OFF && i < d->sms; i++) {
        const dwtcs_meter *m = &d->meters[i];
        fprintf(f, " SM %u: %llu instructions, %llu misses, over for %u periods, limit %u\n", i,
                (unsigned long long)m->insns, (unsigned long long)m->misses, m->run,
                limit_of(d, i));
    }
}

// ---- as the machine and lockstep step it: ports are arrays of words there

STAT_TABLE(dwtcs_event_table, "dwtcs", DWTCS_EVENTS);

static int dev_exercised(const uint64_t *events, err *e)
{
    const dwtcs_events *v = (const dwtcs_events *)(const void *)events;
    return v->kernels ? ST_OK
                      : err_add(e, ST_CHECK, "the run has not exercised DWT-CS: no kernel began");
}

static void *dev_make(const config *c, err *e)
{
    (void)e;
    return dwtcs_new(c);
}

static bool dev_used(const uint64_t *in)
{
    const dwtcs_in *i = (const dwtcs_in *)(const void *)in;
    return i->kernel_begin_pulse_i[0] || i->kernel_end_pulse_i[0];
}

BLOCK_MODEL_OF_STATE(dwtcs);
