// template.c : see template.h. Templates are interpreted as they are read; what is not shown is
// read all the same, silently.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/template.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 512, INDENT = 128, MAX_DEPTH = 16 };

// Values by name: those of the caller, without a name of their own, outermost.
typedef struct scope {
    const char *name; // of the one value; NULL: value is an object of all
    const json_t *value;
    const struct scope *outer;
} scope;

// A template that is read, up to p.
typedef struct source {
    const char *name, *text, *p;
} source;

typedef struct filler {
    const template_file *files;
    template_kind kind;
    FILE *out;
    bool line_begins; // in what was put
    char indent[INDENT];
    unsigned depth;
    err *e;
} filler;

typedef enum word_kind { NOTHING, IF, ELSE_IF, ELSE, END, FOR, USE } word_kind;

// A word that begins or ends a block, and what stands behind it.
typedef struct directive {
    word_kind kind;
    const char *at;
    char rest[WORD];
} directive;

static int wrong(const filler *f, const source *s, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static int wrong(const filler *f, const source *s, const char *at, const char *fmt, ...)
{
    err_pos pos = {.file = s->name, .line = 1};
    const char *start = s->text;
    for (const char *c = s->text; c < at; c++) {
        if (*c != '\n') continue;
        pos.line++;
        start = c + 1;
    }
    pos.col = (unsigned)(at - start) + 1;
    va_list ap;
    va_start(ap, fmt);
    char *what = wl_format_v(fmt, ap);
    va_end(ap);
    const size_t hole = strncmp(at, "@{", 2) == 0 && at[strcspn(at, "}\n")] == '}'
                            ? strcspn(at, "}") + 1
                            : strcspn(at, "\n");
    const int st = err_add_at(f->e, ST_TOOL, &pos, "%.*s: %s", (int)hole, at, what);
    free(what);
    return st;
}

// ---- values

static const json_t *member(const json_t *in, const char *key)
{
    if (json_is_array(in)) return json_array_get(in, (size_t)strtoul(key, NULL, 10));
    return json_object_get(in, key);
}

// NULL: there is no such value.
static const json_t *look_up(const scope *in, const char *path)
{
    char copy[WORD], *rest = copy;
    snprintf(copy, sizeof copy, "%s", path);
    const char *key = strsep(&rest, ".");
    while (in->name && strcmp(in->name, key) != 0) in = in->outer;
    const json_t *value = in->name ? in->value : member(in->value, key);
    for (key = strsep(&rest, "."); key && value; key = strsep(&rest, "."))
        value = member(value, key);
    return value;
}

static bool is_yes(const json_t *v)
{
    if (!v || json_is_null(v) || json_is_false(v)) return false;
    if (json_is_number(v)) return json_number_value(v) < 0 || json_number_value(v) > 0;
    if (json_is_string(v)) return *json_string_value(v) != '\0';
    if (json_is_array(v)) return json_array_size(v) > 0;
    return !json_is_object(v) || json_object_size(v) > 0;
}

static int judge_term(filler *f, const source *s, const directive *d, const scope *in,
                      const char *term, bool *yes)
{
    char name[WORD];
    const bool negated = *term == '!';
    snprintf(name, sizeof name, "%s", term + negated);
    char *mark = strchr(name, '?');
    if (mark) *mark = '\0';
    const json_t *v = look_up(in, name);
    if (!v && !mark) return wrong(f, s, d->at, "there is no value %s", name);
    *yes = is_yes(v) != negated;
    return ST_OK;
}

// A && !B || C
static int judge(filler *f, const source *s, const directive *d, const scope *in, bool *yes)
{
    char copy[WORD], *rest = copy;
    bool all = true;
    *yes = false;
    snprintf(copy, sizeof copy, "%s", d->rest);
    for (char *term = strsep(&rest, " "); term; term = strsep(&rest, " ")) {
        bool one = false;
        const char *sign = strsep(&rest, " ");
        const bool joins = sign && rest && (strcmp(sign, "&&") == 0 || strcmp(sign, "||") == 0);
        if (!*term || (sign && !joins)) return wrong(f, s, d->at, "is no condition");
        const int st = judge_term(f, s, d, in, term, &one);
        if (st) return st;
        all = all && one;
        if (sign && sign[0] == '&') continue;
        *yes = *yes || all;
        all = true;
    }
    return ST_OK;
}

// ---- output

// The indentation stands before every line that is not empty.
static void put(filler *f, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (f->line_begins && s[i] != '\n') fputs(f->indent, f->out);
        fputc(s[i], f->out);
        f->line_begins = s[i] == '\n';
    }
}

