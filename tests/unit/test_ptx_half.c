// test_ptx_half.c : half precision against the table of all halves, on edge values.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

#include <math.h>
#include <stdlib.h>

// Value of an f16, from its definition; and the f16 nearest to a value, by search among all of
// them.
static double value(uint64_t h)
{
    int e = (int)(h >> 10 & 31), m = (int)(h & 1023);
    double size = e == 31 ? (m ? (double)NAN : (double)INFINITY)
                  : e     ? ldexp(1024 + m, e - 25)
                          : ldexp(m, -24);
    return h & 0x8000 ? -size : size;
}

static uint64_t nearest(double x)
{
    if (isnan(x)) return 0x7fff;
    uint64_t low = 0, high = 0x7c00, sign = signbit(x) ? 0x8000 : 0;
    x = fabs(x);
    while (low + 1 < high) { // value(low) <= x < value(high), the infinite one included
        uint64_t mid = (low + high) / 2;
        if (value(mid) <= x) low = mid;
        else high = mid;
    }
    if (x >= value(high)) return sign | high;
    double below = x - value(low), above = (high == 0x7c00 ? 65536 : value(high)) - x;
    return sign | (below < above || (below == above && !(low & 1)) ? low : high);
}

static uint64_t flush(uint64_t h) { return h & 0x7c00 ? h & 0xffff : h & 0x8000; }
static uint64_t saturate(double x) { return nearest(x >= 1 ? 1 : x > 0 ? x : 0); }

static const uint64_t halves[] = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x8001, 0x03ff,
                                  0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
                                  0x7e00, 0x7c01, 0xfe55, 0x3e00, 0x4248, 0xc100, 0x2e66,
                                  0x6800, 0x3bff, 0x5555, 0x1234, 0x63ff};

#define LOW(x) ((x)&0xffff)
#define H16(BODY, EXPR) OP_PAIRS(BODY, 'h', halves, double, value, EXPR)
#define P16(BODY, EXPR) OP_PAIRS(BODY, 'p', halves, double, value, (EXPR) ? 1 : 0)
#define BITS(BODY, KIND, EXPR) OP_PAIRS(BODY, KIND, halves, uint64_t, LOW, EXPR)

TEST(the_search_finds_every_half)
{
    unsigned wrong = 0;
    for (uint64_t h = 0; h < 0x10000; h++) wrong += !isnan(value(h)) && nearest(value(h)) != h;
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(nearest(65519.9), 0x7bff);
    CU_ASSERT_EQUAL(nearest(65520), 0x7c00);
}

TEST(f16_arithmetic_rounds_to_nearest)
{
    H16("add.f16 %h0, %h1, %h2;", nearest(a + b));
    H16("sub.rn.f16 %h0, %h1, %h2;", nearest(a - b));
    H16("mul.f16 %h0, %h1, %h2;", nearest(a * b));
    H16("fma.rn.f16 %h0, %h1, %h2, %h3;", nearest(fma(a, b, c)));
    H16("add.sat.f16 %h0, %h1, %h2;", saturate(a + b));
    H16("sub.sat.f16 %h0, %h1, %h2;", saturate(a - b));
    H16("mul.sat.f16 %h0, %h1, %h2;", saturate(a * b));
    H16("fma.rn.sat.f16 %h0, %h1, %h2, %h3;", saturate(fma(a, b, c)));
}

TEST(f16_ftz_flushes_operands_and_results)
{
    BITS("add.ftz.f16 %h0, %h1, %h2;", 'h', flush(nearest(value(flush(a)) + value(flush(b)))));
    BITS("mul.ftz.f16 %h0, %h1, %h2;", 'h', flush(nearest(value(flush(a)) * value(flush(b)))));
    BITS("fma.rn.ftz.f16 %h0, %h1, %h2, %h3;", 'h',
         flush(nearest(fma(value(flush(a)), value(flush(b)), value(flush(c))))));
    BITS("neg.ftz.f16 %h0, %h1;", 'h', flush(a) ^ 0x8000);
}

