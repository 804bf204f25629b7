// bench_warppool.c: WarpPool alone against its golden model, in the environment of
// warppool_world.h, which also checks its laws on the RTL's outputs.
//
// Traffic consists of phases, each with its own probabilities: how often an instruction issues, of
// what kind, with which lanes and sizes, and on how many lines; an address generation, an L1D and a
// register file that accept everything, little or nothing; hits or misses; short or long latencies;
// zeros or noise as don't-care values. Some phases construct what is rare at random: lines that
// differ in one bit, a warp that fills every tag, stores that wait. Resets come at random, in turn
// some early and one after several quanta, which are controlled to end above, below and exactly at
// the miss rate (warppool_quanta.h). At the end everything is accepted, and nothing may be left.
// warppool_identities.h records which bits were compared.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/bench.h"

#include "base/stats.h"
#include "blocks/warppool.h"
#include "blocks/warppool_queues.h"
#include "blocks/warppool_state.h"
#include "tb/bench/conclude.h"
#include "tb/bench/reset_moments.h"
#include "tb/bench/warppool_identities.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_pace.h"
#include "tb/bench/warppool_quanta.h"
#include "tb/bench/warppool_stores.h"
#include "tb/bench/warppool_world.h"
#include "tb/lockstep/lockstep_pair.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHORTEST_PHASE = 16,
    PHASE_DOUBLINGS = 8,
    STILL_CYCLES = 40,
    RESETS_FULL = 16,
    RESET_DOUBLINGS = 10,
    DRAIN_CYCLES = 400000
};

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
    lockstep_pair lane;
    rng random; // of the phases; the world has its own
    uint64_t phase_left, next_reset, resets;
    warppool_stores stores;
    unsigned still; // cycles since an instruction came in, a request left or a lane got its word
    warppool_pace pace;
    warppool_quanta quanta;
    warppool_identities ids;
    uint64_t tags_full, rows_full, map_last;
    bool last_map_free; // before the clock edge
    reset_moments moments;
    bool draining, failed;
    uint64_t ran; // cycles of traffic
    // to conclude from
    bench_events seen;
    cross_coverage asked[1 + QUANTUM_CROSSES];
    world world;
} bench;

static unsigned below(bench *b, uint64_t n) { return (unsigned)rng_below(&b->random, n); }

