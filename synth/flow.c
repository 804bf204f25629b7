// flow.c : see flow.h. Everything the tools need to know is in params.tcl in the work directory, so
// any step can be repeated by hand there.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/flow.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "synth/gunzip.h"
#include "synth/map.h"
#include "synth/node.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FREEPDK45_INVX1_UM2 1.4079
#define FREEPDK45_WIRE_FF 1.5

enum { MAX_JSON_BYTES = 256 << 20, LOAD_FANOUT = 4, LOG_TAIL = 1000 };

typedef struct flow {
    const flow_job *j;
    err *e;
    liberty lib;
    char *lib_path;      // as liberty_plain writes it
    char *abc_path;      // as liberty_for_abc writes it
    bool modelled;       // macros have a model: not in flow_gates
    bool logic, storage; // there are modules of this part
    sram_macros macros;
    unsigned node_nm; // of the macros
} flow;

// How much longer than at 45 nm a cell's side is.
static double cell_side(const liberty *l)
{
    return sqrt(liberty_inverter(l)->area / FREEPDK45_INVX1_UM2);
}

double flow_wire_ff(const liberty *l) { return FREEPDK45_WIRE_FF * cell_side(l); }

static char *in_work(const flow *f, const char *name)
{
    return wl_format("%s/%s", f->j->work_dir, name);
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static void step(const flow *f, const char *what)
{
    if (f->j->step) f->j->step(f->j->step_ctx, what);
}

// Results of an earlier run in this directory must not pass for ours.
static void remove_old(const flow *f)
{
    static const char *const names[] = {
        "design.il",   "logic.modules", "storage.modules",   "macros.modules",
        "macros.json", "macros.il",     "macros.lib",        "logic.v",
        "logic.json",  "storage.v",     "storage.json",      "sta.json",
        "gates.json",  "figures.json",  "registers.refused", "netlist.blif"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *path = in_work(f, names[i]);
        unlink(path);
        free(path);
    }
}

// The library as text: a compressed one is unpacked into the work directory. *path is malloc'd.
static int unpack(const flow *f, const char *found, char **path)
{
    char *data = NULL;
    size_t bytes = 0;
    if (!ends_with(found, ".gz")) {
        *path = wl_strdup(found);
        return ST_OK;
    }
    *path = in_work(f, "unpacked.lib");
    int st = gunzip_file(found, MAX_JSON_BYTES, &data, &bytes, f->e);
    if (st == ST_OK) st = outfile_put(*path, data, bytes, f->e);
    free(data);
    return st;
}

// The work directory's files are replaced by each run.
static int check_apart(const flow *f, const char *found)
{
    const char *slash = strrchr(found, '/');
    const size_t n = strlen(f->j->work_dir);
    if ((size_t)(slash - found) != n || strncmp(found, f->j->work_dir, n) != 0) return ST_OK;
    return err_add(f->e, ST_INPUT,
                   "synth.liberty = %s: lies in the directory that synth works "
                   "in: must lie elsewhere",
                   found);
}

// Latches are not mapped to cells to avoid either.
static int map_latches(const flow *f)
{
    liberty l;
    char *path = in_work(f, "latches.v");
    int st = liberty_read(f->abc_path, &l, f->e);
    if (st == ST_OK && f->j->latches && !liberty_latch(&l, false) && !liberty_latch(&l, true)) {
        st = err_add(f->e, ST_INPUT,
                     "rtl.storage = latch: library %s has no latch without clear and preset",
                     l.name);
    }
    if (st == ST_OK) st = liberty_latch_map(&l, path, f->e);
    liberty_free(&l);
    free(path);
    return st;
}

static int check_delays(const flow *f, const char *found)
{
    const lib_cell *c = liberty_untimed(&f->lib, f->j->avoid);
    if (!c) return ST_OK;
    return err_add(
        f->e, ST_INPUT,
        "%s: cell %s has no table of delays (cell_rise, cell_fall), which every cell that "
        "logic is mapped to must have",
        found, c->name);
}

static int read_library(flow *f)
{
    char *found = NULL, *text = NULL;
    f->lib_path = in_work(f, "cells.lib");
    f->abc_path = in_work(f, "abc.lib");
    int st = liberty_find(f->j->liberty, &found, f->e);
    if (st == ST_OK) st = check_apart(f, found);
    const bool packed = st == ST_OK && ends_with(found, ".gz");
    if (st == ST_OK) st = unpack(f, found, &text);
    if (st == ST_OK) st = liberty_plain(text, f->lib_path, f->e);
    if (st == ST_OK && packed) unlink(text);
    if (st == ST_OK) st = liberty_read(f->lib_path, &f->lib, f->e);
    if (st == ST_OK) st = check_delays(f, found);
    if (st == ST_OK) st = liberty_for_abc(f->lib_path, f->j->avoid, f->abc_path, f->e);
    free(found);
    free(text);
    return st ? st : map_latches(f);
}

// A Tcl word, whatever it holds.
static void put_word(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        if (strchr("\"\\$[]{}", *s)) fputc('\\', out);
        fputc(*s, out);
    }
    fputc('"', out);
}

