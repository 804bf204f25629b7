// cmd_bench.c : `warploom bench`: the block's RTL alone against its golden model, on random
// traffic.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "base/seconds.h"
#include "cli/bench_random.h"
#include "cli/cli.h"
#include "cli/cli_adapter.h"
#include "rtlgen/rtlgen.h"
#include "synth/synth.h"
#include "tb/bench/bench.h"
#include "tb/lockstep/build.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/lockstep_pair.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MANY_CYCLES = 20000000 };

static int run_job(const cli_args *a, bench_job *j, json_t *result, err *e)
{
    json_t *r = NULL;
    cli_progress *p = cli_progress_start(a, "bench", "cycles");
    j->progress = cli_progress_at;
    j->progress_ctx = p;
    double start = wl_seconds();
    int status = bench_run(j, &r, e);
    double spent = wl_seconds() - start;
    cli_progress_end(p);
    if (r) json_object_update(result, r);
    json_decref(r);
    json_object_set_new(result, "block",
                        json_string(j->adapter ? j->adapter->kind->stem : j->block));
    json_object_set_new(result, "config", json_string(j->c->name));
    json_object_set_new(result, "wall_seconds", json_real(spent));
    return status;
}

static int copy_covered(int from, outfile *to, err *e)
{
    char block[1 << 16];
    ssize_t n;
    lseek(from, 0, SEEK_SET);
    // an error stays in the stream
    while ((n = read(from, block, sizeof block)) > 0) fwrite(block, 1, (size_t)n, to->f);
    if (n < 0) return err_add(e, ST_TOOL, "cannot read the coverage again: %s", strerror(errno));
    return outfile_commit(to, e);
}

// What the run has covered is written when its instance is closed, by Verilator's library, which
// does not tell when it cannot: into memory first. A bench that fails has covered something; a run
// that cannot end has not.
static int run_covered(const cli_args *a, bench_job *j, json_t *result, err *e)
{
    outfile o;
    int status = outfile_open(&o, cli_value(a, "coverage"), e);
    if (status != ST_OK) return status;
    const int memory = memfd_create("coverage", MFD_CLOEXEC);
    char *path = wl_format("/proc/self/fd/%d", memory);
    if (memory < 0)
        status = err_add(e, ST_TOOL, "cannot make a file in memory: %s", strerror(errno));
    j->plugin->coverage(path);
    if (status == ST_OK) status = run_job(a, j, result, e);
    const int copied = status == ST_OK || status == ST_CHECK ? copy_covered(memory, &o, e) : ST_OK;
    outfile_abandon(&o);
    free(path);
    close(memory);
    return status != ST_OK ? status : copied;
}

// Where a netlist is made: runs of the same hardware with the same cells share it, and what they
// make of it is the same.
static char *gates_dir(const config *c, const char *block, const char *wrong)
{
    char *cache = resource_cache_dir(),
         *what = wl_format("%s %s %s %s %s", config_hw_digest(c).hex, block, c->synth.liberty,
                           c->synth.avoid, wrong);
    char *dir = wl_format("%s/gates/%.16s", cache, digest_of(what, strlen(what)).hex);
    free(what);
    free(cache);
    return dir;
}

// The block's gates as Verilog, malloc'd, and what they are as result["gates"].
static int make_gates(const cli_args *a, const config *c, const char *block, char **verilog,
                      json_t *result, err *e)
{
    const char *wrong = cli_value(a, "wrong-gate");
    json_t *made = NULL;
    char *dir = gates_dir(c, block, wrong ? wrong : "");
    synth_job j = {.c = c, .module = block, .work_dir = dir, .wrong = wrong != NULL};
    int status = cli_number(a, "wrong-gate", 0, 0, INT64_MAX, &j.wrong_gate, e);
    if (status == ST_OK) status = synth_gates(&j, verilog, &made, e);
    if (made) json_object_set_new(result, "gates", made);
    free(dir);
    return status;
}

static int check_options(const cli_args *a, const plugin_want *w, err *e)
{
    const bool gates = cli_flag(a, "gates");
    if (w->adapter && gates)
        return err_add(e, ST_INPUT, "--gates: cannot be used with a wrapped top");
    if (w->coverage && w->sim != SIM_VERILATOR)
        return err_add(e, ST_INPUT, "--coverage: needs --sim verilator");
    if (gates && w->coverage)
        return err_add(e, ST_INPUT,
                       "--coverage: cannot be used with --gates: coverage points are in the RTL");
    if (gates && w->asserts)
        return err_add(e, ST_INPUT, "--assertions: cannot be used with --gates, which have none");
    if (gates && w->bug)
        return err_add(e, ST_INPUT,
                       "--inject %s: is a bug of the RTL; with --gates, bugs of the model and "
                       "--wrong-gate are allowed",
                       w->bug);
    if (gates && w->rtl)
        return err_add(
            e, ST_INPUT,
            "--rtl: cannot be used with --gates, whose netlist is made from the emitted RTL");
    if (w->rtl && w->bug)
        return err_add(e, ST_INPUT,
                       "--rtl: cannot be used with --inject %s, a bug that the generator emits",
                       w->bug);
    if (!gates && cli_value(a, "wrong-gate"))
        return err_add(e, ST_INPUT, "--wrong-gate: needs --gates");
    if (!gates && cli_value(a, "liberty")) return err_add(e, ST_INPUT, "--liberty: needs --gates");
    return ST_OK;
}

