// decode_mem.c: decodes memory instructions: loads, stores, atomics, and their modifiers. See
// decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/move.h"

#include <string.h>

// Modifiers that choose among caches, orderings and scopes. All accesses here are performed at once
// and in order, which every one of them allows, so they change nothing.
static const char *const hints[] = {
    "volatile", "relaxed", "acquire", "release", "acq_rel", "weak", "mmio", "cta", "gpu", "sys",
    "cluster",  "gl",      "ca",      "cg",      "cs",      "lu",   "cv",   "wb",  "wt",  "nc"};

static bool is_hint(const char *mod)
{
    for (unsigned i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (!strcmp(hints[i], mod)) return true;
    }
    return !strncmp(mod, "L1::", 4) || !strncmp(mod, "L2::", 4);
}

static const struct space_word {
    const char *word;
    winst_space space;
} space_words[] = {{"global", SPACE_GLOBAL},      {"local", SPACE_LOCAL},
                   {"shared", SPACE_SHARED},      {"shared::cta", SPACE_SHARED},
                   {"const", SPACE_CONST},        {"param", SPACE_PARAM},
                   {"param::entry", SPACE_PARAM}, {"param::func", SPACE_PARAM}};

typedef struct memory_mods {
    bool has_space;
    winst_space space;
    ptx_type type;
    uint32_t elems;
    bool bypasses_l1d; // .cg
    bool has_policy;   // .L2::cache_hint: the last operand is a policy
    const char *op;    // of an atomic
} memory_mods;

static bool take_space(const char *mod, memory_mods *m)
{
    for (unsigned i = 0; i < sizeof space_words / sizeof space_words[0]; i++) {
        if (strcmp(space_words[i].word, mod)) continue;
        m->space = space_words[i].space;
        m->has_space = true;
        return true;
    }
    return false;
}

static bool read_mods(decoder *d, memory_mods *m, bool atomic)
{
    const statement *s = d->s;
    *m = (memory_mods){.elems = 1, .space = SPACE_GLOBAL};
    for (uint32_t i = 0; i < s->n_mods; i++) {
        const char *mod = s->mods[i];
        ptx_type type = type_named(mod);
        m->has_policy |= !strcmp(mod, "L2::cache_hint");
        if (type != T_none && m->type == T_none) m->type = type;
        else if (!strcmp(mod, "v2") && !atomic) m->elems = 2;
        else if (!strcmp(mod, "v4") && !atomic) m->elems = 4;
        else if (!strcmp(mod, "cg")) m->bypasses_l1d = true;
        else if (is_hint(mod) || (!m->has_space && take_space(mod, m))) continue;
        else if (atomic && !strcmp(mod, "noftz")) continue;
        else if (atomic && !m->op) m->op = mod;
        else return dec_unsupported(d);
    }
    if (m->type == T_none || m->type == T_pred || m->elems * type_bytes(m->type) > 16)
        return dec_unsupported(d);
    return true;
}

// `n` operands and, with .L2::cache_hint, a policy: 64 bits, without effect like all hints.
static bool count_with_policy(decoder *d, const memory_mods *m, uint32_t n)
{
    if (!dec_count(d, n + m->has_policy, n + m->has_policy)) return false;
    return !m->has_policy || dec_policy(d, dec_operand(d, n));
}

bool dec_policy(decoder *d, const operand *o)
{
    const ptx_type t = dec_reg_type(d, o);
    return (t != T_none && type_bytes(t) == 8) ||
           dec_error_at(d, o->at, "a cache policy is a register of 64 bits");
}

// An instruction without a space that names a variable of the CTA or the thread works in its space.
static void space_of_name(const operand *o, memory_mods *m)
{
    if (m->has_space || o->kind != OPND_MEM || !o->var) return;
    if (o->var->space != SPACE_SHARED && o->var->space != SPACE_LOCAL) return;
    m->space = o->var->space;
    m->has_space = true;
}

