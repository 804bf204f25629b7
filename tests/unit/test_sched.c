// test_sched.c : order of round robin and greedy-then-oldest.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/sched.h"
#include "unit.h"

#include <string.h>

static const uint32_t ages[64] = {[0] = 5, [2] = 1, [4] = 9, [6] = 3, [8] = 2};
#define BITS(a, b, c) ((uint64_t)1 << (a) | (uint64_t)1 << (b) | (uint64_t)1 << (c))

static sched sched_of(sched_kind kind, unsigned index)
{
    config c;
    config_defaults(&c);
    c.sm.scheduler = kind;
    sched s;
    sched_init(&s, &c, index, ages);
    return s;
}

TEST(a_scheduler_owns_every_second_warp_slot)
{
    uint64_t even = 0;
    for (unsigned w = 0; w < 48; w += 2) even |= (uint64_t)1 << w;
    CU_ASSERT_EQUAL(sched_of(SCHED_RR, 0).warps, even);
    CU_ASSERT_EQUAL(sched_of(SCHED_GTO, 1).warps, even << 1);
}

TEST(nothing_ready_picks_nothing)
{
    sched s = sched_of(SCHED_GTO, 0);
    CU_ASSERT_EQUAL(sched_pick(&s, 0), -1);
}

TEST(rr_starts_with_the_first_slot)
{
    sched s = sched_of(SCHED_RR, 0);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 4, 8)), 0);
}

TEST(rr_goes_on_after_the_last_issued_and_wraps)
{
    sched s = sched_of(SCHED_RR, 0);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 4, 8)), 8);
    sched_issued(&s, 8);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 4, 8)), 0);
}

TEST(rr_wraps_at_slot_63)
{
    sched s = sched_of(SCHED_RR, 0);
    sched_issued(&s, 63);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(1, 62, 63)), 1);
}

TEST(gto_stays_with_the_last_issued)
{
    sched s = sched_of(SCHED_GTO, 0);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(2, 4, 8)), 4);
}

TEST(gto_takes_the_oldest_when_the_greedy_one_stalls)
{
    sched s = sched_of(SCHED_GTO, 0);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 6, 8)), 8);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 6, 2)), 2);
}

TEST(gto_looks_at_the_greedy_then_the_older_ones_before_its_choice)
{
    sched s = sched_of(SCHED_GTO, 0);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 2, 4), 6), BITS(2, 4, 4));
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 2, 4), -1), BITS(0, 2, 4));
}

TEST(rr_looks_at_the_slots_between_the_last_issued_and_its_choice)
{
    sched s = sched_of(SCHED_RR, 0);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 6, 8), 2), BITS(0, 6, 8));
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 6, 10), 8), BITS(6, 6, 6));
}

static sched two_level_of(unsigned places)
{
    config c;
    config_defaults(&c);
    c.sm.scheduler = SCHED_TWO_LEVEL;
    c.sm.active_warps = places;
    sched s;
    sched_init(&s, &c, 0, ages);
    return s;
}
#define WAIT_ALL_BUT(set) (~(uint64_t)(set))

TEST(two_level_looks_at_its_places_and_not_one_more)
{
    sched s = two_level_of(2);
    sched_renew(&s, 0);
    CU_ASSERT_EQUAL(sched_active(&s), BITS(0, 2, 2));
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(4, 6, 8)), -1);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(2, 4, 6)), 2);
}

TEST(two_level_goes_round_its_active_set)
{
    sched s = two_level_of(3);
    sched_renew(&s, 0); // 0 2 4
    sched_issued(&s, 2);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 2, 4)), 4);
    sched_issued(&s, 4);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 2, 4)), 0);
    sched_issued(&s, 0);
    CU_ASSERT_EQUAL(sched_pick(&s, BITS(0, 2, 4)), 2);
}

TEST(two_level_sends_a_waiting_warp_out_and_takes_the_next_in)
{
    sched s = two_level_of(2);
    sched_renew(&s, 0); // 0 2
    sched_renew(&s, BITS(0, 0, 0));
    CU_ASSERT_EQUAL(sched_active(&s), BITS(2, 4, 4));
    sched_renew(&s, 0); // 0 no longer waits, but there is no place
    CU_ASSERT_EQUAL(sched_active(&s), BITS(2, 4, 4));
}

TEST(two_level_takes_in_who_was_outside_longest_and_does_not_wait)
{
    sched s = two_level_of(2);
    sched_renew(&s, WAIT_ALL_BUT(BITS(0, 2, 2)));
    sched_renew(&s, WAIT_ALL_BUT(BITS(2, 2, 2))); // 0 goes to the end
    CU_ASSERT_EQUAL(sched_active(&s), BITS(2, 2, 2));
    sched_renew(&s, WAIT_ALL_BUT(BITS(0, 2, 46)));
    CU_ASSERT_EQUAL(sched_active(&s), BITS(2, 46, 46));
}

TEST(two_level_renewed_with_the_same_sets_stays)
{
    sched s = two_level_of(4);
    sched_renew(&s, BITS(0, 2, 4));
    sched_issued(&s, 6);
    sched_renew(&s, BITS(0, 2, 8));
    sched again = s;
    sched_renew(&again, BITS(0, 2, 8));
    CU_ASSERT_EQUAL(memcmp(&s, &again, sizeof s), 0);
}

TEST(two_level_looks_at_active_warps_only_before_its_choice)
{
    sched s = two_level_of(3);
    sched_renew(&s, 0); // 0 2 4
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 4, 8), 2), BITS(0, 0, 0));
    CU_ASSERT_EQUAL(sched_seen_before(&s, BITS(0, 4, 8), -1), BITS(0, 4, 4));
}

UNIT_MAIN("sched", T(a_scheduler_owns_every_second_warp_slot), T(nothing_ready_picks_nothing),
          T(rr_starts_with_the_first_slot), T(rr_goes_on_after_the_last_issued_and_wraps),
          T(rr_wraps_at_slot_63), T(gto_stays_with_the_last_issued),
          T(gto_takes_the_oldest_when_the_greedy_one_stalls),
          T(gto_looks_at_the_greedy_then_the_older_ones_before_its_choice),
          T(rr_looks_at_the_slots_between_the_last_issued_and_its_choice),
          T(two_level_looks_at_its_places_and_not_one_more), T(two_level_goes_round_its_active_set),
          T(two_level_sends_a_waiting_warp_out_and_takes_the_next_in),
          T(two_level_takes_in_who_was_outside_longest_and_does_not_wait),
          T(two_level_renewed_with_the_same_sets_stays),
          T(two_level_looks_at_active_warps_only_before_its_choice))
