// figures.c : see figures.h: values and means, and the figures with their rows.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/figures.h"

#include "base/version.h"
#include "cli/paper/machines.h"
#include "cli/paper/published.h"
#include "cli/paper/verdicts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 64 };

// ---- values

static double measured(const runset_run *run, const char *kernel, const paper_figure *f,
                       const paper_series *s)
{
    if (s->found) return run ? run->machine->setting : (double)NAN;
    return runset_value(run, kernel, s->metric ? s->metric : f->metric);
}

double figure_value(const runset *l, const paper_figure *f, const paper_series *s,
                    const paper_program *p)
{
    const char *kernel = runset_kernel(p), *size = runset_size_of(l, f, p);
    char *name = runset_workload(p), *twin = wl_format("%s%s", name, s->twin ? s->twin : "");
    const double v =
        measured(runset_find(l, s->machine, twin, size), s->kernel ? s->kernel : kernel, f, s);
    const double reference = s->reference
                                 ? measured(runset_find(l, s->reference, name, size), kernel, f, s)
                                 : (double)NAN;
    free(name);
    free(twin);
    if (f->shape == SHAPE_VALUE) return v;
    if (!(reference > 0)) return (double)NAN;
    return f->shape == SHAPE_RATIO ? v / reference : 100 * (v / reference - 1);
}

double mean_of(paper_mean kind, const double *values, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += kind == MEAN_GEOMETRIC  ? log(values[i])
               : kind == MEAN_HARMONIC ? 1 / values[i]
                                       : values[i];
    if (n == 0) return (double)NAN;
    return kind == MEAN_GEOMETRIC ? exp(sum / n) : kind == MEAN_HARMONIC ? n / sum : sum / n;
}

// Means of a figure's series stand side by side: they are over the same programs, those for which
// all series have values.
static bool is_whole(const runset *l, const paper_figure *f, const paper_program *p)
{
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        if (isnan(figure_value(l, f, s, p))) return false;
    }
    return true;
}

// What a mean is of: values of a series for programs of a set. A geometric mean of percents is that
// of the ratios.
typedef struct mean_terms {
    double values[MOST_PROGRAMS];
    const paper_program *programs[MOST_PROGRAMS];
    unsigned n;
    bool of_ratios;
} mean_terms;

static void gather(const runset *l, const paper_figure *f, const paper_series *s, const char *set,
                   mean_terms *t)
{
    t->n = 0;
    t->of_ratios = f->shape == SHAPE_PERCENT && f->mean != MEAN_ARITHMETIC;
    for (const paper_program *p = l->p->programs; p->workload && t->n < MOST_PROGRAMS; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, set)) continue;
        const double v = figure_value(l, f, s, p);
        if (isnan(v) || (f->mean != MEAN_NONE && !is_whole(l, f, p))) continue;
        t->programs[t->n] = p;
        t->values[t->n++] = t->of_ratios ? v / 100 + 1 : v;
    }
}

static double shown(const mean_terms *t, double mean)
{
    return t->of_ratios ? 100 * (mean - 1) : mean;
}

double figure_mean(const runset *l, const paper_figure *f, const paper_series *s, const char *set,
                   unsigned *n)
{
    mean_terms t;
    gather(l, f, s, set, &t);
    if (n) *n = t.n;
    return shown(&t, mean_of(f->mean, t.values, t.n));
}

static double mean_but(const paper_figure *f, const mean_terms *t, unsigned left_out)
{
    double rest[MOST_PROGRAMS];
    unsigned n = 0;
    for (unsigned i = 0; i < t->n; i++) {
        if (i != left_out) rest[n++] = t->values[i];
    }
    return mean_of(f->mean, rest, n);
}

// How far a program is from no change: of ratios 1, else 0.
static double distance(const paper_figure *f, const mean_terms *t, unsigned i)
{
    return t->of_ratios || f->shape == SHAPE_RATIO ? fabs(log(t->values[i])) : fabs(t->values[i]);
}

