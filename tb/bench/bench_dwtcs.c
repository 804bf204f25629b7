// bench_dwtcs.c: DWT-CS alone: kernels in which SMs commit instructions and miss in ways that reach
// every decision, with resets at random. Model and RTL are compared in every cycle, the laws
// (dwtcs_laws.h) are checked on the RTL, and there are floors of events, of identities and of
// coincidences (dwtcs_moments.h). See bench.h.
//
// While a kernel is not sampled, it has one of the watch_kind profiles; in each round, each SM
// commits an exact number of instructions (dwtcs_targets.h). A period may have tens of thousands of
// cycles, so that rare situations are constructed (kernel_plan): numbers of kernels that differ in
// one bit from a kernel that is tested next, winners of every number of warps, kernels that are cut
// off and resets that come in a chosen cycle.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "blocks/dwtcs.h"
#include "tb/bench/conclude.h"
#include "tb/bench/dwtcs_kernels.h"

#include <string.h>

static unsigned below(dwtcs_bench *b, uint64_t n) { return dwtcs_below(b, n); }

static unsigned common_factor(unsigned x, unsigned y) { return y ? common_factor(y, x % y) : x; }

// The least misses and instructions that are exactly at the threshold.
static void at_threshold(const config *c, uint64_t *misses, uint64_t *insns)
{
    const unsigned factor = common_factor(1000, c->dwtcs.threshold);
    *misses = c->dwtcs.threshold / factor;
    *insns = 1000 / factor;
}

// ---- what cannot be seen

static bool can_be_exact(const config *c)
{
    uint64_t misses, insns;
    at_threshold(c, &misses, &insns);
    return misses <= c->dwtcs.period && insns <= (uint64_t)c->dwtcs.period * dwtcs_insn_max(c);
}

static bool runs_matter(const config *c) { return c->dwtcs.periods_over > 1; }
static bool has_rounds(const config *c) { return c->gpu.sms < dwtcs_warps(c); }
static bool can_tie(const config *c) { return c->gpu.sms > 1 || dwtcs_warps(c) > 1; }
static bool can_replace(const config *c)
{
    return (uint64_t)1 << c->dwtcs.kernel_bits > c->dwtcs.winners;
}

static const struct {
    const char *event, *rule;
    bool (*met)(const config *c);
} needs[] = {
    {"at_threshold",
     "no period has so few misses and instructions that are exactly at the threshold",
     can_be_exact},
    {"run_ended",
     "structures.dwtcs.periods_over is 1, so that the first period over the threshold starts the "
     "sampling",
     runs_matter},
    {"further_rounds", "there are as many SMs as warps of a scheduler, so that one round tries all",
     has_rounds},
    {"earlier_winner", "one round tries all numbers of warps", has_rounds},
    {"ties", "one SM with one warp", can_tie},
    {"replaced", "there is a place for every kernel number", can_replace},
};

static const char *excluded(const config *c, const char *event)
{
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(needs[i].event, event) == 0) return needs[i].met(c) ? NULL : needs[i].rule;
    }
    return NULL;
}

const char *bench_dwtcs_excluded(const config *c, unsigned event)
{
    return excluded(c, dwtcs_event_table.rows[event].name);
}

// ---- the SMs

// Draws a period that is at the threshold, an instruction below it, or one above.
static void draw_exact(dwtcs_bench *b, unsigned i)
{
    const uint64_t p = b->job->c->dwtcs.period;
    uint64_t misses, insns;
    at_threshold(b->job->c, &misses, &insns);
    uint64_t times = p / misses, more = p * b->insn_max / insns;
    if (more < times) times = more;
    times = times ? 1 + below(b, times) : 0;
    b->misses_left[i] = times * misses;
    b->insns_left[i] = times * insns + (times ? below(b, 3) : 0);
    if (b->insns_left[i]) b->insns_left[i]--;
}

// This cycle's part of what is left of a period, at random, as late as it can be in half of the
// cycles: the last cycle decides too.
static unsigned part_of(dwtcs_bench *b, uint64_t left, uint64_t cycles, unsigned most)
{
    const uint64_t later = (cycles - 1) * most;
    const unsigned high = left < most ? (unsigned)left : most,
                   must = left > later ? (unsigned)(left - later) : 0;
    if (must >= high) return high;
    return below(b, 2) ? must : must + below(b, high - must + 1);
}

