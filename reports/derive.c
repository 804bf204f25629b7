// derive.c : what follows from the results: ratios, rows for tables and pictures. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "reports/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct deriver {
    const json_t *results;
    json_t *out;
    err *e;
} deriver;

// results.GROUP.KEY or results.GROUP.SUB.KEY; 0 and an error when there is none.
static double number(const deriver *d, const char *group, const char *sub, const char *key)
{
    const json_t *o = json_object_get(d->results, group);
    if (sub) o = json_object_get(o, sub);
    const json_t *v = json_object_get(o, key);
    if (!json_is_number(v))
        err_add(d->e, ST_TOOL, "report: the results have no number %s.%s%s%s", group,
                sub ? sub : "", sub ? "." : "", key);
    return json_number_value(v);
}

static double ratio(double a, double b) { return b > 0 || b < 0 ? a / b : 0; }
static double percent(double part, double whole) { return 100 * ratio(part, whole); }

// Both simulations, side by side: X(name in "compare", sub-object or NULL, key)
#define COMPARED(X) \
    X(cycles, NULL, "cycles") \
    X(ipc, NULL, "ipc") \
    X(reads, "l1d", "read_accesses") \
    X(hits, "l1d", "read_hits") \
    X(pending, "l1d", "read_pending") \
    X(misses, "l1d", "read_misses") \
    X(bypassed, "l1d", "bypassed_reads") \
    X(l2_reads, "l2", "read_accesses") \
    X(dram_reads, "dram", "reads") \
    X(load_latency, "sm", "average_load_latency")

static void add_compared(const deriver *d)
{
    static const struct {
        const char *name, *sub, *key;
    } rows[] = {
// clang-format off
#define ROW(name, sub, key) {#name, sub, key},
        // clang-format on
        COMPARED(ROW)
#undef ROW
    };
    json_t *compare = json_object();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double a = number(d, "without", rows[i].sub, rows[i].key),
               b = number(d, "with", rows[i].sub, rows[i].key);
        json_object_set_new(compare, rows[i].name,
                            json_pack("{s:f, s:f, s:f, s:f}", "without", a, "with", b, "ratio",
                                      ratio(b, a), "change_percent", percent(b - a, a)));
    }
    json_object_set_new(
        compare, "speedup",
        json_real(ratio(number(d, "without", NULL, "cycles"), number(d, "with", NULL, "cycles"))));
    json_object_set_new(d->out, "compare", compare);
}

static void add_kernels(const deriver *d)
{
    const json_t *a = json_object_get(json_object_get(d->results, "without"), "kernels");
    const json_t *b = json_object_get(json_object_get(d->results, "with"), "kernels");
    json_t *rows = json_array();
    if (json_array_size(a) != json_array_size(b))
        err_add(d->e, ST_TOOL, "report: the two runs have different kernels");
    for (size_t i = 0; i < json_array_size(a); i++) {
        const json_t *ka = json_array_get(a, i), *kb = json_array_get(b, i);
        double ca = json_number_value(json_object_get(ka, "cycles")),
               cb = json_number_value(json_object_get(kb, "cycles"));
        json_array_append_new(
            rows,
            json_pack("{s:I, s:O, s:f, s:f, s:f, s:f, s:f}", "launch", (json_int_t)i + 1, "kernel",
                      json_object_get(ka, "name"), "cycles_without", ca, "cycles_with", cb,
                      "ipc_without", json_number_value(json_object_get(ka, "ipc")), "ipc_with",
                      json_number_value(json_object_get(kb, "ipc")), "speedup", ratio(ca, cb)));
    }
    json_object_set_new(d->out, "kernels", rows);
}

// Every counter of L1D in both runs, with its meaning.
static void add_l1d(const deriver *d)
{
    size_t i;
    json_t *label, *rows = json_array();
    json_array_foreach(json_object_get(json_object_get(d->results, "labels"), "l1d"), i, label) {
        const char *name = json_string_value(json_object_get(label, "name"));
        json_t *row = json_deep_copy(label);
        json_object_set_new(row, "without", json_real(number(d, "without", "l1d", name)));
        json_object_set_new(row, "with", json_real(number(d, "with", "l1d", name)));
        json_array_append_new(rows, row);
    }
    json_object_set_new(d->out, "l1d", rows);
}

// Where the reads went, in percent of all, one row a run.
static void add_outcomes(const deriver *d)
{
    static const char *const runs[] = {"without", "with"};
    json_t *rows = json_array();
    for (size_t i = 0; i < 2; i++) {
        double hits = number(d, runs[i], "l1d", "read_hits"),
               pending = number(d, runs[i], "l1d", "read_pending");
        double misses = number(d, runs[i], "l1d", "read_misses"),
               bypassed = number(d, runs[i], "l1d", "bypassed_reads");
        double all = hits + pending + misses + bypassed;
        json_array_append_new(rows, json_pack("{s:s, s:f, s:f, s:f, s:f, s:f}", "run",
                                              i ? "with MRPB" : "without MRPB", "hits",
                                              percent(hits, all), "pending", percent(pending, all),
                                              "misses", percent(misses, all), "bypassed",
                                              percent(bypassed, all), "reads", all));
    }
    json_object_set_new(d->out, "outcomes", rows);
}

