// test_ptx_int.c : integer, logic, shift and bit instructions against C, on edge values.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

#include <stdlib.h>

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 15,
                                 16,
                                 17,
                                 31,
                                 32,
                                 33,
                                 63,
                                 64,
                                 65,
                                 255,
                                 256,
                                 0x7f,
                                 0x80,
                                 0x7fff,
                                 0x8000,
                                 0xffff,
                                 0x12345678,
                                 0x7fffffff,
                                 0x80000000,
                                 0x80000001,
                                 0xfffffffe,
                                 0xffffffff,
                                 0x100000000,
                                 0x123456789abcdef0,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xfffffffffffffffe,
                                 0xffffffffffffffff};

#define U32(BODY, EXPR) OP_PAIRS(BODY, 'r', edges, uint32_t, (uint32_t), (uint32_t)(EXPR))
#define S32(BODY, EXPR) OP_PAIRS(BODY, 'r', edges, int32_t, (int32_t), (uint32_t)(EXPR))
#define U64(BODY, EXPR) OP_PAIRS(BODY, 'l', edges, uint64_t, (uint64_t), (uint64_t)(EXPR))
#define S64(BODY, EXPR) OP_PAIRS(BODY, 'l', edges, int64_t, (int64_t), (uint64_t)(EXPR))
#define U16(BODY, EXPR) OP_PAIRS(BODY, 'h', edges, uint16_t, (uint16_t), (uint16_t)(EXPR))
#define S16(BODY, EXPR) OP_PAIRS(BODY, 'h', edges, int16_t, (int16_t), (uint16_t)(EXPR))
#define PRED32(BODY, T, EXPR) OP_PAIRS(BODY, 'p', edges, T, (T), (EXPR) ? 1 : 0)

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

TEST(add_sub_wrap)
{
    U32("add.u32 %r0, %r1, %r2;", a + b);
    U32("sub.s32 %r0, %r1, %r2;", a - b);
    U64("add.s64 %l0, %l1, %l2;", a + b);
    U64("sub.u64 %l0, %l1, %l2;", a - b);
    U16("add.s16 %h0, %h1, %h2;", a + b);
    U16("sub.u16 %h0, %h1, %h2;", a - b);
    U32("add.u32 %r0, %r1, -7;", a - 7);
}

