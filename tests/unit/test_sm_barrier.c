// test_sm_barrier.c : barriers by number and count, bar.arrive, what a stuck machine says of them.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "test_sm_front.h"
#include "unit.h"

// One warp after another, `apart` cycles: a chain of dependent instructions that only some warps
// execute.
// clang-format off
#define LATE(w) \
    {INST(.kind = W_ALU, .unit = UNIT_SFU, .latency = LAT_fp_div, .n_dst = 1, .n_src = 1, \
     .regs = {1, 1}), .lanes = EVERY_LANE, .only_warp = w + 1}
// clang-format on

static uint64_t first_of(const script *s, unsigned warps, unsigned the_step)
{
    uint64_t first = UINT64_MAX;
    for (unsigned w = 0; w < warps; w++)
        first = issued_at(s, w, the_step, 0) < first ? issued_at(s, w, the_step, 0) : first;
    return first;
}

static uint64_t last_arrival(const script *s, unsigned warps, unsigned the_step)
{
    uint64_t last = 0;
    for (unsigned w = 0; w < warps; w++)
        last = issued_at(s, w, the_step, 0) > last ? issued_at(s, w, the_step, 0) : last;
    return last;
}

// The last warp arrives in cycle N; another scheduler's warp that waited, its next instruction
// decoded, issues in N + 1.
TEST(barrier_opens_in_the_cycle_after_the_last_arrival_and_not_before)
{
    static const step prog[] = {LATE(1), LATE(1), ALU(5, 1), BARRIER(), ALU(4, 9)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT(issued_at(&s, 0, 3, 0) + 40 < issued_at(&s, 1, 3, 0)); // fp_div takes 39
    CU_ASSERT_EQUAL(issued_at(&s, 0, 4, 0), issued_at(&s, 1, 3, 0) + 1);
    run_end(&r, &s);
}

// Warps 0 and 1 meet at barrier 1, 2 and 3 at barrier 2; 3 is late.
TEST(barriers_of_different_numbers_are_apart)
{
    static const step prog[] = {LATE(3),
                                LATE(3),
                                ALU(5, 1),
                                BARRIER_AT(1, .needed = 2, .only_warp = 1),
                                BARRIER_AT(1, .needed = 2, .only_warp = 2),
                                BARRIER_AT(2, .needed = 2, .only_warp = 3),
                                BARRIER_AT(2, .needed = 2, .only_warp = 4),
                                ALU(4, 9)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 4);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    uint64_t late = issued_at(&s, 3, 6, 0);
    for (unsigned w = 0; w < 3; w++) CU_ASSERT((issued_at(&s, w, 7, 0) < late) == (w < 2));
    run_end(&r, &s);
}

TEST(a_counted_barrier_opens_at_its_count_and_not_at_one_less)
{
    for (unsigned needed = 2; needed <= 4; needed++) {
        step prog[] = {LATE(1),   LATE(2),
                       LATE(2),   LATE(3),
                       LATE(3),   LATE(3),
                       ALU(5, 1), BARRIER_AT(3, .needed = 0),
                       ALU(4, 9), BARRIER_AT(4, .needed = 0)};
        prog[7].needed = (uint16_t)needed; // warps arrive one by one, in order of number
        prog[9].needed = 4;
        config c = one_sm();
        script s = script_of(prog, .ctas = 1, .warps = needed);
        run r = run_script(&c, NULL, &s);
        CU_ASSERT_EQUAL(first_of(&s, needed - 1, 8), issued_at(&s, needed - 1, 7, 0) + 1);
        run_end(&r, &s);
    }
}

TEST(bar_arrive_does_not_wait_and_counts)
{
    // Warp 0 produces and arrives; warp 1 waits for it.
    static const step prog[] = {LATE(0),
                                {INST(.kind = W_ALU, .unit = UNIT_SP, .n_src = 1, .regs = {1}),
                                 .lanes = EVERY_LANE, .only_warp = 1},
                                BARRIER_AT(7, .needed = 2, .pass = true, .only_warp = 1),
                                BARRIER_AT(7, .needed = 2, .only_warp = 2),
                                ALU(4, 9)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 2);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    uint64_t arrived = issued_at(&s, 0, 2, 0);
    CU_ASSERT(issued_at(&s, 1, 3, 0) < arrived);
    CU_ASSERT_EQUAL(issued_at(&s, 1, 4, 0), arrived + 1);
    CU_ASSERT(issued_at(&s, 0, 4, 0) <= arrived + 3); // a refetch at most
    run_end(&r, &s);
}

TEST(a_barrier_may_be_used_again_and_again)
{
    static const step prog[] = {ALU(1, 2), BARRIER_AT(15, .needed = 0), ALU(3, 1),
                                BARRIER_AT(15, .needed = 0), LOOP(0, 20)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 6, .warps = 7);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT_EQUAL(count_of(&r, "sm", "barriers"), 6 * 7 * 2 * 21);
    run_end(&r, &s);
}

TEST(a_warp_that_exits_opens_the_barrier_of_all_others)
{
    static const step prog[] = {BARRIER_AT(2, .not_warp = 1), ALU(4, 9), LATE(0), LATE(0)};
    config c = one_sm();
    script s = script_of(prog, .ctas = 1, .warps = 3);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_OK);
    CU_ASSERT(issued_at(&s, 1, 1, 0) > issued_at(&s, 0, 3, 0));
    CU_ASSERT_EQUAL(last_arrival(&s, 3, 0) < issued_at(&s, 0, 3, 0), 1);
    run_end(&r, &s);
}

static bool says(const run *r, const char *text) { return r->e.text && strstr(r->e.text, text); }

TEST(a_barrier_that_never_opens_names_itself_and_who_is_missing)
{
    static const step prog[] = {BARRIER_AT(5, .needed = 4), ALU(4, 9)};
    config c = one_sm();
    c.gpu.stuck_cycles = 1000;
    script s = script_of(prog, .ctas = 1, .warps = 3);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    CU_ASSERT(says(&r, "waits at barrier 5: 3 of 4 warps have arrived"));
    run_end(&r, &s);
}

TEST(a_barrier_of_all_names_the_warps_that_have_not_come)
{
    static const step prog[] = {BARRIER_AT(5, .not_warp = 3), BARRIER_AT(6, .only_warp = 3),
                                ALU(4, 9)};
    config c = one_sm();
    c.gpu.stuck_cycles = 1000;
    script s = script_of(prog, .ctas = 1, .warps = 3);
    run r = run_script(&c, NULL, &s);
    CU_ASSERT_EQUAL(r.status, ST_CHECK);
    CU_ASSERT(says(&r, "waits at barrier 5 for warp 2"));
    CU_ASSERT(says(&r, "waits at barrier 6 for warps 0 1"));
    run_end(&r, &s);
}

UNIT_MAIN("sm_barrier", T(barrier_opens_in_the_cycle_after_the_last_arrival_and_not_before),
          T(barriers_of_different_numbers_are_apart),
          T(a_counted_barrier_opens_at_its_count_and_not_at_one_less),
          T(bar_arrive_does_not_wait_and_counts), T(a_barrier_may_be_used_again_and_again),
          T(a_warp_that_exits_opens_the_barrier_of_all_others),
          T(a_barrier_that_never_opens_names_itself_and_who_is_missing),
          T(a_barrier_of_all_names_the_warps_that_have_not_come))
