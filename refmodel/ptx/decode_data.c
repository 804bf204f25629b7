// decode_data.c : moves, conversions, and exchange between lanes. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/exact.h"
#include "ptx/run.h"

#include <stdio.h>
#include <string.h>

static bool pack_or_unpack(decoder *d, const operand *vec, const operand *whole, ptx_type type,
                           bool packs)
{
    xinst *in = d->in;
    uint32_t n = vec->n_elems, bytes = type_bytes(type);
    const ptx_type part = bytes / n == 4 ? T_b32 : bytes / n == 2 ? T_b16 : T_none;
    if (bytes % n || part == T_none) return dec_unsupported(d);
    in->exec = EX_RUN;
    in->run = packs ? run_pack : run_unpack;
    in->elems = (uint8_t)n;
    in->element_bytes = (uint8_t)type_bytes(part);
    in->dwide = bytes == 8;
    for (uint32_t i = 0; i < n; i++) {
        if (!(packs ? dec_src(d, &vec->elems[i], part, false, i)
                    : dec_dst(d, &vec->elems[i], part, false, i)))
            return false;
    }
    return packs ? dec_dst(d, whole, type, false, 5) : dec_src(d, whole, type, false, 5);
}

// Bits that a special register leaves out of the clock; -1: it is no clock.
static int clock_shift(const char *name)
{
    static const char *const low[] = {"%clock", "%clock64", "%globaltimer", "%globaltimer_lo"};
    static const char *const high[] = {"%clock_hi", "%globaltimer_hi"};
    for (unsigned i = 0; i < sizeof low / sizeof low[0]; i++) {
        if (!strcmp(name, low[i])) return 0;
    }
    return !strcmp(name, high[0]) || !strcmp(name, high[1]) ? 32 : -1;
}

static bool clock_read(decoder *d, ptx_type type, const operand *to, const operand *from)
{
    const bool wide = !strcmp(from->name, "%clock64") || !strcmp(from->name, "%globaltimer");
    if (type_class(type) == 'f' || type_bytes(type) != (wide ? 8 : 4)) {
        return dec_error_at(d, from->at, "%s has %d bits", from->name, wide ? 64 : 32);
    }
    d->in->exec = EX_CLOCK;
    d->in->mode = (uint8_t)clock_shift(from->name);
    d->in->dwide = wide;
    return dec_dst(d, to, type, false, 0);
}

bool dec_mov(decoder *d)
{
    ptx_type type;
    if (d->s->n_mods != 1) return dec_unsupported(d);
    if (!dec_type_mod(d, 0, &type) || !dec_count(d, 2, 2)) return false;
    const operand *to = dec_operand(d, 0), *from = dec_operand(d, 1);
    if (from->kind == OPND_LABEL) return dec_unsupported(d);
    if (from->kind == OPND_SREG && clock_shift(from->name) >= 0)
        return clock_read(d, type, to, from);
    if (to->kind == OPND_VEC || from->kind == OPND_VEC) {
        bool packs = from->kind == OPND_VEC;
        return pack_or_unpack(d, packs ? from : to, packs ? to : from, type, packs);
    }
    return dec_form(d);
}

