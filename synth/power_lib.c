// power_lib.c: see power_lib.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/power_lib.h"

#include "base/outfile.h"
#include "synth/liberty_tree.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 256 << 20 };

typedef struct reader {
    const char *path;
    const lib_node *root;
    power_lib *l;
    err *e;
} reader;

static char *slice_text(lib_slice s) { return wl_format("%.*s", (int)s.n, s.at); }

// ---- tables

static power_axis axis_of(const lib_node *template, unsigned i)
{
    char *key = wl_format("variable_%u", i + 1), *name = template ? lib_text(template, key) : NULL;
    const bool slew = name && strstr(name, "transition"),
               load = name && strcmp(name, "total_output_net_capacitance") == 0;
    free(key);
    free(name);
    return slew ? AXIS_SLEW : load ? AXIS_LOAD : AXIS_OTHER;
}

static const lib_node *find_template(const reader *r, lib_slice name)
{
    for (const lib_node *n = r->root->children; n; n = n->next) {
        const bool template =
            lib_is(n->name, "lu_table_template") || lib_is(n->name, "power_lut_template");
        if (template && n->value.n == name.n && memcmp(n->value.at, name.at, name.n) == 0) return n;
    }
    return NULL;
}

static void free_table(power_table *t)
{
    for (unsigned i = 0; i < 3; i++) free(t->index[i]);
    free(t->value);
    *t = (power_table){0};
}

// The indices are the table's own or its template's; without any it is a scalar.
static int read_table(const reader *r, const lib_node *group, power_table *t)
{
    const lib_node *template = find_template(r, group->value), *values = lib_child(group, "values");
    unsigned size = 1;
    if (!values) return ST_OK;
    for (unsigned i = 0; i < 3; i++) {
        char *key = wl_format("index_%u", i + 1);
        const lib_node *index = lib_child(group, key);
        if (!index && template) index = lib_child(template, key);
        free(key);
        if (!index) break;
        t->axis[i] = axis_of(template, i);
        t->n[i] = lib_numbers(index->value, &t->index[i]);
        size *= t->n[i];
        t->axes = i + 1;
    }
    const unsigned n = lib_numbers(values->value, &t->value);
    if (n == size) return ST_OK;
    char *name = slice_text(group->value);
    err_add(r->e, ST_INPUT, "%s: a table of %s has %u values, not %u", r->path, name, n, size);
    free(name);
    free_table(t);
    return ST_INPUT;
}

// The entries on both sides of x along an axis, and how far x is from the first to the second.
static unsigned place(const power_table *t, unsigned i, double slew, double load, double *part)
{
    const double x = t->axis[i] == AXIS_SLEW ? slew : load, *index = t->index[i];
    unsigned k = 0;
    *part = 0;
    if (t->axis[i] == AXIS_OTHER || t->n[i] < 2) return 0;
    while (k + 2 < t->n[i] && x >= index[k + 1]) k++;
    *part = (x - index[k]) / (index[k + 1] - index[k]);
    return k;
}

double power_look_up(const power_table *t, double slew, double load)
{
    unsigned at[3] = {0};
    double part[3] = {0}, sum = 0;
    if (!t->value) return 0;
    for (unsigned i = 0; i < t->axes; i++) at[i] = place(t, i, slew, load, &part[i]);
    for (unsigned corner = 0; corner < 1U << t->axes; corner++) {
        double weight = 1;
        unsigned word = 0;
        for (unsigned i = 0; i < t->axes; i++) {
            const unsigned up = corner >> i & 1;
            weight *= up ? part[i] : 1 - part[i];
            word = word * t->n[i] + at[i] + (part[i] != 0 ? up : 0);
        }
        sum += weight != 0 ? weight * t->value[word] : 0;
    }
    return sum;
}

// ---- cells

static int bad_function(const reader *r, const power_cell *c, const char *what)
{
    return err_add(r->e, ST_INPUT, "%s: cell %s: its %s cannot be read", r->path, c->name, what);
}

