// test_liberty.c : the Liberty reader of synth/.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/liberty.h"

#include "base/outfile.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "library (tiny) {\n capacitive_load_unit (1,pf);\n"
#define INV(name, area, cap, fun) \
    "cell (" name ") { area : " area " ;\n pin (A) { direction : input; capacitance : " cap \
    "; }\n" \
    " pin (Y) { direction : output; function : \"" fun \
    "\"; timing() { related_pin : \"A\"; } } }\n"
#define FLOP \
    "cell (DFF) { area : 96; ff (IQ, IQN) { clocked_on : \"CLK\"; next_state : \"D\"; } }\n"

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
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD INV("I", "16", "0.01", "(!A)") FLOP "}", &l, NULL, 0),
                          ST_OK);
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
    CU_ASSERT_EQUAL_FATAL(read_text(HEAD INV("BIG", "24", "0.02", "A'")
                                        INV("SMALL", "16", "0.0125", "!A")
                                            INV("BUF", "8", "0.01", "A") FLOP "}",
                                    &l, NULL, 0),
                          ST_OK);
    const lib_cell *i = liberty_inverter(&l);
    CU_ASSERT_STRING_EQUAL(i->name, "SMALL");
    CU_ASSERT_DOUBLE_EQUAL(i->input_ff, 12.5, 1e-9); // 0.0125 pF
    CU_ASSERT_FALSE(liberty_cell(&l, "BUF")->inverter);
    liberty_free(&l);
}

#define LATCH(name, area, enable, function, more) \
    "cell (" name ") { area : " area "; latch (IQ, IQN) { data_in : \"D\"; enable : \"" enable \
    "\"; " more " }\n" \
    " pin (D) { direction : input; } pin (G) { direction : input; }\n pin (Q) { direction : " \
    "output; function : \"" function "\"; } }\n"

TEST(liberty_chooses_the_smallest_latch_of_each_level)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(
        read_text(HEAD INV("I", "2", "1", "!A") FLOP LATCH("BIG", "9", "G", "IQ", "")
                      LATCH("HIGH", "7", "G", "IQ", "") LATCH("LOW", "8", "!G", "IQ", "")
                          LATCH("CLEARED", "3", "G", "IQ", "clear : \"!R\";")
                              LATCH("GATED", "3", "G & E", "IQ", "")
                                  LATCH("INVERTED", "3", "!G", "IQN", "") "}",
                  &l, NULL, 0),
        ST_OK);
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->name, "HIGH");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, true)->name, "LOW");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, true)->latch_of.enable, "G");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->latch_of.data, "D");
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->latch_of.out, "Q");
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "CLEARED")->latch_of.out);
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "DFF")->latch_of.out);
    liberty_free(&l);
}

#define STORED(name, data, enable, function) \
    "cell (" name ") { area : 5; latch (IQ, IQN) { data_in : \"" data "\"; enable : \"" enable \
    "\"; }\n" \
    " pin (D) { direction : input; } pin (G) { direction : input; }\n pin (Q) { direction : " \
    "output; function : \"" function "\"; } }\n"

TEST(liberty_counts_the_inversions_of_a_latch)
{
    static const char text[] =
        HEAD INV("I", "2", "1", "!A") FLOP STORED("TWICE", "(!D)", "G", "IQN")
            STORED("IN", "D'", "(!G)", "IQ") STORED("OUT", "D", "G", "(!IQ)")
                STORED("THRICE", "!D", "G", "!IQN") STORED("OTHER", "D", "G", "D") "}";
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(text, &l, NULL, 0), ST_OK);
    CU_ASSERT_FALSE(liberty_cell(&l, "TWICE")->latch_of.inverts);
    CU_ASSERT_TRUE(liberty_cell(&l, "IN")->latch_of.inverts);
    CU_ASSERT_TRUE(liberty_cell(&l, "IN")->latch_of.low);
    CU_ASSERT_TRUE(liberty_cell(&l, "OUT")->latch_of.inverts);
    CU_ASSERT_TRUE(liberty_cell(&l, "THRICE")->latch_of.inverts);
    CU_ASSERT_PTR_NULL(liberty_cell(&l, "OTHER")->latch_of.out);
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, false)->name, "TWICE"); // the others invert
    CU_ASSERT_STRING_EQUAL(liberty_latch(&l, true)->name, "IN");
    liberty_free(&l);
}

#define FF(name, next, function) \
    "cell (" name ") { area : 5; ff (IQ, IQN) { clocked_on : \"C\"; next_state : \"" next \
    "\"; }\n pin (Q) { direction : output; function : \"" function "\"; }\n"

