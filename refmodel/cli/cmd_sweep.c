// cmd_sweep.c: `warploom sweep`: many designs, many programs, on this machine or on a cluster.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "base/outfile.h"
#include "base/printable.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/sweep_names.h"
#include "cli/sweep_points.h"
#include "reports/report.h"
#include "sweep/designs.h"
#include "sweep/pool.h"
#include "sweep/slurm.h"
#include "sweep/state.h"
#include "sweep/store.h"
#include "sweep/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CHUNK = 1 << 20 };

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}
static long long number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

// ---- plan

// -o, or the description's name without its ending.
static char *plan_dir(const cli_args *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path,
               *dot = strrchr(name, '.');
    if (cli_value(a, "output")) return wl_strdup(cli_value(a, "output"));
    return dot && dot > name ? strndup(name, (size_t)(dot - name)) : wl_format("%s.sweep", name);
}

static int plan(const cli_args *a, json_t *result, err *e)
{
    const char *const *operands;
    sweep_spec s;
    sweep_counts counts;
    if (cli_operands(a, &operands) < 2)
        return err_add(e, ST_INPUT,
                       "sweep plan: FILE is missing: the description of the sweep, in YAML");
    char *dir = plan_dir(a, operands[1]);
    int st = spec_read(&s, operands[1], e);
    if (st == ST_OK) st = manifest_plan(&s, sweep_points(), dir, cli_flag(a, "yes"), &counts, e);
    if (st == ST_OK) {
        json_object_set_new(result, "name", json_string(s.name));
        json_object_set_new(result, "points", json_integer((json_int_t)counts.points));
        json_object_set_new(result, "filtered", json_integer((json_int_t)counts.filtered));
        json_object_set_new(result, "invalid", json_integer((json_int_t)counts.invalid));
        json_object_set_new(result, "manifest", json_pack("s+", dir, "/manifest"));
    }
    spec_free(&s);
    free(dir);
    return st;
}

static void print_plan(const json_t *r)
{
    printf("%s: %lld points", text(r, "name"), number(r, "points"));
    if (number(r, "filtered")) printf("; filters leave out %lld", number(r, "filtered"));
    if (number(r, "invalid"))
        printf("; the configuration's rules refuse %lld", number(r, "invalid"));
    printf("\nmanifest: %s\nnext: warploom sweep run -m %s\n", text(r, "manifest"),
           text(r, "manifest"));
}

// ---- the manifest

static int read_manifest(const cli_args *a, sweep_manifest *m, err *e)
{
    const char *path = cli_value(a, "manifest");
    *m = (sweep_manifest){0};
    if (!path)
        return err_add(e, ST_INPUT,
                       "sweep: -m MANIFEST is missing: what warploom sweep plan has written");
    return manifest_read(m, path, sweep_points(), e);
}

static int read_chunk(const cli_args *a, unsigned *chunk, err *e)
{
    uint64_t n = 1;
    const int st = cli_number(a, "chunk", 1, 1, MOST_CHUNK, &n, e);
    *chunk = (unsigned)n;
    return st;
}

// ---- run, on this machine

// Points first..first+n-1.
static int run_points(const cli_args *a, const sweep_manifest *m, unsigned first, unsigned n,
                      unsigned processes, json_t *result, err *e)
{
    pool_job *jobs = wl_calloc(n + 1, sizeof *jobs);
    char *store = sweep_store_dir(m);
    pool_counts counts = {0};
    for (unsigned i = 0; i < n; i++) {
        const sweep_planned *p = &m->points[first + i];
        jobs[i] = (pool_job){.point = &p->point, .hash = p->hash, .digest = p->digest};
    }
    cli_progress *progress = cli_progress_start(a, m->name, "points");
    const pool p = {.runner = sweep_points(),
                    .store = store,
                    .jobs = jobs,
                    .n = n,
                    .processes = processes,
                    .progress = cli_progress_at,
                    .progress_ctx = progress};
    int st = outfile_mkdirs(store, e);
    if (st == ST_OK) st = pool_run(&p, &counts, e);
    cli_progress_end(progress);
    free(store);
    free(jobs);
    json_object_set_new(result, "ran", json_integer(counts.ran));
    json_object_set_new(result, "kept", json_integer(counts.kept));
    json_object_set_new(result, "failed_now", json_integer(counts.failed));
    return st;
}

