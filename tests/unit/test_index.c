// test_index.c : set index functions.                                                                 links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/index.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static unsigned bit(uint64_t a, unsigned i) { return (unsigned)(a >> i & 1); }

// GTX480: A[11:7] XOR {A19,A17,A15,A14,A13}, most significant first; 64 sets: A12 on top.
static unsigned fermi_by_bits(uint64_t a, unsigned sets)
{
    const unsigned upper = bit(a, 19) << 4 | bit(a, 17) << 3 | bit(a, 15) << 2 | bit(a, 14) << 1 | bit(a, 13);
    return (((unsigned)(a >> 7) & 31) ^ upper) | (sets == 64 ? bit(a, 12) << 5 : 0);
}

static void fermi_formula(unsigned sets)
{
    for (uint64_t i = 0; i < 4096; i++) {
        const uint64_t a = 0xc0000000u + i * 0x1f83; // odd stride: all bits change
        CU_ASSERT_EQUAL(index_set(INDEX_FERMI, a >> 7, sets), fermi_by_bits(a, sets));
    }
}

TEST(fermi_index_formula) { fermi_formula(32); }
TEST(fermi_index_of_64_sets_has_bit_12_on_top) { fermi_formula(64); }

TEST(linear_index_is_the_low_line_bits)
{
    for (uint64_t line = 0; line < 1000; line += 7) CU_ASSERT_EQUAL(index_set(INDEX_LINEAR, line, 32), line % 32);
}

TEST(fermi_spreads_a_stride_of_8192_that_linear_puts_in_one_set)
{
    uint64_t fermi = 0, linear = 0;
    for (uint64_t i = 0; i < 8; i++) {
        fermi |= (uint64_t)1 << index_set(INDEX_FERMI, i * 8192 >> 7, 32);
        linear |= (uint64_t)1 << index_set(INDEX_LINEAR, i * 8192 >> 7, 32);
    }
    CU_ASSERT_EQUAL(linear, 1);
    CU_ASSERT_EQUAL(__builtin_popcountll(fermi), 8);
}

TEST(fermi_of_128_sets_is_refused)
{
    err e = {0};
    CU_ASSERT_EQUAL(index_check("l1d", INDEX_FERMI, 128, 128, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "l1d.sets = 128"));
    err_free(&e);
}

TEST(fermi_of_64_byte_lines_is_refused)
{
    err e = {0};
    CU_ASSERT_EQUAL(index_check("l1d", INDEX_FERMI, 32, 64, &e), ST_INPUT);
    err_free(&e);
    CU_ASSERT_EQUAL(index_check("l1d", INDEX_LINEAR, 128, 64, &e), ST_OK);
}

UNIT_MAIN("index", T(fermi_index_formula), T(fermi_index_of_64_sets_has_bit_12_on_top), T(linear_index_is_the_low_line_bits),
          T(fermi_spreads_a_stride_of_8192_that_linear_puts_in_one_set), T(fermi_of_128_sets_is_refused), T(fermi_of_64_byte_lines_is_refused))
