// bench_dwtcs.c : DWT-CS alone: kernels of random lengths in which SMs commit and miss in ways that reach every decision, with resets
// at random; model and RTL compared in every cycle, laws (dwtcs_laws.h) on the RTL, floors of events. See bench.h.
//
// A kernel has one of the watch_kind profiles while it is not sampled, and for each round a level of instructions for each SM. Its end
// falls anywhere, or into the very cycle of the comparison.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "blocks/dwtcs.h"
#include "tb/bench/conclude.h"
#include "tb/bench/dwtcs_laws.h"
#include "tb/lockstep/lane.h"

#include <string.h>

// While watched: some SM misses in every cycle and commits little; none misses; at the threshold to an instruction; over in every
// other period; anything.
typedef enum watch_kind { WATCH_THRASH, WATCH_CALM, WATCH_EXACT, WATCH_FLICKER, WATCH_NOISE, WATCH_KINDS } watch_kind;

typedef struct bench {
    const bench_job *job;
    port ports[DWTCS_N_PORTS];
    dwtcs *model;
    lane lane;
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
    unsigned levels[DWTCS_LAW_SMS];                      // instructions a cycle in a round
    bool uneven;                                         // at most so many: SMs come out a few apart, or alike
    uint64_t insns_left[DWTCS_LAW_SMS], misses_left[DWTCS_LAW_SMS]; // WATCH_EXACT: of this period
    unsigned tried;                                      // first SM's limit in the cycle before, 0: was not sampled
} bench;

static unsigned below(bench *b, uint64_t n) { return (unsigned)rng_below(&b->random, n); }

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
static bool can_replace(const config *c) { return (uint64_t)1 << c->dwtcs.kernel_bits > c->dwtcs.winners; }

