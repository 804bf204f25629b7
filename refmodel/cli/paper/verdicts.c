// verdicts.c : see verdicts.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/verdicts.h"

#include "cli/paper/bounds.h"
#include "cli/paper/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- stated figures

typedef struct aggregate {
    double value;
    unsigned n, of; // programs with a value, and in the set
} aggregate;

static unsigned programs_in(const paper *p, const paper_figure *f, const char *set)
{
    unsigned n = 0;
    for (const paper_program *q = p->programs; q->workload; q++)
        n += paper_in(q, f->programs) && paper_in(q, set);
    return n;
}

static double greatest(const runset *l, const paper_figure *f, const paper_series *s,
                       const char *set)
{
    double best = (double)NAN;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        const double v = runset_has_program(l, p) && paper_in(p, f->programs) && paper_in(p, set)
                             ? figure_value(l, f, s, p)
                             : (double)NAN;
        if (!isnan(v) && !(v <= best)) best = v;
    }
    return best;
}

static aggregate ours(const runset *l, const paper_figure *f, const paper_stated *r)
{
    const paper_series *s = series_find(f, r->series);
    aggregate a = {.of = programs_in(l->p, f, r->of)};
    a.value = figure_mean(l, f, s, r->of, &a.n);
    if (r->greatest) a.value = greatest(l, f, s, r->of);
    return a;
}

void paper_number(char text[32], double v, int digits)
{
    snprintf(text, 32, "%.*g", digits, v);
    if (fabs(v) >= 1 && strchr(text, 'e')) snprintf(text, 32, "%.0f", strtod(text, NULL));
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
static void difference_text(char text[32], const paper_figure *f, double ours_is, double paper_is)
{
    *text = '\0';
    if (isnan(ours_is)) return;
    if (f->shape == SHAPE_RATIO)
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

// A change in percent is the ratio that it stands for: +10 % instead of +20 % is 1.1 over 1.2.
static bool agrees(const paper_figure *f, double ours_is, double paper_is)
{
    const bool percent = f->shape == SHAPE_PERCENT;
    return verdicts_agree(percent ? 1 + ours_is / 100 : ours_is,
                          percent ? 1 + paper_is / 100 : paper_is);
}

// Close enough to need no explanation: ratios and values within 10 %, percents within 5 points.
static bool near_enough(const paper_figure *f, double ours_is, double paper_is)
{
    return f->shape == SHAPE_PERCENT ? fabs(ours_is - paper_is) <= 5
                                     : fabs(ours_is / paper_is - 1) <= 0.1;
}

// The mean of a stated figure without its largest program: "0.98 (without sc)".
static char *without_text(const runset *l, const paper_figure *f, const paper_stated *r)
{
    const char *label = NULL;
    char number[32];
    const double v = figure_mean_without(l, f, series_find(f, r->series), r->of, &label);
    if (isnan(v) || r->greatest) return wl_strdup("");
    number_text(number, f, v, true);
    return wl_format("%s (without %s)", number, label);
}

static json_t *stated_row(const runset *l, const paper_stated *r)
{
    const paper_figure *f = figure_find(l->p, r->figure);
    const bool asked = runset_has_figure(l, f);
    const aggregate a = asked
                            ? ours(l, f, r)
                            : (aggregate){.value = (double)NAN, .of = programs_in(l->p, f, r->of)};
    char here[32], there[32], difference[32], over[64], sizes[FIGURE_SIZES];
    figure_sizes(l, f, r->of, sizes);
    number_text(here, f, a.value, asked && any_ran(l, f, r));
    number_text(there, f, r->value, true);
    difference_text(difference, f, a.value, r->value);
    snprintf(over, sizeof over, a.of == 1 ? "1 program" : "%u of %u programs", a.n, a.of);
    char *cause = isnan(a.value)                                   ? wl_strdup("")
                  : *r->cause || near_enough(f, a.value, r->value) ? wl_strdup(r->cause)
                                                                   : cause_found(l, r, a.value);
    char *without = asked ? without_text(l, f, r) : wl_strdup(""), *bound = bound_text(l, r);
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "what", r->what,
        "size", sizes, "source", r->source, "figure", r->figure, "paper", r->value, "ours",
        isnan(a.value) ? json_null() : json_real(a.value), "ours_text", here, "paper_text", there,
        "difference", difference, "over", over, "without", without, "bound", bound, "cause", cause,
        "agrees", isnan(a.value) ? json_null() : json_boolean(agrees(f, a.value, r->value)));
    free(cause);
    free(without);
    free(bound);
    return row;
}

// ---- sentences

typedef struct verdict {
    bool known, holds;
    double left, right;         // what was compared
    const char *program;        // the one that decides, NULL: a mean
    const char *largest;        // of a mean, its largest program; NULL: there is none
    double left_but, right_but; // what is compared without it
} verdict;

static verdict compare(double left, double right, bool above)
{
    return (verdict){.known = !isnan(left) && !isnan(right),
                     .holds = above ? left >= right : left <= right,
                     .left = left,
                     .right = right};
}

// The worst of the set: each program's value of a against bound x that of b (NULL: 1).
static verdict every(const runset *l, const paper_figure *f, const paper_claim *c)
{
    verdict worst = {0};
    const paper_series *a = series_find(f, c->a), *b = c->b ? series_find(f, c->b) : NULL;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, c->of)) continue;
        verdict v =
            compare(figure_value(l, f, a, p), c->bound * (b ? figure_value(l, f, b, p) : 1), true);
        v.program = p->label;
        if (v.known && (!worst.known || v.left - v.right < worst.left - worst.right)) worst = v;
    }
    return worst;
}

