// test_paper_bounds.c : what stands beside a paper's figure: the mean without its largest program,
// what an ideal machine gains and which programs gain more, the change that explains the
// difference; and what to build.
//
// links: cli sweep reports synth bench lockstep rtlgen workloads cuda ptx trace synthetic machine
// blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/bounds.h"
#include "cli/paper/builds.h"
#include "cli/paper/figures.h"
#include "cli/paper/inferred.h"
#include "cli/paper/machines.h"
#include "cli/paper/sentences.h"
#include "cli/paper/verdicts.h"
#include "paper_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const paper_base bases[] = {{"B", "a base", "gtx480"}, {0}};
static const paper_variant variants[] = {{.name = "old", .what = "old"},
                                         {.name = "new", .what = "new", .sets = {"l1d.ways=8"}},
                                         {.name = "best", .what = "best", .sets = {"l1d.ways=2"}},
                                         {0}};
static const paper_program programs[] = {
    {"gemm", "G", "x", SIZE_SMALL, ""}, {"atax", "A", "x", SIZE_SMALL, ""}, {0}};
static const paper_word groups[] = {{"x", "the x"}, {0}}, absent[] = {{0}};
// clang-format off
#define FIGURE(name, kind) \
    {.id = name, .title = "t", .source = "s", .metric = "ipc", .programs = "x", .shape = kind, \
     .mean = MEAN_GEOMETRIC, \
     .series = {{.label = "new", .machine = "B/new", .reference = "B/old"}, \
                {.label = "best", .machine = "B/best", .reference = "B/old"}}}
// clang-format on
static const paper_figure figures[] = {
    FIGURE("ratio", SHAPE_RATIO), FIGURE("percent", SHAPE_PERCENT), {0}};
static const paper_stated stated[] = {{"x", "s", "ratio", "new", "x", 2, false, ""},
                                      {"most", "s", "ratio", "new", "x", 9, true, ""},
                                      {0}};
static const paper_claim claims[] = {{0}};
static const paper two = {.name = "two",
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

// gemm and atax: 2 and 8 times as fast with "new", 1 and 2 times with "best".
static void fill(runset *l)
{
    static const char *const names[] = {"gemm", "atax"};
    static const double fast[] = {2, 8}, limited[] = {1, 2};
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(runset_make(l, &two, "small", NULL, NULL, NULL, &e), ST_OK);
    for (unsigned i = 0; i < 2; i++) {
        measured(l, "B/old", names[i], 10);
        measured(l, "B/new", names[i], 10 * fast[i]);
        measured(l, "B/best", names[i], 10 * limited[i]);
    }
}

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

// Of 1 and 2 times, and of 2 and 8, the larger is left out.
TEST(a_mean_without_its_largest_program)
{
    runset l;
    const char *without = NULL;
    fill(&l);
    CU_ASSERT_TRUE(near(figure_mean_without(&l, &figures[0], &figures[0].series[1], "x", &without),
                        1)); // 1 and 2
    CU_ASSERT_TRUE(
        near(figure_mean_without(&l, &figures[1], &figures[1].series[0], "x", &without), 100));
    CU_ASSERT_STRING_EQUAL(without, "A");
    without = NULL;
    CU_ASSERT_TRUE(
        isnan(figure_mean_without(&l, &figures[0], &figures[0].series[0], "mvt", &without)));
    CU_ASSERT_PTR_NULL(without);
    runset_free(&l);
}

// The best of the ideals, program by program: of new (2 and 8) and best (1 and 2).
TEST(the_best_of_the_ideals_stands_beside_what_they_are_ideal_for)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"}, {0}};
    p.bounds = "ratio";
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    char *bound = ideal_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(bound, ""); // it stands for no series yet
    free(bound);
    p.bounded[0] = "new";
    bound = ideal_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(bound, "4.00");
    free(bound);
    for (unsigned i = 0; i < l.n_runs; i++) // gemm at a tenth of its speed on both ideals
        if (strcmp(l.runs[i].workload, "gemm") == 0 &&
            strcmp(l.runs[i].machine->name, "B/old") != 0)
            l.runs[i].values[paper_metric_find("ipc") - paper_metrics] /= 10;
    bound = ideal_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(bound, "2.83 (none for 1 of 2)"); // sqrt(1 x 8)
    free(bound);
    bound = ideal_text(&l, &stated[1]); // a greatest value is no mean
    CU_ASSERT_STRING_EQUAL(bound, "");
    free(bound);
    runset_free(&l);
}