TEST(f16_signs_and_extremes)
{
    BITS("neg.f16 %h0, %h1;", 'h', a ^ 0x8000);
    BITS("abs.f16 %h0, %h1;", 'h', a & 0x7fff);
    BITS("min.f16 %h0, %h1, %h2;", 'h',
         isnan(value(a)) && isnan(value(b)) ? 0x7fff
         : isnan(value(a))                  ? b
         : isnan(value(b))                  ? a
         : value(a) == value(b)             ? a | b
         : value(a) < value(b)              ? a
                                            : b);
    BITS("max.f16 %h0, %h1, %h2;", 'h',
         isnan(value(a)) && isnan(value(b)) ? 0x7fff
         : isnan(value(a))                  ? b
         : isnan(value(b))                  ? a
         : value(a) == value(b)             ? a & b
         : value(a) > value(b)              ? a
                                            : b);
    BITS("max.NaN.f16 %h0, %h1, %h2;", 'h',
         isnan(value(a)) || isnan(value(b)) ? 0x7fff
         : value(a) == value(b)             ? a & b
         : value(a) > value(b)              ? a
                                            : b);
    BITS("min.NaN.f16 %h0, %h1, %h2;", 'h',
         isnan(value(a)) || isnan(value(b)) ? 0x7fff
         : value(a) == value(b)             ? a | b
         : value(a) < value(b)              ? a
                                            : b);
}

TEST(f16_comparisons)
{
    P16("setp.lt.f16 %p0, %h1, %h2;", a < b);
    P16("setp.eq.f16 %p0, %h1, %h2;", a == b);
    P16("setp.ne.f16 %p0, %h1, %h2;", a < b || a > b);
    P16("setp.geu.f16 %p0, %h1, %h2;", !(a < b));
    P16("setp.nan.f16 %p0, %h1, %h2;", isnan(a) || isnan(b));
    P16("setp.num.f16 %p0, %h1, %h2;", !isnan(a) && !isnan(b));
    OP_PAIRS("setp.gt.ftz.f16 %p0, %h1, %h2;", 'p', halves, uint64_t, LOW,
             value(flush(a)) > value(flush(b)));
    H16("set.gtu.f16.f16 %h0, %h1, %h2;", !(a <= b) ? 0x3c00 : 0);
    H16("set.le.u16.f16 %h0, %h1, %h2;", a <= b ? 0xffff : 0);
    OP_PAIRS("set.ge.u32.f16 %r0, %h1, %h2;", 'r', halves, double, value, a >= b ? 0xffffffff : 0);
}

// Two halves in one register: a and b packed, b and c packed.
#define PAIRED(BODY, LOW_EXPR, HIGH_EXPR) \
    OP_PAIRS("mov.b32 %r4, {%h1, %h2}; mov.b32 %r5, {%h2, %h3}; " BODY, 'r', halves, double, \
             value, (HIGH_EXPR) << 16 | (LOW_EXPR))

TEST(f16x2_works_on_each_half)
{
    PAIRED("add.f16x2 %r0, %r4, %r5;", nearest(a + b), nearest(b + c));
    PAIRED("sub.f16x2 %r0, %r4, %r5;", nearest(a - b), nearest(b - c));
    PAIRED("mul.rn.f16x2 %r0, %r4, %r5;", nearest(a * b), nearest(b * c));
    PAIRED("fma.rn.f16x2 %r0, %r4, %r5, %r4;", nearest(fma(a, b, a)), nearest(fma(b, c, b)));
    PAIRED("fma.rn.sat.f16x2 %r0, %r4, %r5, %r4;", saturate(fma(a, b, a)), saturate(fma(b, c, b)));
    PAIRED("set.gt.f16x2.f16x2 %r0, %r4, %r5;", a > b ? 0x3c00ull : 0, b > c ? 0x3c00ull : 0);
    PAIRED("set.neu.u32.f16x2 %r0, %r4, %r5;", a != b ? 0xffffull : 0, b != c ? 0xffffull : 0);
    BITS("mov.b32 %r4, {%h1, %h2}; neg.f16x2 %r0, %r4;", 'r', (a ^ 0x8000) | (b ^ 0x8000) << 16);
    BITS("mov.b32 %r4, {%h1, %h2}; abs.f16x2 %r0, %r4;", 'r', (a & 0x7fff) | (b & 0x7fff) << 16);
}

