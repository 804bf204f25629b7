// test_paper.c : the papers' rows lead somewhere; means, ratios and sentences are what their
// formulas give.
//
// links: cli sweep reports synth bench lockstep rtlgen workloads cuda ptx trace synthetic machine
// blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/kernel_diff.h"
#include "cli/paper/figures.h"
#include "cli/paper/verdicts.h"
#include "paper_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the rows

static bool set_is_known(const paper *p, const char *set)
{
    for (const paper_program *q = p->programs; q->workload; q++) {
        if (paper_in(q, set)) return true;
    }
    return false;
}

static bool machine_is_known(const paper *p, const char *machine)
{
    for (const paper_base *b = p->bases; b->name; b++) {
        for (const paper_variant *v = p->variants; v->name; v++) {
            const size_t n = strlen(b->name);
            if (strncmp(machine, b->name, n) == 0 && machine[n] == '/' &&
                strcmp(machine + n + 1, v->name) == 0)
                return true;
        }
    }
    return false;
}

static void check_series(const paper *p, const paper_figure *f, const paper_series *s)
{
    const char *metric = s->metric ? s->metric : f->metric;
    CU_ASSERT_TRUE(machine_is_known(p, s->machine));
    CU_ASSERT_PTR_NULL(strpbrk(s->label, ",\""));
    CU_ASSERT_TRUE(s->found || (metric && paper_metric_find(metric)));
    CU_ASSERT_TRUE(f->shape == SHAPE_VALUE ? !s->reference
                                           : s->reference && machine_is_known(p, s->reference));
    CU_ASSERT_PTR_EQUAL(series_find(f, s->label), s); // no label twice
}

static void check_figures(const paper *p)
{
    workload_size size;
    err e = {0};
    for (const paper_figure *f = p->figures; f->id; f++) {
        CU_ASSERT_PTR_EQUAL(figure_find(p, f->id), f); // no name twice
        CU_ASSERT_TRUE(set_is_known(p, f->programs));
        for (const paper_word *s = f->sizes; s && s->name; s++)
            CU_ASSERT_TRUE(set_is_known(p, s->name) &&
                           workload_size_find(s->text, &size, &e) == ST_OK);
        CU_ASSERT_PTR_NOT_NULL(f->series[0].label);
        for (unsigned i = 0; i < PAPER_MEANS && f->means[i]; i++)
            CU_ASSERT_TRUE(set_is_known(p, f->means[i]));
        for (unsigned i = 0; i < PAPER_SERIES && f->series[i].label; i++)
            check_series(p, f, &f->series[i]);
    }
}

static void check_words(const paper *p)
{
    err e = {0};
    for (const paper_program *q = p->programs; q->workload; q++) {
        char *name = runset_workload(q);
        const workload *w = workload_find(name, &e);
        CU_ASSERT_TRUE(w && strstr(w->kernels, runset_kernel(q)));
        free(name);
    }
    for (const paper_stated *r = p->stated; r->what; r++) {
        const paper_figure *f = figure_find(p, r->figure);
        CU_ASSERT_TRUE(f && series_find(f, r->series) && set_is_known(p, r->of));
    }
    for (const paper_ablation *a = p->ablations; a && a->figure; a++) {
        const paper_figure *f = figure_find(p, a->figure);
        CU_ASSERT_TRUE(f && series_find(f, a->series));
        if (!a->machine) CU_ASSERT_TRUE(set_is_known(p, a->reference));
        if (a->machine) CU_ASSERT_TRUE(machine_is_known(p, a->machine));
        // a value stands alone, a ratio is over another machine
        if (a->machine && f)
            CU_ASSERT_TRUE(f->shape == SHAPE_VALUE
                               ? !a->reference
                               : a->reference && machine_is_known(p, a->reference));
    }
    CU_ASSERT_TRUE(!p->bounds || (figure_find(p, p->bounds) && p->bounded[0]));
    for (unsigned i = 0; i < PAPER_BOUNDED && p->bounded[i]; i++) {
        const paper_figure *f = p->figures;
        while (f->id && !series_find(f, p->bounded[i])) f++;
        CU_ASSERT_PTR_NOT_NULL(f->id);
    }
    const paper_classes *k = p->classes;
    CU_ASSERT_TRUE(!k || (figure_find(p, k->figure) &&
                          series_find(figure_find(p, k->figure), k->series) &&
                          set_is_known(p, k->below) && set_is_known(p, k->above)));
    for (const paper_claim *c = p->claims; c->text; c++) {
        const paper_figure *f = figure_find(p, c->figure);
        CU_ASSERT_TRUE(f && set_is_known(p, c->of));
        CU_ASSERT_TRUE(f && (c->a ? series_find(f, c->a) != NULL : c->test == TEST_WITHIN));
        CU_ASSERT_TRUE(f && (!c->b || (c->test == TEST_OTHER ? set_is_known(p, c->b)
                                                             : series_find(f, c->b) != NULL)));
    }
    err_free(&e);
}

