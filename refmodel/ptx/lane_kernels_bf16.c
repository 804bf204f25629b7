// lane_kernels_bf16.c: arithmetic and comparisons of bf16, one or two in a register, and
// conversions of bf16, tf32, e4m3 and e5m2. Rounding is to nearest even but where a name says .rz;
// of tf32 to nearest, ties away from zero.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/bf16.h"

#define VALUE bf16_value
static inline double relu(double x) { return x < 0 || x == 0 ? 0 : x; } // NaN stays

// A number wins against a NaN, and -0 is below +0.
static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    const double x = VALUE(a), y = VALUE(b);
    if (x != x && y != y) return 0x7fff;
    return x != x ? b : y != y ? a : x < y ? a : y < x ? b : a | b;
}
static inline uint32_t larger(uint32_t a, uint32_t b)
{
    const double x = VALUE(a), y = VALUE(b);
    if (x != x && y != y) return 0x7fff;
    return x != x ? b : y != y ? a : x > y ? a : y > x ? b : a & b;
}
static inline bool either_nan(uint32_t a, uint32_t b)
{
    return VALUE(a) != VALUE(a) || VALUE(b) != VALUE(b);
}

// A number with the sign of `sign`; a NaN stays the one NaN.
static inline uint32_t signed_by(uint32_t sign, uint32_t h)
{
    return h > 0x7f80 ? h : h | (sign & 0x8000);
}

