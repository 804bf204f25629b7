// key_reads.c: see key_reads.h. It knows no C grammar, only identifiers and the characters beside
// them, which is enough for a tree whose format a test holds.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/key_reads.h"

#include "base/outfile.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { MOST_BYTES = 4 << 20 };

// A file that was looked at.
typedef struct source {
    char *path;         // with the root
    char *whole, *text; // the file, and without comments and strings; NULL: there is none
    UT_hash_handle hh;
} source;
static source *sources; // all of them: several keys are asked of the same files

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

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

static source *new_source(char *path)
{
    err e = {0};
    size_t bytes;
    source *s = wl_calloc(1, sizeof *s);
    s->path = path;
    if (infile_read(path, MOST_BYTES, &s->whole, &bytes, &e) == ST_OK) {
        s->text = wl_strdup(s->whole);
        blank_comments_and_strings(s->text);
    } else s->whole = NULL;
    err_free(&e);
    HASH_ADD_KEYPTR(hh, sources, s->path, strlen(s->path), s);
    return s;
}

static const source *source_of(const char *root, const char *path)
{
    source *s;
    char *full = wl_format("%s/%s", root, path);
    HASH_FIND_STR(sources, full, s);
    if (!s) return new_source(full);
    free(full);
    return s;
}

const char *key_reads_text(const char *root, const char *path)
{
    return source_of(root, path)->whole;
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
        const char *text = key_reads_text(root, file);
        found = text && declares_copy(text, name, member);
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

// Whether the text reads the key itself. `whole` is the same with comments and strings.
static bool reads_itself(const key_reader *k, const char *whole, const char *text)
{
    bool found = reads_all(text, k->s);
    for (const char *p = text; !found && (p = next_name(text, p, k->r->c_field)) != NULL; p++)
        found = is_read(k->root, whole, text, p, member_of(k->s));
    return found;
}

static bool calls_reader(const key_reader *k, const char *text)
{
    bool found = false;
    for (unsigned i = 0; !found && i < k->n; i++) {
        const char *p = text, *name = k->functions[i];
        while (!found && (p = next_name(text, p, name)) != NULL) {
            p += strlen(name);
            found = *p == '(';
        }
    }
    return found;
}

// ---- inline functions

static bool is_known(const key_reader *k, const char *name)
{
    for (unsigned i = 0; i < k->n; i++) {
        if (strcmp(k->functions[i], name) == 0) return true;
    }
    return false;
}

// The name before the first parenthesis of a definition, malloc'd.
static char *defined_name(const char *definition)
{
    const char *at, *open = definition + strcspn(definition, "(");
    const size_t n = name_before(definition, open, &at);
    return wl_format("%.*s", (int)n, at);
}

// Adds the functions of a header that read the key. True if there is a new one.
static bool add_functions(key_reader *k, const char *path)
{
    static const char begin[] = "\nstatic inline ";
    const source *s = source_of(k->root, path);
    bool added = false;
    for (const char *p = s->text; p && (p = strstr(p, begin)) != NULL; p++) {
        const char *body = p + strcspn(p, "{"), *line = body + strcspn(body, "\n"),
                   *end = line[-1] == '}' ? line : strstr(line, "\n}");
        char *own = wl_format("%.*s", end ? (int)(end - p) : (int)strlen(p), p),
             *name = defined_name(own + strlen(begin));
        const char *inside = strchr(own, '{');
        const bool reads = inside && !is_known(k, name) &&
                           (reads_itself(k, s->whole, own) || calls_reader(k, inside));
        if (reads) {
            k->functions = wl_realloc(k->functions, (k->n + 1) * sizeof *k->functions);
            k->functions[k->n++] = name;
            added = true;
        } else free(name);
        free(own);
    }
    return added;
}

key_reader key_reader_of(const char *root, const cfg_section *s, const cfg_row *r)
{
    static const char *const folders[] = {"refmodel/config/*.h", "refmodel/config/ports/*.h"};
    key_reader k = {.root = root, .s = s, .r = r};
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
            char *pattern = wl_format("%s/%s", root, folders[i]);
            glob_t found;
            const bool any = glob(pattern, 0, NULL, &found) == 0;
            for (size_t n = 0; any && n < found.gl_pathc; n++)
                more |= add_functions(&k, found.gl_pathv[n] + strlen(root) + 1);
            if (any) globfree(&found);
            free(pattern);
        }
    }
    return k;
}

void key_reader_free(key_reader *k)
{
    while (k->n) free(k->functions[--k->n]);
    free(k->functions);
}

// ---- files

// Before the text is looked at closely: does it have any of the names?
static bool may_read(const key_reader *k, const char *whole)
{
    bool may = strstr(whole, k->r->c_field) || strstr(whole, member_of(k->s));
    for (unsigned i = 0; !may && i < k->n; i++) may = strstr(whole, k->functions[i]) != NULL;
    return may;
}

bool key_reads(const key_reader *k, const char *path)
{
    const source *s = source_of(k->root, path);
    return s->whole && may_read(k, s->whole) &&
           (reads_itself(k, s->whole, s->text) || calls_reader(k, s->text));
}