// With "new" gemm and atax gain 2 and 8 times, on the ideal machines 1 and 2.
TEST(programs_that_gain_more_than_on_an_ideal_machine_are_named)
{
    runset l;
    paper p = two;
    paper_figure own[3] = {figures[0], figures[1], {0}};
    own[1].id = "ideals";
    own[1].shape = SHAPE_RATIO;
    own[1].series[0] = own[1].series[1]; // "best" alone
    memset(&own[1].series[1], 0, sizeof own[1].series[1]);
    p.figures = own;
    p.bounds = "ideals";
    p.bounded[0] = "new";
    fill(&l);
    l.p = &p;
    char *text = exceeded_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(text, "G 2.00 (ideal 1.00), A 8.00 (ideal 2.00)");
    free(text);
    measured(&l, "B/best", "gemm", 20); // as much is no more
    text = exceeded_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(text, "A 8.00 (ideal 2.00)");
    free(text);
    p.bounded[0] = "best";
    text = exceeded_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
    runset_free(&l);
}

// Ours 4, the paper's 2, with the change sqrt(2) = 1.41: 1 - 0.586 / 2.
TEST(a_cause_is_the_change_that_closes_the_gap)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"},
        {"ratio", "new", "what the machine has", "B/new", "B/old"}, // for sentences alone
        {0}};
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    char *cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "the best limit: 1.41, which closes 71 % of the gap");
    free(cause);
    cause = cause_found(&l, &stated[0], 2.1); // farther away than ours is
    CU_ASSERT_STRING_EQUAL(cause, "not found; 1 change tried (below)");
    free(cause);
    p.ablations = NULL;
    cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "not looked for");
    free(cause);
    // atax, which the paper has unchanged, at 1: sqrt(2 x 1)
    static const paper_ablation unchanged[] = {{"ratio", "new", "atax at 1", NULL, "atax"}, {0}};
    p.ablations = unchanged;
    cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "atax at 1: 1.41, which closes 71 % of the gap");
    free(cause);
    p.ablations = NULL;
    json_t *rows = ablation_rows(&l);
    CU_ASSERT_EQUAL(json_array_size(rows), 0);
    json_decref(rows);
    runset_free(&l);
}

// The greatest of 2 and 8 times is 8, with the change 2: 1 - 1 / 6 of the gap is closed.
TEST(a_greatest_value_has_a_cause_too)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"},
        {"ratio", "new", "atax at 1", NULL, "atax"}, // a mean's change, not that of one value
        {0}};
    const paper_stated most = {"most", "s", "ratio", "new", "x", 1, true, ""};
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    char *cause = cause_found(&l, &most, 8);
    CU_ASSERT_STRING_EQUAL(cause, "the best limit: 2.00, which closes 86 % of the gap");
    free(cause);
    runset_free(&l);
}

// A machine that only gemm ran says nothing of a row of both programs, and something of gemm's.
TEST(a_change_for_some_programs_is_one_of_their_rows_alone)
{
    runset l;
    err e = {0};
    paper p = two;
    static const paper_variant own[] = {
        {.name = "old", .what = "old"},
        {.name = "new", .what = "new", .sets = {"l1d.ways=8"}},
        {.name = "best", .what = "best", .sets = {"l1d.ways=2"}},
        {.name = "some", .what = "some", .sets = {"l1d.ways=16"}, .of = "gemm"},
        {0}};
    static const paper_ablation ablations[] = {{"ratio", "new", "16 ways", "B/some", "B/old"}, {0}};
    const paper_stated of_gemm = {"g", "s", "ratio", "new", "gemm", 1, false, ""};
    unsigned n = 0;
    p.variants = own;
    p.ablations = ablations;
    CU_ASSERT_EQUAL_FATAL(runset_make(&l, &p, "small", NULL, NULL, NULL, &e), ST_OK);
    for (unsigned i = 0; i < l.n_runs; i++) n += strcmp(l.runs[i].machine->name, "B/some") == 0;
    CU_ASSERT_EQUAL(n, 1);
    measured(&l, "B/old", "gemm", 10);
    measured(&l, "B/new", "gemm", 20);
    measured(&l, "B/some", "gemm", 10);
    measured(&l, "B/old", "atax", 10);
    measured(&l, "B/new", "atax", 80);
    measured(&l, "B/best", "gemm", 10);
    measured(&l, "B/best", "atax", 10);
    char *cause = cause_found(&l, &of_gemm, 2);
    CU_ASSERT_STRING_EQUAL(cause, "16 ways: 1.00, which closes 100 % of the gap");
    free(cause);
    cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "not looked for");
    free(cause);
    runset_free(&l);
}

