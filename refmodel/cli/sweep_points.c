// sweep_points.c: see sweep_points.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_points.h"

#include "base/outfile.h"
#include "base/printable.h"
#include "base/resources.h"
#include "cli/build_id.h"
#include "machine/run/kernel_diff.h"
#include "cli/launch.h"
#include "cli/sim_run.h"
#include "cli/synthetic_run.h"
#include "rtlgen/rtlgen.h"
#include "synth/keep.h"
#include "synth/liberty.h"
#include "synth/modules.h"
#include "synth/synth.h"
#include "tb/bench/bench.h"
#include "tb/lockstep/build.h"
#include "workloads/workload.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILE_BYTES = 256 << 20 };

static bool is_file(const sweep_point *p) { return strchr(p->program, '/') != NULL; }
static bool seeded(const sweep_point *p)
{
    return p->kind == SWEEP_bench || (p->kind == SWEEP_sim && is_file(p));
}

// ---- inputs

// Points of a sweep ask for the same few files again and again.
static int file_digest(const char *path, digest *d, err *e)
{
    static char *last_path;
    static digest last;
    char *data = NULL;
    size_t bytes;
    if (last_path && strcmp(last_path, path) == 0) {
        *d = last;
        return ST_OK;
    }
    const int st = infile_read(path, MOST_FILE_BYTES, &data, &bytes, e);
    if (st == ST_OK) {
        *d = last = digest_of(data, bytes);
        free(last_path);
        last_path = wl_strdup(path);
    }
    free(data);
    return st;
}

static int workload_inputs(const sweep_point *p, digest *d, err *e)
{
    workload_size size;
    if (!workload_find(p->program, e) || workload_size_find(p->size, &size, e) != ST_OK)
        return ST_INPUT;
    char *relative = wl_format("refmodel/workloads/%s/%s.ptx", p->program, p->program),
         *path = resource_path(relative);
    const int st = file_digest(path, d, e);
    free(path);
    free(relative);
    return st;
}

static int pattern_inputs(const sweep_point *p, const config *c, digest *d, err *e)
{
    synthetic_file *f = synthetic_load(p->program, c, e);
    synthetic_free(f);
    return f ? file_digest(p->program, d, e) : ST_INPUT;
}

static int launch_inputs(const sweep_point *p, const config *c, digest *d, err *e)
{
    launch *l = launch_load(p->program, c, false, e);
    if (l) *d = launch_digest(l);
    launch_free(l);
    return l ? ST_OK : ST_INPUT;
}

static const char *block_of(const sweep_point *p, const config *c)
{
    return *p->program ? p->program : rtlgen_first(c);
}

static int bench_inputs(const sweep_point *p, const config *c, digest *d, err *e)
{
    const char *block = block_of(p, c);
    *d = digest_of("", 0);
    if (block && rtlgen_enabled(c, block)) return ST_OK;
    return err_add(e, ST_INPUT, "configuration %s has no block %s to bench", c->name,
                   block ? block : "at all");
}

// Figures follow from the tools too, which the program does not contain.
static int add_flow(digest *d, err *e)
{
    static digest flow;
    digest found = flow;
    const int st = *flow.hex ? ST_OK : keep_flow(&found, e);
    if (st != ST_OK) return st;
    flow = found;
    char *both = wl_format("%s\n%s\n", d->hex, flow.hex);
    *d = digest_of(both, strlen(both));
    free(both);
    return ST_OK;
}

// What a description says of the modules, and what a command that has made its points itself says.
static int check_module(const sweep_point *p, const config *c, err *e)
{
    const char *given = p->c ? "--module " : "synth.modules = ";
    return *p->program ? synth_module_check(c, given, p->program, e) : ST_OK;
}

static int synth_inputs(const sweep_point *p, const config *c, digest *d, err *e)
{
    char *path = NULL;
    if (!rtlgen_first(c))
        return err_add(e, ST_INPUT, "configuration %s has no structure to synthesize", c->name);
    int st = check_module(p, c, e);
    if (st == ST_OK) st = liberty_find(c->synth.liberty, &path, e);
    if (st == ST_OK) st = file_digest(path, d, e);
    if (st == ST_OK) st = add_flow(d, e);
    free(path);
    return st;
}

static int inputs(const sweep_point *p, const config *c, digest *d, err *e)
{
    switch (p->kind) {
    case SWEEP_bench: return bench_inputs(p, c, d, e);
    case SWEEP_synth: return synth_inputs(p, c, d, e);
    case SWEEP_launch: return launch_inputs(p, c, d, e);
    default: return is_file(p) ? pattern_inputs(p, c, d, e) : workload_inputs(p, d, e);
    }
}

// ---- runs

