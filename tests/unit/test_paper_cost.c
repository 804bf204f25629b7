// test_paper_cost.c : a paper's statements about hardware, and what to build: figures of synthesis
// results and of configurations, and the choices that no other one dominates.
//
// links: cli sweep reports synth bench lockstep rtlgen workloads cuda ptx trace synthetic machine
// blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "cli/paper/added_storage.h"
#include "cli/paper/builds.h"
#include "cli/paper/cost.h"
#include "cli/paper/figures.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

TEST(costs_are_read_from_synthesis)
{
    json_t *synth = json_loads("{\"area_um2\": 12600, \"hierarchy\": [{\"part\": \"storage\", "
                               "\"flops\": 8192}, {\"part\": \"logic\", \"flops\": 5},"
                               " {\"part\": \"macro\", \"instances\": 2, \"flops\": 0, \"sram\": "
                               "{\"words\": 128, \"width\": 32}}]}",
                               0, NULL);
    CU_ASSERT_TRUE(
        near(cost_value(&(paper_cost){.key = "area_um2", .scale = 1e-6}, synth), 0.0126));
    CU_ASSERT_TRUE(
        near(cost_value(&(paper_cost){.key = "storage_bits", .scale = 1.0 / 8 / 1024}, synth), 2));
    CU_ASSERT_TRUE(isnan(cost_value(&(paper_cost){.key = "fmax_mhz", .scale = 1}, synth)));
    // an area that lacks cells is not comparable; a clock, or the model's SRAM, is
    CU_ASSERT_FALSE(cost_lacks_cells(&(paper_cost){.key = "area_um2"}, synth));
    json_object_set_new(synth, "cells_without_area", json_integer(3));
    CU_ASSERT_TRUE(cost_lacks_cells(&(paper_cost){.key = "area_um2"}, synth));
    CU_ASSERT_FALSE(cost_lacks_cells(&(paper_cost){.key = "macro_um2"}, synth));
    CU_ASSERT_FALSE(cost_lacks_cells(&(paper_cost){.key = "fmax_mhz"}, synth));
    json_decref(synth);
}

TEST(costs_are_read_from_the_file_of_synthesis_results)
{
    const silicon_row rows[] = {{.part = "p", .area_um2 = 100, .clock_mhz = 500},
                                {.part = "q", .area_um2 = 30, .clock_mhz = 900}};
    CU_ASSERT_TRUE(
        near(cost_measured(&(paper_cost){.key = "silicon_um2:q", .scale = 2}, rows, 2), 60));
    CU_ASSERT_TRUE(
        near(cost_measured(&(paper_cost){.key = "silicon_mhz:p", .scale = 1e-3}, rows, 2), 0.5));
    CU_ASSERT_TRUE(
        isnan(cost_measured(&(paper_cost){.key = "silicon_um2:q", .scale = 1}, rows, 1)));
    CU_ASSERT_TRUE(isnan(cost_measured(&(paper_cost){.key = "area_um2", .scale = 1}, rows, 2)));
}

// The rows of MRPB's costs with stored costs alone: stated.csv has the text beside runs.csv, or
// there is no such file (NULL).
static json_t *stored_costs(const char *stated, int status)
{
    const char *const runs = "paper_cost.dir/runs.csv";
    char *path = wl_strdup("paper_cost.dir/stated.csv");
    json_t *o = json_pack("{s:[], s:[{}]}", "stated", "sources");
    err e = {0};
    outfile_mkdirs("paper_cost.dir", &e);
    unlink(path);
    if (stated) outfile_put(path, stated, strlen(stated), &e);
    const cost_how how = {
        .dir = "paper_cost.dir", .stored_only = true, .files = &runs, .n_files = 1};
    CU_ASSERT_EQUAL(cost_add(&paper_mrpb, &how, o, &e), status);
    CU_ASSERT_EQUAL(access("paper_cost.dir/synth", F_OK), -1);
    unlink(path);
    rmdir("paper_cost.dir");
    err_free(&e);
    free(path);
    return o;
}

static const char *stored_text(const json_t *o, size_t row, const char *key)
{
    return json_string_value(
        json_object_get(json_array_get(json_object_get(o, "stated"), row), key));
}

