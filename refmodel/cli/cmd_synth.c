// cmd_synth.c : `warploom synth`: area, clock and power of a configuration's hardware.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/printable.h"
#include "base/resources.h"
#include "cli/cli.h"
#include "cli/synth_sweep.h"
#include "rtlgen/rtlgen.h"
#include "synth/fpga.h"
#include "synth/place.h"
#include "synth/synth.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}
static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static char *work_dir(const cli_args *a, const config *c)
{
    if (cli_value(a, "output")) return wl_strdup(cli_value(a, "output"));
    char *cache = resource_cache_dir(), *dir = wl_format("%s/synth/%s", cache, c->name);
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

static synth_job job(const cli_args *a, uint64_t fill_percent)
{
    synth_job j = {.module = cli_value(a, "module"),
                   .keep = cli_value(a, "output") != NULL,
                   .apart = cli_flag(a, "apart"),
                   .registers = cli_flag(a, "registers"),
                   .place = cli_flag(a, "place"),
                   .fill_percent = (unsigned)fill_percent};
    if (isatty(STDERR_FILENO) && !cli_quiet(a) && !cli_json(a)) j.step = show_step;
    return j;
}

static bool missed(const json_t *target) { return json_is_false(json_object_get(target, "met")); }

// --require-timing: a clock that is not met is a failed check.
static int require(const cli_args *a, const json_t *target, err *e)
{
    if (!cli_flag(a, "require-timing") || !missed(target)) return ST_OK;
    return err_add(e, ST_CHECK,
                   "the clock of %g ns is missed by %.3f ns, from %s to %s (register to register, "
                   "without wire)",
                   number(target, "clock_ns"), -number(target, "slack_ns"), text(target, "from"),
                   text(target, "to"));
}

// "area 0.5": the values of a row of a sweep, or its keys.
static char *joined(const json_t *words)
{
    size_t i, bytes;
    json_t *word;
    char *all = NULL;
    FILE *f = wl_memstream(&all, &bytes);
    json_array_foreach(words, i, word) fprintf(f, "%s%s", i ? " " : "", json_string_value(word));
    wl_memstream_end(f);
    return all;
}

static int require_all(const cli_args *a, const json_t *rows, err *e)
{
    int st = ST_OK;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        err why = {0};
        char *values = joined(json_object_get(row, "values"));
        if (require(a, json_object_get(row, "target"), &why)) st = err_pass(e, values, &why);
        err_free(&why);
        free(values);
    }
    return st;
}

static int run_one(const cli_args *a, const cli_sets *s, uint64_t fill_percent, json_t **figures,
                   err *e)
{
    config c;
    int st = cli_sets_load(s, cli_value(a, "config"), &c, e);
    if (st) return st;
    if (!rtlgen_first(&c))
        return err_add(e, ST_INPUT,
                       "synth: configuration %s has no structure to synthesize; try -c mrpb-base-s",
                       c.name);
    char *dir = work_dir(a, &c);
    synth_job j = job(a, fill_percent);
    j.c = &c;
    j.work_dir = dir;
    const char *target = cli_value(a, "target");
    st = target ? synth_fpga(&j, target, figures, e) : synth_run(&j, figures, e);
    if (st == ST_OK) st = save(dir, *figures, e);
    if (st == ST_OK) json_object_set_new(*figures, "directory", printable_json(dir));
    free(dir);
    return st ? st : require(a, json_object_get(*figures, "target"), e);
}

static int run_sweep(const cli_args *a, const cli_sets *s, json_t **figures, err *e)
{
    const char *dir = cli_value(a, "output");
    if (!dir || !*dir)
        return err_add(e, ST_INPUT,
                       "synth: -o DIR is missing: where --sweep writes tables and page");
    unsigned processes;
    int st = cli_jobs(a, &processes, e);
    if (st) return st;
    const char *const *texts;
    const unsigned n_texts = cli_values(a, "sweep", &texts);
    const sweep_job j = {.texts = texts,
                         .n_texts = n_texts,
                         .source = cli_value(a, "config"),
                         .sets = s,
                         .module = cli_value(a, "module"),
                         .apart = cli_flag(a, "apart"),
                         .dir = dir,
                         .processes = processes,
                         .progress = cli_progress_start(a, "synth", "values")};
    st = sweep_run(&j, figures, e);
    cli_progress_end(j.progress);
    return st ? st : require_all(a, json_object_get(*figures, "rows"), e);
}

