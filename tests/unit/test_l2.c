// test_l2.c : one L2 slice, with DRAM played by the test.                                              links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/l2.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 128 };

typedef struct bench {
    config c;
    addrmap map;
    chan in, reply, down, up;
    l2 *l;
    uint64_t now;
    uint32_t taken;
    bool memory_off, keep_replies;  // DRAM takes nothing; replies stay in their queue
    uint64_t fetches, writebacks, answered;
    uint64_t written_back;          // address of the last
    uint64_t reply_at[64];          // tick in which each reply was pushed
} bench;

static bench *bench_new(void)
{
    bench *b = calloc(1, sizeof *b);
    config_defaults(&b->c);
    b->c.l2.rop_latency = 0;
    return b;
}

static void start(bench *b)
{
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(addrmap_init(&b->map, &b->c, &e), ST_OK);
    chan_init(&b->in, 64, sizeof(mreq));
    chan_init(&b->reply, b->c.l2.l2_to_icnt_queue, sizeof(mreq));
    chan_init(&b->down, b->c.l2.l2_to_dram_queue, sizeof(mreq));
    chan_init(&b->up, b->c.l2.dram_to_l2_queue, sizeof(mreq));
    b->l = l2_new(&b->c, &b->map, 0, (l2_chans){&b->in, &b->reply, &b->down, &b->up});
}

static void stop(bench *b)
{
    l2_free(b->l);
    chan_free(&b->in);
    chan_free(&b->reply);
    chan_free(&b->down);
    chan_free(&b->up);
    free(b);
}

// Line i of set 0 of slice 0 (the map's formula backwards: sets of a slice are 64 lines of its local address).
static uint64_t line_address(const bench *b, uint64_t i)
{
    const uint64_t local = i * b->c.l2.sets * LINE, rest = local >> 8 << 9 | (local & 255);
    return (rest >> 8) * 6 << 8 | (rest & 255);
}

static void ask(bench *b, mreq_kind kind, uint64_t addr, uint16_t bytes)
{
    const mreq r = {.addr = addr, .bytes = bytes, .kind = (uint8_t)kind, .sm = 1};
    chan_push(&b->in, &r);
}

// DRAM answers a fetch in the tick after it sees it.
static void play_memory(bench *b)
{
    const mreq *r = chan_front(&b->down);
    if (!r || b->memory_off || !chan_can_push(&b->up)) return;
    if (r->kind == MREQ_READ) {
        chan_push(&b->up, r);
        b->fetches++;
    } else {
        b->writebacks++;
        b->written_back = r->addr;
    }
    chan_pop(&b->down);
}

static void commit(bench *b)
{
    chan_commit(&b->in);
    chan_commit(&b->reply);
    chan_commit(&b->down);
    chan_commit(&b->up);
}

static void tick(bench *b)
{
    if (chan_front(&b->reply) && !b->keep_replies) {
        if (b->answered < 64) b->reply_at[b->answered] = b->now - 1;
        b->answered++;
        CU_ASSERT_TRUE(((const mreq *)chan_front(&b->reply))->flags & MREQ_REPLY);
        chan_pop(&b->reply);
    }
    play_memory(b);
    l2_eval(b->l, b->now);
    if (l2_take(b->l, b->now++)) l2_arrived(b->l, ++b->taken);
    commit(b);
}

static void run(bench *b, unsigned ticks)
{
    commit(b);
    while (ticks--) tick(b);
}

static l2_stats stats(const bench *b) { return l2_get_stats(b->l, b->now); }

static void load_line(bench *b, uint64_t i)
{
    ask(b, MREQ_READ, line_address(b, i), LINE);
    run(b, 40);
}

TEST(l2_hit_answered_after_rop_latency)
{
    for (uint32_t rop = 0; rop <= 120; rop += 40) {
        bench *b = bench_new();
        b->c.l2.rop_latency = rop;
        start(b);
        ask(b, MREQ_READ, line_address(b, 0), LINE);
        run(b, 200);
        const uint64_t taken = b->now; // the tick in which the next one is taken in
        ask(b, MREQ_READ, line_address(b, 0), LINE);
        run(b, 200);
        CU_ASSERT_EQUAL(b->answered, 2);
        CU_ASSERT_EQUAL(b->reply_at[1] - taken, rop ? rop : 1); // intake is the last of a tick
        stop(b);
    }
}

