// test_identity_coverage.c: the collector of identity bits that traffic tells apart.
//
// links: bench base
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/identity_coverage.h"

#include "base/rng.h"
#include "unit.h"

#include <string.h>

enum { BITS = 6, LIVE = 32 };

static identity_coverage collector(unsigned most_live)
{
    identity_coverage b;
    identity_coverage_init(&b, "tag", BITS, most_live);
    return b;
}

TEST(two_live_values_that_differ_in_one_bit_tell_it_apart)
{
    identity_coverage b = collector(LIVE);
    identity_coverage_add(&b, 5);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_add(&b, 5 ^ 8);
    CU_ASSERT_EQUAL(b.told, 8);
    identity_coverage_add(&b, 5 ^ 8 ^ 3); // two bits from one, three from the other
    CU_ASSERT_EQUAL(b.told, 8);
    identity_coverage_free(&b);
}

TEST(a_value_that_has_left_tells_nothing_apart)
{
    identity_coverage b = collector(LIVE);
    identity_coverage_add(&b, 5);
    identity_coverage_add(&b, 5);
    identity_coverage_remove(&b, 5);
    identity_coverage_remove(&b, 5);
    identity_coverage_add(&b, 4);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_clear(&b);
    identity_coverage_add(&b, 6);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_free(&b);
}

TEST(values_of_different_context_are_not_compared)
{
    identity_coverage b = collector(LIVE);
    identity_coverage_add(&b, 1 << BITS | 2);
    identity_coverage_add(&b, 2 << BITS | 3);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_add(&b, 2 << BITS | 2);
    CU_ASSERT_EQUAL(b.told, 1);
    identity_coverage_free(&b);
}

// What the definition says, from all pairs of values that are held.
static uint64_t only_differences(const uint64_t *held, unsigned n, uint64_t value)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t differ = held[i] ^ value;
        if (__builtin_popcountll(differ) == 1 && differ < (uint64_t)1 << BITS) bits |= differ;
    }
    return bits;
}

TEST(values_that_come_and_go_at_random_give_what_the_definition_gives)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        rng r = {seed};
        uint64_t held[LIVE], told = 0;
        unsigned n = 0;
        identity_coverage b = collector(LIVE);
        for (unsigned step = 0; step < 60; step++) {
            if (n == LIVE || (n && rng_percent(&r, 55))) {
                const unsigned i = (unsigned)rng_below(&r, n);
                identity_coverage_remove(&b, held[i]);
                held[i] = held[--n];
            } else {
                held[n] = rng_below(&r, 8 << BITS);
                told |= only_differences(held, n, held[n]);
                identity_coverage_add(&b, held[n++]);
            }
            if (!b.complete) CU_ASSERT_EQUAL(b.told, told);
        }
        identity_coverage_free(&b);
    }
}

TEST(a_pair_counts_only_when_one_bit_differs)
{
    identity_coverage b = collector(0);
    identity_coverage_pair(&b, 7, 7);
    identity_coverage_pair(&b, 7, 4);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_pair(&b, 7, 5);
    CU_ASSERT_EQUAL(b.told, 2);
    identity_coverage_free(&b);
}

// A collector of which everything but `bit` has been told apart, both ends included.
static identity_coverage all_but(unsigned bit)
{
    identity_coverage b = collector(0);
    for (unsigned i = 0; i < BITS; i++) {
        if (i != bit) identity_coverage_pair(&b, 0, (uint64_t)1 << i);
    }
    identity_coverage_pair(&b, b.last, b.last);
    return b;
}

TEST(the_check_names_the_identity_and_the_bit)
{
    for (unsigned bit = 0; bit < BITS; bit++) {
        identity_coverage b = all_but(bit);
        char bit_text[32];
        err e = {0};
        snprintf(bit_text, sizeof bit_text, "bit %u of `tag`", bit);
        CU_ASSERT_EQUAL(identity_coverage_check(&b, 1, &e), ST_CHECK);
        CU_ASSERT_EQUAL(e.count, 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, bit_text));
        err_free(&e);
        identity_coverage_pair(&b, 3, 3 ^ (uint64_t)1 << bit);
        CU_ASSERT_TRUE(b.complete);
        CU_ASSERT_EQUAL(identity_coverage_check(&b, 1, &e), ST_OK);
        identity_coverage_free(&b);
    }
}

TEST(a_bit_counts_when_every_comparator_has_told_it_apart)
{
    identity_coverage b = collector(0);
    identity_coverage_comparators(&b, 2);
    identity_coverage_pair_at(&b, 0, 1, 5);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_pair_at(&b, 1, 0, 8);
    CU_ASSERT_EQUAL(b.told, 0);
    identity_coverage_pair_at(&b, 1, 2, 6);
    CU_ASSERT_EQUAL(b.told, 4);
    identity_coverage_free(&b);
}

TEST(the_check_asks_for_zero_and_for_the_last_value)
{
    identity_coverage b = collector(0);
    err e = {0};
    b.possible = 0;
    b.last = 47;
    identity_coverage_pair(&b, 1, 46);
    CU_ASSERT_EQUAL(identity_coverage_check(&b, 1, &e), ST_CHECK);
    CU_ASSERT_EQUAL(e.count, 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "the value 0x0 of `tag`"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "the value 0x2f of `tag`"));
    err_free(&e);
    identity_coverage_pair(&b, 0, 47);
    CU_ASSERT_EQUAL(identity_coverage_check(&b, 1, &e), ST_OK);
    identity_coverage_free(&b);
}

UNIT_MAIN("identity_coverage", T(two_live_values_that_differ_in_one_bit_tell_it_apart),
          T(a_value_that_has_left_tells_nothing_apart),
          T(values_of_different_context_are_not_compared),
          T(values_that_come_and_go_at_random_give_what_the_definition_gives),
          T(a_pair_counts_only_when_one_bit_differs), T(the_check_names_the_identity_and_the_bit),
          T(a_bit_counts_when_every_comparator_has_told_it_apart),
          T(the_check_asks_for_zero_and_for_the_last_value))
