// mutate.c: runs the mutants of a block on its bench, has the survivors proved, and keeps the
// findings so that a stopped run resumes. See mutate.h. The files of a run are:
//
//     WORK/rtl/              the emitted design
//     WORK/design.il, ...    what prep.tcl makes of it
//     WORK/design.v          all chosen mutants in one model
//     WORK/found             one line a mutant that was run: its name, cycles until it was killed
//                            or -1, verdict of a proof
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/mutate/mutate.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "rtlgen/rtlgen.h"
#include "tb/bench/bench.h"
#include "tb/lockstep/build.h"
#include "tb/mutate/choice.h"
#include "tb/mutate/mutants.h"
#include "tb/mutate/prove.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILE = 256 << 20, ALIVE = -1, NOT_RUN = -2, UNPROVEN = -1, NAME = 17 };

typedef struct found {
    char name[NAME]; // of the mutant: the digest of its command, cut off
    int64_t cycle;   // in which it was killed, ALIVE, NOT_RUN
    int verdict;     // prove_verdict; UNPROVEN: not asked
} found;

typedef struct run {
    const mutate_job *j;
    char *work, *top;
    rtlil design;
    mutant_list list;
    plugin_lib lib;
    found *of; // [list.n]
    FILE *log; // WORK/found
    int lock;  // of WORK; -1: not yet
} run;

// The stem of what is mutated
static const char *stem(const mutate_job *j)
{
    return j->adapter ? j->adapter->kind->stem : j->block;
}

// ---- the design

static char *in_work(const run *r, const char *name) { return wl_format("%s/%s", r->work, name); }

static int make_work(run *r, err *e)
{
    int status = outfile_mkdirs(r->j->work_dir, e);
    if (status != ST_OK) return status;
    r->work = realpath(r->j->work_dir, NULL);
    if (!r->work) return err_add(e, ST_TOOL, "%s: cannot be found again", r->j->work_dir);
    return outfile_lock_work(r->work, &r->lock, e); // two runs would mix their files
}

static int write_params(const run *r, const json_t *emitted, err *e)
{
    char *path = in_work(r, "params.tcl");
    outfile o;
    int status = outfile_open(&o, path, e);
    free(path);
    if (status != ST_OK) return status;
    size_t i;
    json_t *file;
    fprintf(o.f, "set top {%s}\nset sources {", r->top);
    json_array_foreach(json_object_get(emitted, "files"), i, file) {
        const char *name = json_string_value(file), *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ".v") == 0) fprintf(o.f, "rtl/%s ", name);
    }
    fprintf(o.f, "}\n");
    return outfile_commit(&o, e);
}

static int yosys(const run *r, const char *flag, const char *script, err *e)
{
    char *log = in_work(r, "yosys.log");
    const char *const argv[] = {"yosys", "-q", flag, script, NULL};
    const int status = tool_run(argv, r->work, log, e);
    free(log);
    return status;
}

static int prepare(run *r, err *e)
{
    char *rtl = in_work(r, "rtl"), *script = resource_path("tb/mutate/prep.tcl");
    const adapter *a = r->j->adapter;
    rtlgen_options o = {
        .source = r->j->c->name, .force = true, .wrap = a ? a->kind->host : NULL, .shell = a};
    json_t *emitted = NULL;
    int status = rtlgen_emit(r->j->c, rtl, &o, &emitted, e);
    if (status == ST_OK) status = write_params(r, emitted, e);
    if (status == ST_OK) status = yosys(r, "-c", script, e);
    json_decref(emitted);
    free(script);
    free(rtl);
    return status;
}

static int read_design(run *r, err *e)
{
    const mutate_job *j = r->j;
    char *design = in_work(r, "design.il"), **modules = choice_make(j->c, j->adapter, j->module);
    int status = rtlil_read(&r->design, design, e);
    if (status == ST_OK &&
        !mutants_sample(&r->list, &r->design, (const char *const *)modules, j->count, j->seed))
        status = choice_refuse(j->c, j->adapter, j->module, &r->list, e);
    choice_free(modules);
    free(design);
    return status;
}