TEST(every_word_of_the_rows_leads_somewhere)
{
    for (const paper *const *p = papers; *p; p++) {
        check_figures(*p);
        check_words(*p);
    }
}

TEST(every_machine_of_the_rows_is_a_good_configuration)
{
    for (const paper *const *p = papers; *p; p++) {
        runset l;
        err e = {0};
        CU_ASSERT_EQUAL(runset_make(&l, *p, "paper", NULL, NULL, NULL, &e), ST_OK);
        CU_ASSERT_TRUE(l.n_runs > 50);
        err_print(&e);
        runset_free(&l);
        err_free(&e);
    }
}

TEST(a_run_is_planned_once)
{
    for (const paper *const *p = papers; *p; p++) {
        runset l;
        err e = {0};
        unsigned twice = 0;
        CU_ASSERT_EQUAL_FATAL(runset_make(&l, *p, "small", NULL, NULL, NULL, &e), ST_OK);
        for (unsigned i = 0; i < l.n_runs; i++) {
            for (unsigned k = 0; k < i; k++)
                twice += l.runs[i].machine == l.runs[k].machine &&
                         l.runs[i].workload == l.runs[k].workload &&
                         strcmp(l.runs[i].size, l.runs[k].size) == 0;
        }
        CU_ASSERT_EQUAL(twice, 0);
        runset_free(&l);
    }
}

// ---- a paper of three programs

static const paper_base bases[] = {{"B", "a base", "gtx480"}, {0}};
static const unsigned settings[] = {1, 2, 3, 0};
static const paper_variant variants[] = {
    {.name = "old", .what = "old"},
    {.name = "new", .what = "new", .sets = {"l1d.ways=8"}},
    {.name = "best",
     .what = "searched",
     .sets = {"sm.gate=swl"},
     .search = "sm.swl_warps",
     .settings = settings},
    {0},
};
static const paper_program programs[] = {{"gemm", "G", "x", SIZE_SMALL, ""},
                                         {"atax", "A", "x y", SIZE_MEDIUM, ""},
                                         {"mvt", "M", "y", SIZE_PAPER, ""},
                                         {"atax/atax_kernel1", "A1", "alone", SIZE_MEDIUM, ""},
                                         {0}};
static const paper_word groups[] = {{"x", "the x"}, {0}}, absent[] = {{0}},
                        sizes[] = {{"gemm", "medium"}, {"y", "small"}, {0}};
// clang-format off
#define SERIES \
    {{.label = "new", .machine = "B/new", .reference = "B/old"}, \
     {.label = "best", .machine = "B/best", .reference = "B/old"}}
// clang-format on
static const paper_figure figures[] = {
    {.id = "ratio",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "x y",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .series = SERIES,
     .means = {"x"}},
    {.id = "percent",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "x y",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_GEOMETRIC,
     .series = SERIES},
    {.id = "kernel",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "alone",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .means = {"alone"},
     .series =
         {{.label = "new", .machine = "B/new", .reference = "B/old"},
          {.label = "other", .machine = "B/old", .reference = "B/old", .kernel = "atax_kernel2"}}},
    {.id = "found",
     .title = "t",
     .source = "s",
     .programs = "x",
     .series = {{.label = "limit", .machine = "B/best", .found = true}}},
    {.id = "study",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "x y alone",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .sizes = sizes,
     .series = {{.label = "new", .machine = "B/new", .reference = "B/old"}}},
    {.id = "slower",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "x",
     .shape = SHAPE_RATIO,
     .mean = MEAN_GEOMETRIC,
     .series = {{.label = "old", .machine = "B/old", .reference = "B/new"}}},
    {.id = "slower-percent",
     .title = "t",
     .source = "s",
     .metric = "ipc",
     .programs = "x",
     .shape = SHAPE_PERCENT,
     .mean = MEAN_GEOMETRIC,
     .series = {{.label = "old", .machine = "B/old", .reference = "B/new"}}},
    {0},
};
static const paper_stated stated[] = {{"x", "s", "ratio", "new", "x", 2, false, ""},
                                      {"most", "s", "ratio", "new", "x y", 9, true, ""},
                                      {0}};
