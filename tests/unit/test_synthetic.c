// test_synthetic.c : synthetic kernels: addresses of the patterns by their formulas, and what they
// do to caches.
//
// links: synthetic machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "machine/common/addrmap.h"
#include "machine/core/l1d_sets.h"
#include "machine/run/gpu.h"
#include "synthetic/synthetic.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t BASE = 0xC0000000u;
enum { LINE = 128 };

// 4 bytes a lane in 1 MiB, all lanes, unless given
static synthetic_step filled(synthetic_step s)
{
    if (!s.bytes) s.bytes = 4;
    if (!s.shared) s.base = BASE;
    if (!s.region) s.region = 1 << 20;
    if (!s.active) s.active = UINT32_MAX;
    return s;
}

#define ACCESS(k, ...) filled((synthetic_step){.kind = k, __VA_ARGS__})
// clang-format off
#define LOOP(first, n, d) {.kind = STEP_LOOP, .to = first, .rounds = n, .depth = d}
#define KERNEL(list, n_ctas, n_threads) \
    {.name = (char[]){"k"}, .ctas = n_ctas, .threads = n_threads, .shared_bytes = 8192, .seed = 1, \
     .steps = list, .n_steps = sizeof(list) / sizeof(list)[0]}
// clang-format on

static config one_sm(void)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 1;
    return c;
}

// ---- what a warp does, without a machine

typedef struct walk {
    config c;
    front_end f;
    void *warp;
    const winst *next;
    wexec x;
} walk;

static void start(walk *w, const synthetic_kernel *k, uint32_t cta, uint32_t warp)
{
    err e = {0};
    w->c = one_sm();
    CU_ASSERT_EQUAL_FATAL(synthetic_begin(&w->f, k, &w->c, &e), ST_OK);
    w->f.cta_start(w->f.self, cta, 0, 0);
    w->warp = w->f.warp(w->f.self, 0, 0, warp, &w->next);
}

static const winst *step(walk *w)
{
    const winst *now = w->next;
    w->next = w->f.issue(w->warp, &w->x);
    return now;
}

TEST(sequential_is_a_grid_stride_loop)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_sequential), LOOP(0, 3, 0)};
    const synthetic_kernel k = KERNEL(s, 4, 64);
    walk w;
    start(&w, &k, 2, 1);
    for (unsigned i = 0; i < 3; i++) {
        step(&w);
        for (unsigned l = 0; l < WARP_LANES; l++)
            CU_ASSERT_EQUAL(w.x.addr[l], BASE + (i * 256 + 2 * 64 + 32 + l) * 4);
    }
    CU_ASSERT_PTR_NULL(w.next);
    synthetic_end(&w.f);
}

TEST(stride_sets_threads_apart_and_walks_on)
{
    synthetic_step s[] = {
        ACCESS(STEP_LOAD, .pattern = PATTERN_stride, .stride = 1024, .step = 4, .region = 65536),
        LOOP(0, 2, 0)};
    const synthetic_kernel k = KERNEL(s, 4, 64);
    walk w;
    start(&w, &k, 1, 1);
    for (unsigned i = 0; i < 2; i++) {
        step(&w);
        for (unsigned l = 0; l < WARP_LANES; l++)
            CU_ASSERT_EQUAL(w.x.addr[l], BASE + ((64 + 32 + l) * 1024 + i * 4) % 65536);
    }
    synthetic_end(&w.f);
}

TEST(random_stays_in_the_region_and_is_the_same_again)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 4096, .bytes = 8),
                          LOOP(0, 100, 0)};
    synthetic_kernel k = KERNEL(s, 4, 64), other = k;
    other.seed = 2;
    walk a, b, c;
    start(&a, &k, 1, 0);
    start(&b, &k, 1, 0);
    start(&c, &other, 1, 0);
    unsigned differ = 0;
    for (unsigned i = 0; i < 100; i++) {
        step(&a), step(&b), step(&c);
        CU_ASSERT_EQUAL(memcmp(a.x.addr, b.x.addr, sizeof a.x.addr), 0);
        for (unsigned l = 0; l < WARP_LANES; l++) {
            CU_ASSERT(a.x.addr[l] >= BASE && a.x.addr[l] <= BASE + 4096 - 8 &&
                      a.x.addr[l] % 8 == 0);
            differ += a.x.addr[l] != c.x.addr[l];
        }
    }
    CU_ASSERT(differ > 3000); // of 3200 draws of 512 places, 1 in 512 is the same
    synthetic_end(&a.f), synthetic_end(&b.f), synthetic_end(&c.f);
}