// The expression of an attribute; none if there is no such attribute.
static int read_expr(const reader *r, const power_cell *c, const lib_node *of, const char *key,
                     const lib_node *state, power_expr *x)
{
    char *text = lib_text(of, key), *names = state ? slice_text(state->value) : NULL;
    char *rest = NULL, *q = names ? strtok_r(names, ", \"", &rest) : NULL,
         *qn = q ? strtok_r(NULL, ", \"", &rest) : NULL;
    const bool good = !text || !*text || power_expr_read(c, q, qn, text, x);
    free(text);
    free(names);
    return good ? ST_OK : bad_function(r, c, key);
}

static int related(const power_cell *c, const lib_node *of)
{
    char *names = lib_text(of, "related_pin"), *rest = NULL,
         *first = names ? strtok_r(names, " ", &rest) : NULL;
    const int pin = first ? power_cell_pin(c, first) : -1;
    free(names);
    return pin;
}

static bool of_ground(const lib_node *cell, const lib_node *group)
{
    char *name = lib_text(group, "related_pg_pin");
    bool ground = false;
    for (const lib_node *pg = lib_child(cell, "pg_pin"); name && pg; pg = lib_next(pg, "pg_pin")) {
        char *type = lib_text(pg, "pg_type");
        if (lib_is(pg->value, name)) ground = type && strstr(type, "ground");
        free(type);
    }
    free(name);
    return ground;
}

static int read_group(reader *r, power_cell *c, unsigned pin, const lib_node *n)
{
    static const char *const keys[] = {[EDGE_FALL] = "fall_power", [EDGE_RISE] = "rise_power"};
    power_group g = {.pin = pin, .related = related(c, n)};
    const lib_node *both = lib_child(n, "power");
    int st = read_expr(r, c, n, "when", NULL, &g.when);
    for (unsigned edge = 0; edge < EDGES && st == ST_OK; edge++) {
        const lib_node *table = lib_child(n, keys[edge]);
        if (!table) table = both;
        if (table) st = read_table(r, table, &g.energy[edge]);
    }
    c->groups = wl_realloc(c->groups, (c->n_groups + 1) * sizeof *c->groups);
    c->groups[c->n_groups++] = g;
    return st;
}

static int read_arc(const reader *r, power_cell *c, unsigned pin, const lib_node *n)
{
    static const char *const keys[] = {
        [EDGE_FALL] = "fall_transition", [EDGE_RISE] = "rise_transition"};
    const int from = related(c, n);
    power_arc a = {.from = (unsigned)from, .to = pin};
    int st = ST_OK;
    if (from < 0 || (!lib_child(n, keys[0]) && !lib_child(n, keys[1]))) return ST_OK;
    for (unsigned edge = 0; edge < EDGES && st == ST_OK; edge++) {
        const lib_node *table = lib_child(n, keys[edge]);
        if (table) st = read_table(r, table, &a.slew[edge]);
    }
    c->arcs = wl_realloc(c->arcs, (c->n_arcs + 1) * sizeof *c->arcs);
    c->arcs[c->n_arcs++] = a;
    return st;
}

static int read_pin_groups(reader *r, power_cell *c, const lib_node *cell, const lib_node *pin)
{
    char *name = slice_text(pin->value);
    const unsigned number = (unsigned)power_cell_pin(c, name);
    int st = ST_OK;
    free(name);
    for (const lib_node *n = pin->children; n && st == ST_OK; n = n->next) {
        if (lib_is(n->name, "internal_power") && !of_ground(cell, n))
            st = read_group(r, c, number, n);
        else if (lib_is(n->name, "timing")) st = read_arc(r, c, number, n);
    }
    return st;
}

