// rows_int.h : rows of integer, logic, shift, bit field and SIMD video instructions (optable.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_ROWS_INT_H
#define WL_TESTS_PTX_ROWS_INT_H

#include "tests/ptx/optable.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 w128;

static inline i128 clamped(i128 x, i128 low, i128 high)
{
    return x < low ? low : x > high ? high : x;
}

// X(type, kind, kind of twice the size or 0, bits)
// clang-format off
#define INT_TYPES(X) \
    X(u16, "h", "r", 16) X(s16, "h", "r", 16) X(u32, "r", "l", 32) X(s32, "r", "l", 32) \
    X(u64, "l", "", 64) X(s64, "l", "", 64)
// clang-format on
#define S1(K) K K
#define S2(K) K K K
#define S3(K) K K K K

// Division by zero is all ones, the least number by -1 itself, as hardware has it; PTX leaves both
// open.
#define INT_ROWS(T, K, W, N) \
    ROW("add." #T, S2(K), T, T, T, (i128)a + b); \
    ROW("sub." #T, S2(K), T, T, T, (i128)a - b); \
    ROW("mul.lo." #T, S2(K), T, T, T, (w128)(i128)a *(w128)(i128)b); \
    ROW("mul.hi." #T, S2(K), T, T, T, \
        N == 64 && (T)-1 > 0 ? (w128)a * (w128)b >> 64 : (w128)((i128)a * (i128)b >> N)); \
    ROW("mad.lo." #T, S3(K), T, T, T, (w128)(i128)a *(w128)(i128)b + (w128)(i128)c); \
    ROW("mad.hi." #T, S3(K), T, T, T, \
        (N == 64 && (T)-1 > 0 ? (w128)a * (w128)b >> 64 : (w128)((i128)a * (i128)b >> N)) + \
            (w128)(i128)c); \
    ROW("div." #T, S2(K), T, T, T, b == 0 ? (i128)-1 : (i128)a / (i128)b); \
    ROW("rem." #T, S2(K), T, T, T, b == 0 ? (i128)a : (i128)a % (i128)b); \
    ROW("neg." #T, S1(K), T, T, T, -(i128)a); \
    ROW("min." #T, S2(K), T, T, T, b < a ? b : a); \
    ROW("max." #T, S2(K), T, T, T, b > a ? b : a); \
    ROW("sad." #T, S3(K), T, T, T, (i128)c + ((i128)a > (i128)b ? (i128)a - b : (i128)b - a)); \
    ROW("setp.eq." #T, "p" K K, T, T, T, a == b); \
    ROW("setp.ne." #T, "p" K K, T, T, T, a != b); \
    ROW("setp.lt." #T, "p" K K, T, T, T, (i128)a < (i128)b); \
    ROW("setp.le." #T, "p" K K, T, T, T, (i128)a <= (i128)b); \
    ROW("setp.gt." #T, "p" K K, T, T, T, (i128)a > (i128)b); \
    ROW("setp.ge." #T, "p" K K, T, T, T, (i128)a >= (i128)b); \
    ROW("shr." #T, K K "r", T, u32, T, (i128)a >> (b > 63 ? 64 : b)); \
    ROW("mov." #T, S1(K), T, T, T, a); \
    ROW("selp." #T, K K K "p", T, T, u32, c ? a : b); \
    ROW("slct." #T ".s32", K K K "r", T, T, s32, c >= 0 ? a : b); \
    ROW("slct." #T ".f32", K K K "f", T, T, f32, c >= 0 ? a : b); \
    ROW("slct.ftz." #T ".f32", K K K "f", T, T, f32, \
        fpclassify(c) == FP_SUBNORMAL || c >= 0 ? a : b);

#define WIDENING_ROWS(T, K, W, D) \
    ROW("mul.wide." #T, W K K, T, T, T, (i128)a *(i128)b); \
    ROW("mad.wide." #T, W K K W, T, T, D, (i128)a *(i128)b + (i128)c);
#define UNSIGNED_ROWS(T, K) \
    ROW("setp.lo." #T, "p" K K, T, T, T, a < b); \
    ROW("setp.ls." #T, "p" K K, T, T, T, a <= b); \
    ROW("setp.hi." #T, "p" K K, T, T, T, a > b); \
    ROW("setp.hs." #T, "p" K K, T, T, T, a >= b);
#define SIGNED_ROWS(T, K) ROW("abs." #T, S1(K), T, T, T, a < 0 ? -(i128)a : (i128)a);

// Of untyped bits: U the unsigned type of the size.
#define BIT_ROWS(B, U, K, N) \
    ROW("and." #B, S2(K), U, U, U, a &b); \
    ROW("or." #B, S2(K), U, U, U, a | b); \
    ROW("xor." #B, S2(K), U, U, U, a ^ b); \
    ROW("not." #B, S1(K), U, U, U, ~(u64)a); \
    ROW("cnot." #B, S1(K), U, U, U, a ? 0 : 1); \
    ROW("mov." #B, S1(K), U, U, U, a); \
    ROW("shl." #B, K K "r", U, u32, U, b >= N ? 0 : (u64)a << b); \
    ROW("shr." #B, K K "r", U, u32, U, b >= N ? 0 : (u64)a >> b); \
    ROW("setp.eq." #B, "p" K K, U, U, U, a == b); \
    ROW("setp.ne." #B, "p" K K, U, U, U, a != b); \
    ROW("selp." #B, K K K "p", U, U, u32, c ? a : b); \
    ROW("slct." #B ".s32", K K K "r", U, U, s32, c >= 0 ? a : b); \
    ROW("slct." #B ".f32", K K K "f", U, U, f32, c >= 0 ? a : b); \
    ROW("slct.ftz." #B ".f32", K K K "f", U, U, f32, \
        fpclassify(c) == FP_SUBNORMAL || c >= 0 ? a : b);

static inline void rows_integer(void)
{
    INT_TYPES(INT_ROWS)
    WIDENING_ROWS(u16, "h", "r", u32)
    WIDENING_ROWS(s16, "h", "r", s32)
    WIDENING_ROWS(u32, "r", "l", u64)
    WIDENING_ROWS(s32, "r", "l", s64)
    UNSIGNED_ROWS(u16, "h")
    UNSIGNED_ROWS(u32, "r")
    UNSIGNED_ROWS(u64, "l")
    SIGNED_ROWS(s16, "h")
    SIGNED_ROWS(s32, "r")
    SIGNED_ROWS(s64, "l")
    ROW("add.sat.s32", "rrr", s32, s32, s32, clamped((i128)a + b, INT32_MIN, INT32_MAX));
    ROW("sub.sat.s32", "rrr", s32, s32, s32, clamped((i128)a - b, INT32_MIN, INT32_MAX));
    ROW("mad.hi.sat.s32", "rrrr", s32, s32, s32,
        clamped(((i128)a * b >> 32) + c, INT32_MIN, INT32_MAX));
}

static inline void rows_bits(void)
{
    BIT_ROWS(b16, u16, "h", 16)
    BIT_ROWS(b32, u32, "r", 32)
    BIT_ROWS(b64, u64, "l", 64) ROW("and.pred", "ppp", u32, u32, u32, a & b);
    ROW("or.pred", "ppp", u32, u32, u32, a | b);
    ROW("xor.pred", "ppp", u32, u32, u32, a ^ b);
    ROW("not.pred", "pp", u32, u32, u32, !a);
    ROW("mov.pred", "pp", u32, u32, u32, a);
    ROW("selp.f32", "fffp", u32, u32, u32, c ? a : b);
    ROW("selp.f64", "dddp", u64, u64, u32, c ? a : b);
    ROW("slct.f32.s32", "fffr", u32, u32, s32, c >= 0 ? a : b);
    ROW("slct.f32.f32", "ffff", u32, u32, f32, c >= 0 ? a : b);
    ROW("slct.ftz.f32.f32", "ffff", u32, u32, f32, fpclassify(c) == FP_SUBNORMAL || c >= 0 ? a : b);
    ROW("slct.f64.s32", "dddr", u64, u64, s32, c >= 0 ? a : b);
    ROW("slct.f64.f32", "dddf", u64, u64, f32, c >= 0 ? a : b);
    ROW("slct.ftz.f64.f32", "dddf", u64, u64, f32, fpclassify(c) == FP_SUBNORMAL || c >= 0 ? a : b);
    ROW("mov.f32", "ff", u32, u32, u32, a);
    ROW("mov.f64", "dd", u64, u64, u64, a);
}

static inline unsigned ones_in(u64 x)
{
    unsigned n = 0;
    for (unsigned k = 0; k < 64; k++) n += (unsigned)(x >> k & 1);
    return n;
}
static inline u64 turned(u64 x, unsigned bits)
{
    u64 r = 0;
    for (unsigned k = 0; k < bits; k++) r |= (x >> k & 1) << (bits - 1 - k);
    return r;
}
// The place of the highest bit that differs from the sign (0 of an unsigned), all ones if there is
// none.
static inline u32 highest(i128 x, unsigned bits)
{
    for (unsigned k = bits; k-- > 0;) {
        if ((unsigned)(x >> k & 1) != (x < 0)) return k;
    }
    return UINT32_MAX;
}
static inline u32 to_top(i128 x, unsigned bits)
{
    u32 k = highest(x, bits);
    return k == UINT32_MAX ? k : bits - 1 - k;
}

// The ISA's pseudocode of bfe and bfi, bit by bit.
static inline u64 extracted(i128 a, u32 pos, u32 len, unsigned bits, bool is_signed)
{
    const u32 p = pos & 255, n = len & 255, last = p + n - 1 < bits - 1 ? p + n - 1 : bits - 1;
    const bool sign = is_signed && n && (a >> last & 1);
    u64 d = 0;
    for (unsigned k = 0; k < bits; k++)
        d |= (u64)(k < n && p + k < bits ? (a >> (p + k) & 1) : sign) << k;
    return d;
}
static inline u64 inserted(u64 a, u64 b, u32 pos, u32 len, unsigned bits)
{
    u64 f = b;
    for (unsigned k = 0; k < (len & 255) && (pos & 255) + k < bits; k++) {
        const unsigned at = (pos & 255) + k;
        f = (f & ~(1ull << at)) | (a >> k & 1) << at;
    }
    return f;
}
// fns: the place of the n-th set bit from base on, upward for n > 0, downward for n < 0.
static inline u32 nth_set(u32 mask, u32 base, s32 n)
{
    s64 left = n < 0 ? -(s64)n - 1 : (s64)n - 1, step = n < 0 ? -1 : 1;
    if (n == 0) return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
    for (s64 at = base; at >= 0 && at < 32; at += step) {
        if (mask >> at & 1 && left-- == 0) return (u32)at;
    }
    return UINT32_MAX;
}

static inline u32 byte_picked(u32 a, u32 b, u32 nibble)
{
    const u32 whole[2] = {a, b}, byte = whole[nibble >> 2 & 1] >> 8 * (nibble & 3) & 255;
    return nibble & 8 ? (byte & 128 ? 255 : 0) : byte;
}
static inline u32 picked(u32 a, u32 b, u32 n3, u32 n2, u32 n1, u32 n0)
{
    return byte_picked(a, b, n3) << 24 | byte_picked(a, b, n2) << 16 | byte_picked(a, b, n1) << 8 |
           byte_picked(a, b, n0);
}

static inline u32 masked(u64 at, u64 n)
{
    u32 r = 0;
    for (u64 k = 0; k < 32; k++) r |= (u32)(k >= at && k < at + n) << k;
    return r;
}
static inline u32 extended(u32 a, u32 n, bool is_signed) // the low n bits
{
    if (n == 0) return 0;
    return n > 31 ? a : is_signed ? (u32)((s32)(a << (32 - n)) >> (32 - n)) : a & ((1u << n) - 1);
}

static inline void rows_fields(void)
{
    ROW("popc.b32", "rr", u32, u32, u32, ones_in(a));
    ROW("popc.b64", "rl", u64, u32, u32, ones_in(a));
    ROW("clz.b32", "rr", u32, u32, u32, a ? 31 - highest(a, 32) : 32);
    ROW("clz.b64", "rl", u64, u32, u32, a ? 63 - highest(a, 64) : 64);
    ROW("brev.b32", "rr", u32, u32, u32, turned(a, 32));
    ROW("brev.b64", "ll", u64, u64, u64, turned(a, 64));
    ROW("bfind.u32", "rr", u32, u32, u32, highest(a, 32));
    ROW("bfind.s32", "rr", s32, u32, u32, highest(a, 32));
    ROW("bfind.u64", "rl", u64, u32, u32, highest(a, 64));
    ROW("bfind.s64", "rl", s64, u32, u32, highest(a, 64));
    ROW("bfind.shiftamt.u32", "rr", u32, u32, u32, to_top(a, 32));
    ROW("bfind.shiftamt.s32", "rr", s32, u32, u32, to_top(a, 32));
    ROW("bfind.shiftamt.u64", "rl", u64, u32, u32, to_top(a, 64));
    ROW("bfind.shiftamt.s64", "rl", s64, u32, u32, to_top(a, 64));
    ROW("bfe.u32", "rrrr", u32, u32, u32, extracted(a, b, c, 32, false));
    ROW("bfe.s32", "rrrr", s32, u32, u32, extracted(a, b, c, 32, true));
    ROW("bfe.u64", "llrr", u64, u32, u32, extracted(a, b, c, 64, false));
    ROW("bfe.s64", "llrr", s64, u32, u32, extracted(a, b, c, 64, true));
    TEXT("bfi.b32", "rrrr", "bfi.b32 %r0, %r1, %r2, %r3, 9;", u32, u32, u32,
         inserted(a, b, c, 9, 32));
    TEXT("bfi.b32", "rrrr", "bfi.b32 %r0, %r1, %r2, 5, %r3;", u32, u32, u32,
         inserted(a, b, 5, c, 32));
    TEXT("bfi.b64", "lllr", "bfi.b64 %l0, %l1, %l2, %r3, 33;", u64, u64, u32,
         inserted(a, b, c, 33, 64));
    TEXT("bfi.b64", "lllr", "bfi.b64 %l0, %l1, %l2, 3, %r3;", u64, u64, u32,
         inserted(a, b, 3, c, 64));
    ROW("fns.b32", "rrrr", u32, u32, s32, nth_set(a, b, c));
    TEXT("fns.b32", "rr", "fns.b32 %r0, %r1, 4, 3;", u32, u32, u32, nth_set(a, 4, 3));
    TEXT("fns.b32", "rr", "fns.b32 %r0, %r1, 30, -2;", u32, u32, u32, nth_set(a, 30, -2));
    ROW("szext.clamp.u32", "rrr", u32, u32, u32, extended(a, b > 32 ? 32 : b, false));
    ROW("szext.wrap.u32", "rrr", u32, u32, u32, extended(a, b & 31, false));
    ROW("szext.clamp.s32", "rrr", u32, u32, u32, extended(a, b > 32 ? 32 : b, true));
    ROW("szext.wrap.s32", "rrr", u32, u32, u32, extended(a, b & 31, true));
    ROW("bmsk.clamp.b32", "rrr", u32, u32, u32, masked(a, b));
    ROW("bmsk.wrap.b32", "rrr", u32, u32, u32, masked(a & 31, b & 31));
    ROW("shf.l.clamp.b32", "rrrr", u32, u32, u32, ((w128)b << 32 | a) << (c > 32 ? 32 : c) >> 32);
    ROW("shf.l.wrap.b32", "rrrr", u32, u32, u32, ((w128)b << 32 | a) << (c & 31) >> 32);
    ROW("shf.r.clamp.b32", "rrrr", u32, u32, u32, ((w128)b << 32 | a) >> (c > 32 ? 32 : c));
    ROW("shf.r.wrap.b32", "rrrr", u32, u32, u32, ((w128)b << 32 | a) >> (c & 31));
    ROW("prmt.b32", "rrrr", u32, u32, u32,
        picked(a, b, c >> 12 & 15, c >> 8 & 15, c >> 4 & 15, c & 15));
    ROW("prmt.b32.f4e", "rrrr", u32, u32, u32,
        picked(a, b, (c & 3) + 3, (c & 3) + 2, (c & 3) + 1, c & 3));
    ROW("prmt.b32.b4e", "rrrr", u32, u32, u32,
        picked(a, b, ((c & 3) + 5) & 7, ((c & 3) + 6) & 7, ((c & 3) + 7) & 7, c & 3));
    ROW("prmt.b32.rc8", "rrrr", u32, u32, u32, picked(a, b, c & 3, c & 3, c & 3, c & 3));
    ROW("prmt.b32.ecl", "rrrr", u32, u32, u32,
        picked(a, b, 3, (c & 3) > 2 ? 3 : 2, (c & 3) > 1 ? (c & 3) : 1, c & 3));
    ROW("prmt.b32.ecr", "rrrr", u32, u32, u32,
        picked(a, b, c & 3, (c & 3) < 2 ? (c & 3) : 2, (c & 3) < 1 ? (c & 3) : 1, 0));
    ROW("prmt.b32.rc16", "rrrr", u32, u32, u32,
        c & 1 ? picked(a, b, 3, 2, 3, 2) : picked(a, b, 1, 0, 1, 0));
}

static inline u32 lop(u32 a, u32 b, u32 c, u32 table)
{
    u32 d = 0;
    for (unsigned k = 0; k < 32; k++)
        d |= (table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k;
    return d;
}

static inline void rows_lop3(void)
{
    for (u32 table = 0; table < 256; table++) {
        char text[64];
        snprintf(text, sizeof text, "lop3.b32 %%r0, %%r1, %%r2, %%r3, %u;", table);
        TEXT("lop3.b32", "rrrr", text, u32, u32, u32, lop(a, b, c, table));
    }
    TEXT("lop3.or.b32", "prrr",
         "setp.gt.u32 %p4, %r1, %r3; lop3.or.b32 _|%p0, %r1, %r2, %r3, 0x80, %p4;", u32, u32, u32,
         (a & b & c) != 0 || a > c);
    TEXT("lop3.and.b32", "prrr",
         "setp.gt.u32 %p4, %r1, %r3; lop3.and.b32 %r5|%p0, %r1, %r2, %r3, 0x96, !%p4;", u32, u32,
         u32, (a ^ b ^ c) != 0 && a <= c);
    TEXT("lop3.and.b32", "rrrr",
         "setp.gt.u32 %p4, %r1, %r3; lop3.and.b32 %r0|%p5, %r1, %r2, %r3, 0x96, !%p4;", u32, u32,
         u32, a ^ b ^ c);
}

static inline i128 low24(u32 x, bool is_signed)
{
    return is_signed ? (s32)(x << 8) >> 8 : (s32)(x & 0xffffff);
}
#define ROWS_24(T, IS) \
    ROW("mul24.lo." #T, "rrr", u32, u32, u32, low24(a, IS) * low24(b, IS)); \
    ROW("mul24.hi." #T, "rrr", u32, u32, u32, low24(a, IS) * low24(b, IS) >> 16); \
    ROW("mad24.lo." #T, "rrrr", u32, u32, u32, low24(a, IS) * low24(b, IS) + c); \
    ROW("mad24.hi." #T, "rrrr", u32, u32, u32, (low24(a, IS) * low24(b, IS) >> 16) + c);

// Byte (or half) k of a word, by its sign.
static inline s32 piece(u32 x, unsigned k, unsigned bits, bool is_signed)
{
    const u32 v = x >> k * bits & ((1u << bits) - 1);
    return is_signed && v >> (bits - 1) ? (s32)v - (1 << bits) : (s32)v;
}
static inline s64 dot4(u32 a, u32 b, bool sa, bool sb)
{
    s64 sum = 0;
    for (unsigned k = 0; k < 4; k++) sum += (s64)piece(a, k, 8, sa) * piece(b, k, 8, sb);
    return sum;
}
static inline s64 dot2(u32 a, u32 b, bool sa, bool sb, unsigned from)
{
    return (s64)piece(a, 0, 16, sa) * piece(b, from, 8, sb) +
           (s64)piece(a, 1, 16, sa) * piece(b, from + 1, 8, sb);
}
#define ROWS_DOT(TA, TB, SA, SB) \
    ROW("dp4a." #TA "." #TB, "rrrr", u32, u32, u32, c + (u64)dot4(a, b, SA, SB)); \
    ROW("dp2a.lo." #TA "." #TB, "rrrr", u32, u32, u32, c + (u64)dot2(a, b, SA, SB, 0)); \
    ROW("dp2a.hi." #TA "." #TB, "rrrr", u32, u32, u32, c + (u64)dot2(a, b, SA, SB, 2));

static inline void rows_products(void)
{
    ROWS_24(u32, false)
    ROWS_24(s32, true)
    ROW("mad24.hi.sat.s32", "rrrr", u32, u32, s32,
        clamped((low24(a, true) * low24(b, true) >> 16) + c, INT32_MIN, INT32_MAX));
    ROWS_DOT(u32, u32, false, false)
    ROWS_DOT(u32, s32, false, true) ROWS_DOT(s32, u32, true, false) ROWS_DOT(s32, s32, true, true)
}

static inline s32 video_part(const char *op, s32 a, s32 b)
{
    if (!strcmp(op, "add")) return a + b;
    if (!strcmp(op, "sub")) return a - b;
    if (!strcmp(op, "avrg")) return (s32)floor((a + b + (a + b >= 0 ? 1 : 0)) / 2.0);
    if (!strcmp(op, "absdiff")) return abs(a - b);
    return !strcmp(op, "min") == (a < b) ? a : b;
}
static inline u32 video(const char *op, unsigned n, bool is_signed, char how, u32 a, u32 b, u32 c)
{
    const unsigned bits = 32 / n;
    const s32 high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1,
              low = is_signed ? -high - 1 : 0;
    u32 d = how == '+' ? c : 0;
    for (unsigned k = 0; k < n; k++) {
        s32 v = video_part(op, piece(a, k, bits, is_signed), piece(b, k, bits, is_signed));
        if (how == 's') v = v < low ? low : v > high ? high : v;
        d += how == '+' ? (u32)v : ((u32)v & ((1u << bits) - 1)) << k * bits;
    }
    return d;
}

static inline void rows_video(void)
{
    static const char *const ops[] = {"add", "sub", "avrg", "absdiff", "min", "max"};
    static const char *const ends[] = {"", ".sat", ".add"};
    for (unsigned k = 0; k < 6 * 2 * 2 * 3; k++) {
        const char *op = ops[k / 12], *end = ends[k % 3], type = k / 3 % 2 ? 's' : 'u';
        const unsigned n = k / 6 % 2 ? 4 : 2;
        char name[OP_NAME];
        snprintf(name, sizeof name, "v%s%u.%c32.%c32.%c32%s", op, n, type, type, type, end);
        ROW(name, "rrrr", u32, u32, u32,
            video(op, n, type == 's',
                  !*end                  ? '-'
                  : !strcmp(end, ".add") ? '+'
                                         : 's',
                  a, b, c));
    }
}

// Sums and extremes of pairs of 16 bits, and of those and words with .relu: never below zero.
static inline u32 pair_of(const char *op, bool is_signed, bool relu, u32 a, u32 b)
{
    u32 d = 0;
    for (unsigned k = 0; k < 2; k++) {
        s32 v = video_part(op, piece(a, k, 16, is_signed), piece(b, k, 16, is_signed));
        d |= ((u32)(relu && v < 0 ? 0 : v) & 0xffff) << 16 * k;
    }
    return d;
}

static inline s64 sat_to(s64 x, s64 least, s64 most)
{
    return x < least ? least : x > most ? most : x;
}

static inline void rows_packs(void)
{
    static const struct {
        const char *type;
        unsigned bits;
        s64 least, most;
    } packs[] = {{"u16", 16, 0, 65535}, {"s16", 16, -32768, 32767}, {"u8", 8, 0, 255},
                 {"s8", 8, -128, 127},  {"u4", 4, 0, 15},           {"s4", 4, -8, 7}};
    for (unsigned k = 0; k < sizeof packs / sizeof packs[0]; k++) {
        char name[OP_NAME];
        const unsigned bits = packs[k].bits;
        const s64 least = packs[k].least, most = packs[k].most;
        const u64 ones = (1ull << bits) - 1;
        snprintf(name, sizeof name, "cvt.pack.sat.%s.s32%s", packs[k].type,
                 bits < 16 ? ".b32" : "");
        ROW(name, bits < 16 ? "rrrr" : "rrr", s32, s32, u32,
            (bits < 16 ? (u64)c << 2 * bits : 0) | ((u64)sat_to(a, least, most) & ones) << bits |
                ((u64)sat_to(b, least, most) & ones));
    }
}

// vshl and vshr of whole registers, and what is then done with c
static inline u64 video_shift(bool left, bool is_signed, bool wrap, u32 a, u32 b)
{
    const u32 by = wrap ? b % 32 : b > 32 ? 32 : b;
    if (left) return by == 32 ? 0 : (u64)a << by & UINT32_MAX;
    if (!is_signed) return (u64)a >> by;
    return (u32)(((s64)(s32)a) >> by);
}
static inline u64 then_with(unsigned then, bool is_signed, u32 r, u32 c)
{
    const bool below = is_signed ? (s32)r < (s32)c : r < c;
    return then == 1 ? r + c : then == 2 ? (below ? r : c) : then == 3 ? (below ? c : r) : r;
}
static inline void rows_video_shifts(void)
{
    static const char *const thens[] = {"", ".add", ".min", ".max"};
    for (unsigned k = 0; k < 32; k++) {
        const bool left = k & 1, is_signed = k & 2, wrap = k & 4;
        const unsigned then = k / 8;
        char name[OP_NAME];
        const char *t = is_signed ? "s32" : "u32";
        snprintf(name, sizeof name, "vsh%s.%s.%s.u32.%s%s", left ? "l" : "r", t, t,
                 wrap ? "wrap" : "clamp", thens[then]);
        ROW(name, then ? "rrrr" : "rrr", u32, u32, u32,
            then_with(then, is_signed, (u32)video_shift(left, is_signed, wrap, a, b), c));
    }
}

static inline void rows_pairs(void)
{
    static const char *const ops[] = {"add", "min", "max"}, *const types[] = {"u16x2", "s16x2",
                                                                              "relu.s16x2",
                                                                              "s16x2.relu"};
    for (unsigned k = 0; k < 3 * 4; k++) {
        const char *op = ops[k / 4], *type = types[k % 4];
        const bool relu = k % 4 > 1;
        char name[OP_NAME];
        snprintf(name, sizeof name, "%s.%s", op, type);
        if (k > 3 || !relu) ROW(name, "rrr", u32, u32, u32, pair_of(op, k % 4 != 0, relu, a, b));
    }
#define RELU_S32(NAME, BELOW, EXPR) ROW(NAME, "rrr", s32, s32, s32, (BELOW) ? 0 : (EXPR));
    RELU_S32("min.relu.s32", a < 0 || b < 0, a < b ? a : b)
    RELU_S32("min.s32.relu", a < 0 || b < 0, a < b ? a : b)
    RELU_S32("max.relu.s32", a < 0 && b<0, a> b ? a : b)
    RELU_S32("max.s32.relu", a < 0 && b<0, a> b ? a : b)
}

// add.cc, then the sum of the high words with the carry; likewise subtraction and products.
static inline void rows_carries(void)
{
#define LONG_ROW(OP, FIRST, SECOND, T, EXPR) \
    TEXT(OP, "rrrr", FIRST " %r4, %r1, %r2; " SECOND " %r0, %r3, %r1;", u32, u32, u32, EXPR)
    LONG_ROW("addc.u32", "add.cc.u32", "addc.u32", u32, (u64)c + a + ((u64)a + b > UINT32_MAX));
    LONG_ROW("addc.s32", "add.cc.s32", "addc.s32", u32, (u64)c + a + ((u64)a + b > UINT32_MAX));
    LONG_ROW("subc.u32", "sub.cc.u32", "subc.u32", u32, (u64)c - a - (a < b));
    LONG_ROW("subc.s32", "sub.cc.s32", "subc.s32", u32, (u64)c - a - (a < b));
    TEXT("addc.cc.u32", "rrrr",
         "add.cc.u32 %r4, %r1, %r2; addc.cc.u32 %r5, %r3, %r1; addc.u32 %r0, 0, 0;", u32, u32, u32,
         (u64)c + a + ((u64)a + b > UINT32_MAX) > UINT32_MAX);
    TEXT("subc.cc.u32", "rrrr",
         "sub.cc.u32 %r4, %r1, %r2; subc.cc.u32 %r5, %r3, %r1; subc.u32 %r0, 0, 0;", u32, u32, u32,
         (u64)c < (u64)a + (a < b) ? UINT32_MAX : 0);
    TEXT("addc.u64", "llll", "add.cc.u64 %l4, %l1, %l2; addc.u64 %l0, %l3, %l1;", u64, u64, u64,
         c + a + (a + b < a));
    TEXT("addc.s64", "llll", "add.cc.s64 %l4, %l1, %l2; addc.s64 %l0, %l3, %l1;", u64, u64, u64,
         c + a + (a + b < a));
    TEXT("subc.u64", "llll", "sub.cc.u64 %l4, %l1, %l2; subc.u64 %l0, %l3, %l1;", u64, u64, u64,
         c - a - (a < b));
    TEXT("subc.s64", "llll", "sub.cc.s64 %l4, %l1, %l2; subc.s64 %l0, %l3, %l1;", u64, u64, u64,
         c - a - (a < b));
#define LOW_HIGH(T, A, B, C) \
    TEXT("madc.hi." #T, "rrrr", \
         "mad.lo.cc." #T " %r4, %r1, %r2, %r3; madc.hi." #T " %r0, %r1, %r2, %r3;", A, B, u32, \
         ((i128)a * b >> 32) + c + ((u64)(u32)((i128)a * b) + c > UINT32_MAX)); \
    TEXT("madc.lo." #T, "rrrr", \
         "mad.hi.cc." #T " %r4, %r1, %r2, %r3; madc.lo." #T " %r0, %r1, %r2, %r3;", A, B, u32, \
         (i128)a *b + c + ((u64)(u32)((i128)a * b >> 32) + c > UINT32_MAX));
    LOW_HIGH(u32, u32, u32, u32)
    LOW_HIGH(s32, s32, s32, u32)
    TEXT("madc.hi.u64", "llll", "mad.lo.cc.u64 %l4, %l1, %l2, %l3; madc.hi.u64 %l0, %l1, %l2, %l3;",
         u64, u64, u64, (u64)((w128)a * b >> 64) + c + (((w128)(u64)((w128)a * b) + c) >> 64));
    TEXT("madc.lo.cc.s64", "llll",
         "mad.hi.cc.s64 %l4, %l1, %l2, %l3; madc.lo.cc.s64 %l0, %l1, %l2, %l3;", s64, s64, u64,
         (w128)((i128)a * b) + c + (((w128)(u64)((i128)a * b >> 64) + c) >> 64));
}

#endif
