// inferred.c : see inferred.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/inferred.h"

#include "base/outfile.h"
#include "base/resources.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 16, DEPTH = 4, WORD = 48 };

// The sections that a line of YAML stands in, by their indents.
typedef struct reader {
    json_t *rows, *last; // the row whose comment may go on in the next line; NULL: none
    const char *preset;
    char *base;
    char sections[DEPTH][WORD];
    size_t indents[DEPTH];
    unsigned depth;
} reader;

typedef struct yaml_line {
    size_t indent;
    char key[WORD], value[WORD * 2];
    const char *comment; // of this line; NULL: none
} yaml_line;

static void take_word(char *to, size_t size, const char *from, size_t bytes)
{
    while (bytes && (from[bytes - 1] == ' ' || from[bytes - 1] == '\r')) bytes--;
    if (bytes >= size) bytes = size - 1;
    memcpy(to, from, bytes);
    to[bytes] = '\0';
}

// "  key: value  # comment"; a line of comment has neither key nor value.
static yaml_line read_line(const char *line)
{
    yaml_line y = {.indent = strspn(line, " ")};
    const char *p = line + y.indent, *hash = strchr(p, '#');
    if (hash && hash > p && hash[-1] != ' ') hash = NULL; // a part of the value
    const size_t bytes = hash ? (size_t)(hash - p) : strlen(p), colon = strcspn(p, ":");
    if (hash) y.comment = hash + 1 + strspn(hash + 1, " ");
    if (colon >= bytes) return y;
    take_word(y.key, sizeof y.key, p, colon);
    const size_t blank = strspn(p + colon + 1, " ");
    if (colon + 1 + blank < bytes)
        take_word(y.value, sizeof y.value, p + colon + 1 + blank, bytes - colon - 1 - blank);
    return y;
}

static bool is_inference(const char *comment)
{
    static const char *const words[] = {"not in ", "inference"};
    for (size_t i = 0; comment && i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(comment, words[i], strlen(words[i])) == 0) return true;
    }
    return false;
}

static char *path_of(const reader *r, const char *key)
{
    char *all = wl_strdup("");
    for (unsigned i = 0; i < r->depth; i++) {
        char *longer = wl_format("%s%s.", all, r->sections[i]);
        free(all);
        all = longer;
    }
    char *path = wl_format("%s%s", all, key);
    free(all);
    return path;
}

static bool is_there(const json_t *rows, const char *preset, const char *key)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (strcmp(json_string_value(json_object_get(row, "preset")), preset) == 0 &&
            strcmp(json_string_value(json_object_get(row, "key")), key) == 0)
            return true;
    }
    return false;
}

// A row without a reason stands for a key that the paper states: what a preset below says of it
// does not count.
static void add_row(reader *r, const yaml_line *y)
{
    char *key = path_of(r, y->key);
    if (!is_there(r->rows, r->preset, key)) {
        const bool inferred = is_inference(y->comment);
        json_t *row = json_pack("{s:s, s:s, s:s, s:s}", "preset", r->preset, "key", key, "value",
                                y->value, "why", inferred ? y->comment : "");
        json_array_append_new(r->rows, row);
        if (inferred) r->last = row;
    }
    free(key);
}

static void go_on(json_t *row, const char *comment)
{
    char *longer = wl_format("%s %s", json_string_value(json_object_get(row, "why")), comment);
    json_object_set_new(row, "why", json_string(longer));
    free(longer);
}

static void take_line(reader *r, const char *line)
{
    const yaml_line y = read_line(line);
    if (!*y.key) {
        if (y.comment && r->last) go_on(r->last, y.comment);
        return;
    }
    r->last = NULL;
    while (r->depth && r->indents[r->depth - 1] >= y.indent) r->depth--;
    if (*y.value && y.indent) add_row(r, &y);
    if (strcmp(y.key, "preset") == 0 && !y.indent) {
        free(r->base);
        r->base = wl_strdup(y.value);
    }
    if (*y.value || r->depth == DEPTH) return;
    r->indents[r->depth] = y.indent;
    strcpy(r->sections[r->depth++], y.key);
}

void inferred_read(json_t *rows, const char *preset, const char *text, char **base)
{
    reader r = {.rows = rows, .preset = preset, .base = wl_strdup("")};
    for (const char *p = text; *p;) {
        const size_t n = strcspn(p, "\n");
        char *line = strndup(p, n);
        take_line(&r, line);
        free(line);
        p += n + (p[n] == '\n');
    }
    *base = r.base;
}

static int read_chain(json_t *rows, const char *preset, err *e)
{
    char *name = wl_strdup(preset);
    for (unsigned i = 0; i < DEPTH && *name && e->status == ST_OK; i++) {
        char *relative = wl_format("refmodel/config/presets/%s.yaml", name),
             *path = resource_path(relative), *text = NULL, *base = NULL;
        size_t bytes;
        if (infile_read(path, MOST_BYTES, &text, &bytes, e) == ST_OK)
            inferred_read(rows, preset, text, &base);
        free(text);
        free(path);
        free(relative);
        free(name);
        name = base ? base : wl_strdup("");
    }
    free(name);
    return e->status;
}

int inferred_add(json_t *rows, const char *preset, err *e)
{
    json_t *all = json_array(), *row;
    size_t i;
    const int st = read_chain(all, preset, e);
    json_array_foreach(all, i, row) {
        if (*json_string_value(json_object_get(row, "why"))) json_array_append(rows, row);
    }
    json_decref(all);
    return st;
}
