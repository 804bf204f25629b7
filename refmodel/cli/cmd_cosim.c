// cmd_cosim.c : `warploom cosim`: workloads on the simulated GPU with the emitted RTL of its
// structures in lockstep with the golden models, or driving the machine.
//
// A mismatch ends the run; --waves then replays it up to there with the failing SM alone and the
// last cycles traced. Without a mismatch the window begins with the first request of the first
// listed SM.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/cleanup.h"
#include "base/outfile.h"
#include "base/printable.h"
#include "cli/cli.h"
#include "cli/cosim_blocks.h"
#include "cli/sim_run.h"
#include "tb/lockstep/inject.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/lockstep_pair.h"
#include "workloads/workload.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WAVE_CYCLES = 200 };

typedef struct cosim {
    const cli_args *a;
    config c;
    lockstep_job job;
    const char *size;
    const char *launch, *trace, *synthetic; // what runs instead of workloads: one of these files
    bool unknown_as_add;                    // of opcodes of the trace
    bool model_bug;                         // one is seeded into the model
} cosim;

static int parse_mode(const char *word, lockstep_mode *mode, err *e)
{
    *mode = LOCKSTEP_BOTH;
    if (!word || strcmp(word, "lockstep") == 0) return ST_OK;
    *mode = LOCKSTEP_RTL;
    if (strcmp(word, "rtl") == 0) return ST_OK;
    return err_add(e, ST_INPUT, "--mode %s: must be lockstep or rtl", word);
}

static int setup(cosim *s, const cli_args *a, err *e)
{
    const char *const *names, *unknown = cli_value(a, "unknown-opcodes");
    unsigned n = cli_operands(a, &names);
    *s = (cosim){.a = a,
                 .size = cli_value(a, "size"),
                 .launch = cli_value(a, "launch"),
                 .trace = cli_value(a, "trace"),
                 .synthetic = cli_value(a, "synthetic"),
                 .unknown_as_add = unknown != NULL};
    if ((n != 0) + !!s->launch + !!s->trace + !!s->synthetic != 1) {
        return err_add(e, ST_INPUT,
                       "cosim: must be given workloads, or one of --launch FILE, --trace FILE, "
                       "--synthetic FILE");
    }
    if (unknown && strcmp(unknown, "add") != 0)
        return err_add(e, ST_INPUT, "--unknown-opcodes %s: must be add", unknown);
    for (unsigned i = 0; i < n; i++) {
        if (!workload_find(names[i], e)) return ST_INPUT; // before anything is compiled
    }
    if (parse_mode(cli_value(a, "mode"), &s->job.mode, e) != ST_OK) return ST_INPUT;
    if (plugin_sim_parse(cli_value(a, "sim"), &s->job.sim, e) != ST_OK) return ST_INPUT;
    s->job.sms = cli_value(a, "sms");
    s->job.inject = cli_value(a, "inject");
    s->job.quiet = cli_quiet(a) || cli_json(a);
    if (n && (!s->size || strcmp(s->size, "small") == 0)) s->job.run = PLUGIN_SHORT;
    s->job.c = &s->c;
    injection bug;
    if (injection_find(s->job.inject, &bug, e) != ST_OK) return ST_INPUT;
    s->model_bug = bug.model != NULL;
    if (cli_config(a, &s->c, e) != ST_OK) return e->status;
    return s->c.gpu.timing ? ST_OK
                           : err_add(e, ST_INPUT,
                                     "gpu.timing: is false; must be true: a run without time has "
                                     "no cycles for the RTL");
}

static const char *name_of(const cosim *s, const char *name)
{
    return name ? name : s->launch ? s->launch : s->trace ? s->trace : s->synthetic;
}

static int simulate(const cosim *s, const char *name, lockstep *l, json_t **result, err *e)
{
    cli_progress *p = cli_progress_start(s->a, name_of(s, name), "cycles");
    gpu_hooks hooks = {.devices = {lockstep_factory, l},
                       .stop = lockstep_stop(l),
                       .progress = cli_progress_at,
                       .progress_ctx = p};
    sim_job j = {.c = &s->c,
                 .workload = name,
                 .size = s->size,
                 .launch = s->launch,
                 .dump_anywhere = cli_flag(s->a, "dump-anywhere"),
                 .trace = s->trace,
                 .unknown_as_add = s->unknown_as_add,
                 .synthetic = s->synthetic,
                 .hooks = &hooks};
    int status = sim_run(&j, result, e);
    cli_progress_end(p);
    return status;
}

// ---- replay

