// liberty_tree.c: see liberty_tree.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/liberty_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

// Skips white space, comments, stray semicolons and the backslashes that continue lines.
static const char *skip_space(const char *p)
{
    for (;;) {
        if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            p = end ? end + 2 : p + strlen(p);
        } else if (isspace((unsigned char)*p) || *p == '\\' || *p == ';') {
            p++;
        } else {
            return p;
        }
    }
}

static const char *skip_string(const char *p)
{
    const char *end = strchr(p + 1, '"');
    return end ? end + 1 : p + strlen(p);
}

static lib_slice trimmed(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from)) from++;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    const char *inner =
        from < to && *from == '"' ? memchr(from + 1, '"', (size_t)(to - from - 1)) : NULL;
    if (inner && inner == to - 1) return (lib_slice){from + 1, (size_t)(inner - from - 1)};
    return (lib_slice){from, (size_t)(to - from)};
}

// Up to one of `ends` outside of strings.
static const char *value_end(const char *p, const char *ends)
{
    while (*p && !strchr(ends, *p)) p = *p == '"' ? skip_string(p) : p + 1;
    return p;
}

static const char *read_nodes(const char *p, lib_node **last, unsigned depth);

// A node that begins at p; NULL: no node does.
static const char *read_node(const char *p, lib_node **into, unsigned depth)
{
    const char *name = p;
    while (*p && !strchr(":({};\"", *p) && !isspace((unsigned char)*p)) p++;
    lib_node *n = *into = wl_calloc(1, sizeof *n);
    n->name = (lib_slice){name, (size_t)(p - name)};
    p = skip_space(p);
    if (*p == ':') {
        const char *end = value_end(p + 1, ";\n}");
        n->value = trimmed(p + 1, end);
        return end;
    }
    if (*p != '(') return NULL;
    const char *end = value_end(p + 1, ")");
    if (*end != ')') return NULL;
    n->value = trimmed(p + 1, end);
    p = skip_space(end + 1);
    if (*p != '{') return p;
    n->is_group = true;
    p = depth < DEEPEST ? read_nodes(p + 1, &n->children, depth + 1) : NULL;
    return p && *p == '}' ? p + 1 : NULL;
}

static const char *read_nodes(const char *p, lib_node **last, unsigned depth)
{
    for (p = skip_space(p); *p && *p != '}'; p = skip_space(p)) {
        p = read_node(p, last, depth);
        if (!p) return NULL;
        last = &(*last)->next;
    }
    return p;
}

int liberty_tree_read(const char *path, const char *text, lib_node **root, err *e)
{
    *root = NULL;
    const char *end = read_nodes(text, root, 0);
    if (end && !*end && *root && (*root)->is_group && lib_is((*root)->name, "library"))
        return ST_OK;
    liberty_tree_free(*root);
    *root = NULL;
    return err_add(e, ST_INPUT, "%s: not a Liberty file: it does not hold one library group", path);
}

void liberty_tree_free(lib_node *root)
{
    for (lib_node *next; root; root = next) {
        next = root->next;
        liberty_tree_free(root->children);
        free(root);
    }
}

bool lib_is(lib_slice s, const char *text)
{
    return strlen(text) == s.n && memcmp(s.at, text, s.n) == 0;
}

static const lib_node *first_named(const lib_node *n, const char *name)
{
    while (n && !lib_is(n->name, name)) n = n->next;
    return n;
}

const lib_node *lib_child(const lib_node *of, const char *name)
{
    return first_named(of->children, name);
}

const lib_node *lib_next(const lib_node *after, const char *name)
{
    return first_named(after->next, name);
}

char *lib_text(const lib_node *of, const char *name)
{
    const lib_node *n = lib_child(of, name);
    return n ? wl_format("%.*s", (int)n->value.n, n->value.at) : NULL;
}

double lib_number(const lib_node *of, const char *name, double otherwise)
{
    const lib_node *n = lib_child(of, name);
    return n ? strtod(n->value.at, NULL) : otherwise;
}

unsigned lib_numbers(lib_slice s, double **list)
{
    const char *p = s.at, *to = s.at + s.n;
    unsigned n = 0, room = 0;
    *list = NULL;
    while (p < to) {
        char *end;
        const double d = strtod(p, &end);
        if (end == p || end > to) {
            p++;
            continue;
        }
        if (n == room) *list = wl_realloc(*list, (room = room ? 2 * room : 8) * sizeof **list);
        (*list)[n++] = d;
        p = end;
    }
    return n;
}
