// test_l1d.c : first-level data cache.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/l1d.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 128 };

typedef struct bench {
    config c;
    l1d *l;
} bench;

// GTX480's cache but linear, so that a test can name its sets.
static bench bench_of(void)
{
    bench b;
    config_defaults(&b.c);
    b.c.l1d.index = INDEX_LINEAR;
    b.l = NULL;
    return b;
}

static void start(bench *b)
{
    err e = {0};
    b->l = l1d_new(&b->c, 0, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->l);
}

static mreq request(mreq_kind kind, uint64_t addr)
{
    return (mreq){.addr = addr, .bytes = 32, .kind = (uint8_t)kind, .load = 0};
}
static mreq read_of(uint64_t addr) { return request(MREQ_READ, addr); }
static l1d_answer probe(const bench *b, mreq r) { return l1d_probe(b->l, &r); }

static l1d_answer access_by(bench *b, mreq r, uint8_t warp, unsigned cta)
{
    r.warp = warp;
    const l1d_answer said = l1d_probe(b->l, &r), done = l1d_offer(b->l, &r, cta, false);
    CU_ASSERT_EQUAL(said, done);
    return done;
}
static l1d_answer access_now(bench *b, mreq r) { return access_by(b, r, 0, 0); }

// The oldest miss goes out and its reply comes back; its waiting requests are taken.
static void serve(bench *b)
{
    const mreq r = *l1d_miss_front(b->l);
    l1d_miss_pop(b->l);
    if (r.kind != MREQ_READ) return;
    l1d_fill(b->l, &r);
    while (l1d_ready_front(b->l)) l1d_ready_pop(b->l);
}

static void load_line(bench *b, uint64_t addr)
{
    if (access_now(b, read_of(addr)) == L1D_MISS) serve(b);
}

TEST(l1_hit_after_fill)
{
    bench b = bench_of();
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0x1000)), L1D_MISS);
    serve(&b);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0x1000 + LINE - 4)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, read_of(0x1000 + LINE)), L1D_MISS);
    l1d_free(b.l);
}

// ld.cg (l1d.cg_bypass): whatever the cache holds, the segment is asked of L2; the line stays, and
// nothing is counted as an access.
TEST(l1_passes_on_reads_that_go_round)
{
    bench b = bench_of();
    start(&b);
    load_line(&b, 0x1000);
    const l1d_stats before = *l1d_get_stats(b.l);
    mreq r = read_of(0x1020);
    r.flags = MREQ_BYPASS;
    CU_ASSERT_EQUAL(access_now(&b, r), L1D_MISS);
    const mreq *sent = l1d_miss_front(b.l);
    CU_ASSERT(sent && sent->addr == 0x1020 && sent->bytes == 32 && sent->flags & MREQ_BYPASS);
    l1d_miss_pop(b.l);
    const l1d_stats *s = l1d_get_stats(b.l);
    CU_ASSERT_EQUAL(s->cg_reads, 1);
    CU_ASSERT_EQUAL(s->read_accesses, before.read_accesses);
    CU_ASSERT_EQUAL(s->read_misses, before.read_misses);
    CU_ASSERT_EQUAL(probe(&b, read_of(0x1000)), L1D_HIT);
    b.c.l1d.miss_queue = 8;
    for (unsigned k = 0; k < b.c.l1d.miss_queue; k++) CU_ASSERT_EQUAL(access_now(&b, r), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, r), L1D_FAIL_MISSQ);
    l1d_free(b.l);
}

TEST(l1_miss_asks_for_its_whole_line)
{
    bench b = bench_of();
    start(&b);
    access_now(&b, read_of(0x1060));
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->addr, 0x1000);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->bytes, LINE);
    l1d_free(b.l);
}

TEST(l1_reserved_line_makes_pending_hits)
{
    bench b = bench_of();
    start(&b);
    access_now(&b, read_of(0x1000));
    CU_ASSERT_EQUAL(access_now(&b, read_of(0x1040)), L1D_PENDING);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->read_pending, 1);
    l1d_free(b.l);
}