// Failures are results too, but whoever ran this wants to know.
static int say_failures(const json_t *result, const sweep_manifest *m, err *e)
{
    const long long n = number(result, "failed_now");
    if (!n) return ST_OK;
    return err_add(
        e, ST_CHECK,
        "%lld points failed (warploom sweep status -m %s tells why, sweep retry runs them again)",
        n, m->path);
}

static int run_task(const cli_args *a, const sweep_manifest *m, unsigned chunk, json_t *result,
                    err *e)
{
    const uint64_t tasks = ((uint64_t)m->n + chunk - 1) / chunk;
    uint64_t task = 0;
    int st = cli_number(a, "task", 0, 0, tasks - 1, &task, e);
    if (st != ST_OK) return st;
    const unsigned first = (unsigned)task * chunk, left = m->n - first;
    st = run_points(a, m, first, left < chunk ? left : chunk, 1, result, e);
    return st == ST_OK ? say_failures(result, m, e) : st;
}

// One run at a time: a second one waits, and finds all points done.
static int run_all(const cli_args *a, const sweep_manifest *m, json_t *result, err *e)
{
    unsigned processes;
    int lock, st = cli_jobs(a, &processes, e);
    if (st == ST_OK) st = outfile_lock_work(m->dir, &lock, e);
    if (st != ST_OK) return st;
    st = run_points(a, m, 0, m->n, processes, result, e);
    outfile_unlock(lock);
    return st == ST_OK ? say_failures(result, m, e) : st;
}

// ---- run, by Slurm

static int run_slurm(const cli_args *a, sweep_manifest *m, unsigned chunk, json_t *result, err *e)
{
    char program[PATH_MAX], *path = realpath(m->path, NULL);
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    uint64_t limit = 0;
    int st = cli_number(a, "limit", 0, 0, INT_MAX, &limit, e);
    if (st == ST_OK && (n < 0 || !path))
        st = err_add(e, ST_TOOL, "cannot find the absolute path of this program or of %s", m->path);
    if (st == ST_OK) {
        program[n] = '\0';
        free(m->path);
        free(m->dir);
        m->path = path;
        m->dir = strndup(path, (size_t)(strrchr(path, '/') - path));
        path = NULL;
        const slurm_job j = {.m = m,
                             .program = program,
                             .partition = cli_value(a, "partition"),
                             .nodes = cli_value(a, "nodes"),
                             .time = cli_value(a, "time"),
                             .chunk = chunk,
                             .limit = (unsigned)limit,
                             .dry_run = cli_flag(a, "dry-run")};
        st = slurm_submit(&j, result, e);
    }
    free(path);
    return st;
}

static int check_run(const cli_args *a, bool slurm, err *e)
{
    static const char *const of_slurm[] = {"partition", "nodes", "time", "limit"};
    for (unsigned i = 0; !slurm && i < sizeof of_slurm / sizeof of_slurm[0]; i++) {
        if (cli_value(a, of_slurm[i]))
            return err_add(e, ST_INPUT, "--%s: needs --engine slurm", of_slurm[i]);
    }
    if (!slurm && cli_flag(a, "dry-run"))
        return err_add(e, ST_INPUT, "--dry-run: needs --engine slurm (sweep list shows the tasks)");
    if (slurm && cli_value(a, "task"))
        return err_add(e, ST_INPUT, "--task: one task runs here, not with --engine slurm");
    if (!slurm && !cli_value(a, "task") && cli_value(a, "chunk"))
        return err_add(e, ST_INPUT, "--chunk: needs --task or --engine slurm");
    return ST_OK;
}

static int run_manifest(const cli_args *a, sweep_manifest *m, json_t *result, err *e)
{
    const char *engine = cli_value(a, "engine");
    const bool slurm = engine && strcmp(engine, "slurm") == 0;
    unsigned chunk = 1;
    if (engine && !slurm && strcmp(engine, "local") != 0)
        return err_add(e, ST_INPUT, "--engine %s: must be local or slurm", engine);
    if (check_run(a, slurm, e) != ST_OK || read_chunk(a, &chunk, e) != ST_OK) return e->status;
    if (slurm) return run_slurm(a, m, chunk, result, e);
    return cli_value(a, "task") ? run_task(a, m, chunk, result, e) : run_all(a, m, result, e);
}

