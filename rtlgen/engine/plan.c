// plan.c : see plan.h: what is the same for every block.
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/plan.h"

#include "base/version.h"
#include "config/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS(name, stem, PORTS, bench, cycles) &rtl_##name,
const rtl_block *const rtl_blocks[] = {BLOCKS(ADDRESS) NULL};

static const rtl_block *find_in(const rtl_block *const *list, const char *stem)
{
    while (*list && strcmp((*list)->stem, stem) != 0) list++;
    return *list;
}

const rtl_block *plan_block(const char *stem)
{
    const rtl_block *b = find_in(rtl_blocks, stem);
    return b ? b : find_in(rtl_sides, stem);
}

void plan_make(const rtl_block *b, const config *c, const char *source, const char *folder,
               rtl_plan *p)
{
    *p = (rtl_plan){.block = b, .c = c, .source = source ? source : c->name, .folder = folder};
    p->hw = config_hw_digest(c);
    b->plan(p);
}

// What is baked: every key that shapes the hardware, as a configuration writes it, its section
// named in each line. What is longer than a line goes on in lines that begin with two more spaces.
static void baked_section(const rtl_plan *p, const cfg_section *s, writer *w)
{
    enum { COLUMNS = 85 }; // of 99 with what stands before them
    char line[COLUMNS + 1];
    size_t n = 0;
    for (unsigned i = 0; i < s->n; i++) {
        if (!cfg_shapes_hw(p->c, s, &s->rows[i])) continue;
        char *value = cfg_text(p->c, &s->rows[i]);
        char *pair = wl_format(" %s=%s", s->rows[i].key, value), *rest = pair;
        if (n + strlen(pair) > COLUMNS) {
            if (n) writer_print(w, "// baked    : %s\n", line);
            n = 0;
        }
        if (n == 0) n = (size_t)snprintf(line, sizeof line, "%s:", s->path);
        while (n + strlen(rest) > COLUMNS) {
            writer_print(w, "// baked    : %s%.*s\n", line, (int)(COLUMNS - n), rest);
            rest += COLUMNS - n;
            n = (size_t)snprintf(line, sizeof line, "  ");
        }
        n += (size_t)snprintf(line + n, sizeof line - n, "%s", rest);
        free(pair);
        free(value);
    }
    if (n) writer_print(w, "// baked    : %s\n", line);
}

static void baked_lines(const rtl_plan *p, writer *w)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        if (s[i].path[0]) baked_section(p, &s[i], w);
    }
}

// FOLDER: where the regenerating command writes, and the options that it ends with.
static void set_folder(const rtl_plan *p, writer *w)
{
    const bool quoted = p->source[0] == '\'' || p->source[0] == '$';
    const char *name = quoted ? p->c->name : p->source;
    size_t stem = strcspn(name, " ");
    if (stem > 5 && strncmp(name + stem - 5, ".yaml", 5) == 0) stem -= 5;
    char *folder = p->folder ? wl_strdup(p->folder) : wl_format("rtl/%.*s", (int)stem, name);
    writer_set(w, "FOLDER", "%s%s%s%s", folder, p->host ? " --wrap " : "", p->host ? p->host : "",
               p->index_c ? " --index-c" : "");
    free(folder);
}

static size_t longest_ticks(const char *text)
{
    size_t most = 0;
    for (; *text; text++) {
        const size_t n = strspn(text, "`");
        if (n > most) most = n;
    }
    return most;
}

// TICKS: what the command stands between in the page: more backticks than its names have in a row.
static void set_ticks(const rtl_plan *p, writer *w)
{
    const size_t source = longest_ticks(p->source),
                 folder = longest_ticks(p->folder ? p->folder : "");
    const int n = (int)(source > folder ? source : folder) + 1;
    char *ticks = wl_calloc((size_t)n + 1, 1);
    memset(ticks, '`', (size_t)n);
    writer_set(w, "TICKS", "%s", ticks);
    free(ticks);
}

static void banner(const rtl_plan *p, writer *w)
{
    writer *b = writer_new();
    set_folder(p, b);
    writer_set(b, "SOURCE", "%s", p->source);
    writer_set(b, "HW_DIGEST", "%s", p->hw.hex);
    writer_put(b, "rtlgen/engine/banner.in");
    baked_lines(p, b);
    writer_hand_over(b, w, "BANNER");
}

static void set_storage(const rtl_plan *p, writer *w)
{
    static const char *const kinds[] = {[STORAGE_FLOP] = "flip-flops",
                                        [STORAGE_LATCH] = "latches",
                                        [STORAGE_SRAM_1R1W] = "two-port SRAM",
                                        [STORAGE_SRAM_1RW] = "one-port SRAM"};
    const unsigned storage = p->c->rtl.storage;
    writer_set(w, "RAM_KIND", "%s", kinds[storage]);
    writer_flag(w, "FLOPS", storage == STORAGE_FLOP);
    writer_flag(w, "LATCHES", storage == STORAGE_LATCH);
    writer_flag(w, "TWO_PORTS", storage == STORAGE_SRAM_1R1W);
}

