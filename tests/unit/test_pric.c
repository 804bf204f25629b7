// test_pric.c : set index functions: the papers' vectors, the short tag, strides; the generator's
// sums.
//
// links: rtlgen blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "blocks/pric.h"
#include "rtlgen/engine/xor_net.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static pric made(index_kind kind, unsigned bits, uint32_t polynomial, unsigned low, unsigned high)
{
    const index_fn f = {.kind = kind,
                        .bits = bits,
                        .polynomial = polynomial,
                        .line_bit = 7,
                        .low = low,
                        .high = high,
                        .address_bits = 64};
    pric p;
    pric_init(&p, &f);
    return p;
}

static unsigned parity(uint64_t a, const unsigned *bits)
{
    unsigned x = 0;
    for (; *bits; bits++) x ^= (unsigned)(a >> *bits & 1);
    return x;
}

// Figure 7 of DWT-PRIC; its two lost lines as in the project's readings. Address bits, 0 ends a
// list.
static const unsigned fig7[5][16] = {
    {25, 24, 23, 22, 21, 18, 17, 15, 12, 7}, // I0
    {26, 25, 24, 23, 22, 19, 18, 16, 13, 8}, // I1
    {26, 22, 21, 20, 19, 18, 15, 14, 12, 9}, // I2
    {23, 22, 21, 20, 19, 16, 15, 13, 10},    // I3
    {24, 23, 22, 21, 20, 17, 16, 14, 11},    // I4
};

TEST(poly_37_is_figure_7)
{
    const pric p = made(INDEX_PRIC, 5, 37, 7, 26);
    for (unsigned bit = 7; bit < 40; bit++) {
        uint32_t expected = 0;
        for (unsigned i = 0; i < 5; i++) expected |= parity((uint64_t)1 << bit, fig7[i]) << i;
        CU_ASSERT_EQUAL(pric_index(&p, (uint64_t)1 << bit >> 7), expected);
    }
}

// GPGPU-Sim's polynomial hash for 16, 32, 64 sets is the remainder of the line address's low 17,
// 20, 25 bits by 19, 37, 67.
TEST(remainder_by_long_division)
{
    static const struct {
        unsigned bits, top;
        uint32_t p;
    } by_sets[] = {{4, 16, 19}, {5, 19, 37}, {6, 24, 67}};
    rng r = {7};
    for (unsigned k = 0; k < 3; k++) {
        const pric p = made(INDEX_PRIC, by_sets[k].bits, by_sets[k].p, 7, 7 + by_sets[k].top);
        for (unsigned n = 0; n < 1000; n++) {
            const uint64_t line = rng_u64(&r) >> 20;
            uint64_t rest = line & (((uint64_t)2 << by_sets[k].top) - 1);
            for (unsigned i = by_sets[k].top; i >= by_sets[k].bits; i--)
                rest ^= rest >> i & 1 ? (uint64_t)by_sets[k].p << (i - by_sets[k].bits) : 0;
            CU_ASSERT_EQUAL_FATAL(pric_index(&p, line), rest);
        }
    }
}

TEST(fermi_hash_is_nugterens)
{
    const pric p = made(INDEX_FERMI, 6, 0, 7, 26);
    static const unsigned also[5] = {13, 14, 15, 17, 19};
    rng r = {3};
    for (unsigned n = 0; n < 1000; n++) {
        const uint64_t a = rng_u64(&r) >> 30;
        uint32_t expected = (uint32_t)(a >> 7 & 31) | (uint32_t)(a >> 12 & 1) << 5;
        for (unsigned i = 0; i < 5; i++) expected ^= (uint32_t)(a >> also[i] & 1) << i;
        CU_ASSERT_EQUAL_FATAL(pric_index(&p, a >> 7), expected);
    }
}

TEST(bitwise_xor_folds_two_fields)
{
    const pric p = made(INDEX_XOR, 5, 0, 7, 26);
    CU_ASSERT_EQUAL(pric_index(&p, 0x3ff), 0);
    CU_ASSERT_EQUAL(pric_index(&p, 0x2a5), 0x15 ^ 0x05);
    CU_ASSERT_EQUAL(pric_index(&p, 0x400), 0);
}

TEST(one_set_has_index_0)
{
    const pric p = made(INDEX_LINEAR, 0, 0, 7, 26);
    CU_ASSERT_EQUAL(pric_index(&p, 0xffffffff), 0);
}

// ---- (tag, index) identifies the line

