// rows_float.h : rows of floating-point instructions: every rounding, .ftz and .sat of those that
// have them; comparisons; approximate functions within the ISA's bounds.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_ROWS_FLOAT_H
#define WL_TESTS_PTX_ROWS_FLOAT_H

#include "tests/ptx/optable.h"

typedef enum fop { F_ADD, F_SUB, F_MUL, F_DIV, F_FMA, F_RCP, F_SQRT } fop;
static const struct {
    const char *name;
    fop op;
    unsigned n;
} float_ops[] = {{"add", F_ADD, 2}, {"sub", F_SUB, 2}, {"mul", F_MUL, 2}, {"div", F_DIV, 2},
                 {"fma", F_FMA, 3}, {"mad", F_FMA, 3}, {"rcp", F_RCP, 1}, {"sqrt", F_SQRT, 1}};
static const struct {
    const char *name;
    int mode;
} float_modes[] = {{".rn", FE_TONEAREST},
                   {".rz", FE_TOWARDZERO},
                   {".rm", FE_DOWNWARD},
                   {".rp", FE_UPWARD},
                   {"", FE_TONEAREST}};

#define NAN32 0x7fffffffu // every NaN result of single precision
static inline u64 n32(f32 f) { return isnan(f) ? NAN32 : bits32(f); }
static inline f32 flush(f32 f, bool ftz)
{
    return ftz && fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
}
static inline f32 sat32(f32 f, bool sat) { return !sat ? f : f >= 1 ? 1 : f > 0 ? f : 0; }

// At run time, by volatile operands, in the host's rounding mode.
#define FLOAT_STEP(NAME, T, FMA, SQRT) \
    static inline T NAME(fop op, int mode, T x, T y, T z) \
    { \
        volatile T a = x, b = y, c = z, r = 0; \
        fesetround(mode); \
        switch (op) { \
        case F_ADD: r = a + b; break; \
        case F_SUB: r = a - b; break; \
        case F_MUL: r = a * b; break; \
        case F_DIV: r = a / b; break; \
        case F_FMA: r = FMA(a, b, c); break; \
        case F_RCP: r = (T)1 / a; break; \
        default: r = SQRT(a); \
        } \
        fesetround(FE_TONEAREST); \
        return r; \
    }
FLOAT_STEP(step32, f32, fmaf, sqrtf)
FLOAT_STEP(step64, f64, fma, sqrt)

static inline u64 real32(fop op, int mode, bool ftz, bool sat, f32 a, f32 b, f32 c)
{
    return n32(
        sat32(flush(step32(op, mode, flush(a, ftz), flush(b, ftz), flush(c, ftz)), ftz), sat));
}

static inline void rows_arithmetic(void)
{
    for (unsigned o = 0; o < sizeof float_ops / sizeof float_ops[0]; o++) {
        const fop op = float_ops[o].op;
        char sig[5] = "ffff", wide[5] = "dddd", name[OP_NAME];
        sig[1 + float_ops[o].n] = wide[1 + float_ops[o].n] = '\0';
        for (unsigned m = 0; m < 5; m++) {
            const int mode = float_modes[m].mode;
            if (m == 4 && op >= F_DIV && op != F_FMA) continue; // a rounding must be said
            for (unsigned how = 0; how < 4; how++) {
                const bool ftz = how & 1, sat = how & 2;
                snprintf(name, sizeof name, "%s%s%s%s.f32", float_ops[o].name, float_modes[m].name,
                         ftz ? ".ftz" : "", sat ? ".sat" : "");
                ROW(name, sig, f32, f32, f32, real32(op, mode, ftz, sat, a, b, c));
            }
            snprintf(name, sizeof name, "%s%s.f64", float_ops[o].name, float_modes[m].name);
            ROW(name, wide, f64, f64, f64, bits64(step64(op, mode, a, b, c)));
        }
    }
}

static inline f32 chosen32(f32 a, f32 b, bool least)
{
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    if (a == b) return signbit(a) ? (least ? a : b) : (least ? b : a);
    return (a < b) == least ? a : b;
}
static inline f64 chosen64(f64 a, f64 b, bool least)
{
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    if (a == b) return signbit(a) ? (least ? a : b) : (least ? b : a);
    return (a < b) == least ? a : b;
}

