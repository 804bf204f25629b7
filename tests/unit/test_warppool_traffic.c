// test_warppool_traffic.c : random traffic through the golden model of WarpPool: data, order,
// nothing lost; named bugs caught.
//
// links: bench machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool.h"
#include "blocks/warppool_bugs.h"
#include "blocks/warppool_state.h"
#include "tb/bench/warppool_identities.h"
#include "tb/bench/warppool_needs.h"
#include "tb/bench/warppool_world.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static world w;           // large
static block_dev dev;     // in its middle, a WarpPool, ...
static const warppool *m; // and its state

static uint64_t *words(warppool_out *out) { return (uint64_t *)(void *)out; }
static const uint64_t *in_words(void) { return (const uint64_t *)(const void *)&w.in; }

static const warppool *make(const config *c, const model_bug *bug, block_dev *made)
{
    err e = {0};
    void *state = NULL;
    CU_ASSERT_EQUAL_FATAL(model_bug_make(&warppool_block, bug, c, made, &state, &e), ST_OK);
    return state;
}

static void world_begin(const config *c, const model_bug *bug, uint64_t seed, w_profile p)
{
    world_init(&w, c, seed, p);
    m = make(c, bug, &dev);
}

static void world_end(void)
{
    world_free(&w);
    dev.free(dev.self);
}

static void world_step(void)
{
    dev.valid(dev.self, words(&w.out));
    world_inputs(&w);
    dev.ready(dev.self, in_words(), words(&w.out));
    world_check(&w);
    dev.commit(dev.self, in_words(), words(&w.out));
}

// No more instructions; until all is done. Returns whether that came.
static bool world_drain(unsigned cycles)
{
    w.p.issue = 0;
    for (unsigned k = 0; k < cycles; k++) {
        world_step();
        if (world_empty(&w)) return true;
    }
    return false;
}

static const w_profile profiles[] = {
    {.issue = 90,
     .ag = 90,
     .adr = 90,
     .l1 = 80,
     .hit = 40,
     .wb = 90,
     .store = 20,
     .bypass = 5,
     .narrow = 20,
     .regular = 50,
     .lines = 60,
     .latency = 60},
    {.issue = 100,
     .ag = 100,
     .adr = 100,
     .l1 = 100,
     .hit = 90,
     .wb = 100,
     .store = 5,
     .bypass = 0,
     .narrow = 0,
     .regular = 90,
     .lines = 8,
     .latency = 5},
    {.issue = 90,
     .ag = 50,
     .adr = 50,
     .l1 = 10,
     .hit = 10,
     .wb = 100,
     .store = 10,
     .bypass = 2,
     .narrow = 50,
     .regular = 20,
     .lines = 20,
     .latency = 200},
    {.issue = 90,
     .ag = 90,
     .adr = 90,
     .l1 = 90,
     .hit = 80,
     .wb = 20,
     .store = 10,
     .bypass = 2,
     .narrow = 60,
     .regular = 50,
     .lines = 30,
     .latency = 30},
    {.issue = 90,
     .ag = 90,
     .adr = 90,
     .l1 = 60,
     .hit = 0,
     .wb = 100,
     .store = 70,
     .bypass = 10,
     .narrow = 30,
     .regular = 50,
     .lines = 12,
     .latency = 30},
    {.issue = 100,
     .ag = 100,
     .adr = 100,
     .l1 = 8,
     .hit = 50,
     .wb = 100,
     .store = 2,
     .bypass = 0,
     .narrow = 0,
     .regular = 95,
     .lines = 3,
     .latency = 20},
};
enum { PROFILES = sizeof profiles / sizeof profiles[0] };

static config config_of(const char *settings)
{
    char *text = wl_strdup(settings), *sets[32], *rest = NULL;
    unsigned n = 0;
    sets[n++] = wl_strdup("structures.warppool.enable=true");
    sets[n++] = wl_strdup("sm.loads_per_warp=16");
    sets[n++] = wl_strdup("l1d.mshrs=16");
    sets[n++] = wl_strdup("l1d.index=linear");
    sets[n++] = wl_strdup("l1c.line_bytes=32");
    sets[n++] = wl_strdup("l1i.line_bytes=32");
    sets[n++] = wl_strdup("dram.burst=4");
    sets[n++] = wl_strdup("dram.address_map=dramid@8;00000000.00000000.00000000.00000000.0000RRRR."
                          "RRRRRRRR.BBBCCCCB.CCCSSSSS");
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        sets[n++] = strchr(word, '.') && strchr(word, '.') < strchr(word, '=')
                        ? wl_strdup(word)
                        : wl_format("structures.warppool.%s", word);
    }
    config c;
    err e = {0};
    const int st = config_load(&c, "gtx480", (const char *const *)sets, n, &e);
    if (st != ST_OK) err_print(&e);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    while (n) free(sets[--n]);
    free(text);
    return c;
}

