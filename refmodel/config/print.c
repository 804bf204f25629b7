// print.c : the canonical text of a configuration, and its digests.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/config.h"
#include "config/rows.h"

#include <stdlib.h>
#include <string.h>

static void indent(FILE *f, unsigned depth) { fprintf(f, "%*s", (int)(2 * depth), ""); }

// Opens the mappings of `path` that are not open already from the section before; returns how deep its keys stand.
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
    FILE *f = open_memstream(&text, &bytes);
    CHECK(f, "no memory for a configuration's text");
    print(c, f);
    fclose(f);
    digest d = digest_of(text, bytes);
    free(text);
    return d;
}

digest config_digest(const config *c) { return digest_printed(c, config_print); }
digest config_hw_digest(const config *c) { return digest_printed(c, print_hw); }
