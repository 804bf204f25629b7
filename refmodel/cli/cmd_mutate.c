// cmd_mutate.c: `warploom mutate`: counts the mutants of a block's RTL that its bench kills.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "base/seconds.h"
#include "cli/cli.h"
#include "cli/cli_adapter.h"
#include "rtlgen/rtlgen.h"
#include "synth/tools.h"
#include "tb/mutate/mutate.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_COUNT = 1000, DEFAULT_CYCLES = 20000, MOST = 1000000 };

static char *work_dir(const cli_args *a, const mutate_job *j)
{
    if (cli_value(a, "output")) return wl_strdup(cli_value(a, "output"));
    const char *stem = j->adapter ? j->adapter->kind->stem : j->block;
    char *cache = resource_cache_dir(),
         *dir = wl_format("%s/mutate/%s-%s", cache, j->c->name, stem);
    free(cache);
    return dir;
}

static int versions(const char *dir, json_t *result, err *e)
{
    json_t *tools = json_object();
    int status = outfile_mkdirs(dir, e);
    if (status == ST_OK) status = tool_version("yosys", "-V", dir, "yosys", tools, e);
    if (status == ST_OK)
        status = tool_version("verilator", "--version", dir, "verilator", tools, e);
    json_object_set_new(result, "tools", tools);
    return status;
}

static int save(const char *dir, const json_t *result, err *e)
{
    char *path = wl_format("%s/mutate.json", dir), *text = json_dumps(result, JSON_INDENT(1));
    const int status = outfile_put(path, text, strlen(text), e);
    free(text);
    free(path);
    return status;
}

static long long number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}
static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static void put_module(const json_t *r, const json_t *m, FILE *f)
{
    const json_t *score = json_object_get(m, "score");
    fprintf(f, "%s,%s,%lld,%lld,%lld,%lld,%lld,", text(r, "top"), text(m, "module"),
            number(m, "candidates"), number(m, "mutants"), number(m, "killed"),
            number(m, "equivalent"), number(m, "differ"));
    if (json_is_number(score)) fprintf(f, "%.2f", 100 * json_number_value(score));
    fprintf(f, ",%lld,%lld\n", number(r, "cycles"), number(r, "seed"));
}

// No field of either table holds a comma or a quote.
static void put_survivor(const json_t *r, const json_t *s, FILE *f)
{
    fprintf(f, "%s,%s,%s,%s,%s\n", text(r, "top"), text(s, "module"), text(s, "verdict"),
            text(s, "source"), text(s, "mutant"));
}

// DIR/NAME.csv: a row for each element of result[key].
static int save_table(const char *dir, const char *name, const char *head, const json_t *result,
                      const char *key, void (*put)(const json_t *r, const json_t *row, FILE *f),
                      err *e)
{
    char *path = wl_format("%s/%s.csv", dir, name);
    outfile o;
    int status = outfile_open(&o, path, e);
    free(path);
    if (status != ST_OK) return status;
    size_t i;
    json_t *row;
    fprintf(o.f, "%s\n", head);
    json_array_foreach(json_object_get(result, key), i, row) put(result, row, o.f);
    return outfile_commit(&o, e);
}

static int save_tables(const char *dir, const json_t *result, err *e)
{
    const int status = save_table(
        dir, "modules",
        "design,module,candidates,mutants,killed,equivalent,differ,score_percent,cycles,seed",
        result, "modules", put_module, e);
    return status != ST_OK ? status
                           : save_table(dir, "survivors", "design,module,verdict,source,mutant",
                                        result, "survivors", put_survivor, e);
}

static int run_job(const cli_args *a, mutate_job *j, json_t *result, err *e)
{
    char *dir = work_dir(a, j);
    json_t *made = NULL;
    j->work_dir = dir;
    int status = versions(dir, result, e);
    cli_progress *p = cli_progress_start(a, "mutate", "mutants");
    j->progress = cli_progress_at;
    j->progress_ctx = p;
    const double start = wl_seconds();
    if (status == ST_OK) status = mutate_run(j, &made, e);
    const double spent = wl_seconds() - start;
    cli_progress_end(p);
    if (made) json_object_update(result, made);
    json_object_set_new(result, "config", json_string(j->c->name));
    if (status == ST_OK && !j->list) status = save(dir, result, e);
    if (status == ST_OK && !j->list) status = save_tables(dir, result, e);
    json_object_set_new(result, "wall_seconds", json_real(spent));
    json_decref(made);
    free(dir);
    return status;
}

// Digits, and behind a point more of them: 99, 99.5.
static bool is_decimal(const char *s)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(s, digits),
                 fraction = s[whole] == '.' ? strspn(s + whole + 1, digits) : 0;
    return whole && !s[fraction ? whole + 1 + fraction : whole];
}

static int read_floor(const cli_args *a, double *floor, err *e)
{
    const char *text = cli_value(a, "floor");
    *floor = text && is_decimal(text) ? strtod(text, NULL) : 0;
    if (!text || (is_decimal(text) && *floor <= 100)) return ST_OK;
    return err_add(e, ST_INPUT,
                   "mutate: --floor %s: must be a plain decimal number of percent, 0..100", text);
}

static void print_sample(const json_t *sample)
{
    size_t i;
    json_t *command;
    json_array_foreach(sample, i, command) printf("%s\n", json_string_value(command));
}

