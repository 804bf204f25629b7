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
    uint64_t fetched_bytes, written_bytes;
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
        b->fetched_bytes += r->bytes;
    } else {
        b->writebacks++;
        b->written_back = r->addr;
        b->written_bytes += r->bytes;
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

// Two misses, one after the other, that each replace a dirty line: when the second comes, the first has sent one of its two
// requests. So it needs a miss queue of three.
static uint64_t missq_failures(uint32_t miss_queue)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.port_bytes = LINE;
    b->c.l2.miss_queue = miss_queue;
    start(b);
    for (uint64_t i = 0; i < 2; i++) ask(b, MREQ_WRITE, line_address(b, 0) + i * LINE, 32); // sets 0 and 1
    run(b, 40);
    for (uint64_t i = 0; i < 2; i++) ask(b, MREQ_READ, line_address(b, 1) + i * LINE, LINE);
    run(b, 40);
    CU_ASSERT_EQUAL(b->writebacks, 2);
    CU_ASSERT_EQUAL(b->answered, 4);
    const uint64_t failures = stats(b).fail_missq;
    stop(b);
    return failures;
}

TEST(l2_miss_needs_two_places_in_the_miss_queue)
{
    CU_ASSERT_EQUAL(missq_failures(2), 1);
    CU_ASSERT_EQUAL(missq_failures(3), 0);
}

// DRAM takes nothing. While its queue has a place a hit is served, not when it is full.
static bool hit_served_behind(uint64_t misses)
{
    bench *b = bench_new();
    b->c.l2.ways = 16;
    start(b);
    load_line(b, 0);
    b->memory_off = true;
    for (uint64_t i = 1; i <= misses; i++) ask(b, MREQ_READ, line_address(b, i), LINE);
    run(b, 40);
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 40);
    const bool served = stats(b).read_hits == 1;
    CU_ASSERT_EQUAL(stats(b).stall_dram > 0, !served);
    stop(b);
    return served;
}

TEST(l2_full_dram_queue_stops_the_bank)
{
    bench *b = bench_new();
    const uint64_t queue = b->c.l2.l2_to_dram_queue;
    start(b);
    stop(b);
    CU_ASSERT_TRUE(hit_served_behind(queue - 1));
    CU_ASSERT_FALSE(hit_served_behind(queue));
}

// ---- sectors of 32 bytes

static bench *sectored(void)
{
    bench *b = bench_new();
    b->c.l2.sector_bytes = 32;
    b->c.l2.ways = 1;
    start(b);
    return b;
}

TEST(l2_sector_miss_fetches_what_is_missing)
{
    bench *b = sectored();
    ask(b, MREQ_READ, line_address(b, 0) + 32, 32);
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetched_bytes, 32);
    ask(b, MREQ_READ, line_address(b, 0) + 32, 32);
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1);
    ask(b, MREQ_READ, line_address(b, 0) + 64, 64);
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetched_bytes, 32 + 64);
    CU_ASSERT_EQUAL(stats(b).sector_misses, 1);
    CU_ASSERT_EQUAL(stats(b).read_misses, 2);
    CU_ASSERT_EQUAL(stats(b).evictions, 0);
    ask(b, MREQ_READ, line_address(b, 0), LINE); // sector 0 is missing still
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetched_bytes, 32 + 64 + 32);
    CU_ASSERT_EQUAL(b->answered, 4);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

TEST(l2_sectors_asked_for_one_after_the_other_share_an_mshr)
{
    bench *b = sectored();
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), 32);
    ask(b, MREQ_READ, line_address(b, 0) + 96, 32);
    ask(b, MREQ_READ, line_address(b, 0), 32);
    run(b, 20);
    CU_ASSERT_EQUAL(stats(b).read_misses, 2);
    CU_ASSERT_EQUAL(stats(b).read_pending, 1);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 3);
    CU_ASSERT_EQUAL(stats(b).fills, 2);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

TEST(l2_only_written_sectors_are_written_back)
{
    bench *b = sectored();
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    ask(b, MREQ_WRITE, line_address(b, 0) + 64, 32);
    run(b, 60);
    load_line(b, 1);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->written_back, line_address(b, 0) + 64);
    CU_ASSERT_EQUAL(b->written_bytes, 32);
    stop(b);
}

// ---- policies

TEST(l2_allocate_on_fill_keeps_the_old_line_until_the_fill)
{
    for (int on_fill = 0; on_fill <= 1; on_fill++) {
        bench *b = bench_new();
        b->c.l2.ways = 1;
        b->c.l2.allocate = on_fill ? ALLOCATE_FILL : ALLOCATE_MISS;
        start(b);
        load_line(b, 0);
        b->memory_off = true;
        ask(b, MREQ_READ, line_address(b, 1), LINE);
        ask(b, MREQ_READ, line_address(b, 0), LINE);
        run(b, 20);
        CU_ASSERT_EQUAL(stats(b).read_hits, on_fill);
        CU_ASSERT_EQUAL(stats(b).fail_line > 0, !on_fill);
        b->memory_off = false;
        run(b, 40);
        CU_ASSERT_EQUAL(b->answered, 3);
        load_line(b, 1);
        CU_ASSERT_EQUAL(stats(b).read_hits, on_fill ? 2 : 0);
        stop(b);
    }
}

