// cmd_report.c: `warploom report`: the whole flow once. It emits the RTL, runs a workload without
// and with MRPB, the latter with the RTL of every SM in lockstep, synthesizes meanwhile, and writes
// a page that sets the benefit against the cost.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/printable.h"
#include "base/version.h"
#include "blocks/mrpb.h"
#include "cli/calibration_report.h"
#include "cli/cli.h"
#include "cli/paper/paper_report.h"
#include "cli/sim_run.h"
#include "config/rows.h"
#include "machine/core/l1d.h"
#include "reports/report.h"
#include "rtlgen/rtlgen.h"
#include "synth/synth.h"
#include "synth/tools.h"
#include "tb/lockstep/lockstep.h"
#include "workloads/workload.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct study {
    const cli_args *a;
    err *e;
    config with, without;
    const char *workload, *size, *dir;
    char *source;    // what stands after -c, a file without its folders, and the --set assignments
    json_t *results; // of report.h
} study;

// ---- what is asked for

static int setup(study *s)
{
    workload_size size;
    s->workload = cli_value(s->a, "workload") ? cli_value(s->a, "workload") : "atax";
    s->size = cli_value(s->a, "size") ? cli_value(s->a, "size") : workload_size_word(SIZE_MEDIUM);
    s->dir = cli_value(s->a, "output");
    s->source = cli_source(s->a);
    int st = cli_config(s->a, &s->with, s->e);
    if (st) return st;
    if (!s->dir)
        return err_add(s->e, ST_INPUT, "report: -o DIR is missing: where to write the page");
    if (!s->with.mrpb.enable) {
        return err_add(s->e, ST_INPUT,
                       "report: configuration %s has no MRPB to compare with; use mrpb-base-s or "
                       "set structures.mrpb.enable=true",
                       s->with.name);
    }
    if (!workload_find(s->workload, s->e) || workload_size_find(s->size, &size, s->e))
        return ST_INPUT;
    s->without = s->with;
    s->without.mrpb.enable = false;
    return config_check(&s->without, s->e);
}

static bool shows_steps(const study *s)
{
    return isatty(STDERR_FILENO) && !cli_quiet(s->a) && !cli_json(s->a);
}

static void step(const study *s, const char *what)
{
    if (shows_steps(s)) fprintf(stderr, "%s\n", what);
}

// ---- hardware

static char *below(const study *s, const char *name) { return wl_format("%s/%s", s->dir, name); }

static int emit(study *s)
{
    char *dir = below(s, "rtl");
    json_t *rtl = NULL;
    rtlgen_options o = {.source = s->source, .force = true};
    step(s, "RTL: emitting");
    int lock, st = outfile_lock(dir, &lock, s->e);
    if (st == ST_OK) {
        st = rtlgen_emit(&s->with, dir, &o, &rtl, s->e);
        outfile_unlock(lock);
    }
    if (st == ST_OK) json_object_set_new(s->results, "rtl", rtl);
    free(dir);
    return st;
}

// Synthesis runs beside the simulations.
typedef struct synthesis {
    synth_job job;
    char *dir;
    pthread_t thread;
    json_t *result;
    err e;
    int status;
} synthesis;

static void *synthesize(void *arg)
{
    synthesis *y = arg;
    y->status = synth_run(&y->job, &y->result, &y->e);
    return NULL;
}

static int start_synthesis(const study *s, synthesis *y)
{
    *y = (synthesis){.dir = below(s, "synth")};
    y->job = (synth_job){.c = &s->with, .work_dir = y->dir};
    step(s, "synthesis: Yosys, ABC, OpenSTA in the background");
    return pthread_create(&y->thread, NULL, synthesize, y)
               ? err_add(s->e, ST_TOOL, "cannot start a thread")
               : ST_OK;
}

// Waits for it, whatever became of the rest.
static int finish_synthesis(study *s, synthesis *y)
{
    step(s, "synthesis: waiting for its end");
    pthread_join(y->thread, NULL);
    if (y->status) err_pass(s->e, "synthesis", &y->e);
    if (y->result) json_object_set_new(s->results, "synth", y->result);
    err_free(&y->e);
    free(y->dir);
    return y->status;
}

