// test_texture_cache.c : the texture cache alone, cycle by cycle: hits, misses, misses under
// misses, every FIFO full at N and not at N-1, order, LRU.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/texture_cache.h"
#include "unit.h"

enum { LINE = 128, NOTHING = -1 };

// The usual one has 4 sets of 2 ways, 8 fragments, 4 requests, 8 lines to reorder, 2 results.
static texture_cache cache_of(texture_cache_cfg k)
{
    texture_cache t;
    k.line_bytes = LINE;
    if (!k.sets) k.sets = 4;
    if (!k.ways) k.ways = 2;
    if (!k.fragments) k.fragments = 8;
    if (!k.requests) k.requests = 4;
    if (!k.reorder) k.reorder = 8;
    if (!k.results) k.results = 2;
    texture_cache_init(&t, &k);
    return t;
}
#define CACHE(...) cache_of((texture_cache_cfg){__VA_ARGS__})
#define USUAL() CACHE(.line_bytes = LINE)

static texture_cache_answer ask(texture_cache *t, uint64_t addr, uint16_t load)
{
    return texture_cache_access(
        t, &(mreq){.addr = addr, .load = load, .bytes = 4, .mask = 1, .flags = MREQ_TEXTURE});
}
static bool fill(texture_cache *t, uint64_t addr)
{
    return texture_cache_fill(t, &(mreq){.addr = addr});
}

// A cycle of the owner, without the access at its end: takes the result, fills a line (NOTHING:
// none), steps, and sends a request. Returns the load of the result, or NOTHING.
static int cycle(texture_cache *t, int64_t line)
{
    const mreq *r = texture_cache_front(t);
    const int load = r ? r->load : NOTHING;
    if (r) texture_cache_pop(t);
    if (line != NOTHING) CU_ASSERT(fill(t, (uint64_t)line));
    texture_cache_step(t);
    if (texture_cache_sends(t)) texture_cache_miss_pop(t);
    return load;
}

// Brings the line in, and lets its access out.
static void bring(texture_cache *t, uint64_t addr)
{
    CU_ASSERT_EQUAL(ask(t, addr, 99), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(cycle(t, (int64_t)addr), NOTHING);
    CU_ASSERT_EQUAL(cycle(t, NOTHING), 99);
    CU_ASSERT(texture_cache_idle(t));
}

TEST(a_miss_requests_its_whole_line_with_its_mark)
{
    texture_cache t = USUAL();
    CU_ASSERT_EQUAL(ask(&t, 3 * LINE + 12, 7), TEXTURE_CACHE_MISS);
    const mreq *q = texture_cache_miss_front(&t);
    CU_ASSERT_FATAL(q != NULL);
    CU_ASSERT_EQUAL(q->addr, 3 * LINE);
    CU_ASSERT_EQUAL(q->bytes, LINE);
    CU_ASSERT_EQUAL(q->mask, UINT32_MAX);
    CU_ASSERT_EQUAL(q->load, 7);
    CU_ASSERT_EQUAL(mreq_reader(q), MREQ_TEXTURE);
    texture_cache_miss_pop(&t);
    CU_ASSERT_PTR_NULL(texture_cache_miss_front(&t));
    texture_cache_free(&t);
}

// Accessed in cycle t, a result in t + 1, taken in t + 2.
TEST(a_hit_is_a_result_in_the_next_cycle)
{
    texture_cache t = USUAL();
    bring(&t, 0);
    CU_ASSERT_EQUAL(ask(&t, 4, 1), TEXTURE_CACHE_HIT);
    CU_ASSERT_PTR_NULL(texture_cache_front(&t));
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), 1);
    texture_cache_free(&t);
}

// Filled in cycle f, a result in f, taken in f + 1; and not before.
TEST(a_miss_is_a_result_when_its_line_comes)
{
    texture_cache t = USUAL();
    ask(&t, 0, 1);
    for (unsigned k = 0; k < 20; k++) CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, 0), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), 1);
    texture_cache_free(&t);
}