static void add_failures(const deriver *d)
{
    static const char *const causes[][2] = {{"all ways reserved", "fail_line"},
                                            {"no MSHR", "fail_mshr"},
                                            {"merge list full", "fail_merge"},
                                            {"miss queue full", "fail_missq"}};
    json_t *rows = json_array();
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        json_array_append_new(rows, json_pack("{s:s, s:f, s:f}", "cause", causes[i][0], "without",
                                              number(d, "without", "l1d", causes[i][1]), "with",
                                              number(d, "with", "l1d", causes[i][1])));
    }
    json_object_set_new(d->out, "failures", rows);
}

static void add_events(const deriver *d)
{
    size_t i;
    json_t *label, *rows = json_array();
    json_array_foreach(json_object_get(json_object_get(d->results, "labels"), "mrpb"), i, label) {
        json_t *row = json_deep_copy(label);
        json_object_set_new(row, "count",
                            json_real(number(d, "with", "mrpb",
                                             json_string_value(json_object_get(label, "name")))));
        json_array_append_new(rows, row);
    }
    json_object_set_new(d->out, "events", rows);
}

static int larger_first(const void *a, const void *b)
{
    const json_t *const *x = a, *const *y = b;
    double dx = json_number_value(json_object_get(*x, "area_um2")),
           dy = json_number_value(json_object_get(*y, "area_um2"));
    if (dx > dy || dx < dy) return dx > dy ? -1 : 1;
    return strcmp(json_string_value(json_object_get(*x, "module")),
                  json_string_value(json_object_get(*y, "module")));
}

// A module's name without the configuration's before it. The top of a configuration that is named
// like its block is that name, which is part of those of the block's modules.
static const char *short_name(const char *module, const char *config_name, const char *top)
{
    const size_t cut = config_name ? strlen(config_name) : 0;
    if (!cut || strncmp(module, config_name, cut) != 0 || module[cut] != '_') return module;
    const bool part = top && strcmp(top, config_name) == 0;
    return part && strncmp(module + cut, "_lib_", strlen("_lib_")) != 0 ? module : module + cut + 1;
}

// Modules with cells of their own, the largest first.
static void add_modules(const deriver *d)
{
    const json_t *synth = json_object_get(d->results, "synth"),
                 *rows = json_object_get(synth, "hierarchy");
    const char *prefix =
        json_string_value(json_object_get(json_object_get(d->results, "config"), "name"));
    const char *top = json_string_value(json_object_get(synth, "top"));
    size_t n = json_array_size(rows), i;
    json_t **sorted = wl_calloc(n, sizeof *sorted), *row, *out = json_array();
    json_array_foreach(rows, i, row) sorted[i] = row;
    qsort(sorted, n, sizeof *sorted, larger_first);
    for (i = 0; i < n; i++) {
        const char *name = json_string_value(json_object_get(sorted[i], "module"));
        double area = json_number_value(json_object_get(sorted[i], "area_um2"));
        const bool unsized =
            json_number_value(json_object_get(sorted[i], "cells_without_area")) > 0;
        if (!(area > 0 || unsized) || !name) continue;
        bool storage = strcmp(json_string_value(json_object_get(sorted[i], "part")), "logic") != 0;
        json_t *copy = json_deep_copy(sorted[i]);
        json_object_set_new(copy, "short", json_string(short_name(name, prefix, top)));
        json_object_set_new(copy, "logic", json_real(storage ? 0 : area));
        json_object_set_new(copy, "storage", json_real(storage ? area : 0));
        json_object_set_new(copy, "percent",
                            json_real(percent(area, number(d, "synth", NULL, "area_um2"))));
        json_array_append_new(out, copy);
    }
    free(sorted);
    json_object_set_new(d->out, "modules", out);
}

const char *report_storage_place(const char *storage)
{
    static const char *const places[][2] = {{"flop", "flip-flops"},
                                            {"latch", "latches"},
                                            {"sram_1rw", "one-port SRAM"},
                                            {"sram_1r1w", "two-port SRAM"}};
    for (size_t i = 0; storage && i < sizeof places / sizeof places[0]; i++) {
        if (strcmp(storage, places[i][0]) == 0) return places[i][1];
    }
    return NULL;
}

static void add_storage(const deriver *d)
{
    const json_t *values = json_object_get(json_object_get(d->results, "config"), "values");
    const char *key = json_string_value(json_object_get(json_object_get(values, "rtl"), "storage")),
               *place = report_storage_place(key);
    if (!place) err_add(d->e, ST_TOOL, "report: the results have no value of rtl.storage");
    else
        json_object_set_new(
            d->out, "storage",
            json_pack("{s:s, s:s, s:b, s:s}", "key", key, "place", place, "sram",
                      strncmp(key, "sram", strlen("sram")) == 0, "registers",
                      strcmp(key, "latch") == 0 ? "flip-flops and latches" : "flip-flops"));
}

static bool passed(const deriver *d, const char *run)
{
    const char *check =
        json_string_value(json_object_get(json_object_get(d->results, run), "check"));
    return check && strcmp(check, "passed") == 0;
}

json_t *report_derive(const json_t *results, err *e)
{
    deriver d = {results, json_copy((json_t *)results), e};
    unsigned before = e->count;
    add_compared(&d);
    add_kernels(&d);
    add_l1d(&d);
    add_outcomes(&d);
    add_failures(&d);
    add_events(&d);
    add_modules(&d);
    add_storage(&d);
    json_object_set_new(d.out, "passed", json_boolean(passed(&d, "without") && passed(&d, "with")));
    if (e->count == before) return d.out;
    json_decref(d.out);
    return NULL;
}
