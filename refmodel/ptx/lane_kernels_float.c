// lane_kernels_float.c : floating point that IEEE 754 defines, rounded to nearest even (PTX ISA,
// "Floating Point Instructions"). Directed rounding and saturation are in exact.c; approximate
// functions in lane_kernels_special.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

// In expressions, `ftz` is the constant of the kernel being made: FI takes an operand in, FO a
// result out.
#define FI(x) (ftz ? flush32(x) : (x))
#define FO(x) nan32(ftz ? flush32(x) : (x))
#define SIZE(x) __builtin_fabsf(FI(x))

#define SINGLE1(X) \
    X("abs.f32", abs_f32, f32, f32, bits_float(float_bits(FI(a)) & 0x7fffffff), UNIT_SP, LAT_ONE, \
      EXACT_none) \
    X("neg.f32", neg_f32, f32, f32, bits_float(float_bits(FI(a)) ^ 0x80000000), UNIT_SP, LAT_ONE, \
      EXACT_none) \
    X("rcp.f32", rcp_f32, f32, f32, FO(1.0f / FI(a)), UNIT_SFU, LAT_dp_mul, EXACT_rcp) \
    X("sqrt.f32", sqrt_f32, f32, f32, FO(__builtin_sqrtf(FI(a))), UNIT_SFU, LAT_dp_mul, EXACT_sqrt)
#define SINGLE2(X) \
    X("add.f32", add_f32, f32, f32, f32, FO(FI(a) + FI(b)), UNIT_SP, LAT_fp_add, EXACT_add) \
    X("sub.f32", sub_f32, f32, f32, f32, FO(FI(a) - FI(b)), UNIT_SP, LAT_fp_add, EXACT_sub) \
    X("mul.f32", mul_f32, f32, f32, f32, FO(FI(a) * FI(b)), UNIT_SP, LAT_fp_mul, EXACT_mul) \
    X("min.f32", min_f32, f32, f32, f32, nan32(min32(FI(a), FI(b))), UNIT_SP, LAT_fp_max, \
      EXACT_none) \
    X("max.f32", max_f32, f32, f32, f32, nan32(max32(FI(a), FI(b))), UNIT_SP, LAT_fp_max, \
      EXACT_none) \
    X("min.NaN.f32", min_nan_f32, f32, f32, f32, \
      nan32(either_nan(a, b) ? a + b : min32(FI(a), FI(b))), UNIT_SP, LAT_fp_max, EXACT_none) \
    X("max.NaN.f32", max_nan_f32, f32, f32, f32, \
      nan32(either_nan(a, b) ? a + b : max32(FI(a), FI(b))), UNIT_SP, LAT_fp_max, EXACT_none) \
    X("min.xorsign.abs.f32", min_xor_f32, f32, f32, f32, xor32(a, b, min32(SIZE(a), SIZE(b))), \
      UNIT_SP, LAT_fp_max, EXACT_none) \
    X("max.xorsign.abs.f32", max_xor_f32, f32, f32, f32, xor32(a, b, max32(SIZE(a), SIZE(b))), \
      UNIT_SP, LAT_fp_max, EXACT_none) \
    X("min.NaN.xorsign.abs.f32", min_nan_xor_f32, f32, f32, f32, \
      xor32(a, b, either_nan(a, b) ? a + b : min32(SIZE(a), SIZE(b))), UNIT_SP, LAT_fp_max, \
      EXACT_none) \
    X("max.NaN.xorsign.abs.f32", max_nan_xor_f32, f32, f32, f32, \
      xor32(a, b, either_nan(a, b) ? a + b : max32(SIZE(a), SIZE(b))), UNIT_SP, LAT_fp_max, \
      EXACT_none) \
    X("div.f32", div_f32, f32, f32, f32, FO(FI(a) / FI(b)), UNIT_SFU, LAT_fp_div, EXACT_div) \
    X("div.full.f32", div_full_f32, f32, f32, f32, FO(FI(a) / FI(b)), UNIT_SFU, LAT_fp_div, \
      EXACT_none) \
    X("div.approx.f32", div_approx_f32, f32, f32, f32, FO(div_approx(FI(a), FI(b))), UNIT_SFU, \
      LAT_fp_div, EXACT_none)
#define SINGLE3(X) \
    X("fma.f32", fma_f32, f32, f32, f32, f32, FO(__builtin_fmaf(FI(a), FI(b), FI(c))), UNIT_SP, \
      LAT_fp_mad, EXACT_fma) \
    X("mad.f32", mad_f32, f32, f32, f32, f32, FO(__builtin_fmaf(FI(a), FI(b), FI(c))), UNIT_SP, \
      LAT_fp_mad, EXACT_fma)

#define OTHER1(X) \
    X("abs.f64", abs_f64, f64, f64, bits_double(double_bits(a) & INT64_MAX), UNIT_SP, LAT_ONE, \
      EXACT_none) \
    X("neg.f64", neg_f64, f64, f64, bits_double(double_bits(a) ^ 1ull << 63), UNIT_SP, LAT_ONE, \
      EXACT_none) \
    X("rcp.f64", rcp_f64, f64, f64, nan64(a, a, 1.0 / a), UNIT_SFU, LAT_dp_mul, EXACT_rcp) \
    X("sqrt.f64", sqrt_f64, f64, f64, nan64(a, a, __builtin_sqrt(a)), UNIT_SFU, LAT_dp_mul, \
      EXACT_sqrt)