// Address of a lane in the i-th execution of the n-th step.
static uint64_t drawn(const synthetic_kernel *k, unsigned n, unsigned lane)
{
    walk w;
    start(&w, k, 0, 0);
    for (unsigned i = 0; i < n; i++) step(&w);
    step(&w);
    const uint64_t addr = w.x.addr[lane];
    synthetic_end(&w.f);
    return addr;
}

TEST(random_steps_far_apart_draw_for_themselves)
{
    synthetic_step s[600];
    for (unsigned i = 0; i < 600; i++)
        s[i] = ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 1u << 30, .active = 1);
    const synthetic_kernel k = KERNEL(s, 1, 32);
    for (unsigned i = 0; i < 300; i += 50) {
        CU_ASSERT_NOT_EQUAL(drawn(&k, i, 0), drawn(&k, i + 256, 0));
        CU_ASSERT_NOT_EQUAL(drawn(&k, i % 80, 0), drawn(&k, i % 80 + 512, 0));
    }
}

TEST(random_rounds_beyond_2_to_the_24_are_no_other_threads)
{
    const unsigned far = 1u << 24;
    synthetic_step s[] = {
        ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 1u << 30, .active = 3),
        LOOP(0, far + 1, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    CU_ASSERT_NOT_EQUAL(drawn(&k, far, 0), drawn(&k, 0, 1));
}

// What programs of up to 255 steps draw is kept: splitmix64's second number of seed ^ step << 56 ^
// thread << 24 ^ round.
TEST(random_draws_by_the_formula)
{
    synthetic_step s[] = {{.kind = STEP_BARRIER},
                          ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 1u << 30),
                          LOOP(0, 3, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    rng r = {1 ^ 1ull << 56 ^ 5ull << 24 ^ 2};
    rng_u64(&r);
    CU_ASSERT_EQUAL(drawn(&k, 5, 5), BASE + rng_below(&r, 1u << 28) * 4);
}

TEST(random_reaches_the_whole_region)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 256),
                          LOOP(0, 100, 0)}; // 64 places, 3200 draws: one is missed with e^-50
    const synthetic_kernel k = KERNEL(s, 1, 32);
    uint64_t seen = 0;
    walk w;
    start(&w, &k, 0, 0);
    for (unsigned i = 0; i < 100; i++) {
        step(&w);
        for (unsigned l = 0; l < WARP_LANES; l++) seen |= (uint64_t)1 << (w.x.addr[l] - BASE) / 4;
    }
    CU_ASSERT_EQUAL(seen, UINT64_MAX);
    synthetic_end(&w.f);
}

TEST(gather_waits_for_its_index)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_gather, .index_base = 0xD0000000u)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    walk w;
    start(&w, &k, 0, 0);
    const winst *index = step(&w);
    for (unsigned l = 0; l < WARP_LANES; l++) CU_ASSERT_EQUAL(w.x.addr[l], 0xD0000000u + 4 * l);
    const winst *data = step(&w);
    CU_ASSERT_EQUAL(index->n_dst, 1);
    CU_ASSERT_EQUAL(data->regs[data->n_dst], index->regs[0]);
    CU_ASSERT_NOT_EQUAL(data->regs[0], index->regs[0]);
    CU_ASSERT_EQUAL(data->pc, index->pc + 1);
    synthetic_end(&w.f);
}

