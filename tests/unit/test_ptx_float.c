// test_ptx_float.c : floating-point instructions and conversions against C, on edge values.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

#include <fenv.h>
#include <math.h>

#define NAN32 0x7fffffffu // every single-precision NaN result
static const uint64_t singles[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff,
    0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
    0xffc12345, 0x3fc00000, 0x40490fdb, 0xc0200000, 0x3dcccccd, 0x4b7fffff, 0x4f000000, 0xcf000000,
    0x5f800000, 0x3effffff, 0x2f800000, 0x7e800001, 0x3f000000, 0xbf000000, 0x41200000, 0x34000000};
static const uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000,
    0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
    0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0x7ff8000000000123, 0xfff4000000000001, 0x400921fb54442d18, 0x3fb999999999999a,
    0x41dfffffffc00000, 0xc1e0000000000000, 0x41efffffffe00000, 0x43e0000000000000,
    0x3fe0000000000000, 0xbfe0000000000000, 0x4008000000000000, 0x36a0000000000000,
    0x47efffffe0000000};

static uint64_t n32(float f) { return isnan(f) ? NAN32 : bits32(f); }
static float flush(float f) { return fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f; }
static double quiet(double x) { return as_f64(bits64(x) | 1ull << 51); }
static uint64_t n64(double a, double b, double r)
{
    if (isnan(a)) return bits64(quiet(a));
    if (isnan(b)) return bits64(quiet(b));
    return isnan(r) ? 0x7ff8000000000000 : bits64(r);
}

#define F32(BODY, EXPR) OP_PAIRS(BODY, 'f', singles, float, as_f32, EXPR)
#define F64(BODY, EXPR) OP_PAIRS(BODY, 'd', doubles, double, as_f64, EXPR)
#define P32(BODY, EXPR) OP_PAIRS(BODY, 'p', singles, float, as_f32, (EXPR) ? 1 : 0)
#define P64(BODY, EXPR) OP_PAIRS(BODY, 'p', doubles, double, as_f64, (EXPR) ? 1 : 0)

TEST(f32_arithmetic_is_ieee)
{
    F32("add.f32 %f0, %f1, %f2;", n32(a + b));
    F32("sub.rn.f32 %f0, %f1, %f2;", n32(a - b));
    F32("mul.f32 %f0, %f1, %f2;", n32(a * b));
    F32("div.rn.f32 %f0, %f1, %f2;", n32(a / b));
    F32("fma.rn.f32 %f0, %f1, %f2, %f3;", n32(fmaf(a, b, c)));
    F32("mad.rn.f32 %f0, %f1, %f2, %f3;", n32(fmaf(a, b, c)));
    F32("sqrt.rn.f32 %f0, %f1;", n32(sqrtf(a)));
    F32("rcp.rn.f32 %f0, %f1;", n32(1 / a));
    F32("add.f32 %f0, %f1, 0f3F000000;", n32(a + 0.5f));
    F32("mul.f32 %f0, %f1, 2.5;", n32(a * 2.5f));
}

TEST(f32_ftz_flushes_operands_and_results)
{
    F32("add.ftz.f32 %f0, %f1, %f2;", n32(flush(flush(a) + flush(b))));
    F32("mul.rn.ftz.f32 %f0, %f1, %f2;", n32(flush(flush(a) * flush(b))));
    F32("fma.rn.ftz.f32 %f0, %f1, %f2, %f3;", n32(flush(fmaf(flush(a), flush(b), flush(c)))));
    F32("div.rn.ftz.f32 %f0, %f1, %f2;", n32(flush(flush(a) / flush(b))));
    P32("setp.gt.ftz.f32 %p0, %f1, %f2;", flush(a) > flush(b));
    P32("setp.neu.ftz.f32 %p0, %f1, 0f00000000;", flush(a) != 0);
}

// x OP y under a rounding mode of the host: operands volatile, so that it happens at run time.
static float directed(int mode, char op, float x, float y, float z)
{
    volatile float a = x, b = y, c = z, r;
    fesetround(mode);
    if (op == '+') r = a + b;
    else if (op == '*') r = a * b;
    else if (op == '/') r = a / b;
    else if (op == 's') r = sqrtf(a);
    else r = fmaf(a, b, c);
    fesetround(FE_TONEAREST);
    return r;
}