TEST(l1_hits_while_a_miss_is_outstanding)
{
    bench b = bench_of();
    start(&b);
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, read_of(LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0)), L1D_HIT);
    CU_ASSERT_EQUAL(access_now(&b, read_of(2 * LINE)), L1D_MISS); // and misses under a miss
    l1d_free(b.l);
}

// One line more than ways in one set: with LRU each access misses. As many as ways: each hits.
TEST(l1_conflicts_at_one_line_more_than_ways)
{
    for (uint64_t more = 0; more <= 1; more++) {
        bench b = bench_of();
        start(&b);
        const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE, lines = b.c.l1d.ways + more;
        for (uint64_t i = 0; i < 10 * lines; i++) load_line(&b, i % lines * stride);
        CU_ASSERT_EQUAL(l1d_get_stats(b.l)->read_misses, more ? 10 * lines : lines);
        l1d_free(b.l);
    }
}

TEST(l1_merge_limit_at_8)
{
    bench b = bench_of();
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0)), L1D_MISS);
    for (uint32_t i = 1; i < b.c.l1d.merges; i++)
        CU_ASSERT_EQUAL(access_now(&b, read_of(0)), L1D_PENDING);
    CU_ASSERT_EQUAL(b.c.l1d.merges, 8);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_FAIL_MERGE);
    l1d_free(b.l);
}

TEST(l1_all_ways_reserved_fails_line)
{
    bench b = bench_of();
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE; // one set
    for (uint32_t i = 0; i < b.c.l1d.ways; i++)
        CU_ASSERT_EQUAL(access_now(&b, read_of(i * stride)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, read_of(b.c.l1d.ways * stride)), L1D_FAIL_LINE);
    CU_ASSERT_EQUAL(probe(&b, read_of(b.c.l1d.ways * stride + LINE)), L1D_MISS); // another set
    serve(&b);
    CU_ASSERT_EQUAL(probe(&b, read_of(b.c.l1d.ways * stride)), L1D_MISS);
    l1d_free(b.l);
}

TEST(missq_full_at_8_not_at_7)
{
    bench b = bench_of();
    start(&b);
    CU_ASSERT_EQUAL(b.c.l1d.miss_queue, 8);
    for (uint64_t i = 0; i < 8; i++) CU_ASSERT_EQUAL(access_now(&b, read_of(i * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, read_of(8 * LINE)), L1D_FAIL_MISSQ);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, read_of(8 * LINE)), L1D_MISS);
    l1d_free(b.l);
}

// 8 places: with read_places = 2 reads that are no hits are refused at 7 (GPGPU-Sim's
// data_cache::rd_miss_base), writes at 8.
TEST(reads_may_need_two_places_in_the_miss_queue)
{
    bench b = bench_of();
    b.c.l1d.read_places = 2;
    start(&b);
    CU_ASSERT_EQUAL(b.c.l1d.miss_queue, 8);
    for (uint64_t i = 0; i < 7; i++) CU_ASSERT_EQUAL(access_now(&b, read_of(i * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, read_of(8 * LINE)), L1D_FAIL_MISSQ);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_FAIL_MISSQ); // one that would merge
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 9 * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, 9 * LINE)), L1D_FAIL_MISSQ);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, 9 * LINE)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, read_of(8 * LINE)), L1D_FAIL_MISSQ);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, read_of(8 * LINE)), L1D_MISS);
    l1d_free(b.l);
}

TEST(missq_full_before_mshr)
{
    bench b = bench_of();
    b.c.l1d.mshrs = b.c.l1d.miss_queue = 2;
    start(&b);
    access_now(&b, read_of(0));
    access_now(&b, read_of(LINE));
    CU_ASSERT_EQUAL(probe(&b, read_of(2 * LINE)), L1D_FAIL_MISSQ); // both full
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, read_of(2 * LINE)), L1D_FAIL_MSHR);
    l1d_free(b.l);
}

TEST(line_failure_before_missq)
{
    bench b = bench_of();
    b.c.l1d.miss_queue = b.c.l1d.ways;
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE;
    for (uint32_t i = 0; i < b.c.l1d.ways; i++) access_now(&b, read_of(i * stride));
    CU_ASSERT_EQUAL(probe(&b, read_of(b.c.l1d.ways * stride)),
                    L1D_FAIL_LINE); // the queue is full too
    CU_ASSERT_EQUAL(probe(&b, read_of(LINE)), L1D_FAIL_MISSQ);
    l1d_free(b.l);
}

