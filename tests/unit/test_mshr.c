// test_mshr.c : MSHRs.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/mshr.h"
#include "tests/unit/unit.h"

static mreq request(uint16_t load) { return (mreq){.load = load}; }

TEST(mshr_takes_merges_requests_the_first_included)
{
    mshrs m;
    mshr_init(&m, 2, 3);
    mreq r = request(0);
    const uint32_t id = mshr_alloc(&m, &r);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_TRUE(mshr_can_merge(&m, id));
        mshr_merge(&m, id, &r);
    }
    CU_ASSERT_FALSE(mshr_can_merge(&m, id));
    mshr_free(&m);
}

TEST(mshr_full_at_its_number)
{
    mshrs m;
    mshr_init(&m, 2, 1);
    mreq r = request(0);
    CU_ASSERT_FALSE(mshr_full(&m));
    mshr_alloc(&m, &r);
    CU_ASSERT_FALSE(mshr_full(&m));
    mshr_alloc(&m, &r);
    CU_ASSERT_TRUE(mshr_full(&m));
    mshr_free(&m);
}

// Lines come as B, A: B's requests leave first, each line's in order of arrival.
TEST(mshr_requests_leave_by_line_then_by_arrival)
{
    mshrs m;
    mshr_init(&m, 4, 4);
    const uint16_t expected[] = {2, 1, 3, 4};
    mreq r1 = request(1), r2 = request(2), r3 = request(3), r4 = request(4);
    const uint32_t a = mshr_alloc(&m, &r1), b = mshr_alloc(&m, &r2);
    mshr_merge(&m, a, &r3);
    mshr_merge(&m, a, &r4);
    CU_ASSERT_PTR_NULL(mshr_front(&m));
    mshr_fill(&m, b);
    mshr_fill(&m, a);
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(mshr_front(&m)->load, expected[i]);
        mshr_pop(&m);
    }
    CU_ASSERT_PTR_NULL(mshr_front(&m));
    mshr_free(&m);
}

TEST(mshr_is_free_when_its_last_request_has_left_not_before)
{
    mshrs m;
    mshr_init(&m, 1, 2);
    mreq r = request(0);
    const uint32_t id = mshr_alloc(&m, &r);
    mshr_merge(&m, id, &r);
    mshr_fill(&m, id);
    mshr_pop(&m);
    CU_ASSERT_TRUE(mshr_full(&m));
    CU_ASSERT_FALSE(mshr_idle(&m));
    mshr_pop(&m);
    CU_ASSERT_FALSE(mshr_full(&m));
    CU_ASSERT_TRUE(mshr_idle(&m));
    mshr_free(&m);
}

// The ready ring wraps: many more lines than MSHRs pass through one.
TEST(mshr_ring_wraps)
{
    mshrs m;
    mshr_init(&m, 3, 1);
    for (uint16_t i = 0; i < 20; i++) {
        mreq a = request(i), b = request((uint16_t)(100 + i));
        const uint32_t ia = mshr_alloc(&m, &a), ib = mshr_alloc(&m, &b);
        mshr_fill(&m, ib);
        mshr_fill(&m, ia);
        CU_ASSERT_EQUAL(mshr_front(&m)->load, 100 + i);
        mshr_pop(&m);
        CU_ASSERT_EQUAL(mshr_front(&m)->load, i);
        mshr_pop(&m);
    }
    CU_ASSERT_TRUE(mshr_idle(&m));
    mshr_free(&m);
}

UNIT_MAIN("mshr", T(mshr_takes_merges_requests_the_first_included), T(mshr_full_at_its_number),
          T(mshr_requests_leave_by_line_then_by_arrival),
          T(mshr_is_free_when_its_last_request_has_left_not_before), T(mshr_ring_wraps))
