// published.c: see published.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/published.h"

#include "base/csv_file.h"
#include "base/printable.h"
#include "base/version.h"
#include "config/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20, MOST_METRICS = 128 };

// The columns before the metrics: X(constant, name)
#define LEADING(X) \
    X(AT_MACHINE, "machine") \
    X(AT_WORKLOAD, "workload") \
    X(AT_SIZE, "size") \
    X(AT_KERNEL, "kernel") \
    X(AT_INPUT, "input") \
    X(AT_BUILD, "build")
#define CONSTANT(constant, name) constant,
enum { LEADING(CONSTANT) N_LEADING };
#undef CONSTANT
#define NAME(constant, name) name,
static const char *const leading[] = {LEADING(NAME)};
#undef NAME

// ---- written

static json_t *run_row(const runset_run *r, const char *kernel)
{
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "machine", r->machine->name, "workload",
                          r->workload, "size", r->size, "kernel", kernel, "input", r->input,
                          "build", r->build ? r->build : "");
    for (const paper_metric *m = paper_metrics; m->name; m++) {
        const double v = runset_value(r, kernel, m->name);
        json_object_set_new(o, m->name, isnan(v) ? json_string("") : json_real(v));
    }
    return o;
}

// Does a row of the paper read this kernel of the workload?
static bool is_read(const paper *p, const char *name, const char *kernel)
{
    for (const paper_program *q = p->programs; q->workload; q++) {
        const size_t n = strcspn(q->workload, "/");
        if (strlen(name) >= n && memcmp(q->workload, name, n) == 0 &&
            strcmp(runset_kernel(q), kernel) == 0)
            return true;
    }
    for (const paper_figure *f = p->figures; f->id; f++) {
        for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
            if (s->kernel && strcmp(s->kernel, kernel) == 0) return true;
        }
    }
    return false;
}

json_t *published_runs(const runset *l)
{
    json_t *list = json_array(), *values;
    const char *kernel;
    for (unsigned i = 0; i < l->n_runs; i++) {
        const runset_run *r = &l->runs[i];
        if (isnan(runset_value(r, "", "cycles"))) continue;
        json_array_append_new(list, run_row(r, ""));
        json_object_foreach(r->kernels, kernel, values) {
            if (is_read(l->p, r->workload, kernel)) json_array_append_new(list, run_row(r, kernel));
        }
    }
    return list;
}

// The name is no key of the machine, and no simulation reads what is emitted and synthesized.
static bool is_simulated(const cfg_section *s)
{
    return *s->path && strcmp(s->path, "rtl") != 0 && strcmp(s->path, "synth") != 0;
}

// Calls `f` with each key that a simulation reads.
static void each_key(void (*f)(void *ctx, const char *path, const cfg_row *row), void *ctx)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; is_simulated(&s[i]) && k < s[i].n; k++) {
            char *path = cfg_path(&s[i], &s[i].rows[k]);
            f(ctx, path, &s[i].rows[k]);
            free(path);
        }
    }
}

static void add_column(void *ctx, const char *path, const cfg_row *row)
{
    char **columns = ctx, *longer = wl_format("%s,%s", *columns, path);
    (void)row;
    free(*columns);
    *columns = longer;
}

typedef struct machine_row {
    const config *c;
    json_t *o;
} machine_row;

static void put_key(void *ctx, const char *path, const cfg_row *row)
{
    const machine_row *m = ctx;
    char *text = cfg_text(m->c, row);
    json_object_set_new(m->o, path, json_string(text));
    free(text);
}

json_t *published_machines(const runset *l, char **columns)
{
    json_t *list = json_array();
    *columns = wl_strdup("machine");
    each_key(add_column, columns);
    for (unsigned i = 0; i < l->n_machines; i++) {
        machine_row m = {&l->machines[i]->c, json_pack("{s:s}", "machine", l->machines[i]->name)};
        each_key(put_key, &m);
        json_array_append_new(list, m.o);
    }
    return list;
}

// ---- machines.csv, read

// Why the runs of a machine are not taken, "" if they are.
typedef struct known_machine {
    char *name, *why;
} known_machine;

typedef struct reader {
    runset *l;
    const char *path;
    known_machine *machines;
    unsigned n_machines;
    const paper_metric *metrics[MOST_METRICS]; // by column
    unsigned n_columns;
    json_t *source;
    err *e;
} reader;

static const config *config_of(const runset *l, const char *machine)
{
    for (unsigned i = 0; i < l->n_machines; i++) {
        if (strcmp(l->machines[i]->name, machine) == 0) return &l->machines[i]->c;
    }
    return NULL;
}

