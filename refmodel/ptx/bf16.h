// bf16.h: conversions between double and the short formats bf16, e4m3 and e5m2 (PTX ISA,
// "Alternate Floating-Point Data Formats").
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_BF16_H
#define WL_PTX_BF16_H

#include "ptx/half.h"

// A format of `mantissa` bits whose smallest normal number is 2^least; codes are clamped to `most`.
typedef struct short_float {
    int mantissa, least;
    uint32_t most, nan, sign;
} short_float;

static const short_float format_bf16 = {7, -126, 0x7f80, 0x7fff, 0x8000};
static const short_float format_e4m3 = {3, -6, 0x7e, 0x7f, 0x80};
static const short_float format_e5m2 = {2, -14, 0x7b, 0x7f, 0x80};

// To nearest, ties to even. What is too large becomes `most`: infinity, or with .satfinite the
// largest number.
static inline uint32_t short_bits(double x, const short_float *f)
{
    const uint32_t sign = double_bits(x) >> 63 ? f->sign : 0;
    int e;
    if (x != x) return f->nan;
    if (!(x < 0 || x > 0)) return sign;
    if (x > 1e300 || x < -1e300) return sign | f->most;
    frexp(x, &e);
    const int top = e - 1 < f->least ? f->least : e - 1;
    // counts of the last place; a carry goes into the exponent, as it should
    const double n = nearbyint(ldexp(__builtin_fabs(x), f->mantissa - top));
    const uint64_t code = ((uint64_t)(top - f->least) << f->mantissa) + (uint64_t)n;
    return sign | (code > f->most ? f->most : (uint32_t)code);
}

static inline double short_value(uint32_t code, const short_float *f)
{
    const uint32_t size = code & (f->sign - 1), exponent = size >> f->mantissa;
    const double sign = code & f->sign ? -1 : 1;
    if (!exponent) return sign * ldexp((double)size, f->least - f->mantissa);
    const uint32_t digits = (size & ((1u << f->mantissa) - 1)) | 1u << f->mantissa;
    return sign * ldexp((double)digits, (int)exponent - 1 + f->least - f->mantissa);
}

static inline double bf16_value(uint32_t h) { return (double)bits_float(h << 16); }
static inline uint32_t bf16_bits(double x) { return short_bits(x, &format_bf16); }

// Bits of e4m3 and e5m2 as f16, which holds all of their values.
static inline uint32_t e4m3_half(uint32_t code)
{
    return (code & 0x7f) == 0x7f ? 0x7fff : half_bits(short_value(code, &format_e4m3));
}
static inline uint32_t e5m2_half(uint32_t code)
{
    return (code & 0x7f) > 0x7c ? 0x7fff : (code & 0xff) << 8;
}

// x + y for rounding to a shorter format once: an inexact sum has its last bit set (round to odd),
// so that it is no tie there unless the exact sum is one.
static inline double odd_sum(double x, double y)
{
    const double s = x + y, back = s - x, error = (x - (s - back)) + (y - back);
    const uint64_t bits = double_bits(s);
    if (!(error < 0 || error > 0) || (bits & 1)) return s;
    return bits_double((error > 0) == (s > 0) ? bits + 1 : bits - 1);
}

#endif