// design.v: what Yosys writes of the mutated design, and mutant.v behind it.
static int join(const run *r, err *e)
{
    char *cell = resource_path("tb/mutate/mutant.v"), *plain = in_work(r, "mutated.v"),
         *all = in_work(r, "design.v"), *text[2] = {0};
    size_t bytes[2];
    outfile o;
    int status = infile_read_made("yosys", plain, MAX_FILE, &text[0], &bytes[0], e);
    if (status == ST_OK) status = infile_read(cell, MAX_FILE, &text[1], &bytes[1], e);
    if (status == ST_OK) status = outfile_open(&o, all, e);
    if (status == ST_OK) {
        for (unsigned i = 0; i < 2; i++) fwrite(text[i], 1, bytes[i], o.f);
        status = outfile_commit(&o, e);
    }
    free(text[0]);
    free(text[1]);
    free(all);
    free(plain);
    free(cell);
    return status;
}

static int build(run *r, err *e)
{
    static const char script[] =
        "read_rtlil mutated.il\nwrite_verilog -norename -noattr mutated.v\n";
    char *il = in_work(r, "mutated.il"), *ys = in_work(r, "write.ys"),
         *verilog = in_work(r, "design.v");
    const plugin_want want = {.block = r->j->block,
                              .adapter = r->j->adapter,
                              .quiet = r->j->quiet,
                              .verilog = verilog,
                              .select = true};
    int status = mutants_write(&r->list, &r->design, il, e);
    if (status == ST_OK) status = outfile_put(ys, script, strlen(script), e);
    if (status == ST_OK) status = yosys(r, "-s", ys, e);
    if (status == ST_OK) status = join(r, e);
    if (status == ST_OK) status = plugin_load(r->j->c, &want, &r->lib, e);
    free(verilog);
    free(ys);
    free(il);
    return status;
}

// ---- the bench

// The plug-in that a bench sees: its instances are the chosen variant.
typedef struct chosen {
    wl_plugin api; // first: what `open` is given
    const wl_plugin *base;
    uint64_t variant;
} chosen;

static void *open_variant(const wl_plugin *of)
{
    const chosen *c = (const chosen *)of;
    void *self = c->base->open(c->base);
    if (!self) return NULL;
    c->base->select(self, c->variant);
    c->base->reset(self);
    return self;
}

// ALIVE, or the cycle in which it was killed. An event that was not seen is no kill: events are the
// model's.
static int run_mutant(const run *r, uint64_t select, int64_t *cycle, err *e)
{
    chosen one = {*r->lib.api, r->lib.api, select};
    one.api.open = open_variant;
    const bench_job b = {.block = r->j->block,
                         .adapter = r->j->adapter,
                         .c = r->j->c,
                         .plugin = &one.api,
                         .seed = r->j->seed,
                         .cycles = r->j->cycles,
                         .weak = r->j->weak};
    err own = {0};
    json_t *result = NULL;
    int status = bench_run(&b, &result, &own);
    const bool killed = json_integer_value(json_object_get(result, "mismatches")) ||
                        json_is_string(json_object_get(result, "broken_law"));
    *cycle =
        killed ? (int64_t)json_integer_value(json_object_get(result, "cycles_compared")) : ALIVE;
    if (result) status = ST_OK;
    else err_pass(e, stem(r->j), &own);
    json_decref(result);
    err_free(&own);
    return status;
}

static int run_plain(const run *r, err *e)
{
    int64_t cycle = ALIVE;
    const int status = run_mutant(r, 0, &cycle, e);
    if (status != ST_OK || cycle == ALIVE) return status;
    return err_add(e, ST_CHECK, "the design without a mutant fails on the bench in cycle %" PRId64,
                   cycle);
}

// ---- what was found

static found nothing_found(const run *r, unsigned i)
{
    char *command = mutant_command(&r->list.m[i], r->top);
    found f = {.cycle = NOT_RUN, .verdict = UNPROVEN};
    memcpy(f.name, digest_of(command, strlen(command)).hex, NAME - 1);
    free(command);
    return f;
}

static int digest_of_file(const char *path, digest *d, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    const int status = infile_read(path, MAX_FILE, &text, &bytes, e);
    *d = digest_of(text, bytes);
    free(text);
    return status;
}

