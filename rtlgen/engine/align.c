// align.c : see align.h. Templates hold names and numbers whose lengths differ from configuration
// to configuration, so that no template can align its own comments.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/align.h"

#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct line {
    const char *text;
    size_t len, indent;
    size_t code;    // characters up to the comment, without the spaces before it; 0: there is no
                    // trailing comment
    size_t comment; // characters of the comment
} line;

// Where a // comment begins in s[0..n), or n.
static size_t find_comment(const char *s, size_t n)
{
    bool quoted = false;
    for (size_t i = 0; i < n; i++) {
        if (quoted && s[i] == '\\') i++;
        else if (s[i] == '"') quoted = !quoted;
        else if (!quoted && s[i] == '/' && i + 1 < n && s[i + 1] == '/') return i;
    }
    return n;
}

static line read_line(const char *s)
{
    line l = {.text = s, .len = strcspn(s, "\n")};
    while (l.indent < l.len && s[l.indent] == ' ') l.indent++;
    size_t at = find_comment(s, l.len);
    if (at == l.len || at == l.indent) return l;
    l.comment = l.len - at;
    l.code = at;
    while (s[l.code - 1] == ' ') l.code--;
    return l;
}

static bool same_paragraph(const line *a, const line *b)
{
    return a->len && b->len && a->indent == b->indent;
}

// The column of a paragraph's comments: behind its longest code that leaves room for all of them.
static size_t column_of(line first)
{
    size_t column = 0, comment = 0;
    for (line l = first, before = first; same_paragraph(&before, &l);
         before = l, l = read_line(l.text + l.len + 1)) {
        if (l.code && l.comment > comment && l.code + 1 + l.comment <= ALIGN_COLUMNS)
            comment = l.comment;
        if (l.text[l.len] == '\0') break;
    }
    for (line l = first, before = first; same_paragraph(&before, &l);
         before = l, l = read_line(l.text + l.len + 1)) {
        if (l.code && l.code + 1 > column && l.code + 1 + comment <= ALIGN_COLUMNS)
            column = l.code + 1;
        if (l.text[l.len] == '\0') break;
    }
    return column;
}

// A comment that fills its lines, broken at spaces; s begins with its slashes.
static void put_comment(FILE *f, size_t indent, const char *s, size_t n)
{
    const size_t gap = 2 + strspn(s + 2, " "), room = ALIGN_COLUMNS - indent - gap;
    for (s += gap, n -= gap; n > room;) {
        size_t k = room;
        while (k > 1 && s[k] != ' ') k--;
        if (k == 1) break; // one word
        fprintf(f, "%*s//%*s%.*s\n", (int)indent, "", (int)gap - 2, "", (int)k, s);
        s += k + 1;
        n -= k + 1;
    }
    fprintf(f, "%*s//%*s%.*s", (int)indent, "", (int)gap - 2, "", (int)n, s);
}

static void put_line(FILE *f, const line *l, size_t column)
{
    const char *comment = l->text + l->len - l->comment;
    if (l->code && l->code + 1 + l->comment > ALIGN_COLUMNS) {
        put_comment(f, l->indent, comment, l->comment);
        fprintf(f, "\n%.*s", (int)l->code, l->text);
    } else if (l->code) {
        size_t gap =
            l->code < column && column + l->comment <= ALIGN_COLUMNS ? column - l->code : 1;
        fprintf(f, "%.*s%*s%.*s", (int)l->code, l->text, (int)gap, "", (int)l->comment, comment);
    } else if (strncmp(l->text + l->indent, "//", 2) == 0) {
        put_comment(f, l->indent, l->text + l->indent, l->len - l->indent);
    } else {
        fwrite(l->text, 1, l->len, f);
    }
}

char *align_comments(const char *text)
{
    char *aligned = NULL;
    size_t bytes, column = 0;
    line before = {.text = NULL};
    FILE *f = wl_memstream(&aligned, &bytes);
    for (const char *s = text; *s;) {
        line l = read_line(s);
        if (!before.text || !same_paragraph(&before, &l)) column = column_of(l);
        put_line(f, &l, column);
        before = l;
        s += l.len;
        if (*s == '\n') fputc(*s++, f);
    }
    wl_memstream_end(f);
    return aligned;
}
