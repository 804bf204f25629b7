// rows_cvt.h : rows of cvt: every pair of types with every rounding, .ftz and .sat that PTX has for
// it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_PTX_ROWS_CVT_H
#define WL_TESTS_PTX_ROWS_CVT_H

#include "tests/ptx/rows_bf16.h"
#include "tests/ptx/rows_float.h"
#include "tests/ptx/rows_int.h"

typedef struct cvt_type {
    const char *name;
    char class, kind; // 'u', 's' or 'f'; the register's kind
    unsigned bits;
} cvt_type;
static const cvt_type cvt_types[] = {
    {"u8", 'u', 'h', 8},   {"s8", 's', 'h', 8},   {"u16", 'u', 'h', 16}, {"s16", 's', 'h', 16},
    {"u32", 'u', 'r', 32}, {"s32", 's', 'r', 32}, {"u64", 'u', 'l', 64}, {"s64", 's', 'l', 64},
    {"f16", 'f', 'e', 16}, {"f32", 'f', 'f', 32}, {"f64", 'f', 'd', 64}, {"bf16", 'f', 'h', 16}};
enum { CVT_TYPES = sizeof cvt_types / sizeof cvt_types[0] };

static inline bool is_bf16(const cvt_type *t) { return t->name[0] == 'b'; }
static inline i128 cvt_low(const cvt_type *t)
{
    return t->class == 's' ? -((i128)1 << (t->bits - 1)) : 0;
}
static inline i128 cvt_high(const cvt_type *t)
{
    return ((i128)1 << (t->bits - (t->class == 's'))) - 1;
}
static inline i128 int_value(const cvt_type *t, u64 raw)
{
    const i128 v = (i128)op_cut(raw, t->bits / 8);
    return v > cvt_high(t) ? v - ((i128)1 << t->bits) : v;
}
// Every value of every type here is exact in a long double of 64 bits.
static inline long double real_value(const cvt_type *t, u64 raw, bool ftz)
{
    if (is_bf16(t)) return bf16_of(raw);
    return t->bits == 16 ? half_of(raw) : t->bits == 32 ? flush(as_f32(raw), ftz) : as_f64(raw);
}
static inline u64 int_result(const cvt_type *to, i128 v, bool sat)
{
    return (u64)(sat ? clamped(v, cvt_low(to), cvt_high(to)) : v) &
           (to->bits == 64 ? UINT64_MAX : (1ull << to->bits) - 1);
}
static inline long double integral(long double x, int mode)
{
    volatile long double v = x;
    fesetround(mode);
    const long double r = rintl(v);
    fesetround(FE_TONEAREST);
    return r;
}
static inline u64 real_result(const cvt_type *to, long double x, int mode, bool ftz, bool sat)
{
    volatile long double v = sat ? (x >= 1 ? 1 : x > 0 ? x : 0) : x;
    if (is_bf16(to)) return bf16_in_mode(v, mode);
    if (to->bits == 16) return to_half(v, mode);
    fesetround(mode);
    volatile f32 single = (f32)v;
    volatile f64 wide = (f64)v;
    fesetround(FE_TONEAREST);
    return to->bits == 32 ? n32(flush(single, ftz)) : bits64(wide);
}
// The ISA: a NaN gives zero if the source is not .f64 and the destination neither .s64 nor .u64,
// otherwise 1 << (bits - 1).
static inline u64 from_real(const cvt_type *to, const cvt_type *from, long double x, int mode)
{
    const long double r = integral(x, mode);
    if (isnan(x)) return from->bits < 64 && to->bits < 64 ? 0 : 1ull << (to->bits - 1);
    const u64 all = to->bits == 64 ? UINT64_MAX : (1ull << to->bits) - 1;
    return (u64)(r > (long double)cvt_high(to)  ? cvt_high(to)
                 : r < (long double)cvt_low(to) ? cvt_low(to)
                                                : (i128)r) &
           all;
}
// A narrow integer result is extended to its register by its sign.
static inline u64 cvt_extended(const cvt_type *to, u64 v)
{
    return to->class == 's' && to->bits == 8 && v & 0x80 ? v | ~0xffull : v;
}

