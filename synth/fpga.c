// fpga.c : see fpga.h. Any step can be repeated by hand in the work directory.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/fpga.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "synth/tools.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = 5, PREFIXES = 6, ROUTE_OPTIONS = 4 };

typedef struct family {
    const char *name;
    const char *types[KINDS][PREFIXES]; // how the types of each kind of cell begin
    const char *router;                 // NULL: there is none
    const char *device;
    const char *options[ROUTE_OPTIONS];
} family;

static const char *const kinds[KINDS] = {"luts", "flops", "carries", "lut_rams", "block_rams"};

const char *const fpga_targets[] = {"ice40", "ecp5", "xc7", NULL};
static const family families[] = {
    {"ice40",
     {{"SB_LUT4"}, {"SB_DFF"}, {"SB_CARRY"}, {NULL}, {"SB_RAM40"}},
     "nextpnr-ice40",
     "hx8k ct256",
     {"--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"}},
    {"ecp5",
     {{"LUT4"}, {"TRELLIS_FF"}, {"CCU2C"}, {"TRELLIS_DPR16X4"}, {"DP16KD", "PDPW16KD"}},
     "nextpnr-ecp5",
     "85k CABGA756",
     {"--85k", "--package", "CABGA756", "--lpf-allow-unconstrained"}},
    {"xc7",
     {{"LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"},
      {"FDRE", "FDSE", "FDCE", "FDPE", "LD"},
      {"CARRY4"},
      {"RAM16", "RAM32", "RAM64", "RAM128", "RAM256", "SRL"},
      {"RAMB18", "RAMB36"}},
     NULL,
     NULL,
     {NULL}},
};

typedef struct fpga {
    const fpga_job *j;
    const family *f;
    err *e;
} fpga;

static char *in_work(const fpga *x, const char *name)
{
    return wl_format("%s/%s", x->j->work_dir, name);
}

static void step(const fpga *x, const char *what)
{
    if (x->j->step) x->j->step(x->j->step_ctx, what);
}

static void put_set(FILE *out, const char *name, const char *value)
{
    fprintf(out, "set %s {%s}\n", name, value);
}

// Paths are relative to the work directory, where Yosys runs, so braces are enough around them.
static int write_script(const fpga *x, char **script)
{
    char *path = in_work(x, "fpga_params.tcl"), *yosys = resource_path("synth/fpga.tcl"),
         *link = in_work(x, "fpga.tcl");
    const size_t skip = strlen(x->j->work_dir) + 1;
    outfile o;
    int st = outfile_open(&o, path, x->e);
    free(path);
    if (st == ST_OK) {
        put_set(o.f, "target", x->f->name);
        put_set(o.f, "rtl_dir", x->j->rtl_dir + skip);
        put_set(o.f, "top", x->j->top);
        fputs("set sources {", o.f);
        for (unsigned i = 0; i < x->j->n_sources; i++) fprintf(o.f, " %s", x->j->sources[i] + skip);
        fputs("}\n", o.f);
        st = outfile_commit(&o, x->e);
    }
    unlink(link);
    if (st == ST_OK && symlink(yosys, link) != 0)
        st = err_add(x->e, ST_TOOL, "cannot link %s to %s", link, yosys);
    free(yosys);
    free(link);
    *script = wl_strdup("source fpga_params.tcl\nsource fpga.tcl\n");
    return st;
}

static int map(const fpga *x)
{
    char *script = NULL, *path = in_work(x, "fpga_run.tcl"), *log = in_work(x, "fpga.log");
    const char *const argv[] = {"yosys", "-q", "-c", "fpga_run.tcl", NULL};
    step(x, "Yosys: mapping to the FPGA");
    int st = write_script(x, &script);
    if (st == ST_OK) st = outfile_put(path, script, strlen(script), x->e);
    if (st == ST_OK) st = tool_run(argv, x->j->work_dir, log, x->e);
    free(script);
    free(path);
    free(log);
    return st;
}

