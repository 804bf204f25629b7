// lane_kernels_special.c : approximate functions (PTX ISA: rcp, sqrt, rsqrt, sin, cos, lg2, ex2,
// tanh with .approx).
//
// All are computed in double precision by short series of our own and rounded once, so that the
// error is far below PTX's bounds (2^-20.5 absolute for sin and cos, 2^-22.5 relative for ex2,
// 2^-22.6 for lg2, 2^-22.9 for rsqrt, 1 ulp for rcp) and the bits are the same on every machine,
// whatever its C library.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/bf16.h"

#define FI(x) (ftz ? flush32(x) : (x))
#define FO(x) nan32(ftz ? flush32((float)(x)) : (float)(x))

#define SINGLE(X) \
    X("rcp.approx.f32", rcp_approx_f32, f32, f32, FO(1.0f / FI(a))) \
    X("sqrt.approx.f32", sqrt_approx_f32, f32, f32, FO(__builtin_sqrtf(FI(a)))) \
    X("rsqrt.approx.f32", rsqrt_approx_f32, f32, f32, FO(1.0 / __builtin_sqrt((double)FI(a)))) \
    X("sin.approx.f32", sin_approx_f32, f32, f32, FO(sine(FI(a), 0))) \
    X("cos.approx.f32", cos_approx_f32, f32, f32, FO(sine(FI(a), 1))) \
    X("ex2.approx.f32", ex2_approx_f32, f32, f32, FO(power2((double)FI(a)))) \
    X("lg2.approx.f32", lg2_approx_f32, f32, f32, FO(logarithm2((double)FI(a)))) \
    X("tanh.approx.f32", tanh_approx_f32, f32, f32, FO(tangent_h((double)FI(a))))
#define DOUBLE(X) \
    X("rsqrt.approx.f64", rsqrt_approx_f64, f64, f64, \
      ftz ? gross(1.0 / __builtin_sqrt(upper(a))) : nan64(a, a, 1.0 / __builtin_sqrt(a))) \
    X("rcp.approx.f64", rcp_approx_f64, f64, f64, \
      ftz ? gross(1.0 / upper(a)) : nan64(a, a, 1.0 / a))

// With .ftz only the upper words of operand and result count, flushed; every NaN is the same.
static inline double upper(double x)
{
    const uint64_t u = double_bits(x);
    return bits_double(u & 0x7ff0000000000000ull ? u & 0xffffffff00000000ull : u & 1ull << 63);
}
static inline double gross(double r)
{
    return r != r ? bits_double(0x7fffffff00000000ull) : upper(r);
}

// Of halves, one or two in a register.
#define HALF_OF(FN, x) (uint32_t) half_bits(FN(half_value(x)))
#define PAIR_OF(FN, x) (HALF_OF(FN, (x)&0xffff) | HALF_OF(FN, (x) >> 16) << 16)
// clang-format off
#define HALVES(X) \
    X("ex2.approx.f16", ex2_f16, u16, u16, HALF_OF(power2, a)) \
    X("ex2.approx.f16x2", ex2_f16x2, u32, u32, PAIR_OF(power2, a)) \
    X("tanh.approx.f16", tanh_f16, u16, u16, HALF_OF(tangent_h, a)) \
    X("tanh.approx.f16x2", tanh_f16x2, u32, u32, PAIR_OF(tangent_h, a))
#define BF16_FLUSHED(X) \
    X("ex2.approx.bf16", ex2_bf16, u16, u16, power2_bf16(a)) \
    X("ex2.approx.bf16x2", ex2_bf16x2, u32, u32, BF_PAIR_OF(power2_bf16, a))
#define BF16_PLAIN(X) \
    X("tanh.approx.bf16", tanh_bf16, u16, u16, tangent_bf16(a)) \
    X("tanh.approx.bf16x2", tanh_bf16x2, u32, u32, BF_PAIR_OF(tangent_bf16, a))
// clang-format on
#define BF_PAIR_OF(FN, x) (FN((x)&0xffff) | FN((x) >> 16) << 16)

// 2^f for |f| <= 1/2: Taylor series of exp(f ln 2); the first term left out is below 2^-43.
static inline double power2_fraction(double f)
{
    double t = f * 0.69314718055994530942, r = 1.0 / 3628800;
    r = r * t + 1.0 / 362880;
    r = r * t + 1.0 / 40320;
    r = r * t + 1.0 / 5040;
    r = r * t + 1.0 / 720;
    r = r * t + 1.0 / 120;
    r = r * t + 1.0 / 24;
    r = r * t + 1.0 / 6;
    r = r * t + 0.5;
    return (r * t + 1.0) * t + 1.0;
}

// Arguments beyond +-200 over- and underflow a float all the same; NaN falls through.
static inline double power2(double x)
{
    double y = x > 200 ? 200 : x < -200 ? -200 : x;
    double n = __builtin_rint(y != y ? 0 : y);
    double scale = bits_double((uint64_t)((int64_t)(int32_t)n + 1023) << 52);
    return power2_fraction(y - n) * scale;
}

