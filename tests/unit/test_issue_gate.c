// test_issue_gate.c : issue gates: static warp limiting, and CCWS by the formulas of ccws.h.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/ccws.h"
#include "machine/core/issue_gate.h"
#include "unit.h"

#define BIT(w) ((uint64_t)1 << (w))

static const uint32_t ages[64] = {[0] = 5, [1] = 9, [2] = 1, [3] = 8, [4] = 7, [5] = 2, [6] = 3};
static const uint64_t halves[4] = {0x5555555555555555u, 0xaaaaaaaaaaaaaaaau};

// ---- SWL

static issue_gate *limit_of(unsigned n)
{
    config c;
    config_defaults(&c);
    c.sm.gate = GATE_SWL;
    c.sm.swl_warps = n;
    return issue_gate_new(&c);
}

static uint64_t blocked(issue_gate *g, uint64_t live, uint64_t at_barrier)
{
    return issue_gate_ask(g, &(issue_gate_view){.live = live,
                                                .at_barrier = at_barrier,
                                                .of_scheduler = halves,
                                                .age = ages})
        .blocked;
}

TEST(no_gate_by_default)
{
    config c;
    config_defaults(&c);
    CU_ASSERT_PTR_NULL(issue_gate_new(&c));
}

TEST(swl_leaves_the_oldest_of_each_scheduler)
{
    issue_gate *g = limit_of(1);
    CU_ASSERT_EQUAL(blocked(g, 0x7f, 0),
                    0x7f & ~(BIT(2) | BIT(5))); // even: ages 5 1 7 3; odd: 9 8 2
    issue_gate_free(g);
    g = limit_of(3);
    CU_ASSERT_EQUAL(blocked(g, 0x7f, 0), BIT(4)); // even: all but age 7; odd: there are only three
    issue_gate_free(g);
}

TEST(swl_of_zero_lets_all_issue)
{
    issue_gate *g = limit_of(0);
    CU_ASSERT_EQUAL(blocked(g, UINT64_MAX >> 16, 0), 0);
    issue_gate_free(g);
}

TEST(swl_counts_neither_the_finished_nor_those_at_a_barrier)
{
    issue_gate *g = limit_of(1);
    CU_ASSERT_EQUAL(blocked(g, 0x55, BIT(2)),
                    BIT(0) | BIT(4)); // 6 is the oldest that is not at the barrier
    CU_ASSERT_EQUAL(blocked(g, 0x55 & ~BIT(2), 0), BIT(0) | BIT(4)); // 2 has exited
    CU_ASSERT_EQUAL(blocked(g, 0x55, BIT(2) | BIT(6) | BIT(0)), 0);  // 4 alone is left
    issue_gate_free(g);
}

// ---- CCWS

enum { BASE = 100, K = 8 };

static ccws *detector(unsigned tags, unsigned ways)
{
    config c;
    config_defaults(&c);
    c.l1d.sets = 1;
    c.l1d.ways = 4;
    c.ccws.victim_tags = tags;
    c.ccws.victim_ways = ways;
    ccws *s = ccws_new(&c);
    ccws_ask(s, 0xf, ages); // four live warps
    return s;
}

// Warp w misses a line, another warp's line goes into the same slot, w misses the line again: lost.
static void lose(ccws *s, unsigned w, uint64_t line)
{
    ccws_miss(s, w, line, 0);
    ccws_miss(s, 60, line + 1000, 0);
    ccws_miss(s, w, line, 1);
    ccws_drop(s, 0);
    ccws_drop(s, 1);
}

TEST(a_line_that_a_warp_lost_and_asks_again_is_lost_locality)
{
    ccws *s = detector(16, 8);
    ccws_miss(s, 1, 7, 0);
    ccws_miss(s, 2, 9, 0); // evicts 7 of warp 1
    ccws_miss(s, 2, 7, 1); // not warp 2's loss
    CU_ASSERT_EQUAL(ccws_lost(s), 0);
    ccws_miss(s, 1, 7, 2);
    CU_ASSERT_EQUAL(ccws_lost(s), 1);
    ccws_miss(s, 1, 7, 3); // the tag was taken out
    CU_ASSERT_EQUAL(ccws_lost(s), 1);
    ccws_free(s);
}

TEST(a_dropped_line_is_no_victim)
{
    ccws *s = detector(16, 8);
    ccws_miss(s, 1, 7, 0);
    ccws_drop(s, 0);
    ccws_miss(s, 2, 9, 0);
    ccws_miss(s, 1, 7, 1);
    CU_ASSERT_EQUAL(ccws_lost(s), 0);
    ccws_free(s);
}

// n lines of one victim set are evicted, then the first is asked for again.
static uint64_t lost_after(unsigned n)
{
    ccws *s = detector(16, 8); // 2 sets of 8
    for (unsigned i = 0; i <= n; i++) ccws_miss(s, 1, 2 * i, 0);
    ccws_miss(s, 1, 0, 1);
    uint64_t lost = ccws_lost(s);
    ccws_free(s);
    return lost;
}