static bool injective(const pric *p, unsigned line_bits)
{
    unsigned char *seen = calloc((size_t)1 << line_bits, 1);
    bool once = true;
    for (uint64_t line = 0; line < (uint64_t)1 << line_bits && once; line++) {
        const uint64_t at = pric_tag(p, line) << p->bits | pric_index(p, line);
        once = at >> line_bits == 0 && !seen[at];
        seen[at] = 1;
    }
    free(seen);
    return once;
}

TEST(tag_and_index_identify_a_line)
{
    static const struct {
        unsigned low, high;
    } slices[] = {{7, 22}, {9, 24}, {12, 24}};
    static const index_kind kinds[] = {INDEX_LINEAR, INDEX_FERMI, INDEX_XOR, INDEX_PRIC};
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned k = 0; k < 4; k++) {
            const pric p = made(kinds[k], 5, 37, slices[s].low, slices[s].high);
            CU_ASSERT_TRUE(kinds[k] == INDEX_FERMI && slices[s].low != 7 ? true
                                                                         : injective(&p, 18));
        }
    }
}

TEST(a_tag_one_bit_too_short_does_not)
{
    pric p = made(INDEX_PRIC, 5, 37, 7, 22);
    p.bits = 6; // tag from bit 6 on; index bits as before
    CU_ASSERT_FALSE(injective(&p, 16));
}

// ---- strides (DWT-PRIC 4.3; the project's reading of it)

// Sets that the m-bit index gives to 2^m lines, `stride` lines apart, from `base` on; the most of
// them in one set.
static unsigned most_in_a_set(const pric *p, uint64_t base, uint64_t stride)
{
    unsigned count[64] = {0}, most = 0;
    for (uint64_t i = 0; i < (uint64_t)1 << p->bits; i++) {
        const unsigned n = ++count[pric_index(p, base + i * stride)];
        most = n > most ? n : most;
    }
    return most;
}

TEST(power_of_two_strides_from_a_clear_base_fill_all_sets)
{
    const pric p = made(INDEX_PRIC, 5, 37, 7, 26);
    rng r = {11};
    for (unsigned k = 0; k + 5 <= 20; k++) {
        for (unsigned n = 0; n < 100; n++) {
            const uint64_t base = rng_u64(&r) & 0xfffff & ~((uint64_t)31 << k);
            CU_ASSERT_EQUAL_FATAL(most_in_a_set(&p, base, (uint64_t)1 << k), 1);
        }
    }
}

TEST(power_of_two_strides_from_any_base_put_at_most_two_in_a_set)
{
    const pric p = made(INDEX_PRIC, 5, 37, 7, 26);
    rng r = {12};
    for (unsigned k = 0; k + 5 <= 20; k++) {
        for (unsigned n = 0; n < 1000; n++)
            CU_ASSERT_TRUE_FATAL(most_in_a_set(&p, rng_u64(&r) & 0xfffff, (uint64_t)1 << k) <= 2);
    }
}

TEST(strides_beyond_the_hashed_width_collide)
{
    const pric p = made(INDEX_PRIC, 5, 37, 7, 26);
    CU_ASSERT_EQUAL(most_in_a_set(&p, 0, (uint64_t)1 << 20), 32); // 2^27 bytes
    CU_ASSERT_TRUE(most_in_a_set(&p, 0, (uint64_t)1 << 16) >
                   1); // the upper ones of the 32 lie beyond
}

// ---- L1D's function

static void l1d_wrong(const config *c, const char *text)
{
    const index_fn f = index_fn_of_l1d(c);
    const char *key;
    char *wrong = index_fn_wrong(&f, false, &key);
    CU_ASSERT_PTR_NOT_NULL_FATAL(wrong);
    CU_ASSERT_PTR_NOT_NULL(strstr(wrong, text));
    free(wrong);
}

TEST(fermi_of_128_sets_or_64_byte_lines_is_refused)
{
    config c;
    config_defaults(&c);
    c.l1d.sets = 128;
    l1d_wrong(&c, "l1d.index = fermi");
    c.l1d.sets = 32;
    c.l1d.line_bytes = 64;
    l1d_wrong(&c, "l1d.index = fermi");
}

TEST(pric_of_64_sets_takes_polynomial_67)
{
    config c;
    config_defaults(&c);
    c.l1d.index = INDEX_PRIC;
    CU_ASSERT_EQUAL(index_fn_of_l1d(&c).polynomial, 37);
    c.l1d.sets = 64;
    CU_ASSERT_EQUAL(index_fn_of_l1d(&c).polynomial, 67);
    c.l1d.index_polynomial = 65; // x^6 + 1
    l1d_wrong(&c, "(x + 1)(x + 1)(x^2 + x + 1)(x^2 + x + 1)");
    c.l1d.index_polynomial = 37;
    l1d_wrong(&c, "must be of degree 6 (l1d.sets)");
}