TEST(pointer_chase_reads_what_it_writes)
{
    synthetic_step s[] = {
        ACCESS(STEP_LOAD, .pattern = PATTERN_pointer_chase, .step = 128, .region = 256),
        ACCESS(STEP_LOAD, .pattern = PATTERN_broadcast, .step = 4), LOOP(0, 3, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    walk w;
    start(&w, &k, 0, 0);
    for (unsigned i = 0; i < 3; i++) {
        const winst *chase = step(&w);
        CU_ASSERT_EQUAL(chase->regs[0], chase->regs[1]);
        CU_ASSERT_EQUAL(w.x.addr[0], BASE + i * 128 % 256);
        CU_ASSERT_EQUAL(w.x.addr[31], w.x.addr[0]);
        const winst *free_one = step(&w);
        CU_ASSERT_NOT_EQUAL(free_one->regs[0], free_one->regs[1]);
        CU_ASSERT_EQUAL(w.x.addr[7], BASE + i * 4);
    }
    synthetic_end(&w.f);
}

TEST(transpose_touches_every_element_once)
{
    enum { SIDE = 16 };
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_transpose, .side = SIDE),
                          LOOP(0, 8, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    unsigned seen[SIDE * SIDE] = {0};
    walk w;
    start(&w, &k, 0, 0);
    for (unsigned i = 0; i < 8; i++) {
        step(&w);
        if (!i) CU_ASSERT_EQUAL(w.x.addr[1] - w.x.addr[0], SIDE * 4);
        for (unsigned l = 0; l < WARP_LANES; l++) seen[(w.x.addr[l] - BASE) / 4]++;
    }
    for (unsigned i = 0; i < SIDE * SIDE; i++) CU_ASSERT_EQUAL(seen[i], 1);
    synthetic_end(&w.f);
}

TEST(one_set_and_one_channel_hit_what_they_aim_at)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_one_set, .set = 5, .lines = 7),
                          ACCESS(STEP_LOAD, .pattern = PATTERN_one_channel, .set = 3, .lines = 9),
                          LOOP(0, 20, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    walk w;
    addrmap map;
    l1d_sets sets;
    err e = {0};
    start(&w, &k, 0, 0);
    CU_ASSERT_EQUAL(addrmap_init(&map, &w.c, &e), ST_OK);
    l1d_sets_init(&sets, &w.c);
    uint64_t first_line = 0;
    for (unsigned i = 0; i < 20; i++) {
        step(&w);
        CU_ASSERT_EQUAL(l1d_set_of(&sets, w.x.addr[0]), 5);
        CU_ASSERT_EQUAL(w.x.addr[31] / LINE, w.x.addr[0] / LINE);
        if (!i) first_line = w.x.addr[0];
        CU_ASSERT_EQUAL(w.x.addr[0] == first_line, i % 7 == 0);
        step(&w);
        CU_ASSERT_EQUAL(addrmap_decode(&map, w.x.addr[0]).channel, 3);
    }
    synthetic_end(&w.f);
}

TEST(a_region_without_enough_lines_is_refused)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_one_set, .set = 5, .lines = 4,
                                 .region = 4 * 32 * LINE)},
                   less[] = {s[0]};
    less[0].region -= 32 * LINE;
    const synthetic_kernel k = KERNEL(s, 1, 32), without = KERNEL(less, 1, 32);
    config c = one_sm();
    front_end f;
    err e = {0};
    CU_ASSERT_EQUAL(synthetic_begin(&f, &without, &c, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(e.text);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "kernel k, step 0: the region of 12288 bytes has 3 lines of set 5, not 4"));
    err_free(&e);
    CU_ASSERT_EQUAL(synthetic_begin(&f, &k, &c, &e), ST_OK);
    synthetic_end(&f);
}