TEST(f32_directed_rounding)
{
    F32("add.rz.f32 %f0, %f1, %f2;", n32(directed(FE_TOWARDZERO, '+', a, b, 0)));
    F32("mul.rp.f32 %f0, %f1, %f2;", n32(directed(FE_UPWARD, '*', a, b, 0)));
    F32("div.rm.f32 %f0, %f1, %f2;", n32(directed(FE_DOWNWARD, '/', a, b, 0)));
    F32("sqrt.rp.f32 %f0, %f1;", n32(directed(FE_UPWARD, 's', a, 0, 0)));
    F32("fma.rm.f32 %f0, %f1, %f2, %f3;", n32(directed(FE_DOWNWARD, 'f', a, b, c)));
}

TEST(directed_rounding_differs_and_leaves_the_mode) // 1/3 up and down differ by one unit; the next
                                                    // instruction rounds to nearest
{
    static const uint64_t one[] = {0x3f800000}, three[] = {0x40400000};
    uint64_t up, down, after;
    CU_ASSERT_FATAL(op_run("div.rp.f32 %f0, %f1, %f2;", 'f', 1, one, three, NULL, &up));
    CU_ASSERT_FATAL(op_run("div.rm.f32 %f0, %f1, %f2;", 'f', 1, one, three, NULL, &down));
    CU_ASSERT_FATAL(op_run("div.rm.f32 %f4, %f1, %f2; div.rn.f32 %f0, %f1, %f2;", 'f', 1, one,
                           three, NULL, &after));
    CU_ASSERT_EQUAL(up, down + 1);
    CU_ASSERT_EQUAL(after, bits32(1.0f / 3.0f));
}

static float sat(float f) { return f >= 1 ? 1 : f > 0 ? f : 0; }

TEST(f32_saturation_clamps_and_zeroes_nan)
{
    F32("add.sat.f32 %f0, %f1, %f2;", bits32(sat(a + b)));
    F32("fma.rn.sat.f32 %f0, %f1, %f2, %f3;", bits32(sat(fmaf(a, b, c))));
    F32("cvt.sat.f32.f32 %f0, %f1;", bits32(sat(a)));
}

static uint64_t least(float a, float b)
{
    if (isnan(a) || isnan(b)) return n32(isnan(a) ? b : a);
    if (a == b) return signbit(a) ? bits32(a) : bits32(b);
    return bits32(a < b ? a : b);
}
static uint64_t most(float a, float b)
{
    if (isnan(a) || isnan(b)) return n32(isnan(a) ? b : a);
    if (a == b) return signbit(a) ? bits32(b) : bits32(a);
    return bits32(a > b ? a : b);
}

TEST(min_max_prefer_numbers_and_order_zeros)
{
    F32("min.f32 %f0, %f1, %f2;", least(a, b));
    F32("max.f32 %f0, %f1, %f2;", most(a, b));
    F32("min.NaN.f32 %f0, %f1, %f2;", isnan(a) || isnan(b) ? NAN32 : least(a, b));
}

TEST(sign_instructions)
{
    F32("abs.f32 %f0, %f1;", bits32(a) & 0x7fffffff);
    F32("neg.f32 %f0, %f1;", bits32(a) ^ 0x80000000);
    F32("copysign.f32 %f0, %f1, %f2;", (bits32(a) & 0x80000000) | (bits32(b) & 0x7fffffff));
    F64("abs.f64 %d0, %d1;", bits64(a) & INT64_MAX);
    F64("neg.f64 %d0, %d1;", bits64(a) ^ 1ull << 63);
}

TEST(f64_arithmetic_is_ieee_and_keeps_payloads)
{
    F64("add.f64 %d0, %d1, %d2;", n64(a, b, a + b));
    F64("sub.rn.f64 %d0, %d1, %d2;", n64(a, b, a - b));
    F64("mul.f64 %d0, %d1, %d2;", n64(a, b, a * b));
    F64("div.rn.f64 %d0, %d1, %d2;", n64(a, b, a / b));
    F64("fma.rn.f64 %d0, %d1, %d2, %d3;",
        isnan(a) || isnan(b) || !isnan(c) ? n64(a, b, fma(a, b, c)) : bits64(quiet(c)));
    F64("sqrt.rn.f64 %d0, %d1;", n64(a, a, sqrt(a)));
    F64("rcp.rn.f64 %d0, %d1;", n64(a, a, 1 / a));
}

