// layout.c : see layout.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/layout.h"

#include "base/outfile.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

// ---- the netlist

typedef struct netlist {
    json_t *pins;  // of each net
    json_t *cells; // of each type
    json_t *ports; // names already counted: a port may be declared twice
} netlist;

static void count(json_t *counts, const char *name)
{
    json_object_set_new(counts, name,
                        json_integer(json_integer_value(json_object_get(counts, name)) + 1));
}

static void count_words(netlist *n, char *line)
{
    char *rest = NULL, *kind = strtok_r(line, " \t", &rest), *word;
    if (!kind) return;
    const bool gate = strcmp(kind, ".gate") == 0;
    if (!gate && strcmp(kind, ".inputs") != 0 && strcmp(kind, ".outputs") != 0) return;
    if (gate) {
        word = strtok_r(NULL, " \t", &rest);
        if (word) count(n->cells, word);
    }
    while ((word = strtok_r(NULL, " \t", &rest))) {
        char *net = gate ? strchr(word, '=') : word;
        if (gate && net) count(n->pins, net + 1);
        if (!gate && !json_object_get(n->ports, word)) {
            json_object_set_new(n->ports, word, json_true());
            count(n->pins, word);
        }
    }
}

static int read_netlist(const char *path, netlist *n, err *e)
{
    char *text = NULL, *rest = NULL;
    size_t bytes = 0;
    *n = (netlist){json_object(), json_object(), json_object()};
    int st = infile_read(path, MOST_BYTES, &text, &bytes, e);
    for (char *line = st ? NULL : strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        count_words(n, line);
    free(text);
    return st;
}

static void free_netlist(netlist *n)
{
    json_decref(n->pins);
    json_decref(n->cells);
    json_decref(n->ports);
}

// ---- the comparison

// The same keys with the same counts in both; `what` says what is counted.
static int same_counts(json_t *want, json_t *have, const char *what, err *e)
{
    const char *name;
    json_t *n;
    json_object_foreach(want, name, n) {
        const json_t *other = json_object_get(have, name);
        if (!json_equal(n, other))
            return err_add(e, ST_CHECK, "layout: %s %s: %lld in the layout, %lld in the netlist",
                           what, name, (long long)json_integer_value(other),
                           (long long)json_integer_value(n));
    }
    json_object_foreach(have, name, n) {
        if (!json_object_get(want, name))
            return err_add(e, ST_CHECK, "layout: %s %s: not in the netlist", what, name);
    }
    return ST_OK;
}

static int check_cells(const netlist *n, const def *d, err *e)
{
    json_t *types = json_object();
    for (unsigned i = 0; i < d->n_cells; i++) {
        if (!d->cells[i].filler) count(types, d->cells[i].type);
    }
    const int st = same_counts(n->cells, types, "cells of type", e);
    json_decref(types);
    return st;
}

static int check_nets(const netlist *n, const def *d, err *e)
{
    json_t *pins = json_object();
    for (unsigned i = 0; i < d->n_nets; i++) {
        if (!d->nets[i].power)
            json_object_set_new(pins, d->nets[i].name, json_integer(d->nets[i].pins));
    }
    const int st = same_counts(n->pins, pins, "pins of net", e);
    json_decref(pins);
    return st;
}

static int check_routed(const def *d, err *e)
{
    for (unsigned i = 0; i < d->n_nets; i++) {
        const def_net *n = &d->nets[i];
        if (n->pins > 1 && !n->routed)
            return err_add(e, ST_CHECK, "layout: net %s joins %u pins and has no wire", n->name,
                           n->pins);
    }
    return ST_OK;
}

int layout_check(const char *blif, const def *d, err *e)
{
    netlist n;
    int st = read_netlist(blif, &n, e);
    if (st == ST_OK) st = check_cells(&n, d, e);
    if (st == ST_OK) st = check_nets(&n, d, e);
    if (st == ST_OK) st = check_routed(d, e);
    free_netlist(&n);
    return st;
}

// ---- figures

double *layout_loads(const lef *l, const def *d)
{
    double *ff = wl_calloc(d->n_nets, sizeof *ff);
    for (unsigned i = 0; i < d->n_wires; i++) {
        const def_wire *w = &d->wires[i];
        ff[w->net] += lef_wire_ff(&l->layers[w->layer], def_wire_um(w), w->width_um);
    }
    return ff;
}

static json_t *by_layer(const lef *l, const def *d, double *all)
{
    json_t *layers = json_object();
    *all = 0;
    for (unsigned k = 0; k < l->n_layers; k++) {
        double um = 0;
        for (unsigned i = 0; i < d->n_wires; i++) {
            const def_wire *w = &d->wires[i];
            if (w->layer == k && !d->nets[w->net].power) um += def_wire_um(w);
        }
        json_object_set_new(layers, l->layers[k].name, json_real(um));
        *all += um;
    }
    return layers;
}

static double all_ff(const lef *l, const def *d)
{
    double *ff = layout_loads(l, d), sum = 0;
    for (unsigned i = 0; i < d->n_nets; i++) sum += d->nets[i].power ? 0 : ff[i];
    free(ff);
    return sum;
}

json_t *layout_figures(const lef *l, const def *d)
{
    const double width = d->x1_um - d->x0_um, height = d->y1_um - d->y0_um;
    double used = 0, um;
    unsigned fillers = 0, power = 0;
    for (unsigned i = 0; i < d->n_cells; i++) {
        const def_cell *c = &d->cells[i];
        fillers += c->filler;
        used += c->filler ? 0 : c->of->width_um * c->of->height_um;
    }
    for (unsigned i = 0; i < d->n_nets; i++) power += d->nets[i].power;
    json_t *layers = by_layer(l, d, &um);
    return json_pack("{s:f, s:f, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:i, s:f}", "width_um", width,
                     "height_um", height, "cells", (int)(d->n_cells - fillers), "fillers",
                     (int)fillers, "nets", (int)(d->n_nets - power), "pins", (int)d->n_pins,
                     "filled", used / (width * height), "wire_um", um, "wire_um_by_layer", layers,
                     "vias", (int)d->n_vias, "wire_ff", all_ff(l, d));
}
