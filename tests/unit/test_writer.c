// test_writer.c : text of the generator, one fact a test.
//
// links: rtlgen config base
//
// SPDX-License-Identifier: Apache-2.0
#include "rtlgen/engine/writer.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// A writer whose only template, t.in, is this.
static writer *writer_on(const char *tpl)
{
    static template_file files[2];
    files[0] = (template_file){"t.in", tpl};
    return writer_new_of(files);
}

// Does taking this text, as a file of Verilog, abort the program, and say so? (In a child.)
static bool aborts_with(const char *tpl, const char *message)
{
    int ends[2];
    char said[512] = "";
    fflush(NULL);
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        if (dup2(ends[1], STDERR_FILENO) < 0) _exit(0);
        writer *w = writer_on(tpl);
        writer_set(w, "A", "%s", "a");
        writer_put(w, "t.in");
        free(writer_take(w, "x.v"));
        _exit(0);
    }
    close(ends[1]);
    FILE *f = fdopen(ends[0], "r");
    const size_t n = f ? fread(said, 1, sizeof said - 1, f) : 0;
    if (f) fclose(f);
    int status = 0;
    const bool aborted = child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
                         WTERMSIG(status) == SIGABRT;
    return aborted && n > 0 && strstr(said, message);
}

static bool aborts(const char *tpl) { return aborts_with(tpl, "x.v"); }

static void takes(writer *w, const char *want)
{
    char *text = writer_take(w, NULL);
    CU_ASSERT_STRING_EQUAL(text, want);
    free(text);
}

TEST(template_is_filled_with_values)
{
    writer *w =
        writer_on("wire [@{A}-1:0] @{B};\n@if C\nc\n@end\n@for x in L\n@{x.n}=@{x.v}\n@end\n");
    writer_set(w, "A", "%u", 48u);
    writer_set(w, "B", "%s", "x");
    writer_flag(w, "C", true);
    writer_value(w, "L", json_pack("[o]", writer_item("n", "one", "v", "\xff", NULL)));
    writer_put(w, "t.in");
    takes(w, "wire [48-1:0] x;\nc\none=\xff\n");
    writer_free(w);
}

TEST(template_that_does_not_fill_is_fatal)
{
    CU_ASSERT_TRUE(aborts_with("x\nwire @{NOBODY_SET_IT};\n",
                               "t.in:2:6: error: @{NOBODY_SET_IT}: there is no such value"));
    CU_ASSERT_TRUE(aborts_with("@if A\n", "t.in:1:1: error: @if A: is not closed by an end"));
}

TEST(text_is_appended_as_it_is)
{
    writer *w = writer_on("one\n");
    writer_print(w, "%s@{A}\n", "zero ");
    writer_put(w, "t.in");
    takes(w, "zero @{A}\none\n");
    writer_free(w);
}

TEST(text_becomes_a_value_of_another)
{
    writer *from = writer_on(""), *to = writer_on("<\n  @{B}\n>\n");
    writer_print(from, "a\nb\n");
    writer_hand_over(from, to, "B");
    writer_put(to, "t.in");
    takes(to, "<\n  a\n  b\n>\n");
    writer_free(to);
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

TEST(taken_text_is_gone_and_values_stay)
{
    writer *w = writer_on("one @{A}\n");
    writer_set(w, "A", "%d", 7);
    writer_put(w, "t.in");
    takes(w, "one 7\n");
    writer_put(w, "t.in");
    takes(w, "one 7\n");
    writer_free(w);
}

// Every template of the generator is one that the engine can read to its end.
TEST(generator_has_its_templates)
{
    unsigned n = 0;
    for (const template_file *t = rtlgen_templates; t->name; t++) {
        CU_ASSERT_PTR_NOT_NULL(strstr(t->text, "SPDX-License-Identifier"));
        n++;
    }
    CU_ASSERT_TRUE(n > 50);
}

UNIT_MAIN("writer", T(template_is_filled_with_values), T(template_that_does_not_fill_is_fatal),
          T(text_is_appended_as_it_is), T(text_becomes_a_value_of_another),
          T(brackets_must_balance), T(brackets_in_comments_and_strings_do_not_count),
          T(taken_text_is_gone_and_values_stay), T(generator_has_its_templates))
