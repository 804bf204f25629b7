// test_l1d_write.c : first-level data cache: write policies, dirty lines.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_l1d_bench.h"

// ---- through

TEST(through_keeps_the_line_and_sends_the_write)
{
    bench b = bench_of(L1_WRITE_THROUGH);
    start(&b);
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 64)), L1D_HIT);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->kind, MREQ_WRITE);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_HIT);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->writes_sent, 1);
    end(&b);
}

TEST(through_allocates_nothing)
{
    bench b = bench_of(L1_WRITE_THROUGH);
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    serve(&b);
    end(&b);
}

TEST(through_counts_as_use_of_the_line)
{
    bench b = bench_of(L1_WRITE_THROUGH);
    b.c.l1d.ways = 2;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    load_line(&b, 0);
    load_line(&b, stride);
    access_now(&b, request(MREQ_WRITE, 0)); // so line 1 is the oldest
    load_line(&b, 2 * stride);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, stride)), L1D_MISS);
    end(&b);
}

// ---- back

TEST(write_back_hit_stays_in_the_line_and_needs_no_queue)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.miss_queue = 1;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_READ, LINE)); // fills the queue
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_STORED);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->writes_stored, 1);
    CU_ASSERT_EQUAL(stats(&b)->writes_sent, 0);
    CU_ASSERT_TRUE(l1d_dirty(b.l));
    end(&b);
}

TEST(local_writes_are_written_back_and_global_ones_evict_in_gtx480)
{
    bench b = bench_of(L1_WRITE_EVICT);
    start(&b);
    load_line(&b, 0);
    load_line(&b, LINE);
    CU_ASSERT_EQUAL(access_now(&b, local(request(MREQ_WRITE, 0))), L1D_STORED);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, LINE)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, local(request(MREQ_WRITE, 8 * LINE))),
                    L1D_MISS); // no write-allocate: sent on
    serve(&b);
    end(&b);
}

// The line's miss goes first, the write-back of the dirty line behind it.
TEST(a_dirty_victim_is_written_back_whole_behind_its_miss)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 64));
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, stride)), L1D_MISS);
    const mreq miss = sent(&b), back = sent(&b);
    CU_ASSERT_EQUAL(miss.addr, stride);
    CU_ASSERT_EQUAL(miss.kind, MREQ_READ);
    CU_ASSERT_EQUAL(back.addr, 0);
    CU_ASSERT_EQUAL(back.kind, MREQ_WRITE);
    CU_ASSERT_EQUAL(back.bytes, LINE);
    CU_ASSERT_EQUAL(back.load, MREQ_FROM_L1D);
    come_back(&b, back);
    come_back(&b, miss);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->writebacks, 1);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 1);
    CU_ASSERT_FALSE(l1d_dirty(b.l));
    end(&b);
}

TEST(a_clean_victim_is_not_written_back)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    start(&b);
    load_line(&b, 0);
    load_line(&b, (uint64_t)b.c.l1d.sets * LINE);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 1);
    CU_ASSERT_EQUAL(stats(&b)->writebacks, 0);
    end(&b);
}

TEST(a_dirty_victim_needs_two_places_or_an_empty_queue)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    b.c.l1d.miss_queue = 2;
    start(&b);
    const mreq next = request(MREQ_READ, (uint64_t)b.c.l1d.sets * LINE);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, request(MREQ_READ, LINE)); // one of two places
    CU_ASSERT_EQUAL(probe(&b, next), L1D_FAIL_MISSQ);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 2 * LINE)),
                    L1D_MISS); // no victim: one place is enough
    serve(&b);
    CU_ASSERT_EQUAL(probe(&b, next), L1D_MISS);
    end(&b);
}

TEST(a_queue_of_one_takes_a_dirty_victim_when_empty)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.ways = b.c.l1d.miss_queue = 1;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, (uint64_t)b.c.l1d.sets * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, LINE)), L1D_FAIL_MISSQ);
    serve(&b);
    end(&b);
}