TEST(victim_tags_of_a_set_hold_their_ways_and_not_one_more)
{
    CU_ASSERT_EQUAL(lost_after(8), 1);
    CU_ASSERT_EQUAL(lost_after(9), 0);
}

// 1 loss in 50 instructions, 4 warps: 1 x 8 x 400 / 50 = 64 < base; 3 in 50: 192.
TEST(the_score_is_losses_times_k_times_cutoff_over_instructions)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 50);
    lose(s, 1, 10);
    CU_ASSERT_EQUAL(ccws_score(s, 1), BASE);
    lose(s, 1, 20);
    CU_ASSERT_EQUAL(ccws_score(s, 1), 2 * K * 4 * BASE / 50);
    lose(s, 1, 30);
    CU_ASSERT_EQUAL(ccws_score(s, 1), 3 * K * 4 * BASE / 50);
    CU_ASSERT_EQUAL(ccws_score(s, 2), BASE);
    ccws_free(s);
}

TEST(the_score_falls_by_one_a_cycle_to_the_base)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 8);
    lose(s, 1, 10); // 1 x 8 x 400 / 8 = 400
    CU_ASSERT_EQUAL(ccws_score(s, 1), 400);
    ccws_cycle(s, 1001, 8);
    CU_ASSERT_EQUAL(ccws_score(s, 1), 399);
    ccws_cycle(s, 1299, 8);
    CU_ASSERT_EQUAL(ccws_score(s, 1), BASE + 1);
    ccws_cycle(s, 1300, 8);
    CU_ASSERT_EQUAL(ccws_score(s, 1), BASE);
    ccws_cycle(s, 5000, 8);
    CU_ASSERT_EQUAL(ccws_score(s, 1), BASE);
    ccws_free(s);
}

TEST(nobody_is_cut_at_base_scores)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 1000000);
    CU_ASSERT_EQUAL(ccws_ask(s, 0xf, ages), 0);
    ccws_free(s);
}

// Warps 0 to 3, ages 5 9 1 8; cutoff 400. Warp 1 on top, then by age 2, 0, 3.
TEST(warps_at_which_the_stack_passes_the_cutoff_may_not_load)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 16);
    lose(s, 1, 10); // 1 x 8 x 400 / 16 = 200: 200 + 100 + 100 = 400, the fourth passes
    CU_ASSERT_EQUAL(ccws_ask(s, 0xf, ages), BIT(3));
    ccws_cycle(s, 1099, 16); // 101 + 300 passes still
    CU_ASSERT_EQUAL(ccws_ask(s, 0xf, ages), BIT(3));
    ccws_cycle(s, 1100, 16);
    CU_ASSERT_EQUAL(ccws_ask(s, 0xf, ages), 0);
    ccws_free(s);
}

TEST(the_warp_on_top_may_always_load)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 1);
    lose(s, 1, 10); // 3200, held at the cutoff, 400
    CU_ASSERT_EQUAL(ccws_score(s, 1), 400);
    CU_ASSERT_EQUAL(ccws_ask(s, 0xf, ages), 0xf & ~BIT(1));
    CU_ASSERT_EQUAL(ccws_ask(s, 0x3, ages), BIT(0)); // the others have exited: cutoff 200
    ccws_free(s);
}

TEST(a_new_warp_has_the_base_score_and_no_victims)
{
    ccws *s = detector(16, 8);
    ccws_cycle(s, 1000, 8);
    lose(s, 1, 10);
    ccws_miss(s, 1, 50, 0);
    ccws_miss(s, 2, 51, 0);
    ccws_place(s, 1);
    CU_ASSERT_EQUAL(ccws_score(s, 1), BASE);
    ccws_miss(s, 1, 50, 1);
    CU_ASSERT_EQUAL(ccws_lost(s), 1);
    ccws_free(s);
}

UNIT_MAIN("issue_gate", T(no_gate_by_default), T(swl_leaves_the_oldest_of_each_scheduler),
          T(swl_of_zero_lets_all_issue), T(swl_counts_neither_the_finished_nor_those_at_a_barrier),
          T(a_line_that_a_warp_lost_and_asks_again_is_lost_locality),
          T(a_dropped_line_is_no_victim), T(victim_tags_of_a_set_hold_their_ways_and_not_one_more),
          T(the_score_is_losses_times_k_times_cutoff_over_instructions),
          T(the_score_falls_by_one_a_cycle_to_the_base), T(nobody_is_cut_at_base_scores),
          T(warps_at_which_the_stack_passes_the_cutoff_may_not_load),
          T(the_warp_on_top_may_always_load), T(a_new_warp_has_the_base_score_and_no_victims))