// ---- simulation

static int simulate(study *s, const config *c, const char *name, gpu_hooks hooks)
{
    json_t *result = NULL;
    char *what = wl_format("%s %s MRPB", s->workload, name);
    cli_progress *p = cli_progress_start(s->a, what, "cycles");
    hooks.progress = cli_progress_at;
    hooks.progress_ctx = p;
    sim_job j = {.c = c, .workload = s->workload, .size = s->size, .hooks = &hooks};
    int st = sim_run(&j, &result, s->e);
    cli_progress_end(p);
    if (result) json_object_set_new(s->results, name, result);
    free(what);
    return st;
}

// With MRPB, every SM's RTL beside its model.
static int simulate_lockstep(study *s)
{
    lockstep_job j = {.block = &mrpb_block,
                      .c = &s->with,
                      .mode = LOCKSTEP_BOTH,
                      .sms = "all",
                      .quiet = !shows_steps(s)};
    lockstep *l = lockstep_new(&j, s->e);
    if (!l) return s->e->status;
    step(s, "simulation with MRPB, RTL in lockstep");
    int st = simulate(s, &s->with, "with",
                      (gpu_hooks){.devices = {lockstep_factory, l}, .stop = lockstep_stop(l)});
    json_object_set_new(s->results, "lockstep", lockstep_result(l));
    if (*lockstep_stop(l)) {
        st = err_add(s->e, ST_CHECK,
                     "RTL and model differ; `warploom cosim -c %s %s --size %s` shows where",
                     s->source, s->workload, s->size);
    }
    lockstep_free(l);
    return st;
}

static int run_all(study *s)
{
    synthesis y;
    int st = emit(s);
    if (st == ST_OK) st = start_synthesis(s, &y);
    if (st) return st;
    step(s, "simulation without MRPB");
    st = simulate(s, &s->without, "without", (gpu_hooks){0});
    if (st == ST_OK) st = simulate_lockstep(s);
    int synthesized = finish_synthesis(s, &y);
    return st ? st : synthesized;
}

// ---- what the page says about itself

static void add_text(json_t *config_json, const config *c)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    config_print(c, f);
    wl_memstream_end(f);
    json_object_set_new(config_json, "text", json_string(text));
    free(text);
}

// values["structures"]["mrpb"]["depth"] and so on, as the configuration writes them.
static void add_value(json_t *values, const config *c, const cfg_section *section,
                      const cfg_row *row)
{
    char *path = cfg_path(section, row), *rest = path, *text = cfg_text(c, row);
    json_t *at = values;
    for (char *key = strsep(&rest, "."); key; key = strsep(&rest, ".")) {
        json_t *next = json_object_get(at, key);
        if (!next) json_object_set_new(at, key, next = rest ? json_object() : json_string(text));
        at = next;
    }
    free(path);
    free(text);
}

static void describe_config(study *s)
{
    unsigned n;
    const cfg_section *sections = cfg_sections(&n);
    json_t *values = json_object();
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < sections[i].n; k++)
            add_value(values, &s->with, &sections[i], &sections[i].rows[k]);
    }
    json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", s->with.name, "source", s->source,
                          "digest", config_digest(&s->with).hex, "hw_digest",
                          config_hw_digest(&s->with).hex, "values", values);
    add_text(o, &s->with);
    json_object_set_new(s->results, "config", o);
}

static json_t *label_rows(const stat_table *t)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < t->n; i++) {
        json_array_append_new(rows, json_pack("{s:s, s:s, s:s}", "name", t->rows[i].name, "unit",
                                              t->rows[i].unit, "meaning", t->rows[i].meaning));
    }
    return rows;
}

static void describe_counters(study *s)
{
    json_object_set_new(s->results, "labels",
                        json_pack("{s:o, s:o}", "l1d", label_rows(&l1d_stat_table), "mrpb",
                                  label_rows(&mrpb_event_table)));
}

