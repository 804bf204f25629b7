// test_wake_schedule.c : who of many must be evaluated in which tick.
//
// links: machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/wake_schedule.h"

#include "base/rng.h"
#include "tests/unit/unit.h"

enum { MOST = 100 };

static bool wakes(wake_schedule *a, uint64_t tick, unsigned i, unsigned words)
{
    bits set;
    wake_schedule_take(a, tick, &set, words);
    return bits_has(&set, i);
}

static void wake_schedule_wakes_in_its_tick_not_before(void)
{
    static const uint64_t delays[] = {0, 1, 63, 64, 65, 126, 127, 128, 129, 255, 256, 1000};
    for (unsigned k = 0; k < sizeof delays / sizeof *delays; k++) {
        wake_schedule a;
        wake_schedule_init(&a, 1);
        wake_schedule_put(&a, 0, delays[k], 0, 1);
        for (uint64_t t = 0; t < delays[k]; t++) {
            CU_ASSERT_TRUE(delays[k] < WAKE_SCHEDULE_TICKS
                               ? wake_schedule_quiet(&a, t, 1) == delays[k] - t
                               : wake_schedule_quiet(&a, t, 1) <= delays[k] - t);
            CU_ASSERT_FALSE(wakes(&a, t, 0, 1));
        }
        CU_ASSERT_EQUAL(wake_schedule_quiet(&a, delays[k], 1), 0);
        CU_ASSERT_TRUE(wakes(&a, delays[k], 0, 1));
        CU_ASSERT_EQUAL(wake_schedule_quiet(&a, delays[k] + 1, 1), UINT64_MAX);
        wake_schedule_free(&a);
    }
}

// What is past, as what is stirred, comes in the next tick.
static void wake_schedule_past_is_the_next_tick(void)
{
    wake_schedule a;
    wake_schedule_init(&a, 2);
    wake_schedule_put(&a, 0, 3, 10, 1);
    CU_ASSERT_TRUE(wakes(&a, 10, 0, 1));
    wake_schedule_put(&a, 1, 50, 11, 1);
    bits_put(&a.soon, 1, true);
    CU_ASSERT_TRUE(wakes(&a, 11, 1, 1));
    wake_schedule_free(&a);
}

// Ticks that are quiet may be left out, by whoever draws delays at random and puts some anew before
// their time.
static void wake_schedule_leaves_nobody_out(void)
{
    const unsigned words = bits_words(MOST);
    uint64_t due[MOST], now = 0;
    rng r = {1};
    wake_schedule a;
    wake_schedule_init(&a, MOST);
    for (unsigned i = 0; i < MOST; i++) wake_schedule_put(&a, i, due[i] = i, 0, words);
    for (unsigned n = 0; n < 10000; n++) {
        bits set;
        const unsigned again = (unsigned)rng_below(&r, MOST);
        if (due[again] > now + 200) wake_schedule_put(&a, again, due[again] = now + 20, now, words);
        now += wake_schedule_quiet(&a, now, words);
        wake_schedule_take(&a, now, &set, words);
        for (unsigned i = 0; i < MOST; i++) CU_ASSERT_EQUAL(bits_has(&set, i), due[i] <= now);
        BITS_FOR(i, &set, words)
        wake_schedule_put(&a, (uint32_t)i, due[i] = now + rng_below(&r, 300), now + 1, words);
        now++;
    }
    wake_schedule_free(&a);
}

UNIT_MAIN("wake_schedule", T(wake_schedule_wakes_in_its_tick_not_before),
          T(wake_schedule_past_is_the_next_tick), T(wake_schedule_leaves_nobody_out))
