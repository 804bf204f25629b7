// run.c : see run.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/run.h"

#include "ptx/devmem.h"
#include "ptx/exec.h"

#include <string.h>

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

static void put_pred(uint32_t *p, uint32_t bits, uint32_t mask)
{
    *p = (*p & ~mask) | (bits & mask);
}

static uint32_t combine(uint32_t a, uint32_t b, uint8_t op)
{
    switch (op) {
    case BOOL_and: return a & b;
    case BOOL_or: return a | b;
    case BOOL_xor: return a ^ b;
    default: return a;
    }
}

static uint32_t compared(const xinst *in, const xwarp *w)
{
    uint32_t bits = 0;
    in->compare(&bits, op_at(w, in->op[1]), op_at(w, in->op[2]), NULL, UINT32_MAX);
    return bits;
}

static uint32_t second_pred(const xinst *in, const xwarp *w)
{
    const uint32_t *p = op_at(w, in->op[4]);
    return in->negate ? ~*p : *p;
}

void run_setp(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t bits = compared(in, w), with = second_pred(in, w);
    put_pred(op_at(w, in->op[0]), combine(bits, with, in->mode), mask);
    put_pred(op_at(w, in->op[3]), combine(~bits, with, in->mode), mask);
}

void run_set(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t bits = combine(compared(in, w), second_pred(in, w), in->mode),
             *d = op_at(w, in->op[0]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        d[i] = bits >> i & 1 ? (uint32_t)in->imm : 0;
    }
}

// Each half of the registers is compared by itself.
static void compared_pair(const xinst *in, const xwarp *w, uint32_t *low, uint32_t *high)
{
    uint32_t high_a[WARP_LANES], high_b[WARP_LANES];
    const uint32_t *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]), with = second_pred(in, w);
    for (unsigned i = 0; i < WARP_LANES; i++) high_a[i] = a[i] >> 16, high_b[i] = b[i] >> 16;
    *low = *high = 0;
    in->compare(low, a, b, NULL, UINT32_MAX);
    in->compare(high, high_a, high_b, NULL, UINT32_MAX);
    *low = combine(*low, with, in->mode), *high = combine(*high, with, in->mode);
}

void run_set_pair(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]), low, high;
    compared_pair(in, w, &low, &high);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        d[i] =
            (low >> i & 1 ? (uint32_t)in->imm : 0) | (high >> i & 1 ? (uint32_t)in->imm << 16 : 0);
    }
}

void run_setp_pair(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t low, high;
    compared_pair(in, w, &low, &high);
    put_pred(op_at(w, in->op[0]), low, mask);
    put_pred(op_at(w, in->op[3]), high, mask);
}

// bfi: the low `len` bits of a replace those of b from `pos` on.
static uint64_t insert(uint64_t a, uint64_t b, uint32_t pos, uint32_t len, uint32_t bits)
{
    if (len == 0 || pos >= bits) return b;
    uint64_t ones = len < 64 ? (1ull << len) - 1 : UINT64_MAX;
    return (b & ~(ones << pos)) | (a & ones) << pos;
}

void run_bfi_32(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]);
    const uint32_t *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]), *pos = op_at(w, in->op[3]),
                   *len = op_at(w, in->op[4]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        d[i] = (uint32_t)insert(a[i], b[i], pos[i] & 255, len[i] & 255, 32);
    }
}

void run_bfi_64(const xinst *in, xwarp *w, uint32_t mask)
{
    uint64_t *d = op_at(w, in->op[0]);
    const uint64_t *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]);
    const uint32_t *pos = op_at(w, in->op[3]), *len = op_at(w, in->op[4]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        d[i] = insert(a[i], b[i], pos[i] & 255, len[i] & 255, 64);
    }
}

// Returns the lanes whose result is not 0.
static uint32_t logic_of_three(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]), bits = 0;
    const uint32_t *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]), *c = op_at(w, in->op[3]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        uint32_t r = 0;
        for (unsigned k = 0; k < 8; k++) { // minterm k is in the table
            if (in->imm >> k & 1)
                r |= (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) & (k & 1 ? c[i] : ~c[i]);
        }
        d[i] = r;
        bits |= (uint32_t)(r != 0) << i;
    }
    return bits;
}

void run_lop3(const xinst *in, xwarp *w, uint32_t mask) { logic_of_three(in, w, mask); }

void run_lop3_test(const xinst *in, xwarp *w, uint32_t mask)
{
    const uint32_t with = second_pred(in, w), bits = logic_of_three(in, w, mask);
    put_pred(op_at(w, in->op[5]), combine(bits, with, in->mode), mask);
}