// clang-format off
#define CLAIM(test, a, b, of, bound) {"c", "s", "ratio", test, a, b, of, bound, "why"}
#define SLOWER(figure, bound) {"c", "s", figure, TEST_LITTLE, "old", NULL, "x", bound, "why"}
// clang-format on
static const paper_claim claims[] = {
    CLAIM(TEST_ABOVE, "new", NULL, "x", 3.9),
    CLAIM(TEST_ABOVE, "new", NULL, "x", 4.1),
    CLAIM(TEST_BELOW, "new", NULL, "x", 4.1),
    CLAIM(TEST_BELOW, "new", NULL, "x", 3.9),
    CLAIM(TEST_BEST, "new", NULL, "x", 1),
    CLAIM(TEST_BEST, "best", NULL, "x", 1),
    CLAIM(TEST_EVERY, "new", NULL, "x", 2),
    CLAIM(TEST_EVERY, "new", NULL, "x", 2.1),
    CLAIM(TEST_WITHIN, NULL, NULL, "x", 4.1),
    CLAIM(TEST_WITHIN, NULL, NULL, "x", 1.1),
    CLAIM(TEST_OTHER, "new", "gemm", "atax", 3.9),
    CLAIM(TEST_OTHER, "new", "atax", "gemm", 1),
    CLAIM(TEST_LITTLE, "new", NULL, "x", 4.1),
    SLOWER("slower", 3.9),
    SLOWER("slower", 4.1),
    SLOWER("slower-percent", 74),
    SLOWER("slower-percent", 76),
    CLAIM(TEST_ABOVE, "new", "best", "x", 2),
    CLAIM(TEST_HALF, "new", NULL, "x", 8.1),
    CLAIM(TEST_HALF, "new", NULL, "x", 7.9),
    CLAIM(TEST_CHEAPER, "new", "best", "x", 1),
    CLAIM(TEST_ABOVE, "best", NULL, "x", 1.414),
    {"c", "s", "slower", TEST_CHEAPER, "old", "old", "x", 1, "why"},
    {0}};
static const bool holds[] = {true, false, true, false, true,  false, true, false,
                             true, false, true, false, true,  false, true, false,
                             true, true,  true, false, false, true,  true};
// Without atax (label A), the largest, the mean of "new" is 2 and that of "best" 1; the sentences
// on every program, on all series and on one program have no such mean.
static const char *const without[] = {
    "2, must be at least 3.9, without A: does not hold",
    "2, must be at least 4.1, without A: does not hold",
    "2, must be at most 4.1, without A: holds",
    "2, must be at most 3.9, without A: holds",
    "2, must be at least 1, without A: holds",
    "1, must be at least 2, without A: does not hold",
    "",
    "",
    "",
    "",
    "",
    "",
    "2, must be at most 4.1, without A: holds",
    "2, must be at most 3.9, without A: holds",
    "2, must be at most 4.1, without A: holds",
    "50, must be at most 74, without A: holds",
    "50, must be at most 76, without A: holds",
    "2, must be at least 2, without A: holds",
    "",
    "",
    "2, must be at least 1, which is no cost, without A: does not "
    "hold",
    "1, must be at least 1.41, without A: does not hold",
    "0.5, must be at least 0.5, without A: holds"};
static const paper three = {.name = "three",
                            .title = "t",
                            .citation = "c",
                            .about = "a",
                            .bases = bases,
                            .variants = variants,
                            .programs = programs,
                            .groups = groups,
                            .absent = absent,
                            .figures = figures,
                            .stated = stated,
                            .claims = claims};