// What a line of WORK/found is about: the design, whatever the sample; behind it what ran it, this
// very program among it.
static int identity(const run *r, char *what[2], err *e)
{
    const mutate_job *j = r->j;
    char *path = in_work(r, "design.il");
    digest design, self;
    int status = digest_of_file(path, &design, e);
    if (status == ST_OK) status = digest_of_file("/proc/self/exe", &self, e);
    what[0] = status == ST_OK ? wl_format("design=%s", design.hex) : NULL;
    what[1] = status == ST_OK ? wl_format("bench=%s cycles=%" PRIu64 " seed=%" PRIu64 " weak=%d",
                                          self.hex, j->cycles, j->seed, j->weak)
                              : NULL;
    free(path);
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(found *const *)a)->name, (*(found *const *)b)->name);
}

// Verdicts hold as long as the design does; kills only on the bench that made them. `sorted` has
// the sample's mutants by their names.
static void take_up(found **sorted, unsigned n, char *text, char *const what[2])
{
    char *save = NULL, *line = strtok_r(text, "\n", &save);
    if (!line || strcmp(line, what[0]) != 0 || !(line = strtok_r(NULL, "\n", &save))) return;
    const bool same_bench = strcmp(line, what[1]) == 0;
    while ((line = strtok_r(NULL, "\n", &save))) {
        found f = {.cycle = NOT_RUN}, *key = &f;
        int end = 0;
        if (sscanf(line, "%16s %" SCNd64 " %d .%n", f.name, &f.cycle, &f.verdict, &end) != 3 ||
            !end)
            continue;
        found **at = bsearch(&key, sorted, n, sizeof *sorted, by_name);
        if (!at) continue;
        (*at)->cycle = same_bench ? f.cycle : NOT_RUN;
        (*at)->verdict = f.verdict;
    }
}

static void take_up_file(run *r, const char *path, char *const what[2])
{
    char *text = NULL;
    size_t bytes;
    err none = {0};
    found **sorted = wl_calloc(r->list.n + 1, sizeof *sorted);
    for (unsigned i = 0; i < r->list.n; i++) sorted[i] = &r->of[i];
    qsort(sorted, r->list.n, sizeof *sorted, by_name);
    if (access(path, R_OK) == 0 && infile_read(path, MAX_FILE, &text, &bytes, &none) == ST_OK)
        take_up(sorted, r->list.n, text, what);
    err_free(&none);
    free(sorted);
    free(text);
}

static void note(const run *r, unsigned i, FILE *f)
{
    fprintf(f, "%s %" PRId64 " %d .\n", r->of[i].name, r->of[i].cycle, r->of[i].verdict);
}

// What was taken up, in a file that replaces the old one as a whole.
static int rewrite_log(const run *r, const char *path, char *const what[2], err *e)
{
    outfile o;
    const int status = outfile_open(&o, path, e);
    if (status != ST_OK) return status;
    fprintf(o.f, "%s\n%s\n", what[0], what[1]);
    for (unsigned i = 0; i < r->list.n; i++) {
        if (r->of[i].cycle != NOT_RUN || r->of[i].verdict != UNPROVEN) note(r, i, o.f);
    }
    return outfile_commit(&o, e);
}

static int open_log(run *r, err *e)
{
    char *path = in_work(r, "found"), *what[2] = {0};
    int status = identity(r, what, e);
    if (status == ST_OK) take_up_file(r, path, what);
    if (status == ST_OK) status = rewrite_log(r, path, what, e);
    r->log = status == ST_OK ? fopen(path, "a") : NULL;
    if (status == ST_OK && !r->log) status = err_add(e, ST_TOOL, "cannot write %s", path);
    free(what[0]);
    free(what[1]);
    free(path);
    return status;
}

// What was noted so far is on its way to the disk.
static int flush_log(const run *r, err *e)
{
    errno = 0;
    if (fflush(r->log) == 0 && !ferror(r->log)) return ST_OK;
    return err_add(e, ST_TOOL, "cannot write %s/found: %s", r->work, strerror(errno ? errno : EIO));
}

static int close_log(run *r, err *e)
{
    const int status = flush_log(r, e), why = fclose(r->log) == 0 ? 0 : errno;
    r->log = NULL;
    return status != ST_OK || !why
               ? status
               : err_add(e, ST_TOOL, "cannot write %s/found: %s", r->work, strerror(why));
}

