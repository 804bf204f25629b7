// power_expr.c: Boolean expressions of a Liberty file, see power_lib.h. From the tightest: ! before
// or ' behind an operand, ^, then * & or nothing between two operands, then + |.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/power_lib.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OP_NOT = 128, OP_AND, OP_OR, OP_XOR, OP_ZERO, OP_ONE };

typedef struct parser {
    const power_cell *c;
    const char *state, *opposite, *p;
    power_expr *x;
    bool bad;
} parser;

static void emit(parser *s, int op)
{
    if (s->x->n < POWER_OPS) s->x->op[s->x->n++] = (uint8_t)op;
    else s->bad = true;
}

static char peek(parser *s)
{
    while (isspace((unsigned char)*s->p)) s->p++;
    return *s->p;
}

static bool in_name(char c) { return isalnum((unsigned char)c) || (c && strchr("_[]$.", c)); }

static int operand(const parser *s, const char *name)
{
    const int pin = power_cell_pin(s->c, name);
    if (pin >= 0) return pin;
    if (s->state && strcmp(name, s->state) == 0) return (int)s->c->n_pins;
    if (s->opposite && strcmp(name, s->opposite) == 0) return (int)s->c->n_pins + 1;
    return strcmp(name, "0") == 0 ? OP_ZERO : strcmp(name, "1") == 0 ? OP_ONE : -1;
}

static void take_name(parser *s)
{
    const char *from = s->p;
    while (in_name(*s->p)) s->p++;
    char *name = wl_format("%.*s", (int)(s->p - from), from);
    const int op = operand(s, name);
    if (op < 0) s->bad = true;
    else emit(s, op);
    free(name);
}

static void take_or(parser *s, unsigned depth);

static void take_factor(parser *s, unsigned depth)
{
    bool inverted = false;
    for (; peek(s) == '!' || peek(s) == '~'; s->p++) inverted = !inverted;
    if (peek(s) == '(' && depth < POWER_OPS) {
        s->p++;
        take_or(s, depth + 1);
        if (peek(s) == ')') s->p++;
        else s->bad = true;
    } else if (in_name(peek(s))) {
        take_name(s);
    } else {
        s->bad = true;
    }
    for (; peek(s) == '\''; s->p++) inverted = !inverted;
    if (inverted) emit(s, OP_NOT);
}

static void take_xor(parser *s, unsigned depth)
{
    take_factor(s, depth);
    while (!s->bad && peek(s) == '^') {
        s->p++;
        take_factor(s, depth);
        emit(s, OP_XOR);
    }
}

static bool another_factor(parser *s)
{
    const char c = peek(s);
    if (c == '*' || c == '&') {
        s->p += s->p[1] == '&' ? 2 : 1;
        return true;
    }
    return in_name(c) || c == '(' || c == '!' || c == '~';
}

static void take_and(parser *s, unsigned depth)
{
    take_xor(s, depth);
    while (!s->bad && another_factor(s)) {
        take_xor(s, depth);
        emit(s, OP_AND);
    }
}

static void take_or(parser *s, unsigned depth)
{
    take_and(s, depth);
    while (!s->bad && (peek(s) == '+' || peek(s) == '|')) {
        s->p += s->p[0] == '|' && s->p[1] == '|' ? 2 : 1;
        take_and(s, depth);
        emit(s, OP_OR);
    }
}

bool power_expr_read(const power_cell *c, const char *state, const char *opposite, const char *text,
                     power_expr *x)
{
    parser s = {.c = c, .state = state, .opposite = opposite, .p = text, .x = x};
    x->n = 0;
    take_or(&s, 0);
    return !s.bad && !peek(&s);
}

bool power_eval(const power_expr *x, const uint8_t *values)
{
    uint8_t stack[POWER_OPS + 1] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < x->n; i++) {
        const uint8_t op = x->op[i];
        if (op < OP_NOT) stack[n++] = values[op];
        else if (op == OP_NOT) stack[n - 1] ^= 1;
        else if (op >= OP_ZERO) stack[n++] = op == OP_ONE;
        else {
            n--;
            if (op == OP_AND) stack[n - 1] &= stack[n];
            else if (op == OP_OR) stack[n - 1] |= stack[n];
            else stack[n - 1] ^= stack[n];
        }
    }
    return stack[0];
}
