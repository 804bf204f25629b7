// test_l2_policy.c : one L2 slice: sectors, allocation, write policy, bypass.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/l2_state.h"
#include "tests/unit/l2_rig.h"

#include <string.h>

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
    serve(b, MREQ_READ, line_address(b, 0) + 32, 32);
    CU_ASSERT_EQUAL(b->fetched_bytes, 32);
    serve(b, MREQ_READ, line_address(b, 0) + 32, 32);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1);
    serve(b, MREQ_READ, line_address(b, 0) + 64, 64); // two sectors
    CU_ASSERT_EQUAL(b->fetched_bytes, 32 + 64);
    CU_ASSERT_EQUAL(stats(b).sector_misses, 2);
    CU_ASSERT_EQUAL(stats(b).read_misses, 1 + 2);
    CU_ASSERT_EQUAL(stats(b).evictions, 0);
    serve(b, MREQ_READ, line_address(b, 0), LINE); // sector 0 is missing still
    CU_ASSERT_EQUAL(b->fetched_bytes, 32 + 64 + 32);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1 + 3);
    CU_ASSERT_EQUAL(stats(b).arrivals, 4);
    CU_ASSERT_EQUAL(stats(b).sector_requests, 1 + 3);
    CU_ASSERT_EQUAL(b->answered, 4 + 1 + 3);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

// A line that is there is answered in four ticks; the last answer is that to the request, with what
// the request carries.
TEST(l2_sectors_are_answered_one_by_one)
{
    for (int write = 0; write <= 1; write++) {
        bench *b = sectored();
        b->c.l2.l2_to_icnt_queue = 8;
        load_line(b, 0);
        const uint64_t before = b->answered;
        const mreq r = {.addr = line_address(b, 0),
                        .bytes = LINE,
                        .kind = write ? MREQ_WRITE : MREQ_READ,
                        .sm = 1,
                        .load = 5,
                        .entered = 77};
        chan_push(&b->in, &r);
        b->keep_replies = true;
        run(b, 12);
        for (unsigned k = 0; k < 4; k++) {
            const mreq *q = chan_front(&b->reply);
            CU_ASSERT_PTR_NOT_NULL_FATAL(q);
            CU_ASSERT_EQUAL(q->kind, k < 3 ? MREQ_SECTOR : r.kind);
            if (k < 3) CU_ASSERT_EQUAL(q->bytes, write ? 0 : 32);
            CU_ASSERT_EQUAL(q->entered, 77);
            CU_ASSERT_EQUAL(q->load, 5);
            chan_pop(&b->reply);
            commit(b);
        }
        CU_ASSERT_PTR_NULL(chan_front(&b->reply));
        CU_ASSERT_EQUAL(stats(b).read_hits + stats(b).write_hits, 4);
        CU_ASSERT_EQUAL(b->answered, before);
        stop(b);
    }
}

TEST(l2_sectors_pass_the_bank_one_a_tick)
{
    bench *b = sectored();
    load_line(b, 0);
    const uint64_t first = b->answered;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    run(b, 20);
    CU_ASSERT_EQUAL_FATAL(b->answered, first + 4);
    for (uint64_t k = 1; k < 4; k++)
        CU_ASSERT_EQUAL(b->reply_at[first + k], b->reply_at[first] + k);
    stop(b);
}

TEST(l2_a_sector_has_an_mshr_of_its_own)
{
    bench *b = sectored();
    b->c.l2.mshrs = 1;
    l2_free(b->l);
    b->l = l2_new(&b->c, &b->map, 0, (l2_chans){&b->in, &b->reply, &b->down, &b->up});
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), 32);
    ask(b, MREQ_READ, line_address(b, 0), 32);
    ask(b, MREQ_READ, line_address(b, 0) + 96, 32);
    run(b, 20);
    CU_ASSERT_EQUAL(stats(b).read_misses, 1);
    CU_ASSERT_EQUAL(stats(b).read_pending, 1);
    CU_ASSERT_TRUE(stats(b).fail_mshr > 0);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 3);
    CU_ASSERT_EQUAL(stats(b).fills, 2);
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

