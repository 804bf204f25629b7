// test_liberty.c : the Liberty reader of synth/. links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/liberty.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "library (tiny) {\n capacitive_load_unit (1,pf);\n"
#define INV(name, area, cap, fun) \
    "cell (" name ") { area : " area " ;\n pin (A) { direction : input; capacitance : " cap "; }\n" \
    " pin (Y) { direction : output; function : \"" fun "\"; timing() { related_pin : \"A\"; } } }\n"
#define FLOP "cell (DFF) { area : 96; ff (IQ, IQN) { clocked_on : \"CLK\"; next_state : \"D\"; } }\n"

// Reads `text` as a file; the error's text is copied to `message` when given.
static int read_text(const char *text, liberty *l, char *message, size_t room)
{
    char path[] = "/tmp/wl_liberty_XXXXXX";
    int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    err e = {0};
    int st = liberty_read(path, l, &e);
    if (message) snprintf(message, room, "%s", e.text ? e.text : "");
    err_free(&e);
    unlink(path);
    return st;
}

TEST(liberty_reads_name_areas_and_flops)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD INV("I", "16", "0.01", "(!A)") FLOP "}", &l, NULL, 0), ST_OK);
    CU_ASSERT_STRING_EQUAL(l.name, "tiny");
    CU_ASSERT_EQUAL(l.n, 2);
    CU_ASSERT_EQUAL(liberty_cell(&l, "DFF")->area, 96.0);
    CU_ASSERT_TRUE(liberty_cell(&l, "DFF")->flop);
    CU_ASSERT_FALSE(liberty_cell(&l, "I")->flop);
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "NAND"));
    liberty_free(&l);
}

TEST(liberty_chooses_the_smallest_inverter)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD INV("BIG", "24", "0.02", "A'") INV("SMALL", "16", "0.0125", "!A")
                                    INV("BUF", "8", "0.01", "A") FLOP "}", &l, NULL, 0), ST_OK);
    const lib_cell *i = liberty_inverter(&l);
    CU_ASSERT_STRING_EQUAL(i->name, "SMALL");
    CU_ASSERT_DOUBLE_EQUAL(i->input_ff, 12.5, 1e-9); // 0.0125 pF
    CU_ASSERT_FALSE(liberty_cell(&l, "BUF")->inverter);
    liberty_free(&l);
}

#define LATCH(name, area, enable, function, more) \
    "cell (" name ") { area : " area "; latch (IQ, IQN) { data_in : \"D\"; enable : \"" enable "\"; " more " }\n" \
    " pin (D) { direction : input; } pin (G) { direction : input; }\n pin (Q) { direction : output; function : \"" function "\"; } }\n"

TEST(liberty_chooses_the_smallest_latch_of_each_level)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD INV("I", "2", "1", "!A") FLOP LATCH("BIG", "9", "G", "IQ", "") LATCH("HIGH", "7", "G", "IQ", "")
                                    LATCH("LOW", "8", "!G", "IQ", "") LATCH("CLEARED", "3", "G", "IQ", "clear : \"!R\";")
                                    LATCH("GATED", "3", "G & E", "IQ", "") LATCH("INVERTED", "3", "!G", "IQN", "") "}", &l, NULL, 0), ST_OK);
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->name, "HIGH");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, true)->name, "LOW");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, true)->latch_of.enable, "G");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->latch_of.data, "D");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->latch_of.out, "Q");
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "CLEARED")->latch_of.out);
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "DFF")->latch_of.out);
    liberty_free(&l);
}

TEST(liberty_takes_the_unit_of_capacitance_from_the_library)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text("library (l) {\n capacitive_load_unit (10, ff);\n" INV("I", "1", "0.5", "!A") FLOP "}",
                                    &l, NULL, 0), ST_OK);
    CU_ASSERT_DOUBLE_EQUAL(liberty_inverter(&l)->input_ff, 5.0, 1e-9);
    liberty_free(&l);
}

TEST(liberty_leaves_out_cells_marked_dont_use)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD "cell (P) { dont_use : true; area : 1; pin (A) { direction : input; }\n"
                                    " pin (Y) { direction : output; function : \"!A\"; } }\n" INV("I", "2", "1", "!A") FLOP "}",
                                    &l, NULL, 0), ST_OK);
    CU_ASSERT_STRING_EQUAL(liberty_inverter(&l)->name, "I");
    liberty_free(&l);
}

TEST(liberty_reads_comments_continued_lines_and_missing_semicolons)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text("/* a { comment */ " HEAD " x : 1\n values ( \\\n \"1, 2\", \\\n \"3\");\n"
                                    INV("I", "2", "1", "!A") FLOP "}\n", &l, NULL, 0), ST_OK);
    CU_ASSERT_EQUAL(l.n, 2);
    liberty_free(&l);
}

TEST(liberty_names_the_place_of_a_syntax_error)
{
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(read_text("library (l) {\n  cell (A) {\n    area 3;\n", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, ":3:10: error: not a Liberty file: ':' or '(' is expected after a name"));
}

TEST(liberty_refuses_files_that_end_early_or_are_none)
{
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(read_text(HEAD INV("I", "2", "1", "!A") FLOP, &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "'}' is missing"));
    CU_ASSERT_EQUAL(read_text("", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "no library group"));
    CU_ASSERT_EQUAL(read_text("name: mrpb\n- queues\n", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_EQUAL(read_text(HEAD INV("I", "2", "1", "!A") "}", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "no flip-flop"));
}

TEST(liberty_refuses_bottomless_nesting)
{
    char text[4096] = "library (l) {";
    for (unsigned i = 0; i < 200; i++) strcat(text, "a () {");
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(read_text(text, &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "nested too deep"));
}

TEST(liberty_missing_file_names_the_setting)
{
    err e = {0};
    char *path = NULL;
    CU_ASSERT_EQUAL(liberty_find("/nonexistent/x.lib", &path, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "synth.liberty = /nonexistent/x.lib"));
    err_free(&e);
}

UNIT_MAIN("liberty", T(liberty_reads_name_areas_and_flops), T(liberty_chooses_the_smallest_inverter),
          T(liberty_chooses_the_smallest_latch_of_each_level),
          T(liberty_takes_the_unit_of_capacitance_from_the_library), T(liberty_leaves_out_cells_marked_dont_use),
          T(liberty_reads_comments_continued_lines_and_missing_semicolons), T(liberty_names_the_place_of_a_syntax_error),
          T(liberty_refuses_files_that_end_early_or_are_none), T(liberty_refuses_bottomless_nesting),
          T(liberty_missing_file_names_the_setting))
