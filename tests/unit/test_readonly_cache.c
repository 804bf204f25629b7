// test_readonly_cache.c : read-only cache: order of checks, limits at N and not at N-1, LRU,
// allocation on fill.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/readonly_cache.h"
#include "unit.h"

enum { LINE = 64 };

static readonly_cache cache_of(readonly_cache_cfg k)
{
    readonly_cache r;
    readonly_cache_init(&r, &k);
    return r;
}
#define CACHE() \
    cache_of((readonly_cache_cfg){ \
        .sets = 4, .ways = 2, .line_bytes = LINE, .mshrs = 2, .merges = 3, .miss_queue = 4})

static readonly_cache_answer ask(readonly_cache *r, uint64_t addr)
{
    return readonly_cache_access(
        r, &(mreq){.addr = addr, .load = (uint16_t)addr, .flags = MREQ_CONST});
}
static void send_all(readonly_cache *r)
{
    while (readonly_cache_miss_front(r)) readonly_cache_miss_pop(r);
}
static bool fill(readonly_cache *r, uint64_t addr)
{
    return readonly_cache_fill(r, &(mreq){.addr = addr});
}

static void take_all(readonly_cache *r)
{
    while (readonly_cache_front(r)) readonly_cache_pop(r);
}

// Brings the line in and lets everybody who waits go.
static void bring(readonly_cache *r, uint64_t addr)
{
    CU_ASSERT_EQUAL(ask(r, addr), READONLY_CACHE_MISS);
    send_all(r);
    CU_ASSERT(fill(r, addr));
    take_all(r);
}

TEST(a_miss_asks_for_its_whole_line_with_its_mark)
{
    readonly_cache r = CACHE();
    CU_ASSERT_EQUAL(ask(&r, 3 * LINE + 12), READONLY_CACHE_MISS);
    const mreq *q = readonly_cache_miss_front(&r);
    CU_ASSERT_FATAL(q != NULL);
    CU_ASSERT_EQUAL(q->addr, 3 * LINE);
    CU_ASSERT_EQUAL(q->bytes, LINE);
    CU_ASSERT_EQUAL(q->kind, MREQ_READ);
    CU_ASSERT(q->flags & MREQ_CONST);
    readonly_cache_miss_pop(&r);
    CU_ASSERT_PTR_NULL(readonly_cache_miss_front(&r));
    readonly_cache_free(&r);
}

TEST(a_line_hits_once_it_has_come_and_not_before)
{
    readonly_cache r = CACHE();
    CU_ASSERT_EQUAL(ask(&r, 0), READONLY_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&r, 4), READONLY_CACHE_PENDING);
    CU_ASSERT_PTR_NULL(readonly_cache_front(&r));
    CU_ASSERT(fill(&r, 0));
    CU_ASSERT_EQUAL(ask(&r, 8), READONLY_CACHE_HIT);
    CU_ASSERT_EQUAL(r.s.accesses, 3);
    CU_ASSERT_EQUAL(r.s.hits + r.s.pending + r.s.misses, 3);
    readonly_cache_free(&r);
}

TEST(a_hit_passes_under_an_outstanding_miss)
{
    readonly_cache r = CACHE();
    bring(&r, LINE);
    CU_ASSERT_EQUAL(ask(&r, 0), READONLY_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&r, LINE), READONLY_CACHE_HIT);
    readonly_cache_free(&r);
}

TEST(those_who_wait_come_back_in_order)
{
    readonly_cache r = CACHE();
    ask(&r, 8);
    ask(&r, 4);
    fill(&r, 0);
    CU_ASSERT_EQUAL(readonly_cache_front(&r)->load, 8);
    readonly_cache_pop(&r);
    CU_ASSERT_EQUAL(readonly_cache_front(&r)->load, 4);
    readonly_cache_pop(&r);
    CU_ASSERT_PTR_NULL(readonly_cache_front(&r));
    readonly_cache_free(&r);
}

TEST(an_mshr_holds_merges_requests_and_not_one_more)
{
    readonly_cache r = CACHE();
    ask(&r, 0);
    ask(&r, 4);
    CU_ASSERT_EQUAL(ask(&r, 8), READONLY_CACHE_PENDING);
    CU_ASSERT_EQUAL(ask(&r, 12), READONLY_CACHE_FAIL);
    CU_ASSERT_EQUAL(r.s.fail_merge, 1);
    readonly_cache_free(&r);
}

