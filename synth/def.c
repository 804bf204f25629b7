// def.c : see def.h. A DEF file is a list of words between spaces and ends of lines.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/def.h"

#include "base/outfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

typedef struct reader {
    const char *path;
    const lef *l;
    def *d;
    err *e;
    char *rest;   // of the text
    char *word;   // the present one; NULL at the end
    double units; // of length in a um
} reader;

static void next(reader *r) { r->word = strtok_r(NULL, " \t\r\n", &r->rest); }
static bool is(const reader *r, const char *word) { return r->word && strcmp(r->word, word) == 0; }

static int wrong(const reader *r, const char *why)
{
    return err_add(r->e, ST_TOOL, "%s: %s at `%s`", r->path, why, r->word ? r->word : "its end");
}

static double um(const reader *r) { return r->word ? strtod(r->word, NULL) / r->units : 0; }

static void skip_statement(reader *r)
{
    while (r->word && !is(r, ";")) next(r);
    if (r->word) next(r);
}

// A list that grows by doubling: space for one more.
static void *grown(void *list, unsigned n, size_t size)
{
    return n & (n - 1) ? list : wl_realloc(list, (n ? 2 * (size_t)n : 1) * size);
}

// "( x y )", where * is the coordinate before it.
static int read_point(reader *r, double *x, double *y)
{
    if (!is(r, "(")) return wrong(r, "no point");
    next(r);
    if (!is(r, "*")) *x = um(r);
    next(r);
    if (!is(r, "*")) *y = um(r);
    next(r);
    if (!is(r, ")")) return wrong(r, "a point that does not end");
    next(r);
    return ST_OK;
}

static int read_die(reader *r)
{
    def *d = r->d;
    next(r);
    int st = read_point(r, &d->x0_um, &d->y0_um);
    if (st == ST_OK) st = read_point(r, &d->x1_um, &d->y1_um);
    if (st == ST_OK) skip_statement(r);
    return st;
}

// "- NAME TYPE + PLACED ( x y ) N ;"
static int read_cell(reader *r)
{
    def *d = r->d;
    next(r);
    char *name = r->word;
    next(r);
    if (!r->word) return wrong(r, "a component without a cell");
    d->cells = grown(d->cells, d->n_cells, sizeof *d->cells);
    def_cell *c = &d->cells[d->n_cells++];
    *c = (def_cell){.name = wl_strdup(name),
                    .type = wl_strdup(r->word),
                    .of = lef_find_cell(r->l, r->word),
                    .filler = true};
    if (!c->of) return wrong(r, "a cell that the library does not have");
    while (r->word && !is(r, "(") && !is(r, ";")) next(r);
    int st = read_point(r, &c->x_um, &c->y_um);
    if (st == ST_OK) skip_statement(r);
    return st;
}

// "- NAME + NET NET + LAYER ... + PLACED ( x y ) N ;"
static int read_pin(reader *r)
{
    def *d = r->d;
    next(r);
    if (!r->word) return wrong(r, "a pin without a name");
    d->pins = grown(d->pins, d->n_pins, sizeof *d->pins);
    def_pin *p = &d->pins[d->n_pins++];
    *p = (def_pin){.net = wl_strdup(r->word)};
    while (r->word && !is(r, "PLACED") && !is(r, ";")) next(r);
    if (is(r, "PLACED")) next(r);
    int st = read_point(r, &p->x_um, &p->y_um);
    if (st == ST_OK) skip_statement(r);
    return st;
}

static void add_wire(def *d, const def_wire *w)
{
    d->wires = grown(d->wires, d->n_wires, sizeof *d->wires);
    d->wires[d->n_wires++] = *w;
}

// A path in one layer: points with a piece of wire between each two, and vias, which have a name.
static int read_path(reader *r, unsigned net, bool special)
{
    def_wire w = {.net = net, .layer = r->word ? lef_layer_index(r->l, r->word) : r->l->n_layers};
    int st = ST_OK;
    if (w.layer == r->l->n_layers) return wrong(r, "a layer that the library does not have");
    w.width_um = r->l->layers[w.layer].width_um;
    next(r);
    if (special) {
        w.width_um = um(r);
        next(r);
    }
    for (unsigned points = 0; r->word && !is(r, "NEW") && !is(r, ";") && st == ST_OK;) {
        if (is(r, "(")) {
            w.x0_um = w.x1_um;
            w.y0_um = w.y1_um;
            st = read_point(r, &w.x1_um, &w.y1_um);
            if (points++ && st == ST_OK) add_wire(r->d, &w);
        } else if (is(r, "+")) { // + SHAPE STRIPE
            next(r);
            next(r);
            next(r);
        } else {
            r->d->n_vias += !r->d->nets[net].power;
            next(r);
        }
    }
    return st;
}

