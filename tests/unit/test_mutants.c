// test_mutants.c : flattened designs and their mutants, as Yosys writes them. links: mutate bench lockstep rtlgen machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "unit.h"

#include "base/outfile.h"
#include "tb/mutate/aiger.h"
#include "tb/mutate/mutants.h"
#include "tb/mutate/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char DESIGN[] =
    "module \\top\n"
    "  wire width 4 input 1 \\a\n"
    "  wire width 6 output 2 \\y\n"
    "  wire $t\n"
    "  attribute \\wl_module \"x_leaf\"\n"
    "  attribute \\src \"rtl/top.v:3.1-4.2|rtl/x_leaf.v:9.5-9.20\"\n"
    "  cell $not $n\n"
    "    parameter \\WIDTH 6\n"
    "    connect \\A { \\a [3:1] 2'10 $t }\n"
    "    connect \\Y \\y\n"
    "  end\n"
    "  attribute \\wl_module \"x_top\"\n"
    "  cell $dff $f\n"
    "    connect \\CLK $t\n"
    "    connect \\D \\a [2]\n"
    "    connect \\Q $t\n"
    "  end\n"
    "end\n";

// A file of this process alone.
static const char *file(const char *suffix)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/wl_mutants_%ld.%s", (long)getpid(), suffix);
    return path;
}

static void put(const char *path, const char *text)
{
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put(path, text, strlen(text), &e), ST_OK);
}

static rtlil read_design(void)
{
    rtlil r;
    err e = {0};
    put(file("il"), DESIGN);
    CU_ASSERT_EQUAL(rtlil_read(&r, file("il"), &e), ST_OK);
    remove(file("il"));
    return r;
}

// Whatever is missing at the end, the design is refused, not half a one taken.
TEST(design_that_is_cut_off_is_an_error)
{
    for (size_t n = 0; n < sizeof DESIGN - 2; n++) {
        rtlil r;
        err e = {0};
        CU_ASSERT_EQUAL_FATAL(outfile_put(file("il"), DESIGN, n, &e), ST_OK);
        CU_ASSERT_EQUAL(rtlil_read(&r, file("il"), &e), ST_TOOL);
        CU_ASSERT_PTR_NOT_NULL(e.text);
        rtlil_free(&r);
        err_free(&e);
    }
    remove(file("il"));
}

