// warppool_traffic.c: draws the phases of WarpPool's traffic and its resets. See
// warppool_traffic.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/warppool_traffic.h"

#include "blocks/warppool_queues.h"
#include "blocks/warppool_state.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_stack.h"

#include <string.h>

enum {
    SHORTEST_PHASE = 16,
    PHASE_DOUBLINGS = 8,
    STILL_CYCLES = 40,
    RESETS_FULL = 16,
    RESET_DOUBLINGS = 10
};

static unsigned below(warppool_traffic *t, uint64_t n)
{
    return (unsigned)rng_below(&t->random, n);
}

#define PICK(t, ...) \
    pick(t, (const unsigned[]){__VA_ARGS__}, \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))
static unsigned pick(warppool_traffic *t, const unsigned *list, unsigned n)
{
    return list[below(t, n)];
}

bool warppool_traffic_sees_quanta(const bench_job *j)
{
    return (uint64_t)QUANTA_SEEN * j->c->warppool.quantum <= j->cycles;
}

// ---- phases

// The first resets come soon, so that a short run has many; then one in four leaves time for some
// quanta, and so do those that are planned for.
static bool has_time(const warppool_traffic *t)
{
    enum { EARLY = 32 };
    return warppool_quanta_busy(&t->quanta) || (t->resets >= EARLY && t->resets % 4 == 0);
}

