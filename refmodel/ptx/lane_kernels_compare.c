// lane_kernels_compare.c : comparisons, selections and predicate logic (PTX ISA, "Comparison and
// Selection Instructions").
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

// clang-format off
#define ORDERED(X, T) \
    X("setp.eq." #T, setp_eq_##T, T, a == b) X("setp.ne." #T, setp_ne_##T, T, a != b)
#define RANKED(X, T) \
    ORDERED(X, T) X("setp.lt." #T, setp_lt_##T, T, a < b) X("setp.le." #T, setp_le_##T, T, a <= b) \
    X("setp.gt." #T, setp_gt_##T, T, a > b) X("setp.ge." #T, setp_ge_##T, T, a >= b)
#define UNSIGNED(X, T) \
    RANKED(X, T) X("setp.lo." #T, setp_lo_##T, T, a < b) X("setp.ls." #T, setp_ls_##T, T, a <= b) \
    X("setp.hi." #T, setp_hi_##T, T, a > b) X("setp.hs." #T, setp_hs_##T, T, a >= b)

#define PLAIN_COMPARES(X) \
    ORDERED(X, b16) ORDERED(X, b32) ORDERED(X, b64) UNSIGNED(X, u16) UNSIGNED(X, u32) \
    UNSIGNED(X, u64) \
    RANKED(X, s16) RANKED(X, s32) RANKED(X, s64) FLOATS(X, f64)
// clang-format on

#define TESTS(X, T, BITS, EXPONENT, MANTISSA) \
    X("testp.finite." #T, testp_finite_##T, T, (BITS & EXPONENT) != EXPONENT) \
    X("testp.infinite." #T, testp_infinite_##T, T, (BITS & (EXPONENT | MANTISSA)) == EXPONENT) \
    X("testp.number." #T, testp_number_##T, T, a == a) \
    X("testp.notanumber." #T, testp_notanumber_##T, T, a != a) \
    X("testp.normal." #T, testp_normal_##T, T, \
      (BITS & EXPONENT) != EXPONENT && \
          ((BITS & EXPONENT) != 0 || (BITS & MANTISSA) == 0)) /* zeros too */ \
    X("testp.subnormal." #T, testp_subnormal_##T, T, \
      (BITS & EXPONENT) == 0 && (BITS & MANTISSA) != 0)
#define ALL_TESTS(X) \
    TESTS(X, f32, float_bits(a), 0x7f800000u, 0x007fffffu) \
    TESTS(X, f64, double_bits(a), 0x7ff0000000000000ull, 0x000fffffffffffffull)

#define COMPARE_PLAIN(NAME, FN, T, COND) COMPARE(FN, T, T, COND)
PLAIN_COMPARES(COMPARE_PLAIN)
FLOATS(COMPARE_PLAIN, f32)
#define TEST_PLAIN(NAME, FN, T, COND) TEST_LANES(FN, T, COND)
ALL_TESTS(TEST_PLAIN)

#define COMPARE_FLUSHED(NAME, FN, T, COND) \
    KERNEL_HEAD(FN##_ftz) \
    { \
        const st_##T *xa = pa, *xb = pb; \
        st_pred *out = d, bits = 0; \
        (void)pc; \
        for (unsigned i = 0; i < WARP_LANES; i++) { \
            const float a = flush32(xa[i]), b = flush32(xb[i]); \
            bits |= (uint32_t)(COND) << i; \
        } \
        *out = (*out & ~mask) | (bits & mask); \
    }
FLOATS(COMPARE_FLUSHED, f32)

// selp: d = c ? a : b with c a predicate
#define SELECT(FN, T) \
    KERNEL_HEAD(FN) \
    { \
        const st_##T *xa = pa, *xb = pb; \
        const st_pred chosen = *(const st_pred *)pc; \
        LANE_LOOP(T, , (chosen >> i) & 1 ? xa[i] : xb[i]) \
    }
SELECT(selp_b16, b16)
SELECT(selp_b32, b32)
SELECT(selp_b64, b64)

// slct: d = c >= 0 ? a : b
// clang-format off
#define SIGNED_SELECTS(X) \
    X(slct_b16_s32, b16, s32, c >= 0) X(slct_b32_s32, b32, s32, c >= 0) \
    X(slct_b64_s32, b64, s32, c >= 0) \
    X(slct_b16_f32, b16, f32, c >= 0) X(slct_b32_f32, b32, f32, c >= 0) \
    X(slct_b64_f32, b64, f32, c >= 0) \
    X(slct_b16_f32_ftz, b16, f32, flush32(c) >= 0) X(slct_b32_f32_ftz, b32, f32, flush32(c) >= 0) \
    X(slct_b64_f32_ftz, b64, f32, flush32(c) >= 0)
// clang-format on
#define SIGNED_SELECT(FN, T, S, COND) KERNEL3(FN, T, T, T, S, COND ? a : b)
SIGNED_SELECTS(SIGNED_SELECT)

#define PREDICATE(FN, EXPR) \
    static void FN(void *d, const void *pa, const void *pb, const void *pc, uint32_t mask) \
    { \
        const st_pred a = *(const st_pred *)pa, b = *(const st_pred *)pb; \
        st_pred *out = d; \
        (void)b, (void)pc; \
        *out = (*out & ~mask) | ((EXPR)&mask); \
    }
PREDICATE(and_pred, a &b)
PREDICATE(or_pred, a | b)
PREDICATE(xor_pred, a ^ b)
PREDICATE(not_pred, ~a)
PREDICATE(mov_pred, a)

// clang-format off
#define COMPARE_ROW(NAME, FN, T, COND) \
    {NAME, FN, NULL, {T_pred, T_##T, T_##T}, UNIT_SP, LAT_ONE, EXACT_none},
#define FLUSHED_ROW(NAME, FN, T, COND) \
    {NAME, FN, FN##_ftz, {T_pred, T_##T, T_##T}, UNIT_SP, LAT_ONE, EXACT_none},
#define TEST_ROW(NAME, FN, T, COND) {NAME, FN, NULL, {T_pred, T_##T}, UNIT_SP, LAT_ONE, EXACT_none},
#define SELECT_ROW(T, AS) \
    {"selp." #T, selp_##AS, NULL, {T_##T, T_##T, T_##T, T_pred}, UNIT_SP, LAT_ONE, EXACT_none},
#define SLCT_ROWS(T, AS) \
    {"slct." #T ".s32", slct_##AS##_s32, NULL, {T_##T, T_##T, T_##T, T_s32}, UNIT_SP, LAT_ONE, \
     EXACT_none},  \
    {"slct." #T ".f32", slct_##AS##_f32, slct_##AS##_f32_ftz, {T_##T, T_##T, T_##T, T_f32}, \
     UNIT_SP, LAT_ONE, EXACT_none}, 
#define PREDICATE_ROW(NAME, FN) \
    {NAME, FN, NULL, {T_pred, T_pred, T_pred}, UNIT_SP, LAT_ONE, EXACT_none},
#define EACH_TYPE(X) \
    X(b16, b16) X(u16, b16) X(s16, b16) X(b32, b32) X(u32, b32) X(s32, b32) X(f32, b32) \
    X(b64, b64) X(u64, b64) X(s64, b64) X(f64, b64)
// clang-format on
const form forms_compare[] = {
    PLAIN_COMPARES(COMPARE_ROW) FLOATS(FLUSHED_ROW, f32) ALL_TESTS(TEST_ROW) EACH_TYPE(SELECT_ROW)
        EACH_TYPE(SLCT_ROWS) PREDICATE_ROW("and.pred", and_pred) PREDICATE_ROW("or.pred", or_pred)
            PREDICATE_ROW("xor.pred", xor_pred){
                "not.pred", not_pred, NULL, {T_pred, T_pred}, UNIT_SP, LAT_ONE, EXACT_none},
    {"mov.pred", mov_pred, NULL, {T_pred, T_pred}, UNIT_SP, LAT_ONE, EXACT_none},
    FORMS_END};
