// cmd_sim.c : `warploom sim`: a workload, or the user's own PTX by a launch file, on the simulated
// GPU.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"
#include "cli/cli.h"
#include "machine/run/energy_model.h"
#include "machine/run/kernel_log.h"
#include "cli/launch.h"
#include "cli/sim_run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024 };

// With --log or --csv, the files. What a failed check leaves is worth reading, like the result; of
// other failures nothing is left.
static int run_logged(const cli_args *a, const config *c, sim_job *j, gpu_hooks *hooks, json_t **r,
                      err *e)
{
    const char *log = cli_value(a, "log"), *csv = cli_value(a, "csv");
    const bool log_out = log && strcmp(log, "-") == 0, csv_out = csv && strcmp(csv, "-") == 0;
    if ((log_out || csv_out) && (cli_json(a) || (log_out && csv_out)))
        return err_add(
            e, ST_INPUT, "sim: --%s - and --%s cannot both write to stdout; give --%s a file",
            log_out ? "log" : "csv", cli_json(a) ? "json" : "csv -", log_out ? "log" : "csv");
    kernel_log *l = log || csv ? kernel_log_open(c, log, csv, e) : NULL;
    if ((log || csv) && !l) return e->status;
    hooks->kernel_ended = l ? kernel_log_kernel : NULL;
    hooks->kernel_ended_ctx = l;
    const int status = sim_run(j, r, e),
              closed = l ? kernel_log_close(l, status == ST_OK || status == ST_CHECK, e) : ST_OK;
    return status != ST_OK ? status : closed;
}

// The energies of --energy-set; asking for one is asking for --energy.
static int read_energies(const cli_args *a, energy_model *m, bool *asked, err *e)
{
    const char *const *sets;
    const unsigned n = cli_values(a, "energy-set", &sets);
    int st = ST_OK;
    energy_model_init(m);
    *asked = cli_flag(a, "energy") || n;
    for (unsigned i = 0; i < n && st == ST_OK; i++) st = energy_model_set(m, sets[i], e);
    return st;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    config c;
    energy_model energies;
    bool with_energy;
    const char *const *operands;
    const char *launched = cli_value(a, "launch");
    const unsigned n = cli_operands(a, &operands);
    uint64_t threads;
    if (cli_number(a, "jobs", 1, 1, MOST_THREADS, &threads, e) != ST_OK ||
        cli_config(a, &c, e) != ST_OK || read_energies(a, &energies, &with_energy, e) != ST_OK)
        return e->status;
    const char *trace = cli_value(a, "trace"), *unknown = cli_value(a, "unknown-opcodes"),
               *synthetic = cli_value(a, "synthetic");
    const char *what = n ? operands[0] : launched ? launched : trace ? trace : synthetic;
    if (unknown && strcmp(unknown, "add") != 0)
        return err_add(e, ST_INPUT, "--unknown-opcodes %s: must be add", unknown);
    cli_progress *p = what ? cli_progress_start(a, what, "cycles") : NULL;
    gpu_hooks hooks = {
        .progress = cli_progress_at, .progress_ctx = p, .threads = (unsigned)threads};
    sim_job j = {.c = &c,
                 .workload = n ? operands[0] : NULL,
                 .size = cli_value(a, "size"),
                 .launch = launched,
                 .dump_anywhere = cli_flag(a, "dump-anywhere"),
                 .trace = trace,
                 .unknown_as_add = unknown != NULL,
                 .synthetic = synthetic,
                 .write_trace = cli_value(a, "write-trace"),
                 .hooks = &hooks};
    json_t *r = NULL;
    int status = run_logged(a, &c, &j, &hooks, &r, e);
    cli_progress_end(p);
    if (r) json_object_update(result, r);
    if (r && with_energy)
        json_object_set_new(result, "energy", energy_model_json(&energies, &c, r));
    json_decref(r);
    return status;
}

// ---- text

static const json_t *at(const json_t *o, const char *group, const char *key)
{
    return json_object_get(group ? json_object_get(o, group) : o, key);
}

static double value(const json_t *o, const char *group, const char *key)
{
    return json_number_value(at(o, group, key));
}

