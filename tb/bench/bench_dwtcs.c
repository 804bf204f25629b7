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
#include "tb/bench/dwtcs_laws.h"
#include "tb/bench/dwtcs_moments.h"
#include "tb/bench/dwtcs_targets.h"
#include "tb/bench/identity_coverage.h"
#include "tb/lockstep/lockstep_pair.h"

#include <string.h>

// While watched: some SM misses in every cycle and commits little; none misses; at the threshold to
// an instruction; over in every other period; as many instructions as can be, and no miss; no
// instruction, and a miss of each SM in each cycle; anything.
typedef enum watch_kind {
    WATCH_THRASH,
    WATCH_CALM,
    WATCH_EXACT,
    WATCH_FLICKER,
    WATCH_LOWEST,
    WATCH_HIGHEST,
    WATCH_NOISE,
    WATCH_KINDS
} watch_kind;

// What a kernel is for: its number differs in one bit from the base, and its winner is stored,
// after one round or after two; an SM is to win that has not; it ends, or there is a reset, in a
// certain moment; it has the number of the base, and ends while it is sampled; it has been there
// before; anything.
typedef enum kernel_plan {
    KERNEL_STORED,
    KERNEL_ROUNDS,
    KERNEL_TRIAL,
    KERNEL_CUT,
    KERNEL_BASE,
    KERNEL_AGAIN,
    KERNEL_ANY
} kernel_plan;

enum { RECENT = 16 };

typedef enum dwtcs_identity {
    DWTCS_KERNEL, // that runs, and those whose winners are kept, when the test fires; a comparator
                  // per place
    DWTCS_INSNS,  // instructions of the round's winner and of the other SMs
    DWTCS_BEST,   // of a round's winner and of the winner of the rounds before
    DWTCS_IDENTITIES
} dwtcs_identity;

typedef struct bench {
    const bench_job *job;
    port ports[DWTCS_N_PORTS];
    block_dev model;
    lockstep_pair lane;
    dwtcs_laws laws;
    dwtcs_moments moments; // where the kernel is
    dwtcs_targets targets; // of each SM in this round
    rng random;
    uint64_t resets, next_reset;
    bool reset_due; // the next kernel's plan is a reset
    unsigned sms, insn_bits, insn_max;
    bool failed;
    // the kernel
    uint64_t ends_at; // cycle of it; between kernels: cycles of rest
    watch_kind watch;
    unsigned thrasher;
    kernel_plan plan;
    unsigned cut_row; // KERNEL_CUT: of CROSS_PULSE
    dwtcs_pulse cut_pulse;
    bool follows; // the next kernel has the number of this one, which a decision's cycle cut off
    unsigned followed;
    uint64_t base;                    // number of the kernel from which others differ in one bit
    unsigned kernels, recent[RECENT]; // kernels so far, the numbers of the last ones
    bool was_sampling, was_throttled;
    identity_coverage apart[DWTCS_IDENTITIES];
    uint64_t insns_left[DWTCS_LAW_SMS], misses_left[DWTCS_LAW_SMS]; // WATCH_EXACT: of this period
} bench;

static unsigned below(bench *b, uint64_t n) { return (unsigned)rng_below(&b->random, n); }