// --target: one of the families, and nothing that is of cells only.
static int check_target(const cli_args *a, err *e)
{
    static const char *const of_cells[] = {"liberty", "sweep"}, *const flags[] = {
                                                                    "require-timing", "apart",
                                                                    "registers", "place"};
    const char *target = cli_value(a, "target");
    unsigned i = 0;
    if (!target) return ST_OK;
    while (fpga_targets[i] && strcmp(fpga_targets[i], target) != 0) i++;
    if (!fpga_targets[i])
        return err_add(e, ST_INPUT, "--target %s: must be one of ice40, ecp5, xc7", target);
    const char *wrong = NULL;
    for (i = 0; i < 4; i++) {
        if (i < 2 && cli_value(a, of_cells[i])) wrong = wrong ? wrong : of_cells[i];
        if (cli_flag(a, flags[i])) wrong = wrong ? wrong : flags[i];
    }
    return wrong ? err_add(e, ST_INPUT, "--%s: is of cell libraries; not with --target", wrong)
                 : ST_OK;
}

// One layout at a time: each takes minutes to hours, and a directory of its own.
static int check_one(const cli_args *a, err *e)
{
    static const char *const of_one[] = {"place", "registers"};
    for (unsigned i = 0; i < 2 && cli_value(a, "sweep"); i++) {
        if (cli_flag(a, of_one[i]))
            return err_add(e, ST_INPUT, "--%s: is of one synthesis; not with --sweep", of_one[i]);
    }
    return ST_OK;
}

// --fill: of what --place places, 100 without it.
static int read_fill(const cli_args *a, uint64_t *percent, err *e)
{
    if (cli_value(a, "fill") && !cli_flag(a, "place"))
        return err_add(e, ST_INPUT, "--fill: needs --place");
    return cli_number(a, "fill", 100, PLACE_FILL_MIN, 100, percent, e);
}

static int check_jobs(const cli_args *a, err *e)
{
    if (!cli_value(a, "jobs") || cli_value(a, "sweep")) return ST_OK;
    return err_add(e, ST_INPUT, "--jobs: needs --sweep");
}

static int run(const cli_args *a, json_t *result, err *e)
{
    cli_sets s = cli_sets_given(a);
    json_t *figures = NULL;
    uint64_t fill = 100;
    cli_sets_option(&s, a, "liberty", "synth.liberty");
    cli_sets_option(&s, a, "clock-ns", "synth.clock_ns");
    int st = check_jobs(a, e);
    if (st == ST_OK) st = check_target(a, e);
    if (st == ST_OK) st = check_one(a, e);
    if (st == ST_OK) st = read_fill(a, &fill, e);
    if (st == ST_OK)
        st = cli_value(a, "sweep") ? run_sweep(a, &s, &figures, e)
                                   : run_one(a, &s, fill, &figures, e);
    if (st == ST_OK || st == ST_CHECK) json_object_update(result, figures);
    json_decref(figures);
    cli_sets_free(&s);
    return st;
}

static void print_mhz(const char *label, const json_t *value)
{
    if (json_is_number(value)) printf("  %-26s%10.1f MHz\n", label, json_number_value(value));
    else printf("  %-26s%10s\n", label, "no path");
}

static void print_modules(const json_t *rows)
{
    size_t i;
    json_t *row;
    printf("  %-32s%10s%14s%10s%8s  %s\n", "module", "instances", "area um2", "cells", "flops",
           "recipe");
    json_array_foreach(rows, i, row) {
        const char *recipe = text(row, "recipe");
        const double unsized = number(row, "cells_without_area");
        printf("  %-32s%10.0f%14.0f%10.0f%8.0f  %s", text(row, "module"), number(row, "instances"),
               number(row, "area_um2"), number(row, "cells"), number(row, "flops"),
               recipe ? recipe : "-");
        if (unsized > 0) printf(", %.0f cells without area", unsized);
        putchar('\n');
    }
}

