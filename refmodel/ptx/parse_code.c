// parse_code.c : bodies of PTX functions: statements, operands, labels. See parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decode.h"
#include "ptx/parser.h"
#include "ptx/special.h"
#include "ptx/video.h"

#include <string.h>

enum { MOST_NESTING = 64, TEXT_SHOWN = 100 };

bool parse_nested_name(parser *p, const char *wanted, char **name)
{
    if (p->t.kind != TOK_IDENT) return parse_unexpected(p, wanted);
    *name = parse_word(p, parse_pool(p));
    return parse_next(p);
}

int32_t parse_register_number(parser *p, symbol *s, const char *name)
{
    function *f = p->f;
    if (s->reg < 0) {
        s->reg = (int32_t)f->n_regs;
        for (uint32_t i = 0; i < s->vector || i == 0; i++) {
            const char *own = s->vector ? parse_component_name(p, name, i) : name;
            f->regs = grow(f->regs, f->n_regs, &f->regs_room, sizeof *f->regs);
            f->regs[f->n_regs++] = (vreg){.name = own, .type = s->type};
        }
    }
    return s->reg;
}

// The function's own register for one of module scope.
static int32_t module_register(parser *p, const symbol *s, const char *name)
{
    function *f = p->f;
    for (size_t i = 0; i < f->n_regs; i++) {
        if (f->regs[i].of_module && !strcmp(f->regs[i].name, name)) return (int32_t)i;
    }
    symbol own = {.type = s->type, .reg = -1};
    const int32_t reg = parse_register_number(p, &own, name);
    f->regs[reg].of_module = true;
    return reg;
}

static bool offset_here(parser *p, int64_t *offset)
{
    if (!parse_is(p, '+') && !parse_is(p, '-')) return true;
    return parse_const(p, offset);
}

// %tid.x : the component is lexed as a modifier.
static char *special_name(parser *p, char *name)
{
    static const char components[] = "xyzwrgba"; // by position, or by colour
    const char *c = p->t.kind == TOK_DOT && p->t.len == 1 ? strchr(components, *p->t.text) : NULL;
    if (!c) return name;
    size_t n = strlen(name);
    char *whole = pool_alloc(parse_pool(p), n + 3);
    memcpy(whole, name, n);
    whole[n] = '.';
    whole[n + 1] = components[(c - components) % 4];
    return parse_next(p) ? whole : NULL;
}

static bool absent_special(parser *p, operand *o)
{
    p->f->refused = true;
    parse_refuse(p, o->at,
                 "special register '%s' is not supported, nor are %%pm, %%envreg but 1 and 2, and "
                 "those of clusters and graphs",
                 o->name);
    *o = (operand){.kind = OPND_INT, .at = o->at, .reg = -1};
    return true;
}

// %tid as a whole: of mov.v4
static bool whole_special(parser *p, operand *o)
{
    enum { COMPONENTS = 4 };
    o->kind = OPND_VEC;
    o->n_elems = COMPONENTS;
    o->elems = pool_alloc(parse_pool(p), COMPONENTS * sizeof *o->elems);
    for (uint32_t i = 0; i < COMPONENTS; i++) {
        o->elems[i] = (operand){
            .kind = OPND_SREG, .at = o->at, .reg = -1, .name = parse_component_name(p, o->name, i)};
    }
    return true;
}

// r.b0, r.h10, r.b7654: the parts of a register that a video instruction takes.
static bool selector_here(const parser *p)
{
    if (p->t.kind != TOK_DOT || p->t.len < 2 || !strchr("bh", *p->t.text)) return false;
    for (uint32_t i = 1; i < p->t.len; i++) {
        if (p->t.text[i] < '0' || p->t.text[i] > '7') return false;
    }
    return true;
}

