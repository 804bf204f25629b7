// parse_lower.c: rewrites what PTX says in one statement and the decoder knows as several: vector
// registers, vectors of more than four elements or 16 bytes, min and max of three, and predicates
// that are passed or make a copy ignore its source. See parser.h.
//
// A register of a vector type is one register for each component, under names such as "v.x". A move
// of vectors is a move for each component. A load or store of 32 bytes is one of each half, and one
// of eight elements is two of four. A predicate is passed as a hidden .u32 that is 0 or 1.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include <string.h>

enum { HALF_BYTES = 16, MOST_COMPONENTS = 8 };

void parse_emit(parser *p, const statement *s)
{
    p->f->code = grow(p->f->code, p->f->n_code, &p->f->code_room, sizeof *p->f->code);
    p->f->code[p->f->n_code++] = *s;
}

static operand register_operand(place at, int32_t reg)
{
    return (operand){.kind = OPND_REG, .at = at, .reg = reg};
}

static operand integer_operand(place at, uint64_t bits)
{
    return (operand){.kind = OPND_INT, .at = at, .reg = -1, .bits = bits};
}

void parse_emit_op(parser *p, const statement *of, const char *op, const char *const *mods,
                   uint32_t n, const operand *operands)
{
    statement s = {.at = of->at, .text = op, .text_len = (uint32_t)strlen(op), .op = op};
    s.guard = of->guard;
    while (*mods) s.mods[s.n_mods++] = *mods++;
    s.operands = pool_alloc(parse_pool(p), n * sizeof *s.operands);
    memcpy(s.operands, operands, n * sizeof *operands);
    s.n_operands = n;
    parse_emit(p, &s);
}

int32_t parse_hidden_register(parser *p, ptx_type type, const char *name)
{
    symbol made = {.type = type, .reg = -1};
    return parse_register_number(p, &made, name);
}

// ---- vector registers

const char *parse_component_name(parser *p, const char *name, uint32_t i)
{
    const size_t n = strlen(name);
    char *whole = pool_alloc(parse_pool(p), n + 3);
    memcpy(whole, name, n);
    whole[n] = '.';
    whole[n + 1] = "xyzw"[i % 4];
    return whole;
}

bool parse_vector_register(parser *p, operand *o, const symbol *s, const char *name)
{
    static const char letters[] = "xyzwrgba"; // by position, or by colour
    const char *c = p->t.kind == TOK_DOT && p->t.len == 1 ? strchr(letters, *p->t.text) : NULL;
    if (c) {
        const uint32_t i = (uint32_t)(c - letters) % 4;
        if (i >= s->vector) {
            return parse_error(p, parse_place(p), "'%s' is .v%u: it has no component .%c", name,
                               s->vector, *c);
        }
        o->reg += (int32_t)i;
        return parse_next(p);
    }
    const int32_t first = o->reg;
    o->kind = OPND_VEC;
    o->name = name;
    o->reg = -1;
    o->n_elems = s->vector;
    o->elems = pool_alloc(parse_pool(p), s->vector * sizeof *o->elems);
    for (uint32_t i = 0; i < s->vector; i++)
        o->elems[i] = register_operand(o->at, first + (int32_t)i);
    return true;
}

static uint32_t width_of(const char *mod)
{
    return !strcmp(mod, "v2") ? 2 : !strcmp(mod, "v4") ? 4 : !strcmp(mod, "v8") ? 8 : 0;
}

// Does a component that moves later read what this one has written?
static bool overlaps(const operand *to, const operand *from)
{
    bool any = false;
    for (uint32_t i = 0; i < to->n_elems; i++) {
        for (uint32_t k = i + 1; k < from->n_elems; k++)
            any |= from->elems[k].kind == OPND_REG && from->elems[k].reg == to->elems[i].reg;
    }
    return any;
}

// mov.vN.type: by way of registers of their own where a component would be overwritten too early.
static bool vector_move(parser *p, const statement *s)
{
    const uint32_t n = width_of(s->mods[0]);
    const operand *to = &s->operands[0], *from = &s->operands[1];
    const char *const mods[] = {s->mods[1], NULL};
    operand held[MOST_COMPONENTS];
    if (p->f->refused || s->n_mods != 2 || from->kind != OPND_VEC) {
        parse_emit(p, s); // which decoding refuses
        return true;
    }
    if (s->n_operands != 2 || to->kind != OPND_VEC || to->n_elems != n || from->n_elems != n)
        return parse_error(p, s->at, "mov.%s moves a vector of %u to another", s->mods[0], n);
    const bool apart = overlaps(to, from);
    for (uint32_t i = 0; i < n; i++) {
        held[i] = from->elems[i];
        if (!apart || held[i].kind != OPND_REG) continue;
        const vreg *r = &p->f->regs[held[i].reg];
        held[i].reg = parse_hidden_register(p, r->type, r->name);
        parse_emit_op(p, s, "mov", mods, 2, (const operand[]){held[i], from->elems[i]});
    }
    for (uint32_t i = 0; i < n; i++)
        parse_emit_op(p, s, "mov", mods, 2, (const operand[]){to->elems[i], held[i]});
    return true;
}

