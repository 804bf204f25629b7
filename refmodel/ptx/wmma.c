// wmma.c: see wmma.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/wmma.h"

#include "ptx/exec.h"

#include <stdio.h>
#include <string.h>

enum { MMA_ROWS = 16, MMA_COLUMNS = 8, QUAD = 4, MOST_LANE_BYTES = 16, F16_REGISTERS = 8 };

// ---- fragments

typedef struct wmma_shape {
    uint32_t m, n, k;
    const char *factors, *sums; // types of A and B, of C and D
} wmma_shape;

static const wmma_shape shapes[] = {{16, 16, 16, " f16 bf16 s8 u8 ", " f16 f32 s32 "},
                                    {32, 8, 16, " f16 bf16 s8 u8 ", " f16 f32 s32 "},
                                    {8, 32, 16, " f16 bf16 s8 u8 ", " f16 f32 s32 "},
                                    {16, 16, 8, " tf32 ", " f32 "},
                                    {8, 8, 4, " f64 ", " f64 "},
                                    {8, 8, 32, " s4 u4 ", " s32 "},
                                    {8, 8, 128, " b1 ", " s32 "}};

static const wmma_shape *shape_named(const char *name)
{
    unsigned m, n, k;
    char end;
    if (sscanf(name, "m%un%uk%u%c", &m, &n, &k, &end) != 3) return NULL;
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (shapes[i].m == m && shapes[i].n == n && shapes[i].k == k) return &shapes[i];
    }
    return NULL;
}

bool wmma_is_transposed(const char *shape)
{
    const wmma_shape *s = shape_named(shape);
    return s && s->m < s->n;
}

static bool lists(const char *types, mma_type t)
{
    char word[8];
    snprintf(word, sizeof word, " %s ", mma_type_name(t));
    return strstr(types, word);
}

static uint32_t register_bits(const wmma_fragment *f) { return f->type == MMA_f64 ? 64 : 32; }
static uint32_t bits_of_tile(const wmma_fragment *f) { return f->i * f->j * mma_bits[f->type]; }

uint32_t wmma_lane_bytes(const wmma_fragment *f) { return bits_of_tile(f) / 8 / WARP_LANES; }

// The two tiles of a fragment with 32 rows (of mma) lie below each other, of one with 16 columns
// beside each other.
static void tiles_of(const wmma_shape *s, wmma_role role, wmma_fragment *f)
{
    const bool turned = s->m < s->n, left = (role == WMMA_A) != turned;
    const uint32_t m = turned ? s->n : s->m, n = turned ? s->m : s->n,
                   rows = m < MMA_ROWS ? m : MMA_ROWS;
    f->mma_i = rows;
    f->mma_k = s->k;
    f->i = f->sums || left ? rows : MMA_COLUMNS;
    f->j = f->sums ? MMA_COLUMNS : s->k;
    f->i_step = f->sums || left ? (m > rows ? rows : 0) : n > MMA_COLUMNS ? MMA_COLUMNS : 0;
    f->j_step = f->sums && n > MMA_COLUMNS ? MMA_COLUMNS : 0;
    f->tiles = f->i_step || f->j_step ? 2 : 1;
    f->own = bits_of_tile(f) / WARP_LANES / register_bits(f);
    f->registers = f->type == MMA_f16 && !f->sums ? F16_REGISTERS : f->tiles * f->own;
}

bool wmma_fragment_of(const char *shape, mma_type type, wmma_role role, wmma_fragment *f)
{
    const wmma_shape *s = shape_named(shape);
    if (!s || type == MMA_TYPES || !lists(role == WMMA_C ? s->sums : s->factors, type))
        return false;
    *f = (wmma_fragment){.type = type, .sums = role == WMMA_C};
    tiles_of(s, role, f);
    return true;
}

static void lines_of(const wmma_shape *s, wmma_role role, bool by_rows, wmma_fragment *f)
{
    const bool i_is_column = role == WMMA_B || (role == WMMA_C && s->m < s->n);
    const uint32_t rows = role == WMMA_B ? s->k : s->m, columns = role == WMMA_A ? s->k : s->n;
    f->by_i = by_rows != i_is_column;
    f->stride = by_rows ? columns : rows;
}

// load.a|b|c or store.d, .sync .aligned .row|.col .shape {.global|.shared} .type
bool wmma_access_of(const statement *s, wmma_fragment *f)
{
    if (s->n_mods < 2) return false;
    const bool store = !strcmp(s->mods[0], "store");
    const char *shape = "", *role = s->mods[1];
    mma_type type = MMA_TYPES;
    unsigned rows = 0, columns = 0;
    if (!store && strcmp(s->mods[0], "load")) return false;
    if (!*role || role[1] || !strchr(store ? "d" : "abc", *role)) return false;
    for (uint32_t i = 2; i < s->n_mods; i++) {
        const char *mod = s->mods[i];
        if (!strcmp(mod, "row")) rows++;
        else if (!strcmp(mod, "col")) columns++;
        else if (shape_named(mod)) shape = mod;
        else if (mma_type_named(mod) < MMA_TYPES) type = mma_type_named(mod);
        else if (strcmp(mod, "sync") && strcmp(mod, "aligned") && strcmp(mod, "global") &&
                 strcmp(mod, "shared") && strcmp(mod, "shared::cta"))
            return false;
    }
    const wmma_role r = *role == 'a' ? WMMA_A : *role == 'b' ? WMMA_B : WMMA_C;
    if (rows + columns != 1 || !wmma_fragment_of(shape, type, r, f)) return false;
    lines_of(shape_named(shape), r, rows, f);
    // less than a byte: A only by rows, B only by columns
    return f->by_i || mma_bits[type] >= 8;
}