static const struct {
    const char *event, *rule;
    bool (*met)(const config *c);
} needs[] = {
    {"at_threshold", "no period has so few misses and instructions that are exactly at the threshold", can_be_exact},
    {"run_ended", "structures.dwtcs.periods_over is 1, so that the first period over the threshold starts the sampling", runs_matter},
    {"further_rounds", "there are as many SMs as warps of a scheduler, so that one round tries all", has_rounds},
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

const char *bench_dwtcs_excluded(const config *c, unsigned event) { return excluded(c, dwtcs_event_table.rows[event].name); }

// ---- kernels

// Instructions of the SMs in a round: all as many as can be (when uneven: close to each other, and to those of the round before), the last
// most, two alike, none, anything.
static void draw_levels(bench *b)
{
    const unsigned kind = b->job->weak ? 0 : below(b, 6), most = b->insn_max;
    b->uneven = !b->job->weak && (kind == 5 || below(b, 4) == 0);
    for (unsigned i = 0; i < b->sms; i++) b->levels[i] = kind == 0 || kind == 5 ? most : kind == 3 ? 0 : below(b, most);
    if (kind == 1) b->levels[b->sms - 1] = most;
    if (kind == 2) b->levels[below(b, b->sms)] = b->levels[below(b, b->sms)] = most;
}

static uint64_t draw_length(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t p = k->period, decided = p * (k->periods_over + k->periods_sampled);
    switch (b->job->weak ? 5 : below(b, 6)) {
    case 0: return below(b, decided);                               // early, or while it is sampled
    case 1: return decided + p * k->periods_sampled * below(b, 2);  // in the cycle of the comparison
    case 2: return p * k->periods_over + below(b, p * k->periods_sampled);
    default: return decided + below(b, 3 * decided);
    }
}

static void draw_kernel(bench *b, dwtcs_in *in)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    const uint64_t numbers = (uint64_t)1 << k->kernel_bits, few = k->winners + 2;
    in->kernel_begin_pulse_i[0] = 1;
    in->kernel_id_i[0] = below(b, few < numbers ? few : numbers);
    b->runs = true;
    b->cycle = 0;
    b->ends_at = draw_length(b);
    b->watch = below(b, 2) ? WATCH_THRASH : (watch_kind)below(b, WATCH_KINDS);
    if (b->job->weak) b->watch = WATCH_THRASH;
    b->thrasher = below(b, b->sms);
    b->tried = 0;
    draw_levels(b);
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

// This cycle's part of what is left of a period, at random, as late as it can be in half of the cycles: the last cycle decides too.
static unsigned part_of(bench *b, uint64_t left, uint64_t cycles, unsigned most)
{
    const uint64_t later = (cycles - 1) * most;
    const unsigned high = left < most ? (unsigned)left : most, must = left > later ? (unsigned)(left - later) : 0;
    if (must >= high) return high;
    return below(b, 2) ? must : must + below(b, high - must + 1);
}

static void drive_exact(bench *b, dwtcs_in *in, unsigned i)
{
    const uint64_t p = b->job->c->dwtcs.period, cycles = p - b->cycle % p;
    if (cycles == p) draw_exact(b, i);
    const unsigned insns = part_of(b, b->insns_left[i], cycles, b->insn_max), misses = part_of(b, b->misses_left[i], cycles, 1);
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
    port_put_field(in->sm_insn_i, i, b->insn_bits, first && b->watch == WATCH_THRASH ? b->levels[i] : hot ? 0 : below(b, b->insn_max + 1));
    port_put_field(in->sm_miss_i, i, 1, miss);
}

static void drive_sms(bench *b, const dwtcs_out *out, dwtcs_in *in)
{
    const bool sampled = out->sampling_o[0];
    const unsigned tried = sampled ? port_field(out->sm_limit_o, 0, dwtcs_limit_bits(b->job->c)) : 0;
    if (tried && b->tried && tried != b->tried && below(b, 2)) draw_levels(b); // a further round; or the same again
    b->tried = tried;
    for (unsigned i = 0; i < b->sms; i++) {
        if (sampled) {
            port_put_field(in->sm_insn_i, i, b->insn_bits, b->uneven ? below(b, (uint64_t)b->levels[i] + 1) : b->levels[i]);
            port_put_field(in->sm_miss_i, i, 1, below(b, 2));
        } else if (b->watch == WATCH_EXACT) {
            drive_exact(b, in, i);
        } else {
            drive_watched(b, in, i);
        }
    }
}

// ---- the run

static void reset(bench *b)
{
    dwtcs_reset(b->model);
    lane_reset(&b->lane);
    dwtcs_laws_reset(&b->laws);
    b->runs = false;
    b->ends_at = 1;
    b->resets++;
}

static void maybe_reset(bench *b)
{
    const struct cfg_dwtcs *k = &b->job->c->dwtcs;
    if (b->next_reset--) return;
    reset(b);
    b->next_reset = 100 + below(b, (uint64_t)k->period * (k->periods_over + k->periods_sampled) * 32 * (k->winners + 1));
}

static void cycle(bench *b)
{
    dwtcs_in in;
    dwtcs_out out, rtl;
    maybe_reset(b);
    memset(&in, 0, sizeof in);
    dwtcs_valid(b->model, &out);
    drive_sms(b, &out, &in);
    drive_kernel(b, &in);
    memcpy(&rtl, lane_eval(&b->lane, (const uint64_t *)&in), sizeof rtl);
    const bool same = lane_compare(&b->lane, (const uint64_t *)&in, (const uint64_t *)&out);
    b->failed = !dwtcs_laws_cycle(&b->laws, &in, &rtl) || !same;
    lane_clock(&b->lane);
    dwtcs_commit(b->model, &in);
    b->cycle++;
}

static void run(bench *b)
{
    enum { REPORT = 1 << 14 };
    const bench_job *j = b->job;
    for (uint64_t i = 0; i < j->cycles && !b->failed; i++) {
        cycle(b);
        if (j->progress && i % REPORT == 0) j->progress(j->progress_ctx, i, (double)i / (double)j->cycles);
    }
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_dwtcs_excluded(b->job->c, event);
}

static int conclude(const bench *b, json_t **result, err *e)
{
    return bench_conclude(&(bench_end){.job = b->job, .lane = &b->lane, .events = &dwtcs_event_table, .seen = dwtcs_get_events(b->model),
                                       .excluded = left_out, .bench = b, .law = b->laws.broken, .resets = b->resets,
                                       .floor = 1, .failed = b->failed, .reset = true, .help = ", or shorter periods"}, result, e);
}

int bench_dwtcs(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j, .random = {j->seed}, .sms = j->c->gpu.sms, .insn_bits = dwtcs_insn_bits(j->c), .insn_max = dwtcs_insn_max(j->c)};
    b.next_reset = 100 + below(&b, 1000);
    b.ends_at = 1;
    dwtcs_ports(j->c, b.ports);
    int status = lane_init(&b.lane, j->plugin, b.ports, DWTCS_N_PORTS, e);
    if (status != ST_OK) return status;
    b.model = dwtcs_new(j->c, j->model_bug);
    dwtcs_laws_init(&b.laws, j->c);
    run(&b);
    status = conclude(&b, result, e);
    lane_free(&b.lane);
    dwtcs_free(b.model);
    return status;
}