static bool register_suffix(parser *p, operand *o)
{
    static const char *const names[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
    for (uint8_t i = 0; p->parts && i < sizeof names / sizeof names[0]; i++) {
        if (!parse_is_dot(p, names[i])) continue;
        o->part = (uint8_t)(PART_B0 + i);
        return parse_next(p);
    }
    if (selector_here(p)) {
        p->f->refused = true;
        parse_refuse(p, parse_place(p), "parts of registers are not supported: .%.*s",
                     (int)p->t.len, p->t.text);
        return parse_next(p);
    }
    return !p->f->refused || p->t.kind != TOK_DOT || parse_next(p); // .x of what is not known
}

static bool undefined_register(parser *p, const operand *o)
{
    return parse_error(p, o->at, "undefined register '%s'", o->name);
}

// v[n] : element n of an array (PTX ISA, "Arrays as Operands"); a register for n is none that is
// supported.
static bool index_here(parser *p, operand *o)
{
    const place at = parse_place(p);
    if (!parse_next(p)) return false;
    if (p->t.kind == TOK_IDENT && !parse_warp_size_here(p)) {
        p->f->refused = true;
        parse_refuse(p, at, "arrays with an index in a register are not supported: '%s'",
                     o->var->name);
        return parse_next(p) && offset_here(p, &o->offset) && parse_expect(p, ']');
    }
    if (!parse_const(p, &o->offset)) return false;
    o->indexed = true;
    o->offset *= o->var->element;
    return parse_expect(p, ']');
}

static bool named_operand(parser *p, operand *o)
{
    char *name = NULL;
    if (!parse_nested_name(p, "an operand", &name)) return false;
    if (!strcmp(name, "_")) {
        o->kind = OPND_SINK;
        return true;
    }
    symbol *s = symtab_register(p->names, name);
    if (s) {
        o->kind = OPND_REG;
        o->reg = s->of_module ? module_register(p, s, name) : parse_register_number(p, s, name);
        return s->vector ? parse_vector_register(p, o, s, name) : register_suffix(p, o);
    }
    s = symtab_find(p->names, symtab_scope(p->names), name);
    if (s && s->kind == SYM_VAR) {
        if (s->var->absent && !s->var->external)
            parse_refuse(p, o->at, "variable '%s' %s", name, s->var->absent);
        o->kind = OPND_VAR;
        o->var = s->var;
        return parse_is(p, '[') ? index_here(p, o) : offset_here(p, &o->offset);
    }
    o->name = name;
    o->scope = symtab_scope(p->names);
    o->kind = OPND_NAME;
    if (*name != '%') return true;
    o->name = special_name(p, name);
    if (!o->name) return false;
    if (special_is_vector(o->name) && p->t.kind != TOK_DOT) return whole_special(p, o);
    if (special_is_absent(o->name) && p->t.kind != TOK_DOT) return absent_special(p, o);
    if (special_find(o->name) >= 0) o->kind = OPND_SREG; // else a label, or nothing
    return o->kind == OPND_SREG || p->t.kind != TOK_DOT || undefined_register(p, o);
}

static bool operand_here(parser *p, operand *o, unsigned depth);

// [texture, {x, y}]: what stands behind the first comma, as elements.
static bool coordinates_here(parser *p, operand *o)
{
    enum { MOST_PARTS = 2 }; // a sampler, and coordinates
    if (!parse_is(p, ',')) return true;
    o->elems = pool_alloc(parse_pool(p), MOST_PARTS * sizeof *o->elems);
    while (parse_accept(p, ',')) {
        if (o->n_elems == MOST_PARTS) return parse_unexpected(p, "']'");
        if (!operand_here(p, &o->elems[o->n_elems++], 0)) return false;
    }
    return true;
}

static bool memory_operand(parser *p, operand *o)
{
    o->reg = -1;
    if (!parse_expect(p, '[')) return false;
    o->at = parse_place(p);
    if (p->t.kind == TOK_IDENT) {
        if (!named_operand(p, o)) return false;
        if (o->kind == OPND_NAME && *o->name == '%') return undefined_register(p, o);
        if (o->kind != OPND_REG && o->kind != OPND_VAR) {
            return parse_error(p, o->at, "no register or variable is called '%s'",
                               o->name ? o->name : "_");
        }
        if (o->kind == OPND_REG && !offset_here(p, &o->offset)) return false;
    } else if (!parse_const(p, &o->offset)) {
        return false;
    }
    o->kind = OPND_MEM;
    if (!coordinates_here(p, o) || !parse_expect(p, ']')) return false;
    return !parse_is_dot(p, "unified") ||
           parse_next(p); // says of an address what every one here is
}

// '!' of a predicate; before a number it is an operator.
static bool negation_here(const parser *p)
{
    lexer ahead = p->lx;
    token after;
    return parse_is(p, '!') && parse_peek(&ahead, &after) && after.kind == TOK_IDENT;
}

// '-' of an operand of vmad
static bool minus_here(const parser *p)
{
    lexer ahead = p->lx;
    token after;
    return p->parts && parse_is(p, '-') && parse_peek(&ahead, &after) && after.kind == TOK_IDENT;
}

// What an operand needs done before its instruction goes to a register of its own: op.type new,
// register[, by]. Without a guard, since nothing else sees it.
static void do_before(parser *p, operand *o, const char *op, const char *type, const operand *by)
{
    symbol made = {.type = p->f->regs[o->reg].type, .reg = -1};
    const uint32_t n = by ? 3 : 2;
    statement s = {.at = o->at,
                   .text = op,
                   .text_len = (uint32_t)strlen(op),
                   .op = op,
                   .mods = {type},
                   .n_mods = 1,
                   .n_operands = n,
                   .operands = pool_alloc(parse_pool(p), n * sizeof *s.operands)};
    const operand from = {.kind = OPND_REG, .at = o->at, .reg = o->reg};
    o->negated = false;
    o->reg = parse_register_number(p, &made, p->f->regs[o->reg].name);
    s.operands[0] = *o;
    s.operands[1] = from;
    if (by) s.operands[2] = *by;
    parse_emit(p, &s);
}

// r + 1
static bool sum_here(parser *p, operand *o)
{
    static const char *const types[] = {[2] = "u16", [4] = "u32", [8] = "u64"};
    const vreg *r = &p->f->regs[o->reg];
    int64_t by = 0;
    if (type_class(r->type) == 'f' || r->type == T_pred) {
        return parse_error(p, parse_place(p),
                           "register '%s' is .%s: only to an integer may a constant be added here",
                           r->name, type_name(r->type));
    }
    if (type_bytes(r->type) < 2)
        return parse_error(p, parse_place(p), "register '%s' has 8 bits", r->name);
    if (!parse_const(p, &by)) return false;
    do_before(p, o, "add", types[type_bytes(r->type)],
              &(operand){.kind = OPND_INT, .at = o->at, .reg = -1, .bits = (uint64_t)by});
    return true;
}

// Predicates that are negated where the instruction has no way to say so.
static void negate_before(parser *p, statement *s)
{
    static const char *const ops[] = {"and", "or", "xor", "not", "mov", "selp"};
    bool plain = false;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) plain |= !strcmp(s->op, ops[i]);
    for (uint32_t i = 1; plain && i < s->n_operands; i++) {
        operand *o = &s->operands[i];
        if (o->negated && o->kind == OPND_REG && p->f->regs[o->reg].type == T_pred)
            do_before(p, o, "not", "pred", NULL);
    }
}