TEST(liberty_knows_flip_flops_with_an_inverted_output_alone)
{
    static const char text[] = HEAD INV("I", "2", "1", "!A")
        FF("PLAIN", "D", "IQ") "}" FF("QN", "D", "IQN") "}" FF("STATE", "!D", "IQ") "}" FF(
            "BOTH", "!D", "IQN") "}" FF("TWO", "D",
                                        "IQN") " pin (P) { direction : output; function : \"IQ\"; "
                                               "} }" FF("SCAN", "(S & T) | (!S & D)", "IQ") "} }";
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text(text, &l, NULL, 0), ST_OK);
    CU_ASSERT_FALSE(liberty_cell(&l, "PLAIN")->only_inverted);
    CU_ASSERT_TRUE(liberty_cell(&l, "QN")->only_inverted);
    CU_ASSERT_TRUE(liberty_cell(&l, "STATE")->only_inverted);
    CU_ASSERT_FALSE(liberty_cell(&l, "BOTH")->only_inverted);
    CU_ASSERT_FALSE(liberty_cell(&l, "TWO")->only_inverted);
    CU_ASSERT_FALSE(liberty_cell(&l, "SCAN")->only_inverted);
    liberty_free(&l);
}

TEST(liberty_takes_the_unit_of_capacitance_from_the_library)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text("library (l) {\n capacitive_load_unit (10, ff);\n" INV(
                                        "I", "1", "0.5", "!A") FLOP "}",
                                    &l, NULL, 0),
                          ST_OK);
    CU_ASSERT_DOUBLE_EQUAL(liberty_inverter(&l)->input_ff, 5.0, 1e-9);
    liberty_free(&l);
}

// The slews and loads of the table are below all delays.
#define TIMED(unit, area, delays) \
    "library (l) {\n time_unit : " unit ";\n cell (I) { area : " area \
    "; pin (A) { direction : input; }\n" \
    " pin (Y) { direction : output; function : \"!A\"; timing () { cell_rise (t) { " \
    "index_1 (\"0.01, 9\"); index_2 (\"0.02, 9\"); values (" delays "); } } } }\n" FLOP "}"

TEST(liberty_takes_the_unit_of_time_from_the_library)
{
    static const struct {
        const char *text;
        double ps, delay_ps;
    } cases[] = {
        {TIMED("\"1ps\"", "1", "\"6.5, 7\", \"-1, 6\""), 1, 6},
        {TIMED("10ps", "1", "\"0.5\""), 10, 5},
        {TIMED("\"100 PS\"", "1", "\"0.25\""), 100, 25},
        {TIMED("\"0.1ns\"", "1", "\"0.25\""), 100, 25},
        {TIMED("\"1ns\"", "1", "\"-0.1, 0\""), 1000, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        liberty l;
        CU_ASSERT_EQUAL_FATAL(read_text(cases[i].text, &l, NULL, 0), ST_OK);
        CU_ASSERT_EQUAL(l.time_ps, cases[i].ps);
        CU_ASSERT_DOUBLE_EQUAL(liberty_inverter(&l)->delay_ps, cases[i].delay_ps, 1e-9);
        liberty_free(&l);
    }
}

TEST(liberty_without_units_has_those_of_the_format)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(
        read_text("library (l) {\n" INV("I", "1", "0.5", "!A") FLOP "}", &l, NULL, 0), ST_OK);
    CU_ASSERT_EQUAL(l.time_ps, 1000);
    CU_ASSERT_DOUBLE_EQUAL(liberty_inverter(&l)->input_ff, 500, 1e-9);
    liberty_free(&l);
}

TEST(liberty_refuses_units_that_the_tools_do_not_know)
{
    static const char *const units[] = {
        "time_unit : \"2ns\";",
        "time_unit : \"1us\";",
        "time_unit : \"1\";",
        "capacitive_load_unit (1, nf);",
        "capacitive_load_unit (0, pf);",
        "capacitive_load_unit (1);",
    };
    for (unsigned i = 0; i < sizeof units / sizeof units[0]; i++) {
        liberty l;
        char message[512];
        char *text = wl_format("library (l) {\n  %s\n%s}", units[i], INV("I", "1", "1", "!A") FLOP);
        CU_ASSERT_EQUAL(read_text(text, &l, message, sizeof message), ST_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(message, ":2:"));
        CU_ASSERT_PTR_NOT_NULL(strstr(message, "_unit must be"));
        free(text);
    }
}