// log2(m 2^e) = e + 2/ln2 atanh((m-1)/(m+1)) for m in [sqrt(1/2), sqrt(2)); the first term left out
// is below 2^-42.
static inline double logarithm2(double x)
{
    uint64_t bits = double_bits(x), shifted = bits - 0x3fe6a09e667f3bcdull;
    int32_t e = (int32_t)((int64_t)shifted >> 52);
    double m = bits_double(bits - ((uint64_t)(int64_t)e << 52)), s = (m - 1) / (m + 1), q = s * s,
           r = 1.0 / 15;
    r = r * q + 1.0 / 13;
    r = r * q + 1.0 / 11;
    r = r * q + 1.0 / 9;
    r = r * q + 1.0 / 7;
    r = r * q + 1.0 / 5;
    r = r * q + 1.0 / 3;
    double finite = (double)e + (r * q + 1.0) * s * 2.88539008177792681472;
    return x < 0 ? (double)NAN : x == 0 ? -(double)INFINITY : x > 1e300 ? x : x != x ? x : finite;
}

// tanh x = 1 - 2 / (e^2x + 1); near zero the odd series, against cancellation.
static inline double tangent_h(double x)
{
    double big = 1 - 2 / (power2(x * 2.88539008177792681472) + 1), q = x * x;
    double small = x * (1 - q * (1.0 / 3 - q * (2.0 / 15 - q * (17.0 / 315))));
    return q < 0.01 ? small : big;
}

static inline double sine_series(double r)
{
    double q = r * r, s = 1.0 / 6227020800.0;
    s = s * q - 1.0 / 39916800;
    s = s * q + 1.0 / 362880;
    s = s * q - 1.0 / 5040;
    s = s * q + 1.0 / 120;
    s = s * q - 1.0 / 6;
    return (s * q + 1) * r;
}

static inline double cosine_series(double r)
{
    double q = r * r, s = -1.0 / 87178291200.0;
    s = s * q + 1.0 / 479001600;
    s = s * q - 1.0 / 3628800;
    s = s * q + 1.0 / 40320;
    s = s * q - 1.0 / 720;
    s = s * q + 1.0 / 24;
    s = s * q - 0.5;
    return s * q + 1;
}

// sin(x + quarter pi/2). The reduction is exact enough up to 2^30; larger arguments, for which PTX
// promises nothing, are first brought down by the exact fmod with the double nearest to 2 pi.
static inline double sine(float a, int quarter)
{
    double x = (double)a;
    if (__builtin_fabs(x) > 1073741824.0) x = fmod(x, 6.28318530717958647693);
    double n = __builtin_rint(x * 0.63661977236758134308);
    double r = (x - n * 1.57079632679489655800) - n * 6.12323399573676603587e-17;
    int32_t k = (n != n ? 0 : (int32_t)n) + quarter;
    double s = k & 1 ? cosine_series(r) : sine_series(r);
    return k & 2 ? -s : s;
}

// PTX has ex2 of bf16 with .ftz only, and tanh without it.
static inline uint32_t bf16_flush(uint32_t h) { return h & 0x7f80 ? h : h & 0x8000; }
static inline uint32_t power2_bf16(uint32_t h)
{
    return bf16_flush(bf16_bits(power2(bf16_value(bf16_flush(h)))));
}
static inline uint32_t tangent_bf16(uint32_t h) { return bf16_bits(tangent_h(bf16_value(h))); }

#define PLAIN(NAME, FN, D, A, EXPR) KERNEL1(FN, D, A, EXPR)
#define FLUSHED(NAME, FN, D, A, EXPR) KERNEL1(FN##_ftz, D, A, EXPR)
#define ftz false
SINGLE(PLAIN)
DOUBLE(PLAIN)
HALVES(PLAIN)
BF16_FLUSHED(PLAIN)
BF16_PLAIN(PLAIN)
#undef ftz
#define ftz true
SINGLE(FLUSHED)
DOUBLE(FLUSHED)
#undef ftz

// clang-format off
#define SINGLE_ROW(NAME, FN, D, A, EXPR) \
    {NAME, FN, FN##_ftz, {T_##D, T_##A}, UNIT_SFU, LAT_dp_mul, EXACT_none},
#define DOUBLE_ROW(NAME, FN, D, A, EXPR) \
    {NAME, FN, FN##_ftz, {T_##D, T_##A}, UNIT_SFU, LAT_dp_mul, EXACT_none},
#define HALF_ROW(NAME, FN, D, A, EXPR) \
    {NAME, FN, NULL, {HALF_TYPE_##D, HALF_TYPE_##D}, UNIT_SFU, LAT_dp_mul, EXACT_none},
#define BF16_ROW(NAME, FN, D, A, EXPR) \
    {NAME, FN, NULL, {BF16_TYPE_##D, BF16_TYPE_##D}, UNIT_SFU, LAT_dp_mul, EXACT_none},
#define BF16_FLUSHED_ROW(NAME, FN, D, A, EXPR) \
    {NAME, FN, FN, {BF16_TYPE_##D, BF16_TYPE_##D}, UNIT_SFU, LAT_dp_mul, EXACT_none},
// clang-format on
#define HALF_TYPE_u16 T_f16
#define HALF_TYPE_u32 T_f16x2
#define BF16_TYPE_u16 T_bf16
#define BF16_TYPE_u32 T_bf16x2
const form forms_special[] = {SINGLE(SINGLE_ROW) DOUBLE(DOUBLE_ROW) HALVES(HALF_ROW)
                                  BF16_FLUSHED(BF16_FLUSHED_ROW) BF16_PLAIN(BF16_ROW) FORMS_END};