TEST(there_are_mshrs_lines_outstanding_and_not_one_more)
{
    readonly_cache r = CACHE();
    ask(&r, 0);
    CU_ASSERT_EQUAL(ask(&r, LINE), READONLY_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&r, 2 * LINE), READONLY_CACHE_FAIL);
    CU_ASSERT_EQUAL(r.s.fail_mshr, 1);
    fill(&r, 0);
    CU_ASSERT_EQUAL(ask(&r, 2 * LINE), READONLY_CACHE_FAIL); // free when its last request has left
    readonly_cache_pop(&r);
    CU_ASSERT_EQUAL(ask(&r, 2 * LINE), READONLY_CACHE_MISS);
    readonly_cache_free(&r);
}

TEST(a_full_miss_queue_refuses_merges_too)
{
    readonly_cache r = cache_of((readonly_cache_cfg){
        .sets = 1, .ways = 1, .line_bytes = LINE, .mshrs = 2, .merges = 3, .miss_queue = 1});
    ask(&r, 0);
    CU_ASSERT_EQUAL(ask(&r, 4), READONLY_CACHE_FAIL);
    CU_ASSERT_EQUAL(r.s.fail_missq, 1);
    readonly_cache_miss_pop(&r);
    CU_ASSERT_EQUAL(ask(&r, 4), READONLY_CACHE_PENDING);
    readonly_cache_free(&r);
}

TEST(the_least_recently_used_line_of_a_set_goes)
{
    readonly_cache r = CACHE();
    const uint64_t a = 0, b = 4 * LINE, c = 8 * LINE; // one set of 4
    bring(&r, a);
    bring(&r, b);
    CU_ASSERT_EQUAL(ask(&r, a), READONLY_CACHE_HIT);
    bring(&r, c);
    CU_ASSERT_EQUAL(ask(&r, a), READONLY_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&r, b), READONLY_CACHE_MISS);
    readonly_cache_free(&r);
}

TEST(a_miss_takes_no_line_before_its_fill)
{
    readonly_cache r = CACHE();
    const uint64_t a = 0, b = 4 * LINE, c = 8 * LINE;
    bring(&r, a);
    bring(&r, b);
    CU_ASSERT_EQUAL(ask(&r, c), READONLY_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&r, a), READONLY_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&r, b), READONLY_CACHE_HIT);
    readonly_cache_free(&r);
}

TEST(a_line_that_nobody_asked_for_is_refused)
{
    readonly_cache r = CACHE();
    CU_ASSERT(!fill(&r, 0));
    CU_ASSERT_EQUAL(ask(&r, 0), READONLY_CACHE_MISS);
    readonly_cache_free(&r);
}

TEST(a_flush_forgets_all_lines)
{
    readonly_cache r = CACHE();
    bring(&r, 0);
    readonly_cache_flush(&r);
    CU_ASSERT_EQUAL(ask(&r, 0), READONLY_CACHE_MISS);
    readonly_cache_free(&r);
}

TEST(a_perfect_cache_always_hits)
{
    readonly_cache r = cache_of((readonly_cache_cfg){.sets = 1,
                                                     .ways = 1,
                                                     .line_bytes = LINE,
                                                     .mshrs = 1,
                                                     .merges = 1,
                                                     .miss_queue = 1,
                                                     .perfect = true});
    for (uint64_t k = 0; k < 100; k++) CU_ASSERT_EQUAL(ask(&r, k * LINE), READONLY_CACHE_HIT);
    CU_ASSERT(readonly_cache_idle(&r));
    readonly_cache_free(&r);
}

UNIT_MAIN("readonly_cache", T(a_miss_asks_for_its_whole_line_with_its_mark),
          T(a_line_hits_once_it_has_come_and_not_before), T(a_hit_passes_under_an_outstanding_miss),
          T(those_who_wait_come_back_in_order), T(an_mshr_holds_merges_requests_and_not_one_more),
          T(there_are_mshrs_lines_outstanding_and_not_one_more),
          T(a_full_miss_queue_refuses_merges_too), T(the_least_recently_used_line_of_a_set_goes),
          T(a_miss_takes_no_line_before_its_fill), T(a_line_that_nobody_asked_for_is_refused),
          T(a_flush_forgets_all_lines), T(a_perfect_cache_always_hits))
