// template.c : see template.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "reports/template.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOLE = 128, MAX_DEPTH = 16 };

typedef struct scope {
    const json_t *values;
    const struct scope *outer;
} scope;

typedef struct filler {
    const char *name, *text, *p;
    FILE *out;
    err *e;
    unsigned depth;
} filler;

static int wrong(const filler *f, const char *what, const char *hole)
{
    err_pos at = {.file = f->name, .line = 1};
    const char *start = f->text;
    for (const char *c = f->text; c < f->p; c++) {
        if (*c != '\n') continue;
        at.line++;
        start = c + 1;
    }
    at.col = (unsigned)(f->p - start) + 1;
    return err_add_at(f->e, ST_TOOL, &at, "{{%s}}: %s", hole, what);
}

// ---- values

static const json_t *member(const json_t *in, const char *key)
{
    if (json_is_array(in)) return json_array_get(in, (size_t)strtoul(key, NULL, 10));
    return json_object_get(in, key);
}

static const json_t *follow(const json_t *from, const char *path)
{
    char copy[HOLE], *rest = copy;
    snprintf(copy, sizeof copy, "%s", path);
    for (const char *key = strsep(&rest, "."); key && from; key = strsep(&rest, ".")) from = member(from, key);
    return from;
}

// The first scope, from the innermost, that has the value.
static const json_t *look_up(const scope *s, const char *path)
{
    if (strcmp(path, ".") == 0) return s->values;
    for (; s; s = s->outer) {
        const json_t *value = follow(s->values, path);
        if (value) return value;
    }
    return NULL;
}

static bool is_yes(const json_t *v)
{
    if (!v || json_is_null(v) || json_is_false(v)) return false;
    if (json_is_number(v)) return json_number_value(v) < 0 || json_number_value(v) > 0;
    if (json_is_string(v)) return *json_string_value(v) != '\0';
    if (json_is_array(v)) return json_array_size(v) > 0;
    return true;
}

static void put_escaped(FILE *out, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: fputc(*s, out);
        }
    }
}

// 1234567.5 -> "1,234,567.5"; format is the number of decimals, with a plus in front: the sign is always shown.
static void put_number(FILE *out, double value, const char *format)
{
    char digits[64];
    snprintf(digits, sizeof digits, *format == '+' ? "%+.*f" : "%.*f", atoi(format + (*format == '+')), value);
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        bool grouped = i > 0 && i < whole && (whole - i) % 3 == 0 && digits[i - 1] != '-' && digits[i - 1] != '+';
        if (grouped) fputc(',', out);
        fputc(digits[i], out);
    }
}

static int put_value(filler *f, const json_t *v, const char *format, const char *hole)
{
    if (json_is_number(v) && format) put_number(f->out, json_number_value(v), format);
    else if (json_is_integer(v)) put_number(f->out, (double)json_integer_value(v), "0");
    else if (json_is_real(v)) return wrong(f, "a number with a fraction needs its decimals, e.g. {{x:2}}", hole);
    else if (json_is_string(v) && !format) put_escaped(f->out, json_string_value(v));
    else return wrong(f, v ? "the value is of the wrong type" : "there is no such value", hole);
    return ST_OK;
}

static int fill_value(filler *f, const scope *s, const char *hole)
{
    char path[HOLE];
    bool raw = *hole == '&';
    snprintf(path, sizeof path, "%s", hole + raw);
    char *colon = strchr(path, ':');
    if (colon) *colon = '\0';
    const json_t *v = look_up(s, path);
    if (!raw) return put_value(f, v, colon ? colon + 1 : NULL, hole);
    if (!json_is_string(v)) return wrong(f, v ? "not a string" : "there is no such value", hole);
    fputs(json_string_value(v), f->out);
    return ST_OK;
}

// ---- blocks

// Copies text up to the next hole and takes the hole; "" at the end of the template.
static int next_hole(filler *f, bool silent, char hole[HOLE])
{
    const char *open = strstr(f->p, "{{");
    size_t plain = open ? (size_t)(open - f->p) : strlen(f->p);
    if (!silent) fwrite(f->p, 1, plain, f->out);
    f->p += plain;
    *hole = '\0';
    if (!open) return ST_OK;
    const char *close = strstr(open, "}}");
    if (!close || close - open - 2 >= HOLE || close == open + 2) return wrong(f, "a hole that does not end, is empty or too long", "");
    snprintf(hole, HOLE, "%.*s", (int)(close - open - 2), open + 2);
    return ST_OK;
}

static void leave_hole(filler *f) { f->p = strstr(f->p, "}}") + 2; }

static int block(filler *f, const scope *s, bool silent, char end[HOLE]);

static int fill_each(filler *f, const scope *s, bool silent, const char *hole)
{
    char end[HOLE];
    const json_t *items = silent ? NULL : look_up(s, hole + strlen("#each "));
    if (!silent && !json_is_array(items)) return wrong(f, "not an array", hole);
    leave_hole(f);
    const char *body = f->p;
    size_t n = json_array_size(items);
    for (size_t i = 0; i < n || i == 0; i++) {
        scope inner = {n ? json_array_get(items, i) : NULL, s};
        f->p = body;
        int st = block(f, &inner, n == 0, end);
        if (st) return st;
        if (strcmp(end, "/each") != 0) return wrong(f, "{{/each}} is missing", hole);
    }
    leave_hole(f);
    return ST_OK;
}

static int fill_if(filler *f, const scope *s, bool silent, const char *hole)
{
    char end[HOLE];
    bool yes = !silent && is_yes(look_up(s, hole + strlen("#if ")));
    leave_hole(f);
    int st = block(f, s, silent || !yes, end);
    if (st == ST_OK && strcmp(end, "else") == 0) {
        leave_hole(f);
        st = block(f, s, silent || yes, end);
    }
    if (st) return st;
    if (strcmp(end, "/if") != 0) return wrong(f, "{{/if}} is missing", hole);
    leave_hole(f);
    return ST_OK;
}

// Up to the hole that ends the block (it is left standing, its text in `end`; "" = the end of the template).
static int block(filler *f, const scope *s, bool silent, char end[HOLE])
{
    if (f->depth++ == MAX_DEPTH) return wrong(f, "blocks are nested too deep", "");
    for (;;) {
        int st = next_hole(f, silent, end);
        if (st) return st;
        if (!*end || *end == '/' || strcmp(end, "else") == 0) break;
        if (strncmp(end, "#each ", 6) == 0) st = fill_each(f, s, silent, end);
        else if (strncmp(end, "#if ", 4) == 0) st = fill_if(f, s, silent, end);
        else if (*end == '#') st = wrong(f, "unknown block", end);
        else {
            if (!silent) st = fill_value(f, s, end);
            leave_hole(f);
        }
        if (st) return st;
    }
    f->depth--;
    return ST_OK;
}

int template_fill(const char *name, const char *text, const json_t *values, char **html, err *e)
{
    char *page = NULL, end[HOLE];
    size_t bytes = 0;
    filler f = {.name = name, .text = text, .p = text, .out = wl_memstream(&page, &bytes), .e = e};
    scope top = {values, NULL};
    int st = block(&f, &top, false, end);
    if (st == ST_OK && *end) st = wrong(&f, "ends a block that was not begun", end);
    wl_memstream_end(f.out);
    if (st) free(page);
    else *html = page;
    return st;
}
