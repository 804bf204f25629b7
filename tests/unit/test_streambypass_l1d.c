// test_streambypass_l1d.c : an L1D that the streaming bypass has closed, and its sets with PRIC.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/test_l1d_bench.h"

static streambypass_seam monitor; // its mode is the test's; what the cache tells it adds up

static bench closable(l1_write_kind global)
{
    bench b = bench_of(global);
    monitor = (streambypass_seam){.period = 1};
    return b;
}

static void begin(bench *b)
{
    start(b);
    l1d_attach_monitor(b->l, &monitor);
}

static uint64_t hits(void) { return monitor.now.acc_i[0] - monitor.now.miss_i[0]; }
static uint64_t misses(void) { return monitor.now.miss_i[0]; }

TEST(closed_read_asks_l2_for_its_segment_and_fills_nothing)
{
    bench b = closable(L1_WRITE_EVICT);
    begin(&b);
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1020)), L1D_MISS);
    const mreq r = sent(&b);
    CU_ASSERT_EQUAL(r.addr, 0x1020);
    CU_ASSERT_EQUAL(r.bytes, 32);
    CU_ASSERT_TRUE(r.flags & MREQ_BYPASS);
    CU_ASSERT_TRUE(l1d_idle(b.l)); // no MSHR
    CU_ASSERT_EQUAL(stats(&b)->streamed_reads, 1);
    CU_ASSERT_EQUAL(stats(&b)->read_misses, 0);
    end(&b);
}

TEST(tag_hit_is_a_hit_without_its_data)
{
    bench b = closable(L1_WRITE_EVICT);
    begin(&b);
    monitor.closed = true;
    load_line(&b, 0x1000);
    CU_ASSERT_EQUAL(misses(), 1);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1040)),
                    L1D_MISS); // another segment of the line
    CU_ASSERT_EQUAL(hits(), 1);
    CU_ASSERT_EQUAL(misses(), 1);
    CU_ASSERT_EQUAL(stats(&b)->streamed_tag_hits, 1);
    serve(&b);
    end(&b);
}

TEST(line_with_data_serves_reads_while_closed)
{
    bench b = closable(L1_WRITE_EVICT);
    begin(&b);
    load_line(&b, 0x1000);
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1000)), L1D_HIT);
    CU_ASSERT_EQUAL(hits(), 1);
    end(&b);
}

TEST(line_with_data_takes_writes_while_closed)
{
    bench b = closable(L1_WRITE_BACK);
    begin(&b);
    load_line(&b, 0x1000);
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0x1000)), L1D_STORED);
    CU_ASSERT_TRUE(l1d_dirty(b.l));
    l1d_drain(b.l);
    serve(&b);
    end(&b);
}

TEST(write_to_a_line_without_data_goes_on)
{
    bench b = closable(L1_WRITE_BACK);
    begin(&b);
    monitor.closed = true;
    load_line(&b, 0x1000);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0x1000)), L1D_MISS);
    CU_ASSERT_EQUAL(sent(&b).kind, MREQ_WRITE);
    CU_ASSERT_FALSE(l1d_dirty(b.l));
    end(&b);
}

TEST(dirty_victim_goes_before_the_read_that_takes_its_place)
{
    bench b = closable(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    b.c.l1d.miss_queue = 2;
    begin(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 32 * LINE)), L1D_MISS); // the same set
    const mreq first = sent(&b), second = sent(&b);
    CU_ASSERT_EQUAL(first.load, MREQ_FROM_L1D);
    CU_ASSERT_EQUAL(first.addr, 0);
    CU_ASSERT_EQUAL(second.addr, 32 * LINE);
    CU_ASSERT_FALSE(l1d_dirty(b.l));
    come_back(&b, first);
    end(&b);
}

TEST(dirty_victim_needs_its_place_in_the_miss_queue)
{
    bench b = closable(L1_WRITE_BACK);
    b.c.l1d.ways = 1;
    b.c.l1d.miss_queue = 2;
    begin(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 32 * LINE)),
                    L1D_FAIL_MISSQ); // one place left, two needed
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 33 * LINE)), L1D_MISS); // a clean tag goes
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 2 * LINE)), L1D_FAIL_MISSQ);
    serve(&b);
    l1d_drain(b.l);
    serve(&b);
    end(&b);
}

static void reopened(bool on_fill, uint32_t ways)
{
    bench b = closable(L1_WRITE_EVICT);
    b.c.l1d.allocate = on_fill ? ALLOCATE_FILL : ALLOCATE_MISS;
    b.c.l1d.ways = ways;
    begin(&b);
    monitor.closed = true;
    load_line(&b, 0x1000);
    monitor.closed = false;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1000)), L1D_MISS);
    CU_ASSERT_EQUAL(hits(), 1);
    CU_ASSERT_EQUAL(stats(&b)->data_misses, 1);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1020)), L1D_PENDING);
    serve(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0x1000)), L1D_HIT);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 0);
    CU_ASSERT_EQUAL(stats(&b)->fills, 1);
    end(&b);
}

TEST(opened_again_a_tag_without_data_is_no_hit) { reopened(false, 4); }
TEST(the_same_with_allocation_on_fill) { reopened(true, 4); }
TEST(the_same_with_many_ways) { reopened(false, 32); }
TEST(the_same_with_many_ways_and_allocation_on_fill) { reopened(true, 32); }

