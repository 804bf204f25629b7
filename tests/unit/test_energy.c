// test_energy.c: the energy of a netlist's activity, against sums by hand and against OpenSTA.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/energy.h"
#include "synth/liberty.h"

#include "base/cleanup.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Units: 1 fF, 2 V, so that an edge of a net of C fF takes 2 C fJ, and a unit of a table is 1 fJ.
// An inverter takes 1 + load / 10 fJ to rise and 3 to fall.
#define HEAD \
    "library (hand) { time_unit : \"1ns\"; voltage_unit : \"1V\"; capacitive_load_unit (1,ff);\n" \
    "leakage_power_unit : \"1nW\"; nom_voltage : 2;\n" \
    "power_lut_template (load) { variable_1 : total_output_net_capacitance;\n" \
    " index_1 (\"0, 10\"); }\n"
#define INV \
    "cell (INV) { area : 1; cell_leakage_power : 20;\n" \
    " pin (A) { direction : input; capacitance : 3; }\n" \
    " pin (Y) { direction : output; function : \"!A\"; internal_power () { related_pin : \"A\";\n" \
    "  rise_power (load) { values (\"1, 2\"); } fall_power (load) { values (\"3, 3\"); } } } }\n"
#define DFF \
    "cell (DFF) { area : 4; cell_leakage_power : 100;\n" \
    " ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; }\n" \
    " pin (CK) { direction : input; clock : true; capacitance : 5; internal_power () {\n" \
    "  rise_power (scalar) { values (\"7\"); } fall_power (scalar) { values (\"2\"); } } }\n" \
    " pin (D) { direction : input; capacitance : 4; internal_power () {\n" \
    "  rise_power (scalar) { values (\"0.5\"); } fall_power (scalar) { values (\"0.25\"); } } }\n" \
    " pin (Q) { direction : output; function : \"IQ\"; internal_power () { related_pin : " \
    "\"CK\";\n" \
    "  rise_power (load) { values (\"11, 11\"); } fall_power (load) { values (\"13, 13\"); } } } " \
    "}\n"
#define LATCH \
    "cell (LAT) { area : 2; latch (IQ, IQN) { enable : \"G\"; data_in : \"D\"; }\n" \
    " pin (G) { direction : input; capacitance : 1; } pin (D) { direction : input; }\n" \
    " pin (Q) { direction : output; function : \"IQ\"; } }\n"
// Takes 1 fJ for an edge of A while B is 0, and 10 while B is 1.
#define WHEN \
    "cell (OR) { area : 1; pin (A) { direction : input;\n" \
    "  internal_power () { when : \"!B\"; power (scalar) { values (\"1\"); } }\n" \
    "  internal_power () { when : \"B\"; power (scalar) { values (\"10\"); } } }\n" \
    " pin (B) { direction : input; } pin (Y) { direction : output; function : \"A+B\"; } }\n"

#define MODEL(in, out) ".model top\n.inputs " in "\n.outputs " out "\n"

typedef struct rig {
    power_lib lib;
    netlist net;
    activity a;
    sram_macros macros;
    err e;
} rig;

