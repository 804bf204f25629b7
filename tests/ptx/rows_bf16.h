// rows_bf16.h : rows of bf16 arithmetic and of conversions of bf16, tf32, e4m3 and e5m2. Their
// values and roundings are made here from the formats' definitions.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_ROWS_BF16_H
#define WL_TESTS_PTX_ROWS_BF16_H

#include "tests/ptx/rows_float.h"

// A format of 1 + exponent + mantissa bits.
typedef struct tiny {
    int exponent, mantissa;
    u64 largest, nan; // codes; above `largest` lies infinity, or with .satfinite nothing
    bool finite;
} tiny;
static const tiny tiny_bf16 = {8, 7, 0x7f7f, 0x7fff, false}, tiny_e4m3 = {4, 3, 0x7e, 0x7f, true},
                  tiny_e5m2 = {5, 2, 0x7b, 0x7f, true};

static inline long double tiny_value(const tiny *t, u64 code) // of a number's size
{
    const int e = (int)(code >> t->mantissa), bias = (1 << (t->exponent - 1)) - 1;
    const long double m = (long double)(code & ((1u << t->mantissa) - 1));
    return ldexpl(e ? m + (1 << t->mantissa) : m, (e ? e : 1) - bias - t->mantissa);
}

// The nearest of all codes, ties to the even one, found by bisection. more: what x lacks to what is
// meant, less than any place of it; it decides a tie.
static inline u64 tiny_code_of_sum(const tiny *t, long double x, long double more)
{
    const u64 sign = signbit(x) ? 1ull << (t->exponent + t->mantissa) : 0;
    u64 low = 0, high = t->largest + 1;
    const long double size = fabsl(x);
    if (isnan(x)) return t->nan;
    if (isinf(x)) return sign | (t->finite ? t->largest : high);
    while (low + 1 < high) {
        const u64 middle = (low + high) / 2;
        if (tiny_value(t, middle) <= size) low = middle;
        else high = middle;
    }
    const long double below = size - tiny_value(t, low), above = tiny_value(t, high) - size;
    const bool up = signbit(x) ? more < 0 : more > 0, down = signbit(x) ? more > 0 : more < 0;
    const bool tie = !(below < above) && !(below > above);
    u64 code = tie ? (up || (!down && (low & 1)) ? high : low) : below < above ? low : high;
    if (t->finite && code > t->largest) code = t->largest;
    return sign | code;
}

// In any rounding mode: the two codes around x, the exact one, or the nearest.
static inline u64 bf16_in_mode(long double x, int mode)
{
    const u64 nearest = tiny_code_of_sum(&tiny_bf16, x, 0), sign = nearest & 0x8000;
    const long double size = fabsl(x), there = tiny_value(&tiny_bf16, nearest & 0x7fff);
    const bool grows = (mode == FE_UPWARD && !sign) || (mode == FE_DOWNWARD && sign);
    if (isnan(x) || isinf(x) || mode == FE_TONEAREST) return nearest;
    if ((nearest & 0x7fff) > tiny_bf16.largest) return grows ? nearest : nearest - 1;
    if (there > size) return grows ? nearest : nearest - 1;
    return there < size && grows ? nearest + 1 : nearest;
}

static inline u64 tiny_code(const tiny *t, long double x) { return tiny_code_of_sum(t, x, 0); }

static inline long double bf16_of(u64 code) { return (long double)as_f32(code << 16); }
static inline long double no_less(long double x, bool relu) { return relu && x <= 0 ? 0 : x; }

// The sum of two numbers: what its rounding to a long double has lost can decide a tie only.
static inline u64 bf16_sum(long double x, long double y, bool relu)
{
    const long double s = x + y, back = s - x, error = (x - (s - back)) + (y - back);
    return tiny_code_of_sum(&tiny_bf16, no_less(s, relu), isnan(error) ? 0 : error);
}

