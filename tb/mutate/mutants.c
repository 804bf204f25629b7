// mutants.c: samples mutants per module, and writes the design that holds the chosen ones. See
// mutants.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/mutants.h"

#include "base/outfile.h"
#include "base/rng.h"
#include "tb/mutate/candidates.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLACES = 65535 }; // 16 bits of wl_select

static const struct {
    const char *name;
    mutant_mode mode;
} modes[] = {{"inv", MUTANT_INV},
             {"const0", MUTANT_CONST0},
             {"const1", MUTANT_CONST1},
             {"cnot0", MUTANT_CNOT0},
             {"cnot1", MUTANT_CNOT1}};
enum { MODES = sizeof modes / sizeof modes[0] };

static const char *mode_name(mutant_mode mode)
{
    for (unsigned i = 0; i < MODES; i++) {
        if (modes[i].mode == mode) return modes[i].name;
    }
    return "?";
}

// ---- the sample

static bool is_wanted(const char *const *modules, const char *name)
{
    const char *const *m = modules;
    while (m && *m && strcmp(*m, name) != 0) m++;
    return !m || *m;
}

// ---- modules

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void find_modules(mutant_list *l, const rtlil *r)
{
    const char **names = wl_calloc(r->n_cells + 1, sizeof *names);
    for (unsigned i = 0; i < r->n_cells; i++) names[i] = r->cells[i].module;
    qsort(names, r->n_cells, sizeof *names, by_text);
    l->modules = wl_calloc(r->n_cells + 1, sizeof *l->modules);
    for (unsigned i = 0; i < r->n_cells; i++) {
        if (!i || strcmp(names[i - 1], names[i]) != 0) l->modules[l->n_modules++].name = names[i];
    }
    free(names);
}

static int by_module_name(const void *key, const void *of)
{
    return strcmp(key, ((const mutant_module *)of)->name);
}

// Of each cell, the index of its module.
static unsigned *modules_of_cells(const mutant_list *l, const rtlil *r)
{
    unsigned *of = wl_calloc(r->n_cells + 1, sizeof *of);
    for (unsigned i = 0; i < r->n_cells; i++) {
        const mutant_module *m =
            bsearch(r->cells[i].module, l->modules, l->n_modules, sizeof *m, by_module_name);
        of[i] = (unsigned)(m - l->modules);
    }
    return of;
}

// Modules without a mutant are none of the list's.
static void drop_empty(mutant_list *l, unsigned *of, unsigned n_cells)
{
    unsigned *moved = wl_calloc(l->n_modules + 1, sizeof *moved), kept = 0;
    for (unsigned i = 0; i < l->n_modules; i++) {
        moved[i] = kept;
        if (l->modules[i].candidates) l->modules[kept++] = l->modules[i];
    }
    for (unsigned i = 0; i < n_cells; i++) of[i] = moved[of[i]];
    l->n_modules = kept;
    free(moved);
}

// ---- drawing

// Where a shuffle by Fisher and Yates has moved something: position to what stands there now;
// elsewhere stands the position itself.
typedef struct moves {
    struct move {
        unsigned at, holds;
        bool used;
    } * of; // open addressing
    unsigned mask;
} moves;

static struct move *find_move(const moves *v, unsigned at)
{
    unsigned k = (unsigned)((at * 0x9e3779b97f4a7c15u) >> 32) & v->mask;
    while (v->of[k].used && v->of[k].at != at) k = (k + 1) & v->mask;
    return &v->of[k];
}

static unsigned held(const moves *v, unsigned at)
{
    const struct move *m = find_move(v, at);
    return m->used ? m->holds : at;
}

// One of the sample: the so-many-th mutant of its module, and its place in the sample.
typedef struct pick {
    unsigned index, order;
} pick;

static int by_index(const void *a, const void *b)
{
    const pick *x = a, *y = b;
    return x->index < y->index ? -1 : x->index > y->index;
}

