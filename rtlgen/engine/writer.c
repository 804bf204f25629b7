// writer.c : see writer.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/writer.h"

#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const template_file *files;
    json_t *values;
    char *text;
    size_t len, room;
};

writer *writer_new(void) { return writer_new_of(rtlgen_templates); }

writer *writer_new_of(const template_file *files)
{
    writer *w = wl_calloc(1, sizeof *w);
    w->files = files;
    w->values = json_object();
    return w;
}

void writer_free(writer *w)
{
    if (!w) return;
    json_decref(w->values);
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

// Names of files and folders may be any bytes.
static json_t *text_of(const char *s) { return json_stringn_nocheck(s, strlen(s)); }

void writer_value(writer *w, const char *name, json_t *value)
{
    json_object_set_new(w->values, name, value);
}

void writer_set(writer *w, const char *name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = wl_format_v(fmt, ap);
    va_end(ap);
    writer_value(w, name, text_of(text));
    free(text);
}

void writer_flag(writer *w, const char *name, bool on) { writer_value(w, name, json_boolean(on)); }

void writer_add(json_t *item, const char *name, const char *text)
{
    json_object_set_new(item, name, text_of(text));
}

json_t *writer_item(const char *name, ...)
{
    json_t *item = json_object();
    va_list ap;
    va_start(ap, name);
    for (; name; name = va_arg(ap, const char *)) writer_add(item, name, va_arg(ap, const char *));
    va_end(ap);
    return item;
}

void writer_put(writer *w, const char *name)
{
    char *text = NULL;
    err e = {0};
    const int st = template_fill(w->files, name, w->values, TEMPLATE_TEXT, &text, &e);
    CHECK(st == ST_OK, "%s", e.text);
    append(w, text, strlen(text));
    free(text);
}

void writer_print(writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *text = wl_format_v(fmt, ap);
    va_end(ap);
    append(w, text, strlen(text));
    free(text);
}

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
        if (c)
            CHECK(depth > 0 && stack[--depth] == *c, "%s:%u: '%c' closes nothing", what, line, *c);
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

void writer_hand_over(writer *from, writer *to, const char *name)
{
    char *text = writer_take(from, NULL);
    writer_value(to, name, text_of(text));
    free(text);
    writer_free(from);
}