// One lane of add.cc and its family. `bits`: width. The flag is the adder's carry, and a - b is a +
// ~b + 1: after a subtraction it says that nothing was borrowed.
static uint64_t carry_step(uint8_t mode, uint64_t a, uint64_t b, uint64_t c, unsigned bits,
                           bool *carry)
{
    const uint64_t ones = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    u128 x = a, y = b;
    const bool in = mode & CARRY_IN ? *carry : (mode & CARRY_SUB) != 0;
    if (mode & CARRY_MAD) {
        u128 product = (u128)a * b;
        if (mode & CARRY_SIGNED) {
            product = bits == 64 ? (u128)((s128)(int64_t)a * (int64_t)b)
                                 : (u128)((s128)(int32_t)a * (int32_t)b);
        }
        x = (uint64_t)(mode & CARRY_HIGH ? product >> bits : product) & ones;
        y = c;
    }
    if (mode & CARRY_SUB) y = ~y & ones;
    const u128 sum = x + y + in;
    if (mode & CARRY_OUT) *carry = sum >> bits & 1;
    return (uint64_t)sum & ones;
}

#define CARRY_RUN(NAME, T, BITS) \
    void NAME(const xinst *in, xwarp *w, uint32_t mask) \
    { \
        T *d = op_at(w, in->op[0]); \
        const T *a = op_at(w, in->op[1]), *b = op_at(w, in->op[2]), *c = op_at(w, in->op[3]); \
        uint32_t *flag = pred_at(w, PRED_CARRY); \
        for (uint32_t m = mask; m; m &= m - 1) { \
            unsigned i = (unsigned)__builtin_ctz(m); \
            bool carry = *flag >> i & 1; \
            d[i] = (T)carry_step(in->mode, a[i], b[i], c[i], BITS, &carry); \
            *flag = (*flag & ~(1u << i)) | (uint32_t)carry << i; \
        } \
    }
CARRY_RUN(run_carry_32, uint32_t, 32)
CARRY_RUN(run_carry_64, uint64_t, 64)

static uint64_t lane_get(const void *reg, unsigned i, bool wide)
{
    return wide ? ((const uint64_t *)reg)[i] : ((const uint32_t *)reg)[i];
}

static void lane_put(void *reg, unsigned i, bool wide, uint64_t v)
{
    if (wide) ((uint64_t *)reg)[i] = v;
    else ((uint32_t *)reg)[i] = (uint32_t)v;
}

// mov d, {a, b, ...}: element k at bit k * 8 * element_bytes. op[5] is d.
void run_pack(const xinst *in, xwarp *w, uint32_t mask)
{
    void *d = op_at(w, in->op[5]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        uint64_t v = 0;
        for (unsigned k = 0; k < in->elems; k++)
            v |= lane_get(op_at(w, in->op[k]), i, false) << (8 * in->element_bytes * k);
        lane_put(d, i, in->dwide, v);
    }
}

// mov {a, b, ...}, s. op[5] is s.
void run_unpack(const xinst *in, xwarp *w, uint32_t mask)
{
    const uint64_t ones = (1ull << (8 * in->element_bytes)) - 1;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        uint64_t v = lane_get(op_at(w, in->op[5]), i, in->dwide);
        for (unsigned k = 0; k < in->elems; k++)
            lane_put(op_at(w, in->op[k]), i, false, v >> (8 * in->element_bytes * k) & ones);
    }
}

// A generic address is in the window of xinst.mode (winst_space). That of parameters is a part of
// the global one.
void run_isspacep(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t bits = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        const uint64_t a = lane_get(op_at(w, in->op[1]), i, in->wide_address);
        winst_space s = a < SHARED_WINDOW || a >= STATIC_BASE ? SPACE_GLOBAL
                        : a < LOCAL_WINDOW                    ? SPACE_SHARED
                                                              : SPACE_LOCAL;
        const bool param = a - PARAM_WINDOW < w->cta->launch->kernel->param_bytes;
        bits |= (uint32_t)(in->mode == SPACE_PARAM ? param : s == (winst_space)in->mode) << i;
    }
    put_pred(op_at(w, in->op[0]), bits, mask);
}

// The lanes of mask that vote or exchange with its lowest one: those that name the same members as
// it does (op[5]); all without .sync. Groups of a warp, such as tiles of 16, meet apart in one
// instruction. *who: of them, the members.
static uint32_t meeting(const xinst *in, const xwarp *w, uint32_t mask, uint32_t *who)
{
    *who = mask;
    if (!in->flag) return mask;
    const uint32_t *named = op_at(w, in->op[5]), first = named[__builtin_ctz(mask)];
    uint32_t together = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        together |= (uint32_t)(named[i] == first) << i;
    }
    *who = together & first;
    return together;
}

static void meet(const xinst *in, xwarp *w, uint32_t mask,
                 void (*run)(const xinst *, xwarp *, uint32_t mask, uint32_t who))
{
    while (mask) {
        uint32_t who, together = meeting(in, w, mask, &who);
        run(in, w, together, who);
        mask &= ~together;
    }
}

static void vote(const xinst *in, xwarp *w, uint32_t mask, uint32_t who)
{
    const uint32_t *p = op_at(w, in->op[1]);
    uint32_t yes = (in->negate ? ~*p : *p) & who;
    if (in->mode == VOTE_ballot) {
        uint32_t *d = op_at(w, in->op[0]);
        for (uint32_t m = mask; m; m &= m - 1) d[__builtin_ctz(m)] = yes;
        return;
    }
    bool all = yes == who, any = yes != 0;
    bool result = in->mode == VOTE_all ? all : in->mode == VOTE_any ? any : all || !any;
    put_pred(op_at(w, in->op[0]), result ? UINT32_MAX : 0, mask);
}