// The first `chosen` of n shuffled numbers, sorted by number: Fisher and Yates, keeping only what
// has moved.
static void draw(pick *picks, unsigned n, unsigned chosen, uint64_t seed)
{
    rng random = {seed};
    moves v = {.mask = 1};
    while (v.mask < 2 * (uint64_t)chosen) v.mask = 2 * v.mask + 1;
    v.of = wl_calloc((size_t)v.mask + 1, sizeof *v.of);
    for (unsigned i = 0; i < chosen; i++) {
        const unsigned k = i + (unsigned)rng_below(&random, n - i);
        picks[i] = (pick){held(&v, k), i};
        *find_move(&v, k) = (struct move){k, held(&v, i), true};
    }
    free(v.of);
    qsort(picks, chosen, sizeof *picks, by_index);
}

// ---- walking

typedef struct sampling {
    mutant_list *l;
    const rtlil *r;
    const unsigned *module_of; // [cells]
    pick *picks;               // of all modules, each module's sorted by index
    unsigned *first, *next; // of each module: its first pick and place in the list; its next pick
    unsigned *seen;         // of each module: mutants walked over
} sampling;

static void count_candidate(void *ctx, const mutant *m)
{
    const sampling *s = ctx;
    s->l->modules[s->module_of[m->cell - s->r->cells]].candidates++;
}

static void take_candidate(void *ctx, const mutant *m)
{
    const sampling *s = ctx;
    const unsigned k = s->module_of[m->cell - s->r->cells], index = s->seen[k]++;
    const pick *p = &s->picks[s->next[k]];
    if (s->next[k] == s->first[k] + s->l->modules[k].chosen || p->index != index) return;
    mutant *taken = &s->l->m[s->first[k] + p->order];
    *taken = *m;
    taken->module = k;
    s->next[k]++;
}

static void draw_all(sampling *s, const char *const *modules, unsigned count, uint64_t seed)
{
    mutant_list *l = s->l;
    for (unsigned i = 0; i < l->n_modules; i++) {
        mutant_module *k = &l->modules[i];
        const bool wanted = is_wanted(modules, k->name);
        k->chosen = !wanted ? 0 : k->candidates < count ? k->candidates : count;
        s->first[i] = s->next[i] = l->n;
        l->n += k->chosen;
    }
    s->picks = wl_calloc(l->n + 1, sizeof *s->picks);
    for (unsigned i = 0; i < l->n_modules; i++)
        draw(s->picks + s->first[i], l->modules[i].candidates, l->modules[i].chosen, seed);
}

bool mutants_sample(mutant_list *l, const rtlil *r, const char *const *modules, unsigned count,
                    uint64_t seed)
{
    *l = (mutant_list){0};
    find_modules(l, r);
    unsigned *of = modules_of_cells(l, r);
    sampling s = {.l = l, .r = r, .module_of = of};
    candidates_walk(r, count_candidate, &s);
    drop_empty(l, of, r->n_cells);
    s.first = wl_calloc(l->n_modules + 1, sizeof *s.first);
    s.next = wl_calloc(l->n_modules + 1, sizeof *s.next);
    s.seen = wl_calloc(l->n_modules + 1, sizeof *s.seen);
    draw_all(&s, modules, count, seed);
    l->m = wl_calloc(l->n + 1, sizeof *l->m);
    candidates_walk(r, take_candidate, &s);
    free(s.picks);
    free(s.seen);
    free(s.next);
    free(s.first);
    free(of);
    return !modules || l->n;
}

void mutants_free(mutant_list *l)
{
    free(l->m);
    free(l->modules);
    *l = (mutant_list){0};
}

// ---- the design that holds them

static bool is_output(const rtlil_port *p)
{
    return strcmp(p->name, "Y") == 0 || strcmp(p->name, "Q") == 0 ||
           strcmp(p->name, "RD_DATA") == 0;
}

static int by_line(const void *a, const void *b)
{
    const mutant *x = *(mutant *const *)a, *y = *(mutant *const *)b;
    return x->port->line < y->port->line ? -1 : x->port->line > y->port->line;
}

