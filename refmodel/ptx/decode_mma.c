// decode_mma.c: decodes mma.sync. See decoder.h and mma.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/mma.h"

#include <stdio.h>
#include <string.h>

// Shapes of PTX ISA 9.0, by the type of A; k: up to three, ends with 0. (m16n8k4, k8 and k16 of
// f64 are made of m8n8k4, parse_matrix.c.)
typedef struct shape_row {
    mma_type type;
    uint8_t m;
    uint16_t k[4];
} shape_row;
static const shape_row shapes[] = {
    {MMA_f16, 8, {4}}, {MMA_f16, 16, {8, 16}},   {MMA_bf16, 16, {8, 16}}, {MMA_tf32, 16, {4, 8}},
    {MMA_f64, 8, {4}}, {MMA_e4m3, 16, {16, 32}}, {MMA_s8, 8, {16}},       {MMA_s8, 16, {16, 32}},
    {MMA_s4, 8, {32}}, {MMA_s4, 16, {32, 64}},   {MMA_b1, 8, {128}},      {MMA_b1, 16, {128, 256}}};

// Types that one product may have side by side are the same in what follows.
static mma_type kin(mma_type t)
{
    return t == MMA_u8 ? MMA_s8 : t == MMA_u4 ? MMA_s4 : t == MMA_e5m2 ? MMA_e4m3 : t;
}

static bool is_shape(const xinst *in)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (shapes[i].type != kin(in->stype) || shapes[i].m != in->swide) continue;
        for (unsigned k = 0; k < 4; k++) {
            if (shapes[i].k[k] && shapes[i].k[k] == in->imm) return true;
        }
    }
    return false;
}

// Which types C and D may have.
static bool results_agree(const xinst *in)
{
    const mma_type a = in->stype, c = in->mode, d = in->dtype;
    if (a == MMA_e4m3 || a == MMA_e5m2) return c == d && (c == MMA_f16 || c == MMA_f32);
    if (mma_is_quad(in) && d == MMA_f32 && c != MMA_f32) return false;
    if (a == MMA_f16) return (c == MMA_f16 || c == MMA_f32) && (d == MMA_f16 || d == MMA_f32);
    if (a == MMA_bf16 || a == MMA_tf32) return c == MMA_f32 && d == MMA_f32;
    if (a == MMA_f64) return c == MMA_f64 && d == MMA_f64;
    return c == MMA_s32 && d == MMA_s32;
}

// The layouts of A and B, of which only m8n8k4 of f16 has a choice.
static bool layouts(decoder *d)
{
    unsigned n = 0, turned = 0;
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        const char *mod = d->s->mods[i];
        const bool row = !strcmp(mod, "row");
        if (!row && strcmp(mod, "col")) continue;
        if (n == 0 && !row) turned |= MMA_A_COLUMNS;
        if (n == 1 && row) turned |= MMA_B_ROWS;
        n++;
    }
    if (mma_is_quad(d->in)) d->in->flag = (uint8_t)turned;
    return n == 2 && (!turned || mma_is_quad(d->in));
}

// .m16n8k16 .row .col {.satfinite} .dtype .atype .btype .ctype {.xor|.and .popc}, of f64 .rn too
static bool mma_mods(decoder *d)
{
    xinst *in = d->in;
    mma_type types[4] = {MMA_TYPES, MMA_TYPES, MMA_TYPES, MMA_TYPES};
    unsigned n = 0, m = 0, columns = 0, k = 0, popc = 0;
    char end;
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        const char *mod = d->s->mods[i];
        const mma_type t = mma_type_named(mod);
        if (t < MMA_TYPES && n < 4) types[n++] = t;
        else if (sscanf(mod, "m%un%uk%u%c", &m, &columns, &k, &end) == 3) continue;
        else if (!strcmp(mod, "satfinite")) in->sat = true;
        else if (!strcmp(mod, "xor") || !strcmp(mod, "and")) in->flag = mod[0] == 'a';
        else if (!strcmp(mod, "popc")) popc = 1;
        else if (strcmp(mod, "sync") && strcmp(mod, "aligned") && strcmp(mod, "row") &&
                 strcmp(mod, "col") && strcmp(mod, "rn"))
            return dec_unsupported(d);
    }
    if (n < 4 || columns != 8 || m > 16 || k > 256) return dec_unsupported(d);
    in->dtype = (uint8_t)types[0], in->stype = (uint8_t)types[1], in->math = (uint8_t)types[2];
    in->mode = (uint8_t)types[3];
    in->swide = (uint8_t)m;
    in->imm = k;
    const bool pair = kin(types[1]) == kin(types[2]);
    return (pair && is_shape(in) && layouts(d) && results_agree(in) &&
            popc == (types[1] == MMA_b1)) ||
           dec_unsupported(d);
}

ptx_type dec_mma_register(mma_type t)
{
    return t == MMA_f64 ? T_f64 : t == MMA_f32 ? T_f32 : t == MMA_s32 ? T_s32 : T_b32;
}

bool dec_fragment(decoder *d, const operand *o, ptx_type type, uint32_t n, bool result,
                  uint32_t *at)
{
    const operand *list = o->kind == OPND_VEC ? o->elems : o;
    const uint32_t has = o->kind == OPND_VEC ? o->n_elems : 1;
    if (has != n) return dec_error_at(d, o->at, "%u registers where %u are needed", has, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!(result ? dec_dst(d, &list[i], type, false, 5) : dec_src(d, &list[i], type, false, 5)))
            return false;
        d->in->targets[(*at)++] = d->in->op[5];
    }
    d->in->op[5] = TAG_SCRATCH;
    return true;
}

static winst_latency mma_class(const xinst *in)
{
    if (in->stype == MMA_f64) return LAT_tensor_f64;
    if (in->swide == 8) return LAT_tensor_m8n8;
    return mma_registers_b(in) == 1 ? LAT_tensor_half : LAT_tensor_full;
}

bool dec_mma(decoder *d)
{
    xinst *in = d->in;
    uint32_t at = 0;
    const bool half = !strcmp(d->s->op, "mma.half");
    if (!mma_mods(d) || !dec_count(d, 4 + half, 4 + half)) return false;
    if (half) in->dwide = (uint8_t)(1 + dec_operand(d, 4)->bits);
    const uint32_t a = mma_registers_a(in), b = mma_registers_b(in);
    const uint32_t c = mma_registers_c(in, in->mode), to = mma_registers_c(in, in->dtype);
    in->exec = EX_RUN;
    in->run = mma_is_quad(in) ? run_mma_quad : run_mma;
    in->w.unit = UNIT_TENSOR;
    in->w.latency = (uint8_t)mma_class(in);
    in->n_targets = to + a + b + c;
    in->targets = pool_alloc(&d->k->mem, in->n_targets * sizeof *in->targets);
    return dec_fragment(d, dec_operand(d, 0), dec_mma_register(in->dtype), to, true, &at) &&
           dec_fragment(d, dec_operand(d, 1), dec_mma_register(in->stype), a, false, &at) &&
           dec_fragment(d, dec_operand(d, 2), dec_mma_register(in->math), b, false, &at) &&
           dec_fragment(d, dec_operand(d, 3), dec_mma_register(in->mode), c, false, &at);
}
