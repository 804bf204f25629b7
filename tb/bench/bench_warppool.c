// bench_warppool.c: WarpPool alone against its golden model, in the environment of
// warppool_world.h, which also checks its laws on the RTL's outputs.
//
// The traffic is that of warppool_traffic.h. At the end everything is accepted, and nothing may be
// left. warppool_identities.h records which bits were compared.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/stats.h"
#include "blocks/warppool.h"
#include "blocks/warppool_state.h"
#include "tb/bench/conclude.h"
#include "tb/bench/reset_moments.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_traffic.h"
#include "tb/lockstep/lockstep_pair.h"

#include <stdlib.h>
#include <string.h>

enum { DRAIN_CYCLES = 400000 };

#define BENCH_EVENTS(X) \
    WARPPOOL_EVENTS(X) \
    X(tags_full, "cycles", "in which every tag was in use") \
    X(rows_full, "MSHRs", "that got as many merged loads as they have rows") \
    X(quantum_ties, "quanta", "that ended exactly at the miss rate") \
    X(map_last, "cycles", "in which the last entry of the thread map table was taken")
typedef struct bench_events {
    BENCH_EVENTS(STAT_FIELD)
} bench_events;
STAT_TABLE(warppool_bench_events, "events", BENCH_EVENTS);

typedef struct bench {
    const bench_job *job;
    port ports[WARPPOOL_N_PORTS];
    block_dev dev;         // the golden model, ...
    const warppool *model; // and its state
    lockstep_pair pair;
    uint64_t tags_full, rows_full;
    bool last_map_free; // before the clock edge
    reset_moments moments;
    bool draining, failed;
    uint64_t ran; // cycles of traffic
    // to conclude from
    bench_events seen;
    cross_coverage asked[1 + QUANTUM_CROSSES];
    warppool_traffic traffic;
} bench;

// ---- what cannot be seen

const char *bench_warppool_excluded(const config *c, unsigned event)
{
    return warppool_needs_excluded(c, warppool_event_table.rows[event].name);
}

// Of this run: a quantum may be longer than it.
static const char *run_excluded(const bench *b, const char *event)
{
    const config *c = b->job->c;
    const bool by_quantum = !strcmp(event, "quanta") || !strcmp(event, "switches") ||
                            !strcmp(event, "quantum_ties") ||
                            (!strcmp(event, "holes") && c->warppool.select == SELECT_SWITCH);
    if (by_quantum && !warppool_traffic_sees_quanta(b->job))
        return "the run is shorter than eight quanta";
    return warppool_needs_excluded(c, event);
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return run_excluded(b, warppool_bench_events.rows[event].name);
}

// ---- a cycle

static const uint64_t *words(const void *x) { return x; }
static uint64_t *out_words(void *x) { return x; }

static bench_events seen_of(const bench *b)
{
    bench_events seen = {.tags_full = b->tags_full,
                         .rows_full = b->rows_full,
                         .quantum_ties =
                             warppool_has_quanta(b->job->c) ? b->traffic.quanta.ties : 0,
                         .map_last = b->traffic.map_last};
    memcpy(&seen, warppool_get_events(b->model), sizeof(warppool_events));
    return seen;
}

// Of the events that the bench counts itself.
static void count(bench *b)
{
    const warppool *m = b->model;
    const world *w = &b->traffic.world;
    const bool last_map_free = m->maps.free >> (m->shape.maps - 1) & 1;
    b->tags_full += m->queues.n == m->shape.queues * m->shape.tags;
    b->rows_full += w->in.req_ready_i[0] && w->out.req_load_o[0] && w->in.req_miss_i[0] &&
                    w->mshr[w->in.req_mshr_i[0]].rows == b->job->c->l1d.merges;
    b->last_map_free = last_map_free;
}

static bool resets_now(bench *b, bool planned)
{
    const bench_events seen = seen_of(b);
    reset_moments_add_events(&b->moments, &seen);
    const bool wants =
                   !warppool_quanta_busy(&b->traffic.quanta) && reset_moments_wants(&b->moments),
               now = !b->draining && (wants || planned);
    reset_moments_end(&b->moments, now);
    return now;
}