TEST(missq_full_fails_a_pending_hit_before_merge)
{
    bench b = bench_of();
    b.c.l1d.miss_queue = b.c.l1d.merges = 1;
    start(&b);
    access_now(&b, read_of(0));
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_FAIL_MISSQ);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_FAIL_MERGE);
    l1d_free(b.l);
}

TEST(l1_mshr_failure_at_32)
{
    bench b = bench_of();
    start(&b);
    CU_ASSERT_EQUAL(b.c.l1d.mshrs, 32);
    for (uint64_t i = 0; i < 32; i++) {
        CU_ASSERT_EQUAL(access_now(&b, read_of(i * LINE)), L1D_MISS);
        l1d_miss_pop(b.l);
    }
    CU_ASSERT_EQUAL(probe(&b, read_of(32 * LINE)), L1D_FAIL_MSHR);
    l1d_free(b.l);
}

TEST(l1_write_hit_evicts)
{
    bench b = bench_of();
    start(&b);
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 64)), L1D_HIT);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->kind, MREQ_WRITE);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->addr, 64); // as it is: no line is fetched for it
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->write_hits, 1);
    l1d_free(b.l);
}

TEST(l1_write_miss_allocates_nothing)
{
    bench b = bench_of();
    start(&b);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->write_misses, 1);
    serve(&b);
    CU_ASSERT_TRUE(l1d_idle(b.l));
    l1d_free(b.l);
}

TEST(l1_write_to_a_reserved_line_passes_it)
{
    bench b = bench_of();
    start(&b);
    access_now(&b, read_of(0));
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_WRITE, 0)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->write_pending, 1);
    serve(&b);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_HIT);
    l1d_free(b.l);
}

TEST(l1_write_waits_for_the_miss_queue_only)
{
    bench b = bench_of();
    b.c.l1d.mshrs = b.c.l1d.miss_queue = 1;
    start(&b);
    access_now(&b, read_of(0));
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, LINE)), L1D_FAIL_MISSQ);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(probe(&b, request(MREQ_WRITE, LINE)), L1D_MISS); // no MSHR is free
    l1d_free(b.l);
}

TEST(l1_atomic_evicts_and_is_counted_on_its_own)
{
    bench b = bench_of();
    start(&b);
    load_line(&b, 0);
    CU_ASSERT_EQUAL(access_now(&b, request(MREQ_ATOMIC, 0)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->atomics, 1);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->write_accesses, 0);
    l1d_free(b.l);
}

TEST(l1_replaces_the_least_recently_used_way)
{
    bench b = bench_of();
    start(&b);
    const uint64_t stride = (uint64_t)b.c.l1d.sets * LINE, ways = b.c.l1d.ways;
    for (uint64_t i = 0; i < ways; i++) load_line(&b, i * stride);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0)), L1D_HIT); // so line 1 is the oldest
    load_line(&b, ways * stride);
    CU_ASSERT_EQUAL(probe(&b, read_of(0)), L1D_HIT);
    CU_ASSERT_EQUAL(probe(&b, read_of(stride)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->evictions, 1);
    l1d_free(b.l);
}

TEST(l1_replies_release_requests_in_order_of_arrival)
{
    bench b = bench_of();
    start(&b);
    for (uint16_t i = 0; i < 4; i++) {
        mreq r = read_of(0);
        r.load = i;
        access_now(&b, r);
    }
    const mreq line = *l1d_miss_front(b.l);
    l1d_miss_pop(b.l);
    CU_ASSERT_PTR_NULL(l1d_ready_front(b.l));
    l1d_fill(b.l, &line);
    for (uint16_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(l1d_ready_front(b.l)->load, i);
        CU_ASSERT_FALSE(l1d_idle(b.l));
        l1d_ready_pop(b.l);
    }
    CU_ASSERT_TRUE(l1d_idle(b.l));
    l1d_free(b.l);
}

