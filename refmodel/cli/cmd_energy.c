// cmd_energy.c: `warploom energy`: the energy of a structure on the traffic of real programs.
//
// The structure is synthesized, and its netlist follows the golden model of one instance in
// lockstep while workloads run on the simulated GPU. Every output is compared in every cycle, so
// the activity that is counted is that of hardware that works.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"
#include "base/printable.h"
#include "base/resources.h"
#include "base/seconds.h"
#include "cli/cli.h"
#include "cli/cosim_blocks.h"
#include "cli/energy_plugin.h"
#include "cli/energy_windows.h"
#include "cli/sim_run.h"
#include "rtlgen/rtlgen.h"
#include "synth/energy.h"
#include "synth/flow.h"
#include "synth/synth.h"
#include "tb/lockstep/inject.h"
#include "workloads/workload.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEFT_OUT "glitches, the clock tree's buffers, wires (given apart)"

typedef struct job {
    const cli_args *a;
    config c;
    const char *block;
    char instance[16];
    uint64_t cycles, window;
    flow_net net;
    const wl_plugin *plugin;
    energy_windows *windows;
} job;

static void show_step(void *ctx, const char *what)
{
    (void)ctx;
    fprintf(stderr, "%s\n", what);
}

// ---- what is measured

static bool on_a_side(const config *c, const char *block)
{
    for (side_kind kind = SIDE_SM; kind < SIDES; kind++) {
        side s;
        side_of(c, kind, &s);
        for (unsigned i = 0; i < s.n; i++)
            if (strcmp(s.part[i].block, block) == 0) return true;
    }
    return false;
}

// The side of several structures, if there is one, else the first structure.
static const char *default_block(const config *c)
{
    if (cosim_block_instances(c, "sm")) return "sm";
    if (cosim_block_instances(c, "slice")) return "slice";
    return cosim_blocks_first(c);
}

// What --block may be: the sides of several structures, and the structures on none.
static json_t *legal_blocks(const config *c)
{
    static const char *const sides[] = {"sm", "slice"};
    json_t *list = json_array();
    for (unsigned i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        if (cosim_block_instances(c, sides[i])) json_array_append_new(list, json_string(sides[i]));
    }
    for (unsigned i = 0; i < COSIM_BLOCKS; i++) {
        const char *stem = cosim_block_at(i)->stem;
        if (cosim_block_instances(c, stem) && !on_a_side(c, stem))
            json_array_append_new(list, json_string(stem));
    }
    return list;
}

// "mrpb, streambypass", malloc'd; "none" if there are none
static char *legal_text(const config *c)
{
    size_t i;
    json_t *block, *list = legal_blocks(c);
    char *all = wl_strdup("");
    json_array_foreach(list, i, block) {
        char *longer = wl_format("%s%s%s", all, i ? ", " : "", json_string_value(block));
        free(all);
        all = longer;
    }
    json_decref(list);
    if (*all) return all;
    free(all);
    return wl_strdup("none");
}

// Of what has no lockstep, or is on a side with others, which --block to give instead.
static int refuse_block(const job *j, err *e)
{
    const bool pric = !strcmp(j->block, "pric") || !strcmp(j->block, "pric_index");
    if (on_a_side(&j->c, pric ? "pric_index" : j->block))
        return err_add(e, ST_INPUT,
                       "--block %s: is one of several structures on a side in configuration %s: "
                       "must be sm or slice, whose energy is given by structure",
                       j->block, j->c.name);
    if (pric)
        return err_add(
            e, ST_INPUT,
            "--block %s: must be sm or slice, where it is behind MRPB, WarpPool or CART "
            "(structures.pric, and l1d.index or l2.index = pric); configuration %s has no "
            "such side",
            j->block, j->c.name);
    char *legal = legal_text(&j->c);
    err_add(e, ST_INPUT,
            "--block %s: must be a structure in the machine that configuration %s enables, or a "
            "side (sm, slice) with several; there are: %s",
            j->block, j->c.name, legal);
    free(legal);
    return ST_INPUT;
}

