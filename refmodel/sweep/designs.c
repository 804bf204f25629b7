// designs.c: see designs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/designs.h"

#include "base/nearest.h"
#include "sweep/flat.h"
#include "sweep/state.h"
#include "sweep/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 4096 };

typedef struct design {
    const sweep_planned *first;
    unsigned number;
    double gain, cost, fmax_mhz, unsized; // NAN: unknown; unsized: cells without area
    const char *not_comparable;           // why, NULL: it is
    bool front;
} design;

typedef struct joiner {
    const sweep_manifest *m;
    const char *gain, *cost;
    unsigned cost_key; // m->n_keys: the cost is a statistic
    char *store;
    json_t *gains, *costs;      // names of all statistics of simulations, and of syntheses
    json_t *programs, *benches; // with the gain: programs that are simulated, blocks of benches
    design *designs;
    unsigned n, incomplete, without; // designs; left out since a point, or a figure, is missing
    err *e;
} joiner;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool same_design(const sweep_manifest *m, const sweep_planned *a, const sweep_planned *b)
{
    if (strcmp(a->point.config, b->point.config) != 0) return false;
    for (unsigned i = 0; i < m->n_keys; i++) {
        if (strcmp(a->values[i], b->values[i]) != 0) return false;
    }
    return true;
}

// ---- one design

typedef struct sums {
    double gain_log, cost, fmax_mhz, unsized, hardware; // hardware: cells, and um2 of SRAM
    unsigned gains, costs, has, lacks; // bits: kinds of points with a gain, and without
    bool complete, without, zero;      // all points are done; a gain is negative; one is 0
} sums;

static double number_of(const json_t *flat, const char *name)
{
    const json_t *v = json_object_get(flat, name);
    return json_is_number(v) ? json_number_value(v) : (double)NAN;
}

static void add_result(joiner *j, const sweep_planned *p, const json_t *flat, sums *s)
{
    const double gain = number_of(flat, j->gain), cost = number_of(flat, j->cost),
                 mhz = number_of(flat, "fmax_mhz"), unsized = number_of(flat, "cells_without_area");
    json_object_update_missing(p->point.kind == SWEEP_synth ? j->costs : j->gains, (json_t *)flat);
    if (p->point.kind == SWEEP_synth) {
        if (!isnan(cost)) s->cost += cost, s->costs++;
        s->hardware += number_of(flat, "cells") + number_of(flat, "macro_um2");
        if (!isnan(unsized)) s->unsized = isnan(s->unsized) ? unsized : s->unsized + unsized;
        if (!isnan(mhz) && !(s->fmax_mhz <= mhz)) s->fmax_mhz = mhz;
        return;
    }
    if (isnan(gain)) {
        s->lacks |= 1U << p->point.kind;
        return;
    }
    s->has |= 1U << p->point.kind;
    json_object_set_new(p->point.kind == SWEEP_bench ? j->benches : j->programs,
                        last_part(p->point.program), json_true());
    if (gain < 0) s->without = true; // of a negative number there is no such mean
    else if (gain > 0) s->gain_log += log(gain);
    else s->zero = true;
    s->gains++;
}

static void add_point(joiner *j, const sweep_planned *p, sums *s)
{
    json_t *result = store_get(j->store, p->hash), *flat = result ? flat_numbers(result) : NULL;
    if (flat) add_result(j, p, flat, s);
    else s->complete = false;
    json_decref(flat);
    json_decref(result);
}

// Areas of cells lack those that the library gives none; SRAM has that of a model.
static bool is_area_of_cells(const char *cost)
{
    const size_t n = strlen(cost), unit = strlen("_um2");
    return n > unit && strcmp(cost + n - unit, "_um2") == 0 && strcmp(cost, "macro_um2") != 0;
}

// Why a design is not set against others by the cost of its syntheses; NULL: it is.
static const char *why_not(const joiner *j, const sums *s)
{
    if (s->hardware == 0) return "no cells";
    return is_area_of_cells(j->cost) && s->unsized > 0 ? "cells without area" : NULL;
}