// Of a searched limit it is said what the paper's one costs.
TEST(a_limit_found_stands_beside_what_the_papers_costs)
{
    static const unsigned limits[] = {1, 2, 24, 0};
    static const paper_variant own[] = {{.name = "swl",
                                         .what = "a limit",
                                         .sets = {"sm.gate=swl"},
                                         .search = "sm.swl_warps",
                                         .settings = limits},
                                        {0}};
    static const paper_figure searched[] = {
        {.id = "limits",
         .title = "t",
         .source = "s",
         .programs = "x",
         .series = {{.label = "limit", .machine = "B/swl", .found = true}}},
        {0}};
    static const paper_stated rows[] = {{"g", "s", "limits", "limit", "gemm", 1, false, ""},
                                        {"g", "s", "limits", "limit", "gemm", 7, false, ""},
                                        {0}};
    runset l;
    err e = {0};
    paper p = two;
    p.variants = own;
    p.figures = searched;
    p.stated = rows;
    CU_ASSERT_EQUAL_FATAL(runset_make(&l, &p, "small", "gemm", NULL, NULL, &e), ST_OK);
    measured(&l, "B/swl, sm.swl_warps=1", "gemm", 18);
    measured(&l, "B/swl, sm.swl_warps=2", "gemm", 20);
    measured(&l, "B/swl, sm.swl_warps=24", "gemm", 10);
    char *cause = cause_found(&l, &rows[0], 2);
    CU_ASSERT_STRING_EQUAL(cause,
                           "with the paper's 1 the IPC is 10.0 % below that of the best limit");
    free(cause);
    cause = cause_found(&l, &rows[1], 2); // no run has the paper's
    CU_ASSERT_STRING_EQUAL(cause, "not looked for");
    free(cause);
    runset_free(&l);
}

// Of one sentence: its cause, and how many rows of changes it has.
static char *why_not(runset *l, const paper_claim *c, size_t *tried)
{
    const paper_claim only[] = {*c, {0}};
    paper p = *l->p;
    const paper *whole = l->p;
    json_t *o = json_object();
    p.claims = only;
    l->p = &p;
    verdicts_add(l, o);
    l->p = whole;
    const json_t *row = json_array_get(json_object_get(o, "claims"), 0);
    size_t i;
    json_t *change;
    *tried = 0;
    json_array_foreach(json_object_get(o, "ablations"), i, change)
        *tried += strcmp(json_string_value(json_object_get(change, "what")), c->text) == 0;
    char *text = wl_strdup(json_string_value(json_object_get(row, "cause")));
    json_decref(o);
    return text;
}