static unsigned stores_of(uint32_t percent)
{
    synthetic_step s[] = {
        ACCESS(STEP_LOAD, .pattern = PATTERN_sequential, .write_percent = percent),
        LOOP(0, 10000, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    unsigned n = 0;
    walk w;
    start(&w, &k, 0, 0);
    for (unsigned i = 0; i < 10000; i++) n += step(&w)->kind == W_STORE;
    CU_ASSERT_PTR_NULL(w.next);
    synthetic_end(&w.f);
    return n;
}

TEST(writes_are_mixed_in_at_their_share)
{
    CU_ASSERT_EQUAL(stores_of(0), 0);
    CU_ASSERT_EQUAL(stores_of(100), 10000);
    const unsigned quarter = stores_of(25); // 2500, standard deviation 43
    CU_ASSERT(quarter > 2500 - 5 * 43 && quarter < 2500 + 5 * 43);
}

TEST(loops_nest_and_multiply)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_sequential),
                          ACCESS(STEP_STORE, .pattern = PATTERN_sequential),
                          LOOP(1, 3, 1),
                          LOOP(0, 4, 0),
                          {.kind = STEP_BARRIER}};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    unsigned count[W_FAULT + 1] = {0};
    walk w;
    start(&w, &k, 0, 0);
    while (w.next) count[step(&w)->kind]++;
    CU_ASSERT_EQUAL(count[W_LOAD], 4);
    CU_ASSERT_EQUAL(count[W_STORE], 12);
    CU_ASSERT_EQUAL(count[W_BARRIER], 1);
    synthetic_end(&w.f);
}

TEST(lanes_are_those_of_the_block_and_of_the_step)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_sequential),
                          ACCESS(STEP_LOAD, .pattern = PATTERN_sequential, .active = 0xff)};
    const synthetic_kernel k = KERNEL(s, 1, 48);
    walk w;
    start(&w, &k, 0, 1);
    step(&w);
    CU_ASSERT_EQUAL(w.x.active, 0xffff);
    step(&w);
    CU_ASSERT_EQUAL(w.x.active, 0xff);
    synthetic_end(&w.f);
}

TEST(alu_reads_the_last_result_unless_independent)
{
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_sequential),
                          {.kind = STEP_ALU, .latency = LAT_fp_mad},
                          {.kind = STEP_ALU, .latency = LAT_dp_add, .independent = true}};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    walk w;
    start(&w, &k, 0, 0);
    const winst *load = step(&w), *mad = step(&w), *add = step(&w);
    CU_ASSERT_EQUAL(mad->regs[1], load->regs[0]);
    CU_ASSERT_EQUAL(mad->n_src, 3);
    CU_ASSERT_EQUAL(mad->unit, UNIT_SP);
    CU_ASSERT_EQUAL(add->regs[1], 0);
    CU_ASSERT_EQUAL(add->unit, UNIT_SFU);
    synthetic_end(&w.f);
}

// ---- on the machine

typedef struct outcome {
    json_t *stats;
    uint64_t cycles;
} outcome;

static outcome run_with(const synthetic_kernel *k, const config *c, const gpu_hooks *h)
{
    err e = {0};
    front_end f;
    outcome o = {0};
    gpu *g = gpu_new(c, h, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(g);
    CU_ASSERT_EQUAL_FATAL(synthetic_begin(&f, k, c, &e), ST_OK);
    CU_ASSERT_EQUAL(gpu_run(g, &f, &e), ST_OK);
    o.stats = gpu_stats_json(g);
    o.cycles = (uint64_t)json_integer_value(json_object_get(o.stats, "cycles"));
    synthetic_end(&f);
    gpu_free(g);
    err_free(&e);
    return o;
}

static outcome run(const synthetic_kernel *k, const config *c) { return run_with(k, c, NULL); }

static uint64_t count(const synthetic_kernel *k, const config *c, const char *group,
                      const char *key)
{
    outcome o = run(k, c);
    const uint64_t n =
        (uint64_t)json_integer_value(json_object_get(json_object_get(o.stats, group), key));
    json_decref(o.stats);
    return n;
}

TEST(stride_gives_as_many_requests_as_lines)
{
    config c = one_sm();
    for (unsigned stride = 4; stride <= 256; stride += 4) {
        synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_stride, .stride = stride)};
        const synthetic_kernel k = KERNEL(s, 1, 32);
        const unsigned bytes = 31 * stride + 4, lines = (bytes + LINE - 1) / LINE;
        CU_ASSERT_EQUAL(count(&k, &c, "sm", "load_requests"), lines < 32 ? lines : 32);
    }
}

