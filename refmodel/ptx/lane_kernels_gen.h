// lane_kernels_gen.h: macros that define lane kernels, for the files lanes_*.c only.
//
// Each kernel has a path without blending for a full warp, and is compiled for several processors
// (base/simd_clones.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LANE_KERNELS_GEN_H
#define WL_PTX_LANE_KERNELS_GEN_H

#include "base/simd_clones.h"
#include "ptx/lane_kernels.h"

#include <math.h>
#include <string.h>

// Of each type: ct_ what expressions compute with, st_ how a lane is stored, pt_ what a result is
// cut to.
#define LANE_TYPE(name, ct, st, pt) \
    typedef ct ct_##name; \
    typedef pt pt_##name; \
    typedef st st_##name __attribute__((may_alias));
LANE_TYPE(u8, uint8_t, uint32_t, uint8_t)
LANE_TYPE(s8, int8_t, uint32_t, uint8_t)
LANE_TYPE(b16, uint16_t, uint32_t, uint16_t)
LANE_TYPE(u16, uint16_t, uint32_t, uint16_t)
LANE_TYPE(s16, int16_t, uint32_t, uint16_t)
LANE_TYPE(b32, uint32_t, uint32_t, uint32_t)
LANE_TYPE(u32, uint32_t, uint32_t, uint32_t)
LANE_TYPE(s32, int32_t, uint32_t, uint32_t)
LANE_TYPE(f32, float, float, float)
LANE_TYPE(b64, uint64_t, uint64_t, uint64_t)
LANE_TYPE(u64, uint64_t, uint64_t, uint64_t)
LANE_TYPE(s64, int64_t, uint64_t, uint64_t)
LANE_TYPE(f64, double, double, double)
typedef uint32_t st_pred __attribute__((may_alias));
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

#define LANE_LOOP(D, LOADS, EXPR) \
    st_##D *out = d; \
    if (mask == UINT32_MAX) { \
        _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) \
        { \
            LOADS \
            out[i] = (st_##D)(pt_##D)(EXPR); \
        } \
    } else { \
        _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++) \
        { \
            LOADS \
            const st_##D result = (st_##D)(pt_##D)(EXPR); \
            out[i] = (mask >> i) & 1 ? result : out[i]; \
        } \
    }

#define KERNEL_HEAD(FN) \
    SIMD_CLONES static void FN(void *d, const void *pa, const void *pb, const void *pc, \
                               uint32_t mask)

