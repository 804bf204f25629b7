// source.c : see source.h: places, messages and unknown keys.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/source.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SHOWN = 160, VALUE_SHOWN = 60, MOST_KEYS = 512, KEYS_LISTED = 8 };

// Line `line` (from 1) of the text, malloc'd; NULL when it is too long to help anybody.
static char *source_line(const cfg_source *s, unsigned line)
{
    const char *p = s->text, *end = s->text + s->bytes;
    for (; line > 1 && p; line--) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (p) p++;
    }
    if (!p) return NULL;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    size_t n = (size_t)((stop ? stop : end) - p);
    if (n && p[n - 1] == '\r') n--;
    if (n > LINE_SHOWN) return NULL;
    char *copy = wl_calloc(n + 1, 1);
    for (size_t i = 0; i < n; i++) copy[i] = (unsigned char)p[i] < ' ' && p[i] != '\t' ? '?' : p[i];
    return copy;
}

int source_error(const cfg_source *s, unsigned line, unsigned col, err *e, const char *fmt, ...)
{
    char *src = s->text && line && !s->not_text ? source_line(s, line) : NULL;
    va_list ap;
    va_start(ap, fmt);
    char *message = wl_format_v(fmt, ap);
    va_end(ap);
    const err_pos pos = {.file = s->name, .line = line, .col = col, .src = src};
    err_add_at(e, ST_INPUT, &pos, "%s", message);
    free(message);
    free(src);
    return ST_INPUT;
}

cfg_assign *source_add(cfg_source *s, const cfg_section *section, const cfg_row *row, unsigned line,
                       unsigned col)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->list = wl_realloc(s->list, s->room * sizeof *s->list);
    }
    cfg_assign *a = &s->list[s->n++];
    *a = (cfg_assign){.section = section, .row = row, .line = line, .col = col};
    return a;
}

void source_free(cfg_source *s)
{
    for (unsigned i = 0; i < s->n; i++) free(s->list[i].string);
    free(s->list);
    free(s->name);
    free(s->text);
    free(s->preset);
    *s = (cfg_source){0};
}

char *source_printable(const char *value)
{
    size_t n = strlen(value), kept = n;
    if (n > VALUE_SHOWN) {
        for (kept = VALUE_SHOWN; kept && ((unsigned char)value[kept] & 0xc0) == 0x80; kept--) {
        } // no half characters
    }
    char *s = wl_format("%.*s%s", (int)kept, value, kept < n ? "..." : "");
    for (char *p = s; *p; p++) {
        if ((unsigned char)*p < ' ' || *p == 0x7f) *p = '?';
    }
    return s;
}

bool source_is_section(const char *path)
{
    unsigned n;
    const cfg_section *all = cfg_sections(&n);
    size_t length = strlen(path);
    for (unsigned i = 0; i < n; i++) {
        if (*all[i].path && strncmp(all[i].path, path, length) == 0 &&
            (all[i].path[length] == '.' || !all[i].path[length]))
            return true;
    }
    return false;
}

// The words that may stand below `prefix` ("" = top level): keys of the section and first words of
// deeper sections.
static unsigned legal_keys(const char *prefix, const char **keys, char **owned)
{
    unsigned n_sections, n = 0;
    const cfg_section *all = cfg_sections(&n_sections);
    size_t length = strlen(prefix);
    if (!length) keys[n++] = "preset";
    for (unsigned i = 0; i < n_sections && n < MOST_KEYS; i++) {
        for (unsigned k = 0; strcmp(all[i].path, prefix) == 0 && k < all[i].n; k++)
            keys[n++] = all[i].rows[k].key;
        const char *rest = all[i].path + length + (length > 0);
        if (strncmp(all[i].path, prefix, length) != 0 || (length && all[i].path[length] != '.') ||
            !*all[i].path)
            continue;
        owned[i] = wl_format("%.*s", (int)strcspn(rest, "."), rest);
        keys[n++] = owned[i];
    }
    return n;
}