// A [variable] must lie in the space of the instruction; a generic address may name a global one.
static bool space_agrees(decoder *d, const operand *o, const memory_mods *m)
{
    if (o->kind != OPND_MEM || !o->var) return true;
    if (o->var->space == m->space && (m->has_space || m->space == SPACE_GLOBAL)) return true;
    if (!m->has_space && o->var->space == SPACE_CONST) return true;
    return dec_error_at(d, o->at, "'%s' is not in the state space of this %s", o->var->name,
                        d->s->op);
}

static void set_memory(decoder *d, const memory_mods *m, winst_kind kind)
{
    xinst *in = d->in;
    in->exec = EX_MEMORY;
    in->generic = !m->has_space;
    in->elems = (uint8_t)m->elems;
    in->element_bytes = (uint8_t)type_bytes(m->type);
    in->w.kind = (uint8_t)kind;
    in->w.unit = UNIT_MEM;
    in->w.space = (uint8_t)m->space;
    in->w.lane_bytes = (uint8_t)(m->elems * type_bytes(m->type));
}

// The data operand: one register, or {..} of as many as .vN says. All registers of a vector have
// one width.
static bool data_operands(decoder *d, const operand *o, const memory_mods *m, bool load, bool *wide)
{
    const operand *list = o->kind == OPND_VEC ? o->elems : o;
    uint32_t n = o->kind == OPND_VEC ? o->n_elems : 1;
    if (n != m->elems)
        return dec_error_at(d, o->at, "%u registers where %u are moved", n, m->elems);
    *wide = type_bytes(m->type) == 8;
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < n; i++) {
        ptx_type reg = dec_reg_type(d, &list[i]);
        const bool loose =
            n > 1 &&
            type_fits_vector(
                reg,
                m->type); // else the rule of single registers, whose message says what is wrong
        const ptx_type as = loose ? reg : m->type;
        if (!(load ? dec_dst(d, &list[i], as, true, i) : dec_src(d, &list[i], as, true, i)))
            return false;
        if (reg == T_none) continue;
        if (bytes && bytes != type_bytes(reg)) {
            return dec_error_at(d, list[i].at, "the registers of a vector must have one size");
        }
        bytes = type_bytes(reg);
    }
    if (bytes) *wide = bytes == 8;
    d->in->keep = load && bytes && bytes < 4 ? (1u << (8 * bytes)) - 1 : UINT32_MAX;
    return true;
}

// .param of a device function, or of a call: registers of the calling convention, by words of what
// is passed. An address in a register names none of them, and neither does what does not fit them.
static bool is_frame(const decoder *d, const operand *o, const memory_mods *m)
{
    return m->has_space && m->space == SPACE_PARAM &&
           (dec_is_frame(o) || (!d->f->entry && o->kind == OPND_MEM && !o->var));
}

static void set_frame(decoder *d, const operand *o, const memory_mods *m, bool stores)
{
    xinst *in = d->in;
    set_memory(d, m, W_ALU);
    in->exec = EX_FRAME;
    in->w.unit = UNIT_SP;
    in->flag = stores;
    if (!o->var) return;
    uint64_t word = (o->var->passed_at + (uint64_t)o->offset) / 4, n = (in->w.lane_bytes + 3u) / 4;
    if (word + n > ABI_REGS) return;
    in->math = (uint8_t)word;
    in->mode = (uint8_t)n;
}

bool dec_ld(decoder *d)
{
    memory_mods m;
    bool wide;
    if (!read_mods(d, &m, false) || !count_with_policy(d, &m, 2)) return false;
    space_of_name(dec_operand(d, 1), &m);
    if (is_frame(d, dec_operand(d, 1), &m)) set_frame(d, dec_operand(d, 1), &m, false);
    else set_memory(d, &m, W_LOAD);
    d->in->w.bypasses_l1d = m.bypasses_l1d;
    if (!data_operands(d, dec_operand(d, 0), &m, true, &wide)) return false;
    d->in->move = move_load(m.type, wide);
    return space_agrees(d, dec_operand(d, 1), &m) && dec_address(d, dec_operand(d, 1), OP_BASE);
}