TEST(stored_costs_are_those_of_the_page_and_nothing_is_synthesized)
{
    json_t *o =
        stored_costs("what,source,figure,paper,ours,over\n"
                     "\"clock, GHz\",section 6,cost,2.6,1.25,gscl45nm\n"
                     "\"area with its logic, mm2\",section 6,cost,0.0126,0.3,osu018_stdcells\n"
                     "\"clock, GHz\",section 6,other,2.6,9,gscl45nm\n",
                     ST_OK);
    CU_ASSERT_STRING_EQUAL(stored_text(o, 1, "ours_text"), "1.25");
    CU_ASSERT_STRING_EQUAL(stored_text(o, 1, "over"), "gscl45nm");
    CU_ASSERT_PTR_NULL(strstr(stored_text(o, 1, "cause"), "the cells are"));
    CU_ASSERT_PTR_NOT_NULL(strstr(stored_text(o, 3, "cause"),
                                  "the cells are of 180 nm, the paper's figure is of 45 nm"));
    CU_ASSERT_STRING_EQUAL(stored_text(o, 0, "ours_text"), "not stored");
    CU_ASSERT_STRING_EQUAL(stored_text(o, 0, "difference"), "");
    CU_ASSERT_PTR_NOT_NULL(strstr(stored_text(o, 0, "cause"),
                                  "report --paper mrpb --figures cost --liberty FILE -o DIR"));
    CU_ASSERT_PTR_NOT_NULL(
        json_object_get(json_array_get(json_object_get(o, "sources"), 0), "costs"));
    json_decref(o);
    o = stored_costs("what,figure,ours,over\n\"storage, KB (less than)\",cost,1.5,l\n", ST_OK);
    CU_ASSERT_STRING_EQUAL(stored_text(o, 0, "difference"), "below it"); // no deviation of 3 KB
    CU_ASSERT_TRUE(
        json_is_true(json_object_get(json_array_get(json_object_get(o, "stated"), 0), "agrees")));
    json_decref(o);
    o = stored_costs(NULL, ST_OK);
    CU_ASSERT_STRING_EQUAL(stored_text(o, 1, "ours_text"), "not stored");
    CU_ASSERT_PTR_NULL(json_object_get(json_array_get(json_object_get(o, "sources"), 0), "costs"));
    json_decref(o);
    json_decref(stored_costs("what,source,figure,paper,ours,over\nx,y,cost\n", ST_INPUT));
    json_decref(stored_costs("what,figure,over\n", ST_INPUT));
    json_decref(stored_costs("what,figure,ours,over\n\"clock, GHz\",cost,1x,l\n", ST_INPUT));
}

// Table 1 of WarpPool: 592 + 512 + 992 + 321 bytes and 1024 x 23 bits are its 5.23 KB.
TEST(storage_of_warppool_is_its_table)
{
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "warppool", NULL, 0, &e), ST_OK);
    for (const paper_cost *r = paper_warppool.costs; r->what; r++) {
        if (strncmp(r->key, "warppool_bits:", strlen("warppool_bits:")) != 0) continue;
        const double bound =
            strcmp(r->key, "warppool_bits:") == 0 ? 0.01 : 1e-9; // 5.235, printed with two digits
        CU_ASSERT_TRUE(fabs(cost_computed(r, &c) - r->value) <= bound);
    }
    CU_ASSERT_TRUE(
        isnan(cost_computed(&(paper_cost){.key = "warppool_bits:nothing", .scale = 1}, &c)));
    CU_ASSERT_TRUE(isnan(cost_computed(&(paper_cost){.key = "area_um2", .scale = 1}, &c)));
}

TEST(areas_are_added_and_set_in_relation)
{
    const silicon_row rows[] = {{.part = "p", .area_um2 = 100, .clock_mhz = 500},
                                {.part = "q", .area_um2 = 30, .clock_mhz = 900}};
    static const struct area {
        const char *key;
        double value;
    } areas[] = {{"silicon_um2:p+q", 130},
                 {"silicon_um2:p+q-p", 30},
                 {"silicon_ratio:p-q/p", 0.7},
                 {"silicon_ratio:q/p+p", 0.15}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        const paper_cost c = {.key = areas[i].key, .scale = 1};
        CU_ASSERT_TRUE(near(cost_measured(&c, rows, 2), areas[i].value));
    }
    CU_ASSERT_TRUE(
        isnan(cost_measured(&(paper_cost){.key = "silicon_um2:p+r", .scale = 1}, rows, 2)));
    CU_ASSERT_TRUE(
        isnan(cost_measured(&(paper_cost){.key = "silicon_ratio:p/r", .scale = 1}, rows, 2)));
}