// One MSHR: the second line waits at the head. The access queue takes what is in the delay, then
// nothing comes in.
TEST(l2_takes_in_while_the_access_queue_has_so_much_room)
{
    for (unsigned room = 1; room <= 8; room++) {
        bench *b = bench_new();
        b->c.l2.mshrs = 1;
        b->c.l2.icnt_to_l2_queue = 8;
        b->c.l2.intake_room = room;
        start(b);
        b->memory_off = true;
        for (unsigned k = 0; k < 20; k++) ask(b, MREQ_READ, line_address(b, k), LINE);
        run(b, 60);
        CU_ASSERT_EQUAL(b->taken, 1 + 8 - room + 1);
        stop(b);
    }
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
    bench *b = one_way(WRITE_THROUGH);
    serve(b, MREQ_WRITE, line_address(b, 0), 32); // a miss
    serve(b, MREQ_WRITE, line_address(b, 0), 32); // a hit
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(b->writebacks, 2);
    CU_ASSERT_EQUAL(b->written_bytes, 2 * 32);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 2);
    load_line(b, 1);
    CU_ASSERT_EQUAL(stats(b).writebacks, 0);
    stop(b);
}

// A miss and a hit under way go to DRAM, a hit only when its line is replaced.
TEST(l2_miss_through_sends_writes_that_do_not_find_their_line)
{
    bench *b = one_way(WRITE_MISS_THROUGH);
    b->memory_off = true;
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    ask(b, MREQ_WRITE, line_address(b, 0) + 32, 32);
    run(b, 20);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).write_misses, 1);
    CU_ASSERT_EQUAL(stats(b).write_pending, 1);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 2);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(b->written_bytes, 2 * 32);
    CU_ASSERT_EQUAL(b->answered, 2);
    load_line(b, 1); // replaces line 0, which is clean
    CU_ASSERT_EQUAL(stats(b).writebacks, 0);
    serve(b, MREQ_WRITE, line_address(b, 1), 32);
    CU_ASSERT_EQUAL(stats(b).write_hits, 1);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 2);
    load_line(b, 2); // replaces line 1, which is dirty
    CU_ASSERT_EQUAL(stats(b).writebacks, 1);
    CU_ASSERT_EQUAL(b->written_bytes, 2 * 32 + LINE);
    stop(b);
}

TEST(l2_miss_through_atomic_that_misses_makes_its_line_dirty)
{
    bench *b = one_way(WRITE_MISS_THROUGH);
    serve(b, MREQ_ATOMIC, line_address(b, 0), 32);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 0);
    load_line(b, 1);
    CU_ASSERT_EQUAL(stats(b).writebacks, 1);
    stop(b);
}

// Two writes that miss, one after the other: when the second comes, the first has sent one of its
// two requests.
static uint64_t missq_failures_of_writes(uint32_t miss_queue)
{
    bench *b = bench_new();
    b->c.l2.write = WRITE_MISS_THROUGH;
    b->c.l2.miss_queue = miss_queue;
    start(b);
    for (uint64_t i = 0; i < 2; i++)
        ask(b, MREQ_WRITE, line_address(b, 0) + i * LINE, 32); // sets 0 and 1
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 2);
    CU_ASSERT_EQUAL(b->written_bytes, 2 * 32);
    const uint64_t failures = stats(b).fail_missq;
    stop(b);
    return failures;
}

TEST(l2_miss_through_write_that_misses_needs_three_places)
{
    CU_ASSERT_EQUAL(missq_failures_of_writes(1 + 2), 1);
    CU_ASSERT_EQUAL(missq_failures_of_writes(1 + 3), 0);
}

// A queue of one takes all three requests of a miss when it is empty.
TEST(l2_miss_through_replaces_a_dirty_line_with_the_shortest_queue)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.write = WRITE_MISS_THROUGH;
    b->c.l2.miss_queue = 1;
    start(b);
    load_line(b, 0);
    serve(b, MREQ_WRITE, line_address(b, 0), 32);
    serve(b, MREQ_WRITE, line_address(b, 1), 32);
    CU_ASSERT_EQUAL(b->written_bytes, 32 + LINE);
    CU_ASSERT_EQUAL(b->fetches, 2);
    CU_ASSERT_EQUAL(b->answered, 3);
    CU_ASSERT_TRUE(l2_idle(b->l));
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
    CU_ASSERT_EQUAL(stats(b).read_accesses, stats(b).read_hits + stats(b).read_pending +
                                                stats(b).read_misses + stats(b).bypassed_reads);
    stop(b);
}

