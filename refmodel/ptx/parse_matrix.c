// parse_matrix.c: rewrites wmma as instructions on tiles, and products of matrices that have more
// registers than an instruction names, or take more than one turn, as smaller ones. See parser.h
// and wmma.h.
//
// Statements that are not taken stay as they are, and decoding refuses them.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"
#include "ptx/wmma.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LIST = 8, MOST_WORDS = 4 };

static operand list_of(parser *p, place at, const operand *elems, uint32_t n)
{
    operand o = {.kind = OPND_VEC, .at = at, .reg = -1, .n_elems = n};
    o.elems = pool_alloc(parse_pool(p), n * sizeof *o.elems);
    memcpy(o.elems, elems, n * sizeof *elems);
    return o;
}

static operand number_of(place at, uint64_t bits)
{
    return (operand){.kind = OPND_INT, .at = at, .reg = -1, .bits = bits};
}

static operand hidden(parser *p, place at, ptx_type type)
{
    return (operand){
        .kind = OPND_REG, .at = at, .reg = parse_hidden_register(p, type, "of a matrix")};
}

// `op` with the operands, and the text, guard and (unless others are given) modifiers of s.
static void emit_as(parser *p, const statement *s, const char *op, const char *const *mods,
                    const operand *operands, uint32_t n)
{
    statement made = *s;
    made.op = op;
    for (made.n_mods = mods ? 0 : s->n_mods; mods && *mods; mods++)
        made.mods[made.n_mods++] = *mods;
    made.operands = pool_alloc(parse_pool(p), n * sizeof *operands);
    memcpy(made.operands, operands, n * sizeof *operands);
    made.n_operands = n;
    parse_emit(p, &made);
}

static uint32_t registers_of(const operand *o, const operand **list)
{
    *list = o->kind == OPND_VEC ? o->elems : o;
    return o->kind == OPND_VEC ? o->n_elems : 1;
}

static bool has_registers(parser *p, const operand *o, uint32_t n, const operand **list)
{
    const uint32_t has = registers_of(o, list);
    return has == n || parse_error(p, o->at, "%u registers where %u are needed", has, n);
}

// ---- wmma.load and wmma.store

typedef struct access { // of one tile
    operand address, words[MOST_WORDS];
} access;

// ld or st of the words of a tile.
static void words_access(parser *p, const statement *s, const access *a, uint32_t n, bool store)
{
    const char *mods[4];
    unsigned m = 0;
    operand memory = a->address, data = n > 1 ? list_of(p, s->at, a->words, n) : a->words[0];
    for (uint32_t i = 0; i < s->n_mods; i++) {
        if (!strncmp(s->mods[i], "shared", 6) || !strcmp(s->mods[i], "global"))
            mods[m++] = s->mods[i];
    }
    if (n > 1) mods[m++] = n == 4 ? "v4" : "v2";
    mods[m++] = "b32";
    mods[m] = NULL;
    memory.kind = OPND_MEM;
    emit_as(p, s, store ? "st" : "ld", mods,
            (const operand[]){store ? memory : data, store ? data : memory}, 2);
}

// The registers of a tile, and of a load those that repeat them.
static operand tile_list(parser *p, place at, const wmma_fragment *f, const operand *regs,
                         uint32_t tile, bool copies)
{
    operand list[MOST_LIST];
    uint32_t n = 0;
    for (uint32_t first = tile * f->own; first < f->registers; first += f->tiles * f->own) {
        for (uint32_t r = 0; r < f->own; r++) list[n++] = regs[first + r];
        if (!copies) break;
    }
    return list_of(p, at, list, n);
}

