// parse_stack.c: rewrites alloca, stacksave and stackrestore. A function that allocates has a
// hidden .local array for it, as large as CUDA's default stack, and a hidden register that says how
// much of it is in use. It begins at 0 in each call. Allocating more traps. See parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include <string.h>

enum { STACK_ALIGN = 16, DEFAULT_ALIGN = 8 };
#define ARRAY "(alloca)"
#define USED "(used)"

static operand integer(place at, uint64_t bits)
{
    return (operand){.kind = OPND_INT, .at = at, .reg = -1, .bits = bits};
}

static operand hidden(parser *p, place at, ptx_type type, const char *name)
{
    return (operand){.kind = OPND_REG, .at = at, .reg = parse_hidden_register(p, type, name)};
}

// The register by that name, made when it is first asked for.
static operand used_bytes(parser *p, place at)
{
    for (size_t i = 0; i < p->f->n_regs; i++) {
        if (!strcmp(p->f->regs[i].name, USED))
            return (operand){.kind = OPND_REG, .at = at, .reg = (int32_t)i};
    }
    return hidden(p, at, T_u64, USED);
}

static operand array_of(parser *p, place at)
{
    function *f = p->f;
    if (!f->stack) {
        f->stack = pool_alloc(&p->m->mem, sizeof *f->stack);
        f->local_bytes = (f->local_bytes + STACK_ALIGN - 1) / STACK_ALIGN * STACK_ALIGN;
        *f->stack = (variable){.name = ARRAY,
                               .space = SPACE_LOCAL,
                               .type = T_u8,
                               .align = STACK_ALIGN,
                               .bytes = STACK_BYTES,
                               .element = 1,
                               .offset = f->local_bytes,
                               .function = f->index,
                               .at = at};
        f->local_bytes += STACK_BYTES;
    }
    return (operand){.kind = OPND_VAR, .at = at, .reg = -1, .var = f->stack};
}

static const char *const u64[] = {"u64", NULL}, *const b64[] = {"b64", NULL},
                         *const over[] = {"gt", "u64", NULL}, *const widen[] = {"u64", "u32", NULL},
                         *const narrow[] = {"u32", "u64", NULL}, *const none[] = {NULL};

static void trap_if_over(parser *p, const statement *s, operand bytes)
{
    operand *pred = pool_alloc(parse_pool(p), sizeof *pred);
    *pred = hidden(p, s->at, T_pred, "(over)");
    parse_emit_op(p, s, "setp", over, 3,
                  (const operand[]){*pred, bytes, integer(s->at, STACK_BYTES)});
    statement trap = *s;
    trap.guard = pred;
    parse_emit_op(p, &trap, "alloca.trap", none, 0, NULL);
}

// At the beginning of a device function that allocates, which the text ahead says; registers of a
// kernel are 0 there.
void parse_stack_begins(parser *p, const statement *at)
{
    static const char word[] = "alloca";
    if (p->f->entry || !memmem(p->lx.p, (size_t)(p->lx.end - p->lx.p), word, sizeof word - 1))
        return;
    lexer ahead = p->lx;
    token t;
    bool found = false;
    for (unsigned depth = 1; depth && !found && parse_peek(&ahead, &t) && t.kind != TOK_END;) {
        if (t.kind == TOK_PUNCT) depth += (unsigned)(t.punct == '{') - (unsigned)(t.punct == '}');
        found = t.kind == TOK_IDENT && t.len == sizeof word - 1 && !memcmp(t.text, word, t.len);
    }
    if (found)
        parse_emit_op(p, at, "mov", u64, 2,
                      (const operand[]){used_bytes(p, at->at), integer(at->at, 0)});
}

// alloca.type d, bytes{, alignment}
static bool allocate(parser *p, const statement *s, bool wide)
{
    const place at = s->at;
    if (s->n_operands < 2 || s->n_operands > 3)
        return parse_error(p, at, "alloca takes 2 or 3 operands, not %u", s->n_operands);
    uint64_t align = DEFAULT_ALIGN;
    if (s->n_operands == 3) {
        align = s->operands[2].bits;
        if (s->operands[2].kind != OPND_INT || !align || align & (align - 1))
            return parse_error(p, s->operands[2].at, "the alignment must be a power of two");
    }
    const operand used = used_bytes(p, at), array = array_of(p, at);
    operand bytes = s->operands[1], to = s->operands[0];
    if (!wide) {
        bytes = hidden(p, at, T_u64, "(bytes)"), to = hidden(p, at, T_u64, "(address)");
        parse_emit_op(p, s, "cvt", widen, 2, (const operand[]){bytes, s->operands[1]});
    }
    const operand end = hidden(p, at, T_u64, "(end)"), base = hidden(p, at, T_u64, "(base)");
    parse_emit_op(p, s, "mov", u64, 2, (const operand[]){end, bytes}); // d may be the same register
    trap_if_over(p, s, end);
    parse_emit_op(p, s, "mov", u64, 2, (const operand[]){base, array});
    parse_emit_op(p, s, "add", u64, 3, (const operand[]){to, base, used});
    parse_emit_op(p, s, "add", u64, 3, (const operand[]){to, to, integer(at, align - 1)});
    parse_emit_op(p, s, "and", b64, 3, (const operand[]){to, to, integer(at, ~(align - 1))});
    parse_emit_op(p, s, "sub", u64, 3, (const operand[]){base, to, base});
    parse_emit_op(p, s, "add", u64, 3, (const operand[]){used, base, end});
    trap_if_over(p, s, used);
    if (!wide) parse_emit_op(p, s, "cvt", narrow, 2, (const operand[]){s->operands[0], to});
    return true;
}

bool parse_stack(parser *p, const statement *s)
{
    const bool wide = s->n_mods == 1 && !strcmp(s->mods[0], "u64");
    if (!wide && (s->n_mods != 1 || strcmp(s->mods[0], "u32"))) {
        parse_emit(p, s); // which decoding refuses
        return true;
    }
    if (!strcmp(s->op, "alloca")) return allocate(p, s, wide);
    if (s->n_operands != 1)
        return parse_error(p, s->at, "%s takes 1 operand, not %u", s->op, s->n_operands);
    const operand used = used_bytes(p, s->at);
    const bool saves = !strcmp(s->op, "stacksave");
    parse_emit_op(p, s, wide ? "mov" : "cvt",
                  wide    ? u64
                  : saves ? narrow
                          : widen,
                  2,
                  (const operand[]){saves ? s->operands[0] : used, saves ? used : s->operands[0]});
    return true;
}