TEST(l1_bypass_goes_before_the_miss_queue_and_leaves_no_trace)
{
    bench b = bench_of();
    start(&b);
    access_now(&b, read_of(0));
    mreq r = read_of(0x2000);
    CU_ASSERT_TRUE(l1d_bypass_ready(b.l));
    l1d_bypass(b.l, &r);
    CU_ASSERT_FALSE(l1d_bypass_ready(b.l));
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->addr, 0x2000);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->flags, MREQ_BYPASS);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->bytes, 32);
    l1d_miss_pop(b.l);
    CU_ASSERT_EQUAL(l1d_miss_front(b.l)->addr, 0);
    CU_ASSERT_EQUAL(probe(&b, read_of(0x2000)), L1D_MISS);
    l1d_free(b.l);
}

TEST(l1_flush_empties_the_cache)
{
    bench b = bench_of();
    start(&b);
    load_line(&b, 0);
    l1d_flush(b.l);
    CU_ASSERT_EQUAL(access_now(&b, read_of(0)), L1D_MISS);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->cold_misses, 2); // a new kernel: cold again
    l1d_free(b.l);
}

// A CTA in each of the first slots.
static void place(const bench *b, unsigned slots)
{
    for (unsigned slot = 0; slot < slots; slot++) l1d_place(b->l, slot);
}

// Line 0 is evicted by (warp, cta), then missed by warp 3 of CTA 1.
static l1d_stats miss_after_eviction_by(uint8_t warp, unsigned cta)
{
    bench b = bench_of();
    b.c.l1d.ways = 1;
    start(&b);
    place(&b, 3);
    load_line(&b, 0);
    access_by(&b, read_of((uint64_t)b.c.l1d.sets * LINE), warp, cta);
    serve(&b);
    access_by(&b, read_of(0), 3, 1);
    const l1d_stats s = *l1d_get_stats(b.l);
    l1d_free(b.l);
    return s;
}

TEST(contention_classes_name_the_evictor)
{
    const l1d_stats intra = miss_after_eviction_by(3, 1), cross = miss_after_eviction_by(4, 1),
                    cta = miss_after_eviction_by(9, 2);
    CU_ASSERT_EQUAL(intra.contention_intra_warp, 1);
    CU_ASSERT_EQUAL(cross.contention_cross_warp, 1);
    CU_ASSERT_EQUAL(cta.contention_cross_cta, 1);
    CU_ASSERT_EQUAL(intra.cold_misses + cross.cold_misses + cta.cold_misses,
                    6); // two lines each, first touched
}

TEST(contention_by_the_ctas_forerunner_in_its_slot_is_of_another_cta)
{
    bench b = bench_of();
    b.c.l1d.ways = 1;
    start(&b);
    place(&b, 2);
    load_line(&b, 0);
    access_by(&b, read_of((uint64_t)b.c.l1d.sets * LINE), 3, 1);
    serve(&b);
    l1d_place(b.l, 1);
    access_by(&b, read_of(0), 3, 1); // evicts the other one again
    serve(&b);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->contention_cross_cta, 1);
    access_by(&b, read_of((uint64_t)b.c.l1d.sets * LINE), 3, 1);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->contention_intra_warp, 1);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->cold_misses, 2);
    l1d_free(b.l);
}

// A walk over 4 MiB, twice: every line is evicted once before it is missed again.
TEST(a_line_once_held_is_never_cold_again)
{
    bench b = bench_of();
    start(&b);
    place(&b, 1);
    enum { LINES = 32768 };
    for (uint64_t i = 0; i < 2 * LINES; i++) load_line(&b, i % LINES * LINE);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->read_misses, 2 * LINES);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->cold_misses, LINES);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->contention_intra_warp, LINES);
    l1d_free(b.l);
}

// Law: every accepted read miss is of one class.
TEST(contention_classes_sum_to_misses)
{
    bench b = bench_of();
    start(&b);
    place(&b, 8);
    for (uint64_t i = 0; i < 100000; i++) {
        access_by(&b, read_of((i * 2654435761u) % 10000 * LINE), (uint8_t)(i % 48),
                  (unsigned)(i % 8));
        while (l1d_miss_front(b.l)) serve(&b);
    }
    const l1d_stats *s = l1d_get_stats(b.l);
    CU_ASSERT_EQUAL(s->cold_misses + s->contention_intra_warp + s->contention_cross_warp +
                        s->contention_cross_cta,
                    s->read_misses);
    CU_ASSERT_EQUAL(s->read_hits + s->read_pending + s->read_misses, s->read_accesses);
    CU_ASSERT_EQUAL(s->read_accesses, 100000);
    CU_ASSERT_EQUAL(s->cold_misses, 10000); // each line once
    l1d_free(b.l);
}