static void tile_accesses(parser *p, const statement *s, const wmma_fragment *f,
                          const operand *regs, const operand *memory)
{
    const bool store = !strcmp(s->mods[0], "store");
    const uint32_t n = wmma_lane_bytes(f) / 4;
    const operand stride =
        s->n_operands > 2 ? s->operands[2] : number_of(s->at, (uint64_t)f->stride);
    access a[2];
    for (uint32_t t = 0; t < f->tiles; t++) {
        const operand tile = number_of(s->at, t);
        a[t].address = hidden(p, s->at, T_b64);
        for (uint32_t k = 0; k < n; k++) a[t].words[k] = hidden(p, s->at, T_b32);
        emit_as(p, s, "wmma.at", NULL, (const operand[]){a[t].address, *memory, stride, tile}, 4);
        if (!store) continue;
        emit_as(p, s, "wmma.collect", NULL,
                (const operand[]){list_of(p, s->at, a[t].words, n),
                                  tile_list(p, s->at, f, regs, t, false), tile},
                3);
    }
    for (uint32_t t = 0; t < f->tiles; t++) words_access(p, s, &a[t], n, store);
    for (uint32_t t = 0; t < f->tiles && !store; t++) {
        emit_as(p, s, "wmma.spread", NULL,
                (const operand[]){tile_list(p, s->at, f, regs, t, true),
                                  list_of(p, s->at, a[t].words, n), number_of(s->at, t)},
                3);
    }
}

static bool has_space(const statement *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->n_mods; i++)
        any |= !strncmp(s->mods[i], "shared", 6) || !strcmp(s->mods[i], "global");
    return any;
}

static bool fragment_access(parser *p, const statement *s)
{
    wmma_fragment f;
    const operand *regs;
    const bool store = !strcmp(s->mods[0], "store"),
               count = s->n_operands == 2 || s->n_operands == 3;
    const operand *memory = &s->operands[!store];
    if (!wmma_access_of(s, &f) || !count || memory->kind != OPND_MEM ||
        (memory->var && !has_space(s))) {
        parse_emit(p, s);
        return true;
    }
    if (!has_registers(p, &s->operands[store], f.registers, &regs)) return false;
    tile_accesses(p, s, &f, regs, memory);
    return true;
}

// ---- products

typedef struct product {
    const char *shape, *op; // m16n16k16; xor, and, or NULL
    bool saturates;
    mma_type d, a, b, c;
    wmma_fragment left, right, from, to; // A, B (the other way round if transposed), C, D
} product;

// mma {.xor|.and .popc} .sync .aligned .row|.col .row|.col .shape {.rn} types {.satfinite}
static bool product_mods(const statement *s, product *x)
{
    mma_type types[4];
    unsigned n = 0, layouts = 0, popc = 0;
    *x = (product){.shape = ""};
    for (uint32_t i = 1; i < s->n_mods; i++) {
        const char *mod = s->mods[i];
        unsigned m;
        if (mma_type_named(mod) < MMA_TYPES && n < 4) types[n++] = mma_type_named(mod);
        else if (!strcmp(mod, "row") || !strcmp(mod, "col")) layouts++;
        else if (!strcmp(mod, "xor") || !strcmp(mod, "and")) x->op = mod;
        else if (!strcmp(mod, "popc")) popc = 1;
        else if (!strcmp(mod, "satfinite")) x->saturates = true;
        else if (sscanf(mod, "m%u", &m) == 1) x->shape = mod;
        else if (strcmp(mod, "sync") && strcmp(mod, "aligned") && strcmp(mod, "rn")) return false;
    }
    if ((n != 2 && n != 4) || layouts != 2 || popc != (x->op != NULL)) return false;
    x->d = types[0], x->c = types[n - 1];
    x->a = n == 2 ? MMA_f16 : types[1];
    x->b = n == 2 ? MMA_f16 : types[2];
    return x->a == x->b && (!x->saturates || x->d == MMA_s32);
}

static bool product_of(const statement *s, product *x)
{
    if (!product_mods(s, x)) return false;
    const bool turned = wmma_is_transposed(x->shape);
    return wmma_fragment_of(x->shape, x->a, turned ? WMMA_B : WMMA_A, &x->left) &&
           wmma_fragment_of(x->shape, x->b, turned ? WMMA_A : WMMA_B, &x->right) &&
           wmma_fragment_of(x->shape, x->c, WMMA_C, &x->from) &&
           wmma_fragment_of(x->shape, x->d, WMMA_C, &x->to);
}