// [rounding] [ftz] [sat] to from
static bool cvt_mods(decoder *d)
{
    xinst *in = d->in;
    const statement *s = d->s;
    ptx_type to, from;
    if (s->n_mods < 2) return dec_unsupported(d);
    if (!dec_type_mod(d, s->n_mods - 2, &to) || !dec_type_mod(d, s->n_mods - 1, &from))
        return false;
    for (uint32_t i = 0; i + 2 < s->n_mods; i++) {
        rounding r = dec_rounding(s->mods[i]);
        if (r != ROUND_none && in->round == ROUND_none) in->round = (uint8_t)r;
        else if (!strcmp(s->mods[i], "ftz")) in->ftz = true;
        else if (!strcmp(s->mods[i], "sat")) in->sat = true;
        else return dec_unsupported(d);
    }
    in->dtype = (uint8_t)to;
    in->stype = (uint8_t)from;
    if (to == T_pred || from == T_pred || type_class(to) == 'b' || type_class(from) == 'b')
        return dec_unsupported(d);
    bool to_float = type_class(to) == 'f', from_float = type_class(from) == 'f';
    bool loses = from_float != to_float || type_bytes(to) < type_bytes(from) ||
                 (type_bytes(to) == type_bytes(from) && to != from);
    if (in->round == ROUND_none && loses && (to_float || from_float)) {
        return dec_error(d, "this conversion needs a rounding modifier: %.*s", (int)s->text_len,
                         s->text);
    }
    if (in->round >= ROUND_rni && !from_float) return dec_unsupported(d);
    if (in->round != ROUND_none && in->round < ROUND_rni && !to_float) return dec_unsupported(d);
    return true;
}

// The lane loop for a plain conversion between registers of their types' own sizes; NULL if there
// is none.
static const form *cvt_form(const decoder *d)
{
    static const char *const rounds[ROUND_COUNT] = {"", "rn.", "", "", "", "", "rzi.", "", ""};
    const xinst *in = d->in;
    char key[40];
    if (in->ftz || in->sat || (in->round != ROUND_none && !*rounds[in->round])) return NULL;
    snprintf(key, sizeof key, "cvt.%s%s.%s", rounds[in->round], type_name(in->dtype),
             type_name(in->stype));
    const form *f = form_find(key);
    ptx_type to = dec_reg_type(d, &d->s->operands[0]), from = dec_reg_type(d, &d->s->operands[1]);
    bool same = to != T_none && type_bytes(to) == type_bytes(in->dtype);
    bool fits = from == T_none || (type_bytes(from) == 8) == (type_bytes(in->stype) == 8);
    return same && fits ? f : NULL;
}

// Between f32 and bf16, to nearest or toward zero.
static bool is_bf16_loop(const decoder *d)
{
    const statement *s = d->s;
    if (s->n_mods < 2 || dec_mod(d, "sat") || dec_mod(d, "ftz")) return false;
    const char *to = s->mods[s->n_mods - 2], *from = s->mods[s->n_mods - 1];
    if (!strcmp(from, "bf16")) return !strcmp(to, "f32") && s->n_mods == 2;
    return !strcmp(to, "bf16") && !strcmp(from, "f32") && (dec_mod(d, "rn") || dec_mod(d, "rz"));
}

bool dec_cvt(decoder *d)
{
    xinst *in = d->in;
    if (dec_mod(d, "f16x2") || dec_mod(d, "bf16x2") || is_bf16_loop(d) || dec_mod(d, "tf32") ||
        dec_mod(d, "e4m3x2") || dec_mod(d, "e5m2x2") || dec_mod(d, "pack") || dec_mod(d, "relu")) {
        const bool plain = dec_mod(d, "rna") || dec_mod(d, "pack") ||
                           !strcmp(d->s->mods[d->s->n_mods - 1], "bf16"); // without rounding
        return plain != (dec_mod(d, "rn") || dec_mod(d, "rz")) ? dec_form(d) : dec_unsupported(d);
    }
    if (!cvt_mods(d) || !dec_count(d, 2, 2)) return false;
    const operand *to = dec_operand(d, 0), *from = dec_operand(d, 1);
    if (from->kind == OPND_VAR) return dec_unsupported(d);
    const form *f = cvt_form(d);
    in->exec = f ? EX_LANES : EX_RUN;
    if (f) in->lane = f->fn;
    else in->run = exact_cvt;
    if (!dec_dst(d, to, in->dtype, true, 0) || !dec_src(d, from, in->stype, true, 1)) return false;
    ptx_type to_reg = dec_reg_type(d, to), from_reg = dec_reg_type(d, from);
    uint32_t bytes = type_bytes(to_reg != T_none ? to_reg : (ptx_type)in->dtype);
    in->dwide = bytes == 8;
    in->swide = type_bytes(from_reg != T_none ? from_reg : (ptx_type)in->stype) == 8;
    in->keep = bytes >= 4 ? UINT32_MAX : (1u << (8 * bytes)) - 1;
    return true;
}

