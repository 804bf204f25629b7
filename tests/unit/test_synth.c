// test_synth.c : the synthesis flow on netlists small enough to work out by hand.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "synth/flow.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Two flip-flops with N inverters between them, each in a module of its own, so that ABC cannot
// merge them.
static const char STAGE[] =
    "module stage (input wire a_i, output wire y_o);\n  assign y_o = !a_i;\nendmodule\n";
static const char CHAIN[] =
    "module chain (input wire clk_i, input wire d_i, output reg q_o);\n"
    "  reg first_q;\n  wire [%u:0] w;\n  assign w[0] = first_q;\n  genvar i;\n"
    "  generate for (i = 0; i < %u; i = i + 1) begin : g_stage\n    stage u_stage (.a_i(w[i]), "
    ".y_o(w[i+1]));\n  end endgenerate\n"
    "  always @(posedge clk_i) begin first_q <= d_i; q_o <= w[%u]; end\nendmodule\n";

typedef struct place {
    char dir[32];
    char *sources[2];
} place;

static void put(const place *p, unsigned i, const char *text)
{
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(outfile_put(p->sources[i], text, strlen(text), &e), ST_OK);
}

static void setup(place *p, unsigned stages)
{
    snprintf(p->dir, sizeof p->dir, "/tmp/wl_synth_XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
    p->sources[0] = wl_format("%s/stage.v", p->dir);
    p->sources[1] = wl_format("%s/chain.v", p->dir);
    char *chain = wl_format(CHAIN, stages, stages, stages);
    put(p, 0, STAGE);
    put(p, 1, chain);
    free(chain);
}

static void cleanup(place *p)
{
    char *command = wl_format("rm -rf %s", p->dir);
    CU_ASSERT_EQUAL(system(command), 0);
    free(command);
    free(p->sources[0]);
    free(p->sources[1]);
}

static int run_chain_in(const char *work_dir, const place *p, const char *sdc, json_t **out, err *e)
{
    flow_job j = {.rtl_dir = p->dir,
                  .sources = (const char *const *)p->sources,
                  .n_sources = 2,
                  .top = "chain",
                  .sdc = sdc,
                  .clock_ns = 5,
                  .liberty = "osu018",
                  .work_dir = work_dir};
    return flow_run(&j, out, e);
}

static int run_chain(const place *p, const char *sdc, json_t **out, err *e)
{
    return run_chain_in(p->dir, p, sdc, out, e);
}

static json_t *figures_of_chain(unsigned stages)
{
    place p;
    err e = {0};
    json_t *out = NULL;
    setup(&p, stages);
    int st = run_chain(&p, NULL, &out, &e);
    if (st) fprintf(stderr, "%s", e.text);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    cleanup(&p);
    return out;
}

static double figure(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static const char *text_of(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static const json_t *module_of(const json_t *out, const char *name)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(out, "hierarchy"), i, row) {
        if (strcmp(json_string_value(json_object_get(row, "module")), name) == 0) return row;
    }
    return NULL;
}

TEST(synth_area_is_the_cells_of_the_library)
{
    json_t *out = figures_of_chain(6);
    liberty l;
    err e = {0};
    char *path;
    CU_ASSERT_EQUAL_FATAL(liberty_find("osu018", &path, &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(liberty_read(path, &l, &e), ST_OK);
    // 2 DFFPOSX1 and 6 inverters of one size: the module `stage` is mapped once
    double flops = 2 * liberty_cell(&l, "DFFPOSX1")->area,
           inverters = figure(out, "area_um2") - flops;
    CU_ASSERT_EQUAL(figure(module_of(out, "chain"), "area_um2"), flops);
    CU_ASSERT_EQUAL(figure(module_of(out, "chain"), "flops"), 2);
    CU_ASSERT_EQUAL(figure(module_of(out, "stage"), "instances"), 6);
    CU_ASSERT_EQUAL(figure(module_of(out, "stage"), "area_um2"), inverters);
    bool some_size = false;
    for (unsigned i = 0; i < l.n; i++)
        some_size |= l.cells[i].inverter && inverters == 6 * l.cells[i].area;
    CU_ASSERT_TRUE(some_size);
    CU_ASSERT_EQUAL(figure(out, "storage_um2"), 0);
    liberty_free(&l);
    free(path);
    json_decref(out);
}

TEST(synth_fmax_is_one_over_period_less_slack)
{
    json_t *out = figures_of_chain(6);
    const json_t *path = json_object_get(json_object_get(out, "timing"), "reg_to_reg");
    CU_ASSERT_EQUAL(figure(out, "clock_ns"), 5);
    CU_ASSERT_DOUBLE_EQUAL(figure(out, "fmax_mhz"), 1000 / (5 - figure(path, "slack_ns")), 1e-6);
    CU_ASSERT_TRUE(figure(path, "slack_ns") > 0 && figure(path, "slack_ns") < 5);
    json_decref(out);
}

TEST(synth_longer_chain_is_slower)
{
    json_t *few = figures_of_chain(2), *many = figures_of_chain(20);
    CU_ASSERT_TRUE(figure(many, "fmax_mhz") < figure(few, "fmax_mhz") / 1.5);
    json_decref(few);
    json_decref(many);
}

TEST(synth_wire_load_slows_down)
{
    json_t *out = figures_of_chain(8);
    const json_t *wired = json_object_get(json_object_get(out, "wire"), "per_fanout");
    CU_ASSERT_TRUE(figure(wired, "fmax_mhz") < figure(out, "fmax_mhz"));
    json_decref(out);
}

TEST(synth_critical_path_runs_from_register_to_register)
{
    json_t *out = figures_of_chain(4);
    const json_t *points = json_object_get(out, "critical_path");
    size_t n = json_array_size(points);
    CU_ASSERT_EQUAL_FATAL(n, 6); // first_q, four inverters, q_o
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(points, 0), "net")),
                           "first_q");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(points, n - 1), "net")),
                           "q_o");
    for (size_t i = 1; i < n - 1; i++) {
        CU_ASSERT_TRUE(figure(json_array_get(points, i), "arrival_ns") >
                       figure(json_array_get(points, i - 1), "arrival_ns"));
    }
    json_decref(out);
}

