// lane_kernels_pair.c : pairs of f32 in one register of 64 bits (PTX ISA 8.6, .f32x2), the first in
// its lower half. Rounded to nearest even; the other roundings of PTX are refused.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

// X(name, function, result of one element, latency)
// clang-format off
#define PAIR_BINARY(X) \
    X("add", add, x + y, LAT_fp_add) X("sub", sub, x - y, LAT_fp_add) \
    X("mul", mul, x *y, LAT_fp_mul)
#define PAIR_TERNARY(X) X("fma", fma, __builtin_fmaf(x, y, z), LAT_fp_mad)
// clang-format on

static inline float value(uint64_t pair, unsigned shift, bool ftz)
{
    const float f = bits_float((uint32_t)(pair >> shift));
    return ftz ? flush32(f) : f;
}
static inline uint64_t result(float f, unsigned shift, bool ftz)
{
    return (uint64_t)float_bits(nan32(ftz ? flush32(f) : f)) << shift;
}

#define PAIR_ONE(NAME, FN, EXPR, LATENCY) \
    static inline uint64_t FN##_one(uint64_t a, uint64_t b, uint64_t c, unsigned shift, bool ftz) \
    { \
        const float x = value(a, shift, ftz), y = value(b, shift, ftz), z = value(c, shift, ftz); \
        (void)z; \
        return result(EXPR, shift, ftz); \
    }
PAIR_BINARY(PAIR_ONE)
PAIR_TERNARY(PAIR_ONE)

#define BOTH(FN, C, FTZ) FN##_one(a, b, C, 0, FTZ) | FN##_one(a, b, C, 32, FTZ)
#define PAIR_KERNELS2(NAME, FN, EXPR, LATENCY) \
    KERNEL2(FN##_f32x2, u64, u64, u64, BOTH(FN, 0, false)) \
    KERNEL2(FN##_f32x2_ftz, u64, u64, u64, BOTH(FN, 0, true))
#define PAIR_KERNELS3(NAME, FN, EXPR, LATENCY) \
    KERNEL3(FN##_f32x2, u64, u64, u64, u64, BOTH(FN, c, false)) \
    KERNEL3(FN##_f32x2_ftz, u64, u64, u64, u64, BOTH(FN, c, true))
PAIR_BINARY(PAIR_KERNELS2)
PAIR_TERNARY(PAIR_KERNELS3)

// clang-format off
#define PAIR_ROW2(NAME, FN, EXPR, LATENCY) \
    {NAME ".f32x2", FN##_f32x2, FN##_f32x2_ftz, {T_b64, T_b64, T_b64}, UNIT_SP, LATENCY, \
     EXACT_nearest},
#define PAIR_ROW3(NAME, FN, EXPR, LATENCY) \
    {NAME ".f32x2", FN##_f32x2, FN##_f32x2_ftz, {T_b64, T_b64, T_b64, T_b64}, UNIT_SP, LATENCY, \
     EXACT_nearest},
// clang-format on
const form forms_pair[] = {PAIR_BINARY(PAIR_ROW2) PAIR_TERNARY(PAIR_ROW3) FORMS_END};