TEST(hash_spreads_a_stride_of_8192_that_linear_puts_in_one_set)
{
    static const struct {
        index_kind kind;
        int sets;
    } expected[] = {{INDEX_LINEAR, 1}, {INDEX_FERMI, 8}, {INDEX_PRIC, 8}};
    for (unsigned k = 0; k < 3; k++) {
        config c;
        config_defaults(&c);
        c.l1d.index = expected[k].kind;
        const index_fn f = index_fn_of_l1d(&c);
        pric p;
        pric_init(&p, &f);
        uint64_t seen = 0;
        for (uint64_t i = 0; i < 8; i++) seen |= (uint64_t)1 << pric_index(&p, i * 8192 >> 7);
        CU_ASSERT_EQUAL(__builtin_popcountll(seen), expected[k].sets);
    }
}

// ---- the generator's sums

static const char *digit(void *ctx, unsigned term)
{
    char *text = ctx;
    text[0] = (char)('a' + term);
    text[1] = '\0';
    return text;
}

static uint64_t inputs_of(const xor_net *n, unsigned term)
{
    if (term < n->n_inputs) return (uint64_t)1 << term;
    return inputs_of(n, n->terms[term].a) ^ inputs_of(n, n->terms[term].b);
}

TEST(sharing_changes_no_sum)
{
    rng r = {5};
    for (unsigned round = 0; round < 20; round++) {
        uint64_t rows[8];
        for (unsigned s = 0; s < 8; s++) rows[s] = rng_u64(&r) & 0xffffff;
        xor_net n;
        xor_net_init(&n, rows, 8, 24);
        const unsigned gates = xor_net_gates(&n), depth = xor_net_depth(&n);
        xor_net_share(&n);
        CU_ASSERT_TRUE(xor_net_gates(&n) < gates && xor_net_depth(&n) <= depth);
        for (unsigned s = 0; s < 8; s++) {
            uint64_t sum = 0;
            for (unsigned t = 0; t < n.n_terms; t++) sum ^= n.in[s][t] ? inputs_of(&n, t) : 0;
            CU_ASSERT_EQUAL_FATAL(sum, rows[s]);
        }
    }
}

TEST(depth_of_a_sum_is_the_logarithm)
{
    for (unsigned w = 1; w <= 64; w++) {
        const uint64_t row = w < 64 ? ((uint64_t)1 << w) - 1 : UINT64_MAX;
        xor_net n;
        xor_net_init(&n, &row, 1, 64);
        unsigned log = 0;
        while (1u << log < w) log++;
        CU_ASSERT_EQUAL(xor_net_depth(&n), log);
        CU_ASSERT_EQUAL(xor_net_gates(&n), w - 1);
        CU_ASSERT_EQUAL(xor_net_fan_in(&n), w);
    }
}

TEST(sums_are_written_flat)
{
    char name[2];
    const uint64_t rows[] = {0xf, 0x1, 0};
    xor_net n;
    xor_net_init(&n, rows, 3, 4);
    static const char *const expected[] = {"(a ^ b) ^ (c ^ d)", "a", "1'b0"};
    for (unsigned s = 0; s < 3; s++) {
        char *text = xor_net_text(&n, s, digit, name);
        CU_ASSERT_STRING_EQUAL(text, expected[s]);
        free(text);
    }
}

UNIT_MAIN("pric", T(poly_37_is_figure_7), T(remainder_by_long_division), T(fermi_hash_is_nugterens),
          T(bitwise_xor_folds_two_fields), T(one_set_has_index_0), T(tag_and_index_identify_a_line),
          T(a_tag_one_bit_too_short_does_not),
          T(power_of_two_strides_from_a_clear_base_fill_all_sets),
          T(power_of_two_strides_from_any_base_put_at_most_two_in_a_set),
          T(strides_beyond_the_hashed_width_collide),
          T(fermi_of_128_sets_or_64_byte_lines_is_refused), T(pric_of_64_sets_takes_polynomial_67),
          T(hash_spreads_a_stride_of_8192_that_linear_puts_in_one_set), T(sharing_changes_no_sum),
          T(depth_of_a_sum_is_the_logarithm), T(sums_are_written_flat))