// ISPASS 2017, section VII.C: 128 B an entry of a buffer, 8 B of a miss queue or MSHR; Table III's
// entries beyond the baseline, for 15 SMs and 12 banks.
TEST(added_storage_is_entries_times_their_width)
{
    config c;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "bandwidth-16-48", NULL, 0, &e), ST_OK);
    const double queues = 12 * (24 + 24) * 128, mshrs = 12 * 24 * 8 + 15 * (24 + 16) * 8;
    CU_ASSERT_TRUE(near(added_storage(&c, "queues"), queues));
    CU_ASSERT_TRUE(near(added_storage(&c, "mshrs"), mshrs));
    CU_ASSERT_TRUE(near(added_storage(&c, "queues+pipeline_8"), queues + 15 * 30 * 8));
    CU_ASSERT_TRUE(near(added_storage(&c, "mshrs+pipeline_128"), mshrs + 15 * 30 * 128));
    CU_ASSERT_TRUE(isnan(added_storage(&c, "queues+tags")));
    CU_ASSERT_EQUAL_FATAL(config_load(&c, "bandwidth", NULL, 0, &e), ST_OK);
    CU_ASSERT_TRUE(near(added_storage(&c, "queues+mshrs+pipeline_128"), 0));
}

// Its averages, 2.37 and 1.15, are those of its rows and of the two programs that are not there.
TEST(table_ii_of_bandwidth_averages_to_what_it_states)
{
    double sum[2] = {3.10 + 2.10, 1.24 + 1.00};
    unsigned n = 0;
    for (const paper_stated *r = paper_bandwidth.stated; r->what; r++) {
        if (strcmp(r->figure, "infinite") != 0 || strcmp(r->of, "all") == 0) continue;
        sum[n++ % 2] += r->value;
    }
    CU_ASSERT_EQUAL(n, 2 * 17);
    CU_ASSERT_TRUE(fabs(sum[0] / 19 - 2.37) < 0.01);
    CU_ASSERT_TRUE(fabs(sum[1] / 19 - 1.15) < 0.01);
}

// ---- what to build

static const paper_part parts[] = {{"p", "p", "a P", PART_SLICE},
                                   {"q", "q", "a Q", PART_CHIP},
                                   {"r", "p", "an R", PART_SM | PART_SLICE},
                                   {0}};
static const paper_chip one_chip = {"c", "a chip", "f", parts};
static const build_chip builder = {&one_chip, 3, 2, 700};

TEST(a_build_has_the_area_of_all_its_parts_and_the_clock_of_the_slowest)
{
    const silicon_row rows[] = {{.part = "p", .area_um2 = 100, .clock_mhz = 500},
                                {.part = "q", .area_um2 = 30, .clock_mhz = 900}};
    const build_cost both = build_cost_of(&builder, &(paper_build){"s", "p q"}, rows, 2),
                     q = build_cost_of(&builder, &(paper_build){"s", "q"}, rows, 2);
    CU_ASSERT_TRUE(near(both.area_mm2, 230e-6) && near(both.clock_mhz, 500));
    CU_ASSERT_TRUE(near(q.area_mm2, 30e-6) && near(q.clock_mhz, 900));
    CU_ASSERT_TRUE(isnan(build_cost_of(&builder, &(paper_build){"s", "p q"}, rows, 1)
                             .area_mm2)); // q is not measured
}

TEST(a_build_is_beaten_by_more_speed_for_no_more_area)
{
    const double areas[] = {1, 2, 2, 3, (double)NAN}, speedups[] = {1.1, 1.3, 1.2, 1.3, 9};
    static const bool beaten[] = {false, false, true, true};
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(build_beaten(areas[i], speedups[i], areas, speedups, 5), beaten[i]);
    CU_ASSERT_TRUE(build_beaten(0.1, 1, areas, speedups, 5)); // by nothing
}

TEST(the_advice_is_the_fastest_choice_and_the_smallest_that_gains_enough)
{
    const double areas[] = {1, 3, 2, 0.5, (double)NAN}, speedups[] = {1.2, 1.3, 1.3, 1.1, 9};
    CU_ASSERT_EQUAL(build_best(speedups, areas, 5), 2); // of two that are equal, the smaller one
    CU_ASSERT_EQUAL(build_cheapest(speedups, areas, 5, 1.15), 0);
    CU_ASSERT_EQUAL(build_cheapest(speedups, areas, 5, 1.2), 0);
    CU_ASSERT_EQUAL(build_cheapest(speedups, areas, 5, 1.4), -1);
    CU_ASSERT_EQUAL(build_best(speedups + 4, areas + 4, 1), -1);
}