// gemm and atax are 2 and 8 times as fast with "new", 1 and 2 times with "best"; the change puts
// "best" in place of "new", and with "both" also "new" in place of "best".
TEST(a_sentence_that_fails_is_judged_again_with_each_change)
{
    static const paper_ablation one[] = {{"ratio", "new", "A", "B/best", "B/old"}, {0}},
                                both[] = {{"ratio", "new", "A", "B/best", "B/old"},
                                          {"ratio", "best", "A", "B/new", "B/old"},
                                          {0}},
                                // "best" has nothing that A could change; nor has "new"
        apart[] = {{"ratio", "new", "A", "B/best", "B/old"},
                   {"ratio", "best", "A", "B/best", "B/old"},
                   {0}},
                                neither[] = {{"ratio", "new", "A", "B/new", "B/old"}, {0}};
    static const paper_claim below = {"c", "s", "ratio", TEST_BELOW, "new", NULL, "x", 1.5, ""},
                             least = {"c", "s", "ratio", TEST_BELOW, "new", NULL, "x", 1.2, ""},
                             behind = {"c", "s", "ratio", TEST_BELOW, "new", "best", "x", 1, ""},
                             greatest = {"c", "s", "ratio", TEST_BEST, "best", NULL, "x", 1, ""},
                             alone = {"c", "s", "ratio", TEST_BELOW, "new", NULL, "x", 3, ""},
                             said = {"c", "s", "ratio", TEST_BELOW, "new", NULL, "x", 1.5, "why"},
                             farther = {"c", "s", "ratio", TEST_ABOVE, "new", NULL, "x", 9, ""},
                             above = {"c", "s", "ratio", TEST_ABOVE, "new", NULL, "x", 5, ""},
                             holds = {"c", "s", "ratio", TEST_ABOVE, "new", NULL, "x", 1, ""};
    // "best", which `least` does not compare, is put onto a machine that ran for no program
    static const paper_ablation partly[] = {
        {"ratio", "new", "A", "B/best", "B/old"}, {"ratio", "best", "A", "B/none", "B/old"}, {0}};
    const struct {
        const paper_claim *c;
        const paper_ablation *changes;
        const char *cause;
        size_t tried;
    } cases[] = {
        {&below, one, "A: 1.41, must be at most 1.5, and it holds", 1},
        {&least, one, "A: 1.41, must be at most 1.2, which closes 92 % of the gap", 1},
        {&farther, one, "not found; 1 change tried (above)", 1},
        {&least, NULL, "not looked for", 0},
        {&behind, one, "not looked for", 0}, // what it is compared with is not changed
        {&behind, both, "A: 1.41, must be at most 4, and it holds", 1},
        {&behind, apart, "A: 1.414214, must be at most 1.414214, and it holds", 1},
        {&below, neither, "not looked for", 0},
        {&greatest, one, "not looked for", 0}, // compares all series
        {&greatest, both, "A: 4, must be at least 1.41, and it holds", 1},
        {&least, partly, "A: 1.41, must be at most 1.2, which closes 92 % of the gap", 1},
        {&alone, NULL, "A alone, without which it holds", 0},
        {&above, NULL, "G alone, without which it holds", 0}, // not its largest
        {&alone, one, "A: 1.41, must be at most 3, and it holds", 1},
        {&said, one, "why", 1},
        {&holds, one, "", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        runset l;
        size_t tried;
        paper p = two;
        p.ablations = cases[i].changes;
        fill(&l);
        l.p = &p;
        char *cause = why_not(&l, cases[i].c, &tried);
        CU_ASSERT_STRING_EQUAL(cause, cases[i].cause);
        CU_ASSERT_EQUAL(tried, cases[i].tried);
        free(cause);
        runset_free(&l);
    }
}

// gemm decides "each at least 3 times", with 2: it alone needs to run the change.
TEST(a_sentence_on_each_program_is_judged_again_for_the_one_that_decides)
{
    static const paper_claim each = {"c", "s", "ratio", TEST_EVERY, "new", NULL, "x", 3, ""};
    runset l;
    err e = {0};
    size_t tried;
    paper p = two;
    paper_variant own[] = {{.name = "old", .what = "old"},
                           {.name = "new", .what = "new", .sets = {"l1d.ways=8"}},
                           {.name = "best", .what = "best", .sets = {"l1d.ways=2"}},
                           {.name = "some", .what = "some", .sets = {"l1d.ways=16"}, .of = "gemm"},
                           {0}};
    static const paper_ablation ablations[] = {{"ratio", "new", "16 ways", "B/some", "B/old"}, {0}};
    p.variants = own;
    p.ablations = ablations;
    for (unsigned i = 0; i < 2; i++) {
        own[3].of = i ? "atax" : "gemm";
        CU_ASSERT_EQUAL_FATAL(runset_make(&l, &p, "small", NULL, NULL, NULL, &e), ST_OK);
        measured(&l, "B/old", "gemm", 10);
        measured(&l, "B/new", "gemm", 20);
        measured(&l, "B/old", "atax", 10);
        measured(&l, "B/new", "atax", 80);
        measured(&l, "B/best", "gemm", 10);
        measured(&l, "B/best", "atax", 10);
        measured(&l, "B/some", i ? "atax" : "gemm", 40);
        char *cause = why_not(&l, &each, &tried);
        CU_ASSERT_STRING_EQUAL(cause, i ? "not looked for"
                                        : "16 ways: G: 4, must be at least 3, and it holds for G");
        free(cause);
        runset_free(&l);
    }
}

// Each program decides for itself: gemm and atax have 2 and 8 of "new" and 1 and 2 of "best", so
// that "best" is a third and a fifth of the sum.
TEST(a_sentence_on_each_program_counts_those_that_fail)
{
    static const struct each {
        paper_test test;
        const char *a, *b;
        double bound;
        const char *detail;
    } cases[] = {
        {TEST_EVERY_BELOW, "new", NULL, 8, "A: 8, must be at most 8"},
        {TEST_EVERY_BELOW, "new", NULL, 7.9, "A: 8, must be at most 7.9; 1 of 2 programs fails"},
        {TEST_EVERY_BELOW, "new", "best", 4, "A: 8, must be at most 8"},
        {TEST_EVERY_BELOW, "new", "best", 1.9, "A: 8, must be at most 3.8; 2 of 2 programs fail"},
        {TEST_EVERY, "new", "best", 2.1, "G: 2, must be at least 2.1; 1 of 2 programs fails"},
        {TEST_LEAST, "best", NULL, 0.34, "G: 0.333, must be at most 0.34"},
        {TEST_LEAST, "best", NULL, 0.33, "G: 0.333, must be at most 0.33; 1 of 2 programs fails"},
        {TEST_MOST, "new", NULL, 0.66, "G: 0.667, must be at least 0.66"},
        {TEST_MOST, "new", NULL, 0.9, "G: 0.667, must be at least 0.9; 2 of 2 programs fail"},
    };
    for (const struct each *t = cases; t < cases + sizeof cases / sizeof *cases; t++) {
        const paper_claim only[] = {{"c", "s", "ratio", t->test, t->a, t->b, "x", t->bound, ""},
                                    {0}};
        runset l;
        sentence_counts n;
        paper p = two;
        p.claims = only;
        fill(&l);
        l.p = &p;
        json_t *tried = json_array(), *rows = sentences_judge(&l, tried, &n),
               *row = json_array_get(rows, 0);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "detail")), t->detail);
        CU_ASSERT_EQUAL(n.holding, !strstr(t->detail, "fail"));
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(row, "verdict")),
                               n.holding ? "holds" : "does not hold");
        json_decref(rows);
        json_decref(tried);
        runset_free(&l);
    }
}