// The counters that tell most; the whole of them follows with -v.
static const struct line {
    const char *label, *group, *key, *unit;
    const char *of_key; // of the same group: shown as a share of it; NULL = not
} lines[] = {
    {"cycles", NULL, "cycles", "core cycles", NULL},
    {"warp instructions", NULL, "warp_insns", "issued", NULL},
    {"thread instructions", NULL, "thread_insns", "issued", NULL},
    {"average load latency", "sm", "average_load_latency", "core cycles", NULL},
    {"L1D reads", "l1d", "read_accesses", "requests", NULL},
    {"  hits", "l1d", "read_hits", "requests", "read_accesses"},
    {"  pending hits", "l1d", "read_pending", "requests", "read_accesses"},
    {"  misses", "l1d", "read_misses", "requests", "read_accesses"},
    {"L1D bypassed reads", "l1d", "bypassed_reads", "requests", NULL},
    {"L1D writes", "l1d", "write_accesses", "requests", NULL},
    {"L1D stalled: no way free", "l1d", "fail_line", "cycles", NULL},
    {"  no MSHR free", "l1d", "fail_mshr", "cycles", NULL},
    {"  merge list full", "l1d", "fail_merge", "cycles", NULL},
    {"  miss queue full", "l1d", "fail_missq", "cycles", NULL},
    {"L2 reads", "l2", "read_accesses", "requests", NULL},
    {"  misses", "l2", "read_misses", "requests", "read_accesses"},
    {"DRAM requests", "dram", "requests", "requests", NULL},
    {"  row hits", "dram", "row_hits", "requests", "requests"},
};

static void print_line(const json_t *r, const struct line *l)
{
    if (!at(r, l->group, l->key)) return;
    const double n = value(r, l->group, l->key), of = l->of_key ? value(r, l->group, l->of_key) : 0;
    printf("  %-26s%16.0f  %s", l->label, n, l->unit);
    if (of > 0) printf(", %.1f %%", 100 * n / of);
    putchar('\n');
}

static void print_kernels(const json_t *kernels)
{
    enum { SHOWN = 8 };
    size_t i;
    json_t *k;
    printf("  %-26s%16s%18s%10s\n", "kernel", "core cycles", "warp insns", "IPC");
    json_array_foreach(kernels, i, k) {
        if (i == SHOWN) break;
        char *name = printable_text(json_string_value(json_object_get(k, "name")));
        printf("  %-26s%16.0f%18.0f%10.3f\n", name, value(k, NULL, "cycles"),
               value(k, NULL, "warp_insns"), value(k, NULL, "ipc"));
        free(name);
    }
    if (json_array_size(kernels) > SHOWN)
        printf("  and %zu more launches (all with --json)\n", json_array_size(kernels) - SHOWN);
}

static void print_energy(const json_t *energy)
{
    size_t i;
    json_t *row, *uj;
    const char *component;
    if (!energy) return;
    printf("  energy, %s\n", json_string_value(json_object_get(energy, "note")));
    json_array_foreach(json_object_get(energy, "rows"), i, row) {
        printf("    %-18s%18.6g x %8g %-10s%16.3f uJ\n",
               json_string_value(json_object_get(row, "name")), value(row, NULL, "count"),
               value(row, NULL, "value"), json_string_value(json_object_get(row, "unit")),
               value(row, NULL, "uj"));
    }
    json_object_foreach(json_object_get(energy, "components"), component, uj)
        printf("    %-56s%16.3f uJ\n", component, json_number_value(uj));
    printf("    %-56s%16.3f uJ, %.3f W over %.3f us\n", "total", value(energy, NULL, "total_uj"),
           value(energy, NULL, "watts"), 1e6 * value(energy, NULL, "seconds"));
}

static void print_group(const char *group, const json_t *counters)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)counters, key, v) {
        if (json_is_integer(v))
            printf("%s.%s = %lld\n", group, key, (long long)json_integer_value(v));
        else if (json_is_real(v)) printf("%s.%s = %.6g\n", group, key, json_real_value(v));
    }
}

static void print_rest(const cli_args *a, const json_t *r)
{
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(r, "buffers"), name, v) {
        char *shown = printable_text(name);
        printf("  %-26s%s\n", shown, json_string_value(v));
        free(shown);
    }
    if (!cli_verbose(a)) return;
    json_object_foreach((json_t *)r, name, v) {
        if (json_is_object(v) && strcmp(name, "buffers") != 0 && strcmp(name, "energy") != 0)
            print_group(name, v);
    }
}