static void mma_mods(parser *p, const product *x, const char **mods)
{
    char *shape = pool_alloc(parse_pool(p), 16);
    unsigned n = 0;
    snprintf(shape, 16, "m%un8k%u", x->to.mma_i, x->to.mma_k);
    mods[n++] = shape, mods[n++] = "row", mods[n++] = "col";
    if (x->saturates) mods[n++] = "satfinite";
    mods[n++] = mma_type_name(x->d), mods[n++] = mma_type_name(x->a);
    mods[n++] = mma_type_name(x->b), mods[n++] = mma_type_name(x->c);
    if (x->op) mods[n++] = x->op, mods[n++] = "popc";
    mods[n] = NULL;
}

// Is a register of D, which one mma writes, a source of a later one?
static bool written_early(const operand *d, uint32_t n, const statement *s)
{
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t o = 1; o < s->n_operands; o++) {
            const operand *list;
            const uint32_t has = registers_of(&s->operands[o], &list);
            for (uint32_t k = 0; k < has; k++)
                any |= (o != 3 || k != i) && list[k].kind == OPND_REG && list[k].reg == d[i].reg;
        }
    }
    return any;
}

// What is written instead of D: D itself, or registers of its own.
static void results_of(parser *p, const statement *s, const operand *d, uint32_t n, operand *to)
{
    const bool apart = written_early(d, n, s);
    for (uint32_t i = 0; i < n; i++) {
        const bool held = apart && d[i].kind == OPND_REG;
        to[i] = held ? hidden(p, d[i].at, p->f->regs[d[i].reg].type) : d[i];
    }
}

static void deliver(parser *p, const statement *s, const operand *d, uint32_t n, const operand *to)
{
    for (uint32_t i = 0; i < n; i++) {
        if (d[i].kind != OPND_REG || d[i].reg == to[i].reg) continue;
        const bool wide = type_bytes(p->f->regs[d[i].reg].type) == 8;
        emit_as(p, s, "mov", (const char *const[]){wide ? "b64" : "b32", NULL},
                (const operand[]){d[i], to[i]}, 2);
    }
}

static bool fragment_product(parser *p, const statement *s)
{
    product x;
    if (!product_of(s, &x) || s->n_operands != 4) {
        parse_emit(p, s);
        return true;
    }
    const bool turned = wmma_is_transposed(x.shape);
    const operand *d, *left, *right, *c;
    const char *mods[12];
    operand to[MOST_LIST];
    if (!has_registers(p, &s->operands[0], x.to.registers, &d) ||
        !has_registers(p, &s->operands[1 + turned], x.left.registers, &left) ||
        !has_registers(p, &s->operands[2 - turned], x.right.registers, &right) ||
        !has_registers(p, &s->operands[3], x.from.registers, &c))
        return false;
    mma_mods(p, &x, mods);
    results_of(p, s, d, x.to.registers, to);
    for (uint32_t t = 0; t < x.to.tiles; t++) {
        emit_as(p, s, "mma", mods,
                (const operand[]){
                    tile_list(p, s->at, &x.to, to, t, false),
                    tile_list(p, s->at, &x.left, left, x.left.tiles > 1 ? t : 0, false),
                    tile_list(p, s->at, &x.right, right, x.right.tiles > 1 ? t : 0, false),
                    tile_list(p, s->at, &x.from, c, t, false)},
                4);
    }
    deliver(p, s, d, x.to.registers, to);
    return true;
}

// ---- mma.m16n8k4, k8 and k16 of f64: for each half of the rows a chain of m8n8k4

enum { F64_C = 4 };

