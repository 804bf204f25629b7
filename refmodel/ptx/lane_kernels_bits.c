// lane_kernels_bits.c : moves, logic, shifts and bit fields (PTX ISA, "Logic and Shift
// Instructions" and the bit instructions among "Integer Arithmetic Instructions").
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lane_kernels_gen.h"

#define LOGIC1(X, T) \
    X("not." #T, not_##T, T, T, ~a, UNIT_SP, LAT_ONE) \
    X("cnot." #T, cnot_##T, T, T, a == 0, UNIT_SP, LAT_ONE) \
    X("mov." #T, mov_##T, T, T, a, UNIT_SP, LAT_ONE)
#define LOGIC2(X, T) \
    X("and." #T, and_##T, T, T, T, a &b, UNIT_SP, LAT_ONE) \
    X("or." #T, or_##T, T, T, T, a | b, UNIT_SP, LAT_ONE) \
    X("xor." #T, xor_##T, T, T, T, a ^ b, UNIT_SP, LAT_ONE)

// N: bits of T; U: unsigned type of at least 32 bits. Amounts of N and more shift everything out.
#define SHIFT_LEFT(X, T, U, N) \
    X("shl." #T, shl_##T, T, T, u32, b < N ? (U)a << (b & (N - 1)) : 0, UNIT_SP, LAT_ONE)
#define SHIFT_RIGHT(X, T, N) \
    X("shr." #T, shr_##T, T, T, u32, a >> (b < N ? b : N - 1) >> (b < N ? 0 : 1), UNIT_SP, LAT_ONE)

// clang-format off
#define UNARY(X) \
    LOGIC1(X, b16) LOGIC1(X, b32) LOGIC1(X, b64) \
    X("popc.b32", popc_b32, u32, b32, __builtin_popcount(a), UNIT_SP, LAT_ONE) \
    X("popc.b64", popc_b64, u32, b64, __builtin_popcountll(a), UNIT_SP, LAT_ONE) \
    X("clz.b32", clz_b32, u32, b32, a ? __builtin_clz(a) : 32, UNIT_SP, LAT_ONE) \
    X("clz.b64", clz_b64, u32, b64, a ? __builtin_clzll(a) : 64, UNIT_SP, LAT_ONE) \
    X("brev.b32", brev_b32, b32, b32, reverse32(a), UNIT_SP, LAT_ONE) \
    X("brev.b64", brev_b64, b64, b64, reverse64(a), UNIT_SP, LAT_ONE) \
    X("bfind.u32", bfind_u32, u32, u32, top_bit(a), UNIT_SP, LAT_ONE) \
    X("bfind.s32", bfind_s32, u32, s32, top_bit((uint32_t)(a < 0 ? ~a : a)), UNIT_SP, LAT_ONE) \
    X("bfind.u64", bfind_u64, u32, u64, top_bit(a), UNIT_SP, LAT_ONE) \
    X("bfind.s64", bfind_s64, u32, s64, top_bit((uint64_t)(a < 0 ? ~a : a)), UNIT_SP, LAT_ONE) \
    X("bfind.shiftamt.u32", bfind_amt_u32, u32, u32, a ? 31 - top_bit(a) : UINT32_MAX, UNIT_SP, \
      LAT_ONE) \
    X("bfind.shiftamt.s32", bfind_amt_s32, u32, s32, \
      amount(top_bit((uint32_t)(a < 0 ? ~a : a)), 31), UNIT_SP, LAT_ONE) \
    X("bfind.shiftamt.u64", bfind_amt_u64, u32, u64, amount(top_bit(a), 63), UNIT_SP, LAT_ONE) \
    X("bfind.shiftamt.s64", bfind_amt_s64, u32, s64, \
      amount(top_bit((uint64_t)(a < 0 ? ~a : a)), 63), UNIT_SP, LAT_ONE)

#define BINARY(X) \
    LOGIC2(X, b16) LOGIC2(X, b32) LOGIC2(X, b64) \
    SHIFT_LEFT(X, b16, uint32_t, 16) SHIFT_LEFT(X, b32, uint32_t, 32) \
    SHIFT_LEFT(X, b64, uint64_t, 64) \
    SHIFT_RIGHT(X, b16, 16) SHIFT_RIGHT(X, u16, 16) SHIFT_RIGHT(X, s16, 16) \
    SHIFT_RIGHT(X, b32, 32) SHIFT_RIGHT(X, u32, 32) SHIFT_RIGHT(X, s32, 32) \
    SHIFT_RIGHT(X, b64, 64) SHIFT_RIGHT(X, u64, 64) SHIFT_RIGHT(X, s64, 64)
// clang-format on

#define MASKS(X) \
    X("szext.clamp.u32", szext_clamp_u32, u32, u32, u32, b < 32 ? a & ((1u << b) - 1) : a, \
      UNIT_SP, LAT_ONE) \
    X("szext.wrap.u32", szext_wrap_u32, u32, u32, u32, a &((1u << (b & 31)) - 1), UNIT_SP, \
      LAT_ONE) \
    X("szext.clamp.s32", szext_clamp_s32, s32, s32, u32, \
      b < 32 ? sign_extended((uint32_t)a, b) : (uint32_t)a, UNIT_SP, LAT_ONE) \
    X("szext.wrap.s32", szext_wrap_s32, s32, s32, u32, sign_extended((uint32_t)a, b & 31), \
      UNIT_SP, LAT_ONE) \
    X("bmsk.clamp.b32", bmsk_clamp, b32, u32, u32, ones_from(a, b), UNIT_SP, LAT_ONE) \
    X("bmsk.wrap.b32", bmsk_wrap, b32, u32, u32, ones_from(a & 31, b & 31), UNIT_SP, LAT_ONE)

#define TERNARY(X) \
    X("bfe.u32", bfe_u32, u32, u32, u32, u32, field(a, b & 255, c & 255, 32, false), UNIT_SP, \
      LAT_ONE) \
    X("bfe.s32", bfe_s32, s32, s32, u32, u32, \
      field((uint64_t)(int64_t)a, b & 255, c & 255, 32, true), UNIT_SP, LAT_ONE) \
    X("bfe.u64", bfe_u64, u64, u64, u32, u32, field(a, b & 255, c & 255, 64, false), UNIT_SP, \
      LAT_ONE) \
    X("bfe.s64", bfe_s64, s64, s64, u32, u32, field((uint64_t)a, b & 255, c & 255, 64, true), \
      UNIT_SP, LAT_ONE) \
    X("shf.l.clamp.b32", shf_l_clamp, b32, b32, b32, u32, pair(a, b) << (c < 32 ? c : 32) >> 32, \
      UNIT_SP, LAT_ONE) \
    X("shf.l.wrap.b32", shf_l_wrap, b32, b32, b32, u32, pair(a, b) << (c & 31) >> 32, UNIT_SP, \
      LAT_ONE) \
    X("shf.r.clamp.b32", shf_r_clamp, b32, b32, b32, u32, pair(a, b) >> (c < 32 ? c : 32), \
      UNIT_SP, LAT_ONE) \
    X("shf.r.wrap.b32", shf_r_wrap, b32, b32, b32, u32, pair(a, b) >> (c & 31), UNIT_SP, LAT_ONE) \
    X("fns.b32", fns_b32, b32, b32, u32, s32, nth_set(a, b, c), UNIT_SP, LAT_ONE) \
    X("prmt.b32", prmt, b32, b32, b32, b32, permute(a, b, c), UNIT_SP, LAT_ONE) \
    X("prmt.b32.f4e", prmt_f4e, b32, b32, b32, b32, permute(a, b, 0x3210 + 0x1111 * (c & 3)), \
      UNIT_SP, LAT_ONE) \
    X("prmt.b32.b4e", prmt_b4e, b32, b32, b32, b32, permute(a, b, backward(c & 3)), UNIT_SP, \
      LAT_ONE) \
    X("prmt.b32.rc8", prmt_rc8, b32, b32, b32, b32, permute(a, b, 0x1111 * (c & 3)), UNIT_SP, \
      LAT_ONE) \
    X("prmt.b32.ecl", prmt_ecl, b32, b32, b32, b32, permute(a, b, clamp_left(c & 3)), UNIT_SP, \
      LAT_ONE) \
    X("prmt.b32.ecr", prmt_ecr, b32, b32, b32, b32, permute(a, b, clamp_right(c & 3)), UNIT_SP, \
      LAT_ONE) \
    X("prmt.b32.rc16", prmt_rc16, b32, b32, b32, b32, permute(a, b, c & 1 ? 0x3232 : 0x1010), \
      UNIT_SP, LAT_ONE)

// The low n bits of a, n < 32, by their sign; nothing of no bits.
static inline uint32_t sign_extended(uint32_t a, uint32_t n)
{
    uint32_t ones = (1u << n) - 1;
    return n && a >> (n - 1) & 1 ? a | ~ones : a & ones;
}
static inline uint32_t ones_from(uint32_t at, uint32_t n)
{
    return at >= 32 ? 0 : (n >= 32 ? UINT32_MAX : (1u << n) - 1) << at;
}

// fns: the n-th set bit of the mask, counting from bit `base` upward, or for n < 0 downward; n = 0:
// that bit itself.
static inline uint32_t nth_set(uint32_t mask, uint32_t base, int32_t n)
{
    const uint32_t count = n < 0 ? 0 - (uint32_t)n : (uint32_t)n;
    if (base > 31) return UINT32_MAX;
    if (n == 0) return mask >> base & 1 ? base : UINT32_MAX;
    uint32_t rest = n > 0 ? mask & UINT32_MAX << base : mask & UINT32_MAX >> (31 - base);
    for (uint32_t k = 1; k < count && rest; k++)
        rest &= n > 0 ? rest - 1 : ~(1u << (31 - __builtin_clz(rest)));
    if (!rest) return UINT32_MAX;
    return (uint32_t)(n > 0 ? __builtin_ctz(rest) : 31 - __builtin_clz(rest));
}

static inline uint32_t reverse32(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}
static inline uint64_t reverse64(uint64_t x)
{
    return (uint64_t)reverse32((uint32_t)x) << 32 | reverse32((uint32_t)(x >> 32));
}

// Position of the highest set bit, all ones when there is none.
static inline uint32_t top_bit(uint64_t x)
{
    return x ? 63 - (uint32_t)__builtin_clzll(x) : UINT32_MAX;
}
static inline uint32_t amount(uint32_t top, uint32_t last)
{
    return top == UINT32_MAX ? top : last - top;
}
static inline uint64_t pair(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

// bfe: `len` bits from `pos`; of a signed one the highest bit of the field, or of the whole, is
// repeated above it.
static inline uint64_t field(uint64_t a, uint32_t pos, uint32_t len, uint32_t bits, bool is_signed)
{
    if (len == 0) return 0;
    uint32_t last = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1;
    bool sign = is_signed && (a >> last & 1);
    uint64_t ones = len < 64 ? (1ull << len) - 1 : UINT64_MAX;
    uint32_t there = pos < bits ? bits - pos : 0; // bits of a at and above pos
    uint64_t have = there < 64 ? (1ull << there) - 1 : UINT64_MAX;
    uint64_t value = pos < bits ? a >> pos & ones & have : 0;
    return sign ? value | ~(ones & have) : value;
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selector)
{
    const uint64_t bytes = pair(a, b);
    uint32_t r = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t s = selector >> (4 * i) & 15, byte = (uint32_t)(bytes >> (8 * (s & 7))) & 0xff;
        if (s & 8) byte = byte & 0x80 ? 0xff : 0; // the byte's sign, eight times
        r |= byte << (8 * i);
    }
    return r;
}

// Selectors of prmt's modes (table "prmt ... forward 4 extract" and following).
static inline uint32_t backward(uint32_t c)
{
    static const uint16_t table[4] = {0x5670, 0x6701, 0x7012, 0x0123};
    return table[c];
}
static inline uint32_t clamp_left(uint32_t c)
{
    static const uint16_t table[4] = {0x3210, 0x3211, 0x3222, 0x3333};
    return table[c];
}
static inline uint32_t clamp_right(uint32_t c)
{
    static const uint16_t table[4] = {0x0000, 0x1110, 0x2210, 0x3210};
    return table[c];
}

UNARY(MAKE1)
BINARY(MAKE2)
MASKS(MAKE2)
TERNARY(MAKE3)

// clang-format off
#define COPY_ROW(T, AS) {"mov." #T, mov_##AS, NULL, {T_##T, T_##T}, UNIT_SP, LAT_ONE, EXACT_none},
#define CVTA_ROW(NAME, T) {NAME, mov_##T, NULL, {T_##T, T_##T}, UNIT_SP, LAT_ONE, EXACT_none},
// clang-format on
const form forms_bits[] = {
    UNARY(ROW1) BINARY(ROW2) MASKS(ROW2) TERNARY(ROW3) COPY_ROW(u16, b16) COPY_ROW(s16, b16)
        COPY_ROW(u32, b32) COPY_ROW(s32, b32) COPY_ROW(f32, b32) COPY_ROW(u64, b64)
            COPY_ROW(s64, b64) COPY_ROW(f64, b64) CVTA_ROW("cvta.global.u64", b64)
                CVTA_ROW("cvta.to.global.u64", b64) CVTA_ROW("cvta.const.u64", b64)
                    CVTA_ROW("cvta.to.const.u64", b64) CVTA_ROW("cvta.global.u32", b32)
                        CVTA_ROW("cvta.to.global.u32", b32) CVTA_ROW("cvta.const.u32", b32)
                            CVTA_ROW("cvta.to.const.u32", b32) FORMS_END};
