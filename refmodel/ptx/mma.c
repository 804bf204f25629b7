// mma.c: see mma.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/mma.h"

#include "ptx/bf16.h"
#include "ptx/exec.h"

#include <string.h>

enum { MOST_M = 16, COLUMNS = 8, MOST_K = 256, QUAD = 4 };

const uint8_t mma_bits[MMA_TYPES] = {
    [MMA_f16] = 16, [MMA_bf16] = 16, [MMA_tf32] = 32, [MMA_f64] = 64, [MMA_s8] = 8,
    [MMA_u8] = 8,   [MMA_s4] = 4,    [MMA_u4] = 4,    [MMA_b1] = 1,   [MMA_e4m3] = 8,
    [MMA_e5m2] = 8, [MMA_f32] = 32,  [MMA_s32] = 32};

static const char *const type_words[MMA_TYPES] = {
    [MMA_f16] = "f16", [MMA_bf16] = "bf16", [MMA_tf32] = "tf32", [MMA_f64] = "f64",
    [MMA_s8] = "s8",   [MMA_u8] = "u8",     [MMA_s4] = "s4",     [MMA_u4] = "u4",
    [MMA_b1] = "b1",   [MMA_e4m3] = "e4m3", [MMA_e5m2] = "e5m2", [MMA_f32] = "f32",
    [MMA_s32] = "s32"};

const char *mma_type_name(mma_type t) { return type_words[t]; }

mma_type mma_type_named(const char *word)
{
    unsigned t = 0;
    while (t < MMA_TYPES && strcmp(word, type_words[t])) t++;
    return (mma_type)t;
}

static uint32_t register_bits(mma_type t) { return t == MMA_f64 ? 64 : 32; }
static uint32_t per_register(mma_type t) { return register_bits(t) / (uint32_t)mma_bits[t]; }

bool mma_is_quad(const xinst *in) { return in->stype == MMA_f16 && in->swide == 8; }

uint32_t mma_registers_b(const xinst *in)
{
    if (mma_is_quad(in)) return 2;
    return (uint32_t)in->imm / ((uint32_t)QUAD * per_register(in->math));
}
uint32_t mma_registers_a(const xinst *in)
{
    if (mma_is_quad(in)) return 2;
    return in->swide / 8u * ((uint32_t)in->imm / ((uint32_t)QUAD * per_register(in->stype)));
}
uint32_t mma_registers_c(const xinst *in, mma_type type)
{
    if (mma_is_quad(in)) return (type == MMA_f16 ? 4u : 8u) / (in->dwide ? 2 : 1);
    return in->swide / (type == MMA_f16 ? 8u : 4u);
}

// The bits of register r of a lane.
static uint64_t bits_of(const xwarp *w, uint32_t op, unsigned lane, bool wide)
{
    return wide ? ((const uint64_t *)op_at(w, op))[lane] : ((const uint32_t *)op_at(w, op))[lane];
}

static uint64_t element(uint64_t bits, unsigned e, mma_type t)
{
    return t == MMA_f64 ? bits : bits >> (e * mma_bits[t]) & ((1ull << mma_bits[t]) - 1);
}

static int64_t integer_of(uint64_t v, mma_type t)
{
    if (t != MMA_s8 && t != MMA_s4 && t != MMA_s32) return (int64_t)v;
    const unsigned up = 64u - mma_bits[t];
    return (int64_t)(v << up) >> up;
}

static double real_of(uint64_t v, mma_type t)
{
    switch (t) {
    case MMA_f16: return half_value((uint32_t)v);
    case MMA_bf16: return bf16_value((uint32_t)v);
    case MMA_e4m3: return half_value(e4m3_half((uint32_t)v));
    case MMA_e5m2: return half_value(e5m2_half((uint32_t)v));
    case MMA_tf32: return (double)bits_float((uint32_t)v & 0xffffe000);
    case MMA_f32: return (double)bits_float((uint32_t)v);
    default: return bits_double(v);
    }
}