// gemm and atax: 2 and 8 times as fast with "new", 1 and 2 times with the best of "best"; mvt has
// no values.
static void fill(runset *l)
{
    static const char *const names[] = {"gemm", "atax"};
    static const double fast[] = {2, 8}, limited[] = {1, 2};
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(runset_make(l, &three, "paper", "gemm,atax",
                                      "ratio,percent,kernel,found,slower,slower-percent", NULL, &e),
                          ST_OK);
    for (unsigned i = 0; i < 2; i++) {
        measured(l, "B/old", names[i], 10);
        measured(l, "B/new", names[i], 10 * fast[i]);
        measured(l, "B/best, sm.swl_warps=1", names[i], 5);
        measured(l, "B/best, sm.swl_warps=2", names[i], 10 * limited[i]);
        measured(l, "B/best, sm.swl_warps=3", names[i], 10 * limited[i]);
    }
}

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

TEST(means_are_those_of_their_formulas)
{
    const double v[] = {1, 4};
    CU_ASSERT_TRUE(near(mean_of(MEAN_GEOMETRIC, v, 2), 2));
    CU_ASSERT_TRUE(near(mean_of(MEAN_HARMONIC, v, 2), 1.6));
    CU_ASSERT_TRUE(near(mean_of(MEAN_ARITHMETIC, v, 2), 2.5));
    CU_ASSERT_TRUE(isnan(mean_of(MEAN_GEOMETRIC, v, 0)));
}

TEST(ratios_percents_and_searches)
{
    runset l;
    unsigned n = 0;
    fill(&l);
    CU_ASSERT_EQUAL(l.n_runs, 10);
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[0], &figures[0].series[0], &programs[1]), 8));
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[1], &figures[1].series[0], &programs[0]), 100));
    CU_ASSERT_TRUE(
        near(figure_mean(&l, &figures[0], &figures[0].series[0], "x", &n), 4)); // sqrt(2 x 8)
    CU_ASSERT_EQUAL(n, 2);
    CU_ASSERT_TRUE(near(figure_mean(&l, &figures[1], &figures[1].series[0], "x", NULL),
                        300)); // of the ratios, not of the percents
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[0], &figures[0].series[1], &programs[1]), 2));
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[3], &figures[3].series[0], &programs[1]),
                        2)); // of 2 and 3 the lower
    CU_ASSERT_TRUE(isnan(figure_mean(&l, &figures[0], &figures[0].series[0], "mvt", &n)));
    CU_ASSERT_EQUAL(n, 0);
    runset_free(&l);
}

TEST(sizes_are_the_rows_at_paper_and_as_asked_otherwise)
{
    runset l = {.p = &three, .size = "paper"};
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[0], &programs[2]), "paper");
    l.size = "small";
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[0], &programs[2]), "small");
}

// The first set that a program is in decides: of atax (x y) y's.
TEST(a_figure_may_have_its_own_sizes)
{
    char text[FIGURE_SIZES];
    runset l = {.p = &three, .size = "paper"};
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[4], &programs[0]), "medium");
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[4], &programs[1]), "small");
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[4], &programs[3]),
                           "medium"); // in no set: its own
    figure_sizes(&l, &figures[4], "x y", text);
    CU_ASSERT_STRING_EQUAL(text, "medium, small");
    figure_sizes(&l, &figures[0], "y", text);
    CU_ASSERT_STRING_EQUAL(text, "paper, medium");
    l.size = "medium"; // asked for: no figure has its own
    CU_ASSERT_STRING_EQUAL(runset_size_of(&l, &figures[4], &programs[1]), "medium");
    figure_sizes(&l, &figures[4], "x y", text);
    CU_ASSERT_STRING_EQUAL(text, "medium");
}

// mvt with "new" is asked for in both sizes; each figure has the values of its own.
TEST(a_figure_has_the_values_of_its_size)
{
    runset l;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(runset_make(&l, &three, "paper", "mvt", "ratio,study", NULL, &e), ST_OK);
    CU_ASSERT_EQUAL(l.n_runs, 2 + 3 + 2);
    const size_t at = (size_t)(paper_metric_find("ipc") - paper_metrics);
    for (unsigned i = 0; i < l.n_runs; i++) {
        const bool is_new = strcmp(l.runs[i].machine->name, "B/new") == 0,
                   small = strcmp(l.runs[i].size, "small") == 0;
        l.runs[i].values[at] = is_new ? small ? 3 : 5 : 1;
    }
    CU_ASSERT_TRUE(isnan(figure_value(&l, &figures[0], &figures[0].series[0],
                                      &programs[2]))); // a run without cycles is not done
    for (unsigned i = 0; i < l.n_runs; i++)
        l.runs[i].values[paper_metric_find("cycles") - paper_metrics] = 1;
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[0], &figures[0].series[0], &programs[2]), 5));
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[4], &figures[4].series[0], &programs[2]), 3));
    runset_free(&l);
}

