// test_mutants.c : flattened designs and their mutants, as Yosys writes them.
//
// links: mutate bench lockstep rtlgen machine blocks config base
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
#include <sys/resource.h>
#include <unistd.h>

static const char DESIGN[] = "module \\top\n"
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
    static const struct {
        const char *from, *to, *where;
    } lines[] = {{"cell $not $n", "cell $not", ":7:"},
                 {"connect \\A { \\a [3:1] 2'10 $t }", "connect \\A", ":9:"},
                 {"wl_module \"x_leaf\"", "wl_module \"", ":5:"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        rtlil r;
        err e = {0};
        const char *at = strstr(DESIGN, lines[i].from);
        char *text = wl_format("%.*s%s%s", (int)(at - DESIGN), DESIGN, lines[i].to,
                               at + strlen(lines[i].from));
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
    char *bits = rtlil_bits(&r, p);
    CU_ASSERT_EQUAL(bits[0], '1');
    CU_ASSERT_EQUAL(strspn(bits + 1, "s"), WIRES);
    free(bits);
    rtlil_free(&r);
    free(text);
    free(many);
    remove(file("il"));
}

// A cell's name inside of an instance is what it is when the instance's module is flattened alone.
static void check_name(const scope_list *l, const char *cell, unsigned above, const char *module,
                       const char *name)
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
    char *bits = rtlil_bits(&r, a);
    CU_ASSERT_STRING_EQUAL(bits, "s01sss");
    free(bits);
    rtlil_free(&r);
}

// All mutants of the design, each module's shuffled.
static mutant_list all_mutants(const rtlil *r)
{
    mutant_list l;
    CU_ASSERT_TRUE_FATAL(mutants_sample(&l, r, NULL, 1000, 1));
    return l;
}

static bool is_mutant(const mutant *m, mutant_mode mode, const char *cell, const char *port,
                      unsigned bit)
{
    return m->mode == mode && m->bit == bit && strcmp(m->cell->name, cell) == 0 &&
           strcmp(m->port->name, port) == 0;
}

static unsigned count_of(const mutant_list *l, mutant_mode mode, const char *cell, const char *port,
                         unsigned bit)
{
    unsigned n = 0;
    for (unsigned i = 0; i < l->n; i++) n += is_mutant(&l->m[i], mode, cell, port, bit);
    return n;
}

// No mutants are those of a clock's pin, a constant that becomes itself, a bit inverted where
// itself or a constant says so.
TEST(what_is_no_mutant_is_left_out)
{
    rtlil r = read_design();
    mutant_list l = all_mutants(&r);
    CU_ASSERT_EQUAL(l.n_modules, 2);
    CU_ASSERT_EQUAL(l.modules[1].candidates, 6); // of x_top: two pins of one bit, inverted, 0 and 1
    CU_ASSERT_EQUAL(count_of(&l, MUTANT_INV, "$f", "CLK", 0), 0);
    CU_ASSERT_EQUAL(count_of(&l, MUTANT_INV, "$f", "Q", 0), 1);
    CU_ASSERT_EQUAL(count_of(&l, MUTANT_CONST0, "$n", "A", 1), 0);
    CU_ASSERT_EQUAL(count_of(&l, MUTANT_CONST1, "$n", "A", 1), 1);
    CU_ASSERT_EQUAL(count_of(&l, MUTANT_CONST1, "$n", "A", 2), 0);
    unsigned controlled = 0;
    for (unsigned i = 0; i < l.n; i++) {
        const mutant *m = &l.m[i];
        if (m->mode < MUTANT_CNOT0) continue;
        controlled++;
        CU_ASSERT_TRUE(m->ctrl_bit != m->bit && m->ctrl_bit < m->port->width);
        CU_ASSERT_TRUE(strcmp(m->port->name, "A") != 0 || (m->ctrl_bit != 1 && m->ctrl_bit != 2));
    }
    CU_ASSERT_TRUE(controlled > 0);
    CU_ASSERT_EQUAL(l.n, 6 + (6 + 5 + 5) + 18 +
                             controlled); // x_top; A, of which two bits are constants; Y
    mutants_free(&l);
    rtlil_free(&r);
}