static int check_floor(double floor, const json_t *result, err *e)
{
    const double score = 100 * json_number_value(json_object_get(result, "score"));
    if (score >= floor) return ST_OK;
    return err_add(
        e, ST_CHECK,
        "the bench kills %.2f %% of the mutants that are not equivalent: must be at least %g",
        score, floor);
}

static int run(const cli_args *a, json_t *result, err *e)
{
    config c;
    adapter wrapped;
    mutate_job j = {.c = &c,
                    .module = cli_value(a, "module"),
                    .weak = cli_flag(a, "weak"),
                    .prove = !cli_flag(a, "no-proofs"),
                    .list = cli_flag(a, "list"),
                    .quiet = cli_quiet(a) || cli_json(a)};
    uint64_t count = 0;
    double floor;
    int status = read_floor(a, &floor, e);
    if (status == ST_OK && j.list && floor > 0)
        status =
            err_add(e, ST_INPUT, "mutate: --floor: cannot be used with --list, which runs nothing");
    if (status == ST_OK) status = cli_number(a, "count", DEFAULT_COUNT, 1, MOST, &count, e);
    if (status == ST_OK)
        status = cli_number(a, "cycles", DEFAULT_CYCLES, 1, 1000000000, &j.cycles, e);
    if (status == ST_OK) status = cli_number(a, "seed", 1, 0, INT64_MAX, &j.seed, e);
    if (status == ST_OK) status = cli_config(a, &c, e);
    if (status != ST_OK) return status;
    j.count = (unsigned)count;
    j.block = cli_value(a, "block") ? cli_value(a, "block") : rtlgen_first(&c);
    if (!j.block)
        return err_add(e, ST_INPUT,
                       "configuration %s has no structure to mutate; try -c mrpb-base-s", c.name);
    status = cli_adapter(a, &c, &j.block, &wrapped, e);
    if (wrapped.kind) j.adapter = &wrapped;
    if (status == ST_OK) status = run_job(a, &j, result, e);
    return status == ST_OK && !j.list ? check_floor(floor, result, e) : status;
}

static void print_row(const char *name, const json_t *o, long long candidates)
{
    const json_t *score = json_object_get(o, "score");
    printf("  %-28s%12lld%10lld%10lld%12lld%10lld", name, candidates, number(o, "mutants"),
           number(o, "killed"), number(o, "equivalent"),
           number(o, "mutants") - number(o, "killed") - number(o, "equivalent"));
    if (json_is_number(score)) printf("%9.2f %%\n", 100 * json_number_value(score));
    else printf("%11s\n", "-");
}

static void print(const cli_args *a, const json_t *r)
{
    size_t i;
    json_t *row;
    long long candidates = 0;
    print_sample(json_object_get(r, "sample"));
    if (!json_object_get(r, "modules")) return;
    printf("%s: mutants of its RTL on the bench, %lld cycles, seed %lld%s; %.1f s\n",
           text(r, "top"), number(r, "cycles"), number(r, "seed"),
           json_is_true(json_object_get(r, "weak")) ? ", weakened bench" : "",
           json_real_value(json_object_get(r, "wall_seconds")));
    printf("  %-28s%12s%10s%10s%12s%10s%11s\n", "module", "candidates", "mutants", "killed",
           "equivalent", "alive", "score");
    json_array_foreach(json_object_get(r, "modules"), i, row) {
        print_row(text(row, "module"), row, number(row, "candidates"));
        candidates += number(row, "candidates");
    }
    print_row("all", r, candidates);
    printf("  99 %% of the kills are made within %lld cycles\n", number(r, "cycles_99_percent"));
    json_array_foreach(json_object_get(r, "survivors"), i, row) {
        if (strcmp(text(row, "verdict"), "equivalent") == 0 && !cli_verbose(a)) continue;
        printf("  %s: %s: %s\n", text(row, "verdict"), text(row, "source"), text(row, "mutant"));
    }
}

static const cli_option options[] = {
    CLI_CONFIG_OPTIONS,
    {"block", 0, "STEM",
     "which structure, or wrapped top, whose adapter alone is mutated; `bench --block list` shows "
     "them (default: the configuration's first structure)",
     false},
    CLI_PARAMETERS_OPTION,
    {"module", 0, "MODULE",
     "only mutants of this emitted module (with or without the configuration's name before it)",
     false},
    {"count", 0, "N", "maximum number of mutants per module (default: 1000)", false},
    {"seed", 0, "S", "seed of the sample and of the traffic (default: 1)", false},
    {"cycles", 0, "N", "cycles of the bench for each mutant (default: 20000)", false},
    {"weak", 0, NULL, "use a weakened bench, to see that the score falls", false},
    {"no-proofs", 0, NULL, "do not try to prove survivors equivalent", false},
    {"list", 0, NULL, "only list the sample, as commands of Yosys; run nothing", false},
    {"floor", 0, "PERCENT", "fail if the score is below this", false},
    {"output", 'o', "DIR",
     "work directory, from which a stopped run resumes (default: one in the cache)", false},
    {NULL, 0, NULL, NULL, false},
};

const cli_command cmd_mutate = {
    .name = "mutate",
    .summary = "Mutates a block's RTL and counts the mutants that its bench kills; survivors are "
               "proven equivalent, or listed.",
    .operands = "",
    .example = "warploom mutate -c mrpb-base-s --module mrpb_ctl --count 200",
    .options = options,
    .run = run,
    .print = print,
};