static int run_sweep(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    int st = read_manifest(a, &m, e);
    if (st == ST_OK) st = run_manifest(a, &m, result, e);
    manifest_free(&m);
    return st;
}

static int forget_failures(const sweep_manifest *m, err *e)
{
    char *store = sweep_store_dir(m);
    int st = ST_OK;
    for (unsigned i = 0; st == ST_OK && i < m->n; i++)
        st = store_forget_failure(store, m->points[i].hash, e);
    free(store);
    return st;
}

static int retry(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    int st = read_manifest(a, &m, e);
    if (st == ST_OK && !cli_flag(a, "dry-run")) st = forget_failures(&m, e);
    if (st == ST_OK) st = run_manifest(a, &m, result, e);
    manifest_free(&m);
    return st;
}

static void print_slurm_job(const json_t *r)
{
    if (!number(r, "tasks")) {
        puts("nothing to submit: every point is done, has failed, or waits in Slurm");
        return;
    }
    if (json_object_get(r, "job")) {
        printf("Slurm job %lld: %lld tasks, array %s\n", number(r, "job"), number(r, "tasks"),
               text(r, "array"));
        return;
    }
    printf("%s\n%s", text(r, "command"), text(r, "script"));
}

static void print_run(const cli_args *a, const json_t *r)
{
    if (cli_quiet(a)) return;
    if (json_object_get(r, "tasks")) print_slurm_job(r);
    else
        printf("%lld points ran, %lld were there before, %lld failed\n", number(r, "ran"),
               number(r, "kept"), number(r, "failed_now"));
}

// ---- list

static bool is_open(const sweep_manifest *m, const char *store, unsigned first, unsigned n)
{
    for (unsigned i = first; i < m->n && i - first < n; i++) {
        if (store_look(store, m->points[i].hash) == STORE_NONE) return true;
    }
    return false;
}

static void list_tasks(const sweep_manifest *m, unsigned chunk, const char *program, json_t *lines)
{
    char *store = sweep_store_dir(m), *path = realpath(m->path, NULL);
    for (unsigned task = 0; (uint64_t)task * chunk < m->n; task++) {
        char *line = NULL;
        size_t bytes;
        if (!is_open(m, store, task * chunk, chunk)) continue;
        FILE *f = wl_memstream(&line, &bytes);
        cli_put_word(f, program);
        fputs(" sweep run -m ", f);
        cli_put_word(f, path ? path : m->path);
        fprintf(f, " --task %u", task);
        if (chunk > 1) fprintf(f, " --chunk %u", chunk);
        wl_memstream_end(f);
        json_array_append_new(lines, printable_json(line));
        free(line);
    }
    free(path);
    free(store);
}

static int list(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    unsigned chunk = 1;
    char program[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    int st = read_manifest(a, &m, e);
    if (st == ST_OK) st = read_chunk(a, &chunk, e);
    if (st == ST_OK && n < 0) st = err_add(e, ST_TOOL, "cannot find the path of this program");
    if (st == ST_OK) {
        json_t *lines = json_array();
        program[n] = '\0';
        list_tasks(&m, chunk, program, lines);
        json_object_set_new(result, "commands", lines);
    }
    manifest_free(&m);
    return st;
}

static void print_list(const json_t *r)
{
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(r, "commands"), i, line) puts(json_string_value(line));
}

// ---- status

static int status(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    int st = read_manifest(a, &m, e);
    if (st == ST_OK) {
        state_describe(&m, result);
        st = slurm_describe(&m, result, e);
        if (st != ST_OK)
            err_add(e, st, "%lld of %lld points are done; no result is lost",
                    number(result, "done"), number(result, "points"));
    }
    manifest_free(&m);
    return st;
}

static void print_log(const json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line) printf("    | %s\n", json_string_value(line));
}