static int load_plugin(const cli_args *a, const config *c, const plugin_want *want, plugin_lib *lib,
                       json_t *result, err *e)
{
    plugin_want w = *want;
    char *gates = NULL;
    const bool there = rtlgen_enabled(c, w.block); // plugin_load says so when it is not
    int status =
        there && cli_flag(a, "gates") ? make_gates(a, c, w.block, &gates, result, e) : ST_OK;
    w.verilog = gates;
    if (status == ST_OK) status = plugin_load(c, &w, lib, e);
    free(gates);
    return status;
}

// A run of more than MANY_CYCLES takes minutes or more: whoever waits for it should know.
static void say_length(const cli_args *a, const bench_job *j, uint64_t needs)
{
    if (needs <= MANY_CYCLES || cli_quiet(a) || cli_json(a)) return;
    fprintf(stderr,
            "bench: %s of configuration %s needs about %" PRIu64
            " cycles until every event has been seen; --cycles sets the length (this run: %" PRIu64
            ")\n",
            j->block, j->c->name, needs, j->cycles);
}

// A bug that this configuration or this length does not show passes, as does a bench that misses
// it.
static void say_not_found(const char *inject, json_t *result)
{
    const bool found = json_integer_value(json_object_get(result, "mismatches")) > 0;
    if (!inject) return;
    json_object_set_new(result, "injected", json_string(inject));
    json_object_set_new(result, "found", json_boolean(found));
    if (found) return;
    size_t i;
    json_t *list = injection_list(), *b;
    const char *settings = "";
    json_array_foreach(list, i, b) {
        if (strcmp(json_string_value(json_object_get(b, "id")), inject) == 0)
            settings = json_string_value(json_object_get(b, "settings"));
    }
    fprintf(stderr, "bench: %s was injected, and no output differed%s%s\n", inject,
            *settings ? "; it shows with " : ": this configuration or this length may not show it",
            settings);
    json_decref(list);
}

static int run_config(const cli_args *a, const config *c, bench_job *j, json_t *result, err *e)
{
    injection bug;
    plugin_lib lib;
    adapter wrapped;
    j->block = cli_value(a, "block");
    if (!j->block) j->block = rtlgen_first(c);
    if (!j->block)
        return err_add(e, ST_INPUT,
                       "configuration %s has no structure to bench; try -c mrpb-base-s", c->name);
    j->c = c;
    const uint64_t needs = bench_cycles(c, j->block);
    if (!cli_value(a, "cycles")) bench_usual_length(j);
    int status = cli_adapter(a, c, &j->block, &wrapped, e);
    if (status == ST_OK) status = injection_find(cli_value(a, "inject"), &bug, e);
    if (status != ST_OK) return status;
    if (wrapped.kind) j->adapter = &wrapped;
    if (bug.model && strcmp(bug.block, j->block) != 0 && !bench_side_has(c, j->block, bug.block)) {
        return err_add(e, ST_INPUT, "--inject %s: is about %s, this is the bench of %s",
                       cli_value(a, "inject"), bug.block, j->block);
    }
    plugin_want want = {.block = j->block,
                        .adapter = j->adapter,
                        .bug = bug.rtl,
                        .rtl = cli_value(a, "rtl"),
                        .asserts = cli_flag(a, "assertions"),
                        .quiet = cli_quiet(a) || cli_json(a)};
    status = plugin_sim_parse(cli_value(a, "sim"), &want.sim, e);
    want.coverage = cli_value(a, "coverage") != NULL;
    want.run = plugin_run_of(j->cycles);
    if (status == ST_OK) status = check_options(a, &want, e);
    if (status == ST_OK) say_length(a, j, needs);
    if (status == ST_OK) status = load_plugin(a, c, &want, &lib, result, e);
    if (status != ST_OK) return status;
    j->plugin = lib.api;
    j->model_bug = bug.model;
    j->model_bug_of = bug.block;
    status = want.coverage ? run_covered(a, j, result, e) : run_job(a, j, result, e);
    say_not_found(cli_value(a, "inject"), result);
    if (status == ST_OK) status = plugin_sim_floor(&lib, j->block, e);
    json_t *sim = plugin_sim_json(&lib);
    json_object_update(result, sim);
    json_decref(sim);
    plugin_unload(&lib);
    return status;
}