// A line of a cell that is broken in the middle is named.
TEST(design_with_a_broken_line_is_an_error)
{
    static const struct { const char *from, *to, *where; } lines[] = {{"cell $not $n", "cell $not", ":7:"}, {"connect \\A { \\a [3:1] 2'10 $t }", "connect \\A", ":9:"},
                                                                      {"wl_module \"x_leaf\"", "wl_module \"", ":5:"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        rtlil r;
        err e = {0};
        const char *at = strstr(DESIGN, lines[i].from);
        char *text = wl_format("%.*s%s%s", (int)(at - DESIGN), DESIGN, lines[i].to, at + strlen(lines[i].from));
        put(file("il"), text);
        CU_ASSERT_EQUAL(rtlil_read(&r, file("il"), &e), ST_TOOL);
        CU_ASSERT_TRUE(e.text && strstr(e.text, lines[i].where));
        rtlil_free(&r);
        err_free(&e);
        free(text);
    }
    remove(file("il"));
}

// A signal of any number of parts has all of its bits: 6,000 of them, a constant lowest.
TEST(signal_of_many_parts_is_read_whole)
{
    enum { WIRES = 6000 };
    static const char part[] = " $t";
    char *many = wl_calloc(WIRES * strlen(part) + 1, 1);
    for (unsigned i = 0; i < WIRES; i++) memcpy(many + i * strlen(part), part, strlen(part));
    const char *at = strstr(DESIGN, " \\a [3:1]");
    char *text = wl_format("%.*s%s 1'1 }%s", (int)(at - DESIGN), DESIGN, many, strchr(at, '\n'));
    put(file("il"), text);
    rtlil r;
    err e = {0};
    CU_ASSERT_EQUAL(rtlil_read(&r, file("il"), &e), ST_OK);
    const rtlil_port *p = rtlil_find_port(&r.cells[0], "A");
    CU_ASSERT_EQUAL(p->width, WIRES + 1);
    CU_ASSERT_EQUAL(rtlil_bit(&r, p->signal, 0), '1');
    CU_ASSERT_EQUAL(rtlil_bit(&r, p->signal, WIRES), 's');
    rtlil_free(&r);
    free(text);
    free(many);
    remove(file("il"));
}

static int read_list(mutant_list *l, const rtlil *r, const char *text, err *e)
{
    put(file("txt"), text);
    const int status = mutants_read(l, r, file("txt"), e);
    remove(file("txt"));
    return status;
}

// A cell's name inside of an instance is what it is when the instance's module is flattened alone.
static void check_name(const scope_list *l, const char *cell, unsigned above, const char *module, const char *name)
{
    const rtlil_cell c = {.name = cell};
    const scope *s = scope_of(l, &c, above);
    CU_ASSERT_EQUAL(!s, !module);
    if (!s || !module) return;
    char *inside = scope_name(s, &c);
    CU_ASSERT_STRING_EQUAL(s->module, module);
    CU_ASSERT_STRING_EQUAL(inside, name);
    free(inside);
}

TEST(a_cell_is_found_in_each_instance_that_holds_it)
{
    scope_list l;
    err e = {0};
    put(file("ins"), "\\m \\u_a.\n$paramod\\f \\u_a.\\g_q[0].u_f.\n\\m \\u_ab.\n");
    CU_ASSERT_EQUAL(scopes_read(&l, file("ins"), &e), ST_OK);
    CU_ASSERT_EQUAL(l.n, 3);
    check_name(&l, "$flatten\\u_a.\\g_q[0].u_f.$and$7", 0, "$paramod\\f", "$and$7");
    check_name(&l, "$flatten\\u_a.\\g_q[0].u_f.$and$7", 1, "\\m", "$flatten\\g_q[0].u_f.$and$7");
    check_name(&l, "$flatten\\u_a.\\g_q[0].u_f.$and$7", 2, NULL, "");
    check_name(&l, "u_a.g_q[0].u_f.mem_q", 0, "$paramod\\f", "mem_q");
    check_name(&l, "u_a.g_q[0].u_f.mem_q", 1, "\\m", "g_q[0].u_f.mem_q");
    check_name(&l, "$flatten\\u_ab.$or$1", 0, "\\m", "$or$1");
    check_name(&l, "$procdff$3", 0, NULL, "");
    scopes_free(&l);
    put(file("ins"), "nothing\n");
    CU_ASSERT_EQUAL(scopes_read(&l, file("ins"), &e), ST_TOOL);
    scopes_free(&l);
    err_free(&e);
    remove(file("ins"));
}

TEST(widths_and_constants_of_a_design)
{
    rtlil r = read_design();
    const rtlil_cell *c = rtlil_find(&r, "$n");
    CU_ASSERT_EQUAL(r.n_cells, 2);
    CU_ASSERT_EQUAL(r.top_ports, 2);
    CU_ASSERT_STRING_EQUAL(c->module, "x_leaf");
    const rtlil_port *a = rtlil_find_port(c, "A");
    CU_ASSERT_EQUAL(a->width, 6);
    const char want[] = {'s', '0', '1', 's', 's', 's'};
    for (unsigned i = 0; i < 6; i++) CU_ASSERT_EQUAL(rtlil_bit(&r, a->signal, i), want[i]);
    rtlil_free(&r);
}

// Of the five, the clock's pin and the 0 that becomes a 0 are none.
TEST(list_leaves_out_what_is_no_mutant)
{
    rtlil r = read_design();
    mutant_list l;
    err e = {0};
    CU_ASSERT_EQUAL(read_list(&l, &r,
                              "mutate -mode inv -module top -cell $f -port CLK -portbit 0 -src x\n"
                              "mutate -mode const0 -module top -cell $n -port A -portbit 1 -src x\n"
                              "mutate -mode const1 -module top -cell $n -port A -portbit 1 -src x\n"
                              "mutate -mode cnot1 -module top -cell $n -port A -portbit 5 -ctrlbit 3 -src x\n"
                              "mutate -mode inv -module top -cell $f -port Q -portbit 0 -src x\n", &e), ST_OK);
    CU_ASSERT_EQUAL(l.n, 3);
    CU_ASSERT_EQUAL(l.n_modules, 2);
    CU_ASSERT_EQUAL(l.modules[0].candidates, 2);
    char *source = mutant_source(&l.m[1]), *command = mutant_command(&l.m[1], "top");
    CU_ASSERT_STRING_EQUAL(source, "x_leaf.v:9.5-9.20");
    CU_ASSERT_STRING_EQUAL(command, "mutate -mode cnot1 -module top -cell $n -port A -portbit 5 -ctrlbit 3");
    free(source);
    free(command);
    mutants_free(&l);
    rtlil_free(&r);
}

TEST(unknown_cell_is_an_error_not_a_kill)
{
    static const char *const lines[] = {"mutate -mode inv -module top -cell $gone -port A -portbit 0\n",
                                        "mutate -mode inv -module top -cell $n -port B -portbit 0\n",
                                        "mutate -mode inv -module top -cell $n -port A -portbit 6\n",
                                        "mutate -mode odd -module top -cell $n -port A -portbit 0\n"};
    rtlil r = read_design();
    for (unsigned i = 0; i < 4; i++) {
        mutant_list l;
        err e = {0};
        CU_ASSERT_EQUAL(read_list(&l, &r, lines[i], &e), ST_TOOL);
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "mutant of no cell"));
        mutants_free(&l);
        err_free(&e);
    }
    rtlil_free(&r);
}