static unsigned field_of(const csv_file *f, char **names, unsigned n, const char *path)
{
    unsigned i = 1;
    while (i < n && strcmp(names[i], path) != 0) i++;
    return i < n ? i : f->n;
}

typedef struct comparison {
    const csv_file *f;
    char **names;
    unsigned n;
    const config *c, *defaults;
    char *why; // the first difference
} comparison;

static void compare_key(void *ctx, const char *path, const cfg_row *row)
{
    comparison *k = ctx;
    if (k->why) return;
    const unsigned at = field_of(k->f, k->names, k->n, path);
    const bool there = at < k->f->n;
    char *ours = cfg_text(k->c, row), *before = there ? NULL : cfg_text(k->defaults, row);
    if (there && strcmp(k->f->fields[at], ours) != 0)
        k->why = wl_format("%s is %s there and %s here", path, k->f->fields[at], ours);
    if (!there && strcmp(before, ours) != 0)
        k->why = wl_format("%s is %s here, and was not there yet", path, ours);
    free(before);
    free(ours);
}

static char *difference_of(const reader *r, const csv_file *f, char **names, unsigned n)
{
    config defaults;
    comparison k = {
        .f = f, .names = names, .n = n, .c = config_of(r->l, f->fields[0]), .defaults = &defaults};
    if (!k.c) return wl_strdup("");
    config_defaults(&defaults);
    for (unsigned i = 1; i < n && !k.why; i++) {
        if (!cfg_find(names[i], NULL))
            k.why = wl_format("its key %s (%s) is not there any more", names[i], f->fields[i]);
    }
    each_key(compare_key, &k);
    return k.why ? k.why : wl_strdup("");
}

static known_machine *machine_named(const reader *r, const char *name)
{
    for (unsigned i = 0; i < r->n_machines; i++) {
        if (strcmp(r->machines[i].name, name) == 0) return &r->machines[i];
    }
    return NULL;
}

static bool is_whole(const csv_file *f, unsigned n, const char *head, err *e)
{
    if (f->cut) return !csv_file_error(f, f->n, e, "the file ends within this line: it is damaged");
    if (f->n != n)
        return !csv_file_error(f, f->n < n ? f->n : n, e,
                               "%u fields, but %s has %u columns: the file is damaged", f->n, head,
                               n);
    return true;
}

static int read_machines(reader *r, csv_file *f)
{
    if (!csv_file_next(f, r->e) || strcmp(f->fields[0], "machine") != 0)
        return r->e->status ? r->e->status
                            : csv_file_error(f, 0, r->e,
                                             "must be a page's machines.csv, whose first column is "
                                             "machine");
    const unsigned n = f->n;
    char **names = wl_calloc(n, sizeof *names);
    for (unsigned i = 0; i < n; i++) names[i] = wl_strdup(f->fields[i]);
    while (csv_file_next(f, r->e) && is_whole(f, n, "the first line", r->e)) {
        if (machine_named(r, f->fields[0])) {
            csv_file_error(f, 0, r->e, "machine %s is in this file twice", f->fields[0]);
            break;
        }
        r->machines = wl_realloc(r->machines, (r->n_machines + 1) * sizeof *r->machines);
        r->machines[r->n_machines++] =
            (known_machine){wl_strdup(f->fields[0]), difference_of(r, f, names, n)};
    }
    for (unsigned i = 0; i < n; i++) free(names[i]);
    free(names);
    return r->e->status;
}

// ---- runs.csv, read

static int read_header(reader *r, csv_file *f)
{
    unsigned i = 0;
    if (!csv_file_next(f, r->e) && r->e->status == ST_OK)
        return err_add(r->e, ST_INPUT, "%s: is empty; must be the data/runs.csv of a page",
                       r->path);
    if (r->e->status != ST_OK) return r->e->status;
    while (i < N_LEADING && i < f->n && strcmp(f->fields[i], leading[i]) == 0) i++;
    if (i < N_LEADING)
        return csv_file_error(
            f, i, r->e,
            "must be the data/runs.csv of a page, which begins with "
            "machine,workload,size,kernel,input,build%s",
            i == AT_KERNEL ? "; without kernel, input and build nobody can tell what was run" : "");
    for (; i < f->n; i++) {
        const paper_metric *m = paper_metric_find(f->fields[i]);
        if (!m || i >= MOST_METRICS)
            return csv_file_error(f, i, r->e, "%s: no such metric in this version of Warploom",
                                  f->fields[i]);
        r->metrics[i] = m;
    }
    r->n_columns = f->n;
    return ST_OK;
}