static void drive_exact(dwtcs_bench *b, dwtcs_in *in, unsigned i)
{
    const uint64_t p = b->job->c->dwtcs.period, cycles = p - b->moments.cycle % p;
    if (cycles == p) draw_exact(b, i);
    const unsigned insns = part_of(b, b->insns_left[i], cycles, b->insn_max),
                   misses = part_of(b, b->misses_left[i], cycles, 1);
    port_put_field(in->sm_insn_i, i, b->insn_bits, insns);
    port_put_field(in->sm_miss_i, i, 1, misses);
    b->insns_left[i] -= insns;
    b->misses_left[i] -= misses;
}

// The instructions that SM i commits in the first cycle of a period, which may be that of a round;
// of the one that misses only so few that it is over the threshold with them, until the test fires.
static unsigned first_part(dwtcs_bench *b, unsigned i, bool hot)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t cycles = dwtcs_moments_vote_from(&b->moments) - b->moments.cycle,
                   over = (1000 * (uint64_t)k->period - 1) / k->threshold;
    const unsigned n = part_of(b, b->targets.target[i], cycles, b->insn_max);
    return hot && !b->moments.fired && n > over ? (unsigned)over : n;
}

static void drive_watched(dwtcs_bench *b, dwtcs_in *in, unsigned i)
{
    const uint64_t p = b->job->c->dwtcs.period;
    const bool first = b->moments.cycle % p == 0; // may be the first of a round
    const bool hot = i == b->thrasher || b->watch == WATCH_HIGHEST || dwtcs_leaver_is_over(b, i);
    bool miss = (b->watch == WATCH_THRASH || b->watch == WATCH_HIGHEST) && hot;
    if (b->watch == WATCH_NOISE) miss = below(b, 2);
    if (b->watch == WATCH_FLICKER) miss = hot && b->moments.cycle / p % 2 == 0;
    if (b->watch == WATCH_FLICKER && hot && first) miss = false;
    port_put_field(in->sm_insn_i, i, b->insn_bits,
                   b->watch == WATCH_LOWEST            ? b->insn_max
                   : first && b->watch == WATCH_THRASH ? first_part(b, i, hot)
                   : hot                               ? 0
                                                       : below(b, b->insn_max + 1));
    port_put_field(in->sm_miss_i, i, 1, miss);
}

// What the vote before this cycle has compared.
static void see_vote(dwtcs_bench *b)
{
    const dwtcs_moments *m = &b->moments;
    uint64_t most = 0;
    unsigned winner = 0;
    for (unsigned i = 0; i < b->sms; i++) {
        if (m->insns[i] > most) winner = i;
        if (m->insns[i] > most) most = m->insns[i];
    }
    for (unsigned i = 0; i < b->sms; i++) {
        if (i < winner || m->insns[i] == most)
            identity_coverage_pair(&b->apart[DWTCS_INSNS], most, m->insns[i]);
    }
    if (m->best && most > m->best)
        identity_coverage_pair_at(&b->apart[DWTCS_BEST], winner > 0, most, m->best);
}

// A round begins with the first cycle of a period, before the outputs say so.
static void begin_round(dwtcs_bench *b, bool sampled)
{
    const dwtcs_moments *m = &b->moments;
    if (!dwtcs_moments_round_starts(m)) return;
    if (sampled) see_vote(b);
    dwtcs_targets_draw(&b->targets, sampled ? m->round + 1 : 0,
                       sampled ? dwtcs_moments_best(m) : 0);
}

// In a vote nothing counts, whatever the SMs do.
static void drive_vote(dwtcs_bench *b, dwtcs_in *in)
{
    for (unsigned i = 0; i < b->sms; i++) {
        port_put_field(in->sm_insn_i, i, b->insn_bits, below(b, b->insn_max + 1));
        port_put_field(in->sm_miss_i, i, 1, below(b, 2));
    }
}

// SM i's part of what the round is to bring.
static void drive_sampled(dwtcs_bench *b, dwtcs_in *in, unsigned i)
{
    const dwtcs_moments *m = &b->moments;
    const bool starts = dwtcs_moments_round_starts(m);
    const uint64_t done = starts ? 0 : m->insns[i], target = b->targets.target[i],
                   from = starts ? dwtcs_round_cycles(b) : dwtcs_moments_vote_from(m) - m->cycle;
    port_put_field(in->sm_insn_i, i, b->insn_bits,
                   part_of(b, target > done ? target - done : 0, from, b->insn_max));
    port_put_field(in->sm_miss_i, i, 1, below(b, 2));
}

