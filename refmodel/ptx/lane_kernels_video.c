// lane_kernels_video.c : SIMD video instructions on two or four parts of a register (PTX ISA, "SIMD
// Video Instructions"), whole registers only: no masks or selectors; add, min and max of pairs; and
// the dot products of two and four elements.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

// Part i of n of a register, by its type's sign.
static inline int32_t part(uint32_t x, unsigned i, unsigned n, bool is_signed)
{
    unsigned bits = 32 / n;
    uint32_t p = x >> (i * bits) << (32 - bits);
    return is_signed ? (int32_t)p >> (32 - bits) : (int32_t)(p >> (32 - bits));
}

static inline int32_t saturated(int32_t x, unsigned n, bool is_signed)
{
    int32_t bits = 32 / (int32_t)n, most = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1,
            least = is_signed ? -most - 1 : 0;
    return x > most ? most : x < least ? least : x;
}

enum { V_add, V_sub, V_avrg, V_absdiff, V_min, V_max };

static inline int32_t operate(unsigned op, int32_t a, int32_t b)
{
    switch (op) {
    case V_add: return a + b;
    case V_sub: return a - b;
    case V_avrg: return (a + b + (a + b >= 0)) >> 1; // rounds away from zero
    case V_absdiff: return a > b ? a - b : b - a;
    case V_min: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

// sum: the parts' results are added to c; else they are put together, and the parts of c play no
// role.
static inline uint32_t video(unsigned op, unsigned n, uint32_t a, uint32_t b, uint32_t c,
                             bool is_signed, bool sat, bool sum)
{
    uint32_t total = c, packed = 0, ones = n == 4 ? 0xff : 0xffff;
    for (unsigned i = 0; i < n; i++) {
        int32_t r = operate(op, part(a, i, n, is_signed), part(b, i, n, is_signed));
        if (sat) r = saturated(r, n, is_signed);
        total += (uint32_t)r;
        packed |= ((uint32_t)r & ones) << (32 / n * i);
    }
    return sum ? total : packed;
}

#define VIDEO_FLAVOURS(X, OP, N, T, SIGNED) \
    X("v" #OP #N "." #T "." #T "." #T, v##OP##N##_##T, OP, N, T, SIGNED, false, false) \
    X("v" #OP #N "." #T "." #T "." #T ".sat", v##OP##N##_##T##_sat, OP, N, T, SIGNED, true, false) \
    X("v" #OP #N "." #T "." #T "." #T ".add", v##OP##N##_##T##_sum, OP, N, T, SIGNED, false, true)
// clang-format off
#define VIDEO_TYPES(X, OP, N) \
    VIDEO_FLAVOURS(X, OP, N, u32, false) VIDEO_FLAVOURS(X, OP, N, s32, true)
#define VIDEO_OP(X, OP) VIDEO_TYPES(X, OP, 2) VIDEO_TYPES(X, OP, 4)
#define VIDEO(X) \
    VIDEO_OP(X, add) VIDEO_OP(X, sub) VIDEO_OP(X, avrg) VIDEO_OP(X, absdiff) VIDEO_OP(X, min) \
    VIDEO_OP(X, max)
// clang-format on

static inline uint32_t dot2(uint32_t a, uint32_t b, bool signed_a, bool signed_b, unsigned from)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 2; i++)
        sum += (uint32_t)(part(a, i, 2, signed_a) * part(b, from + i, 4, signed_b));
    return sum;
}
#define DOT2(X, HALF, FROM) \
    X("dp2a." #HALF ".u32.u32", dp2a_##HALF##_uu, u32, false, false, FROM) \
    X("dp2a." #HALF ".u32.s32", dp2a_##HALF##_us, s32, false, true, FROM) \
    X("dp2a." #HALF ".s32.u32", dp2a_##HALF##_su, s32, true, false, FROM) \
    X("dp2a." #HALF ".s32.s32", dp2a_##HALF##_ss, s32, true, true, FROM)
// clang-format off
#define DOTS(X) DOT2(X, lo, 0) DOT2(X, hi, 2)
// clang-format on

static inline int32_t relu(int32_t x) { return x > 0 ? x : 0; }
static inline uint32_t relu_pair(uint32_t x)
{
    return (uint32_t)relu(part(x, 0, 2, true)) | (uint32_t)relu(part(x, 1, 2, true)) << 16;
}

#define PAIR(OP, SIGNED) video(V_##OP, 2, a, b, 0, SIGNED, false, false)
// X(name, function, result, latency); of RELUS X(operation, type, ...): .relu stands on either side
// of the type.
// clang-format off
#define PAIRS(X) \
    X("add.u16x2", add_u16x2, PAIR(add, false), LAT_int_add) \
    X("add.s16x2", add_s16x2, PAIR(add, true), LAT_int_add) \
    X("min.u16x2", min_u16x2, PAIR(min, false), LAT_int_max) \
    X("min.s16x2", min_s16x2, PAIR(min, true), LAT_int_max) \
    X("max.u16x2", max_u16x2, PAIR(max, false), LAT_int_max) \
    X("max.s16x2", max_s16x2, PAIR(max, true), LAT_int_max)
#define RELUS(X) \
    X("min", "s16x2", min_relu_s16x2, relu_pair(PAIR(min, true))) \
    X("max", "s16x2", max_relu_s16x2, relu_pair(PAIR(max, true))) \
    X("min", "s32", min_relu_s32, (uint32_t)relu(operate(V_min, (int32_t)a, (int32_t)b))) \
    X("max", "s32", max_relu_s32, (uint32_t)relu(operate(V_max, (int32_t)a, (int32_t)b)))
// clang-format on

// cvt.pack.sat: a is the upper element, b the lower one; the lower ones of c move up.
static inline uint32_t packed_of(int32_t a, int32_t b, uint32_t c, unsigned n, bool is_signed)
{
    const unsigned bits = 32 / n;
    const uint32_t ones = (1u << bits) - 1, high = (uint32_t)saturated(a, n, is_signed) & ones,
                   low = (uint32_t)saturated(b, n, is_signed) & ones;
    return (n > 2 ? c << 2 * bits : 0) | high << bits | low;
}
// clang-format off
#define PACK2(X) \
    X("cvt.pack.sat.u16.s32", pack_u16, packed_of(a, b, 0, 2, false)) \
    X("cvt.pack.sat.s16.s32", pack_s16, packed_of(a, b, 0, 2, true))
#define PACK3(X) \
    X("cvt.pack.sat.u8.s32.b32", pack_u8, packed_of(a, b, c, 4, false)) \
    X("cvt.pack.sat.s8.s32.b32", pack_s8, packed_of(a, b, c, 4, true)) \
    X("cvt.pack.sat.u4.s32.b32", pack_u4, packed_of(a, b, c, 8, false)) \
    X("cvt.pack.sat.s4.s32.b32", pack_s4, packed_of(a, b, c, 8, true))
// clang-format on

// vshl and vshr of whole registers: .clamp shifts by 32 at most, .wrap by b mod 32.
static inline uint32_t shifted(uint32_t a, uint32_t b, bool left, bool wrap, bool is_signed)
{
    const uint32_t by = wrap ? b & 31 : b > 32 ? 32 : b;
    const int64_t wide = is_signed ? (int64_t)(int32_t)a : (int64_t)a;
    return left ? (uint32_t)((uint64_t)wide << by) : (uint32_t)(wide >> by);
}
enum { THEN_nothing, THEN_add, THEN_min, THEN_max };
static inline uint32_t combined(uint32_t r, uint32_t c, unsigned then, bool is_signed)
{
    const bool below = is_signed ? (int32_t)r < (int32_t)c : r < c;
    switch (then) {
    case THEN_add: return r + c;
    case THEN_min: return below ? r : c;
    case THEN_max: return below ? c : r;
    default: return r;
    }
}
// X(name, function, type, left, wrap, signed, what then)
// clang-format off
#define SHIFT_THEN(X, OP, LEFT, T, SIGNED, MODE, WRAP) \
    X("v" #OP "." #T "." #T ".u32." #MODE ".add", v##OP##_##T##_##MODE##_add, T, LEFT, WRAP, \
      SIGNED, add) \
    X("v" #OP "." #T "." #T ".u32." #MODE ".min", v##OP##_##T##_##MODE##_min, T, LEFT, WRAP, \
      SIGNED, min) \
    X("v" #OP "." #T "." #T ".u32." #MODE ".max", v##OP##_##T##_##MODE##_max, T, LEFT, WRAP, \
      SIGNED, max)
#define SHIFT_PLAIN(X, OP, LEFT, T, SIGNED, MODE, WRAP) \
    X("v" #OP "." #T "." #T ".u32." #MODE, v##OP##_##T##_##MODE, T, LEFT, WRAP, SIGNED, nothing)
#define SHIFT_EACH(F, X, OP, LEFT) \
    F(X, OP, LEFT, u32, false, clamp, false) F(X, OP, LEFT, u32, false, wrap, true) \
    F(X, OP, LEFT, s32, true, clamp, false) F(X, OP, LEFT, s32, true, wrap, true)
#define SHIFTS2(X) SHIFT_EACH(SHIFT_PLAIN, X, shl, true) SHIFT_EACH(SHIFT_PLAIN, X, shr, false)
#define SHIFTS3(X) SHIFT_EACH(SHIFT_THEN, X, shl, true) SHIFT_EACH(SHIFT_THEN, X, shr, false)
// clang-format on

#define PACK2_KERNEL(NAME, FN, EXPR) KERNEL2(FN, u32, s32, s32, EXPR)
#define PACK3_KERNEL(NAME, FN, EXPR) KERNEL3(FN, u32, s32, s32, u32, EXPR)
#define SHIFT_KERNEL(NAME, FN, T, LEFT, WRAP, SIGNED, THEN) \
    KERNEL3(FN, u32, u32, u32, u32, \
            combined(shifted(a, b, LEFT, WRAP, SIGNED), THEN_##THEN ? c : 0, THEN_##THEN, SIGNED))
#define SHIFT2_KERNEL(NAME, FN, T, LEFT, WRAP, SIGNED, THEN) \
    KERNEL2(FN, u32, u32, u32, shifted(a, b, LEFT, WRAP, SIGNED))
#define PAIR_KERNEL(NAME, FN, EXPR, LATENCY) KERNEL2(FN, u32, u32, u32, EXPR)
#define RELU_KERNEL(OP, T, FN, EXPR) KERNEL2(FN, u32, u32, u32, EXPR)
#define VIDEO_KERNEL(NAME, FN, OP, N, T, SIGNED, SAT, SUM) \
    KERNEL3(FN, u32, u32, u32, u32, video(V_##OP, N, a, b, c, SIGNED, SAT, SUM))
#define DOT_KERNEL(NAME, FN, D, SA, SB, FROM) \
    KERNEL3(FN, u32, u32, u32, u32, c + dot2(a, b, SA, SB, FROM))
VIDEO(VIDEO_KERNEL)
DOTS(DOT_KERNEL)
PAIRS(PAIR_KERNEL)
RELUS(RELU_KERNEL)
PACK2(PACK2_KERNEL)
PACK3(PACK3_KERNEL)
SHIFTS2(SHIFT2_KERNEL)
SHIFTS3(SHIFT_KERNEL)

// clang-format off
#define VIDEO_ROW(NAME, FN, OP, N, T, SIGNED, SAT, SUM) \
    {NAME, FN, NULL, {T_##T, T_b32, T_b32, T_##T}, UNIT_SP, LAT_int_max, EXACT_none},
#define DOT_ROW(NAME, FN, D, SA, SB, FROM) \
    {NAME, FN, NULL, {T_##D, T_b32, T_b32, T_##D}, UNIT_SP, LAT_int_mad, EXACT_none},
#define PAIR_ROW(NAME, FN, EXPR, LATENCY) \
    {NAME, FN, NULL, {T_b32, T_b32, T_b32}, UNIT_SP, LATENCY, EXACT_none},
#define RELU_ROW(OP, T, FN, EXPR) \
    PAIR_ROW(OP ".relu." T, FN, EXPR, LAT_int_max) \
    PAIR_ROW(OP "." T ".relu", FN, EXPR, LAT_int_max)
#define PACK2_ROW(NAME, FN, EXPR) \
    {NAME, FN, NULL, {T_b32, T_s32, T_s32}, UNIT_SP, LAT_int_max, EXACT_none},
#define PACK3_ROW(NAME, FN, EXPR) \
    {NAME, FN, NULL, {T_b32, T_s32, T_s32, T_b32}, UNIT_SP, LAT_int_max, EXACT_none},
#define SHIFT2_ROW(NAME, FN, T, LEFT, WRAP, SIGNED, THEN) \
    {NAME, FN, NULL, {T_##T, T_##T, T_u32}, UNIT_SP, LAT_int_max, EXACT_none},
#define SHIFT_ROW(NAME, FN, T, LEFT, WRAP, SIGNED, THEN) \
    {NAME, FN, NULL, {T_##T, T_##T, T_u32, T_##T}, UNIT_SP, LAT_int_max, EXACT_none},
// clang-format on
const form forms_video[] = {VIDEO(VIDEO_ROW) DOTS(DOT_ROW) PAIRS(PAIR_ROW) RELUS(RELU_ROW) PACK2(
    PACK2_ROW) PACK3(PACK3_ROW) SHIFTS2(SHIFT2_ROW) SHIFTS3(SHIFT_ROW) FORMS_END};