TEST(f16x2_comparison_makes_two_predicates)
{
    OP_PAIRS("mov.b32 %r4, {%h1, %h2}; mov.b32 %r5, {%h2, %h3}; setp.lt.f16x2 %p3|%p4, %r4, %r5; "
             "selp.u32 %r6, 1, 0, %p3; selp.u32 %r7, 2, 0, %p4; or.b32 %r0, %r6, %r7;",
             'r', halves, double, value, (a < b ? 1 : 0) | (b < c ? 2 : 0));
    OP_PAIRS("mov.b32 %r4, {%h1, %h2}; mov.b32 %r5, {%h2, %h3}; setp.neu.and.f16x2 %p3|%p4, %r4, "
             "%r5, !%p1; selp.u32 %r6, 1, 0, %p3; selp.u32 %r7, 2, 0, %p4; or.b32 %r0, %r6, %r7;",
             'r', halves, uint64_t, LOW,
             a & 1 ? 0 : (value(a) != value(b) ? 1 : 0) | (value(b) != value(c) ? 2 : 0));
}

// The ISA allows 2^-9.9 relative (ex2) and 2^-10.987 absolute (tanh); ours are rounded once.
TEST(f16_approximations)
{
    static uint64_t in[2048], ex2[2048], th[2048], both[2048];
    unsigned wrong = 0;
    for (unsigned i = 0; i < 2048; i++) in[i] = i * 31 & 0xffff;
    CU_ASSERT_FATAL(op_run("ex2.approx.f16 %h0, %h1;", 'h', 2048, in, NULL, NULL, ex2));
    CU_ASSERT_FATAL(op_run("tanh.approx.f16 %h0, %h1;", 'h', 2048, in, NULL, NULL, th));
    CU_ASSERT_FATAL(op_run("mov.b32 %r4, {%h1, %h1}; tanh.approx.f16x2 %r4, %r4; ex2.approx.f16x2 "
                           "%r5, %r4; mov.b32 %r0, %r4;",
                           'r', 2048, in, NULL, NULL, both));
    for (unsigned i = 0; i < 2048; i++) {
        double x = value(in[i]), e = exp2(x), t = tanh(x);
        bool nan = isnan(x);
        wrong += nan         ? ex2[i] != 0x7fff
                 : e > 65504 ? ex2[i] != 0x7c00 && ex2[i] != 0x7bff
                             : fabs(value(ex2[i]) - e) > e * exp2(-9.9) + exp2(-25);
        wrong += nan ? th[i] != 0x7fff : fabs(value(th[i]) - t) > exp2(-10.987);
        wrong += (uint32_t)both[i] != (th[i] | th[i] << 16);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

TEST(f16_conversions_of_integers_and_doubles)
{
    static const uint64_t ints[] = {0,          1,          5,          2047,       2048,
                                    2049,       2051,       65504,      65519,      65520,
                                    0x7fffffff, 0x80000000, 0xffffffff, 0xfffff7ff, 0xffff0011};
    OP_PAIRS("cvt.rn.f16.s32 %h0, %r1;", 'h', ints, int32_t, (int32_t), nearest(a));
    OP_PAIRS("cvt.rn.f16.u32 %h0, %r1;", 'h', ints, uint32_t, (uint32_t), nearest(a));
    OP_PAIRS("cvt.rn.f16.u16 %h0, %h1;", 'h', ints, uint16_t, (uint16_t), nearest(a));
    H16("cvt.f64.f16 %d4, %h1; cvt.rn.f16.f64 %h0, %d4;", isnan(a) ? 0x7fff : nearest(a));
    H16("cvt.rzi.s32.f16 %r4, %h1; cvt.u16.u32 %h0, %r4;",
        isnan(a) ? 0 : (uint16_t)(isinf(a) ? (a > 0 ? 0xffff : 0) : (int32_t)trunc(a)));
    H16("cvt.rpi.f16.f16 %h0, %h1;", isnan(a) ? 0x7fff : nearest(ceil(a)));
    H16("cvt.rni.f16.f16 %h0, %h1;", isnan(a) ? 0x7fff : nearest(nearbyint(a)));
    H16("cvt.sat.f16.f16 %h0, %h1;", saturate(a));
}

UNIT_MAIN("ptx_half", T(the_search_finds_every_half), T(f16_arithmetic_rounds_to_nearest),
          T(f16_ftz_flushes_operands_and_results), T(f16_signs_and_extremes), T(f16_comparisons),
          T(f16x2_works_on_each_half), T(f16x2_comparison_makes_two_predicates),
          T(f16_approximations), T(f16_conversions_of_integers_and_doubles))
