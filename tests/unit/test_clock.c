// test_clock.c : edges of the four clocks.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/clock.h"
#include "unit.h"

#define CORE 1u
#define DRAM (1u << CLOCK_DRAM)
#define ALL 15u

static clocks made; // the test's, until the next one

static clocks clocks_of(uint32_t core, uint32_t icnt, uint32_t l2, uint32_t dram)
{
    clocks_free(&made);
    clocks_init(&made, (const uint32_t[CLOCK_COUNT]){core, icnt, l2, dram});
    return made;
}

TEST(all_clocks_tick_at_time_0)
{
    clocks k = clocks_of(700, 1400, 650, 924);
    CU_ASSERT_EQUAL(clocks_step(&k), ALL);
}

TEST(equal_clocks_always_tick_together)
{
    clocks k = clocks_of(700, 700, 700, 700);
    for (unsigned n = 0; n < 100; n++) CU_ASSERT_EQUAL(clocks_step(&k), ALL);
}

// 700:924 = 25:33. Core edge i is at 33 i, DRAM edge j at 25 j, in units of 1/(25 x 33) of the
// common period.
TEST(edges_of_700_and_924_mhz)
{
    clocks k = clocks_of(700, 700, 700, 924);
    unsigned i = 0, j = 0;
    for (unsigned n = 0; n < 10000; n++) {
        unsigned expected = (33 * i <= 25 * j ? ALL & ~DRAM : 0) | (25 * j <= 33 * i ? DRAM : 0);
        CU_ASSERT_EQUAL(clocks_step(&k), expected);
        i += (expected & CORE) != 0;
        j += (expected & DRAM) != 0;
    }
}

// DWT-PRIC's machine: crossbar at twice the clock of cores and L2.
TEST(edges_of_700_1400_700_and_924_mhz)
{
    clocks k = clocks_of(700, 1400, 700, 924);
    unsigned edges[CLOCK_COUNT] = {0}, icnt_since_core = 0;
    for (unsigned together = 0;
         together < 2;) { // 700:924 = 25:33, so all together every 25 core edges
        const unsigned t = clocks_step(&k);
        together += t == ALL;
        if (together == 2) break;
        CU_ASSERT_EQUAL((t & CORE) != 0, (t >> CLOCK_L2 & 1) != 0);
        icnt_since_core = t & CORE ? 1 : icnt_since_core + (t >> CLOCK_ICNT & 1);
        CU_ASSERT(icnt_since_core <= 2);
        for (unsigned d = 0; d < CLOCK_COUNT; d++) edges[d] += t >> d & 1;
    }
    CU_ASSERT_EQUAL(edges[CLOCK_CORE], 25);
    CU_ASSERT_EQUAL(edges[CLOCK_ICNT], 50);
    CU_ASSERT_EQUAL(edges[CLOCK_L2], 25);
    CU_ASSERT_EQUAL(edges[CLOCK_DRAM], 33);
}

TEST(no_drift_over_a_thousand_periods)
{
    clocks k = clocks_of(9973, 9967, 9949, 9941); // primes: together only once a microsecond
    unsigned edges[CLOCK_COUNT] = {0};
    for (unsigned together = 0; together < 3;) {
        unsigned t = clocks_step(&k);
        together += t == ALL;
        if (together < 3)
            for (unsigned d = 0; d < CLOCK_COUNT; d++) edges[d] += t >> d & 1;
    }
    CU_ASSERT_EQUAL(edges[CLOCK_CORE], 2 * 9973);
    CU_ASSERT_EQUAL(edges[CLOCK_DRAM], 2 * 9941);
}

TEST(skipping_passes_the_same_edges_as_stepping)
{
    for (unsigned n = 1; n < 200; n += 7) {
        clocks a = clocks_of(700, 1400, 650, 924), b = a;
        uint64_t passed[CLOCK_COUNT], stepped[CLOCK_COUNT] = {0};
        for (unsigned s = 0; s < n; s++) clocks_step(&a);
        b = a;
        clocks_skip(&b, n, passed);
        // All edges before the core edge after those n.
        uint64_t core = 0;
        for (;;) {
            clocks look = a;
            unsigned t = clocks_step(&look);
            if (t & CORE && core == n) break;
            a = look;
            core += t & CORE;
            for (unsigned d = 0; d < CLOCK_COUNT; d++) stepped[d] += t >> d & 1;
        }
        for (unsigned d = 0; d < CLOCK_COUNT; d++) CU_ASSERT_EQUAL(passed[d], stepped[d]);
        for (unsigned s = 0; s < 50; s++) CU_ASSERT_EQUAL(clocks_step(&a), clocks_step(&b));
    }
}

// From anywhere, what stepping finds before the next core edge; edges together with it are not
// before it.
TEST(edges_before_the_core_edge_are_those_that_stepping_finds)
{
    clocks k = clocks_of(7, 700, 350, 924);
    uint64_t most = 0;
    for (unsigned s = 0; s < 3000; s++, clocks_step(&k)) {
        clocks a = k, b = k;
        uint64_t found[CLOCK_COUNT] = {0}, passed[CLOCK_COUNT];
        for (clocks look = a; !(clocks_step(&look) & CORE); a = look) {
            clocks before = a;
            const unsigned t = clocks_step(&before);
            for (unsigned d = 0; d < CLOCK_COUNT; d++) found[d] += t >> d & 1;
        }
        clocks_skip(&b, 0, passed);
        for (unsigned d = 0; d < CLOCK_COUNT; d++) {
            CU_ASSERT_EQUAL(clocks_edges_before_core(&k, (clock_domain)d), found[d]);
            CU_ASSERT_EQUAL(passed[d], found[d]);
        }
        CU_ASSERT_EQUAL(clocks_step(&a), clocks_step(&b));
        most = found[CLOCK_DRAM] > most ? found[CLOCK_DRAM] : most;
    }
    CU_ASSERT_EQUAL(most, 131); // 924 / 7 = 132, one of which is together with the core's
}

TEST(core_edges_within_ticks_of_another_clock_is_the_most_there_are)
{
    clocks k = clocks_of(700, 1400, 650, 924);
    for (unsigned s = 0; s < 500; s++) {
        clocks_step(&k);
        for (unsigned ticks = 0; ticks < 20; ticks++) {
            uint64_t n = clocks_core_edges_within(&k, CLOCK_DRAM, ticks), passed[CLOCK_COUNT];
            clocks a = k, b = k;
            if (n) {
                clocks_skip(&a, n, passed);
                CU_ASSERT(passed[CLOCK_DRAM] <= ticks);
            }
            clocks_skip(&b, n + 1, passed);
            CU_ASSERT(passed[CLOCK_DRAM] > ticks);
        }
    }
}

UNIT_MAIN("clock", T(all_clocks_tick_at_time_0), T(equal_clocks_always_tick_together),
          T(edges_of_700_and_924_mhz), T(edges_of_700_1400_700_and_924_mhz),
          T(no_drift_over_a_thousand_periods), T(skipping_passes_the_same_edges_as_stepping),
          T(edges_before_the_core_edge_are_those_that_stepping_finds),
          T(core_edges_within_ticks_of_another_clock_is_the_most_there_are))
