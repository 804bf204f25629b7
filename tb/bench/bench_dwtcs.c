// bench_dwtcs.c: DWT-CS alone: kernels in which SMs commit instructions and miss in ways that reach
// every decision, with resets at random. Model and RTL are compared in every cycle, the laws
// (dwtcs_laws.h) are checked on the RTL, and there are floors of events and of identities. See
// bench.h.
//
// While a kernel is not sampled, it has one of the watch_kind profiles; in each round, each SM
// commits an exact number of instructions. A kernel ends at any time, sometimes in the very cycle
// of the comparison. A period may have tens of thousands of cycles, so that rare situations are
// constructed: numbers of kernels that differ in one bit from a kernel that is tested next
// (kernel_plan), and sums of instructions that differ in one bit (draw_targets).
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "blocks/dwtcs.h"
#include "tb/bench/conclude.h"
#include "tb/bench/dwtcs_laws.h"
#include "tb/bench/identity_coverage.h"
#include "tb/lockstep/lockstep_pair.h"

#include <string.h>

// While watched: some SM misses in every cycle and commits little; none misses; at the threshold to
// an instruction; over in every other period; anything.
typedef enum watch_kind {
    WATCH_THRASH,
    WATCH_CALM,
    WATCH_EXACT,
    WATCH_FLICKER,
    WATCH_NOISE,
    WATCH_KINDS
} watch_kind;