static int no_structure(const job *j, err *e)
{
    return err_add(e, ST_INPUT,
                   "energy: configuration %s has no structure in the machine; try -c mrpb-base-s",
                   j->c.name);
}

static int choose_block(job *j, err *e)
{
    const char *given = cli_value(j->a, "block");
    j->block = given ? given : default_block(&j->c);
    if (!j->block) return no_structure(j, e);
    if (on_a_side(&j->c, j->block) || !cosim_block_instances(&j->c, j->block))
        return refuse_block(j, e);
    if (rtlgen_split(&j->c, j->block))
        return err_add(e, ST_INPUT,
                       "rtl.storage = sram_1rw: has a second clock, which energy does not know: "
                       "must be flop, latch or sram_1r1w");
    return ST_OK;
}

static int load_config(job *j, err *e)
{
    cli_sets sets = cli_sets_given(j->a);
    cli_sets_option(&sets, j->a, "liberty", "synth.liberty");
    cli_sets_option(&sets, j->a, "clock-ns", "synth.clock_ns");
    const int st = cli_sets_load(&sets, cli_value(j->a, "config"), &j->c, e);
    cli_sets_free(&sets);
    return st;
}

static int read_args(job *j, err *e)
{
    const char *const *names;
    const unsigned n = cli_operands(j->a, &names);
    uint64_t instance;
    int st =
        n ? load_config(j, e)
          : err_add(
                e, ST_INPUT,
                "energy: WORKLOAD... is missing (usage: warploom energy [options] WORKLOAD...)");
    for (unsigned i = 0; i < n && st == ST_OK; i++)
        if (!workload_find(names[i], e)) st = ST_INPUT;
    if (st == ST_OK) st = choose_block(j, e);
    if (st == ST_OK) st = cli_number(j->a, "cycles", 0, 1, 1000000000000, &j->cycles, e);
    if (st == ST_OK) st = cli_number(j->a, "window", 64, 1, 1000000, &j->window, e);
    if (st == ST_OK)
        st = cli_number(j->a, "instance", 0, 0, cosim_block_instances(&j->c, j->block) - 1,
                        &instance, e);
    if (st == ST_OK) snprintf(j->instance, sizeof j->instance, "%u", (unsigned)instance);
    return st;
}

// Runs of the same hardware with the same cells share the directory.
static char *work_dir(const job *j)
{
    char *cache = resource_cache_dir(),
         *what = wl_format("%s %s %s %s", config_hw_digest(&j->c).hex, j->block, j->c.synth.liberty,
                           j->c.synth.avoid);
    char *dir = wl_format("%s/energy/%.16s", cache, digest_of(what, strlen(what)).hex);
    free(what);
    free(cache);
    return dir;
}

static int make_netlist(job *j, json_t *result, err *e)
{
    char *dir = work_dir(j);
    json_t *made = NULL;
    synth_job s = {.c = &j->c, .module = j->block, .work_dir = dir, .net = &j->net};
    if (isatty(STDERR_FILENO) && !cli_quiet(j->a) && !cli_json(j->a)) s.step = show_step;
    const int st = synth_netlist(&s, &made, e);
    if (st == ST_OK) {
        json_object_update(result, made);
        j->plugin = energy_plugin_new(&j->c, j->block, &j->net.net);
        j->windows = energy_windows_new((unsigned)j->window, &j->net);
    }
    json_decref(made);
    free(dir);
    return st;
}

// ---- one workload

static json_t *parts_json(const job *j, const energy_parts *p, uint64_t cycles)
{
    const double dynamic = energy_dynamic_pj(p), clock_ns = j->c.synth.clock_ps / 1000.0,
                 each = cycles ? dynamic / (double)cycles : 0;
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "clock_pj", p->clock_pj,
                     "internal_pj", p->internal_pj, "switching_pj", p->switching_pj, "inputs_pj",
                     p->inputs_pj, "sram_pj", p->sram_pj, "dynamic_pj", dynamic, "pj_per_cycle",
                     each, "leakage_mw", p->leakage_mw, "power_mw",
                     each / clock_ns + p->leakage_mw);
}