static design join(const joiner *j, const sweep_planned *first, unsigned number, const sums *s)
{
    design d = {.first = first,
                .number = number,
                .gain = (double)NAN,
                .cost = (double)NAN,
                .fmax_mhz = s->fmax_mhz,
                .unsized = s->unsized};
    if (s->gains && !s->without && !(s->has & s->lacks))
        d.gain = s->zero ? 0 : exp(s->gain_log / s->gains);
    if (j->cost_key < j->m->n_keys) d.cost = strtod(first->values[j->cost_key], NULL);
    else if (s->costs) d.cost = s->cost, d.not_comparable = why_not(j, s);
    return d;
}

// Points of one design follow each other in the manifest.
static void join_all(joiner *j)
{
    unsigned number = 0;
    for (unsigned i = 0; i < j->m->n; number++) {
        const sweep_planned *first = &j->m->points[i];
        sums s = {.complete = true, .fmax_mhz = (double)NAN, .unsized = (double)NAN};
        for (; i < j->m->n && same_design(j->m, first, &j->m->points[i]); i++)
            add_point(j, &j->m->points[i], &s);
        if (s.complete) j->designs[j->n++] = join(j, first, number, &s);
        else j->incomplete++;
    }
}

// ---- what was asked for

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return *text && !*end;
}

static bool has_kind(const sweep_manifest *m, sweep_kind kind)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (m->points[i].point.kind == kind) return true;
    }
    return false;
}

// The first axis of numbers, or the key that was named; n_keys: none.
static unsigned find_key(const sweep_manifest *m, const char *name)
{
    for (unsigned i = m->n_keys - m->n_axes; i < m->n_keys; i++) {
        if (is_number(m->points[0].values[i]) && (!name || strcmp(m->keys[i], name) == 0)) return i;
    }
    return m->n_keys;
}

static int choose(joiner *j, const designs_want *want)
{
    const bool statistic = !want->cost && has_kind(j->m, SWEEP_synth);
    j->gain = want->gain ? want->gain : "ipc";
    j->cost_key = statistic ? j->m->n_keys : find_key(j->m, want->cost);
    if (want->cost) j->cost = want->cost;
    else if (j->cost_key < j->m->n_keys) j->cost = j->m->keys[j->cost_key];
    else if (statistic) j->cost = "area_um2";
    else
        return err_add(j->e, ST_INPUT,
                       "%s: has no synthesis and no axis of numbers to set the gain against; name "
                       "one with --cost",
                       j->m->path);
    return ST_OK;
}

