// liberty_write.c : what the tools read of a cell library; see liberty.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "synth/liberty.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 256 << 20 };

#define ABC_LONGEST_PS 1000 // ABC's longest unit of time
#define ABC_FASTEST_PS 3    // inverters above this are mapped well

static int write_edited(const char *path, const liberty *l, const char *target, err *e)
{
    char *text = NULL;
    size_t bytes = 0, at = 0;
    outfile o;
    int st = infile_read(path, MAX_BYTES, &text, &bytes, e);
    if (st == ST_OK) st = outfile_open(&o, target, e);
    if (st == ST_OK) {
        for (unsigned i = 0; i < l->n_edits; i++) {
            if (l->edits[i].from < at) continue; // within what is left out
            fwrite(text + at, 1, l->edits[i].from - at, o.f);
            fputs(l->edits[i].text, o.f);
            at = l->edits[i].to;
        }
        fwrite(text + at, 1, bytes - at, o.f);
        st = outfile_commit(&o, e);
    }
    free(text);
    return st;
}

int liberty_plain(const char *path, const char *target, err *e)
{
    liberty l;
    int st = liberty_read(path, &l, e);
    if (st) return st;
    st = write_edited(path, &l, target, e);
    liberty_free(&l);
    return st;
}

static bool matches(const char *name, const char *patterns)
{
    char *words = wl_strdup(patterns ? patterns : ""), *rest = NULL;
    bool found = false;
    for (char *p = strtok_r(words, " ", &rest); p && !found; p = strtok_r(NULL, " ", &rest)) {
        found = fnmatch(p, name, 0) == 0;
    }
    free(words);
    return found;
}

const lib_cell *liberty_untimed(const liberty *l, const char *patterns)
{
    for (unsigned i = 0; i < l->n; i++) {
        const lib_cell *c = &l->cells[i];
        if (c->untimed && !c->dont_use && !matches(c->name, patterns)) return c;
    }
    return NULL;
}

static void drop_cells(liberty *l, const char *patterns)
{
    for (unsigned i = 0; i < l->n; i++) {
        if (!matches(l->cells[i].name, patterns)) continue;
        l->edits = wl_realloc(l->edits, (l->n_edits + 1) * sizeof *l->edits);
        l->edits[l->n_edits++] = (lib_edit){l->cells[i].from, l->cells[i].to, wl_strdup("")};
    }
}

// The longest unit that ABC needs and can be told.
static double unit_for_abc(const liberty *l)
{
    double unit = l->time_ps, delay = liberty_inverter(l)->delay_ps;
    while (delay > 0 && delay < ABC_FASTEST_PS && unit < ABC_LONGEST_PS) {
        unit *= 10;
        delay *= 10;
    }
    return unit;
}

static void change_unit(liberty *l, double ps)
{
    for (unsigned i = 0; i < l->n_edits; i++) {
        if (!l->time_at || l->edits[i].from != l->time_at) continue;
        free(l->edits[i].text);
        l->edits[i].text = wl_format("\"%s\"", liberty_time_unit(ps));
    }
}

static int by_place(const void *a, const void *b)
{
    const lib_edit *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

int liberty_for_abc(const char *path, const char *patterns, const char *target, err *e)
{
    liberty l;
    int st = liberty_read(path, &l, e);
    if (st) return st;
    change_unit(&l, unit_for_abc(&l));
    drop_cells(&l, patterns);
    if (l.n_edits) qsort(l.edits, l.n_edits, sizeof *l.edits, by_place);
    st = write_edited(path, &l, target, e);
    liberty_free(&l);
    return st;
}

// Yosys' latch that is open at `low`, by a cell for the same level or, behind an inverter, the
// other.
static void put_latch(FILE *f, const liberty *l, bool low)
{
    const lib_cell *same = liberty_latch(l, low), *c = same ? same : liberty_latch(l, !low);
    if (!c) return;
    fprintf(f, "module \\$_DLATCH_%c_ (input E, input D, output Q);\n  wire e;\n", low ? 'N' : 'P');
    if (same) fprintf(f, "  assign e = E;\n");
    else fprintf(f, "  \\$_NOT_ invert (.A(E), .Y(e));\n");
    if (c->latch_of.inverts) fprintf(f, "  wire d;\n  \\$_NOT_ invert_data (.A(D), .Y(d));\n");
    fprintf(f, "  %s _TECHMAP_REPLACE_ (.%s(e), .%s(%s), .%s(Q));\nendmodule\n", c->name,
            c->latch_of.enable, c->latch_of.data, c->latch_of.inverts ? "d" : "D", c->latch_of.out);
}

int liberty_latch_map(const liberty *l, const char *path, err *e)
{
    outfile o;
    int st = outfile_open(&o, path, e);
    if (st) return st;
    put_latch(o.f, l, false);
    put_latch(o.f, l, true);
    return outfile_commit(&o, e);
}
