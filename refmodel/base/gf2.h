// gf2.h: polynomials over GF(2). Bit i of a number is the coefficient of x^i: 37 = 100101 is x^5 +
// x^2 + 1.
//
// They define set index functions A(x) mod P(x) (Rau, "Pseudo-randomly interleaved memory", ISCA
// 1991). Degrees go up to GF2_DEGREE. Factors are found by trial division, which is meant for
// checking a configuration, not for an inner loop.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_GF2_H
#define WL_BASE_GF2_H

#include <stdbool.h>
#include <stdint.h>

enum { GF2_DEGREE = 16, GF2_FACTORS = GF2_DEGREE };

unsigned gf2_degree(uint64_t p);          // p is not 0
uint64_t gf2_mod(uint64_t a, uint64_t p); // p is not 0

// p: degree 1..GF2_DEGREE.
bool gf2_irreducible(uint32_t p);
// irreducible, and the powers of x are all 2^degree - 1 nonzero remainders
bool gf2_primitive(uint32_t p);

// Stores the irreducible factors of p (degree 1..GF2_DEGREE) in ascending order, with their
// multiplicity. Returns their number.
unsigned gf2_factors(uint32_t p, uint32_t factors[GF2_FACTORS]);

// The numerically lowest polynomial of degree m = 1..GF2_DEGREE with constant term 1; for degree 1
// both are x + 1.
uint32_t gf2_lowest_irreducible(unsigned m);
uint32_t gf2_lowest_primitive(unsigned m);

// "x^5 + x^2 + 1"; malloc'd.
char *gf2_text(uint64_t p);

#endif