// A bug of the RTL has its place in some configurations only; one of the model goes with its block.
static int find_model_bug(const cli_args *a, bench_random_job *j, err *e)
{
    injection bug;
    j->inject = cli_value(a, "inject");
    int status = injection_find(j->inject, &bug, e);
    j->model_bug = bug.model;
    if (status != ST_OK || !j->inject ||
        (bug.model && j->block && strcmp(bug.block, j->block) == 0))
        return status;
    return err_add(e, ST_INPUT, "--inject %s: must be a bug of the model of --block with --random",
                   j->inject);
}

static int run_random(const cli_args *a, const config *base, uint64_t seed, json_t *result, err *e)
{
    bench_random_job j = {.base = base,
                          .args = a,
                          .block = cli_value(a, "block"),
                          .asserts = cli_flag(a, "assertions"),
                          .seed = seed};
    int status = find_model_bug(a, &j, e);
    if (status == ST_OK) status = plugin_sim_parse(cli_value(a, "sim"), &j.sim, e);
    if (status == ST_OK) status = cli_number(a, "random", 0, 1, 1000000, &j.count, e);
    if (status == ST_OK) status = cli_number(a, "first", 0, 0, INT32_MAX, &j.first, e);
    if (status == ST_OK)
        status = cli_number(a, "cycles", BENCH_RANDOM_CYCLES, 1, 1000000000000, &j.cycles, e);
    return status == ST_OK ? bench_random(&j, result, e) : status;
}

static json_t *list_blocks(void)
{
    json_t *list = json_array();
    for (unsigned i = 0; bench_block(i); i++)
        json_array_append_new(list, json_string(bench_block(i)));
    for (unsigned i = 0; adapter_at(i); i++)
        json_array_append_new(list, json_string(adapter_at(i)->stem));
    return list;
}

static int load_config(const cli_args *a, config *c, err *e)
{
    cli_sets sets = cli_sets_given(a);
    cli_sets_option(&sets, a, "liberty", "synth.liberty");
    const int status = cli_sets_load(&sets, cli_value(a, "config"), c, e);
    cli_sets_free(&sets);
    return status;
}

static int not_random(const cli_args *a, err *e)
{
    static const char *const words[] = {"coverage", "liberty", "wrong-gate",
                                        "hold",     "rtl",     "parameters"};
    if (cli_flag(a, "gates")) return err_add(e, ST_INPUT, "--gates: cannot be used with --random");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (cli_value(a, words[i]))
            return err_add(e, ST_INPUT, "--%s: cannot be used with --random", words[i]);
    }
    return ST_OK;
}

// --hold IDENTITY:BIT
static int read_hold(const char *text, bench_job *j, err *e)
{
    static const char digits[] = "0123456789";
    if (!text) return ST_OK;
    const size_t name = strcspn(text, ":");
    const char *bit = text[name] ? text + name + 1 : "";
    const size_t n = strspn(bit, digits);
    j->hold = text;
    j->hold_name = (unsigned)name;
    j->hold_bit = n && n < 3 && !bit[n] ? (unsigned)strtoul(bit, NULL, 10) : 64;
    if (name && j->hold_bit < 64) return ST_OK;
    return err_add(e, ST_INPUT,
                   "--hold %s: must be IDENTITY:BIT with a bit of 0..63, for example line:20",
                   text);
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
    int status = cli_number(a, "cycles", BENCH_CYCLES, 1, 1000000000000, &j.cycles, e);
    if (status == ST_OK) status = cli_number(a, "seed", 1, 0, INT64_MAX, &j.seed, e);
    if (status == ST_OK) status = read_hold(cli_value(a, "hold"), &j, e);
    if (status == ST_OK) status = load_config(a, &c, e);
    if (status == ST_OK && cli_value(a, "random")) status = not_random(a, e);
    if (status != ST_OK) return status;
    return cli_value(a, "random") ? run_random(a, &c, j.seed, result, e)
                                  : run_config(a, &c, &j, result, e);
}

static long long number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static void print_x(const json_t *result)
{
    const char *simulator = json_string_value(json_object_get(result, "simulator"));
    if (!simulator || strcmp(simulator, "icarus") != 0) return;
    printf("icarus: %lld don't-care inputs driven with %s, X in %lld don't-care outputs\n",
           number(result, "x_driven"), json_object_get(result, "gates") ? "noise" : "X",
           number(result, "x_seen"));
}