bool dec_st(decoder *d)
{
    memory_mods m;
    bool wide;
    if (!read_mods(d, &m, false) || !count_with_policy(d, &m, 2)) return false;
    space_of_name(dec_operand(d, 0), &m);
    bool frame = is_frame(d, dec_operand(d, 0), &m);
    if ((m.space == SPACE_PARAM && !frame) || m.space == SPACE_CONST) return dec_unsupported(d);
    if (frame) set_frame(d, dec_operand(d, 0), &m, true);
    else set_memory(d, &m, W_STORE);
    if (!data_operands(d, dec_operand(d, 1), &m, false, &wide)) return false;
    d->in->move = move_store(m.type, wide);
    return space_agrees(d, dec_operand(d, 0), &m) && dec_address(d, dec_operand(d, 0), OP_BASE);
}

static bool atomic(decoder *d, bool has_result)
{
    memory_mods m;
    if (!read_mods(d, &m, true)) return false;
    atomic_fn *fn = m.op ? move_atomic(m.op, m.type) : NULL;
    if (!fn || (m.space != SPACE_GLOBAL && m.space != SPACE_SHARED)) return dec_unsupported(d);
    bool cas = !strcmp(m.op, "cas"),
         returns = cas || !strcmp(m.op, "exch"); // there is no red.cas, no red.exch
    uint32_t at = has_result, n = at + 2u + cas;
    if (returns && !has_result) return dec_unsupported(d);
    if (!count_with_policy(d, &m, n)) return false;
    space_of_name(dec_operand(d, at), &m);
    if (m.space == SPACE_LOCAL) return dec_unsupported(d);
    set_memory(d, &m, W_ATOMIC);
    d->in->atomic = fn;
    if (has_result && !dec_dst(d, dec_operand(d, 0), m.type, false, 0)) return false;
    if (!space_agrees(d, dec_operand(d, at), &m) || !dec_address(d, dec_operand(d, at), OP_BASE))
        return false;
    return dec_src(d, dec_operand(d, at + 1), m.type, false, 1) &&
           (!cas || dec_src(d, dec_operand(d, at + 2), m.type, false, 2));
}

// Hints about caches say nothing about values: the address must be right, and nothing moves.
bool dec_hint(decoder *d)
{
    static const char *const words[] = {"global", "local",          "L1",
                                        "L2",     "L2::evict_last", "L2::evict_normal"};
    const statement *s = d->s;
    for (uint32_t i = 0; i < s->n_mods; i++) {
        bool known = false;
        for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
            known |= !strcmp(s->mods[i], words[k]);
        if (!known) return dec_unsupported(d);
    }
    const uint32_t n =
        strncmp(s->op, "prefetch", 8) == 0 ? 1 : 2; // discard and applypriority: [a], bytes
    if (!dec_count(d, n, n) || !dec_address(d, dec_operand(d, 0), OP_BASE)) return false;
    d->in->imm = 0;
    d->in->exec = EX_NOTHING;
    return true;
}

// createpolicy.fractional, .range and .cvt: a policy is a number that says nothing, 0.
bool dec_createpolicy(decoder *d)
{
    const statement *s = d->s;
    const bool range = dec_mod(d, "range"), cvt = dec_mod(d, "cvt");
    const operand none = {.kind = OPND_INT, .at = s->at, .reg = -1};
    if (!s->n_mods || strcmp(s->mods[s->n_mods - 1], "b64") ||
        range + cvt + dec_mod(d, "fractional") != 1)
        return dec_unsupported(d);
    if (!dec_count(d, range ? 4 : cvt ? 2 : 1, range ? 4 : 2)) return false;
    d->in->exec = EX_LANES;
    d->in->lane = form_find("mov.b64")->fn;
    return dec_dst(d, dec_operand(d, 0), T_b64, false, 0) && dec_src(d, &none, T_b64, false, 1);
}

bool dec_atom(decoder *d) { return atomic(d, true); }
bool dec_red(decoder *d) { return atomic(d, false); }