// The keys of the section `path`, or of all sections (NULL), and the sections they are of.
static unsigned keys_of(const char *path, const char **keys, const cfg_section **of)
{
    unsigned n_sections, n = 0;
    const cfg_section *all = cfg_sections(&n_sections);
    for (unsigned i = 0; i < n_sections; i++) {
        if (path && strcmp(all[i].path, path) != 0) continue;
        for (unsigned k = 0; k < all[i].n && n < MOST_KEYS; k++, n++) {
            keys[n] = all[i].rows[k].key;
            of[n] = &all[i];
        }
    }
    return n;
}

// The full path of a key that is called like this, or nearly so: in the section whose path is
// nearly `prefix`, else in any other; malloc'd, NULL when there is none.
static char *near_elsewhere(const char *prefix, const char *key)
{
    const char *keys[MOST_KEYS], *paths[MOST_KEYS], *near = NULL;
    const cfg_section *of[MOST_KEYS];
    unsigned n_sections, n = 0;
    const cfg_section *all = cfg_sections(&n_sections);
    for (unsigned i = 0; i < n_sections && i < MOST_KEYS; i++) paths[i] = all[i].path;
    const char *section = *prefix ? nearest_of(prefix, paths, n_sections) : NULL;
    if (section) near = nearest_of(key, keys, n = keys_of(section, keys, of));
    if (!near) near = nearest_of(key, keys, n = keys_of(NULL, keys, of));
    for (unsigned i = 0; near && i < n; i++) {
        if (keys[i] == near) return wl_format("%s%s%s", of[i]->path, *of[i]->path ? "." : "", near);
    }
    return NULL;
}

// How long the part of a path is that is a section, or begins one: "" of nothing.at, gpu of
// gpu.sms.x.
static size_t section_part(const char *path)
{
    unsigned n_sections;
    const cfg_section *all = cfg_sections(&n_sections);
    for (size_t n = strlen(path); n; n--) {
        for (unsigned i = 0; i < n_sections && (!path[n] || path[n] == '.'); i++) {
            if (strncmp(all[i].path, path, n) == 0 && (!all[i].path[n] || all[i].path[n] == '.'))
                return n;
        }
    }
    return 0;
}

// "; did you mean X?", or what is legal when that is short enough to read; malloc'd.
static char *advice(const char *prefix, const char *key, const char **keys, unsigned n)
{
    const char *near = nearest_of(key, keys, n);
    if (near) return wl_format("; did you mean %s%s%s?", prefix, *prefix ? "." : "", near);
    char *far = near_elsewhere(prefix, key), *text;
    if (far) {
        text = wl_format("; did you mean %s?", far);
    } else if (n > KEYS_LISTED || n == 0) {
        const int known = (int)section_part(prefix);
        text = wl_format(" (`warploom config explain%s%.*s` lists the keys)", known ? " " : "",
                         known, prefix);
    } else {
        text = wl_format("; allowed: %s", keys[0]);
        for (unsigned i = 1; i < n; i++) {
            char *longer = wl_format("%s, %s", text, keys[i]);
            free(text);
            text = longer;
        }
    }
    free(far);
    return text;
}

int source_unknown_key(const cfg_source *s, unsigned line, unsigned col, const char *path, err *e)
{
    const char *keys[MOST_KEYS] = {NULL}, *dot = strrchr(path, '.');
    char *owned[MOST_KEYS] = {NULL};
    char *prefix = wl_format("%.*s", dot ? (int)(dot - path) : 0, path);
    char *tip = advice(prefix, dot ? dot + 1 : path, keys, legal_keys(prefix, keys, owned));
    char *shown = source_printable(path);
    source_error(s, line, col, e, "unknown key %s%s", shown, tip);
    for (unsigned i = 0; i < MOST_KEYS; i++) free(owned[i]);
    free(shown);
    free(tip);
    free(prefix);
    return ST_INPUT;
}