static void print_gates(const json_t *gates)
{
    const json_t *wrong = json_object_get(gates, "wrong");
    if (!gates) return;
    printf("gates of %s: %lld cells of %lld types\n",
           json_string_value(json_object_get(gates, "top")), number(gates, "cells"),
           number(gates, "types"));
    if (!json_is_object(wrong)) return;
    printf("inverted: output %s of %s %s in %s\n",
           json_string_value(json_object_get(wrong, "port")),
           json_string_value(json_object_get(wrong, "type")),
           json_string_value(json_object_get(wrong, "gate")),
           json_string_value(json_object_get(wrong, "module")));
}

static void print_random(const json_t *result)
{
    const json_t *forced = json_object_get(result, "forced");
    const char *stem;
    json_t *b;
    printf("%lld configurations (a key at its least in %lld, at its most in %lld, odd in %lld), "
           "%lld mismatches, %lld cycles compared, seed %lld\n",
           number(result, "configurations"), number(forced, "least"), number(forced, "most"),
           number(forced, "odd"), number(result, "mismatches"), number(result, "cycles_compared"),
           number(result, "seed"));
    json_object_foreach(json_object_get(result, "blocks"), stem, b)
        printf("  %-14s %6lld\n", stem, number(b, "configurations"));
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
    json_array_foreach(json_object_get(result, "benches"), i, b)
        printf("%s\n", json_string_value(b));
    if (i) return;
    if (json_object_get(result, "forced")) {
        print_random(result);
        return;
    }
    double spent = json_real_value(json_object_get(result, "wall_seconds"));
    printf("%s of %s: %lld cycles compared, %lld mismatches, %lld comparisons (%lld masked), %lld "
           "resets, seed %lld, "
           "%.2f million cycles/s\n",
           json_string_value(json_object_get(result, "block")),
           json_string_value(json_object_get(result, "config")), number(result, "cycles_compared"),
           number(result, "mismatches"), number(result, "compares"), number(result, "masked"),
           number(result, "resets"), number(result, "seed"),
           spent > 0 ? (double)number(result, "cycles_compared") / spent / 1e6 : 0.0);
    const long long more = number(result, "extended_by");
    if (more) printf("%lld of these cycles were added, since not all had been seen\n", more);
    print_gates(json_object_get(result, "gates"));
    print_x(result);
    lockstep_pair_print_mismatch(json_object_get(result, "first_mismatch"), stdout);
    if (!cli_verbose(a)) return;
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(result, "events"), name, v) {
        fprintf(stderr, "  %-20s %12lld\n", name, (long long)json_integer_value(v));
    }
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"cycles", 0, "N",
     "cycles of traffic (default: 1000000, or more if the configuration's longest period requires "
     "it, and up to 8 times as many while not all has been seen)",
     false},
    {"seed", 0, "S", "seed of the traffic (default: 1)", false},
    {"block", 0, "STEM",
     "which structure, or wrapped top; `--block list` shows them (default: the configuration's "
     "first structure)",
     false},
    CLI_PARAMETERS_OPTION,
    {"sim", 0, "NAME",
     "simulator of the RTL: verilator, or icarus (four-state: don't-care inputs are X, and an X "
     "where a value counts is a mismatch)",
     false},
    {"random", 0, "N",
     "N random configurations over all blocks (or --block), --cycles each (default: 1500); where "
     "ports are wide fewer of them, at least an eighth",
     false},
    {"first", 0, "I", "number of the first of them (default: 0): --random 1 --first I repeats one",
     false},
    {"inject", 0, "ID", "seed a named bug into model or RTL; `--inject list` shows them", false},
    {"coverage", 0, "FILE", "record coverage, and write it in Verilator's format", false},
    {"gates", 0, NULL,
     "bench the netlist that `synth` times instead of the RTL, with the library's cells as Verilog",
     false},
    {"liberty", 0, "FILE", "with --gates: the cell library, a Liberty file (also .gz), or osu018",
     false},
    {"wrong-gate", 0, "N",
     "with --gates: invert the output of gate N, modulo their number, which the bench must find",
     false},
    {"hold", 0, "IDENTITY:BIT",
     "keep this bit of an identity at 0 in the traffic, or leave out this bin (row times columns "
     "plus "
     "column) of a cross such as pulse, which the bench must notice at its end",
     false},
    {"rtl", 0, "DIR",
     "bench the Verilog in DIR, which `warploom rtl` wrote for this configuration and you have "
     "edited: exactly the files of its list",
     false},
    {"assertions", 0, NULL,
     "also compile the RTL's own assertions; a failing one aborts the program", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "Runs the block's RTL alone against its golden model on random traffic: every "
               "output compared in every cycle.",
    .operands = "",
    .example = "warploom bench -c mrpb-base-s --cycles 1000000 --seed 7",
    .options = options,
    .run = run,
    .print = print,
};