static void put_text(filler *f, const char *s) { put(f, s, strlen(s)); }

static void put_escaped(filler *f, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '&': put_text(f, "&amp;"); break;
        case '<': put_text(f, "&lt;"); break;
        case '>': put_text(f, "&gt;"); break;
        case '"': put_text(f, "&quot;"); break;
        case '\'': put_text(f, "&#39;"); break;
        default: put(f, s, 1);
        }
    }
}

// 1234567.5 -> "1,234,567.5" on a page; format is the number of decimals, with a plus in front: the
// sign is always shown.
static void put_number(filler *f, double value, const char *format)
{
    char digits[64];
    snprintf(digits, sizeof digits, *format == '+' ? "%+.*f" : "%.*f",
             atoi(format + (*format == '+')), value);
    const size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++) {
        bool grouped = i > 0 && i < whole && (whole - i) % 3 == 0 && digits[i - 1] != '-' &&
                       digits[i - 1] != '+';
        if (grouped && f->kind == TEMPLATE_HTML) put_text(f, ",");
        put(f, digits + i, 1);
    }
}

static bool widen_indent(filler *f, size_t by)
{
    const size_t n = strlen(f->indent);
    if (n + by >= INDENT) return false;
    memset(f->indent + n, ' ', by);
    f->indent[n + by] = '\0';
    return true;
}

// ---- holes

static int put_value(filler *f, const source *s, const char *at, const json_t *v,
                     const char *format, bool raw)
{
    if (!v) return wrong(f, s, at, "there is no such value");
    if (json_is_string(v) && !format) {
        if (raw || f->kind == TEMPLATE_TEXT) put_text(f, json_string_value(v));
        else put_escaped(f, json_string_value(v));
        return ST_OK;
    }
    if (raw || !json_is_number(v)) return wrong(f, s, at, "the value is of the wrong type");
    if (json_is_real(v) && !format)
        return wrong(f, s, at, "a number with a fraction needs its decimals, e.g. @{x:2}");
    put_number(f, json_number_value(v), format ? format : "0");
    return ST_OK;
}

static int fill_hole(filler *f, const source *s, const char *at, char *hole, const scope *in)
{
    const bool raw = *hole == '&';
    char *colon = strchr(hole, ':');
    if (colon) *colon++ = '\0';
    return put_value(f, s, at, look_up(in, hole + raw), colon, raw);
}

// Behind the hole at s->p, whose inside is put in `hole`.
static int read_hole(filler *f, source *s, char hole[WORD])
{
    const char *from = s->p + 2, *close = from + strcspn(from, "}\n");
    if (*close != '}' || close == from || close - from >= WORD)
        return wrong(f, s, s->p, "a hole that is empty, too long or not closed");
    snprintf(hole, WORD, "%.*s", (int)(close - from), from);
    s->p = close + 1;
    return ST_OK;
}

// ---- words

