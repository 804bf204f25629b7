// bounds.c : see bounds.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/bounds.h"

#include "cli/paper/figures.h"
#include "cli/paper/machines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 64, MOST_CHANGES = 16, NUMBER = 32 };
#define CUT "cut" // the figure that compares cut with whole runs: pairs of series

static void number_text(char text[NUMBER], const paper_figure *f, double v)
{
    snprintf(text, NUMBER, f->shape == SHAPE_PERCENT ? "%+.1f %%" : "%.2f", v);
}

// ---- ideal machines

// The best of the ideal machines over this reference for a program, times; NAN: one of them did not
// run; 0: there is none.
static double best_of(const runset *l, const paper_figure *ideals, const char *reference,
                      const paper_program *p)
{
    double best = 0;
    for (const paper_series *s = ideals->series; s < ideals->series + PAPER_SERIES && s->label;
         s++) {
        if (strcmp(s->reference, reference) != 0) continue;
        const double v = figure_value(l, ideals, s, p);
        if (isnan(v)) return v;
        if (v > best) best = v;
    }
    return best;
}

static bool is_bounded(const runset *l, const paper_stated *r)
{
    const paper *p = l->p;
    const paper_figure *f = figure_find(p, r->figure);
    if (!p->bounds || !runset_has_figure(l, figure_find(p, p->bounds)) || r->greatest) return false;
    if (!f->metric || strcmp(f->metric, "ipc") != 0 || !series_find(f, r->series)->reference)
        return false;
    for (unsigned i = 0; i < PAPER_BOUNDED && p->bounded[i]; i++) {
        if (strcmp(p->bounded[i], r->series) == 0) return true;
    }
    return false;
}

// Each program of the row with the best of its ideal machines, times.
typedef struct ideal {
    const paper_program *program;
    double best;
} ideal;

static unsigned ideals_of(const runset *l, const paper_stated *r, ideal list[MOST_PROGRAMS])
{
    const paper_figure *f = figure_find(l->p, r->figure), *ideals = figure_find(l->p, l->p->bounds);
    unsigned n = 0;
    for (const paper_program *p = l->p->programs; p->workload && n < MOST_PROGRAMS; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, r->of) ||
            !paper_in(p, ideals->programs))
            continue;
        const double best = best_of(l, ideals, series_find(f, r->series)->reference, p);
        if (!isnan(best) && best > 0) list[n++] = (ideal){p, best};
    }
    return n;
}

char *ideal_text(const runset *l, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    ideal list[MOST_PROGRAMS];
    double values[MOST_PROGRAMS];
    char number[NUMBER];
    const unsigned n = is_bounded(l, r) ? ideals_of(l, r, list) : 0;
    unsigned none = 0;
    for (unsigned i = 0; i < n; i++) {
        none += list[i].best <= 1;
        values[i] = list[i].best > 1 ? list[i].best : 1;
    }
    if (!n || none == n) return wl_strdup(n ? "none" : "");
    const double mean =
        mean_of(f->mean == MEAN_HARMONIC ? MEAN_HARMONIC : MEAN_GEOMETRIC, values, n);
    number_text(number, f, f->shape == SHAPE_PERCENT ? 100 * (mean - 1) : mean);
    return none ? wl_format("%s (none for %u of %u)", number, none, n) : wl_strdup(number);
}

char *exceeded_text(const runset *l, const paper_stated *r)
{
    static const double margin = 1.001;
    const paper_figure *f = figure_find(l->p, r->figure);
    const bool percent = f->shape == SHAPE_PERCENT;
    ideal list[MOST_PROGRAMS];
    char *all = wl_strdup("");
    const unsigned n = is_bounded(l, r) ? ideals_of(l, r, list) : 0;
    for (unsigned i = 0; i < n; i++) {
        const double v = figure_value(l, f, series_find(f, r->series), list[i].program),
                     bound = list[i].best > 1 ? list[i].best : 1;
        char ours[NUMBER], best[NUMBER];
        if (isnan(v) || (percent ? 1 + v / 100 : v) <= margin * bound) continue;
        number_text(ours, f, v);
        number_text(best, f, percent ? 100 * (list[i].best - 1) : list[i].best);
        char *longer = wl_format("%s%s%s %s (ideal %s)", all, *all ? ", " : "",
                                 list[i].program->label, ours, best);
        free(all);
        all = longer;
    }
    return all;
}

// ---- changes

typedef struct change {
    char *what;
    const char *machine, *reference; // NULL: no run of its own
    double value;
} change;

// The row's mean with the series on other machines; NAN if they did not run all its programs.
static double on_machines(const runset *l, const paper_stated *r, const char *machine,
                          const char *reference)
{
    paper_figure f = *figure_find(l->p, r->figure);
    paper_series s = *series_find(&f, r->series);
    unsigned n, all;
    figure_mean(l, &f, series_find(&f, r->series), r->of, &all);
    if (!all) return (double)NAN;
    s.machine = machine;
    s.reference = reference;
    memset(f.series, 0, sizeof f.series);
    f.series[0] = s;
    const double v = figure_mean(l, &f, f.series, r->of, &n);
    return n < all ? (double)NAN : v;
}