TEST(mutant_has_its_command_and_its_place_in_the_rtl)
{
    rtlil r = read_design();
    mutant m = {.mode = MUTANT_CNOT1, .cell = rtlil_find(&r, "$n"), .bit = 5, .ctrl_bit = 3};
    m.port = rtlil_find_port(m.cell, "A");
    char *source = mutant_source(&m), *command = mutant_command(&m, "top");
    CU_ASSERT_STRING_EQUAL(source, "x_leaf.v:9.5-9.20");
    CU_ASSERT_STRING_EQUAL(command,
                           "mutate -mode cnot1 -module top -cell $n -port A -portbit 5 -ctrlbit 3");
    free(source);
    free(command);
    rtlil_free(&r);
}

static bool same_mutant(const mutant *a, const mutant *b)
{
    return a->mode == b->mode && a->port == b->port && a->bit == b->bit &&
           a->ctrl_bit == b->ctrl_bit;
}

TEST(sample_is_of_each_module_and_begins_larger_ones)
{
    enum { KEPT = 5 };
    static const char *const top[] = {"x_top", NULL}, *const nothing[] = {"top", NULL};
    rtlil r = read_design();
    for (unsigned count = 1; count <= KEPT; count++) {
        mutant_list fewer, more;
        CU_ASSERT_TRUE(mutants_sample(&fewer, &r, NULL, count, 7));
        CU_ASSERT_TRUE(mutants_sample(&more, &r, NULL, count + 1, 7));
        CU_ASSERT_EQUAL_FATAL(fewer.n, 2 * count);
        for (unsigned i = 0; i < count; i++) {
            CU_ASSERT_TRUE(same_mutant(&fewer.m[i], &more.m[i]));
            CU_ASSERT_TRUE(same_mutant(&fewer.m[count + i], &more.m[count + 1 + i]));
        }
        mutants_free(&fewer);
        mutants_free(&more);
    }
    mutant_list l;
    CU_ASSERT_TRUE(mutants_sample(&l, &r, top, KEPT, 7));
    CU_ASSERT_EQUAL(l.n, KEPT);
    CU_ASSERT_STRING_EQUAL(l.m[0].cell->name, "$f");
    mutants_free(&l);
    CU_ASSERT_FALSE(mutants_sample(&l, &r, nothing, KEPT, 7));
    mutants_free(&l);
    rtlil_free(&r);
}

// A sample holds no mutant twice.
static bool is_set(const mutant_list *l)
{
    for (unsigned i = 0; i < l->n; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (same_mutant(&l->m[i], &l->m[k])) return false;
        }
    }
    return true;
}

// Over 3,000 seeds each mutant of the leaf is drawn as often as chance has it: five standard
// deviations.
TEST(every_mutant_is_as_likely)
{
    enum { SEEDS = 3000, KEPT = 12 };
    rtlil r = read_design();
    mutant_list all = all_mutants(&r), l;
    const unsigned n = all.modules[0].candidates;
    unsigned *drawn = wl_calloc(n, sizeof *drawn);
    static const char *const leaf[] = {"x_leaf", NULL};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        CU_ASSERT_TRUE_FATAL(mutants_sample(&l, &r, leaf, KEPT, seed));
        CU_ASSERT_TRUE(is_set(&l));
        for (unsigned i = 0; i < l.n; i++) {
            for (unsigned k = 0; k < n; k++) drawn[k] += same_mutant(&l.m[i], &all.m[k]);
        }
        mutants_free(&l);
    }
    const double share = (double)KEPT / n, mean = SEEDS * share, variance = mean * (1 - share);
    for (unsigned k = 0; k < n; k++) {
        const double off = drawn[k] - mean;
        CU_ASSERT_TRUE(off * off < 25 * variance);
    }
    free(drawn);
    mutants_free(&all);
    rtlil_free(&r);
}

