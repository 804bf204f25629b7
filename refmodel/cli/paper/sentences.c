// sentences.c : see sentences.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/sentences.h"

#include "cli/paper/bounds.h"
#include "cli/paper/figures.h"
#include "cli/paper/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct verdict {
    bool known, holds;
    double left, right;         // what was compared
    const char *program;        // the one that decides, NULL: a mean
    unsigned failing, of;       // of a sentence on each program: how many fail, and of how many
    const char *largest;        // of a mean, its largest program; NULL: there is none
    double left_but, right_but; // what is compared without it
    bool gains, gains_but;      // TEST_CHEAPER: what should cost is no loss; without it
} verdict;

static bool is_at_most(paper_test t)
{
    return t == TEST_BELOW || t == TEST_LITTLE || t == TEST_WITHIN || t == TEST_EVERY_BELOW ||
           t == TEST_LEAST;
}

static bool is_of_parts(paper_test t) { return t == TEST_MOST || t == TEST_LEAST; }

static bool is_of_one(paper_test t)
{
    return t == TEST_EVERY || t == TEST_EVERY_BELOW || is_of_parts(t);
}

static verdict compare(double left, double right, bool above)
{
    return (verdict){.known = !isnan(left) && !isnan(right),
                     .holds = above ? left >= right : left <= right,
                     .left = left,
                     .right = right};
}

// What a sentence on each program compares: a's value with bound x that of b (NULL: 1), or a's part
// of the sum of all series with the bound.
static verdict of_program(const runset *l, const paper_figure *f, const paper_claim *c,
                          const paper_program *p)
{
    double left = figure_value(l, f, series_find(f, c->a), p), right = 1, sum = 0;
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++)
        sum += is_of_parts(c->test) ? figure_value(l, f, s, p) : 0;
    if (is_of_parts(c->test)) left = sum > 0 ? left / sum : (double)NAN;
    if (c->b) right = figure_value(l, f, series_find(f, c->b), p);
    verdict v = compare(left, c->bound * right, !is_at_most(c->test));
    v.program = p->label;
    return v;
}

static double margin(const paper_claim *c, const verdict *v)
{
    return is_at_most(c->test) ? v->right - v->left : v->left - v->right;
}

// The worst of the set: what is furthest from what it must be, or next to it.
static verdict every(const runset *l, const paper_figure *f, const paper_claim *c)
{
    verdict worst = {0};
    unsigned failing = 0, of = 0;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, c->of)) continue;
        const verdict v = of_program(l, f, c, p);
        of += v.known;
        failing += v.known && !v.holds;
        if (v.known && (!worst.known || margin(c, &v) < margin(c, &worst))) worst = v;
    }
    worst.failing = failing;
    worst.of = of;
    return worst;
}

// How far a value is from no change: percents p and -p, ratios r and 1 / r are the same change.
static double distance(const paper_figure *f, double v)
{
    return f->shape == SHAPE_PERCENT ? fabs(v) : exp(fabs(log(v)));
}

// The number of programs whose change is within the bound, against that of more than half.
static verdict half(const runset *l, const paper_figure *f, const paper_claim *c)
{
    unsigned n = 0, within = 0;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, c->of)) continue;
        const double v = figure_value(l, f, series_find(f, c->a), p);
        if (isnan(v)) continue;
        n++;
        within += distance(f, v) <= c->bound;
    }
    return compare(n ? within : (double)NAN, n / 2 + 1, true);
}

// The mean without the program of this label; NULL: of all.
static double mean_of_series(const runset *l, const paper_figure *f, const paper_series *s,
                             const char *set, const char *label)
{
    return label ? figure_mean_but(l, f, s, set, label) : figure_mean(l, f, s, set, NULL);
}

// The means of the figure's series, without those of one series and one program (NULL: of all).
static void extremes(const runset *l, const paper_figure *f, const char *set,
                     const paper_series *but, const char *label, double *least, double *most_of)
{
    *least = *most_of = (double)NAN;
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++) {
        if (s == but) continue;
        const double v = mean_of_series(l, f, s, set, label);
        if (isnan(v)) continue;
        if (!(v >= *least)) *least = v;
        if (!(v <= *most_of)) *most_of = v;
    }
}