static int64_t clamp(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

TEST(add_sub_saturate)
{
    S32("add.sat.s32 %r0, %r1, %r2;", clamp((int64_t)a + b));
    S32("sub.sat.s32 %r0, %r1, %r2;", clamp((int64_t)a - b));
}

TEST(mul_lo_hi_wide)
{
    U32("mul.lo.s32 %r0, %r1, %r2;", a * b);
    U32("mul.hi.u32 %r0, %r1, %r2;", (uint64_t)a * b >> 32);
    S32("mul.hi.s32 %r0, %r1, %r2;", (int64_t)a * b >> 32);
    U64("mul.lo.u64 %l0, %l1, %l2;", a * b);
    U64("mul.hi.u64 %l0, %l1, %l2;", (u128)a * b >> 64);
    S64("mul.hi.s64 %l0, %l1, %l2;", (s128)a * b >> 64);
    U16("mul.hi.u16 %h0, %h1, %h2;", (uint32_t)a * b >> 16);
    S16("mul.hi.s16 %h0, %h1, %h2;", a * b >> 16);
    OP_PAIRS("mul.wide.s32 %l0, %r1, %r2;", 'l', edges, int32_t, (int32_t), (int64_t)a * b);
    OP_PAIRS("mul.wide.u32 %l0, %r1, %r2;", 'l', edges, uint32_t, (uint32_t), (uint64_t)a * b);
    OP_PAIRS("mul.wide.s16 %r0, %h1, %h2;", 'r', edges, int16_t, (int16_t), (uint32_t)(a * b));
    OP_PAIRS("mul.wide.u16 %r0, %h1, %h2;", 'r', edges, uint16_t, (uint16_t), (uint32_t)a * b);
}

TEST(mad_and_sad)
{
    U32("mad.lo.u32 %r0, %r1, %r2, %r3;", a * b + c);
    S32("mad.hi.s32 %r0, %r1, %r2, %r3;", (uint32_t)((int64_t)a * b >> 32) + (uint32_t)c);
    S32("mad.hi.sat.s32 %r0, %r1, %r2, %r3;", clamp(((int64_t)a * b >> 32) + c));
    U64("mad.lo.s64 %l0, %l1, %l2, %l3;", a * b + c);
    OP_PAIRS("mad.wide.s32 %l0, %r1, %r2, %l3;", 'l', edges, uint64_t, (uint64_t),
             (uint64_t)((int64_t)(int32_t)a * (int32_t)b) + c);
    OP_PAIRS("mad.wide.u16 %r0, %h1, %h2, %r3;", 'r', edges, uint64_t, (uint64_t),
             (uint32_t)((uint32_t)(uint16_t)a * (uint16_t)b + (uint32_t)c));
    U32("sad.u32 %r0, %r1, %r2, %r3;", c + (a < b ? b - a : a - b));
    S32("sad.s32 %r0, %r1, %r2, %r3;",
        (uint32_t)c + (a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b));
}

TEST(mul24_uses_low_24_bits)
{
    U32("mul24.lo.u32 %r0, %r1, %r2;", (uint64_t)(a & 0xffffff) * (b & 0xffffff));
    U32("mul24.hi.u32 %r0, %r1, %r2;", (uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 16);
    S32("mul24.lo.s32 %r0, %r1, %r2;",
        (int64_t)((int32_t)((uint32_t)a << 8) >> 8) * ((int32_t)((uint32_t)b << 8) >> 8));
    U32("mad24.lo.u32 %r0, %r1, %r2, %r3;", (uint64_t)(a & 0xffffff) * (b & 0xffffff) + c);
}

TEST(div_rem_with_zero_and_overflow) // by zero: all ones, as hardware; INT_MIN / -1: INT_MIN
{
    U32("div.u32 %r0, %r1, %r2;", b ? a / b : UINT32_MAX);
    U32("rem.u32 %r0, %r1, %r2;", b ? a % b : a);
    S32("div.s32 %r0, %r1, %r2;", b == 0 ? -1 : (int64_t)a / b);
    S32("rem.s32 %r0, %r1, %r2;", b == 0 ? a : (int64_t)a % b);
    U64("div.u64 %l0, %l1, %l2;", b ? a / b : UINT64_MAX);
    S64("div.s64 %l0, %l1, %l2;", b == 0 ? -1 : (s128)a / b);
    S64("rem.s64 %l0, %l1, %l2;", b == 0 ? a : (s128)a % b);
    S16("div.s16 %h0, %h1, %h2;", b == 0 ? -1 : a / b);
    U16("rem.u16 %h0, %h1, %h2;", b ? a % b : a);
}

TEST(abs_neg_min_max)
{
    S32("abs.s32 %r0, %r1;", a < 0 ? 0 - (uint32_t)a : (uint32_t)a);
    S64("neg.s64 %l0, %l1;", 0 - (uint64_t)a);
    S16("abs.s16 %h0, %h1;", a < 0 ? -a : a);
    S32("min.s32 %r0, %r1, %r2;", a < b ? a : b);
    U32("max.u32 %r0, %r1, %r2;", a > b ? a : b);
    S64("max.s64 %l0, %l1, %l2;", a > b ? a : b);
    U16("min.u16 %h0, %h1, %h2;", a < b ? a : b);
    S16("min.s16 %h0, %h1, %h2;", a < b ? a : b);
}

TEST(logic)
{
    U32("and.b32 %r0, %r1, %r2;", a & b);
    U64("or.b64 %l0, %l1, %l2;", a | b);
    U16("xor.b16 %h0, %h1, %h2;", a ^ b);
    U16("not.b16 %h0, %h1;", ~a);
    U64("not.b64 %l0, %l1;", ~a);
    U32("cnot.b32 %r0, %r1;", a == 0);
    U32("lop3.b32 %r0, %r1, %r2, %r3, 0x96;", a ^ b ^ c);
    U32("lop3.b32 %r0, %r1, %r2, %r3, 0xca;", (a & b) | (~a & c));
}

TEST(shifts_of_the_width_and_more)
{
    U32("shl.b32 %r0, %r1, %r2;", b < 32 ? a << b : 0);
    U32("shr.u32 %r0, %r1, %r2;", b < 32 ? a >> b : 0);
    S32("shr.s32 %r0, %r1, %r2;", a >> ((uint32_t)b < 32 ? b : 31));
    OP_PAIRS("shl.b64 %l0, %l1, %r2;", 'l', edges, uint64_t, (uint64_t),
             (uint32_t)b < 64 ? a << (uint32_t)b : 0);
    OP_PAIRS("shr.s64 %l0, %l1, %r2;", 'l', edges, int64_t, (int64_t),
             a >> ((uint32_t)b < 64 ? (uint32_t)b : 63));
    OP_PAIRS("shr.b64 %l0, %l1, %r2;", 'l', edges, uint64_t, (uint64_t),
             (uint32_t)b < 64 ? a >> (uint32_t)b : 0);
    OP_PAIRS("shl.b16 %h0, %h1, %r2;", 'h', edges, uint64_t, (uint64_t),
             (uint32_t)b < 16 ? (uint16_t)(a << (uint32_t)b) : 0);
    OP_PAIRS("shr.s16 %h0, %h1, %r2;", 'h', edges, uint64_t, (uint64_t),
             (uint16_t)((int16_t)a >> ((uint32_t)b < 16 ? (uint32_t)b : 15)));
}

TEST(funnel_shifts)
{
    U32("shf.l.wrap.b32 %r0, %r1, %r2, %r3;", (((uint64_t)b << 32 | a) << (c & 31)) >> 32);
    U32("shf.r.wrap.b32 %r0, %r1, %r2, %r3;", ((uint64_t)b << 32 | a) >> (c & 31));
    U32("shf.l.clamp.b32 %r0, %r1, %r2, %r3;",
        (((uint64_t)b << 32 | a) << (c < 32 ? c : 32)) >> 32);
    U32("shf.r.clamp.b32 %r0, %r1, %r2, %r3;", ((uint64_t)b << 32 | a) >> (c < 32 ? c : 32));
}

static uint32_t slow_bfe(uint64_t a, uint32_t b, uint32_t c, bool is_signed,
                         unsigned msb) // as the ISA's text has it
{
    unsigned pos = b & 255, len = c & 255, last = pos + len - 1 < msb ? pos + len - 1 : msb;
    uint64_t sign = is_signed && len ? a >> last & 1 : 0;
    uint64_t d = 0;
    for (unsigned i = 0; i <= msb; i++)
        d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
    return (uint32_t)d ^ (uint32_t)(d >> 32); // both halves count
}

TEST(bit_fields)
{
    U32("bfe.u32 %r0, %r1, %r2, %r3;", slow_bfe(a, b, c, false, 31));
    U32("bfe.s32 %r0, %r1, %r2, %r3;", slow_bfe(a, b, c, true, 31));
    OP_PAIRS("bfe.u64 %l4, %l1, %r2, %r3; shr.u64 %l5, %l4, 32; xor.b64 %l4, %l4, %l5; cvt.u32.u64 "
             "%r0, %l4;",
             'r', edges, uint64_t, (uint64_t), slow_bfe(a, (uint32_t)b, (uint32_t)c, false, 63));
    OP_PAIRS("bfe.s64 %l4, %l1, %r2, %r3; shr.u64 %l5, %l4, 32; xor.b64 %l4, %l4, %l5; cvt.u32.u64 "
             "%r0, %l4;",
             'r', edges, uint64_t, (uint64_t), slow_bfe(a, (uint32_t)b, (uint32_t)c, true, 63));
    U32("bfi.b32 %r0, %r1, %r2, 4, 8;", (b & ~0xff0u) | (a & 0xff) << 4);
    U32("bfi.b32 %r0, %r1, %r2, 28, 8;", (b & 0x0fffffff) | a << 28);
    U32("bfi.b32 %r0, %r1, %r2, 32, 8;", b);
    U64("bfi.b64 %l0, %l1, %l2, 0, 64;", a);
}

TEST(bit_counting)
{
    U32("popc.b32 %r0, %r1;", __builtin_popcount(a));
    OP_PAIRS("popc.b64 %r0, %l1;", 'r', edges, uint64_t, (uint64_t), __builtin_popcountll(a));
    U32("clz.b32 %r0, %r1;", a ? __builtin_clz(a) : 32);
    OP_PAIRS("clz.b64 %r0, %l1;", 'r', edges, uint64_t, (uint64_t), a ? __builtin_clzll(a) : 64);
    U32("brev.b32 %r4, %r1; brev.b32 %r0, %r4;", a);
    U32("brev.b32 %r4, %r1; clz.b32 %r0, %r4;", a ? __builtin_ctz(a) : 32);
    U64("brev.b64 %l4, %l1; brev.b64 %l0, %l4;", a);
    U32("bfind.u32 %r0, %r1;", a ? 31 - __builtin_clz(a) : -1);
    S32("bfind.s32 %r0, %r1;",
        a == 0 || a == -1 ? -1 : 31 - __builtin_clz((uint32_t)(a < 0 ? ~a : a)));
    U32("bfind.shiftamt.u32 %r0, %r1;", a ? __builtin_clz(a) : -1);
}

TEST(byte_permutation)
{
    U32("prmt.b32 %r0, %r1, %r2, 0x3210;", a);
    U32("prmt.b32 %r0, %r1, %r2, 0x7654;", b);
    U32("prmt.b32 %r0, %r1, %r2, 0x0123;", __builtin_bswap32(a));
    U32("prmt.b32 %r0, %r1, %r2, 0xbb44;", (a >> 31 ? 0xffff0000u : 0) | (b & 0xff) * 0x101u);
    U32("prmt.b32.f4e %r0, %r1, %r2, 1;", a >> 8 | b << 24);
    U32("prmt.b32.rc16 %r0, %r1, %r2, 1;", a >> 16 | (a & 0xffff0000));
    U32("prmt.b32.ecl %r0, %r1, %r2, 3;", (a >> 24) * 0x01010101u);
}

TEST(carry_chain_adds_128_bits)
{
    U32("add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;", c + (a + b < a));
    U64("add.cc.u64 %l4, %l1, %l2; addc.cc.u64 %l4, %l3, %l1; addc.u64 %l0, 0, 0;",
        (u128)a + c + (a + b < a) > UINT64_MAX);
    U32("sub.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0;", c - (a < b));
    U64("mad.lo.cc.u64 %l4, %l1, %l2, %l3; madc.hi.u64 %l0, %l1, %l2, 0;", ((u128)a * b + c) >> 64);
}

// The flag is the adder's carry, where a - b is a + ~b + 1: what NVIDIA's division of 128 bits
// relies on.
TEST(carry_of_a_subtraction_says_that_none_was_borrowed)
{
    U32("sub.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;", c + (a >= b));
    U64("sub.cc.u64 %l4, %l1, %l2; addc.u64 %l0, %l3, 0;", c + (a >= b));
    U32("sub.cc.u32 %r4, %r1, %r2; subc.cc.u32 %r4, %r3, %r1; addc.u32 %r0, 0, 0;",
        c >= (uint64_t)a + (a < b));
    U32("add.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0;", c - !(a + b < a));
}

TEST(dot_products_of_bytes)
{
    U32("dp4a.u32.u32 %r0, %r1, %r2, %r3;",
        c + (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) +
            (a >> 16 & 255) * (b >> 16 & 255) + (a >> 24) * (b >> 24));
    S32("dp4a.s32.s32 %r0, %r1, %r2, %r3;",
        (uint32_t)c + (uint32_t)((int8_t)a * (int8_t)b + (int8_t)(a >> 8) * (int8_t)(b >> 8) +
                                 (int8_t)(a >> 16) * (int8_t)(b >> 16) +
                                 (int8_t)(a >> 24) * (int8_t)(b >> 24)));
}

static int32_t part(uint64_t x, unsigned i, unsigned n, bool is_signed)
{
    unsigned bits = 32 / n;
    int64_t p = (int64_t)((uint32_t)x >> (i * bits) & ((1ull << bits) - 1));
    return (int32_t)(is_signed && p >> (bits - 1) ? p - (1ll << bits) : p);
}
static int32_t part_sat(int32_t v, unsigned n, bool is_signed)
{
    int32_t most = (1 << (32 / n - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return v > most ? most : v < least ? least : v;
}
#define PARTS(N, SIGNED, EACH) \
    static uint64_t N##_of(uint64_t a, uint64_t b, unsigned n, bool sat) \
    { \
        uint64_t r = 0; \
        for (unsigned i = 0; i < n; i++) { \
            int32_t x = part(a, i, n, SIGNED), y = part(b, i, n, SIGNED), v = EACH; \
            if (sat) v = part_sat(v, n, SIGNED); \
            r |= ((uint64_t)(uint32_t)v & ((1ull << (32 / n)) - 1)) << (32 / n * i); \
        } \
        return r; \
    } \
    static uint64_t N##_sum(uint64_t a, uint64_t b, uint64_t c, unsigned n) \
    { \
        for (unsigned i = 0; i < n; i++) { \
            int32_t x = part(a, i, n, SIGNED), y = part(b, i, n, SIGNED), v = EACH; \
            c += (uint64_t)(int64_t)v; \
        } \
        return (uint32_t)c; \
    }
PARTS(uadd, false, x + y)
PARTS(sadd, true, x + y)
PARTS(usub, false, x - y)
PARTS(ssub, true, x - y)
PARTS(udiff, false, abs(x - y))
PARTS(sdiff, true, abs(x - y))
PARTS(umax, false, x > y ? x : y)
PARTS(smin, true, x < y ? x : y)
PARTS(uavrg, false, (x + y + 1) / 2)

TEST(simd_video_instructions)
{
    U32("vadd4.u32.u32.u32 %r0, %r1, %r2, %r3;", uadd_of(a, b, 4, false));
    U32("vadd2.s32.s32.s32.sat %r0, %r1, %r2, %r3;", sadd_of(a, b, 2, true));
    U32("vadd4.s32.s32.s32.sat %r0, %r1, %r2, %r3;", sadd_of(a, b, 4, true));
    U32("vsub2.u32.u32.u32.sat %r0, %r1, %r2, %r3;", usub_of(a, b, 2, true));
    U32("vsub4.s32.s32.s32 %r0, %r1, %r2, %r3;", ssub_of(a, b, 4, false));
    U32("vabsdiff4.u32.u32.u32 %r0, %r1, %r2, %r3;", udiff_of(a, b, 4, false));
    U32("vabsdiff4.u32.u32.u32.add %r0, %r1, %r2, %r3;", udiff_sum(a, b, c, 4));
    U32("vabsdiff2.s32.s32.s32.add %r0, %r1, %r2, %r3;", sdiff_sum(a, b, c, 2));
    U32("vmax4.u32.u32.u32 %r0, %r1, %r2, %r3;", umax_of(a, b, 4, false));
    U32("vmin2.s32.s32.s32 %r0, %r1, %r2, %r3;", smin_of(a, b, 2, false));
    U32("vmin4.s32.s32.s32.add %r0, %r1, %r2, %r3;", smin_sum(a, b, c, 4));
    U32("vavrg4.u32.u32.u32 %r0, %r1, %r2, %r3;", uavrg_of(a, b, 4, false));
    U32("vavrg2.u32.u32.u32.add %r0, %r1, %r2, %r3;", uavrg_sum(a, b, c, 2));
    U32("vmax4.u32.u32.u32.add %r0, %r1, %r2, %r3;", umax_sum(a, b, c, 4));
    U32("vabsdiff2.s32.s32.s32 %r0, %r1, %r2, %r3;", sdiff_of(a, b, 2, false));
    U32("vsub2.s32.s32.s32.add %r0, %r1, %r2, %r3;", ssub_sum(a, b, c, 2));
    U32("vsub4.u32.u32.u32.add %r0, %r1, %r2, %r3;", usub_sum(a, b, c, 4));
    U32("vadd2.u32.u32.u32.add %r0, %r1, %r2, %r3;", uadd_sum(a, b, c, 2));
    U32("vadd4.s32.s32.s32.add %r0, %r1, %r2, %r3;", sadd_sum(a, b, c, 4));
}

static uint32_t dot2(uint32_t a, uint32_t b, bool sa, bool sb, unsigned from)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 2; i++)
        r += (uint32_t)part(a, i, 2, sa) * (uint32_t)part(b, i + from, 4, sb);
    return r;
}

TEST(dot_products_of_two)
{
    U32("dp2a.lo.u32.u32 %r0, %r1, %r2, %r3;", c + dot2(a, b, false, false, 0));
    U32("dp2a.hi.u32.u32 %r0, %r1, %r2, %r3;", c + dot2(a, b, false, false, 2));
    U32("dp2a.lo.s32.s32 %r0, %r1, %r2, %r3;", c + dot2(a, b, true, true, 0));
    U32("dp2a.hi.s32.u32 %r0, %r1, %r2, %r3;", c + dot2(a, b, true, false, 2));
    U32("dp2a.hi.u32.s32 %r0, %r1, %r2, %r3;", c + dot2(a, b, false, true, 2));
}

static uint32_t low_ones(uint32_t n) { return n >= 32 ? UINT32_MAX : (1u << n) - 1; }

TEST(szext_and_bmsk)
{
    U32("szext.clamp.u32 %r0, %r1, %r2;", a & low_ones(b));
    U32("szext.wrap.u32 %r0, %r1, %r2;", a & low_ones(b & 31));
    U32("szext.clamp.s32 %r0, %r1, %r2;", b == 0 ? 0
                                          : b >= 32
                                              ? a
                                              : (uint32_t)((int32_t)(a << (32 - b)) >> (32 - b)));
    U32("szext.wrap.s32 %r0, %r1, %r2;",
        (b & 31) == 0 ? 0 : (uint32_t)((int32_t)(a << (32 - (b & 31))) >> (32 - (b & 31))));
    U32("bmsk.clamp.b32 %r0, %r1, %r2;", a < 32 ? low_ones(b) << a : 0);
    U32("bmsk.wrap.b32 %r0, %r1, %r2;", low_ones(b & 31) << (a & 31));
}

TEST(setp_signed_and_unsigned)
{
    PRED32("setp.lt.s32 %p0, %r1, %r2;", int32_t, a < b);
    PRED32("setp.le.u32 %p0, %r1, %r2;", uint32_t, a <= b);
    PRED32("setp.hi.u32 %p0, %r1, %r2;", uint32_t, a > b);
    PRED32("setp.ne.b32 %p0, %r1, %r2;", uint32_t, a != b);
    PRED32("setp.ge.s64 %p0, %l1, %l2;", int64_t, a >= b);
    PRED32("setp.lo.u64 %p0, %l1, %l2;", uint64_t, a < b);
    PRED32("setp.gt.s16 %p0, %h1, %h2;", int16_t, a > b);
    PRED32("setp.eq.u16 %p0, %h1, %h2;", uint16_t, a == b);
}

TEST(setp_with_a_second_condition)
{
    PRED32("setp.lt.and.s32 %p0, %r1, %r2, %p1;", int32_t, a < b && (a & 1));
    PRED32("setp.lt.or.s32 %p0, %r1, %r2, !%p2;", int32_t, a < b || !(b & 1));
    PRED32("setp.eq.xor.u32 %p3|%p0, %r1, %r2, %p1;", uint32_t, (a != b) != (a & 1));
    PRED32("setp.lt.s32 %p3|%p0, %r1, %r2;", int32_t, !(a < b));
}

TEST(set_selp_slct_and_predicate_logic)
{
    U32("set.lt.u32.u32 %r0, %r1, %r2;", a < b ? UINT32_MAX : 0);
    S32("set.gt.and.f32.s32 %f4, %r1, %r2, %p1; mov.b32 %r0, %f4;",
        a > b && (a & 1) ? 0x3f800000 : 0);
    U32("selp.b32 %r0, %r1, %r2, %p1;", a & 1 ? a : b);
    U64("selp.b64 %l0, %l1, %l2, %p2;", b & 1 ? a : b);
    S32("slct.u32.s32 %r0, %r1, %r2, %r3;", c >= 0 ? a : b);
    PRED32("xor.pred %p3, %p1, %p2; not.pred %p0, %p3;", uint32_t, (a & 1) == (b & 1));
    PRED32("and.pred %p3, %p1, %p2; or.pred %p0, %p3, %p1;", uint32_t, a & 1);
}

TEST(mov_packs_and_unpacks)
{
    U64("mov.b64 %l0, {%r1, %r2};", (a & UINT32_MAX) | b << 32);
    OP_PAIRS("mov.b64 {%r4, %r0}, %l1;", 'r', edges, uint64_t, (uint64_t), a >> 32);
    OP_PAIRS("mov.b32 %r0, {%h1, %h2};", 'r', edges, uint64_t, (uint64_t),
             (a & 0xffff) | (b & 0xffff) << 16);
    OP_PAIRS("mov.b64 {_, _, %h0, _}, %l1;", 'h', edges, uint64_t, (uint64_t), a >> 32 & 0xffff);
    OP_PAIRS("mov.b64 %l0, {%h1, %h2, %h1, %h2};", 'l', edges, uint64_t, (uint64_t),
             ((a & 0xffff) | (b & 0xffff) << 16) * 0x100000001ull);
}

TEST(cvt_between_integers)
{
    OP_PAIRS("cvt.s64.s32 %l0, %r1;", 'l', edges, int32_t, (int32_t), (int64_t)a);
    OP_PAIRS("cvt.u64.u32 %l0, %r1;", 'l', edges, uint32_t, (uint32_t), a);
    OP_PAIRS("cvt.s32.s8 %r0, %r1;", 'r', edges, int8_t, (int8_t), (uint32_t)a);
    OP_PAIRS("cvt.u32.u8 %r0, %h1;", 'r', edges, uint8_t, (uint8_t), a);
    OP_PAIRS("cvt.s8.s32 %r0, %r1;", 'r', edges, int8_t, (int8_t), (uint32_t)a);
    OP_PAIRS("cvt.u8.u32 %h0, %r1;", 'h', edges, uint8_t, (uint8_t), a);
    OP_PAIRS("cvt.s16.s64 %r0, %l1;", 'r', edges, int16_t, (int16_t), (uint32_t)a);
    OP_PAIRS("cvt.s64.u16 %l0, %h1;", 'l', edges, uint16_t, (uint16_t), a);
    OP_PAIRS("cvt.sat.u8.s32 %r0, %r1;", 'r', edges, int32_t, (int32_t),
             a < 0     ? 0
             : a > 255 ? 255
                       : (uint32_t)a);
    OP_PAIRS("cvt.sat.s16.u32 %h0, %r1;", 'h', edges, uint32_t, (uint32_t), a > 32767 ? 32767 : a);
    OP_PAIRS("cvt.sat.s32.s64 %r0, %l1;", 'r', edges, int64_t, (int64_t), (uint32_t)clamp(a));
    OP_PAIRS("cvt.sat.u64.s64 %l0, %l1;", 'l', edges, int64_t, (int64_t), a < 0 ? 0 : a);
}

UNIT_MAIN("ptx_int", T(add_sub_wrap), T(add_sub_saturate), T(mul_lo_hi_wide), T(mad_and_sad),
          T(mul24_uses_low_24_bits), T(div_rem_with_zero_and_overflow), T(abs_neg_min_max),
          T(logic), T(shifts_of_the_width_and_more), T(funnel_shifts), T(bit_fields),
          T(bit_counting), T(byte_permutation), T(carry_chain_adds_128_bits),
          T(carry_of_a_subtraction_says_that_none_was_borrowed), T(dot_products_of_bytes),
          T(simd_video_instructions), T(dot_products_of_two), T(szext_and_bmsk),
          T(setp_signed_and_unsigned), T(setp_with_a_second_condition),
          T(set_selp_slct_and_predicate_logic), T(mov_packs_and_unpacks), T(cvt_between_integers))