static void print(const cli_args *a, const json_t *r)
{
    const char *check = json_string_value(json_object_get(r, "check")),
               *size = json_string_value(json_object_get(r, "size"));
    const char *what = NULL;
    if (value(r, NULL, "cut") != 0) check = "cut";
    static const char *const keys[] = {"workload", "launch", "trace", "synthetic"};
    for (size_t i = 0; !what && i < sizeof keys / sizeof keys[0]; i++)
        what = json_string_value(json_object_get(r, keys[i]));
    char *shown = printable_text(what);
    const double spent = value(r, NULL, "wall_seconds"), cycles = value(r, NULL, "cycles");
    printf("%s%s%s on %s%s\n", shown, size ? " " : "", size ? size : "",
           json_string_value(json_object_get(r, "config")),
           !check                         ? ""
           : strcmp(check, "passed") == 0 ? ": results equal the reference's"
           : strcmp(check, "failed") == 0 ? ": results WRONG"
           : strcmp(check, "cut") == 0    ? ": cut by gpu.insn_limit, results not checked"
                                          : ": results not checked");
    free(shown);
    if (json_array_size(json_object_get(r, "dumps_not_written")) != 0)
        puts("  the dumps were not written: they are of whole runs");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) print_line(r, &lines[i]);
    printf("  %-26s%16.3f  thread instructions per core cycle\n", "IPC", value(r, NULL, "ipc"));
    printf("  %-26s%16.3f  seconds, %.0f core cycles per second\n", "simulated in", spent,
           spent > 0 ? cycles / spent : 0);
    print_kernels(json_object_get(r, "kernels"));
    print_energy(json_object_get(r, "energy"));
    print_rest(a, r);
    if (!cli_quiet(a)) sim_print_notes(r);
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"size", 0, "SIZE", "size of the workload: small, medium, paper or mrpb (default: small)",
     false},
    {"launch", 0, "FILE",
     "a launch file (your own PTX, buffers, launches, dumps) instead of a workload", false},
    {"dump-anywhere", 0, NULL,
     "with --launch: dumps may lie outside the launch file's folder, but never replace an input",
     false},
    {"trace", 0, "FILE",
     "an Accel-Sim trace: its kernelslist.g (tracer versions 2 to 5, .traceg, .traceg.xz or "
     ".traceg.gz)",
     false},
    {"unknown-opcodes", 0, "add",
     "SASS opcodes of a trace that are not known count as integer additions, instead of an error",
     false},
    {"synthetic", 0, "FILE",
     "kernels made of access patterns (stride, random, one_set ...), in YAML", false},
    {"write-trace", 0, "DIR",
     "also write what runs as an Accel-Sim trace: DIR/kernelslist.g and DIR/kernel-N.traceg",
     false},
    {"energy", 0, NULL,
     "also print the energy: counters times published energies of events, and power times time",
     false},
    {"energy-set", 0, "NAME=VALUE",
     "with another value of one row of the energy model, in pJ or W (implies --energy)", true},
    {"log", 0, "FILE|-", "text log with GPGPU-Sim's names, one block per kernel; - is stdout",
     false},
    {"csv", 0, "FILE|-",
     "one row per kernel and one for the run, one column per statistic (warploom stats explains "
     "each); - is stdout",
     false},
    {"jobs", 'j', "N",
     "threads; at most two are used, where they help; results are the same to the byte (default: "
     "1)",
     false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_sim = {
    .name = "sim",
    .summary = "Runs a workload, your own PTX, an Accel-Sim trace or synthetic access patterns on "
               "the simulated GPU.",
    .operands = "[WORKLOAD]",
    .example = "warploom sim -c mrpb-base-s --set structures.mrpb.depth=16 atax --size small\n"
               "  warploom sim -c gtx480 --trace traces/kernelslist.g\n"
               "  warploom sim -c gtx480 --synthetic patterns.yaml",
    .options = options,
    .max_operands = 1,
    .run = run,
    .print = print,
    .more_help = launch_help,
};
