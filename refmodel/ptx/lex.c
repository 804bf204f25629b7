// lex.c : see lex.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/lex.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 160, MOST_DIGITS = 60 };

void lex_init(lexer *l, const char *file, const char *text, size_t bytes, err *e)
{
    *l = (lexer){.file = file,
                 .text = text,
                 .end = text + bytes,
                 .p = text,
                 .line = 1,
                 .line_start = text,
                 .e = e};
}

char *lex_source_line(const char *text, const char *end, uint32_t line)
{
    const char *p = text;
    for (; line > 1 && p; line--) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (p) p++;
    }
    if (!p || line == 0) return NULL;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    size_t n = (size_t)((stop ? stop : end) - p);
    if (n && p[n - 1] == '\r') n--;
    if (n > SHOWN) return NULL;
    char *copy = wl_calloc(n + 1, 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = ((unsigned char)p[i] < ' ' && p[i] != '\t') || p[i] == 0x7f ? '?' : p[i];
    return copy;
}

void lex_error(lexer *l, uint32_t line, uint32_t col, const char *fmt, ...)
{
    va_list ap;
    char *src = lex_source_line(l->text, l->end, line);
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    const err_pos pos = {.file = l->file, .line = line, .col = col, .src = src};
    err_add_at(l->e, ST_INPUT, &pos, "%s", message);
    free(message);
    free(src);
    l->failed = true;
    l->n_errors++;
}

static uint32_t column(const lexer *l, const char *p) { return (uint32_t)(p - l->line_start) + 1; }

static bool fail_here(lexer *l, const char *p, const char *message)
{
    lex_error(l, l->line, column(l, p), "%s", message);
    return false;
}

static void new_line(lexer *l)
{
    l->line++;
    l->line_start = l->p;
}

static void skip_line(lexer *l)
{
    while (l->p < l->end && *l->p != '\n') l->p++;
}

static bool skip_comment(lexer *l)
{
    uint32_t line = l->line, col = column(l, l->p);
    for (l->p += 2; l->p + 1 < l->end; l->p++) {
        if (l->p[0] == '*' && l->p[1] == '/') {
            l->p += 2;
            return true;
        }
        if (*l->p == '\n') {
            l->line++;
            l->line_start = l->p + 1;
        }
    }
    lex_error(l, line, col, "comment is not closed");
    return false;
}

// # 12 "file", #line 12: what a preprocessor leaves behind. Nothing else may begin with #.
static bool is_line_mark(const lexer *l)
{
    const char *p = l->line_start;
    while (p < l->p && (*p == ' ' || *p == '\t')) p++;
    if (p != l->p) return false;
    for (p++; p < l->end && (*p == ' ' || *p == '\t');) p++;
    const bool word = l->end - p > 4 && !memcmp(p, "line", 4) && (p[4] == ' ' || p[4] == '\t');
    return word || (p < l->end && isdigit((unsigned char)*p));
}

static bool skip_space(lexer *l)
{
    while (l->p < l->end) {
        char c = *l->p;
        if (c == '\n') {
            l->p++;
            new_line(l);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            l->p++;
        } else if ((c == '/' && l->p + 1 < l->end && l->p[1] == '/') ||
                   (c == '#' && is_line_mark(l))) {
            skip_line(l);
        } else if (c == '/' && l->p + 1 < l->end && l->p[1] == '*') {
            if (!skip_comment(l)) return false;
        } else {
            break;
        }
    }
    return true;
}

static bool name_char(int c) { return isalnum(c) || c == '_' || c == '$'; }

static const char *name_end(const lexer *l, const char *p)
{
    while (p < l->end && name_char((unsigned char)*p)) p++;
    return p;
}

// A modifier may hold "::" (L2::128B, shared::cta).
static const char *dot_end(const lexer *l, const char *p)
{
    p = name_end(l, p);
    while (p + 2 < l->end && p[0] == ':' && p[1] == ':' && name_char((unsigned char)p[2]))
        p = name_end(l, p + 2);
    return p;
}