TEST(a_write_to_an_awaited_line_waits_and_makes_it_dirty)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.merges = 2;
    start(&b);
    access_now(&b, request(MREQ_READ, 0));
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_PENDING);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, 0)), L1D_FAIL_MERGE);
    CU_ASSERT_FALSE(l1d_dirty(b.l));
    come_back(&b, sent(&b));
    CU_ASSERT_TRUE(l1d_dirty(b.l));
    CU_ASSERT_EQUAL(l1d_ready_front(b.l)->kind, MREQ_READ);
    l1d_ready_pop(b.l);
    CU_ASSERT_EQUAL(l1d_ready_front(b.l)->kind, MREQ_WRITE);
    l1d_ready_pop(b.l);
    CU_ASSERT_EQUAL(stats(&b)->writes_waited, 1);
    end(&b);
}

TEST(without_write_allocate_a_missing_write_is_sent_on)
{
    bench b = bench_of(L1_WRITE_BACK);
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(sent(&b).kind, MREQ_WRITE);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    end(&b);
}

// ---- write-allocate

TEST(write_allocate_fetches_the_line_and_makes_it_dirty)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 64)), L1D_PENDING);
    const mreq r = sent(&b);
    CU_ASSERT_EQUAL(r.kind, MREQ_READ);
    CU_ASSERT_EQUAL(r.addr, 0);
    CU_ASSERT_EQUAL(r.bytes, LINE);
    come_back(&b, r);
    CU_ASSERT_EQUAL(l1d_ready_front(b.l)->kind, MREQ_WRITE);
    serve(&b);
    CU_ASSERT_TRUE(l1d_dirty(b.l));
    CU_ASSERT_EQUAL(stats(&b)->write_misses, 1);
    CU_ASSERT_EQUAL(stats(&b)->write_fetches, 1);
    CU_ASSERT_EQUAL(stats(&b)->read_misses, 0);
    end(&b);
}

TEST(a_write_of_the_whole_line_is_not_fetched)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, whole_line(0)), L1D_STORED);
    CU_ASSERT_PTR_NULL(l1d_miss_front(b.l));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_HIT);
    CU_ASSERT_TRUE(l1d_dirty(b.l));
    mreq partly = whole_line(LINE);
    partly.flags = MREQ_PARTIAL; // bytes between those of its lanes are not written
    CU_ASSERT_EQUAL(access_now(&b, partly), L1D_PENDING);
    serve(&b);
    end(&b);
}

TEST(an_allocating_write_fails_as_a_read_does)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    b.c.l1d.ways = b.c.l1d.mshrs = 1;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    access_now(&b, request(MREQ_READ, 0));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, stride)), L1D_FAIL_LINE);
    CU_ASSERT_EQUAL(probe(&b, whole_line(stride)), L1D_FAIL_LINE);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, LINE)), L1D_FAIL_MSHR);
    CU_ASSERT_EQUAL(probe(&b, whole_line(LINE)), L1D_STORED);
    serve(&b);
    end(&b);
}

// ---- atomics

TEST(an_atomic_on_a_dirty_line_follows_its_write_back)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.miss_queue = 2;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, request(MREQ_READ, LINE));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_ATOMIC, 0)), L1D_FAIL_MISSQ); // two places
    come_back(&b, sent(&b));
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_ATOMIC, 0)), L1D_HIT);
    const mreq back = sent(&b);
    CU_ASSERT_EQUAL(back.load, MREQ_FROM_L1D);
    come_back(&b, back);
    CU_ASSERT_EQUAL(sent(&b).kind, MREQ_ATOMIC);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    serve(&b);
    end(&b);
}

// ---- the bypass

TEST(no_bypass_overtakes_a_write_back)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    CU_ASSERT_TRUE(l1d_bypass_ready(b.l));
    access_now(&b, request(MREQ_READ, (uint64_t)b.c.l1d.sets * LINE));
    CU_ASSERT_FALSE(l1d_bypass_ready(b.l));
    serve(&b);
    CU_ASSERT_TRUE(l1d_bypass_ready(b.l));
    end(&b);
}

// ---- the end of a kernel

