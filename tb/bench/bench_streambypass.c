// bench_streambypass.c: the monitor of the streaming bypass alone against its golden model.
//
// Traffic: a plan for each period (streambypass_periods.h).
//
// Law, checked on the RTL without the model: from the second cycle of a period on, the mode is the
// one that follows from the plan of the previous period.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/stats.h"
#include "blocks/streambypass.h"
#include "tb/bench/conclude.h"
#include "tb/bench/streambypass_periods.h"
#include "tb/lockstep/lockstep_pair.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BENCH_EVENTS(X) \
    STREAMBYPASS_EVENTS(X) \
    X(resets_open, "resets", "in mid-period, the cache open") \
    X(resets_closed, "resets", "in mid-period, the cache closed")
typedef struct bench_events {
    BENCH_EVENTS(STAT_FIELD)
} bench_events;
STAT_TABLE(streambypass_bench_events, "events", BENCH_EVENTS);

typedef struct bench {
    const bench_job *job;
    const struct cfg_streambypass *k;
    port ports[STREAMBYPASS_N_PORTS];
    block_dev model;
    lockstep_pair pair;
    streambypass_periods periods;
    uint64_t at; // cycle of the period
    period before;
    bool judged;        // there is a period before
    bool closed;        // the law's mode
    uint64_t resets[2]; // [mode]
    bool asked;         // the run is long enough for all crosses
    char broken[128];
    bool failed;
    uint64_t ran;      // cycles of traffic
    bench_events seen; // to conclude from
    bench_help help;
} bench;

// ---- a cycle

// The mode that follows from the period before.
static bool verdict(const bench *b)
{
    const uint64_t misses = b->before.misses * STREAMBYPASS_WHOLE,
                   limit = b->before.accesses * b->k->threshold;
    return b->judged && misses != limit ? misses > limit : b->closed;
}

static void reset(bench *b)
{
    const streambypass_in with = streambypass_periods_with(&b->periods);
    if (!b->job->resets) lockstep_pair_eval(&b->pair, (const uint64_t *)&with);
    b->resets[b->closed]++;
    streambypass_periods_reset(&b->periods, b->at, b->closed, verdict(b) != b->closed);
    lockstep_pair_reset(&b->pair);
    b->model.reset(b->model.self);
    b->closed = b->judged = false;
    b->at = 0;
    streambypass_periods_next(&b->periods, false);
}

static void check_law(bench *b)
{
    const bool is =
        lockstep_pair_eval(&b->pair, (const uint64_t *)&(streambypass_in){{0}, {0}})[0] != 0;
    if (b->failed || is == b->closed) return;
    snprintf(b->broken, sizeof b->broken,
             "bypass_o = %d after a period of %" PRIu64 " accesses, %" PRIu64
             " misses, in its cycle %" PRIu64,
             is, b->before.accesses, b->before.misses, b->at);
    b->failed = true;
}

static void end_period(bench *b)
{
    streambypass_periods_end(&b->periods, b->closed);
    b->before = b->periods.now;
    b->judged = true;
    const bool late = b->periods.reset_at == b->at; // a reset between two periods
    const unsigned with = b->periods.with;
    streambypass_periods_next(&b->periods, verdict(b));
    if (late) b->periods.reset_at = 0;
    if (late) b->periods.with = with;
    b->at = 0;
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    if (bench_resets(b->job, b->at == b->periods.reset_at)) reset(b);
    const streambypass_in in = streambypass_periods_draw(&b->periods, b->at);
    streambypass_out out;
    check_law(b);
    b->model.valid(b->model.self, (uint64_t *)&out);
    lockstep_pair_eval(&b->pair, (const uint64_t *)&in);
    if (!lockstep_pair_compare(&b->pair, (const uint64_t *)&in, (const uint64_t *)&out))
        b->failed = true;
    lockstep_pair_clock(&b->pair);
    b->model.commit(b->model.self, (const uint64_t *)&in, (const uint64_t *)&out);
    if (b->at == 0) b->closed = verdict(b);
    if (++b->at == b->k->period) end_period(b);
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
    if (closes && k->threshold == STREAMBYPASS_WHOLE) return "no miss rate is above 100 %";
    if ((strcmp(name, "opened") == 0 || strcmp(name, "stayed_open") == 0) && !k->threshold)
        return "no miss rate is below 0 %";
    if (strcmp(name, "at_threshold") == 0 && !streambypass_periods_can_be_at(k))
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

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    b->seen = seen_of(b);
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &streambypass_bench_events,
                       .seen = &b->seen,
                       .excluded = left_out,
                       .bench = b,
                       .law = b->broken,
                       .crosses = b->periods.crosses,
                       .n_crosses = b->asked ? PERIOD_CROSSES : 0,
                       .ran = b->ran,
                       .resets = b->resets[0] + b->resets[1],
                       .floor = 1,
                       .failed = b->failed,
                       .help = b->help.text};
}

uint64_t bench_streambypass_cycles(const config *c)
{
    return streambypass_periods_all(c) * c->streambypass.period;
}

int bench_streambypass(const bench_job *j, json_t **result, err *e)
{
    bench b = {.job = j,
               .k = &j->c->streambypass,
               .asked = !j->resets && j->cycles >= bench_streambypass_cycles(j->c)};
    streambypass_ports(j->c, b.ports);
    int status = lockstep_pair_init(&b.pair, j->plugin, b.ports, STREAMBYPASS_N_PORTS, e);
    if (status == ST_OK)
        status = model_bug_make(&streambypass_block, j->model_bug, j->c, &b.model, NULL, e);
    if (status != ST_OK) return status;
    streambypass_periods_init(&b.periods, j->c, j->seed, j->weak, !j->resets);
    streambypass_periods_next(&b.periods, false);
    b.ran = bench_traffic_run(&(bench_traffic){
        .job = j, .bench = &b, .cycle = cycle, .failed = &b.failed, .end = end_of});
    for (; !j->brief && b.periods.number <= STREAMBYPASS_KINDS && !b.failed; b.ran++) {
        cycle(&b);
        bench_progress(j, b.ran, 0);
    }
    bench_help_period(&b.help, j->c, "structures.streambypass.period", bench_streambypass_cycles);
    const bench_end end = end_of(&b);
    status = bench_conclude(&end, result, e);
    streambypass_periods_free(&b.periods);
    b.model.free(b.model.self);
    lockstep_pair_free(&b.pair);
    return status;
}
