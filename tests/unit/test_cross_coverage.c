// test_cross_coverage.c: the collector of coincidences that traffic has met.
//
// links: bench base
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/cross_coverage.h"

#include "unit.h"

#include <string.h>

enum { NAMED = 2, ROWS = 4, COLUMNS = 3 };

static const char *const rows[] = {"idle", "busy"}, *const columns[] = {"push", "pop", "both"};

static cross_coverage cross(void)
{
    cross_coverage x = {.name = "slot",
                        .meaning = "what a slot does",
                        .rows = rows,
                        .n_named = NAMED,
                        .numbered = "entry",
                        .first = 7,
                        .n_rows = ROWS,
                        .n_columns = COLUMNS,
                        .columns = columns};
    cross_coverage_init(&x);
    return x;
}

TEST(a_bin_is_missing_until_it_is_met_once)
{
    cross_coverage x = cross();
    CU_ASSERT_EQUAL(x.missing, ROWS * COLUMNS);
    cross_coverage_meet(&x, 1, 2);
    cross_coverage_meet(&x, 1, 2);
    CU_ASSERT_EQUAL(x.missing, ROWS * COLUMNS - 1);
    cross_coverage_free(&x);
}

TEST(an_excluded_bin_is_not_missing)
{
    cross_coverage x = cross();
    cross_coverage_exclude(&x, 0, 1);
    cross_coverage_exclude(&x, 0, 1);
    cross_coverage_meet(&x, 0, 1);
    CU_ASSERT_EQUAL(x.missing, ROWS * COLUMNS - 1);
    cross_coverage_free(&x);
}

TEST(what_is_missing_is_named_until_all_is_met)
{
    cross_coverage x = cross();
    rng random = {5};
    for (unsigned left = ROWS * COLUMNS; left > 0; left--) {
        const int bin = cross_coverage_missing(&x, &random);
        CU_ASSERT(bin >= 0 && bin < ROWS * COLUMNS && x.missing == left);
        if (bin < 0) break;
        cross_coverage_meet(&x, (unsigned)bin / COLUMNS, (unsigned)bin % COLUMNS);
    }
    CU_ASSERT_EQUAL(cross_coverage_missing(&x, &random), -1);
    cross_coverage_free(&x);
}

TEST(the_check_names_a_missing_bin_by_row_and_column)
{
    cross_coverage x = cross();
    err e = {0};
    for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
        const unsigned row = i / COLUMNS, column = i % COLUMNS;
        if (!(row == 0 && column == 1) && !(row == 3 && column == 2))
            cross_coverage_meet(&x, row, column);
    }
    CU_ASSERT_EQUAL(cross_coverage_check(&x, 1, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "`pop` in `idle` of `slot` (what a slot does)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "`both` in `entry 8` of `slot`"));
    CU_ASSERT_PTR_NULL(strstr(e.text, "`push`"));
    err_free(&e);
    cross_coverage_meet(&x, 0, 1);
    cross_coverage_meet(&x, 3, 2);
    CU_ASSERT_EQUAL(cross_coverage_check(&x, 1, &e), ST_OK);
    cross_coverage_free(&x);
}

TEST(the_result_counts_what_can_be_met)
{
    cross_coverage x = cross();
    cross_coverage_exclude(&x, 0, 0);
    cross_coverage_meet(&x, 2, 1);
    json_t *r = cross_coverage_json(&x, 1), *one = json_object_get(r, "slot");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(one, "bins")), ROWS * COLUMNS - 1);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(one, "met")), 1);
    json_decref(r);
    cross_coverage_free(&x);
}

UNIT_MAIN("cross coverage", T(a_bin_is_missing_until_it_is_met_once),
          T(an_excluded_bin_is_not_missing), T(what_is_missing_is_named_until_all_is_met),
          T(the_check_names_a_missing_bin_by_row_and_column), T(the_result_counts_what_can_be_met))
