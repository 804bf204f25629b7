// writer.c : see writer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/writer.h"

#include "base/err.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HOLES = 256, MAX_NESTING = 4 };

typedef struct hole {
    char *name, *text;
} hole;

struct writer {
    hole holes[MAX_HOLES];
    unsigned n_holes;
    char *text;
    size_t len, room;
};

writer *writer_new(void) { return wl_calloc(1, sizeof(writer)); }

void writer_free(writer *w)
{
    if (!w) return;
    for (unsigned i = 0; i < w->n_holes; i++) {
        free(w->holes[i].name);
        free(w->holes[i].text);
    }
    free(w->text);
    free(w);
}

static void append(writer *w, const char *s, size_t n)
{
    if (w->len + n + 1 > w->room) {
        w->room = 2 * (w->len + n + 1);
        w->text = wl_realloc(w->text, w->room);
    }
    memcpy(w->text + w->len, s, n);
    w->len += n;
    w->text[w->len] = '\0';
}

static hole *find(writer *w, const char *name, size_t n)
{
    for (unsigned i = 0; i < w->n_holes; i++) {
        if (strlen(w->holes[i].name) == n && memcmp(w->holes[i].name, name, n) == 0) return &w->holes[i];
    }
    return NULL;
}

void writer_set(writer *w, const char *name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = wl_format_v(fmt, ap);
    va_end(ap);
    hole *h = find(w, name, strlen(name));
    if (!h) {
        CHECK(w->n_holes < MAX_HOLES, "more than %d holes", MAX_HOLES);
        h = &w->holes[w->n_holes++];
        h->name = wl_strdup(name);
    }
    free(h->text);
    h->text = text;
}

void writer_flag(writer *w, const char *name, bool on) { writer_set(w, name, "%s", on ? "1" : ""); }

// The hole that begins at s ("@{NAME}"); *end is behind it.
static const char *hole_text(writer *w, const char *s, const char **end)
{
    const char *name = s + 2, *close = name;
    while (isupper((unsigned char)*close) || isdigit((unsigned char)*close) || *close == '_') close++;
    CHECK(*close == '}' && close > name, "hole without a name or an end: %.40s", s);
    hole *h = find(w, name, (size_t)(close - name));
    CHECK(h != NULL, "unfilled hole %.*s", (int)(close + 1 - s), s);
    *end = close + 1;
    return h->text;
}

static void put(writer *w, const char *tpl, const char *indent, size_t indent_len, unsigned nesting);

// Behind the marks at the begin of a line; *kept tells whether all of them hold.
static const char *read_marks(writer *w, const char *line, bool *kept)
{
    *kept = true;
    while (line[0] == '@' && (line[1] == '+' || line[1] == '-') && line[2] == '{') {
        bool wanted = line[1] == '+', set = *hole_text(w, line + 1, &line) != '\0';
        if (set != wanted) *kept = false;
    }
    return line;
}

// A line whose only content is a hole: its text becomes lines of the same indentation.
static const char *put_block(writer *w, const char *line, const char *outer, size_t outer_len, unsigned nesting)
{
    size_t own = strspn(line, " ");
    const char *end;
    if (strncmp(line + own, "@{", 2) != 0) return NULL;
    const char *text = hole_text(w, line + own, &end);
    if (*end != '\n') return NULL;
    char indent[128];
    CHECK(outer_len + own < sizeof indent, "indentation of %zu", outer_len + own);
    memcpy(indent, outer, outer_len);
    memset(indent + outer_len, ' ', own);
    put(w, text, indent, outer_len + own, nesting + 1);
    if (*text && text[strlen(text) - 1] != '\n') append(w, "\n", 1);
    return end + 1;
}

static const char *put_line(writer *w, const char *line, const char *indent, size_t indent_len, unsigned nesting)
{
    if (*line != '\n') append(w, indent, indent_len);
    while (*line && *line != '\n') {
        const char *stop = line + strcspn(line, "@\n");
        append(w, line, (size_t)(stop - line));
        line = stop;
        if (strncmp(line, "@{", 2) == 0) {
            put(w, hole_text(w, line, &line), "", 0, nesting + 1);
        } else if (*line == '@') {
            append(w, line++, 1);
        }
    }
    if (*line == '\n') append(w, line++, 1);
    return line;
}

static void put(writer *w, const char *tpl, const char *indent, size_t indent_len, unsigned nesting)
{
    CHECK(nesting <= MAX_NESTING, "holes nest deeper than %d: %.40s", MAX_NESTING, tpl);
    while (*tpl) {
        bool kept;
        tpl = read_marks(w, tpl, &kept);
        if (!kept) {
            tpl += strcspn(tpl, "\n");
            tpl += *tpl == '\n';
            continue;
        }
        const char *next = put_block(w, tpl, indent, indent_len, nesting);
        tpl = next ? next : put_line(w, tpl, indent, indent_len, nesting);
    }
}

void writer_put(writer *w, const char *tpl) { put(w, tpl, "", 0, 0); }

// Behind the comment or string that begins at s; s itself if none does.
static const char *skip_quiet(const char *s)
{
    if (s[0] == '/' && s[1] == '/') return s + strcspn(s, "\n");
    if (s[0] != '"') return s;
    for (s++; *s && *s != '"'; s++) s += s[0] == '\\' && s[1];
    return *s ? s + 1 : s;
}

static void check_balance(const char *text, const char *what)
{
    static const char open[] = "([{", close[] = ")]}";
    char stack[64];
    unsigned depth = 0, line = 1;
    for (const char *s = text; *s; s++) {
        const char *t = skip_quiet(s);
        if (t != s) {
            s = t - 1;
            continue;
        }
        const char *o = strchr(open, *s), *c = strchr(close, *s);
        line += *s == '\n';
        CHECK(depth < sizeof stack, "%s:%u: brackets nest too deep", what, line);
        if (o) stack[depth++] = close[o - open];
        if (c) CHECK(depth > 0 && stack[--depth] == *c, "%s:%u: '%c' closes nothing", what, line, *c);
    }
    CHECK(depth == 0, "%s: %u brackets stay open", what, depth);
}

char *writer_take(writer *w, const char *what)
{
    append(w, "", 0);
    if (what) check_balance(w->text, what);
    char *text = w->text;
    w->text = NULL;
    w->len = w->room = 0;
    return text;
}
