// cmd_synth.c : `warploom synth`: area, clock and power of a configuration's hardware.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/share.h"
#include "cli/cli.h"
#include "rtlgen/rtlgen.h"
#include "synth/synth.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --liberty and --clock-ns are assignments like those of --set, and checked like them.
static int read_config(const cli_args *a, config *c, err *e)
{
    static const char *const options[][2] = {{"liberty", "synth.liberty"}, {"clock-ns", "synth.clock_ns"}};
    enum { EXTRA = sizeof options / sizeof options[0] };
    const char *const *given;
    char *own[EXTRA];
    unsigned n = cli_values(a, "set", &given), extra = 0;
    const char **sets = wl_calloc(n + EXTRA, sizeof *sets);
    for (unsigned i = 0; i < n; i++) sets[i] = given[i];
    for (unsigned i = 0; i < EXTRA; i++) {
        const char *value = cli_value(a, options[i][0]);
        if (!value) continue;
        own[extra] = wl_format("%s=%s", options[i][1], value);
        sets[n + extra] = own[extra];
        extra++;
    }
    int st = config_load(c, cli_value(a, "config"), sets, n + extra, e);
    for (unsigned i = 0; i < extra; i++) free(own[i]);
    free(sets);
    return st;
}

static char *work_dir(const cli_args *a, const config *c)
{
    if (cli_value(a, "output")) return wl_strdup(cli_value(a, "output"));
    char *cache = share_cache_dir(), *dir = wl_format("%s/synth/%s", cache, c->name);
    free(cache);
    return dir;
}

static int save(const char *dir, const json_t *result, err *e)
{
    char *path = wl_format("%s/synth.json", dir), *text = json_dumps(result, JSON_INDENT(2));
    int st = outfile_put(path, text, strlen(text), e);
    free(text);
    free(path);
    return st;
}

static void show_step(void *ctx, const char *what)
{
    (void)ctx;
    fprintf(stderr, "%s\n", what);
}

static int run(const cli_args *a, json_t *result, err *e)
{
    config c;
    json_t *figures = NULL;
    int st = read_config(a, &c, e);
    if (st) return st;
    if (!rtlgen_first(&c)) return err_add(e, ST_INPUT, "synth: configuration %s has no structure to synthesize; try -c mrpb-base-s", c.name);
    char *dir = work_dir(a, &c);
    synth_job j = {.c = &c, .module = cli_value(a, "module"), .work_dir = dir};
    if (isatty(STDERR_FILENO) && !cli_quiet(a) && !cli_json(a)) j.step = show_step;
    st = synth_run(&j, &figures, e);
    if (st == ST_OK) st = save(dir, figures, e);
    if (st == ST_OK) {
        json_object_update(result, figures);
        json_object_set_new(result, "directory", json_string(dir));
    }
    json_decref(figures);
    free(dir);
    return st;
}

static double number(const json_t *o, const char *key) { return json_number_value(json_object_get(o, key)); }
static const char *text(const json_t *o, const char *key) { return json_string_value(json_object_get(o, key)); }

static void print_mhz(const char *label, const json_t *value)
{
    if (json_is_number(value)) printf("  %-26s%10.1f MHz\n", label, json_number_value(value));
    else printf("  %-26s%10s\n", label, "no path");
}

static void print_modules(const json_t *rows)
{
    size_t i;
    json_t *row;
    printf("  %-32s%10s%14s%10s%8s\n", "module", "instances", "area um2", "cells", "flops");
    json_array_foreach(rows, i, row) {
        printf("  %-32s%10.0f%14.0f%10.0f%8.0f\n", text(row, "module"), number(row, "instances"), number(row, "area_um2"), number(row, "cells"),
               number(row, "flops"));
    }
}

static void print_path(const json_t *points)
{
    size_t i;
    json_t *point;
    puts("  critical path");
    json_array_foreach(points, i, point) {
        printf("    %8.3f ns  %-34s %s\n", number(point, "arrival_ns"), text(point, "net"), text(point, "cell"));
    }
}

static void print(const cli_args *a, const json_t *r)
{
    const json_t *wire = json_object_get(json_object_get(r, "wire"), "per_fanout"), *tools = json_object_get(r, "tools");
    char wired[64];
    printf("%s in %s (Yosys %s, OpenSTA %s)\n", text(r, "top"), text(r, "library"), text(tools, "yosys"), text(tools, "opensta"));
    printf("  %-26s%10.0f um2\n", "area", number(r, "area_um2"));
    printf("  %-26s%10.0f um2\n", "  logic", number(r, "logic_um2"));
    printf("  %-26s%10.0f um2\n", "  storage (cells)", number(r, "storage_um2"));
    if (number(r, "macro_um2") > 0) printf("  %-26s%10.0f um2, of a model\n", "  storage (SRAM)", number(r, "macro_um2"));
    print_mhz("fmax, no wire", json_object_get(r, "fmax_mhz"));
    print_mhz("  paths without storage", json_object_get(r, "fmax_logic_mhz"));
    snprintf(wired, sizeof wired, "fmax, %.2f fF a fanout", number(wire, "ff_per_fanout"));
    print_mhz(wired, json_object_get(wire, "fmax_mhz"));
    printf("  %-26s%10.2f mW at %g ns\n", "power", number(r, "power_mw"), number(r, "clock_ns"));
    print_modules(json_object_get(r, "hierarchy"));
    if (cli_verbose(a)) print_path(json_object_get(r, "critical_path"));
    printf("  netlist, logs and synth.json: %s\n", text(r, "directory"));
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"liberty", 0, "FILE", "cell library (.lib or .lib.gz) instead of the configuration's", false},
    {"clock-ns", 0, "T", "target clock period, ns", false},
    {"module", 0, "MODULE", "synthesize this module (without the configuration's prefix), not the top", false},
    {"output", 'o', "DIR", "netlist, logs and synth.json (default: a directory in the cache)", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_synth = {
    .name = "synth",
    .summary = "Synthesizes a configuration's hardware with Yosys and ABC and times it with OpenSTA: area, clock, power.",
    .operands = "",
    .example = "warploom synth -c mrpb-base-s --clock-ns 4",
    .options = options,
    .run = run,
    .print = print,
};
