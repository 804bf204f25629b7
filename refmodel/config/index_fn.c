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

static const index_keys pric_keys = {"structures.pric.kind",       "structures.pric.index_bits",
                                     "structures.pric.polynomial", "structures.pric.primitive",
                                     "structures.pric.line_bit",   "structures.pric.low_bit",
                                     "structures.pric.high_bit",   "structures.pric.address_bits"};
static const index_keys l1d_keys = {.kind = "l1d.index",
                                    .bits = "l1d.sets",
                                    .polynomial = "l1d.index_polynomial",
                                    .line_bit = "l1d.line_bytes",
                                    .low = "l1d.line_bytes",
                                    .high = "l1d.index_high_bit"};
static const index_keys l2_keys = {.kind = "l2.index",
                                   .bits = "l2.sets",
                                   .polynomial = "l2.index_polynomial",
                                   .line_bit = "l1d.line_bytes",
                                   .low = "l1d.line_bytes",
                                   .high = "l2.index_high_bit"};

index_fn index_fn_of_pric(const config *c)
{
    const struct cfg_pric *p = &c->pric;
    return (index_fn){.keys = &pric_keys,
                      .kind = p->kind,
                      .bits = p->index_bits,
                      .polynomial = chosen(p->polynomial, p->primitive, p->index_bits),
                      .line_bit = p->line_bit,
                      .low = p->low_bit,
                      .high = p->high_bit,
                      .address_bits = p->address_bits};
}

static unsigned log2_of(uint32_t power) { return (unsigned)__builtin_ctz(power); }

// Of a cache; high counts for pric alone.
static index_fn of_cache(const index_keys *keys, index_kind kind, uint32_t sets,
                         uint32_t line_bytes, uint32_t polynomial, unsigned high)
{
    enum { ADDRESS_BITS = 64 };
    index_fn f = {.keys = keys,
                  .kind = kind,
                  .bits = log2_of(sets),
                  .line_bit = log2_of(line_bytes),
                  .high = ADDRESS_BITS - 1,
                  .address_bits = ADDRESS_BITS};
    f.low = f.line_bit;
    if (f.kind == INDEX_PRIC && f.bits) {
        f.high = high;
        f.polynomial = chosen(polynomial, false, f.bits);
    }
    return f;
}

index_fn index_fn_of_l1d(const config *c)
{
    const struct cfg_l1d *l = &c->l1d;
    return of_cache(&l1d_keys, l->index, l->sets, l->line_bytes, l->index_polynomial,
                    l->index_high_bit);
}

index_fn index_fn_of_l2(const config *c)
{
    const struct cfg_l2 *l = &c->l2;
    return of_cache(&l2_keys, l->index, l->sets, c->l1d.line_bytes, l->index_polynomial,
                    l->index_high_bit);
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

static char *reducible(const index_fn *f)
{
    char *factors = factors_text(f->polynomial), *text = gf2_text(f->polynomial);
    char *why = wl_format("%s = %u: must be irreducible; %s = %s", f->keys->polynomial,
                          f->polynomial, text, factors);
    free(factors);
    free(text);
    return why;
}

static char *wrong_polynomial(const index_fn *f, bool primitive)
{
    const index_keys *k = f->keys;
    char *text = gf2_text(f->polynomial), *why = NULL;
    if (f->polynomial < 2 || gf2_degree(f->polynomial) != f->bits) {
        why = wl_format("%s = %u: %s must be of degree %u (%s)", k->polynomial, f->polynomial, text,
                        f->bits, k->bits);
    } else if (f->polynomial == 2) {
        why = wl_format(
            "%s = 2: x takes the lowest bit alone as index; of degree 1 only 3 (x + 1) hashes",
            k->polynomial);
    } else if (!gf2_irreducible(f->polynomial)) {
        why = reducible(f);
    } else if (primitive && !gf2_primitive(f->polynomial)) {
        why = wl_format("%s = %u: must be primitive (%s); %s is irreducible only; the lowest "
                        "primitive one is %u",
                        k->polynomial, f->polynomial, k->primitive, text,
                        gf2_lowest_primitive(f->bits));
    }
    free(text);
    return why;
}

static char *wrong_slice(const index_fn *f, const char **key)
{
    const index_keys *k = f->keys;
    *key = k->high;
    if (f->high >= f->address_bits)
        return wl_format("%s = %u: must be below %s = %u", k->high, f->high, k->address_bits,
                         f->address_bits);
    if (f->high + 1 < f->low + f->bits) {
        return wl_format("%s = %u: the slice A[%u:%u] must have at least the %u bits of the index",
                         k->high, f->high, f->high, f->low, f->bits);
    }
    *key = k->low;
    if (f->low < f->line_bit) {
        return wl_format("%s = %u: must be at least %s = %u: all bytes of a line have one index",
                         k->low, f->low, k->line_bit, f->line_bit);
    }
    return NULL;
}

enum { FERMI_LOW = 7, FERMI_HIGH = 19 };

char *index_fn_wrong(const index_fn *f, bool primitive, const char **key)
{
    char *why = wrong_slice(f, key);
    if (why) return why;
    *key = f->keys->kind;
    if (f->kind == INDEX_FERMI &&
        ((f->bits != 5 && f->bits != 6) || f->low != FERMI_LOW || f->high < FERMI_HIGH)) {
        return wl_format("%s = fermi: the hash has 5 or 6 index bits (32 or 64 sets) over "
                         "A[%d:%d], lines of 128 bytes; here %u bits over A[%u:%u]",
                         f->keys->kind, FERMI_HIGH, FERMI_LOW, f->bits, f->high, f->low);
    }
    *key = f->keys->polynomial;
    return f->kind == INDEX_PRIC && f->bits ? wrong_polynomial(f, primitive) : NULL;
}
