// test_layout.c : the readers of layouts (LEF, DEF) and what is counted in them, on a design of two
// cells.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "synth/layout.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char lef_text[] = "LAYER cc\n  TYPE CUT ;\nEND cc\n"
                               "LAYER m1\n  TYPE ROUTING ;\n  WIDTH 0.3 ;\n"
                               "  CAPACITANCE CPERSQDIST 2e-05 ;\n"
                               "  EDGECAPACITANCE 5e-05 ;\nEND m1\n"
                               "VIA V DEFAULT\n  LAYER m1 ;\n    RECT 0 0 1 1 ;\nEND V\n"
                               "MACRO INV\n  SIZE 2.0 BY 10.0 ;\n  PIN A\n  END A\nEND INV\n"
                               "MACRO FILL\n  SIZE 1.0 BY 10.0 ;\nEND FILL\nEND LIBRARY\n";

// Net n goes from one inverter to the other: 3 um across, 4 um up, and a piece of 0.5 um and
// another width in SPECIALNETS.
static const char def_text[] =
    "UNITS DISTANCE MICRONS 100 ;\nDIEAREA ( 0 0 ) ( 1000 2000 ) ;\n"
    "COMPONENTS 3 ;\n- i1 INV + PLACED ( 0 0 ) N ;\n- i2 INV + PLACED ( 500 1000 ) FS ;\n"
    "- f FILL + PLACED ( 200 0 ) N ;\nEND COMPONENTS\n"
    "PINS 1 ;\n- a + NET a\n + LAYER m1 ( 0 0 ) ( 1 1 )\n + PLACED ( 0 500 ) N ;\nEND PINS\n"
    "NETS 2 ;\n- a\n ( PIN a )\n ( i1 A )\n+ ROUTED m1 ( 0 500 ) ( 100 * ) V ;\n"
    "- n\n ( i1 Y )\n ( i2 A )\n+ ROUTED m1 ( 100 200 ) ( 400 * ) ( * 600 ) V\n"
    "  NEW m1 ( 400 600 ) V ;\nEND NETS\n"
    "SPECIALNETS 2 ;\n- vdd\n+ ROUTED m1 200 ( 0 0 ) ( * 2000 ) V ;\n"
    "- n\n+ ROUTED m1 40 ( 400 600 ) ( * 650 ) ;\nEND SPECIALNETS\nEND DESIGN\n";

static const char blif_text[] = ".model layout\n.inputs a\n"
                                ".gate INV A=a Y=n\n.gate INV A=n\n.end\n";

static char *file_of(const char *name, const char *text)
{
    char *path = wl_format("test_layout.%s", name);
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put(path, text, strlen(text), &e), ST_OK);
    err_free(&e);
    return path;
}

typedef struct design {
    lef l;
    def d;
    err e;
} design;

static int open_design(design *x, const char *text)
{
    char *l = file_of("lef", lef_text), *d = file_of("def", text);
    *x = (design){0};
    int st = lef_read(l, &x->l, &x->e);
    if (st == ST_OK) st = def_read(d, &x->l, &x->d, &x->e);
    remove(l);
    remove(d);
    free(l);
    free(d);
    return st;
}

static void close_design(design *x)
{
    lef_free(&x->l);
    def_free(&x->d);
    err_free(&x->e);
}

static bool is(double got, double want) { return fabs(got - want) < 1e-9; }

TEST(lef_layers_are_those_that_wires_are_in)
{
    design x;
    CU_ASSERT_EQUAL(open_design(&x, def_text), ST_OK);
    CU_ASSERT_EQUAL(x.l.n_layers, 1);
    CU_ASSERT_EQUAL(x.l.n_cells, 2);
    CU_ASSERT_TRUE(is(lef_find_cell(&x.l, "INV")->width_um, 2));
    close_design(&x);
}

TEST(layout_wires_and_loads_are_the_sums_of_their_pieces)
{
    design x;
    CU_ASSERT_EQUAL(open_design(&x, def_text), ST_OK);
    json_t *f = layout_figures(&x.l, &x.d);
    CU_ASSERT_TRUE(is(json_real_value(json_object_get(f, "wire_um")), 1 + 3 + 4 + 0.5));
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(f, "vias")), 3);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(f, "cells")), 2);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(f, "fillers")), 1);
    CU_ASSERT_TRUE(is(json_real_value(json_object_get(f, "filled")), 2 * 2 * 10 / (10.0 * 20)));
    double *ff = layout_loads(&x.l, &x.d);
    // each piece: 1000 x (length x width x 2e-5 + 2 (length + width) x 5e-5)
    CU_ASSERT_TRUE(is(ff[1], (7 * 0.3 + 0.5 * 0.4) * 0.02 + 2 * (3.3 + 4.3 + 0.9) * 0.05));
    free(ff);
    json_decref(f);
    close_design(&x);
}

// The design with one text in place of another, against the netlist.
static int check_changed(const char *from, const char *to)
{
    design x;
    const char *at = strstr(def_text, from);
    char *text = wl_format("%.*s%s%s", (int)(at - def_text), def_text, to, at + strlen(from)),
         *blif = file_of("blif", blif_text);
    int st = open_design(&x, text);
    if (st == ST_OK) st = layout_check(blif, &x.d, &x.e);
    remove(blif);
    free(blif);
    free(text);
    close_design(&x);
    return st;
}

TEST(layout_check_finds_another_cell_pin_net_and_a_missing_wire)
{
    CU_ASSERT_EQUAL(check_changed("UNITS", "UNITS"), ST_OK);
    CU_ASSERT_EQUAL(check_changed("- i2 INV", "- i2 FILL"), ST_CHECK);
    CU_ASSERT_EQUAL(check_changed(" ( i2 A )\n", ""), ST_CHECK);
    CU_ASSERT_EQUAL(check_changed("- a\n ( PIN", "- b\n ( PIN"), ST_CHECK);
    CU_ASSERT_EQUAL(check_changed("+ ROUTED m1 ( 0 500 ) ( 100 * ) V", ""), ST_CHECK);
}

TEST(def_of_another_library_is_refused)
{
    CU_ASSERT_EQUAL(check_changed("- i2 INV", "- i2 NOR"), ST_TOOL);
    CU_ASSERT_EQUAL(check_changed("ROUTED m1", "ROUTED m9"), ST_TOOL);
    CU_ASSERT_EQUAL(check_changed("( 100 200 )", "( 100 200 "), ST_TOOL);
}

UNIT_MAIN("layout", T(lef_layers_are_those_that_wires_are_in),
          T(layout_wires_and_loads_are_the_sums_of_their_pieces),
          T(layout_check_finds_another_cell_pin_net_and_a_missing_wire),
          T(def_of_another_library_is_refused))
