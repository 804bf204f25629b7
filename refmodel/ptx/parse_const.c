// parse_const.c : integer constant expressions (PTX ISA, "Constant Expressions"): every value is a
// .s64 or a .u64. See parser.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include <string.h>

enum { MOST_DEPTH = 64 };

typedef struct value {
    uint64_t bits;
    bool is_unsigned;
} value;

typedef enum binary_op {
    ADD,
    SUB,
    MUL,
    DIV,
    REM,
    LEFT,
    RIGHT,
    AND,
    OR,
    XOR,
    BOTH,
    EITHER,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE
} binary_op;

// By precedence, C's; of two that begin alike the longer one first.
typedef struct binary {
    const char *text;
    binary_op op;
    int level;
} binary;
static const binary binaries[] = {
    {"||", EITHER, 1}, {"&&", BOTH, 2}, {"<<", LEFT, 8}, {">>", RIGHT, 8}, {"<=", LE, 7},
    {">=", GE, 7},     {"==", EQ, 6},   {"!=", NE, 6},   {"|", OR, 3},     {"^", XOR, 4},
    {"&", AND, 5},     {"<", LT, 7},    {">", GT, 7},    {"+", ADD, 9},    {"-", SUB, 9},
    {"*", MUL, 10},    {"/", DIV, 10},  {"%", REM, 10}};

static const binary *binary_here(const parser *p)
{
    for (unsigned i = 0; i < sizeof binaries / sizeof binaries[0]; i++) {
        size_t n = strlen(binaries[i].text);
        if (p->t.kind == TOK_PUNCT && (size_t)(p->lx.end - p->t.text) >= n &&
            !memcmp(p->t.text, binaries[i].text, n)) {
            return &binaries[i];
        }
    }
    return NULL;
}

// The result has the type of the left operand, whatever the right one's is.
static value shifted(binary_op op, value a, uint64_t by)
{
    const bool fill = op == RIGHT && !a.is_unsigned && a.bits >> 63;
    if (by > 63) return (value){fill ? UINT64_MAX : 0, a.is_unsigned};
    if (op == LEFT) return (value){a.bits << by, a.is_unsigned};
    return (value){(fill ? ~(~a.bits >> by) : a.bits >> by), a.is_unsigned};
}

static value divided(value a, value b)
{
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    if (is_unsigned) return (value){a.bits / b.bits, true};
    if (b.bits == UINT64_MAX)
        return (value){0 - a.bits, false}; // -1: also the one quotient that does not fit
    return (value){(uint64_t)((int64_t)a.bits / (int64_t)b.bits), false};
}

static bool compared(binary_op op, value a, value b)
{
    const uint64_t flip = a.is_unsigned || b.is_unsigned ? 0 : 1ull << 63, x = a.bits ^ flip,
                   y = b.bits ^ flip;
    switch (op) {
    case BOTH: return a.bits && b.bits;
    case EITHER: return a.bits || b.bits;
    case EQ: return x == y;
    case NE: return x != y;
    case LT: return x < y;
    case LE: return x <= y;
    case GT: return x > y;
    default: return x >= y;
    }
}

static bool apply(parser *p, place at, binary_op op, value *a, value b)
{
    const bool is_unsigned = a->is_unsigned || b.is_unsigned;
    if ((op == DIV || op == REM) && b.bits == 0)
        return parse_error(p, at, "division by zero in a constant");
    switch (op) {
    case ADD: *a = (value){a->bits + b.bits, is_unsigned}; break;
    case SUB: *a = (value){a->bits - b.bits, is_unsigned}; break;
    case MUL: *a = (value){a->bits * b.bits, is_unsigned}; break;
    case DIV: *a = divided(*a, b); break;
    case REM: *a = (value){a->bits % b.bits, true}; break; // of signed operands' bits too
    case LEFT:
    case RIGHT: *a = shifted(op, *a, b.bits); break;
    case AND: *a = (value){a->bits & b.bits, is_unsigned}; break;
    case OR: *a = (value){a->bits | b.bits, is_unsigned}; break;
    case XOR: *a = (value){a->bits ^ b.bits, is_unsigned}; break;
    default: *a = (value){compared(op, *a, b), false};
    }
    return true;
}

static bool expression(parser *p, unsigned depth, value *v);
static bool primary(parser *p, unsigned depth, value *v);

// After '(': a cast of what follows, or an expression in parentheses.
static bool parenthesis(parser *p, unsigned depth, value *v)
{
    const bool to_unsigned = parse_is_dot(p, "u64");
    if (!to_unsigned && !parse_is_dot(p, "s64"))
        return expression(p, depth + 1, v) && parse_expect(p, ')');
    if (!parse_next(p) || !parse_expect(p, ')') || !primary(p, depth + 1, v)) return false;
    v->is_unsigned = to_unsigned;
    return true;
}