static char *write_file(const char *text)
{
    char *path = wl_strdup("/tmp/wl_energy_XXXXXX");
    const int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL_FATAL(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

static int read_lib(rig *r, const char *text)
{
    char *path = write_file(text);
    const int st = power_lib_read(path, &r->lib, &r->e);
    unlink(path);
    free(path);
    return st;
}

static int read_net(rig *r, const char *text)
{
    char *path = write_file(text);
    const int st = netlist_read(path, &r->lib, &r->macros, &r->net, &r->e);
    unlink(path);
    free(path);
    return st;
}

static void rig_open(rig *r, const char *lib, const char *net)
{
    memset(r, 0, sizeof *r);
    CU_ASSERT_EQUAL_FATAL(read_lib(r, lib), ST_OK);
    CU_ASSERT_EQUAL_FATAL(read_net(r, net), ST_OK);
    activity_init(&r->a, &r->net);
}

static void rig_close(rig *r)
{
    activity_free(&r->a);
    netlist_free(&r->net);
    power_lib_free(&r->lib);
    err_free(&r->e);
}

static int input(const rig *r, const char *name)
{
    for (unsigned i = 0; i < r->net.n_inputs; i++)
        if (strcmp(r->net.inputs[i].name, name) == 0) return r->net.inputs[i].net;
    return NO_NET;
}

static bool output(const rig *r, unsigned i) { return activity_get(&r->a, r->net.outputs[i].net); }

static void cycle(rig *r, const char *name, bool value)
{
    activity_set(&r->a, input(r, name), value);
    activity_settle(&r->a);
    activity_clock(&r->a);
}

static energy_parts parts_of(const rig *r, double wire_ff, energy_parts *by_part)
{
    energy_parts total;
    energy_sum(&r->a, &r->lib, wire_ff, &total, by_part);
    return total;
}

static bool is_fj(double pj, double fj) { return fabs(1000 * pj - fj) < 1e-9; }

#define CHAIN \
    MODEL("clk_i d_i", "q_o") \
    ".gate DFF CK=clk_i D=n2 Q=q_o\n.cname _r_\n" \
    ".gate INV A=d_i Y=n1\n.cname u_a._0_\n.gate INV A=n1 Y=n2\n.cname u_a.u_b._1_\n.end\n"

// d_i is 1, 1, 0, 1 after a cycle of 0: it rises twice and falls once, and so does the net before
// the flip-flop; the one between the inverters falls twice and rises once. In these cycles q_o
// rises and falls once.
static void chain_cycles(rig *r)
{
    static const bool d[] = {true, true, false, true};
    cycle(r, "d_i", false);
    activity_restart(&r->a);
    for (unsigned i = 0; i < 4; i++) cycle(r, "d_i", d[i]);
}

TEST(energy_of_a_chain_is_the_sum_by_hand)
{
    rig r;
    energy_parts by_part[2];
    rig_open(&r, HEAD INV DFF "}", CHAIN);
    chain_cycles(&r);
    const energy_parts p = parts_of(&r, 0, by_part);
    CU_ASSERT(is_fj(p.switching_pj, 3 * 2 * 3.0 + 3 * 2 * 4.0)); // q_o has no load
    CU_ASSERT(is_fj(p.inputs_pj, 3 * 2 * 3.0));
    CU_ASSERT(is_fj(p.clock_pj, 4 * (2 * 2 * 5.0 + 7 + 2)));
    CU_ASSERT(is_fj(p.internal_pj, (1.3 + 2 * 3) + (2 * 1.4 + 3) + (2 * 0.5 + 0.25) + (11 + 13)));
    CU_ASSERT(is_fj(p.leakage_mw, 1000 * (20 + 20 + 100) * 1e-6));
    CU_ASSERT_EQUAL(r.a.cycles, 4);
    rig_close(&r);
}

TEST(energy_of_parts_is_that_of_their_cells)
{
    rig r;
    energy_parts by_part[2];
    rig_open(&r, HEAD INV DFF "}", CHAIN);
    CU_ASSERT_EQUAL_FATAL(r.net.n_parts, 2);
    chain_cycles(&r);
    parts_of(&r, 0, by_part);
    const unsigned chain = strcmp(r.net.parts[0], "u_a") == 0 ? 0 : 1;
    CU_ASSERT_STRING_EQUAL(r.net.parts[1 - chain], "(top)");
    CU_ASSERT(is_fj(by_part[chain].internal_pj, (1.3 + 2 * 3) + (2 * 1.4 + 3)));
    CU_ASSERT(is_fj(by_part[chain].switching_pj, 3 * 2 * 3.0 + 3 * 2 * 4.0));
    CU_ASSERT(is_fj(by_part[1 - chain].leakage_mw, 1000 * 100 * 1e-6));
    rig_close(&r);
}

TEST(energy_with_wire_has_its_load_at_every_fanout)
{
    rig r;
    energy_parts by_part[2];
    rig_open(&r, HEAD INV DFF "}", CHAIN);
    chain_cycles(&r);
    const energy_parts p = parts_of(&r, 1, by_part);
    CU_ASSERT(is_fj(p.switching_pj, 3 * 2 * 4.0 + 3 * 2 * 5.0));
    CU_ASSERT(is_fj(p.internal_pj, (1.4 + 2 * 3) + (2 * 1.5 + 3) + (2 * 0.5 + 0.25) + (11 + 13)));
    rig_close(&r);
}

TEST(energy_counts_a_group_while_its_condition_holds)
{
    rig r;
    energy_parts by_part[1];
    rig_open(&r, HEAD WHEN "}", MODEL("a_i b_i", "y_o") ".gate OR A=a_i B=b_i Y=y_o\n.cname _0_\n");
    cycle(&r, "a_i", false);
    activity_restart(&r.a);
    for (unsigned i = 0; i < 3; i++) cycle(&r, "a_i", i % 2 == 0);
    cycle(&r, "b_i", true);
    cycle(&r, "a_i", false);
    CU_ASSERT(is_fj(parts_of(&r, 0, by_part).internal_pj, 3 * 1 + 10.0));
    rig_close(&r);
}

// A latch that is open while the clock is low passes what a flip-flop has got at the edge before.
TEST(activity_latches_are_shut_while_the_clock_is_high)
{
    rig r;
    rig_open(&r, HEAD INV DFF LATCH "}",
             MODEL("clk_i d_i", "q_o") ".gate DFF CK=clk_i D=d_i Q=n1\n.cname _0_\n"
                                       ".gate INV A=clk_i Y=low\n.cname _1_\n"
                                       ".gate LAT G=low D=n1 Q=q_o\n.cname _2_\n");
    cycle(&r, "d_i", true);
    CU_ASSERT_FALSE(output(&r, 0));
    activity_settle(&r.a);
    CU_ASSERT(output(&r, 0));
    rig_close(&r);
}

TEST(activity_counts_the_accesses_of_an_sram)
{
    rig r = {.macros = {.n = 1}};
    char name[] = "m_sram", *names[] = {name};
    sram model = {.words = 2, .width = 2, .read_pj = 3, .write_pj = 5, .leakage_mw = 7};
    energy_parts by_part[1];
    r.macros = (sram_macros){.names = names, .s = &model, .n = 1};
    CU_ASSERT_EQUAL_FATAL(read_lib(&r, HEAD INV "}"), ST_OK);
    CU_ASSERT_EQUAL_FATAL(
        read_net(&r, MODEL("clk_i w_i r_i a_i d_i",
                           "q_o[0] q_o[1]") ".subckt m_sram clk_i=clk_i "
                                            "wr_en_i=w_i rd_en_i=r_i wr_addr_i[0]=a_i "
                                            "rd_addr_i[0]=a_i wr_data_i[0]=d_i "
                                            "wr_data_i[1]=$true rd_data_o[0]=q_o[0] "
                                            "rd_data_o[1]=q_o[1]\n.cname u_m\n"),
        ST_OK);
    activity_init(&r.a, &r.net);
    cycle(&r, "w_i", true); // word 0 becomes 2
    activity_set(&r.a, input(&r, "a_i"), true);
    cycle(&r, "d_i", true); // word 1 becomes 3
    activity_set(&r.a, input(&r, "w_i"), false);
    cycle(&r, "r_i", true);
    CU_ASSERT(output(&r, 0) && output(&r, 1));
    cycle(&r, "a_i", false);
    CU_ASSERT(!output(&r, 0) && output(&r, 1));
    cycle(&r, "r_i", false);
    const energy_parts p = parts_of(&r, 0, by_part);
    CU_ASSERT(is_fj(p.sram_pj, 1000 * (2 * 3 + 2 * 5.0)));
    CU_ASSERT(is_fj(p.leakage_mw, 7000));
    rig_close(&r);
}

TEST(power_table_is_linear_between_and_beyond_its_entries)
{
    double slews[] = {1, 2}, loads[] = {0, 10, 20}, values[] = {0, 10, 40, 100, 110, 140};
    const power_table t = {.axes = 2,
                           .n = {2, 3},
                           .axis = {AXIS_SLEW, AXIS_LOAD},
                           .index = {slews, loads},
                           .value = values};
    CU_ASSERT_DOUBLE_EQUAL(power_look_up(&t, 1, 10), 10, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(power_look_up(&t, 1.5, 15), 75, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(power_look_up(&t, 2, 30), 170, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(power_look_up(&t, 0, 0), -100, 1e-12);
}

TEST(power_expr_binds_as_liberty_says)
{
    static const struct {
        const char *text;
        unsigned truth; // bit A + 2 B + 4 C
    } cases[] = {{"A+B*C", 0xea}, {"A B+C", 0xf8},  {"A^B*C", 0x60},
                 {"!A&B", 0x44},  {"(A|B)'", 0x11}, {"!(A+B')", 0x44}};
    power_cell c = {.n_pins = 3, .pins = {{.name = "A"}, {.name = "B"}, {.name = "C"}}};
    power_expr x;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CU_ASSERT_FATAL(power_expr_read(&c, NULL, NULL, cases[i].text, &x));
        for (unsigned v = 0; v < 8; v++) {
            const uint8_t pins[] = {v & 1, v >> 1 & 1, v >> 2 & 1};
            CU_ASSERT_EQUAL(power_eval(&x, pins), cases[i].truth >> v & 1);
        }
    }
    CU_ASSERT_FALSE(power_expr_read(&c, NULL, NULL, "A+", &x));
    CU_ASSERT_FALSE(power_expr_read(&c, NULL, NULL, "A+D", &x));
    CU_ASSERT_FALSE(power_expr_read(&c, NULL, NULL, "(A", &x));
}

static void refuses_lib(const char *text, const char *message)
{
    rig r = {.a = {0}};
    CU_ASSERT_EQUAL(read_lib(&r, text), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.e.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, message));
    err_free(&r.e);
}

TEST(power_lib_refuses_what_no_energy_follows_from)
{
    refuses_lib("library (x) { nom_voltage : 1; " LATCH "}", "has no internal_power");
    refuses_lib("library (x) { " INV "}", "has no nom_voltage");
    refuses_lib(HEAD "cell (C) { pin (Y) { direction : output; function : \"A+\"; } } }",
                "cell C: its function cannot be read");
    refuses_lib(HEAD "cell (C) { pin (Y) { direction : output; internal_power () { rise_power "
                     "(load) { values (\"1\"); } } } } }",
                "a table of load has 1 values, not 2");
}

static void refuses_net(const char *text, const char *message)
{
    rig r = {.a = {0}};
    CU_ASSERT_EQUAL_FATAL(read_lib(&r, HEAD INV DFF "}"), ST_OK);
    CU_ASSERT_EQUAL(read_net(&r, text), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.e.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, message));
    rig_close(&r);
}

TEST(netlist_refuses_what_cannot_be_simulated)
{
    refuses_net(MODEL("a", "y") ".gate INV A=y Y=b\n.cname _0_\n.gate INV A=b Y=y\n.cname _1_\n",
                "a loop of gates");
    refuses_net(MODEL("clk_i d g", "q") ".gate DFF CK=g D=d Q=q\n.cname _0_\n",
                "a flip-flop whose clock is not clk_i");
    refuses_net(MODEL("a", "y") ".gate NOR A=a Y=y\n.cname _0_\n", "the library has no such cell");
    refuses_net(MODEL("a", "y") ".gate INV B=a Y=y\n.cname _0_\n", "has no such pin");
}

// ---- the second way: OpenSTA's report_power

enum { STAGES = 20, PERIOD_NS = 5 };

// A shift register of STAGES flip-flops with three inverters before each: its activity is that of
// its input everywhere.
static void put_shift(FILE *f, bool blif)
{
    const char *gate = blif ? ".gate INVX1 A=%s%u Y=%s%u\n.cname %s%u\n"
                            : "INVX1 %5$s%6$u (.A(%1$s%2$u), .Y(%3$s%4$u));\n";
    const char *flop = blif ? ".gate DFFPOSX1 CLK=clk_i D=c%u Q=q%u\n.cname f%u\n"
                            : "DFFPOSX1 f%3$u (.CLK(clk_i), .D(c%1$u), .Q(q%2$u));\n";
    fputs(blif ? ".model top\n.inputs clk_i q0\n.outputs q20\n"
               : "module top (clk_i, q0, q20);\ninput clk_i, q0;\noutput q20;\n",
          f);
    for (unsigned i = 1; i <= STAGES; i++) {
        fprintf(f, gate, "q", i - 1, "a", i, "x", i);
        fprintf(f, gate, "a", i, "b", i, "y", i);
        fprintf(f, gate, "b", i, "c", i, "z", i);
        fprintf(f, flop, i, i, i);
    }
    fputs(blif ? ".end\n" : "endmodule\n", f);
}

static void write_shift(const char *dir, const char *name, bool blif)
{
    char *path = wl_format("%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    put_shift(f, blif);
    fclose(f);
    free(path);
}

// Internal, switching and leakage power in mW, as OpenSTA has them with its activity of 0.1.
static void ask_sta(const char *dir, double mw[3])
{
    static const char script[] =
        "read_liberty cells.lib\nread_verilog top.v\nlink_design top\n"
        "create_clock -name clk_i -period 5 [get_ports clk_i]\n"
        "set_input_delay 0 -clock clk_i [get_ports q0]\n"
        "set f [open power w]\nputs $f [sta::design_power [sta::cmd_corner]]\nclose $f\n";
    static const char *const argv[] = {"sta", "-no_init", "-no_splash", "-exit", "ask.tcl", NULL};
    err e = {0};
    char *path = wl_format("%s/ask.tcl", dir), *log = wl_format("%s/log", dir),
         *made = wl_format("%s/power", dir);
    CU_ASSERT_EQUAL_FATAL(outfile_put(path, script, strlen(script), &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(tool_run(argv, dir, log, &e), ST_OK);
    FILE *f = fopen(made, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CU_ASSERT_EQUAL(fscanf(f, "%lf %lf %lf", &mw[0], &mw[1], &mw[2]), 3);
    for (unsigned i = 0; i < 3; i++) mw[i] *= 1000;
    fclose(f);
    free(path);
    free(log);
    free(made);
}

static void read_shift(rig *r, const char *dir)
{
    char *lib = wl_format("%s/cells.lib", dir), *net = wl_format("%s/top.blif", dir), *found;
    CU_ASSERT_EQUAL_FATAL(liberty_find("osu018", &found, &r->e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(liberty_plain(found, lib, &r->e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(power_lib_read(lib, &r->lib, &r->e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(netlist_read(net, &r->lib, &r->macros, &r->net, &r->e), ST_OK);
    activity_init(&r->a, &r->net);
    free(found);
    free(lib);
    free(net);
}

static double mw_of(const rig *r, double pj) { return pj / (double)r->a.cycles / PERIOD_NS; }

// Internal power as OpenSTA has it, which does not count nets from ports: without the clock's.
static double internal_mw(const rig *r)
{
    energy_parts by_part[1];
    const energy_parts p = parts_of(r, 0, by_part);
    double clock_ff = 0;
    for (unsigned i = r->net.n_gates; i < r->net.n_cells; i++)
        for (unsigned k = 0; k < r->net.cells[i].cell->n_pins; k++)
            if (r->net.cells[i].cell->pins[k].clock)
                clock_ff += r->net.cells[i].cell->pins[k].cap_ff;
    const double clock_net_pj = (double)r->a.cycles * clock_ff * r->lib.volts * r->lib.volts / 1000;
    return mw_of(r, p.internal_pj + p.clock_pj - clock_net_pj);
}

// By its sums, OpenSTA 2.0.17 takes, for each edge of an input pin, the energies of a rising and of
// a falling edge together (inferred, not read in its source), so that a flip-flop's clock pin takes
// twice what its tables say. For comparison the library does the same.
static void double_inputs(power_lib *l)
{
    for (unsigned i = 0; i < l->n; i++)
        for (unsigned g = 0; g < l->cells[i].n_groups; g++) {
            power_group *group = &l->cells[i].groups[g];
            if (l->cells[i].pins[group->pin].output) continue;
            for (unsigned edge = 0; edge < EDGES; edge++)
                for (unsigned k = 0; k < group->energy[edge].n[0]; k++)
                    group->energy[edge].value[k] *= 2;
        }
}

// The same activity, counted: the input changes every ten cycles, once the register is full of it.
TEST(energy_agrees_with_opensta_at_the_same_activity)
{
    char dir[] = "/tmp/wl_energy_dir_XXXXXX";
    rig r = {.a = {0}};
    double mw[3];
    energy_parts by_part[1];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    write_shift(dir, "top.blif", true);
    write_shift(dir, "top.v", false);
    read_shift(&r, dir);
    ask_sta(dir, mw);
    for (unsigned i = 0; i < 2400; i++) {
        if (i == 400) activity_restart(&r.a);
        cycle(&r, "q0", i / 10 % 2);
    }
    const double honest = internal_mw(&r),
                 switching = mw_of(&r, parts_of(&r, 0, by_part).switching_pj);
    double_inputs(&r.lib);
    const double internal = internal_mw(&r), leakage = parts_of(&r, 0, by_part).leakage_mw;
    CU_ASSERT_DOUBLE_EQUAL(internal / mw[0], 1, 0.02);
    CU_ASSERT(honest < 0.7 * mw[0]);
    CU_ASSERT_DOUBLE_EQUAL(switching / mw[1], 1, 0.001);
    CU_ASSERT_DOUBLE_EQUAL(leakage / mw[2], 1, 0.001);
    printf("# internal %g, OpenSTA %g\n", internal, mw[0]);
    rig_close(&r);
    cleanup_tree(dir);
}

UNIT_MAIN("energy", T(energy_of_a_chain_is_the_sum_by_hand),
          T(energy_of_parts_is_that_of_their_cells),
          T(energy_with_wire_has_its_load_at_every_fanout),
          T(energy_counts_a_group_while_its_condition_holds),
          T(activity_latches_are_shut_while_the_clock_is_high),
          T(activity_counts_the_accesses_of_an_sram),
          T(power_table_is_linear_between_and_beyond_its_entries),
          T(power_expr_binds_as_liberty_says), T(power_lib_refuses_what_no_energy_follows_from),
          T(netlist_refuses_what_cannot_be_simulated),
          T(energy_agrees_with_opensta_at_the_same_activity))