TEST(sample_is_of_each_module_and_of_the_seed)
{
    enum { BITS = 6, KEPT = 3 };
    rtlil r = read_design();
    mutant_list l;
    err e = {0};
    char *list = wl_strdup("mutate -mode inv -module top -cell $f -port D -portbit 0\n");
    for (unsigned i = 0; i < BITS; i++) {
        char *longer = wl_format("%smutate -mode inv -module top -cell $n -port Y -portbit %u\n", list, i);
        free(list);
        list = longer;
    }
    unsigned drawn[2][KEPT];
    for (unsigned again = 0; again < 2; again++) {
        CU_ASSERT_EQUAL(read_list(&l, &r, list, &e), ST_OK);
        CU_ASSERT_EQUAL(mutants_choose(&l, NULL, KEPT, 7, &e), ST_OK);
        CU_ASSERT_EQUAL(l.n, KEPT + 1);
        for (unsigned i = 0; i < KEPT; i++) drawn[again][i] = l.m[i].bit;
        mutants_free(&l);
    }
    CU_ASSERT_EQUAL(memcmp(drawn[0], drawn[1], sizeof drawn[0]), 0);
    CU_ASSERT_EQUAL(read_list(&l, &r, list, &e), ST_OK);
    CU_ASSERT_EQUAL(mutants_choose(&l, "nothing", KEPT, 7, &e), ST_INPUT);
    mutants_free(&l);
    err_free(&e);
    free(list);
    rtlil_free(&r);
}

// Both ports of the cell get a place; what wl_select says of each stands at its bits.
TEST(design_of_all_mutants)
{
    rtlil r = read_design();
    mutant_list l;
    err e = {0};
    char *text;
    size_t bytes;
    CU_ASSERT_EQUAL(read_list(&l, &r,
                              "mutate -mode cnot1 -module top -cell $n -port A -portbit 5 -ctrlbit 3\n"
                              "mutate -mode const1 -module top -cell $n -port Y -portbit 2\n", &e), ST_OK);
    CU_ASSERT_EQUAL(mutants_write(&l, &r, file("il"), &e), ST_OK);
    CU_ASSERT_EQUAL(infile_read(file("il"), 1 << 20, &text, &bytes, &e), ST_OK);
    remove(file("il"));
    CU_ASSERT_EQUAL(mutant_select(&l.m[0]), 5ull << 48 | 3ull << 32 | 5ull << 16 | 1);
    CU_ASSERT_EQUAL(mutant_select(&l.m[1]), 2ull << 48 | 2ull << 16 | 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "wire width 64 input 3 \\wl_select\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "    connect \\A $wl_port$1\n    connect \\Y $wl_port$2\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "    connect \\s { \\a [3:1] 2'10 $t }\n    connect \\y $wl_port$1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "    connect \\s $wl_port$2\n    connect \\y \\y\n"));
    free(text);
    mutants_free(&l);
    rtlil_free(&r);
}

// Inputs sel (literal 2) and a latch (4) whose next value is sel; the output is their AND (6). Of the constant, 0 or 1, the latch and the
// gate are given; deltas of the gate: 6 - 4, and 4 - the constant.
TEST(input_of_gates_becomes_a_constant)
{
    static const char GATES[] = "aig 3 1 1 1 1\n2 0\n7\n\2\2i0 sel[0]\n", *const want[] = {"aig 3 1 1 1 1\n0 0\n7\n\2\4", "aig 3 1 1 1 1\n1 0\n7\n\2\3"};
    char *from = wl_strdup(file("aig"));
    put(from, GATES);
    for (unsigned value = 0; value < 2; value++) {
        err e = {0};
        char *text;
        size_t bytes;
        CU_ASSERT_EQUAL(aiger_fix(from, "sel", value, file("one"), &e), ST_OK);
        CU_ASSERT_EQUAL(infile_read(file("one"), 1 << 10, &text, &bytes, &e), ST_OK);
        CU_ASSERT_STRING_EQUAL(text, want[value]);
        free(text);
    }
    err e = {0};
    CU_ASSERT_EQUAL(aiger_fix(from, "other", 0, file("one"), &e), ST_TOOL);
    err_free(&e);
    put(from, "aig 3 1 1 1 1\n2 0\n7\n\2");
    CU_ASSERT_EQUAL(aiger_fix(from, "sel", 0, file("one"), &e), ST_TOOL);
    err_free(&e);
    remove(file("one"));
    remove(from);
    free(from);
}

UNIT_MAIN("mutants", T(a_cell_is_found_in_each_instance_that_holds_it), T(widths_and_constants_of_a_design),
          T(design_that_is_cut_off_is_an_error), T(design_with_a_broken_line_is_an_error),
          T(signal_of_many_parts_is_read_whole), T(list_leaves_out_what_is_no_mutant),
          T(unknown_cell_is_an_error_not_a_kill),
          T(sample_is_of_each_module_and_of_the_seed), T(design_of_all_mutants), T(input_of_gates_becomes_a_constant))
