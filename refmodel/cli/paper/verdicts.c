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

// A change in percent is the ratio that it stands for: +10 % instead of +20 % is 1.1 over 1.2.
static bool agrees(const paper_figure *f, const paper_stated *r, double ours_is)
{
    const bool percent = f->shape == SHAPE_PERCENT;
    const double paper_is = r->value;
    if (paper_is_ceiling(r->what)) return ours_is < paper_is;
    return verdicts_agree(percent ? 1 + ours_is / 100 : ours_is,
                          percent ? 1 + paper_is / 100 : paper_is);
}

// Close enough to need no explanation: ratios and values within 10 %, percents within 5 points.
static bool near_enough(const paper_figure *f, const paper_stated *r, double ours_is)
{
    const double paper_is = r->value;
    if (paper_is_ceiling(r->what)) return ours_is < paper_is;
    return f->shape == SHAPE_PERCENT ? fabs(ours_is - paper_is) <= 5
                                     : fabs(ours_is / paper_is - 1) <= 0.1;
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
    char *cause = isnan(a.value)                            ? wl_strdup("")
                  : *r->cause || near_enough(f, r, a.value) ? wl_strdup(r->cause)
                                                            : cause_found(l, r, a.value);
    char *without = asked ? without_text(l, f, r, &but) : wl_strdup(""), *ideal = ideal_text(l, r),
         *exceeded = exceeded_text(l, r);
    json_t *row = json_pack(
        "{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "what",
        r->what, "size", sizes, "source", r->source, "figure", r->figure, "paper", r->value, "ours",
        isnan(a.value) ? json_null() : json_real(a.value), "ours_text", here, "paper_text", there,
        "difference", difference, "over", over, "without", without, "ideal", ideal, "exceeded",
        exceeded, "cause", cause, "agrees", judged(!isnan(a.value), agrees(f, r, a.value)),
        "agrees_without", judged(!isnan(but), agrees(f, r, but)));
    free(cause);
    free(without);
    free(ideal);
    free(exceeded);
    return row;
}

// ---- sentences

typedef struct verdict {
    bool known, holds;
    double left, right;         // what was compared
    const char *program;        // the one that decides, NULL: a mean
    const char *largest;        // of a mean, its largest program; NULL: there is none
    double left_but, right_but; // what is compared without it
    bool gains, gains_but;      // TEST_CHEAPER: what should cost is no loss; without it
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
    return c->test == TEST_LITTLE ? distance(f, mean) : mean;
}

static bool is_at_most(paper_test t)
{
    return t == TEST_BELOW || t == TEST_LITTLE || t == TEST_WITHIN;
}

// The same comparison without the program of this label, on both sides.
static void compare_without(const runset *l, const paper_figure *f, const paper_claim *c,
                            const char *label, verdict *v)
{
    const paper_series *a = series_find(f, c->a);
    double right = 1, least;
    v->left_but = compared(f, c, figure_mean_but(l, f, a, c->of, label));
    if (c->test == TEST_BEST) extremes(l, f, c->of, a, label, &least, &right);
    else if (c->b && c->test == TEST_OTHER) right = figure_mean_but(l, f, a, c->b, label);
    else if (c->b) right = figure_mean_but(l, f, series_find(f, c->b), c->of, label);
    v->right_but = (c->test == TEST_BEST ? 1 : c->bound) * right;
}

// Without the largest program of a's mean.
static void add_without(const runset *l, const paper_figure *f, const paper_claim *c, verdict *v)
{
    const double but = figure_mean_without(l, f, series_find(f, c->a), c->of, &v->largest);
    if (v->known && v->largest && !isnan(but)) compare_without(l, f, c, v->largest, v);
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

// ---- what was tried for a sentence

// Does the sentence compare this series?
static bool compares(const paper_claim *c, const paper_series *s)
{
    if (c->test == TEST_BEST || c->test == TEST_WITHIN || c->test == TEST_MOST) return true;
    return strcmp(s->label, c->a) == 0 ||
           (c->b && c->test != TEST_OTHER && strcmp(s->label, c->b) == 0);
}

static bool is_of_one(paper_test t) { return t == TEST_EVERY || t == TEST_MOST; }

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

// Judges the sentence with the change. False if that did not run, or leaves something that the
// sentence compares as it is. A sentence on each program is judged for those that ran alone, if the
// one that decides is among them.
static bool attempted(const runset *l, const paper_claim *c, const verdict *now, attempt *t)
{
    const paper_figure *f = figure_find(l->p, c->figure);
    t->figure = *f;
    const unsigned changed = figure_change(l->p, t->what, &t->figure, &t->of);
    for (unsigned i = 0; i < PAPER_SERIES && f->series[i].label; i++) {
        if (!compares(c, &f->series[i])) t->figure.series[i] = f->series[i];
        else if (!(changed >> i & 1)) return false;
    }
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

void verdicts_add(const runset *l, json_t *o)
{
    json_t *stated = json_array(), *claims = json_array(), *tried = ablation_rows(l);
    unsigned holding = 0, known = 0, by_one = 0;
    for (const paper_stated *r = l->p->stated; r->what; r++)
        json_array_append_new(stated, stated_row(l, r));
    for (const paper_claim *c = l->p->claims; c->text; c++) {
        verdict v;
        json_array_append_new(claims, claim_row(l, c, &v, tried));
        known += v.known;
        holding += v.known && v.holds;
        by_one += v.known && v.holds && has_without(&v) && !holds_without(c, &v);
    }
    json_object_set_new(o, "stated", stated);
    json_object_set_new(o, "ablations", tried);
    json_object_set_new(o, "claims", claims);
    json_object_set_new(o, "judged", json_integer(known));
    json_object_set_new(o, "holding", json_integer(holding));
    json_object_set_new(o, "holding_by_one", json_integer(by_one));
}

bool verdicts_agree(double ours, double paper_is) { return fabs(ours / paper_is - 1) <= 0.15; }

void verdicts_count(json_t *o)
{
    size_t i, agreeing = 0, compared = 0, by_one = 0;
    json_t *row;
    json_array_foreach(json_object_get(o, "stated"), i, row) {
        const json_t *agreed = json_object_get(row, "agrees");
        agreeing += json_is_true(agreed);
        compared += json_is_boolean(agreed);
        by_one += json_is_true(agreed) && json_is_false(json_object_get(row, "agrees_without"));
    }
    json_object_set_new(o, "agreeing", json_integer((json_int_t)agreeing));
    json_object_set_new(o, "compared", json_integer((json_int_t)compared));
    json_object_set_new(o, "agreeing_by_one", json_integer((json_int_t)by_one));
}
