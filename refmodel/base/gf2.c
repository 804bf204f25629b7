// gf2.c : see gf2.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/gf2.h"

#include "base/err.h"

#include <stdio.h>

unsigned gf2_degree(uint64_t p) { return 63u - (unsigned)__builtin_clzll(p); }

uint64_t gf2_mod(uint64_t a, uint64_t p)
{
    const unsigned m = gf2_degree(p);
    while (a && gf2_degree(a) >= m) a ^= p << (gf2_degree(a) - m);
    return a;
}

static uint32_t gf2_div(uint32_t a, uint32_t p)
{
    const unsigned m = gf2_degree(p);
    uint32_t quotient = 0;
    while (a && gf2_degree(a) >= m) {
        const unsigned shift = gf2_degree(a) - m;
        quotient |= (uint32_t)1 << shift;
        a ^= p << shift;
    }
    return quotient;
}

// The least polynomial of degree 1 or more that divides p: p itself when it is irreducible.
static uint32_t least_factor(uint32_t p)
{
    const unsigned m = gf2_degree(p);
    for (uint32_t q = 2; 2 * gf2_degree(q) <= m; q++) {
        if (!gf2_mod(p, q)) return q;
    }
    return p;
}

bool gf2_irreducible(uint32_t p) { return least_factor(p) == p; }

bool gf2_primitive(uint32_t p)
{
    if (!gf2_irreducible(p) || !(p & 1)) return false;
    const uint32_t order = ((uint32_t)1 << gf2_degree(p)) - 1;
    uint64_t power = gf2_mod(2, p);
    for (uint32_t n = 1; n < order; n++) {
        if (power == 1) return false;
        power = gf2_mod(power << 1, p);
    }
    return power == 1;
}

unsigned gf2_factors(uint32_t p, uint32_t factors[GF2_FACTORS])
{
    unsigned n = 0;
    while (p > 1) {
        factors[n] = least_factor(p);
        p = gf2_div(p, factors[n++]);
    }
    return n;
}

static uint32_t lowest(unsigned m, bool (*good)(uint32_t p))
{
    uint32_t p = ((uint32_t)1 << m) | 1;
    while (!good(p)) p += 2;
    return p;
}

uint32_t gf2_lowest_irreducible(unsigned m) { return lowest(m, gf2_irreducible); }
uint32_t gf2_lowest_primitive(unsigned m) { return lowest(m, gf2_primitive); }

char *gf2_text(uint64_t p)
{
    char *text = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&text, &bytes);
    const char *plus = "";
    for (unsigned i = 64; i-- > 0;) {
        if (!(p >> i & 1)) continue;
        fputs(plus, f);
        plus = " + ";
        if (i > 1) fprintf(f, "x^%u", i);
        else fputs(i ? "x" : "1", f);
    }
    if (!p) fputs("0", f);
    wl_memstream_end(f);
    return text;
}