TEST(comparisons_ordered_and_unordered)
{
    P32("setp.eq.f32 %p0, %f1, %f2;", a == b);
    P32("setp.ne.f32 %p0, %f1, %f2;", a < b || a > b);
    P32("setp.lt.f32 %p0, %f1, %f2;", a < b);
    P32("setp.ge.f32 %p0, %f1, %f2;", a >= b);
    P32("setp.equ.f32 %p0, %f1, %f2;", !(a < b || a > b));
    P32("setp.neu.f32 %p0, %f1, %f2;", a != b);
    P32("setp.ltu.f32 %p0, %f1, %f2;", !(a >= b));
    P32("setp.leu.f32 %p0, %f1, %f2;", !(a > b));
    P32("setp.gtu.f32 %p0, %f1, %f2;", !(a <= b));
    P32("setp.geu.f32 %p0, %f1, %f2;", !(a < b));
    P32("setp.num.f32 %p0, %f1, %f2;", !isnan(a) && !isnan(b));
    P32("setp.nan.f32 %p0, %f1, %f2;", isnan(a) || isnan(b));
    P64("setp.le.f64 %p0, %d1, %d2;", a <= b);
    P64("setp.nan.f64 %p0, %d1, %d2;", isnan(a) || isnan(b));
    F32("slct.f32.f32 %f0, %f1, %f2, %f3;", c >= 0 ? bits32(a) : bits32(b));
}

TEST(testp_classes)
{
    P32("testp.finite.f32 %p0, %f1;", isfinite(a));
    P32("testp.infinite.f32 %p0, %f1;", isinf(a));
    P32("testp.notanumber.f32 %p0, %f1;", isnan(a));
    P32("testp.normal.f32 %p0, %f1;", isnormal(a) || a == 0); // the ISA: zeros are normal
    P32("testp.subnormal.f32 %p0, %f1;", fpclassify(a) == FP_SUBNORMAL);
    P64("testp.subnormal.f64 %p0, %d1;", fpclassify(a) == FP_SUBNORMAL);
}

static int64_t to_int(double x, int64_t low, double above, int64_t high)
{
    return x >= above ? high : x < (double)low ? low : (int64_t)x;
}
static uint64_t to_uint(double x, double above, uint64_t high)
{
    return x < 0 ? 0 : x >= above ? high : (uint64_t)x;
}

#define RS(BODY, EXPR) OP_PAIRS(BODY, 'r', singles, float, as_f32, (uint32_t)(EXPR))
#define RD(BODY, EXPR) OP_PAIRS(BODY, 'r', doubles, double, as_f64, (uint32_t)(EXPR))
#define LS(BODY, EXPR) OP_PAIRS(BODY, 'l', singles, float, as_f32, (uint64_t)(EXPR))