bool dec_cvta(decoder *d)
{
    if (d->s->n_operands != 2) return dec_unsupported(d);
    const operand *from = dec_operand(d, 1);
    static const char *const words[] = {[SPACE_GLOBAL] = "global",
                                        [SPACE_LOCAL] = "local",
                                        [SPACE_SHARED] = "shared",
                                        [SPACE_CONST] = "const",
                                        [SPACE_PARAM] = "param"};
    if (from->kind == OPND_VAR && (from->var->in_frame || !dec_mod(d, words[from->var->space]))) {
        return dec_error_at(d, from->at, "'%s' is not in the state space of this cvta",
                            from->name ? from->name : from->var->name);
    }
    if (dec_mod(d, "param") && !d->f->entry)
        return dec_refuse_at(
            d, d->s->at, "cvta.param is supported in kernels only, whose parameters lie together");
    return dec_form(d);
}

bool dec_isspacep(decoder *d)
{
    static const struct {
        const char *word;
        winst_space space;
    } spaces[] = {{"global", SPACE_GLOBAL},
                  {"shared", SPACE_SHARED},
                  {"shared::cta", SPACE_SHARED},
                  {"local", SPACE_LOCAL},
                  {"param", SPACE_PARAM}};
    for (unsigned i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (d->s->n_mods != 1 || strcmp(d->s->mods[0], spaces[i].word)) continue;
        if (!dec_count(d, 2, 2)) return false;
        d->in->exec = EX_RUN;
        d->in->run = run_isspacep;
        d->in->mode = (uint8_t)spaces[i].space;
        d->in->wide_address = type_bytes(dec_reg_type(d, dec_operand(d, 1))) != 4;
        return dec_dst(d, dec_operand(d, 0), T_pred, false, 0) &&
               dec_src(d, dec_operand(d, 1), d->in->wide_address ? T_u64 : T_u32, false, 1);
    }
    return dec_unsupported(d);
}

// Mode words of vote and shfl; the index is run.h's number. -1 if there is none.
static int mode_of(const decoder *d, const char *const *words, int n)
{
    for (int i = 0; i < n; i++) {
        if (dec_mod(d, words[i])) return i;
    }
    return -1;
}

// The member mask of a .sync form: the last operand.
static bool member_mask(decoder *d, uint32_t index)
{
    d->in->flag = dec_mod(d, "sync");
    return !d->in->flag || dec_src(d, dec_operand(d, index), T_b32, false, 5);
}

bool dec_vote(decoder *d)
{
    static const char *const words[] = {"all", "any", "uni", "ballot"};
    xinst *in = d->in;
    bool negated = false, sync = dec_mod(d, "sync");
    int mode = mode_of(d, words, 4);
    const char *type = mode == VOTE_ballot ? "b32" : "pred";
    if (mode < 0 || d->s->n_mods != 2u + sync || !dec_mod(d, type)) return dec_unsupported(d);
    if (!dec_count(d, 2u + sync, 2u + sync)) return false;
    in->exec = EX_RUN;
    in->run = run_vote;
    in->mode = (uint8_t)mode;
    if (!dec_dst(d, dec_operand(d, 0), mode == VOTE_ballot ? T_b32 : T_pred, false, 0))
        return false;
    if (!dec_pred_src(d, dec_operand(d, 1), 1, &negated)) return false;
    in->negate = negated;
    return member_mask(d, 2);
}

