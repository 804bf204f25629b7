// move.c : see move.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/move.h"

#include "ptx/bf16.h"
#include "ptx/devmem.h"
#include "ptx/exec.h"
#include "ptx/half.h"
#include "ptx/mbarrier.h"

typedef uint8_t mem_u8;
typedef int8_t mem_s8;
typedef uint16_t mem_u16 __attribute__((may_alias));
typedef int16_t mem_s16 __attribute__((may_alias));
typedef uint32_t mem_u32 __attribute__((may_alias));
typedef int32_t mem_s32 __attribute__((may_alias));
typedef uint64_t mem_u64 __attribute__((may_alias));
typedef uint32_t reg_narrow __attribute__((may_alias));
typedef uint64_t reg_wide __attribute__((may_alias));

// `keep`: of a narrow register only 16 bits may be declared, whose upper half stays zero
#define LOAD(MEM, REG) \
    static void load_##MEM##_##REG(void *reg, const uint64_t *addr, uintptr_t delta, \
                                   uint32_t mask, uint32_t keep) \
    { \
        reg_##REG *r = reg; \
        const reg_##REG kept = (reg_##REG)(int64_t)(int32_t)keep; \
        if (mask == UINT32_MAX) { \
            for (unsigned i = 0; i < WARP_LANES; i++) \
                r[i] = (reg_##REG)((uint64_t)(*(const mem_##MEM *)(delta + addr[i])) & kept); \
            return; \
        } \
        for (uint32_t m = mask; m; m &= m - 1) { \
            unsigned i = (unsigned)__builtin_ctz(m); \
            r[i] = (reg_##REG)((uint64_t)(*(const mem_##MEM *)(delta + addr[i])) & kept); \
        } \
    }
#define STORE(MEM, REG) \
    static void store_##MEM##_##REG(void *reg, const uint64_t *addr, uintptr_t delta, \
                                    uint32_t mask, uint32_t keep) \
    { \
        const reg_##REG *r = reg; \
        (void)keep; \
        if (mask == UINT32_MAX) { \
            for (unsigned i = 0; i < WARP_LANES; i++) \
                *(mem_##MEM *)(delta + addr[i]) = (mem_##MEM)r[i]; \
            return; \
        } \
        for (uint32_t m = mask; m; m &= m - 1) { \
            unsigned i = (unsigned)__builtin_ctz(m); \
            *(mem_##MEM *)(delta + addr[i]) = (mem_##MEM)r[i]; \
        } \
    }
// clang-format off
#define MOVES(X) \
    X(u8, narrow) X(s8, narrow) X(u16, narrow) X(s16, narrow) X(u32, narrow) \
    X(u8, wide) X(s8, wide) X(u16, wide) X(s16, wide) X(u32, wide) X(s32, wide) X(u64, wide)
#define STORES(X) \
    X(u8, narrow) X(u16, narrow) X(u32, narrow) X(u8, wide) X(u16, wide) X(u32, wide) X(u64, wide)
// clang-format on
MOVES(LOAD)
STORES(STORE)

typedef struct move_row {
    uint32_t bytes;
    bool is_signed, wide;
    move_fn *fn;
} move_row;

#define IS_SIGNED_u8 false
#define IS_SIGNED_u16 false
#define IS_SIGNED_u32 false
#define IS_SIGNED_u64 false
#define IS_SIGNED_s8 true
#define IS_SIGNED_s16 true
#define IS_SIGNED_s32 true
#define IS_WIDE_narrow false
#define IS_WIDE_wide true
// clang-format off
#define LOAD_ROW(MEM, REG) {sizeof(mem_##MEM), IS_SIGNED_##MEM, IS_WIDE_##REG, load_##MEM##_##REG},
#define STORE_ROW(MEM, REG) {sizeof(mem_##MEM), false, IS_WIDE_##REG, store_##MEM##_##REG},
// clang-format on
static const move_row loads[] = {MOVES(LOAD_ROW)};
static const move_row stores[] = {STORES(STORE_ROW)};

static move_fn *find(const move_row *rows, size_t n, uint32_t bytes, bool is_signed, bool wide)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].bytes == bytes && rows[i].is_signed == is_signed && rows[i].wide == wide)
            return rows[i].fn;
    }
    return NULL;
}

move_fn *move_load(ptx_type type, bool wide)
{
    uint32_t bytes = type_bytes(type);
    bool extends = type_class(type) == 's' && bytes < (wide ? 8 : 4);
    return find(loads, sizeof loads / sizeof loads[0], bytes, extends, wide);
}

move_fn *move_store(ptx_type type, bool wide)
{
    return find(stores, sizeof stores / sizeof stores[0], type_bytes(type), false, wide);
}

// Atomics. a: value in memory; b, c: operands. Single precision is flushed in global memory, not in
// shared memory, whose addresses here are offsets.
// clang-format off
#define INTEGER_ATOMICS(X, T) X(add, T, a + b) X(min, T, a < b ? a : b) X(max, T, a > b ? a : b)
#define BIT_ATOMICS(X, T) \
    X(and, T, a & b) X(or, T, a | b) X(xor, T, a ^ b) X(exch, T, b) X(cas, T, a == b ? c : a)
