// test_template.c : the template engine, one fact a test. links: base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/template.h"
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What template t.in, beside which others stand, becomes with values.
static int fill(const char *tpl, const char *values, template_kind kind, char **text, err *e)
{
    const template_file files[] = {{"t.in", tpl},
                                   {"piece.in", "one @{A}\n\n  two\n"},
                                   {"span.in", "[@{SPAN}-1:0] @{A}\n"},
                                   {"itself.in", "@use itself.in\n"},
                                   {"open.in", "x\n@if A\n"},
                                   {"early.in", "x\n  @end\n"},
                                   {NULL, NULL}};
    json_t *v = json_loads(values, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    const int st = template_fill(files, "t.in", v, kind, text, e);
    json_decref(v);
    return st;
}

static void expect(const char *tpl, const char *values, template_kind kind, const char *want)
{
    err e = {0};
    char *text = NULL;
    CU_ASSERT_EQUAL_FATAL(fill(tpl, values, kind, &text, &e), ST_OK);
    if (strcmp(text, want) != 0) printf("# got: %s\n", text);
    CU_ASSERT_STRING_EQUAL(text, want);
    free(text);
}

static void becomes(const char *tpl, const char *values, const char *want)
{
    expect(tpl, values, TEMPLATE_TEXT, want);
}
static void becomes_page(const char *tpl, const char *values, const char *want)
{
    expect(tpl, values, TEMPLATE_HTML, want);
}

static void refused(const char *tpl, const char *values, const char *message)
{
    err e = {0};
    char *text = NULL;
    CU_ASSERT_EQUAL(fill(tpl, values, TEMPLATE_HTML, &text, &e), ST_TOOL);
    CU_ASSERT_PTR_NULL(text);
    const bool says = e.text && strstr(e.text, message);
    if (!says) printf("# says: %s, not %s\n", e.text ? e.text : "nothing", message);
    CU_ASSERT_TRUE(says);
    err_free(&e);
}

// ---- holes

TEST(named_holes_are_filled)
{
    becomes("wire [@{A}-1:0] @{B};\n", "{\"A\": \"48\", \"B\": \"x\"}", "wire [48-1:0] x;\n");
}

TEST(numbers_are_digits)
{
    becomes("@{a} @{b:1}\n", "{\"a\": 1234567, \"b\": 1234.25}", "1234567 1234.2\n");
}

TEST(members_and_items_have_paths)
{
    becomes("@{a.b} @{c.1}\n", "{\"a\": {\"b\": \"x\"}, \"c\": [\"y\", \"z\"]}", "x z\n");
}

TEST(at_sign_that_is_no_hole_is_text)
{
    becomes("always @(posedge clk_i)\nalways @* x\na@b @@{A}\n@@media\n", "{}",
            "always @(posedge clk_i)\nalways @* x\na@b @{A}\n@media\n");
}

TEST(verilog_braces_are_text)
{
    becomes("{{(N-1){1'b0}}, 1'b1} @{A}\n", "{\"A\": \"x\"}", "{{(N-1){1'b0}}, 1'b1} x\n");
}

TEST(values_are_not_templates)
{
    becomes("@{A}\n x @{A}\n", "{\"A\": \"@{B}\\n@end\"}", "@{B}\n@end\n x @{B}\n@end\n");
}

TEST(hole_alone_on_its_line_is_an_indented_block)
{
    becomes("{\n    @{A}\n}\n", "{\"A\": \"one\\n  two\\n\\nthree\\n\"}",
            "{\n    one\n      two\n\n    three\n}\n");
}

TEST(empty_block_removes_its_line) { becomes("x\n  @{A}\ny\n", "{\"A\": \"\"}", "x\ny\n"); }

TEST(block_without_a_newline_gets_one) { becomes("  @{A}\ny\n", "{\"A\": \"one\"}", "  one\ny\n"); }

TEST(line_goes_on)
{
    becomes("a = b@\\\n      @{if A} + c@{end}@\\\n  ;\n", "{\"A\": true}", "a = b + c;\n");
}

TEST(lines_for_the_reader_are_not_put)
{
    becomes("@// @{no.such} @end\nx\n  @// y\n", "{}", "x\n");
}

// ---- pages

TEST(page_escapes_text_but_not_pictures)
{
    becomes_page("[@{a}] [@{&a}]", "{\"a\": \"<x & 'y'>\\\"\"}",
                 "[&lt;x &amp; &#39;y&#39;&gt;&quot;] [<x & 'y'>\"]");
}

TEST(page_groups_digits_and_rounds)
{
    becomes_page("@{i} @{r:1} @{r:0} @{n:+2} @{s}",
                 "{\"i\": 1234567, \"r\": 65432.25, \"n\": -123456.789, \"s\": 999}",
                 "1,234,567 65,432.2 65,432 -123,456.79 999");
    becomes_page("@{p:+1}", "{\"p\": 123456}", "+123,456.0");
}

// ---- blocks

TEST(condition_chooses_lines)
{
    static const char t[] = "@if A\na\n@else if B\nb\n@else\nc\n@end\n";
    becomes(t, "{\"A\": true, \"B\": true}", "a\n");
    becomes(t, "{\"A\": false, \"B\": true}", "b\n");
    becomes(t, "{\"A\": false, \"B\": false}", "c\n");
}

TEST(condition_chooses_within_a_line)
{
    becomes("x@{if A}, y@{else}.@{end}\n", "{\"A\": \"\"}", "x.\n");
}

TEST(conditions_are_joined)
{
    static const char t[] = "@if A && !B || C\nyes\n@end\n";
    becomes(t, "{\"A\": true, \"B\": false, \"C\": false}", "yes\n");
    becomes(t, "{\"A\": true, \"B\": true, \"C\": false}", "");
    becomes(t, "{\"A\": false, \"B\": true, \"C\": true}", "yes\n");
}

TEST(empty_values_are_no)
{
    static const char t[] = "@{if a}yes@{else}no@{end}";
    becomes(t, "{\"a\": 1}", "yes");
    becomes(t, "{\"a\": 0}", "no");
    becomes(t, "{\"a\": []}", "no");
    becomes(t, "{\"a\": null}", "no");
    becomes(t, "{\"a\": {\"b\": 1}}", "yes");
}

TEST(missing_value_may_be_asked_for)
{
    becomes("@if a.b?\n@{a.b}\n@end\n@if !c?\nx\n@end\n", "{}", "x\n");
}

TEST(what_is_not_shown_needs_no_value)
{
    becomes("@if A\n@{no.such}\n@use none.in\n@end\n", "{\"A\": false}", "");
}

TEST(blocks_nest)
{
    becomes("@if A\n@if B\nab\n@end\n@if !B\na\n@end\n@end\n", "{\"A\": true, \"B\": false}",
            "a\n");
}

TEST(list_is_repeated)
{
    becomes("@for r in rows\n@{r.x}@{unit}\n@end\n",
            "{\"unit\": \"ns\", \"rows\": [{\"x\": 1}, {\"x\": 2}]}", "1ns\n2ns\n");
    becomes("<@{for r in rows}@{r} @{end}>", "{\"rows\": [\"a\", \"b\"]}", "<a b >");
    becomes("@for r in rows\n@{r.no_such}\n@end\n", "{\"rows\": []}", "");
}

TEST(lists_nest)
{
    becomes("@{for r in rows}@{for x in r.xs}@{x}@{r.y}@{end};@{end}",
            "{\"rows\": [{\"y\": 0, \"xs\": [1, 2]}, {\"y\": 3, \"xs\": []}]}", "1020;;");
}

TEST(template_uses_another)
{
    becomes("{\n  @use piece.in\n}\n", "{\"A\": \"x\"}", "{\n  one x\n\n    two\n}\n");
}

TEST(used_template_has_values_of_its_own)
{
    becomes("@use span.in SPAN=LOCAL A=z\n", "{\"A\": \"x\"}", "[LOCAL-1:0] z\n");
}

// ---- errors

TEST(missing_value_is_an_error_with_its_place)
{
    refused("one\n two @{no.such} x\n", "{\"no\": {}}",
            "t.in:2:6: error: @{no.such}: there is no such value");
    refused("@for r in rows\n@end\n", "{}", "there is no such value");
    refused("\n@if A\n@end\n", "{}", "t.in:2:1: error: @if A: there is no value A");
}

TEST(wrong_type_is_an_error)
{
    refused("@{r}", "{\"r\": 1.5}", "needs its decimals");
    refused("@{s:1}", "{\"s\": \"x\"}", "wrong type");
    refused("@{b}", "{\"b\": true}", "wrong type");
    refused("@{&n}", "{\"n\": 1}", "wrong type");
    refused("@for s in s\n@end\n", "{\"s\": \"x\"}", "is no list");
}

TEST(hole_that_does_not_end_is_an_error)
{
    refused("x\ny @{A;\nz }\n", "{\"A\": 1}",
            "t.in:2:3: error: @{A;: a hole that is empty, too long or not closed");
    refused("x @{}\n", "{}", "a hole that is empty");
}

TEST(block_that_is_not_closed_is_an_error_with_its_place)
{
    refused("x\n  @if A\ny\n", "{\"A\": true}", "t.in:2:3: error: @if A: is not closed by an end");
    refused("x\n@if A\ny\n@else\nz\n", "{\"A\": true}",
            "t.in:2:1: error: @if A: is not closed by an end");
    refused("@for r in rows\nx\n", "{\"rows\": []}", "is not closed by an end");
    refused("@use open.in\n@end\n", "{\"A\": true}",
            "open.in:2:1: error: @if A: is not closed by an end");
}

TEST(block_that_was_not_begun_is_an_error)
{
    refused("x\n@end\n", "{}", "t.in:2:1: error: @end: closes nothing");
    refused("@else\n", "{}", "closes nothing");
    refused("@for r in rows\n@else\n@end\n", "{\"rows\": [1]}", "stands in no if");
    refused("@if A\n@else\n@else\n@end\n", "{\"A\": true}", "stands behind an else");
    refused("@if A\n@use early.in\n@end\n", "{\"A\": true}",
            "early.in:2:3: error: @end: closes nothing");
}

TEST(unknown_word_is_an_error)
{
    refused("x\n  @fi A\n", "{}", "t.in:2:3: error: @fi A: is no word of templates");
    refused("@elsewhere\n", "{}", "is no word");
    refused("@if A & B\n@end\n", "{\"A\": true, \"B\": true}", "is no condition");
    refused("@if A &&\n@end\n", "{\"A\": true}", "is no condition");
    refused("@for x of y\n@end\n", "{}", "is not `for NAME in LIST`");
}

TEST(unknown_template_is_an_error)
{
    refused("x\n@use none.in\n", "{}",
            "t.in:2:1: error: @use none.in: there is no template none.in");
    refused("@use piece.in A\n", "{}", "is not NAME=text");
    refused("x @{use piece.in}\n", "{}", "stands within a line");
}

TEST(template_that_uses_itself_is_an_error)
{
    refused("@use itself.in\n", "{}", "nested too deep");
}

UNIT_MAIN("template", T(named_holes_are_filled), T(numbers_are_digits),
          T(members_and_items_have_paths), T(at_sign_that_is_no_hole_is_text),
          T(verilog_braces_are_text), T(values_are_not_templates),
          T(hole_alone_on_its_line_is_an_indented_block), T(empty_block_removes_its_line),
          T(block_without_a_newline_gets_one), T(line_goes_on), T(lines_for_the_reader_are_not_put),
          T(page_escapes_text_but_not_pictures), T(page_groups_digits_and_rounds),
          T(condition_chooses_lines), T(condition_chooses_within_a_line), T(conditions_are_joined),
          T(empty_values_are_no), T(missing_value_may_be_asked_for),
          T(what_is_not_shown_needs_no_value), T(blocks_nest), T(list_is_repeated), T(lists_nest),
          T(template_uses_another), T(used_template_has_values_of_its_own),
          T(missing_value_is_an_error_with_its_place), T(wrong_type_is_an_error),
          T(hole_that_does_not_end_is_an_error),
          T(block_that_is_not_closed_is_an_error_with_its_place),
          T(block_that_was_not_begun_is_an_error), T(unknown_word_is_an_error),
          T(unknown_template_is_an_error), T(template_that_uses_itself_is_an_error))
