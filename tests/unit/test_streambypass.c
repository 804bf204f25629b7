// test_streambypass.c : the golden model of the streaming bypass, each rule by name.
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "blocks/streambypass.h"
#include "tests/unit/unit.h"

#include <string.h>

static config c;

static streambypass made(uint32_t period, uint32_t threshold)
{
    streambypass s;
    config_defaults(&c);
    c.streambypass.period = period;
    c.streambypass.threshold = threshold;
    streambypass_init(&s, &c);
    return s;
}

static bool closed(const streambypass *s)
{
    streambypass_out out;
    streambypass_valid(s, &out);
    return out.bypass_o[0];
}

static void cycle(streambypass *s, uint64_t accesses, uint64_t misses)
{
    streambypass_commit(s, &(streambypass_in){{accesses}, {misses}});
}

// A whole period in its first cycle, then the first cycle of the next, in which it is judged.
static void period_of(streambypass *s, uint64_t accesses, uint64_t misses)
{
    if (s->at == 0) cycle(s, accesses, misses);
    else {
        s->accesses += accesses;
        s->misses += misses;
    }
    while (s->at) cycle(s, 0, 0);
    cycle(s, 0, 0);
}

TEST(table_4_is_the_default)
{
    config_defaults(&c);
    CU_ASSERT_EQUAL(c.streambypass.period, 10000);
    CU_ASSERT_EQUAL(c.streambypass.threshold, 90000); // thousandths: 90 %
}

TEST(open_after_reset)
{
    streambypass s = made(4, 90000);
    CU_ASSERT_FALSE(closed(&s));
    period_of(&s, 4, 4);
    CU_ASSERT_TRUE(closed(&s));
    streambypass_reset(&s);
    CU_ASSERT_FALSE(closed(&s));
    period_of(&s, 0, 0);
    CU_ASSERT_FALSE(closed(&s)); // what was counted before the reset is gone
}

TEST(closes_above_the_threshold_only)
{
    for (uint64_t misses = 0; misses <= 1000; misses++) {
        streambypass s = made(4, 90000);
        period_of(&s, 1000, misses);
        CU_ASSERT_EQUAL_FATAL(closed(&s), misses > 900);
    }
}

TEST(opens_below_the_threshold_only)
{
    for (uint64_t misses = 0; misses <= 1000; misses++) {
        streambypass s = made(4, 90000);
        period_of(&s, 1, 1);
        period_of(&s, 1000, misses);
        CU_ASSERT_EQUAL_FATAL(closed(&s), misses >= 900);
    }
}

TEST(thousandths_of_a_percent_count)
{
    streambypass s = made(4, 99999);
    period_of(&s, 100000, 99999);
    CU_ASSERT_FALSE(closed(&s));
    period_of(&s, 100000, 100000);
    CU_ASSERT_TRUE(closed(&s));
}

TEST(period_without_accesses_keeps_the_mode)
{
    streambypass s = made(4, 90000);
    for (int i = 0; i < 3; i++) period_of(&s, 0, 0);
    CU_ASSERT_FALSE(closed(&s));
    period_of(&s, 10, 10);
    for (int i = 0; i < 3; i++) period_of(&s, 0, 0);
    CU_ASSERT_TRUE(closed(&s));
}

TEST(judged_in_the_first_cycle_of_the_next_period)
{
    enum { PERIOD = 10 };
    streambypass s = made(PERIOD, 90000);
    for (int i = 0; i < PERIOD; i++) {
        CU_ASSERT_FALSE(closed(&s));
        cycle(&s, 1, 1);
    }
    CU_ASSERT_FALSE(closed(&s)); // the first cycle of the next period
    cycle(&s, 0, 0);
    CU_ASSERT_TRUE(closed(&s));
}

TEST(first_and_last_cycle_belong_to_their_period)
{
    for (int at = 0; at < 4; at++) {
        streambypass s = made(4, 90000);
        for (int i = 0; i < 4; i++) cycle(&s, i == at, i == at);
        cycle(&s, 1, 0); // a hit of the next period
        CU_ASSERT_TRUE(closed(&s));
        for (int i = 1; i < 4; i++) cycle(&s, 0, 0);
        cycle(&s, 0, 0);
        CU_ASSERT_FALSE(closed(&s));
    }
}

TEST(period_of_one_cycle)
{
    streambypass s = made(1, 90000);
    for (int i = 0; i < 8; i++) {
        cycle(&s, 1, (i & 2) != 0);
        CU_ASSERT_EQUAL(closed(&s), i > 0 && ((i - 1) & 2) != 0);
    }
}

TEST(thresholds_at_the_ends)
{
    streambypass s = made(4, 100000);
    period_of(&s, 4, 4);
    CU_ASSERT_FALSE(closed(&s)); // nothing is above 100 %
    s = made(4, 0);
    period_of(&s, 4, 0);
    CU_ASSERT_FALSE(closed(&s));
    period_of(&s, 4, 1);
    CU_ASSERT_TRUE(closed(&s));
    period_of(&s, 4, 0);
    CU_ASSERT_TRUE(closed(&s)); // nothing is below 0 %
}

TEST(largest_counts_do_not_overflow)
{
    streambypass s = made(1u << 24, 99999);
    s.running = true;
    s.accesses = s.misses = (uint64_t)32 << 24;
    cycle(&s, 0, 0);
    CU_ASSERT_TRUE(closed(&s));
}

TEST(skipping_is_idle_cycles)
{
    rng r = {7};
    for (unsigned period = 1; period < 12; period++) {
        streambypass a = made(period, 50000), b = a;
        for (int i = 0; i < 400; i++) {
            const uint64_t accesses = rng_below(&r, 2), misses = rng_below(&r, accesses + 1),
                           n = rng_below(&r, 3 * period + 2);
            cycle(&a, accesses, misses);
            cycle(&b, accesses, misses);
            for (uint64_t k = 0; k < n; k++) cycle(&a, 0, 0);
            streambypass_skip(&b, n);
            CU_ASSERT_EQUAL_FATAL(memcmp(&a.events, &b.events, sizeof a.events), 0);
            CU_ASSERT_EQUAL_FATAL(a.at, b.at);
            CU_ASSERT_EQUAL_FATAL(closed(&a), closed(&b));
        }
    }
}

TEST(unused_monitor_has_not_been_exercised)
{
    err e = {0};
    streambypass s = made(4, 90000);
    streambypass_skip(&s, 100);
    CU_ASSERT_EQUAL(streambypass_block.exercised((const uint64_t *)&s.events, &e), ST_CHECK);
    period_of(&s, 1, 1);
    CU_ASSERT_EQUAL(streambypass_block.exercised((const uint64_t *)&s.events, &e), ST_OK);
    err_free(&e);
}

UNIT_MAIN("streambypass", T(table_4_is_the_default), T(open_after_reset),
          T(closes_above_the_threshold_only), T(opens_below_the_threshold_only),
          T(thousandths_of_a_percent_count), T(period_without_accesses_keeps_the_mode),
          T(judged_in_the_first_cycle_of_the_next_period),
          T(first_and_last_cycle_belong_to_their_period), T(period_of_one_cycle),
          T(thresholds_at_the_ends), T(largest_counts_do_not_overflow), T(skipping_is_idle_cycles),
          T(unused_monitor_has_not_been_exercised))