static void print_slurm(const json_t *s)
{
    size_t i;
    json_t *row;
    if (!s) return;
    printf("Slurm: %lld tasks wait, %lld run\n", number(s, "pending"), number(s, "running"));
    json_array_foreach(json_object_get(s, "reasons"), i, row) {
        printf("  job %s: %lld tasks %s: %s\n", text(row, "job"), number(row, "tasks"),
               text(row, "state"), text(row, "reason"));
    }
    json_array_foreach(json_object_get(s, "lost"), i, row) {
        const char *state = text(row, "state"), *reason = text(row, "reason");
        printf("  point %lld ended without a result: %s%s%s\n", number(row, "index"),
               state ? state : "Slurm knows nothing of it any more", reason ? ", " : "",
               reason ? reason : "");
        print_log(json_object_get(row, "log"));
    }
}

static void print_status(const json_t *r)
{
    size_t i;
    json_t *row;
    printf("%s: %lld points: %lld done, %lld failed, %lld to do\n", text(r, "name"),
           number(r, "points"), number(r, "done"), number(r, "failed"), number(r, "missing"));
    json_array_foreach(json_object_get(r, "failures"), i, row) {
        printf("  point %lld, %s: %s\n", number(row, "index"), text(row, "point"),
               text(row, "message"));
        print_log(json_object_get(row, "log"));
    }
    print_slurm(json_object_get(r, "slurm"));
}

// ---- collect and page

static int collect(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    int st = read_manifest(a, &m, e);
    if (st == ST_OK) st = table_collect(&m, sweep_points()->version, e);
    if (st == ST_OK) {
        state_describe(&m, result);
        json_object_set_new(result, "database", json_pack("s+", m.dir, "/results.db"));
        json_object_set_new(result, "csv", json_pack("s+", m.dir, "/results.csv"));
    }
    manifest_free(&m);
    return st;
}

static void print_collect(const json_t *r)
{
    printf("%s: %lld of %lld points are done, %lld failed\n%s\n%s\n", text(r, "name"),
           number(r, "done"), number(r, "points"), number(r, "failed"), text(r, "database"),
           text(r, "csv"));
}

static int page(const cli_args *a, json_t *result, err *e)
{
    sweep_manifest m;
    const designs_want want = {.gain = cli_value(a, "gain"), .cost = cli_value(a, "cost")};
    int st = read_manifest(a, &m, e);
    char *dir = cli_value(a, "output") ? wl_strdup(cli_value(a, "output"))
                                       : wl_format("%s/page", m.dir ? m.dir : "");
    if (st == ST_OK) st = designs_describe(&m, &want, result, e);
    if (st == ST_OK) {
        json_object_set_new(result, "version", json_string(WL_VERSION));
        sweep_names_add(result);
        st = report_sweep(result, dir, e);
        json_object_set_new(result, "directory", printable_json(dir));
    }
    free(dir);
    manifest_free(&m);
    return st;
}

static void print_values(const json_t *r, const json_t *row)
{
    for (size_t k = 0; k < json_array_size(json_object_get(r, "axes")); k++) {
        printf(" %s=%s", json_string_value(json_array_get(json_object_get(r, "axes"), k)),
               json_string_value(json_array_get(json_object_get(row, "values"), k)));
    }
}

// Those that are not comparable, ten at most.
static void print_uncounted(const json_t *r)
{
    enum { MOST = 10 };
    size_t i;
    unsigned n = 0;
    json_t *row;
    json_array_foreach(json_object_get(r, "designs"), i, row) {
        if (json_is_true(json_object_get(row, "comparable")) || n++ >= MOST) continue;
        printf("  not comparable: %s:", text(row, "not_comparable"));
        print_values(r, row);
        putchar('\n');
    }
    if (n > MOST) printf("  not comparable: %u more designs (the page has all)\n", n - MOST);
}

static void print_page(const json_t *r)
{
    size_t i;
    json_t *row;
    printf("%s: %s over %s, designs that no other one beats\n", text(r, "name"), text(r, "gain"),
           text(r, "cost"));
    json_array_foreach(json_object_get(r, "designs"), i, row) {
        if (!json_is_true(json_object_get(row, "front"))) continue;
        printf("  %-10.6g %-12.6g", json_number_value(json_object_get(row, "gain")),
               json_number_value(json_object_get(row, "cost")));
        print_values(r, row);
        putchar('\n');
    }
    print_uncounted(r);
    printf("page: %s/index.html\n", text(r, "directory"));
}

// ---- the command

typedef struct verb {
    const char *word;
    int (*run)(const cli_args *a, json_t *result, err *e);
    void (*print)(const json_t *result); // NULL: print_run
    unsigned operands;
} verb;

