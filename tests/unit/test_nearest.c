// test_nearest.c : "did you mean".
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "unit.h"

#include <stddef.h>
#include <string.h>

static const char *const keys[] = {"enable", "signature", "queues", "depth",
                                   "drain",  "greedy",    "flush",  "latency"};
static const char *near(const char *given)
{
    const char *w = nearest_of(given, keys, sizeof keys / sizeof keys[0]);
    return w ? w : "(none)";
}

TEST(missing_letter) { CU_ASSERT_STRING_EQUAL(near("dept"), "depth"); }
TEST(extra_letter) { CU_ASSERT_STRING_EQUAL(near("queuues"), "queues"); }
TEST(wrong_letter) { CU_ASSERT_STRING_EQUAL(near("latencx"), "latency"); }
TEST(swapped_letters_are_one_edit) { CU_ASSERT_STRING_EQUAL(near("darin"), "drain"); }
TEST(case_and_dashes_are_no_edits)
{
    static const char *const words[] = {"loads_per_warp", "loads_per_cta"};
    CU_ASSERT_STRING_EQUAL(nearest_of("Loads-Per-Warp", words, 2), "loads_per_warp");
}
TEST(far_words_have_no_neighbour) { CU_ASSERT_STRING_EQUAL(near("bandwidth"), "(none)"); }
TEST(one_letter_is_near_to_nothing_longer) { CU_ASSERT_STRING_EQUAL(near("q"), "(none)"); }
TEST(nothing_is_near_to_the_empty_word) { CU_ASSERT_STRING_EQUAL(near(""), "(none)"); }
TEST(first_of_equals_wins)
{
    static const char *const words[] = {"bar", "car", "far"};
    CU_ASSERT_STRING_EQUAL(nearest_of("tar", words, 3), "bar");
}
TEST(very_long_words_are_no_typing_errors)
{
    char word[1001];
    memset(word, 'd', 1000);
    word[1000] = '\0';
    CU_ASSERT_STRING_EQUAL(near(word), "(none)");
}
TEST(empty_list) { CU_ASSERT_PTR_NULL(nearest_of("depth", NULL, 0)); }

UNIT_MAIN("nearest", T(missing_letter), T(extra_letter), T(wrong_letter),
          T(swapped_letters_are_one_edit), T(case_and_dashes_are_no_edits),
          T(far_words_have_no_neighbour), T(one_letter_is_near_to_nothing_longer),
          T(nothing_is_near_to_the_empty_word), T(first_of_equals_wins),
          T(very_long_words_are_no_typing_errors), T(empty_list))
