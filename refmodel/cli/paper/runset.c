// runset.c : see runset.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/runset.h"

#include "base/formula.h"
#include "base/nearest.h"
#include "cli/build_id.h"
#include "cli/sweep_points.h"
#include "machine/run/energy_model.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 64, BUILD_DIGITS = 12 };
#define COST "cost" // the hardware's, among the figures

// ---- what was asked for

static bool listed(const char *list, const char *word)
{
    const size_t bytes = strlen(word);
    while (list && *list) {
        const size_t n = strcspn(list, ",");
        if (n == bytes && memcmp(list, word, n) == 0) return true;
        list += n + (list[n] == ',');
    }
    return false;
}

bool runset_has_figure(const runset *l, const paper_figure *f)
{
    return !l->figures || listed(l->figures, f->id);
}
bool runset_has_cost(const runset *l) { return !l->figures || listed(l->figures, COST); }

char *runset_workload(const paper_program *p)
{
    return strndup(p->workload, strcspn(p->workload, "/"));
}

const char *runset_kernel(const paper_program *p)
{
    const char *slash = strchr(p->workload, '/');
    return slash ? slash + 1 : "";
}

bool runset_has_program(const runset *l, const paper_program *p)
{
    char *name = runset_workload(p);
    const bool has = !l->programs || listed(l->programs, name);
    free(name);
    return has;
}

const char *runset_size_of(const runset *l, const paper_figure *f, const paper_program *p)
{
    if (strcmp(l->size, workload_size_word(SIZE_PAPER)) != 0) return l->size;
    for (const paper_word *s = f->sizes; s && s->name; s++) {
        if (paper_in(p, s->name)) return s->text;
    }
    return workload_size_word(p->at_paper);
}

static void no_such_row(const char *option, const char *word, const char *const *names, unsigned n,
                        err *e)
{
    const char *near = nearest_of(word, names, n);
    if (near) {
        err_add(e, ST_INPUT, "--%s %s: there is none of this name; did you mean %s?", option, word,
                near);
        return;
    }
    char *all = wl_strdup("");
    for (unsigned i = 0; i < n; i++) {
        char *longer = wl_format("%s%s%s", all, i ? ", " : "", names[i]);
        free(all);
        all = longer;
    }
    err_add(e, ST_INPUT, "--%s %s: there is none of this name; there are %s", option, word, all);
    free(all);
}

static int check_words(const char *option, const char *list, const char *const *names, unsigned n,
                       err *e)
{
    while (list && *list) {
        char *word = strndup(list, strcspn(list, ","));
        unsigned i = 0;
        while (i < n && strcmp(names[i], word) != 0) i++;
        if (i == n) no_such_row(option, word, names, n, e);
        list += strlen(word);
        list += *list == ',';
        free(word);
    }
    return e->status;
}

static void check_programs(const runset *l, err *e)
{
    char *names[MOST_NAMES];
    unsigned n = 0;
    for (const paper_program *p = l->p->programs; p->workload && n < MOST_NAMES; p++)
        names[n++] = runset_workload(p);
    check_words("programs", l->programs, (const char *const *)names, n, e);
    while (n > 0) free(names[--n]);
}

static int check_asked(const runset *l, err *e)
{
    const char *names[MOST_NAMES];
    unsigned n = 0;
    workload_size size;
    if (workload_size_find(l->size, &size, e) != ST_OK) return e->status;
    check_programs(l, e);
    if (l->p->costs) names[n++] = COST;
    for (const paper_figure *f = l->p->figures; f->id && n < MOST_NAMES; f++) names[n++] = f->id;
    return check_words("figures", l->figures, names, n, e);
}

// ---- machines

static const paper_base *base_of(const paper *p, const char *machine)
{
    const size_t n = strcspn(machine, "/");
    for (const paper_base *b = p->bases; b->name; b++) {
        if (strlen(b->name) == n && memcmp(b->name, machine, n) == 0) return b;
    }
    return NULL;
}

static const paper_variant counted = {
    .name = "count",
    .what = "instructions counted without time, for the share of each program that the other runs "
            "execute",
    .sets = {"gpu.timing=false", "gpu.insn_limit=0"}};

static const paper_variant *variant_of(const paper *p, const char *machine)
{
    const char *slash = strchr(machine, '/');
    const paper_variant *v = p->variants;
    while (slash && v->name && strcmp(v->name, slash + 1) != 0) v++;
    return slash && v->name ? v : NULL;
}