#define PICK(b, ...) \
    pick(b, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

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

// ---- kernels

static uint64_t round_cycles(const bench *b)
{
    return (uint64_t)b->job->c->dwtcs.period * b->job->c->dwtcs.periods_sampled;
}

// The rounds that the plan asks for, to the cycle in which the last one is decided.
static uint64_t planned_end(const bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const unsigned rounds = b->plan == KERNEL_ROUNDS ? 2 : b->targets.aim_round + 1;
    return (uint64_t)k->period * k->periods_over + rounds * (round_cycles(b) + b->sms);
}

static uint64_t draw_length(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t p = k->period, round = round_cycles(b) + b->sms,
                   decided = p * k->periods_over + round;
    switch (b->job->weak ? KERNEL_ANY : b->plan) {
    case KERNEL_STORED:
    case KERNEL_ROUNDS:
    case KERNEL_TRIAL:
    case KERNEL_CUT: return planned_end(b) + 2 + below(b, 20);
    case KERNEL_BASE: return p * k->periods_over + 2 + below(b, 20);
    case KERNEL_AGAIN: return p * k->periods_over + 2 + below(b, 2 * p);
    case KERNEL_ANY: break;
    }
    switch (b->job->weak ? 5 : below(b, 7)) {
    case 6: return decided + 1 + 2 * round;       // two rounds
    case 0: return below(b, decided);             // early, or while it is sampled
    case 1: return decided + round * below(b, 2); // in the cycle in which a vote decides
    case 2: return p * k->periods_over + below(b, round);
    default: return decided + below(b, (b->job->weak ? 3 : 1) * decided);
    }
}

// A bit that the next place to be filled has not told apart; when there is none, any, and the base
// may change.
static uint64_t draw_bit(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const identity_coverage *a = &b->apart[DWTCS_KERNEL];
    const uint64_t told = a->told_by[b->laws.stores % k->winners % a->comparators],
                   any = (uint64_t)1 << below(b, k->kernel_bits);
    if (told != a->possible) {
        uint64_t bit = any;
        while (told & bit) bit = bit << 1 > a->mask ? 1 : bit << 1;
        return bit;
    }
    if (below(b, 8) == 0) b->base = below(b, 2) ? a->last : rng_u64(&b->random);
    return any;
}

static bool is_kept(const bench *b, uint64_t kernel)
{
    bool kept = false;
    for (unsigned i = 0; i < b->laws.n_kept; i++) kept = kept || b->laws.kept[i].kernel == kernel;
    return kept;
}

// `kernel`, or another number whose winner is not kept, if there is one: the plan asks for a round.
static uint64_t draw_unknown(const bench *b, uint64_t kernel)
{
    const uint64_t numbers = (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    kernel %= numbers;
    for (uint64_t i = 0; i < numbers && is_kept(b, kernel); i++) kernel = (kernel + 1) % numbers;
    return kernel;
}

static bool cut_is_sampled(const bench *b)
{
    return b->cut_row == MOMENT_SAMPLES || b->cut_row == MOMENT_PERIOD ||
           b->cut_row == MOMENT_BEFORE_VOTE || b->cut_row == MOMENT_STORES ||
           b->cut_row == MOMENT_EARLIER || b->cut_row == MOMENT_FURTHER ||
           b->cut_row >= MOMENT_VOTE;
}

static uint64_t draw_number(bench *b)
{
    if (b->plan == KERNEL_TRIAL) return draw_unknown(b, b->base ^ draw_bit(b));
    if (b->plan == KERNEL_CUT && cut_is_sampled(b)) return draw_unknown(b, b->base);
    if (b->plan == KERNEL_CUT && b->cut_row == MOMENT_APPLIES && b->laws.n_kept)
        return b->laws.kept[below(b, b->laws.n_kept)].kernel;
    if (b->plan <= KERNEL_ROUNDS) return b->base ^ draw_bit(b);
    if (b->plan == KERNEL_BASE) return b->base;
    if (b->plan == KERNEL_AGAIN)
        return b->recent[below(b, b->kernels < RECENT ? b->kernels : RECENT)];
    return below(b, 4) ? rng_u64(&b->random) : below(b, 2) ? 0 : UINT64_MAX;
}

// The SM that wins is to decide the round, or, in an earlier round's favour, none is.
static void aim_at_decision(bench *b, unsigned row)
{
    dwtcs_targets *t = &b->targets;
    const unsigned last = b->sms - 1, rounds = b->moments.rounds;
    t->kind = TARGET_AIM;
    t->aim_round = row == MOMENT_EARLIER;
    t->aim_sm = row == MOMENT_EARLIER   ? -1
                : row == MOMENT_FURTHER ? (int)last
                                        : (int)below(b, rounds > 1 && last ? last : b->sms);
    if (row == MOMENT_STORES && !last) t->aim_round = rounds - 1;
}

// A trial or an earlier round's winner that has not been met.
static bool plan_trial(bench *b)
{
    dwtcs_targets *t = &b->targets;
    const cross_coverage *crosses = b->moments.crosses;
    const int trial = cross_coverage_missing(&crosses[CROSS_TRIAL], &b->random),
              earlier = cross_coverage_missing(&crosses[CROSS_EARLIER], &b->random);
    if (trial < 0 && earlier < 0) return false;
    t->kind = TARGET_AIM;
    const bool first = earlier < 0 || (trial >= 0 && below(b, 2));
    t->aim_round = first ? (unsigned)trial / b->sms : earlier ? b->moments.rounds - 1 : 1;
    t->aim_sm = first ? (int)((unsigned)trial % b->sms) : -1;
    b->plan = KERNEL_TRIAL;
    return true;
}

// A pulse in a moment that has not been met.
static bool plan_cut(bench *b)
{
    const int bin = cross_coverage_missing(&b->moments.crosses[CROSS_PULSE], &b->random);
    if (bin < 0) return false;
    b->plan = KERNEL_CUT;
    b->cut_row = (unsigned)bin / PULSES;
    b->cut_pulse = (dwtcs_pulse)((unsigned)bin % PULSES);
    return true;
}

// A decision in which a kernel was not cut off before its own number came next.
static bool plan_decision(bench *b)
{
    const int bin = cross_coverage_missing(&b->moments.crosses[CROSS_CUT], &b->random);
    if (bin < 0) return false;
    b->plan = KERNEL_CUT;
    b->cut_row = MOMENT_STORES + (unsigned)bin / PULSE_RESET;
    b->cut_pulse = (dwtcs_pulse)((unsigned)bin % PULSE_RESET);
    return true;
}

// A reset, in a moment that has met none if there is one.
static void plan_reset(bench *b)
{
    const cross_coverage *x = &b->moments.crosses[CROSS_PULSE];
    b->plan = KERNEL_CUT;
    b->cut_pulse = PULSE_RESET;
    b->cut_row = below(b, MOMENT_VOTE + b->sms);
    for (unsigned i = 0; i < MOMENT_VOTE; i++) {
        const unsigned row = (b->cut_row + i) % MOMENT_VOTE, bin = row * PULSES + PULSE_RESET;
        if (x->met[bin] || x->excluded[bin] || (row == MOMENT_APPLIES && !b->laws.n_kept)) continue;
        b->cut_row = row;
        return;
    }
}

// What has not been met, of the crosses that a plan can steer to.
static bool plan_coincidence(bench *b)
{
    const cross_coverage *x = b->moments.crosses;
    const unsigned cuts = x[CROSS_PULSE].missing + x[CROSS_CUT].missing,
                   trials = x[CROSS_TRIAL].missing + x[CROSS_EARLIER].missing;
    if (!cuts && !trials) return false;
    if (below(b, cuts + trials) >= cuts) return plan_trial(b);
    return below(b, cuts) < x[CROSS_PULSE].missing ? plan_cut(b) : plan_decision(b);
}

static void draw_plan(bench *b)
{
    b->targets.kind = TARGET_ANY;
    b->targets.aim_round = 0;
    b->plan = b->follows ? KERNEL_AGAIN : KERNEL_ANY;
    if (!b->kernels || b->job->weak || b->follows) return;
    if (b->reset_due) plan_reset(b);
    else if (below(b, 2) || !plan_coincidence(b))
        b->plan = (kernel_plan)PICK(b, KERNEL_STORED, KERNEL_STORED, KERNEL_ROUNDS, KERNEL_ROUNDS,
                                    KERNEL_BASE, KERNEL_BASE, KERNEL_AGAIN, KERNEL_ANY);
    if (b->plan == KERNEL_CUT)
        aim_at_decision(b, b->cut_row >= MOMENT_STORES && b->cut_row <= MOMENT_FURTHER
                               ? b->cut_row
                               : MOMENT_STORES);
    if (b->plan == KERNEL_STORED && !below(b, 2)) aim_at_decision(b, MOMENT_STORES);
    else if (b->plan == KERNEL_STORED) b->targets.kind = TARGET_NEAR;
    if (b->plan == KERNEL_ROUNDS) b->targets.kind = TARGET_NEAR_ROUNDS;
}

// An SM that has not made the test fire alone, if there is one.
static unsigned draw_thrasher(bench *b)
{
    const int alone = cross_coverage_missing(&b->moments.crosses[CROSS_LONE], &b->random);
    return alone < 0 ? below(b, b->sms) : (unsigned)alone;
}

static watch_kind draw_watch(bench *b)
{
    const bool calm = b->plan == KERNEL_CUT && b->cut_row == MOMENT_CALM;
    if (calm) return WATCH_CALM;
    if (b->job->weak || b->plan <= KERNEL_BASE || b->follows || below(b, 2)) return WATCH_THRASH;
    const int score = cross_coverage_missing(&b->moments.crosses[CROSS_SCORE], &b->random);
    if (score >= 0 && below(b, 2)) return score % 2 ? WATCH_HIGHEST : WATCH_LOWEST;
    return (watch_kind)below(b, WATCH_KINDS);
}

// A plan that needs a round is another one when the winners of all numbers are kept.
static void revise_plan(bench *b, uint64_t kernel)
{
    const bool cut = b->plan == KERNEL_CUT;
    if (!is_kept(b, kernel) || b->plan > KERNEL_CUT || (cut && !cut_is_sampled(b))) return;
    if (b->plan >= KERNEL_TRIAL) b->reset_due = true;
    if (cut && b->cut_pulse == PULSE_RESET) b->cut_row = MOMENT_FIRST;
    else b->plan = KERNEL_AGAIN;
}

static void draw_kernel(bench *b, dwtcs_in *in)
{
    const uint64_t numbers = (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    draw_plan(b);
    const uint64_t number = b->follows ? b->followed : draw_number(b) % numbers;
    in->kernel_begin_pulse_i[0] = 1;
    in->kernel_id_i[0] = number & ~bench_held(b->job, "kernel");
    b->recent[b->kernels++ % RECENT] = (unsigned)in->kernel_id_i[0];
    revise_plan(b, in->kernel_id_i[0]);
    b->ends_at = draw_length(b);
    b->watch = draw_watch(b);
    b->thrasher = draw_thrasher(b);
    b->follows = false;
}

// Is this the moment in which the plan cuts the kernel off? Of moments that come again, some are
// left out.
static bool is_cut_now(bench *b)
{
    const bool again = b->cut_row == MOMENT_LAST || b->cut_row == MOMENT_CALM ||
                       b->cut_row == MOMENT_PERIOD || b->cut_row == MOMENT_THROTTLED;
    return b->plan == KERNEL_CUT && dwtcs_moments_is(&b->moments, b->cut_row) &&
           !(again && below(b, 2));
}

// --hold pulse:BIN
static bool is_withheld(const bench *b, dwtcs_pulse pulse)
{
    return bench_holds(b->job, "pulse") && pulse == b->job->hold_bit % PULSES &&
           dwtcs_moments_is(&b->moments, b->job->hold_bit / PULSES);
}

static void pulse(bench *b, dwtcs_in *in, dwtcs_pulse pulse, bool cut)
{
    const bool decides = b->cut_row >= MOMENT_STORES && b->cut_row <= MOMENT_FURTHER;
    if (is_withheld(b, pulse)) return;
    in->kernel_end_pulse_i[0] = pulse != PULSE_BEGIN;
    if (b->moments.runs) b->follows = cut && decides;
    if (b->follows) b->followed = b->moments.kernel;
    if (pulse != PULSE_END) draw_kernel(b, in);
    else b->ends_at = below(b, 4);
}

// Begins and ends; a begin may fall together with an end, or come without one, and so may an end.
static void drive_kernel(bench *b, dwtcs_in *in)
{
    const bool runs = b->moments.runs, cut = runs && b->cut_pulse != PULSE_RESET && is_cut_now(b);
    in->kernel_id_i[0] = below(b, (uint64_t)1 << b->job->c->dwtcs.kernel_bits);
    if (cut) {
        pulse(b, in, b->cut_pulse, true);
    } else if (runs ? b->moments.cycle >= b->ends_at : !b->ends_at) {
        pulse(b, in,
              runs ? (dwtcs_pulse)PICK(b, PULSE_END, PULSE_END, PULSE_BEGIN, PULSE_BOTH)
                   : (dwtcs_pulse)PICK(b, PULSE_BEGIN, PULSE_BEGIN, PULSE_BEGIN, PULSE_BOTH),
              false);
    } else if (!runs) {
        b->ends_at--;
        in->kernel_end_pulse_i[0] = !b->job->weak && !below(b, 4) && !is_withheld(b, PULSE_END);
    }
}

// ---- the SMs

// Draws a period that is at the threshold, an instruction below it, or one above.
static void draw_exact(bench *b, unsigned i)
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
static unsigned part_of(bench *b, uint64_t left, uint64_t cycles, unsigned most)
{
    const uint64_t later = (cycles - 1) * most;
    const unsigned high = left < most ? (unsigned)left : most,
                   must = left > later ? (unsigned)(left - later) : 0;
    if (must >= high) return high;
    return below(b, 2) ? must : must + below(b, high - must + 1);
}

static void drive_exact(bench *b, dwtcs_in *in, unsigned i)
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

// The instructions that SM i commits in the first cycle of a period, which may be that of a round.
static unsigned first_part(bench *b, unsigned i)
{
    const uint64_t cycles = dwtcs_moments_vote_from(&b->moments) - b->moments.cycle;
    return part_of(b, b->targets.target[i], cycles, b->insn_max);
}

static void drive_watched(bench *b, dwtcs_in *in, unsigned i)
{
    const uint64_t p = b->job->c->dwtcs.period;
    const bool first = b->moments.cycle % p == 0; // may be the first of a round
    const bool hot = i == b->thrasher || b->watch == WATCH_HIGHEST;
    bool miss = (b->watch == WATCH_THRASH || b->watch == WATCH_HIGHEST) && hot;
    if (b->watch == WATCH_NOISE) miss = below(b, 2);
    if (b->watch == WATCH_FLICKER) miss = hot && b->moments.cycle / p % 2 == 0;
    if (b->watch == WATCH_FLICKER && hot && first) miss = false;
    port_put_field(in->sm_insn_i, i, b->insn_bits,
                   b->watch == WATCH_LOWEST            ? b->insn_max
                   : first && b->watch == WATCH_THRASH ? first_part(b, i)
                   : hot                               ? 0
                                                       : below(b, b->insn_max + 1));
    port_put_field(in->sm_miss_i, i, 1, miss);
}

// What the vote before this cycle has compared.
static void see_vote(bench *b)
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
    if (m->best && most > m->best) identity_coverage_pair(&b->apart[DWTCS_BEST], most, m->best);
}

// A round begins with the first cycle of a period, before the outputs say so.
static void begin_round(bench *b, bool sampled)
{
    const dwtcs_moments *m = &b->moments;
    if (!dwtcs_moments_round_starts(m)) return;
    if (sampled) see_vote(b);
    dwtcs_targets_draw(&b->targets, sampled ? m->round + 1 : 0,
                       sampled ? dwtcs_moments_best(m) : 0);
}

// In a vote nothing counts, whatever the SMs do.
static void drive_vote(bench *b, dwtcs_in *in)
{
    for (unsigned i = 0; i < b->sms; i++) {
        port_put_field(in->sm_insn_i, i, b->insn_bits, below(b, b->insn_max + 1));
        port_put_field(in->sm_miss_i, i, 1, below(b, 2));
    }
}

// SM i's part of what the round is to bring.
static void drive_sampled(bench *b, dwtcs_in *in, unsigned i)
{
    const dwtcs_moments *m = &b->moments;
    const bool starts = dwtcs_moments_round_starts(m);
    const uint64_t done = starts ? 0 : m->insns[i], target = b->targets.target[i],
                   from = starts ? round_cycles(b) : dwtcs_moments_vote_from(m) - m->cycle;
    port_put_field(in->sm_insn_i, i, b->insn_bits,
                   part_of(b, target > done ? target - done : 0, from, b->insn_max));
    port_put_field(in->sm_miss_i, i, 1, below(b, 2));
}

static void drive_sms(bench *b, const dwtcs_out *out, dwtcs_in *in)
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

static bool misses_a_reset(const bench *b)
{
    const cross_coverage *x = &b->moments.crosses[CROSS_PULSE];
    for (unsigned i = 0; i < MOMENT_VOTE; i++) {
        if (!x->met[i * PULSES + PULSE_RESET] && !x->excluded[i * PULSES + PULSE_RESET])
            return true;
    }
    return false;
}

// After some kernels; or after so many that all places have been filled again.
static void reset(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    b->model.reset(b->model.self);
    lockstep_pair_reset(&b->lane);
    dwtcs_laws_reset(&b->laws);
    dwtcs_moments_reset(&b->moments);
    b->ends_at = 1;
    b->follows = false;
    b->resets++;
    b->reset_due = !b->job->weak && misses_a_reset(b) && below(b, 8);
    b->next_reset = 100 + below(b, (k->period * k->periods_over + round_cycles(b) + b->sms) *
                                       (below(b, 2) ? 20 : 20 * (k->winners + 1)));
}

// At once, or in a moment of a kernel that a plan is made for.
static bool resets_now(bench *b)
{
    if (b->next_reset && !--b->next_reset) {
        if (b->job->weak || !below(b, 4)) return true;
        b->reset_due = true;
    }
    return b->reset_due && b->cut_pulse == PULSE_RESET && is_cut_now(b);
}

// The kernels that the one that runs is compared with, when the test has fired.
static void see_kernels(bench *b, const dwtcs_out *out)
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

static void look(bench *b, dwtcs_out *out)
{
    b->model.valid(b->model.self, (uint64_t *)out);
    dwtcs_moments_begin(&b->moments, out, is_kept(b, b->moments.kernel));
}

static void cycle(bench *b)
{
    dwtcs_in in;
    dwtcs_out out, rtl;
    memset(&in, 0, sizeof in);
    look(b, &out);
    if (resets_now(b)) {
        reset(b);
        look(b, &out);
    }
    drive_sms(b, &out, &in);
    drive_kernel(b, &in);
    memcpy(&rtl, lockstep_pair_eval(&b->lane, (const uint64_t *)&in), sizeof rtl);
    const bool same =
        lockstep_pair_compare(&b->lane, (const uint64_t *)&in, (const uint64_t *)&out);
    see_kernels(b, &out);
    b->failed = !dwtcs_laws_cycle(&b->laws, &in, &rtl) || !same;
    lockstep_pair_clock(&b->lane);
    b->model.commit(b->model.self, (const uint64_t *)&in, (const uint64_t *)&out);
    dwtcs_moments_end(&b->moments, &in);
}

static void run(bench *b)
{
    enum { REPORT = 1 << 14 };
    const bench_job *j = b->job;
    for (uint64_t i = 0; i < j->cycles && !b->failed; i++) {
        cycle(b);
        if (j->progress && i % REPORT == 0)
            j->progress(j->progress_ctx, i, (double)i / (double)j->cycles);
    }
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_dwtcs_excluded(b->job->c, event);
}

static int conclude(const bench *b, json_t **result, err *e)
{
    return bench_conclude(&(bench_end){.job = b->job,
                                       .lane = &b->lane,
                                       .events = &dwtcs_event_table,
                                       .seen = b->model.events(b->model.self),
                                       .excluded = left_out,
                                       .bench = b,
                                       .law = b->laws.broken,
                                       .identities = b->apart,
                                       .n_identities = DWTCS_IDENTITIES,
                                       .crosses = b->moments.crosses,
                                       .n_crosses = DWTCS_CROSSES,
                                       .resets = b->resets,
                                       .floor = 1,
                                       .failed = b->failed,
                                       .reset = true,
                                       .help = ", or shorter periods"},
                          result, e);
}

static void init_identities(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t numbers = (uint64_t)1 << k->kernel_bits, most = b->moments.most;
    const unsigned bits = 64 - (unsigned)__builtin_clzll(most);
    identity_coverage_init(&b->apart[DWTCS_KERNEL], "kernel", k->kernel_bits, 0);
    identity_coverage_comparators(&b->apart[DWTCS_KERNEL],
                                  k->winners < numbers ? k->winners : (unsigned)numbers - 1);
    identity_coverage_init(&b->apart[DWTCS_INSNS], "insns", bits, 0);
    identity_coverage_init(&b->apart[DWTCS_BEST], "best", bits, 0);
    b->apart[DWTCS_INSNS].last = most;
    b->apart[DWTCS_BEST].ends = false;
    if (b->sms == 1) b->apart[DWTCS_INSNS].possible = 0, b->apart[DWTCS_INSNS].ends = false;
    if (!(most & (most - 1)))
        b->apart[DWTCS_BEST].possible &= ~most; // nothing but 0 differs from it in that bit alone
    if (!has_rounds(b->job->c)) b->apart[DWTCS_BEST].possible = 0;
}

// Kernels of one round or none, of which a half is stored, for the identities; a kernel for each
// bin that a plan is made for; and the further rounds of those whose winner is not in the first.
uint64_t bench_dwtcs_cycles(const config *c)
{
    enum { KERNELS = 480 };
    const uint64_t sms = c->gpu.sms, rounds = (dwtcs_warps(c) + sms - 1) / sms,
                   watched = (uint64_t)c->dwtcs.period * c->dwtcs.periods_over,
                   round = (uint64_t)c->dwtcs.period * c->dwtcs.periods_sampled + sms,
                   bins = PULSES * (MOMENT_VOTE + sms) + rounds * sms,
                   further = sms * rounds * (rounds - 1) / 2 + 2 * rounds;
    return (KERNELS + bins) * (watched + round) + further * round;
}

int bench_dwtcs(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j,
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
    int status = lockstep_pair_init(&b.lane, j->plugin, b.ports, DWTCS_N_PORTS, e);
    if (status == ST_OK)
        status = model_bug_make(&dwtcs_block, j->model_bug, j->c, &b.model, NULL, e);
    if (status != ST_OK) return status;
    dwtcs_laws_init(&b.laws, j->c);
    run(&b);
    status = conclude(&b, result, e);
    for (unsigned i = 0; i < DWTCS_IDENTITIES; i++) identity_coverage_free(&b.apart[i]);
    dwtcs_moments_free(&b.moments);
    lockstep_pair_free(&b.lane);
    b.model.free(b.model.self);
    return status;
}