TEST(l2_read_miss_fetches_the_line_once)
{
    bench *b = bench_new();
    start(b);
    load_line(b, 0);
    load_line(b, 0);
    const l2_stats s = stats(b);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(s.read_misses, 1);
    CU_ASSERT_EQUAL(s.read_hits, 1);
    CU_ASSERT_EQUAL(b->answered, 2);
    stop(b);
}

TEST(l2_merges_up_to_four)
{
    bench *b = bench_new();
    start(b);
    b->memory_off = true;
    for (int i = 0; i < 5; i++) ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 20);
    const l2_stats s = stats(b);
    CU_ASSERT_EQUAL(b->c.l2.merges, 4);
    CU_ASSERT_EQUAL(s.read_misses, 1);
    CU_ASSERT_EQUAL(s.read_pending, 3);
    CU_ASSERT_TRUE(s.fail_merge > 0);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 5);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

TEST(l2_failure_is_counted_every_tick)
{
    bench *b = bench_new();
    start(b);
    b->memory_off = true;
    for (int i = 0; i < 5; i++) ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 20);
    const uint64_t before = stats(b).fail_merge;
    run(b, 30);
    CU_ASSERT_EQUAL(stats(b).fail_merge - before, 30);
    stop(b);
}

TEST(l2_write_miss_allocates_and_makes_dirty)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    start(b);
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(b->writebacks, 0);
    CU_ASSERT_EQUAL(b->answered, 1);
    load_line(b, 1);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->written_back, line_address(b, 0));
    stop(b);
}

TEST(l2_write_back_on_dirty_eviction)
{
    bench *b = bench_new();
    b->c.l2.ways = 2;
    start(b);
    load_line(b, 0);
    load_line(b, 1);
    ask(b, MREQ_WRITE, line_address(b, 1), 32); // a hit
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).write_hits, 1);
    load_line(b, 2); // replaces line 0, which is clean
    CU_ASSERT_EQUAL(b->writebacks, 0);
    CU_ASSERT_EQUAL(stats(b).evictions, 1);
    load_line(b, 3); // replaces line 1
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->written_back, line_address(b, 1));
    stop(b);
}

TEST(l2_write_to_a_line_under_way_is_not_lost)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    start(b);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    run(b, 10);
    CU_ASSERT_EQUAL(stats(b).write_pending, 1);
    CU_ASSERT_EQUAL(b->answered, 0);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 2);
    load_line(b, 1);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    stop(b);
}

TEST(l2_atomic_makes_dirty_and_counts_as_read)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    start(b);
    ask(b, MREQ_ATOMIC, line_address(b, 0), 32);
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).read_misses, 1);
    load_line(b, 1);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    stop(b);
}

TEST(l2_all_ways_reserved_fails_line)
{
    bench *b = bench_new();
    b->c.l2.ways = 2;
    b->c.l2.miss_queue = 16;
    start(b);
    b->memory_off = true;
    for (uint64_t i = 0; i < 3; i++) ask(b, MREQ_READ, line_address(b, i), LINE);
    run(b, 20);
    CU_ASSERT_TRUE(stats(b).fail_line > 0);
    CU_ASSERT_EQUAL(stats(b).read_misses, 2);
    stop(b);
}

TEST(l2_no_mshr_fails_mshr)
{
    bench *b = bench_new();
    b->c.l2.mshrs = 2;
    b->c.l2.miss_queue = 16;
    start(b);
    b->memory_off = true;
    for (uint64_t i = 0; i < 3; i++) ask(b, MREQ_READ, line_address(b, i), LINE);
    run(b, 20);
    CU_ASSERT_TRUE(stats(b).fail_mshr > 0);
    CU_ASSERT_EQUAL(stats(b).read_misses, 2);
    stop(b);
}

