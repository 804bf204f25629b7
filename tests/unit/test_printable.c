// test_printable.c : names of other people's files, printed and in JSON.
//
// links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool shows(const char *text, const char *want)
{
    char *shown = printable_text(text);
    const bool same = strcmp(shown, want) == 0;
    free(shown);
    return same;
}

static bool json_is(const char *text, const char *want)
{
    json_t *string = printable_json(text);
    const bool same = string && strcmp(json_string_value(string), want) == 0;
    json_decref(string);
    return same;
}

TEST(text_has_no_control_characters)
{
    CU_ASSERT(shows("a\x1b[31m\n\t\x7f", "a?[31m???"));
    CU_ASSERT(shows("\xc2\x80\xc2\x9f\xc2\xa0", "??\xc2\xa0")); // C1 ends with U+009F
    CU_ASSERT(
        shows("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"));
}

TEST(text_has_no_bytes_that_are_not_utf8)
{
    CU_ASSERT(shows("\xff\x80z", "??z"));
    CU_ASSERT(shows("\xc0\x80", "??"));           // overlong
    CU_ASSERT(shows("\xed\xa0\x80", "???"));      // a surrogate
    CU_ASSERT(shows("\xf4\x90\x80\x80", "????")); // beyond U+10FFFF
    CU_ASSERT(shows("\xe2\x82", "??"));           // cut off
}

TEST(json_is_exact)
{
    CU_ASSERT(json_is("a\x1b\n\xc2\x9f\xc3\xa4", "a\x1b\n\xc2\x9f\xc3\xa4"));
    CU_ASSERT(json_is("\xff"
                      "a",
                      "\xef\xbf\xbd"
                      "a"));
}

TEST(messages_keep_their_lines)
{
    char text[] = "a\x1b[m\n\tb\xc2\x9b\xff";
    printable_message(text);
    CU_ASSERT_STRING_EQUAL(text, "a?[m\n\tb?\xff");
}

UNIT_MAIN("printable", T(text_has_no_control_characters), T(text_has_no_bytes_that_are_not_utf8),
          T(json_is_exact), T(messages_keep_their_lines))