TEST(closed_while_all_ways_are_reserved_nothing_waits)
{
    bench b = closable(L1_WRITE_EVICT);
    b.c.l1d.ways = 1;
    begin(&b);
    access_now(&b, request(MREQ_READ, 0));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 32 * LINE)), L1D_FAIL_LINE);
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 32 * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0)),
                    L1D_PENDING); // an awaited line takes requests
    CU_ASSERT_EQUAL(misses(), 2);
    CU_ASSERT_EQUAL(hits(), 1);
    serve(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0)), L1D_HIT);
    end(&b);
}

TEST(write_evict_takes_the_tag_with_it)
{
    bench b = closable(L1_WRITE_EVICT);
    begin(&b);
    monitor.closed = true;
    load_line(&b, 0x1000);
    access_now(&b, request(MREQ_WRITE, 0x1000));
    load_line(&b, 0x1000);
    CU_ASSERT_EQUAL(misses(), 2);
    CU_ASSERT_EQUAL(hits(), 0);
    serve(&b);
    end(&b);
}

TEST(write_allocate_leaves_a_tag)
{
    bench b = closable(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    begin(&b);
    monitor.closed = true;
    CU_ASSERT_EQUAL(access_now(&b, whole_line(0x1000)), L1D_MISS);
    CU_ASSERT_EQUAL(sent(&b).kind, MREQ_WRITE);
    load_line(&b, 0x1000);
    CU_ASSERT_EQUAL(hits(), 1);
    monitor.closed = false;
    CU_ASSERT_EQUAL(access_now(&b, whole_line(0x1000)), L1D_STORED); // into the tag's own place
    CU_ASSERT_EQUAL(stats(&b)->evictions, 0);
    l1d_drain(b.l);
    serve(&b);
    end(&b);
}

TEST(tags_of_a_closed_cache_age_like_lines)
{
    bench b = closable(L1_WRITE_EVICT);
    b.c.l1d.ways = 2;
    begin(&b);
    monitor.closed = true;
    load_line(&b, 0);
    load_line(&b, 32 * LINE);
    load_line(&b, 0);         // the older one is used
    load_line(&b, 64 * LINE); // takes the place of the other
    CU_ASSERT_EQUAL(misses(), 3);
    load_line(&b, 0);
    CU_ASSERT_EQUAL(hits(), 2);
    load_line(&b, 32 * LINE);
    CU_ASSERT_EQUAL(misses(), 4);
    end(&b);
}

TEST(writes_and_atomics_are_not_counted)
{
    bench b = closable(L1_WRITE_EVICT);
    begin(&b);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, request(MREQ_ATOMIC, 0));
    CU_ASSERT_EQUAL(hits() + misses(), 0);
    serve(&b);
    end(&b);
}

TEST(refused_reads_are_counted_when_they_are_taken)
{
    bench b = closable(L1_WRITE_EVICT);
    b.c.l1d.miss_queue = 1;
    begin(&b);
    monitor.closed = true;
    access_now(&b, request(MREQ_READ, 0));
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, LINE)), L1D_FAIL_MISSQ);
    CU_ASSERT_EQUAL(hits() + misses(), 1);
    serve(&b);
    end(&b);
}

// 32 lines, 32 lines apart, in a cache of 32 sets and one way: how many of a second pass hit.
static unsigned second_pass(index_kind index)
{
    bench b = bench_of(L1_WRITE_EVICT);
    unsigned found = 0;
    b.c.l1d.index = index;
    b.c.l1d.ways = 1;
    start(&b);
    for (uint64_t i = 0; i < 32; i++) load_line(&b, i * 32 * LINE);
    for (uint64_t i = 0; i < 32; i++)
        found += access_now(&b, request(MREQ_READ, i * 32 * LINE)) == L1D_HIT;
    serve(&b);
    end(&b);
    return found;
}

TEST(stride_that_thrashes_linear_fills_all_sets_with_pric)
{
    CU_ASSERT_EQUAL(second_pass(INDEX_LINEAR), 0);
    CU_ASSERT_EQUAL(second_pass(INDEX_PRIC), 32);
}

UNIT_MAIN("streambypass_l1d", T(closed_read_asks_l2_for_its_segment_and_fills_nothing),
          T(tag_hit_is_a_hit_without_its_data), T(line_with_data_serves_reads_while_closed),
          T(line_with_data_takes_writes_while_closed), T(write_to_a_line_without_data_goes_on),
          T(dirty_victim_goes_before_the_read_that_takes_its_place),
          T(dirty_victim_needs_its_place_in_the_miss_queue),
          T(opened_again_a_tag_without_data_is_no_hit), T(the_same_with_allocation_on_fill),
          T(the_same_with_many_ways), T(the_same_with_many_ways_and_allocation_on_fill),
          T(closed_while_all_ways_are_reserved_nothing_waits), T(write_evict_takes_the_tag_with_it),
          T(write_allocate_leaves_a_tag), T(tags_of_a_closed_cache_age_like_lines),
          T(writes_and_atomics_are_not_counted), T(refused_reads_are_counted_when_they_are_taken),
          T(stride_that_thrashes_linear_fills_all_sets_with_pric))