TEST(what_runs_do_not_tell_apart_is_not_advised_for_more_area)
{
    const double areas[] = {1, 3, 2, (double)NAN}, near_by[] = {1.27, 1.3, 1.2, 9},
                 apart[] = {1.26, 1.3, 1.2, 9};
    CU_ASSERT_EQUAL(build_advised(near_by, areas, 4), 0);
    CU_ASSERT_EQUAL(build_advised(apart, areas, 4), 1);
    CU_ASSERT_EQUAL(build_advised(apart + 3, areas + 3, 1), -1);
}

// The largest is the fastest at the machine's clock, but reaches half of it.
TEST(the_front_is_one_of_clocks_too)
{
    const double areas[] = {1, 2, 3}, speedups[] = {1.2, 1.1, 1.6}, at_clock[] = {1.2, 1.1, 0.8};
    CU_ASSERT_STRING_EQUAL(build_front(0, areas, speedups, at_clock, 3), "yes");
    CU_ASSERT_STRING_EQUAL(build_front(1, areas, speedups, at_clock, 3), "no");
    CU_ASSERT_STRING_EQUAL(build_front(2, areas, speedups, at_clock, 3), "no, at its clock");
    CU_ASSERT_STRING_EQUAL(build_front(2, areas, speedups, speedups, 3), "yes");
}

TEST(what_is_sure_of_a_speedup_is_without_its_largest_program_and_at_its_clock)
{
    CU_ASSERT_TRUE(near(build_share(350, 700), 0.5));
    CU_ASSERT_TRUE(near(build_share(900, 700), 1));
    CU_ASSERT_TRUE(near(build_share((double)NAN, 700), 1));
    CU_ASSERT_TRUE(near(build_sure(1.4, 1.1, 0.5), 0.55));
    CU_ASSERT_TRUE(near(build_sure(0.9, 1.1, 1), 0.9)); // the largest change is a loss
    CU_ASSERT_TRUE(near(build_sure(1.4, (double)NAN, 1), 1.4));
}

// Every statement on WarpPool's hardware has a figure in the files that the page reads.
TEST(costs_of_warppool_are_all_there)
{
    json_t *o = json_pack("{s:[], s:[]}", "stated", "sources"), *row;
    err e = {0};
    size_t i;
    CU_ASSERT_EQUAL(cost_add(&paper_warppool, &(cost_how){.dir = ".", .stored_only = true}, o, &e),
                    ST_OK);
    json_array_foreach(json_object_get(o, "stated"), i, row)
        CU_ASSERT_TRUE(json_is_real(json_object_get(row, "ours")));
    CU_ASSERT_EQUAL(i, 12);
    json_decref(o);
    err_free(&e);
}

TEST(power_is_read_from_its_own_file)
{
    silicon_row rows[SILICON_ROWS];
    unsigned n = 0;
    err e = {0};
    static const char text[] = "part,power_mw,clock_mhz,command\np,10,20,make it\n";
    CU_ASSERT_EQUAL(outfile_put("power.csv", text, strlen(text), &e), ST_OK);
    CU_ASSERT_EQUAL_FATAL(silicon_read("power.csv", rows, &n, &e), ST_OK);
    CU_ASSERT_TRUE(
        near(cost_measured(&(paper_cost){.key = "power_mw:p", .scale = 2}, rows, n), 20));
    CU_ASSERT_TRUE(
        isnan(cost_measured(&(paper_cost){.key = "silicon_um2:p", .scale = 1}, rows, n)));
    remove("power.csv");
}

TEST(synthesis_results_are_read_or_refused)
{
    silicon_row rows[SILICON_ROWS];
    unsigned n = 0;
    err e = {0};
    CU_ASSERT_EQUAL(outfile_put("silicon.csv", "part,a,b,c\np,10,20,make it\n", 28, &e), ST_OK);
    CU_ASSERT_EQUAL(silicon_read("silicon.csv", rows, &n, &e), ST_OK);
    CU_ASSERT_TRUE(n == 1 && near(rows[0].area_um2, 10) && near(rows[0].clock_mhz, 20));
    CU_ASSERT_STRING_EQUAL(rows[0].command, "make it");
    CU_ASSERT_EQUAL(outfile_put("silicon.csv", "part,a,b,c\np,ten,20,make it\n", 29, &e), ST_OK);
    CU_ASSERT_EQUAL(silicon_read("silicon.csv", rows, &n, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "silicon.csv: line 2: must be part,area_um2,clock_mhz,command"));
    remove("silicon.csv");
    err_free(&e);
}