TEST(synth_wire_load_follows_the_cells_of_the_library)
{
    // 1.5 fF at FreePDK45's inverter of 1.4079 um2; four times the area is twice the side
    lib_cell small = {.name = "I", .area = 1.4079, .inverter = true},
             large = {.name = "I", .area = 4 * 1.4079, .inverter = true};
    CU_ASSERT_DOUBLE_EQUAL(flow_wire_ff(&(liberty){.cells = &small, .n = 1}), 1.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(flow_wire_ff(&(liberty){.cells = &large, .n = 1}), 3.0, 1e-9);
}

static int collect_text(const char *logic_cells, const char *storage_cells, json_t **out, err *e)
{
    lib_cell cells[] = {{.name = "INV", .area = 2, .inverter = true},
                        {.name = "DFF", .area = 10, .flop = true}};
    liberty l = {.name = "fixture", .cells = cells, .n = 2};
    json_t *logic = json_loads(logic_cells, 0, NULL), *storage = json_loads(storage_cells, 0, NULL),
           *sta = json_pack("{s:f}", "period_ns", 5.0);
    CU_ASSERT_TRUE_FATAL(logic && storage && sta);
    flow_figures f = {
        .top = "top", .logic = logic, .storage = storage, .sta = sta, .lib = &l, .wire_ff = 1.0};
    int st = flow_collect(&f, out, e);
    json_decref(logic);
    json_decref(storage);
    json_decref(sta);
    return st;
}

TEST(synth_hierarchy_multiplies_instances_and_splits_storage)
{
    json_t *out = NULL;
    err e = {0};
    const char *logic =
        "{\"modules\": {\"\\\\top\": {\"num_cells_by_type\": {\"mid\": 3, \"INV\": 1}},"
        " \"\\\\mid\": {\"num_cells_by_type\": {\"x_ram\": 2, \"DFF\": 1}}, \"\\\\x_ram\": "
        "{\"num_cells_by_type\": {}}}, \"recipes\": {\"top\": \"area\", \"mid\": \"area_sel\"}}";
    const char *storage = "{\"modules\": {\"\\\\x_ram\": {\"num_cells_by_type\": {\"DFF\": 4}}}, "
                          "\"recipes\": {\"x_ram\": \"storage\"}}";
    CU_ASSERT_EQUAL_FATAL(collect_text(logic, storage, &out, &e), ST_OK);
    CU_ASSERT_EQUAL(figure(out, "logic_um2"), 1 * 2 + 3 * 10);
    CU_ASSERT_EQUAL(figure(out, "storage_um2"), 3 * 2 * 4 * 10);
    CU_ASSERT_EQUAL(figure(out, "area_um2"), 32 + 240);
    CU_ASSERT_EQUAL(figure(out, "flops"), 3 + 24);
    CU_ASSERT_STRING_EQUAL(text_of(module_of(out, "mid"), "recipe"), "area_sel");
    CU_ASSERT_STRING_EQUAL(text_of(module_of(out, "x_ram"), "recipe"), "storage");
    CU_ASSERT_EQUAL(figure(module_of(out, "x_ram"), "instances"), 6);
    CU_ASSERT_TRUE(json_is_null(json_object_get(out, "fmax_mhz"))); // no path, no figure
    json_decref(out);
}

TEST(synth_module_of_wires_has_no_area)
{
    json_t *out = NULL;
    err e = {0};
    const char *logic = "{\"modules\": {\"\\\\top\": {\"num_cells_by_type\": {\"join\": 2, "
                        "\"INV\": 1}}, \"\\\\join\": {\"num_cells_by_type\": {}}}}";
    CU_ASSERT_EQUAL_FATAL(collect_text(logic, "{}", &out, &e), ST_OK);
    CU_ASSERT_EQUAL(figure(out, "area_um2"), 2);
    CU_ASSERT_EQUAL(figure(module_of(out, "join"), "instances"), 2);
    CU_ASSERT_EQUAL(figure(module_of(out, "join"), "area_um2"), 0);
    json_decref(out);
}

TEST(synth_cell_outside_the_library_is_an_error)
{
    json_t *out = NULL;
    err e = {0};
    const char *logic = "{\"modules\": {\"\\\\top\": {\"num_cells_by_type\": {\"$_AND_\": 1}}}}";
    CU_ASSERT_EQUAL(collect_text(logic, "{}", &out, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "cell $_AND_ is not in library fixture"));
    CU_ASSERT_PTR_NULL(out);
    err_free(&e);
}

TEST(synth_yosys_error_ends_with_its_last_lines)
{
    place p;
    err e = {0};
    json_t *out = NULL;
    setup(&p, 2);
    put(&p, 0, "module stage (input wire a_i, output wire y_o) assign\n");
    CU_ASSERT_EQUAL(run_chain(&p, NULL, &out, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "yosys: ended with status 1"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "syntax error"));
    CU_ASSERT_PTR_NULL(out);
    err_free(&e);
    cleanup(&p);
}

TEST(synth_opensta_error_is_seen_though_it_ends_well)
{
    place p;
    err e = {0};
    json_t *out = NULL;
    setup(&p, 2);
    char *sdc = wl_format("%s/bad.sdc", p.dir);
    const char *text =
        "create_clock -name a -period 5 [get_ports clk_i]\ncreate_clock -name b -period 5\n";
    CU_ASSERT_EQUAL_FATAL(outfile_put(sdc, text, strlen(text), &e), ST_OK);
    CU_ASSERT_EQUAL(run_chain(&p, sdc, &out, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "the constraints define 2 clocks, not one"));
    err_free(&e);
    free(sdc);
    cleanup(&p);
}

TEST(synth_missing_tool_names_its_package)
{
    place p;
    err e = {0};
    json_t *out = NULL;
    char *path = wl_strdup(getenv("PATH"));
    setup(&p, 2);
    setenv("PATH", p.dir, 1);
    CU_ASSERT_EQUAL(run_chain(&p, NULL, &out, &e), ST_TOOL);
    setenv("PATH", path, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "yosys: not found in PATH"));
    err_free(&e);
    free(path);
    cleanup(&p);
}