// What a claim compares of a mean: of TEST_LITTLE how far it is from no change.
static double compared(const paper_figure *f, const paper_claim *c, double mean)
{
    return c->test == TEST_LITTLE ? distance(f, mean) : mean;
}

// What a mean of a is compared with: the bound x 1, x the mean of b, x that of a over the programs
// that b names, or x the sum of the other series; or the greatest of these. Without the program of
// this label, NULL: of all.
static double right_side(const runset *l, const paper_figure *f, const paper_claim *c,
                         const char *label)
{
    const paper_series *a = series_find(f, c->a);
    double right = 1, least, sum = 0;
    if (c->test == TEST_BEST) {
        extremes(l, f, c->of, a, label, &least, &right);
        return right;
    }
    for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++)
        sum += s == a || c->test != TEST_SUM ? 0 : mean_of_series(l, f, s, c->of, label);
    if (c->test == TEST_SUM) right = sum;
    else if (c->b && c->test == TEST_OTHER) right = mean_of_series(l, f, a, c->b, label);
    else if (c->b) right = mean_of_series(l, f, series_find(f, c->b), c->of, label);
    return c->bound * right;
}

// The same comparison without the program of this label, on both sides.
static void compare_without(const runset *l, const paper_figure *f, const paper_claim *c,
                            const char *label, verdict *v)
{
    v->left_but = compared(f, c, figure_mean_but(l, f, series_find(f, c->a), c->of, label));
    v->right_but = right_side(l, f, c, label);
}

// Without the largest program of a's mean.
static void add_without(const runset *l, const paper_figure *f, const paper_claim *c, verdict *v)
{
    const double but = figure_mean_without(l, f, series_find(f, c->a), c->of, &v->largest);
    if (v->known && v->largest && !isnan(but)) compare_without(l, f, c, v->largest, v);
}

static verdict means(const runset *l, const paper_figure *f, const paper_claim *c)
{
    const paper_series *a = series_find(f, c->a);
    verdict v = compare(compared(f, c, figure_mean(l, f, a, c->of, NULL)),
                        right_side(l, f, c, NULL), !is_at_most(c->test));
    add_without(l, f, c, &v);
    return v;
}

// As means, but what is not a loss costs nothing.
static verdict cheaper(const runset *l, const paper_figure *f, const paper_claim *c)
{
    const double no_change = f->shape == SHAPE_RATIO ? 1 : 0;
    verdict v = means(l, f, c);
    v.gains = v.known && !(v.right / c->bound < no_change);
    v.gains_but = !(v.right_but / c->bound < no_change);
    v.holds = v.holds && !v.gains;
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
    if (is_of_one(c->test)) return every(l, f, c);
    switch (c->test) {
    case TEST_WITHIN: return within(l, f, c);
    case TEST_HALF: return half(l, f, c);
    case TEST_CHEAPER: return cheaper(l, f, c);
    default: return means(l, f, c);
    }
}

static const char *sign(paper_test t) { return is_at_most(t) ? "at most" : "at least"; }

static bool has_without(const verdict *v)
{
    return v->known && v->largest && !isnan(v->left_but) && !isnan(v->right_but);
}

static bool holds_without(const paper_claim *c, const verdict *v)
{
    if (v->gains_but) return false;
    return is_at_most(c->test) ? v->left_but <= v->right_but : v->left_but >= v->right_but;
}

#define NO_COST ", which is no cost"

// "2.04, must be at least 4.38, without SP: does not hold"
static char *but_text(const paper_claim *c, const verdict *v)
{
    char left[32], right[32];
    if (!has_without(v)) return wl_strdup("");
    paper_numbers(left, right, v->left_but, v->right_but);
    return wl_format("%s, must be %s %s%s, without %s: %s", left, sign(c->test), right,
                     v->gains_but ? NO_COST : "", v->largest,
                     holds_without(c, v) ? "holds" : "does not hold");
}

static void detail_text(char text[128], const paper_claim *c, const verdict *v)
{
    char left[32], right[32];
    paper_numbers(left, right, v->left, v->right);
    snprintf(text, 128, "%s%s%s%s, must be %s %s%s", v->program ? v->program : "",
             v->program ? ": " : "", left, c->test == TEST_HALF ? " programs" : "", sign(c->test),
             right, v->gains ? NO_COST : "");
}

// What is this near to its bound may be otherwise with a few cycles more or less of latency.
static bool is_narrow(const verdict *v)
{
    return v->left != v->right && fabs(v->left - v->right) <= 0.01 * fabs(v->right);
}

