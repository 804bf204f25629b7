// import_file.c: the text of a gpgpusim.config as a list of options, each with its place.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/import_state.h"

#include "base/outfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct scan {
    const char *p, *line_start;
    unsigned line;
} scan;

static void step(scan *s)
{
    if (*s->p++ != '\n') return;
    s->line++;
    s->line_start = s->p;
}

static unsigned col(const scan *s) { return (unsigned)(s->p - s->line_start) + 1; }

static bool is_blank(char c) { return isspace((unsigned char)c) != 0; }

// A backslash at the end of a line joins it with the next.
static bool joins(const scan *s)
{
    return s->p[0] == '\\' && (s->p[1] == '\n' || (s->p[1] == '\r' && s->p[2] == '\n'));
}

static void skip_comment(scan *s)
{
    while (*s->p && *s->p != '\n') step(s);
}

static void skip_blank(scan *s)
{
    while (*s->p) {
        if (*s->p == '#') skip_comment(s);
        else if (is_blank(*s->p) || joins(s)) step(s);
        else return;
    }
}

// A word, or what stands between double quotes without its white space; malloc'd. NULL: the quote
// is not closed. A comment ends a word, and inside quotes the line only, as in GPGPU-Sim.
static char *word(scan *s)
{
    char *text = NULL;
    size_t bytes = 0;
    bool quoted = false;
    FILE *f = wl_memstream(&text, &bytes);
    while (*s->p && (quoted || (!is_blank(*s->p) && *s->p != '#'))) {
        if (*s->p == '#') {
            skip_comment(s);
            continue;
        }
        if (*s->p == '"') quoted = !quoted;
        else if (joins(s))
            while (is_blank(s->p[1])) step(s);
        else if (!is_blank(*s->p)) fputc(*s->p, f);
        step(s);
    }
    wl_memstream_end(f);
    if (!quoted) return text;
    free(text);
    return NULL;
}

static bool is_option(const char *p)
{
    return *p == '-' && (isalpha((unsigned char)p[1]) || p[1] == '_');
}

static import_item *add_item(importer *im, const scan *s)
{
    im->items = wl_realloc(im->items, (im->n_items + 1) * sizeof *im->items);
    import_item *o = &im->items[im->n_items++];
    *o = (import_item){.line = s->line, .col = col(s), .name_line = s->line, .name_col = col(s)};
    return o;
}

// What stands where an option should: reading cannot go on behind it.
static bool no_option(import_item *o, const scan *s)
{
    const bool slashes = s->p[0] == '/' && s->p[1] == '/';
    o->fault = wl_strdup(slashes ? "expected an option, -name value; a comment begins with #"
                                 : "expected an option, -name value");
    return false;
}

static void read_value(import_item *o, scan *s)
{
    o->line = s->line;
    o->col = col(s);
    o->value = word(s);
    if (!o->value) o->fault = wl_strdup("the quote is not closed");
}

// A flag may stand without its value, which is then 1.
static void no_value(import_item *o)
{
    if (import_is_flag(o->name)) o->value = wl_strdup("1");
    else o->fault = wl_format("-%s: no value", o->name);
}

// Reads one option; false at the end of the file or where reading cannot go on.
static bool one_option(importer *im, scan *s)
{
    skip_blank(s);
    if (!*s->p) return false;
    import_item *o = add_item(im, s);
    if (!is_option(s->p)) return no_option(o, s);
    char *name = word(s);
    if (!name) {
        o->fault = wl_strdup("the quote is not closed");
        return false;
    }
    o->name = wl_strdup(name + 1);
    free(name);
    skip_blank(s);
    if (!*s->p || is_option(s->p)) no_value(o);
    else read_value(o, s);
    return true;
}

void import_read_items(importer *im)
{
    scan s = {im->file.text, im->file.text, 1};
    while (one_option(im, &s)) continue;
}

void import_items_free(importer *im)
{
    for (unsigned i = 0; i < im->n_items; i++) {
        free(im->items[i].name);
        free(im->items[i].value);
        free(im->items[i].fault);
    }
    free(im->items);
}