// Of the sizes, with the sign of the product; of two NaNs the one NaN.
static inline u64 signed_choice(f32 a, f32 b, bool ftz, bool least)
{
    const f32 x = flush(a, ftz), y = flush(b, ftz), r = chosen32(fabsf(x), fabsf(y), least);
    return isnan(r) ? NAN32 : bits32(r) | ((bits32(a) ^ bits32(b)) & 0x80000000);
}

static inline void rows_signs(void)
{
    for (unsigned ftz = 0; ftz < 2; ftz++) {
        const char *with = ftz ? ".ftz" : "";
        char name[OP_NAME];
#define NAMED(FMT) (snprintf(name, sizeof name, FMT ".f32", with), name)
        ROW(NAMED("abs%s"), "ff", f32, f32, f32, bits32(flush(a, ftz)) & INT32_MAX);
        ROW(NAMED("neg%s"), "ff", f32, f32, f32, bits32(flush(a, ftz)) ^ 0x80000000);
        ROW(NAMED("min%s"), "fff", f32, f32, f32,
            n32(chosen32(flush(a, ftz), flush(b, ftz), true)));
        ROW(NAMED("max%s"), "fff", f32, f32, f32,
            n32(chosen32(flush(a, ftz), flush(b, ftz), false)));
        ROW(NAMED("min%s.NaN"), "fff", f32, f32, f32,
            isnan(a) || isnan(b) ? NAN32 : bits32(chosen32(flush(a, ftz), flush(b, ftz), true)));
        ROW(NAMED("max%s.NaN"), "fff", f32, f32, f32,
            isnan(a) || isnan(b) ? NAN32 : bits32(chosen32(flush(a, ftz), flush(b, ftz), false)));
        for (unsigned least = 0; least < 2; least++) {
            const char *op = least ? "min" : "max";
            char text[160];
            snprintf(name, sizeof name, "%s%s.xorsign.abs.f32", op, with);
            ROW(name, "fff", f32, f32, f32, signed_choice(a, b, ftz, least));
            snprintf(name, sizeof name, "%s%s.NaN.xorsign.abs.f32", op, with);
            ROW(name, "fff", f32, f32, f32,
                isnan(a) || isnan(b) ? NAN32 : signed_choice(a, b, ftz, least));
            snprintf(name, sizeof name, "%s%s.f32", op, with);
            snprintf(text, sizeof text, "%s %%f0, %%f1, %%f2, %%f3;", name);
            TEXT(
                name, "ffff", text, f32, f32, f32,
                n32(chosen32(chosen32(flush(a, ftz), flush(b, ftz), least), flush(c, ftz), least)));
        }
    }
    ROW("abs.f64", "dd", u64, u64, u64, a & INT64_MAX);
    ROW("neg.f64", "dd", u64, u64, u64, a ^ 1ull << 63);
    ROW("min.f64", "ddd", f64, f64, f64, bits64(chosen64(a, b, true)));
    ROW("max.f64", "ddd", f64, f64, f64, bits64(chosen64(a, b, false)));
    ROW("copysign.f32", "fff", u32, u32, u32, (a & 0x80000000) | (b & INT32_MAX));
    ROW("copysign.f64", "ddd", u64, u64, u64, (a & 1ull << 63) | (b & INT64_MAX));
#define TESTP(T, K) \
    ROW("testp.finite." #T, "p" K, T, T, T, isfinite(a) != 0); \
    ROW("testp.infinite." #T, "p" K, T, T, T, isinf(a) != 0); \
    ROW("testp.number." #T, "p" K, T, T, T, isnan(a) == 0); \
    ROW("testp.notanumber." #T, "p" K, T, T, T, isnan(a) != 0); \
    ROW("testp.normal." #T, "p" K, T, T, T, isnormal(a) || a == 0); /* the ISA: zeros too */ \
    ROW("testp.subnormal." #T, "p" K, T, T, T, fpclassify(a) == FP_SUBNORMAL);
    TESTP(f32, "f") TESTP(f64, "d")
}

// A half as a double, and a number rounded to a half, by the definition of binary16.
static inline f64 half_of(u64 h)
{
    const int e = h >> 10 & 31;
    const f64 m = (f64)(h & 1023), s = h & 0x8000 ? -1 : 1;
    return e == 31 ? (m > 0 ? (f64)NAN : s * (f64)INFINITY)
                   : s * ldexp(e ? 1024 + m : m, (e ? e : 1) - 25);
}
static inline u64 to_half(long double x, int mode)
{
    const u64 sign = signbit(x) ? 0x8000 : 0;
    int e;
    if (isnan(x)) return 0x7fff;
    if (isinf(x)) return sign | 0x7c00;
    frexpl(x, &e); // x = 0.1... * 2^e
    const int unit = (e < -13 ? -13 : e) - 11;
    volatile long double scaled = ldexpl(x, -unit);
    fesetround(mode);
    const long double steps = fabsl(rintl(scaled));
    fesetround(FE_TONEAREST);
    const bool away =
        mode == FE_TONEAREST || (mode == FE_UPWARD && !sign) || (mode == FE_DOWNWARD && sign);
    if (ldexpl(steps, unit) > 65504) return sign | (away ? 0x7c00 : 0x7bff);
    if (steps < 1024) return sign | (u64)steps; // only with the least unit, 2^-24
    return sign | (((u64)(unit + 24) << 10) + (u64)steps);
}
static inline u64 flush16(u64 h, bool ftz) { return ftz && !(h & 0x7c00) ? h & 0x8000 : h; }

static inline u64 half_result(const char *op, bool ftz, bool sat, u64 x, u64 y, u64 z)
{
    const bool sizes = strstr(op, "xorsign") != NULL;
    const u64 keep = sizes ? 0x7fff : 0xffff, sign = sizes ? (x ^ y) & 0x8000 : 0;
    const u64 fx = flush16(x, ftz) & keep, fy = flush16(y, ftz) & keep;
    const long double a = half_of(fx), b = half_of(fy), c = half_of(flush16(z, ftz));
    long double r = a;
    if (!strncmp(op, "min", 3) || !strncmp(op, "max", 3)) {
        if (strstr(op, "NaN") && (isnan(a) || isnan(b))) return 0x7fff;
        if (isnan(a) && isnan(b)) return 0x7fff;
        if (isnan(a) || isnan(b)) return (isnan(a) ? fy : fx) | sign;
        const bool first = a == b ? (signbit(a) != 0) == (op[1] == 'i') : (a < b) == (op[1] == 'i');
        return (first ? fx : fy) | sign;
    }
    if (!strcmp(op, "neg")) return fx ^ 0x8000;
    if (!strcmp(op, "abs")) return fx & 0x7fff;
    if (!strcmp(op, "add")) r = a + b;
    if (!strcmp(op, "sub")) r = a - b;
    if (!strcmp(op, "mul")) r = a * b;
    if (!strncmp(op, "fma", 3)) r = a * b + c;
    if (strstr(op, "relu") && r <= 0) r = 0;
    if (sat) r = r >= 1 ? 1 : r > 0 ? r : 0;
    return flush16(to_half(r, FE_TONEAREST), ftz);
}
static inline u64 pair_result(const char *op, bool ftz, bool sat, u64 x, u64 y, u64 z)
{
    return half_result(op, ftz, sat, x & 0xffff, y & 0xffff, z & 0xffff) |
           half_result(op, ftz, sat, x >> 16, y >> 16, z >> 16) << 16;
}

static inline void rows_halves(void)
{
    static const struct {
        const char *op;
        unsigned n, most; // most: flavours: plain, ftz, sat, both, and the two with .rn
    } ops[] = {{"add", 2, 6},
               {"sub", 2, 6},
               {"mul", 2, 6},
               {"fma", 3, 6},
               {"fma.relu", 3, 2},
               {"neg", 1, 2},
               {"abs", 1, 2},
               {"min", 2, 2},
               {"max", 2, 2},
               {"min.NaN", 2, 2},
               {"max.NaN", 2, 2},
               {"min.xorsign.abs", 2, 2},
               {"max.xorsign.abs", 2, 2},
               {"min.NaN.xorsign.abs", 2, 2},
               {"max.NaN.xorsign.abs", 2, 2}};
    for (unsigned o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        for (unsigned how = 0; how < ops[o].most; how++) {
            const bool ftz = how & 1, sat = how & 2;
            char name[OP_NAME], sig[5] = "eeee", wide[5] = "xxxx";
            sig[1 + ops[o].n] = wide[1 + ops[o].n] = '\0';
            snprintf(name, sizeof name, "%.3s%s%s%s%s.f16", ops[o].op,
                     how & 4 || (ops[o].n == 3) ? ".rn" : "", ftz ? ".ftz" : "", ops[o].op + 3,
                     sat ? ".sat" : "");
            ROW(name, sig, u16, u16, u16, half_result(ops[o].op, ftz, sat, a, b, c));
            ROW(strcat(name, "x2"), wide, u32, u32, u32, pair_result(ops[o].op, ftz, sat, a, b, c));
        }
    }
}

static const char *const float_compares[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                             "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
static inline bool compared(unsigned k, f64 a, f64 b)
{
    const bool unordered = isnan(a) || isnan(b);
    const bool plain[] = {a == b, a < b || a > b, a<b, a <= b, a> b, a >= b};
    if (k >= 12) return unordered == (k == 13);
    return k < 6 ? plain[k] : plain[k - 6] || unordered;
}
static inline bool with(unsigned how, bool x, bool p, bool negated)
{
    return how == 0 ? x && p != negated : how == 1 ? x || p != negated : x != (p != negated);
}

static inline void rows_compares(void)
{
    ROW("set.ftz.gt.u32.f32", "rff", f32, f32, f32,
        flush(a, true) > flush(b, true) ? UINT32_MAX : 0);
    static const char *const bools[] = {"and", "or", "xor"};
    for (unsigned k = 0; k < 14; k++) {
        for (unsigned ftz = 0; ftz < 2; ftz++) {
            const char *cmp = float_compares[k], *z = ftz ? ".ftz" : "", *how = bools[k % 3];
            char name[OP_NAME], text[160];
            snprintf(name, sizeof name, "setp.%s%s.f32", cmp, z);
            ROW(name, "pff", f32, f32, f32, compared(k, flush(a, ftz), flush(b, ftz)));
            snprintf(name, sizeof name, "setp.%s%s.f16", cmp, z);
            ROW(name, "pee", u16, u16, u16,
                compared(k, half_of(flush16(a, ftz)), half_of(flush16(b, ftz))));
            snprintf(name, sizeof name, "set.%s%s.u32.f32", cmp, z);
            ROW(name, "rff", f32, f32, f32,
                compared(k, flush(a, ftz), flush(b, ftz)) ? UINT32_MAX : 0);
            snprintf(name, sizeof name, "set.%s%s.f32.f32", cmp, z);
            ROW(name, "fff", f32, f32, f32,
                compared(k, flush(a, ftz), flush(b, ftz)) ? 0x3f800000 : 0);
            snprintf(name, sizeof name, "set.%s%s.f16.f16", cmp, z);
            ROW(name, "eee", u16, u16, u16,
                compared(k, half_of(flush16(a, ftz)), half_of(flush16(b, ftz))) ? 0x3c00 : 0);
            snprintf(name, sizeof name, "setp.%s.%s%s.f32", cmp, how, z);
            snprintf(text, sizeof text, "%s %%p0|%%p4, %%f1, %%f2, !%%p3;", name);
            TEXT(name, "pffr", text, f32, f32, u32,
                 with(k % 3, compared(k, flush(a, ftz), flush(b, ftz)), c & 1, true));
            snprintf(text, sizeof text, "%s %%p4|%%p0, %%f1, %%f2, %%p3;", name);
            TEXT(name, "pffr", text, f32, f32, u32,
                 with(k % 3, !compared(k, flush(a, ftz), flush(b, ftz)), c & 1, false));
            snprintf(name, sizeof name, "setp.%s%s.f16x2", cmp, z);
            snprintf(text, sizeof text, "%s %%p4|%%p0, %%x1, %%x2;", name);
            TEXT(name, "pxx", text, u32, u32, u32,
                 compared(k, half_of(flush16(a >> 16, ftz)), half_of(flush16(b >> 16, ftz))));
        }
        char name[OP_NAME];
        snprintf(name, sizeof name, "setp.%s.f64", float_compares[k]);
        ROW(name, "pdd", f64, f64, f64, compared(k, a, b));
        snprintf(name, sizeof name, "set.%s.s32.f64", float_compares[k]);
        ROW(name, "rdd", f64, f64, f64, compared(k, a, b) ? UINT32_MAX : 0);
        snprintf(name, sizeof name, "set.%s.u16.f16", float_compares[k]);
        ROW(name, "hee", u16, u16, u16, compared(k, half_of(a), half_of(b)) ? 0xffff : 0);
        snprintf(name, sizeof name, "set.%s.f16x2.f16x2", float_compares[k]);
        ROW(name, "xxx", u32, u32, u32,
            (compared(k, half_of(a & 0xffff), half_of(b & 0xffff)) ? 0x3c00 : 0) |
                (compared(k, half_of(a >> 16), half_of(b >> 16)) ? 0x3c000000u : 0));
    }
    ROW("set.lt.u32.s32", "rrr", s32, s32, s32, a < b ? UINT32_MAX : 0);
    ROW("set.hi.f32.u64", "fll", u64, u64, u64, a > b ? 0x3f800000 : 0);
    ROW("set.ne.s32.b16", "rhh", u16, u16, u16, a != b ? UINT32_MAX : 0);
    TEXT("set.ge.xor.u32.s64", "rllr", "set.ge.xor.u32.s64 %r0, %l1, %l2, !%p3;", s64, s64, u32,
         (a >= b) != !(c & 1) ? UINT32_MAX : 0);
    TEXT("setp.lt.and.u32", "prrr", "setp.lt.and.u32 %p0, %r1, %r2, %p3;", u32, u32, u32,
         a < b && (c & 1));
}

// Two singles in 64 bits, each by itself.
static inline u64 singles_of(fop op, bool ftz, u64 a, u64 b, u64 c)
{
    const u64 low = real32(op, FE_TONEAREST, ftz, false, as_f32(a & UINT32_MAX),
                           as_f32(b & UINT32_MAX), as_f32(c & UINT32_MAX));
    return low |
           real32(op, FE_TONEAREST, ftz, false, as_f32(a >> 32), as_f32(b >> 32), as_f32(c >> 32))
               << 32;
}

static inline void rows_single_pairs(void)
{
    for (unsigned ftz = 0; ftz < 2; ftz++) {
        char name[OP_NAME];
#define PAIR(FMT) (snprintf(name, sizeof name, FMT ".f32x2", ftz ? ".ftz" : ""), name)
        ROW(PAIR("add%s"), "lll", u64, u64, u64, singles_of(F_ADD, ftz, a, b, 0));
        ROW(PAIR("add.rn%s"), "lll", u64, u64, u64, singles_of(F_ADD, ftz, a, b, 0));
        ROW(PAIR("sub%s"), "lll", u64, u64, u64, singles_of(F_SUB, ftz, a, b, 0));
        ROW(PAIR("mul%s"), "lll", u64, u64, u64, singles_of(F_MUL, ftz, a, b, 0));
        ROW(PAIR("fma.rn%s"), "llll", u64, u64, u64, singles_of(F_FMA, ftz, a, b, c));
    }
}

static inline f64 upper64(f64 x)
{
    return fpclassify(x) == FP_SUBNORMAL ? copysign(0, x) : as_f64(bits64(x) & 0xffffffff00000000);
}

// The exact value, rounded, and how far off the ISA lets the instruction be.
#define NEAR(NAME, SIG, TA, TB, RELATIVE, ABSOLUTE, EXPR) \
    do { \
        op_row *near_ = op_plain(NAME, SIG); \
        near_->relative = RELATIVE, near_->absolute = ABSOLUTE; \
        OP_WANT(near_, SIG, TA, TB, TB, EXPR); \
    } while (0)
#define LEAST32 2.9e-45 // two units of the least subnormal

static inline f64 quotient(f64 a, f64 b)
{
    return fabs(b) > 0x1p126 && isfinite(b) ? a * copysign(0, b) : a / b;
}
static inline bool promised(f64 x) { return fabs(x) < 1e9 || !isfinite(x); } // of sines

// One half, or the upper of two, seen as a single.
static inline void near_half(const char *name, f64 (*f)(f64), f64 relative)
{
    char text[160];
    snprintf(text, sizeof text, "%s.f16 %%e4, %%e1; cvt.f32.f16 %%f0, %%e4;", name);
    op_row *one = op_add(strcat(strcpy((char[OP_NAME]){0}, name), ".f16"), 'f', text);
    one->relative = relative, one->absolute = 0x1p-24;
    OP_WANT(one, "fe", u16, u16, u16, n32((f32)half_of(to_half(f(half_of(a)), FE_TONEAREST))));
    snprintf(text, sizeof text,
             "%s.f16x2 %%x4, %%x1; mov.b32 {_, %%e4}, %%x4; cvt.f32.f16 %%f0, %%e4;", name);
    op_row *two = op_add(strcat(strcpy((char[OP_NAME]){0}, name), ".f16x2"), 'f', text);
    two->relative = relative, two->absolute = 0x1p-24;
    OP_WANT(two, "fx", u32, u32, u32,
            n32((f32)half_of(to_half(f(half_of(a >> 16)), FE_TONEAREST))));
}

static inline void rows_approximate(void)
{
    near_half("ex2.approx", exp2, 0x1p-9);
    near_half("tanh.approx", tanh, 0x1p-10);
    for (unsigned ftz = 0; ftz < 2; ftz++) {
        const char *with = ftz ? ".ftz" : "";
        char name[OP_NAME];
#define A (f64) flush(a, ftz)
#define B (f64) flush(b, ftz)
#define OUT(X) n32(flush((f32)(X), ftz))
        NEAR(NAMED("rcp.approx%s"), "ff", f32, f32, 0x1p-23, LEAST32, OUT(1 / A));
        NEAR(NAMED("sqrt.approx%s"), "ff", f32, f32, 0x1p-23, LEAST32, OUT(sqrt(A)));
        NEAR(NAMED("rsqrt.approx%s"), "ff", f32, f32, 0x1p-22, LEAST32, OUT(1 / sqrt(A)));
        NEAR(NAMED("ex2.approx%s"), "ff", f32, f32, 0x1p-22, LEAST32, OUT(exp2(A)));
        NEAR(NAMED("lg2.approx%s"), "ff", f32, f32, 0x1p-22, 0x1p-22, OUT(log2(A)));
        NEAR(NAMED("tanh.approx%s"), "ff", f32, f32, 0x1p-11, LEAST32, OUT(tanh(A)));
        NEAR(NAMED("div.approx%s"), "fff", f32, f32, 0x1p-22, LEAST32, OUT(quotient(A, B)));
        NEAR(NAMED("div.full%s"), "fff", f32, f32, 0x1p-22, LEAST32, OUT(A / B));
        NEAR(NAMED("sin.approx%s"), "ff", f32, f32, 0, 0x1p-20, promised(A) ? OUT(sin(A)) : OP_ANY);
        NEAR(NAMED("cos.approx%s"), "ff", f32, f32, 0, 0x1p-20, promised(A) ? OUT(cos(A)) : OP_ANY);
    }
    NEAR("rsqrt.approx.f64", "dd", f64, f64, 0x1p-20, 0, bits64(1 / sqrt(a)));
    NEAR("rsqrt.approx.ftz.f64", "dd", f64, f64, 0x1p-20, 0, bits64(1 / sqrt(upper64(a))));
    NEAR("rcp.approx.ftz.f64", "dd", f64, f64, 0x1p-20, 0, bits64(upper64(1 / upper64(a))));
    TEXT("rcp.approx.ftz.f64", "rd", "rcp.approx.ftz.f64 %d4, %d1; mov.b64 {%r0, %r4}, %d4;", u64,
         u64, u64, 0);
    TEXT("rsqrt.approx.ftz.f64", "rd", "rsqrt.approx.ftz.f64 %d4, %d1; mov.b64 {%r0, %r4}, %d4;",
         u64, u64, u64, 0);
}

#endif