// ---- execution

// Where element e of register r of a lane is.
static void place_of(const wmma_fragment *f, unsigned lane, unsigned r, unsigned e, uint32_t *i,
                     uint32_t *j)
{
    const unsigned per = register_bits(f) / mma_bits[f->type], group = lane / QUAD,
                   in_group = lane % QUAD, halves = f->i / 8, x = r * per + e;
    *i = group + 8 * (f->sums ? x / 2 : r % halves);
    *j = f->sums ? 2 * in_group + x % 2 : per * (in_group + QUAD * (r / halves)) + e;
}

// The tile as it lies in memory, its lines one behind the other.
typedef struct image {
    uint32_t words[WARP_LANES * MOST_LANE_BYTES / 4];
} image;

static unsigned bit_at(const wmma_fragment *f, unsigned lane, unsigned r, unsigned e)
{
    uint32_t i, j;
    place_of(f, lane, r, e, &i, &j);
    return (f->by_i ? i * f->j + j : j * f->i + i) * mma_bits[f->type];
}

// Register r of a lane, one word after the other: out of the image, or into it.
static void exchange(const wmma_fragment *f, image *m, unsigned lane, unsigned r, uint32_t *bits,
                     bool out)
{
    const unsigned wide = mma_bits[f->type], size = wide < 32 ? wide : 32;
    for (unsigned at = 0; at < register_bits(f); at += size) {
        const unsigned from = bit_at(f, lane, r, at / wide) + at % wide;
        const uint32_t mask = (uint32_t)((1ull << size) - 1);
        if (out) bits[at / 32] |= (m->words[from / 32] >> from % 32 & mask) << at % 32;
        else m->words[from / 32] |= (bits[at / 32] >> at % 32 & mask) << from % 32;
    }
}

void run_wmma_spread(const xinst *in, xwarp *w, uint32_t mask)
{
    const wmma_fragment *f = in->fragment;
    const unsigned n = wmma_lane_bytes(f) / 4, to = in->n_targets - n;
    image m;
    for (unsigned k = 0; k < n; k++) {
        const uint32_t *words = op_at(w, in->targets[to + k]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) m.words[lane * n + k] = words[lane];
    }
    for (unsigned r = 0; r < to; r++) {
        for (uint32_t left = mask; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left), bytes = register_bits(f) / 8;
            uint32_t bits[2] = {0};
            exchange(f, &m, lane, r % f->own, bits, true);
            memcpy((unsigned char *)op_at(w, in->targets[r]) + lane * bytes, bits, bytes);
        }
    }
}

void run_wmma_collect(const xinst *in, xwarp *w, uint32_t mask)
{
    const wmma_fragment *f = in->fragment;
    const unsigned n = wmma_lane_bytes(f) / 4, bytes = register_bits(f) / 8;
    image m = {{0}};
    for (unsigned r = 0; r < f->own; r++) {
        const unsigned char *from = op_at(w, in->targets[n + r]);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            uint32_t bits[2];
            memcpy(bits, from + lane * bytes, bytes);
            exchange(f, &m, lane, r, bits, false);
        }
    }
    for (unsigned k = 0; k < n; k++) {
        uint32_t *words = op_at(w, in->targets[k]);
        for (uint32_t left = mask; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            words[lane] = m.words[lane * n + k];
        }
    }
}

void run_wmma_at(const xinst *in, xwarp *w, uint32_t mask)
{
    const wmma_fragment *f = in->fragment;
    const uint32_t bits = mma_bits[f->type], line_bytes = (f->by_i ? f->j : f->i) * bits / 8,
                   down = in->swide * (f->by_i ? f->i_step : f->j_step),
                   along = in->swide * (f->by_i ? f->j_step : f->i_step) * bits / 8;
    const void *base = op_at(w, in->op[OP_BASE]);
    const uint32_t *stride = op_at(w, in->op[2]);
    uint64_t *to = op_at(w, in->op[0]);
    for (uint32_t left = mask; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t byte = lane * wmma_lane_bytes(f);
        const uint64_t at = (uint64_t)in->imm + along + byte % line_bytes +
                            (uint64_t)(byte / line_bytes + down) * stride[lane] * bits / 8;
        to[lane] = in->wide_address ? ((const uint64_t *)base)[lane] + at
                                    : (uint32_t)(((const uint32_t *)base)[lane] + at);
    }
}