// "; 1 of 3 programs fails; narrowly"
static void add_failing(char text[128], const verdict *v)
{
    const size_t n = strlen(text);
    if (v->failing && v->of > 1)
        snprintf(text + n, 128 - n, "; %u of %u programs %s", v->failing, v->of,
                 v->failing == 1 ? "fails" : "fail");
    if (v->known && is_narrow(v)) strcat(text, "; narrowly");
}

// ---- what was tried for a sentence

// Does the sentence compare this series?
static bool compares(const paper_claim *c, const paper_series *s)
{
    if (c->test == TEST_BEST || c->test == TEST_SUM || c->test == TEST_WITHIN ||
        is_of_parts(c->test))
        return true;
    return strcmp(s->label, c->a) == 0 ||
           (c->b && c->test != TEST_OTHER && strcmp(s->label, c->b) == 0);
}

// The programs of the sentence for which all that it compares was measured.
static unsigned measured(const runset *l, const paper_figure *f, const paper_claim *c)
{
    unsigned n = 0;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        const bool other = c->test == TEST_OTHER && paper_in(p, c->b);
        if (!runset_has_program(l, p) || !paper_in(p, f->programs)) continue;
        bool has = other || paper_in(p, c->of);
        for (const paper_series *s = f->series; s < f->series + PAPER_SERIES && s->label; s++)
            has = has && (!compares(c, s) || !isnan(figure_value(l, f, s, p)));
        n += has;
    }
    return n;
}

static bool decides(const runset *l, const verdict *v, const char *set)
{
    for (const paper_program *p = l->p->programs; p->workload; p++)
        if (v->program && strcmp(p->label, v->program) == 0) return paper_in(p, set);
    return false;
}

typedef struct attempt {
    const char *what, *of; // of: the programs that ran it, NULL: all of the sentence
    paper_figure figure;   // with it
    verdict v;
} attempt;

// Judges the sentence with the change. False if that did not run, leaves out something that the
// sentence compares, or leaves all of it as it is. A sentence on each program is judged for those
// that ran alone, if the one that decides is among them.
static bool attempted(const runset *l, const paper_claim *c, const verdict *now, attempt *t)
{
    const paper_figure *f = figure_find(l->p, c->figure);
    t->figure = *f;
    const unsigned changed = figure_change(l->p, t->what, &t->figure, &t->of);
    bool same = true;
    for (unsigned i = 0; i < PAPER_SERIES && f->series[i].label; i++) {
        const paper_series *now_on = &t->figure.series[i];
        if (!compares(c, &f->series[i])) t->figure.series[i] = f->series[i];
        else if (!(changed >> i & 1)) return false;
        else same = same && series_is_on(&f->series[i], now_on->machine, now_on->reference);
    }
    if (same) return false;
    if (measured(l, &t->figure, c) == measured(l, f, c)) t->of = NULL;
    else if (!t->of || !is_of_one(c->test) || !decides(l, now, t->of)) return false;
    t->v = judge(l, &t->figure, c);
    return t->v.known;
}

static unsigned attempts(const runset *l, const paper_claim *c, const verdict *now,
                         attempt list[MOST_WHATS])
{
    const char *whats[MOST_WHATS];
    const paper_figure *f = figure_find(l->p, c->figure);
    const unsigned all = figure_changes(l->p, f, whats);
    unsigned n = 0;
    for (unsigned i = 0; i < all; i++) {
        list[n] = (attempt){.what = whats[i]};
        n += attempted(l, c, now, &list[n]);
    }
    return n;
}

// The program without which the sentence holds: its mean's largest, or the first one; NULL: none.
static const char *fails_by(const runset *l, const paper_claim *c, const verdict *now)
{
    const paper_figure *f = figure_find(l->p, c->figure);
    if (!has_without(now)) return NULL;
    if (holds_without(c, now)) return now->largest;
    for (const paper_program *p = l->p->programs; p->workload; p++) {
        verdict v = *now;
        if (!runset_has_program(l, p) || !paper_in(p, f->programs) || !paper_in(p, c->of)) continue;
        compare_without(l, f, c, p->label, &v);
        if (has_without(&v) && holds_without(c, &v)) return p->label;
    }
    return NULL;
}