double figure_mean_without(const runset *l, const paper_figure *f, const paper_series *s,
                           const char *set, const char **without)
{
    mean_terms t;
    unsigned largest = 0;
    gather(l, f, s, set, &t);
    if (t.n < 2) return (double)NAN;
    for (unsigned i = 1; i < t.n; i++)
        if (distance(f, &t, i) > distance(f, &t, largest)) largest = i;
    *without = t.programs[largest]->label;
    return shown(&t, mean_but(f, &t, largest));
}

double figure_mean_but(const runset *l, const paper_figure *f, const paper_series *s,
                       const char *set, const char *label)
{
    mean_terms t;
    unsigned i = 0;
    gather(l, f, s, set, &t);
    while (i < t.n && strcmp(t.programs[i]->label, label) != 0) i++;
    return shown(&t, mean_but(f, &t, i));
}

double figure_mean_unchanged(const runset *l, const paper_figure *f, const paper_series *s,
                             const char *set, const char *unchanged)
{
    mean_terms t;
    unsigned found = 0;
    gather(l, f, s, set, &t);
    for (unsigned i = 0; i < t.n; i++) {
        if (!paper_in(t.programs[i], unchanged)) continue;
        t.values[i] = t.of_ratios || f->shape == SHAPE_RATIO ? 1 : 0;
        found++;
    }
    return found ? shown(&t, mean_of(f->mean, t.values, t.n)) : (double)NAN;
}

double figure_greatest(const runset *l, const paper_figure *f, const paper_series *s,
                       const char *set, const char **program)
{
    double best = (double)NAN;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        const double v = runset_has_program(l, p) && paper_in(p, f->programs) && paper_in(p, set)
                             ? figure_value(l, f, s, p)
                             : (double)NAN;
        if (isnan(v) || v <= best) continue;
        best = v;
        *program = p->label;
    }
    return best;
}

static bool any_in_size(const runset *l, const paper_figure *f, const char *set, const char *size)
{
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (runset_has_program(l, p) && paper_in(p, f->programs) && paper_in(p, set) &&
            strcmp(runset_size_of(l, f, p), size) == 0)
            return true;
    }
    return false;
}

void figure_sizes(const runset *l, const paper_figure *f, const char *set, char text[FIGURE_SIZES])
{
    *text = '\0';
    for (unsigned s = SIZE_COUNT; s-- > 0;) {
        const char *word = workload_size_word((workload_size)s);
        const size_t n = strlen(text);
        if (any_in_size(l, f, set, word))
            snprintf(text + n, FIGURE_SIZES - n, "%s%s", n ? ", " : "", word);
    }
}

const paper_figure *figure_find(const paper *p, const char *id)
{
    const paper_figure *f = p->figures;
    while (f->id && strcmp(f->id, id) != 0) f++;
    return f->id ? f : NULL;
}

const paper_series *series_find(const paper_figure *f, const char *label)
{
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        if (strcmp(s->label, label) == 0) return s;
    }
    return NULL;
}

// ---- a figure

static json_t *cell(const paper_figure *f, double v)
{
    char text[32] = "";
    if (!isnan(v))
        snprintf(text, sizeof text,
                 f->shape == SHAPE_PERCENT ? "%+.1f"
                 : fabs(v) >= 100          ? "%.0f"
                                           : "%.2f",
                 v);
    return json_pack("{s:o, s:s}", "value", isnan(v) ? json_null() : json_real(v), "text", text);
}

static json_t *program_row(const runset *l, const paper_figure *f, const paper_program *p)
{
    json_t *cells = json_array();
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        json_array_append_new(cells, cell(f, figure_value(l, f, s, p)));
    }
    return json_pack("{s:s, s:s, s:o}", "program", p->label, "groups", p->groups, "cells", cells);
}

static const char *group_text(const paper *p, const char *set)
{
    for (const paper_word *g = p->groups; g->name; g++) {
        if (strcmp(g->name, set) == 0) return g->text;
    }
    for (const paper_program *q = p->programs; q->workload; q++) {
        if (strcmp(q->workload, set) == 0) return q->label;
    }
    return set;
}

// "0.98 (sc)"
static json_t *cell_without(const runset *l, const paper_figure *f, const paper_series *s,
                            const char *set)
{
    const char *without = "";
    json_t *o = cell(f, figure_mean_without(l, f, s, set, &without));
    char *longer = wl_format("%s (%s)", json_string_value(json_object_get(o, "text")), without);
    if (*without) json_object_set_new(o, "text", json_string(longer));
    free(longer);
    return o;
}

