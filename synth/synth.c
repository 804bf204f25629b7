// synth.c : see synth.h: emits the configuration's RTL and runs the flow on it.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/synth.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "base/seconds.h"
#include "rtlgen/rtlgen.h"
#include "synth/flow.h"
#include "synth/fpga.h"
#include "synth/keep.h"
#include "synth/modules.h"
#include "synth/place.h"
#include "synth/tools.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run {
    const synth_job *j;
    err *e;
    char *work, *rtl; // absolute
    json_t *emitted;  // what rtlgen_emit said
    char *top, *sdc;
    char **sources;
    unsigned n_sources;
    int lock; // -1: not yet
} run;

static int find_tools(run *r, bool timed, json_t *tools)
{
    int st = tool_version("yosys", "-V", r->work, "yosys", tools, r->e);
    return st || !timed ? st : tool_version("sta", "-version", r->work, "opensta", tools, r->e);
}

static int make_dirs(run *r)
{
    int st = outfile_mkdirs(r->j->work_dir, r->e);
    if (st) return st;
    r->work = realpath(r->j->work_dir, NULL);
    if (!r->work) return err_add(r->e, ST_TOOL, "%s: cannot be found again", r->j->work_dir);
    r->rtl = wl_format("%s/rtl", r->work);
    return ST_OK;
}

// A folder that cannot be used may lie in another user's cache.
static int open_work(run *r)
{
    int st = make_dirs(r);
    if (st == ST_OK) st = outfile_lock_work(r->work, &r->lock, r->e);
    char *cache = resource_cache_dir();
    if (st && strncmp(r->j->work_dir, cache, strlen(cache)) == 0)
        err_add(r->e, st, "%s is in the cache; WARPLOOM_CACHE names another", r->j->work_dir);
    free(cache);
    return st;
}

static const char *ending(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot : "";
}

static int emit(run *r)
{
    rtlgen_options o = {.source = r->j->c->name, .force = true};
    int st = rtlgen_emit(r->j->c, r->rtl, &o, &r->emitted, r->e);
    if (st) return st;
    const json_t *files = json_object_get(r->emitted, "files");
    r->sources = wl_calloc(json_array_size(files), sizeof *r->sources);
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *name = json_string_value(json_array_get(files, i));
        if (strcmp(ending(name), ".v") == 0)
            r->sources[r->n_sources++] = wl_format("%s/%s", r->rtl, name);
    }
    return ST_OK;
}

// A structure's top has constraints of its own; an inner module alone, and one between registers,
// gets a clock only.
static void choose_top(run *r)
{
    r->top = rtlgen_top(r->j->c, r->j->module ? r->j->module : rtlgen_first(r->j->c));
    r->sdc = wl_format("%s/%s.sdc", r->rtl, r->top);
    if (!r->j->registers && access(r->sdc, R_OK) == 0) return;
    free(r->sdc);
    r->sdc = NULL;
}

// Everything that stands before a flow. A module that there is not leaves nothing behind.
static int prepare(run *r, bool timed, json_t *tools)
{
    const synth_job *j = r->j;
    int st = j->module ? synth_module_check(j->c, "--module ", j->module, r->e) : ST_OK;
    if (st == ST_OK) st = open_work(r);
    if (st == ST_OK) st = find_tools(r, timed, tools);
    if (st == ST_OK) st = emit(r);
    if (st == ST_OK) choose_top(r);
    return st;
}

typedef int run_flow(const flow_job *j, json_t **result, err *e);

// flow_run, but for figures that are there from before.
static int run_or_keep(const flow_job *f, const json_t *tools, json_t **result, err *e)
{
    digest key;
    int st = keep_key(f, tools, &key, e);
    if (st) return st;
    *result = keep_load(f, &key);
    if (*result) return ST_OK;
    st = flow_run(f, result, e);
    return st ? st : keep_save(f, &key, *result, e);
}

static int start_flow(const run *r, run_flow *flow, const json_t *tools, json_t **result)
{
    flow_job f = {.rtl_dir = r->rtl,
                  .sources = (const char *const *)r->sources,
                  .n_sources = r->n_sources,
                  .top = r->top,
                  .sdc = r->sdc,
                  .latches =
                      r->j->c->rtl.storage == STORAGE_LATCH || r->j->c->warppool.queue_latches,
                  .small = r->j->c->rtl.goal == GOAL_AREA,
                  .clock_ns = r->j->c->synth.clock_ps / 1000.0,
                  .liberty = r->j->c->synth.liberty,
                  .node_nm = r->j->c->synth.node_nm,
                  .avoid = r->j->c->synth.avoid,
                  .apart = r->j->apart,
                  .registers = r->j->registers,
                  .work_dir = r->work,
                  .wrong = r->j->wrong,
                  .wrong_gate = r->j->wrong_gate,
                  .net = r->j->net,
                  .step = r->j->step,
                  .step_ctx = r->j->step_ctx};
    return flow == flow_run && r->j->keep ? run_or_keep(&f, tools, result, r->e)
                                          : flow(&f, result, r->e);
}

