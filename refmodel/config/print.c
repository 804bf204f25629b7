// print.c: writes a configuration as canonical YAML, and makes its digests from that text.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/config.h"
#include "config/rows.h"

#include <stdlib.h>
#include <string.h>

static void indent(FILE *f, unsigned depth) { fprintf(f, "%*s", (int)(2 * depth), ""); }

// Opens the mappings of `path` that are not open already from the section before; returns how deep
// its keys stand.
static unsigned open_section(FILE *f, const char *before, const char *path)
{
    unsigned depth = 0;
    bool same = true;
    while (*path) {
        size_t n = strcspn(path, "."), m = strcspn(before, ".");
        same = same && n == m && strncmp(path, before, n) == 0;
        if (!same) {
            indent(f, depth);
            fprintf(f, "%.*s:\n", (int)n, path);
        }
        path += n + (path[n] == '.');
        before += m + (before[m] == '.');
        depth++;
    }
    return depth;
}

static void print_section(FILE *f, const config *c, const char *before, const cfg_section *s)
{
    unsigned depth = open_section(f, before, s->path);
    for (unsigned k = 0; k < s->n; k++) {
        char *text = cfg_text(c, &s->rows[k]);
        indent(f, depth);
        fprintf(f, "%s: %s\n", s->rows[k].key, text);
        free(text);
    }
}

void config_print(const config *c, FILE *f)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) print_section(f, c, i ? s[i - 1].path : "", &s[i]);
}

static bool differs(const config *c, const config *base, const cfg_row *r)
{
    char *a = cfg_text(c, r), *b = cfg_text(base, r);
    const bool differ = strcmp(a, b) != 0;
    free(a);
    free(b);
    return differ;
}

void config_print_over(const config *c, const char *preset, const config *base, FILE *f)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    const char *before = "";
    fprintf(f, "name: %s\npreset: %s\n", c->name, preset);
    for (unsigned i = 1; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) {
            if (!differs(c, base, &s[i].rows[k])) continue;
            const unsigned depth = open_section(f, before, s[i].path);
            char *text = cfg_text(c, &s[i].rows[k]);
            indent(f, depth);
            fprintf(f, "%s: %s\n", s[i].rows[k].key, text);
            free(text);
            before = s[i].path;
        }
    }
}

static void print_hw(const config *c, FILE *f)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) {
            if (!cfg_shapes_hw(c, &s[i], &s[i].rows[k])) continue;
            char *path = cfg_path(&s[i], &s[i].rows[k]), *text = cfg_text(c, &s[i].rows[k]);
            fprintf(f, "%s: %s\n", path, text);
            free(path);
            free(text);
        }
    }
}

static digest digest_printed(const config *c, void (*print)(const config *, FILE *))
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    print(c, f);
    wl_memstream_end(f);
    digest d = digest_of(text, bytes);
    free(text);
    return d;
}

digest config_digest(const config *c) { return digest_printed(c, config_print); }
digest config_hw_digest(const config *c) { return digest_printed(c, print_hw); }