#define KERNEL1(FN, D, A, EXPR) \
    KERNEL_HEAD(FN) \
    { \
        const st_##A *xa = pa; \
        (void)pb, (void)pc; \
        LANE_LOOP(D, const ct_##A a = (ct_##A)xa[i];, EXPR) \
    }
#define KERNEL2(FN, D, A, B, EXPR) \
    KERNEL_HEAD(FN) \
    { \
        const st_##A *xa = pa; \
        const st_##B *xb = pb; \
        (void)pc; \
        LANE_LOOP(D, const ct_##A a = (ct_##A)xa[i]; const ct_##B b = (ct_##B)xb[i];, EXPR) \
    }
#define KERNEL3(FN, D, A, B, C, EXPR) \
    KERNEL_HEAD(FN) \
    { \
        const st_##A *xa = pa; \
        const st_##B *xb = pb; \
        const st_##C *xc = pc; \
        LANE_LOOP(D, const ct_##A a = (ct_##A)xa[i]; const ct_##B b = (ct_##B)xb[i]; \
                  const ct_##C c = (ct_##C)xc[i];, EXPR) \
    }

// A kernel that makes a predicate from a condition on each lane.
#define COMPARE(FN, A, B, COND) \
    KERNEL_HEAD(FN) \
    { \
        const st_##A *xa = pa; \
        const st_##B *xb = pb; \
        st_pred *out = d, bits = 0; \
        (void)pc; \
        for (unsigned i = 0; i < WARP_LANES; i++) { \
            const ct_##A a = (ct_##A)xa[i]; \
            const ct_##B b = (ct_##B)xb[i]; \
            bits |= (uint32_t)(COND) << i; \
        } \
        *out = (*out & ~mask) | (bits & mask); \
    }

// Comparisons as forms: X(name, function, type, condition on a and b).
// Of floats, eq lt le gt ge and ne are false for NaN operands; the others, with u, true.
// clang-format off
#define FLOATS(X, T) \
    X("setp.eq." #T, setp_eq_##T, T, a == b) X("setp.ne." #T, setp_ne_##T, T, a < b || a > b) \
    X("setp.lt." #T, setp_lt_##T, T, a < b) X("setp.le." #T, setp_le_##T, T, a <= b) \
    X("setp.gt." #T, setp_gt_##T, T, a > b) X("setp.ge." #T, setp_ge_##T, T, a >= b) \
    X("setp.equ." #T, setp_equ_##T, T, !(a < b || a > b)) \
    X("setp.neu." #T, setp_neu_##T, T, a != b) \
    X("setp.ltu." #T, setp_ltu_##T, T, !(a >= b)) X("setp.leu." #T, setp_leu_##T, T, !(a > b)) \
    X("setp.gtu." #T, setp_gtu_##T, T, !(a <= b)) X("setp.geu." #T, setp_geu_##T, T, !(a < b)) \
    X("setp.num." #T, setp_num_##T, T, a == a && b == b) \
    X("setp.nan." #T, setp_nan_##T, T, a != a || b != b)
// clang-format on

#define TEST_LANES(FN, A, COND) \
    KERNEL_HEAD(FN) \
    { \
        const st_##A *xa = pa; \
        st_pred *out = d, bits = 0; \
        (void)pb, (void)pc; \
        for (unsigned i = 0; i < WARP_LANES; i++) { \
            const ct_##A a = (ct_##A)xa[i]; \
            bits |= (uint32_t)(COND) << i; \
        } \
        *out = (*out & ~mask) | (bits & mask); \
    }

// Rows of the form tables for what the lists X-ed with KERNELn define.
// clang-format off
#define ROW1(NAME, FN, D, A, EXPR, UNIT, LATENCY) \
    {NAME, FN, NULL, {T_##D, T_##A}, UNIT, LATENCY, EXACT_none},
#define ROW2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY) \
    {NAME, FN, NULL, {T_##D, T_##A, T_##B}, UNIT, LATENCY, EXACT_none},
#define ROW3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY) \
    {NAME, FN, NULL, {T_##D, T_##A, T_##B, T_##C}, UNIT, LATENCY, EXACT_none},
#define MAKE1(NAME, FN, D, A, EXPR, UNIT, LATENCY) KERNEL1(FN, D, A, EXPR)
#define MAKE2(NAME, FN, D, A, B, EXPR, UNIT, LATENCY) KERNEL2(FN, D, A, B, EXPR)
#define MAKE3(NAME, FN, D, A, B, C, EXPR, UNIT, LATENCY) KERNEL3(FN, D, A, B, C, EXPR)
#define FORMS_END {NULL, NULL, NULL, {T_none}, 0, 0, 0}
// clang-format on

static inline uint32_t float_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static inline float bits_float(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}
static inline uint64_t double_bits(double f)
{
    uint64_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static inline double bits_double(uint64_t u)
{
    double f;
    memcpy(&f, &u, sizeof f);
    return f;
}

// Single-precision NaN results are the one NaN 0x7fffffff, as hardware gives (PTX leaves the choice
// open).
static inline float nan32(float r) { return r != r ? bits_float(0x7fffffff) : r; }

// .ftz: a subnormal becomes a zero of its sign.
static inline float flush32(float f)
{
    uint32_t u = float_bits(f);
    return bits_float(u & 0x7f800000 ? u : u & 0x80000000);
}

// Double-precision NaN payloads pass through, the first NaN operand's; a NaN made by the operation
// is 0x7ff8000000000000.
static inline double quiet64(double f) { return bits_double(double_bits(f) | 0x0008000000000000); }
static inline double made64(double r) { return r != r ? bits_double(0x7ff8000000000000) : r; }
static inline double nan64(double a, double b, double r)
{
    return a != a ? quiet64(a) : b != b ? quiet64(b) : made64(r);
}
static inline double nan64_3(double a, double b, double c, double r)
{
    return c != c && a == a && b == b ? quiet64(c) : nan64(a, b, r);
}

#endif
