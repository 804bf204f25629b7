// lane_kernels_int.c : integer arithmetic (PTX ISA, "Integer Arithmetic Instructions",
// "Extended-Precision ...").
//
// Latency classes follow GPGPU-Sim: add, max, mul, mad, div; everything without a class of its own
// takes one cycle. As in its version 4, which the reference figures come from, integer
// multiplication runs on SP units and division on the SFU.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

#include "ptx/devmem.h"

// T: type; U: unsigned type to compute in; for all six integer types
#define ARITH1(X, T, U) X("neg." #T, neg_##T, T, T, 0 - (U)a, UNIT_SP, LAT_ONE)
#define ARITH2(X, T, U) \
    X("add." #T, add_##T, T, T, T, (U)a + (U)b, UNIT_SP, LAT_int_add) \
    X("sub." #T, sub_##T, T, T, T, (U)a - (U)b, UNIT_SP, LAT_int_add) \
    X("min." #T, min_##T, T, T, T, a < b ? a : b, UNIT_SP, LAT_int_max) \
    X("max." #T, max_##T, T, T, T, a > b ? a : b, UNIT_SP, LAT_int_max) \
    X("mul.lo." #T, mul_lo_##T, T, T, T, (U)a *(U)b, UNIT_SP, LAT_int_mul) \
    X("div." #T, div_##T, T, T, T, quotient_##T(a, b), UNIT_SFU, LAT_int_div) \
    X("rem." #T, rem_##T, T, T, T, b == 0 ? (U)a : (U)a - (U)quotient_##T(a, b) * (U)b, UNIT_SFU, \
      LAT_int_div)
#define ARITH3(X, T, U) \
    X("mad.lo." #T, mad_lo_##T, T, T, T, T, (U)a *(U)b + (U)c, UNIT_SP, LAT_int_mad) \
    X("sad." #T, sad_##T, T, T, T, T, (U)c + (a < b ? (U)b - (U)a : (U)a - (U)b), UNIT_SP, LAT_ONE)

// W: the type twice as wide; WU: its unsigned type; N: bits of T
#define HIGH2(X, T, W, WU, N) \
    X("mul.hi." #T, mul_hi_##T, T, T, T, (WU)((W)a * (W)b) >> N, UNIT_SP, LAT_int_mul)
#define HIGH3(X, T, W, WU, N) \
    X("mad.hi." #T, mad_hi_##T, T, T, T, T, ((WU)((W)a * (W)b) >> N) + (WU)c, UNIT_SP, LAT_int_mad)
#define WIDE2(X, D, T, W) X("mul.wide." #T, mul_wide_##T, D, T, T, (W)a *(W)b, UNIT_SP, LAT_int_mul)
#define WIDE3(X, D, T, WU) \
    X("mad.wide." #T, mad_wide_##T, D, T, T, D, (WU)((ct_##D)a * (ct_##D)b) + (WU)c, UNIT_SP, \
      LAT_int_mad)

// clang-format off
#define EACH_INT(M, X) \
    M(X, u16, uint32_t) M(X, s16, uint32_t) M(X, u32, uint32_t) M(X, s32, uint32_t) \
    M(X, u64, uint64_t) M(X, s64, uint64_t)
#define EACH_HIGH(M, X) \
    M(X, u16, uint32_t, uint32_t, 16) M(X, s16, int32_t, uint32_t, 16) \
    M(X, u32, uint64_t, uint64_t, 32) \
    M(X, s32, int64_t, uint64_t, 32) M(X, u64, u128, u128, 64) M(X, s64, s128, u128, 64)

#define SIGNED_ABS(X, T, U) X("abs." #T, abs_##T, T, T, a < 0 ? 0 - (U)a : (U)a, UNIT_SP, LAT_ONE)
#define UNARY(X) \
    EACH_INT(ARITH1, X) \
    SIGNED_ABS(X, s16, uint32_t) SIGNED_ABS(X, s32, uint32_t) SIGNED_ABS(X, s64, uint64_t) \
    X("cvta.shared.u64", cvta_shared, u64, u64, a + SHARED_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.shared.u64", cvta_to_shared, u64, u64, a - SHARED_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.local.u64", cvta_local, u64, u64, a + LOCAL_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.local.u64", cvta_to_local, u64, u64, a - LOCAL_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.param.u64", cvta_param, u64, u64, a + PARAM_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.param.u64", cvta_to_param, u64, u64, a - PARAM_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.param.u32", cvta_param_32, u32, u32, a + PARAM_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.param.u32", cvta_to_param_32, u32, u32, a - PARAM_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.shared.u32", cvta_shared_32, u32, u32, a + SHARED_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.shared.u32", cvta_to_shared_32, u32, u32, a - SHARED_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.local.u32", cvta_local_32, u32, u32, a + LOCAL_WINDOW, UNIT_SP, LAT_ONE) \
    X("cvta.to.local.u32", cvta_to_local_32, u32, u32, a - LOCAL_WINDOW, UNIT_SP, LAT_ONE)

#define BINARY(X) \
    EACH_INT(ARITH2, X) \
    EACH_HIGH(HIGH2, X) \
    WIDE2(X, u32, u16, uint32_t) WIDE2(X, s32, s16, int32_t) WIDE2(X, u64, u32, uint64_t) \
    WIDE2(X, s64, s32, int64_t) \
    X("add.sat.s32", add_sat_s32, s32, s32, s32, clamp32((int64_t)a + b), UNIT_SP, LAT_int_add) \
    X("sub.sat.s32", sub_sat_s32, s32, s32, s32, clamp32((int64_t)a - b), UNIT_SP, LAT_int_add) \
    X("mul24.lo.u32", mul24_lo_u32, u32, u32, u32, product24u(a, b), UNIT_SP, LAT_int_mul) \
    X("mul24.lo.s32", mul24_lo_s32, s32, s32, s32, product24s(a, b), UNIT_SP, LAT_int_mul) \
    X("mul24.hi.u32", mul24_hi_u32, u32, u32, u32, product24u(a, b) >> 16, UNIT_SP, LAT_int_mul) \
    X("mul24.hi.s32", mul24_hi_s32, s32, s32, s32, product24s(a, b) >> 16, UNIT_SP, LAT_int_mul)

#define TERNARY(X) \
    EACH_INT(ARITH3, X) \
    EACH_HIGH(HIGH3, X) \
    WIDE3(X, u32, u16, uint32_t) WIDE3(X, s32, s16, uint32_t) WIDE3(X, u64, u32, uint64_t) \
    WIDE3(X, s64, s32, uint64_t) \
    X("mad.hi.sat.s32", mad_hi_sat_s32, s32, s32, s32, s32, clamp32(((int64_t)a * b >> 32) + c), \
      UNIT_SP, LAT_int_mad) \
    X("mad24.lo.u32", mad24_lo_u32, u32, u32, u32, u32, product24u(a, b) + c, UNIT_SP, \
      LAT_int_mad) \
    X("mad24.lo.s32", mad24_lo_s32, s32, s32, s32, s32, product24s(a, b) + c, UNIT_SP, \
      LAT_int_mad) \
    X("mad24.hi.u32", mad24_hi_u32, u32, u32, u32, u32, (product24u(a, b) >> 16) + c, UNIT_SP, \
      LAT_int_mad) \
    X("mad24.hi.s32", mad24_hi_s32, s32, s32, s32, s32, (product24s(a, b) >> 16) + c, UNIT_SP, \
      LAT_int_mad) \
    X("mad24.hi.sat.s32", mad24_hi_sat_s32, s32, s32, s32, s32, \
      clamp32((product24s(a, b) >> 16) + c), UNIT_SP, LAT_int_mad) \
    X("dp4a.u32.u32", dp4a_uu, u32, u32, u32, u32, c + (uint32_t)dot4(a, b, false, false), \
      UNIT_SP, LAT_int_mad) \
    X("dp4a.u32.s32", dp4a_us, s32, u32, s32, s32, \
      (uint32_t)c + (uint32_t)dot4(a, (uint32_t)b, false, true), UNIT_SP, LAT_int_mad) \
    X("dp4a.s32.u32", dp4a_su, s32, s32, u32, s32, \
      (uint32_t)c + (uint32_t)dot4((uint32_t)a, b, true, false), UNIT_SP, LAT_int_mad) \
    X("dp4a.s32.s32", dp4a_ss, s32, s32, s32, s32, \
      (uint32_t)c + (uint32_t)dot4((uint32_t)a, (uint32_t)b, true, true), UNIT_SP, LAT_int_mad)
// clang-format on

static inline int32_t clamp32(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

// Division by zero gives all ones, INT_MIN / -1 gives INT_MIN, as hardware does; PTX leaves both
// open.
#define QUOTIENT_U(T) \
    static inline ct_##T quotient_##T(ct_##T a, ct_##T b) \
    { \
        return (ct_##T)(b ? a / b : (ct_##T) - 1); \
    }
#define QUOTIENT_S(T, U) \
    static inline ct_##T quotient_##T(ct_##T a, ct_##T b) \
    { \
        return (ct_##T)(b == 0 ? -1 : b == -1 ? (ct_##T)(0 - (U)a) : a / b); \
    }
QUOTIENT_U(u16)
QUOTIENT_U(u32)
QUOTIENT_U(u64)
QUOTIENT_S(s16, uint16_t)
QUOTIENT_S(s32, uint32_t)
QUOTIENT_S(s64, uint64_t)

static inline int64_t signed24(int32_t a) { return (int64_t)(int32_t)((uint32_t)a << 8) >> 8; }
static inline int64_t product24s(int32_t a, int32_t b) { return signed24(a) * signed24(b); }
static inline uint64_t product24u(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}

static inline int32_t byte_of(uint32_t x, unsigned i, bool is_signed)
{
    uint32_t byte = (x >> (8 * i)) & 0xff;
    return is_signed ? (int8_t)byte : (int32_t)byte;
}

static inline int32_t dot4(uint32_t a, uint32_t b, bool signed_a, bool signed_b)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < 4; i++) sum += byte_of(a, i, signed_a) * byte_of(b, i, signed_b);
    return sum;
}

UNARY(MAKE1)
BINARY(MAKE2)
TERNARY(MAKE3)

const form forms_int[] = {UNARY(ROW1) BINARY(ROW2) TERNARY(ROW3) FORMS_END};