static void put_option(FILE *f, const char *name, const char *value)
{
    if (!value) return;
    fprintf(f, " --%s ", name);
    cli_put_word(f, value);
}

// The command that shows a mismatch again: of MRPB the failing SM alone; with waves. malloc'd.
static char *replay_line(const cosim *s, const char *name, bool by_sm, int sm)
{
    static const char *const same[] = {"config", "launch", "trace", "unknown-opcodes", "synthetic",
                                       "size",   "mode",   "sim",   "inject"};
    char *text = NULL, number[16];
    size_t bytes = 0;
    const char *const *sets;
    unsigned n = cli_values(s->a, "set", &sets);
    FILE *f = wl_memstream(&text, &bytes);
    fputs("warploom cosim", f);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        put_option(f, same[i], cli_value(s->a, same[i]));
    for (unsigned i = 0; i < n; i++) put_option(f, "set", sets[i]);
    if (cli_flag(s->a, "dump-anywhere")) fputs(" --dump-anywhere", f);
    snprintf(number, sizeof number, "%d", sm);
    if (by_sm) put_option(f, "sms", number);
    put_option(f, "waves", "mismatch.fst");
    if (name) fprintf(f, " %s", name);
    wl_memstream_end(f);
    return text;
}

// The window to trace: up to the mismatch, or from the first request on.
static int wave_window(const json_t *seen, lockstep_job *j, char sm[16], err *e)
{
    const json_t *bad = json_object_get(seen, "first_mismatch"),
                 *first = json_object_get(seen, "first_request");
    if (json_is_object(bad)) {
        j->wave_to = (uint64_t)json_integer_value(json_object_get(bad, "cycle"));
        j->wave_from = j->wave_to < WAVE_CYCLES ? 0 : j->wave_to - WAVE_CYCLES + 1;
        snprintf(sm, 16, "%d", (int)json_integer_value(json_object_get(bad, "instance")));
        j->sms = sm;
    } else if (json_is_integer(first)) {
        j->wave_from = (uint64_t)json_integer_value(first);
        j->wave_to = j->wave_from + WAVE_CYCLES - 1;
    } else {
        return err_add(e, ST_CHECK,
                       "--waves: the first listed SM saw no request, so there is nothing to show");
    }
    return ST_OK;
}

// Runs again, with the RTL of the structure in question alone and the window traced into `file`.
// That the run is stopped behind the window is no error.
static int trace(const cosim *s, const char *name, const json_t *seen, const char *file, err *e)
{
    lockstep_job j = s->job;
    char sm[16];
    err own = {0};
    json_t *ignored = NULL;
    int status = wave_window(seen, &j, sm, e);
    if (status != ST_OK) return status;
    const char *bad =
        json_string_value(json_object_get(json_object_get(seen, "first_mismatch"), "block"));
    cosim_blocks k;
    j.wave = file;
    status = cosim_blocks_new(&k, &j, bad ? bad : cosim_blocks_first(&s->c), &own);
    if (status == ST_OK) {
        status = simulate(s, name, cosim_blocks_head(&k), &ignored, &own);
        if (*lockstep_stop(cosim_blocks_head(&k))) status = ST_OK;
        cosim_blocks_free(&k);
    }
    if (status != ST_OK) err_add(e, status, "--waves: the replay failed: %s", own.text);
    json_decref(ignored);
    err_free(&own);
    return status;
}

// ---- one workload

static bool differs(const json_t *result)
{
    return json_integer_value(json_object_get(result, "mismatches")) != 0;
}

static int report_mismatch(const cosim *s, const char *name, json_t *result, err *e)
{
    const json_t *bad = json_object_get(result, "first_mismatch");
    int sm = (int)json_integer_value(json_object_get(bad, "instance"));
    const char *block = json_string_value(json_object_get(bad, "block"));
    const bool by_sm = strcmp(block, "mrpb") == 0 || strcmp(block, "sm") == 0;
    char *replay = replay_line(s, name, by_sm, sm);
    err_add(e, ST_CHECK, "%s: %s, cycle %lld: %s: model %s, RTL %s\nreplay: %s", name_of(s, name),
            json_string_value(json_object_get(bad, "place")),
            (long long)json_integer_value(json_object_get(bad, "cycle")),
            json_string_value(json_object_get(bad, "port")),
            json_string_value(json_object_get(bad, "model")),
            json_string_value(json_object_get(bad, "rtl")), replay);
    json_object_set_new(result, "replay", printable_json(replay));
    free(replay);
    return ST_CHECK;
}

