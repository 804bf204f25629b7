// test_writer.c : text from templates, one fact a test.
//
// links: rtlgen config base
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/writer.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// What tpl becomes with holes A, B and C.
static char *filled(const char *a, const char *b, const char *c, const char *tpl)
{
    writer *w = writer_new();
    writer_set(w, "A", "%s", a);
    writer_set(w, "B", "%s", b);
    writer_set(w, "C", "%s", c);
    writer_put(w, tpl);
    char *text = writer_take(w, NULL);
    writer_free(w);
    return text;
}

static bool becomes(const char *a, const char *b, const char *c, const char *tpl, const char *want)
{
    char *text = filled(a, b, c, tpl);
    bool same = strcmp(text, want) == 0;
    if (!same) printf("# got: %s\n", text);
    free(text);
    return same;
}

// Does taking this text, as a file of Verilog, abort the program? (In a child, silently.)
static bool aborts(const char *tpl)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (!freopen("/dev/null", "w", stderr)) _exit(0);
        writer *w = writer_new();
        writer_set(w, "A", "%s", "a");
        writer_put(w, tpl);
        free(writer_take(w, "x.v"));
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

TEST(named_holes_are_filled) { CU_ASSERT_TRUE(becomes("48", "x", "", "wire [@{A}-1:0] @{B};\n", "wire [48-1:0] x;\n")); }

TEST(unfilled_hole_is_fatal) { CU_ASSERT_TRUE(aborts("wire @{NOBODY_SET_IT};\n")); }

TEST(unclosed_hole_is_fatal) { CU_ASSERT_TRUE(aborts("wire @{A;\n")); }

TEST(at_sign_alone_is_text) { CU_ASSERT_TRUE(becomes("", "", "", "always @(posedge clk_i)\nalways @* x\n", "always @(posedge clk_i)\nalways @* x\n")); }

TEST(hole_alone_on_its_line_is_an_indented_block)
{
    CU_ASSERT_TRUE(becomes("one\n  two\n\nthree\n", "", "", "{\n    @{A}\n}\n", "{\n    one\n      two\n\n    three\n}\n"));
}

TEST(empty_block_removes_its_line) { CU_ASSERT_TRUE(becomes("", "", "", "x\n  @{A}\ny\n", "x\ny\n")); }

TEST(block_without_a_newline_gets_one) { CU_ASSERT_TRUE(becomes("one", "", "", "  @{A}\ny\n", "  one\ny\n")); }

TEST(holes_in_a_holes_text_are_filled) { CU_ASSERT_TRUE(becomes("<@{B}>", "b", "", "x @{A} y\n", "x <b> y\n")); }

TEST(marked_line_is_there_only_with_its_hole)
{
    CU_ASSERT_TRUE(becomes("1", "", "", "@+{A}kept\n@+{B}dropped\n@-{A}dropped\n@-{B}kept too\n", "kept\nkept too\n"));
}

TEST(all_marks_of_a_line_must_hold)
{
    CU_ASSERT_TRUE(becomes("1", "1", "", "@+{A}@-{C}x\n@+{A}@+{C}y\n@-{A}@+{B}z\n@+{A}@+{B}@-{C}v\n", "x\nv\n"));
}

TEST(brackets_must_balance)
{
    CU_ASSERT_TRUE(aborts("assign x = (y;\n"));
    CU_ASSERT_TRUE(aborts("assign x = y);\n"));
    CU_ASSERT_TRUE(aborts("assign x = {y);\n"));
    CU_ASSERT_FALSE(aborts("assign x = {(y[3])};\n"));
}

TEST(brackets_in_comments_and_strings_do_not_count)
{
    CU_ASSERT_FALSE(aborts("// a) comment (\nx \"a string ) \\\" )\" y\n"));
}

TEST(taken_text_is_gone_and_holes_stay)
{
    writer *w = writer_new();
    writer_set(w, "A", "%d", 7);
    writer_put(w, "one @{A}\n");
    char *first = writer_take(w, NULL);
    writer_put(w, "two @{A}\n");
    char *second = writer_take(w, NULL);
    CU_ASSERT_STRING_EQUAL(first, "one 7\n");
    CU_ASSERT_STRING_EQUAL(second, "two 7\n");
    free(first);
    free(second);
    writer_free(w);
}

UNIT_MAIN("writer", T(named_holes_are_filled), T(unfilled_hole_is_fatal), T(unclosed_hole_is_fatal), T(at_sign_alone_is_text),
          T(hole_alone_on_its_line_is_an_indented_block), T(empty_block_removes_its_line), T(block_without_a_newline_gets_one),
          T(holes_in_a_holes_text_are_filled), T(marked_line_is_there_only_with_its_hole), T(all_marks_of_a_line_must_hold),
          T(brackets_must_balance), T(brackets_in_comments_and_strings_do_not_count), T(taken_text_is_gone_and_holes_stay))