static bool primary(parser *p, unsigned depth, value *v)
{
    const char op = p->t.kind == TOK_PUNCT ? p->t.punct : '\0';
    if (depth > MOST_DEPTH) return parse_error(p, parse_place(p), "constant is nested too deeply");
    if (parse_accept(p, '(')) return parenthesis(p, depth, v);
    if (op && strchr("+-~!", op)) {
        if (!parse_next(p) || !primary(p, depth + 1, v)) return false;
        if (op == '-') v->bits = 0 - v->bits;
        if (op == '~') *v = (value){~v->bits, true};
        if (op == '!') *v = (value){!v->bits, false};
        return true;
    }
    if (parse_warp_size_here(p)) *v = (value){WARP_LANES, false};
    else if (p->t.kind == TOK_INT) *v = (value){p->t.bits, p->t.is_unsigned};
    else return parse_unexpected(p, "an integer");
    return parse_next(p);
}

// Operators that bind more strongly than `level` do, behind *v.
static bool operators(parser *p, int level, unsigned depth, value *v)
{
    for (const binary *b = binary_here(p); b && b->level > level; b = binary_here(p)) {
        const place at = parse_place(p);
        value right;
        if (!parse_next(p) || (b->text[1] && !parse_next(p)) || !primary(p, depth + 1, &right))
            return false;
        if (!operators(p, b->level, depth + 1, &right) || !apply(p, at, b->op, v, right))
            return false;
    }
    return true;
}

// What may follow an operand: operators, and ? :
static bool rest(parser *p, unsigned depth, value *v)
{
    value yes, no;
    if (!operators(p, 0, depth, v)) return false;
    if (!parse_accept(p, '?')) return true;
    if (!expression(p, depth + 1, &yes) || !parse_expect(p, ':') || !expression(p, depth + 1, &no))
        return false;
    *v = (value){v->bits ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
    return true;
}

static bool expression(parser *p, unsigned depth, value *v)
{
    return primary(p, depth, v) && rest(p, depth, v);
}

bool parse_warp_size_here(const parser *p)
{
    return p->t.kind == TOK_IDENT && p->t.len == 7 && !memcmp(p->t.text, "WARP_SZ", 7);
}

bool parse_const(parser *p, int64_t *result)
{
    value v = {0, false};
    const bool good = expression(p, 0, &v);
    *result = (int64_t)v.bits;
    return good;
}

// ---- floating point, in double precision: + - * / and signs of decimal numbers

static bool real_sum(parser *p, unsigned depth, double *d);

static bool real_factor(parser *p, unsigned depth, double *d)
{
    const bool minus = parse_is(p, '-');
    if (depth > MOST_DEPTH) return parse_error(p, parse_place(p), "constant is nested too deeply");
    if (minus || parse_is(p, '+')) {
        if (!parse_next(p) || !real_factor(p, depth + 1, d)) return false;
        if (minus) *d = -*d;
        return true;
    }
    if (parse_accept(p, '(')) return real_sum(p, depth + 1, d) && parse_expect(p, ')');
    if (p->t.kind != TOK_FLOAT || p->t.single)
        return parse_unexpected(p, "a decimal number with a point");
    *d = p->t.real;
    return parse_next(p);
}

static bool real_product(parser *p, unsigned depth, double *d)
{
    double right;
    if (!real_factor(p, depth, d)) return false;
    while (parse_is(p, '*') || parse_is(p, '/')) {
        const bool divides = parse_is(p, '/');
        if (!parse_next(p) || !real_factor(p, depth, &right)) return false;
        *d = divides ? *d / right : *d * right;
    }
    return true;
}

static bool real_sum(parser *p, unsigned depth, double *d)
{
    double right;
    if (!real_product(p, depth, d)) return false;
    while (parse_is(p, '+') || parse_is(p, '-')) {
        const bool minus = parse_is(p, '-');
        if (!parse_next(p) || !real_product(p, depth, &right)) return false;
        *d = minus ? *d - right : *d + right;
    }
    return true;
}

// Does a decimal number stand here, behind signs and parentheses? (0f and 0d forms stand alone.)
static bool real_here(const parser *p)
{
    lexer ahead = p->lx;
    token t = p->t;
    while (t.kind == TOK_PUNCT && strchr("+-(", t.punct)) {
        if (!parse_peek(&ahead, &t)) return false;
    }
    return t.kind == TOK_FLOAT && !t.single && !t.exact;
}

bool parse_number(parser *p, operand *o)
{
    value v;
    o->at = parse_place(p);
    if (real_here(p)) {
        double d;
        if (!real_sum(p, 0, &d)) return false;
        o->kind = OPND_FLOAT;
        memcpy(&o->bits, &d, sizeof o->bits);
        return true;
    }
    const bool minus = parse_is(p, '-');
    if ((minus || parse_is(p, '+')) && !parse_next(p)) return false;
    o->kind = p->t.kind == TOK_FLOAT ? OPND_FLOAT : OPND_INT;
    if (o->kind == OPND_FLOAT) {
        o->single = p->t.single;
        o->bits = p->t.bits ^ (minus ? o->single ? 0x80000000u : 1ull << 63 : 0);
        return parse_next(p);
    }
    if (p->t.kind == TOK_IDENT && !parse_warp_size_here(p)) return parse_unexpected(p, "a number");
    if (!primary(p, 0, &v)) return false;
    if (minus) v.bits = 0 - v.bits;
    if (!rest(p, 0, &v)) return false;
    o->bits = v.bits;
    return true;
}