// A port of so many bits that a list of its mutants would take half a gigabyte: the sample takes
// what the design does.
TEST(sample_of_millions_takes_little_memory)
{
    enum { BITS = 2000000, LIMIT_KB = 64 << 10 };
    char *text = wl_format("module \\top\n  wire width %d \\a\n  attribute \\wl_module \"x\"\n  "
                           "cell $not $n\n    connect \\A \\a\n  end\nend\n",
                           BITS);
    put(file("il"), text);
    rtlil r;
    mutant_list l;
    err e = {0};
    struct rusage before, after;
    CU_ASSERT_EQUAL_FATAL(rtlil_read(&r, file("il"), &e), ST_OK);
    getrusage(RUSAGE_SELF, &before);
    CU_ASSERT_TRUE(mutants_sample(&l, &r, NULL, 20, 1));
    getrusage(RUSAGE_SELF, &after);
    CU_ASSERT_EQUAL(l.n, 20);
    CU_ASSERT_TRUE(l.modules[0].candidates >
                   4 * (unsigned)BITS); // a draw that hits the bit itself is rare
    CU_ASSERT_TRUE(after.ru_maxrss - before.ru_maxrss < LIMIT_KB);
    mutants_free(&l);
    rtlil_free(&r);
    free(text);
    remove(file("il"));
}

// Both ports of the cell get a place; what wl_select says of each stands at its bits.
TEST(design_of_all_mutants)
{
    rtlil r = read_design();
    err e = {0};
    char *text;
    size_t bytes;
    const rtlil_cell *c = rtlil_find(&r, "$n");
    mutant_list l = {.m = wl_calloc(2, sizeof *l.m), .n = 2};
    l.m[0] = (mutant){
        .mode = MUTANT_CNOT1, .cell = c, .port = rtlil_find_port(c, "A"), .bit = 5, .ctrl_bit = 3};
    l.m[1] = (mutant){.mode = MUTANT_CONST1, .cell = c, .port = rtlil_find_port(c, "Y"), .bit = 2};
    CU_ASSERT_EQUAL(mutants_write(&l, &r, file("il"), &e), ST_OK);
    CU_ASSERT_EQUAL(infile_read(file("il"), 1 << 20, &text, &bytes, &e), ST_OK);
    remove(file("il"));
    CU_ASSERT_EQUAL(mutant_select(&l.m[0]), 5ull << 48 | 3ull << 32 | 5ull << 16 | 1);
    CU_ASSERT_EQUAL(mutant_select(&l.m[1]), 2ull << 48 | 2ull << 16 | 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "wire width 64 input 3 \\wl_select\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "    connect \\A $wl_port$1\n    connect \\Y $wl_port$2\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "    connect \\s { \\a [3:1] 2'10 $t }\n    connect \\y $wl_port$1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "    connect \\s $wl_port$2\n    connect \\y \\y\n"));
    free(text);
    mutants_free(&l);
    rtlil_free(&r);
}

// Inputs sel (literal 2) and a latch (4) whose next value is sel; the output is their AND (6). Of
// the constant, 0 or 1, the latch and the gate are given; deltas of the gate: 6 - 4, and 4 - the
// constant.
TEST(input_of_gates_becomes_a_constant)
{
    static const char GATES[] = "aig 3 1 1 1 1\n2 0\n7\n\2\2i0 sel[0]\n",
                      *const want[] = {"aig 3 1 1 1 1\n0 0\n7\n\2\4",
                                       "aig 3 1 1 1 1\n1 0\n7\n\2\3"};
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

UNIT_MAIN("mutants", T(a_cell_is_found_in_each_instance_that_holds_it),
          T(widths_and_constants_of_a_design), T(design_that_is_cut_off_is_an_error),
          T(design_with_a_broken_line_is_an_error), T(signal_of_many_parts_is_read_whole),
          T(what_is_no_mutant_is_left_out), T(mutant_has_its_command_and_its_place_in_the_rtl),
          T(sample_is_of_each_module_and_begins_larger_ones), T(every_mutant_is_as_likely),
          T(sample_of_millions_takes_little_memory), T(design_of_all_mutants),
          T(input_of_gates_becomes_a_constant))