// The whole run is one of the changes: the pair of series beside that of the row in figure "cut".
TEST(the_whole_run_is_among_the_changes)
{
    runset l;
    paper p = two;
    paper_figure own[3] = {figures[0], figures[1], {0}};
    own[1].id = "cut"; // of "new" cut, and "best" as its whole run
    p.figures = own;
    fill(&l);
    l.p = &p;
    l.insn_limit = 3000000;
    char *cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "the whole program, not its first 3 million instructions: 1.41, "
                                  "which closes 71 % of the gap");
    free(cause);
    for (unsigned i = 0; i < l.n_runs; i++) // it did not run for atax: it is no answer for both
        if (strcmp(l.runs[i].workload, "atax") == 0 &&
            strcmp(l.runs[i].machine->name, "B/best") == 0)
            l.runs[i].values[paper_metric_find("ipc") - paper_metrics] = (double)NAN;
    own[0].series[1] = (paper_series){0};
    cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "not looked for");
    free(cause);
    runset_free(&l);
}

static char *advice_of(runset *l)
{
    json_t *o = json_object();
    err e = {0};
    CU_ASSERT_EQUAL(builds_add(l, o, &e), ST_OK);
    const json_t *chip = json_array_get(json_object_get(o, "chips"), 0),
                 *row = json_array_get(json_object_get(chip, "advice"), 0);
    char *text = wl_strdup(json_string_value(json_object_get(row, "text")));
    json_decref(o);
    return text;
}

// "best" gains 1.41 times, of which nothing is left without atax; "new" 4 times and 2 without it,
// at the clock of its part.
TEST(advice_does_not_rest_on_one_program)
{
    static const paper_part parts[] = {
        {"pric", "pric", "PRIC", PART_CHIP}, {"warppool", "warppool", "WarpPool", PART_CHIP}, {0}};
    static const paper_chip chips[] = {{"builds", "one", "ratio", parts}, {0}};
    static const paper_build builds[] = {{"new", "warppool"}, {"best", "pric"}, {0}};
    runset l;
    paper p = two;
    paper_figure own[2] = {figures[0], {0}};
    own[0].means[0] = "x";
    p.figures = own;
    p.builds = builds + 1;
    p.chips = chips;
    p.build_set = "gemm atax";
    p.silicon = "reports/silicon/blocks.csv";
    fill(&l);
    l.p = &p;
    char *text = advice_of(&l);
    CU_ASSERT_STRING_EQUAL(text, "build nothing: of no choice is left what pays; the one with the "
                                 "highest mean is best, 1.41 times as fast (1.00 without A) for "
                                 "0.000 mm2.");
    free(text);
    p.builds = builds;
    text = advice_of(&l);
    CU_ASSERT_PTR_EQUAL(strstr(text, "build new, 4.00 times as fast (2.00 without A"), text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "of the machine's 700 MHz"));
    free(text);
    runset_free(&l);
}

