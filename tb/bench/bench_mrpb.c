// bench_mrpb.c: MRPB alone against its golden model: in each cycle it drives the traffic of
// mrpb_traffic.h into RTL and model, compares all outputs, and checks the laws of mrpb_laws.h on
// the RTL. At the end everything is accepted, and nothing may be left. See bench.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "blocks/mrpb.h"
#include "tb/bench/conclude.h"
#include "tb/bench/identity_coverage.h"
#include "tb/bench/mrpb_laws.h"
#include "tb/bench/mrpb_traffic.h"
#include "tb/bench/reset_moments.h"
#include "tb/lockstep/lockstep_pair.h"

#include <string.h>

typedef enum mrpb_identity {
    MRPB_QUEUE, // of the request that comes in, and of those of the last cycles; a comparator per
                // stage of the latency line
    MRPB_SIGNATURE, // of which a queue is made: line address or program counter
    MRPB_IDENTITIES
} mrpb_identity;

enum { LATENCIES = 18 }; // as many as structures.mrpb.latency may have

typedef struct bench {
    const bench_job *job;
    port ports[MRPB_N_PORTS];
    block_dev model;
    lockstep_pair pair;
    mrpb_laws laws;
    mrpb_traffic traffic;
    uint64_t resets;
    reset_moments moments;
    identity_coverage apart[MRPB_IDENTITIES];
    unsigned stages;
    int young[LATENCIES]; // [cycles ago, from 0]: queue of the entry that was stored then, -1: none
                          // was
    uint64_t signature;   // of the request before
    bool failed;
    uint64_t ran; // cycles of traffic
} bench;

// Queues that requests can have.
static uint64_t queues_used(const config *c)
{
    uint64_t values = c->sm.warps;
    switch (mrpb_signature(c)) {
    case SIG_WARP:
    case SIG_CTA_WARP: break;
    case SIG_CTA: values = c->sm.ctas; break;
    case SIG_PC: values = (uint64_t)1 << c->mrpb.pc_bits; break;
    case SIG_LINE: values = (uint64_t)1 << mrpb_line_bits(c); break;
    }
    return values < mrpb_queues(c) ? values : mrpb_queues(c);
}

static bool can_always(const config *c) { return c != NULL; }
static bool can_queue(const config *c) { return !c->mrpb.single_slot; }
static bool can_flush(const config *c) { return can_queue(c) && c->mrpb.flush; }
static bool can_flush_own(const config *c) { return can_flush(c) && c->mrpb.signature != SIG_PC; }
static bool can_wait_outbound(const config *c) { return !can_queue(c) || c->mrpb.flush; }
static bool can_bypass(const config *c) { return c->mrpb.bypass != BYPASS_NONE; }
static bool can_wait(const config *c) { return can_queue(c) && c->mrpb.latency >= 2; }
static bool can_tie(const config *c) { return can_queue(c) && queues_used(c) >= 2; }
static bool can_run(const config *c)
{
    return can_tie(c) && c->mrpb.drain_n && c->mrpb.drain_n <= c->mrpb.depth;
}
static bool can_slot(const config *c) { return c->mrpb.single_slot; }

// What an event needs of a configuration.
static const struct need {
    bool (*met)(const config *c);
    const char *rule;
} needs[] = {
#define NEED_ALWAYS 0
    {can_always, ""},
#define NEED_FLUSH 1
    {can_flush, "structures.mrpb.flush is off, or there are no queues"},
#define NEED_BYPASS 2
    {can_bypass, "structures.mrpb.bypass is none"},
#define NEED_LATENCY 3
    {can_wait, "structures.mrpb.latency is 1, so that every entry is eligible at once, or there "
               "are no queues"},
#define NEED_TIES 4
    {can_tie, "all requests have the same queue"},
#define NEED_QUEUES 5
    {can_queue, "structures.mrpb.single_slot: there are no queues"},
#define NEED_OWN 6
    {can_flush_own, "structures.mrpb.flush is off, or a write waits for all queues (signature pc)"},
#define NEED_RUN 7
    {can_run, "structures.mrpb.drain_n is 0, all requests have the same queue, or a queue of so "
              "few entries seldom lasts for a run"},
#define NEED_SLOT 8
    {can_slot, "structures.mrpb.single_slot is off"},
#define NEED_THROUGH 9
    {can_wait_outbound, "every request is stored: structures.mrpb.flush is off"},
};

