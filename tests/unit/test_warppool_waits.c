// test_warppool_waits.c : who waits without end in WarpPool, and how long when what passes it comes
// to an end.
//
// links: blocks config base
//
// With the lowest warp first a tag is passed for ever by those of lower warps, and an instruction
// by those of lower queues (MICRO 2015, 3.2, 3.5): by intent. The run that shows it comes back to
// its own state. When no more of them come, each that came has passed once. With the oldest first
// nobody passes.
//
// SPDX-License-Identifier: Apache-2.0
#include "unit.h"
#include "warppool_rig.h"

enum { LOWER = 0, LAST = 7, LINES = 4, BEFORE = 3, LAST_LINE = 0x40, ROUNDS = 500 };

static bool holds(const rig *r, const char *what)
{
    char *text = rig_dumped(r);
    const bool is = strstr(text, what) != NULL;
    free(text);
    return is;
}

// ---- tags

static void warp_first(config *c) { c->warppool.select = SELECT_WARP; }
static void oldest_first(config *c) { c->warppool.select = SELECT_OLDEST; }

// A load of one line, until it is in its tag, goes next, or is offered.
static void comes(rig *r, unsigned warp, unsigned seq, uint64_t line)
{
    rig_to_ag(r, WARPPOOL_LOAD, warp, seq);
    rig_whole(r, WARPPOOL_LOAD, warp, seq, line);
    rig_run(r, 8);
}

// L1D takes one, which misses; its line comes back, and the words go to their lanes. Its warp.
static unsigned goes(rig *r)
{
    while (!r->out.req_valid_o[0]) rig_step(r);
    const unsigned warp = rig_meta_warp(r, 0);
    rig_l1(r, 0);
    rig_step(r);
    rig_fill(r, 0);
    rig_step(r);
    while (!r->out.wb_valid_o[0]) rig_step(r);
    r->in.wb_ready_i[0] = 1;
    rig_run(r, 3);
    return warp;
}

// Two loads of warp 0 are offered and one goes next; behind them is one of warp 7.
static rig behind_three(void (*set)(config *c))
{
    rig r = rig_of(set);
    for (unsigned k = 0; k < BEFORE; k++) comes(&r, LOWER, k, k);
    comes(&r, LAST, 0, LAST_LINE);
    CU_ASSERT_TRUE(holds(&r, "line 0x40, 1 requests, lowest warp 7\n"));
    return r;
}

// Another load of warp 0 comes, and one leaves: of each four lines the next, with the next number.
static unsigned another(rig *r, unsigned n)
{
    comes(r, LOWER, (n + BEFORE) % LINES, (n + BEFORE) % LINES);
    return goes(r);
}

TEST(with_the_lowest_warp_first_a_tag_waits_for_ever_while_lower_ones_come)
{
    rig r = behind_three(warp_first);
    for (unsigned n = 0; n < LINES; n++) CU_ASSERT_EQUAL(another(&r, n), LOWER);
    char *first = rig_dumped(&r);
    for (unsigned k = 1; k < ROUNDS; k++) {
        for (unsigned n = 0; n < LINES; n++) CU_ASSERT_EQUAL(another(&r, n), LOWER);
        char *now = rig_dumped(&r);
        CU_ASSERT_STRING_EQUAL(now, first);
        free(now);
    }
    CU_ASSERT_TRUE(holds(&r, "line 0x40, 1 requests, lowest warp 7\n"));
    free(first);
    rig_free(&r);
}

// How many leave before the load of warp 7 when `more` come behind it?
static unsigned passed_by(void (*set)(config *c), unsigned more)
{
    rig r = behind_three(set);
    unsigned passed = 0, n = 0;
    while ((n < more ? another(&r, n) : goes(&r)) != LAST) {
        passed++;
        n++;
    }
    rig_free(&r);
    return passed;
}

TEST(with_the_lowest_warp_first_a_tag_waits_for_what_is_inside_and_what_comes)
{
    for (unsigned more = 0; more < 12; more++)
        CU_ASSERT_EQUAL(passed_by(warp_first, more), BEFORE + more);
}

TEST(with_the_oldest_first_a_tag_waits_for_what_was_before_it)
{
    for (unsigned more = 0; more < 12; more++)
        CU_ASSERT_EQUAL(passed_by(oldest_first, more), BEFORE);
}

// ---- instruction queues

static void issues(rig *r, unsigned warp, unsigned seq)
{
    CU_ASSERT_TRUE(rig_issues(r, WARPPOOL_LOAD, warp, seq, 0));
    rig_step(r);
}

// The one at ag goes to a coalescer and through all of the pipeline.
static unsigned taken(rig *r, unsigned n)
{
    while (!r->out.ag_valid_o[0]) rig_step(r);
    const unsigned warp = (unsigned)r->out.ag_warp_o[0];
    r->in.ag_ready_i[0] = 1;
    rig_step(r);
    rig_whole(r, WARPPOOL_LOAD, warp, n % LINES, n % LINES);
    rig_run(r, 8);
    CU_ASSERT_EQUAL(goes(r), warp);
    return warp;
}

// Two instructions of warp 0 are at ag and one is in its queue; in the last queue is one of warp 7.
static rig behind_queue(void)
{
    rig r = rig_of(oldest_first);
    for (unsigned k = 0; k < BEFORE; k++) issues(&r, LOWER, k);
    issues(&r, LAST, 0);
    rig_run(&r, 4);
    CU_ASSERT_TRUE(holds(&r, "instruction queue 3: 1, the first of warp 7\n"));
    return r;
}

TEST(an_instruction_waits_for_ever_while_those_of_lower_queues_come)
{
    rig r = behind_queue();
    char *first = NULL;
    for (unsigned k = 0; k < ROUNDS; k++) {
        for (unsigned n = 0; n < LINES; n++) {
            issues(&r, LOWER, (n + BEFORE) % LINES);
            CU_ASSERT_EQUAL(taken(&r, n), LOWER);
        }
        char *now = rig_dumped(&r);
        if (first) CU_ASSERT_STRING_EQUAL(now, first);
        free(first);
        first = now;
    }
    CU_ASSERT_TRUE(holds(&r, "instruction queue 3: 1, the first of warp 7\n"));
    free(first);
    rig_free(&r);
}

TEST(an_instruction_waits_for_those_of_lower_queues_that_are_there_and_that_come)
{
    for (unsigned more = 0; more < 12; more++) {
        rig r = behind_queue();
        unsigned passed = 0;
        for (unsigned n = 0;; n++) {
            if (n < more) issues(&r, LOWER, (n + BEFORE) % LINES);
            if (taken(&r, n) == LAST) break;
            passed++;
        }
        CU_ASSERT_EQUAL(passed, BEFORE + more);
        rig_free(&r);
    }
}

UNIT_MAIN("warppool_waits",
          T(with_the_lowest_warp_first_a_tag_waits_for_ever_while_lower_ones_come),
          T(with_the_lowest_warp_first_a_tag_waits_for_what_is_inside_and_what_comes),
          T(with_the_oldest_first_a_tag_waits_for_what_was_before_it),
          T(an_instruction_waits_for_ever_while_those_of_lower_queues_come),
          T(an_instruction_waits_for_those_of_lower_queues_that_are_there_and_that_come))