static void add_rows(const job *j, const activity *a, const energy_parts *by_part, json_t *run)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < a->n->n_parts; i++) {
        json_t *row = parts_json(j, &by_part[i], a->cycles);
        json_object_set_new(row, "part", json_string(a->n->parts[i]));
        json_array_append_new(rows, row);
    }
    json_object_set_new(run, "parts", rows);
}

static void add_energy(const job *j, json_t *run)
{
    const activity *a = energy_plugin_activity(j->plugin);
    energy_parts total, *by_part = wl_calloc(a->n->n_parts + 1, sizeof *by_part);
    energy_sum(a, &j->net.lib, j->net.wire_ff, &total, by_part);
    json_t *wired = parts_json(j, &total, a->cycles);
    energy_sum(a, &j->net.lib, 0, &total, by_part);
    json_object_set_new(run, "cycles", json_integer((json_int_t)a->cycles));
    json_object_set_new(run, "energy", parts_json(j, &total, a->cycles));
    json_object_set_new(run, "with_wire", wired);
    add_rows(j, a, by_part, run);
    free(by_part);
}

static int mismatch(const json_t *seen, const char *name, err *e)
{
    const json_t *bad = json_object_get(seen, "first_mismatch");
    if (!json_is_object(bad)) return ST_OK;
    return err_add(e, ST_CHECK, "%s: cycle %lld: %s: model %s, netlist %s", name,
                   (long long)json_integer_value(json_object_get(bad, "cycle")),
                   json_string_value(json_object_get(bad, "port")),
                   json_string_value(json_object_get(bad, "model")),
                   json_string_value(json_object_get(bad, "rtl")));
}

static int simulate(const job *j, const char *name, lockstep *l, err *e)
{
    cli_progress *p = cli_progress_start(j->a, name, "cycles");
    gpu_hooks hooks = {.devices = {lockstep_factory, l},
                       .stop = lockstep_stop(l),
                       .progress = cli_progress_at,
                       .progress_ctx = p};
    sim_job s = {.c = &j->c, .workload = name, .size = cli_value(j->a, "size"), .hooks = &hooks};
    err own = {0};
    json_t *ignored = NULL;
    int st = sim_run(&s, &ignored, &own);
    cli_progress_end(p);
    if (*lockstep_stop(l)) st = ST_OK; // --cycles, or a mismatch, which is reported as such
    if (st != ST_OK) err_pass(e, name, &own);
    json_decref(ignored);
    err_free(&own);
    return st;
}

// A run up to --cycles must have seen a request; a whole one, all that its block requires.
static int exercised(const job *j, const cosim_blocks *k, const json_t *seen, const char *name,
                     err *e)
{
    const char *stem;
    json_t *block;
    if (!j->cycles) return cosim_blocks_floors(k, e);
    json_object_foreach(json_object_get(seen, "blocks"), stem, block) {
        if (json_is_integer(json_object_get(block, "first_request"))) return ST_OK;
    }
    return err_add(e, ST_CHECK, "%s: instance %s of %s saw no request", name, j->instance,
                   j->block);
}

static int run_workload(const job *j, const char *name, json_t *run, err *e)
{
    lockstep_job l = {.c = &j->c,
                      .mode = LOCKSTEP_BOTH,
                      .sms = j->instance,
                      .inject = cli_value(j->a, "inject"),
                      .cycles = j->cycles,
                      .quiet = true,
                      .sync = true,
                      .plugin = j->plugin};
    cosim_blocks k;
    int st = cosim_blocks_new(&k, &l, j->block, e);
    if (st != ST_OK) return st;
    energy_windows_begin(j->windows, j->plugin, &k);
    st = simulate(j, name, cosim_blocks_head(&k), e);
    energy_windows_end(j->windows, j->plugin);
    json_t *seen = cosim_blocks_result(&k);
    if (st == ST_OK) st = mismatch(seen, name, e);
    if (st == ST_OK) st = exercised(j, &k, seen, name, e);
    if (st == ST_OK) {
        json_object_set_new(run, "workload", json_string(name));
        add_energy(j, run);
    }
    json_decref(seen);
    cosim_blocks_free(&k);
    return st;
}

