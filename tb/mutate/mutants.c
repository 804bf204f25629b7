// mutants.c : see mutants.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/mutants.h"

#include "base/outfile.h"
#include "base/rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LIST = 256 << 20, MAX_PLACES = 65535 }; // 16 bits of wl_select

static const struct {
    const char *name;
    mutant_mode mode;
} modes[] = {{"inv", MUTANT_INV}, {"const0", MUTANT_CONST0}, {"const1", MUTANT_CONST1}, {"cnot0", MUTANT_CNOT0}, {"cnot1", MUTANT_CNOT1}};
enum { MODES = sizeof modes / sizeof modes[0] };

static const char *mode_name(mutant_mode mode)
{
    for (unsigned i = 0; i < MODES; i++) {
        if (modes[i].mode == mode) return modes[i].name;
    }
    return "?";
}

// ---- the list

// The word behind " -OPTION " of a line of the list, malloc'd; NULL: it is not there.
static char *option(const char *line, const char *name)
{
    char *key = wl_format(" -%s ", name), *value = NULL;
    const char *at = strstr(line, key);
    if (at) value = wl_format("%.*s", (int)strcspn(at + strlen(key), " "), at + strlen(key));
    free(key);
    return value;
}

static unsigned number_of(const char *line, const char *name)
{
    char *text = option(line, name);
    const unsigned n = text ? (unsigned)strtoul(text, NULL, 10) : 0;
    free(text);
    return n;
}

static bool read_mode(const char *line, mutant_mode *mode)
{
    char *text = option(line, "mode");
    bool found = false;
    for (unsigned i = 0; i < MODES && text; i++) {
        if (strcmp(modes[i].name, text) != 0) continue;
        *mode = modes[i].mode;
        found = true;
    }
    free(text);
    return found;
}

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(name, *list) == 0) return true;
    }
    return false;
}

// Is there anything to see of it? See mutants.h for what is left out.
static bool counts(const mutant *m, const rtlil *r)
{
    static const char *const clocks[] = {"CLK", "WR_CLK", "RD_CLK", NULL}, *const clocked[] = {"RD_EN", "RD_ARST", "RD_SRST", NULL};
    if (is_one_of(m->port->name, clocks)) return false;
    if (is_one_of(m->port->name, clocked) && !m->cell->clocked_read) return false;
    const char is = rtlil_bit(r, m->port->signal, m->bit);
    return !(m->mode == MUTANT_CONST0 && is == '0') && !(m->mode == MUTANT_CONST1 && is == '1');
}

static int read_line(mutant *m, const rtlil *r, const char *line, err *e)
{
    char *cell = option(line, "cell"), *port = option(line, "port");
    *m = (mutant){.bit = number_of(line, "portbit"), .ctrl_bit = number_of(line, "ctrlbit")};
    if (cell) m->cell = rtlil_find(r, cell);
    if (m->cell && port) m->port = rtlil_find_port(m->cell, port);
    const bool good = m->port && m->bit < m->port->width && read_mode(line, &m->mode);
    free(cell);
    free(port);
    return good ? ST_OK : err_add(e, ST_TOOL, "mutant of no cell of the design: %s", line);
}

static int by_module(const void *a, const void *b)
{
    const mutant *x = a, *y = b;
    const int order = strcmp(x->cell->module, y->cell->module);
    return order ? order : x->module < y->module ? -1 : x->module > y->module; // as listed, by now
}

static void group(mutant_list *l)
{
    for (unsigned i = 0; i < l->n; i++) l->m[i].module = i;
    qsort(l->m, l->n, sizeof *l->m, by_module);
    l->modules = wl_calloc(l->n + 1, sizeof *l->modules);
    for (unsigned i = 0; i < l->n; i++) {
        const char *name = l->m[i].cell->module;
        if (!l->n_modules || strcmp(l->modules[l->n_modules - 1].name, name) != 0) l->modules[l->n_modules++].name = name;
        l->modules[l->n_modules - 1].candidates++;
        l->m[i].module = l->n_modules - 1;
    }
}

int mutants_read(mutant_list *l, const rtlil *r, const char *path, err *e)
{
    char *text = NULL;
    size_t bytes;
    *l = (mutant_list){0};
    int status = infile_read_made("yosys", path, MAX_LIST, &text, &bytes, e);
    unsigned room = 1;
    for (const char *p = text; p && *p; p++) room += *p == '\n';
    l->m = wl_calloc(room, sizeof *l->m);
    char *save = NULL;
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && status == ST_OK; line = strtok_r(NULL, "\n", &save)) {
        status = read_line(&l->m[l->n], r, line, e);
        l->n += status == ST_OK && counts(&l->m[l->n], r);
    }
    free(text);
    if (status == ST_OK) group(l);
    return status;
}