#define PICK(b, ...) \
    pick(b, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(bench *b, const unsigned *list, unsigned n) { return list[below(b, n)]; }

// ---- what cannot be seen

const char *bench_warppool_excluded(const config *c, unsigned event)
{
    return warppool_needs_excluded(c, warppool_event_table.rows[event].name);
}

static bool sees_quanta(const bench_job *j)
{
    return (uint64_t)QUANTA_SEEN * j->c->warppool.quantum <= j->cycles;
}

// Of this run: a quantum may be longer than it.
static const char *run_excluded(const bench *b, const char *event)
{
    const config *c = b->job->c;
    const bool by_quantum = !strcmp(event, "quanta") || !strcmp(event, "switches") ||
                            !strcmp(event, "quantum_ties") ||
                            (!strcmp(event, "holes") && c->warppool.select == SELECT_SWITCH);
    if (by_quantum && !sees_quanta(b->job)) return "the run is shorter than eight quanta";
    return warppool_needs_excluded(c, event);
}

static const char *left_out(const void *bench_of, unsigned event)
{
    const bench *b = bench_of;
    return run_excluded(b, warppool_bench_events.rows[event].name);
}

// ---- phases

// The first resets come soon, so that a short run has many; then one in four leaves time for some
// quanta, and so do those that are planned for.
static bool has_time(const bench *b)
{
    enum { EARLY = 32 };
    return warppool_quanta_busy(&b->quanta) || (b->resets >= EARLY && b->resets % 4 == 0);
}

// Nothing leaves, or little, and one request after the other comes, for the queues in turn: until
// all of them are full. Half of these phases begin with a reset, since what is held already takes
// its share of the loads. What leaves lets go a request that waits for a full queue, and behind it
// others, for queues that are not.
static void fill_queues(bench *b)
{
    const config *c = b->job->c;
    w_profile *p = &b->world.p;
    if (!has_time(b) && below(b, 2)) b->next_reset = 0;
    b->phase_left += 32 * (uint64_t)c->warppool.queues * c->warppool.tags;
    p->issue = p->able = p->ag = p->adr = p->single = p->march = p->hit = p->wb = 100;
    p->l1 = PICK(b, 0, 2, 5, 10);
    p->latency = 1;
    p->store = p->round = p->warps = p->near = p->narrow = 0;
    p->shape = W_ONE_WORD; // no load touches a second line, where there are enough of them
    if (c->sm.warps * c->sm.loads_per_warp < c->warppool.queues * c->warppool.tags + W_APART) {
        p->single = 0;
        p->shape = W_APART;
    }
    p->deep = c->warppool.queues;
    p->lines = 4 * c->warppool.queues * c->warppool.tags;
}

// Every lane on a line of its own, in queues side by side, as fast as they come: all coalescers
// have requests for new tags in the same cycle.
static void scatter(bench *b, w_profile *p)
{
    const config *c = b->job->c;
    p->l1 = PICK(b, 0, 0, 25, 100);
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->store = p->round = p->single = p->narrow = p->march = p->warps = 0;
    p->shape = W_APART;
    p->deep = c->warppool.queues;
    p->lines = 16 * c->warppool.queues * c->warppool.tags;
}

// Stores of all sizes, one after the other: every lane's bytes at every place of a line.
static void stores(bench *b, w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->store = p->narrow = 100;
    p->l1 = PICK(b, 100, 100, 10);
    p->round = p->warps = p->shape = 0;
}

// So that every tag of a queue holds a line when the next one comes: of some more bits.
static void add_twin_bits(bench *b, w_profile *p)
{
    const unsigned bits = b->ids.apart[WARPPOOL_TAG].bits, at = below(b, bits);
    for (unsigned i = 1; i < b->job->c->warppool.tags; i++)
        p->twin_bits |= (uint64_t)1 << (b->ids.key_shift + (at + i) % bits);
    p->twins = 100;
    p->latency = 1;
    if (has_time(b) || below(b, 2)) return;
    b->next_reset = 0;
    p->l1 = 0;
}

// Until the last tag of the last queue has been in use, half of these phases are for that queue.
static void aim_at_last_queue(bench *b, w_profile *p)
{
    const identity_coverage *number = &b->ids.apart[WARPPOOL_TAG_NUMBER];
    const unsigned last = b->job->c->warppool.queues - 1;
    if (number->complete || number->lasts || !below(b, 2)) return;
    p->where ^= warppool_queue_of(&b->model->shape, p->where) ^ last;
}

// Lines that differ in one bit from each other meet in queues and coalescers; mostly one lane each,
// so that they come fast. Half of the times they come in bursts, the last of which is the last
// coalescer's.
static void twins(bench *b, w_profile *p)
{
    const identity_coverage *tag = &b->ids.apart[WARPPOOL_TAG];
    p->twins = PICK(b, 100, 100, 40);
    if (below(b, 4)) p->twin_bits = (tag->possible & ~tag->told) << b->ids.key_shift;
    aim_at_last_queue(b, p);
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->single = PICK(b, 0, 100, 100);
    p->store = p->round = p->march = p->shape = 0;
    // the others go to all queues, so that no lower coalescer is for the same one
    p->deep = p->twins < 100 ? b->job->c->warppool.queues : 0;
    p->lines = p->twins < 100 ? 4 * b->job->c->warppool.queues : 2;
    p->l1 = PICK(b, 0, 5, 25, 100);
    p->warps = 64;
    p->latency = PICK(b, 1, 5, 200);
    b->pace.bursts = below(b, 2);
    if (p->twin_bits && b->job->c->warppool.tags > 2 && below(b, 4)) {
        add_twin_bits(b, p);
        return;
    }
    if (!b->pace.bursts) return;
    p->twins = PICK(b, 100, 40, 40, 25);
    p->single = PICK(b, 0, 0, 100);
    p->l1 = PICK(b, 5, 25, 25, 100);
    p->deep = b->job->c->warppool.queues;
    p->lines = 4 * p->deep;
    p->latency = 1;
}

// Every load on the same few lines, and nothing leaves: of one they are more than a tag holds.
static void overfill(bench *b)
{
    const config *c = b->job->c;
    w_profile *p = &b->world.p;
    if (!has_time(b)) b->next_reset = 0;
    b->phase_left += 8 * (uint64_t)c->sm.warps * c->sm.loads_per_warp * c->warppool.lanes;
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->store = p->round = p->single = p->march = p->near = p->twins = p->narrow = p->warps = 0;
    p->l1 = 0;
    p->shape = W_APART;
    p->apart_lines = p->lines = 1 + (unsigned)least_of(WARPPOOL_OUTBOUND, c->warppool.lanes - 1);
    p->deep = c->warppool.queues;
}

// The same line again and again, far from memory: its MSHR gets all its rows.
static void rows(w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->l1 = p->wb = p->single = 100;
    p->lines = 1;
    p->hit = p->store = p->round = p->march = p->deep = p->shape = p->near = p->warps = 0;
    p->latency = 200;
}

// From a reset on one warp, its lanes on all queues: it fills every place of every tag, and its
// counter goes up as far as it can. For that all loads go to the same lines, and L1D accepts a
// request only when nothing moves any more.
static void flood(bench *b)
{
    const config *c = b->job->c;
    w_profile *p = &b->world.p;
    if (has_time(b)) return;
    b->next_reset = 0;
    b->phase_left +=
        8 * (uint64_t)c->sm.loads_per_warp * c->warppool.lanes / c->warppool.coalescers;
    p->flood = PICK(b, 1, c->warppool.merges, WORLD_INSNS, WORLD_INSNS);
    p->flood_tags = PICK(b, 1, c->warppool.tags, c->warppool.tags + 1, c->warppool.lanes);
    p->issue = p->able = p->ag = p->adr = p->wb = p->regular = 100;
    p->store = p->round = p->narrow = p->single = p->march = p->near = p->shape = 0;
    p->warps = 1;
    p->l1 = PICK(b, 0, 0, 3, 10);
    p->adr = PICK(b, 50, 100);
    p->latency = 1;
    b->pace.settles = p->flood == WORLD_INSNS ? PICK(b, 4, 12) : 0;
    if (c->warppool.queues > 1 || below(b, 2)) return;
    // loads merge in a single queue only if the first coalescer's next line is in a tag already
    p->window = p->lines = c->warppool.tags + below(b, 1 + WARPPOOL_OUTBOUND);
    b->pace.settles = PICK(b, 4, 12, 20);
    if (below(b, 2)) return;
    // some loads fill the tags and merge, and then two long ones keep the two that come next
    b->pace.settles = 4;
    b->pace.bursts = true;
    p->window = c->warppool.tags + c->warppool.lanes + WARPPOOL_OUTBOUND;
    p->brief = c->warppool.merges + below(b, 2);
    p->second = PICK(b, c->warppool.tags, below(b, c->warppool.tags));
}

// Loads come without a pause, and stores between them: these wait until their age lets them pass.
static void old_stores(bench *b, w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->wb = p->single = 100;
    p->round = p->warps = p->march = p->deep = p->near = 0;
    p->l1 = PICK(b, 30, 60);
    p->store = PICK(b, 5, 10, 30);
    p->hit = 50;
    p->latency = 1;
    p->lines = 60;
}

static uint64_t missing_ages(const bench *b)
{
    const identity_coverage *age = &b->ids.apart[WARPPOOL_AGE];
    return age->possible & ~age->told;
}

// Two warps with stores of several lines, of which one passes a line of the other's.
static void passing_lines(bench *b)
{
    w_profile *p = &b->world.p;
    stores(b, p);
    p->store = p->regular = 100;
    p->single = p->march = 0;
    p->l1 = PICK(b, 4, 8, 15);
    p->shape = W_APART;
    p->lines = 60;
}

// Stores grow old while loads pass them, in two of which a bit of the age differs that has not been
// the only difference.
static void aging_stores(bench *b)
{
    const uint64_t missing = missing_ages(b);
    unsigned bit = below(b, 64);
    if (!warppool_stores_can(b->job->c)) return;
    if (missing && b->job->c->sm.warps == 2) {
        passing_lines(b);
        return;
    }
    while (missing && !(missing >> bit & 1)) bit = (bit + 1) % 64;
    b->phase_left = warppool_stores_begin(&b->stores, b->job->c, &b->random,
                                          missing && below(b, 4) ? (int)bit : -1, &b->world.p);
    b->next_reset += b->phase_left;
}

// These have not been seen yet, though they can.
static bool misses_counter(const bench *b)
{
    return !warppool_get_events(b->model)->counter_waits &&
           !warppool_needs_excluded(b->job->c, "counter_waits");
}
static bool misses_split(const bench *b)
{
    return !warppool_get_events(b->model)->split_tags &&
           !warppool_needs_excluded(b->job->c, "split_tags");
}

static void draw_phase(bench *b)
{
    enum { KINDS = 20 }; // the last kinds are drawn freely
    world *w = &b->world;
    b->phase_left =
        SHORTEST_PHASE + below(b, (uint64_t)SHORTEST_PHASE << below(b, PHASE_DOUBLINGS));
    w->p = (w_profile){.issue = PICK(b, 10, 50, 90, 100, 100),
                       .able = PICK(b, 0, 90, 100, 100),
                       .ag = PICK(b, 0, 50, 90, 100, 100),
                       .adr = PICK(b, 0, 50, 90, 100, 100),
                       .l1 = PICK(b, 0, 0, 8, 25, 50, 80, 100),
                       .hit = PICK(b, 0, 10, 50, 90, 100),
                       .wb = PICK(b, 0, 20, 50, 90, 100, 100),
                       .store = PICK(b, 0, 2, 10, 30, 70),
                       .round = PICK(b, 0, 0, 3, 10),
                       .narrow = PICK(b, 0, 0, 0, 20, 100),
                       .regular = PICK(b, 20, 50, 95),
                       .single = PICK(b, 0, 0, 50, 100),
                       .lines = PICK(b, 1, 3, 8, 20, 60),
                       .warps = PICK(b, 1, 2, 5, 64, 64),
                       .latency = PICK(b, 1, 1, 5, 5, 5, 30, 200),
                       .deep = PICK(b, 0, 0, 0, 1, 2, 3, b->job->c->warppool.queues),
                       .march = PICK(b, 0, 0, 100),
                       .shape = below(b, 2) ? 0 : 1 + below(b, W_SHAPES),
                       .near = PICK(b, 0, 0, 20, 60),
                       .where = rng_u64(&b->random),
                       .noise = below(b, 2)};
    if (!below(b, 3)) w->p.where = below(b, 2) ? 0 : UINT64_MAX;
    b->stores.stage = STORES_NONE;
    b->pace = (warppool_pace){0};
    switch (below(b, KINDS)) {
    case 0: fill_queues(b); break;
    case 1: scatter(b, &w->p); break;
    case 2: stores(b, &w->p); break;
    case 8:
    case 9:
    case 3: twins(b, &w->p); break;
    case 11:
    case 12:
        if (missing_ages(b)) aging_stores(b);
        break;
    case 10: aging_stores(b); break;
    case 13:
    case 14:
        if (misses_counter(b)) flood(b);
        else if (misses_split(b)) overfill(b);
        break;
    case 4: rows(&w->p); break;
    case 5: flood(b); break;
    case 6:
    case 7: old_stores(b, &w->p); break;
    default: break;
    }
    if (b->job->weak) b->stores.stage = STORES_NONE;
    if (b->job->weak) w->p.ag = w->p.adr = w->p.l1 = w->p.wb = 100, w->p.store = 0;
}

static void reset(bench *b)
{
    b->resets++;
    lockstep_pair_reset(&b->lane);
    b->dev.reset(b->dev.self);
    world_reset(&b->world);
    warppool_quanta_reset(&b->quanta);
}

static uint64_t draw_reset(bench *b)
{
    const uint64_t soon = below(b, (uint64_t)SHORTEST_PHASE << below(b, RESET_DOUBLINGS));
    return 1 + soon + (has_time(b) ? (2 + below(b, 4)) * (uint64_t)b->job->c->warppool.quantum : 0);
}

static void begin(bench *b)
{
    enum { PLANNED_FROM = 128 };    // what else resets meet is met by then
    if (b->still == STILL_CYCLES) { // all that can be full is
        b->phase_left = 0;
        if (!has_time(b) && !below(b, RESETS_FULL)) b->next_reset = 0;
    }
    if (b->phase_left-- == 0) draw_phase(b);
    warppool_pace_steer(&b->pace, b->model, &b->random, b->still, &b->world);
    if (b->stores.stage != STORES_NONE &&
        !warppool_stores_steer(&b->stores, b->model, b->still, &b->world.p)) {
        b->next_reset -= least_of(b->next_reset, b->phase_left);
        b->phase_left = 0;
    }
    if (has_time(b) && b->resets >= PLANNED_FROM) warppool_quanta_aim(&b->quanta);
    const bool busy = warppool_quanta_busy(&b->quanta);
    if (bench_resets(b->job, !busy && b->next_reset-- == 0)) {
        reset(b);
        b->next_reset = draw_reset(b);
    }
    if (has_time(b) && !b->job->weak) warppool_quanta_steer(&b->quanta, b->model, &b->world);
}

// ---- a cycle

static const uint64_t *words(const void *x) { return x; }
static uint64_t *out_words(void *x) { return x; }

static bench_events seen_of(const bench *b)
{
    bench_events seen = {.tags_full = b->tags_full,
                         .rows_full = b->rows_full,
                         .quantum_ties = warppool_has_quanta(b->job->c) ? b->quanta.ties : 0,
                         .map_last = b->map_last};
    memcpy(&seen, warppool_get_events(b->model), sizeof(warppool_events));
    return seen;
}

// Of the events that the bench counts itself.
static void count(bench *b)
{
    const warppool *m = b->model;
    const world *w = &b->world;
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
    const bool wants = !warppool_quanta_busy(&b->quanta) && reset_moments_wants(&b->moments),
               now = !b->draining && (wants || planned);
    reset_moments_end(&b->moments, now);
    return now;
}

static void cycle(void *bench_of)
{
    bench *b = bench_of;
    world *w = &b->world;
    warppool_out model;
    b->dev.valid(b->dev.self, out_words(&model));
    w->out = model;
    world_inputs(w);
    b->dev.ready(b->dev.self, words(&w->in), out_words(&model));
    memcpy(&w->out, lockstep_pair_eval(&b->lane, words(&w->in)), sizeof w->out);
    const bool same = lockstep_pair_compare(&b->lane, words(&w->in), words(&model));
    world_check(w);
    const bool planned = warppool_quanta_see(&b->quanta, b->model, &w->in, &w->out);
    warppool_identities_look(&b->ids, b->model);
    count(b);
    const bool comes = (w->in.iss_valid_i[0] && w->out.iss_ready_o[0]) ||
                       (w->in.adr_valid_i[0] && w->out.adr_ready_o[0]);
    const bool moves = comes || (w->out.req_valid_o[0] && w->in.req_ready_i[0]) ||
                       (w->out.wb_valid_o[0] && w->in.wb_ready_i[0]);
    b->still = moves || b->still == STILL_CYCLES ? 0 : b->still + 1;
    b->failed = !same || w->errors;
    b->dev.commit(b->dev.self, words(&w->in), words(&model));
    b->map_last += b->last_map_free && !(b->model->maps.free >> (b->model->shape.maps - 1) & 1);
    if (resets_now(b, planned)) reset(b);
    else lockstep_pair_clock(&b->lane);
}

// Nothing issues, all is taken; idle is said a cycle after the counters have followed.
static void run_drain(bench *b)
{
    world *w = &b->world;
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
    for (unsigned i = 0; b->quanta.asked && i < QUANTUM_CROSSES; i++)
        b->asked[n++] = b->quanta.crosses[i];
    return (bench_end){.job = b->job,
                       .pair = &b->lane,
                       .events = &warppool_bench_events,
                       .seen = &b->seen,
                       .identities = b->ids.apart,
                       .n_identities = WARPPOOL_IDENTITIES,
                       .crosses = b->asked,
                       .n_crosses = n,
                       .excluded = left_out,
                       .bench = b,
                       .law = b->world.first_error,
                       .ran = b->ran,
                       .resets = b->resets,
                       .floor = 1,
                       .failed = b->failed,
                       .reset = true};
}

static void cycle_of_traffic(void *bench_of)
{
    begin(bench_of);
    cycle(bench_of);
}

static int run(bench *b, json_t **result, err *e)
{
    const bench_job *j = b->job;
    int status = lockstep_pair_init(&b->lane, j->plugin, b->ports, WARPPOOL_N_PORTS, e);
    if (status != ST_OK) return status;
    world_init(&b->world, j->c, j->seed, (w_profile){0});
    b->world.held_line = bench_held(j, "line");
    b->world.held_tag = bench_held(j, "tag");
    b->world.held_queue = bench_held(j, "queue");
    b->world.held_warp = bench_held(j, "warp");
    b->world.held_offset = bench_held(j, "offset");
    warppool_quanta_init(&b->quanta, j);
    warppool_identities_init(&b->ids, j->c,
                             warppool_compares_warps(j->c) &&
                                 (j->c->warppool.select == SELECT_WARP || sees_quanta(j)));
    b->next_reset = 1 + below(b, SHORTEST_PHASE << 4);
    reset_moments_of_events(&b->moments, j, &warppool_bench_events, left_out, b, RESET_REPEATS, 0);
    b->ran = bench_traffic_run(&(bench_traffic){
        .job = b->job, .bench = b, .cycle = cycle_of_traffic, .failed = &b->failed, .end = end_of});
    if (!b->failed) run_drain(b);
    const bench_end end = end_of(b);
    status = bench_conclude(&end, result, e);
    world_free(&b->world);
    warppool_identities_free(&b->ids);
    reset_moments_free(&b->moments);
    warppool_quanta_free(&b->quanta);
    lockstep_pair_free(&b->lane);
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
    b->random.state = j->seed;
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
