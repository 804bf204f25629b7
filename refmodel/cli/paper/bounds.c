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

// The row's mean, or its greatest value, with the series on other machines; NAN if they did not run
// all its programs.
static double on_machines(const runset *l, const paper_stated *r, const char *machine,
                          const char *reference)
{
    paper_figure f = *figure_find(l->p, r->figure);
    paper_series s = *series_find(&f, r->series);
    const char *program;
    unsigned n, all;
    figure_mean(l, &f, series_find(&f, r->series), r->of, &all);
    if (!all) return (double)NAN;
    s.machine = machine;
    s.reference = reference;
    memset(f.series, 0, sizeof f.series);
    f.series[0] = s;
    const double mean = figure_mean(l, &f, f.series, r->of, &n);
    if (n < all) return (double)NAN;
    return r->greatest ? figure_greatest(l, &f, f.series, r->of, &program) : mean;
}

static double changed(const runset *l, const paper_stated *r, const paper_ablation *a)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    if (!a->machine && r->greatest) return (double)NAN;
    return a->machine ? on_machines(l, r, a->machine, a->reference)
                      : figure_mean_unchanged(l, f, series_find(f, r->series), r->of, a->reference);
}

// The series of whole runs beside that of the row's machines in the figure of cut and whole runs;
// NULL: there is none.
static const paper_series *whole_of(const paper *p, const paper_stated *r)
{
    const paper_figure *cut = figure_find(p, FIGURE_CUT);
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

bool series_is_on(const paper_series *s, const char *machine, const char *reference)
{
    return machine && strcmp(machine, s->machine) == 0 &&
           strcmp(reference ? reference : "", s->reference ? s->reference : "") == 0;
}

// What was tried for the row.
static unsigned changes_of(const runset *l, const paper_stated *r, change list[MOST_CHANGES])
{
    const paper_series *s = series_find(figure_find(l->p, r->figure), r->series);
    unsigned n = 0;
    if (!runset_has_figure(l, figure_find(l->p, r->figure))) return 0;
    for (const paper_ablation *a = l->p->ablations; a && a->figure; a++) {
        if (strcmp(a->figure, r->figure) == 0 && strcmp(a->series, r->series) == 0 &&
            !series_is_on(s, a->machine, a->reference))
            add_change(list, &n,
                       (change){wl_strdup(a->what), a->machine, a->machine ? a->reference : NULL,
                                changed(l, r, a)});
    }
    const paper_series *whole = l->insn_limit && !r->greatest ? whole_of(l->p, r) : NULL;
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

// Of a limit that is searched: what the paper's choice costs here, malloc'd; "" for other rows.
static char *search_text(const runset *l, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const paper_series *s = series_find(f, r->series);
    const paper_program *p = l->p->programs;
    while (p->workload && !paper_in(p, r->of)) p++;
    if (!s->found || !p->workload) return wl_strdup("");
    char *name = runset_workload(p);
    const runset_run *best = runset_find(l, s->machine, name, runset_size_of(l, f, p));
    double theirs = (double)NAN;
    for (const runset_run *q = l->runs; best && q < l->runs + l->n_runs; q++) {
        if (q->machine->variant == best->machine->variant && q->machine->setting == r->value &&
            strcmp(q->workload, best->workload) == 0 && strcmp(q->size, best->size) == 0)
            theirs = runset_value(q, runset_kernel(p), "ipc");
    }
    free(name);
    return isnan(theirs)
               ? wl_strdup("")
               : wl_format("with the paper's %g the IPC is %.1f %% below that of the best limit",
                           r->value,
                           100 * (1 - theirs / runset_value(best, runset_kernel(p), "ipc")));
}

// Takes both.
static char *joined(char *a, char *b)
{
    char *text = wl_format("%s%s%s", a, *a && *b ? "; " : "", b);
    free(a);
    free(b);
    return text;
}

static char *change_found(const runset *l, const paper_stated *r, double ours)
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
    else text = wl_strdup("");
    free_changes(list, n);
    return text;
}

char *cause_found(const runset *l, const paper_stated *r, double ours)
{
    char *text = joined(change_found(l, r, ours), search_text(l, r));
    if (*text) return text;
    free(text);
    return wl_strdup("not looked for");
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

json_t *ablation_row(const runset *l, const ablation_texts *t, const char *machine,
                     const char *reference)
{
    char *command = command_of(l, machine), *other = command_of(l, reference);
    json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "what", t->what, "paper_text",
                            t->paper, "ours_text", t->ours, "change", t->change, "changed_text",
                            t->changed, "command", command, "reference", other);
    free(command);
    free(other);
    return row;
}

static json_t *stated_ablation(const runset *l, const paper_stated *r, const change *c)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const paper_series *s = series_find(f, r->series);
    const char *program;
    char paper_is[NUMBER], ours[NUMBER], with[NUMBER];
    number_text(paper_is, f, r->value);
    number_text(ours, f,
                r->greatest ? figure_greatest(l, f, s, r->of, &program)
                            : figure_mean(l, f, s, r->of, NULL));
    number_text(with, f, c->value);
    return ablation_row(l, &(ablation_texts){r->what, paper_is, ours, c->what, with}, c->machine,
                        c->reference);
}

// ---- changes of a figure

static bool differs_before(const paper *p, const paper_ablation *a)
{
    for (const paper_ablation *b = p->ablations; b < a; b++)
        if (strcmp(b->figure, a->figure) == 0 && strcmp(b->what, a->what) == 0) return false;
    return true;
}

unsigned figure_changes(const paper *p, const paper_figure *f, const char *whats[MOST_WHATS])
{
    unsigned n = 0;
    for (const paper_ablation *a = p->ablations; a && a->figure && n < MOST_WHATS; a++) {
        if (a->machine && strcmp(a->figure, f->id) == 0 && differs_before(p, a))
            whats[n++] = a->what;
    }
    return n;
}

static const char *programs_of(const paper *p, const char *machine)
{
    const char *slash = strchr(machine, '/');
    for (const paper_variant *v = p->variants; v->name; v++)
        if (slash && strcmp(v->name, slash + 1) == 0) return v->of;
    return NULL;
}

unsigned figure_change(const paper *p, const char *what, paper_figure *f, const char **of)
{
    unsigned changed = 0;
    *of = NULL;
    for (const paper_ablation *a = p->ablations; a && a->figure; a++) {
        if (!a->machine || strcmp(a->figure, f->id) != 0 || strcmp(a->what, what) != 0) continue;
        for (unsigned i = 0; i < PAPER_SERIES && f->series[i].label; i++) {
            if (strcmp(f->series[i].label, a->series) != 0) continue;
            f->series[i].machine = a->machine;
            f->series[i].reference = a->reference;
            changed |= 1U << i;
        }
        if (programs_of(p, a->machine)) *of = programs_of(p, a->machine);
    }
    return changed;
}

char *programs_text(const runset *l, const paper_figure *f, const char *set, const char *other)
{
    char *all = wl_strdup("");
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, set) ||
            !paper_in(p, other))
            continue;
        char *longer = wl_format("%s%s%s", all, *all ? ", " : "", p->label);
        free(all);
        all = longer;
    }
    return all;
}

json_t *ablation_rows(const runset *l)
{
    json_t *rows = json_array();
    for (const paper_stated *r = l->p->stated; r->what; r++) {
        change list[MOST_CHANGES];
        const unsigned n = changes_of(l, r, list);
        for (unsigned i = 0; i < n; i++)
            json_array_append_new(rows, stated_ablation(l, r, &list[i]));
        free_changes(list, n);
    }
    return rows;
}