void mutants_free(mutant_list *l)
{
    free(l->m);
    free(l->modules);
    *l = (mutant_list){0};
}

// ---- the sample

// A module's name behind the configuration's prefix, as --module takes it, ends the emitted name.
static bool is_module(const char *emitted, const char *word)
{
    const size_t n = strlen(emitted), k = strlen(word);
    return n >= k && strcmp(emitted + n - k, word) == 0 && (n == k || emitted[n - k - 1] == '_');
}

static int no_module(const mutant_list *l, const char *module, err *e)
{
    char *all = wl_strdup("");
    for (unsigned i = 0; i < l->n_modules; i++) {
        char *longer = wl_format("%s%s%s", all, i ? ", " : "", l->modules[i].name);
        free(all);
        all = longer;
    }
    const int status = err_add(e, ST_INPUT, "--module %s: no such module with logic; there are %s", module, all);
    free(all);
    return status;
}

// Moves `chosen` of the n drawn at random to the front (Fisher and Yates).
static void shuffle(mutant *m, unsigned n, unsigned chosen, rng *random)
{
    for (unsigned i = 0; i < chosen; i++) {
        const unsigned k = i + (unsigned)rng_below(random, n - i);
        const mutant other = m[k];
        m[k] = m[i];
        m[i] = other;
    }
}

int mutants_choose(mutant_list *l, const char *module, unsigned count, uint64_t seed, err *e)
{
    unsigned from = 0, kept = 0;
    bool found = !module;
    for (unsigned i = 0; i < l->n_modules; i++) {
        mutant_module *k = &l->modules[i];
        rng random = {seed};
        const bool wanted = !module || is_module(k->name, module);
        k->chosen = !wanted ? 0 : k->candidates < count ? k->candidates : count;
        shuffle(l->m + from, k->candidates, k->chosen, &random);
        memmove(l->m + kept, l->m + from, k->chosen * sizeof *l->m);
        from += k->candidates;
        kept += k->chosen;
        found = found || wanted;
    }
    l->n = kept;
    return found ? ST_OK : no_module(l, module, e);
}

// ---- the design that holds them

static bool is_output(const rtlil_port *p) { return is_one_of(p->name, (const char *const[]){"Y", "Q", "RD_DATA", NULL}); }

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
    fprintf(f, "    parameter \\W %u\n    parameter \\K %u\n    connect \\sel \\wl_select\n", m->port->width, m->place);
    if (out) fprintf(f, "    connect \\s $wl_port$%u\n    connect \\y %s\n  end\n", m->place, m->port->signal);
    else fprintf(f, "    connect \\s %s\n    connect \\y $wl_port$%u\n  end\n", m->port->signal, m->place);
}

// Yosys wants a wire before its uses.
static void put_wires(const rtlil *r, mutant *const *places, unsigned n, FILE *f)
{
    fprintf(f, "  wire width 64 input %u \\wl_select\n", r->top_ports + 1);
    for (unsigned k = 0; k < n; k++) fprintf(f, "  wire width %u $wl_port$%u\n", places[k]->port->width, k + 1);
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
    int status = n > MAX_PLACES ? err_add(e, ST_INPUT, "%u ports to mutate: must be at most %d; choose a --module or a lower --count", n, MAX_PLACES)
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
    return (uint64_t)m->mode << 48 | (uint64_t)m->ctrl_bit << 32 | (uint64_t)m->bit << 16 | m->place;
}

// ---- words

char *mutant_command(const mutant *m, const char *top)
{
    char *ctrl = m->mode >= MUTANT_CNOT0 ? wl_format(" -ctrlbit %u", m->ctrl_bit) : wl_strdup("");
    char *all = wl_format("mutate -mode %s -module %s -cell %s -port %s -portbit %u%s", mode_name(m->mode), top, m->cell->name, m->port->name,
                          m->bit, ctrl);
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
        if (colon && (size_t)(colon - slash) == k + 2 && strncmp(slash, m->cell->module, k) == 0) best = slash, n = strcspn(slash, "|");
    }
    return wl_format("%.*s", (int)n, best);
}