TEST(sentences_hold_and_fail)
{
    runset l;
    fill(&l);
    json_t *o = json_object(), *row;
    size_t i;
    verdicts_add(&l, o);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(o, "claims")), sizeof holds);
    json_array_foreach(json_object_get(o, "claims"), i, row) {
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "verdict")),
                               holds[i] ? "holds" : "does not hold");
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "cause")),
                               holds[i] ? "" : "why");
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "without")), without[i]);
    }
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "judged")), 23);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "holding")), 13);
    // at least 3.9, and at least 1.414 of "best"
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "holding_by_one")), 2);
    row = json_array_get(json_object_get(o, "claims"), 21); // equal to three digits
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "detail")),
                           "1.4142, must be at least 1.414; narrowly");
    const json_t *first = json_array_get(json_object_get(o, "stated"), 0),
                 *most = json_array_get(json_object_get(o, "stated"), 1);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(first, "difference")),
                           "+100 %"); // 4 instead of 2
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(first, "over")), "2 of 2 programs");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(most, "ours_text")), "8.00");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(most, "over")), "A's, of 2 programs");
    // 4 is not within 15 % of 2, 8 is within 15 % of 9; a row without a figure of ours is not
    // counted
    json_array_append_new(json_object_get(o, "stated"), json_pack("{s:n}", "agrees"));
    verdicts_count(o);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "agreeing")), 1);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "compared")), 2);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "agreeing_by_one")), 0);
    // one that agrees by its largest program, which is 9 times
    json_array_append_new(json_object_get(o, "stated"),
                          json_pack("{s:b, s:b}", "agrees", 1, "agrees_without", 0));
    verdicts_count(o);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "agreeing_by_one")), 1);
    json_decref(o);
    runset_free(&l);
}

TEST(what_did_not_run_is_not_judged)
{
    runset l;
    err e = {0};
    json_t *o = json_object();
    CU_ASSERT_EQUAL_FATAL(runset_make(&l, &three, "paper", "gemm", "percent", NULL, &e), ST_OK);
    verdicts_add(&l, o);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "judged")), 0);
    CU_ASSERT_TRUE(
        json_is_null(json_object_get(json_array_get(json_object_get(o, "stated"), 0), "ours")));
    json_decref(o);
    runset_free(&l);
}

// Of atax, kernel 1: IPC 4, "new" 12; kernel 2: 10.
TEST(a_kernel_alone_has_its_own_values)
{
    runset l;
    fill(&l);
    const size_t at = (size_t)(paper_metric_find("ipc") - paper_metrics);
    for (unsigned i = 0; i < l.n_runs; i++) {
        const bool is_new = strcmp(l.runs[i].machine->name, "B/new") == 0;
        json_t *values = json_array();
        for (size_t k = 0; k < at; k++) json_array_append_new(values, json_null());
        json_array_append_new(values, json_real(is_new ? 12 : 4));
        json_t *second = json_deep_copy(values);
        json_array_set_new(second, at, json_real(10));
        l.runs[i].kernels = json_pack("{s:o, s:o}", "atax_kernel1", values, "atax_kernel2", second);
    }
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[2], &figures[2].series[0], &programs[3]), 3));
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[2], &figures[2].series[1], &programs[3]), 2.5));
    CU_ASSERT_TRUE(near(figure_mean(&l, &figures[2], &figures[2].series[0], "alone", NULL), 3));
    CU_ASSERT_TRUE(near(figure_value(&l, &figures[0], &figures[0].series[0], &programs[1]),
                        8));       // the program's is what it was
    CU_ASSERT_EQUAL(l.n_runs, 10); // a kernel needs no run of its own
    runset_free(&l);
}

