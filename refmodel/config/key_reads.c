// key_reads.c: see key_reads.h. It knows no C grammar, only identifiers and the characters beside
// them, which is enough for a tree whose format a test holds.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/key_reads.h"

#include "base/outfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 4 << 20 };

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

char *key_reads_text(const char *root, const char *path)
{
    err e = {0};
    char *full = wl_format("%s/%s", root, path), *text = NULL;
    size_t bytes;
    if (infile_read(full, MOST_BYTES, &text, &bytes, &e) != ST_OK) text = NULL;
    err_free(&e);
    free(full);
    return text;
}

// Returns the end of the comment, string or character constant that begins at p, or p.
static char *skipped(char *p)
{
    if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
    if (*p != '"' && *p != '\'') return p;
    char *q = p + 1;
    while (*q && *q != *p) q += q[0] == '\\' && q[1] ? 2 : 1;
    return *q ? q + 1 : q;
}

static void blank_comments_and_strings(char *text)
{
    for (char *p = text; *p;) {
        char *end = skipped(p);
        if (end == p) p++;
        else
            while (p < end) *p++ = ' ';
    }
}

// The next occurrence of a whole identifier from p on, or NULL.
static const char *next_name(const char *text, const char *p, const char *name)
{
    const size_t n = strlen(name);
    while ((p = strstr(p, name)) != NULL) {
        if ((p == text || !in_name(p[-1])) && !in_name(p[n])) return p;
        p += n;
    }
    return NULL;
}

// The identifier that ends before p, as a length; *start is its first character.
static size_t name_before(const char *text, const char *p, const char **start)
{
    const char *q = p;
    while (q > text && in_name(q[-1])) q--;
    *start = q;
    return (size_t)(p - q);
}

static bool is_name(const char *at, size_t n, const char *name)
{
    return strlen(name) == n && strncmp(at, name, n) == 0;
}

static const char *member_of(const cfg_section *s)
{
    const char *dot = strrchr(s->path, '.');
    return dot ? dot + 1 : s->path;
}

// Whether the type that ends before p is the section's struct.
static bool is_section_type(const char *text, const char *p, const char *member)
{
    const char *at;
    size_t n = name_before(text, p, &at);
    if (n > 4 && strncmp(at, "cfg_", 4) == 0) return is_name(at + 4, n - 4, member);
    return n > 4 && strncmp(at + n - 4, "_cfg", 4) == 0 && is_name(at, n - 4, member);
}

// Whether the last declaration of pointer `name` before `use` is one to the section.
static bool points_to_section(const char *text, const char *use, const char *name,
                              const char *member)
{
    bool found = false;
    for (const char *p = text; (p = next_name(text, p, name)) != NULL && p < use; p++) {
        if (p - text >= 3 && p[-1] == '*' && p[-2] == ' ' && in_name(p[-3]))
            found = is_section_type(text, p - 2, member);
    }
    return found;
}

// Whether the text declares `name` as a copy of the section.
static bool declares_copy(const char *text, const char *name, const char *member)
{
    for (const char *p = text; (p = next_name(text, p, name)) != NULL; p++) {
        if (p - text >= 2 && p[-1] == ' ' && p[strlen(name)] == ';' &&
            is_section_type(text, p - 1, member))
            return true;
    }
    return false;
}

// The same for the headers that the file includes. `whole` is its text with the strings.
static bool header_declares_copy(const char *root, const char *whole, const char *name,
                                 const char *member)
{
    static const char directive[] = "\n#include \"";
    bool found = false;
    for (const char *p = whole; !found && (p = strstr(p, directive)) != NULL; p++) {
        const char *path = p + strlen(directive);
        char *file = wl_format("refmodel/%.*s", (int)strcspn(path, "\"\n"), path);
        char *text = key_reads_text(root, file);
        found = text && declares_copy(text, name, member);
        free(text);
        free(file);
    }
    return found;
}

// Whether the field's name at p stands behind something that is the section.
static bool is_read(const char *root, const char *whole, const char *text, const char *p,
                    const char *member)
{
    const bool arrow = p - text >= 2 && p[-1] == '>' && p[-2] == '-';
    if (!arrow && (p == text || p[-1] != '.')) return false;
    const char *at;
    const size_t n = name_before(text, p - (arrow ? 2 : 1), &at);
    const bool inside = at > text && (at[-1] == '.' || at[-1] == '>');
    if (!arrow && inside && is_name(at, n, member)) return true;
    char *name = wl_format("%.*s", (int)n, at);
    const bool reads = n && (arrow ? points_to_section(text, p, name, member)
                                   : inside && (declares_copy(text, name, member) ||
                                                header_declares_copy(root, whole, name, member)));
    free(name);
    return reads;
}

// c->SECTION as a whole, or with the parameter of a macro behind it
static bool reads_all(const char *text, const cfg_section *s)
{
    char *whole = wl_format("c->%s", member_of(s));
    bool all = false;
    for (const char *p = text; !all && (p = next_name(text, p, whole)) != NULL; p++) {
        const char *q = p + strlen(whole);
        all = *q == ')';
        if (*q != '.') continue;
        size_t n = 1;
        while (in_name(q[n])) n++;
        all = true;
        for (unsigned i = 0; all && i < s->n; i++) all = !is_name(q + 1, n - 1, s->rows[i].c_field);
    }
    free(whole);
    return all;
}

bool key_reads(const char *root, const char *path, const cfg_section *s, const cfg_row *r)
{
    char *whole = key_reads_text(root, path);
    if (!whole) return false;
    bool found = false;
    if (strstr(whole, r->c_field) || strstr(whole, member_of(s))) {
        char *text = wl_strdup(whole);
        blank_comments_and_strings(text);
        found = reads_all(text, s);
        for (const char *p = text; !found && (p = next_name(text, p, r->c_field)) != NULL; p++)
            found = is_read(root, whole, text, p, member_of(s));
        free(text);
    }
    free(whole);
    return found;
}