static double changed(const runset *l, const paper_stated *r, const paper_ablation *a)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    return a->machine ? on_machines(l, r, a->machine, a->reference)
                      : figure_mean_unchanged(l, f, series_find(f, r->series), r->of, a->reference);
}

// The series of whole runs beside that of the row's machines in the figure of cut and whole runs;
// NULL: there is none.
static const paper_series *whole_of(const paper *p, const paper_stated *r)
{
    const paper_figure *cut = figure_find(p, CUT);
    const paper_series *ours = series_find(figure_find(p, r->figure), r->series);
    for (unsigned i = 0; cut && ours->reference && i + 1 < PAPER_SERIES; i += 2) {
        const paper_series *s = &cut->series[i];
        if (!s[0].label || !s[1].label) break;
        if (strcmp(s->machine, ours->machine) == 0 && strcmp(s->reference, ours->reference) == 0)
            return s + 1;
    }
    return NULL;
}

// Takes `what`.
static void add_change(change list[MOST_CHANGES], unsigned *n, change c)
{
    if (*n < MOST_CHANGES && !isnan(c.value)) list[(*n)++] = c;
    else free(c.what);
}

// What was tried for the row.
static unsigned changes_of(const runset *l, const paper_stated *r, change list[MOST_CHANGES])
{
    unsigned n = 0;
    if (r->greatest || !runset_has_figure(l, figure_find(l->p, r->figure))) return 0;
    for (const paper_ablation *a = l->p->ablations; a && a->figure; a++) {
        if (strcmp(a->figure, r->figure) == 0 && strcmp(a->series, r->series) == 0)
            add_change(list, &n,
                       (change){wl_strdup(a->what), a->machine, a->machine ? a->reference : NULL,
                                changed(l, r, a)});
    }
    const paper_series *whole = l->insn_limit ? whole_of(l->p, r) : NULL;
    if (whole)
        add_change(list, &n,
                   (change){wl_format("the whole program, not its first %u million instructions",
                                      l->insn_limit / 1000000),
                            whole->machine, whole->reference,
                            on_machines(l, r, whole->machine, whole->reference)});
    return n;
}

static void free_changes(change *list, unsigned n)
{
    for (unsigned i = 0; i < n; i++) free(list[i].what);
}

char *cause_found(const runset *l, const paper_stated *r, double ours)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const double gap = fabs(r->value - ours);
    change list[MOST_CHANGES];
    const unsigned n = changes_of(l, r, list);
    const change *best = NULL;
    double least = 0.75 * gap;
    char number[NUMBER], *text;
    for (unsigned i = 0; i < n; i++) {
        if (fabs(r->value - list[i].value) > least) continue;
        least = fabs(r->value - list[i].value);
        best = &list[i];
    }
    if (best) number_text(number, f, best->value);
    if (best)
        text = wl_format("%s: %s, which closes %.0f %% of the gap", best->what, number,
                         100 * (1 - least / gap));
    else if (n) text = wl_format("not found; %u change%s tried (below)", n, n == 1 ? "" : "s");
    else text = wl_strdup("not looked for");
    free_changes(list, n);
    return text;
}

// The command that simulates a program on the machine of the change, malloc'd; "" without a
// machine.
static char *command_of(const runset *l, const char *machine)
{
    if (!machine) return wl_strdup("");
    char *sets = machines_command(l, machine);
    char *whole = wl_format("warploom sim -c %s WORKLOAD --size SIZE", sets);
    free(sets);
    return whole;
}

static json_t *ablation_row(const runset *l, const paper_stated *r, const change *c)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    char paper_is[NUMBER], ours[NUMBER], with[NUMBER];
    number_text(paper_is, f, r->value);
    number_text(ours, f, figure_mean(l, f, series_find(f, r->series), r->of, NULL));
    number_text(with, f, c->value);
    char *command = command_of(l, c->machine), *reference = command_of(l, c->reference);
    json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "what", r->what, "paper_text",
                            paper_is, "ours_text", ours, "change", c->what, "changed_text", with,
                            "command", command, "reference", reference);
    free(command);
    free(reference);
    return row;
}

json_t *ablation_rows(const runset *l)
{
    json_t *rows = json_array();
    for (const paper_stated *r = l->p->stated; r->what; r++) {
        change list[MOST_CHANGES];
        const unsigned n = changes_of(l, r, list);
        for (unsigned i = 0; i < n; i++) json_array_append_new(rows, ablation_row(l, r, &list[i]));
        free_changes(list, n);
    }
    return rows;
}