static void put_lacking(const reader *r)
{
    char *all = wl_strdup("");
    for (const paper_metric *m = paper_metrics; m->name; m++) {
        unsigned i = N_LEADING;
        while (i < r->n_columns && r->metrics[i] != m) i++;
        if (i < r->n_columns) continue;
        char *longer = wl_format("%s%s%s", all, *all ? ", " : "", m->name);
        free(all);
        all = longer;
    }
    json_object_set_new(r->source, "lacks", json_string(all));
    free(all);
}

static void count_refused(const reader *r, const char *machine, const char *why)
{
    json_t *list = json_object_get(r->source, "refused"), *row;
    size_t i;
    json_array_foreach(list, i, row) {
        if (strcmp(json_string_value(json_object_get(row, "machine")), machine) != 0 ||
            strcmp(json_string_value(json_object_get(row, "why")), why) != 0)
            continue;
        const json_int_t n = json_integer_value(json_object_get(row, "runs"));
        json_object_set_new(row, "runs", json_integer(n + 1));
        return;
    }
    json_array_append_new(list, json_pack("{s:o, s:i, s:o}", "machine", printable_json(machine),
                                          "runs", 1, "why", printable_json(why)));
}

static void count_taken(const reader *r, const char *build)
{
    const char *made_by = json_string_value(json_object_get(r->source, "made_by"));
    const json_int_t n = json_integer_value(json_object_get(r->source, "taken"));
    char *own = strchr(build, '+') ? wl_strdup(build) : wl_format("%s (build not noted)", build);
    if (!strstr(made_by, own)) {
        char *longer = wl_format("%s%s%s", made_by, *made_by ? ", " : "", own);
        json_object_set_new(r->source, "made_by", json_string(longer));
        free(longer);
    }
    free(own);
    json_object_set_new(r->source, "taken", json_integer(n + 1));
}

static runset_run *run_of(const reader *r, const csv_file *f)
{
    for (unsigned i = 0; i < r->l->n_runs; i++) {
        runset_run *run = &r->l->runs[i];
        if (strcmp(run->machine->name, f->fields[AT_MACHINE]) == 0 &&
            strcmp(run->workload, f->fields[AT_WORKLOAD]) == 0 &&
            strcmp(run->size, f->fields[AT_SIZE]) == 0)
            return run;
    }
    return NULL;
}

static int read_values(const reader *r, const csv_file *f, double *values)
{
    for (unsigned i = 0; paper_metrics[i].name; i++) values[i] = (double)NAN;
    for (unsigned i = N_LEADING; i < f->n; i++) {
        char *end;
        if (!*f->fields[i]) continue;
        const double v = strtod(f->fields[i], &end);
        if (*end || !isfinite(v) || v < 0 || strpbrk(f->fields[i], "xX"))
            return csv_file_error(f, i, r->e,
                                  "%s: %s: must be a decimal number from 0 up, or nothing",
                                  r->metrics[i]->name, f->fields[i]);
        values[r->metrics[i] - paper_metrics] = v;
    }
    return ST_OK;
}

static double value_of(const double *values, const char *metric)
{
    return values[paper_metric_find(metric) - paper_metrics];
}

// What one column says of two others must be so, to the digits that are written.
static int check_values(const reader *r, const csv_file *f, const double *values)
{
    enum { DIGITS = 1000000 };
    const double ipc = value_of(values, "ipc"), cycles = value_of(values, "cycles"),
                 insns = value_of(values, "thread_insns");
    if (isnan(ipc) || isnan(cycles) || isnan(insns) || fabs(ipc * cycles - insns) * DIGITS <= insns)
        return ST_OK;
    return csv_file_error(
        f, N_LEADING, r->e,
        "ipc %.10g in %.10g cycles is not thread_insns, %.10g: the file is damaged", ipc, cycles,
        insns);
}

static bool same_values(const runset_run *run, const double *values)
{
    for (unsigned i = 0; paper_metrics[i].name; i++) {
        if (!isnan(values[i]) && !isnan(run->values[i]) && fabs(values[i] - run->values[i]) > 0)
            return false;
    }
    return true;
}

