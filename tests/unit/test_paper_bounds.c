// test_paper_bounds.c : what stands beside a paper's figure: the mean without its largest program,
// the bound, the change that explains the difference.
//
// links: cli sweep reports synth bench lockstep rtlgen workloads cuda ptx trace synthetic machine
// blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/bounds.h"
#include "cli/paper/figures.h"
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

// The bound is the best of the ideals, program by program: of new (2 and 8) and best (1 and 2).
TEST(a_bound_is_the_best_of_the_ideals)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"}, {0}};
    p.bounds = "ratio";
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    char *bound = bound_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(bound, "4.00");
    free(bound);
    for (unsigned i = 0; i < l.n_runs; i++) // gemm at a tenth of its speed on both ideals
        if (strcmp(l.runs[i].workload, "gemm") == 0 &&
            strcmp(l.runs[i].machine->name, "B/old") != 0)
            l.runs[i].values[paper_metric_find("ipc") - paper_metrics] /= 10;
    bound = bound_text(&l, &stated[0]);
    CU_ASSERT_STRING_EQUAL(bound, "2.83 (none for 1 of 2)"); // sqrt(1 x 8)
    free(bound);
    bound = bound_text(&l, &stated[1]); // a greatest value is no mean
    CU_ASSERT_STRING_EQUAL(bound, "");
    free(bound);
    runset_free(&l);
}

// Ours 4, the paper's 2, with the change sqrt(2) = 1.41: 1 - 0.586 / 2.
TEST(a_cause_is_the_change_that_closes_the_gap)
{
    runset l;
    paper p = two;
    static const paper_ablation ablations[] = {
        {"ratio", "new", "the best limit", "B/best", "B/old"}, {0}};
    p.ablations = ablations;
    fill(&l);
    l.p = &p;
    char *cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "the best limit: 1.41, which closes 71 % of the gap");
    free(cause);
    cause = cause_found(&l, &stated[0], 2.1); // farther away than ours is
    CU_ASSERT_STRING_EQUAL(cause, "not found; 1 changes tried (below)");
    free(cause);
    p.ablations = NULL;
    cause = cause_found(&l, &stated[0], 4);
    CU_ASSERT_STRING_EQUAL(cause, "not found");
    free(cause);
    json_t *rows = ablation_rows(&l);
    CU_ASSERT_EQUAL(json_array_size(rows), 0);
    json_decref(rows);
    runset_free(&l);
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
    char *quoted = figures_with_set(wl_strdup("a"), "dram.address_map=dramid@8;0000;R-B");
    CU_ASSERT_STRING_EQUAL(quoted, "a --set $'dram.address_map=dramid\\1008;0000;R-B'");
    free(quoted);
    quoted = figures_with_set(wl_strdup("a"), "name=x;y");
    CU_ASSERT_STRING_EQUAL(quoted, "a --set 'name=x;y'");
    free(quoted);
    free(want);
    json_decref(rows);
    runset_free(&l);
}

UNIT_MAIN("paper_bounds", T(commands_of_a_change_are_for_a_shell),
          T(a_mean_without_its_largest_program), T(a_bound_is_the_best_of_the_ideals),
          T(a_cause_is_the_change_that_closes_the_gap))