// The worst of the set: a's part of the sum of all series.
static verdict most(const runset *l, const paper_figure *f, const paper_claim *c)
{
    verdict worst = {0};
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        double sum = 0;
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, c->of)) continue;
        for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++)
            sum += figure_value(l, f, s, p);
        verdict v =
            compare(sum > 0 ? figure_value(l, f, series_find(f, c->a), p) / sum : (double)NAN,
                    c->bound, true);
        v.program = p->label;
        if (v.known && (!worst.known || v.left < worst.left)) worst = v;
    }
    return worst;
}

// The means of the figure's series, without those of one series and one program (NULL: of all).
static void extremes(const runset *l, const paper_figure *f, const char *set,
                     const paper_series *but, const char *label, double *least, double *most_of)
{
    *least = *most_of = (double)NAN;
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        if (s == but) continue;
        const double v =
            label ? figure_mean_but(l, f, s, set, label) : figure_mean(l, f, s, set, NULL);
        if (isnan(v)) continue;
        if (!(v >= *least)) *least = v;
        if (!(v <= *most_of)) *most_of = v;
    }
}

// What a claim compares of a mean: of TEST_LITTLE how far it is from no change.
static double compared(const paper_figure *f, const paper_claim *c, double mean)
{
    if (c->test != TEST_LITTLE) return mean;
    return f->shape == SHAPE_PERCENT ? fabs(mean) : exp(fabs(log(mean)));
}

static bool is_at_most(paper_test t)
{
    return t == TEST_BELOW || t == TEST_LITTLE || t == TEST_WITHIN;
}

// The same comparison without the largest program of a's mean, on both sides.
static void add_without(const runset *l, const paper_figure *f, const paper_claim *c, verdict *v)
{
    const paper_series *a = series_find(f, c->a);
    v->left_but = compared(f, c, figure_mean_without(l, f, a, c->of, &v->largest));
    if (!v->known || !v->largest) return;
    double right = 1, least;
    if (c->test == TEST_BEST) extremes(l, f, c->of, a, v->largest, &least, &right);
    else if (c->b && c->test == TEST_OTHER) right = figure_mean_but(l, f, a, c->b, v->largest);
    else if (c->b) right = figure_mean_but(l, f, series_find(f, c->b), c->of, v->largest);
    v->right_but = (c->test == TEST_BEST ? 1 : c->bound) * right;
}

// Means: of a against bound x that of b over the same programs, of a over the programs that b names
// (TEST_OTHER), or 1.
static verdict means(const runset *l, const paper_figure *f, const paper_claim *c)
{
    const paper_series *a = series_find(f, c->a);
    const double left = compared(f, c, figure_mean(l, f, a, c->of, NULL));
    double right = 1;
    if (c->b && c->test == TEST_OTHER) right = figure_mean(l, f, a, c->b, NULL);
    else if (c->b) right = figure_mean(l, f, series_find(f, c->b), c->of, NULL);
    verdict v = compare(left, c->bound * right, !is_at_most(c->test));
    add_without(l, f, c, &v);
    return v;
}

