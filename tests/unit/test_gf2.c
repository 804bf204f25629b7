// test_gf2.c : polynomials over GF(2).
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/gf2.h"
#include "unit.h"

#include <stdlib.h>

// Moebius function, and Gauss's count of irreducible polynomials: (1/m) sum over d | m of mu(d)
// 2^(m/d).
static int moebius(unsigned d)
{
    int sign = 1;
    for (unsigned p = 2; p <= d; p++) {
        if (d % p) continue;
        d /= p;
        if (d % p == 0) return 0;
        sign = -sign;
    }
    return sign;
}

static unsigned irreducibles(unsigned m)
{
    int64_t sum = 0;
    for (unsigned d = 1; d <= m; d++) {
        if (m % d == 0) sum += moebius(d) * ((int64_t)1 << m / d);
    }
    return (unsigned)(sum / m);
}

static unsigned totient(unsigned n)
{
    unsigned result = n;
    for (unsigned p = 2; p * p <= n; p++) {
        if (n % p) continue;
        while (n % p == 0) n /= p;
        result -= result / p;
    }
    return n > 1 ? result - result / n : result;
}

TEST(irreducibles_of_each_degree_are_as_many_as_gauss_says)
{
    for (unsigned m = 1; m <= GF2_DEGREE; m++) {
        unsigned n = 0;
        for (uint32_t p = (uint32_t)1 << m; p >> m == 1; p++) n += gf2_irreducible(p);
        CU_ASSERT_EQUAL(n, irreducibles(m));
    }
}

TEST(primitives_of_each_degree_are_as_many_as_the_totient_says)
{
    for (unsigned m = 1; m <= 12; m++) {
        unsigned n = 0;
        for (uint32_t p = (uint32_t)1 << m; p >> m == 1; p++) n += gf2_primitive(p);
        CU_ASSERT_EQUAL(n, totient((1u << m) - 1) / m);
    }
}

TEST(the_six_of_degree_5_are_the_papers)
{
    static const uint32_t paper[] = {37, 41, 47, 55, 59, 61}; // DWT-PRIC, section 4.3
    unsigned n = 0;
    for (uint32_t p = 32; p < 64; p++) {
        if (!gf2_irreducible(p)) continue;
        CU_ASSERT_TRUE(n < 6 && paper[n] == p);
        n++;
    }
    CU_ASSERT_EQUAL(n, 6);
}

TEST(lowest_ones)
{
    CU_ASSERT_EQUAL(gf2_lowest_irreducible(1), 3);
    CU_ASSERT_EQUAL(gf2_lowest_irreducible(4), 19);
    CU_ASSERT_EQUAL(gf2_lowest_irreducible(5), 37);
    CU_ASSERT_EQUAL(gf2_lowest_irreducible(6), 67);
    CU_ASSERT_EQUAL(gf2_lowest_irreducible(8), 0x11b); // Rijndael's
    CU_ASSERT_EQUAL(gf2_lowest_primitive(8), 0x11d);   // Reed and Solomon's
}

TEST(irreducible_is_not_primitive)
{
    CU_ASSERT_TRUE(gf2_irreducible(0x11b));
    CU_ASSERT_FALSE(gf2_primitive(0x11b));
    CU_ASSERT_FALSE(gf2_primitive(0x1f)); // x^4 + ... + 1: x has order 5
}

static uint64_t product_of(uint32_t a, uint32_t b)
{
    uint64_t product = 0;
    for (unsigned i = 0; i < 32; i++) product ^= (b >> i & 1) ? (uint64_t)a << i : 0;
    return product;
}

TEST(factors_multiply_to_the_polynomial)
{
    for (uint32_t p = 2; p < 1u << 12; p++) {
        uint32_t f[GF2_FACTORS], product = 1;
        const unsigned n = gf2_factors(p, f);
        for (unsigned i = 0; i < n; i++) {
            CU_ASSERT_TRUE_FATAL(gf2_irreducible(f[i]) && (i == 0 || f[i - 1] <= f[i]));
            product = (uint32_t)product_of(product, f[i]);
        }
        CU_ASSERT_EQUAL_FATAL(product, p);
    }
}

TEST(remainder_undoes_the_product)
{
    for (uint32_t a = 0; a < 200; a++) {
        for (uint32_t r = 0; r < 32; r++)
            CU_ASSERT_EQUAL_FATAL(gf2_mod(product_of(a, 37) ^ r, 37), r);
    }
    CU_ASSERT_EQUAL(gf2_mod((uint64_t)1 << 63, 2), 0);
}

static void says(uint64_t p, const char *text)
{
    char *t = gf2_text(p);
    CU_ASSERT_STRING_EQUAL(t, text);
    free(t);
}

TEST(written_as_in_books)
{
    says(37, "x^5 + x^2 + 1");
    says(3, "x + 1");
    says(0, "0");
}

UNIT_MAIN("gf2", T(irreducibles_of_each_degree_are_as_many_as_gauss_says),
          T(primitives_of_each_degree_are_as_many_as_the_totient_says),
          T(the_six_of_degree_5_are_the_papers), T(lowest_ones), T(irreducible_is_not_primitive),
          T(factors_multiply_to_the_polynomial), T(remainder_undoes_the_product),
          T(written_as_in_books))