static int run_all(run *r, err *e)
{
    int status = ST_OK;
    for (unsigned i = 0; i < r->list.n && status == ST_OK; i++) {
        found *f = &r->of[i];
        if (f->cycle != NOT_RUN) continue;
        if (f->verdict == PROVE_EQUIVALENT) f->cycle = ALIVE; // whatever the bench
        else status = run_mutant(r, mutant_select(&r->list.m[i]), &f->cycle, e);
        if (status == ST_OK) note(r, i, r->log);
        if (status == ST_OK && i % 64 == 0) status = flush_log(r, e);
        if (r->j->progress) r->j->progress(r->j->progress_ctx, i, (double)i / r->list.n);
    }
    return status;
}

// Those that live and were not asked about: numbers[i] is the i-th one's.
static mutant_list unproven(const run *r, unsigned *numbers)
{
    mutant_list l = {.m = wl_calloc(r->list.n + 1, sizeof *l.m)};
    for (unsigned i = 0; i < r->list.n; i++) {
        if (r->of[i].cycle != ALIVE || r->of[i].verdict != UNPROVEN) continue;
        numbers[l.n] = i;
        l.m[l.n++] = r->list.m[i];
    }
    return l;
}

// The verdict of one of these.
typedef struct asked {
    run *r;
    const unsigned *numbers;
    unsigned n, done;
} asked;

static void take_verdict(void *ctx, unsigned i, prove_verdict verdict)
{
    asked *a = ctx;
    run *r = a->r;
    r->of[a->numbers[i]].verdict = (int)verdict;
    note(r, a->numbers[i], r->log);
    fflush(r->log); // an error stays in the stream and shows at close_log
    if (r->j->progress) r->j->progress(r->j->progress_ctx, a->done, (double)a->done / a->n);
    a->done++;
}

static prove_job proofs_of(const run *r, asked *a)
{
    const rtlil *d = &r->design;
    bool clocked = false;
    for (unsigned k = 0; k < d->n_wires; k++)
        clocked = clocked || strcmp(d->wires[k].name, "\\clk_i") == 0;
    return (prove_job){.c = r->j->c,
                       .block = stem(r->j),
                       .adapter = r->j->adapter,
                       .top = r->top,
                       .dir = r->work,
                       .clocked = clocked,
                       .found = take_verdict,
                       .ctx = a};
}

static int prove_all(run *r, err *e)
{
    unsigned *numbers = wl_calloc(r->list.n + 1, sizeof *numbers);
    mutant_list l = unproven(r, numbers);
    asked a = {r, numbers, l.n, 0};
    const prove_job p = proofs_of(r, &a);
    const int status = l.n ? prove_mutants(&p, &l, &r->design, e) : ST_OK;
    mutants_free(&l);
    free(numbers);
    return status;
}

// ---- the result

typedef struct tally {
    unsigned mutants, killed, equivalent, differ;
} tally;

static void count(tally *t, const found *f)
{
    t->mutants++;
    t->killed += f->cycle >= 0;
    t->equivalent += f->cycle == ALIVE && f->verdict == PROVE_EQUIVALENT;
    t->differ += f->cycle == ALIVE && f->verdict == PROVE_DIFFERS;
}

static json_t *score(const tally *t)
{
    return t->mutants > t->equivalent ? json_real((double)t->killed / (t->mutants - t->equivalent))
                                      : json_null();
}

static const char *module_word(const run *r, const char *emitted)
{
    const char *word = rtlgen_stem(r->j->c->name, emitted);
    return word ? word : emitted;
}

static json_t *module_row(const run *r, unsigned k)
{
    tally t = {0};
    const mutant_module *m = &r->list.modules[k];
    for (unsigned i = 0; i < r->list.n; i++) {
        if (r->list.m[i].module == k) count(&t, &r->of[i]);
    }
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "module", module_word(r, m->name),
                     "candidates", m->candidates, "mutants", t.mutants, "killed", t.killed,
                     "equivalent", t.equivalent, "differ", t.differ, "survived",
                     t.mutants - t.killed, "score", score(&t));
}