#define ATOMICS(X) \
    INTEGER_ATOMICS(X, u32) X(add, s32, (uint32_t)a + (uint32_t)b) X(min, s32, a < b ? a : b) \
    X(max, s32, a > b ? a : b) \
    INTEGER_ATOMICS(X, u64) X(add, s64, (uint64_t)a + (uint64_t)b) X(min, s64, a < b ? a : b) \
    X(max, s64, a > b ? a : b) \
    X(inc, u32, a >= b ? 0 : a + 1) X(dec, u32, a == 0 || a > b ? b : a - 1) BIT_ATOMICS(X, b32) \
    BIT_ATOMICS(X, b64) \
    X(add, f32, nan32(addr[i] < STATIC_BASE ? a + b : flush32(flush32(a) + flush32(b)))) \
    X(add, f64, nan64(a, b, a + b))
// clang-format on

#define ATOMIC(OP, T, EXPR) \
    static void atomic_##OP##_##T(const xinst *in, xwarp *w, const uint64_t *addr, \
                                  uintptr_t delta, uint32_t mask) \
    { \
        st_##T *old = op_at(w, in->op[0]); \
        const st_##T *xb = op_at(w, in->op[1]), *xc = op_at(w, in->op[2]); \
        for (uint32_t m = mask; m; m &= m - 1) { \
            unsigned i = (unsigned)__builtin_ctz(m); \
            st_##T *at = (st_##T *)(delta + addr[i]); \
            const ct_##T a = (ct_##T) * at, b = (ct_##T)xb[i], c = (ct_##T)xc[i]; \
            (void)c; \
            *at = (st_##T)(pt_##T)(EXPR); \
            old[i] = (st_##T)(pt_##T)a; \
        } \
    }
ATOMICS(ATOMIC)

// Of 16 bits; halves round to nearest.
// clang-format off
#define SHORT_ATOMICS(X) \
    X(cas, b16, mem_u16, a == b ? c : a) X(exch, b16, mem_u16, b) \
    X(add, f16, mem_u16, half_bits(half_value(a) + half_value(b))) \
    X(add, f16x2, mem_u32, half_sum(a, b)) \
    X(add, bf16, mem_u16, bf16_sum(a, b)) \
    X(add, bf16x2, mem_u32, bf16_sum(a & 0xffff, b & 0xffff) | bf16_sum(a >> 16, b >> 16) << 16)
// clang-format on
static inline uint32_t half_sum(uint32_t a, uint32_t b)
{
    uint32_t high = half_bits(half_value(a >> 16) + half_value(b >> 16));
    return high << 16 | half_bits(half_value(a & 0xffff) + half_value(b & 0xffff));
}
static inline uint32_t bf16_sum(uint32_t a, uint32_t b)
{
    return bf16_bits(odd_sum(bf16_value(a), bf16_value(b)));
}
#define SHORT_ATOMIC(OP, T, MEM, EXPR) \
    static void atomic_##OP##_##T(const xinst *in, xwarp *w, const uint64_t *addr, \
                                  uintptr_t delta, uint32_t mask) \
    { \
        uint32_t *old = op_at(w, in->op[0]); \
        const uint32_t *xb = op_at(w, in->op[1]), *xc = op_at(w, in->op[2]); \
        for (uint32_t m = mask; m; m &= m - 1) { \
            unsigned i = (unsigned)__builtin_ctz(m); \
            MEM *at = (MEM *)(delta + addr[i]); \
            const MEM a = *at, b = (MEM)xb[i], c = (MEM)xc[i]; \
            (void)c; \
            *at = (MEM)(EXPR); \
            old[i] = a; \
        } \
    }
SHORT_ATOMICS(SHORT_ATOMIC)

// Arrivals at a barrier object.
ATOMIC(arrive, b64, mbarrier_after(a, b, 0))
ATOMIC(arrive_drop, b64, mbarrier_after(a, b, b))

typedef struct atomic_row {
    const char *op;
    ptx_type type;
    atomic_fn *fn;
} atomic_row;
// clang-format off
#define ATOMIC_ROW(OP, T, EXPR) {#OP, T_##T, atomic_##OP##_##T},
// clang-format on
#define SHORT_ATOMIC_ROW(OP, T, MEM, EXPR) ATOMIC_ROW(OP, T, EXPR)
static const atomic_row atomics[] = {
    ATOMICS(ATOMIC_ROW) SHORT_ATOMICS(SHORT_ATOMIC_ROW){MBARRIER_ARRIVE, T_b64, atomic_arrive_b64},
    {MBARRIER_DROP, T_b64, atomic_arrive_drop_b64}};

atomic_fn *move_atomic(const char *op, ptx_type type)
{
    for (unsigned i = 0; i < sizeof atomics / sizeof atomics[0]; i++) {
        if (atomics[i].type == type && !strcmp(atomics[i].op, op)) return atomics[i].fn;
    }
    return NULL;
}