TEST(cvt_float_to_integer_clamps) // and gives a NaN the value that the ISA says
{
    RS("cvt.rzi.s32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_int(trunc((double)a), INT32_MIN, 2147483648.0, INT32_MAX));
    RS("cvt.rzi.u32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_uint(trunc((double)a), 4294967296.0, UINT32_MAX));
    RS("cvt.rni.s32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_int(nearbyint((double)a), INT32_MIN, 2147483648.0, INT32_MAX));
    RS("cvt.rmi.s32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_int(floor((double)a), INT32_MIN, 2147483648.0, INT32_MAX));
    RS("cvt.rpi.u32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_uint(ceil((double)a), 4294967296.0, UINT32_MAX));
    RS("cvt.rzi.ftz.s32.f32 %r0, %f1;",
       isnan(a) ? 0 : to_int(trunc((double)flush(a)), INT32_MIN, 2147483648.0, INT32_MAX));
    RS("cvt.rzi.s8.f32 %r0, %f1;", isnan(a) ? 0 : to_int(trunc((double)a), -128, 128, 127));
    RD("cvt.rzi.s32.f64 %r0, %d1;",
       isnan(a) ? 0x80000000 : to_int(trunc(a), INT32_MIN, 2147483648.0, INT32_MAX));
    RD("cvt.rzi.u32.f64 %r0, %d1;",
       isnan(a) ? 0x80000000 : to_uint(trunc(a), 4294967296.0, UINT32_MAX));
    LS("cvt.rzi.s64.f32 %l0, %f1;",
       isnan(a) ? INT64_MIN
                : to_int(trunc((double)a), INT64_MIN, 9223372036854775808.0, INT64_MAX));
    LS("cvt.rzi.u64.f32 %l0, %f1;",
       isnan(a) ? 1ull << 63 : to_uint(trunc((double)a), 18446744073709551616.0, UINT64_MAX));
}

static const uint64_t integers[] = {0,
                                    1,
                                    0xff,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    0x01000001,
                                    0x01000003,
                                    0xfeffffff,
                                    0x7fffffbf,
                                    0x7fffff40,
                                    0x8000008000000000,
                                    0x7fffffffffffffff,
                                    0xffffff7fffffffff,
                                    0x0020000000000001,
                                    0xffffffffffffffff};

static uint64_t int_directed(int mode, int64_t x)
{
    volatile int64_t v = x;
    fesetround(mode);
    volatile float r = (float)v;
    fesetround(FE_TONEAREST);
    return bits32(r);
}

TEST(cvt_integer_to_float_rounds)
{
    OP_PAIRS("cvt.rn.f32.s32 %f0, %r1;", 'f', integers, int32_t, (int32_t), bits32((float)a));
    OP_PAIRS("cvt.rn.f32.u32 %f0, %r1;", 'f', integers, uint32_t, (uint32_t), bits32((float)a));
    OP_PAIRS("cvt.rn.f32.s64 %f0, %l1;", 'f', integers, int64_t, (int64_t), bits32((float)a));
    OP_PAIRS("cvt.rn.f32.u64 %f0, %l1;", 'f', integers, uint64_t, (uint64_t), bits32((float)a));
    OP_PAIRS("cvt.rz.f32.s64 %f0, %l1;", 'f', integers, int64_t, (int64_t),
             int_directed(FE_TOWARDZERO, a));
    OP_PAIRS("cvt.rp.f32.s32 %f0, %r1;", 'f', integers, int32_t, (int32_t),
             int_directed(FE_UPWARD, a));
    OP_PAIRS("cvt.rn.f64.u64 %d0, %l1;", 'd', integers, uint64_t, (uint64_t), bits64((double)a));
    OP_PAIRS("cvt.rn.f64.s32 %d0, %r1;", 'd', integers, int32_t, (int32_t), bits64(a));
    OP_PAIRS("cvt.rn.f32.s16 %f0, %h1;", 'f', integers, int16_t, (int16_t), bits32(a));
    OP_PAIRS("cvt.rn.f32.u8 %f0, %h1;", 'f', integers, uint8_t, (uint8_t), bits32(a));
}

static uint64_t narrow(int mode, double x)
{
    volatile double v = x;
    fesetround(mode);
    volatile float r = (float)v;
    fesetround(FE_TONEAREST);
    return n32(r);
}

TEST(cvt_between_floats)
{
    OP_PAIRS("cvt.f64.f32 %d0, %f1;", 'd', singles, float, as_f32,
             bits64(isnan(a) ? quiet((double)a) : (double)a));
    OP_PAIRS("cvt.rn.f32.f64 %f0, %d1;", 'f', doubles, double, as_f64, n32((float)a));
    OP_PAIRS("cvt.rz.f32.f64 %f0, %d1;", 'f', doubles, double, as_f64, narrow(FE_TOWARDZERO, a));
    OP_PAIRS("cvt.rp.f32.f64 %f0, %d1;", 'f', doubles, double, as_f64, narrow(FE_UPWARD, a));
    F32("cvt.rni.f32.f32 %f0, %f1;", n32(rintf(a)));
    F32("cvt.rmi.f32.f32 %f0, %f1;", n32(floorf(a)));
    F32("cvt.rpi.f32.f32 %f0, %f1;", n32(ceilf(a)));
    F64("cvt.rzi.f64.f64 %d0, %d1;", n64(a, a, trunc(a)));
    F32("cvt.ftz.f32.f32 %f0, %f1;", n32(flush(a)));
}

TEST(half_precision_survives_the_round_trip) // every f16 is exact in f32
{
    static uint64_t in[OP_MOST], out[OP_MOST];
    unsigned wrong = 0;
    for (unsigned block = 0; block < 65536 / OP_MOST; block++) {
        for (unsigned i = 0; i < OP_MOST; i++) in[i] = block * OP_MOST + i;
        CU_ASSERT_FATAL(op_run("cvt.f32.f16 %f4, %h1; cvt.rn.f16.f32 %h0, %f4;", 'h', OP_MOST, in,
                               NULL, NULL, out));
        for (unsigned i = 0; i < OP_MOST; i++) {
            bool nan = (in[i] & 0x7c00) == 0x7c00 && (in[i] & 0x3ff);
            wrong += nan ? out[i] != 0x7fff : out[i] != in[i];
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

TEST(half_precision_rounds_to_even_and_overflows)
{
    static const uint64_t in[] = {0x3f801000, 0x3f803000, 0x477fe000, 0x477ff000,
                                  0x33000000, 0x33000001, 0x7f800000};
    static const uint64_t want[] = {0x3c00, 0x3c02, 0x7bff, 0x7c00, 0x0000, 0x0001, 0x7c00};
    uint64_t out[7];
    CU_ASSERT_FATAL(op_run("cvt.rn.f16.f32 %h0, %f1;", 'h', 7, in, NULL, NULL, out));
    for (unsigned i = 0; i < 7; i++) CU_ASSERT_EQUAL(out[i], want[i]);
}

// Greatest error of an approximate instruction over many arguments from low to high: relative to
// the exact value, or absolute.
static double worst(const char *body, double low, double high, double (*exact)(double),
                    bool relative)
{
    static uint64_t in[OP_MOST], out[OP_MOST];
    double most_wrong = 0;
    for (unsigned i = 0; i < OP_MOST; i++)
        in[i] = bits32((float)(low + (high - low) * i / (OP_MOST - 1)));
    CU_ASSERT_FATAL(op_run(body, 'f', OP_MOST, in, NULL, NULL, out));
    for (unsigned i = 0; i < OP_MOST; i++) {
        double want = exact((double)as_f32(in[i])), got = (double)as_f32(out[i]),
               error = fabs(got - want);
        if (relative && want != 0) error /= fabs(want);
        if (!(error <= most_wrong)) most_wrong = error;
    }
    return most_wrong;
}

static double reciprocal(double x) { return 1 / x; }
static double reciprocal_root(double x) { return 1 / sqrt(x); }

TEST(approximations_within_the_isa_bounds)
{
    CU_ASSERT(worst("sin.approx.f32 %f0, %f1;", -6.28, 6.28, sin, false) <= exp2(-20.5));
    CU_ASSERT(worst("cos.approx.f32 %f0, %f1;", -6.28, 6.28, cos, false) <= exp2(-20.5));
    CU_ASSERT(worst("sin.approx.f32 %f0, %f1;", -100000, 100000, sin, false) <= exp2(-20.5));
    CU_ASSERT(worst("ex2.approx.f32 %f0, %f1;", -126, 127.9, exp2, true) <= exp2(-22.5));
    CU_ASSERT(worst("lg2.approx.f32 %f0, %f1;", 0.5, 2, log2, false) <= exp2(-22.6));
    CU_ASSERT(worst("lg2.approx.f32 %f0, %f1;", 2, 1e30, log2, true) <= exp2(-22.6));
    CU_ASSERT(worst("rsqrt.approx.f32 %f0, %f1;", 1e-30, 1000, reciprocal_root, true) <=
              exp2(-22.9));
    CU_ASSERT(worst("rcp.approx.f32 %f0, %f1;", 0.001, 1000, reciprocal, true) <= exp2(-23));
    CU_ASSERT(worst("sqrt.approx.f32 %f0, %f1;", 0, 1000, sqrt, true) <= exp2(-23));
    CU_ASSERT(worst("tanh.approx.f32 %f0, %f1;", -10, 10, tanh, true) <= exp2(-11));
}

// Results of an approximate instruction on 0, -0, inf, -inf, NaN, -1.
static void specials(const char *body, const uint32_t want[6])
{
    static const uint64_t in[6] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xbf800000};
    uint64_t out[6];
    CU_ASSERT_FATAL(op_run(body, 'f', 6, in, NULL, NULL, out));
    for (unsigned i = 0; i < 6; i++) {
        if (out[i] != want[i])
            printf("# %s %#llx: %#llx\n", body, (unsigned long long)in[i],
                   (unsigned long long)out[i]);
        CU_ASSERT_EQUAL(out[i], want[i]);
    }
}

TEST(approximations_of_special_values) // the ISA's tables
{
    const uint32_t inf = 0x7f800000, minf = 0xff800000, one = 0x3f800000, half = 0x3f000000,
                   mone = 0xbf800000, zero = 0, mzero = 0x80000000;
    specials("rcp.approx.f32 %f0, %f1;", (uint32_t[]){inf, minf, zero, mzero, NAN32, mone});
    specials("rsqrt.approx.f32 %f0, %f1;", (uint32_t[]){inf, minf, zero, NAN32, NAN32, NAN32});
    specials("lg2.approx.f32 %f0, %f1;", (uint32_t[]){minf, minf, inf, NAN32, NAN32, NAN32});
    specials("ex2.approx.f32 %f0, %f1;", (uint32_t[]){one, one, inf, zero, NAN32, half});
    specials("sqrt.approx.f32 %f0, %f1;", (uint32_t[]){zero, mzero, inf, NAN32, NAN32, NAN32});
    specials("cos.approx.f32 %f4, %f1; add.f32 %f0, %f4, 0f00000000;",
             (uint32_t[]){one, one, NAN32, NAN32, NAN32, (uint32_t)bits32((float)cos(-1))});
}

TEST(double_approximations_are_of_upper_words) // the ISA's tables; the lower word of an operand
                                               // does not count
{
    static const uint64_t in[] = {0,
                                  1,
                                  0x8000000000000001,
                                  0x7ff0000000000000,
                                  0xfff0000000000000,
                                  0x7ff0000000000001,
                                  0x7ff8000000000123,
                                  0x4010000000000001,
                                  0x7fefffffffffffff};
    static const uint64_t rcp[] = {0x7ff0000000000000,
                                   0x7ff0000000000000,
                                   0xfff0000000000000,
                                   0,
                                   0x8000000000000000,
                                   0,
                                   0x7fffffff00000000,
                                   0x3fd0000000000000,
                                   0};
    static const uint64_t rsqrt[] = {
        0x7ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0, 0x7fffffff00000000, 0,
        0x7fffffff00000000, 0x3fe0000000000000, 0x1ff0000000000000};
    uint64_t out[9];
    CU_ASSERT_FATAL(op_run("rcp.approx.ftz.f64 %d0, %d1;", 'd', 9, in, NULL, NULL, out));
    for (unsigned i = 0; i < 9; i++) CU_ASSERT_EQUAL(out[i], rcp[i]);
    CU_ASSERT_FATAL(op_run("rsqrt.approx.ftz.f64 %d0, %d1;", 'd', 9, in, NULL, NULL, out));
    for (unsigned i = 0; i < 9; i++) CU_ASSERT_EQUAL(out[i], rsqrt[i]);
}

TEST(div_approx_takes_large_divisors_for_infinite)
{
    static const uint64_t a[] = {0x3f800000, 0x7f800000, 0x40c00000},
                          b[] = {0x7f000000, 0x7f000000, 0x40000000};
    uint64_t out[3];
    CU_ASSERT_FATAL(op_run("div.approx.f32 %f0, %f1, %f2;", 'f', 3, a, b, NULL, out));
    CU_ASSERT_EQUAL(out[0], 0);
    CU_ASSERT_EQUAL(out[1], NAN32);
    CU_ASSERT_EQUAL(out[2], bits32(3));
}

TEST(lane_loops_and_exact_path_agree_on_conversions) // .sat of an in-range value takes the other
                                                     // path
{
    OP_PAIRS("cvt.rzi.s32.f32 %r4, %f1; cvt.rzi.ftz.s32.f32 %r5, %f1; xor.b32 %r0, %r4, %r5;", 'r',
             singles, float, as_f32, 0 * (int)isnan(b));
    OP_PAIRS("cvt.s64.s16 %l4, %h1; cvt.sat.s64.s16 %l5, %h1; xor.b64 %l0, %l4, %l5;", 'l',
             integers, uint64_t, (uint64_t), a & 0);
}

UNIT_MAIN("ptx_float", T(f32_arithmetic_is_ieee), T(f32_ftz_flushes_operands_and_results),
          T(f32_directed_rounding), T(directed_rounding_differs_and_leaves_the_mode),
          T(f32_saturation_clamps_and_zeroes_nan), T(min_max_prefer_numbers_and_order_zeros),
          T(sign_instructions), T(f64_arithmetic_is_ieee_and_keeps_payloads),
          T(comparisons_ordered_and_unordered), T(testp_classes), T(cvt_float_to_integer_clamps),
          T(cvt_integer_to_float_rounds), T(cvt_between_floats),
          T(half_precision_survives_the_round_trip), T(half_precision_rounds_to_even_and_overflows),
          T(approximations_within_the_isa_bounds), T(approximations_of_special_values),
          T(double_approximations_are_of_upper_words),
          T(div_approx_takes_large_divisors_for_infinite),
          T(lane_loops_and_exact_path_agree_on_conversions))