static json_t *mean_row(const runset *l, const paper_figure *f, const char *set)
{
    json_t *cells = json_array(), *without = json_array();
    unsigned n = 0;
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        json_array_append_new(cells, cell(f, figure_mean(l, f, s, set, &n)));
        json_array_append_new(without, cell_without(l, f, s, set));
    }
    json_t *row = json_pack("{s:s, s:i, s:o, s:o}", "group", group_text(l->p, set), "programs",
                            (int)n, "cells", cells, "without", without);
    if (n < 2) json_object_del(row, "without");
    return row;
}

static json_t *rows_of(const runset *l, const paper_figure *f)
{
    json_t *rows = json_array();
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (runset_has_program(l, p) && paper_in(p, f->programs))
            json_array_append_new(rows, program_row(l, f, p));
    }
    return rows;
}

static json_t *means_of(const runset *l, const paper_figure *f)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < PAPER_MEANS && f->means[i]; i++) {
        json_t *row = mean_row(l, f, f->means[i]);
        if (json_integer_value(json_object_get(row, "programs"))) json_array_append(rows, row);
        json_decref(row);
    }
    return rows;
}

static json_t *labels_of(const paper_figure *f)
{
    json_t *labels = json_array();
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++)
        json_array_append_new(labels, json_string(s->label));
    return labels;
}

static const char *const mean_words[] = {"", "geometric", "harmonic", "arithmetic"};

static const char *unit_of(const paper_figure *f)
{
    const char *metric = f->metric ? f->metric : f->series[0].metric;
    if (f->shape == SHAPE_PERCENT) return "change in percent";
    if (f->shape == SHAPE_RATIO)
        return strcmp(f->metric, "ipc") == 0 ? "IPC, relative" : "relative";
    return metric ? paper_metric_find(metric)->unit : "warps per scheduler";
}

// "Sizes: medium for atax bicg; small for the others."
static void put_sizes(json_t *o, const runset *l, const paper_figure *f)
{
    const bool own = f->sizes && strcmp(l->size, workload_size_word(SIZE_PAPER)) == 0;
    char *text = wl_strdup(own ? "Sizes:" : "");
    for (const paper_word *s = f->sizes; own && s->name; s++) {
        const bool last = !s[1].name && s > f->sizes;
        char *longer = wl_format("%s %s for %s%s", text, s->text, last ? "the others" : s->name,
                                 s[1].name ? ";" : ".");
        free(text);
        text = longer;
    }
    json_object_set_new(o, "sizes", json_string(text));
    free(text);
}

static json_t *figure_json(const runset *l, const paper_figure *f)
{
    json_t *o =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b}", "id", f->id, "title", f->title,
                  "source", f->source, "note", f->note ? f->note : "", "unit", unit_of(f), "mean",
                  mean_words[f->mean], "stacked", f->stacked, "ratio", f->shape == SHAPE_RATIO);
    put_sizes(o, l, f);
    json_object_set_new(o, "columns", labels_of(f));
    json_object_set_new(o, "rows", rows_of(l, f));
    json_object_set_new(o, "means", means_of(l, f));
    return o;
}

// Has the series' machine run any of the programs? *values is set if there is a value.
static bool has_run(const runset *l, const paper_figure *f, const paper_series *s, bool *values)
{
    bool any = false;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs)) continue;
        char *name = runset_workload(p), *twin = wl_format("%s%s", name, s->twin ? s->twin : "");
        any |= runset_find(l, s->machine, twin, runset_size_of(l, f, p)) != NULL;
        *values |= !isnan(figure_value(l, f, s, p));
        free(twin);
        free(name);
    }
    return any;
}

static bool has_values(const runset *l, const paper_figure *f)
{
    bool values = false;
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        if (!has_run(l, f, s, &values)) return false;
    }
    return values;
}