typedef struct matrices {
    uint64_t a[MOST_M][MOST_K], b[COLUMNS][MOST_K]; // bits of elements; b by columns
} matrices;

static void gather(const xinst *in, const xwarp *w, matrices *m)
{
    const uint32_t *ops = in->targets + mma_registers_c(in, in->dtype), halves = in->swide / 8u;
    const uint32_t n_a = mma_registers_a(in), n_b = mma_registers_b(in);
    const mma_type a = in->stype, b = in->math;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const unsigned group = lane / QUAD, in_group = lane % QUAD;
        for (unsigned r = 0; r < n_a; r++) {
            const uint64_t bits = bits_of(w, ops[r], lane, a == MMA_f64);
            const unsigned row = group + 8 * (r % halves), per = per_register(a);
            for (unsigned e = 0; e < per; e++)
                m->a[row][per * (in_group + QUAD * (r / halves)) + e] = element(bits, e, a);
        }
        for (unsigned r = 0; r < n_b; r++) {
            const uint64_t bits = bits_of(w, ops[n_a + r], lane, b == MMA_f64);
            const unsigned per = per_register(b);
            for (unsigned e = 0; e < per; e++)
                m->b[group][per * (in_group + QUAD * r) + e] = element(bits, e, b);
        }
    }
}

static uint64_t integer_sum(const xinst *in, const matrices *m, unsigned row, unsigned col,
                            uint64_t c)
{
    int64_t sum = integer_of(c, MMA_s32);
    for (unsigned k = 0; k < in->imm; k++) {
        const uint64_t x = m->a[row][k], y = m->b[col][k];
        if (in->stype == MMA_b1) sum += (int64_t)(in->flag == MMA_AND ? x & y : x ^ y);
        else sum += integer_of(x, in->stype) * integer_of(y, in->math);
    }
    if (in->sat) sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (uint32_t)sum;
}

static uint64_t real_sum(const xinst *in, const matrices *m, unsigned row, unsigned col, uint64_t c)
{
    double sum = real_of(c, in->mode);
    for (unsigned k = 0; k < in->imm; k++) {
        const double x = real_of(m->a[row][k], in->stype), y = real_of(m->b[col][k], in->math);
        sum = in->stype == MMA_f64 ? fma(x, y, sum) : sum + x * y;
    }
    switch ((mma_type)in->dtype) {
    case MMA_f16: return half_bits(sum);
    case MMA_f32: return float_bits(nan32((float)sum));
    default: return double_bits(made64(sum));
    }
}

// Element e of C in a lane.
static uint64_t addend(const xinst *in, const xwarp *w, const uint32_t *ops, unsigned lane,
                       unsigned e)
{
    const bool half = in->mode == MMA_f16;
    const uint64_t bits = bits_of(w, ops[half ? e / 2 : e], lane, in->mode == MMA_f64);
    return half ? bits >> (16 * (e & 1)) & 0xffff : bits;
}

static void put(const xinst *in, xwarp *w, unsigned lane, const uint64_t *d)
{
    const uint32_t *ops = in->targets;
    for (unsigned r = 0; r < mma_registers_c(in, in->dtype); r++) {
        if (in->dtype == MMA_f64) ((uint64_t *)op_at(w, ops[r]))[lane] = d[r];
        else if (in->dtype == MMA_f16)
            ((uint32_t *)op_at(w, ops[r]))[lane] = (uint32_t)(d[2 * r] | d[2 * r + 1] << 16);
        else ((uint32_t *)op_at(w, ops[r]))[lane] = (uint32_t)d[r];
    }
}

