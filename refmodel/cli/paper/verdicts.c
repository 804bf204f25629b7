// verdicts.c : see verdicts.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/verdicts.h"

#include "cli/paper/bounds.h"
#include "cli/paper/figures.h"
#include "cli/paper/sentences.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct aggregate {
    double value;
    unsigned n, of;      // programs with a value, and in the set
    const char *program; // whose value the greatest is; NULL: a mean
} aggregate;

static unsigned programs_in(const paper *p, const paper_figure *f, const char *set)
{
    unsigned n = 0;
    for (const paper_program *q = p->programs; q->workload; q++)
        n += paper_in(q, f->programs) && paper_in(q, set);
    return n;
}

static aggregate ours(const runset *l, const paper_figure *f, const paper_stated *r)
{
    const paper_series *s = series_find(f, r->series);
    aggregate a = {.of = programs_in(l->p, f, r->of)};
    a.value = figure_mean(l, f, s, r->of, &a.n);
    if (r->greatest) a.value = figure_greatest(l, f, s, r->of, &a.program);
    return a;
}

void paper_number(char text[32], double v, int digits)
{
    snprintf(text, 32, "%.*g", digits, v);
    if (fabs(v) >= 1 && strchr(text, 'e')) snprintf(text, 32, "%.0f", strtod(text, NULL));
}

void paper_numbers(char left[32], char right[32], double a, double b)
{
    enum { FEWEST = 3, MOST = 7 };
    for (int digits = FEWEST; digits <= MOST; digits++) {
        paper_number(left, a, digits);
        paper_number(right, b, digits);
        if (strcmp(left, right) != 0) return;
    }
}

// A run may lack what is asked for: a limit where nothing was limited.
static void number_text(char text[32], const paper_figure *f, double v, bool ran)
{
    if (isnan(v)) snprintf(text, 32, ran ? "none" : "not run");
    else
        snprintf(text, 32,
                 f->shape == SHAPE_PERCENT ? "%+.1f %%"
                 : f->shape == SHAPE_RATIO ? "%.2f"
                 : fabs(v) >= 1e4          ? "%.0f"
                                           : "%.4g",
                 v);
}

// Of ratios in percent of the paper's, of percents in points, of counts plainly, with two digits or
// more.
static void difference_text(char text[32], const paper_figure *f, const paper_stated *r,
                            double ours_is)
{
    const double paper_is = r->value;
    *text = '\0';
    if (isnan(ours_is)) return;
    if (paper_is_ceiling(r->what))
        snprintf(text, 32, "%s", ours_is < paper_is ? "below it" : "not below it");
    else if (f->shape == SHAPE_RATIO)
        snprintf(text, 32, "%+.0f %%", round(100 * (ours_is / paper_is - 1)) + 0.0);
    else
        snprintf(text, 32,
                 f->shape == SHAPE_PERCENT              ? "%+.1f points"
                 : fabs(round(ours_is - paper_is)) < 10 ? "%+.2g"
                                                        : "%+.0f",
                 ours_is - paper_is);
}

static bool any_ran(const runset *l, const paper_figure *f, const paper_stated *r)
{
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        const bool in = runset_has_program(l, p) && paper_in(p, f->programs) && paper_in(p, r->of);
        const paper_series *s = series_find(f, r->series);
        char *name = runset_workload(p);
        const char *size = runset_size_of(l, f, p);
        const bool ran = in && runset_find(l, s->machine, name, size) &&
                         (!s->reference || runset_find(l, s->reference, name, size));
        free(name);
        if (ran) return true;
    }
    return false;
}

// What is relative to another machine agrees by what it changes: 1.3 times is a gain of 30 %, of
// which +26 to +34 % are within 15 %, and a loss never is. Of a small change one point counts.
static bool agrees(const paper_figure *f, const paper_stated *r, double ours_is)
{
    const double paper_is = r->value, point = f->shape == SHAPE_PERCENT ? 1 : 0.01,
                 change = f->shape == SHAPE_PERCENT ? paper_is : paper_is - 1;
    if (paper_is_ceiling(r->what)) return ours_is < paper_is;
    if (f->shape == SHAPE_VALUE) return verdicts_agree(ours_is, paper_is);
    return fabs(ours_is - paper_is) <= fmax(0.15 * fabs(change), point);
}

// As ratios also a small gain agrees with a small loss: 1.3 and 1.15, 1.1 and 0.97.
static bool agrees_as_ratio(const paper_figure *f, const paper_stated *r, double ours_is)
{
    const bool percent = f->shape == SHAPE_PERCENT;
    if (paper_is_ceiling(r->what)) return ours_is < r->value;
    return verdicts_agree(percent ? 1 + ours_is / 100 : ours_is,
                          percent ? 1 + r->value / 100 : r->value);
}

