// decode_video.c: decodes scalar video instructions. See decoder.h and video.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/video.h"

#include <string.h>

static const char *const names[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax",
                                    "vshl", "vshr", "vset",     "vmad"};
enum { NAMES = sizeof names / sizeof names[0] };

// Which of n words modifier i is; -1: none.
static int word_at(const decoder *d, uint32_t i, const char *const *words, int n)
{
    for (int k = 0; i < d->s->n_mods && k < n; k++) {
        if (!strcmp(d->s->mods[i], words[k])) return k;
    }
    return -1;
}

static bool type_at(const decoder *d, uint32_t i, bool *is_signed)
{
    static const char *const types[] = {"u32", "s32"};
    const int type = word_at(d, i, types, 2);
    *is_signed = type == 1;
    return type >= 0;
}

// What comes after the types, each once and in any order.
static bool take_word(const decoder *d, uint32_t i, video_site *v)
{
    static const char *const seconds[] = {"none", "add", "min", "max"}, *const compares[] = {
                                                                            "eq", "ne", "lt",
                                                                            "le", "gt", "ge"};
    const bool mad = v->op == VIDEO_mad, shifts = v->op == VIDEO_shl || v->op == VIDEO_shr;
    const char *mod = d->s->mods[i];
    const int second = word_at(d, i, seconds, 4), compare = word_at(d, i, compares, 6);
    if (!strcmp(mod, "sat") && v->op != VIDEO_set) v->sat = true;
    else if (mad && !strcmp(mod, "po")) v->plus = true;
    else if (mad && !strcmp(mod, "shr7")) v->scale = 7;
    else if (mad && !strcmp(mod, "shr15")) v->scale = 15;
    else if (shifts && !strcmp(mod, "wrap")) v->wrap = true;
    else if (shifts && !strcmp(mod, "clamp")) v->wrap = false;
    else if (v->op == VIDEO_set && compare >= 0) v->compare = (uint8_t)compare;
    else if (!mad && second > 0) v->second = (uint8_t)second;
    else return false;
    return true;
}

static bool read_mods(const decoder *d, video_site *v)
{
    uint32_t i = 0;
    bool known = true;
    if (v->op != VIDEO_set) known = type_at(d, i++, &v->signed_d);
    known = known && type_at(d, i, &v->signed_a) && type_at(d, i + 1, &v->signed_b);
    const bool shifts = v->op == VIDEO_shl || v->op == VIDEO_shr;
    if (shifts && !dec_mod(d, "wrap") && !dec_mod(d, "clamp")) return false;
    if (v->op == VIDEO_set && i + 2 == d->s->n_mods) return false;
    for (i += 2; known && i < d->s->n_mods; i++) known = take_word(d, i, v);
    return known && !(shifts && v->signed_b);
}

// Of vmad, what the signs of its sources and results are.
static bool read_signs(decoder *d, video_site *v)
{
    const bool a = dec_operand(d, 1)->negated, b = dec_operand(d, 2)->negated,
               c = dec_operand(d, 3)->negated;
    if (v->plus && (a || b || c))
        return dec_error(d, "vmad.po negates none of its operands: %.*s", (int)d->s->text_len,
                         d->s->text);
    v->negated_product = a != b;
    v->negated_c = c;
    v->signed_d = v->signed_a || v->signed_b || v->negated_product || c;
    return true;
}

static bool source(decoder *d, uint32_t i, bool is_signed)
{
    operand plain = *dec_operand(d, i);
    plain.negated = false;
    return dec_src(d, &plain, is_signed ? T_s32 : T_u32, false, i);
}

bool dec_video(decoder *d)
{
    xinst *in = d->in;
    video_site *v = pool_alloc(&d->k->mem, sizeof *v);
    const bool shifts = !strcmp(d->s->op, "vshl") || !strcmp(d->s->op, "vshr");
    bool parts = false;
    for (uint32_t i = 0; i < d->s->n_operands; i++) parts |= dec_operand(d, i)->part != PART_WHOLE;
    if (shifts && !parts && !dec_mod(d, "sat")) return dec_form(d);
    *v = (video_site){0};
    while (v->op < NAMES && strcmp(names[v->op], d->s->op)) v->op++;
    if (v->op == NAMES || !read_mods(d, v)) return dec_unsupported(d);
    const bool mad = v->op == VIDEO_mad;
    if (!dec_count(d, v->second || mad ? 4 : 3, 4)) return false;
    const bool third = d->s->n_operands == 4;
    v->part_d = dec_operand(d, 0)->part;
    v->part_a = dec_operand(d, 1)->part;
    v->part_b = dec_operand(d, 2)->part;
    v->merges = v->part_d != PART_WHOLE;
    if (v->merges && (mad || v->second || !third))
        return dec_error_at(d, dec_operand(d, 0)->at,
                            "%s writes a part of %s only with a third operand, of which the rest "
                            "is, and without a second operation",
                            d->s->op, "a register");
    if (third && dec_operand(d, 3)->part != PART_WHOLE)
        return dec_error_at(d, dec_operand(d, 3)->at, "the third operand of %s is a whole register",
                            d->s->op);
    for (uint32_t i = 0; !mad && i < d->s->n_operands; i++) {
        if (dec_operand(d, i)->negated)
            return dec_error_at(d, dec_operand(d, i)->at, "only vmad negates its operands");
    }
    if (mad && !read_signs(d, v)) return false;
    in->exec = EX_RUN;
    in->run = run_video;
    in->video = v;
    in->w.kind = W_ALU;
    in->w.unit = UNIT_SP;
    in->w.latency = mad ? LAT_int_mad : LAT_int_max;
    operand to = *dec_operand(d, 0);
    return dec_dst(d, &to, v->signed_d ? T_s32 : T_u32, false, 0) && source(d, 1, v->signed_a) &&
           source(d, 2, v->signed_b) && (!third || source(d, 3, v->signed_d));
}
