// test_l2.c : one L2 slice, with DRAM played by the test.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/l2_rig.h"

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
    bench *b = one_way(WRITE_BACK);
    serve(b, MREQ_WRITE, line_address(b, 0), 32);
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
    serve(b, MREQ_WRITE, line_address(b, 1), 32); // a hit
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
    bench *b = one_way(WRITE_BACK);
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
    bench *b = one_way(WRITE_BACK);
    serve(b, MREQ_ATOMIC, line_address(b, 0), 32);
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

// Two misses, one after the other, that each replace a dirty line: when the second comes, the first
// has sent one of its two requests. So it needs a miss queue of three.
static uint64_t missq_failures(uint32_t miss_queue)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.port_bytes = LINE;
    b->c.l2.miss_queue = miss_queue;
    start(b);
    for (uint64_t i = 0; i < 2; i++)
        ask(b, MREQ_WRITE, line_address(b, 0) + i * LINE, 32); // sets 0 and 1
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
    serve(b, MREQ_READ, line_address(b, 0), LINE);
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

TEST(l2_levels_of_the_access_queue_add_up_to_all_cycles)
{
    bench *b = bench_new();
    start(b);
    b->memory_off = true;
    for (int i = 0; i < 14; i++)
        ask(b, MREQ_READ, line_address(b, 0), LINE); // four merge, then the queue of 8 fills
    run(b, 40);
    const l2_stats s = stats(b);
    CU_ASSERT_TRUE(s.access_queue_full >= 25 && s.access_queue_full < 40);
    CU_ASSERT_EQUAL(s.access_queue_empty + s.access_queue_quarter + s.access_queue_half +
                        s.access_queue_three_quarters + s.access_queue_over + s.access_queue_full,
                    s.cycles);
    CU_ASSERT_EQUAL(s.mshrs_empty + s.mshrs_quarter, s.cycles); // one of 32
    stop(b);
}

// The first of them misses, those behind it are refused, as many as the queue holds.
TEST(l2_access_queue_sum_grows_by_its_requests_every_tick)
{
    for (uint64_t n = 0; n <= 12; n++) {
        bench *b = bench_new();
        b->c.l2.merges = 1;
        start(b);
        b->memory_off = true;
        for (uint64_t i = 0; i <= n; i++) ask(b, MREQ_READ, line_address(b, 0), LINE);
        run(b, 40);
        const uint64_t before = stats(b).access_queue_sum, queue = b->c.l2.icnt_to_l2_queue;
        run(b, 30);
        CU_ASSERT_EQUAL(stats(b).access_queue_sum - before, 30 * (n < queue ? n : queue));
        stop(b);
    }
}

// Each kind a line of its own: asked for, merged with, hit.
static void ask_thrice(bench *b, mreq r, uint64_t line)
{
    r.addr = line_address(b, line);
    r.bytes = 128;
    b->memory_off = true;
    for (int i = 0; i < 3; i++) {
        chan_push(&b->in, &r);
        run(b, 10);
        b->memory_off = i == 0;
        run(b, 40);
    }
}

TEST(l2_counts_kinds_of_access_apart)
{
    bench *b = bench_new();
    start(b);
    ask_thrice(b, (mreq){.kind = MREQ_READ, .load = MREQ_NO_LOAD, .flags = MREQ_CODE}, 0);
    ask_thrice(b, (mreq){.kind = MREQ_READ, .flags = MREQ_CONST}, 1);
    ask_thrice(b, (mreq){.kind = MREQ_READ, .flags = MREQ_LOCAL}, 2);
    ask_thrice(b, (mreq){.kind = MREQ_READ, .load = MREQ_NO_LOAD, .flags = MREQ_LOCAL}, 3);
    ask_thrice(b, (mreq){.kind = MREQ_WRITE, .load = MREQ_NO_LOAD, .flags = MREQ_LOCAL}, 4);
    ask_thrice(b, (mreq){.kind = MREQ_WRITE, .load = MREQ_FROM_L1D}, 5);
    ask_thrice(b, (mreq){.kind = MREQ_WRITE, .load = MREQ_NO_LOAD}, 6);
    ask_thrice(b, (mreq){.kind = MREQ_ATOMIC}, 7);
    const l2_stats s = stats(b);
    const uint64_t *const apart[] = {&s.code_reads,  &s.const_reads,  &s.local_reads,
                                     &s.fetch_reads, &s.local_writes, &s.l1d_writebacks};
    for (int i = 0; i < 6; i++)
        CU_ASSERT_TRUE(apart[i][0] == 3 && apart[i][1] == 1 && apart[i][2] == 1 &&
                       apart[i][3] == 1);
    CU_ASSERT_TRUE(s.read_accesses == 15 && s.read_hits == 5 && s.read_pending == 5 &&
                   s.read_misses == 5);
    CU_ASSERT_TRUE(s.write_accesses == 9 && s.write_hits == 3 && s.write_pending == 3 &&
                   s.write_misses == 3);
    stop(b);
}