static verdict best(const runset *l, const paper_figure *f, const paper_claim *c)
{
    const paper_series *a = series_find(f, c->a);
    double least, most_of;
    extremes(l, f, c->of, a, NULL, &least, &most_of);
    verdict v = compare(figure_mean(l, f, a, c->of, NULL), most_of, true);
    add_without(l, f, c, &v);
    return v;
}

static verdict within(const runset *l, const paper_figure *f, const paper_claim *c)
{
    double least, most_of;
    extremes(l, f, c->of, NULL, NULL, &least, &most_of);
    return compare(most_of / least, c->bound, false);
}

static verdict judge(const runset *l, const paper_figure *f, const paper_claim *c)
{
    switch (c->test) {
    case TEST_BEST: return best(l, f, c);
    case TEST_WITHIN: return within(l, f, c);
    case TEST_EVERY: return every(l, f, c);
    case TEST_MOST: return most(l, f, c);
    default: return means(l, f, c);
    }
}

static const char *sign(paper_test t) { return is_at_most(t) ? "at most" : "at least"; }

// "2.04, must be at least 4.38, without SP: does not hold"
static char *but_text(const paper_claim *c, const verdict *v)
{
    if (!v->largest || isnan(v->left_but) || isnan(v->right_but)) return wl_strdup("");
    const bool at_most = is_at_most(c->test);
    char left[32], right[32];
    paper_number(left, v->left_but, 3);
    paper_number(right, v->right_but, 3);
    return wl_format("%s, must be %s %s, without %s: %s", left, sign(c->test), right, v->largest,
                     (at_most ? v->left_but <= v->right_but : v->left_but >= v->right_but)
                         ? "holds"
                         : "does not hold");
}

static json_t *claim_row(const runset *l, const paper_claim *c, verdict *v)
{
    const paper_figure *f = figure_find(l->p, c->figure);
    char detail[96] = "", sizes[FIGURE_SIZES];
    figure_sizes(l, f, c->of, sizes);
    *v = runset_has_figure(l, f) ? judge(l, f, c) : (verdict){0};
    if (v->known) {
        char left[32], right[32];
        paper_number(left, v->left, 3);
        paper_number(right, v->right, 3);
        snprintf(detail, sizeof detail, "%s%s%s, must be %s %s", v->program ? v->program : "",
                 v->program ? ": " : "", left, sign(c->test), right);
    }
    char *but = v->known ? but_text(c, v) : wl_strdup("");
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "text", c->text, "size", sizes,
                  "source", c->source, "figure", c->figure, "verdict",
                  !v->known  ? "not run"
                  : v->holds ? "holds"
                             : "does not hold",
                  "detail", detail, "without", but, "fails", v->known && !v->holds, "cause",
                  !v->known || v->holds ? ""
                  : *c->cause           ? c->cause
                                        : "not found");
    free(but);
    return row;
}

void verdicts_add(const runset *l, json_t *o)
{
    json_t *stated = json_array(), *claims = json_array();
    unsigned holding = 0, judged = 0;
    for (const paper_stated *r = l->p->stated; r->what; r++)
        json_array_append_new(stated, stated_row(l, r));
    for (const paper_claim *c = l->p->claims; c->text; c++) {
        verdict v;
        json_array_append_new(claims, claim_row(l, c, &v));
        judged += v.known;
        holding += v.known && v.holds;
    }
    json_object_set_new(o, "stated", stated);
    json_object_set_new(o, "ablations", ablation_rows(l));
    json_object_set_new(o, "claims", claims);
    json_object_set_new(o, "judged", json_integer(judged));
    json_object_set_new(o, "holding", json_integer(holding));
}

bool verdicts_agree(double ours, double paper_is) { return fabs(ours / paper_is - 1) <= 0.15; }

void verdicts_count(json_t *o)
{
    size_t i, agreeing = 0, compared = 0;
    json_t *row;
    json_array_foreach(json_object_get(o, "stated"), i, row) {
        const json_t *agreed = json_object_get(row, "agrees");
        agreeing += json_is_true(agreed);
        compared += json_is_boolean(agreed);
    }
    json_object_set_new(o, "agreeing", json_integer((json_int_t)agreeing));
    json_object_set_new(o, "compared", json_integer((json_int_t)compared));
}