// GPGPU-Sim's Fermi has no shuffle and its classes none for it; the slowest class of the SP units
// stands for the exchange.
bool dec_shfl(decoder *d)
{
    static const char *const words[] = {"up", "down", "bfly", "idx"};
    xinst *in = d->in;
    bool sync = dec_mod(d, "sync");
    int mode = mode_of(d, words, 4);
    if (mode < 0 || d->s->n_mods != 2u + sync || !dec_mod(d, "b32")) return dec_unsupported(d);
    if (!dec_count(d, 4u + sync, 4u + sync)) return false;
    in->exec = EX_RUN;
    in->run = run_shfl;
    in->mode = (uint8_t)mode;
    in->w.latency = LAT_int_max;
    const operand *to = dec_operand(d, 0);
    if (!dec_dst(d, to, T_b32, false, 0) ||
        (to->second && !dec_dst(d, to->second, T_pred, false, 1)))
        return false;
    return dec_src(d, dec_operand(d, 1), T_b32, false, 2) &&
           dec_src(d, dec_operand(d, 2), T_b32, false, 3) &&
           dec_src(d, dec_operand(d, 3), T_b32, false, 4) && member_mask(d, 4);
}

bool dec_activemask(decoder *d)
{
    if (d->s->n_mods != 1 || !dec_mod(d, "b32")) return dec_unsupported(d);
    if (!dec_count(d, 1, 1)) return false;
    d->in->exec = EX_RUN;
    d->in->run = run_activemask;
    return dec_dst(d, dec_operand(d, 0), T_b32, false, 0);
}

bool dec_match(decoder *d)
{
    const bool all = dec_mod(d, "all"), wide = dec_mod(d, "b64");
    if (d->s->n_mods != 3 || !dec_mod(d, "sync") || (!all && !dec_mod(d, "any")) ||
        (!wide && !dec_mod(d, "b32"))) {
        return dec_unsupported(d);
    }
    if (!dec_count(d, 3, 3)) return false;
    const operand *to = dec_operand(d, 0);
    d->in->exec = EX_RUN;
    d->in->run = run_match;
    d->in->mode = all ? MATCH_all : MATCH_any;
    d->in->swide = wide;
    d->in->w.latency = LAT_int_max;
    if (!dec_dst(d, to, T_b32, false, 0) ||
        (to->second && !dec_dst(d, to->second, T_pred, false, 1)))
        return false;
    return dec_src(d, dec_operand(d, 1), wide ? T_b64 : T_b32, false, 2) && member_mask(d, 2);
}

bool dec_redux(decoder *d)
{
    static const char *const words[] = {"add", "min", "max", "and", "or", "xor"};
    const int mode = mode_of(d, words, 6);
    ptx_type type = T_none;
    if (d->s->n_mods != 3 || !dec_mod(d, "sync") || mode < 0 || !dec_type_mod(d, 2, &type))
        return dec_unsupported(d);
    if (mode >= REDUX_and ? type != T_b32 : type != T_u32 && type != T_s32)
        return dec_unsupported(d);
    if (!dec_count(d, 3, 3)) return false;
    d->in->exec = EX_RUN;
    d->in->run = run_redux;
    d->in->mode = (uint8_t)mode;
    d->in->negate = type == T_s32;
    d->in->w.latency = LAT_int_max;
    return dec_dst(d, dec_operand(d, 0), type, false, 0) &&
           dec_src(d, dec_operand(d, 1), type, false, 1) && member_mask(d, 2);
}

bool dec_elect(decoder *d)
{
    if (d->s->n_mods != 1 || !dec_mod(d, "sync")) return dec_unsupported(d);
    if (!dec_count(d, 2, 2)) return false;
    const operand *to = dec_operand(d, 0);
    d->in->exec = EX_RUN;
    d->in->run = run_elect;
    if (!dec_dst(d, to, T_b32, false, 0) ||
        (to->second && !dec_dst(d, to->second, T_pred, false, 1)))
        return false;
    return member_mask(d, 1);
}