static void run(const config *c, w_profile p, uint64_t seed, unsigned cycles, warppool_events *sum)
{
    world_begin(c, 0, seed, p);
    for (unsigned k = 0; k < cycles && !w.errors; k++) world_step();
    const bool done = world_drain(100000);
    if (w.errors || !done)
        printf("# seed %llu cycle %llu: %s\n", (unsigned long long)seed,
               (unsigned long long)w.cycle, w.errors ? w.first_error : "not all came back");
    CU_ASSERT_EQUAL(w.errors, 0);
    CU_ASSERT_TRUE(done);
    for (unsigned k = 0; k < 4; k++) world_step();
    CU_ASSERT_EQUAL(w.out.idle_o[0], 1);
    CU_ASSERT_EQUAL(w.out.pending_o[0], 0);
    stats_add(&warppool_event_table, sum, warppool_get_events(m));
    world_end();
}

// Sizes of all kinds: the paper's, one of everything, the largest, odd ones, selection that changes
// often.
static const char *const designs[] = {
    "lane_bytes=4",
    "insn_depth=1 insn_queues=3 queues=4 tags=2 merges=2 maps=2 quantum=40 miss_rate_percent=50 "
    "store_age=2",
    "select=warp queues=8 merges=3 counter_bits=4 coalescers=4 insn_bits=0 sm.warps=7",
    "insn_queues=1 insn_depth=1 coalescers=1 lanes=1 maps=1 queues=1 tags=1 merges=1 store_age=0 "
    "counter_bits=3 sm.warps=1 l1d.mshrs=1 l1d.merges=1",
    "insn_queues=64 insn_depth=3 coalescers=3 lanes=64 queues=64 tags=5 merges=8 maps=64 "
    "sm.warps=64 l1d.line_bytes=256 address_bits=57 sm.loads_per_warp=32",
    "lanes=8 l1d.line_bytes=32 queues=2 address_bits=16 maps=3 insn_queues=5 quantum=1 "
    "miss_rate_percent=30",
    "lanes=13 coalescers=4 queues=16 tags=1 maps=5 l1d.line_bytes=64 data=false insn_depth=5 "
    "counter_bits=3",
};
enum { DESIGNS = sizeof designs / sizeof designs[0] };

TEST(every_word_reaches_its_lane_and_no_access_passes_another_of_its_warp)
{
    warppool_events sum = {0};
    for (unsigned d = 0; d < DESIGNS; d++) {
        const config c = config_of(designs[d]);
        for (unsigned k = 0; k < PROFILES; k++) run(&c, profiles[k], 10 * d + k, 4000, &sum);
    }
    const uint64_t *v = (const uint64_t *)&sum;
    for (unsigned k = 0; k < warppool_event_table.n; k++) {
        if (!v[k]) printf("# not seen: %s\n", warppool_event_table.rows[k].name);
        CU_ASSERT_NOT_EQUAL(v[k], 0);
    }
}

TEST(random_sizes)
{
    rng r = {42};
    for (unsigned n = 0; n < 120; n++) {
        const unsigned line = 32u << rng_below(&r, 4);
        char *settings = wl_format(
            "insn_queues=%u insn_depth=%u coalescers=%u lanes=%u lane_bytes=%u maps=%u queues=%u "
            "tags=%u merges=%u select=%s quantum=%u "
            "store_age=%u counter_bits=%u address_bits=%u sm.warps=%u l1d.line_bytes=%u "
            "l1d.merges=%u",
            1 + (unsigned)rng_below(&r, 20), 1 + (unsigned)rng_below(&r, 9),
            1 + (unsigned)rng_below(&r, 4), 1 + (unsigned)rng_below(&r, 64), 4u << rng_below(&r, 2),
            1 + (unsigned)rng_below(&r, 12), 1u << rng_below(&r, 7), 1 + (unsigned)rng_below(&r, 4),
            1 + (unsigned)rng_below(&r, 8),
            (const char *const[]){"switch", "oldest", "warp"}[rng_below(&r, 3)],
            1 + (unsigned)rng_below(&r, 100), (unsigned)rng_below(&r, 6),
            3 + (unsigned)rng_below(&r, 7), 16 + (unsigned)rng_below(&r, 42),
            1 + (unsigned)rng_below(&r, 64), line, 1 + (unsigned)rng_below(&r, 8));
        const config c = config_of(settings);
        warppool_events sum = {0};
        run(&c, profiles[n % PROFILES], n, 800, &sum);
        free(settings);
    }
}

