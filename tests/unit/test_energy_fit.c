// test_energy_fit.c: the energies of events from windows, where they are known by construction.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/energy.h"
#include "synth/energy_fit.h"

#include "base/cleanup.h"
#include "base/rng.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 40, MOST_COLUMNS = 8 };

typedef struct rig {
    double value[ROWS * MOST_COLUMNS], energy[ROWS];
    energy_fit f;
} rig;

// Column 0 is 64 cycles; the others are drawn.
static void draw(rig *r, unsigned columns, uint64_t seed)
{
    rng g = {seed};
    memset(r, 0, sizeof *r);
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned c = 0; c < columns; c++)
            r->value[row * columns + c] = c ? (double)(rng_below(&g, 30)) : 64;
    r->f =
        (energy_fit){.rows = ROWS, .columns = columns, .value = r->value, .energy_pj = r->energy};
}

static void give_energy(rig *r, const double *pj)
{
    for (unsigned row = 0; row < ROWS; row++) {
        r->energy[row] = 0;
        for (unsigned c = 0; c < r->f.columns; c++)
            r->energy[row] += pj[c] * r->value[row * r->f.columns + c];
    }
}

TEST(fit_returns_the_energies_that_the_windows_were_made_of)
{
    static const double pj[] = {0.25, 3, 0.5, 0, 17};
    rig r;
    draw(&r, 5, 1);
    give_energy(&r, pj);
    CU_ASSERT_FATAL(energy_fit_solve(&r.f));
    for (unsigned c = 0; c < 5; c++) CU_ASSERT_DOUBLE_EQUAL(r.f.pj[c], pj[c], 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(r.f.residual, 0, 1e-6);
    CU_ASSERT(r.f.mean_only > 0.01);
    energy_fit_free(&r.f);
}

// Where an event would have to take less than nothing, it takes nothing. Of two columns, the other
// then has the projection of the energies on it: sum of products over sum of squares.
TEST(fit_gives_no_negative_energy)
{
    static const double pj[] = {4, -2};
    rig r;
    double products = 0, squares = 0;
    draw(&r, 2, 2);
    give_energy(&r, pj);
    CU_ASSERT_FATAL(energy_fit_solve(&r.f));
    for (unsigned row = 0; row < ROWS; row++) {
        products += r.value[row * 2] * r.energy[row];
        squares += r.value[row * 2] * r.value[row * 2];
    }
    CU_ASSERT_EQUAL(r.f.pj[1], 0);
    CU_ASSERT_DOUBLE_EQUAL(r.f.pj[0], products / squares, 1e-9);
    CU_ASSERT(r.f.residual > 0.01);
    energy_fit_free(&r.f);
}

// Column 3 is the sum of 1 and 2, 4 is a copy of 1, and 5 never occurs.
TEST(fit_does_not_divide_what_always_comes_together)
{
    static const double pj[] = {1, 2, 3, 10, 0, 0};
    rig r;
    draw(&r, 6, 3);
    for (unsigned row = 0; row < ROWS; row++) {
        double *v = &r.value[row * 6];
        v[3] = v[1] + v[2];
        v[4] = v[1];
        v[5] = 0;
    }
    give_energy(&r, pj);
    CU_ASSERT_FATAL(energy_fit_solve(&r.f));
    CU_ASSERT_EQUAL(r.f.kind[3], FIT_WITHIN);
    CU_ASSERT(r.f.within[3 * 6 + 1] && r.f.within[3 * 6 + 2] && !r.f.within[3 * 6 + 0]);
    CU_ASSERT_EQUAL(r.f.kind[4], FIT_WITHIN);
    CU_ASSERT(r.f.within[4 * 6 + 1] && !r.f.within[4 * 6 + 2]);
    CU_ASSERT_EQUAL(r.f.kind[5], FIT_ABSENT);
    CU_ASSERT_DOUBLE_EQUAL(r.f.pj[1], 2 + 10, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(r.f.pj[2], 3 + 10, 1e-6);
    CU_ASSERT(r.f.pj[3] == 0 && r.f.pj[4] == 0);
    energy_fit_free(&r.f);
}

// Seen in a window less than FIT_WINDOWS, an event has no energy; seen in so many, it has.
TEST(fit_leaves_out_an_event_that_is_too_rare)
{
    static const double pj[] = {1, 2, 50};
    rig r;
    for (unsigned seen = FIT_WINDOWS - 1; seen <= FIT_WINDOWS; seen++) {
        draw(&r, 3, 6);
        for (unsigned row = 0; row < ROWS; row++) r.value[row * 3 + 2] = row < seen;
        give_energy(&r, pj);
        CU_ASSERT_FATAL(energy_fit_solve(&r.f));
        CU_ASSERT_EQUAL(r.f.kind[2], seen < FIT_WINDOWS ? FIT_RARE : FIT_ALONE);
        CU_ASSERT_DOUBLE_EQUAL(r.f.pj[2], seen < FIT_WINDOWS ? 0 : 50, 1e-6);
        energy_fit_free(&r.f);
    }
}

// Eight independent columns (2 + Hadamard's matrix) over eight windows, and seven of them.
TEST(fit_needs_more_windows_than_energies)
{
    for (unsigned columns = 7; columns <= 8; columns++) {
        rig r;
        draw(&r, 1, 4);
        r.f.rows = 8;
        r.f.columns = columns;
        for (unsigned row = 0; row < 8; row++) {
            for (unsigned c = 0; c < columns; c++)
                r.value[row * columns + c] = __builtin_parity(row & c) ? 1 : 3;
            r.energy[row] = 1;
        }
        CU_ASSERT_EQUAL(energy_fit_solve(&r.f), columns == 7);
        energy_fit_free(&r.f);
    }
}

// ---- a netlist whose energies are known

// 1 fF, 2 V: an edge of a net of C fF takes 2 C fJ; and an edge at the output of an inverter 5 fJ.
#define LIBRARY \
    "library (hand) { time_unit : \"1ns\"; voltage_unit : \"1V\"; capacitive_load_unit (1,ff);\n" \
    "leakage_power_unit : \"1nW\"; nom_voltage : 2;\n" \
    "cell (INV) { area : 1; pin (A) { direction : input; capacitance : 3; }\n" \
    " pin (Y) { direction : output; function : \"!A\"; internal_power () { related_pin : \"A\";\n" \
    "  rise_power (scalar) { values (\"5\"); } fall_power (scalar) { values (\"5\"); } } } } }\n"
// Behind a_i one inverter; behind b_i three.
#define NETLIST \
    ".model top\n.inputs clk_i a_i b_i\n.outputs y_o z_o\n" \
    ".gate INV A=a_i Y=y_o\n.cname _0_\n.gate INV A=b_i Y=n1\n.cname _1_\n" \
    ".gate INV A=n1 Y=n2\n.cname _2_\n.gate INV A=n2 Y=z_o\n.cname _3_\n.end\n"

static char *write_file(const char *text)
{
    char *path = wl_strdup("/tmp/wl_fit_XXXXXX");
    const int fd = mkstemp(path);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL_FATAL(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

typedef struct circuit {
    power_lib lib;
    netlist net;
    activity a;
    sram_macros macros;
} circuit;

static void build(circuit *c)
{
    err e = {0};
    char *lib = write_file(LIBRARY), *net = write_file(NETLIST);
    memset(c, 0, sizeof *c);
    CU_ASSERT_EQUAL_FATAL(power_lib_read(lib, &c->lib, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(netlist_read(net, &c->lib, &c->macros, &c->net, &e), ST_OK);
    activity_init(&c->a, &c->net);
    unlink(lib);
    unlink(net);
    free(lib);
    free(net);
}

static void toggle(circuit *c, const char *name)
{
    for (unsigned i = 0; i < c->net.n_inputs; i++) {
        if (strcmp(c->net.inputs[i].name, name) != 0) continue;
        activity_set(&c->a, c->net.inputs[i].net, !activity_get(&c->a, c->net.inputs[i].net));
    }
}

// In a window of 16 cycles, events a and b are edges of a_i and b_i, each with its own chance.
static double run_window(circuit *c, rng *g, double *row)
{
    energy_parts total, by_part[2];
    const uint64_t chance_a = rng_below(g, 16), chance_b = rng_below(g, 16);
    activity_restart(&c->a);
    row[0] = 16;
    row[1] = row[2] = 0;
    for (unsigned i = 0; i < 16; i++) {
        const bool a = rng_below(g, 16) < chance_a, b = rng_below(g, 16) < chance_b;
        if (a) toggle(c, "a_i");
        if (b) toggle(c, "b_i");
        row[1] += a;
        row[2] += b;
        activity_settle(&c->a);
        activity_clock(&c->a);
    }
    energy_sum(&c->a, &c->lib, 0, &total, by_part);
    return energy_dynamic_pj(&total) - total.clock_pj;
}

TEST(fit_of_a_netlist_finds_the_energies_of_its_chains)
{
    circuit c;
    rig r = {.f = {.rows = ROWS, .columns = 3, .value = r.value, .energy_pj = r.energy}};
    rng g = {5};
    build(&c);
    activity_settle(&c.a);
    activity_clock(&c.a);
    for (unsigned row = 0; row < ROWS; row++) r.energy[row] = run_window(&c, &g, &r.value[row * 3]);
    CU_ASSERT_FATAL(energy_fit_solve(&r.f));
    CU_ASSERT_DOUBLE_EQUAL(1000 * r.f.pj[0], 0, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(1000 * r.f.pj[1], 2 * 3 + 5, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(1000 * r.f.pj[2], 3 * (2 * 3 + 5), 1e-6);
    energy_fit_free(&r.f);
    activity_free(&c.a);
    netlist_free(&c.net);
    power_lib_free(&c.lib);
}

UNIT_MAIN("energy_fit", T(fit_returns_the_energies_that_the_windows_were_made_of),
          T(fit_gives_no_negative_energy), T(fit_does_not_divide_what_always_comes_together),
          T(fit_leaves_out_an_event_that_is_too_rare), T(fit_needs_more_windows_than_energies),
          T(fit_of_a_netlist_finds_the_energies_of_its_chains))