static int load_machine(const runset *l, runset_machine *m, err *e)
{
    char limit[48];
    const char *sets[PAPER_SETS + 2] = {limit};
    unsigned n = 1;
    snprintf(limit, sizeof limit, "gpu.insn_limit=%" PRIu32, l->insn_limit);
    for (; n <= PAPER_SETS && m->variant->sets[n - 1]; n++) sets[n] = m->variant->sets[n - 1];
    char *searched = m->variant->search ? wl_format("%s=%u", m->variant->search, m->setting) : NULL;
    if (searched) sets[n++] = searched;
    const int st =
        config_load(&m->c, m->variant->preset ? m->variant->preset : m->base->preset, sets, n, e);
    m->name = searched ? wl_format("%s/%s, %s", m->base->name, m->variant->name, searched)
                       : wl_format("%s/%s", m->base->name, m->variant->name);
    free(searched);
    return st;
}

// NULL on an error.
static const runset_machine *machine_of(runset *l, const paper_base *b, const paper_variant *v,
                                        unsigned setting, err *e)
{
    for (unsigned i = 0; i < l->n_machines; i++) {
        const runset_machine *m = l->machines[i];
        if (m->base == b && m->variant == v && m->setting == setting) return m;
    }
    runset_machine *m = wl_calloc(1, sizeof *m);
    *m = (runset_machine){.base = b, .variant = v, .setting = setting};
    l->machines = wl_realloc(l->machines, (l->n_machines + 1) * sizeof(runset_machine *));
    l->machines[l->n_machines++] = m;
    return load_machine(l, m, e) == ST_OK ? m : NULL;
}

// ---- runs

static unsigned n_metrics(void)
{
    unsigned n = 0;
    while (paper_metrics[n].name) n++;
    return n;
}

static bool same_program(const runset_run *r, const char *name, const char *size)
{
    return strcmp(r->workload, name) == 0 && strcmp(r->size, size) == 0;
}

static int find_input(const runset *l, runset_run *run, err *e)
{
    workload_size size;
    digest ptx;
    const sweep_point point = {.kind = SWEEP_sim, .program = run->workload, .size = run->size};
    for (const runset_run *r = l->runs; r < run; r++) {
        if (!same_program(r, run->workload, run->size)) continue;
        memcpy(run->input, r->input, sizeof run->input);
        return ST_OK;
    }
    const workload *w = workload_find(run->workload, e);
    if (workload_size_find(run->size, &size, e) != ST_OK ||
        sweep_points()->inputs(&point, &run->machine->c, &ptx, e) != ST_OK)
        return e->status;
    char *both = wl_format("%s\n%s\n", ptx.hex, w->dims[size]);
    snprintf(run->input, sizeof run->input, "%.*s", RUNSET_INPUT - 1,
             digest_of(both, strlen(both)).hex);
    free(both);
    return ST_OK;
}

static int add_run(runset *l, const runset_machine *m, const char *name, const char *size, err *e)
{
    for (unsigned i = 0; i < l->n_runs; i++) {
        if (l->runs[i].machine == m && same_program(&l->runs[i], name, size)) return ST_OK;
    }
    l->runs = wl_realloc(l->runs, (l->n_runs + 1) * sizeof *l->runs);
    l->runs[l->n_runs] = (runset_run){.machine = m,
                                      .workload = name,
                                      .size = size,
                                      .values = wl_calloc(n_metrics(), sizeof(double))};
    for (unsigned i = 0; i < n_metrics(); i++) l->runs[l->n_runs].values[i] = (double)NAN;
    return find_input(l, &l->runs[l->n_runs++], e);
}

// All settings of a machine with a workload.
static int add_runs(runset *l, const char *machine, const char *name, const char *size, err *e)
{
    const paper_base *b = base_of(l->p, machine);
    const paper_variant *v = variant_of(l->p, machine);
    const workload *w = workload_find(name, e);
    if (!b || !v || !w)
        return err_add(e, ST_INPUT, "paper %s: no machine %s or no workload %s", l->p->name,
                       machine, name);
    unsigned i = 0;
    do {
        const unsigned setting = v->search ? v->settings[i] : 0;
        const runset_machine *m = machine_of(l, b, v, setting, e);
        if (!m || add_run(l, m, w->name, size, e) != ST_OK) return e->status;
    } while (v->search && v->settings[++i]);
    return ST_OK;
}

static int add_series(runset *l, const paper_figure *f, const paper_series *s,
                      const paper_program *p, err *e)
{
    char *name = runset_workload(p), *twin = wl_format("%s%s", name, s->twin ? s->twin : "");
    const char *size = runset_size_of(l, f, p);
    int st = add_runs(l, s->machine, twin, size, e);
    if (st == ST_OK && s->reference) st = add_runs(l, s->reference, name, size, e);
    free(name);
    free(twin);
    return st;
}