#define OTHER2(X) \
    X("add.f64", add_f64, f64, f64, f64, nan64(a, b, a + b), UNIT_SFU, LAT_dp_add, EXACT_add) \
    X("sub.f64", sub_f64, f64, f64, f64, nan64(a, b, a - b), UNIT_SFU, LAT_dp_add, EXACT_sub) \
    X("mul.f64", mul_f64, f64, f64, f64, nan64(a, b, a *b), UNIT_SFU, LAT_dp_mul, EXACT_mul) \
    X("div.f64", div_f64, f64, f64, f64, nan64(a, b, a / b), UNIT_SFU, LAT_dp_div, EXACT_div) \
    X("min.f64", min_f64, f64, f64, f64, min64(a, b), UNIT_SFU, LAT_dp_max, EXACT_none) \
    X("max.f64", max_f64, f64, f64, f64, max64(a, b), UNIT_SFU, LAT_dp_max, EXACT_none) \
    X("copysign.f32", copysign_f32, f32, f32, f32, \
      bits_float((float_bits(a) & 0x80000000) | (float_bits(b) & 0x7fffffff)), UNIT_SP, LAT_ONE, \
      EXACT_none) \
    X("copysign.f64", copysign_f64, f64, f64, f64, \
      bits_double((double_bits(a) & 1ull << 63) | (double_bits(b) & INT64_MAX)), UNIT_SP, LAT_ONE, \
      EXACT_none)
#define OTHER3(X) \
    X("fma.f64", fma_f64, f64, f64, f64, f64, nan64_3(a, b, c, __builtin_fma(a, b, c)), UNIT_SFU, \
      LAT_dp_mad, EXACT_fma) \
    X("mad.f64", mad_f64, f64, f64, f64, f64, nan64_3(a, b, c, __builtin_fma(a, b, c)), UNIT_SFU, \
      LAT_dp_mad, EXACT_fma)

static inline bool either_nan(float a, float b) { return a != a || b != b; }

// A NaN loses against a number, and -0 is below +0: equal operands differ in their sign at most.
static inline float min32(float a, float b)
{
    float equal = bits_float(float_bits(a) | float_bits(b));
    return a != a ? b : b != b ? a : a < b ? a : b < a ? b : equal;
}
static inline float max32(float a, float b)
{
    float equal = bits_float(float_bits(a) & float_bits(b));
    return a != a ? b : b != b ? a : a > b ? a : b > a ? b : equal;
}
// A number with the sign of the product of a and b; of NaNs the one NaN.
static inline float xor32(float a, float b, float r)
{
    return r != r ? nan32(r)
                  : bits_float(float_bits(r) | ((float_bits(a) ^ float_bits(b)) & 0x80000000));
}
static inline double min64(double a, double b)
{
    double equal = bits_double(double_bits(a) | double_bits(b));
    return a != a ? (b != b ? quiet64(a) : b) : b != b ? a : a < b ? a : b < a ? b : equal;
}
static inline double max64(double a, double b)
{
    double equal = bits_double(double_bits(a) & double_bits(b));
    return a != a ? (b != b ? quiet64(a) : b) : b != b ? a : a > b ? a : b > a ? b : equal;
}

// Divisors above 2^126 have a subnormal reciprocal, which div.approx takes for zero.
static inline float div_approx(float a, float b)
{
    uint32_t size = float_bits(b) & 0x7fffffff;
    bool large = size > 0x7e800000 && size < 0x7f800000;
    return large ? a * bits_float(float_bits(b) & 0x80000000) : a / b;
}

#define PLAIN1(NAME, FN, D, A, EXPR, UNIT, LATENCY, EXACT) KERNEL1(FN, D, A, EXPR)
#define PLAIN2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY, EXACT) KERNEL2(FN, D, A, B, EXPR)
#define PLAIN3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY, EXACT) KERNEL3(FN, D, A, B, C, EXPR)
#define ftz false
SINGLE1(PLAIN1)
SINGLE2(PLAIN2)
SINGLE3(PLAIN3)
OTHER1(PLAIN1)
OTHER2(PLAIN2)
OTHER3(PLAIN3)
#undef ftz
#define FTZ1(NAME, FN, D, A, EXPR, UNIT, LATENCY, EXACT) KERNEL1(FN##_ftz, D, A, EXPR)
#define FTZ2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY, EXACT) KERNEL2(FN##_ftz, D, A, B, EXPR)
#define FTZ3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY, EXACT) KERNEL3(FN##_ftz, D, A, B, C, EXPR)
#define ftz true
SINGLE1(FTZ1)
SINGLE2(FTZ2)
SINGLE3(FTZ3)
#undef ftz

// clang-format off
#define SINGLE_ROW1(NAME, FN, D, A, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, FN##_ftz, {T_##D, T_##A}, UNIT, LATENCY, EXACT},
#define SINGLE_ROW2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, FN##_ftz, {T_##D, T_##A, T_##B}, UNIT, LATENCY, EXACT},
#define SINGLE_ROW3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, FN##_ftz, {T_##D, T_##A, T_##B, T_##C}, UNIT, LATENCY, EXACT},
#define OTHER_ROW1(NAME, FN, D, A, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, NULL, {T_##D, T_##A}, UNIT, LATENCY, EXACT},
#define OTHER_ROW2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, NULL, {T_##D, T_##A, T_##B}, UNIT, LATENCY, EXACT},
#define OTHER_ROW3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY, EXACT) \
    {NAME, FN, NULL, {T_##D, T_##A, T_##B, T_##C}, UNIT, LATENCY, EXACT},
// clang-format on
const form forms_float[] = {SINGLE1(SINGLE_ROW1) SINGLE2(SINGLE_ROW2) SINGLE3(SINGLE_ROW3)
                                OTHER1(OTHER_ROW1) OTHER2(OTHER_ROW2) OTHER3(OTHER_ROW3) FORMS_END};