static void free_run(run *r)
{
    for (unsigned i = 0; i < r->n_sources; i++) free(r->sources[i]);
    free(r->sources);
    free(r->work);
    free(r->rtl);
    free(r->top);
    free(r->sdc);
    json_decref(r->emitted);
    if (r->lock >= 0) outfile_unlock(r->lock);
}

// Emits, and does `flow` on it. *out has what the flow says and the versions of the tools.
static int run_job(run *r, run_flow *flow, json_t **out)
{
    json_t *tools = json_object();
    int st = prepare(r, flow == flow_run, tools);
    if (st == ST_OK) st = start_flow(r, flow, tools, out);
    if (st == ST_OK) json_object_set(*out, "tools", tools);
    json_decref(tools);
    return st;
}

// There is no timing of latches and of SRAM with a clock of its own in the flat netlist.
static int check_place(const synth_job *j, err *e)
{
    const config *c = j->c;
    if (!j->place) return ST_OK;
    if (c->rtl.storage == STORAGE_LATCH || c->rtl.storage == STORAGE_SRAM_1RW ||
        c->warppool.queue_latches)
        return err_add(e, ST_INPUT,
                       "--place: latches and one-port SRAM cannot be timed when placed: "
                       "rtl.storage must be flop or sram_1r1w, and "
                       "structures.warppool.queue_latches false");
    return place_check(c->synth.liberty, e);
}

static int add_layout(const run *r, json_t *out)
{
    const place_job p = {.work_dir = r->work,
                         .liberty = r->j->c->synth.liberty,
                         .fill_percent = r->j->fill_percent,
                         .step = r->j->step,
                         .step_ctx = r->j->step_ctx};
    json_t *layout = NULL;
    const int st = place_run(&p, json_object_get(out, "tools"), &layout, r->e);
    if (st == ST_OK) json_object_set_new(out, "layout", layout);
    return st;
}

int synth_run(const synth_job *j, json_t **result, err *e)
{
    run r = {.j = j, .e = e, .lock = -1};
    double start = wl_seconds();
    json_t *out = NULL;
    int st = check_place(j, e);
    if (st == ST_OK) st = run_job(&r, flow_run, &out);
    if (st == ST_OK && j->place) st = add_layout(&r, out);
    if (st == ST_OK) {
        json_object_set_new(out, "config", json_string(j->c->name));
        json_object_set(out, "digest", json_object_get(r.emitted, "digest"));
        json_object_set_new(out, "wall_seconds", json_real(wl_seconds() - start));
        *result = out;
    }
    free_run(&r);
    return st;
}

int synth_gates(const synth_job *j, char **verilog, json_t **result, err *e)
{
    run r = {.j = j, .e = e, .lock = -1};
    int st = run_job(&r, flow_gates, result);
    if (st == ST_OK) {
        json_object_set_new(*result, "top", json_string(r.top));
        *verilog = wl_format("%s/gates.v", r.work);
    }
    free_run(&r);
    return st;
}

int synth_netlist(const synth_job *j, json_t **result, err *e)
{
    run r = {.j = j, .e = e, .lock = -1};
    int st = run_job(&r, flow_netlist, result);
    if (st == ST_OK) json_object_set_new(*result, "top", json_string(r.top));
    free_run(&r);
    return st;
}

static int map_fpga(run *r, const char *target, json_t **out)
{
    json_t *tools = json_object();
    int st = prepare(r, false, tools);
    const fpga_job f = {.target = target,
                        .rtl_dir = r->rtl,
                        .sources = (const char *const *)r->sources,
                        .n_sources = r->n_sources,
                        .top = r->top,
                        .clock_ns = r->j->c->synth.clock_ps / 1000.0,
                        .work_dir = r->work,
                        .step = r->j->step,
                        .step_ctx = r->j->step_ctx};
    if (st == ST_OK) st = fpga_run(&f, tools, out, r->e);
    if (st == ST_OK) json_object_set(*out, "tools", tools);
    if (st == ST_OK) json_object_set_new(*out, "clock_ns", json_real(f.clock_ns));
    json_decref(tools);
    return st;
}

int synth_fpga(const synth_job *j, const char *target, json_t **result, err *e)
{
    run r = {.j = j, .e = e, .lock = -1};
    double start = wl_seconds();
    int st = map_fpga(&r, target, result);
    if (st == ST_OK) {
        json_object_set_new(*result, "top", json_string(r.top));
        json_object_set_new(*result, "config", json_string(j->c->name));
        json_object_set(*result, "digest", json_object_get(r.emitted, "digest"));
        json_object_set_new(*result, "wall_seconds", json_real(wl_seconds() - start));
    }
    free_run(&r);
    return st;
}