// Commands that make the figures again: X(figures, command, options before the workload, ends with
// workload and size)
#define COMMANDS(X) \
    X("cycles, IPC and counters without MRPB", "sim", " --set structures.mrpb.enable=false", true) \
    X("cycles, IPC, counters and events with MRPB", "sim", "", true) \
    X("RTL in lockstep with the model", "cosim", "", true) \
    X("area, clock and power", "synth", "", false) \
    X("the Verilog", "rtl", " -o rtl", false)

static void describe_commands(study *s)
{
    static const struct {
        const char *figures, *command, *options;
        bool runs;
    } list[] = {
// clang-format off
#define ROW(figures, command, options, runs) {figures, command, options, runs},
        // clang-format on
        COMMANDS(ROW)
#undef ROW
    };
    json_t *rows = json_array();
    char *work = wl_format(" %s --size %s", s->workload, s->size);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        char *command = wl_format("warploom %s -c %s%s%s", list[i].command, s->source,
                                  list[i].options, list[i].runs ? work : "");
        json_array_append_new(
            rows, json_pack("{s:s, s:s}", "figure", list[i].figures, "command", command));
        free(command);
    }
    char *page = wl_format("warploom report -c %s --workload %s --size %s -o report", s->source,
                           s->workload, s->size);
    json_array_append_new(rows, json_pack("{s:s, s:s}", "figure", "this page", "command", page));
    json_object_set_new(s->results, "commands", rows);
    free(page);
    free(work);
}

static int describe_tools(study *s)
{
    json_t *tools = json_deep_copy(json_object_get(json_object_get(s->results, "synth"), "tools"));
    json_object_set_new(s->results, "tools", tools);
    int st = tool_version("verilator", "--version", s->dir, "verilator", tools, s->e);
    return st ? st : tool_version("gnuplot", "--version", s->dir, "gnuplot", tools, s->e);
}

static int describe(study *s)
{
    json_object_set_new(s->results, "version", json_string(WL_VERSION));
    json_object_set_new(s->results, "workload", json_string(s->workload));
    json_object_set_new(s->results, "size", json_string(s->size));
    describe_config(s);
    describe_counters(s);
    describe_commands(s);
    return describe_tools(s);
}

// ---- output

static int save(const study *s)
{
    static const char *const names[] = {"without", "with", "lockstep", "synth"};
    int st = ST_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && st == ST_OK; i++) {
        char *file = wl_format("%s/%s.json", s->dir, names[i]);
        char *text = json_dumps(json_object_get(s->results, names[i]), JSON_INDENT(2));
        st = outfile_put(file, text, strlen(text), s->e);
        free(text);
        free(file);
    }
    return st;
}

static int write_out(study *s, json_t *result)
{
    static const char *const parts[] = {"workload", "size",  "config", "without", "with",
                                        "lockstep", "synth", "rtl",    "tools"};
    json_t *pages = NULL;
    step(s, "page and pictures");
    int st = describe(s);
    if (st == ST_OK) st = save(s);
    if (st == ST_OK) st = report_mrpb(s->results, s->dir, &pages, s->e);
    if (st) return st;
    json_object_set_new(result, "pages", pages);
    json_object_set_new(result, "directory", printable_json(s->dir));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        json_object_set(result, parts[i], json_object_get(s->results, parts[i]));
    return ST_OK;
}

// ---- which page

typedef enum page { PAGE_STRUCTURE, PAGE_CALIBRATION, PAGE_PAPER } page;

// Options that not every page takes: X(option, structure's, calibration's, paper's)
#define PAGE_OPTIONS(X) \
    X("config", true, false, false) \
    X("set", true, false, false) \
    X("workload", true, false, false) \
    X("size", true, false, true) \
    X("calibration", false, true, false) \
    X("programs", false, false, true) \
    X("figures", false, false, true) \
    X("insn-limit", false, false, true) \
    X("liberty", false, false, true) \
    X("stored-only", false, false, true) \
    X("runs", false, false, true) \
    X("jobs", false, true, true)