// What a kernel is for: its number differs in one bit from the base, and its winner is stored,
// after one round or after two; it has the number of the base, and ends while it is sampled; it has
// been there before; anything.
typedef enum kernel_plan {
    KERNEL_STORED,
    KERNEL_ROUNDS,
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
    rng random;
    uint64_t resets, next_reset;
    unsigned sms, insn_bits, insn_max;
    bool failed;
    // the kernel
    bool runs;
    uint64_t cycle, ends_at; // of it; between kernels ends_at: cycles of rest
    watch_kind watch;
    unsigned thrasher;
    kernel_plan plan;
    uint64_t base;                    // number of the kernel from which others differ in one bit
    unsigned kernels, recent[RECENT]; // kernels so far, the numbers of the last ones
    uint64_t
        round_from; // cycle of the kernel in which the round began, or will have if the test fires
    uint64_t most;  // instructions that an SM can commit in a round
    uint64_t target[DWTCS_LAW_SMS], done[DWTCS_LAW_SMS]; // of each SM in this round
    uint64_t best, best_bit; // the most in the rounds before, 0: this is the first; bit in which
                             // the next round differs
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

// A bit of the sums that an identity has not told apart yet; when there is none, any.
static uint64_t draw_sum_bit(bench *b, const identity_coverage *a)
{
    uint64_t bit = (uint64_t)1 << below(b, a->bits);
    while (a->possible & ~a->told && !(a->possible & ~a->told & bit))
        bit = bit << 1 > a->mask ? 1 : bit << 1;
    return bit;
}

// A sum with many bits set and `bit` clear that the bit does not take beyond the largest.
static uint64_t draw_sum_below(bench *b, uint64_t bit)
{
    const uint64_t all = b->apart[DWTCS_INSNS].mask >> 1,
                   top = (rng_u64(&b->random) | (below(b, 2) ? all : 0)) &
                         b->apart[DWTCS_INSNS].mask & ~bit;
    if ((top | bit) <= b->most) return top;
    return (top & all) + bit <= b->most
               ? top & all & ~bit
               : rng_below(&b->random, bit < b->most ? b->most - bit : 1) & ~bit;
}

// Each SM the same sum but for one bit, which the winner alone has, and the winner behind them all:
// an SM whose bit is not looked at would win, as of equals the lower one does. So it is with a
// later round's winner and that of the rounds before.
static void draw_near_targets(bench *b)
{
    const unsigned winner = b->plan != KERNEL_ROUNDS && b->sms > 1 ? b->sms - 2 : b->sms - 1;
    if (!b->best) b->best_bit = draw_sum_bit(b, &b->apart[DWTCS_BEST]);
    const uint64_t first = draw_sum_bit(b, &b->apart[DWTCS_INSNS]);
    const uint64_t top = b->best
                             ? b->best | b->best_bit
                             : draw_sum_below(b, b->plan == KERNEL_ROUNDS ? b->best_bit : first) |
                                   (b->plan == KERNEL_ROUNDS ? 0 : first);
    for (unsigned i = 0; i < b->sms; i++) {
        const uint64_t bit = i ? (uint64_t)1 << below(b, b->apart[DWTCS_INSNS].bits) : first;
        b->target[i] = i == winner ? top : top & bit && i < winner ? top ^ bit : top / 2;
    }
    if (top > b->most) b->target[winner] = b->most;
}

// Instructions of the SMs in a round: near each other; all as many as can be; the last one most;
// two alike; none; anything.
static void draw_targets(bench *b)
{
    const unsigned kind = b->job->weak                                            ? 0
                          : b->plan == KERNEL_ROUNDS && (!b->best || below(b, 4)) ? 7
                                                                                  : below(b, 8);
    for (unsigned i = 0; i < b->sms; i++)
        b->target[i] = kind == 0 ? b->most : kind == 3 ? 0 : rng_below(&b->random, b->most);
    if (kind == 1) b->target[b->sms - 1] = b->most;
    if (kind == 2) b->target[below(b, b->sms)] = b->target[below(b, b->sms)] = b->most;
    if (kind > 4) draw_near_targets(b);
    if (b->plan == KERNEL_STORED && kind == 0 && b->sms > 1) b->target[b->sms - 1] = 0;
    for (unsigned i = 0; i < b->sms; i++)
        b->target[i] &= ~(bench_held(b->job, "insns") | bench_held(b->job, "best"));
}

static uint64_t round_cycles(const bench *b)
{
    return (uint64_t)b->job->c->dwtcs.period * b->job->c->dwtcs.periods_sampled;
}

static uint64_t draw_length(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t p = k->period, round = round_cycles(b) + b->sms,
                   decided = p * k->periods_over + round;
    if (!b->job->weak && b->plan == KERNEL_STORED) return decided + 2 + below(b, 20);
    if (!b->job->weak && b->plan == KERNEL_ROUNDS) return decided + round + 2 + below(b, 20);
    if (!b->job->weak && b->plan == KERNEL_BASE) return p * k->periods_over + 2 + below(b, 20);
    if (!b->job->weak && b->plan == KERNEL_AGAIN) return p * k->periods_over + 2 + below(b, 2 * p);
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

static uint64_t draw_number(bench *b)
{
    if (b->plan <= KERNEL_ROUNDS) return b->base ^ draw_bit(b);
    if (b->plan == KERNEL_BASE) return b->base;
    if (b->plan == KERNEL_AGAIN)
        return b->recent[below(b, b->kernels < RECENT ? b->kernels : RECENT)];
    return below(b, 4) ? rng_u64(&b->random) : below(b, 2) ? 0 : UINT64_MAX;
}

static bool is_kept(const bench *b, uint64_t kernel)
{
    bool kept = false;
    for (unsigned i = 0; i < b->laws.n_kept; i++) kept = kept || b->laws.kept[i].kernel == kernel;
    return kept;
}

static void draw_kernel(bench *b, dwtcs_in *in)
{
    const uint64_t numbers = (uint64_t)1 << b->job->c->dwtcs.kernel_bits;
    b->plan = KERNEL_ANY;
    if (b->kernels && !b->job->weak)
        b->plan = (kernel_plan)PICK(b, KERNEL_STORED, KERNEL_STORED, KERNEL_ROUNDS, KERNEL_ROUNDS,
                                    KERNEL_BASE, KERNEL_BASE, KERNEL_AGAIN, KERNEL_ANY);
    in->kernel_begin_pulse_i[0] = 1;
    in->kernel_id_i[0] = draw_number(b) % numbers & ~bench_held(b->job, "kernel");
    b->recent[b->kernels++ % RECENT] = (unsigned)in->kernel_id_i[0];
    if (b->plan <= KERNEL_ROUNDS && is_kept(b, in->kernel_id_i[0])) b->plan = KERNEL_AGAIN;
    b->runs = true;
    b->cycle = 0;
    b->ends_at = draw_length(b);
    b->watch =
        b->plan <= KERNEL_BASE || below(b, 2) ? WATCH_THRASH : (watch_kind)below(b, WATCH_KINDS);
    if (b->job->weak) b->watch = WATCH_THRASH;
    b->thrasher = below(b, b->sms);
    b->best = 0;
}

// Begins and ends; a begin may fall together with an end, or come without one.
static void drive_kernel(bench *b, dwtcs_in *in)
{
    in->kernel_id_i[0] = below(b, (uint64_t)1 << b->job->c->dwtcs.kernel_bits);
    if (b->runs ? b->cycle < b->ends_at : b->ends_at > 0) {
        if (!b->runs) b->ends_at--;
        return;
    }
    const unsigned how = b->runs ? below(b, 4) : 2;
    in->kernel_end_pulse_i[0] = b->runs && how != 2;
    if (how == 1 || how == 2) {
        draw_kernel(b, in);
        b->cycle = UINT64_MAX; // its first cycle is the next
    } else {
        b->runs = false;
        b->ends_at = below(b, 4);
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
    const uint64_t p = b->job->c->dwtcs.period, cycles = p - b->cycle % p;
    if (cycles == p) draw_exact(b, i);
    const unsigned insns = part_of(b, b->insns_left[i], cycles, b->insn_max),
                   misses = part_of(b, b->misses_left[i], cycles, 1);
    port_put_field(in->sm_insn_i, i, b->insn_bits, insns);
    port_put_field(in->sm_miss_i, i, 1, misses);
    b->insns_left[i] -= insns;
    b->misses_left[i] -= misses;
}

static void drive_watched(bench *b, dwtcs_in *in, unsigned i)
{
    const bool first = b->cycle % b->job->c->dwtcs.period == 0; // may be the first of a round
    const bool hot = i == b->thrasher;
    bool miss = b->watch == WATCH_THRASH && hot;
    if (b->watch == WATCH_NOISE) miss = below(b, 2);
    if (b->watch == WATCH_FLICKER) miss = hot && b->cycle / b->job->c->dwtcs.period % 2 == 0;
    if (b->watch == WATCH_FLICKER && hot && first) miss = false;
    port_put_field(
        in->sm_insn_i, i, b->insn_bits,
        first && b->watch == WATCH_THRASH
            ? part_of(b, b->target[i], b->round_from + round_cycles(b) - b->cycle, b->insn_max)
        : hot ? 0
              : below(b, b->insn_max + 1));
    port_put_field(in->sm_miss_i, i, 1, miss);
}

// What the vote before this cycle has compared.
static void see_vote(bench *b)
{
    uint64_t most = 0;
    unsigned winner = 0;
    for (unsigned i = 0; i < b->sms; i++) {
        if (b->done[i] > most) winner = i;
        if (b->done[i] > most) most = b->done[i];
    }
    for (unsigned i = 0; i < b->sms; i++) {
        if (i < winner || b->done[i] == most)
            identity_coverage_pair(&b->apart[DWTCS_INSNS], most, b->done[i]);
    }
    if (b->best && most > b->best) identity_coverage_pair(&b->apart[DWTCS_BEST], most, b->best);
    if (most > b->best) b->best = most;
}

// A round begins with the first cycle of a period, before the outputs say so.
static void begin_round(bench *b, bool sampled)
{
    const bool over = sampled && b->cycle == b->round_from + round_cycles(b) + b->sms;
    const bool first = b->cycle % b->job->c->dwtcs.period == 0;
    if (over) see_vote(b);
    if (!over && (sampled || !first)) return;
    if (!sampled) b->best = 0;
    b->round_from = b->cycle;
    memset(b->done, 0, sizeof b->done);
    draw_targets(b);
}

// In a vote nothing counts, whatever the SMs do.
static void drive_vote(bench *b, dwtcs_in *in)
{
    for (unsigned i = 0; i < b->sms; i++) {
        port_put_field(in->sm_insn_i, i, b->insn_bits, below(b, b->insn_max + 1));
        port_put_field(in->sm_miss_i, i, 1, below(b, 2));
    }
}

static void drive_sms(bench *b, const dwtcs_out *out, dwtcs_in *in)
{
    const bool sampled = out->sampling_o[0];
    if (b->runs) begin_round(b, sampled);
    const uint64_t vote_from = b->round_from + round_cycles(b), cycles = vote_from - b->cycle;
    if (sampled && b->cycle >= vote_from) {
        drive_vote(b, in);
        return;
    }
    for (unsigned i = 0; i < b->sms; i++) {
        if (sampled) {
            port_put_field(in->sm_insn_i, i, b->insn_bits,
                           part_of(b, b->target[i] > b->done[i] ? b->target[i] - b->done[i] : 0,
                                   cycles, b->insn_max));
            port_put_field(in->sm_miss_i, i, 1, below(b, 2));
        } else if (b->watch == WATCH_EXACT) {
            drive_exact(b, in, i);
        } else {
            drive_watched(b, in, i);
        }
        b->done[i] += port_field(in->sm_insn_i, i, b->insn_bits);
    }
}

// ---- the run

static void reset(bench *b)
{
    b->model.reset(b->model.self);
    lockstep_pair_reset(&b->lane);
    dwtcs_laws_reset(&b->laws);
    b->runs = false;
    b->ends_at = 1;
    b->resets++;
}

// After some kernels; or after so many that all places have been filled again.
static void maybe_reset(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    if (b->next_reset--) return;
    reset(b);
    b->next_reset = 100 + below(b, (k->period * k->periods_over + round_cycles(b) + b->sms) *
                                       (below(b, 3) ? 10 : 20 * (k->winners + 1)));
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

static void cycle(bench *b)
{
    dwtcs_in in;
    dwtcs_out out, rtl;
    maybe_reset(b);
    memset(&in, 0, sizeof in);
    b->model.valid(b->model.self, (uint64_t *)&out);
    drive_sms(b, &out, &in);
    drive_kernel(b, &in);
    memcpy(&rtl, lockstep_pair_eval(&b->lane, (const uint64_t *)&in), sizeof rtl);
    const bool same =
        lockstep_pair_compare(&b->lane, (const uint64_t *)&in, (const uint64_t *)&out);
    see_kernels(b, &out);
    b->failed = !dwtcs_laws_cycle(&b->laws, &in, &rtl) || !same;
    lockstep_pair_clock(&b->lane);
    b->model.commit(b->model.self, (const uint64_t *)&in, (const uint64_t *)&out);
    b->cycle++;
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
    const uint64_t numbers = (uint64_t)1 << k->kernel_bits;
    b->most = round_cycles(b) * b->insn_max;
    const unsigned bits = 64 - (unsigned)__builtin_clzll(b->most);
    identity_coverage_init(&b->apart[DWTCS_KERNEL], "kernel", k->kernel_bits, 0);
    identity_coverage_comparators(&b->apart[DWTCS_KERNEL],
                                  k->winners < numbers ? k->winners : (unsigned)numbers - 1);
    identity_coverage_init(&b->apart[DWTCS_INSNS], "insns", bits, 0);
    identity_coverage_init(&b->apart[DWTCS_BEST], "best", bits, 0);
    b->apart[DWTCS_INSNS].last = b->most;
    b->apart[DWTCS_BEST].ends = false;
    if (b->sms == 1) b->apart[DWTCS_INSNS].possible = 0, b->apart[DWTCS_INSNS].ends = false;
    if (!(b->most & (b->most - 1)))
        b->apart[DWTCS_BEST].possible &=
            ~b->most; // nothing but 0 differs from it in that bit alone
    if (!has_rounds(b->job->c)) b->apart[DWTCS_BEST].possible = 0;
}

uint64_t bench_dwtcs_cycles(const config *c)
{
    enum { KERNELS = 320 }; // of which a half is stored
    return (uint64_t)KERNELS *
           (c->dwtcs.period * (c->dwtcs.periods_over + c->dwtcs.periods_sampled) + c->gpu.sms);
}

int bench_dwtcs(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j,
               .random = {j->seed},
               .sms = j->c->gpu.sms,
               .insn_bits = dwtcs_insn_bits(j->c),
               .insn_max = dwtcs_insn_max(j->c)};
    b.best_bit = 1;
    init_identities(&b);
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
    lockstep_pair_free(&b.lane);
    b.model.free(b.model.self);
    return status;
}
