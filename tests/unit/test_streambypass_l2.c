// test_streambypass_l2.c : an L2 slice that the streaming bypass has closed, and its index
// functions.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/pric.h"
#include "machine/structures/streambypass_seam.h"
#include "tests/unit/l2_rig.h"

#include <string.h>

// A device whose mode is the test's, and which adds up what it is told.
static bool closed;
static uint64_t accesses, misses, cycles;

static void fake_valid(void *self, uint64_t *out)
{
    (void)self;
    out[0] = closed;
}

static void fake_ready(void *self, const uint64_t *in, uint64_t *out)
{
    (void)self, (void)in, (void)out;
}

static void fake_commit(void *self, const uint64_t *in, const uint64_t *out)
{
    (void)self, (void)out;
    accesses += in[0];
    misses += in[1];
    cycles++;
}

static void fake_skip(void *self, uint64_t n)
{
    (void)self;
    cycles += n;
}

static streambypass_seam monitor;

static bench *watched(bench *b)
{
    start(b);
    closed = false;
    accesses = misses = cycles = 0;
    monitor = (streambypass_seam){
        .dev = {.valid = fake_valid, .ready = fake_ready, .commit = fake_commit, .skip = fake_skip},
        .period = 1};
    l2_attach_monitor(b->l, &monitor);
    return b;
}

static void close_it(bench *b, bool now)
{
    closed = now;
    run(b, 1);
}

static void done(bench *b)
{
    CU_ASSERT_TRUE(l2_idle(b->l));
    stop(b);
}

TEST(closed_read_goes_to_dram_and_leaves_its_tag_alone)
{
    bench *b = watched(bench_new());
    close_it(b, true);
    load_line(b, 0);
    load_line(b, 0);
    CU_ASSERT_EQUAL(b->fetches, 2);
    CU_ASSERT_EQUAL(b->answered, 2);
    CU_ASSERT_EQUAL(stats(b).streamed_reads, 2);
    CU_ASSERT_EQUAL(stats(b).streamed_tag_hits, 1);
    CU_ASSERT_EQUAL(stats(b).fills, 0);
    CU_ASSERT_EQUAL(accesses, 2);
    CU_ASSERT_EQUAL(misses, 1); // a tag hit is a hit without its data
    done(b);
}

TEST(opened_again_a_tag_without_data_is_no_hit)
{
    for (int on_fill = 0; on_fill < 2; on_fill++) {
        bench *b = bench_new();
        b->c.l2.allocate = on_fill ? ALLOCATE_FILL : ALLOCATE_MISS;
        watched(b);
        close_it(b, true);
        load_line(b, 0);
        close_it(b, false);
        load_line(b, 0);
        CU_ASSERT_EQUAL(stats(b).read_misses, 1);
        CU_ASSERT_EQUAL(stats(b).fills, 1);
        CU_ASSERT_EQUAL(stats(b).evictions, 0);
        load_line(b, 0);
        CU_ASSERT_EQUAL(stats(b).read_hits, 1);
        CU_ASSERT_EQUAL(misses, 1);
        done(b);
    }
}

TEST(line_with_data_serves_reads_and_takes_writes_while_closed)
{
    bench *b = watched(bench_new());
    load_line(b, 0);
    close_it(b, true);
    load_line(b, 0);
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1);
    CU_ASSERT_EQUAL(stats(b).write_hits, 1);
    CU_ASSERT_EQUAL(b->fetches, 1);
    CU_ASSERT_EQUAL(b->writebacks, 0);
    done(b);
}

TEST(write_to_a_line_without_data_goes_to_dram)
{
    bench *b = watched(bench_new());
    close_it(b, true);
    ask(b, MREQ_WRITE, line_address(b, 0) + 32, 32);
    run(b, 40);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->written_back, line_address(b, 0) + 32);
    CU_ASSERT_EQUAL(b->written_bytes, 32);
    CU_ASSERT_EQUAL(b->answered, 1); // acknowledged
    CU_ASSERT_EQUAL(stats(b).streamed_writes, 1);
    load_line(b, 0);
    CU_ASSERT_EQUAL(accesses - misses, 1); // it has left its tag
    done(b);
}

TEST(write_through_writes_once_while_closed)
{
    bench *b = bench_new();
    b->c.l2.write = WRITE_THROUGH;
    watched(b);
    close_it(b, true);
    ask(b, MREQ_WRITE, line_address(b, 0), 32);
    run(b, 40);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(stats(b).write_throughs, 1);
    done(b);
}

TEST(dirty_victim_is_written_back_before_the_read_that_takes_its_place)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    watched(b);
    ask(b, MREQ_WRITE, line_address(b, 0), LINE);
    run(b, 40);
    close_it(b, true);
    b->memory_off = true;
    ask(b, MREQ_READ, line_address(b, 1), LINE);
    run(b, 20);
    const mreq *first = chan_front(&b->down);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_EQUAL(first->kind, MREQ_WRITEBACK);
    CU_ASSERT_EQUAL(first->addr, line_address(b, 0));
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->writebacks, 1);
    CU_ASSERT_EQUAL(b->answered, 2);
    done(b);
}

TEST(atomics_fetch_their_line_while_closed)
{
    bench *b = watched(bench_new());
    close_it(b, true);
    load_line(b, 0); // a tag
    ask(b, MREQ_ATOMIC, line_address(b, 0), 32);
    run(b, 40);
    CU_ASSERT_EQUAL(stats(b).fills, 1);
    load_line(b, 0);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1);
    done(b);
}