TEST(sums_of_kernels_add_counter_by_counter)
{
    json_t *sum = json_loads("{\"a\": 1, \"g\": {\"x\": 10}}", 0, NULL),
           *more = json_loads("{\"a\": 2, \"g\": {\"x\": 5, \"y\": 7}}", 0, NULL);
    json_t *want = json_loads("{\"a\": 3, \"g\": {\"x\": 15, \"y\": 7}}", 0, NULL);
    kernel_sum(sum, more);
    CU_ASSERT_TRUE(json_equal(sum, want));
    json_decref(sum);
    json_decref(more);
    json_decref(want);
}

TEST(unknown_words_are_named)
{
    runset l;
    err e = {0};
    CU_ASSERT_EQUAL(runset_make(&l, &three, "paper", "gemn", "rato", NULL, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "--programs gemn: there is none of this name; did you mean gemm?"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "--figures rato: there is none of this name; did you mean ratio?"));
    runset_free(&l);
    err_free(&e);
}

// Of the classes below and above 15 instructions per cycle, gemm is in the other one.
TEST(classes_by_our_runs_are_named)
{
    runset l;
    paper p = three;
    static const paper_word both[] = {{"x", "the x"}, {"y", "the y"}, {0}};
    static const paper_classes classes = {
        .figure = "slow", .series = "old", .what = "IPC", .below = "y", .above = "x", .bound = 15};
    static const paper_figure slow[] = {{.id = "ratio", .programs = "x y"},
                                        {.id = "slow",
                                         .metric = "ipc",
                                         .programs = "x y",
                                         .series = {{.label = "old", .machine = "B/old"}}},
                                        {0}};
    fill(&l);
    p.figures = slow;
    p.groups = both;
    p.classes = &classes;
    l.p = &p;
    l.figures = NULL;
    char *gemm = figure_other_class(&l, &programs[0]), *atax = figure_other_class(&l, &programs[1]);
    CU_ASSERT_STRING_EQUAL(gemm, "the y here (10 IPC)");
    CU_ASSERT_STRING_EQUAL(atax, ""); // in both
    free(gemm);
    free(atax);
    runset_free(&l);
}

TEST(what_must_stay_below_is_no_deviation)
{
    runset l;
    paper p = three;
    static const paper_stated below[] = {{"x (less than)", "s", "ratio", "new", "x", 5, false, ""},
                                         {"x (less than)", "s", "ratio", "new", "x", 4, false, ""},
                                         {0}};
    fill(&l);
    p.stated = below;
    l.p = &p;
    json_t *o = json_object();
    verdicts_add(&l, o);
    for (unsigned i = 0; i < 2; i++) {
        const json_t *row = json_array_get(json_object_get(o, "stated"), i);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "difference")),
                               i ? "not below it" : "below it");
        CU_ASSERT_EQUAL(json_is_true(json_object_get(row, "agrees")), !i);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "cause")),
                               i ? "not looked for" : "");
    }
    json_decref(o);
    runset_free(&l);
}

TEST(large_numbers_have_no_power_of_ten)
{
    char text[32];
    paper_number(text, 14712, 3);
    CU_ASSERT_STRING_EQUAL(text, "14700");
    paper_number(text, 232845.7, 4);
    CU_ASSERT_STRING_EQUAL(text, "232800");
    paper_number(text, 91.27, 3);
    CU_ASSERT_STRING_EQUAL(text, "91.3");
    paper_number(text, -9999.9, 4);
    CU_ASSERT_STRING_EQUAL(text, "-10000");
}

UNIT_MAIN("paper", T(classes_by_our_runs_are_named), T(what_must_stay_below_is_no_deviation),
          T(large_numbers_have_no_power_of_ten), T(every_word_of_the_rows_leads_somewhere),
          T(every_machine_of_the_rows_is_a_good_configuration), T(a_run_is_planned_once),
          T(means_are_those_of_their_formulas), T(ratios_percents_and_searches),
          T(sizes_are_the_rows_at_paper_and_as_asked_otherwise), T(a_figure_may_have_its_own_sizes),
          T(a_figure_has_the_values_of_its_size), T(sentences_hold_and_fail),
          T(what_did_not_run_is_not_judged), T(a_kernel_alone_has_its_own_values),
          T(sums_of_kernels_add_counter_by_counter), T(unknown_words_are_named))