// One run; `e` has the machine's own messages.
static int observe(const cosim *s, const char *name, bool sync, json_t *result, err *e)
{
    lockstep_job j = s->job;
    cosim_blocks k;
    json_t *r = NULL;
    j.sync = sync;
    int status = cosim_blocks_new(&k, &j, NULL, e);
    if (status != ST_OK) return status;
    status = simulate(s, name, cosim_blocks_head(&k), &r, e);
    json_t *seen = cosim_blocks_result(&k);
    if (status == ST_OK && !differs(seen)) status = cosim_blocks_floors(&k, e);
    if (r) json_object_update(result, r);
    json_object_update(result, seen);
    json_decref(r);
    json_decref(seen);
    cosim_blocks_free(&k);
    return status;
}

// A mismatch is the error of its run: what the machine says then follows from it. One that was
// found behind is looked at again in step, for the report. With a bug in the model it is in step
// from the start, since the machine may not survive that for long.
static int run_once(const cosim *s, const char *name, json_t *result, err *e)
{
    err own = {0};
    bool sync = s->model_bug;
    int status = observe(s, name, sync, result, &own);
    if (!sync && differs(result)) {
        json_object_clear(result);
        err_free(&own);
        status = observe(s, name, true, result, &own);
    }
    if (differs(result)) status = report_mismatch(s, name, result, e);
    else if (status != ST_OK) // a failed tool is no fault of what was to run
        status = err_pass(e, status == ST_TOOL ? "cosim" : name_of(s, name), &own);
    err_free(&own);
    return status;
}

// The file that waves go to. The library that writes them removes what stands in its way, so a
// device must not.
static int open_waves(outfile *wave, const char *path, err *e)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        return err_add(e, ST_INPUT,
                       "--waves %s: cannot write waves there: must be a regular file, or none yet",
                       path);
    }
    return outfile_open(wave, path, e);
}

static int run_workload(const cosim *s, const char *name, json_t *result, err *e)
{
    const char *path = cli_value(s->a, "waves");
    outfile wave = {0};
    int status = path ? open_waves(&wave, path, e) : ST_OK;
    if (status != ST_OK) return status;
    // the library's own while it writes
    char *beside = path ? wl_format("%s.hier", wave.tmp) : NULL;
    const int ticket = path ? cleanup_add(beside) : -1;
    status = run_once(s, name, result, e);
    json_object_set_new(result, "mode",
                        json_string(s->job.mode == LOCKSTEP_RTL ? "rtl" : "lockstep"));
    if (path && (status == ST_OK || status == ST_CHECK)) {
        int traced = trace(s, name, result, wave.tmp, e);
        if (traced == ST_OK) traced = outfile_commit(&wave, e);
        if (traced == ST_OK) json_object_set_new(result, "waves", printable_json(path));
        if (status == ST_OK) status = traced;
    }
    cleanup_forget(ticket);
    free(beside);
    if (path) outfile_abandon(&wave);
    return status;
}

// ---- several workloads

// Sums that a list of runs has in common.
static void add_totals(json_t *total, const json_t *run)
{
    static const char *const keys[] = {"mismatches", "cycles_compared", "compares",
                                       "masked",     "cycles",          "warp_insns"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_int_t sum = json_integer_value(json_object_get(total, keys[i])) +
                         json_integer_value(json_object_get(run, keys[i]));
        json_object_set_new(total, keys[i], json_integer(sum));
    }
    double spent = json_real_value(json_object_get(total, "wall_seconds")) +
                   json_real_value(json_object_get(run, "wall_seconds"));
    json_object_set_new(total, "wall_seconds", json_real(spent));
    json_t *events = json_object_get(total, "events"), *v;
    if (!events) json_object_set_new(total, "events", events = json_object());
    const char *name;
    json_object_foreach(json_object_get(run, "events"), name, v) {
        json_object_set_new(events, name,
                            json_integer(json_integer_value(json_object_get(events, name)) +
                                         json_integer_value(v)));
    }
}

static int run_list(const cosim *s, const char *const *names, unsigned n, json_t *result, err *e)
{
    json_t *runs = json_array();
    int status = ST_OK;
    json_object_set_new(result, "runs", runs);
    for (unsigned i = 0; i < n && (status == ST_OK || status == ST_CHECK); i++) {
        json_t *one = json_object();
        int st = run_workload(s, names[i], one, e);
        if (st != ST_OK && status != ST_TOOL) status = st;
        add_totals(result, one);
        json_array_append_new(runs, one);
    }
    return status;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    cosim s;
    const char *const *names;
    const char *inject = cli_value(a, "inject");
    if (inject && strcmp(inject, "list") == 0) {
        json_object_set_new(result, "bugs", injection_list());
        return ST_OK;
    }
    int status = setup(&s, a, e);
    if (status != ST_OK) return status;
    unsigned n = cli_operands(a, &names);
    if (n <= 1) return run_workload(&s, n ? names[0] : NULL, result, e);
    if (cli_value(a, "waves"))
        return err_add(e, ST_INPUT, "--waves: must be given with one workload");
    return run_list(&s, names, n, result, e);
}