#define SIZE(h) ((h)&0x7fff)
#define A VALUE(a)
#define B VALUE(b)
#define C VALUE(c)
// X(name, function, result of one element, latency)
// clang-format off
#define BF_UNARY(X) X("neg", neg, a ^ 0x8000, LAT_ONE) X("abs", abs, a & 0x7fff, LAT_ONE)
#define BF_BINARY(X) \
    X("add", add, bf16_bits(odd_sum(A, B)), LAT_fp_add) \
    X("sub", sub, bf16_bits(odd_sum(A, -B)), LAT_fp_add) \
    X("mul", mul, bf16_bits(A * B), LAT_fp_mul) \
    X("min", min, smaller(a, b), LAT_fp_max) X("max", max, larger(a, b), LAT_fp_max) \
    X("min.NaN", min_nan, either_nan(a, b) ? 0x7fff : smaller(a, b), LAT_fp_max) \
    X("max.NaN", max_nan, either_nan(a, b) ? 0x7fff : larger(a, b), LAT_fp_max) \
    X("min.xorsign.abs", min_xor, signed_by(a ^ b, smaller(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("max.xorsign.abs", max_xor, signed_by(a ^ b, larger(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("min.NaN.xorsign.abs", min_nan_xor, \
      either_nan(a, b) ? 0x7fff : signed_by(a ^ b, smaller(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("max.NaN.xorsign.abs", max_nan_xor, \
      either_nan(a, b) ? 0x7fff : signed_by(a ^ b, larger(SIZE(a), SIZE(b))), LAT_fp_max)
#define BF_TERNARY(X) \
    X("fma", fma, bf16_bits(odd_sum(A * B, C)), LAT_fp_mad) \
    X("fma.relu", fma_relu, bf16_bits(relu(odd_sum(A * B, C))), LAT_fp_mad)
// clang-format on

#define BF_ONE(NAME, FN, EXPR, LATENCY) \
    static inline uint32_t FN##_one(uint32_t a, uint32_t b, uint32_t c) \
    { \
        (void)b, (void)c; \
        return EXPR; \
    }
BF_UNARY(BF_ONE)
BF_BINARY(BF_ONE)
BF_TERNARY(BF_ONE)

#define LOW(x) ((x)&0xffff)
#define BOTH(FN, x, y, z) \
    (FN##_one(LOW(x), LOW(y), LOW(z)) | FN##_one((x) >> 16, (y) >> 16, (z) >> 16) << 16)
#define BF_KERNELS1(NAME, FN, EXPR, LATENCY) \
    KERNEL1(FN##_bf16, u16, u16, FN##_one(a, 0, 0)) \
    KERNEL1(FN##_bf16x2, u32, u32, BOTH(FN, a, 0u, 0u))
#define BF_KERNELS2(NAME, FN, EXPR, LATENCY) \
    KERNEL2(FN##_bf16, u16, u16, u16, FN##_one(a, b, 0)) \
    KERNEL2(FN##_bf16x2, u32, u32, u32, BOTH(FN, a, b, 0u))
#define BF_KERNELS3(NAME, FN, EXPR, LATENCY) \
    KERNEL3(FN##_bf16, u16, u16, u16, u16, FN##_one(a, b, c)) \
    KERNEL3(FN##_bf16x2, u32, u32, u32, u32, BOTH(FN, a, b, c))
BF_UNARY(BF_KERNELS1)
BF_BINARY(BF_KERNELS2)
BF_TERNARY(BF_KERNELS3)

// Of two values to one register the first operand is the upper half.
#define TO_BF16(x) bf16_bits((double)(x))
#define CUT(x) cut_bf16(float_bits(x)) // toward zero
#define TO_E4M3(x) short_bits((double)(x), &format_e4m3)
#define TO_E5M2(x) short_bits((double)(x), &format_e5m2)
#define UP(x) (float)relu((double)(x))
#define PAIR(TO, BITS, x, y) (TO(y) | TO(x) << (BITS))
static inline uint32_t cut_bf16(uint32_t u)
{
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fff : u >> 16;
}
// To nearest, ties away from zero, of the upper 19 bits; the others are zeros.
static inline uint32_t tf32_bits(uint32_t u)
{
    if ((u & 0x7fffffff) > 0x7f800000) return 0x7fffffff;
    return (u & 0x7f800000) == 0x7f800000 ? u : (u + 0x1000) & 0xffffe000;
}

// X(name, function, kind of kernel, destination, source, result)
// clang-format off
#define ONE_SOURCE(X) \
    X("cvt.bf16.f32", bf16_of_f32, bf16, u16, f32, f32, TO_BF16(a)) \
    X("cvt.relu.bf16.f32", bf16_of_f32_relu, bf16, u16, f32, f32, TO_BF16(UP(a))) \
    X("cvt.rz.bf16.f32", bf16_of_f32_rz, bf16, u16, f32, f32, CUT(a)) \
    X("cvt.rz.relu.bf16.f32", bf16_of_f32_rz_relu, bf16, u16, f32, f32, CUT(UP(a))) \
    X("cvt.f32.bf16", f32_of_bf16, f32, u32, bf16, u16, a << 16) \
    X("cvt.rna.tf32.f32", tf32_of_f32, b32, u32, f32, u32, tf32_bits(a)) \
    X("cvt.f16x2.e4m3x2", halves_of_e4m3, f16x2, u32, e4m3x2, u16, \
      e4m3_half(a & 0xff) | e4m3_half(a >> 8) << 16) \
    X("cvt.f16x2.e5m2x2", halves_of_e5m2, f16x2, u32, e5m2x2, u16, \
      e5m2_half(a & 0xff) | e5m2_half(a >> 8) << 16)
#define TWO_SOURCES(X) \
    X("cvt.bf16x2.f32", bf16x2_of_f32, bf16x2, u32, PAIR(TO_BF16, 16, a, b)) \
    X("cvt.relu.bf16x2.f32", bf16x2_of_f32_relu, bf16x2, u32, PAIR(TO_BF16, 16, UP(a), UP(b))) \
    X("cvt.rz.bf16x2.f32", bf16x2_of_f32_rz, bf16x2, u32, PAIR(CUT, 16, a, b)) \
    X("cvt.rz.relu.bf16x2.f32", bf16x2_of_f32_rz_relu, bf16x2, u32, \
      PAIR(CUT, 16, UP(a), UP(b))) \
    X("cvt.satfinite.e4m3x2.f32", e4m3_of_f32, e4m3x2, u16, PAIR(TO_E4M3, 8, a, b)) \
    X("cvt.satfinite.relu.e4m3x2.f32", e4m3_of_f32_relu, e4m3x2, u16, \
      PAIR(TO_E4M3, 8, UP(a), UP(b))) \
    X("cvt.satfinite.e5m2x2.f32", e5m2_of_f32, e5m2x2, u16, PAIR(TO_E5M2, 8, a, b)) \
    X("cvt.satfinite.relu.e5m2x2.f32", e5m2_of_f32_relu, e5m2x2, u16, \
      PAIR(TO_E5M2, 8, UP(a), UP(b)))
#define CVT1(NAME, FN, D, KD, S, KS, EXPR) KERNEL1(FN, KD, KS, EXPR)
#define CVT2(NAME, FN, D, KD, EXPR) KERNEL2(FN, KD, f32, f32, EXPR)
// clang-format on
ONE_SOURCE(CVT1)
TWO_SOURCES(CVT2)

#define COMPARE_BF(NAME, FN, T, COND) \
    static void FN##_bf(void *d, const void *pa, const void *pb, const void *pc, uint32_t mask) \
    { \
        const st_u32 *xa = pa, *xb = pb; \
        st_pred *out = d, bits = 0; \
        (void)pc; \
        for (unsigned i = 0; i < WARP_LANES; i++) { \
            const double a = VALUE(xa[i]), b = VALUE(xb[i]); \
            bits |= (uint32_t)(COND) << i; \
        } \
        *out = (*out & ~mask) | (bits & mask); \
    }
FLOATS(COMPARE_BF, bf16)

// clang-format off
#define COMPARE_ROW(NAME, FN, T, COND) \
    {NAME, FN##_bf, NULL, {T_pred, T_bf16, T_bf16}, UNIT_SP, LAT_ONE, EXACT_none},
#define BF_ROWS(NAME, FN, LATENCY, ONE, TWO) \
    {NAME ".bf16", FN##_bf16, NULL, {T_bf16, ONE}, UNIT_SP, LATENCY, EXACT_nearest}, \
    {NAME ".bf16x2", FN##_bf16x2, NULL, {T_bf16x2, TWO}, UNIT_SP, LATENCY, EXACT_nearest},
#define COMMA ,
#define BF_ROWS1(NAME, FN, EXPR, LATENCY) BF_ROWS(NAME, FN, LATENCY, T_bf16, T_bf16x2)
#define BF_ROWS2(NAME, FN, EXPR, LATENCY) \
    BF_ROWS(NAME, FN, LATENCY, T_bf16 COMMA T_bf16, T_bf16x2 COMMA T_bf16x2)
#define BF_ROWS3(NAME, FN, EXPR, LATENCY) \
    BF_ROWS(NAME, FN, LATENCY, T_bf16 COMMA T_bf16 COMMA T_bf16, \
            T_bf16x2 COMMA T_bf16x2 COMMA T_bf16x2)
#define CVT_ROW1(NAME, FN, D, KD, S, KS, EXPR) \
    {NAME, FN, NULL, {T_##D, T_##S}, UNIT_SP, LAT_ONE, EXACT_nearest},
#define CVT_ROW2(NAME, FN, D, KD, EXPR) \
    {NAME, FN, NULL, {T_##D, T_f32, T_f32}, UNIT_SP, LAT_ONE, EXACT_nearest},
// clang-format on
const form forms_bf16[] = {BF_UNARY(BF_ROWS1) BF_BINARY(BF_ROWS2) BF_TERNARY(BF_ROWS3) ONE_SOURCE(
    CVT_ROW1) TWO_SOURCES(CVT_ROW2) FLOATS(COMPARE_ROW, bf16) FORMS_END};