TEST(l2_allocate_on_fill_merges_and_writes_back)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.allocate = ALLOCATE_FILL;
    start(b);
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(stats(b).read_pending, 1);
    load_line(b, 1);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->written_back, line_address(b, 0));
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

TEST(l2_write_through_sends_each_write_and_leaves_nothing_dirty)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.write = WRITE_THROUGH;
    start(b);
    ask(b, MREQ_WRITE, line_address(b, 0), 32); // a miss
    run(b, 40);
    ask(b, MREQ_WRITE, line_address(b, 0), 32); // a hit
    run(b, 40);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(b->writebacks, 2);
    CU_ASSERT_EQUAL(b->written_bytes, 2 * 32);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 2);
    load_line(b, 1);
    CU_ASSERT_EQUAL(stats(b).writebacks, 0);
    stop(b);
}

// One MSHR: the second read fails without it and is read round L2; a write never is.
TEST(l2_racb_reads_that_fail_go_round)
{
    bench *b = bench_new();
    b->c.l2.mshrs = 1;
    b->c.l2.bypass = L2_BYPASS_RACB;
    start(b);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    ask(b, MREQ_READ, line_address(b, 1), LINE);
    ask(b, MREQ_WRITE, line_address(b, 2), 32);
    run(b, 20);
    CU_ASSERT_EQUAL(stats(b).bypassed_reads, 1);
    CU_ASSERT_TRUE(stats(b).fail_mshr > 0); // the write
    b->memory_off = false;
    run(b, 60);
    CU_ASSERT_EQUAL(b->answered, 3);
    load_line(b, 1); // it left no line
    CU_ASSERT_EQUAL(stats(b).read_hits, 0);
    CU_ASSERT_EQUAL(stats(b).read_accesses, stats(b).read_hits + stats(b).read_pending + stats(b).read_misses + stats(b).bypassed_reads);
    stop(b);
}

// The merge list is full: a read goes round unless a write waits in it.
static uint64_t round_behind(mreq_kind second)
{
    bench *b = bench_new();
    b->c.l2.merges = 2;
    b->c.l2.bypass = L2_BYPASS_RACB;
    start(b);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    ask(b, second, line_address(b, 0), 32);
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 20);
    const uint64_t round = stats(b).bypassed_reads;
    stop(b);
    return round;
}

TEST(l2_racb_read_waits_behind_a_write_of_its_line)
{
    CU_ASSERT_EQUAL(round_behind(MREQ_READ), 1);
    CU_ASSERT_EQUAL(round_behind(MREQ_WRITE), 0);
    CU_ASSERT_EQUAL(round_behind(MREQ_ATOMIC), 0);
}

TEST(l2_levels_of_the_access_queue_add_up_to_all_cycles)
{
    bench *b = bench_new();
    start(b);
    b->memory_off = true;
    for (int i = 0; i < 14; i++) ask(b, MREQ_READ, line_address(b, 0), LINE); // four merge, then the queue of 8 fills
    run(b, 40);
    const l2_stats s = stats(b);
    CU_ASSERT_TRUE(s.access_queue_full >= 25 && s.access_queue_full < 40);
    CU_ASSERT_EQUAL(s.access_queue_empty + s.access_queue_quarter + s.access_queue_half + s.access_queue_three_quarters + s.access_queue_over +
                    s.access_queue_full, s.cycles);
    CU_ASSERT_EQUAL(s.mshrs_empty + s.mshrs_quarter, s.cycles); // one of 32
    stop(b);
}

TEST(l2_counts_reads_of_instruction_and_constant_caches)
{
    bench *b = bench_new();
    start(b);
    for (int i = 0; i < 3; i++) {
        const mreq r = {.addr = line_address(b, 0), .bytes = i < 2 ? 128 : 64, .kind = MREQ_READ, .flags = i < 2 ? MREQ_CODE : MREQ_CONST};
        chan_push(&b->in, &r);
        run(b, 40);
    }
    CU_ASSERT_EQUAL(stats(b).code_reads, 2);
    CU_ASSERT_EQUAL(stats(b).const_reads, 1);
    CU_ASSERT_EQUAL(stats(b).read_hits, 2);
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
          T(l2_hits_leave_the_data_port_one_every_four_ticks), T(l2_full_reply_queue_stalls_hits), T(l2_takes_in_until_the_access_queue_is_full),
          T(l2_full_dram_queue_stops_the_bank),
          T(l2_sector_miss_fetches_what_is_missing),
          T(l2_sectors_asked_for_one_after_the_other_share_an_mshr),
          T(l2_only_written_sectors_are_written_back),
          T(l2_allocate_on_fill_keeps_the_old_line_until_the_fill),
          T(l2_allocate_on_fill_merges_and_writes_back),
          T(l2_write_through_sends_each_write_and_leaves_nothing_dirty),
          T(l2_racb_reads_that_fail_go_round),
          T(l2_racb_read_waits_behind_a_write_of_its_line),
          T(l2_levels_of_the_access_queue_add_up_to_all_cycles),
          T(l2_counts_reads_of_instruction_and_constant_caches))