// What is asked for takes all options that are given.
static int check_options(const cli_args *a, page p, err *e)
{
    static const char *const why[] = {
        "only with --paper", "not with --calibration, which has its own machine and kernels",
        "not with --paper, which has its own machines and programs"};
    static const struct {
        const char *option;
        bool of[PAGE_PAPER + 1];
    } list[] = {
// clang-format off
#define ROW(option, structure, calibration, paper) {option, {structure, calibration, paper}},
        // clang-format on
        PAGE_OPTIONS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const char *because = p == PAGE_STRUCTURE && list[i].of[PAGE_CALIBRATION]
                                  ? "only with --paper or --calibration"
                                  : why[p];
        if (!list[i].of[p] && cli_flag(a, list[i].option))
            err_add(e, ST_INPUT, "report: --%s: %s", list[i].option, because);
    }
    return e->status;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const page p = cli_flag(a, "paper")         ? PAGE_PAPER
                   : cli_flag(a, "calibration") ? PAGE_CALIBRATION
                                                : PAGE_STRUCTURE;
    if (check_options(a, p, e) != ST_OK) return e->status;
    if (p == PAGE_PAPER) return paper_report(a, result, e);
    if (p == PAGE_CALIBRATION) return calibration_report(a, result, e);
    study s = {.a = a, .e = e, .results = json_object()};
    int st = setup(&s);
    if (st == ST_OK) st = outfile_mkdirs(s.dir, e);
    if (st == ST_OK) st = run_all(&s);
    if (st == ST_OK) st = write_out(&s, result);
    json_decref(s.results);
    free(s.source);
    return st;
}

// ---- summary

static double number(const json_t *o, const char *group, const char *key)
{
    return json_number_value(json_object_get(group ? json_object_get(o, group) : o, key));
}

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

// Rows of both runs: X(label, group or NULL, key, decimals)
#define BOTH_RUNS(X) \
    X("core cycles", NULL, "cycles", 0) \
    X("IPC", NULL, "ipc", 2) \
    X("L1D read hits", "l1d", "read_hits", 0) \
    X("L1D read misses", "l1d", "read_misses", 0) \
    X("reads that bypass L1D", "l1d", "bypassed_reads", 0) \
    X("DRAM line reads", "dram", "reads", 0)

static void print_runs(const json_t *without, const json_t *with)
{
    static const struct {
        const char *label, *group, *key;
        int decimals;
    } rows[] = {
// clang-format off
#define ROW(label, group, key, decimals) {label, group, key, decimals},
        // clang-format on
        BOTH_RUNS(ROW)
#undef ROW
    };
    printf("  %-24s%16s%16s\n", "", "without MRPB", "with MRPB");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double a = number(without, rows[i].group, rows[i].key),
               b = number(with, rows[i].group, rows[i].key);
        printf("  %-24s%16.*f%16.*f", rows[i].label, rows[i].decimals, a, rows[i].decimals, b);
        if (a > 0) printf("  %+.1f %%", 100 * (b - a) / a);
        putchar('\n');
    }
    printf("  %-24s%32.2f  by cycles\n", "speedup",
           number(without, NULL, "cycles") / number(with, NULL, "cycles"));
}

static const char *storage_place(const json_t *r)
{
    const json_t *values = json_object_get(json_object_get(r, "config"), "values");
    return report_storage_place(text(json_object_get(values, "rtl"), "storage"));
}

static void print_area(const json_t *synth, const char *place)
{
    const double cells = number(synth, NULL, "storage_um2"),
                 macro = number(synth, NULL, "macro_um2");
    printf("  %-24s%16.0f um2 logic", "area", number(synth, NULL, "logic_um2"));
    if (macro > 0) printf(" + %.0f um2 %s, of a model", macro, place);
    if (macro > 0 && cells > 0) printf(" + %.0f um2 storage in cells", cells);
    if (!(macro > 0)) printf(" + %.0f um2 storage in %s", cells, place);
    putchar('\n');
}

// The clock that power is given at, and whether it is met.
static void print_clock(const json_t *target)
{
    const json_t *met = json_object_get(target, "met");
    const double slack = number(target, NULL, "slack_ns");
    char label[64];
    snprintf(label, sizeof label, "clock of %g ns", number(target, NULL, "clock_ns"));
    if (json_is_null(met)) printf("  %-24s%16s\n", label, "no path");
    else
        printf("  %-24s%16s by %.3f ns, no wire\n", label, json_is_true(met) ? "met" : "missed",
               slack < 0 ? -slack : slack);
}