// A run of the same inputs through a model with a bug: the first cycle in which an output differs,
// or the world finds something wrong.
static uint64_t caught_after(const config *c, const model_bug *bug, w_profile p, bool by_world)
{
    block_dev other;
    world_begin(c, by_world ? bug : NULL, 7, p);
    make(c, bug, &other);
    warppool_out out;
    bool differs = false;
    while (!differs && w.cycle < 20000 && !w.errors) {
        other.valid(other.self, words(&out));
        const uint64_t cycle = w.cycle;
        world_step();
        other.ready(other.self, in_words(), words(&out));
        differs = !by_world && memcmp(&out, &w.out, sizeof out);
        other.commit(other.self, in_words(), words(&out));
        CU_ASSERT_EQUAL(w.cycle, cycle + 1);
    }
    const bool stuck = by_world && !w.errors && !world_drain(20000);
    const uint64_t at = differs || w.errors || stuck ? w.cycle : 0;
    other.free(other.self);
    world_end();
    return at;
}

static uint64_t caught_by_any(const model_bug *bug, bool by_world)
{
    const config c = config_of(bug ? bug->settings : "");
    uint64_t at = 0;
    for (unsigned k = 0; k < PROFILES && !at; k++)
        at = caught_after(&c, bug, profiles[k], by_world);
    return at;
}

TEST(every_named_bug_shows_at_the_ports)
{
    CU_ASSERT_TRUE(warppool_bugs.n > 20);
    for (unsigned i = 0; i < warppool_bugs.n; i++) {
        if (warppool_bugs.rows[i].reset) continue; // this world has no resets, the bench has
        const uint64_t at = caught_by_any(&warppool_bugs.rows[i], false);
        if (!at) printf("# not caught: %s\n", warppool_bugs.rows[i].id);
        CU_ASSERT_NOT_EQUAL(at, 0);
    }
    CU_ASSERT_EQUAL(caught_by_any(NULL, false), 0);
}

// Bugs that break what is promised, not only the cycle in which it happens: the world knows without
// a second model.
TEST(bugs_that_break_data_or_order_are_found_without_a_second_model)
{
    static const char *const breaking[] = {
        "model-warppool-load-early",     "model-warppool-store-early",
        "model-warppool-last-counted",   "model-warppool-merged-once",
        "model-warppool-range-open",     "model-warppool-consecutive-part",
        "model-warppool-broadcast-part", "model-warppool-map-narrow",
        "model-warppool-map-twice",      "model-warppool-map-freed-early",
        "model-warppool-line-short",     "model-warppool-store-lowest",
        "model-warppool-store-word",     "model-warppool-late-merge",
        "model-warppool-row-kept",       "model-warppool-halves",
        "model-warppool-sign",           "model-warppool-range-word",
        "model-warppool-idle-early"};
    for (unsigned k = 0; k < sizeof breaking / sizeof breaking[0]; k++) {
        const model_bug *bug = model_bug_find(&warppool_bugs, breaking[k]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bug);
        const uint64_t at = caught_by_any(bug, true);
        if (!at) printf("# not found: %s\n", breaking[k]);
        CU_ASSERT_NOT_EQUAL(at, 0);
    }
}

// ---- store bound: grants to others that a store sees, from the cycle in which it enters B,
// counted apart from the model's ages

typedef struct waits {
    unsigned seen[4], most;
} waits;

// Was the store that stood in B at the start of the cycle granted in it? A warp has one store on
// its way.
static bool left_b(const warppool_line *b, bool stores)
{
    const warppool_outbound *tail = &m->select.out[m->select.n_out ? m->select.n_out - 1 : 0];
    return stores && tail->store && tail->warp == b->warp && tail->line == b->line;
}

static void step_and_count(waits *s)
{
    const warppool_events before = *warppool_get_events(m), *v = warppool_get_events(m);
    warppool_line b[4];
    for (unsigned k = 0; k < w.c.warppool.coalescers; k++) b[k] = m->co[k].b;
    world_step();
    const bool stores = v->granted_stores != before.granted_stores,
               some = stores || v->granted_loads != before.granted_loads;
    for (unsigned k = 0; k < w.c.warppool.coalescers; k++) {
        if (!b[k].full || !b[k].store || left_b(&b[k], stores)) s->seen[k] = 0;
        else s->seen[k] += some;
        if (s->seen[k] > s->most) s->most = s->seen[k];
    }
}