// By the name of the event, so that an event without a line here does not compile.
#define NEED_cycles NEED_ALWAYS
#define NEED_busy_cycles NEED_ALWAYS
#define NEED_accepted_reads NEED_ALWAYS
#define NEED_accepted_writes NEED_ALWAYS
#define NEED_in_stall_full NEED_QUEUES
#define NEED_in_stall_flush NEED_FLUSH
#define NEED_in_stall_outbound NEED_THROUGH
#define NEED_flush_full NEED_FLUSH
#define NEED_flush_write NEED_OWN
#define NEED_write_through NEED_FLUSH
#define NEED_slot_through NEED_SLOT
#define NEED_policy_drains NEED_QUEUES
#define NEED_policy_ties NEED_TIES
#define NEED_run_ends NEED_RUN
#define NEED_latency_waits NEED_LATENCY
#define NEED_outbound_full NEED_QUEUES
#define NEED_sent NEED_ALWAYS
#define NEED_bypassed NEED_BYPASS
#define NEED_retries NEED_ALWAYS
#define NEED_stall_line NEED_ALWAYS
#define NEED_stall_mshr NEED_ALWAYS
#define NEED_stall_merge NEED_ALWAYS
#define NEED_stall_missq NEED_ALWAYS
#define NEED_bypass_blocked NEED_BYPASS
#define NEED_pointer_wraps NEED_QUEUES

#define NEED_OF(name, unit, meaning) NEED_##name,
static const unsigned event_need[] = {MRPB_EVENTS(NEED_OF)};

const char *bench_mrpb_excluded(const config *c, unsigned event)
{
    const struct need *n = &needs[event_need[event]];
    return n->met(c) ? NULL : n->rule;
}

// The block sees the last entries' queues for as long as they are younger than the latency, less
// the cycles of choice and offer.
static void init_identities(bench *b)
{
    const config *c = b->job->c;
    const signature_kind k = mrpb_signature(c);
    const bool hashed = k == SIG_LINE || k == SIG_PC;
    const unsigned bits = k == SIG_PC ? c->mrpb.pc_bits : mrpb_line_bits(c),
                   queues = (unsigned)queues_used(c);
    identity_coverage *q = &b->apart[MRPB_QUEUE], *s = &b->apart[MRPB_SIGNATURE];
    b->stages = can_wait(c) && c->mrpb.latency > 2 ? c->mrpb.latency - 2 : 0;
    identity_coverage_init(q, "queue", queues > 1 ? cfg_index_bits(queues) : 1, 0);
    q->last = queues - 1;
    q->holdable = k == SIG_WARP;
    if (b->stages) identity_coverage_comparators(q, b->stages);
    if (!b->stages || queues < 2) q->possible = 0, q->ends = false;
    identity_coverage_init(s, k == SIG_PC ? "pc" : "line", bits, 0);
    s->holdable = k == SIG_LINE;
    if (!hashed || bits > mrpb_line_bits(c)) s->possible = 0, s->ends = false;
    b->traffic.held_queue = k == SIG_WARP ? bench_held(b->job, "queue") : 0;
    b->traffic.held_line = bench_held(b->job, "line");
    for (unsigned i = 0; i < LATENCIES; i++) b->young[i] = -1;
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return bench_mrpb_excluded(b->job->c, event);
}

static int setup(bench *b, const bench_job *j, err *e)
{
    memset(b, 0, sizeof *b);
    b->job = j;
    mrpb_ports(j->c, b->ports);
    const int status = model_bug_make(&mrpb_block, j->model_bug, j->c, &b->model, NULL, e);
    if (status != ST_OK) return status;
    mrpb_laws_init(&b->laws, j->c);
    mrpb_traffic_init(&b->traffic, j->c, j->seed);
    b->traffic.job = j;
    if (j->weak) mrpb_traffic_weaken(&b->traffic);
    init_identities(b);
    reset_moments_of_events(&b->moments, j, &mrpb_event_table, left_out, b, RESET_REPEATS,
                            RESET_EVERY);
    return lockstep_pair_init(&b->pair, j->plugin, b->ports, MRPB_N_PORTS, e);
}

static void teardown(bench *b)
{
    if (b->model.self) b->model.free(b->model.self);
    mrpb_laws_free(&b->laws);
    reset_moments_free(&b->moments);
    for (unsigned i = 0; i < MRPB_IDENTITIES; i++) identity_coverage_free(&b->apart[i]);
    if (b->pair.rtl) lockstep_pair_free(&b->pair);
}

static void reset(bench *b)
{
    b->model.reset(b->model.self);
    lockstep_pair_reset(&b->pair);
    mrpb_laws_reset(&b->laws);
    for (unsigned i = 0; i < LATENCIES; i++) b->young[i] = -1;
    b->resets++;
}