// Nothing leaves, or little, and one request after the other comes, for the queues in turn: until
// all of them are full. Half of these phases begin with a reset, since what is held already takes
// its share of the loads. What leaves lets go a request that waits for a full queue, and behind it
// others, for queues that are not.
static void fill_queues(warppool_traffic *t)
{
    const config *c = t->job->c;
    w_profile *p = &t->world.p;
    if (!has_time(t) && below(t, 2)) t->next_reset = 0;
    t->phase_left += 32 * (uint64_t)c->warppool.queues * c->warppool.tags;
    p->issue = p->able = p->ag = p->adr = p->single = p->march = p->hit = p->wb = 100;
    p->l1 = PICK(t, 0, 2, 5, 10);
    p->latency = 1;
    p->store = p->bypass = p->warps = p->near = p->narrow = 0;
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
static void scatter(warppool_traffic *t, w_profile *p)
{
    const config *c = t->job->c;
    p->l1 = PICK(t, 0, 0, 25, 100);
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->store = p->bypass = p->single = p->narrow = p->march = p->warps = 0;
    p->shape = W_APART;
    p->deep = c->warppool.queues;
    p->lines = 16 * c->warppool.queues * c->warppool.tags;
}

// Stores of all sizes, one after the other: every lane's bytes at every place of a line.
static void stores(warppool_traffic *t, w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->store = p->narrow = 100;
    p->l1 = PICK(t, 100, 100, 10);
    p->bypass = p->warps = p->shape = 0;
}

// So that every tag of a queue holds a line when the next one comes: of some more bits.
static void add_twin_bits(warppool_traffic *t, w_profile *p)
{
    const unsigned bits = t->ids.apart[WARPPOOL_TAG].bits, at = below(t, bits);
    for (unsigned i = 1; i < t->job->c->warppool.tags; i++)
        p->twin_bits |= (uint64_t)1 << (t->ids.key_shift + (at + i) % bits);
    p->twins = 100;
    p->latency = 1;
    if (has_time(t) || below(t, 2)) return;
    t->next_reset = 0;
    p->l1 = 0;
}

// Until the last tag of the last queue has been in use, half of the phases of twins are for it.
static void aim_at_last_queue(warppool_traffic *t, w_profile *p)
{
    const unsigned last = t->job->c->warppool.queues - 1;
    p->where ^= warppool_queue_of(&t->model->shape, p->where) ^ last;
}
static bool misses_last_tag(const warppool_traffic *t)
{
    const identity_coverage *number = &t->ids.apart[WARPPOOL_TAG_NUMBER];
    return !number->complete && !number->lasts;
}

// Every line of few loads goes to the last queue.
static void fill_last_queue(warppool_traffic *t)
{
    w_profile *p = &t->world.p;
    fill_queues(t);
    aim_at_last_queue(t, p);
    p->deep = 1;
    p->regular = 100;
    p->single = 0;
    p->shape = W_APART;
}

static bool has_few(const warppool_traffic *t)
{
    enum { FEW = 16 };
    return t->job->c->sm.warps * t->job->c->sm.loads_per_warp <= FEW;
}

// Of few loads each coalescer's second one may be needed to keep it busy.
static void draw_bursts(warppool_traffic *t)
{
    t->pace.bursts = below(t, 2);
    if (t->pace.bursts && has_few(t)) t->pace.bursts += below(t, 2);
}

// Lines that differ in one bit from each other meet in queues and coalescers; mostly one lane each,
// so that they come fast. Half of the times they come in bursts, the last of which is the last
// coalescer's.
static void twins(warppool_traffic *t, w_profile *p)
{
    const identity_coverage *tag = &t->ids.apart[WARPPOOL_TAG];
    p->twins = PICK(t, 100, 100, 40);
    if (below(t, 4)) p->twin_bits = (tag->possible & ~tag->told) << t->ids.key_shift;
    if (misses_last_tag(t) && below(t, 2)) aim_at_last_queue(t, p);
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->single = PICK(t, 0, 100, 100);
    p->store = p->bypass = p->march = p->shape = 0;
    // the others go to all queues, so that no lower coalescer is for the same one
    p->deep = p->twins < 100 ? t->job->c->warppool.queues : 0;
    p->lines = p->twins < 100 ? 4 * t->job->c->warppool.queues : 2;
    p->l1 = PICK(t, 0, 5, 25, 100);
    p->warps = 64;
    p->latency = PICK(t, 1, 5, 200);
    draw_bursts(t);
    if (p->twin_bits && t->job->c->warppool.tags > 2 && below(t, 4)) {
        add_twin_bits(t, p);
        return;
    }
    if (!t->pace.bursts) return;
    p->twins = PICK(t, 100, 40, 40, 25);
    p->single = PICK(t, 0, 0, 100);
    p->l1 = PICK(t, 5, 25, 25, 100);
    p->deep = t->job->c->warppool.queues;
    p->lines = 4 * p->deep;
    p->latency = 1;
}

// Every load on the same few lines, and nothing leaves: of one they are more than a tag holds.
static void overfill(warppool_traffic *t)
{
    const config *c = t->job->c;
    w_profile *p = &t->world.p;
    if (!has_time(t)) t->next_reset = 0;
    t->phase_left += 8 * (uint64_t)c->sm.warps * c->sm.loads_per_warp * c->warppool.lanes;
    p->issue = p->able = p->ag = p->adr = p->regular = 100;
    p->store = p->bypass = p->single = p->march = p->near = p->twins = p->narrow = p->warps = 0;
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
    p->hit = p->store = p->bypass = p->march = p->deep = p->shape = p->near = p->warps = 0;
    p->latency = 200;
}

// Of few loads every request takes a place of the thread map table, and none is given back: L1D
// hits and the register file takes nothing.
static void fill_maps(warppool_traffic *t)
{
    w_profile *p = &t->world.p;
    if (!has_time(t)) t->next_reset = 0;
    t->phase_left += 256;
    p->issue = p->able = p->ag = p->adr = p->regular = p->hit = p->march = 100;
    p->store = p->bypass = p->single = p->near = p->twins = p->warps = p->wb = 0;
    p->l1 = PICK(t, 50, 100, 100);
    p->latency = 1;
    p->bytes = true;
    p->shape = W_APART;
    p->deep = t->job->c->warppool.queues;
    p->lines = 16 * t->job->c->warppool.queues * t->job->c->warppool.tags;
}

// Loads of which each needs an entry of the thread map table, and some of which wait behind stores
// until others come beside them.
static void share_maps(warppool_traffic *t)
{
    w_profile *p = &t->world.p;
    p->issue = p->able = p->ag = p->hit = p->wb = 100;
    p->adr = PICK(t, 50, 100);
    p->store = PICK(t, 10, 30, 50);
    p->l1 = PICK(t, 10, 25, 50);
    p->bypass = p->warps = 0;
    p->single = PICK(t, 0, 100);
    p->latency = 1;
    p->bytes = true;
}

static bool misses_bits(const warppool_traffic *t, warppool_identity i)
{
    return t->ids.apart[i].possible & ~t->ids.apart[i].told;
}

// Few loads on few lines, each of which differs from the others in one bit, at any pace: what comes
// a cycle or two behind another one finds the coalescers and tags in every state.
static void stagger(warppool_traffic *t)
{
    const identity_coverage *tag = &t->ids.apart[WARPPOOL_TAG];
    w_profile *p = &t->world.p;
    p->twins = PICK(t, 100, 100, 80);
    if (below(t, 4)) p->twin_bits = (tag->possible & ~tag->told) << t->ids.key_shift;
    if (misses_last_tag(t) && below(t, 2)) aim_at_last_queue(t, p);
    p->issue = PICK(t, 40, 70, 100, 100);
    p->able = p->regular = 100;
    p->ag = PICK(t, 50, 100, 100);
    p->adr = PICK(t, 30, 50, 70);
    p->store = PICK(t, 0, 0, 0, 5);
    p->single = PICK(t, 0, 0, 50, 100);
    p->narrow = PICK(t, 0, 0, 50);
    p->bytes = !below(t, 4);
    p->march = p->bypass = 0;
    p->shape = PICK(t, 0, W_APART);
    p->warps = 64;
    p->lines = W_APART;
    p->latency = PICK(t, 1, 1, 5);
    p->wb = PICK(t, 50, 100, 100);
    p->l1 = PICK(t, 0, 4, 8, 25, 50, 100);
    draw_bursts(t);
    if (misses_bits(t, WARPPOOL_QUEUE) && below(t, 2)) { // all coalescers are taken
        p->single = 0;
        p->shape = W_APART;
        t->pace.bursts = 1;
        return;
    }
    if (!p->twin_bits || t->job->c->warppool.tags < 3 || !below(t, 4)) return;
    add_twin_bits(t, p);
    t->pace.settles = PICK(t, 0, 0, 4, 12); // a load comes again while the others stay
}

// From a reset on one warp, its lanes on all queues: it fills every place of every tag, and its
// counter goes up as far as it can. For that all loads go to the same lines, and L1D accepts a
// request only when nothing moves any more.
static void flood(warppool_traffic *t)
{
    const config *c = t->job->c;
    w_profile *p = &t->world.p;
    if (has_time(t)) return;
    t->next_reset = 0;
    t->phase_left +=
        8 * (uint64_t)c->sm.loads_per_warp * c->warppool.lanes / c->warppool.coalescers;
    p->flood = PICK(t, 1, c->warppool.merges, WORLD_INSNS, WORLD_INSNS);
    p->flood_tags = PICK(t, 1, c->warppool.tags, c->warppool.tags + 1, c->warppool.lanes);
    p->issue = p->able = p->ag = p->adr = p->wb = p->regular = 100;
    p->store = p->bypass = p->narrow = p->single = p->march = p->near = p->shape = 0;
    p->warps = 1;
    p->l1 = PICK(t, 0, 0, 3, 10);
    p->adr = PICK(t, 50, 100);
    p->latency = 1;
    t->pace.settles = p->flood == WORLD_INSNS ? PICK(t, 4, 12) : 0;
    if (c->warppool.queues > 1 || below(t, 2)) return;
    // loads merge in a single queue only if the first coalescer's next line is in a tag already
    p->window = p->lines = c->warppool.tags + below(t, 1 + WARPPOOL_OUTBOUND);
    t->pace.settles = PICK(t, 4, 12, 20);
    if (below(t, 2)) return;
    // some loads fill the tags and merge, and then two long ones keep the two that come next
    t->pace.settles = 4;
    t->pace.bursts = 1;
    p->window = c->warppool.tags + c->warppool.lanes + WARPPOOL_OUTBOUND;
    p->brief = c->warppool.merges + below(t, 2);
    p->second = PICK(t, c->warppool.tags, below(t, c->warppool.tags));
}

// Loads come without a pause, and stores between them: these wait until their age lets them pass.
static void old_stores(warppool_traffic *t, w_profile *p)
{
    p->issue = p->able = p->ag = p->adr = p->wb = p->single = 100;
    p->bypass = p->warps = p->march = p->deep = p->near = 0;
    p->l1 = PICK(t, 30, 60);
    p->store = PICK(t, 5, 10, 30);
    p->hit = 50;
    p->latency = 1;
    p->lines = 60;
}

static uint64_t missing_ages(const warppool_traffic *t)
{
    const identity_coverage *age = &t->ids.apart[WARPPOOL_AGE];
    return age->possible & ~age->told;
}

// Two warps with stores of several lines, of which one passes a line of the other's.
static void passing_lines(warppool_traffic *t)
{
    w_profile *p = &t->world.p;
    stores(t, p);
    p->store = p->regular = 100;
    p->single = p->march = 0;
    p->l1 = PICK(t, 4, 8, 15);
    p->shape = W_APART;
    p->lines = 60;
}

// Stores grow old while loads pass them, in two of which a bit of the age differs that has not been
// the only difference.
static void aging_stores(warppool_traffic *t)
{
    const uint64_t missing = missing_ages(t);
    unsigned bit = below(t, 64);
    if (!warppool_stores_can(t->job->c)) return;
    if (missing && t->job->c->sm.warps == 2) {
        passing_lines(t);
        return;
    }
    while (missing && !(missing >> bit & 1)) bit = (bit + 1) % 64;
    t->phase_left = warppool_stores_begin(&t->stores, t->job->c, &t->random,
                                          missing && below(t, 4) ? (int)bit : -1, &t->world.p);
    t->next_reset += t->phase_left;
}

// Has not been seen yet, though it can.
static bool misses_event(const warppool_traffic *t, const char *name)
{
    const uint64_t *seen = (const uint64_t *)(const void *)warppool_get_events(t->model);
    for (unsigned i = 0; i < warppool_event_table.n; i++) {
        if (strcmp(warppool_event_table.rows[i].name, name) == 0)
            return !seen[i] && !warppool_needs_excluded(t->job->c, name);
    }
    return false;
}
static bool misses_maps(const warppool_traffic *t)
{
    const bool last = !t->map_last && !warppool_needs_excluded(t->job->c, "map_last");
    return last || misses_event(t, "map_waits");
}

// From a reset on one warp's loads on the same lines (warppool_stack.h).
static void stack(warppool_traffic *t)
{
    enum { LONG = 128 };
    t->stacks--;
    t->next_reset = 0;
    t->phase_left = LONG;
    warppool_stack_begin(&t->world.p, &t->pace, t->job->c, &t->random);
}
// The next phases that leave time for no quantum are such ones, if what they are for has not come
// by itself.
static void begin_stacks(warppool_traffic *t)
{
    enum { PHASES = 16, LATE = 100000 };
    if (t->world.cycle < LATE) return;
    if (misses_event(t, "counter_waits") || misses_bits(t, WARPPOOL_COUNTER) ||
        misses_event(t, "store_waits_store"))
        t->stacks = PHASES;
}

// Of what few loads show seldom while it is missing.
static void draw_phase_of_few(warppool_traffic *t)
{
    if (!has_few(t)) return;
    if (below(t, 2)) begin_stacks(t);
    if (misses_event(t, "map_shared") && below(t, 2)) share_maps(t);
    else if (misses_maps(t) && below(t, 2)) fill_maps(t);
    else if (misses_last_tag(t) && below(t, 2)) fill_last_queue(t);
    else if (misses_bits(t, WARPPOOL_TAG) || misses_bits(t, WARPPOOL_QUEUE) ||
             misses_bits(t, WARPPOOL_TAG_NUMBER) || misses_event(t, "split_tags"))
        stagger(t);
}

static void draw_phase(warppool_traffic *t)
{
    enum { KINDS = 20 }; // the last kinds are drawn freely
    world *w = &t->world;
    t->phase_left =
        SHORTEST_PHASE + below(t, (uint64_t)SHORTEST_PHASE << below(t, PHASE_DOUBLINGS));
    w->p = (w_profile){.issue = PICK(t, 10, 50, 90, 100, 100),
                       .able = PICK(t, 0, 90, 100, 100),
                       .ag = PICK(t, 0, 50, 90, 100, 100),
                       .adr = PICK(t, 0, 50, 90, 100, 100),
                       .l1 = PICK(t, 0, 0, 8, 25, 50, 80, 100),
                       .hit = PICK(t, 0, 10, 50, 90, 100),
                       .wb = PICK(t, 0, 20, 50, 90, 100, 100),
                       .store = PICK(t, 0, 2, 10, 30, 70),
                       .bypass = PICK(t, 0, 0, 3, 10),
                       .narrow = PICK(t, 0, 0, 0, 20, 100),
                       .regular = PICK(t, 20, 50, 95),
                       .single = PICK(t, 0, 0, 50, 100),
                       .lines = PICK(t, 1, 3, 8, 20, 60),
                       .warps = PICK(t, 1, 2, 5, 64, 64),
                       .latency = PICK(t, 1, 1, 5, 5, 5, 30, 200),
                       .deep = PICK(t, 0, 0, 0, 1, 2, 3, t->job->c->warppool.queues),
                       .march = PICK(t, 0, 0, 100),
                       .shape = below(t, 2) ? 0 : 1 + below(t, W_SHAPES),
                       .near = PICK(t, 0, 0, 20, 60),
                       .where = rng_u64(&t->random),
                       .noise = below(t, 2)};
    if (!below(t, 3)) w->p.where = below(t, 2) ? 0 : UINT64_MAX;
    t->stores.stage = STORES_NONE;
    t->pace = (warppool_pace){0};
    if (t->stacks && !has_time(t) && !t->job->weak) {
        stack(t);
        return;
    }
    switch (below(t, KINDS)) {
    case 0: fill_queues(t); break;
    case 1: scatter(t, &w->p); break;
    case 2: stores(t, &w->p); break;
    case 8:
    case 9:
    case 3: twins(t, &w->p); break;
    case 11:
    case 12:
        if (missing_ages(t)) aging_stores(t);
        break;
    case 10: aging_stores(t); break;
    case 13:
    case 14:
        begin_stacks(t);
        if (misses_event(t, "counter_waits")) flood(t);
        else if (misses_event(t, "split_tags") && !(has_few(t) && below(t, 2))) overfill(t);
        break;
    case 4: rows(&w->p); break;
    case 5: flood(t); break;
    case 15:
    case 16:
    case 17:
    case 18: draw_phase_of_few(t); break;
    case 6:
    case 7: old_stores(t, &w->p); break;
    default: break;
    }
    if (t->job->weak) t->stores.stage = STORES_NONE;
    if (t->job->weak) w->p.ag = w->p.adr = w->p.l1 = w->p.wb = 100, w->p.store = 0;
}

// ---- cycles

static uint64_t draw_reset(warppool_traffic *t)
{
    const uint64_t soon = below(t, (uint64_t)SHORTEST_PHASE << below(t, RESET_DOUBLINGS));
    return 1 + soon + (has_time(t) ? (2 + below(t, 4)) * (uint64_t)t->job->c->warppool.quantum : 0);
}

bool warppool_traffic_begin(warppool_traffic *t)
{
    enum { PLANNED_FROM = 128 };    // what else resets meet is met by then
    if (t->still == STILL_CYCLES) { // all that can be full is
        t->phase_left = 0;
        if (!has_time(t) && !below(t, RESETS_FULL)) t->next_reset = 0;
    }
    if (t->phase_left-- == 0) draw_phase(t);
    warppool_pace_steer(&t->pace, t->model, &t->random, t->still, &t->world);
    if (t->stores.stage != STORES_NONE &&
        !warppool_stores_steer(&t->stores, t->model, t->still, &t->world.p)) {
        t->next_reset -= least_of(t->next_reset, t->phase_left);
        t->phase_left = 0;
    }
    if (has_time(t) && t->resets >= PLANNED_FROM) warppool_quanta_aim(&t->quanta);
    const bool busy = warppool_quanta_busy(&t->quanta);
    t->due = bench_resets(t->job, !busy && t->next_reset-- == 0);
    return t->due;
}

void warppool_traffic_steer(warppool_traffic *t)
{
    if (t->due) t->next_reset = draw_reset(t);
    if (has_time(t) && !t->job->weak) warppool_quanta_steer(&t->quanta, t->model, &t->world);
}

void warppool_traffic_reset(warppool_traffic *t)
{
    t->resets++;
    world_reset(&t->world);
    warppool_quanta_reset(&t->quanta);
}

void warppool_traffic_look(warppool_traffic *t)
{
    const warppool_in *in = &t->world.in;
    const warppool_out *out = &t->world.out;
    const bool comes =
        (in->iss_valid_i[0] && out->iss_ready_o[0]) || (in->adr_valid_i[0] && out->adr_ready_o[0]);
    const bool moves = comes || (out->req_valid_o[0] && in->req_ready_i[0]) ||
                       (out->wb_valid_o[0] && in->wb_ready_i[0]);
    warppool_identities_look(&t->ids, t->model);
    t->still = moves || t->still == STILL_CYCLES ? 0 : t->still + 1;
}

void warppool_traffic_init(warppool_traffic *t, const bench_job *j, const warppool *model)
{
    t->job = j;
    t->model = model;
    t->random.state = j->seed;
    world_init(&t->world, j->c, j->seed, (w_profile){0});
    t->world.held_line = bench_held(j, "line");
    t->world.held_tag = bench_held(j, "tag");
    t->world.held_queue = bench_held(j, "queue");
    t->world.held_warp = bench_held(j, "warp");
    t->world.held_offset = bench_held(j, "offset");
    warppool_quanta_init(&t->quanta, j);
    warppool_identities_init(
        &t->ids, j->c,
        warppool_compares_warps(j->c) &&
            (j->c->warppool.select == SELECT_WARP || warppool_traffic_sees_quanta(j)));
    t->next_reset = 1 + below(t, SHORTEST_PHASE << 4);
}

void warppool_traffic_free(warppool_traffic *t)
{
    world_free(&t->world);
    warppool_identities_free(&t->ids);
    warppool_quanta_free(&t->quanta);
}