static void print(const cli_args *a, const json_t *r)
{
    (void)a;
    const json_t *synth = json_object_get(r, "synth"), *lock = json_object_get(r, "lockstep");
    if (json_object_get(r, "bounded")) calibration_report_print(r);
    if (json_object_get(r, "claims")) paper_report_print(r);
    if (!synth) return; // a failed run has no summary
    printf("%s %s on %s: results equal the reference's in both runs\n", text(r, "workload"),
           text(r, "size"), text(json_object_get(r, "config"), "name"));
    print_runs(json_object_get(r, "without"), json_object_get(r, "with"));
    printf("RTL in lockstep, all SMs: %.0f mismatches in %.0f cycles compared\n",
           number(lock, NULL, "mismatches"), number(lock, NULL, "cycles_compared"));
    printf("hardware of one SM in %s\n", text(synth, "library"));
    print_area(synth, storage_place(r));
    if (number(synth, NULL, "cells_without_area") > 0) {
        printf("  %-24s%16.0f (the library has no area for them)\n", "cells not in these areas",
               number(synth, NULL, "cells_without_area"));
    }
    printf("  %-24s%16.1f MHz, %.1f MHz with %.2f fF wire a fanout\n", "fmax",
           number(synth, NULL, "fmax_mhz"),
           number(json_object_get(synth, "wire"), "per_fanout", "fmax_mhz"),
           number(json_object_get(synth, "wire"), "per_fanout", "ff_per_fanout"));
    print_clock(json_object_get(synth, "target"));
    printf("  %-24s%16.1f mW at %g ns, activity assumed, input pins counted twice\n", "power",
           number(synth, NULL, "power_mw"), number(synth, NULL, "clock_ns"));
    printf("page: %s/index.html\n", text(r, "directory"));
    printf("also there: rtl/ (Verilog), synth/ (netlists, logs), data/ (CSV), pictures/ (SVG), "
           "results as JSON\n");
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"workload", 0, "NAME", "what runs on the simulated GPU (default: atax)", false},
    {"size", 0, "SIZE", "small, medium, paper or mrpb (default: medium; of --paper: small)", false},
    {"output", 'o', "DIR", "directory for the page, its data and the RTL", false},
    {"calibration", 0, NULL,
     "compare this machine with GPGPU-Sim instead, figure by figure; writes a page with -o", false},
    {"paper", 0, "NAME",
     "reproduce a paper's tables and pictures instead, ours beside theirs: mrpb, pric, bandwidth, "
     "warppool or "
     "cart; together: all structures beside each other; all: every "
     "page, each in a folder of its own below DIR",
     false},
    {"insn-limit", 0, "N",
     "with --paper: end each run with N thread instructions, 0: with its program (default: the "
     "page's)",
     false},
    {"programs", 0, "LIST", "with --paper: only these programs, separated by commas", false},
    {"figures", 0, "LIST",
     "with --paper: only these figures, by the names of their CSV files; cost: the hardware, "
     "synthesized",
     false},
    {"liberty", 0, "FILE",
     "with --paper: cell library for the hardware's cost (default: the preset's)", false},
    {"stored-only", 0, NULL,
     "with --paper: run nothing, and show only what earlier reports, also killed ones, have stored",
     false},
    {"runs", 0, "FILE",
     "with --paper: take runs from FILE, the data/runs.csv of an earlier page (with machines.csv "
     "beside it), instead of simulating them; the page says which",
     true},
    {"jobs", 'j', "N", "with --paper or --calibration: runs at a time (default: one per core)",
     false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_report = {
    .name = "report",
    .summary = "Runs a workload without and with MRPB, its RTL in lockstep, synthesizes it, and "
               "writes a page of both. Or with --calibration: the "
               "machine beside GPGPU-Sim; with --paper: a paper's results.",
    .operands = "",
    .example = "warploom report -c mrpb-base-s --workload atax -o report",
    .options = options,
    .run = run,
    .print = print,
};