static inline u64 bf16_result(const char *op, u64 x, u64 y, u64 z)
{
    const bool sizes = strstr(op, "xorsign") != NULL;
    const u64 sign = sizes ? (x ^ y) & 0x8000 : 0;
    if (sizes) x &= 0x7fff, y &= 0x7fff;
    const long double a = bf16_of(x), b = bf16_of(y), c = bf16_of(z);
    if (!strncmp(op, "min", 3) || !strncmp(op, "max", 3)) {
        if (isnan(a) && isnan(b)) return 0x7fff;
        if ((isnan(a) || isnan(b)) && strstr(op, "NaN")) return 0x7fff;
        if (isnan(a) || isnan(b)) return (isnan(a) ? y : x) | sign;
        const bool first = a == b ? (signbit(a) != 0) == (op[1] == 'i') : (a < b) == (op[1] == 'i');
        return (first ? x : y) | sign;
    }
    if (!strcmp(op, "neg")) return x ^ 0x8000;
    if (!strcmp(op, "abs")) return x & 0x7fff;
    if (!strcmp(op, "add")) return bf16_sum(a, b, false);
    if (!strcmp(op, "sub")) return bf16_sum(a, -b, false);
    if (!strcmp(op, "mul")) return tiny_code(&tiny_bf16, a * b);
    return bf16_sum(a * b, c, strstr(op, "relu") != NULL);
}

static inline void rows_bf16(void)
{
    static const struct {
        const char *op, *text;
        unsigned n;
    } ops[] = {{"add", "add.rn", 2},
               {"add", "add", 2},
               {"sub", "sub", 2},
               {"mul", "mul.rn", 2},
               {"mul", "mul", 2},
               {"neg", "neg", 1},
               {"abs", "abs", 1},
               {"min", "min", 2},
               {"max", "max", 2},
               {"min.NaN", "min.NaN", 2},
               {"max.NaN", "max.NaN", 2},
               {"min.xorsign.abs", "min.xorsign.abs", 2},
               {"max.xorsign.abs", "max.xorsign.abs", 2},
               {"min.NaN.xorsign.abs", "min.NaN.xorsign.abs", 2},
               {"max.NaN.xorsign.abs", "max.NaN.xorsign.abs", 2},
               {"fma", "fma.rn", 3},
               {"fma.relu", "fma.rn.relu", 3}};
    for (unsigned o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        const char *op = ops[o].op;
        char name[OP_NAME], sig[5] = "hhhh", wide[5] = "rrrr";
        sig[1 + ops[o].n] = wide[1 + ops[o].n] = 0;
        snprintf(name, sizeof name, "%s.bf16", ops[o].text);
        ROW(name, sig, u16, u16, u16, bf16_result(op, a, b, c));
        ROW(strcat(name, "x2"), wide, u32, u32, u32,
            bf16_result(op, a & 0xffff, b & 0xffff, c & 0xffff) |
                bf16_result(op, a >> 16, b >> 16, c >> 16) << 16);
    }
}

// To nearest, ties away from zero, 13 places fewer than f32 has.
static inline u64 tf32_of(u64 v)
{
    const f64 x = (f64)as_f32(v);
    int e;
    if (isnan(x)) return 0x7fffffff;
    if (isinf(x) || (v & 0x7fffffff) == 0) return v;
    frexp(x, &e);
    const int unit = (e < -125 ? -125 : e) - 11;
    return bits32((f32)ldexp(round(ldexp(x, -unit)), unit));
}

static inline u64 fp8_half(const tiny *t, u64 code)
{
    const u64 size = code & 0x7f, sign = code & 0x80 ? 0x8000 : 0;
    if (size > t->largest)
        return !t->mantissa || t->mantissa == 3 || size > 0x7c ? 0x7fff : sign | 0x7c00;
    return sign | to_half(tiny_value(t, size), FE_TONEAREST);
}

// Comparisons, with their results as predicates and as numbers.
static inline void rows_bf16_compares(void)
{
    for (unsigned k = 0; k < 14; k++) {
        const char *cmp = float_compares[k];
        char name[OP_NAME], text[160];
#define MEET(A, B) compared(k, (f64)bf16_of(A), (f64)bf16_of(B))
        snprintf(name, sizeof name, "setp.%s.bf16", cmp);
        ROW(name, "phh", u16, u16, u16, MEET(a, b));
        snprintf(name, sizeof name, "setp.%s.bf16x2", cmp);
        snprintf(text, sizeof text, "%s %%p4|%%p0, %%r1, %%r2;", name);
        TEXT(name, "prr", text, u32, u32, u32, MEET(a >> 16, b >> 16));
        snprintf(text, sizeof text, "%s %%p0|%%p4, %%r1, %%r2;", name);
        TEXT(name, "prr", text, u32, u32, u32, MEET(a & 0xffff, b & 0xffff));
        snprintf(name, sizeof name, "set.%s.bf16.bf16", cmp);
        ROW(name, "hhh", u16, u16, u16, MEET(a, b) ? 0x3f80 : 0);
        snprintf(name, sizeof name, "set.%s.u16.bf16", cmp);
        ROW(name, "hhh", u16, u16, u16, MEET(a, b) ? 0xffff : 0);
        snprintf(name, sizeof name, "set.%s.bf16x2.bf16x2", cmp);
        ROW(name, "rrr", u32, u32, u32,
            (MEET(a & 0xffff, b & 0xffff) ? 0x3f80 : 0) |
                (MEET(a >> 16, b >> 16) ? 0x3f800000u : 0));
    }
}

