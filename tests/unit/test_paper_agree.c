// test_paper_agree.c : when our figure agrees with the one that a paper states.
//
// links: cli sweep reports synth bench lockstep rtlgen workloads cuda ptx trace synthetic machine
// blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/sentences.h"
#include "cli/paper/verdicts.h"
#include "paper_rig.h"

static const paper_base bases[] = {{"B", "a base", "gtx480"}, {0}};
static const paper_variant variants[] = {
    {.name = "old", .what = "old"}, {.name = "new", .what = "new", .sets = {"l1d.ways=8"}}, {0}};
static const paper_program programs[] = {{"gemm", "G", "x", SIZE_SMALL, ""}, {0}};
static const paper_word groups[] = {{"x", "the x"}, {0}}, absent[] = {{0}};
static const paper_claim claims[] = {{0}};
static const paper_stated none[] = {{0}};
// clang-format off
#define FIGURE(name, kind, other) \
    {.id = name, .title = "t", .source = "s", .metric = "ipc", .programs = "x", .shape = kind, \
     .mean = MEAN_GEOMETRIC, .series = {{.label = "new", .machine = "B/new", .reference = other}}}
// clang-format on
static const paper_figure figures[] = {FIGURE("ratio", SHAPE_RATIO, "B/old"),
                                       FIGURE("percent", SHAPE_PERCENT, "B/old"),
                                       FIGURE("value", SHAPE_VALUE, NULL),
                                       {.id = "sum",
                                        .title = "t",
                                        .source = "s",
                                        .metric = "ipc",
                                        .programs = "x",
                                        .mean = MEAN_ARITHMETIC,
                                        .series = {{.label = "new", .machine = "B/new"},
                                                   {.label = "one", .machine = "B/old"},
                                                   {.label = "other", .machine = "B/old"}}},
                                       {0}};

typedef struct agreement {
    const char *figure;
    double paper, ours;
    bool agrees, as_ratio;
} agreement;

static const paper one = {.name = "one",
                          .title = "t",
                          .citation = "c",
                          .about = "a",
                          .bases = bases,
                          .variants = variants,
                          .programs = programs,
                          .groups = groups,
                          .absent = absent,
                          .figures = figures,
                          .stated = none,
                          .claims = claims};

// The new machine's IPC is `ours` over 100 of the old one, or itself.
static void check(const agreement *t)
{
    const paper_stated stated[] = {{"x", "s", t->figure, "new", "x", t->paper, false, ""}, {0}};
    paper p = one;
    p.stated = stated;
    const double ipc = *t->figure == 'r'   ? 100 * t->ours
                       : *t->figure == 'p' ? 100 + t->ours
                                           : t->ours;
    runset l;
    err e = {0};
    json_t *o = json_object();
    CU_ASSERT_EQUAL_FATAL(runset_make(&l, &p, "small", NULL, NULL, NULL, &e), ST_OK);
    measured(&l, "B/old", "gemm", 100);
    measured(&l, "B/new", "gemm", ipc);
    verdicts_add(&l, o);
    const json_t *row = json_array_get(json_object_get(o, "stated"), 0);
    CU_ASSERT_EQUAL(json_is_true(json_object_get(row, "agrees")), t->agrees);
    CU_ASSERT_EQUAL(json_is_true(json_object_get(row, "agrees_as_ratio")), t->as_ratio);
    CU_ASSERT_EQUAL(*json_string_value(json_object_get(row, "cause")) == '\0', t->agrees);
    verdicts_count(o);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "agreeing")), t->agrees);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(o, "agreeing_as_ratio")), t->as_ratio);
    json_decref(o);
    runset_free(&l);
}

TEST(a_gain_agrees_with_a_gain_and_a_value_with_a_value)
{
    static const agreement cases[] = {
        {"ratio", 1.3, 1.34, true, true},     {"ratio", 1.3, 1.25, false, true},
        {"ratio", 1.1, 0.97, false, true}, // a loss for a gain
        {"ratio", 1, 1.009, true, true},      {"ratio", 1, 1.02, false, true},
        {"ratio", 0.5, 0.56, true, true},     {"ratio", 21, 9.5, false, false},
        {"percent", 12.6, -3.1, false, true}, {"percent", -37, -38.5, true, true},
        {"percent", 4, 4.9, true, true},      {"percent", 4, 12.8, false, true},
        {"value", 100, 114, true, true},      {"value", 100, 116, false, false},
    };
    for (const agreement *t = cases; t < cases + sizeof cases / sizeof *cases; t++) check(t);
}

// The two others have 100 each.
TEST(a_series_is_compared_with_the_sum_of_the_others)
{
    static const paper_claim sum[] = {{"c", "s", "sum", TEST_SUM, "new", NULL, "x", 1.1, ""}, {0}};
    static const double ours[] = {221, 219};
    for (unsigned i = 0; i < 2; i++) {
        paper p = one;
        runset l;
        err e = {0};
        sentence_counts n;
        p.claims = sum;
        CU_ASSERT_EQUAL_FATAL(runset_make(&l, &p, "small", NULL, NULL, NULL, &e), ST_OK);
        measured(&l, "B/old", "gemm", 100);
        measured(&l, "B/new", "gemm", ours[i]);
        json_t *tried = json_array(), *rows = sentences_judge(&l, tried, &n);
        CU_ASSERT_STRING_EQUAL(
            json_string_value(json_object_get(json_array_get(rows, 0), "detail")),
            i ? "219, must be at least 220; narrowly" : "221, must be at least 220; narrowly");
        CU_ASSERT_EQUAL(n.judged, 1);
        CU_ASSERT_EQUAL(n.holding, !i);
        json_decref(tried);
        json_decref(rows);
        runset_free(&l);
    }
}

UNIT_MAIN("paper_agree", T(a_gain_agrees_with_a_gain_and_a_value_with_a_value),
          T(a_series_is_compared_with_the_sum_of_the_others))