TEST(failures_are_counted_by_cause)
{
    bench b = bench_of();
    start(&b);
    const mreq read = read_of(0), write = request(MREQ_WRITE, 0);
    l1d_count_fail(b.l, &read, L1D_FAIL_LINE, 1);
    l1d_count_fail(b.l, &read, L1D_FAIL_MSHR, 20);
    l1d_count_fail(b.l, &read, L1D_FAIL_MERGE, 300);
    l1d_count_fail(b.l, &read, L1D_FAIL_MISSQ, 3000);
    l1d_count_fail(b.l, &write, L1D_FAIL_MISSQ, 1000);
    const l1d_stats *s = l1d_get_stats(b.l);
    CU_ASSERT_EQUAL(s->write_fail_line + s->write_fail_mshr + s->write_fail_merge, 0);
    CU_ASSERT_EQUAL(s->write_fail_missq, 1000);
    CU_ASSERT_EQUAL(s->fail_line, 1);
    CU_ASSERT_EQUAL(s->fail_mshr, 20);
    CU_ASSERT_EQUAL(s->fail_merge, 300);
    CU_ASSERT_EQUAL(s->fail_missq, 4000);
    l1d_free(b.l);
}

TEST(one_set_one_way_one_of_everything_works)
{
    bench b = bench_of();
    b.c.l1d.sets = b.c.l1d.ways = b.c.l1d.mshrs = b.c.l1d.merges = b.c.l1d.miss_queue = 1;
    start(&b);
    for (uint64_t i = 0; i < 10; i++) load_line(&b, i % 2 * LINE);
    CU_ASSERT_EQUAL(l1d_get_stats(b.l)->read_misses, 10);
    CU_ASSERT_TRUE(l1d_idle(b.l));
    l1d_free(b.l);
}

TEST(fermi_of_other_set_counts_is_refused)
{
    err e = {0};
    bench b = bench_of();
    b.c.l1d.index = INDEX_FERMI;
    b.c.l1d.sets = 16;
    CU_ASSERT_PTR_NULL(l1d_new(&b.c, 0, &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    err_free(&e);
}

UNIT_MAIN("l1d", T(l1_hit_after_fill), T(l1_passes_on_reads_that_go_round),
          T(l1_miss_asks_for_its_whole_line), T(l1_reserved_line_makes_pending_hits),
          T(l1_merge_limit_at_8), T(l1_hits_while_a_miss_is_outstanding),
          T(l1_conflicts_at_one_line_more_than_ways), T(l1_all_ways_reserved_fails_line),
          T(missq_full_at_8_not_at_7), T(reads_may_need_two_places_in_the_miss_queue),
          T(missq_full_before_mshr), T(line_failure_before_missq),
          T(missq_full_fails_a_pending_hit_before_merge), T(l1_mshr_failure_at_32),
          T(l1_write_hit_evicts), T(l1_write_miss_allocates_nothing),
          T(l1_write_to_a_reserved_line_passes_it), T(l1_write_waits_for_the_miss_queue_only),
          T(l1_atomic_evicts_and_is_counted_on_its_own), T(l1_replaces_the_least_recently_used_way),
          T(l1_replies_release_requests_in_order_of_arrival),
          T(l1_bypass_goes_before_the_miss_queue_and_leaves_no_trace),
          T(l1_flush_empties_the_cache), T(contention_classes_name_the_evictor),
          T(contention_by_the_ctas_forerunner_in_its_slot_is_of_another_cta),
          T(a_line_once_held_is_never_cold_again), T(contention_classes_sum_to_misses),
          T(failures_are_counted_by_cause), T(one_set_one_way_one_of_everything_works),
          T(fermi_of_other_set_counts_is_refused))