static bool hex_float(lexer *l, token *t)
{
    unsigned digits = t->text[1] == 'f' || t->text[1] == 'F' ? 8 : 16, n = 0;
    uint64_t bits = 0;
    for (l->p += 2; l->p < l->end && isxdigit((unsigned char)*l->p); l->p++, n++) {
        int c = tolower((unsigned char)*l->p);
        bits = bits << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (n != digits) {
        return fail_here(l, t->text,
                         digits == 8 ? "0f needs 8 hexadecimal digits"
                                     : "0d needs 16 hexadecimal digits");
    }
    t->kind = TOK_FLOAT;
    t->single = digits == 8;
    t->exact = true;
    t->bits = bits;
    return true;
}

static bool decimal_float(lexer *l, token *t, const char *stop)
{
    char buf[MOST_DIGITS + 1];
    size_t n = (size_t)(stop - t->text);
    if (n > MOST_DIGITS) return fail_here(l, t->text, "number is too long");
    memcpy(buf, t->text, n);
    buf[n] = '\0';
    t->kind = TOK_FLOAT;
    t->real = strtod(buf, NULL);
    memcpy(&t->bits, &t->real, sizeof t->bits);
    l->p = stop;
    return true;
}

// The end of a decimal number with a point or an exponent that starts at p; NULL if it has neither.
static const char *float_end(const lexer *l, const char *p)
{
    while (p < l->end && isdigit((unsigned char)*p)) p++;
    bool real = p < l->end && *p == '.';
    if (real) p++;
    while (real && p < l->end && isdigit((unsigned char)*p)) p++;
    if (p < l->end && (*p == 'e' || *p == 'E')) {
        const char *q = p + 1;
        if (q < l->end && (*q == '+' || *q == '-')) q++;
        if (q < l->end && isdigit((unsigned char)*q)) {
            while (q < l->end && isdigit((unsigned char)*q)) q++;
            return q;
        }
    }
    return real ? p : NULL;
}

static int digit_value(char c)
{
    if (isdigit((unsigned char)c)) return c - '0';
    int lower = tolower((unsigned char)c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

static bool integer(lexer *l, token *t)
{
    unsigned base = 10;
    const char *p = t->text;
    if (*p == '0' && p + 1 < l->end) {
        int c = tolower((unsigned char)p[1]);
        base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
        p += c == 'x' || c == 'b' ? 2 : 1;
    }
    bool any = base == 10 || base == 8, over = false;
    uint64_t v = 0;
    for (; p < l->end && digit_value(*p) < (int)base; p++, any = true) {
        over |= v > (UINT64_MAX - (uint64_t)digit_value(*p)) / base;
        v = v * base + (uint64_t)digit_value(*p);
    }
    t->is_unsigned = v >> 63 || (p < l->end && *p == 'U');
    if (p < l->end && *p == 'U') p++;
    if (!any || (p < l->end && name_char((unsigned char)*p)))
        return fail_here(l, t->text, "malformed number");
    if (over) return fail_here(l, t->text, "number does not fit 64 bits");
    t->kind = TOK_INT;
    t->bits = v;
    l->p = p;
    return true;
}

static bool number(lexer *l, token *t)
{
    if (*l->p == '0' && l->p + 1 < l->end && strchr("fFdD", l->p[1])) return hex_float(l, t);
    bool hex = *l->p == '0' && l->p + 1 < l->end && (l->p[1] == 'x' || l->p[1] == 'X');
    const char *stop = hex ? NULL : float_end(l, l->p);
    return stop ? decimal_float(l, t, stop) : integer(l, t);
}

static bool string(lexer *l, token *t)
{
    t->kind = TOK_STRING;
    t->text = ++l->p;
    while (l->p < l->end && *l->p != '"' && *l->p != '\n')
        l->p += *l->p == '\\' && l->p + 1 < l->end && l->p[1] != '\n' ? 2 : 1;
    if (l->p >= l->end || *l->p != '"') return fail_here(l, t->text - 1, "string is not closed");
    t->len = (uint32_t)(l->p++ - t->text);
    return true;
}

static bool word(lexer *l, token *t, tok_kind kind, const char *from)
{
    t->kind = kind;
    t->text = from;
    l->p = kind == TOK_DOT ? dot_end(l, from) : name_end(l, from + (*from == '%'));
    t->len = (uint32_t)(l->p - from);
    return true;
}

static bool punctuation(lexer *l, token *t)
{
    unsigned char c = (unsigned char)*l->p;
    if (!c) return fail_here(l, l->p, "NUL byte: this is not a text file");
    if (!strchr("{}()[]<>,;:@!|+-*/%&^~=?", c)) {
        lex_error(l, l->line, column(l, l->p),
                  isprint(c) ? "'%c' has no meaning in PTX" : "byte 0x%02x has no meaning in PTX",
                  c);
        return false;
    }
    t->kind = TOK_PUNCT;
    t->punct = *l->p++;
    t->len = 1;
    return true;
}

bool lex_next(lexer *l, token *t)
{
    bool glued =
        l->p > l->text &&
        name_char((unsigned char)l->p[-1]); // .128B after a name is a modifier, else a number
    const char *before = l->p;
    if (!skip_space(l)) return false;
    glued = glued && before == l->p;
    *t = (token){.text = l->p, .line = l->line, .col = column(l, l->p)};
    if (l->p >= l->end) return true;
    unsigned char c = (unsigned char)*l->p, next = l->p + 1 < l->end ? (unsigned char)l->p[1] : 0;
    if (isdigit(c)) return number(l, t);
    if (isalpha(c) || c == '_' || c == '$' ||
        (c == '%' && (isalpha(next) || next == '_' || next == '$'))) {
        return word(l, t, TOK_IDENT, l->p);
    }
    if (c == '.' && (isalpha(next) || next == '_' || (glued && isdigit(next))))
        return word(l, t, TOK_DOT, l->p + 1);
    if (c == '.' && isdigit(next)) return number(l, t);
    if (c == '"') return string(l, t);
    return punctuation(l, t);
}
