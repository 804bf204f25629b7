// cmd_bench.c : `warploom bench`: the block's RTL alone against its golden model, on random traffic.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/bench_random.h"
#include "cli/cli.h"
#include "rtlgen/rtlgen.h"
#include "tb/bench/bench.h"
#include "tb/lockstep/build.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/lane.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_CYCLES = 1000000 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int run_job(const cli_args *a, bench_job *j, json_t *result, err *e)
{
    json_t *r = NULL;
    cli_progress *p = cli_progress_start(a, "bench", "cycles");
    j->progress = cli_progress_at;
    j->progress_ctx = p;
    double start = seconds();
    int status = bench_run(j, &r, e);
    double spent = seconds() - start;
    cli_progress_end(p);
    if (r) json_object_update(result, r);
    json_decref(r);
    json_object_set_new(result, "block", json_string(j->block));
    json_object_set_new(result, "config", json_string(j->c->name));
    json_object_set_new(result, "wall_seconds", json_real(spent));
    return status;
}

// What the run has covered is written when its instance is closed, and gets its name when all of it is there.
static int run_covered(const cli_args *a, bench_job *j, json_t *result, err *e)
{
    const char *path = cli_value(a, "coverage");
    char *made = wl_format("%s.tmp", path);
    j->plugin->coverage(made);
    const int status = run_job(a, j, result, e);
    const bool there = rename(made, path) == 0;
    free(made);
    return there ? status : err_add(e, ST_TOOL, "cannot write %s", path);
}

static int run_config(const cli_args *a, const config *c, bench_job *j, json_t *result, err *e)
{
    injection bug;
    plugin_lib lib;
    j->block = cli_value(a, "block");
    if (!j->block) j->block = rtlgen_first(c);
    if (!j->block) return err_add(e, ST_INPUT, "configuration %s has no structure to bench; try -c mrpb-base-s", c->name);
    int status = injection_find(cli_value(a, "inject"), &bug, e);
    if (status != ST_OK) return status;
    if (bug.model && strcmp(bug.block, j->block) != 0) {
        return err_add(e, ST_INPUT, "--inject %s: is about %s, this is the bench of %s", cli_value(a, "inject"), bug.block, j->block);
    }
    plugin_want want = {.block = j->block, .bug = bug.rtl, .asserts = cli_flag(a, "assertions"), .quiet = cli_quiet(a) || cli_json(a)};
    status = plugin_sim_parse(cli_value(a, "sim"), &want.sim, e);
    want.coverage = cli_value(a, "coverage") != NULL;
    if (status == ST_OK && want.coverage && want.sim != SIM_VERILATOR) status = err_add(e, ST_INPUT, "--coverage: needs --sim verilator");
    if (status == ST_OK) status = plugin_load(c, &want, &lib, e);
    if (status != ST_OK) return status;
    j->c = c;
    j->plugin = lib.api;
    j->model_bug = bug.model;
    status = want.coverage ? run_covered(a, j, result, e) : run_job(a, j, result, e);
    if (status == ST_OK) status = plugin_sim_floor(&lib, c, j->block, e);
    json_t *sim = plugin_sim_json(&lib);
    json_object_update(result, sim);
    json_decref(sim);
    plugin_unload(&lib);
    return status;
}

// A bug of the RTL has its place in some configurations only; one of the model goes with its block.
static int model_bug(const cli_args *a, bench_random_job *j, err *e)
{
    injection bug;
    j->inject = cli_value(a, "inject");
    int status = injection_find(j->inject, &bug, e);
    j->model_bug = bug.model;
    if (status != ST_OK || !j->inject || (bug.model && j->block && strcmp(bug.block, j->block) == 0)) return status;
    return err_add(e, ST_INPUT, "--inject %s: must be a bug of the model of --block with --random", j->inject);
}

static int run_random(const cli_args *a, const config *base, uint64_t seed, json_t *result, err *e)
{
    bench_random_job j = {.base = base, .args = a, .block = cli_value(a, "block"), .asserts = cli_flag(a, "assertions"), .seed = seed};
    int status = model_bug(a, &j, e);
    if (status == ST_OK) status = plugin_sim_parse(cli_value(a, "sim"), &j.sim, e);
    if (status == ST_OK) status = cli_number(a, "random", 0, 1, 1000000, &j.count, e);
    if (status == ST_OK) status = cli_number(a, "first", 0, 0, INT32_MAX, &j.first, e);
    if (status == ST_OK) status = cli_number(a, "cycles", BENCH_RANDOM_CYCLES, 1, 1000000000000, &j.cycles, e);
    return status == ST_OK ? bench_random(&j, result, e) : status;
}