// A path as it is seen from the work directory, where the tools run: what lies in it has a plain
// relative name there, whatever the directory is called.
static const char *from_work(const flow *f, const char *path)
{
    const size_t n = strlen(f->j->work_dir);
    return strncmp(path, f->j->work_dir, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

// The scripts by a name in the work directory.
static int link_scripts(const flow *f)
{
    char *scripts = resource_path("synth"), *link = in_work(f, "scripts");
    unlink(link);
    int st = symlink(scripts, link) == 0 ? ST_OK
                                         : err_add(f->e, ST_TOOL, "cannot link %s to %s: %s", link,
                                                   scripts, strerror(errno));
    free(link);
    free(scripts);
    return st;
}

static void put_set(FILE *out, const char *name, const char *value)
{
    fprintf(out, "set %s ", name);
    put_word(out, value);
    fputc('\n', out);
}

static const char *recipe_of(const flow_job *j) { return j->small ? "area" : "logic"; }

static int write_params(const flow *f)
{
    char *path = in_work(f, "params.tcl");
    outfile o;
    int st = link_scripts(f);
    if (st == ST_OK) st = outfile_open(&o, path, f->e);
    free(path);
    if (st == ST_OK) {
        put_set(o.f, "script_dir", "scripts");
        put_set(o.f, "rtl_dir", from_work(f, f->j->rtl_dir));
        fputs("set sources [list", o.f);
        for (unsigned i = 0; i < f->j->n_sources; i++) {
            fputc(' ', o.f);
            put_word(o.f, from_work(f, f->j->sources[i]));
        }
        fputs("]\n", o.f);
        put_set(o.f, "top", f->j->top);
        put_set(o.f, "liberty", from_work(f, f->lib_path));
        put_set(o.f, "abc_liberty", from_work(f, f->abc_path));
        put_set(o.f, "recipe", recipe_of(f->j));
        put_set(o.f, "apart", f->j->apart ? "1" : "0");
        put_set(o.f, "registers", f->j->registers ? "1" : "0");
        put_set(o.f, "latches", f->j->latches ? "1" : "0");
        put_set(o.f, "sdc", f->j->sdc ? from_work(f, f->j->sdc) : "");
        fputs("set wrong \"", o.f);
        if (f->j->wrong) fprintf(o.f, "%" PRIu64, f->j->wrong_gate);
        fputs("\"\n", o.f);
        fprintf(o.f, "set clock_ns %g\nset wire_ff %.17g\n", f->j->clock_ns, flow_wire_ff(&f->lib));
        st = outfile_commit(&o, f->e);
    }
    return st;
}

// The names of the library's flip-flops that have an inverted output alone, one a line.
static int write_inverted_flops(const flow *f)
{
    char *path = in_work(f, "inverted.flops");
    outfile o;
    int st = outfile_open(&o, path, f->e);
    free(path);
    if (st) return st;
    for (unsigned i = 0; i < f->lib.n; i++) {
        if (f->lib.cells[i].only_inverted) fprintf(o.f, "%s\n", f->lib.cells[i].name);
    }
    return outfile_commit(&o, f->e);
}

// ABC's world: the smallest inverter drives the inputs, four of it load the outputs.
static int write_constraints(const flow *f)
{
    const lib_cell *inv = liberty_inverter(&f->lib);
    char *path = in_work(f, "constr");
    char *text = wl_format("set_driving_cell %s\nset_load %g [all_outputs]\n", inv->name,
                           LOAD_FANOUT * inv->input_ff);
    int st = outfile_put(path, text, strlen(text), f->e);
    free(path);
    free(text);
    return st;
}

// Runs a Yosys script for a part of the design: PART.tcl in the work directory is what one would
// type there, PART.log the log.
static int yosys(const flow *f, const char *script, const char *part, err *e)
{
    char *file = wl_format("%s.tcl", part), *path = in_work(f, file),
         *log_name = wl_format("%s.log", part), *log = in_work(f, log_name);
    char *text = wl_format("set part %s\nsource params.tcl\nsource $script_dir/%s\n", part, script);
    const char *const argv[] = {"yosys", "-q", "-c", file, NULL};
    int st = outfile_put(path, text, strlen(text), e);
    if (st == ST_OK) st = tool_run(argv, f->j->work_dir, log, e);
    free(file);
    free(path);
    free(log_name);
    free(log);
    free(text);
    return st;
}

static bool has_lines(const flow *f, const char *name)
{
    char *path = in_work(f, name), *text = NULL;
    size_t bytes = 0;
    err ignored = {0};
    bool some = infile_read(path, MAX_JSON_BYTES, &text, &bytes, &ignored) == ST_OK && bytes > 1;
    err_free(&ignored);
    free(text);
    free(path);
    return some;
}

static int find_node(flow *f)
{
    f->node_nm = f->j->node_nm ? f->j->node_nm : node_of_library(f->lib.name);
    if (f->node_nm) return ST_OK;
    char *known = node_known();
    err_add(f->e, ST_INPUT,
            "synth.node_nm: the design has SRAM, whose model needs the technology node of library "
            "%s, which is not in the table of known libraries (%s); give it, e.g. "
            "--set synth.node_nm=65",
            f->lib.name, known);
    free(known);
    return ST_INPUT;
}

static int model_macros(flow *f)
{
    char *json = in_work(f, "macros.json"), *lib = in_work(f, "macros.lib");
    int st = find_node(f);
    const double scale = (double)f->node_nm / SRAM_NODE_NM;
    if (st == ST_OK) st = sram_read(json, scale, &f->macros, f->e);
    if (st == ST_OK) st = sram_liberty(&f->macros, scale, lib, f->e);
    free(json);
    free(lib);
    return st;
}

static int elaborate(flow *f)
{
    step(f, "Yosys: elaborating");
    int st = yosys(f, "elab.tcl", "design", f->e);
    if (st == ST_OK && f->j->registers && has_lines(f, "registers.refused"))
        return err_add(f->e, ST_INPUT,
                       "--registers: %s has a clock, clk_i, and registers of its own", f->j->top);
    f->logic = st == ST_OK && has_lines(f, "logic.modules");
    f->storage = st == ST_OK && has_lines(f, "storage.modules");
    return st == ST_OK && f->modelled && has_lines(f, "macros.modules") ? model_macros(f) : st;
}

static int map_parts(flow *f)
{
    map_job m = {.work_dir = f->j->work_dir,
                 .liberty = f->lib_path,
                 .recipe = recipe_of(f->j),
                 .apart = f->j->apart,
                 .step = f->j->step,
                 .step_ctx = f->j->step_ctx};
    return map_modules(&m, f->e);
}

static int load_json(const flow *f, const char *name, json_t **value)
{
    char *path = in_work(f, name);
    json_error_t why;
    *value = json_load_file(path, 0, &why);
    int st = *value ? ST_OK : err_add(f->e, ST_TOOL, "%s: %s", path, why.text);
    free(path);
    return st;
}

// What OpenSTA said last, malloc'd.
static char *last_words(const char *log)
{
    char *text = NULL;
    size_t bytes = 0;
    err ignored = {0};
    if (infile_read(log, MAX_JSON_BYTES, &text, &bytes, &ignored)) text = wl_strdup("");
    err_free(&ignored);
    size_t from = bytes > LOG_TAIL ? bytes - LOG_TAIL : 0;
    memmove(text, text + from, strlen(text + from) + 1);
    return text;
}

// OpenSTA 2.0.17 may read memory that it has freed (sta.tcl). Without glibc's cache for threads,
// which writes into such memory, most netlists come to no harm.
#define WITHOUT_CACHE "GLIBC_TUNABLES=glibc.malloc.tcache_count=0"

static bool is_made(const flow *f, const char *name)
{
    char *path = in_work(f, name);
    const bool made = access(path, R_OK) == 0;
    free(path);
    return made;
}

// OpenSTA ends with status 0 whatever happens: sta.json is there or it is not. The path of sta.tcl
// may have spaces, which its command line may not.
static int run_sta(const flow *f, const char *settings, err *e)
{
    static const char *const argv[] = {WITHOUT_CACHE, "sta",        "-no_init", "-no_splash",
                                       "-exit",       "timing.tcl", NULL};
    char *text = wl_format("%ssource params.tcl\nsource $script_dir/sta.tcl\n", settings),
         *script = in_work(f, "timing.tcl"), *log = in_work(f, "sta.log");
    int st = outfile_put(script, text, strlen(text), e);
    if (st == ST_OK) st = tool_run(argv, f->j->work_dir, log, e);
    if (st == ST_OK && !is_made(f, "sta.json")) {
        char *tail = last_words(log);
        st = err_add(e, ST_TOOL, "sta: no result; log: %s\n%s", log, tail);
        free(tail);
    }
    free(text);
    free(script);
    free(log);
    return st;
}

// Where OpenSTA fails, it is run again with an activity that it need not propagate.
static int time_netlist(const flow *f, json_t **sta)
{
    err failed = {0};
    const bool propagated = run_sta(f, "", &failed) == ST_OK;
    int st = propagated ? ST_OK : run_sta(f, "set all_pins 1\n", f->e);
    err_free(&failed);
    if (st)
        return err_add(f->e, ST_TOOL,
                       "the netlist is good, and its timing is not known; `cd %s && sta -exit "
                       "timing.tcl` does this step alone. Another netlist of the same design may "
                       "pass: try --set rtl.goal=%s, or another cell library",
                       f->j->work_dir, f->j->small ? "clock" : "area");
    st = load_json(f, "sta.json", sta);
    if (st == ST_OK) json_object_set_new(*sta, "propagated", json_boolean(propagated));
    return st;
}

static int collect(const flow *f, json_t **result)
{
    json_t *logic = NULL, *storage = NULL, *sta = NULL;
    step(f, "OpenSTA: timing and power");
    int st = time_netlist(f, &sta);
    if (st == ST_OK && f->logic) st = load_json(f, "logic.json", &logic);
    if (st == ST_OK && f->storage) st = load_json(f, "storage.json", &storage);
    if (st == ST_OK) {
        flow_figures figures = {.top = f->j->top,
                                .logic = logic,
                                .storage = storage,
                                .sta = sta,
                                .lib = &f->lib,
                                .wire_ff = flow_wire_ff(&f->lib),
                                .macros = &f->macros,
                                .node_nm = f->node_nm,
                                .node_given = f->j->node_nm > 0};
        st = flow_collect(&figures, result, f->e);
    }
    json_decref(logic);
    json_decref(storage);
    json_decref(sta);
    return st;
}

static int make_gates(const flow *f, json_t **made)
{
    step(f, "Yosys: the gates as Verilog");
    int st = yosys(f, "gates.tcl", "gates", f->e);
    if (st == ST_OK) st = load_json(f, "gates.json", made);
    if (st == ST_OK && json_integer_value(json_object_get(*made, "cells")) == 0)
        st = err_add(f->e, ST_TOOL, "netlist: no cell in it");
    return st;
}

void flow_net_free(flow_net *n)
{
    netlist_free(&n->net);
    power_lib_free(&n->lib);
    sram_free(&n->macros);
}

static int make_netlist(const flow *f, json_t **made)
{
    flow_net *n = f->j->net;
    char *path = in_work(f, "netlist.blif");
    step(f, "Yosys: the netlist as BLIF");
    *n = (flow_net){.wire_ff = flow_wire_ff(&f->lib)};
    int st = yosys(f, "blif.tcl", "blif", f->e);
    if (st == ST_OK) st = power_lib_read(f->lib_path, &n->lib, f->e);
    if (st == ST_OK) st = netlist_read(path, &n->lib, &f->macros, &n->net, f->e);
    if (st == ST_OK)
        *made = json_pack("{s:s, s:i, s:i}", "library", f->lib.name, "cells", (int)n->net.n_cells,
                          "srams", (int)n->net.n_macros);
    else flow_net_free(n);
    free(path);
    return st;
}

// From the files of RTL to the netlist, and what is made of that.
static int run(const flow_job *j, int (*then)(const flow *f, json_t **result), json_t **result,
               err *e)
{
    flow f = {.j = j, .e = e, .modelled = then != make_gates};
    remove_old(&f);
    int st = read_library(&f);
    if (st == ST_OK) st = write_params(&f);
    if (st == ST_OK) st = write_constraints(&f);
    if (st == ST_OK) st = write_inverted_flops(&f);
    if (st == ST_OK) st = elaborate(&f);
    if (st == ST_OK) st = map_parts(&f);
    if (st == ST_OK) st = then(&f, result);
    liberty_free(&f.lib);
    if (st == ST_OK && then == make_netlist) j->net->macros = f.macros;
    else sram_free(&f.macros);
    free(f.lib_path);
    free(f.abc_path);
    return st;
}

int flow_run(const flow_job *j, json_t **result, err *e) { return run(j, collect, result, e); }
int flow_gates(const flow_job *j, json_t **made, err *e) { return run(j, make_gates, made, e); }
int flow_netlist(const flow_job *j, json_t **made, err *e) { return run(j, make_netlist, made, e); }