static json_t *load(const fpga *x, const char *name, int *st)
{
    char *path = in_work(x, name);
    json_error_t why;
    json_t *o = json_load_file(path, 0, &why);
    if (!o) *st = err_add(x->e, ST_TOOL, "%s: %s", path, why.text);
    free(path);
    return o;
}

static bool is_kind(const family *f, unsigned kind, const char *type)
{
    for (unsigned i = 0; i < PREFIXES && f->types[kind][i]; i++) {
        if (strncmp(type, f->types[kind][i], strlen(f->types[kind][i])) == 0) return true;
    }
    return false;
}

static int count(const fpga *x, json_t *out)
{
    int st = ST_OK;
    json_t *stat = load(x, "fpga_stat.json", &st);
    const json_t *design = json_object_get(stat, "design");
    json_t *types = json_object_get(design, "num_cells_by_type"), *number;
    const char *type;
    json_int_t sums[KINDS] = {0};
    json_object_foreach(types, type, number) {
        for (unsigned k = 0; k < KINDS; k++)
            sums[k] += is_kind(x->f, k, type) ? json_integer_value(number) : 0;
    }
    json_object_set(out, "cells", json_object_get(design, "num_cells"));
    json_object_set(out, "cells_by_type", types);
    for (unsigned k = 0; k < KINDS; k++) json_object_set_new(out, kinds[k], json_integer(sums[k]));
    json_decref(stat);
    return st;
}

// The slowest clock of nextpnr's report; null without any.
static int read_route(const fpga *x, json_t *out)
{
    int st = ST_OK;
    json_t *report = load(x, "fpga_route.json", &st), *clock;
    const char *name;
    double least = 0;
    json_object_foreach(json_object_get(report, "fmax"), name, clock) {
        const double mhz = json_number_value(json_object_get(clock, "achieved"));
        if (least == 0 || mhz < least) least = mhz;
    }
    json_object_set_new(out, "fmax_mhz", least > 0 ? json_real(least) : json_null());
    json_object_set_new(out, "not_routed", json_null());
    json_object_set_new(out, "device", json_string(x->f->device));
    json_decref(report);
    return st;
}

static int route(const fpga *x, json_t *out)
{
    char *mhz = wl_format("%.3f", 1000 / x->j->clock_ns), *log = in_work(x, "fpga_route.log");
    const char *const *o = x->f->options;
    const char *const argv[] = {x->f->router,
                                o[0],
                                o[1],
                                o[2],
                                o[3],
                                "--json",
                                "fpga.json",
                                "--report",
                                "fpga_route.json",
                                "--timing-allow-fail",
                                "--seed",
                                "1",
                                "--freq",
                                mhz,
                                "-q",
                                NULL};
    step(x, "nextpnr: placing and routing");
    int st = tool_run(argv, x->j->work_dir, log, x->e);
    free(mhz);
    free(log);
    return st ? st : read_route(x, out);
}

static void not_routed(json_t *out, const char *why)
{
    json_object_set_new(out, "fmax_mhz", json_null());
    json_object_set_new(out, "not_routed", json_string(why));
    json_object_set_new(out, "device", json_null());
}

static int route_or_say(const fpga *x, json_t *tools, json_t *out)
{
    err missing = {0};
    if (!x->f->router) {
        not_routed(out, "no free place and route for this family");
        return ST_OK;
    }
    if (tool_version(x->f->router, "--version", x->j->work_dir, x->f->router, tools, &missing)) {
        char *why = wl_format("%s is not installed", x->f->router);
        not_routed(out, why);
        free(why);
        err_free(&missing);
        return ST_OK;
    }
    return route(x, out);
}

int fpga_run(const fpga_job *j, json_t *tools, json_t **result, err *e)
{
    fpga x = {.j = j, .f = families, .e = e};
    while (strcmp(x.f->name, j->target) != 0) x.f++;
    json_t *out = json_pack("{s:s}", "target", j->target);
    int st = map(&x);
    if (st == ST_OK) st = count(&x, out);
    if (st == ST_OK) st = route_or_say(&x, tools, out);
    if (st == ST_OK) *result = out;
    else json_decref(out);
    return st;
}