// v[1] where an address stands is [v + its offset].
static void name_addresses(statement *s)
{
    static const char *const ops[] = {"ld", "ldu", "st", "atom", "red", "prefetch", "prefetchu"};
    bool memory = false;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) memory |= !strcmp(s->op, ops[i]);
    for (uint32_t i = 0; memory && i < s->n_operands; i++) {
        if (s->operands[i].kind == OPND_VAR && s->operands[i].indexed)
            s->operands[i].kind = OPND_MEM;
    }
}

static bool vector_operand(parser *p, operand *o, unsigned depth)
{
    if (depth) return parse_error(p, o->at, "a vector inside a vector");
    o->kind = OPND_VEC;
    o->elems = pool_alloc(parse_pool(p), MOST_OPERANDS * sizeof *o->elems);
    do {
        if (o->n_elems == MOST_OPERANDS) {
            return parse_error(p, parse_place(p), "a vector of more than %d elements",
                               MOST_OPERANDS);
        }
        if (!operand_here(p, &o->elems[o->n_elems++], depth + 1)) return false;
    } while (parse_accept(p, ','));
    return parse_expect(p, '}');
}

static bool operand_here(parser *p, operand *o, unsigned depth)
{
    *o = (operand){.at = parse_place(p), .reg = -1};
    if (parse_accept(p, '{')) return vector_operand(p, o, depth);
    if (parse_is(p, '[')) return memory_operand(p, o);
    if (minus_here(p)) {
        o->negated = true;
        return parse_next(p) && named_operand(p, o);
    }
    if (negation_here(p)) {
        o->negated = true;
        return parse_next(p) && named_operand(p, o);
    }
    if (p->t.kind != TOK_IDENT || parse_warp_size_here(p)) return parse_number(p, o);
    return named_operand(p, o) && (o->kind != OPND_REG || !parse_is(p, '+') || sum_here(p, o));
}

bool parse_operand(parser *p, operand *o) { return operand_here(p, o, 0); }

static bool operand_or_pair(parser *p, operand *o)
{
    if (!operand_here(p, o, 0)) return false;
    if (!parse_accept(p, '|')) return true;
    o->second = pool_alloc(parse_pool(p), sizeof *o);
    return operand_here(p, o->second, 0);
}