// A comment that begins so, also over several lines, and also below a nested key; not that of a key
// which the paper states, and not the comment of a section.
TEST(inferred_rows_of_a_preset_are_read)
{
    static const char text[] = "# not in any row\npreset: other\n\ngpu:   # not in the table\n"
                               "  sms: 14  # Table 1\n  mhz: 7  # not in the table: as\n"
                               "           # before\n\nstructures:\n  cart:\n"
                               "    rows: 4  # inference: four\n";
    json_t *rows = json_array();
    char *base;
    inferred_read(rows, "p", text, &base);
    json_t *want = json_loads("[{\"preset\": \"p\", \"key\": \"gpu.sms\", \"value\": \"14\", "
                              "\"why\": \"\"}, {\"preset\": \"p\", \"key\": \"gpu.mhz\", "
                              "\"value\": \"7\", \"why\": \"not in the table: as before\"}, "
                              "{\"preset\": \"p\", \"key\": \"structures.cart.rows\", "
                              "\"value\": \"4\", \"why\": \"inference: four\"}]",
                              0, NULL);
    CU_ASSERT_TRUE(json_equal(rows, want));
    CU_ASSERT_STRING_EQUAL(base, "other");
    free(base);
    json_decref(want);
    json_decref(rows);
}

// A shell takes the commands as they stand: what it would split is quoted.
TEST(commands_of_a_change_are_for_a_shell)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"}, {0}};
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    json_t *rows = ablation_rows(&l);
    const json_t *command = json_object_get(json_array_get(rows, 0), "command");
    char *want = wl_format("warploom sim -c gtx480 --set gpu.insn_limit=%u --set l1d.ways=2 "
                           "WORKLOAD --size SIZE",
                           l.insn_limit);
    CU_ASSERT_STRING_EQUAL(json_string_value(command), want);
    char *quoted = machines_with_set(wl_strdup("a"), "dram.address_map=dramid@8;0000;R-B");
    CU_ASSERT_STRING_EQUAL(quoted, "a --set 'dram.address_map=dramid@8;0000;R-B'");
    free(quoted);
    quoted = machines_with_set(wl_strdup("a"), "name=x;y");
    CU_ASSERT_STRING_EQUAL(quoted, "a --set 'name=x;y'");
    free(quoted);
    free(want);
    json_decref(rows);
    runset_free(&l);
}

// No machine is described twice over, and no key is set twice.
TEST(machines_are_described_once)
{
    for (const paper *const *p = papers; *p; p++) {
        runset l;
        err e = {0};
        size_t i;
        json_t *row;
        CU_ASSERT_EQUAL_FATAL(runset_make(&l, *p, "small", NULL, NULL, NULL, &e), ST_OK);
        json_t *machines = machines_json(&l), *inferred = machines_inferred(*p, &e);
        json_array_foreach(machines, i, row) {
            const char *base = json_string_value(json_object_get(row, "base")),
                       *what = json_string_value(json_object_get(row, "what")),
                       *limit = strstr(json_string_value(json_object_get(row, "config")),
                                       "gpu.insn_limit=");
            CU_ASSERT_NOT_EQUAL(strncmp(what, base, strlen(base)), 0);
            CU_ASSERT_TRUE(limit && !strstr(limit + 1, "gpu.insn_limit="));
        }
        CU_ASSERT_TRUE(json_array_size(inferred) > 3);
        json_decref(machines);
        json_decref(inferred);
        runset_free(&l);
    }
}

UNIT_MAIN("paper_bounds", T(machines_are_described_once),
          T(programs_that_gain_more_than_on_an_ideal_machine_are_named),
          T(the_whole_run_is_among_the_changes), T(advice_does_not_rest_on_one_program),
          T(inferred_rows_of_a_preset_are_read), T(commands_of_a_change_are_for_a_shell),
          T(a_mean_without_its_largest_program),
          T(the_best_of_the_ideals_stands_beside_what_they_are_ideal_for),
          T(a_cause_is_the_change_that_closes_the_gap), T(a_greatest_value_has_a_cause_too),
          T(a_change_for_some_programs_is_one_of_their_rows_alone),
          T(a_limit_found_stands_beside_what_the_papers_costs),
          T(a_sentence_that_fails_is_judged_again_with_each_change),
          T(a_sentence_on_each_program_is_judged_again_for_the_one_that_decides),
          T(a_sentence_on_each_program_counts_those_that_fail))