// What `write_it` makes of `text`, malloc'd.
static char *written(const char *text,
                     int (*write_it)(const char *path, const char *target, err *e))
{
    char path[] = "/tmp/wl_liberty_XXXXXX", *made = NULL, *target;
    size_t bytes;
    err e = {0};
    int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    target = wl_format("%s.out", path);
    CU_ASSERT_EQUAL_FATAL(write_it(path, target, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(infile_read(target, 1 << 20, &made, &bytes, &e), ST_OK);
    unlink(path);
    unlink(target);
    free(target);
    return made;
}

TEST(liberty_plain_writes_what_all_tools_take)
{
    static const char head[] = "library (l) {\n time_unit : 1ns ;\n current_unit : 1mA ;\n"
                               " capacitive_load_unit (1.0, \"PF\");\n";
    static const char want[] = "library (l) {\n time_unit : \"1ns\";\n current_unit : \"1mA\" ;\n"
                               " capacitive_load_unit (1.0,pf);\n";
    static const char cells[] = INV("I", "2", "1", "!A");
    static const char bus[] = "cell (B) { area : 1; bundle (D) { members (x, y); }\n"
                              " pin (Z) { function : \"!A\"; } }\n";
    static const char flop[] = "cell (D) { area : 3 ; ff (Q, N) { clocked_on : ";
    static const char scan[] = " test_cell () { ff (A, B) { preset : !S ; } }";
    char *text = wl_format("%s%s%s%s(!C) ; }%s }\n}\n", head, bus, cells, flop, scan);
    char *made = written(text, liberty_plain);
    char *right = wl_format("%s\n%s%s\"(!C)\" ; }  }\n}\n", want, cells, flop);
    CU_ASSERT_STRING_EQUAL(made, right);
    char *again = written(made, liberty_plain); // and leaves that as it is
    CU_ASSERT_STRING_EQUAL(again, right);
    free(text);
    free(made);
    free(right);
    free(again);
}

static int without_inverter_b(const char *path, const char *target, err *e)
{
    return liberty_for_abc(path, "B* X", target, e);
}

TEST(liberty_for_abc_leaves_cells_out_and_slows_what_is_too_fast)
{
    static const struct {
        const char *unit, *delay, *want;
    } cases[] = {{"\"1ns\"", "0.031", "\"1ns\""},    {"\"100ps\"", "0.031", "\"100ps\""},
                 {"\"10ps\"", "0.031", "\"100ps\""}, {"\"1ps\"", "0.031", "\"100ps\""},
                 {"\"1ps\"", "6", "\"1ps\""},        {"\"1ns\"", "0.001", "\"1ns\""},
                 {"\"1ps\"", "0.000001", "\"1ns\""}, {"\"1ps\"", "0", "\"1ps\""}};
    static const char form[] =
        "library (l) {\n time_unit : %s;\n cell (I) { area : 1; pin (A) { direction : input; }\n"
        " pin (Y) { direction : output; function : \"!A\"; timing () { cell_fall (t) { values "
        "(\"%s\"); } } } }\n%s" FLOP "}";
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = wl_format(form, cases[i].unit, cases[i].delay, INV("BIG", "9", "1", "!A"));
        char *want = wl_format(form, cases[i].want, cases[i].delay, "\n");
        char *made = written(text, without_inverter_b);
        CU_ASSERT_STRING_EQUAL(made, want);
        free(text);
        free(want);
        free(made);
    }
}

TEST(liberty_leaves_out_cells_marked_dont_use)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(
        read_text(HEAD "cell (P) { dont_use : true; area : 1; pin (A) { direction : input; }\n"
                       " pin (Y) { direction : output; function : \"!A\"; } }\n" INV("I", "2", "1",
                                                                                     "!A") FLOP "}",
                  &l, NULL, 0),
        ST_OK);
    CU_ASSERT_STRING_EQUAL(liberty_inverter(&l)->name, "I");
    liberty_free(&l);
}

TEST(liberty_reads_comments_continued_lines_and_missing_semicolons)
{
    liberty l;
    CU_ASSERT_EQUAL_FATAL(read_text("/* a { comment */ " HEAD
                                    " x : 1\n values ( \\\n \"1, 2\", \\\n \"3\");\n" INV(
                                        "I", "2", "1", "!A") FLOP "}\n",
                                    &l, NULL, 0),
                          ST_OK);
    CU_ASSERT_EQUAL(l.n, 2);
    liberty_free(&l);
}