static void f64_step(parser *p, const statement *s, const char *const *mods, const operand *to,
                     const operand *a, const operand *b, const operand *c)
{
    emit_as(p, s, "mma", mods,
            (const operand[]){list_of(p, s->at, to, 2), list_of(p, s->at, a, 1),
                              list_of(p, s->at, b, 1), list_of(p, s->at, c, 2)},
            4);
}

static bool f64_product(parser *p, const statement *s, uint32_t steps)
{
    const char *mods[MOST_MODS + 1] = {NULL};
    const operand *d, *a, *b, *c;
    operand to[F64_C];
    for (uint32_t i = 0; i < s->n_mods; i++)
        mods[i] = strncmp(s->mods[i], "m16n8k", 6) ? s->mods[i] : "m8n8k4";
    if (!has_registers(p, &s->operands[0], F64_C, &d) ||
        !has_registers(p, &s->operands[1], 2 * steps, &a) ||
        !has_registers(p, &s->operands[2], steps, &b) ||
        !has_registers(p, &s->operands[3], F64_C, &c))
        return false;
    results_of(p, s, d, F64_C, to);
    for (uint32_t half = 0; half < 2; half++) {
        for (uint32_t k = 0; k < steps; k++)
            f64_step(p, s, mods, to + 2 * half, a + half + 2 * k, b + k, (k ? to : c) + 2 * half);
    }
    deliver(p, s, d, F64_C, to);
    return true;
}

// ---- mma.m8n8k4 of f16 with C of f32: its columns in two halves

enum { HALF_A = 2, HALVES = 2, MOST_HALF = 8 };

static bool quad_product(parser *p, const statement *s, bool half_d)
{
    const uint32_t n = half_d ? MOST_HALF / 2 : MOST_HALF;
    const operand *d, *a, *b, *c;
    operand to[MOST_HALF];
    if (!has_registers(p, &s->operands[0], n, &d) ||
        !has_registers(p, &s->operands[1], HALF_A, &a) ||
        !has_registers(p, &s->operands[2], HALF_A, &b) ||
        !has_registers(p, &s->operands[3], MOST_HALF, &c))
        return false;
    results_of(p, s, d, n, to);
    for (uint32_t h = 0; h < HALVES; h++) {
        emit_as(p, s, "mma.half", NULL,
                (const operand[]){
                    list_of(p, s->at, to + h * n / 2, n / 2), s->operands[1], s->operands[2],
                    list_of(p, s->at, c + h * MOST_HALF / 2, MOST_HALF / 2), number_of(s->at, h)},
                5);
    }
    deliver(p, s, d, n, to);
    return true;
}

static bool has_mod(const statement *s, const char *mod)
{
    uint32_t i = 0;
    while (i < s->n_mods && strcmp(s->mods[i], mod)) i++;
    return i < s->n_mods;
}

// Does it end with ".f16.f16.f32", so that C is of f32?
static bool is_quad_to_split(const statement *s)
{
    const uint32_t n = s->n_mods;
    return n > 4 && has_mod(s, "m8n8k4") && !strcmp(s->mods[n - 1], "f32") &&
           !strcmp(s->mods[n - 2], "f16");
}

bool parse_mma(parser *p, const statement *s)
{
    if (is_quad_to_split(s) && s->n_operands == 4)
        return quad_product(p, s, !strcmp(s->mods[s->n_mods - 4], "f16"));

    uint32_t steps = 0;
    if (has_mod(s, "m16n8k4")) steps = 1;
    if (has_mod(s, "m16n8k8")) steps = 2;
    if (has_mod(s, "m16n8k16")) steps = 4;
    if (steps && has_mod(s, "f64") && s->n_operands == 4) return f64_product(p, s, steps);
    parse_emit(p, s);
    return true;
}

// ---- statements

bool parse_wmma(parser *p, const statement *s)
{
    const char *what = s->n_mods ? s->mods[0] : "";
    if (!strcmp(what, "load") || !strcmp(what, "store")) return fragment_access(p, s);
    if (!strcmp(what, "mma")) return fragment_product(p, s);
    parse_emit(p, s);
    return true;
}