static json_t *list_blocks(void)
{
    json_t *list = json_array();
    for (unsigned i = 0; bench_block(i); i++) json_array_append_new(list, json_string(bench_block(i)));
    return list;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    config c;
    bench_job j = {0};
    const char *inject = cli_value(a, "inject"), *block = cli_value(a, "block");
    if (block && strcmp(block, "list") == 0) {
        json_object_set_new(result, "benches", list_blocks());
        return ST_OK;
    }
    if (inject && strcmp(inject, "list") == 0) {
        json_object_set_new(result, "bugs", injection_list());
        return ST_OK;
    }
    int status = cli_number(a, "cycles", DEFAULT_CYCLES, 1, 1000000000000, &j.cycles, e);
    if (status == ST_OK) status = cli_number(a, "seed", 1, 0, INT64_MAX, &j.seed, e);
    if (status == ST_OK) status = cli_config(a, &c, e);
    if (status == ST_OK && cli_value(a, "random") && cli_value(a, "coverage")) status = err_add(e, ST_INPUT, "--coverage: not with --random");
    if (status != ST_OK) return status;
    return cli_value(a, "random") ? run_random(a, &c, j.seed, result, e) : run_config(a, &c, &j, result, e);
}

static long long number(const json_t *o, const char *key) { return json_integer_value(json_object_get(o, key)); }

static void print_x(const json_t *result)
{
    const char *simulator = json_string_value(json_object_get(result, "simulator"));
    if (!simulator || strcmp(simulator, "icarus") != 0) return;
    printf("icarus: %lld don't-care inputs driven with X, X in %lld don't-care outputs\n", number(result, "x_driven"), number(result, "x_seen"));
}

static void print_random(const json_t *result)
{
    const json_t *forced = json_object_get(result, "forced");
    const char *stem;
    json_t *b;
    printf("%lld configurations (a key at its least in %lld, at its most in %lld, odd in %lld), %lld mismatches, %lld cycles compared, seed %lld\n",
           number(result, "configurations"), number(forced, "least"), number(forced, "most"), number(forced, "odd"), number(result, "mismatches"),
           number(result, "cycles_compared"), number(result, "seed"));
    json_object_foreach(json_object_get(result, "blocks"), stem, b) printf("  %-14s %6lld\n", stem, number(b, "configurations"));
    print_x(result);
}

static void print(const cli_args *a, const json_t *result)
{
    const json_t *bugs = json_object_get(result, "bugs");
    if (bugs) {
        injection_print(bugs, stdout);
        return;
    }
    size_t i;
    json_t *b;
    json_array_foreach(json_object_get(result, "benches"), i, b) printf("%s\n", json_string_value(b));
    if (i) return;
    if (json_object_get(result, "forced")) {
        print_random(result);
        return;
    }
    double spent = json_real_value(json_object_get(result, "wall_seconds"));
    printf("%s: %lld cycles compared, %lld mismatches, %lld comparisons (%lld masked), %lld resets, seed %lld, "
           "%.2f million cycles/s\n",
           json_string_value(json_object_get(result, "config")), number(result, "cycles_compared"), number(result, "mismatches"),
           number(result, "compares"), number(result, "masked"), number(result, "resets"), number(result, "seed"),
           spent > 0 ? (double)number(result, "cycles_compared") / spent / 1e6 : 0.0);
    print_x(result);
    lane_print_mismatch(json_object_get(result, "first_mismatch"), stdout);
    if (!cli_verbose(a)) return;
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(result, "events"), name, v) {
        fprintf(stderr, "  %-20s %12lld\n", name, (long long)json_integer_value(v));
    }
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"cycles", 0, "N", "cycles of traffic (default: 1000000)", false},
    {"seed", 0, "S", "seed of the traffic (default: 1)", false},
    {"block", 0, "STEM", "which structure; `--block list` shows them (default: the configuration's first)", false},
    {"sim", 0, "NAME", "simulator of the RTL: verilator, or icarus: 4-state, don't-care inputs are X, and an X where a value counts fails", false},
    {"random", 0, "N", "N random configurations over all blocks (or --block), --cycles each, cart (default: 1500)", false},
    {"first", 0, "I", "number of the first of them, cart (default: 0): --random 1 --first I repeats one", false},
    {"inject", 0, "ID", "seed a named bug into model or RTL; `--inject list` shows them", false},
    {"coverage", 0, "FILE", "compile coverage points in, and write their counts in Verilator's format", false},
    {"assertions", 0, NULL, "compile the RTL's own assertions in too; one that fails aborts the program", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "Runs the block's RTL alone against its golden model on random traffic: every output compared in every cycle.",
    .operands = "",
    .example = "warploom bench -c mrpb-base-s --cycles 1000000 --seed 7",
    .options = options,
    .run = run,
    .print = print,
};