// Special nets are the supply, vdd and gnd, and pieces of nets that stand in NETS before them.
static unsigned net_named(def *d, const char *name, bool special)
{
    for (unsigned i = 0; special && i < d->n_nets; i++) {
        if (strcmp(d->nets[i].name, name) == 0) return i;
    }
    d->nets = grown(d->nets, d->n_nets, sizeof *d->nets);
    const bool power = strcmp(name, "vdd") == 0 || strcmp(name, "gnd") == 0;
    d->nets[d->n_nets] = (def_net){.name = wl_strdup(name), .power = power};
    return d->n_nets++;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const def_cell *)a)->name, ((const def_cell *)b)->name);
}

// "( CELL PIN )" or "( PIN NAME )"
static void read_net_pin(reader *r, unsigned net)
{
    next(r);
    def_cell key = {.name = r->word};
    def_cell *c = r->word ? bsearch(&key, r->d->cells, r->d->n_cells, sizeof key, by_name) : NULL;
    if (c) c->filler = false;
    r->d->nets[net].pins++;
    while (r->word && !is(r, ")")) next(r);
    next(r);
}

static int read_net(reader *r, bool special)
{
    next(r);
    if (!r->word) return wrong(r, "a net without a name");
    const unsigned net = net_named(r->d, r->word, special);
    int st = ST_OK;
    next(r);
    while (r->word && !is(r, ";") && st == ST_OK) {
        if (is(r, "(")) {
            read_net_pin(r, net);
        } else if (is(r, "ROUTED") || is(r, "NEW")) {
            next(r);
            r->d->nets[net].routed = true;
            st = read_path(r, net, special);
        } else {
            next(r);
        }
    }
    next(r);
    return st;
}

// A section's entries, each of which begins with "-".
static int read_entries(reader *r)
{
    const char *name = r->word;
    const bool special = strcmp(name, "SPECIALNETS") == 0;
    int st = ST_OK;
    skip_statement(r);
    while (r->word && !is(r, "END") && st == ST_OK) {
        if (!is(r, "-")) return wrong(r, "no entry of a section");
        if (strcmp(name, "COMPONENTS") == 0) st = read_cell(r);
        else if (strcmp(name, "PINS") == 0) st = read_pin(r);
        else st = read_net(r, special);
    }
    if (st == ST_OK && strcmp(name, "COMPONENTS") == 0)
        qsort(r->d->cells, r->d->n_cells, sizeof *r->d->cells, by_name);
    return st;
}

static int read_sections(reader *r)
{
    static const char *const sections[] = {"COMPONENTS", "PINS", "NETS", "SPECIALNETS"};
    int st = ST_OK;
    while (r->word && st == ST_OK) {
        bool entries = false;
        for (unsigned i = 0; i < 4; i++) entries |= is(r, sections[i]);
        if (is(r, "END")) {
            next(r);
            next(r);
        } else if (is(r, "VIAS")) {
            while (r->word && !is(r, "END")) next(r);
        } else if (is(r, "UNITS")) {
            while (r->word && !is(r, "MICRONS")) next(r);
            next(r);
            r->units = r->word ? strtod(r->word, NULL) : 0;
            if (!(r->units > 0)) return wrong(r, "units of no size");
            skip_statement(r);
        } else if (is(r, "DIEAREA")) {
            st = read_die(r);
        } else if (entries) {
            st = read_entries(r);
        } else {
            skip_statement(r);
        }
    }
    return st;
}

int def_read(const char *path, const lef *l, def *d, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    reader r = {.path = path, .l = l, .d = d, .e = e, .units = 1};
    *d = (def){0};
    int st = infile_read_made("qrouter", path, MOST_BYTES, &text, &bytes, e);
    if (st == ST_OK) {
        r.word = strtok_r(text, " \t\r\n", &r.rest);
        st = read_sections(&r);
    }
    if (st == ST_OK && (!d->n_cells || !d->n_nets || !(d->x1_um > d->x0_um)))
        st = err_add(e, ST_TOOL, "%s: no design with a die, cells and nets", path);
    free(text);
    return st;
}

void def_free(def *d)
{
    for (unsigned i = 0; i < d->n_cells; i++) {
        free(d->cells[i].name);
        free(d->cells[i].type);
    }
    for (unsigned i = 0; i < d->n_pins; i++) free(d->pins[i].net);
    for (unsigned i = 0; i < d->n_nets; i++) free(d->nets[i].name);
    free(d->cells);
    free(d->pins);
    free(d->nets);
    free(d->wires);
    *d = (def){0};
}

double def_wire_um(const def_wire *w)
{
    return fabs(w->x1_um - w->x0_um) + fabs(w->y1_um - w->y0_um);
}