static void reset(bench *b)
{
    lockstep_pair_reset(&b->pair);
    b->dev.reset(b->dev.self);
    warppool_traffic_reset(&b->traffic);
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    world *w = &b->traffic.world;
    warppool_out model;
    b->dev.valid(b->dev.self, out_words(&model));
    w->out = model;
    world_inputs(w);
    b->dev.ready(b->dev.self, words(&w->in), out_words(&model));
    memcpy(&w->out, lockstep_pair_eval(&b->pair, words(&w->in)), sizeof w->out);
    const bool same = lockstep_pair_compare(&b->pair, words(&w->in), words(&model));
    world_check(w);
    const bool planned = warppool_quanta_see(&b->traffic.quanta, b->model, &w->in, &w->out);
    warppool_traffic_look(&b->traffic);
    count(b);
    b->failed = !same || w->errors;
    b->dev.commit(b->dev.self, words(&w->in), words(&model));
    b->traffic.map_last +=
        b->last_map_free && !(b->model->maps.free >> (b->model->shape.maps - 1) & 1);
    if (resets_now(b, planned)) reset(b);
    else lockstep_pair_clock(&b->pair);
}

// Nothing issues, all is taken; idle is said a cycle after the counters have followed.
static void run_drain(bench *b)
{
    world *w = &b->traffic.world;
    b->draining = true;
    w->p = (w_profile){.ag = 100, .adr = 100, .l1 = 100, .wb = 100, .latency = 1, .lines = 1};
    for (unsigned i = 0; i < DRAIN_CYCLES && !b->failed && !world_empty(w); i++) cycle(b);
    for (unsigned i = 0; i < 4 && !b->failed; i++) cycle(b);
    if (b->failed) return;
    if (!world_empty(w) || !w->out.idle_o[0] || w->out.pending_o[0])
        world_wrong(w, "end: not all came back, or the block does not say that it is idle");
    b->failed = w->errors;
}

// ---- result

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    unsigned n = 0;
    b->seen = seen_of(b);
    if (b->moments.asked) b->asked[n++] = b->moments.cross;
    for (unsigned i = 0; b->traffic.quanta.asked && i < QUANTUM_CROSSES; i++)
        b->asked[n++] = b->traffic.quanta.crosses[i];
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &warppool_bench_events,
                       .seen = &b->seen,
                       .identities = b->traffic.ids.apart,
                       .n_identities = WARPPOOL_IDENTITIES,
                       .crosses = b->asked,
                       .n_crosses = n,
                       .excluded = left_out,
                       .bench = b,
                       .law = b->traffic.world.first_error,
                       .ran = b->ran,
                       .resets = b->traffic.resets,
                       .floor = 1,
                       .failed = b->failed,
                       .reset = true};
}

static void cycle_of_traffic(void *bench_of)
{
    bench *b = bench_of;
    if (warppool_traffic_begin(&b->traffic)) reset(b);
    warppool_traffic_steer(&b->traffic);
    cycle(b);
}

static int run(bench *b, json_t **result, err *e)
{
    const bench_job *j = b->job;
    int status = lockstep_pair_init(&b->pair, j->plugin, b->ports, WARPPOOL_N_PORTS, e);
    if (status != ST_OK) return status;
    warppool_traffic_init(&b->traffic, j, b->model);
    reset_moments_of_events(&b->moments, j, &warppool_bench_events, left_out, b, RESET_REPEATS, 0);
    b->ran = bench_traffic_run(&(bench_traffic){
        .job = b->job, .bench = b, .cycle = cycle_of_traffic, .failed = &b->failed, .end = end_of});
    if (!b->failed) run_drain(b);
    const bench_end end = end_of(b);
    status = bench_conclude(&end, result, e);
    reset_moments_free(&b->moments);
    warppool_traffic_free(&b->traffic);
    lockstep_pair_free(&b->pair);
    return status;
}

uint64_t bench_warppool_cycles(const config *c)
{
    enum {
        LONGEST = 100000
    }; // longer quanta are left out: no run of a sensible length has eight of them
    return warppool_has_quanta(c) && c->warppool.quantum <= LONGEST
               ? (uint64_t)QUANTA_ENOUGH * c->warppool.quantum
               : 0;
}

int bench_warppool(const bench_job *j, json_t **result, err *e)
{
    bench *b = wl_calloc(1, sizeof *b); // the world is large
    b->job = j;
    warppool_ports(j->c, b->ports);
    void *state = NULL;
    int status = model_bug_make(&warppool_block, j->model_bug, j->c, &b->dev, &state, e);
    b->model = state;
    if (status == ST_OK) {
        status = run(b, result, e);
        b->dev.free(b->dev.self);
    }
    free(b);
    return status;
}