// ---- wide loads and stores

static bool names_register(const operand *o, int32_t reg)
{
    bool any = o->kind == OPND_REG && o->reg == reg;
    for (uint32_t i = 0; o->kind == OPND_VEC && i < o->n_elems; i++) any |= o->elems[i].reg == reg;
    return any;
}

static void half_access(parser *p, const statement *s, unsigned width_at, uint32_t half,
                        uint32_t bytes)
{
    const unsigned data = s->op[0] == 's', n = s->operands[data].n_elems / 2;
    statement part = *s;
    part.mods[width_at] = n == 4 ? "v4" : "v2";
    part.operands = pool_alloc(parse_pool(p), s->n_operands * sizeof *s->operands);
    memcpy(part.operands, s->operands, s->n_operands * sizeof *s->operands);
    part.operands[data].elems += half * n;
    part.operands[data].n_elems = n;
    part.operands[!data].offset += half * n * bytes;
    parse_emit(p, &part);
}

// ld or st of eight elements or 32 bytes. The half with the register that holds the address is
// loaded last. *done: it was such an access.
static bool wide_access(parser *p, const statement *s, bool *done)
{
    unsigned width_at = MOST_MODS;
    ptx_type type = T_none;
    for (uint32_t i = 0; i < s->n_mods; i++) {
        if (width_of(s->mods[i])) width_at = i;
        if (type_named(s->mods[i]) != T_none) type = type_named(s->mods[i]);
    }
    if (width_at == MOST_MODS || type == T_none) return true;
    const uint32_t n = width_of(s->mods[width_at]), bytes = type_bytes(type);
    const unsigned data = s->op[0] == 's';
    *done = n == 8 || n * bytes > HALF_BYTES;
    if (!*done) return true;
    if (s->n_operands < 2 || n * bytes > 2 * HALF_BYTES || s->operands[data].kind != OPND_VEC ||
        s->operands[data].n_elems != n || s->operands[!data].kind != OPND_MEM)
        return parse_error(p, s->at, "%s.v%u.%s moves %u registers of at most %d bytes together",
                           s->op, n, type_name(type), n, 2 * HALF_BYTES);
    operand low = s->operands[data];
    low.n_elems /= 2;
    const bool last = s->operands[!data].reg >= 0 && names_register(&low, s->operands[!data].reg);
    half_access(p, s, width_at, last, bytes);
    half_access(p, s, width_at, !last, bytes);
    return true;
}

// ---- predicates that are passed

static const char *const selp_mods[] = {"u32", NULL}, *const setp_mods[] = {"ne", "u32", NULL};

static void predicate_to_word(parser *p, const statement *of, operand word, const operand *pred)
{
    operand plain = *pred;
    plain.negated = false;
    parse_emit_op(p, of, "selp", selp_mods, 4,
                  (const operand[]){word, integer_operand(of->at, !pred->negated),
                                    integer_operand(of->at, pred->negated), plain});
}

static void word_to_predicate(parser *p, const statement *of, operand pred, operand word)
{
    parse_emit_op(p, of, "setp", setp_mods, 3,
                  (const operand[]){pred, word, integer_operand(of->at, 0)});
}

void parse_formal_predicates(parser *p, const statement *at, bool in)
{
    const formals *list = in ? &p->f->in : &p->f->out;
    for (size_t i = 0; !p->f->entry && i < list->n; i++) {
        const formal x = list->list[i];
        if (x.pred < 0) continue;
        const operand word = register_operand(at->at, x.reg),
                      pred = register_operand(at->at, x.pred);
        if (in) word_to_predicate(p, at, pred, word);
        else predicate_to_word(p, at, word, &pred);
    }
}

static bool is_predicate(const parser *p, const operand *o)
{
    return o->kind == OPND_REG && p->f->regs[o->reg].type == T_pred;
}