// What a sentence lacks, of what it must be; plainly where that is 0.
static double lacking(const verdict *v, bool plainly)
{
    return fabs(plainly ? v->left - v->right : v->left / v->right - 1);
}

// The part of what is lacking that the change closes; 1: the sentence holds.
static double closed(const verdict *now, const verdict *v)
{
    const bool plainly = now->right == 0 || v->right == 0;
    return v->holds ? 1 : 1 - lacking(v, plainly) / lacking(now, plainly);
}

// The first change with which the sentence holds, else the one that closes most of what is lacking,
// a quarter or more; else the program that it fails by; else the number of changes.
static char *claim_cause(const runset *l, const paper_claim *c, const verdict *now,
                         const attempt *list, unsigned n)
{
    const char *by = fails_by(l, c, now);
    const attempt *best = NULL;
    double most_of = 0.25;
    char detail[128];
    for (const attempt *t = list; t < list + n; t++) {
        if (closed(now, &t->v) < most_of || (best && closed(now, &t->v) <= most_of)) continue;
        best = t;
        most_of = closed(now, &t->v);
    }
    if (best) detail_text(detail, c, &best->v);
    if (best && best->v.holds) {
        char *who = best->of ? programs_text(l, &best->figure, best->of, c->of) : wl_strdup(""),
             *text = wl_format("%s: %s, and it holds%s%s", best->what, detail, *who ? " for " : "",
                               who);
        free(who);
        return text;
    }
    if (best)
        return wl_format("%s: %s, which closes %.0f %% of the gap", best->what, detail,
                         100 * most_of);
    if (by) return wl_format("%s alone, without which it holds", by);
    return n ? wl_format("not found; %u change%s tried (above)", n, n == 1 ? "" : "s")
             : wl_strdup("not looked for");
}

static json_t *claim_ablation(const runset *l, const paper_claim *c, const verdict *now,
                              const attempt *t)
{
    char ours[128], with[128];
    const paper_series *a = c->a ? series_find(&t->figure, c->a) : t->figure.series,
                       *b = c->b && c->test != TEST_OTHER ? series_find(&t->figure, c->b) : NULL;
    detail_text(ours, c, now);
    detail_text(with, c, &t->v);
    return ablation_row(l, &(ablation_texts){c->text, "in words", ours, t->what, with}, a->machine,
                        a->reference ? a->reference
                        : b          ? b->machine
                                     : NULL);
}

// Adds what was tried to `tried`; returns the cause, malloc'd.
static char *cause_of(const runset *l, const paper_claim *c, const verdict *now, json_t *tried)
{
    attempt list[MOST_WHATS];
    if (!now->known || now->holds) return wl_strdup("");
    const unsigned n = attempts(l, c, now, list);
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(tried, claim_ablation(l, c, now, &list[i]));
    return *c->cause ? wl_strdup(c->cause) : claim_cause(l, c, now, list, n);
}

static json_t *claim_row(const runset *l, const paper_claim *c, verdict *v, json_t *tried)
{
    const paper_figure *f = figure_find(l->p, c->figure);
    char detail[128] = "", sizes[FIGURE_SIZES];
    figure_sizes(l, f, c->of, sizes);
    *v = runset_has_figure(l, f) ? judge(l, f, c) : (verdict){0};
    if (v->known) detail_text(detail, c, v);
    add_failing(detail, v);
    char *but = but_text(c, v), *cause = cause_of(l, c, v, tried);
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "text", c->text, "size", sizes,
                  "source", c->source, "figure", c->figure, "verdict",
                  !v->known  ? "not run"
                  : v->holds ? "holds"
                             : "does not hold",
                  "detail", detail, "without", but, "fails", v->known && !v->holds, "cause", cause);
    free(but);
    free(cause);
    return row;
}

json_t *sentences_judge(const runset *l, json_t *tried, sentence_counts *n)
{
    json_t *rows = json_array();
    *n = (sentence_counts){0};
    for (const paper_claim *c = l->p->claims; c->text; c++) {
        verdict v;
        json_array_append_new(rows, claim_row(l, c, &v, tried));
        if (!v.known || strcmp(c->source, PAPER_OWN) == 0) continue;
        n->judged++;
        n->holding += v.holds;
        n->holding_by_one += v.holds && has_without(&v) && !holds_without(c, &v);
    }
    return rows;
}
