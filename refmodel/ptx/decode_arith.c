// decode_arith.c : arithmetic, comparisons and bit operations. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/exact.h"
#include "ptx/run.h"

#include <string.h>

enum { KEY = 64 };

// What the name of a form leaves out.
typedef struct variant {
    rounding round;
    bool ftz, sat;
} variant;

static bool append(char *key, const char *dot, const char *word)
{
    size_t n = strlen(key), m = strlen(dot) + strlen(word);
    if (n + m >= KEY) return false;
    memcpy(key + n, dot, strlen(dot));
    memcpy(key + n + strlen(dot), word, strlen(word) + 1);
    return true;
}

// "op.mods" without float's rounding, .ftz and .sat, which go to *v. The .sat of an integer or a
// half stays: it names another operation; and so does the .rz of a conversion, which has a lane
// loop of its own.
static bool form_key(const decoder *d, char *key, variant *v)
{
    const statement *s = d->s;
    bool real = false, half = false;
    *v = (variant){ROUND_none, false, false};
    for (uint32_t i = 0; i < s->n_mods; i++) {
        ptx_type t = type_named(s->mods[i]);
        real |= type_class(t) == 'f';
        half |= t == T_f16 || t == T_f16x2;
    }
    *key = '\0';
    if (!append(key, "", s->op)) return false;
    for (uint32_t i = 0; i < s->n_mods; i++) {
        rounding r = dec_rounding(s->mods[i]);
        const bool loop = r == ROUND_rz && !strcmp(s->op, "cvt");
        if (r != ROUND_none && !loop) v->round = r;
        else if (!strcmp(s->mods[i], "ftz")) v->ftz = true;
        else if (real && !half && !strcmp(s->mods[i], "sat")) v->sat = true;
        else if (!append(key, ".", s->mods[i])) return false;
    }
    return true;
}

static void set_unit(decoder *d, const form *f)
{
    d->in->w.kind = W_ALU;
    d->in->w.unit = f->unit;
    d->in->w.latency = f->latency;
}

static bool sources(decoder *d, const form *f, uint32_t first_operand, uint32_t first_slot)
{
    for (unsigned i = 0; i < FORM_SOURCES && f->sig[1 + i] != T_none; i++) {
        if (!dec_src(d, dec_operand(d, first_operand + i), f->sig[1 + i], false, first_slot + i))
            return false;
    }
    return true;
}

static uint32_t source_count(const form *f)
{
    uint32_t n = 0;
    while (n < FORM_SOURCES && f->sig[1 + n] != T_none) n++;
    return n;
}

// Directed rounding and saturation leave the lane loops.
static bool pick_variant(decoder *d, const form *f, const variant *v)
{
    xinst *in = d->in;
    bool exact = v->sat || (v->round != ROUND_none && v->round != ROUND_rn);
    if ((v->round != ROUND_none || v->sat) && f->exact == EXACT_none) return dec_unsupported(d);
    if (exact && f->exact == EXACT_nearest) return dec_unsupported(d);
    if ((v->ftz && !f->ftz) || v->round > ROUND_rp) return dec_unsupported(d);
    in->exec = exact ? EX_RUN : EX_LANES;
    if (!exact) {
        in->lane = v->ftz ? f->ftz : f->fn;
        return true;
    }
    in->run = exact_run;
    in->math = f->exact;
    in->dtype = f->sig[0];
    in->round = (uint8_t)v->round;
    in->ftz = v->ftz;
    in->sat = v->sat;
    return true;
}

bool dec_form(decoder *d)
{
    char key[KEY];
    variant v;
    if (dec_mod(d, "cc")) return dec_carry(d);
    const form *f = form_key(d, key, &v) ? form_find(key) : NULL;
    if (!f || !pick_variant(d, f, &v)) return f ? false : dec_unsupported(d);
    uint32_t n = source_count(f);
    if (d->s->n_operands == 4 && (!strcmp(d->s->op, "min") || !strcmp(d->s->op, "max")))
        return dec_unsupported(d); // of three
    if (!dec_count(d, 1 + n, 1 + n)) return false;
    set_unit(d, f);
    return dec_dst(d, dec_operand(d, 0), f->sig[0], false, 0) && sources(d, f, 1, 1);
}

static const char *const bool_ops[] = {"and", "or", "xor"}; // numbers as run.h's BOOL_*

// Index in bool_ops, or BOOL_none.
static uint8_t bool_op(const decoder *d)
{
    for (uint8_t i = 0; i < BOOL_none; i++) {
        if (dec_mod(d, bool_ops[i])) return i;
    }
    return BOOL_none;
}