static int add_figure(runset *l, const paper_figure *f, err *e)
{
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs)) continue;
        for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
            if (add_series(l, f, s, p, e) != ST_OK) return e->status;
        }
    }
    return ST_OK;
}

// The programs of a figure, or those of the variant, on the two machines of an ablation.
static int add_ablation(runset *l, const paper_ablation *a, err *e)
{
    if (!a->machine) return ST_OK; // of the figure's own runs
    const paper_figure *f = l->p->figures;
    while (f->id && strcmp(f->id, a->figure) != 0) f++;
    if (!f->id) return err_add(e, ST_INPUT, "paper %s: no figure %s", l->p->name, a->figure);
    const paper_variant *v = variant_of(l->p, a->machine);
    paper_series s = {.machine = a->machine, .reference = a->reference};
    for (unsigned i = 0; i < PAPER_SERIES && f->series[i].label; i++)
        if (strcmp(f->series[i].label, a->series) == 0) s.twin = f->series[i].twin;
    int st = ST_OK;
    for (const paper_program *p = l->p->programs; p->workload && st == ST_OK; p++) {
        if (runset_has_figure(l, f) && runset_has_program(l, p) && paper_in(p, f->programs) &&
            (!v || !v->of || paper_in(p, v->of)))
            st = add_series(l, f, &s, p, e);
    }
    return st;
}

static int add_counts(runset *l, err *e)
{
    const unsigned n = l->n_runs;
    const runset_machine *m = n ? machine_of(l, l->p->bases, &counted, 0, e) : NULL;
    for (unsigned i = 0; m && i < n; i++) add_run(l, m, l->runs[i].workload, l->runs[i].size, e);
    return e->status;
}

int runset_make(runset *l, const paper *p, const char *size, const char *programs,
                const char *figures, const uint32_t *insn_limit, err *e)
{
    *l = (runset){.p = p,
                  .size = size,
                  .programs = programs,
                  .figures = figures,
                  .insn_limit = insn_limit ? *insn_limit : p->insn_limit};
    int st = check_asked(l, e);
    for (const paper_figure *f = p->figures; f->id && st == ST_OK; f++) {
        if (runset_has_figure(l, f)) st = add_figure(l, f, e);
    }
    for (const paper_ablation *a = p->ablations; a && a->figure && st == ST_OK; a++)
        st = add_ablation(l, a, e);
    if (st == ST_OK && l->insn_limit) st = add_counts(l, e);
    return st;
}

void runset_free(runset *l)
{
    for (unsigned i = 0; i < l->n_machines; i++) {
        free(l->machines[i]->name);
        free(l->machines[i]);
    }
    for (unsigned i = 0; i < l->n_runs; i++) {
        free(l->runs[i].values);
        free(l->runs[i].build);
        json_decref(l->runs[i].kernels);
    }
    free(l->machines);
    free(l->runs);
}

// ---- what was measured

// NAN without timing, where no time has passed.
static double energy_uj(const config *c, const json_t *result)
{
    energy_model m;
    energy_model_init(&m);
    json_t *o = energy_model_json(&m, c, result);
    const double seconds = json_number_value(json_object_get(o, "seconds")),
                 uj = json_number_value(json_object_get(o, "total_uj"));
    json_decref(o);
    return seconds > 0 ? uj : (double)NAN;
}

// As report_csv writes it.
static double ten_digits(double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.10g", v);
    return strtod(text, NULL);
}

static double measure(const paper_metric *m, const config *c, const json_t *result)
{
    uint64_t over, under;
    if (!m->over) return ten_digits(m->scale * energy_uj(c, result));
    if (!formula_value(result, m->over, &over) || !formula_value(result, m->under, &under) ||
        under == 0)
        return (double)NAN;
    return ten_digits(m->scale * (double)over / (double)under);
}

static json_t *kernels_of(const config *c, const json_t *by_kernel)
{
    const char *name;
    json_t *counters, *all = json_object();
    json_object_foreach((json_t *)by_kernel, name, counters) {
        json_t *values = json_array();
        for (unsigned i = 0; paper_metrics[i].name; i++) {
            const double v = measure(&paper_metrics[i], c, counters);
            json_array_append_new(values, isnan(v) ? json_null() : json_real(v));
        }
        json_object_set_new(all, name, values);
    }
    return all;
}

char *runset_build(void)
{
    const char *build = build_id_version();
    return wl_format("%.*s", (int)strcspn(build, "+") + 1 + BUILD_DIGITS, build);
}

