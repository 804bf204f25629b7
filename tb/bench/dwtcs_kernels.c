// dwtcs_kernels.c: see dwtcs_kernels.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/dwtcs_kernels.h"

static unsigned below(dwtcs_bench *b, uint64_t n) { return dwtcs_below(b, n); }

#define PICK(b, ...) \
    pick(b, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(dwtcs_bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

// The rounds that the plan asks for, to the cycle in which the last one is decided.
static uint64_t planned_end(const dwtcs_bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const unsigned rounds = b->plan == KERNEL_ROUNDS ? 2 : b->targets.aim_round + 1;
    return (uint64_t)k->period * k->periods_over + rounds * (dwtcs_round_cycles(b) + b->sms);
}

static uint64_t draw_length(dwtcs_bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t p = k->period, round = dwtcs_round_cycles(b) + b->sms,
                   decided = p * k->periods_over + round;
    switch (b->job->weak ? KERNEL_ANY : b->plan) {
    case KERNEL_STORED:
    case KERNEL_ROUNDS:
    case KERNEL_TRIAL:
    case KERNEL_CUT: return planned_end(b) + 2 + below(b, 20);
    case KERNEL_LEAVES: return p * k->periods_over + b->moments.rounds * round + 2; // it is cut off
    case KERNEL_LEFT:
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
static uint64_t draw_bit(dwtcs_bench *b)
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

bool dwtcs_is_kept(const dwtcs_bench *b, uint64_t kernel)
{
    bool kept = false;
    for (unsigned i = 0; i < b->laws.n_kept; i++) kept = kept || b->laws.kept[i].kernel == kernel;
    return kept;
}

// `kernel`, or another number whose winner is not kept, if there is one: the plan asks for a round.
static uint64_t draw_unknown(const dwtcs_bench *b, uint64_t kernel)
{
    const uint64_t numbers = (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    kernel %= numbers;
    for (uint64_t i = 0; i < numbers && dwtcs_is_kept(b, kernel); i++)
        kernel = (kernel + 1) % numbers;
    return kernel;
}

static bool cut_is_sampled(const dwtcs_bench *b)
{
    return b->cut_row == MOMENT_SAMPLES || b->cut_row == MOMENT_PERIOD ||
           b->cut_row == MOMENT_BEFORE_VOTE || b->cut_row == MOMENT_STORES ||
           b->cut_row == MOMENT_EARLIER || b->cut_row == MOMENT_FURTHER ||
           b->cut_row >= MOMENT_VOTE;
}

// Does the plan need a kernel whose winner is not known?
static bool is_sampled(const dwtcs_bench *b)
{
    if (b->plan == KERNEL_CUT) return cut_is_sampled(b);
    if (b->plan == KERNEL_LEAVES)
        return b->left_place == PLACE_SAMPLE || b->left_place == PLACE_VOTE;
    return b->plan < KERNEL_CUT;
}

static uint64_t draw_number(dwtcs_bench *b)
{
    if (b->plan == KERNEL_LEAVES && is_sampled(b)) return draw_unknown(b, rng_u64(&b->random));
    if (b->plan == KERNEL_LEAVES && b->left_place == PLACE_THROTTLE && b->laws.n_kept)
        return b->laws.kept[below(b, b->laws.n_kept)].kernel;
    if (b->plan == KERNEL_TRIAL) return draw_unknown(b, b->base ^ draw_bit(b));
    if (b->plan == KERNEL_CUT && cut_is_sampled(b)) return draw_unknown(b, b->base);
    if (b->plan == KERNEL_CUT && b->cut_row == MOMENT_APPLIES && b->laws.n_kept)
        return b->laws.kept[below(b, b->laws.n_kept)].kernel;
    if (b->plan <= KERNEL_ROUNDS) return b->base ^ draw_bit(b);
    if (b->plan == KERNEL_BASE) return b->base;
    if (b->plan == KERNEL_AGAIN)
        return b->recent[below(b, b->kernels < DWTCS_RECENT ? b->kernels : DWTCS_RECENT)];
    return below(b, 4) ? rng_u64(&b->random) : below(b, 2) ? 0 : UINT64_MAX;
}

// The SM that wins is to decide the round, or, in an earlier round's favour, none is.
static void aim_at_decision(dwtcs_bench *b, unsigned row)
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
static bool plan_trial(dwtcs_bench *b)
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
static bool plan_cut(dwtcs_bench *b)
{
    const int bin = cross_coverage_missing(&b->moments.crosses[CROSS_PULSE], &b->random);
    if (bin < 0) return false;
    b->plan = KERNEL_CUT;
    b->cut_row = (unsigned)bin / PULSES;
    b->cut_pulse = (dwtcs_pulse)((unsigned)bin % PULSES);
    return true;
}

// A decision in which a kernel was not cut off before its own number came next.
static bool plan_decision(dwtcs_bench *b)
{
    const int bin = cross_coverage_missing(&b->moments.crosses[CROSS_CUT], &b->random);
    if (bin < 0) return false;
    b->plan = KERNEL_CUT;
    b->cut_row = MOMENT_STORES + (unsigned)bin / PULSE_RESET;
    b->cut_pulse = (dwtcs_pulse)((unsigned)bin % PULSE_RESET);
    return true;
}

// A number of periods over that no kernel has left to one that shows it.
static bool plan_left(dwtcs_bench *b)
{
    const int bin = cross_coverage_missing(&b->moments.crosses[CROSS_LEFT], &b->random);
    if (bin < 0) return false;
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t p = k->period, fires = p * k->periods_over, round = dwtcs_round_cycles(b);
    const unsigned how = (unsigned)bin % DWTCS_LEFTS;
    b->plan = KERNEL_LEAVES;
    b->left_periods = (unsigned)bin / DWTCS_LEFTS + 1;
    b->left_place = (dwtcs_place)(how / 2);
    b->left_pulse = how & 1 ? PULSE_BOTH : PULSE_BEGIN;
    b->cut_pulse = b->left_place == PLACE_IDLE ? PULSE_END : b->left_pulse;
    b->cut_at = p * b->left_periods;
    switch (b->left_place) {
    case PLACE_WATCH: b->cut_at += 1 + below(b, p - 1); break;
    case PLACE_SAMPLE: b->cut_at = fires + 1 + below(b, round); break;
    case PLACE_VOTE: b->cut_at = fires + round + below(b, b->sms); break;
    case PLACE_IDLE: b->cut_at += b->cut_at < fires ? below(b, p) : 0; break;
    default: break;
    }
    return true;
}

// The SM that leaves periods over, and the one that makes the test fire before it is left.
static void draw_leaver(dwtcs_bench *b)
{
    const bool later = b->left_place == PLACE_SAMPLE || b->left_place == PLACE_VOTE ||
                       b->left_place == PLACE_THROTTLE;
    b->left_sm = b->thrasher;
    if (later && b->left_periods < b->job->c->dwtcs.periods_over)
        b->thrasher = (b->left_sm + 1 + below(b, b->sms - 1)) % b->sms;
}

bool dwtcs_leaver_is_over(const dwtcs_bench *b, unsigned sm)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    return b->plan == KERNEL_LEAVES && sm == b->left_sm &&
           b->moments.cycle / k->period + b->left_periods >= k->periods_over;
}

// A reset, in a moment that has met none if there is one.
static void plan_reset(dwtcs_bench *b)
{
    const cross_coverage *x = &b->moments.crosses[CROSS_PULSE];
    b->plan = KERNEL_CUT;
    b->cut_pulse = PULSE_RESET;
    b->cut_row = below(b, x->n_rows);
    for (unsigned i = 0; i < x->n_rows; i++) {
        const unsigned row = (b->cut_row + i) % x->n_rows, bin = row * PULSES + PULSE_RESET;
        if (x->met[bin] || x->excluded[bin] || (row == MOMENT_APPLIES && !b->laws.n_kept)) continue;
        b->cut_row = row;
        return;
    }
}

// What has not been met, of the crosses that a plan can steer to.
static bool plan_coincidence(dwtcs_bench *b)
{
    const cross_coverage *x = b->moments.crosses;
    const unsigned cuts = x[CROSS_PULSE].missing + x[CROSS_CUT].missing,
                   trials = x[CROSS_TRIAL].missing + x[CROSS_EARLIER].missing,
                   lefts = x[CROSS_LEFT].missing, all = cuts + trials + lefts;
    if (!all) return false;
    const unsigned drawn = below(b, all);
    if (drawn < lefts) return plan_left(b);
    if (drawn < lefts + trials) return plan_trial(b);
    return below(b, cuts) < x[CROSS_PULSE].missing ? plan_cut(b) : plan_decision(b);
}

static void draw_plan(dwtcs_bench *b, bool left)
{
    b->targets.kind = TARGET_ANY;
    b->targets.aim_round = 0;
    b->plan = b->follows ? KERNEL_AGAIN : left ? KERNEL_LEFT : KERNEL_ANY;
    if (!b->kernels || b->job->weak || b->follows || left) return;
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
static unsigned draw_thrasher(dwtcs_bench *b)
{
    const int alone = cross_coverage_missing(&b->moments.crosses[CROSS_LONE], &b->random);
    return alone < 0 ? below(b, b->sms) : (unsigned)alone;
}

static watch_kind draw_watch(dwtcs_bench *b)
{
    const bool calm = b->plan == KERNEL_CUT && b->cut_row == MOMENT_CALM;
    if (calm) return WATCH_CALM;
    if (b->job->weak || b->plan <= KERNEL_LEFT || b->follows || below(b, 2)) return WATCH_THRASH;
    const int score = cross_coverage_missing(&b->moments.crosses[CROSS_SCORE], &b->random);
    if (score >= 0 && below(b, 2)) return score % 2 ? WATCH_HIGHEST : WATCH_LOWEST;
    return (watch_kind)below(b, WATCH_KINDS);
}

// A plan that needs a round is another one when the winners of all numbers are kept.
static void revise_plan(dwtcs_bench *b, uint64_t kernel)
{
    const bool cut = b->plan == KERNEL_CUT;
    if (!dwtcs_is_kept(b, kernel) || !is_sampled(b)) return;
    const bool all = b->laws.n_kept == (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    if (b->plan >= KERNEL_TRIAL || (all && !dwtcs_below(b, 4))) b->reset_due = true;
    if (cut && b->cut_pulse == PULSE_RESET) b->cut_row = MOMENT_FIRST;
    else b->plan = KERNEL_AGAIN;
}

static void draw_kernel(dwtcs_bench *b, dwtcs_in *in, bool cut)
{
    // what it is has to be seen at the same SM
    const bool left = b->left_idle || (cut && b->plan == KERNEL_LEAVES);
    const uint64_t numbers = (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    draw_plan(b, left);
    const uint64_t number = b->follows ? b->followed : draw_number(b) % numbers;
    in->kernel_begin_pulse_i[0] = 1;
    in->kernel_id_i[0] = number & ~bench_held(b->job, "kernel");
    b->recent[b->kernels++ % DWTCS_RECENT] = (unsigned)in->kernel_id_i[0];
    revise_plan(b, in->kernel_id_i[0]);
    b->ends_at = draw_length(b);
    b->watch = draw_watch(b);
    b->thrasher = left ? b->left_sm : draw_thrasher(b);
    if (b->plan == KERNEL_LEAVES) draw_leaver(b);
    b->follows = b->left_idle = false;
}

// Is this the moment in which the plan cuts the kernel off? Of moments that come again, some are
// left out.
static bool is_cut_now(dwtcs_bench *b)
{
    const bool again = b->cut_row == MOMENT_LAST || b->cut_row == MOMENT_CALM ||
                       b->cut_row == MOMENT_PERIOD || b->cut_row == MOMENT_THROTTLED;
    if (b->plan == KERNEL_LEAVES)
        return b->left_place == PLACE_IDLE
                   ? b->moments.cycle == b->cut_at
                   : b->moments.cycle >= b->cut_at && b->moments.place == b->left_place;
    return b->plan == KERNEL_CUT && dwtcs_moments_is(&b->moments, b->cut_row) &&
           !(again && below(b, 2));
}

// --hold pulse:BIN
static bool is_withheld(const dwtcs_bench *b, dwtcs_pulse pulse)
{
    return bench_holds(b->job, "pulse") && pulse == b->job->hold_bit % PULSES &&
           dwtcs_moments_is(&b->moments, b->job->hold_bit / PULSES);
}

// Cycles until the next kernel: a vote that goes on after its kernel's end shows only when it ends.
static unsigned draw_rest(dwtcs_bench *b, bool cut)
{
    return (cut && below(b, 4) ? b->sms + 2 : 0) + below(b, 4);
}

static void pulse(dwtcs_bench *b, dwtcs_in *in, dwtcs_pulse pulse, bool cut)
{
    const bool decides =
        b->plan == KERNEL_CUT && b->cut_row >= MOMENT_STORES && b->cut_row <= MOMENT_FURTHER;
    if (is_withheld(b, pulse)) return;
    in->kernel_end_pulse_i[0] = pulse != PULSE_BEGIN;
    if (b->moments.runs) b->follows = cut && decides;
    if (b->follows) b->followed = b->moments.kernel;
    if (pulse == PULSE_END) b->left_idle = cut && b->plan == KERNEL_LEAVES;
    if (pulse != PULSE_END) draw_kernel(b, in, cut);
    else b->ends_at = draw_rest(b, cut);
}

// Begins and ends; a begin may fall together with an end, or come without one, and so may an end.
void dwtcs_drive_kernel(dwtcs_bench *b, dwtcs_in *in)
{
    const bool runs = b->moments.runs, cut = runs && b->cut_pulse != PULSE_RESET && is_cut_now(b);
    in->kernel_id_i[0] = below(b, (uint64_t)1 << b->job->c->dwtcs.kernel_bits);
    if (cut) {
        pulse(b, in, b->cut_pulse, true);
    } else if (runs ? b->moments.cycle >= b->ends_at : !b->ends_at) {
        pulse(b, in,
              b->left_idle && !runs ? b->left_pulse
              : runs ? (dwtcs_pulse)PICK(b, PULSE_END, PULSE_END, PULSE_BEGIN, PULSE_BOTH)
                     : (dwtcs_pulse)PICK(b, PULSE_BEGIN, PULSE_BEGIN, PULSE_BEGIN, PULSE_BOTH),
              false);
    } else if (!runs) {
        b->ends_at--;
        in->kernel_end_pulse_i[0] = !b->job->weak && !below(b, 16) && !is_withheld(b, PULSE_END);
    }
}

bool dwtcs_misses_a_reset(const dwtcs_bench *b)
{
    const cross_coverage *x = &b->moments.crosses[CROSS_PULSE];
    for (unsigned i = 0; i < x->n_rows; i++) {
        if (!x->met[i * PULSES + PULSE_RESET] && !x->excluded[i * PULSES + PULSE_RESET])
            return true;
    }
    return false;
}

bool dwtcs_plan_resets(dwtcs_bench *b)
{
    return b->reset_due && b->cut_pulse == PULSE_RESET && is_cut_now(b);
}