// ---- text

static long long number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static void print_x(const json_t *r)
{
    const char *stem;
    json_t *b;
    json_object_foreach(json_object_get(r, "blocks"), stem, b) {
        if (!json_object_get(b, "x_driven")) continue;
        printf("%s in icarus: %lld don't-care inputs driven with X, X in %lld don't-care outputs\n",
               stem, number(b, "x_driven"), number(b, "x_seen"));
    }
}

static void print_one(const cli_args *a, const json_t *r)
{
    static const char *const keys[] = {"workload", "launch", "trace", "synthetic"};
    const char *name = NULL, *waves = json_string_value(json_object_get(r, "waves"));
    for (size_t i = 0; !name && i < sizeof keys / sizeof keys[0]; i++)
        name = json_string_value(json_object_get(r, keys[i]));
    char *shown = printable_text(name ? name : "run");
    printf("%s (%s): %lld %s compared, %lld mismatches, %lld comparisons (%lld masked)", shown,
           json_string_value(json_object_get(r, "mode")), number(r, "cycles_compared"),
           json_string_value(json_object_get(r, "cycles_of")), number(r, "mismatches"),
           number(r, "compares"), number(r, "masked"));
    free(shown);
    if (json_object_get(r, "cycles")) {
        printf("; %lld GPU cycles, IPC %.2f, %.1f s", number(r, "cycles"),
               json_number_value(json_object_get(r, "ipc")),
               json_number_value(json_object_get(r, "wall_seconds")));
    }
    putchar('\n');
    print_x(r);
    lockstep_pair_print_mismatch(json_object_get(r, "first_mismatch"), stdout);
    if (waves) printf("waves: %s\n", waves);
    if (!cli_quiet(a)) sim_print_notes(r);
    if (!cli_verbose(a)) return;
    const char *event;
    json_t *v;
    json_object_foreach(json_object_get(r, "events"), event, v) {
        fprintf(stderr, "  %-20s %12lld\n", event, (long long)json_integer_value(v));
    }
}

static void print(const cli_args *a, const json_t *result)
{
    const json_t *bugs = json_object_get(result, "bugs"), *runs = json_object_get(result, "runs");
    size_t i;
    json_t *r;
    if (bugs) {
        injection_print(bugs, stdout);
    } else if (runs) {
        json_array_foreach(runs, i, r) print_one(a, r);
    } else {
        print_one(a, result);
    }
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"size", 0, "SIZE", "size of the workload: small, medium, paper or mrpb (default: small)",
     false},
    {"launch", 0, "FILE", "a launch file (your own PTX) instead of a workload", false},
    {"dump-anywhere", 0, NULL,
     "with --launch: dumps may lie outside the launch file's folder, but never replace an input",
     false},
    {"trace", 0, "FILE", "an Accel-Sim trace, its kernelslist.g, instead of a workload", false},
    {"unknown-opcodes", 0, "add",
     "SASS opcodes of a trace that are not known count as integer additions, instead of an error",
     false},
    {"synthetic", 0, "FILE", "kernels made of access patterns, in YAML, instead of a workload",
     false},
    {"mode", 0, "MODE", "lockstep: the model drives; rtl: the RTL drives (default: lockstep)",
     false},
    {"sms", 0, "LIST",
     "SMs whose MRPB is RTL: all, or for example 0,3-5 (default: all); other structures are RTL "
     "everywhere",
     false},
    {"sim", 0, "NAME",
     "simulator of the RTL: verilator, or icarus (four-state: don't-care inputs are X; slow, so "
     "select few --sms)",
     false},
    {"waves", 0, "F.fst", "write waves of the cycles before a mismatch, or of the first requests",
     false},
    {"inject", 0, "ID", "seed a named bug into model or RTL; `--inject list` shows them", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_cosim = {
    .name = "cosim",
    .summary = "Simulates workloads with the emitted RTL of every structure in lockstep with its "
               "golden model. Tops of `rtl --wrap` have no place in the machine: `bench --block` "
               "runs those in lockstep.",
    .operands = "[WORKLOAD...]",
    .example = "warploom cosim -c mrpb-base-s atax --sms all",
    .options = options,
    .max_operands = 64,
    .run = run,
    .print = print,
};
