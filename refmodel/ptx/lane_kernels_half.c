// lane_kernels_half.c : half precision, one or two in a register (PTX ISA, "Half Precision
// Floating-Point Instructions"). Rounding is to nearest even, the only mode there is.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/half.h"

// X(name, function, operation on doubles A, B, C, latency); results are rounded by RESULT or
// SATURATED.
// clang-format off
#define HALF_BINARY(X) \
    X("add", add, RESULT(A + B), LAT_fp_add) X("sub", sub, RESULT(A - B), LAT_fp_add) \
    X("mul", mul, RESULT(A * B), LAT_fp_mul) \
    X("add.sat", add_sat, SATURATED(A + B), LAT_fp_add) \
    X("sub.sat", sub_sat, SATURATED(A - B), LAT_fp_add) \
    X("mul.sat", mul_sat, SATURATED(A * B), LAT_fp_mul) \
    X("min", min, smaller(FI(a), FI(b)), LAT_fp_max) \
    X("max", max, larger(FI(a), FI(b)), LAT_fp_max) \
    X("min.NaN", min_nan, A != A || B != B ? 0x7fff : smaller(FI(a), FI(b)), LAT_fp_max) \
    X("max.NaN", max_nan, A != A || B != B ? 0x7fff : larger(FI(a), FI(b)), LAT_fp_max) \
    X("min.xorsign.abs", min_xor, signed_by(a ^ b, smaller(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("max.xorsign.abs", max_xor, signed_by(a ^ b, larger(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("min.NaN.xorsign.abs", min_nan_xor, \
      A != A || B != B ? 0x7fff : signed_by(a ^ b, smaller(SIZE(a), SIZE(b))), LAT_fp_max) \
    X("max.NaN.xorsign.abs", max_nan_xor, \
      A != A || B != B ? 0x7fff : signed_by(a ^ b, larger(SIZE(a), SIZE(b))), LAT_fp_max)
#define HALF_UNARY(X) \
    X("neg", neg, FI(a) ^ 0x8000, LAT_ONE) X("abs", abs, FI(a) & 0x7fff, LAT_ONE)
#define HALF_TERNARY(X) \
    X("fma", fma, RESULT(A * B + C), LAT_fp_mad) \
    X("fma.sat", fma_sat, SATURATED(A * B + C), LAT_fp_mad) \
    X("fma.relu", fma_relu, RESULT(relu(A * B + C)), LAT_fp_mad)
// clang-format on

#define FI(h) (ftz ? half_flush(h) : (h))
#define SIZE(h) (FI(h) & 0x7fff)
#define A half_value(FI(a))
#define B half_value(FI(b))
#define C half_value(FI(c))
#define RESULT(x) (ftz ? half_flush(half_bits(x)) : half_bits(x))
#define SATURATED(x) RESULT(clamp01(x))

static inline double clamp01(double x) { return x >= 1 ? 1 : x > 0 ? x : 0; } // NaN to +0

static inline double relu(double x) { return x < 0 || x == 0 ? 0 : x; } // NaN stays

// A number wins against a NaN, and -0 is below +0.
static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    double x = half_value(a), y = half_value(b);
    if (x != x && y != y) return 0x7fff;
    return x != x ? b : y != y ? a : x < y ? a : y < x ? b : a | b;
}
static inline uint32_t larger(uint32_t a, uint32_t b)
{
    double x = half_value(a), y = half_value(b);
    if (x != x && y != y) return 0x7fff;
    return x != x ? b : y != y ? a : x > y ? a : y > x ? b : a & b;
}

// A number with the sign of `sign`; a NaN stays the one NaN.
static inline uint32_t signed_by(uint32_t sign, uint32_t h)
{
    return h > 0x7c00 ? h : h | (sign & 0x8000);
}

// One function of one element a flavour; the kernels apply it once, or to both halves of a
// register.
#define HALF_ONE(NAME, FN, EXPR, LATENCY) \
    static inline uint32_t FN##_one(uint32_t a, uint32_t b, uint32_t c, const bool ftz) \
    { \
        (void)b, (void)c, (void)ftz; \
        return (uint32_t)(EXPR); \
    }
HALF_UNARY(HALF_ONE)
HALF_BINARY(HALF_ONE)
HALF_TERNARY(HALF_ONE)

#define LOW(x) ((x)&0xffff)
#define BOTH(FN, x, y, z, FTZ) \
    (FN##_one(LOW(x), LOW(y), LOW(z), FTZ) | FN##_one((x) >> 16, (y) >> 16, (z) >> 16, FTZ) << 16)
// clang-format off
#define HALF_KERNELS1(NAME, FN, EXPR, LATENCY) \
    KERNEL1(FN##_f16, u16, u16, FN##_one(a, 0, 0, false)) \
    KERNEL1(FN##_f16_ftz, u16, u16, FN##_one(a, 0, 0, true)) \
    KERNEL1(FN##_f16x2, u32, u32, BOTH(FN, a, 0u, 0u, false)) \
    KERNEL1(FN##_f16x2_ftz, u32, u32, BOTH(FN, a, 0u, 0u, true))
#define HALF_KERNELS2(NAME, FN, EXPR, LATENCY) \
    KERNEL2(FN##_f16, u16, u16, u16, FN##_one(a, b, 0, false)) \
    KERNEL2(FN##_f16_ftz, u16, u16, u16, FN##_one(a, b, 0, true)) \
    KERNEL2(FN##_f16x2, u32, u32, u32, BOTH(FN, a, b, 0u, false)) \
    KERNEL2(FN##_f16x2_ftz, u32, u32, u32, BOTH(FN, a, b, 0u, true))
// clang-format on
#define HALF_KERNELS3(NAME, FN, EXPR, LATENCY) \
    KERNEL3(FN##_f16, u16, u16, u16, u16, FN##_one(a, b, c, false)) \
    KERNEL3(FN##_f16_ftz, u16, u16, u16, u16, FN##_one(a, b, c, true)) \
    KERNEL3(FN##_f16x2, u32, u32, u32, u32, BOTH(FN, a, b, c, false)) \
    KERNEL3(FN##_f16x2_ftz, u32, u32, u32, u32, BOTH(FN, a, b, c, true))
HALF_UNARY(HALF_KERNELS1)
HALF_BINARY(HALF_KERNELS2)
HALF_TERNARY(HALF_KERNELS3)

// Toward zero: of the nearest half and its neighbour, the one that is not larger than x.
static inline uint32_t half_below(double x)
{
    const uint32_t h = half_bits(x);
    return __builtin_fabs(half_value(h)) > __builtin_fabs(x) ? h - 1 : h;
}

// Two numbers to one register: the first operand is the upper half.
KERNEL2(pair_of_f32, u32, f32, f32, half_bits((double)b) | (uint32_t)half_bits((double)a) << 16)
KERNEL2(pair_of_f32_relu, u32, f32, f32,
        half_bits(relu((double)b)) | (uint32_t)half_bits(relu((double)a)) << 16)
KERNEL2(pair_of_f32_rz, u32, f32, f32, half_below((double)b) | half_below((double)a) << 16)
KERNEL2(pair_of_f32_rz_relu, u32, f32, f32,
        half_below(relu((double)b)) | half_below(relu((double)a)) << 16)
KERNEL1(f16_of_f32_relu, u16, f32, half_bits(relu((double)a)))
KERNEL1(f16_of_f32_rz_relu, u16, f32, half_below(relu((double)a)))

#define COMPARE_HALF(NAME, FN, T, COND) \
    static void FN##_h(void *d, const void *pa, const void *pb, const void *pc, uint32_t mask) \
    { \
        const st_u32 *xa = pa, *xb = pb; \
        st_pred *out = d, bits = 0; \
        (void)pc; \
        for (unsigned i = 0; i < WARP_LANES; i++) { \
            const double a = half_value(LOW(xa[i])), b = half_value(LOW(xb[i])); \
            bits |= (uint32_t)(COND) << i; \
        } \
        *out = (*out & ~mask) | (bits & mask); \
    } \
    static void FN##_h_ftz(void *d, const void *pa, const void *pb, const void *pc, uint32_t mask) \
    { \
        const st_u32 *xa = pa, *xb = pb; \
        st_u32 fa[WARP_LANES], fb[WARP_LANES]; \
        for (unsigned i = 0; i < WARP_LANES; i++) \
            fa[i] = half_flush(LOW(xa[i])), fb[i] = half_flush(LOW(xb[i])); \
        FN##_h(d, fa, fb, pc, mask); \
    }
FLOATS(COMPARE_HALF, f16)

// clang-format off
#define HALF_ROW(NAME, FN, LATENCY, ...) \
    {NAME ".f16", FN##_f16, FN##_f16_ftz, {T_f16, __VA_ARGS__}, UNIT_SP, LATENCY, EXACT_nearest},
#define PAIR_ROW(NAME, FN, LATENCY, ...) \
    {NAME ".f16x2", FN##_f16x2, FN##_f16x2_ftz, {T_f16x2, __VA_ARGS__}, UNIT_SP, LATENCY, \
     EXACT_nearest}, 
#define ROWS1(NAME, FN, EXPR, LATENCY) \
    HALF_ROW(NAME, FN, LATENCY, T_f16) PAIR_ROW(NAME, FN, LATENCY, T_f16x2)
#define ROWS2(NAME, FN, EXPR, LATENCY) \
    HALF_ROW(NAME, FN, LATENCY, T_f16, T_f16) PAIR_ROW(NAME, FN, LATENCY, T_f16x2, T_f16x2)
#define ROWS3(NAME, FN, EXPR, LATENCY) \
    HALF_ROW(NAME, FN, LATENCY, T_f16, T_f16, T_f16) \
    PAIR_ROW(NAME, FN, LATENCY, T_f16x2, T_f16x2, T_f16x2)
#define COMPARE_ROW(NAME, FN, T, COND) \
    {NAME, FN##_h, FN##_h_ftz, {T_pred, T_f16, T_f16}, UNIT_SP, LAT_ONE, EXACT_none},
#define CVT_ROW(NAME, FN) \
    {NAME, FN, NULL, {T_f16x2, T_f32, T_f32}, UNIT_SP, LAT_ONE, EXACT_nearest},
#define CVT_ROW1(NAME, FN) {NAME, FN, NULL, {T_f16, T_f32}, UNIT_SP, LAT_ONE, EXACT_nearest},
// clang-format on
const form forms_half[] = {
    HALF_UNARY(ROWS1) HALF_BINARY(ROWS2) HALF_TERNARY(ROWS3) FLOATS(COMPARE_ROW, f16)
        CVT_ROW("cvt.f16x2.f32", pair_of_f32) CVT_ROW("cvt.relu.f16x2.f32", pair_of_f32_relu)
            CVT_ROW("cvt.rz.f16x2.f32", pair_of_f32_rz)
                CVT_ROW("cvt.rz.relu.f16x2.f32", pair_of_f32_rz_relu)
                    CVT_ROW1("cvt.relu.f16.f32", f16_of_f32_relu)
                        CVT_ROW1("cvt.rz.relu.f16.f32", f16_of_f32_rz_relu) FORMS_END};