// By hand. Cycle: access / fill -> result.
//   0 a (1) miss     1 b (2) hit     2 a (3) hit     3 c (4) miss    4 a (5) hit
//   5..7 nothing: all wait for the first a
//   8 fill c         still nothing: c came first, but a is before it
//   9 fill a         a (1) is a result
//   10 -> 1   11 -> 2   12 -> 3   13 -> 4   14 -> 5
TEST(hits_and_later_lines_wait_behind_a_miss)
{
    texture_cache t = USUAL();
    const uint64_t a = 0, b = LINE, c = 2 * LINE;
    bring(&t, b);
    const uint64_t accesses[] = {a, b, a, c, a};
    for (uint16_t k = 0; k < 5; k++) {
        const bool miss = k == 0 || k == 3;
        CU_ASSERT_EQUAL(ask(&t, accesses[k], (uint16_t)(k + 1)),
                        miss ? TEXTURE_CACHE_MISS : TEXTURE_CACHE_HIT);
        CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    }
    for (unsigned k = 0; k < 3; k++) CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, (int64_t)c), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, (int64_t)a), NOTHING);
    for (int k = 1; k <= 5; k++) CU_ASSERT_EQUAL(cycle(&t, NOTHING), k);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    CU_ASSERT(texture_cache_idle(&t));
    CU_ASSERT_EQUAL(t.s.accesses, 6);
    CU_ASSERT_EQUAL(t.s.misses, 3);
    CU_ASSERT_EQUAL(t.s.fills, 3);
    texture_cache_free(&t);
}

// One line: what replaces it comes later, and so does the line itself the second time.
TEST(a_line_may_be_replaced_before_it_has_come)
{
    texture_cache t = CACHE(.sets = 1, .ways = 1);
    CU_ASSERT_EQUAL(ask(&t, 0, 1), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, LINE, 2), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, 0, 3), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(cycle(&t, 0), NOTHING); // of the two on line 0, the oldest
    CU_ASSERT_EQUAL(cycle(&t, LINE), 1);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), 2);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, 0), NOTHING);
    CU_ASSERT_EQUAL(cycle(&t, NOTHING), 3);
    texture_cache_free(&t);
}

TEST(the_fragment_fifo_takes_its_size_and_not_one_more)
{
    texture_cache t = CACHE(.fragments = 3);
    bring(&t, 0);
    CU_ASSERT_EQUAL(ask(&t, LINE, 1), TEXTURE_CACHE_MISS); // holds up the others
    CU_ASSERT_EQUAL(ask(&t, 0, 2), TEXTURE_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&t, 0, 3), TEXTURE_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&t, 0, 4), TEXTURE_CACHE_FAIL);
    CU_ASSERT_EQUAL(t.s.fail_fragment, 1);
    cycle(&t, LINE);
    CU_ASSERT_EQUAL(ask(&t, 0, 4), TEXTURE_CACHE_HIT);
    texture_cache_free(&t);
}

TEST(a_full_request_fifo_refuses_hits_too)
{
    texture_cache t = CACHE(.requests = 2);
    bring(&t, 0);
    CU_ASSERT_EQUAL(ask(&t, LINE, 1), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, 0, 2), TEXTURE_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&t, 2 * LINE, 3), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, 0, 4), TEXTURE_CACHE_FAIL);
    CU_ASSERT_EQUAL(t.s.fail_request, 1);
    texture_cache_miss_pop(&t);
    CU_ASSERT_EQUAL(ask(&t, 0, 4), TEXTURE_CACHE_HIT);
    texture_cache_free(&t);
}

// A place is free when its access is a result, not when its line has come.
TEST(the_reorder_buffer_takes_its_size_and_not_one_more)
{
    texture_cache t = CACHE(.reorder = 2);
    CU_ASSERT_EQUAL(ask(&t, 0, 1), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, LINE, 2), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, LINE, 3), TEXTURE_CACHE_FAIL);
    CU_ASSERT_EQUAL(t.s.fail_reorder, 1);
    cycle(&t, LINE);
    CU_ASSERT_EQUAL(ask(&t, LINE, 3), TEXTURE_CACHE_FAIL);
    cycle(&t, 0);
    CU_ASSERT_EQUAL(ask(&t, LINE, 3), TEXTURE_CACHE_HIT);
    texture_cache_free(&t);
}