static void print_path(const json_t *points)
{
    size_t i;
    json_t *point;
    puts("  critical path");
    json_array_foreach(points, i, point) {
        printf("    %8.3f ns  %-34s %s\n", number(point, "arrival_ns"), text(point, "net"),
               text(point, "cell"));
    }
}

static void print_verdict(const char *label, const json_t *verdict)
{
    const json_t *met = json_object_get(verdict, "met");
    const double slack = number(verdict, "slack_ns");
    const char *word = json_is_true(met) ? "met" : "missed";
    if (json_is_null(met)) printf("  %-26s no path\n", label);
    else printf("  %-26s %s by %.3f ns\n", label, word, slack < 0 ? -slack : slack);
}

static void print_nets(const json_t *nets)
{
    size_t i;
    json_t *net;
    json_array_foreach(nets, i, net) printf("%s %s", i ? " ->" : "", json_string_value(net));
}

static void print_target(const json_t *target)
{
    char label[64];
    snprintf(label, sizeof label, "clock of %g ns, no wire", number(target, "clock_ns"));
    print_verdict(label, target);
    print_verdict("  with wire", json_object_get(target, "with_wire"));
    print_verdict("  from and to ports", json_object_get(target, "ports"));
    if (!json_array_size(json_object_get(target, "path"))) return;
    printf("  %-26s", "  path without wire");
    print_nets(json_object_get(target, "path"));
    putchar('\n');
}

static void print_model(const json_t *model)
{
    if (!model) return;
    printf("  SRAM model: %s,\n    scaled to %.0f nm (%s) by %.3g: %s\n", text(model, "source"),
           number(model, "node_nm"), text(model, "node_from"), number(model, "scale"),
           text(model, "rules"));
}

static void print_layout(const json_t *l)
{
    if (!l) return;
    const json_t *timing = json_object_get(l, "timing"),
                 *routed = json_object_get(timing, "routed");
    const double ns = number(routed, "min_period_ns");
    printf("  layout %38.0f um x %.0f um, %.0f %% filled by %.0f cells\n", number(l, "width_um"),
           number(l, "height_um"), 100 * number(l, "filled"), number(l, "cells"));
    printf("  wires  %38.3f mm, %.0f vias, %.1f pF\n", number(l, "wire_um") / 1000,
           number(l, "vias"), number(l, "wire_ff") / 1000);
    if (json_is_null(routed)) puts("  fmax, routed: no path");
    else
        printf("  %-26s%10.1f MHz, from %s to %s\n", "fmax, routed", 1000 / ns,
               text(routed, "from"), text(routed, "to"));
}

static void print_column(const json_t *mhz)
{
    if (json_is_number(mhz)) printf("%12.1f", json_number_value(mhz));
    else printf("%12s", "no path");
}

// "0.5 ns missed by 0.123 ns: a -> b -> c"
static void print_row_target(const json_t *target)
{
    const json_t *met = json_object_get(target, "met");
    const double slack = number(target, "slack_ns");
    printf("  %g ns ", number(target, "clock_ns"));
    if (json_is_null(met)) printf("has no path");
    else printf("%s by %.3f ns:", json_is_true(met) ? "met" : "missed", slack < 0 ? -slack : slack);
    print_nets(json_object_get(target, "path"));
    putchar('\n');
}

static void print_sweep(const cli_args *a, const json_t *r)
{
    enum { KEYS_WIDTH = 24 };
    const json_t *tools = json_object_get(r, "tools");
    size_t i;
    json_t *row;
    printf("%s in %s (Yosys %s, OpenSTA %s)\n", text(r, "top"), text(r, "library"),
           text(tools, "yosys"), text(tools, "opensta"));
    char *keys = joined(json_object_get(r, "axes"));
    const int width = strlen(keys) > KEYS_WIDTH ? (int)strlen(keys) : KEYS_WIDTH;
    printf("  %-*s%12s%12s%12s  %s\n", width, keys, "area um2", "fmax MHz", "with wire",
           "target, no wire");
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        char *values = joined(json_object_get(row, "values"));
        printf("  %-*s%12.0f", width, values, number(row, "area_um2"));
        print_column(json_object_get(row, "fmax_mhz"));
        print_column(json_object_get(row, "wire_fmax_mhz"));
        print_row_target(json_object_get(row, "target"));
        if (text(row, "not_comparable"))
            printf("    not comparable: %s\n", text(row, "not_comparable"));
        if (cli_verbose(a)) print_modules(json_object_get(row, "hierarchy"));
        free(values);
    }
    free(keys);
    printf("  page, tables and sweep.json: %s\n", cli_value(a, "output"));
}