// The mean of a stated figure without its largest program: "0.98 (without sc)"; *v: the same, NAN
// if there is none.
static char *without_text(const runset *l, const paper_figure *f, const paper_stated *r, double *v)
{
    const char *label = NULL;
    char number[32];
    *v = r->greatest ? (double)NAN
                     : figure_mean_without(l, f, series_find(f, r->series), r->of, &label);
    if (isnan(*v)) return wl_strdup("");
    number_text(number, f, *v, true);
    return wl_format("%s (without %s)", number, label);
}

// "15 of 15 programs", "1 program", "dwt2d's, of 17 programs"
static void over_text(char text[64], const aggregate *a)
{
    if (a->program) snprintf(text, 64, "%s's, of %u programs", a->program, a->n);
    else if (a->of == 1) snprintf(text, 64, "1 program");
    else snprintf(text, 64, "%u of %u programs", a->n, a->of);
}

static json_t *judged(bool known, bool verdict)
{
    return known ? json_boolean(verdict) : json_null();
}

static json_t *stated_row(const runset *l, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const bool asked = runset_has_figure(l, f);
    const aggregate a = asked
                            ? ours(l, f, r)
                            : (aggregate){.value = (double)NAN, .of = programs_in(l->p, f, r->of)};
    double but = (double)NAN;
    char here[32], there[32], difference[32], over[64], sizes[FIGURE_SIZES];
    figure_sizes(l, f, r->of, sizes);
    number_text(here, f, a.value, asked && any_ran(l, f, r));
    number_text(there, f, r->value, true);
    difference_text(difference, f, r, a.value);
    over_text(over, &a);
    char *cause = isnan(a.value) || agrees(f, r, a.value) ? wl_strdup("")
                  : *r->cause                             ? wl_strdup(r->cause)
                                                          : cause_found(l, r, a.value);
    char *without = asked ? without_text(l, f, r, &but) : wl_strdup(""), *ideal = ideal_text(l, r),
         *exceeded = exceeded_text(l, r);
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}",
        "what", r->what, "size", sizes, "source", r->source, "figure", r->figure, "paper", r->value,
        "ours", isnan(a.value) ? json_null() : json_real(a.value), "ours_text", here, "paper_text",
        there, "difference", difference, "over", over, "without", without, "ideal", ideal,
        "exceeded", exceeded, "cause", cause, "agrees",
        judged(!isnan(a.value), agrees(f, r, a.value)), "agrees_as_ratio",
        judged(!isnan(a.value), agrees_as_ratio(f, r, a.value)), "agrees_without",
        judged(!isnan(but), agrees(f, r, but)));
    free(cause);
    free(without);
    free(ideal);
    free(exceeded);
    return row;
}

void verdicts_add(const runset *l, json_t *o)
{
    json_t *stated = json_array(), *tried = ablation_rows(l);
    sentence_counts n;
    for (const paper_stated *r = l->p->stated; r->what; r++)
        json_array_append_new(stated, stated_row(l, r));
    json_object_set_new(o, "stated", stated);
    json_object_set_new(o, "claims", sentences_judge(l, tried, &n));
    json_object_set_new(o, "ablations", tried);
    json_object_set_new(o, "judged", json_integer(n.judged));
    json_object_set_new(o, "holding", json_integer(n.holding));
    json_object_set_new(o, "holding_by_one", json_integer(n.holding_by_one));
}

bool verdicts_agree(double ours, double paper_is) { return fabs(ours / paper_is - 1) <= 0.15; }

void verdicts_count(json_t *o)
{
    size_t i, agreeing = 0, compared = 0, by_one = 0, as_ratio = 0;
    json_t *row;
    json_array_foreach(json_object_get(o, "stated"), i, row) {
        const json_t *agreed = json_object_get(row, "agrees");
        agreeing += json_is_true(agreed);
        compared += json_is_boolean(agreed);
        as_ratio += json_is_true(json_object_get(row, "agrees_as_ratio"));
        by_one += json_is_true(agreed) && json_is_false(json_object_get(row, "agrees_without"));
    }
    json_object_set_new(o, "agreeing", json_integer((json_int_t)agreeing));
    json_object_set_new(o, "agreeing_as_ratio", json_integer((json_int_t)as_ratio));
    json_object_set_new(o, "compared", json_integer((json_int_t)compared));
    json_object_set_new(o, "agreeing_by_one", json_integer((json_int_t)by_one));
}