static bool operands_here(parser *p, statement *s)
{
    operand list[MOST_OPERANDS];
    while (!parse_is(p, ';')) {
        if (s->n_operands == MOST_OPERANDS)
            return parse_error(p, parse_place(p), "more than %d operands", MOST_OPERANDS);
        if (!operand_or_pair(p, &list[s->n_operands++])) return false;
        if (parse_is(p, ';')) break;
        if (!parse_is(p, ',')) return parse_unexpected(p, "',' or ';'");
        if (!parse_next(p)) return false;
        if (parse_is(p, ';')) return parse_unexpected(p, "an operand");
    }
    s->operands = pool_alloc(parse_pool(p), (s->n_operands + 1) * sizeof *s->operands);
    memcpy(s->operands, list, s->n_operands * sizeof *s->operands);
    return true;
}

bool parse_skip(parser *p)
{
    unsigned depth = 0;
    while (!parse_is(p, ';')) {
        if (p->t.kind == TOK_END || (parse_is(p, '}') && !depth)) return parse_unexpected(p, "';'");
        if (parse_is(p, '{')) depth++;
        if (parse_is(p, '}')) depth--;
        if (!parse_next(p)) return false;
    }
    return true;
}

static bool guard_here(parser *p, statement *s)
{
    if (!parse_accept(p, '@')) return true;
    s->guard = pool_alloc(parse_pool(p), sizeof *s->guard);
    operand *g = s->guard;
    *g = (operand){.at = parse_place(p), .reg = -1, .negated = parse_accept(p, '!')};
    if (!named_operand(p, g)) return false;
    bool pred = g->kind == OPND_REG && p->f->regs[g->reg].type == T_pred;
    return pred || parse_error(p, g->at, "the guard must be a predicate register");
}

static bool modifiers_here(parser *p, statement *s)
{
    while (p->t.kind == TOK_DOT) {
        if (s->n_mods == MOST_MODS)
            return parse_error(p, parse_place(p), "more than %d modifiers", MOST_MODS);
        s->mods[s->n_mods++] = parse_word(p, parse_pool(p));
        if (!parse_next(p)) return false;
    }
    return true;
}

static bool takes_parts(const char *op)
{
    static const char *const ops[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax",
                                      "vshl", "vshr", "vset",     "vmad"};
    bool takes = false;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) takes |= !strcmp(op, ops[i]);
    return takes;
}

static bool instruction(parser *p, statement *s)
{
    s->at = parse_place(p);
    s->text = p->t.text;
    char *op = NULL;
    if (!parse_nested_name(p, "an instruction", &op) || !modifiers_here(p, s)) return false;
    s->op = op;
    p->parts = takes_parts(op);
    bool calls = !strcmp(
        op, "call"); // of an instruction that is not known, operands are skipped: decoding names it
    if (!(calls                 ? parse_call_operands(p, s)
          : decode_is_known(op) ? operands_here(p, s)
                                : parse_skip(p)))
        return false;
    p->parts = false;
    negate_before(p, s);
    name_addresses(s);
    size_t n = (size_t)(p->t.text - s->text);
    s->text_len = n > TEXT_SHOWN ? TEXT_SHOWN : (uint32_t)n;
    return parse_lower(p, s) && parse_expect(p, ';');
}

static bool define_label(parser *p, const char *name, place at)
{
    const symbol *old = NULL;
    symbol *s = symtab_add(p->names, name, SYM_LABEL, at, &old);
    if (!s) return parse_error(p, at, "'%s' is already defined on line %u", name, old->at.line);
    s->target = (uint32_t)p->f->n_code;
    return true;
}