static void drive_sms(dwtcs_bench *b, const dwtcs_out *out, dwtcs_in *in)
{
    const bool sampled = out->sampling_o[0];
    if (b->moments.runs) begin_round(b, sampled);
    if (b->moments.vote >= 0) {
        drive_vote(b, in);
        return;
    }
    for (unsigned i = 0; i < b->sms; i++) {
        if (sampled) drive_sampled(b, in, i);
        else if (b->watch == WATCH_EXACT) drive_exact(b, in, i);
        else drive_watched(b, in, i);
    }
}

// ---- the run

// After some kernels; or after so many that all places have been filled again.
static void reset(dwtcs_bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    b->model.reset(b->model.self);
    lockstep_pair_reset(&b->pair);
    dwtcs_laws_reset(&b->laws);
    dwtcs_moments_reset(&b->moments);
    b->ends_at = below(b, 2) ? 1 : below(b, 2 * b->sms + 4); // what a reset leaves may show late
    b->follows = b->left_idle = false;
    b->resets++;
    b->reset_due = !b->job->weak && dwtcs_misses_a_reset(b) && below(b, 8);
    b->next_reset = 100 + below(b, (k->period * k->periods_over + dwtcs_round_cycles(b) + b->sms) *
                                       (below(b, 2) ? 20 : 20 * (k->winners + 1)));
}

// At once, or in a moment of a kernel that a plan is made for.
static bool resets_now(dwtcs_bench *b)
{
    if (b->next_reset && !--b->next_reset) {
        if (b->job->weak || !below(b, 4)) return true;
        b->reset_due = true;
    }
    return dwtcs_plan_resets(b);
}

// The kernels that the one that runs is compared with, when the test has fired.
static void see_kernels(dwtcs_bench *b, const dwtcs_out *out)
{
    const dwtcs_laws *l = &b->laws;
    const bool fired =
        (out->sampling_o[0] || out->throttled_o[0]) && !b->was_sampling && !b->was_throttled;
    for (unsigned i = 0; fired && i < l->n_kept; i++) {
        const unsigned place = (unsigned)((l->stores - l->n_kept + i) % b->job->c->dwtcs.winners);
        identity_coverage_pair_at(&b->apart[DWTCS_KERNEL],
                                  place % b->apart[DWTCS_KERNEL].comparators, l->kernel,
                                  l->kept[i].kernel);
    }
    b->was_sampling = out->sampling_o[0];
    b->was_throttled = out->throttled_o[0];
}

// A reset has precedence over whatever else comes in its cycle.
static void draw_pulses(dwtcs_bench *b, dwtcs_in *in)
{
    in->kernel_begin_pulse_i[0] = !below(b, 4);
    in->kernel_end_pulse_i[0] = !below(b, 4);
    in->kernel_id_i[0] = below(b, (uint64_t)1 << b->job->c->dwtcs.kernel_bits);
}

static void look(dwtcs_bench *b, dwtcs_out *out)
{
    b->model.valid(b->model.self, (uint64_t *)out);
    dwtcs_moments_begin(&b->moments, out, dwtcs_is_kept(b, b->moments.kernel));
}

static void cycle(void *bench_of)
{
    dwtcs_bench *b = bench_of;
    dwtcs_in in;
    dwtcs_out out, rtl;
    memset(&in, 0, sizeof in);
    look(b, &out);
    const bool resets = resets_now(b);
    drive_sms(b, &out, &in);
    dwtcs_drive_kernel(b, &in);
    if (resets) draw_pulses(b, &in);
    memcpy(&rtl, lockstep_pair_eval(&b->pair, (const uint64_t *)&in), sizeof rtl);
    const bool same =
        lockstep_pair_compare(&b->pair, (const uint64_t *)&in, (const uint64_t *)&out);
    see_kernels(b, &out);
    b->failed = !dwtcs_laws_cycle(&b->laws, &in, &rtl) || !same;
    if (resets) {
        reset(b);
        return;
    }
    lockstep_pair_clock(&b->pair);
    b->model.commit(b->model.self, (const uint64_t *)&in, (const uint64_t *)&out);
    dwtcs_moments_end(&b->moments, &in);
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const dwtcs_bench *b = bench_of;
    return bench_dwtcs_excluded(b->job->c, event);
}