// The most grants to others that a store has seen, under each of the profiles, with stores of one
// warp in four.
static unsigned most_seen(const char *settings, const model_bug *bug)
{
    waits s = {.most = 0};
    const config c = config_of(settings);
    for (unsigned k = 0; k < PROFILES; k++) {
        w_profile p = profiles[k];
        p.store = 25;
        world_begin(&c, bug, k, p);
        memset(s.seen, 0, sizeof s.seen);
        for (unsigned n = 0; n < 20000 && !w.errors; n++) step_and_count(&s);
        world_end();
    }
    return s.most;
}

TEST(a_store_sees_at_most_its_age_and_the_other_coalescers_grants)
{
    for (unsigned coalescers = 1; coalescers <= 4; coalescers++) {
        for (unsigned age = 0; age < 5; age += 2) {
            char *settings = wl_format("lanes=4 lane_bytes=4 l1d.line_bytes=32 queues=8 "
                                       "coalescers=%u store_age=%u sm.warps=32 maps=32",
                                       coalescers, age);
            CU_ASSERT_EQUAL(most_seen(settings, NULL),
                            age + coalescers - 1); // the bound holds, and is reached
            CU_ASSERT_TRUE(
                most_seen(settings, model_bug_find(&warppool_bugs, "model-warppool-no-age")) >
                age + coalescers - 1);
            free(settings);
        }
    }
}

// ---- what the bench does not ask for

// A configuration in which there is little to come together, events that cannot occur in it, one
// that can, which the bench asks for, and the bits of an identity that it asks for.
static const struct {
    const char *settings, *excluded[4], *occurs;
    warppool_identity identity;
    uint64_t asked;
} few[] = {
    // one load after the other: none waits for a coalescer, and no second line comes back
    {"sm.warps=1 sm.loads_per_warp=1 lanes=1 coalescers=3",
     {"insn_waits", "ret_full", "merged"},
     "accepted_stores",
     WARPPOOL_TAG,
     0},
    // two loads: the first one leaves its queue before the second one can wait there, too
    {"sm.warps=2 sm.loads_per_warp=1 lanes=1 coalescers=2 queues=4 insn_depth=1",
     {"insn_overtakes", "insert_ties", "insn_waits", "holes"},
     "insn_full",
     WARPPOOL_QUEUE,
     0},
    // of two warps one stores only when the loads of both have left
    {"sm.warps=2 sm.loads_per_warp=4 lanes=4 coalescers=2 store_age=2",
     {"store_waits_store"},
     "aged_stores",
     WARPPOOL_AGE,
     1},
    // two tags in one queue: beside the one that goes next there is one
    {"sm.warps=8 sm.loads_per_warp=2 lanes=4 coalescers=2 queues=1 tags=2 select=warp",
     {"holes"},
     "late_merges",
     WARPPOOL_CHOICE,
     0},
    // 7 - 2 - 1 = 4 lines and loads of a warp, one load, and tags for all: the counter never ends
    {"sm.warps=4 sm.loads_per_warp=1 lanes=4 coalescers=2 counter_bits=3 store_age=0",
     {"counter_waits"},
     "insn_waits",
     WARPPOOL_AGE,
     1},
    // one coalescer is slower than the selection, but 16 loads are on their way to it
    {"sm.warps=1 lanes=1 coalescers=1 queues=1 tags=4 merges=1",
     {"store_waits_store"},
     "issue_waits",
     WARPPOOL_COUNTER,
     31},
    // of one of everything nine loads are on their way at most
    {"sm.warps=1 lanes=1 coalescers=1 queues=1 tags=1 merges=1 insn_queues=1 insn_depth=1 maps=1",
     {"holes", "late_merges"},
     "issue_waits",
     WARPPOOL_COUNTER,
     15},
    // with narrow the second tag comes while the selection looks at the first
    {"sm.warps=2 sm.loads_per_warp=4 lanes=1 coalescers=2 queues=1 tags=2 select=warp narrow=true",
     {"holes"},
     "merged",
     WARPPOOL_CHOICE,
     1},
    // but not if one coalescer has both loads one after the other
    {"sm.warps=2 sm.loads_per_warp=1 lanes=2 coalescers=1 queues=4 tags=4 select=warp narrow=true",
     {"holes"},
     "insn_waits",
     WARPPOOL_CHOICE,
     0},
    // 2 + 4 requests fill the fourth tag, and the warp issues when three of them are left
    {"sm.warps=1 lanes=4 coalescers=2 queues=8 tags=4 counter_bits=3",
     {"store_waits_store"},
     "counter_waits",
     WARPPOOL_TAG,
     0},
};