// round: index in float_modes, 4 without; integer: the modifier has an i behind it
static inline u64 converted(const cvt_type *to, const cvt_type *from, unsigned round, bool integer,
                            bool ftz, bool sat, u64 raw)
{
    const int mode = float_modes[round].mode;
    if (from->class != 'f' && to->class != 'f')
        return cvt_extended(to, int_result(to, int_value(from, raw), sat));
    if (from->class != 'f')
        return real_result(to, (long double)int_value(from, raw), mode, ftz, sat);
    const long double x = real_value(from, raw, ftz);
    if (to->class != 'f') return cvt_extended(to, from_real(to, from, x, mode));
    return real_result(to, integer ? integral(x, mode) : x, integer ? FE_TONEAREST : mode, ftz,
                       sat);
}

static inline void cvt_row(const cvt_type *to, const cvt_type *from, unsigned round, bool integer,
                           bool ftz, bool sat)
{
    char name[OP_NAME];
    const char sig[3] = {to->kind, from->kind, '\0'};
    snprintf(name, sizeof name, "cvt%s%s%s%s.%s.%s", float_modes[round].name, integer ? "i" : "",
             ftz ? ".ftz" : "", sat ? ".sat" : "", to->name, from->name);
    ROW(name, sig, u64, u64, u64, converted(to, from, round, integer, ftz, sat, a));
}

static inline void cvt_pair(const cvt_type *to, const cvt_type *from)
{
    const bool to_real = to->class == 'f', from_real = from->class == 'f';
    const bool single = !strcmp(to->name, "f32") || !strcmp(from->name, "f32"); // .ftz is for these
    const bool exact = to_real == from_real && (!to_real || to == from || to->bits > from->bits);
    const bool copies_bf16 = is_bf16(from) && !strcmp(to->name, "f32"); // rows_bf16.h
    for (unsigned sat = 0; sat < 2; sat++) {
        for (unsigned ftz = 0; ftz < 1u + single; ftz++) {
            if (exact && (sat || ftz || !copies_bf16)) cvt_row(to, from, 4, false, ftz, sat);
            for (unsigned round = 0; round < 4; round++) {
                if (from_real && (!to_real || to == from)) cvt_row(to, from, round, true, ftz, sat);
                if (to_real && !exact) cvt_row(to, from, round, false, ftz, sat);
            }
        }
    }
}

// Registers wider than the type: the source's low bits count, the result fills the register.
static inline void cvt_wide(void)
{
    ROW("cvt.s32.s8", "rr", s8, u32, u32, a);
    ROW("cvt.u32.u8", "rr", u8, u32, u32, a);
    ROW("cvt.s64.s16", "lr", s16, u32, u32, a);
    ROW("cvt.u64.u32", "ll", u32, u32, u32, a);
    ROW("cvt.s16.s32", "rl", s16, u32, u32, a);
    ROW("cvt.sat.s8.s32", "rr", s32, u32, u32, clamped(a, INT8_MIN, INT8_MAX));
    ROW("cvt.rzi.s8.f32", "rf", f32, u32, u32,
        (s8)from_real(&cvt_types[1], &cvt_types[9], a, FE_TOWARDZERO));
    ROW("cvt.rn.f32.s8", "fr", s8, u32, u32, bits32((f32)a));
}

// Two values to one register: the first to its upper half.
static inline void cvt_two(void)
{
    ROW("cvt.rn.f16x2.f32", "xff", f32, f32, u32,
        to_half(a, FE_TONEAREST) << 16 | to_half(b, FE_TONEAREST));
    for (unsigned toward = 0; toward < 2; toward++) {
        const int mode = toward ? FE_TOWARDZERO : FE_TONEAREST;
        const char *how = toward ? "rz" : "rn";
        char name[OP_NAME];
        snprintf(name, sizeof name, "cvt.%s.relu.f16x2.f32", how);
        ROW(name, "xff", f32, f32, u32,
            to_half(a <= 0 ? 0 : a, mode) << 16 | to_half(b <= 0 ? 0 : b, mode));
        snprintf(name, sizeof name, "cvt.%s.relu.f16.f32", how);
        ROW(name, "ef", f32, u32, u32, to_half(a <= 0 ? 0 : a, mode));
    }
    ROW("cvt.rz.f16x2.f32", "xff", f32, f32, u32,
        to_half(a, FE_TOWARDZERO) << 16 | to_half(b, FE_TOWARDZERO));
}

static inline void rows_conversions(void)
{
    for (unsigned to = 0; to < CVT_TYPES; to++) {
        for (unsigned from = 0; from < CVT_TYPES; from++)
            cvt_pair(&cvt_types[to], &cvt_types[from]);
    }
    cvt_wide();
    cvt_two();
}

#endif