static int run_sim(const sweep_point *p, const config *c, json_t **result, err *e)
{
    kernel_sums sums = {.by_name = json_object()};
    const gpu_hooks hooks = {.kernel_ended = kernel_sums_add, .kernel_ended_ctx = &sums};
    sim_job j = {.c = c, .hooks = &hooks};
    if (is_file(p)) {
        j.synthetic = p->program;
        j.seed = &p->seed;
    } else {
        j.workload = p->program;
        j.size = p->size;
    }
    const int st = sim_run(&j, result, e);
    if (st == ST_OK) json_object_set(*result, "by_kernel", sums.by_name);
    if (st == ST_OK) json_object_del(*result, "instances");
    if (st == ST_OK && is_file(p))
        json_object_set_new(*result, "synthetic", printable_json(strrchr(p->program, '/') + 1));
    json_decref(sums.by_name);
    json_decref(sums.last);
    return st;
}

static int run_launch(const sweep_point *p, const config *c, json_t **result, err *e)
{
    kernel_list list = {.kernels = json_array()};
    const gpu_hooks hooks = {.kernel_ended = kernel_list_add, .kernel_ended_ctx = &list};
    const sim_job j = {.c = c, .launch = p->program, .hooks = &hooks};
    const int st = sim_run(&j, result, e);
    if (st == ST_OK) {
        json_object_set(*result, "by_launch", list.kernels);
        json_object_set_new(*result, "launch", printable_json(strrchr(p->program, '/') + 1));
        json_object_del(*result, "instances");
    }
    json_decref(list.kernels);
    json_decref(list.last);
    return st;
}

static int run_bench(const sweep_point *p, const config *c, json_t **result, err *e)
{
    plugin_lib lib;
    const char *block = block_of(p, c);
    bench_job j = {.block = block, .c = c, .seed = p->seed, .cycles = p->cycles};
    if (!j.cycles) bench_usual_length(&j);
    const plugin_want want = {.block = block, .quiet = true, .run = plugin_run_of(j.cycles)};
    const int loaded = plugin_load(c, &want, &lib, e);
    if (loaded != ST_OK) return loaded;
    j.plugin = lib.api;
    const int st = bench_run(&j, result, e);
    plugin_unload(&lib);
    return st;
}

// Designs with the same hardware share its figures.
static char *synth_dir(const sweep_point *p, const config *c)
{
    char *cache = resource_cache_dir(),
         *what = wl_format("%s %s %s %s %u", config_hw_digest(c).hex, p->program, p->size,
                           c->synth.liberty, c->synth.clock_ps);
    char *dir = wl_format("%s/sweep-synth/%.16s", cache, digest_of(what, strlen(what)).hex);
    free(what);
    free(cache);
    return dir;
}

static int run_synth(const sweep_point *p, const config *c, json_t **result, err *e)
{
    char *dir = synth_dir(p, c);
    const synth_job j = {.c = c,
                         .module = *p->program ? p->program : NULL,
                         .work_dir = dir,
                         .keep = true,
                         .apart = *p->size != '\0'};
    const int st = synth_run(&j, result, e);
    free(dir);
    return st;
}

static int run(const sweep_point *p, const config *c, json_t **result, err *e)
{
    switch (p->kind) {
    case SWEEP_bench: return run_bench(p, c, result, e);
    case SWEEP_synth: return run_synth(p, c, result, e);
    case SWEEP_launch: return run_launch(p, c, result, e);
    default: return run_sim(p, c, result, e);
    }
}

const sweep_runner *sweep_points(void)
{
    static sweep_runner r = {.inputs = inputs, .seeded = seeded, .run = run};
    r.version = build_id_version();
    return &r;
}

// ---- points of a command's own

static int hash_point(const sweep_point *p, digest *hash, err *e)
{
    const sweep_runner *r = sweep_points();
    config c;
    digest of_files;
    int st = sweep_load(p, &c, e);
    if (st == ST_OK) st = r->inputs(p, &c, &of_files, e);
    if (st != ST_OK) return st;
    const digest of_config = config_digest(&c);
    *hash = sweep_hash(p, &of_config, &of_files, r->version);
    return ST_OK;
}

int sweep_points_run(const sweep_point *points, void *const *contexts, unsigned n, const pool *how,
                     pool_counts *counts, err *e)
{
    char *cache = resource_cache_dir(), *store = wl_format("%s/runs", cache);
    digest *hashes = wl_calloc(n, sizeof *hashes);
    pool_job *jobs = wl_calloc(n, sizeof *jobs);
    pool p = *how;
    int st = outfile_mkdirs(store, e);
    for (unsigned i = 0; st == ST_OK && i < n; i++) {
        st = hash_point(&points[i], &hashes[i], e);
        jobs[i] = (pool_job){
            .point = &points[i], .hash = hashes[i].hex, .ctx = contexts ? contexts[i] : NULL};
    }
    p.runner = sweep_points();
    p.store = store;
    p.jobs = jobs;
    p.n = n;
    if (st == ST_OK) st = pool_run(&p, counts, e);
    free(hashes);
    free(jobs);
    free(store);
    free(cache);
    return st;
}