static int read_pin(reader *r, power_cell *c, const lib_node *n)
{
    char *direction = lib_text(n, "direction");
    const bool output = direction && strcmp(direction, "output") == 0;
    free(direction);
    if (c->n_pins == POWER_PINS)
        return err_add(r->e, ST_INPUT, "%s: cell %s has more than %d pins", r->path, c->name,
                       POWER_PINS);
    const double cap = lib_number(r->root, "default_input_pin_cap", 0);
    c->pins[c->n_pins++] =
        (power_pin){.name = slice_text(n->value),
                    .output = output,
                    .cap_ff = output ? 0 : r->l->cap_ff * lib_number(n, "capacitance", cap)};
    return ST_OK;
}

static const lib_node *first_of(const lib_node *cell, const char *a, const char *b)
{
    const lib_node *n = lib_child(cell, a);
    return n ? n : lib_child(cell, b);
}

static int read_state(const reader *r, power_cell *c, const lib_node *flop, const lib_node *latch)
{
    power_expr clock = {0};
    const lib_node *state = flop ? flop : latch;
    c->kind = flop ? CELL_FLOP : latch ? CELL_LATCH : CELL_GATE;
    if (!state) return ST_OK;
    int st = read_expr(r, c, state, flop ? "next_state" : "data_in", state, &c->data);
    if (st == ST_OK) st = read_expr(r, c, state, "clear", state, &c->clear);
    if (st == ST_OK) st = read_expr(r, c, state, "preset", state, &c->preset);
    if (st == ST_OK) st = read_expr(r, c, state, "enable", state, &c->enable);
    if (st == ST_OK) st = read_expr(r, c, state, "clocked_on", state, &clock);
    for (unsigned i = 0; i < clock.n; i++)
        if (clock.op[i] < c->n_pins) c->pins[clock.op[i]].clock = true;
    return st;
}

static int read_functions(const reader *r, power_cell *c, const lib_node *cell,
                          const lib_node *state)
{
    int st = ST_OK;
    unsigned i = 0;
    for (const lib_node *n = lib_child(cell, "pin"); n && st == ST_OK; n = lib_next(n, "pin"), i++)
        if (c->pins[i].output) st = read_expr(r, c, n, "function", state, &c->pins[i].function);
    return st;
}

static double leakage_of(const lib_node *cell)
{
    double sum = 0;
    unsigned n = 0;
    if (lib_child(cell, "cell_leakage_power")) return lib_number(cell, "cell_leakage_power", 0);
    for (const lib_node *g = lib_child(cell, "leakage_power"); g;
         g = lib_next(g, "leakage_power")) {
        sum += lib_number(g, "value", 0);
        n++;
    }
    return n ? sum / n : 0;
}

static int read_cell(reader *r, const lib_node *n)
{
    power_lib *l = r->l;
    power_cell *c = &l->cells[l->n++];
    const lib_node *flop = first_of(n, "ff", "ff_bank"),
                   *latch = first_of(n, "latch", "latch_bank");
    int st = ST_OK;
    c->name = slice_text(n->value);
    c->leakage_nw = l->leakage_nw * leakage_of(n);
    for (const lib_node *p = lib_child(n, "pin"); p && st == ST_OK; p = lib_next(p, "pin"))
        st = read_pin(r, c, p);
    if (st == ST_OK) st = read_state(r, c, flop, latch);
    if (st == ST_OK) st = read_functions(r, c, n, flop ? flop : latch);
    for (const lib_node *p = lib_child(n, "pin"); p && st == ST_OK; p = lib_next(p, "pin"))
        st = read_pin_groups(r, c, n, p);
    return st;
}

// ---- units