// name: .branchtargets a, b, ... ;
static bool branch_targets(parser *p, const char *name, place at)
{
    const symbol *old = NULL;
    symbol *s = symtab_add(p->names, name, SYM_LABELS, at, &old);
    if (!s) return parse_error(p, at, "'%s' is already defined on line %u", name, old->at.line);
    label_list *list = pool_alloc(parse_pool(p), sizeof *list);
    uint32_t room = 0;
    list->name = name;
    s->labels = list;
    do {
        if (list->n == room) {
            operand *bigger =
                pool_alloc(parse_pool(p), (room = room ? 2 * room : 16) * sizeof *bigger);
            if (list->n) memcpy(bigger, list->targets, list->n * sizeof *bigger);
            list->targets = bigger;
        }
        operand *o = &list->targets[list->n++];
        *o = (operand){.at = parse_place(p), .reg = -1};
        if (!named_operand(p, o)) return false;
        if (o->kind != OPND_NAME) return parse_error(p, o->at, "a branch target must be a label");
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}

// An identifier: a label or an instruction. Only a second token tells, so the lexer is wound back.
static bool labelled_or_instruction(parser *p, statement *s)
{
    const lexer mark = p->lx;
    const token word = p->t;
    if (p->t.kind == TOK_IDENT && !s->guard) {
        if (!parse_next(p)) return false;
        if (parse_is(p, ':')) {
            const place at = {word.line, word.col};
            const char *name = pool_copy(parse_pool(p), word.text, word.len);
            if (!parse_next(p)) return false;
            if (parse_is_dot(p, "branchtargets"))
                return parse_next(p) && branch_targets(p, name, at);
            if (parse_is_dot(p, "callprototype"))
                return parse_next(p) && parse_prototype(p, name, at);
            if (parse_is_dot(p, "calltargets"))
                return parse_next(p) && parse_call_targets(p, name, at);
            return define_label(p, name, at);
        }
        p->lx = mark;
        p->t = word;
    }
    return instruction(p, s);
}

static bool body_directive(parser *p)
{
    static const struct {
        const char *word;
        winst_space space;
    } spaces[] = {{"shared", SPACE_SHARED},
                  {"local", SPACE_LOCAL},
                  {"global", SPACE_GLOBAL},
                  {"const", SPACE_CONST},
                  {"param", SPACE_PARAM}};
    if (parse_is_dot(p, "reg")) return parse_next(p) && parse_registers(p);
    if (parse_is_dot(p, "pragma")) return parse_next(p) && parse_pragma(p);
    if (parse_is_dot(p, "loc")) return parse_next(p) && parse_loc(p);
    if (parse_is_dot(p, "file")) return parse_next(p) && parse_file(p);
    for (unsigned i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (parse_is_dot(p, spaces[i].word))
            return parse_next(p) && parse_variables(p, spaces[i].space, false);
    }
    return parse_unexpected(p, "an instruction or a declaration");
}

static bool block(parser *p, unsigned depth)
{
    if (depth > MOST_NESTING) return parse_error(p, parse_place(p), "blocks are nested too deeply");
    const place open = parse_place(p);
    if (!parse_expect(p, '{')) return false;
    while (!parse_is(p, '}')) {
        statement s = {0};
        if (p->t.kind == TOK_END)
            return parse_error(p, open, "'{' is not closed: the file ends first");
        if (parse_is(p, '{')) {
            symtab_open(p->names);
            if (!block(p, depth + 1) || !parse_expect(p, '}')) return false;
            symtab_close(p->names);
        } else if (p->t.kind == TOK_DOT) {
            if (!body_directive(p)) return false;
        } else if (!guard_here(p, &s) || !labelled_or_instruction(p, &s)) {
            return false;
        }
    }
    return true; // at '}'
}

static bool resolve(parser *p, operand *o, const char *what)
{
    if (o->kind != OPND_NAME) return true;
    const symbol *s = symtab_find(p->names, o->scope, o->name);
    if (!s && *o->name == '%') return undefined_register(p, o);
    if (!s) return parse_error(p, o->at, "undefined %s '%s'", what, o->name);
    switch (s->kind) {
    case SYM_LABEL:
        o->kind = OPND_LABEL;
        o->bits = s->target;
        return true;
    case SYM_FUNCTION:
        o->kind = OPND_FUNC;
        o->func = s->func;
        return true;
    case SYM_PROTO: o->kind = OPND_PROTO; return true;
    case SYM_LABELS:
        o->kind = OPND_LABELS;
        o->elems = s->labels->targets;
        o->n_elems = s->labels->n;
        for (uint32_t i = 0; i < o->n_elems; i++) {
            if (!resolve(p, &o->elems[i], what)) return false;
        }
        return true;
    default: return parse_error(p, o->at, "'%s' cannot stand here", o->name);
    }
}

static bool resolve_all(parser *p)
{
    for (size_t i = 0; i < p->f->n_code; i++) {
        statement *s = &p->f->code[i];
        for (uint32_t k = 0; k < s->n_operands; k++) {
            operand *o = &s->operands[k];
            bool calls = !strcmp(s->op, "call");
            if (!resolve(p, o, calls ? "function or prototype" : "label")) return false;
            if (o->kind == OPND_FUNC && !calls) o->func->address_taken = true;
        }
    }
    return true;
}

bool parse_body(parser *p)
{
    const statement begin = {.at = parse_place(p)};
    parse_formal_predicates(p, &begin, true);
    parse_stack_begins(p, &begin);
    bool good = block(p, 0);
    if (good) parse_formal_predicates(p, &(statement){.at = parse_place(p)}, false);
    p->f->body = good && resolve_all(p) && parse_expect(p, '}');
    p->f->code_at = p->n_code;
    p->n_code += (uint32_t)p->f->n_code;
    return p->f->body;
}