static json_t *survivor(const run *r, unsigned i)
{
    static const char *const words[] = {"open", "equivalent", "differs"};
    const mutant *m = &r->list.m[i];
    const int v = r->of[i].verdict;
    char *command = mutant_command(m, r->top), *source = mutant_source(m);
    json_t *o = json_pack("{s:s, s:s, s:s, s:s}", "mutant", command, "module",
                          module_word(r, m->cell->module), "source", source, "verdict",
                          v == UNPROVEN ? "not asked" : words[v]);
    free(source);
    free(command);
    return o;
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

// The length of the bench at which it has killed this share of what it kills at all.
static int64_t cycles_to_kill(const run *r, unsigned percent)
{
    int64_t *c = wl_calloc(r->list.n + 1, sizeof *c);
    unsigned n = 0;
    for (unsigned i = 0; i < r->list.n; i++) {
        if (r->of[i].cycle >= 0) c[n++] = r->of[i].cycle;
    }
    qsort(c, n, sizeof *c, by_value);
    const uint64_t last = n ? ((uint64_t)n * percent + 99) / 100 - 1 : 0;
    const int64_t cycles = c[last];
    free(c);
    return cycles;
}

static json_t *describe(const run *r)
{
    json_t *modules = json_array(), *survivors = json_array();
    tally t = {0};
    for (unsigned k = 0; k < r->list.n_modules; k++) {
        if (r->list.modules[k].chosen) json_array_append_new(modules, module_row(r, k));
    }
    for (unsigned i = 0; i < r->list.n; i++) {
        count(&t, &r->of[i]);
        if (r->of[i].cycle == ALIVE) json_array_append_new(survivors, survivor(r, i));
    }
    return json_pack("{s:s, s:s, s:I, s:I, s:b, s:o, s:i, s:i, s:i, s:i, s:o, s:I, s:I, s:o}",
                     "block", stem(r->j), "top", r->top, "seed", (json_int_t)r->j->seed, "cycles",
                     (json_int_t)r->j->cycles, "weak", r->j->weak, "modules", modules, "mutants",
                     t.mutants, "killed", t.killed, "equivalent", t.equivalent, "differ", t.differ,
                     "score", score(&t), "median_cycles", (json_int_t)cycles_to_kill(r, 50),
                     "cycles_99_percent", (json_int_t)cycles_to_kill(r, 99), "survivors",
                     survivors);
}

static json_t *describe_sample(const run *r)
{
    json_t *sample = json_array();
    for (unsigned i = 0; i < r->list.n; i++) {
        char *command = mutant_command(&r->list.m[i], r->top);
        json_array_append_new(sample, json_string(command));
        free(command);
    }
    return json_pack("{s:s, s:s, s:I, s:o}", "block", stem(r->j), "top", r->top, "seed",
                     (json_int_t)r->j->seed, "sample", sample);
}

// From the design with its sample to the result.
static int run_sample(run *r, json_t **result, err *e)
{
    int status = build(r, e);
    r->of = wl_calloc(r->list.n + 1, sizeof *r->of);
    for (unsigned i = 0; i < r->list.n; i++) r->of[i] = nothing_found(r, i);
    if (status == ST_OK) status = run_plain(r, e);
    if (status == ST_OK) status = open_log(r, e);
    if (status == ST_OK) status = run_all(r, e);
    if (status == ST_OK && r->j->prove) status = prove_all(r, e);
    if (status == ST_OK) status = close_log(r, e);
    if (status == ST_OK) *result = describe(r);
    return status;
}

static void free_run(run *r)
{
    if (r->log) fclose(r->log);
    plugin_unload(&r->lib);
    mutants_free(&r->list);
    rtlil_free(&r->design);
    free(r->of);
    if (r->lock >= 0) outfile_unlock(r->lock);
    free(r->top);
    free(r->work);
}

int mutate_run(const mutate_job *j, json_t **result, err *e)
{
    run r = {.j = j, .lock = -1};
    if (!rtlgen_enabled(j->c, j->block))
        return err_add(e, ST_INPUT, "block %s: not enabled in configuration %s", j->block,
                       j->c->name);
    r.top = j->adapter ? rtlgen_shell(j->c, j->adapter) : rtlgen_top(j->c, j->block);
    int status = make_work(&r, e);
    if (status == ST_OK) status = prepare(&r, e);
    if (status == ST_OK) status = read_design(&r, e);
    if (status == ST_OK && j->list) *result = describe_sample(&r);
    else if (status == ST_OK) status = run_sample(&r, result, e);
    free_run(&r);
    return status;
}