TEST(awaited_line_takes_requests_while_closed)
{
    bench *b = watched(bench_new());
    b->memory_off = true;
    load_line(b, 0);
    close_it(b, true);
    load_line(b, 0);
    CU_ASSERT_EQUAL(stats(b).read_pending, 1);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 2);
    CU_ASSERT_EQUAL(misses, 1);
    done(b);
}

TEST(with_all_ways_reserved_a_closed_slice_serves_all_the_same)
{
    bench *b = bench_new();
    b->c.l2.ways = 1;
    watched(b);
    b->memory_off = true;
    load_line(b, 0);
    close_it(b, true);
    load_line(b, 1);
    CU_ASSERT_EQUAL(stats(b).streamed_reads, 1);
    b->memory_off = false;
    run(b, 40);
    CU_ASSERT_EQUAL(b->answered, 2);
    load_line(b, 0);
    CU_ASSERT_EQUAL(stats(b).read_hits, 1); // nothing took the place of what was on its way
    done(b);
}

TEST(every_tick_reaches_the_monitor)
{
    bench *b = watched(bench_new());
    run(b, 5);
    b->now += 1000; // ticks in which nothing was due
    run(b, 1);
    l2_settle(b->l, b->now + 7);
    CU_ASSERT_EQUAL(cycles, b->now + 7);
    done(b);
}

// ---- sets

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// (slice, set, short tag) of many lines, close together and far apart: none is there twice.
static bool lines_differ(index_kind kind)
{
    enum { N = 1 << 16 };
    config c;
    addrmap map;
    err e = {0};
    pric p;
    config_defaults(&c);
    c.l2.index = kind;
    CU_ASSERT_EQUAL_FATAL(config_check(&c, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(addrmap_init(&map, &c, &e), ST_OK);
    const index_fn f = index_fn_of_l2(&c);
    pric_init(&p, &f);
    uint64_t *where = calloc(N, sizeof *where);
    for (uint64_t i = 0; i < N; i++) {
        const uint64_t addr = i < N / 2 ? i * LINE : (i << 13) * LINE,
                       line = addrmap_local(&map, addr) / LINE;
        where[i] =
            (pric_tag(&p, line) << p.bits | pric_index(&p, line)) << 5 | addrmap_slice(&map, addr);
    }
    qsort(where, N, sizeof *where, by_value);
    bool differ = true;
    for (unsigned i = 1; i < N; i++) differ = differ && where[i] != where[i - 1];
    free(where);
    return differ;
}

TEST(two_lines_never_have_one_slice_set_and_tag)
{
    CU_ASSERT_TRUE(lines_differ(INDEX_LINEAR));
    CU_ASSERT_TRUE(lines_differ(INDEX_XOR));
    CU_ASSERT_TRUE(lines_differ(INDEX_FERMI));
    CU_ASSERT_TRUE(lines_differ(INDEX_PRIC));
}

// 64 lines of a slice, 64 of its lines apart, in a slice of 64 sets and one way: how many of a
// second pass hit.
static uint64_t second_pass(index_kind index)
{
    bench *b = bench_new();
    b->c.l2.index = index;
    b->c.l2.ways = 1;
    start(b);
    for (uint64_t i = 0; i < 64; i++) load_line(b, i);
    CU_ASSERT_EQUAL(stats(b).read_misses, 64);
    for (uint64_t i = 0; i < 64; i++) load_line(b, i);
    const uint64_t found = stats(b).read_hits;
    done(b);
    return found;
}

TEST(stride_that_thrashes_linear_fills_all_sets_with_pric)
{
    CU_ASSERT_EQUAL(second_pass(INDEX_LINEAR), 0);
    CU_ASSERT_EQUAL(second_pass(INDEX_PRIC), 64);
}

TEST(hashed_bits_are_those_of_the_slices_own_address)
{
    config c;
    config_defaults(&c);
    c.l2.index = INDEX_PRIC;
    c.l2.index_high_bit = 12;
    const index_fn f = index_fn_of_l2(&c);
    pric p;
    pric_init(&p, &f);
    CU_ASSERT_EQUAL(f.polynomial, 67);            // the lowest irreducible of degree 6
    CU_ASSERT_EQUAL(pric_index(&p, 1u << 5), 32); // bit 12
    CU_ASSERT_EQUAL(pric_index(&p, 1u << 6), 0);  // bit 13 is not hashed
}

UNIT_MAIN("streambypass_l2", T(closed_read_goes_to_dram_and_leaves_its_tag_alone),
          T(opened_again_a_tag_without_data_is_no_hit),
          T(line_with_data_serves_reads_and_takes_writes_while_closed),
          T(write_to_a_line_without_data_goes_to_dram), T(write_through_writes_once_while_closed),
          T(dirty_victim_is_written_back_before_the_read_that_takes_its_place),
          T(atomics_fetch_their_line_while_closed), T(awaited_line_takes_requests_while_closed),
          T(with_all_ways_reserved_a_closed_slice_serves_all_the_same),
          T(every_tick_reaches_the_monitor), T(two_lines_never_have_one_slice_set_and_tag),
          T(stride_that_thrashes_linear_fills_all_sets_with_pric),
          T(hashed_bits_are_those_of_the_slices_own_address))