// The comparison's form: "setp.CMP.TYPE", with the .ftz kernel if asked for.
static const form *comparison(decoder *d, const char *type, bool *ftz)
{
    char key[KEY] = "setp";
    *ftz = false;
    const uint32_t at = d->s->n_mods > 2 && !strcmp(d->s->mods[0], "ftz"); // set.ftz.gt of PTX 2
    if (d->s->n_mods < 2 || !append(key, ".", d->s->mods[at])) return NULL;
    for (uint32_t i = 0; i < d->s->n_mods; i++) *ftz |= !strcmp(d->s->mods[i], "ftz");
    return append(key, ".", type) ? form_find(key) : NULL;
}

// The type that is compared: of a pair, each of its halves.
static const char *element_name(ptx_type t)
{
    return t == T_f16x2 ? "f16" : t == T_bf16x2 ? "bf16" : type_name(t);
}

// Modifiers after CMP: BOOL? ftz? and `types` types.
static bool compare_mods(const decoder *d, uint32_t types)
{
    uint32_t expected = 1 + types + (bool_op(d) != BOOL_none) + dec_mod(d, "ftz");
    return d->s->n_mods == expected;
}

bool dec_setp(decoder *d)
{
    xinst *in = d->in;
    bool ftz = false, negated = false;
    const ptx_type type = d->s->n_mods ? type_named(d->s->mods[d->s->n_mods - 1]) : T_none;
    const bool pair = type == T_f16x2 || type == T_bf16x2;
    const form *f = type != T_none ? comparison(d, element_name(type), &ftz) : NULL;
    uint8_t op = bool_op(d);
    uint32_t n = op == BOOL_none ? 3 : 4;
    if (!f || (ftz && !f->ftz) || !compare_mods(d, 1)) return dec_unsupported(d);
    if (!dec_count(d, n, n)) return false;
    const operand *p = dec_operand(d, 0);
    set_unit(d, f);
    if (!dec_dst(d, p, T_pred, false, 0)) return false;
    for (uint32_t i = 1; i < 3; i++) {
        if (!dec_src(d, dec_operand(d, i), type, false, i)) return false;
    }
    in->exec = EX_LANES;
    in->lane = ftz ? f->ftz : f->fn;
    if (op == BOOL_none && !p->second && !pair) return true;
    in->exec = EX_RUN;
    in->compare = in->lane;
    in->run = pair ? run_setp_pair : run_setp;
    in->mode = op;
    if (p->second && !dec_dst(d, p->second, T_pred, false, 3)) return false;
    if (op != BOOL_none && !dec_pred_src(d, dec_operand(d, 3), 4, &negated)) return false;
    in->negate = negated;
    return true;
}

// What `set` writes for true: all ones, or the type's 1; 0 if there is no such set. Of pairs of
// halves, of each.
static uint32_t set_value(ptx_type to, ptx_type from)
{
    const bool pair = from == T_f16x2 || from == T_bf16x2;
    switch (to) {
    case T_u32:
    case T_s32: return pair ? 0xffff : UINT32_MAX;
    case T_f32: return pair || from == T_bf16 ? 0 : 0x3f800000;
    case T_u16:
    case T_s16: return from == T_f16 || from == T_bf16 ? 0xffff : 0;
    case T_f16:
    case T_f16x2: return to == from ? 0x3c00 : 0;
    case T_bf16:
    case T_bf16x2: return to == from ? 0x3f80 : 0;
    default: return 0;
    }
}

bool dec_set(decoder *d)
{
    xinst *in = d->in;
    bool ftz = false, negated = false;
    uint32_t n_mods = d->s->n_mods;
    ptx_type to = n_mods >= 3 ? type_named(d->s->mods[n_mods - 2]) : T_none;
    ptx_type from = n_mods >= 3 ? type_named(d->s->mods[n_mods - 1]) : T_none;
    const form *f = from != T_none ? comparison(d, element_name(from), &ftz) : NULL;
    uint8_t op = bool_op(d);
    uint32_t n = op == BOOL_none ? 3 : 4;
    if (!f || (ftz && !f->ftz) || !set_value(to, from) || !compare_mods(d, 2))
        return dec_unsupported(d);
    if (!dec_count(d, n, n)) return false;
    set_unit(d, f);
    if (!dec_dst(d, dec_operand(d, 0), to, false, 0)) return false;
    for (uint32_t i = 1; i < 3; i++) {
        if (!dec_src(d, dec_operand(d, i), from, false, i)) return false;
    }
    if (op != BOOL_none && !dec_pred_src(d, dec_operand(d, 3), 4, &negated)) return false;
    in->exec = EX_RUN;
    in->run = from == T_f16x2 || from == T_bf16x2 ? run_set_pair : run_set;
    in->compare = ftz ? f->ftz : f->fn;
    in->mode = op;
    in->negate = negated;
    in->imm = set_value(to, from);
    return true;
}

