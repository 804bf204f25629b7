// bench_wrapped.c: a wrapped top (`--block mrpb_axi4` and its like) against its model, a golden
// model inside the host protocol's rules (blocks/wrapped.h): the traffic of wrapped_traffic.h, all
// outputs compared in every cycle, and the laws of wrapped_laws.h on the RTL. At the end everything
// is accepted, and nothing may be left.
//
// A ready is compared whether or not something waits for it, and a valid whether or not it is
// accepted; so a ready that waits for its valid, or a valid for its ready, is a mismatch.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "blocks/wrapped.h"
#include "tb/bench/conclude.h"
#include "tb/bench/reset_moments.h"
#include "tb/bench/wrapped_traffic.h"

#include <string.h>

enum { DRAIN = 20000 }; // cycles

// Shorter runs have resets at random alone: those in the cycles of what is rare would leave little
// else of them.
enum { MOMENTS_CYCLES = 10000 };

typedef struct bench {
    const bench_job *job;
    port ports[PORTS_MAX];
    block_dev model;
    lockstep_pair pair;
    wrapped_traffic traffic;
    wrapped_laws laws;
    uint64_t resets;
    reset_moments moments; // of a block with a clock
    bool failed;
    uint64_t ran; // cycles of traffic
} bench;

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return wrapped_excluded(b->job->c, b->job->adapter, event);
}

static int setup(bench *b, const bench_job *j, err *e)
{
    const adapter *a = j->adapter;
    memset(b, 0, sizeof *b);
    b->job = j;
    a->kind->fill(a, b->ports);
    wrapped_laws_init(&b->laws);
    wrapped_traffic_init(&b->traffic, a, j->seed);
    b->traffic.weak = j->weak;
    if (a->kind->clock && j->cycles >= MOMENTS_CYCLES)
        reset_moments_of_events(&b->moments, j, &wrapped_event_table, left_out, b, RESET_REPEATS,
                                RESET_EVERY);
    const int status = wrapped_make(a, j->c, &b->model, e);
    return status == ST_OK ? lockstep_pair_init(&b->pair, j->plugin, b->ports, a->kind->n_ports, e)
                           : status;
}

static void teardown(bench *b)
{
    if (b->model.self) b->model.free(b->model.self);
    if (b->pair.rtl) lockstep_pair_free(&b->pair);
    wrapped_laws_free(&b->laws);
    reset_moments_free(&b->moments);
}

static void reset(bench *b)
{
    b->model.reset(b->model.self);
    lockstep_pair_reset(&b->pair);
    wrapped_laws_reset(&b->laws);
    if (b->traffic.protocol->reset) b->traffic.protocol->reset(&b->traffic);
    b->resets++;
}

// The laws see the RTL's outputs only.
static bool keeps_laws(bench *b, const wrapped_out *rtl)
{
    const wrapped_protocol *p = b->traffic.protocol;
    wrapped_request r;
    if (p->keep) return p->keep(&b->traffic, rtl, &b->laws);
    if (p->leaves(&b->traffic, rtl, &r) && !wrapped_laws_leave(&b->laws, &r)) return false;
    if (p->enters(&b->traffic, rtl, &r)) wrapped_laws_enter(&b->laws, &r);
    return true;
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    wrapped_out out, rtl;
    if (bench_resets(b->job, wrapped_traffic_begin(&b->traffic))) reset(b);
    memset(&out, 0, sizeof out);
    memset(&rtl, 0, sizeof rtl);
    const uint64_t *in = (const uint64_t *)wrapped_traffic_drive(&b->traffic);
    b->model.valid(b->model.self, (uint64_t *)&out);
    b->model.ready(b->model.self, in, (uint64_t *)&out);
    memcpy(&rtl, lockstep_pair_eval(&b->pair, in),
           port_words(b->ports, b->job->adapter->kind->n_ports, PORT_OUT) * sizeof(uint64_t));
    if (!lockstep_pair_compare(&b->pair, in, (const uint64_t *)&out)) b->failed = true;
    if (!keeps_laws(b, &rtl)) b->failed = true;
    b->model.commit(b->model.self, in, (const uint64_t *)&out);
    wrapped_traffic_end(&b->traffic, &out);
    if (!reset_moments_now(&b->moments, b->model.events(b->model.self), !b->traffic.draining)) {
        lockstep_pair_clock(&b->pair);
        return;
    }
    reset(b);
    b->traffic.waits = false;
    b->traffic.due = 0;
}

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &wrapped_event_table,
                       .seen = b->model.events(b->model.self),
                       .excluded = left_out,
                       .bench = b,
                       .law = b->laws.broken,
                       .ran = b->ran,
                       .resets = b->resets,
                       .crosses = &b->moments.cross,
                       .n_crosses = b->moments.asked,
                       .floor = 1,
                       .reset = b->job->adapter->kind->clock != NULL,
                       .failed = b->failed};
}

static void run(bench *b)
{
    b->ran = bench_traffic_run(&(bench_traffic){
        .job = b->job, .bench = b, .cycle = cycle, .failed = &b->failed, .end = end_of});
    b->traffic.draining = true;
    for (unsigned i = 0; i < DRAIN && !b->failed; i++) {
        cycle(b);
        if (!b->traffic.waits && !b->laws.n && !b->traffic.due) break;
    }
    if (!b->failed) b->failed = !wrapped_laws_end(&b->laws);
}

int bench_wrapped(const bench_job *j, json_t **result, err *e)
{
    bench b;
    int status = setup(&b, j, e);
    if (status == ST_OK) {
        run(&b);
        const bench_end end = end_of(&b);
        status = bench_conclude(&end, result, e);
    }
    teardown(&b);
    return status;
}