// "else if A": kind and what stands behind it; false: no such word.
static bool read_word(const char *text, directive *d)
{
    static const struct {
        const char *word;
        word_kind kind;
        bool alone;
    } words[] = {{"if ", IF, false}, {"else if ", ELSE_IF, false}, {"else", ELSE, true},
                 {"end", END, true}, {"for ", FOR, false},         {"use ", USE, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t n = strlen(words[i].word);
        if (strncmp(text, words[i].word, n) != 0 || (words[i].alone && text[n])) continue;
        d->kind = words[i].kind;
        snprintf(d->rest, sizeof d->rest, "%s", text + n);
        return true;
    }
    return false;
}

// A line that is a word, at its begin; *is: it was one, and is behind us. One for the reader leaves
// d as it is.
static int read_line(filler *f, source *s, directive *d, bool *is)
{
    const char *word = s->p + strspn(s->p, " ");
    char text[WORD];
    *is = *word == '@' && (islower((unsigned char)word[1]) || strncmp(word, "@//", 3) == 0);
    if (!*is) return ST_OK;
    const size_t n = strcspn(word, "\n");
    if (word[1] != '/') {
        d->at = word;
        snprintf(text, sizeof text, "%.*s", (int)(n - 1), word + 1);
        if (n >= WORD || !read_word(text, d))
            return wrong(f, s, word, "is no word of templates (if, else, end, for, use)");
    }
    s->p = word + n + (word[n] == '\n');
    return ST_OK;
}

// A hole alone on its line; *is: it was one, and is behind us.
static int read_block_hole(filler *f, source *s, const scope *in, bool silent, bool *is)
{
    const size_t indent = strspn(s->p, " "), before = strlen(f->indent);
    const char *at = s->p + indent, *close = at + strcspn(at, "}\n");
    char hole[WORD];
    directive none;
    *is = strncmp(at, "@{", 2) == 0 && close[0] == '}' && close[1] == '\n';
    if (!*is) return ST_OK;
    source inner = {s->name, s->text, at};
    int st = read_hole(f, &inner, hole);
    *is = st || !read_word(hole, &none);
    if (st || !*is) return st;
    if (!silent && !widen_indent(f, indent)) st = wrong(f, s, at, "is indented too far");
    if (!silent && !st) st = fill_hole(f, s, at, hole, in);
    f->indent[before] = '\0';
    if (!silent && !st && !f->line_begins) put_text(f, "\n");
    s->p = close + 2;
    return st;
}

// Text up to the next word, holes filled; d->kind is NOTHING at the end of the template.
static int read_text(filler *f, source *s, const scope *in, bool silent, directive *d)
{
    char hole[WORD];
    *d = (directive){.kind = NOTHING, .at = s->p};
    while (*s->p) {
        bool is = false;
        if (s->p == s->text || s->p[-1] == '\n') {
            int st = read_line(f, s, d, &is);
            if (st || d->kind != NOTHING) return st;
            if (!is) st = read_block_hole(f, s, in, silent, &is);
            if (st) return st;
            if (is) continue;
        }
        const char *at = s->p;
        if (strncmp(at, "@{", 2) == 0) {
            int st = read_hole(f, s, hole);
            d->at = at;
            if (st) return st;
            if (read_word(hole, d))
                return d->kind == USE ? wrong(f, s, at, "stands within a line") : ST_OK;
            if (!silent) st = fill_hole(f, s, at, hole, in);
            if (st) return st;
            continue;
        }
        if (strncmp(at, "@\\\n", 3) == 0) {
            s->p += 3 + strspn(at + 3, " ");
            continue;
        }
        const size_t n = *at == '@' ? 1 : strcspn(at, "@\n") + (at[strcspn(at, "@\n")] == '\n');
        if (!silent) put(f, at, n);
        s->p += n + (strncmp(at, "@@", 2) == 0);
    }
    return ST_OK;
}

// ---- blocks

static int block(filler *f, source *s, const scope *in, bool silent, directive *stop);

// A block that `end` must close.
static int closed(filler *f, source *s, const scope *in, bool silent, const directive *open,
                  directive *stop)
{
    const int st = block(f, s, in, silent, stop);
    if (st) return st;
    return stop->kind == NOTHING ? wrong(f, s, open->at, "is not closed by an end") : ST_OK;
}

static int fill_if(filler *f, source *s, const scope *in, bool silent, const directive *open)
{
    directive stop = *open;
    bool done = false;
    do {
        bool yes = stop.kind == ELSE;
        int st = yes || silent || done ? ST_OK : judge(f, s, &stop, in, &yes);
        const word_kind kind = stop.kind;
        if (st == ST_OK) st = closed(f, s, in, silent || done || !yes, open, &stop);
        if (st) return st;
        if (kind == ELSE && stop.kind != END) return wrong(f, s, stop.at, "stands behind an else");
        done = done || yes;
    } while (stop.kind != END);
    return ST_OK;
}

static int fill_for(filler *f, source *s, const scope *in, bool silent, const directive *open)
{
    char name[WORD], list[WORD];
    directive stop;
    if (sscanf(open->rest, "%511s in %511s", name, list) != 2)
        return wrong(f, s, open->at, "is not `for NAME in LIST`");
    const json_t *items = silent ? NULL : look_up(in, list);
    if (!silent && !json_is_array(items))
        return wrong(f, s, open->at, items ? "is no list" : "there is no such value");
    const char *body = s->p;
    const size_t n = json_array_size(items);
    for (size_t i = 0; i < n || i == 0; i++) {
        const scope inner = {name, n ? json_array_get(items, i) : NULL, in};
        s->p = body;
        const int st = closed(f, s, &inner, n == 0, open, &stop);
        if (st) return st;
        if (stop.kind != END) return wrong(f, s, stop.at, "stands in no if");
    }
    return ST_OK;
}

static const template_file *find(const template_file *files, const char *name)
{
    while (files->name && strcmp(files->name, name) != 0) files++;
    return files->name ? files : NULL;
}

static int whole(filler *f, const template_file *t, const scope *in)
{
    source s = {t->name, t->text, t->text};
    directive stop;
    const int st = block(f, &s, in, false, &stop);
    return st || stop.kind == NOTHING ? st : wrong(f, &s, stop.at, "closes nothing");
}

// The template's own values: A=text, one after the other.
static int use_with(filler *f, const source *s, const directive *d, const template_file *t,
                    char *rest, const scope *in)
{
    const char *name = strsep(&rest, " "), *text = name ? strchr(name, '=') : NULL;
    if (!name) return whole(f, t, in);
    if (!text) return wrong(f, s, d->at, "%s is not NAME=text", name);
    char *own = wl_format("%.*s", (int)(text - name), name);
    json_t *value = json_stringn_nocheck(text + 1, strlen(text + 1));
    const scope inner = {own, value, in};
    const int st = use_with(f, s, d, t, rest, &inner);
    json_decref(value);
    free(own);
    return st;
}

static int fill_use(filler *f, const source *s, const scope *in, const directive *d)
{
    char copy[WORD], *rest = copy;
    snprintf(copy, sizeof copy, "%s", d->rest);
    const char *name = strsep(&rest, " "), *line = d->at;
    const size_t before = strlen(f->indent);
    const template_file *t = find(f->files, name);
    if (!t) return wrong(f, s, d->at, "there is no template %s", name);
    while (line > s->text && line[-1] == ' ') line--;
    if (!widen_indent(f, (size_t)(d->at - line))) return wrong(f, s, d->at, "is indented too far");
    const int st = use_with(f, s, d, t, rest, in);
    f->indent[before] = '\0';
    return st;
}

// Up to the word that ends the block, or the end of the template: *stop.
static int block(filler *f, source *s, const scope *in, bool silent, directive *stop)
{
    if (f->depth++ == MAX_DEPTH) return wrong(f, s, s->p, "blocks are nested too deep");
    for (;;) {
        int st = read_text(f, s, in, silent, stop);
        if (st) return st;
        const directive d = *stop;
        if (d.kind == IF) st = fill_if(f, s, in, silent, &d);
        else if (d.kind == FOR) st = fill_for(f, s, in, silent, &d);
        else if (d.kind != USE) break;
        else if (!silent) st = fill_use(f, s, in, &d);
        if (st) return st;
    }
    f->depth--;
    return ST_OK;
}

int template_fill(const template_file *files, const char *name, const json_t *values,
                  template_kind kind, char **text, err *e)
{
    char *made = NULL;
    size_t bytes = 0;
    const template_file *t = find(files, name);
    if (!t) return err_add(e, ST_TOOL, "there is no template %s", name);
    filler f = {.files = files,
                .kind = kind,
                .out = wl_memstream(&made, &bytes),
                .line_begins = true,
                .e = e};
    const scope top = {NULL, values, NULL};
    const int st = whole(&f, t, &top);
    wl_memstream_end(f.out);
    if (st) free(made);
    else *text = made;
    return st;
}