TEST(one_set_holds_as_many_lines_as_ways_under_lru)
{
    enum { ROUNDS = 100 };
    config c = one_sm();
    for (unsigned lines = 1; lines <= c.l1d.ways + 1; lines++) {
        synthetic_step s[] = {
            ACCESS(STEP_LOAD, .pattern = PATTERN_one_set, .lines = lines, .set = 9),
            LOOP(0, ROUNDS, 0)};
        const synthetic_kernel k = KERNEL(s, 1, 32);
        CU_ASSERT_EQUAL(count(&k, &c, "l1d", "read_misses"), lines <= c.l1d.ways ? lines : ROUNDS);
        CU_ASSERT_EQUAL(count(&k, &c, "l1d", "read_hits"),
                        lines <= c.l1d.ways ? ROUNDS - lines : 0);
    }
}

TEST(sequential_misses_once_a_line)
{
    config c = one_sm();
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_sequential), LOOP(0, 10, 0)};
    const synthetic_kernel k = KERNEL(s, 3, 256);
    CU_ASSERT_EQUAL(count(&k, &c, "l1d", "read_misses"), 10 * 3 * 256 * 4 / LINE);
}

TEST(one_bank_takes_a_pass_a_lane)
{
    config c = one_sm();
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_one_bank, .shared = true),
                          LOOP(0, 5, 0)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    CU_ASSERT_EQUAL(count(&k, &c, "sm", "shared_accesses"), 5);
    CU_ASSERT_EQUAL(count(&k, &c, "sm", "shared_conflict_cycles"), 5 * 31);
}

TEST(atomics_on_one_word_are_one_request_a_lane)
{
    config c = one_sm();
    synthetic_step s[] = {ACCESS(STEP_ATOMIC, .pattern = PATTERN_broadcast)};
    const synthetic_kernel k = KERNEL(s, 1, 32);
    CU_ASSERT_EQUAL(count(&k, &c, "sm", "atomic_requests"), 32);
}

// Cycles of a load that waits for the one before, from the difference of two runs over `region`
// bytes: what is cold is in both.
static uint64_t chase_latency(const config *c, uint64_t region, unsigned rounds)
{
    uint64_t cycles[2];
    for (unsigned half = 0; half < 2; half++) {
        synthetic_step s[] = {
            ACCESS(STEP_LOAD, .pattern = PATTERN_pointer_chase, .step = LINE, .region = region),
            LOOP(0, rounds << half, 0)};
        const synthetic_kernel k = KERNEL(s, 1, 32);
        outcome o = run(&k, c);
        cycles[half] = o.cycles;
        json_decref(o.stats);
    }
    return (cycles[1] - cycles[0]) / rounds;
}

// lsu.h: issue to unit issue_latency + one source register, the head register a cycle later, data
// l1d.latency - 1 after that.
TEST(pointer_chase_takes_the_latency_of_a_hit_in_l1d)
{
    config c = one_sm();
    for (c.l1d.latency = 1; c.l1d.latency < 100; c.l1d.latency += 17) {
        CU_ASSERT_EQUAL(chase_latency(&c, 32 * LINE, 1024),
                        c.sm.issue_latency + 1 + 1 + c.l1d.latency - 1); // 4 KiB of 16
    }
}

// Spec 21: GPGPU-Sim takes 142 cycles for a dependent hit in L2; as close as its other figures.
TEST(pointer_chase_takes_the_latency_of_a_hit_in_l2)
{
    const config c = one_sm();
    const uint64_t cycles = chase_latency(
        &c, 1024 * LINE, 2048); // 128 KiB: LRU keeps none of it in L1D, all of it in L2
    CU_ASSERT(cycles >= 128 && cycles <= 156);
}