void run_vote(const xinst *in, xwarp *w, uint32_t mask) { meet(in, w, mask, vote); }

// The lane that lane i reads from, and whether it lies in range (PTX ISA, "shfl": segment mask and
// clamp in c).
static unsigned shuffle_source(uint8_t mode, unsigned i, uint32_t b, uint32_t c, bool *valid)
{
    int lane = (int)i, step = (int)(b & 31), segment = (int)(c >> 8 & 31), clamp = (int)(c & 31);
    int last = (lane & segment) | (clamp & ~segment), first = lane & segment, j = lane;
    switch (mode) {
    case SHFL_up: j = lane - step; break;
    case SHFL_down: j = lane + step; break;
    case SHFL_bfly: j = lane ^ step; break;
    default: j = first | (step & ~segment);
    }
    *valid = mode == SHFL_up ? j >= last : j <= last;
    return *valid ? (unsigned)j : i;
}

void run_shfl(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]), from[WARP_LANES], valid = 0;
    const uint32_t *a = op_at(w, in->op[2]), *b = op_at(w, in->op[3]), *c = op_at(w, in->op[4]);
    // What a lane reads from one that does not execute the instruction is undefined. It is 0 here:
    // NVIDIA's sample `reduction` adds such values up and is right on GPUs.
    for (unsigned i = 0; i < WARP_LANES; i++) from[i] = mask >> i & 1 ? a[i] : 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        bool good;
        d[i] = from[shuffle_source(in->mode, i, b[i], c[i], &good)];
        valid |= (uint32_t)good << i;
    }
    put_pred(op_at(w, in->op[1]), valid, mask);
}

void run_activemask(const xinst *in, xwarp *w, uint32_t mask)
{
    uint32_t *d = op_at(w, in->op[0]);
    for (uint32_t m = mask; m; m &= m - 1) d[__builtin_ctz(m)] = mask;
}

// match.any: the lanes with this lane's value. match.all: all members, if their values are one;
// else 0. op[1] p, op[2] a.
static void match(const xinst *in, xwarp *w, uint32_t mask, uint32_t who)
{
    uint32_t *d = op_at(w, in->op[0]), equal[WARP_LANES] = {0}, same = who;
    const void *a = op_at(w, in->op[2]);
    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        for (uint32_t k = who; k; k &= k - 1) {
            unsigned lane = (unsigned)__builtin_ctz(k);
            if (lane_get(a, lane, in->swide) == lane_get(a, i, in->swide)) equal[i] |= 1u << lane;
        }
        same &= equal[i];
    }
    const uint32_t all = same == who ? who : 0;
    for (uint32_t m = mask; m; m &= m - 1)
        d[__builtin_ctz(m)] = in->mode == MATCH_any ? equal[__builtin_ctz(m)] : all;
    if (in->mode == MATCH_all) put_pred(op_at(w, in->op[1]), all ? UINT32_MAX : 0, mask);
}

void run_match(const xinst *in, xwarp *w, uint32_t mask) { meet(in, w, mask, match); }

static uint32_t reduced(uint8_t op, bool is_signed, uint32_t x, uint32_t y)
{
    bool below = is_signed ? (int32_t)x < (int32_t)y : x < y;
    switch (op) {
    case REDUX_add: return x + y;
    case REDUX_min: return below ? x : y;
    case REDUX_max: return below ? y : x;
    case REDUX_and: return x & y;
    case REDUX_or: return x | y;
    default: return x ^ y;
    }
}

static void redux(const xinst *in, xwarp *w, uint32_t mask, uint32_t who)
{
    uint32_t *d = op_at(w, in->op[0]);
    const uint32_t *a = op_at(w, in->op[1]);
    if (!who) return;
    uint32_t r = a[__builtin_ctz(who)];
    for (uint32_t m = who & (who - 1); m; m &= m - 1)
        r = reduced(in->mode, in->negate, r, a[__builtin_ctz(m)]);
    for (uint32_t m = mask; m; m &= m - 1) d[__builtin_ctz(m)] = r;
}

void run_redux(const xinst *in, xwarp *w, uint32_t mask) { meet(in, w, mask, redux); }

// The lowest member leads.
static void elect(const xinst *in, xwarp *w, uint32_t mask, uint32_t who)
{
    uint32_t *d = op_at(w, in->op[0]);
    for (uint32_t m = mask; m && who; m &= m - 1)
        d[__builtin_ctz(m)] = (uint32_t)__builtin_ctz(who);
    put_pred(op_at(w, in->op[1]), who & (0 - who), mask);
}

void run_elect(const xinst *in, xwarp *w, uint32_t mask) { meet(in, w, mask, elect); }

void run_clock(const xinst *in, xwarp *w, uint32_t mask, uint64_t now)
{
    void *d = op_at(w, in->op[0]);
    for (uint32_t m = mask; m; m &= m - 1)
        lane_put(d, (unsigned)__builtin_ctz(m), in->dwide, now >> in->mode);
    w->pc++;
}