// The set's only way is reserved: a second read of the set goes round and leaves no line; a write
// waits for the fill, a failure each tick: it is looked at from the tick after the read, and with
// memory held for 20 ticks in all of those that are left.
TEST(l2_racb_read_goes_round_a_set_without_a_free_line)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    b->c.l2.bypass = L2_BYPASS_RACB;
    start(b);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 0), LINE);
    ask(b, MREQ_READ, line_address(b, 1), LINE);
    ask(b, MREQ_WRITE, line_address(b, 2), 32);
    run(b, 4); // taken in one a tick from the first on, served in the tick after
    const uint64_t before = stats(b).fail_line;
    CU_ASSERT_EQUAL(stats(b).bypassed_reads, 1);
    run(b, 20);
    CU_ASSERT_EQUAL(stats(b).bypassed_reads, 1);
    CU_ASSERT_EQUAL(stats(b).fail_line, before + 20);
    CU_ASSERT_EQUAL(stats(b).fail_mshr + stats(b).fail_merge + stats(b).fail_missq, 0);
    b->memory_off = false;
    run(b, 60);
    CU_ASSERT_EQUAL(b->answered, 3);
    CU_ASSERT_EQUAL(b->fetches, 1 + 1 + 1);
    CU_ASSERT_EQUAL(stats(b).read_misses, 1);
    load_line(b, 1); // it left no line
    CU_ASSERT_EQUAL(stats(b).read_hits, 0);
    stop(b);
}