static void take(void *ctx, const pool_job *job, const json_t *result)
{
    runset_run *run = job->ctx;
    (void)ctx;
    for (unsigned i = 0; paper_metrics[i].name; i++)
        run->values[i] = measure(&paper_metrics[i], &run->machine->c, result);
    json_decref(run->kernels);
    run->kernels = kernels_of(&run->machine->c, json_object_get(result, "by_kernel"));
    free(run->build);
    run->build = runset_build();
}

double runset_value(const runset_run *run, const char *kernel, const char *metric)
{
    const paper_metric *m = paper_metric_find(metric);
    if (!run || !m) return (double)NAN;
    if (!*kernel) return run->values[m - paper_metrics];
    const json_t *v =
        json_array_get(json_object_get(run->kernels, kernel), (size_t)(m - paper_metrics));
    return json_is_real(v) ? json_real_value(v) : (double)NAN;
}

static bool may_be_cut(const runset_run *r)
{
    return r->machine->variant != &counted && r->machine->c.gpu.insn_limit;
}

runset_share runset_share_of(const runset *l, const char *name, const char *size)
{
    runset_share s = {(double)NAN, (double)NAN};
    for (unsigned i = 0; i < l->n_runs; i++) {
        const runset_run *r = &l->runs[i];
        const double n = runset_value(r, "", "thread_insns");
        if (!same_program(r, name, size) || isnan(n)) continue;
        if (r->machine->variant == &counted) s.whole = n;
        else if (may_be_cut(r) || isnan(s.executed)) s.executed = n;
        if (!(runset_value(r, "", "cut") > 0)) s.whole = n;
    }
    return s;
}

// Instructions need no counting if a run that might have been cut was not.
static bool is_whole_anyway(const runset *l, const runset_run *run)
{
    for (unsigned i = 0; i < l->n_runs; i++) {
        const runset_run *r = &l->runs[i];
        if (may_be_cut(r) && same_program(r, run->workload, run->size) &&
            runset_value(r, "", "cut") <= 0)
            return true;
    }
    return false;
}

// A limit that no scheduler reached changes nothing, and those above it do not either: their runs
// are that one's, to the digit.
static bool needed(void *ctx, const pool_job *job)
{
    const runset *l = ctx;
    runset_run *run = job->ctx;
    if (run->machine->variant == &counted && is_whole_anyway(l, run)) return false;
    for (unsigned i = 0; i < l->n_runs && run->machine->variant->search; i++) {
        const runset_run *r = &l->runs[i];
        if (r->machine->base != run->machine->base ||
            r->machine->variant != run->machine->variant || r->workload != run->workload ||
            strcmp(r->size, run->size) != 0)
            continue;
        if (r->machine->setting > run->machine->setting ||
            !(runset_value(r, "", "over_limit") <= 0))
            continue;
        memcpy(run->values, r->values, n_metrics() * sizeof(double));
        run->kernels = json_incref(r->kernels);
        run->build = wl_strdup(r->build);
        return false;
    }
    return !l->only_kept;
}

int runset_execute(runset *l, unsigned processes,
                   void (*progress)(void *ctx, uint64_t done, double share), void *progress_ctx,
                   pool_counts *counts, err *e)
{
    sweep_point *points = wl_calloc(l->n_runs, sizeof *points);
    void **contexts = wl_calloc(l->n_runs, sizeof *contexts);
    unsigned n = 0;
    const pool how = {.processes = processes,
                      .stop = true,
                      .needed = needed,
                      .take = take,
                      .ctx = l,
                      .progress = progress,
                      .progress_ctx = progress_ctx};
    for (unsigned i = 0; i < l->n_runs; i++) {
        runset_run *run = &l->runs[i];
        if (run->source) continue;
        contexts[n] = run;
        points[n++] = (sweep_point){.kind = SWEEP_sim,
                                    .config = run->machine->name,
                                    .program = run->workload,
                                    .size = run->size,
                                    .c = &run->machine->c};
    }
    const int st = sweep_points_run(points, contexts, n, &how, counts, e);
    free(points);
    free(contexts);
    return st;
}

const runset_run *runset_find(const runset *l, const char *machine, const char *name,
                              const char *size)
{
    const paper_base *b = base_of(l->p, machine);
    const paper_variant *v = variant_of(l->p, machine);
    const runset_run *best = NULL;
    for (unsigned i = 0; i < l->n_runs; i++) {
        const runset_run *r = &l->runs[i];
        if (r->machine->base != b || r->machine->variant != v || strcmp(r->workload, name) != 0 ||
            strcmp(r->size, size) != 0)
            continue;
        if (isnan(runset_value(r, "", "cycles"))) return NULL;
        if (!best || runset_value(r, "", "cycles") < runset_value(best, "", "cycles")) best = r;
    }
    return best;
}