static void see_identities(bench *b, const mrpb_in *in, bool stored)
{
    const int queue =
        (int)mrpb_traffic_queue(&b->traffic, (unsigned)in->in_warp_i[0], in->in_line_i[0]);
    const uint64_t signature =
        mrpb_signature(b->job->c) == SIG_PC ? in->in_pc_i[0] : in->in_line_i[0];
    for (unsigned i = 0; in->in_valid_i[0] && i < b->stages; i++) {
        if (b->young[i] >= 0)
            identity_coverage_pair_at(&b->apart[MRPB_QUEUE], i, (unsigned)queue,
                                      (unsigned)b->young[i]);
    }
    if (in->in_valid_i[0])
        identity_coverage_pair(&b->apart[MRPB_SIGNATURE], signature, b->signature);
    b->signature = in->in_valid_i[0] ? signature : b->signature;
    memmove(b->young + 1, b->young, (LATENCIES - 1) * sizeof b->young[0]);
    b->young[0] = stored ? queue : -1;
}

// The laws see the RTL's outputs only.
static bool check(bench *b, const mrpb_in *in, const mrpb_out *model)
{
    mrpb_out rtl;
    memcpy(&rtl, lockstep_pair_eval(&b->pair, (const uint64_t *)in), sizeof rtl);
    bool same = lockstep_pair_compare(&b->pair, (const uint64_t *)in, (const uint64_t *)model);
    unsigned in_queue =
        mrpb_traffic_queue(&b->traffic, (unsigned)in->in_warp_i[0], in->in_line_i[0]);
    unsigned out_queue =
        mrpb_traffic_queue(&b->traffic, (unsigned)rtl.req_warp_o[0], rtl.req_line_o[0]);
    return mrpb_laws_cycle(&b->laws, in, &rtl, in_queue, out_queue) && same;
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    mrpb_out out;
    if (mrpb_traffic_begin(&b->traffic)) reset(b);
    memset(&out, 0, sizeof out);
    b->model.valid(b->model.self, (uint64_t *)&out);
    const mrpb_in *in = mrpb_traffic_drive(&b->traffic, &out);
    b->model.ready(b->model.self, (const uint64_t *)in, (uint64_t *)&out);
    b->failed = !check(b, in, &out);
    const bool fire = in->in_valid_i[0] && out.in_ready_o[0];
    see_identities(b, in, fire && !(in->in_write_i[0] && b->job->c->mrpb.flush));
    b->model.commit(b->model.self, (const uint64_t *)in, (const uint64_t *)&out);
    mrpb_traffic_end(&b->traffic, fire);
    if (!reset_moments_now(&b->moments, b->model.events(b->model.self), !b->traffic.draining)) {
        lockstep_pair_clock(&b->pair);
        return;
    }
    reset(b);
    mrpb_traffic_reset(&b->traffic);
}

// All that can be held leaves, one a cycle, after its latency.
static void run_drain(bench *b)
{
    const config *c = b->job->c;
    uint64_t most = (uint64_t)c->mrpb.queues * c->mrpb.depth + 2 * (uint64_t)c->mrpb.latency + 8;
    mrpb_traffic_drain(&b->traffic);
    for (uint64_t i = 0; i < most && !b->failed; i++) cycle(b);
    if (!b->failed) b->failed = !mrpb_laws_end(&b->laws);
}

static bench_end end_of(void *bench_of)
{
    bench *b = bench_of;
    return (bench_end){.job = b->job,
                       .pair = &b->pair,
                       .events = &mrpb_event_table,
                       .seen = b->model.events(b->model.self),
                       .excluded = left_out,
                       .bench = b,
                       .law = b->laws.broken,
                       .identities = b->apart,
                       .n_identities = MRPB_IDENTITIES,
                       .crosses = &b->moments.cross,
                       .n_crosses = b->moments.asked,
                       .ran = b->ran,
                       .resets = b->resets,
                       .floor = 1 + b->job->cycles / BENCH_CYCLES_A_FLOOR,
                       .failed = b->failed};
}

int bench_mrpb(const bench_job *j, json_t **result, err *e)
{
    bench b;
    int status = setup(&b, j, e);
    if (status == ST_OK) {
        b.ran = bench_traffic_run(&(bench_traffic){
            .job = j, .bench = &b, .cycle = cycle, .failed = &b.failed, .end = end_of});
        if (!b.failed) run_drain(&b);
        const bench_end end = end_of(&b);
        status = bench_conclude(&end, result, e);
    }
    teardown(&b);
    return status;
}