static int run_all(const job *j, json_t *result, err *e)
{
    const char *const *names;
    const unsigned n = cli_operands(j->a, &names);
    json_t *runs = json_array();
    int st = ST_OK;
    json_object_set_new(result, "runs", runs);
    for (unsigned i = 0; i < n && st == ST_OK; i++) {
        json_t *one = json_object();
        st = run_workload(j, names[i], one, e);
        if (st == ST_OK) json_array_append(runs, one);
        json_decref(one);
    }
    return st;
}

static int list_blocks(job *j, json_t *result, err *e)
{
    if (load_config(j, e) != ST_OK) return e->status;
    json_t *list = legal_blocks(&j->c);
    const bool some = json_array_size(list) > 0;
    json_object_set_new(result, "blocks", list);
    return some ? ST_OK : no_structure(j, e);
}

static int run(const cli_args *a, json_t *result, err *e)
{
    job j = {.a = a};
    const double start = wl_seconds();
    const char *block = cli_value(a, "block");
    if (block && strcmp(block, "list") == 0) return list_blocks(&j, result, e);
    int st = read_args(&j, e);
    if (st != ST_OK) return st;
    st = make_netlist(&j, result, e);
    if (st != ST_OK) return st;
    json_t *head =
        json_pack("{s:s, s:s, s:i, s:f, s:f, s:f, s:s}", "config", j.c.name, "block", j.block,
                  "instance", atoi(j.instance), "clock_ns", j.c.synth.clock_ps / 1000.0, "volts",
                  j.net.lib.volts, "wire_ff_per_fanout", j.net.wire_ff, "left_out", LEFT_OUT);
    json_object_update(result, head);
    json_decref(head);
    st = run_all(&j, result, e);
    if (st == ST_OK) json_object_set_new(result, "fit", energy_windows_fit(j.windows));
    json_object_set_new(result, "wall_seconds", json_real(wl_seconds() - start));
    energy_windows_free(j.windows);
    energy_plugin_free(j.plugin);
    flow_net_free(&j.net);
    return st;
}

// ---- text

static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}
static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static void print_parts(const json_t *run)
{
    size_t i;
    json_t *row;
    const double cycles = number(run, "cycles");
    printf("    %-20s%12s%12s%12s%12s%12s\n", "pJ per cycle, by part", "clock", "internal",
           "switching", "sram", "leakage mW");
    json_array_foreach(json_object_get(run, "parts"), i, row)
        printf("    %-20s%12.4f%12.4f%12.4f%12.4f%12.4f\n", text(row, "part"),
               number(row, "clock_pj") / cycles, number(row, "internal_pj") / cycles,
               number(row, "switching_pj") / cycles, number(row, "sram_pj") / cycles,
               number(row, "leakage_mw"));
}

static void print_event(const json_t *row)
{
    size_t i;
    json_t *other;
    char *name = wl_format("%s.%s", text(row, "block"), text(row, "event"));
    printf("    %-32s%12.0f", name, number(row, "count"));
    free(name);
    if (json_is_true(json_object_get(row, "rare"))) printf("%12s\n", "too rare");
    else if (json_is_real(json_object_get(row, "pj"))) printf("%12.3f\n", number(row, "pj"));
    else printf("%12s", "within");
    json_array_foreach(json_object_get(row, "within"), i, other)
        printf("%s %s%s", i ? "," : "", json_string_value(other),
               i + 1 == json_array_size(json_object_get(row, "within")) ? "\n" : "");
}

static void print_fit(const json_t *fit)
{
    size_t i;
    json_t *row;
    printf("  activity by event, from %.0f windows of %.0f cycles", number(fit, "windows"),
           number(fit, "window"));
    if (!json_is_true(json_object_get(fit, "solved"))) {
        printf(": too few to tell\n");
        return;
    }
    printf(": %.2f %% not explained (%.2f %% by the mean alone)\n", 100 * number(fit, "residual"),
           100 * number(fit, "mean_only"));
    printf("    %-32s%12s%12s\n    %-32s%12s%12.3f\n", "event", "count", "pJ each",
           "a cycle without events", "", number(fit, "base_pj"));
    json_array_foreach(json_object_get(fit, "events"), i, row) print_event(row);
}

