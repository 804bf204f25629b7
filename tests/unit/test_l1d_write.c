// test_l1d_write.c : first-level data cache: write policies, allocation on fill, no cache, laws of its counters. links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/l1d.h"
#include "machine/l1d_state.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 128, WARP = 5, CTA = 2 };

typedef struct bench {
    config c;
    l1d *l;
} bench;

// GTX480's cache but linear, so that a test can name its sets.
static bench bench_of(l1_write_kind global)
{
    bench b;
    config_defaults(&b.c);
    b.c.l1d.index = INDEX_LINEAR;
    b.c.l1d.global_write = global;
    b.l = NULL;
    return b;
}

static void start(bench *b)
{
    err e = {0};
    b->l = l1d_new(&b->c, 0, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->l);
}

// Nothing is left and all laws hold.
static void end(bench *b)
{
    err e = {0};
    CU_ASSERT_TRUE(l1d_idle(b->l));
    CU_ASSERT_EQUAL(l1d_check(b->l, &e), ST_OK);
    err_print(&e);
    err_free(&e);
    l1d_free(b->l);
}

static mreq request(mreq_kind kind, uint64_t addr)
{
    return (mreq){.addr = addr, .bytes = 32, .mask = 1u << (addr % LINE / 4), .kind = (uint8_t)kind, .warp = WARP,
                  .load = kind == MREQ_READ ? 0 : MREQ_NOBODY};
}

static mreq local(mreq r)
{
    r.flags |= MREQ_LOCAL;
    return r;
}

static mreq whole_line(uint64_t addr) { return (mreq){.addr = addr, .bytes = LINE, .mask = UINT32_MAX, .kind = MREQ_WRITE, .load = MREQ_NOBODY}; }
static l1d_answer probe(const bench *b, mreq r) { return l1d_probe(b->l, &r); }

static l1d_answer access_now(bench *b, mreq r)
{
    const l1d_answer said = l1d_probe(b->l, &r), done = l1d_offer(b->l, &r, CTA, false);
    CU_ASSERT_EQUAL(said, done);
    return done;
}

static mreq sent(bench *b)
{
    CU_ASSERT_PTR_NOT_NULL_FATAL(l1d_miss_front(b->l));
    const mreq r = *l1d_miss_front(b->l);
    l1d_miss_pop(b->l);
    return r;
}

static void come_back(bench *b, mreq r)
{
    if (r.load == MREQ_BY_L1D) l1d_written_back(b->l);
    else if (r.kind == MREQ_READ && !(r.flags & MREQ_BYPASS)) l1d_fill(b->l, &r);
}

// All that waits goes to L2 and comes back; what waited for it is taken.
static void serve(bench *b)
{
    while (l1d_miss_front(b->l)) come_back(b, sent(b));
    while (l1d_ready_front(b->l)) l1d_ready_pop(b->l);
}

static void load_line(bench *b, uint64_t addr)
{
    access_now(b, request(MREQ_READ, addr));
    serve(b);
}

static const l1d_stats *stats(const bench *b) { return l1d_get_stats(b->l); }

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
    CU_ASSERT_EQUAL(probe(&b, local(request(MREQ_WRITE, 8 * LINE))), L1D_MISS); // no write-allocate: sent on
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
    CU_ASSERT_EQUAL(back.load, MREQ_BY_L1D);
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
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 2 * LINE)), L1D_MISS); // no victim: one place is enough
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
    partly.flags = MREQ_PARTLY; // bytes between those of its lanes are not written
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
    CU_ASSERT_EQUAL(back.load, MREQ_BY_L1D);
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

// ---- allocation on fill

TEST(on_fill_a_full_set_keeps_its_lines_until_the_data_comes)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.ways = 1;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, stride)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 2 * stride)), L1D_MISS); // no line to reserve: no LINE failure
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 0)), L1D_HIT);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, stride)), L1D_PENDING);
    come_back(&b, sent(&b));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, stride)), L1D_HIT);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->fail_line, 0);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 2);
    end(&b);
}

TEST(on_fill_mshrs_and_merges_limit_as_on_miss)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.mshrs = b.c.l1d.merges = 2;
    start(&b);
    access_now(&b, request(MREQ_READ, 0));
    access_now(&b, request(MREQ_READ, 0));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_FAIL_MERGE);
    access_now(&b, request(MREQ_READ, LINE));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 2 * LINE)), L1D_FAIL_MSHR);
    serve(&b);
    end(&b);
}

// A reply never waits: the write-back of the line that it replaces finds its place beyond a full queue.
TEST(on_fill_a_write_back_finds_its_place_in_a_full_queue)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.allocate = ALLOCATE_FILL;
    b.c.l1d.ways = b.c.l1d.miss_queue = 1;
    start(&b);
    load_line(&b, 0);
    access_now(&b, request(MREQ_WRITE, 0));
    access_now(&b, request(MREQ_READ, (uint64_t)b.c.l1d.sets * LINE));
    const mreq reply = sent(&b);
    access_now(&b, request(MREQ_READ, LINE)); // the queue is full
    come_back(&b, reply);
    CU_ASSERT_EQUAL(sent(&b).addr, LINE);
    const mreq back = sent(&b);
    CU_ASSERT_EQUAL(back.load, MREQ_BY_L1D);
    come_back(&b, back);
    come_back(&b, request(MREQ_READ, LINE));
    serve(&b);
    end(&b);
}

// ---- no cache