TEST(dirty_global_lines_are_drained_one_at_a_time_local_ones_dropped)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.miss_queue = 1;
    start(&b);
    for (uint64_t i = 0; i < 3; i++) load_line(&b, i * LINE);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, local(request(MREQ_WRITE, LINE)));
    access_now(&b, request(MREQ_WRITE, 2 * LINE));
    CU_ASSERT_TRUE(l1d_drain(b.l));
    CU_ASSERT_FALSE(l1d_drain(b.l)); // the queue is full
    serve(&b);
    CU_ASSERT_TRUE(l1d_drain(b.l));
    CU_ASSERT_FALSE(l1d_dirty(b.l));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_HIT); // clean, not gone
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->writebacks, 2);
    l1d_flush(b.l);
    CU_ASSERT_EQUAL(stats(&b)->dirty_dropped, 1);
    end(&b);
}

TEST(local_memory_is_counted_apart)
{
    bench b = bench_of(L1_WRITE_EVICT);
    start(&b);
    const mreq read = local(request(MREQ_READ, 0)), write = local(request(MREQ_WRITE, 0)),
               atomic = request(MREQ_ATOMIC, 0);
    CU_ASSERT_EQUAL(access_now(&b, read), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, read), L1D_PENDING);
    CU_ASSERT_EQUAL(access_now(&b, write), L1D_PENDING);
    serve(&b);
    CU_ASSERT_EQUAL(access_now(&b, read), L1D_HIT);
    CU_ASSERT_EQUAL(access_now(&b, write), L1D_STORED);
    CU_ASSERT_EQUAL(access_now(&b, local(request(MREQ_WRITE, LINE))), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 2 * LINE)), L1D_MISS);
    l1d_bypass(b.l, &read);
    l1d_count_fail(b.l, &read, L1D_FAIL_LINE, 5);
    l1d_count_fail(b.l, &write, L1D_FAIL_MISSQ, 70);
    l1d_count_fail(b.l, &atomic, L1D_FAIL_MISSQ, 300);
    const l1d_stats *s = stats(&b);
    CU_ASSERT_TRUE(s->local_read_hits == 1 && s->local_read_pending == 1 &&
                   s->local_read_misses == 1 && s->local_bypassed_reads == 1);
    CU_ASSERT_TRUE(s->local_write_hits == 1 && s->local_write_pending == 1 &&
                   s->local_write_misses == 1 && s->local_writes_sent == 1);
    CU_ASSERT_TRUE(s->local_read_fail_line == 5 && s->local_write_fail_missq == 70 &&
                   s->local_read_fail_missq == 0 && s->local_write_fail_line == 0);
    CU_ASSERT_TRUE(s->read_accesses == 4 && s->read_misses == 2 && s->write_accesses == 4 &&
                   s->writes_sent == 2 && s->fail_missq == 370);
    serve(&b);
    end(&b);
}

UNIT_MAIN("l1d_write", T(through_keeps_the_line_and_sends_the_write), T(through_allocates_nothing),
          T(through_counts_as_use_of_the_line),
          T(write_back_hit_stays_in_the_line_and_needs_no_queue),
          T(local_writes_are_written_back_and_global_ones_evict_in_gtx480),
          T(a_dirty_victim_is_written_back_whole_behind_its_miss),
          T(a_clean_victim_is_not_written_back),
          T(a_dirty_victim_needs_two_places_or_an_empty_queue),
          T(a_queue_of_one_takes_a_dirty_victim_when_empty),
          T(a_write_to_an_awaited_line_waits_and_makes_it_dirty),
          T(without_write_allocate_a_missing_write_is_sent_on),
          T(write_allocate_fetches_the_line_and_makes_it_dirty),
          T(a_write_of_the_whole_line_is_not_fetched), T(an_allocating_write_fails_as_a_read_does),
          T(an_atomic_on_a_dirty_line_follows_its_write_back), T(no_bypass_overtakes_a_write_back),
          T(dirty_global_lines_are_drained_one_at_a_time_local_ones_dropped),
          T(local_memory_is_counted_apart))