bool dec_bfi(decoder *d)
{
    ptx_type type;
    if (d->s->n_mods != 1 || !dec_type_mod(d, 0, &type)) return dec_unsupported(d);
    if (type != T_b32 && type != T_b64) return dec_unsupported(d);
    if (!dec_count(d, 5, 5)) return false;
    d->in->exec = EX_RUN;
    d->in->run = type == T_b32 ? run_bfi_32 : run_bfi_64;
    return dec_dst(d, dec_operand(d, 0), type, false, 0) &&
           dec_src(d, dec_operand(d, 1), type, false, 1) &&
           dec_src(d, dec_operand(d, 2), type, false, 2) &&
           dec_src(d, dec_operand(d, 3), T_u32, false, 3) &&
           dec_src(d, dec_operand(d, 4), T_u32, false, 4);
}

// lop3.b32 d, a, b, c, table; lop3.or|and.b32 d|p, a, b, c, table, q: p says whether d is not 0,
// combined with q.
bool dec_lop3(decoder *d)
{
    enum { TABLE_MOST = 255 };
    xinst *in = d->in;
    const uint8_t op = bool_op(d);
    const bool tests = op != BOOL_none;
    bool negated = false;
    if (d->s->n_mods != 1u + tests || !dec_mod(d, "b32") || op == BOOL_xor)
        return dec_unsupported(d);
    if (!dec_count(d, 5u + tests, 5u + tests)) return false;
    in->exec = EX_RUN;
    in->run = tests ? run_lop3_test : run_lop3;
    in->mode = op;
    const operand *to = dec_operand(d, 0);
    if (tests != (to->second != NULL)) return dec_unsupported(d);
    if (!dec_dst(d, to, T_b32, false, 0)) return false;
    if (tests && !dec_dst(d, to->second, T_pred, false, 5)) return false;
    for (uint32_t i = 1; i < 4; i++) {
        if (!dec_src(d, dec_operand(d, i), T_b32, false, i)) return false;
    }
    if (tests && !dec_pred_src(d, dec_operand(d, 5), 4, &negated)) return false;
    in->negate = negated;
    if (!dec_imm(d, dec_operand(d, 4), &in->imm)) return false;
    if (in->imm < 0 || in->imm > TABLE_MOST)
        return dec_error(d, "lop3: table %lld: must be 0 to %d", (long long)in->imm, TABLE_MOST);
    return true;
}

// add.cc addc sub.cc subc mad.lo.cc mad.hi.cc madc.lo madc.hi of 32 and 64 bits: the carry flag is
// a hidden predicate.
bool dec_carry(decoder *d)
{
    xinst *in = d->in;
    const char *op = d->s->op;
    ptx_type type;
    bool mad = !strncmp(op, "mad", 3), high = dec_mod(d, "hi"), cc = dec_mod(d, "cc");
    if (strcmp(op, "add") && strcmp(op, "addc") && strcmp(op, "sub") && strcmp(op, "subc") && !mad)
        return dec_unsupported(d);
    if (d->s->n_mods != 1u + cc + mad || (mad && !high && !dec_mod(d, "lo")))
        return dec_unsupported(d);
    if (!dec_type_mod(d, d->s->n_mods - 1, &type)) return false;
    if (type_bytes(type) < 4 || type_class(type) == 'f' || type_class(type) == 'p')
        return dec_unsupported(d);
    uint32_t n = mad ? 4 : 3;
    if (!dec_count(d, n, n)) return false;
    in->exec = EX_RUN;
    in->run = type_bytes(type) == 4 ? run_carry_32 : run_carry_64;
    in->w.latency = mad ? LAT_int_mad : LAT_int_add;
    in->mode =
        (uint8_t)((mad ? CARRY_MAD : 0) | (high ? CARRY_HIGH : 0) | (op[0] == 's' ? CARRY_SUB : 0) |
                  (op[strlen(op) - 1] == 'c' ? CARRY_IN : 0) | (cc ? CARRY_OUT : 0) |
                  (type_class(type) == 's' ? CARRY_SIGNED : 0));
    for (uint32_t i = 1; i < n; i++) {
        if (!dec_src(d, dec_operand(d, i), type, false, i)) return false;
    }
    return dec_dst(d, dec_operand(d, 0), type, false, 0);
}