void run_mma(const xinst *in, xwarp *w, uint32_t mask)
{
    matrices m;
    uint64_t d[WARP_LANES][QUAD];
    const uint32_t *c = in->targets + in->n_targets - mma_registers_c(in, in->mode);
    const bool real = in->dtype != MMA_s32;
    gather(in, w, &m);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        for (unsigned e = 0; e < in->swide / QUAD; e++) {
            const unsigned row = lane / QUAD + 8 * (e / 2), col = 2 * (lane % QUAD) + e % 2;
            const uint64_t add = addend(in, w, c, lane, e);
            d[lane][e] = (real ? real_sum : integer_sum)(in, &m, row, col, add);
        }
    }
    for (uint32_t left = mask; left; left &= left - 1)
        put(in, w, (unsigned)__builtin_ctz(left), d[__builtin_ctz(left)]);
}

// ---- m8n8k4 of f16

enum { QUAD_K = 4, QUAD_C = 8 }; // elements of A and B, and of C and D, in a lane

static uint64_t half_of(const xwarp *w, const uint32_t *ops, unsigned lane, unsigned i)
{
    return element(bits_of(w, ops[i / 2], lane, false), i % 2, MMA_f16);
}

static void quad_gather(const xinst *in, const xwarp *w, unsigned lane, matrices *m)
{
    const uint32_t *a = in->targets + mma_registers_c(in, in->dtype), *b = a + 2;
    const unsigned k = lane % QUAD, high = lane / 16 * QUAD;
    for (unsigned i = 0; i < QUAD_K; i++) {
        if (in->flag & MMA_A_COLUMNS) m->a[high + i][k] = half_of(w, a, lane, i);
        else m->a[high + k][i] = half_of(w, a, lane, i);
        if (in->flag & MMA_B_ROWS) m->b[high + i][k] = half_of(w, b, lane, i);
        else m->b[high + k][i] = half_of(w, b, lane, i);
    }
}

static void quad_place(unsigned lane, unsigned e, mma_type type, unsigned *row, unsigned *col)
{
    const bool half = type == MMA_f16;
    *row = (half ? lane % QUAD : (lane & 1) + (e & 2)) + lane / 16 * QUAD;
    *col = half ? e : (e & 4) + (lane & 2) + (e & 1);
}

static void quad_product(const xinst *in, xwarp *w, const unsigned lanes[8], uint32_t mask)
{
    const uint32_t *c = in->targets + in->n_targets - mma_registers_c(in, in->mode);
    const unsigned n = in->dwide ? QUAD_C / 2 : QUAD_C, first = in->dwide == 2 ? n : 0;
    uint64_t sums[QUAD_C][COLUMNS], d[QUAD_C];
    unsigned row, col;
    matrices m;
    for (unsigned i = 0; i < 8; i++) {
        quad_gather(in, w, lanes[i], &m);
        for (unsigned e = 0; e < n; e++) {
            quad_place(lanes[i], first + e, in->mode, &row, &col);
            sums[row][col] = addend(in, w, c, lanes[i], e);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned e = 0; e < n; e++) {
            quad_place(lanes[i], first + e, in->dtype, &row, &col);
            d[e] = real_sum(in, &m, row, col, sums[row][col]);
        }
        if (mask >> lanes[i] & 1) put(in, w, lanes[i], d);
    }
}

void run_mma_quad(const xinst *in, xwarp *w, uint32_t mask)
{
    for (unsigned q = 0; q < WARP_LANES / 8; q++) {
        unsigned lanes[8];
        for (unsigned i = 0; i < 8; i++) lanes[i] = QUAD * q + i % QUAD + i / QUAD * 16;
        quad_product(in, w, lanes, mask);
    }
}

void run_movmatrix(const xinst *in, xwarp *w, uint32_t mask)
{
    const uint32_t *from = op_at(w, in->op[1]);
    uint32_t *reg = op_at(w, in->op[0]), made[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const unsigned column = lane / QUAD, row = 2 * (lane % QUAD), shift = 16 * (column % 2);
        const uint32_t low = from[row * QUAD + column / 2] >> shift,
                       high = from[(row + 1) * QUAD + column / 2] >> shift;
        made[lane] = (low & 0xffff) | high << 16;
    }
    for (uint32_t left = mask; left; left &= left - 1)
        reg[__builtin_ctz(left)] = made[__builtin_ctz(left)];
}
