// lane_kernels_cvt.c : the common conversions as lane loops (PTX ISA, "cvt"); the others, and
// registers wider than the type, are in exact.c, which a test compares with these.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

// Between integers: truncation or extension by the source's sign.
#define INTEGER(X, D, S) X("cvt." #D "." #S, cvt_##D##_##S, D, S, a)
// clang-format off
#define FROM_EACH(X, D) \
    INTEGER(X, D, u8) INTEGER(X, D, s8) INTEGER(X, D, u16) INTEGER(X, D, s16) \
    INTEGER(X, D, u32) INTEGER(X, D, s32) INTEGER(X, D, u64) INTEGER(X, D, s64)
// clang-format on

// Toward zero, clamped to the destination's range; NaN to 0, from 64 bits to the upper bit alone.
#define TRUNCATE(X, D, S, LEAST, ABOVE, MOST, OF_NAN) \
    X("cvt.rzi." #D "." #S, cvt_rzi_##D##_##S, D, S, \
      a != a       ? (ct_##D)OF_NAN \
      : a < LEAST  ? (ct_##D)LEAST \
      : a >= ABOVE ? MOST \
                   : (ct_##D)a)

// clang-format off
#define CONVERSIONS(X) \
    FROM_EACH(X, u16) FROM_EACH(X, s16) FROM_EACH(X, u32) FROM_EACH(X, s32) FROM_EACH(X, u64) \
    FROM_EACH(X, s64) \
    X("cvt.rn.f32.s32", cvt_f32_s32, f32, s32, (float)a) \
    X("cvt.rn.f32.u32", cvt_f32_u32, f32, u32, (float)a) \
    X("cvt.rn.f64.s32", cvt_f64_s32, f64, s32, a) \
    X("cvt.rn.f64.u32", cvt_f64_u32, f64, u32, a) \
    X("cvt.f64.f32", cvt_f64_f32, f64, f32, a != a ? quiet64((double)a) : (double)a) \
    X("cvt.rn.f32.f64", cvt_f32_f64, f32, f64, nan32((float)a)) \
    TRUNCATE(X, s32, f32, -2147483648.0f, 2147483648.0f, INT32_MAX, 0) \
    TRUNCATE(X, u32, f32, 0.0f, 4294967296.0f, UINT32_MAX, 0) \
    TRUNCATE(X, s32, f64, -2147483648.0, 2147483648.0, INT32_MAX, INT32_MIN) \
    TRUNCATE(X, u32, f64, 0.0, 4294967296.0, UINT32_MAX, 0x80000000)

#define MAKE(NAME, FN, D, S, EXPR) KERNEL1(FN, D, S, EXPR)
#define ROW(NAME, FN, D, S, EXPR) {NAME, FN, NULL, {T_##D, T_##S}, UNIT_SP, LAT_ONE, EXACT_none},
// clang-format on
CONVERSIONS(MAKE)
const form forms_cvt[] = {CONVERSIONS(ROW) FORMS_END};
