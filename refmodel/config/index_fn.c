// index_fn.c : see index_fn.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/index_fn.h"

#include "base/gf2.h"

#include <stdlib.h>

static uint32_t chosen(uint32_t given, bool primitive, unsigned m)
{
    if (given) return given;
    return primitive ? gf2_lowest_primitive(m) : gf2_lowest_irreducible(m);
}

index_fn index_fn_of_pric(const config *c)
{
    const struct cfg_pric *p = &c->pric;
    return (index_fn){.kind = p->kind, .bits = p->index_bits, .polynomial = chosen(p->polynomial, p->primitive, p->index_bits),
                      .line_bit = p->line_bit, .low = p->low_bit, .high = p->high_bit, .address_bits = p->address_bits};
}

static char *factors_text(uint32_t p)
{
    uint32_t factors[GF2_FACTORS];
    const unsigned n = gf2_factors(p, factors);
    char *list = wl_strdup("");
    for (unsigned i = 0; i < n; i++) {
        char *one = gf2_text(factors[i]), *longer = wl_format("%s(%s)", list, one);
        free(one);
        free(list);
        list = longer;
    }
    return list;
}

static char *reducible(const index_fn *f, const char *prefix)
{
    char *factors = factors_text(f->polynomial), *text = gf2_text(f->polynomial);
    char *why = wl_format("%s.polynomial = %u: must be irreducible; %s = %s", prefix, f->polynomial, text, factors);
    free(factors);
    free(text);
    return why;
}

static char *wrong_polynomial(const index_fn *f, bool primitive, const char *prefix)
{
    char *text = gf2_text(f->polynomial), *why = NULL;
    if (f->polynomial < 2 || gf2_degree(f->polynomial) != f->bits) {
        why = wl_format("%s.polynomial = %u: %s must be of degree %u (%s.index_bits)", prefix, f->polynomial, text, f->bits, prefix);
    } else if (f->polynomial == 2) {
        why = wl_format("%s.polynomial = 2: x takes the lowest bit alone as index; of degree 1 only 3 (x + 1) hashes", prefix);
    } else if (!gf2_irreducible(f->polynomial)) {
        why = reducible(f, prefix);
    } else if (primitive && !gf2_primitive(f->polynomial)) {
        why = wl_format("%s.polynomial = %u: must be primitive (%s.primitive); %s is irreducible only; the lowest primitive one is %u", prefix,
                        f->polynomial, prefix, text, gf2_lowest_primitive(f->bits));
    }
    free(text);
    return why;
}

static char *wrong_slice(const index_fn *f, const char *prefix, const char **key)
{
    *key = "high_bit";
    if (f->high >= f->address_bits) {
        return wl_format("%s.high_bit = %u: must be below %s.address_bits = %u", prefix, f->high, prefix, f->address_bits);
    }
    if (f->high + 1 < f->low + f->bits) {
        return wl_format("%s.high_bit = %u: the slice A[%u:%u] must have at least the %u bits of the index", prefix, f->high, f->high, f->low, f->bits);
    }
    *key = "low_bit";
    if (f->low < f->line_bit) {
        return wl_format("%s.low_bit = %u: must be at least %s.line_bit = %u: all bytes of a line have one index", prefix, f->low, prefix, f->line_bit);
    }
    return NULL;
}

enum { FERMI_LOW = 7, FERMI_HIGH = 19 };

char *index_fn_wrong(const index_fn *f, bool primitive, const char *prefix, const char **key)
{
    char *why = wrong_slice(f, prefix, key);
    if (why) return why;
    *key = "kind";
    if (f->kind == INDEX_FERMI && ((f->bits != 5 && f->bits != 6) || f->low != FERMI_LOW || f->high < FERMI_HIGH)) {
        return wl_format("%s.kind = fermi: the hash has 5 or 6 index bits over A[%d:%d]; index_bits = %u, slice A[%u:%u]", prefix, FERMI_HIGH,
                         FERMI_LOW, f->bits, f->high, f->low);
    }
    *key = "polynomial";
    return f->kind == INDEX_PRIC ? wrong_polynomial(f, primitive, prefix) : NULL;
}