static uint64_t count_of(const char *event)
{
    const uint64_t *counts = (const uint64_t *)(const void *)warppool_get_events(m);
    for (unsigned i = 0; i < warppool_event_table.n; i++) {
        if (!strcmp(warppool_event_table.rows[i].name, event)) return counts[i];
    }
    return 0;
}

// Bits that the bench asks for, and as a second collection all, also those above its identities.
typedef struct bits {
    warppool_identities asked, all;
} bits;

static void bits_begin(bits *b, const config *c)
{
    const bool choice = warppool_compares_warps(c);
    warppool_identities_init(&b->asked, c, choice);
    warppool_identities_init(&b->all, c, choice);
    for (unsigned i = 0; i < WARPPOOL_IDENTITIES; i++) {
        b->all.apart[i].possible = ~(uint64_t)0;
        b->all.apart[i].complete = false;
    }
}

static void bits_end(bits *b, const char *settings)
{
    for (unsigned i = 0; i < WARPPOOL_IDENTITIES; i++) {
        const uint64_t wrong = b->all.apart[i].told & ~b->asked.apart[i].possible;
        if (wrong)
            printf("# told apart: bits 0x%llx of %s with %s\n", (unsigned long long)wrong,
                   b->all.apart[i].name, settings);
        CU_ASSERT_EQUAL(wrong, 0);
    }
    warppool_identities_free(&b->asked);
    warppool_identities_free(&b->all);
}

static void few_run(unsigned k, bits *b)
{
    enum { CYCLES = 20000, A_PHASE = 50 };
    rng r = {k};
    for (unsigned i = 0; i < CYCLES; i++) {
        if (i % A_PHASE == 0) {
            w.p = profiles[rng_below(&r, PROFILES)];
            w.p.l1 = (unsigned)rng_below(&r, 5) * 25;
            w.p.shape = W_APART * (unsigned)rng_below(&r, 2);
            w.p.twins = (unsigned)rng_below(&r, 2) * 100;
            w.p.where = i;
            if (!rng_below(&r, 4)) w.p.lines = 1;
        }
        warppool_identities_look(&b->all, m);
        world_step();
    }
}

static void events_end(const config *c, unsigned k)
{
    for (unsigned i = 0; i < 4 && few[k].excluded[i]; i++)
        CU_ASSERT_PTR_NOT_NULL(warppool_needs_excluded(c, few[k].excluded[i]));
    for (unsigned i = 0; i < warppool_event_table.n; i++) {
        const char *event = warppool_event_table.rows[i].name;
        if (!warppool_needs_excluded(c, event) || !count_of(event)) continue;
        printf("# occurred: %s with %s\n", event, few[k].settings);
        CU_FAIL("an event that is left out occurred");
    }
    CU_ASSERT_PTR_NULL(warppool_needs_excluded(c, few[k].occurs));
    if (!count_of(few[k].occurs))
        printf("# not seen: %s with %s\n", few[k].occurs, few[k].settings);
    CU_ASSERT_TRUE(count_of(few[k].occurs) > 0);
}

TEST(events_that_the_bench_leaves_out_do_not_occur)
{
    for (unsigned k = 0; k < sizeof few / sizeof few[0]; k++) {
        config c = config_of(few[k].settings);
        bits b;
        world_begin(&c, NULL, k, profiles[0]);
        bits_begin(&b, &c);
        CU_ASSERT_EQUAL(b.asked.apart[few[k].identity].possible, few[k].asked);
        few_run(k, &b);
        events_end(&c, k);
        bits_end(&b, few[k].settings);
        world_end();
    }
}

UNIT_MAIN("warppool_traffic",
          T(every_word_reaches_its_lane_and_no_access_passes_another_of_its_warp), T(random_sizes),
          T(every_named_bug_shows_at_the_ports),
          T(bugs_that_break_data_or_order_are_found_without_a_second_model),
          T(a_store_sees_at_most_its_age_and_the_other_coalescers_grants),
          T(events_that_the_bench_leaves_out_do_not_occur))
