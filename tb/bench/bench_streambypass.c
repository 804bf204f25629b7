// bench_streambypass.c: the monitor of the streaming bypass alone against its golden model.
//
// Traffic: each period has a plan of a number of accesses and of misses, spread at random over its
// cycles: none, hits only, misses only, at the threshold, one miss above and below it, one access,
// or random. The first plans form a list that covers every transition between the modes; the others
// are drawn. Resets come in the middle of a period, from either mode.
//
// Law, checked on the RTL without the model: from the second cycle of a period on, the mode is the
// one that follows from the plan of the previous period.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/rng.h"
#include "base/stats.h"
#include "blocks/streambypass.h"
#include "tb/bench/conclude.h"
#include "tb/lockstep/lockstep_pair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WHOLE = 100000 }; // threshold of 100 %

#define BENCH_EVENTS(X) \
    STREAMBYPASS_EVENTS(X) \
    X(resets_open, "resets", "in mid-period, the cache open") \
    X(resets_closed, "resets", "in mid-period, the cache closed")
typedef struct bench_events {
    BENCH_EVENTS(STAT_FIELD)
} bench_events;
STAT_TABLE(streambypass_bench_events, "events", BENCH_EVENTS);

typedef enum kind { NONE, HITS, MISSES, AT, ABOVE, BELOW, ONE, MIXED, KINDS } kind;

// Closes, stays closed (above, quiet, at the threshold), opens, stays open (below, quiet, at the
// threshold), closes again; the resets of RESETS come in the period with that number.
static const kind script[] = {MISSES, ABOVE, NONE,  AT,   BELOW, HITS,   NONE,  AT,
                              BELOW,  ABOVE, MIXED, HITS, ONE,   MISSES, MIXED, MISSES};
enum { SCRIPT = sizeof script / sizeof script[0], RESET_CLOSED = 10, RESET_OPEN = 12 };

typedef struct period {
    uint64_t accesses, misses, accesses_left, misses_left;
} period;

typedef struct bench {
    const bench_job *job;
    const struct cfg_streambypass *k;
    port ports[STREAMBYPASS_N_PORTS];
    block_dev model;
    lockstep_pair lane;
    rng random;
    uint64_t number, at, reset_at; // of the period; cycle in it; cycle of it that a reset comes
                                   // before, or UINT64_MAX
    period now, before;
    bool judged;        // there is a period before
    bool closed;        // the law's mode
    uint64_t resets[2]; // [mode]
    char broken[128];
    bool failed;
} bench;

// ---- plans

static uint64_t divisor(uint64_t a, uint64_t b) { return b ? divisor(b, a % b) : a; }
static uint64_t most(const struct cfg_streambypass *k) { return (uint64_t)k->period * k->accesses; }
static uint64_t step(const struct cfg_streambypass *k)
{
    return WHOLE / divisor(WHOLE, k->threshold);
} // so many accesses can be at the threshold

static bool can_be_at(const struct cfg_streambypass *k) { return step(k) <= most(k); }

static period plan_of(bench *b, kind what)
{
    period p = {.accesses = 1 + rng_below(&b->random, most(b->k))};
    if (rng_below(&b->random, 2)) p.accesses = most(b->k);
    if (what == ONE) p.accesses = 1;
    if ((what == AT || what == ABOVE || what == BELOW) && can_be_at(b->k))
        p.accesses = step(b->k) * (1 + rng_below(&b->random, most(b->k) / step(b->k)));
    const uint64_t share = p.accesses * b->k->threshold, at = share / WHOLE;
    switch (what) {
    case NONE: p.accesses = 0; break;
    case HITS: break;
    case MISSES: p.misses = p.accesses; break;
    case AT: p.misses = at; break;
    case ABOVE: p.misses = at < p.accesses ? at + 1 : at; break;
    case BELOW:
        p.misses = (share + WHOLE - 1) / WHOLE;
        p.misses -= p.misses != 0;
        break;
    default: p.misses = rng_below(&b->random, p.accesses + 1); break;
    }
    p.accesses_left = p.accesses;
    p.misses_left = p.misses;
    return p;
}

static void next_period(bench *b)
{
    const bool scripted = b->number < SCRIPT;
    const bool reset = scripted ? b->number == RESET_CLOSED || b->number == RESET_OPEN
                                : rng_below(&b->random, 16) == 0;
    const kind what = scripted ? script[b->number] : (kind)rng_below(&b->random, KINDS);
    b->now = plan_of(b, !b->job->weak ? what : b->number % 2 ? HITS : MISSES);
    b->at = 0;
    b->reset_at = reset && !b->job->weak && !b->job->resets
                      ? 1 + rng_below(&b->random, b->k->period)
                      : UINT64_MAX;
    b->number++;
}

// What this cycle has of the plan: all that is left must fit in the cycles that are left.
static streambypass_in draw(bench *b)
{
    streambypass_in in = {{0}, {0}};
    period *p = &b->now;
    const uint64_t places = (b->k->period - b->at) * b->k->accesses;
    for (unsigned i = 0; i < b->k->accesses; i++) {
        if (rng_below(&b->random, places - i) >= p->accesses_left) continue;
        const bool miss = rng_below(&b->random, p->accesses_left) < p->misses_left;
        p->accesses_left--;
        p->misses_left -= miss;
        in.acc_i[0]++;
        in.miss_i[0] += miss;
    }
    return in;
}

