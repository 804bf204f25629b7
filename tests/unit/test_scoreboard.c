// test_scoreboard.c : RAW, WAW, no WAR; loads told apart.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/scoreboard.h"
#include "unit.h"

static const winst writes_70 = {.n_dst = 1, .n_src = 1, .regs = {70, 3}};
static const winst reads_70 = {.n_dst = 1, .n_src = 2, .regs = {5, 4, 70}};
static const winst writes_3 = {.n_dst = 1, .regs = {3}};
static const winst pair = {.n_dst = 2, .n_src = 1, .regs = {70, 71, 3}};

static scoreboard fresh(void)
{
    scoreboard s = {0};
    scoreboard_reset(&s, 48, 100);
    return s;
}

static sb_hazard waits(scoreboard *s, unsigned warp, const winst *i)
{
    scoreboard_next(s, warp, i);
    return scoreboard_check(s, warp);
}

static bool idle(const scoreboard *s, unsigned warp)
{
    for (unsigned k = 0; k < s->words; k++) {
        if (scoreboard_of(s, warp)[k].pending) return false;
    }
    return true;
}

TEST(nothing_is_pending_at_first)
{
    scoreboard s = fresh();
    CU_ASSERT_EQUAL(waits(&s, 47, &pair), SB_FREE);
    CU_ASSERT(idle(&s, 47));
    scoreboard_free(&s);
}

TEST(reading_a_pending_register_waits)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &writes_70, false);
    CU_ASSERT_EQUAL(waits(&s, 2, &reads_70), SB_ALU);
    CU_ASSERT_EQUAL(waits(&s, 3, &reads_70), SB_FREE);
    scoreboard_free(&s);
}

TEST(writing_a_pending_register_waits)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &pair, false);
    CU_ASSERT_EQUAL(waits(&s, 2, &writes_70), SB_ALU);
    scoreboard_free(&s);
}

TEST(writing_a_register_that_is_being_read_does_not_wait)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &writes_70, false);
    CU_ASSERT_EQUAL(waits(&s, 2, &writes_3), SB_FREE);
    scoreboard_free(&s);
}

TEST(a_load_is_told_from_an_alu_result)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &writes_3, false);
    scoreboard_reserve(&s, 2, &(winst){.n_dst = 1, .regs = {70}}, true);
    CU_ASSERT_EQUAL(waits(&s, 2, &pair), SB_LOAD);
    scoreboard_free(&s);
}

TEST(release_frees_all_registers_of_the_instruction_and_no_other)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &pair, true);
    scoreboard_reserve(&s, 2, &writes_3, false);
    scoreboard_release(&s, 2, &pair);
    CU_ASSERT_EQUAL(waits(&s, 2, &reads_70), SB_FREE);
    CU_ASSERT_EQUAL(waits(&s, 2, &writes_70), SB_ALU);
    CU_ASSERT(!idle(&s, 2));
    scoreboard_release(&s, 2, &writes_3);
    CU_ASSERT(idle(&s, 2));
    scoreboard_free(&s);
}

TEST(reset_for_a_kernel_with_more_registers)
{
    scoreboard s = fresh();
    scoreboard_reserve(&s, 2, &pair, true);
    scoreboard_reset(&s, 48, 5000);
    const winst far = {.n_dst = 1, .regs = {4999}};
    CU_ASSERT(idle(&s, 2));
    scoreboard_reserve(&s, 47, &far, false);
    CU_ASSERT_EQUAL(waits(&s, 47, &far), SB_ALU);
    scoreboard_free(&s);
}

UNIT_MAIN("scoreboard", T(nothing_is_pending_at_first), T(reading_a_pending_register_waits),
          T(writing_a_pending_register_waits),
          T(writing_a_register_that_is_being_read_does_not_wait),
          T(a_load_is_told_from_an_alu_result),
          T(release_frees_all_registers_of_the_instruction_and_no_other),
          T(reset_for_a_kernel_with_more_registers))