// Those of which every series has run for a program.
static json_t *all_figures(const runset *l)
{
    json_t *list = json_array();
    for (const paper_figure *f = l->p->figures; f->id; f++) {
        json_t *o = runset_has_figure(l, f) && has_values(l, f) ? figure_json(l, f) : NULL;
        if (o) json_array_append(list, o);
        json_decref(o);
    }
    return list;
}

// ---- what ran

// Does a figure that has been asked for run the program in this size?
static bool runs_in(const runset *l, const paper_program *p, const char *size)
{
    for (const paper_figure *f = l->p->figures; f->id; f++) {
        if (runset_has_figure(l, f) && paper_in(p, f->programs) &&
            strcmp(runset_size_of(l, f, p), size) == 0)
            return true;
    }
    return false;
}

// "medium: 512 x 4; small: 128 x 2", malloc'd.
static char *problems_of(const runset *l, const paper_program *p)
{
    err none = {0};
    char *name = runset_workload(p), *text = wl_strdup("");
    const workload *w = workload_find(name, &none);
    for (unsigned s = SIZE_COUNT; s-- > 0;) {
        if (!runs_in(l, p, workload_size_word((workload_size)s))) continue;
        char *longer = wl_format("%s%s%s: %s", text, *text ? "; " : "",
                                 workload_size_word((workload_size)s), w->dims[s]);
        free(text);
        text = longer;
    }
    free(name);
    return text;
}

// "7.4 % of 1353 million", "all 65.1 million", malloc'd; "" if it is not known.
static char *share_of(const runset *l, const paper_program *p)
{
    char *name = runset_workload(p), *text = wl_strdup("");
    for (unsigned s = SIZE_COUNT; s-- > 0;) {
        const char *size = workload_size_word((workload_size)s);
        const runset_share n = runset_share_of(l, name, size);
        if (!runs_in(l, p, size) || isnan(n.whole) || isnan(n.executed)) continue;
        char whole[32];
        paper_number(whole, 1e-6 * n.whole, 4);
        char *part = n.executed < n.whole
                         ? wl_format("%.3g %% of %s million", 100 * n.executed / n.whole, whole)
                         : wl_format("all %s million", whole);
        char *longer = wl_format("%s%s%s", text, *text ? "; " : "", part);
        free(text);
        free(part);
        text = longer;
    }
    free(name);
    return text;
}

// "paper", or "mrpb (9 programs) and paper (18 programs)", malloc'd.
static char *sizes_of(const runset *l)
{
    char *text = wl_strdup("");
    unsigned kinds = 0, counts[SIZE_COUNT] = {0};
    for (unsigned s = 0; s < SIZE_COUNT; s++) {
        for (const paper_program *p = l->p->programs; p->workload; p++)
            counts[s] +=
                runset_has_program(l, p) && runs_in(l, p, workload_size_word((workload_size)s));
        kinds += counts[s] > 0;
    }
    for (unsigned s = SIZE_COUNT; s-- > 0;) {
        if (!counts[s]) continue;
        const char *word = workload_size_word((workload_size)s);
        char *one = kinds > 1
                        ? wl_format("%s (%u program%s)", word, counts[s], counts[s] > 1 ? "s" : "")
                        : wl_strdup(word);
        char *longer = wl_format("%s%s%s", text, *text ? " and " : "", one);
        free(text);
        free(one);
        text = longer;
    }
    return text;
}

char *figure_other_class(const runset *l, const paper_program *p)
{
    const paper_classes *c = l->p->classes;
    const paper_figure *f = c ? figure_find(l->p, c->figure) : NULL;
    if (!f || !runset_has_figure(l, f)) return wl_strdup("");
    const double v = figure_value(l, f, series_find(f, c->series), p);
    const char *class = v < c->bound ? c->below : c->above;
    if (isnan(v) || paper_in(p, class)) return wl_strdup("");
    return wl_format("%s here (%.0f %s)", group_text(l->p, class), v, c->what);
}

static json_t *programs_json(const runset *l)
{
    json_t *list = json_array();
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p)) continue;
        char *problems = problems_of(l, p), *share = share_of(l, p),
             *other = figure_other_class(l, p);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "label",
                                              p->label, "workload", p->workload, "groups",
                                              p->groups, "other_class", other, "problems", problems,
                                              "share", share, "stated", p->stated));
        free(problems);
        free(share);
        free(other);
    }
    return list;
}