TEST(l2_miss_queue_of_one_works)
{
    bench *b = bench_new();
    b->c.l2.ways = b->c.l2.miss_queue = b->c.l2.mshrs = b->c.l2.merges = b->c.l2.icnt_to_l2_queue =
        1;
    b->c.l2.l2_to_dram_queue = b->c.l2.dram_to_l2_queue = b->c.l2.l2_to_icnt_queue = 1;
    start(b);
    for (uint64_t i = 0; i < 20; i++)
        ask(b, i % 2 ? MREQ_READ : MREQ_WRITE, line_address(b, i % 3), 32);
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
    for (int i = 2; i <= 10; i++)
        CU_ASSERT_EQUAL(b->reply_at[i] - b->reply_at[i - 1], LINE / b->c.l2.port_bytes);
    CU_ASSERT_EQUAL(stats(b).data_port_cycles, 10 * 4);
    CU_ASSERT_EQUAL(stats(b).stall_port, 9 * 3);
    stop(b);
}

// Lines that all wait come in one after the other, each through the port.
TEST(l2_fills_hold_the_fill_port)
{
    static const uint32_t ports[] = {8, 32, 48, 100, 128};
    for (unsigned k = 0; k < sizeof ports / sizeof ports[0]; k++) {
        const uint64_t ticks = (LINE + ports[k] - 1) / ports[k], lines = 6;
        bench *b = bench_new();
        b->c.l2.port_bytes = ports[k];
        start(b);
        b->memory_off = true;
        for (uint64_t i = 0; i < lines; i++) ask(b, MREQ_READ, line_address(b, i), LINE);
        run(b, 40);
        b->memory_off = false;
        run(b, 200);
        CU_ASSERT_EQUAL(b->answered, lines);
        for (uint64_t i = 1; i < lines; i++)
            CU_ASSERT_EQUAL(b->reply_at[i] - b->reply_at[i - 1], ticks);
        CU_ASSERT_EQUAL(stats(b).fill_port_cycles, lines * ticks);
        CU_ASSERT_EQUAL(stats(b).fills, lines);
        stop(b);
    }
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

// A request that finds no MSHR, one that finds no way, one whose merge list is full: one kind alone
// counts them, with all of their cause.
static void fails_of_kind(mreq r, l2_kind kind, unsigned cause)
{
    bench *b = bench_new();
    b->c.l2.miss_queue = 16;
    if (cause == 0) b->c.l2.ways = 1;
    if (cause == 1) b->c.l2.mshrs = 1;
    if (cause == 2) b->c.l2.merges = 1;
    start(b);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    r.addr = line_address(b, cause == 2 ? 0 : 1);
    r.bytes = LINE;
    chan_push(&b->in, &r);
    run(b, 20);
    const l2_stats s = stats(b);
    const uint64_t *const all = &s.fail_line, *const of = &s.global_read_fail_line;
    CU_ASSERT_TRUE(all[cause] > 10);
    for (unsigned i = 0; i < 4 * L2_KINDS; i++)
        CU_ASSERT_EQUAL(of[i], i == cause * L2_KINDS + kind ? all[cause] : 0);
    stop(b);
}

TEST(l2_failure_is_of_the_kind_of_its_request)
{
    static const struct {
        l2_kind kind;
        mreq r;
    } rows[] = {{L2_READ, {.kind = MREQ_READ}},
                {L2_READ, {.kind = MREQ_ATOMIC}},
                {L2_WRITE, {.kind = MREQ_WRITE, .load = MREQ_NO_LOAD}},
                {L2_CODE, {.kind = MREQ_READ, .load = MREQ_NO_LOAD, .flags = MREQ_CODE}},
                {L2_CONST, {.kind = MREQ_READ, .flags = MREQ_CONST}},
                {L2_LOCAL_READ, {.kind = MREQ_READ, .flags = MREQ_LOCAL}},
                {L2_FETCH, {.kind = MREQ_READ, .load = MREQ_NO_LOAD}},
                {L2_LOCAL_WRITE, {.kind = MREQ_WRITE, .load = MREQ_NO_LOAD, .flags = MREQ_LOCAL}},
                {L2_L1D_WRITEBACK, {.kind = MREQ_WRITE, .load = MREQ_FROM_L1D}}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned cause = 0; cause < 3; cause++) fails_of_kind(rows[i].r, rows[i].kind, cause);
    }
}

UNIT_MAIN("l2", T(l2_hit_answered_after_rop_latency), T(l2_read_miss_fetches_the_line_once),
          T(l2_merges_up_to_four), T(l2_failure_is_counted_every_tick),
          T(l2_write_miss_allocates_and_makes_dirty), T(l2_write_back_on_dirty_eviction),
          T(l2_write_to_a_line_under_way_is_not_lost), T(l2_atomic_makes_dirty_and_counts_as_read),
          T(l2_all_ways_reserved_fails_line), T(l2_no_mshr_fails_mshr),
          T(l2_miss_needs_two_places_in_the_miss_queue), T(l2_miss_queue_of_one_works),
          T(l2_hits_leave_the_data_port_one_every_four_ticks), T(l2_fills_hold_the_fill_port),
          T(l2_full_reply_queue_stalls_hits), T(l2_takes_in_until_the_access_queue_is_full),
          T(l2_full_dram_queue_stops_the_bank),
          T(l2_levels_of_the_access_queue_add_up_to_all_cycles),
          T(l2_access_queue_sum_grows_by_its_requests_every_tick),
          T(l2_counts_kinds_of_access_apart), T(l2_failure_is_of_the_kind_of_its_request))