// How modules begin: TOP those of the block, CROSSBAR what both crossbars share, LIB the leaves.
static void set_names(const rtl_plan *p, writer *w)
{
    const char *const stems[][2] = {
        {"TOP", p->block->stem}, {"CROSSBAR", "crossbar"}, {"LIB", "lib"}};
    for (unsigned i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        char *name = rtlgen_top(p->c, stems[i][1]);
        writer_set(w, stems[i][0], "%s", name);
        free(name);
    }
}

void plan_values(const rtl_plan *p, writer *w)
{
    writer_set(w, "NAME", "%s", p->c->name);
    set_names(p, w);
    writer_set(w, "VERSION", "%s", WL_VERSION);
    writer_set(w, "HW_DIGEST", "%s", p->hw.hex);
    writer_set(w, "SOURCE", "%s", p->source);
    writer_flag(w, "CLOCKED", p->clocked);
    writer_flag(w, "SPLIT", p->split);
    set_folder(p, w);
    set_ticks(p, w);
    banner(p, w);
    set_storage(p, w);
    top_set_values(p, w);
    p->block->values(p, w);
}

void plan_comment(writer *w, const char *name, const char *text)
{
    writer_print(w, "  // %s:", name);
    while (*text) {
        const size_t n = strcspn(text, "\n");
        writer_print(w, " %.*s", (int)n, text);
        text += n + (text[n] == '\n');
    }
    writer_print(w, "\n");
}

static rtl_width *next_width(rtl_plan *p)
{
    CHECK(p->n_widths < RTL_WIDTHS, "%s: more than %d parameters", p->block->stem, RTL_WIDTHS);
    return &p->widths[p->n_widths++];
}

void plan_add_width(rtl_plan *p, const char *name, uint64_t value, const char *doc)
{
    rtl_width *x = next_width(p);
    *x = (rtl_width){.value = value, .doc = doc, .least = 1};
    snprintf(x->name, sizeof x->name, "%s", name);
}

void plan_add_least(rtl_plan *p, const char *name, uint64_t least, const char *doc)
{
    plan_add_width(p, name, least, doc);
    p->widths[p->n_widths - 1].least = least;
}

void plan_add_baked(rtl_plan *p, const char *name, uint64_t value, const char *formula,
                    const char *doc)
{
    plan_add_width(p, name, value, doc);
    rtl_width *x = &p->widths[p->n_widths - 1];
    x->baked = true;
    snprintf(x->formula, sizeof x->formula, "%s", formula);
}

// Is it the port's name, with or without channel and direction ("in_line_i", "line")?
static bool is_port(const port *q, const char *name)
{
    const char *from = strchr(q->name, '_'), *to = strrchr(q->name, '_');
    return strcmp(q->name, name) == 0 || (to > from && (size_t)(to - from - 1) == strlen(name) &&
                                          strncmp(from + 1, name, strlen(name)) == 0);
}

// One bit of a baked width is no vector; of one that the user may set it is.
static bool is_vector(const rtl_plan *p, const port *q, const char *width)
{
    bool settable = false;
    for (const rtl_width *x = p->widths; x < p->widths + p->n_widths; x++)
        settable = settable || (!x->baked && strcmp(x->name, width) == 0);
    return settable || q->width > 1;
}

void plan_name_widths(rtl_plan *p, const rtl_range *ranges)
{
    for (unsigned i = 0; i < p->n_ports; i++) {
        const port *q = &p->ports[i];
        for (const rtl_range *r = ranges; r->port; r++) {
            if (is_port(q, r->port) && is_vector(p, q, r->width))
                snprintf(p->width_of[i], RTL_WIDTH_OF, "%s", r->width);
        }
    }
}

const char *plan_width(const rtl_plan *p, const port *q)
{
    const char *width = p->width_of[q - p->ports];
    return *width ? width : NULL;
}

bool plan_has_sram(const rtl_plan *p)
{
    return p->c->rtl.storage == STORAGE_SRAM_1R1W || plan_is_split(p);
}

bool plan_is_split(const rtl_plan *p) { return p->c->rtl.storage == STORAGE_SRAM_1RW; }

const rtl_wrap *plan_wrap(const rtl_plan *p)
{
    for (const rtl_wrap *x = rtl_wraps; p->host && x->host; x++) {
        if (strcmp(x->host, p->host) == 0 && strcmp(x->block, p->block->stem) == 0) return x;
    }
    return NULL;
}

const rtl_module *plan_next(const rtl_plan *p, const rtl_module *m)
{
    while (m->stem && m->wanted && !m->wanted(p)) m++;
    return m;
}