TEST(barriers_and_fences_end)
{
    config c = one_sm();
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_random),
                          {.kind = STEP_BARRIER},
                          ACCESS(STEP_STORE, .pattern = PATTERN_random),
                          {.kind = STEP_FENCE},
                          LOOP(0, 5, 0)};
    const synthetic_kernel k = KERNEL(s, 6, 96);
    CU_ASSERT_EQUAL(count(&k, &c, "sm", "barriers"), 5 * 6 * 3);
    CU_ASSERT_EQUAL(count(&k, &c, "sm", "fences"), 5 * 6 * 3);
}

static void the_same_whatever_the_order(const synthetic_kernel *k, const config *c)
{
    static const gpu_hooks hooks[] = {{.no_skip = true}, {.shuffle_seed = 3}};
    outcome want = run(k, c);
    for (unsigned i = 0; i < 2; i++) {
        outcome got = run_with(k, c, &hooks[i]);
        CU_ASSERT(json_equal(want.stats, got.stats));
        json_decref(got.stats);
    }
    json_decref(want.stats);
}

TEST(statistics_do_not_depend_on_order_or_skipping)
{
    config c = one_sm();
    c.gpu.sms = 4;
    synthetic_step s[] = {ACCESS(STEP_LOAD, .pattern = PATTERN_random, .write_percent = 30),
                          ACCESS(STEP_ATOMIC, .pattern = PATTERN_random, .region = 512),
                          {.kind = STEP_BARRIER},
                          LOOP(0, 6, 0)};
    const synthetic_kernel k = KERNEL(s, 20, 128);
    the_same_whatever_the_order(&k, &c);
}

// Many lanes' lines that are present, behind a few that keep their bank for as long as a miss
// takes.
TEST(random_lines_through_a_pipeline_before_each_bank)
{
    config c = one_sm();
    c.l1d.mshrs = 64;
    c.limits.l1_miss_latency = 1000;
    synthetic_step s[40];
    for (unsigned i = 0; i < 38; i++)
        s[i] = ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 8192, .active = 1);
    s[1] = (synthetic_step){.kind = STEP_ALU, .latency = LAT_fp_div, .independent = true};
    s[38] = ACCESS(STEP_LOAD, .pattern = PATTERN_random, .region = 1 << 24, .active = 1);
    s[39] = (synthetic_step)LOOP(0, 8, 0);
    synthetic_kernel k = KERNEL(s, 6, 256);
    k.regs = 16;
    for (c.l1d.banks = 8; c.l1d.banks <= 32; c.l1d.banks *= 4) {
        for (c.l1d.latency = 4; c.l1d.latency <= 64; c.l1d.latency *= 4)
            the_same_whatever_the_order(&k, &c);
    }
}

UNIT_MAIN("synthetic", T(sequential_is_a_grid_stride_loop),
          T(stride_sets_threads_apart_and_walks_on),
          T(random_stays_in_the_region_and_is_the_same_again),
          T(random_steps_far_apart_draw_for_themselves),
          T(random_rounds_beyond_2_to_the_24_are_no_other_threads), T(random_draws_by_the_formula),
          T(random_reaches_the_whole_region), T(gather_waits_for_its_index),
          T(pointer_chase_reads_what_it_writes), T(transpose_touches_every_element_once),
          T(one_set_and_one_channel_hit_what_they_aim_at),
          T(a_region_without_enough_lines_is_refused), T(writes_are_mixed_in_at_their_share),
          T(loops_nest_and_multiply), T(lanes_are_those_of_the_block_and_of_the_step),
          T(alu_reads_the_last_result_unless_independent),
          T(stride_gives_as_many_requests_as_lines),
          T(one_set_holds_as_many_lines_as_ways_under_lru), T(sequential_misses_once_a_line),
          T(one_bank_takes_a_pass_a_lane), T(atomics_on_one_word_are_one_request_a_lane),
          T(pointer_chase_takes_the_latency_of_a_hit_in_l1d),
          T(pointer_chase_takes_the_latency_of_a_hit_in_l2), T(barriers_and_fences_end),
          T(statistics_do_not_depend_on_order_or_skipping),
          T(random_lines_through_a_pipeline_before_each_bank))
