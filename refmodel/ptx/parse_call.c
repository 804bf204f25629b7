// parse_call.c : calls of device functions: operand lists, prototypes, lists of targets. See
// parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include <stdlib.h>

static uint32_t align_up(uint32_t x, uint32_t to) { return to ? (x + to - 1) / to * to : x; }

static void reserve(parser *p, operand *o, uint32_t more, uint32_t *room)
{
    if (o->n_elems + more <= *room) return;
    *room = 2 * *room + more + 8;
    operand *bigger = pool_alloc(parse_pool(p), *room * sizeof *bigger);
    for (uint32_t i = 0; i < o->n_elems; i++) bigger[i] = o->elems[i];
    o->elems = bigger;
}

// ( a, b, ... ): after '('. A .param variable learns where among them it is passed.
static bool list_here(parser *p, operand *o)
{
    uint32_t room = 0, at = 0;
    o->kind = OPND_VEC;
    if (parse_accept(p, ')')) return true;
    do {
        reserve(p, o, 1, &room);
        operand *x = &o->elems[o->n_elems++];
        if (!parse_operand(p, x)) return false;
        if (x->kind == OPND_VEC) { // a vector register: its components
            const operand v = *x;
            o->n_elems--;
            reserve(p, o, v.n_elems, &room);
            for (uint32_t i = 0; i < v.n_elems; i++) o->elems[o->n_elems++] = v.elems[i];
            continue;
        }
        if (x->kind != OPND_VAR || x->offset) continue;
        x->var->passed_at = at = align_up(at, x->var->align);
        at += (uint32_t)x->var->bytes;
    } while (parse_accept(p, ','));
    return parse_expect(p, ')');
}

bool parse_call_operands(parser *p, statement *s)
{
    operand *o = pool_alloc(parse_pool(p), 4 * sizeof *o);
    for (unsigned i = 0; i < 4; i++)
        o[i] = (operand){.kind = OPND_VEC, .at = parse_place(p), .reg = -1};
    s->operands = o;
    s->n_operands = 3;
    if (parse_accept(p, '(') && (!list_here(p, &o[0]) || !parse_expect(p, ','))) return false;
    if (p->t.kind != TOK_IDENT) return parse_unexpected(p, "the function to call");
    if (!parse_operand(p, &o[1])) return false;
    bool more = parse_accept(p, ',');
    if (more && parse_accept(p, '(')) {
        if (!list_here(p, &o[2])) return false;
        more = parse_accept(p, ',');
    }
    if (more) {
        if (p->t.kind != TOK_IDENT)
            return parse_unexpected(p, "a list of arguments or the name of a prototype");
        if (!parse_operand(p, &o[3])) return false;
        s->n_operands = 4;
    }
    return parse_is(p, ';') || parse_unexpected(p, "',' or ';'");
}

static symbol *name_here(parser *p, const char *name, place at)
{
    const symbol *old = NULL;
    symbol *s = symtab_add(p->names, name, SYM_PROTO, at, &old);
    if (!s) parse_error(p, at, "'%s' is already defined on line %u", name, old->at.line);
    return s;
}

static bool anonymous(parser *p)
{
    formals list = {0};
    const uint32_t frame = p->f->frame_bytes; // a prototype's parameters take no room
    bool good = true;
    if (!parse_accept(p, '(')) return true;
    if (parse_accept(p, ')')) return true;
    do good = parse_param(p, &list);
    while (good && parse_accept(p, ','));
    p->f->frame_bytes = frame;
    free(list.list);
    return good && parse_expect(p, ')');
}

// What a prototype says is seen again from the arguments of the call and the function it reaches.
bool parse_prototype(parser *p, const char *name, place at)
{
    char *unused = NULL;
    if (!name_here(p, name, at)) return false;
    symtab_open(p->names);
    bool good = anonymous(p) && parse_nested_name(p, "'_'", &unused) && anonymous(p);
    symtab_close(p->names);
    while (good && p->t.kind == TOK_DOT) { // .noreturn, .abi_preserve n
        good = parse_next(p);
        if (good && p->t.kind == TOK_INT) good = parse_next(p);
    }
    return good && parse_expect(p, ';');
}

bool parse_call_targets(parser *p, const char *name, place at)
{
    if (!name_here(p, name, at)) return false;
    do {
        operand o;
        const place here = parse_place(p);
        if (!parse_operand(p, &o)) return false;
        const symbol *s = o.kind == OPND_NAME ? symtab_find(p->names, o.scope, o.name) : NULL;
        if (!s || s->kind != SYM_FUNCTION)
            return parse_error(p, here, "a call target must be a function");
        s->func->address_taken = true;
    } while (parse_accept(p, ','));
    return parse_expect(p, ';');
}