TEST(the_crossbars_results_are_read_or_refused)
{
    static const char head[] = "network,flit_bytes,storage,area_um2,buffers_um2,switch_and_way_um2,"
                               "control_um2,clock_mhz,clock_with_wire_mhz,command\n",
                      good[] = "reply,48,flop,100,60,30,10,500,400,make it\n",
                      bad[] = "reply,48,flop,100,60,30,10,fast,400,make it\n";
    silicon_row rows[SILICON_ROWS];
    unsigned n = 0;
    err e = {0};
    char *text = wl_format("%s%s", head, good);
    CU_ASSERT_EQUAL(outfile_put("crossbar.csv", text, strlen(text), &e), ST_OK);
    CU_ASSERT_EQUAL(silicon_read("crossbar.csv", rows, &n, &e), ST_OK);
    CU_ASSERT_TRUE(n == 1 && near(rows[0].area_um2, 100) && near(rows[0].clock_mhz, 500));
    CU_ASSERT_STRING_EQUAL(rows[0].part, "reply_48_flop");
    CU_ASSERT_STRING_EQUAL(rows[0].command, "make it");
    free(text);
    text = wl_format("%s%s%s", head, good, bad);
    CU_ASSERT_EQUAL(outfile_put("crossbar.csv", text, strlen(text), &e), ST_OK);
    CU_ASSERT_EQUAL(silicon_read("crossbar.csv", rows, &n, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "crossbar.csv: line 3: must be as synth/crossbar.sh writes it"));
    free(text);
    remove("crossbar.csv");
    err_free(&e);
}

// On both machines: each choice has its figure's series, and each of its parts a measured row.
TEST(every_part_of_a_build_is_known)
{
    silicon_row rows[SILICON_ROWS];
    unsigned n = 0;
    err e = {0};
    char *path = resource_path(paper_together.silicon);
    CU_ASSERT_EQUAL(silicon_read(path, rows, &n, &e), ST_OK);
    for (const paper_chip *c = paper_together.chips; c->id; c++) {
        const build_chip chip = {c, 1, 1, 700};
        for (const paper_build *b = paper_together.builds; b->series; b++) {
            CU_ASSERT_PTR_NOT_NULL(series_find(figure_find(&paper_together, c->figure), b->series));
            CU_ASSERT_TRUE(build_cost_of(&chip, b, rows, n).area_mm2 > 0);
        }
    }
    err_free(&e);
    free(path);
}

TEST(a_part_stands_in_each_sm_each_slice_or_once)
{
    CU_ASSERT_EQUAL(build_instances(&builder, &parts[0]), 2);
    CU_ASSERT_EQUAL(build_instances(&builder, &parts[1]), 1);
    CU_ASSERT_EQUAL(build_instances(&builder, &parts[2]), 5);
}

UNIT_MAIN("paper_cost", T(storage_of_warppool_is_its_table), T(areas_are_added_and_set_in_relation),
          T(added_storage_is_entries_times_their_width),
          T(table_ii_of_bandwidth_averages_to_what_it_states),
          T(a_build_has_the_area_of_all_its_parts_and_the_clock_of_the_slowest),
          T(a_build_is_beaten_by_more_speed_for_no_more_area),
          T(the_advice_is_the_fastest_choice_and_the_smallest_that_gains_enough),
          T(what_runs_do_not_tell_apart_is_not_advised_for_more_area),
          T(the_front_is_one_of_clocks_too),
          T(what_is_sure_of_a_speedup_is_without_its_largest_program_and_at_its_clock),
          T(costs_of_warppool_are_all_there), T(power_is_read_from_its_own_file),
          T(synthesis_results_are_read_or_refused), T(the_crossbars_results_are_read_or_refused),
          T(every_part_of_a_build_is_known), T(a_part_stands_in_each_sm_each_slice_or_once),
          T(costs_are_read_from_synthesis), T(costs_are_read_from_the_file_of_synthesis_results),
          T(stored_costs_are_those_of_the_page_and_nothing_is_synthesized))