// "10mV" in units of 1 with the given letter behind the prefix.
static double unit_of(const lib_node *root, const char *key, double otherwise)
{
    static const struct {
        char prefix;
        double factor;
    } prefixes[] = {{'p', 1e-12}, {'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}};
    char *text = lib_text(root, key), *end;
    if (!text) return otherwise;
    double value = strtod(text, &end);
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (*end == prefixes[i].prefix) value *= prefixes[i].factor;
    free(text);
    return value;
}

static double volts_of(const lib_node *root)
{
    char *name = lib_text(root, "default_operating_conditions");
    double volts = lib_number(root, "nom_voltage", 0);
    for (const lib_node *n = lib_child(root, "operating_conditions"); name && n;
         n = lib_next(n, "operating_conditions"))
        if (lib_is(n->value, name)) volts = lib_number(n, "voltage", volts);
    free(name);
    return volts;
}

static int read_units(reader *r)
{
    power_lib *l = r->l;
    const lib_node *cap = lib_child(r->root, "capacitive_load_unit");
    double *number = NULL;
    const double volt = unit_of(r->root, "voltage_unit", 1);
    l->cap_ff = 1000;
    if (cap && lib_numbers(cap->value, &number))
        l->cap_ff = number[0] * (memchr(cap->value.at, 'p', cap->value.n) ? 1000 : 1);
    free(number);
    l->time_ps = 1e12 * unit_of(r->root, "time_unit", 1e-9);
    l->energy_fj = l->cap_ff * volt * volt;
    l->leakage_nw = 1e9 * unit_of(r->root, "leakage_power_unit", 1e-9);
    l->volts = volt * volts_of(r->root);
    l->name = slice_text(r->root->value);
    if (l->volts > 0) return ST_OK;
    return err_add(r->e, ST_INPUT, "%s: library %s has no nom_voltage", r->path, l->name);
}

static int read_library(reader *r)
{
    unsigned n = 0;
    bool some = false;
    int st = read_units(r);
    for (const lib_node *c = lib_child(r->root, "cell"); c; c = lib_next(c, "cell")) n++;
    r->l->cells = wl_calloc(n + 1, sizeof *r->l->cells);
    for (const lib_node *c = lib_child(r->root, "cell"); c && st == ST_OK;
         c = lib_next(c, "cell")) {
        st = read_cell(r, c);
        some |= r->l->cells[r->l->n - 1].n_groups > 0;
    }
    if (st == ST_OK && !some)
        st = err_add(r->e, ST_INPUT,
                     "%s: library %s has no internal_power: no energy follows from it", r->path,
                     r->l->name);
    return st;
}

int power_lib_read(const char *path, power_lib *l, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    lib_node *root = NULL;
    *l = (power_lib){0};
    int st = infile_read(path, MAX_BYTES, &text, &bytes, e);
    if (st == ST_OK) st = liberty_tree_read(path, text, &root, e);
    reader r = {.path = path, .root = root, .l = l, .e = e};
    if (st == ST_OK) st = read_library(&r);
    if (st != ST_OK) power_lib_free(l);
    liberty_tree_free(root);
    free(text);
    return st;
}

static void free_cell(power_cell *c)
{
    for (unsigned i = 0; i < c->n_pins; i++) free(c->pins[i].name);
    for (unsigned i = 0; i < c->n_groups; i++)
        for (unsigned edge = 0; edge < EDGES; edge++) free_table(&c->groups[i].energy[edge]);
    for (unsigned i = 0; i < c->n_arcs; i++)
        for (unsigned edge = 0; edge < EDGES; edge++) free_table(&c->arcs[i].slew[edge]);
    free(c->groups);
    free(c->arcs);
    free(c->name);
}

void power_lib_free(power_lib *l)
{
    for (unsigned i = 0; i < l->n; i++) free_cell(&l->cells[i]);
    free(l->cells);
    free(l->name);
    *l = (power_lib){0};
}

const power_cell *power_lib_cell(const power_lib *l, const char *name)
{
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->cells[i].name, name) == 0) return &l->cells[i];
    return NULL;
}

int power_cell_pin(const power_cell *c, const char *name)
{
    for (unsigned i = 0; i < c->n_pins; i++)
        if (strcmp(c->pins[i].name, name) == 0) return (int)i;
    return -1;
}