// Numbers the ports in the order of their lines; places[i]: a mutant of place i + 1. Their number.
static unsigned give_places(mutant_list *l, mutant **places)
{
    mutant **all = wl_calloc(l->n + 1, sizeof *all);
    unsigned n = 0;
    for (unsigned i = 0; i < l->n; i++) all[i] = &l->m[i];
    qsort(all, l->n, sizeof *all, by_line);
    for (unsigned i = 0; i < l->n; i++) {
        if (!n || places[n - 1]->port != all[i]->port) places[n++] = all[i];
        all[i]->place = n;
    }
    free(all);
    return n;
}

static void put_place(const mutant *m, FILE *f)
{
    const bool out = is_output(m->port);
    fprintf(f, "  cell \\wl_mutant $wl_mutant$%u\n", m->place);
    fprintf(f, "    parameter \\W %u\n    parameter \\K %u\n    connect \\sel \\wl_select\n",
            m->port->width, m->place);
    if (out)
        fprintf(f, "    connect \\s $wl_port$%u\n    connect \\y %s\n  end\n", m->place,
                m->port->signal);
    else
        fprintf(f, "    connect \\s %s\n    connect \\y $wl_port$%u\n  end\n", m->port->signal,
                m->place);
}

// Yosys wants a wire before its uses.
static void put_wires(const rtlil *r, mutant *const *places, unsigned n, FILE *f)
{
    fprintf(f, "  wire width 64 input %u \\wl_select\n", r->top_ports + 1);
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "  wire width %u $wl_port$%u\n", places[k]->port->width, k + 1);
}

static void put_design(const rtlil *r, mutant *const *places, unsigned n, FILE *f)
{
    for (unsigned i = 0, at = 0; i < r->n_lines; i++) {
        for (unsigned k = 0; k < n && strcmp(r->lines[i], "end") == 0; k++) put_place(places[k], f);
        if (at < n && places[at]->port->line == i) {
            fprintf(f, "    connect \\%s $wl_port$%u\n", places[at]->port->name, at + 1);
            at++;
        } else {
            fprintf(f, "%s\n", r->lines[i]);
        }
        if (i == r->top_line) put_wires(r, places, n, f);
    }
}

int mutants_write(mutant_list *l, const rtlil *r, const char *path, err *e)
{
    outfile o;
    mutant **places = wl_calloc(l->n + 1, sizeof *places);
    const unsigned n = give_places(l, places);
    int status =
        n > MAX_PLACES
            ? err_add(
                  e, ST_INPUT,
                  "%u ports to mutate: must be at most %d; choose a --module or a lower --count", n,
                  MAX_PLACES)
            : outfile_open(&o, path, e);
    if (status == ST_OK) {
        put_design(r, places, n, o.f);
        status = outfile_commit(&o, e);
    }
    free(places);
    return status;
}

uint64_t mutant_select(const mutant *m)
{
    return (uint64_t)m->mode << 48 | (uint64_t)m->ctrl_bit << 32 | (uint64_t)m->bit << 16 |
           m->place;
}

// ---- words

char *mutant_command(const mutant *m, const char *top)
{
    char *ctrl = m->mode >= MUTANT_CNOT0 ? wl_format(" -ctrlbit %u", m->ctrl_bit) : wl_strdup("");
    char *all = wl_format("mutate -mode %s -module %s -cell %s -port %s -portbit %u%s",
                          mode_name(m->mode), top, m->cell->name, m->port->name, m->bit, ctrl);
    free(ctrl);
    return all;
}

// Of the places that led to the cell, the one in the file of its own module.
char *mutant_source(const mutant *m)
{
    const char *best = m->cell->source;
    size_t n = strcspn(best, "|");
    for (const char *p = best; *p; p += strcspn(p, "|"), p += *p == '|') {
        const char *colon = strchr(p, ':'), *slash = p;
        for (const char *s = p; colon && s < colon; s++) slash = *s == '/' ? s + 1 : slash;
        const size_t k = strlen(m->cell->module);
        if (colon && (size_t)(colon - slash) == k + 2 && strncmp(slash, m->cell->module, k) == 0)
            best = slash, n = strcspn(slash, "|");
    }
    return wl_format("%.*s", (int)n, best);
}