TEST(synth_works_in_a_folder_with_a_space)
{
    place p;
    err e = {0};
    json_t *out = NULL;
    setup(&p, 2);
    char *dir = wl_format("%s/my work", p.dir);
    CU_ASSERT_EQUAL(outfile_mkdirs(dir, &e), ST_OK);
    CU_ASSERT_EQUAL(run_chain_in(dir, &p, NULL, &out, &e), ST_OK);
    CU_ASSERT(figure(out, "area_um2") > 0);
    if (e.text) fprintf(stderr, "%s", e.text);
    err_free(&e);
    json_decref(out);
    free(dir);
    cleanup(&p);
}

UNIT_MAIN("synth", T(synth_area_is_the_cells_of_the_library),
          T(synth_fmax_is_one_over_period_less_slack), T(synth_longer_chain_is_slower),
          T(synth_wire_load_slows_down), T(synth_critical_path_runs_from_register_to_register),
          T(synth_wire_load_follows_the_cells_of_the_library),
          T(synth_hierarchy_multiplies_instances_and_splits_storage),
          T(synth_module_of_wires_has_no_area), T(synth_cell_outside_the_library_is_an_error),
          T(synth_yosys_error_ends_with_its_last_lines),
          T(synth_opensta_error_is_seen_though_it_ends_well),
          T(synth_missing_tool_names_its_package), T(synth_works_in_a_folder_with_a_space))