// DRAM takes nothing: its queue of 8 fills, then the miss queue of 4, of which a miss may need 2: 8 + 3.
TEST(l2_miss_needs_two_places_in_the_miss_queue)
{
    bench *b = bench_new();
    b->c.l2.ways = 16;
    start(b);
    b->memory_off = true;
    for (uint64_t i = 0; i < 13; i++) ask(b, MREQ_READ, line_address(b, i), LINE);
    run(b, 40);
    CU_ASSERT_TRUE(stats(b).fail_missq > 0);
    CU_ASSERT_EQUAL(stats(b).read_misses, b->c.l2.l2_to_dram_queue + b->c.l2.miss_queue - 1);
    stop(b);
}

TEST(l2_miss_queue_of_one_works)
{
    bench *b = bench_new();
    b->c.l2.ways = b->c.l2.miss_queue = b->c.l2.mshrs = b->c.l2.merges = b->c.l2.icnt_to_l2_queue = 1;
    b->c.l2.l2_to_dram_queue = b->c.l2.dram_to_l2_queue = b->c.l2.l2_to_icnt_queue = 1;
    start(b);
    for (uint64_t i = 0; i < 20; i++) ask(b, i % 2 ? MREQ_READ : MREQ_WRITE, line_address(b, i % 3), 32);
    run(b, 1000);
    CU_ASSERT_EQUAL(b->answered, 20);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

// A hit of 128 bytes holds a port of 32 bytes for 4 ticks.
TEST(l2_hits_leave_the_data_port_one_every_four_ticks)
{
    bench *b = bench_new();
    start(b);
    load_line(b, 0);
    for (int i = 0; i < 10; i++) ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 100);
    for (int i = 2; i <= 10; i++) CU_ASSERT_EQUAL(b->reply_at[i] - b->reply_at[i - 1], LINE / b->c.l2.port_bytes);
    CU_ASSERT_EQUAL(stats(b).data_port_cycles, 10 * 4);
    CU_ASSERT_EQUAL(stats(b).stall_port, 9 * 3);
    stop(b);
}

TEST(l2_full_reply_queue_stalls_hits)
{
    bench *b = bench_new();
    start(b);
    load_line(b, 0);
    b->keep_replies = true;
    for (int i = 0; i < 12; i++) ask(b, MREQ_READ, line_address(b, 0), 32);
    run(b, 100);
    CU_ASSERT_EQUAL(chan_count(&b->reply), b->c.l2.l2_to_icnt_queue);
    CU_ASSERT_TRUE(stats(b).stall_reply > 50);
    b->keep_replies = false;
    run(b, 100);
    CU_ASSERT_EQUAL(b->answered, 13);
    stop(b);
}

// Access queue of 8 and nothing served: the slice stops taking from the crossbar.
TEST(l2_takes_in_until_the_access_queue_is_full)
{
    bench *b = bench_new();
    start(b);
    b->memory_off = true;
    b->c.l2.merges = 1;
    for (int i = 0; i < 40; i++) ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 100);
    const l2_stats s = stats(b);
    CU_ASSERT_EQUAL(s.arrivals - s.read_accesses, b->c.l2.icnt_to_l2_queue);
    stop(b);
}

UNIT_MAIN("l2", T(l2_hit_answered_after_rop_latency), T(l2_read_miss_fetches_the_line_once), T(l2_merges_up_to_four),
          T(l2_failure_is_counted_every_tick), T(l2_write_miss_allocates_and_makes_dirty), T(l2_write_back_on_dirty_eviction),
          T(l2_write_to_a_line_under_way_is_not_lost), T(l2_atomic_makes_dirty_and_counts_as_read), T(l2_all_ways_reserved_fails_line),
          T(l2_no_mshr_fails_mshr), T(l2_miss_needs_two_places_in_the_miss_queue), T(l2_miss_queue_of_one_works),
          T(l2_hits_leave_the_data_port_one_every_four_ticks), T(l2_full_reply_queue_stalls_hits), T(l2_takes_in_until_the_access_queue_is_full))