static int take_whole(const reader *r, const csv_file *f, runset_run *run, const double *values)
{
    if (run->source == r->path)
        return csv_file_error(f, AT_MACHINE, r->e, "%s %s %s is in this file twice",
                              f->fields[AT_MACHINE], run->workload, run->size);
    if (run->source)
        return same_values(run, values)
                   ? ST_OK
                   : csv_file_error(f, AT_MACHINE, r->e,
                                    "%s %s %s has other values than in %s; must be the same",
                                    f->fields[AT_MACHINE], run->workload, run->size, run->source);
    for (unsigned i = 0; paper_metrics[i].name; i++) run->values[i] = values[i];
    run->source = r->path;
    run->build = wl_strdup(f->fields[AT_BUILD]);
    run->kernels = json_object();
    count_taken(r, run->build);
    return ST_OK;
}

static int take_kernel(const reader *r, const csv_file *f, runset_run *run, const double *values)
{
    json_t *list = json_array();
    for (unsigned i = 0; paper_metrics[i].name; i++)
        json_array_append_new(list, isnan(values[i]) ? json_null() : json_real(values[i]));
    if (run->source == r->path) json_object_set(run->kernels, f->fields[AT_KERNEL], list);
    json_decref(list);
    if (run->source) return ST_OK;
    return csv_file_error(f, AT_KERNEL, r->e, "the row of the whole run must come before");
}

// "" if the run is that of today.
static const char *why_not(const csv_file *f, const known_machine *m, const runset_run *run)
{
    const size_t n = strcspn(f->fields[AT_BUILD], "+");
    if (*m->why) return m->why;
    if (strcmp(f->fields[AT_INPUT], run->input) != 0)
        return "its workload has another PTX or other dimensions";
    if (n != strlen(WL_VERSION) || memcmp(f->fields[AT_BUILD], WL_VERSION, n) != 0)
        return "another version of Warploom simulated it";
    return "";
}

static int check_words(const reader *r, const csv_file *f)
{
    err why = {0};
    workload_size size;
    int st = ST_OK;
    if (!machine_named(r, f->fields[AT_MACHINE]))
        st = csv_file_error(f, AT_MACHINE, r->e, "machine %s: is not in machines.csv beside it",
                            f->fields[AT_MACHINE]);
    else if (!workload_find(f->fields[AT_WORKLOAD], &why))
        st = csv_file_error(f, AT_WORKLOAD, r->e, "%s: no such workload", f->fields[AT_WORKLOAD]);
    else if (workload_size_find(f->fields[AT_SIZE], &size, &why) != ST_OK)
        st = csv_file_error(f, AT_SIZE, r->e, "size %s: must be small, medium, paper or mrpb",
                            f->fields[AT_SIZE]);
    err_free(&why);
    return st;
}

static int take_row(const reader *r, const csv_file *f)
{
    double values[MOST_METRICS];
    if (!is_whole(f, r->n_columns, "the first line", r->e) || check_words(r, f) != ST_OK ||
        read_values(r, f, values) != ST_OK || check_values(r, f, values) != ST_OK)
        return ST_INPUT;
    runset_run *run = run_of(r, f);
    if (!run) return ST_OK; // of a figure or program that is not asked for
    const bool whole = !*f->fields[AT_KERNEL];
    const char *why = why_not(f, machine_named(r, f->fields[AT_MACHINE]), run);
    if (*why && whole) count_refused(r, f->fields[AT_MACHINE], why);
    if (*why) return ST_OK;
    return whole ? take_whole(r, f, run, values) : take_kernel(r, f, run, values);
}

static int read_both(reader *r)
{
    const char *slash = strrchr(r->path, '/');
    char *machines = wl_format("%.*smachines.csv", slash ? (int)(slash - r->path) + 1 : 0, r->path);
    csv_file f = {0}, m = {0};
    int st = csv_file_open(&f, r->path, MOST_BYTES, r->e);
    if (st == ST_OK) st = read_header(r, &f);
    if (st == ST_OK) st = csv_file_open(&m, machines, MOST_BYTES, r->e);
    if (st == ST_OK) st = read_machines(r, &m);
    if (st == ST_OK) put_lacking(r);
    while (st == ST_OK && csv_file_next(&f, r->e)) st = take_row(r, &f);
    csv_file_free(&f);
    csv_file_free(&m);
    free(machines);
    return r->e->status;
}

int published_take(runset *l, const char *path, json_t **source, err *e)
{
    reader r = {.l = l, .path = path, .e = e};
    char *here = runset_build();
    r.source = json_pack("{s:o, s:i, s:s, s:s, s:s, s:[]}", "file", printable_json(path), "taken",
                         0, "made_by", "", "here", here, "lacks", "", "refused");
    free(here);
    const int st = read_both(&r);
    for (unsigned i = 0; i < r.n_machines; i++) {
        free(r.machines[i].name);
        free(r.machines[i].why);
    }
    free(r.machines);
    *source = r.source;
    return st;
}