static const verb verbs[] = {{"plan", plan, print_plan, 2}, {"run", run_sweep, NULL, 1},
                             {"list", list, print_list, 1}, {"status", status, print_status, 1},
                             {"retry", retry, NULL, 1},     {"collect", collect, print_collect, 1},
                             {"page", page, print_page, 1}};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const verb *find_verb(const cli_args *a)
{
    const char *const *operands;
    cli_operands(a, &operands);
    for (unsigned i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].word, operands[0]) == 0) return &verbs[i];
    }
    return NULL;
}

static int unknown(const char *word, err *e)
{
    const char *words[VERBS];
    for (unsigned i = 0; i < VERBS; i++) words[i] = verbs[i].word;
    const char *near = nearest_of(word, words, VERBS);
    return err_add(e, ST_INPUT,
                   "sweep %s: must be plan, run, list, status, retry, collect or page%s%s%s", word,
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const char *const *operands;
    const unsigned n = cli_operands(a, &operands);
    const verb *v = find_verb(a);
    if (!v) return unknown(operands[0], e);
    if (n > v->operands)
        return err_add(e, ST_INPUT, "sweep %s: unexpected operand '%s'", v->word,
                       operands[v->operands]);
    return v->run(a, result, e);
}

static void print(const cli_args *a, const json_t *r)
{
    const verb *v = find_verb(a);
    if (v->print) v->print(r);
    else print_run(a, r);
}

static const cli_option options[] = {
    {"output", 'o', "DIR",
     "plan: where the manifest goes (default: the file's name without its ending); page: where the "
     "page goes (default: page/ beside the manifest)",
     false},
    {"yes", 0, NULL, "plan: allow more than 100000 points", false},
    {"manifest", 'm', "FILE", "all others: the manifest that plan has written, or its directory",
     false},
    {"jobs", 'j', "N", "run, retry: points at a time (default: one per core)", false},
    {"task", 0, "N",
     "run: only this task, 0 or more: what other engines call (SLURM_ARRAY_TASK_ID, parallel, "
     "make)",
     false},
    {"chunk", 0, "K", "run --task, run --engine slurm, list: points per task (default: 1)", false},
    {"engine", 0, "NAME", "run, retry: local or slurm (default: local)", false},
    {"partition", 0, "NAME", "of Slurm: passed through", false},
    {"nodes", 0, "N", "of Slurm: passed through", false},
    {"time", 0, "LIMIT", "of Slurm: passed through", false},
    {"limit", 0, "N", "of Slurm: tasks of the array at a time (default: as many as Slurm starts)",
     false},
    {"dry-run", 0, NULL, "of Slurm: print the command and the script; nothing is submitted", false},
    {"gain", 0, "STATISTIC",
     "page: more of it is better (default: ipc); the geometric mean over a design's simulations",
     false},
    {"cost", 0, "NAME",
     "page: less of it is better: a statistic of synth, or an axis (default: area_um2, or the "
     "first axis of numbers)",
     false},
    {NULL, 0, NULL, NULL, false},
};

static void more_help(FILE *f)
{
    fputs("plan     expands the description FILE (YAML) to a manifest, one line per point\n"
          "run      runs what is not there yet; when killed, it continues where it stopped\n"
          "list     prints one command per task that is not done, for other engines\n"
          "status   tells what is done, what has failed and why\n"
          "retry    runs again what has failed\n"
          "collect  writes results.db (SQLite) and results.csv\n"
          "page     writes a page: table, scatter and Pareto front, parallel coordinates, CSV\n"
          "\nFILE, with every key that it may have:\n" SPEC_EXAMPLE,
          f);
}

const cli_command cmd_sweep = {
    .name = "sweep",
    .summary = "Runs many designs and programs: simulations, benches and syntheses, on this "
               "machine or by Slurm; collects them in SQLite and on a page.",
    .operands = "plan|run|list|status|retry|collect|page [FILE]",
    .example = "warploom sweep plan mrpb.yaml -o mrpb\n"
               "  warploom sweep run -m mrpb\n"
               "  warploom sweep collect -m mrpb && warploom sweep page -m mrpb",
    .options = options,
    .min_operands = 1,
    .max_operands = 2,
    .run = run,
    .print = print,
    .more_help = more_help,
};