static bench_end end_of(void *bench_of)
{
    dwtcs_bench *b = bench_of;
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &dwtcs_event_table,
                       .seen = b->model.events(b->model.self),
                       .excluded = left_out,
                       .bench = b,
                       .law = b->laws.broken,
                       .identities = b->apart,
                       .n_identities = DWTCS_IDENTITIES,
                       .crosses = b->moments.crosses,
                       .n_crosses = DWTCS_CROSSES,
                       .ran = b->ran,
                       .resets = b->resets,
                       .floor = 1,
                       .failed = b->failed,
                       .reset = true,
                       .help = b->help.text};
}

static void init_identities(dwtcs_bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t numbers = (uint64_t)1 << k->kernel_bits, most = b->moments.most;
    const unsigned bits = 64 - (unsigned)__builtin_clzll(most);
    identity_coverage_init(&b->apart[DWTCS_KERNEL], "kernel", k->kernel_bits, 0);
    identity_coverage_comparators(&b->apart[DWTCS_KERNEL],
                                  k->winners < numbers ? k->winners : (unsigned)numbers - 1);
    identity_coverage_init(&b->apart[DWTCS_INSNS], "insns", bits, 0);
    identity_coverage_init(&b->apart[DWTCS_BEST], "best", bits, 0);
    identity_coverage_comparators(&b->apart[DWTCS_BEST], b->sms > 1 ? 2 : 1);
    b->apart[DWTCS_INSNS].last = most;
    b->apart[DWTCS_BEST].ends = false;
    if (b->sms == 1) b->apart[DWTCS_INSNS].possible = 0, b->apart[DWTCS_INSNS].ends = false;
    if (!(most & (most - 1)))
        b->apart[DWTCS_BEST].possible &= ~most; // nothing but 0 differs from it in that bit alone
    if (!has_rounds(b->job->c)) b->apart[DWTCS_BEST].possible = 0;
}

// Kernels of one round or none, of which a half is stored, for the identities; a kernel for each
// bin that a plan is made for, two where periods are left to the next; and the further rounds of
// those whose winner is not in the first.
uint64_t bench_dwtcs_cycles(const config *c)
{
    enum { KERNELS = 560 };
    const uint64_t sms = c->gpu.sms, rounds = (dwtcs_warps(c) + sms - 1) / sms,
                   watched = (uint64_t)c->dwtcs.period * c->dwtcs.periods_over,
                   round = (uint64_t)c->dwtcs.period * c->dwtcs.periods_sampled + sms,
                   bins = PULSES * (MOMENT_VOTE + sms) + rounds * sms,
                   lefts = DWTCS_LEFTS * c->dwtcs.periods_over,
                   further = sms * rounds * (rounds - 1) / 2 + 2 * rounds;
    return (KERNELS + bins) * (watched + round) + lefts * (2 * watched + round) + further * round;
}

int bench_dwtcs(const bench_job *j, json_t **result, err *e)
{
    dwtcs_bench b = {.job = j,
                     .random = {j->seed},
                     .sms = j->c->gpu.sms,
                     .insn_bits = dwtcs_insn_bits(j->c),
                     .insn_max = dwtcs_insn_max(j->c)};
    dwtcs_moments_init(&b.moments, j->c);
    init_identities(&b);
    b.targets = (dwtcs_targets){.random = &b.random,
                                .m = &b.moments,
                                .insns = &b.apart[DWTCS_INSNS],
                                .best = &b.apart[DWTCS_BEST],
                                .held = bench_held(j, "insns") | bench_held(j, "best"),
                                .weak = j->weak,
                                .best_bit = 1};
    b.next_reset = 100 + below(&b, 1000);
    b.ends_at = 1;
    dwtcs_ports(j->c, b.ports);
    int status = lockstep_pair_init(&b.pair, j->plugin, b.ports, DWTCS_N_PORTS, e);
    if (status == ST_OK)
        status = model_bug_make(&dwtcs_block, j->model_bug, j->c, &b.model, NULL, e);
    if (status != ST_OK) return status;
    dwtcs_laws_init(&b.laws, j->c);
    b.ran = bench_traffic_run(&(bench_traffic){
        .job = j, .bench = &b, .cycle = cycle, .failed = &b.failed, .end = end_of});
    bench_help_period(&b.help, j->c, "structures.dwtcs.period", bench_dwtcs_cycles);
    const bench_end end = end_of(&b);
    status = bench_conclude(&end, result, e);
    for (unsigned i = 0; i < DWTCS_IDENTITIES; i++) identity_coverage_free(&b.apart[i]);
    dwtcs_moments_free(&b.moments);
    lockstep_pair_free(&b.pair);
    b.model.free(b.model.self);
    return status;
}