// Hidden words take the places of predicates among the operands of a call. The predicates of
// results stay known as `second`.
static void words_of_call(parser *p, const statement *s, operand *list, bool results)
{
    for (uint32_t i = 0; i < list->n_elems; i++) {
        operand *o = &list->elems[i];
        if (!is_predicate(p, o)) continue;
        operand *pred = pool_alloc(parse_pool(p), sizeof *pred);
        *pred = *o;
        *o = register_operand(o->at, parse_hidden_register(p, T_u32, p->f->regs[pred->reg].name));
        o->predicate = true;
        if (results) o->second = pred;
        else predicate_to_word(p, &(statement){.at = s->at}, *o, pred);
    }
}

// cp.async whose predicate ignores the source reads no byte of it.
static void ignored_source(parser *p, statement *s)
{
    if (s->n_operands < 4 || !is_predicate(p, &s->operands[3])) return;
    operand pred = s->operands[3];
    const operand size = register_operand(pred.at, parse_hidden_register(p, T_u32, "ignored"));
    const bool unless = pred.negated;
    const operand none = integer_operand(pred.at, 0), *all = &s->operands[2];
    pred.negated = false;
    parse_emit_op(p, s, "selp", selp_mods, 4,
                  (const operand[]){size, unless ? *all : none, unless ? none : *all, pred});
    s->operands[3] = size;
}

// min and max of three are those of two and one.
static bool least_of_three(parser *p, statement *s)
{
    if (strcmp(s->op, "min") && strcmp(s->op, "max")) return false;
    if (s->n_operands != 4 || !s->n_mods || strcmp(s->mods[s->n_mods - 1], "f32")) return false;
    for (uint32_t i = 0; i + 1 < s->n_mods; i++) {
        if (strcmp(s->mods[i], "ftz") && strcmp(s->mods[i], "NaN")) return false;
    }
    const operand of_two = register_operand(s->at, parse_hidden_register(p, T_f32, "of_two"));
    statement first = *s, second = *s;
    first.operands = pool_alloc(parse_pool(p), 3 * sizeof *s->operands);
    second.operands = pool_alloc(parse_pool(p), 3 * sizeof *s->operands);
    memcpy(first.operands, (const operand[]){of_two, s->operands[1], s->operands[2]},
           3 * sizeof *s->operands);
    memcpy(second.operands, (const operand[]){s->operands[0], of_two, s->operands[3]},
           3 * sizeof *s->operands);
    first.n_operands = second.n_operands = 3;
    parse_emit(p, &first);
    parse_emit(p, &second);
    return true;
}

static void lower_call(parser *p, statement *s)
{
    words_of_call(p, s, &s->operands[0], true);
    words_of_call(p, s, &s->operands[2], false);
    parse_emit(p, s);
    const operand *out = &s->operands[0];
    for (uint32_t i = 0; i < out->n_elems; i++) {
        operand word = out->elems[i];
        if (!word.second) continue;
        word.second = NULL;
        word_to_predicate(p, s, *out->elems[i].second, word);
    }
}

// ---- statements

// The parameters that an address is of are a kernel's unless it says otherwise.
static void name_param_space(statement *s)
{
    if (strcmp(s->op, "cvta") && strcmp(s->op, "isspacep")) return;
    for (uint32_t i = 0; i < s->n_mods; i++) {
        if (!strcmp(s->mods[i], "param::entry")) s->mods[i] = "param";
    }
}

bool parse_lower(parser *p, statement *s)
{
    bool done = false;
    name_param_space(s);
    if (!strcmp(s->op, "call")) {
        lower_call(p, s);
        return true;
    }
    if (!strcmp(s->op, "wmma")) return parse_wmma(p, s);
    if (!strcmp(s->op, "mma")) return parse_mma(p, s);
    if (!strcmp(s->op, "alloca") || !strcmp(s->op, "stacksave") || !strcmp(s->op, "stackrestore"))
        return parse_stack(p, s);
    if (!strcmp(s->op, "mbarrier")) return parse_mbarrier(p, s);
    if (!strcmp(s->op, "cp") && !parse_copies_arrive(p, s, &done)) return false;
    if (!strcmp(s->op, "cp") && !done) ignored_source(p, s);
    if (least_of_three(p, s)) return true;
    if (!strcmp(s->op, "ret")) parse_formal_predicates(p, &(statement){.at = s->at}, false);
    if (!strcmp(s->op, "mov") && s->n_mods && width_of(s->mods[0])) return vector_move(p, s);
    if ((!strcmp(s->op, "ld") || !strcmp(s->op, "st")) && !wide_access(p, s, &done)) return false;
    if (!done) parse_emit(p, s);
    return true;
}