// A miss that writes back needs two places in a miss queue of two, of which one is left when its
// tick ends. The read behind it finds no room for one tick, and does not go round: the write-back
// before it must not be overtaken.
TEST(l2_racb_read_waits_behind_the_miss_queue)
{
    bench *b = bench_new();
    b->c.l2.sets = 1;
    b->c.l2.ways = 2;
    b->c.l2.miss_queue = 2;
    b->c.l2.port_bytes = 256;
    b->c.l2.bypass = L2_BYPASS_RACB;
    start(b);
    for (uint64_t i = 0; i < 2; i++) serve(b, MREQ_WRITE, line_address(b, i), 32);
    ask(b, MREQ_READ, line_address(b, 2), LINE);
    ask(b, MREQ_READ, line_address(b, 3), LINE);
    run(b, 60);
    CU_ASSERT_EQUAL(stats(b).fail_missq, 1);
    CU_ASSERT_EQUAL(stats(b).bypassed_reads, 0);
    CU_ASSERT_EQUAL(stats(b).writebacks, 2);
    CU_ASSERT_EQUAL(stats(b).read_misses, 2);
    CU_ASSERT_EQUAL(b->answered, 4);
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

// ---- locality (DWT-PRIC Figure 3b; locality.h)

static void ask_by(bench *b, unsigned sm, mreq_kind kind, uint64_t addr, uint16_t bytes)
{
    const mreq r = {.addr = addr, .bytes = bytes, .kind = (uint8_t)kind, .sm = (uint8_t)sm};
    chan_push(&b->in, &r);
    run(b, 10);
}

static void kinds_are(const bench *b, uint64_t core, uint64_t inter_core, uint64_t inter_kernel)
{
    CU_ASSERT_EQUAL(stats(b).locality_core, core);
    CU_ASSERT_EQUAL(stats(b).locality_inter_core, inter_core);
    CU_ASSERT_EQUAL(stats(b).locality_inter_kernel, inter_kernel);
}

// Four SMs ask for the line while it is awaited, then five times when it is there, then in another
// kernel; last of all the line is new.
static void kinds_of_locality(allocate_kind allocate, uint32_t sector_bytes)
{
    bench *b = bench_new();
    b->c.stats.locality = true;
    b->c.l2.allocate = allocate;
    b->c.l2.sector_bytes = sector_bytes;
    start(b);
    b->memory_off = true;
    const uint64_t line = line_address(b, 0), other = line_address(b, 1);
    for (unsigned sm = 0; sm < 4; sm++)
        ask_by(b, sm / 2, MREQ_READ, line, 32); // 0 0 1 1: a miss, then core, other, core
    kinds_are(b, 2, 1, 0);
    b->memory_off = false;
    run(b, 60);
    ask_by(b, 1, MREQ_WRITE, line, 32); // last referenced by SM 1 while it was awaited
    kinds_are(b, 3, 1, 0);
    ask_by(b, 200, MREQ_READ, line, 32);
    ask_by(b, 200, MREQ_ATOMIC, line, 32);
    kinds_are(b, 4, 2, 0);
    l2_launch(b->l, 1);
    ask_by(b, 200, MREQ_READ, line, 32); // the same SM, but another kernel
    ask_by(b, 200, MREQ_READ, line, 32);
    ask_by(b, 0, MREQ_READ, line, 32);
    kinds_are(b, 5, 3, 1);
    ask_by(b, 0, MREQ_READ, other, 32); // another line is a miss
    kinds_are(b, 5, 3, 1);
    err e = {0};
    CU_ASSERT_EQUAL(l2_check(b->l, &e), ST_OK);
    stop(b);
}

TEST(l2_a_re_reference_is_classed_by_the_reference_before_it)
{
    kinds_of_locality(ALLOCATE_MISS, 0);
    kinds_of_locality(ALLOCATE_FILL, 0);
    kinds_of_locality(ALLOCATE_MISS, 32);
    kinds_of_locality(ALLOCATE_FILL, 32);
}

// A sector that is not there is a miss, but a reference to its line: awaited (allocation on fill)
// as well as there.
TEST(l2_a_missing_sector_references_its_line)
{
    for (unsigned k = 0; k < 2; k++) {
        bench *b = bench_new();
        b->c.stats.locality = true;
        b->c.l2.allocate = k ? ALLOCATE_FILL : ALLOCATE_MISS;
        b->c.l2.sector_bytes = 32;
        start(b);
        b->memory_off = true;
        const uint64_t line = line_address(b, 0);
        ask_by(b, 0, MREQ_READ, line, 32);
        ask_by(b, 1, MREQ_READ, line + 32, 32); // a miss
        kinds_are(b, 0, 0, 0);
        ask_by(b, 1, MREQ_READ, line, 32); // SM 1 was there just now
        kinds_are(b, 1, 0, 0);
        b->memory_off = false;
        run(b, 60);
        ask_by(b, 1, MREQ_READ, line + 32, 32);
        ask_by(b, 0, MREQ_READ, line + 32, 32);
        kinds_are(b, 2, 1, 0);
        CU_ASSERT_EQUAL(stats(b).read_misses, 2);
        stop(b);
    }
}

TEST(l2_locality_is_not_counted_unless_asked_for)
{
    bench *b = bench_new();
    start(b);
    for (unsigned i = 0; i < 3; i++) ask_by(b, i, MREQ_READ, line_address(b, 0), LINE);
    CU_ASSERT_EQUAL(stats(b).read_misses, 1);
    kinds_are(b, 0, 0, 0);
    stop(b);
}

TEST(l2_an_access_without_a_kind_breaks_the_law)
{
    bench *b = bench_new();
    err e = {0};
    b->c.stats.locality = true;
    start(b);
    load_line(b, 0);
    load_line(b, 0);
    CU_ASSERT_EQUAL(l2_check(b->l, &e), ST_OK);
    b->l->s.locality_core--;
    CU_ASSERT_EQUAL(l2_check(b->l, &e), ST_CHECK);
    CU_ASSERT(e.text && strstr(e.text, "an access that finds its line has one kind of locality"));
    err_free(&e);
    stop(b);
}

UNIT_MAIN("l2_policy", T(l2_sector_miss_fetches_what_is_missing),
          T(l2_sectors_are_answered_one_by_one), T(l2_sectors_pass_the_bank_one_a_tick),
          T(l2_a_sector_has_an_mshr_of_its_own),
          T(l2_takes_in_while_the_access_queue_has_so_much_room),
          T(l2_only_written_sectors_are_written_back),
          T(l2_allocate_on_fill_keeps_the_old_line_until_the_fill),
          T(l2_miss_through_sends_writes_that_do_not_find_their_line),
          T(l2_miss_through_atomic_that_misses_makes_its_line_dirty),
          T(l2_miss_through_write_that_misses_needs_three_places),
          T(l2_miss_through_replaces_a_dirty_line_with_the_shortest_queue),
          T(l2_allocate_on_fill_merges_and_writes_back),
          T(l2_write_through_sends_each_write_and_leaves_nothing_dirty),
          T(l2_racb_reads_that_fail_go_round), T(l2_racb_read_goes_round_a_set_without_a_free_line),
          T(l2_racb_read_waits_behind_the_miss_queue),
          T(l2_racb_read_waits_behind_a_write_of_its_line),
          T(l2_a_re_reference_is_classed_by_the_reference_before_it),
          T(l2_a_missing_sector_references_its_line),
          T(l2_locality_is_not_counted_unless_asked_for),
          T(l2_an_access_without_a_kind_breaks_the_law))