static int check_name(const joiner *j, json_t *seen, const char *option, const char *name)
{
    const char *names[MOST_NAMES], *key;
    json_t *value;
    unsigned n = 0;
    if (json_object_get(seen, name)) return ST_OK;
    json_object_foreach(seen, key, value) {
        if (n < MOST_NAMES) names[n++] = key;
    }
    const char *near = nearest_of(name, names, n);
    return err_add(j->e, ST_INPUT, "--%s %s: no %s has such a statistic%s%s%s", option, name,
                   seen == j->costs ? "synthesis" : "simulation or bench",
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

// ---- the front

// The comparable first, by cost, then the larger gain, then the number, so that the order is one.
static int by_cost(const void *a, const void *b)
{
    const design *x = a, *y = b;
    if (!x->not_comparable != !y->not_comparable) return x->not_comparable ? 1 : -1;
    if (x->cost < y->cost || x->cost > y->cost) return x->cost < y->cost ? -1 : 1;
    if (x->gain < y->gain || x->gain > y->gain) return x->gain > y->gain ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static void keep_whole(joiner *j)
{
    unsigned n = 0;
    for (unsigned i = 0; i < j->n; i++) {
        if (!isnan(j->designs[i].gain) && !isnan(j->designs[i].cost))
            j->designs[n++] = j->designs[i];
    }
    j->without = j->n - n;
    j->n = n;
}

static void find_front(joiner *j)
{
    double best = -INFINITY;
    qsort(j->designs, j->n, sizeof *j->designs, by_cost);
    for (unsigned i = 0; i < j->n; i++) {
        j->designs[i].front = !j->designs[i].not_comparable && j->designs[i].gain > best;
        if (j->designs[i].front) best = j->designs[i].gain;
    }
}

// After the sorting: the first is comparable if any is.
static int check_front(const joiner *j)
{
    if (!j->designs[0].not_comparable) return ST_OK;
    return err_add(j->e, ST_INPUT,
                   "%s: no design can be compared by %s: each has cells that its library gives no "
                   "area (cells_without_area), or no cells; name another --cost, or take another "
                   "library (synth.liberty)",
                   j->m->path, j->cost);
}

// ---- JSON

static json_t *or_null(double value) { return isnan(value) ? json_null() : json_real(value); }

// "64 cells without area"
static json_t *reason(const design *d)
{
    if (!d->not_comparable) return json_null();
    return d->unsized > 0 ? json_sprintf("%.0f %s", d->unsized, d->not_comparable)
                          : json_string(d->not_comparable);
}

static json_t *row_of(const sweep_manifest *m, const design *d)
{
    json_t *values = json_array();
    for (unsigned i = m->n_keys - m->n_axes; i < m->n_keys; i++)
        json_array_append_new(values, json_string(d->first->values[i]));
    return json_pack("{s:i, s:s, s:o, s:f, s:f, s:o, s:o, s:b, s:o, s:b}", "design", (int)d->number,
                     "config", last_part(d->first->point.config), "values", values, "gain", d->gain,
                     "cost", d->cost, "fmax_mhz", or_null(d->fmax_mhz), "cells_without_area",
                     isnan(d->unsized) ? json_null() : json_integer((json_int_t)d->unsized),
                     "comparable", !d->not_comparable, "not_comparable", reason(d), "front",
                     d->front);
}

static json_t *keys_of(const json_t *object)
{
    const char *key;
    json_t *value, *list = json_array();
    json_object_foreach((json_t *)object, key, value) json_array_append_new(list, json_string(key));
    return list;
}

static void describe(const joiner *j, json_t *result)
{
    json_t *axes = json_array(), *rows = json_array(), *configs = json_object();
    for (unsigned i = j->m->n_keys - j->m->n_axes; i < j->m->n_keys; i++)
        json_array_append_new(axes, json_string(j->m->keys[i]));
    for (unsigned i = 0; i < j->n; i++) json_array_append_new(rows, row_of(j->m, &j->designs[i]));
    for (unsigned i = 0; i < j->m->n; i++)
        json_object_set_new(configs, j->m->points[i].point.config, json_true());
    json_object_set_new(result, "gain", json_string(j->gain));
    json_object_set_new(result, "cost", json_string(j->cost));
    json_object_set_new(result, "axes", axes);
    json_object_set_new(result, "configs", json_integer((json_int_t)json_object_size(configs)));
    json_object_set_new(result, "programs", keys_of(j->programs));
    json_object_set_new(result, "benches", keys_of(j->benches));
    json_object_set_new(result, "incomplete", json_integer(j->incomplete));
    json_object_set_new(result, "without", json_integer(j->without));
    json_object_set_new(result, "designs", rows);
    json_decref(configs);
}

static int make(joiner *j, const designs_want *want, json_t *result)
{
    int st = choose(j, want);
    if (st != ST_OK) return st;
    join_all(j);
    if (j->n) st = check_name(j, j->gains, "gain", j->gain);
    if (j->n && st == ST_OK && j->cost_key == j->m->n_keys)
        st = check_name(j, j->costs, "cost", j->cost);
    keep_whole(j);
    if (st == ST_OK && !j->n)
        st =
            err_add(j->e, ST_INPUT,
                    "%s: no design has both %s and %s%s: %u are incomplete, %u have no such figure",
                    j->m->path, j->gain, j->cost,
                    j->incomplete ? " yet (warploom sweep status tells what is missing)" : "",
                    j->incomplete, j->without);
    if (st != ST_OK) return st;
    find_front(j);
    st = check_front(j);
    if (st != ST_OK) return st;
    describe(j, result);
    return ST_OK;
}

int designs_describe(const sweep_manifest *m, const designs_want *want, json_t *result, err *e)
{
    joiner j = {.m = m,
                .gains = json_object(),
                .costs = json_object(),
                .programs = json_object(),
                .benches = json_object(),
                .e = e};
    j.store = sweep_store_dir(m);
    j.designs = wl_calloc(m->n, sizeof *j.designs);
    state_describe(m, result);
    const int st = make(&j, want, result);
    json_decref(j.gains);
    json_decref(j.costs);
    json_decref(j.programs);
    json_decref(j.benches);
    free(j.designs);
    free(j.store);
    return st;
}
