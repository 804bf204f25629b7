// test_rtlgen_align.c : trailing comments under one another, one fact a test.
//
// links: rtlgen config base
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/align.h"
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool becomes(const char *text, const char *want)
{
    char *got = align_comments(text);
    bool same = strcmp(got, want) == 0;
    if (!same) printf("# got: %s\n", got);
    free(got);
    return same;
}

TEST(comments_of_a_paragraph_share_a_column)
{
    CU_ASSERT_TRUE(
        becomes("  a, // one\n  long_name,// two\n  b,\n  c   // three\n",
                "  a,         // one\n  long_name, // two\n  b,\n  c          // three\n"));
}

TEST(an_empty_line_or_another_indentation_begins_a_paragraph)
{
    CU_ASSERT_TRUE(becomes("a,   // one\n\nlong, // two\n  x;  // three\n",
                           "a, // one\n\nlong, // two\n  x; // three\n"));
}

TEST(comments_that_fill_their_line_stay)
{
    CU_ASSERT_TRUE(becomes("a,  // one\n//   a list\nlong, // two\n",
                           "a,    // one\n//   a list\nlong, // two\n"));
}

TEST(slashes_in_a_string_are_no_comment)
{
    CU_ASSERT_TRUE(becomes("f(\"a // \\\" // b\");   // one\n", "f(\"a // \\\" // b\"); // one\n"));
}

TEST(a_comment_without_room_goes_above_and_moves_no_other)
{
    char text[512], want[512];
    snprintf(text, sizeof text, "a;  // one\n%0*d; // two\nbb;  // three\n", ALIGN_COLUMNS - 4, 0);
    snprintf(want, sizeof want, "a;  // one\n// two\n%0*d;\nbb; // three\n", ALIGN_COLUMNS - 4, 0);
    CU_ASSERT_TRUE(becomes(text, want));
}

TEST(a_comment_that_is_too_long_is_broken)
{
    char text[512], want[512];
    snprintf(text, sizeof text, "  //  %0*d %0*d end\n", ALIGN_COLUMNS - 6, 0, 20, 0);
    snprintf(want, sizeof want, "  //  %0*d\n  //  %0*d end\n", ALIGN_COLUMNS - 6, 0, 20, 0);
    CU_ASSERT_TRUE(becomes(text, want));
    snprintf(text, sizeof text, "x; // %0*d %0*d\n", ALIGN_COLUMNS - 6, 0, 20, 0);
    snprintf(want, sizeof want, "// %0*d\n// %0*d\nx;\n", ALIGN_COLUMNS - 6, 0, 20, 0);
    CU_ASSERT_TRUE(becomes(text, want));
}

TEST(text_without_a_last_newline_or_any_text_stays)
{
    CU_ASSERT_TRUE(becomes("a; // one", "a; // one"));
    CU_ASSERT_TRUE(becomes("", ""));
}

UNIT_MAIN("rtlgen_align", T(comments_of_a_paragraph_share_a_column),
          T(an_empty_line_or_another_indentation_begins_a_paragraph),
          T(comments_that_fill_their_line_stay), T(slashes_in_a_string_are_no_comment),
          T(a_comment_without_room_goes_above_and_moves_no_other),
          T(a_comment_that_is_too_long_is_broken), T(text_without_a_last_newline_or_any_text_stays))
