// bounds.c : see bounds.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/bounds.h"

#include "cli/paper/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 64, NUMBER = 32 };

static void number_text(char text[NUMBER], const paper_figure *f, double v)
{
    snprintf(text, NUMBER, f->shape == SHAPE_PERCENT ? "%+.1f %%" : "%.2f", v);
}

// ---- bounds

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

static bool is_gain(const paper *p, const paper_figure *f, const paper_stated *r)
{
    const paper_series *s = series_find(f, r->series);
    return p->bounds && f->metric && strcmp(f->metric, "ipc") == 0 && s->reference && !r->greatest;
}

static char *bound_of(const runset *l, const paper_figure *f, const paper_stated *r)
{
    const paper_figure *ideals = figure_find(l->p, l->p->bounds);
    double values[MOST_PROGRAMS];
    unsigned n = 0, none = 0;
    char number[NUMBER];
    for (const paper_program *p = l->p->programs; p->workload && n < MOST_PROGRAMS; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, r->of) ||
            !paper_in(p, ideals->programs))
            continue;
        const double best = best_of(l, ideals, series_find(f, r->series)->reference, p);
        if (isnan(best) || best <= 0) continue;
        none += best <= 1;
        values[n++] = best > 1 ? best : 1;
    }
    if (!n || none == n) return wl_strdup(n ? "none" : "");
    const double mean =
        mean_of(f->mean == MEAN_HARMONIC ? MEAN_HARMONIC : MEAN_GEOMETRIC, values, n);
    number_text(number, f, f->shape == SHAPE_PERCENT ? 100 * (mean - 1) : mean);
    return none ? wl_format("%s (none for %u of %u)", number, none, n) : wl_strdup(number);
}

char *bound_text(const runset *l, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    if (!is_gain(l->p, f, r) || !runset_has_figure(l, figure_find(l->p, l->p->bounds)))
        return wl_strdup("");
    return bound_of(l, f, r);
}

// ---- ablations

static bool is_of(const paper_ablation *a, const paper_stated *r)
{
    return strcmp(a->figure, r->figure) == 0 && strcmp(a->series, r->series) == 0 && !r->greatest;
}

// The row's mean with the series on the ablation's machines.
static double changed(const runset *l, const paper_ablation *a, const paper_stated *r)
{
    paper_figure f = *figure_find(l->p, r->figure);
    paper_series s = *series_find(&f, r->series);
    s.machine = a->machine;
    s.reference = a->reference;
    memset(f.series, 0, sizeof f.series);
    f.series[0] = s;
    return figure_mean(l, &f, f.series, r->of, NULL);
}

char *cause_found(const runset *l, const paper_stated *r, double ours)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const double gap = fabs(r->value - ours);
    const paper_ablation *best = NULL;
    double least = 0.75 * gap, value = 0;
    unsigned tried = 0;
    for (const paper_ablation *a = l->p->ablations; a && a->figure; a++) {
        const double v = is_of(a, r) ? changed(l, a, r) : (double)NAN;
        if (!isnan(v)) tried++;
        if (isnan(v) || fabs(r->value - v) > least) continue;
        least = fabs(r->value - v);
        value = v;
        best = a;
    }
    if (!best)
        return tried ? wl_format("not found; %u changes tried (below)", tried)
                     : wl_strdup("not found");
    char number[NUMBER];
    number_text(number, f, value);
    return wl_format("%s: %s, which closes %.0f %% of the gap", best->what, number,
                     100 * (1 - least / gap));
}

static const paper_variant *variant_named(const paper *p, const char *machine)
{
    const paper_variant *v = p->variants;
    while (v->name && strcmp(v->name, strchr(machine, '/') + 1) != 0) v++;
    return v;
}

// The command that simulates a program on the machine of the ablation, malloc'd.
static char *command_of(const runset *l, const char *machine)
{
    const paper_variant *v = variant_named(l->p, machine);
    const paper_base *b = l->p->bases;
    while (strncmp(b->name, machine, strcspn(machine, "/")) != 0) b++;
    char *text = wl_format("warploom sim -c %s --set gpu.insn_limit=%u",
                           v->preset ? v->preset : b->preset, l->insn_limit);
    for (unsigned k = 0; k < PAPER_SETS && v->sets[k]; k++) {
        text = figures_with_set(text, v->sets[k]);
    }
    char *whole = wl_format("%s WORKLOAD --size SIZE", text);
    free(text);
    return whole;
}

static json_t *ablation_row(const runset *l, const paper_ablation *a, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    char paper_is[NUMBER], ours[NUMBER], with[NUMBER];
    const double v = changed(l, a, r),
                 now = figure_mean(l, f, series_find(f, r->series), r->of, NULL);
    if (isnan(v) || isnan(now)) return NULL;
    number_text(paper_is, f, r->value);
    number_text(ours, f, now);
    number_text(with, f, v);
    char *command = command_of(l, a->machine), *reference = command_of(l, a->reference);
    json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "what", r->what, "paper_text",
                            paper_is, "ours_text", ours, "change", a->what, "changed_text", with,
                            "command", command, "reference", reference);
    free(command);
    free(reference);
    return row;
}

json_t *ablation_rows(const runset *l)
{
    json_t *rows = json_array();
    for (const paper_stated *r = l->p->stated; r->what; r++) {
        for (const paper_ablation *a = l->p->ablations; a && a->figure; a++) {
            json_t *row = is_of(a, r) && runset_has_figure(l, figure_find(l->p, r->figure))
                              ? ablation_row(l, a, r)
                              : NULL;
            if (row) json_array_append_new(rows, row);
        }
    }
    return rows;
}