static void print_fpga(const json_t *r)
{
    static const char *const rows[][2] = {
        {"look-up tables", "luts"},   {"flip-flops", "flops"},
        {"carries", "carries"},       {"RAM in look-up tables", "lut_rams"},
        {"RAM blocks", "block_rams"}, {"cells", "cells"}};
    printf("%s on %s (Yosys %s)\n", text(r, "top"), text(r, "target"),
           text(json_object_get(r, "tools"), "yosys"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        printf("  %-26s%10.0f\n", rows[i][0], number(r, rows[i][1]));
    if (text(r, "not_routed")) printf("  %-26s not routed: %s\n", "fmax", text(r, "not_routed"));
    else print_mhz("fmax, routed", json_object_get(r, "fmax_mhz"));
    if (text(r, "device")) printf("  %-26s %s\n", "device", text(r, "device"));
    printf("  netlist, logs and synth.json: %s\n", text(r, "directory"));
}

static void print(const cli_args *a, const json_t *r)
{
    if (cli_value(a, "target")) {
        print_fpga(r);
        return;
    }
    if (cli_value(a, "sweep")) {
        print_sweep(a, r);
        return;
    }
    const json_t *wire = json_object_get(json_object_get(r, "wire"), "per_fanout"),
                 *tools = json_object_get(r, "tools");
    char wired[64];
    printf("%s in %s (Yosys %s, OpenSTA %s)\n", text(r, "top"), text(r, "library"),
           text(tools, "yosys"), text(tools, "opensta"));
    printf("  %-26s%10.0f um2\n", "area", number(r, "area_um2"));
    printf("  %-26s%10.0f um2\n", "  logic", number(r, "logic_um2"));
    printf("  %-26s%10.0f um2\n", "  storage (cells)", number(r, "storage_um2"));
    if (number(r, "macro_um2") > 0)
        printf("  %-26s%10.0f um2, of a model\n", "  storage (SRAM)", number(r, "macro_um2"));
    if (number(r, "cells_without_area") > 0)
        printf("  %-26s%10.0f (the library has no area for them)\n", "cells not in these areas",
               number(r, "cells_without_area"));
    print_mhz("fmax, no wire", json_object_get(r, "fmax_mhz"));
    print_mhz("  paths without storage", json_object_get(r, "fmax_logic_mhz"));
    snprintf(wired, sizeof wired, "fmax, %.2f fF a fanout", number(wire, "ff_per_fanout"));
    print_mhz(wired, json_object_get(wire, "fmax_mhz"));
    print_target(json_object_get(r, "target"));
    printf("  %-26s%10.3f mW at %g ns, internal energy of input pins counted twice (OpenSTA)\n",
           "power", number(r, "power_mw"), number(r, "clock_ns"));
    print_modules(json_object_get(r, "hierarchy"));
    print_model(json_object_get(r, "sram_model"));
    print_layout(json_object_get(r, "layout"));
    if (cli_verbose(a)) print_path(json_object_get(r, "critical_path"));
    printf("  netlist, logs and synth.json: %s\n", text(r, "directory"));
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"liberty", 0, "FILE", "cell library (.lib or .lib.gz) instead of the configuration's", false},
    {"clock-ns", 0, "T", "target clock period, ns", false},
    {"require-timing", 0, NULL,
     "end with status 1 when the target clock is missed from register to register, without wire",
     false},
    {"target", 0, "FPGA",
     "map to an FPGA, ice40, ecp5 or xc7, instead of cells: look-up tables, flip-flops, RAM "
     "blocks, "
     "and the routed clock where nextpnr is installed for it",
     false},
    {"module", 0, "MODULE",
     "synthesize this module (without the configuration's prefix), not the top", false},
    {"apart", 0, NULL,
     "map each module by itself, two at a time: for large blocks; with -o, a stopped run resumes",
     false},
    {"registers", 0, NULL,
     "put a register before each input and behind each output of a module that has none, so that "
     "its clock is from register to register",
     false},
    {"place", 0, NULL,
     "place and route the netlist too, with Debian's qflow, and time it with the routed wires: "
     "layout, picture and each net's load in DIR/layout; OSU018 only",
     false},
    {"fill", 0, "PERCENT",
     "with --place: how much of the rows cells may take, 20 to 100 (default: 100, side by side); "
     "less leaves room for wires, which thousands of cells need",
     false},
    {"sweep", 0, "KEY=a,b,...",
     "synthesize once for each of these values (at least two, numbers in rising order), or, given "
     "several times, for each combination: tables and page in DIR",
     true},
    {"jobs", 'j', "N", "with --sweep: syntheses at a time (default: one per core)", false},
    {"output", 'o', "DIR",
     "netlist, logs and synth.json (default: a directory in the cache); the same run reuses its "
     "figures",
     false},
    {NULL, 0, NULL, NULL, false},
};

static const char json_keys[] =
    "  area_um2, logic_um2    all cells and SRAM; cells of the logic\n"
    "  storage_um2, macro_um2 words in cells; words in SRAM, of a model (sram_model)\n"
    "  cells, flops           numbers of cells; flops: latches too\n"
    "  cells_without_area     cells that these areas lack, since the library gives them none\n"
    "  fmax_mhz               clock from register to register, without wire; of a module without\n"
    "                         registers from port to port, as everywhere; null: no such path\n"
    "  fmax_logic_mhz         the same without the paths that touch storage\n"
    "  wire                   {none: {fmax_mhz}, per_fanout: {ff_per_fanout, fmax_mhz}}\n"
    "  target                 whether the clock asked for is met from register to register,\n"
    "                         without wire: {clock_ns, met, slack_ns, from, to, path}; and with\n"
    "                         wire, and for paths from or to ports: with_wire, ports: {met,\n"
    "                         slack_ns, from, to}\n"
    "  critical_path          [{net, cell, arrival_ns}], without wire\n"
    "  timing                 {reg_to_reg, in_to_reg, reg_to_out, in_to_out: {slack_ns,\n"
    "                         min_period_ns, from, to}}\n"
    "  power_mw, power        at clock_ns, by an assumed activity (power.activity); OpenSTA "
    "counts\n"
    "                         the internal energy of input pins, clock pins above all, twice\n"
    "                         (power.input_pins); `warploom energy` counts it once\n"
    "  hierarchy              [{module, part, instances, area_um2, cells, flops,\n"
    "                         cells_without_area, and recipe (of ABC: synth/RECIPE.abc) or sram}]\n"
    "  sram_model             {source, rules, node_nm, node_from, scale}; only with SRAM\n"
    "  layout                 only with --place: {width_um, height_um, cells, fillers, nets, "
    "pins,\n"
    "                         filled (cells' area over the die's), wire_um, wire_um_by_layer,\n"
    "                         vias, wire_ff, timing: {none, per_fanout, routed: {min_period_ns,\n"
    "                         from, to}}}; DEF, picture and loads are in DIRECTORY/layout\n"
    "  top, library, config, digest, tools, clock_ns, directory, wall_seconds\n"
    "With --sweep: {axes, top, library, tools, config, version, rows: [{values, area_um2,\n"
    "  logic_um2, storage_um2, macro_um2, cells, flops, cells_without_area, period_ns, fmax_mhz,\n"
    "  wire_fmax_mhz, from, to, target, hierarchy, not_comparable (why: text, or null)}]},\n"
    "  values in the order of axes\n"
    "With --target: {target, cells, luts, flops, carries, lut_rams, block_rams, cells_by_type,\n"
    "device, fmax_mhz (null: not routed, or no register), not_routed (why), top, config, ...}\n";

const cli_command cmd_synth = {
    .name = "synth",
    .summary = "Synthesizes a configuration's hardware with Yosys and ABC and times it with "
               "OpenSTA: area, clock, power.",
    .operands = "",
    .example = "warploom synth -c mrpb-base-s --clock-ns 4",
    .options = options,
    .run = run,
    .print = print,
    .json = json_keys,
};