// ---- a cycle

static void reset(bench *b)
{
    b->resets[b->closed]++;
    lockstep_pair_reset(&b->lane);
    b->model.reset(b->model.self);
    b->closed = b->judged = false;
    next_period(b);
}

static void check_law(bench *b)
{
    const bool is =
        lockstep_pair_eval(&b->lane, (const uint64_t *)&(streambypass_in){{0}, {0}})[0] != 0;
    if (b->failed || is == b->closed) return;
    snprintf(b->broken, sizeof b->broken,
             "bypass_o = %d after a period of %" PRIu64 " accesses, %" PRIu64
             " misses, in its cycle %" PRIu64,
             is, b->before.accesses, b->before.misses, b->at);
    b->failed = true;
}

// After the first cycle of a period: the law's verdict on the one before.
static void judge(bench *b)
{
    if (b->at != 0 || !b->judged) return;
    const uint64_t misses = b->before.misses * WHOLE, limit = b->before.accesses * b->k->threshold;
    if (misses != limit) b->closed = misses > limit;
}

static void cycle(bench *b)
{
    if (bench_resets(b->job, b->at == b->reset_at)) reset(b);
    const streambypass_in in = draw(b);
    streambypass_out out;
    check_law(b);
    b->model.valid(b->model.self, (uint64_t *)&out);
    lockstep_pair_eval(&b->lane, (const uint64_t *)&in);
    if (!lockstep_pair_compare(&b->lane, (const uint64_t *)&in, (const uint64_t *)&out))
        b->failed = true;
    lockstep_pair_clock(&b->lane);
    b->model.commit(b->model.self, (const uint64_t *)&in, (const uint64_t *)&out);
    judge(b);
    if (++b->at < b->k->period) return;
    b->before = b->now;
    b->judged = true;
    const bool late = b->reset_at == b->at; // a reset between two periods
    next_period(b);
    if (late) b->reset_at = 0;
}

// ---- result

// Why an event cannot occur, NULL when it can.
static const char *excluded(const struct cfg_streambypass *k, unsigned row)
{
    const char *name = streambypass_bench_events.rows[row].name; // those of the model come first
    const bool closes =
        strstr("closed closed_cycles stayed_closed resets_closed opened", name) != NULL;
    if (strcmp(name, "crowded") == 0 && k->accesses == 1)
        return "structures.streambypass.accesses is 1";
    if (closes && k->threshold == WHOLE) return "no miss rate is above 100 %";
    if ((strcmp(name, "opened") == 0 || strcmp(name, "stayed_open") == 0) && !k->threshold)
        return "no miss rate is below 0 %";
    if (strcmp(name, "at_threshold") == 0 && !can_be_at(k))
        return "a period has too few accesses for the threshold's fraction";
    return NULL;
}

const char *bench_streambypass_excluded(const config *c, unsigned event)
{
    return excluded(&c->streambypass, event);
}

static bench_events seen_of(const bench *b)
{
    bench_events seen = {.resets_open = b->resets[0], .resets_closed = b->resets[1]};
    memcpy(&seen, b->model.events(b->model.self), sizeof(streambypass_events));
    return seen;
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return excluded(b->k, event);
}

static int conclude(const bench *b, json_t **result, err *e)
{
    const bench_events seen = seen_of(b);
    return bench_conclude(&(bench_end){.job = b->job,
                                       .lane = &b->lane,
                                       .events = &streambypass_bench_events,
                                       .seen = &seen,
                                       .excluded = left_out,
                                       .bench = b,
                                       .law = b->broken,
                                       .resets = b->resets[0] + b->resets[1],
                                       .floor = 1,
                                       .failed = b->failed,
                                       .help = ", or shorter periods"},
                          result, e);
}

// The periods of the script, and the one that a reset cuts short.
uint64_t bench_streambypass_cycles(const config *c)
{
    return (SCRIPT + 1ull) * c->streambypass.period;
}

int bench_streambypass(const bench_job *j, json_t **result, err *e)
{
    enum { REPORT = 1 << 14 };
    bench b = {.job = j, .k = &j->c->streambypass, .random = {j->seed}};
    streambypass_ports(j->c, b.ports);
    int status = lockstep_pair_init(&b.lane, j->plugin, b.ports, STREAMBYPASS_N_PORTS, e);
    if (status == ST_OK)
        status = model_bug_make(&streambypass_block, j->model_bug, j->c, &b.model, NULL, e);
    if (status != ST_OK) return status;
    next_period(&b);
    for (uint64_t i = 0; (i < j->cycles || (!j->brief && b.number <= SCRIPT)) && !b.failed; i++) {
        cycle(&b);
        if (j->progress && i % REPORT == 0)
            j->progress(j->progress_ctx, i, (double)i / (double)(i > j->cycles ? i : j->cycles));
    }
    status = conclude(&b, result, e);
    b.model.free(b.model.self);
    lockstep_pair_free(&b.lane);
    return status;
}