TEST(liberty_says_what_a_comment_is)
{
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(read_text("// a b\nlibrary (l) {\n", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "after a name; a comment is /* ... */"));
    CU_ASSERT_EQUAL(read_text("/ a b\n", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NULL(strstr(message, "a comment is"));
}

#define GATE(name, more, pin, table) \
    "cell (" name ") { area : 1; " more " pin (A) { direction : input; }\n" \
    " pin (Y) { direction : output; " pin " timing () { " table " } } }\n"
#define DELAYS "cell_rise (t) { index_1 (\"1\"); values (\"0\"); }"
#define NO_DELAYS "cell_rise (t) { index_1 (\"1\"); } rise_transition (t) { values (\"1\"); }"
#define BUFFER "function : \"A\";"

// Flip-flops, gates that are three-state, without a function, of two outputs or left out may have
// none.
TEST(liberty_names_the_gate_without_delays)
{
    static const struct {
        const char *cells, *want;
    } cases[] = {{GATE("T", "", BUFFER, DELAYS), NULL},
                 {GATE("T", "", BUFFER, DELAYS) GATE("U", "", BUFFER, NO_DELAYS), "U"},
                 {GATE("T", "", BUFFER, ""), "T"},
                 {GATE("T", "dont_use : true;", BUFFER, ""), NULL},
                 {GATE("OUT2", "", BUFFER, ""), NULL},
                 {GATE("T", "", "", ""), NULL},
                 {GATE("T", "", BUFFER " three_state : \"!A\";", ""), NULL},
                 {GATE("T", "pin (Z) { direction : output; }", BUFFER, ""), NULL}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        liberty l;
        char *text = wl_format(HEAD "%s" GATE("I", "", "function : \"!A\";", DELAYS) FLOP "}",
                               cases[i].cells);
        CU_ASSERT_EQUAL_FATAL(read_text(text, &l, NULL, 0), ST_OK);
        const lib_cell *c = liberty_untimed(&l, "X OUT*");
        CU_ASSERT_STRING_EQUAL(c ? c->name : "none", cases[i].want ? cases[i].want : "none");
        liberty_free(&l);
        free(text);
    }
}

TEST(liberty_names_the_place_of_a_syntax_error)
{
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(
        read_text("library (l) {\n  cell (A) {\n    area 3;\n", &l, message, sizeof message),
        ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(message, ":3:10: error: not a Liberty file: ':' or '(' is expected after a name"));
}

TEST(liberty_refuses_an_area_that_is_none)
{
    static const char *const areas[] = {"-2", "nan", "inf", "2um"};
    for (unsigned i = 0; i < sizeof areas / sizeof areas[0]; i++) {
        liberty l;
        char message[512],
            *text = wl_format("library (l) {\n  cell (A) {\n    area : %s;\n  }\n}\n", areas[i]);
        CU_ASSERT_EQUAL(read_text(text, &l, message, sizeof message), ST_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(message, ":3:"));
        CU_ASSERT_PTR_NOT_NULL(strstr(message, "area must be a number of at least 0"));
        free(text);
    }
}

TEST(liberty_refuses_files_that_end_early_or_are_none)
{
    liberty l;
    char message[512];
    CU_ASSERT_EQUAL(read_text(HEAD INV("I", "2", "1", "!A") FLOP, &l, message, sizeof message),
                    ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "'}' is missing"));
    CU_ASSERT_EQUAL(read_text("", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(message, "no library group"));
    CU_ASSERT_EQUAL(read_text("name: mrpb\n- queues\n", &l, message, sizeof message), ST_INPUT);
    CU_ASSERT_EQUAL(read_text(HEAD INV("I", "2", "1", "!A") "}", &l, message, sizeof message),
                    ST_INPUT);
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

UNIT_MAIN("liberty", T(liberty_reads_name_areas_and_flops),
          T(liberty_chooses_the_smallest_inverter),
          T(liberty_chooses_the_smallest_latch_of_each_level),
          T(liberty_takes_the_unit_of_capacitance_from_the_library),
          T(liberty_takes_the_unit_of_time_from_the_library),
          T(liberty_without_units_has_those_of_the_format),
          T(liberty_refuses_units_that_the_tools_do_not_know),
          T(liberty_plain_writes_what_all_tools_take),
          T(liberty_for_abc_leaves_cells_out_and_slows_what_is_too_fast),
          T(liberty_counts_the_inversions_of_a_latch),
          T(liberty_knows_flip_flops_with_an_inverted_output_alone),
          T(liberty_leaves_out_cells_marked_dont_use),
          T(liberty_reads_comments_continued_lines_and_missing_semicolons),
          T(liberty_says_what_a_comment_is), T(liberty_names_the_gate_without_delays),
          T(liberty_names_the_place_of_a_syntax_error), T(liberty_refuses_an_area_that_is_none),
          T(liberty_refuses_files_that_end_early_or_are_none),
          T(liberty_refuses_bottomless_nesting), T(liberty_missing_file_names_the_setting))