TEST(without_a_cache_each_request_goes_to_l2_as_it_is)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.enable = false;
    b.c.l1d.miss_queue = 3;
    start(&b);
    for (unsigned k = 0; k < 2; k++) CU_ASSERT_EQUAL(access_now(&b, request(MREQ_READ, 96)), L1D_MISS); // no merging
    CU_ASSERT_EQUAL(access_now(&b, local(request(MREQ_WRITE, 32))), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_FAIL_MISSQ);
    const mreq r = sent(&b);
    CU_ASSERT_EQUAL(r.addr, 96);
    CU_ASSERT_EQUAL(r.bytes, 32);
    CU_ASSERT_EQUAL(r.flags, MREQ_BYPASS);
    serve(&b);
    CU_ASSERT_EQUAL(stats(&b)->uncached_reads, 2);
    CU_ASSERT_EQUAL(stats(&b)->read_misses, 2);
    end(&b);
}

// ---- large caches

TEST(a_cache_of_a_thousand_times_the_size_holds_all_lines)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.ways = 4096;
    start(&b);
    const uint64_t lines = (uint64_t)b.c.l1d.sets * b.c.l1d.ways;
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < lines; i++) load_line(&b, i * LINE);
    }
    CU_ASSERT_EQUAL(stats(&b)->read_misses, lines);
    CU_ASSERT_EQUAL(stats(&b)->read_hits, lines);
    CU_ASSERT_EQUAL(stats(&b)->evictions, 0);
    end(&b);
}

TEST(a_fully_associative_cache_has_no_conflicts)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.sets = 1;
    b.c.l1d.ways = 128;
    start(&b);
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < 128; i++) load_line(&b, i << 20);
    }
    CU_ASSERT_EQUAL(stats(&b)->read_hits, 128);
    load_line(&b, (uint64_t)128 << 20); // one more: the oldest goes
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_READ, 1 << 20)), L1D_HIT);
    end(&b);
}

// ---- banks

TEST(a_bank_is_the_set_modulo_banks)
{
    bench b = bench_of(L1_WRITE_EVICT);
    b.c.l1d.sets = 64;
    b.c.l1d.banks = 8;
    start(&b);
    unsigned sets[8] = {0};
    for (uint64_t set = 0; set < 64; set++) {
        const mreq r = request(MREQ_READ, set * LINE);
        CU_ASSERT_EQUAL(l1d_bank(b.l, &r), set % 8);
        sets[l1d_bank(b.l, &r)]++;
    }
    for (unsigned k = 0; k < 8; k++) CU_ASSERT_EQUAL(sets[k], 8); // WarpPool 4.1: eight sets a bank
    end(&b);
}

// ---- laws

static void breaks(size_t field, const char *law)
{
    bench b = bench_of(L1_WRITE_BACK);
    b.c.l1d.write_allocate = true;
    start(&b);
    for (uint64_t i = 0; i < 300; i++) {
        access_now(&b, request(i % 3 ? MREQ_READ : MREQ_WRITE, i * 2654435761u % 999 * LINE));
        serve(&b);
    }
    err e = {0};
    CU_ASSERT_EQUAL(l1d_check(b.l, &e), ST_OK);
    ++*(uint64_t *)((char *)&b.l->s + field);
    CU_ASSERT_EQUAL(l1d_check(b.l, &e), ST_CHECK);
    CU_ASSERT(e.text && strstr(e.text, law));
    err_free(&e);
    l1d_free(b.l);
}

TEST(each_law_is_found_broken)
{
    breaks(offsetof(l1d_stats, read_hits), "read accesses = hits + pending hits + misses");
    breaks(offsetof(l1d_stats, write_hits), "write accesses = hits + pending hits + misses");
    breaks(offsetof(l1d_stats, writes_sent), "a write is sent on, stored or waits for its line");
    breaks(offsetof(l1d_stats, fills), "a line comes for each miss");
    breaks(offsetof(l1d_stats, contention_cross_cta), "a read miss has one class");
    breaks(offsetof(l1d_stats, writeback_acks), "write-backs are acknowledged");
}

UNIT_MAIN("l1d_write", T(through_keeps_the_line_and_sends_the_write), T(through_allocates_nothing), T(through_counts_as_use_of_the_line),
          T(write_back_hit_stays_in_the_line_and_needs_no_queue), T(local_writes_are_written_back_and_global_ones_evict_in_gtx480),
          T(a_dirty_victim_is_written_back_whole_behind_its_miss), T(a_clean_victim_is_not_written_back),
          T(a_dirty_victim_needs_two_places_or_an_empty_queue), T(a_queue_of_one_takes_a_dirty_victim_when_empty),
          T(a_write_to_an_awaited_line_waits_and_makes_it_dirty), T(without_write_allocate_a_missing_write_is_sent_on),
          T(write_allocate_fetches_the_line_and_makes_it_dirty), T(a_write_of_the_whole_line_is_not_fetched),
          T(an_allocating_write_fails_as_a_read_does), T(an_atomic_on_a_dirty_line_follows_its_write_back), T(no_bypass_overtakes_a_write_back),
          T(dirty_global_lines_are_drained_one_at_a_time_local_ones_dropped), T(on_fill_a_full_set_keeps_its_lines_until_the_data_comes),
          T(on_fill_mshrs_and_merges_limit_as_on_miss), T(on_fill_a_write_back_finds_its_place_in_a_full_queue),
          T(without_a_cache_each_request_goes_to_l2_as_it_is), T(a_cache_of_a_thousand_times_the_size_holds_all_lines),
          T(a_fully_associative_cache_has_no_conflicts), T(a_bank_is_the_set_modulo_banks), T(each_law_is_found_broken))