static void print_run(const cli_args *a, const json_t *r, const json_t *run)
{
    const json_t *e = json_object_get(run, "energy"), *w = json_object_get(run, "with_wire");
    const double cycles = number(run, "cycles");
    printf("  %s: %.0f cycles, %.3f pJ per cycle, %.3f mW at %g ns (%.3f pJ, %.3f mW with wire)\n",
           text(run, "workload"), cycles, number(e, "pj_per_cycle"), number(e, "power_mw"),
           number(r, "clock_ns"), number(w, "pj_per_cycle"), number(w, "power_mw"));
    printf("    clock %.3f pJ per cycle, internal %.3f, switching %.3f, inputs %.3f, SRAM %.3f; "
           "leakage %.3f mW\n",
           number(e, "clock_pj") / cycles, number(e, "internal_pj") / cycles,
           number(e, "switching_pj") / cycles, number(e, "inputs_pj") / cycles,
           number(e, "sram_pj") / cycles, number(e, "leakage_mw"));
    if (cli_verbose(a)) print_parts(run);
}

static void print(const cli_args *a, const json_t *r)
{
    size_t i;
    json_t *run, *block;
    json_array_foreach(json_object_get(r, "blocks"), i, block)
        printf("%s\n", json_string_value(block));
    if (json_object_get(r, "blocks")) return;
    printf("%s in %s at %g V: %.0f cells, %.0f SRAMs\n", text(r, "top"), text(r, "library"),
           number(r, "volts"), number(r, "cells"), number(r, "srams"));
    json_array_foreach(json_object_get(r, "runs"), i, run) print_run(a, r, run);
    if (i) print_fit(json_object_get(r, "fit"));
    if (i) printf("  left out: %s\n", text(r, "left_out"));
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"block", 0, "STEM",
     "which structure, or a side (sm, slice) with several; list: those of the configuration "
     "(default: a side, else the first structure)",
     false},
    {"instance", 0, "N", "which of its instances: the SM's or slice's number (default: 0)", false},
    {"cycles", 0, "N", "stop each workload N cycles after its first request (default: at its end)",
     false},
    {"window", 0, "N",
     "cycles of a window, from which the energies of events are fitted (default: 64)", false},
    {"size", 0, "SIZE", "small, medium, paper or mrpb (default: small)", false},
    {"liberty", 0, "FILE", "cell library (.lib or .lib.gz) instead of the configuration's", false},
    {"clock-ns", 0, "T", "clock period, ns, for the power", false},
    {"inject", 0, "ID", "seed a named bug into the model, which must be noticed", false},
    {NULL, 0, NULL, NULL, false},
};

static const char json_keys[] =
    "  top, library, volts, cells, srams, config, block, instance, clock_ns, tools\n"
    "  wire_ff_per_fanout     load of a wire in with_wire\n"
    "  left_out               what the energy does not contain\n"
    "  blocks                 with --block list, which gives nothing else: [STEM]\n"
    "  runs                   [{workload, cycles, energy, with_wire, parts, events}]\n"
    "  energy, with_wire      {clock_pj, internal_pj, switching_pj, inputs_pj, sram_pj, "
    "dynamic_pj:\n"
    "                         of all cycles; pj_per_cycle, leakage_mw, power_mw}: without wires,\n"
    "                         and with a load per fanout\n"
    "  parts                  the same without wires, and part: of each instance in the top\n"
    "  events                 [{block, event, count, pj}]: pj is dynamic_pj without clock_pj,\n"
    "                         divided by count\n";

const cli_command cmd_energy = {
    .name = "energy",
    .summary = "Measures the energy of a structure's netlist on the traffic of workloads: activity "
               "of every gate times the cell library's energies.",
    .operands = "WORKLOAD...",
    .example = "warploom energy -c mrpb-base-s --cycles 20000 atax",
    .options = options,
    .min_operands = 0, // of --block list
    .max_operands = 64,
    .run = run,
    .print = print,
    .json = json_keys,
};