TEST(the_first_that_is_full_is_the_cause)
{
    texture_cache t = CACHE(.fragments = 1, .requests = 1, .reorder = 1);
    ask(&t, 0, 1);
    ask(&t, 0, 2);
    CU_ASSERT_EQUAL(t.s.fail_fragment, 1);
    CU_ASSERT_EQUAL(t.s.fail_request + t.s.fail_reorder, 0);
    texture_cache_free(&t);
    t = CACHE(.requests = 1, .reorder = 1);
    ask(&t, 0, 1);
    ask(&t, 0, 2);
    texture_cache_miss_pop(&t);
    ask(&t, 0, 2);
    CU_ASSERT_EQUAL(t.s.fail_request, 1);
    CU_ASSERT_EQUAL(t.s.fail_reorder, 1);
    CU_ASSERT_EQUAL(t.s.accesses, 1);
    texture_cache_free(&t);
}

TEST(full_results_hold_up_the_fragments)
{
    texture_cache t = CACHE(.results = 2);
    bring(&t, 0);
    for (uint16_t k = 1; k <= 3; k++) ask(&t, 0, k);
    CU_ASSERT(texture_cache_step(&t));
    CU_ASSERT(texture_cache_step(&t));
    CU_ASSERT_FALSE(texture_cache_moves(&t));
    CU_ASSERT_FALSE(texture_cache_step(&t));
    texture_cache_pop(&t);
    CU_ASSERT(texture_cache_step(&t));
    CU_ASSERT_EQUAL(texture_cache_front(&t)->load, 2);
    texture_cache_free(&t);
}

TEST(the_least_recently_used_line_of_a_set_goes)
{
    texture_cache t = USUAL();
    const uint64_t a = 0, b = 4 * LINE, c = 8 * LINE; // one set of 4
    bring(&t, a);
    bring(&t, b);
    CU_ASSERT_EQUAL(ask(&t, a, 1), TEXTURE_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&t, c, 2), TEXTURE_CACHE_MISS);
    CU_ASSERT_EQUAL(ask(&t, a, 3), TEXTURE_CACHE_HIT);
    CU_ASSERT_EQUAL(ask(&t, b, 4), TEXTURE_CACHE_MISS);
    texture_cache_free(&t);
}

TEST(a_line_that_nobody_requested_is_refused)
{
    texture_cache t = USUAL();
    CU_ASSERT_FALSE(fill(&t, 0));
    ask(&t, 0, 1);
    CU_ASSERT(fill(&t, 0));
    CU_ASSERT_FALSE(fill(&t, 0));
    CU_ASSERT_EQUAL(t.s.fills, 1);
    texture_cache_free(&t);
}

TEST(a_flush_forgets_all_lines)
{
    texture_cache t = USUAL();
    bring(&t, 0);
    texture_cache_flush(&t);
    CU_ASSERT_EQUAL(ask(&t, 0, 1), TEXTURE_CACHE_MISS);
    texture_cache_free(&t);
}

// GPGPU-Sim's -gpgpu_tex_cache:l1 4:128:24,L:R:m:N,F:128:4,128:2, and a line of L1D's size.
TEST(the_defaults_are_those_of_gtx480)
{
    config c;
    config_defaults(&c);
    CU_ASSERT(c.l1t.enable);
    texture_cache_cfg k = texture_cache_cfg_of(&c);
    CU_ASSERT(k.sets == 4 && k.line_bytes == 128 && k.ways == 24);
    CU_ASSERT(k.fragments == 128 && k.requests == 4 && k.reorder == 128 && k.results == 2);
    c.l1d.line_bytes = 64;
    CU_ASSERT_EQUAL(texture_cache_line_bytes(&c), 64);
    c.l1t.line_bytes = 32;
    CU_ASSERT_EQUAL(texture_cache_line_bytes(&c), 32);
}

UNIT_MAIN("texture_cache", T(a_miss_requests_its_whole_line_with_its_mark),
          T(a_hit_is_a_result_in_the_next_cycle), T(a_miss_is_a_result_when_its_line_comes),
          T(hits_and_later_lines_wait_behind_a_miss), T(a_line_may_be_replaced_before_it_has_come),
          T(the_fragment_fifo_takes_its_size_and_not_one_more),
          T(a_full_request_fifo_refuses_hits_too),
          T(the_reorder_buffer_takes_its_size_and_not_one_more),
          T(the_first_that_is_full_is_the_cause), T(full_results_hold_up_the_fragments),
          T(the_least_recently_used_line_of_a_set_goes), T(a_line_that_nobody_requested_is_refused),
          T(a_flush_forgets_all_lines), T(the_defaults_are_those_of_gtx480))