// One bf16, or the upper of two, seen as a single.
static inline void near_bf16(const char *name, f64 (*f)(f64), bool ftz, f64 relative)
{
    char text[160];
#define SEEN(X) \
    flush(as_f32(tiny_code(&tiny_bf16, f(flush(as_f32((u64)(X) << 16), ftz))) << 16), ftz)
    snprintf(text, sizeof text, "%s.bf16 %%h4, %%h1; cvt.f32.bf16 %%f0, %%h4;", name);
    op_row *one = op_add(strcat(strcpy((char[OP_NAME]){0}, name), ".bf16"), 'f', text);
    one->relative = relative, one->absolute = 0x1p-126;
    OP_WANT(one, "fh", u16, u16, u16, n32(SEEN(a)));
    snprintf(text, sizeof text,
             "%s.bf16x2 %%r4, %%r1; mov.b32 {_, %%h4}, %%r4; cvt.f32.bf16 %%f0, %%h4;", name);
    op_row *two = op_add(strcat(strcpy((char[OP_NAME]){0}, name), ".bf16x2"), 'f', text);
    two->relative = relative, two->absolute = 0x1p-126;
    OP_WANT(two, "fr", u32, u32, u32, n32(SEEN(a >> 16)));
}

static inline void rows_bf16_functions(void)
{
    near_bf16("ex2.approx.ftz", exp2, true, 0x1p-7);
    near_bf16("tanh.approx", tanh, false, 0x1p-7);
}

// Toward zero: the upper half of a single, of a NaN the one NaN.
static inline u64 cut_half(f32 x, bool relu)
{
    return isnan(x) ? 0x7fff : relu && x <= 0 ? 0 : bits32(x) >> 16;
}

static inline void rows_short_conversions(void)
{
    static const tiny *const to[] = {&tiny_bf16, &tiny_e4m3, &tiny_e5m2};
    static const char *const names[] = {"bf16x2", "e4m3x2", "e5m2x2"};
    for (unsigned relu = 0; relu < 2; relu++) {
        const char *r = relu ? ".relu" : "";
        char name[OP_NAME];
        snprintf(name, sizeof name, "cvt.rn%s.bf16.f32", r);
        ROW(name, "hf", f32, u32, u32, tiny_code(&tiny_bf16, no_less(a, relu)));
        snprintf(name, sizeof name, "cvt.rz%s.bf16.f32", r);
        ROW(name, "hf", f32, u32, u32, cut_half(a, relu));
        snprintf(name, sizeof name, "cvt.rz%s.bf16x2.f32", r);
        ROW(name, "rff", f32, f32, u32, cut_half(a, relu) << 16 | cut_half(b, relu));
        for (unsigned k = 0; k < 3; k++) {
            const tiny *t = to[k];
            const int bits = k ? 8 : 16;
            snprintf(name, sizeof name, "cvt.rn%s%s.%s.f32", k ? ".satfinite" : "", r, names[k]);
            ROW(name, k ? "hff" : "rff", f32, f32, u32,
                tiny_code(t, no_less(a, relu)) << bits | tiny_code(t, no_less(b, relu)));
        }
    }
    ROW("cvt.f32.bf16", "fh", u16, u32, u32, (u64)a << 16);
    ROW("cvt.rna.tf32.f32", "rf", u32, u32, u32, tf32_of(a));
    ROW("cvt.rn.f16x2.e4m3x2", "rh", u16, u32, u32,
        fp8_half(&tiny_e4m3, a & 0xff) | fp8_half(&tiny_e4m3, a >> 8) << 16);
    ROW("cvt.rn.f16x2.e5m2x2", "rh", u16, u32, u32,
        fp8_half(&tiny_e5m2, a & 0xff) | fp8_half(&tiny_e5m2, a >> 8) << 16);
}

#endif
