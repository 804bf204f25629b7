// lef.c : see lef.h. A LEF file is a list of statements of words; one that opens a section (LAYER,
// MACRO) is followed by its statements and END with the section's name.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/lef.h"

#include "base/outfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20, MOST_WORDS = 16 };

// A line of a LEF file as words.
typedef struct line {
    const char *word[MOST_WORDS];
    unsigned n;
} line;

static void split(char *text, line *l)
{
    char *rest = NULL;
    l->n = 0;
    for (char *w = strtok_r(text, " \t\r", &rest); w && l->n < MOST_WORDS && *w != '#';
         w = strtok_r(NULL, " \t\r", &rest))
        l->word[l->n++] = w;
}

static bool begins(const line *l, const char *word)
{
    return l->n >= 2 && strcmp(l->word[0], word) == 0;
}

static void read_layer(lef_layer *layer, const line *l)
{
    if (begins(l, "WIDTH")) layer->width_um = strtod(l->word[1], NULL);
    if (begins(l, "CAPACITANCE") && l->n >= 3) layer->pf_per_um2 = strtod(l->word[2], NULL);
    if (begins(l, "EDGECAPACITANCE")) layer->edge_pf_per_um = strtod(l->word[1], NULL);
}

static void add_layer(lef *l, const lef_layer *layer)
{
    l->layers = wl_realloc(l->layers, (l->n_layers + 1) * sizeof *l->layers);
    l->layers[l->n_layers++] = *layer;
}

static void add_cell(lef *l, const lef_cell *cell)
{
    l->cells = wl_realloc(l->cells, (l->n_cells + 1) * sizeof *l->cells);
    l->cells[l->n_cells++] = *cell;
}

// The section that a line is in.
typedef struct section {
    lef_layer layer;
    lef_cell cell;
    bool routing;
} section;

static void end_section(lef *l, section *s, const char *name)
{
    if (s->layer.name && strcmp(s->layer.name, name) == 0) {
        if (s->routing) add_layer(l, &s->layer);
        else free(s->layer.name);
        s->layer.name = NULL;
    } else if (s->cell.name && strcmp(s->cell.name, name) == 0) {
        add_cell(l, &s->cell);
        s->cell.name = NULL;
    }
}

static void read_line(lef *l, section *s, const line *words)
{
    const bool outside = !s->layer.name && !s->cell.name;
    if (begins(words, "END")) {
        end_section(l, s, words->word[1]);
    } else if (outside && words->n == 2 && begins(words, "LAYER")) { // not a via's, which ends in ;
        *s = (section){.layer.name = wl_strdup(words->word[1])};
    } else if (outside && begins(words, "MACRO")) {
        *s = (section){.cell.name = wl_strdup(words->word[1])};
    } else if (s->layer.name) {
        s->routing |= begins(words, "TYPE") && strcmp(words->word[1], "ROUTING") == 0;
        read_layer(&s->layer, words);
    } else if (s->cell.name && begins(words, "SIZE") && words->n >= 4) {
        s->cell.width_um = strtod(words->word[1], NULL);
        s->cell.height_um = strtod(words->word[3], NULL);
    }
}

int lef_read(const char *path, lef *l, err *e)
{
    char *text = NULL, *rest = NULL;
    size_t bytes = 0;
    section s = {0};
    *l = (lef){0};
    int st = infile_read(path, MOST_BYTES, &text, &bytes, e);
    for (char *row = st ? NULL : strtok_r(text, "\n", &rest); row;
         row = strtok_r(NULL, "\n", &rest)) {
        line words;
        split(row, &words);
        read_line(l, &s, &words);
    }
    free(s.layer.name);
    free(s.cell.name);
    free(text);
    if (st == ST_OK && (!l->n_layers || !l->n_cells))
        st = err_add(e, ST_INPUT, "%s: no LEF file with routing layers and cells", path);
    return st;
}

void lef_free(lef *l)
{
    for (unsigned i = 0; i < l->n_layers; i++) free(l->layers[i].name);
    for (unsigned i = 0; i < l->n_cells; i++) free(l->cells[i].name);
    free(l->layers);
    free(l->cells);
    *l = (lef){0};
}

unsigned lef_layer_index(const lef *l, const char *name)
{
    unsigned i = 0;
    while (i < l->n_layers && strcmp(l->layers[i].name, name) != 0) i++;
    return i;
}

const lef_cell *lef_find_cell(const lef *l, const char *name)
{
    for (unsigned i = 0; i < l->n_cells; i++) {
        if (strcmp(l->cells[i].name, name) == 0) return &l->cells[i];
    }
    return NULL;
}

double lef_wire_ff(const lef_layer *layer, double length_um, double width_um)
{
    return 1000 * (length_um * width_um * layer->pf_per_um2 +
                   2 * (length_um + width_um) * layer->edge_pf_per_um);
}