// The classes are the paper's; which programs would be in another one by our runs?
static void put_classes(const runset *l, json_t *o)
{
    char *all = wl_strdup("");
    for (const paper_program *p = l->p->programs; l->p->classes && p->workload; p++) {
        char *other = runset_has_program(l, p) ? figure_other_class(l, p) : wl_strdup("");
        char *longer = *other ? wl_format("%s%s%s: %s", all, *all ? "; " : "", p->label, other)
                              : wl_strdup(all);
        free(other);
        free(all);
        all = longer;
    }
    if (*all) json_object_set_new(o, "other_classes", json_string(all));
    free(all);
}

// The part of the program that its runs execute, 1 or more: all; NAN: not known.
static double part_of(const runset *l, const paper_program *p)
{
    char *name = runset_workload(p);
    double part = (double)NAN;
    for (unsigned s = 0; s < SIZE_COUNT; s++) {
        const char *size = workload_size_word((workload_size)s);
        const runset_share n = runset_share_of(l, name, size);
        if (runs_in(l, p, size) && isnan(part)) part = n.executed / n.whole;
    }
    free(name);
    return part;
}

// Takes `list`.
static char *listed(char *list, const char *label, double percent)
{
    char part[32] = "";
    if (!isnan(percent)) snprintf(part, sizeof part, " %.2g %%", percent);
    char *longer = wl_format("%s%s%s%s", list, *list ? ", " : "", label, part);
    free(list);
    return longer;
}

// How many programs the limit leaves whole, which of the others ran to their end too, and which did
// not.
static void put_cut(const runset *l, json_t *o)
{
    const paper_figure *f = figure_find(l->p, FIGURE_CUT);
    char *tested = wl_strdup(""), *untested = wl_strdup("");
    int ends = 0;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        const double part = runset_has_program(l, p) ? part_of(l, p) : (double)NAN;
        if (part >= 1) ends++;
        if (!(part < 1)) continue;
        if (f && paper_in(p, f->programs) && !isnan(figure_value(l, f, &f->series[1], p)))
            tested = listed(tested, p->label, (double)NAN);
        else untested = listed(untested, p->label, 100 * part);
    }
    json_object_set_new(o, "cut_ends", json_integer(ends));
    json_object_set_new(o, "cut_tested", json_string(tested));
    json_object_set_new(o, "cut_untested", json_string(untested));
    free(tested);
    free(untested);
}

static json_t *metrics_json(void)
{
    json_t *list = json_array();
    for (const paper_metric *m = paper_metrics; m->name; m++)
        json_array_append_new(list, json_string(m->name));
    return list;
}

static json_t *absent_json(const paper *p)
{
    json_t *list = json_array();
    for (const paper_word *a = p->absent; a->name; a++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "what", a->name, "why", a->text));
    return list;
}

static void put_machine_keys(const runset *l, json_t *o)
{
    char *columns;
    json_object_set_new(o, "machine_keys", published_machines(l, &columns));
    json_object_set_new(o, "machine_columns", json_string(columns));
    free(columns);
}

json_t *figures_json(const runset *l)
{
    char *sizes = sizes_of(l);
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "paper", l->p->name, "title",
                          l->p->title, "citation", l->p->citation, "about", l->p->about, "size",
                          l->size, "sizes", sizes, "version", WL_VERSION);
    free(sizes);
    put_classes(l, o);
    if (l->p->bounds) json_object_set_new(o, "bounds", json_string(l->p->bounds));
    if (l->insn_limit) {
        json_object_set_new(o, "insn_limit", json_integer(l->insn_limit));
        put_cut(l, o);
    }
    json_object_set_new(o, "figures", all_figures(l));
    verdicts_add(l, o);
    json_object_set_new(o, "programs", programs_json(l));
    json_object_set_new(o, "machines", machines_json(l));
    json_object_set_new(o, "absent", absent_json(l->p));
    json_object_set_new(o, "runs", published_runs(l));
    json_object_set_new(o, "metrics", metrics_json());
    put_machine_keys(l, o);
    return o;
}
