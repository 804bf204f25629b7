// synth_sweep.c: the page of `warploom synth --sweep`: each synthesis with its verdict, clock over
// area, modules and paths. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "reports/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char FIGURES[] = "area_um2,logic_um2,storage_um2,macro_um2,cells,flops,period_ns,"
                              "fmax_mhz,wire_fmax_mhz,from,to,clock_ns,met,slack_ns,wire_met,"
                              "wire_slack_ns,cells_without_area";

static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static bool is_comparable(const json_t *row)
{
    return json_is_null(json_object_get(row, "not_comparable"));
}

// A table has an empty field where there is no path.
static void blank_nulls(json_t *flat)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(flat, next, key, value) {
        if (json_is_null(value)) json_object_set_new(flat, key, json_string(""));
    }
}

// "KEY,KEY,...,AFTER": the columns of a table that has each synthesis' values in front.
static char *columns_of(const json_t *axes, const char *after)
{
    size_t i, bytes;
    json_t *key;
    char *all = NULL;
    FILE *f = wl_memstream(&all, &bytes);
    json_array_foreach(axes, i, key) fprintf(f, "%s,", json_string_value(key));
    fputs(after, f);
    wl_memstream_end(f);
    return all;
}

static void set_values(json_t *to, const json_t *axes, const json_t *row)
{
    size_t i;
    json_t *key;
    json_array_foreach(axes, i, key)
        json_object_set(to, json_string_value(key),
                        json_array_get(json_object_get(row, "values"), i));
}

static int put_csv(const char *dir, const char *name, const json_t *rows, char *columns, err *e)
{
    char *path = wl_format("%s/data/%s.csv", dir, name);
    const int st = report_csv(path, rows, columns, e);
    free(path);
    free(columns);
    return st;
}

// ---- the tables

// true, false or null: "yes", "no" or nothing.
static json_t *yes_or_no(const json_t *verdict)
{
    const json_t *met = json_object_get(verdict, "met");
    return json_string(json_is_true(met) ? "yes" : json_is_false(met) ? "no" : "");
}

static json_t *slack_of(const json_t *verdict)
{
    json_t *slack = json_object_get(verdict, "slack_ns");
    return json_is_number(slack) ? json_incref(slack) : json_string("");
}

static int put_figures(const json_t *r, const char *dir, err *e)
{
    const json_t *axes = json_object_get(r, "axes");
    json_t *rows = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        const json_t *target = json_object_get(row, "target"),
                     *wire = json_object_get(target, "with_wire");
        json_t *flat = json_copy(row);
        set_values(flat, axes, row);
        json_object_set(flat, "clock_ns", json_object_get(target, "clock_ns"));
        json_object_set_new(flat, "met", yes_or_no(target));
        json_object_set_new(flat, "slack_ns", slack_of(target));
        json_object_set_new(flat, "wire_met", yes_or_no(wire));
        json_object_set_new(flat, "wire_slack_ns", slack_of(wire));
        blank_nulls(flat);
        json_array_append_new(rows, flat);
    }
    const int st = put_csv(dir, "sweep", rows, columns_of(axes, FIGURES), e);
    json_decref(rows);
    return st;
}

static int put_modules(const json_t *r, const char *dir, err *e)
{
    const json_t *axes = json_object_get(r, "axes");
    json_t *rows = json_array(), *row, *module;
    size_t i, k;
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        json_array_foreach(json_object_get(row, "hierarchy"), k, module) {
            json_t *flat = json_copy(module);
            set_values(flat, axes, row);
            if (!json_object_get(flat, "recipe"))
                json_object_set_new(flat, "recipe", json_string(""));
            json_array_append_new(rows, flat);
        }
    }
    const int st = put_csv(
        dir, "modules", rows,
        columns_of(axes, "module,part,instances,area_um2,cells,flops,recipe,cells_without_area"),
        e);
    json_decref(rows);
    return st;
}

// Another synthesis of whole area is at least as small and as fast, and not the same in both.
static bool is_beaten(const json_t *rows, const json_t *row)
{
    const double area = number(row, "area_um2"), mhz = number(row, "fmax_mhz");
    size_t i;
    json_t *other;
    json_array_foreach(rows, i, other) {
        if (!is_comparable(other)) continue;
        const double its_area = number(other, "area_um2"), its_mhz = number(other, "fmax_mhz");
        if (its_area <= area && its_mhz >= mhz && (its_area < area || its_mhz > mhz)) return true;
    }
    return false;
}

static bool is_front(const json_t *rows, const json_t *row)
{
    return is_comparable(row) && !is_beaten(rows, row);
}

static int put_scatter(const json_t *r, const char *dir, err *e)
{
    const json_t *all = json_object_get(r, "rows");
    json_t *rows = json_array(), *row;
    size_t i;
    json_array_foreach(all, i, row) {
        json_t *point = json_pack("{s:i, s:O, s:O, s:s}", "design", (int)i + 1, "cost",
                                  json_object_get(row, "area_um2"), "gain",
                                  json_object_get(row, "fmax_mhz"), "front",
                                  !is_comparable(row)  ? "not comparable"
                                  : is_front(all, row) ? "yes"
                                                       : "no");
        blank_nulls(point);
        json_array_append_new(rows, point);
    }
    const int st = put_csv(dir, "scatter", rows, wl_strdup("design,cost,gain,front"), e);
    json_decref(rows);
    return st;
}

// ---- the page

// "met by 0.123 ns"
static json_t *verdict_text(const json_t *verdict)
{
    const json_t *met = json_object_get(verdict, "met");
    const double slack = number(verdict, "slack_ns");
    if (json_is_null(met)) return json_string("no path");
    char *words = wl_format("%s by %.3f ns", json_is_true(met) ? "met" : "missed",
                            slack < 0 ? -slack : slack);
    json_t *out = json_string(words);
    free(words);
    return out;
}

static bool is_timed(const json_t *row) { return json_is_number(json_object_get(row, "fmax_mhz")); }

static json_t *page_row(const json_t *rows, const json_t *row, size_t i)
{
    const json_t *target = json_object_get(row, "target");
    json_t *out = json_copy((json_t *)row);
    json_object_set_new(out, "number", json_integer((json_int_t)i + 1));
    json_object_set_new(out, "timed", json_boolean(is_timed(row)));
    json_object_set_new(out, "wired",
                        json_boolean(json_is_number(json_object_get(row, "wire_fmax_mhz"))));
    json_object_set_new(out, "missed", json_boolean(json_is_false(json_object_get(target, "met"))));
    json_object_set_new(out, "verdict", verdict_text(target));
    json_object_set_new(out, "wire_verdict", verdict_text(json_object_get(target, "with_wire")));
    json_object_set_new(out, "front", json_boolean(is_front(rows, row)));
    return out;
}

static void fill(json_t *values)
{
    const json_t *all = json_object_get(values, "rows");
    const json_t *smallest = NULL, *fastest = NULL;
    json_t *rows = json_array(), *row;
    size_t i;
    unsigned met = 0, comparable = 0;
    json_array_foreach(all, i, row) {
        comparable += is_comparable(row);
        if (is_comparable(row) &&
            (!smallest || number(row, "area_um2") < number(smallest, "area_um2")))
            smallest = row;
        if (is_timed(row) && (!fastest || number(row, "fmax_mhz") > number(fastest, "fmax_mhz")))
            fastest = row;
        met += json_is_true(json_object_get(json_object_get(row, "target"), "met"));
        json_array_append_new(rows, page_row(all, row, i));
    }
    json_object_set_new(values, "least_um2", json_real(number(smallest, "area_um2")));
    json_object_set_new(values, "comparable", json_integer(comparable));
    json_object_set_new(values, "uncounted",
                        json_integer((json_int_t)json_array_size(all) - comparable));
    json_object_set_new(values, "clocked", json_boolean(fastest != NULL));
    json_object_set_new(values, "most_mhz", json_real(number(fastest, "fmax_mhz")));
    json_object_set_new(values, "met", json_integer(met));
    json_object_set_new(values, "syntheses", json_integer((json_int_t)json_array_size(all)));
    json_object_set_new(values, "rows", rows);
}

// A number that a logarithmic axis takes.
static bool is_number(const json_t *word)
{
    char *end;
    const double value = strtod(json_string_value(word), &end);
    return !*end && value > 0;
}

// Of one key with numbers: clock and area over it.
static bool is_curve(const json_t *r)
{
    size_t i;
    json_t *row;
    if (json_array_size(json_object_get(r, "axes")) != 1) return false;
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        if (!is_number(json_array_get(json_object_get(row, "values"), 0))) return false;
    }
    return true;
}

static bool any_comparable(const json_t *r)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        if (is_comparable(row)) return true;
    }
    return false;
}

static bool any_timed(const json_t *r)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(r, "rows"), i, row) {
        if (is_timed(row)) return true;
    }
    return false;
}

static int draw(json_t *values, const char *dir, err *e)
{
    const char *const scatter_args[] = {"area (um2)", "clock (MHz)", "labels", NULL},
                      *const curve_args[] = {
                          json_string_value(json_array_get(json_object_get(values, "axes"), 0)),
                          NULL};
    char *scatter = NULL, *curve = NULL;
    int st = ST_OK;
    if (any_comparable(values))
        st = report_plot_by(dir, "scatter", "scatter", scatter_args,
                            "clock over area of each synthesis", &scatter, e);
    if (st == ST_OK && is_curve(values) && any_timed(values))
        st = report_plot_by(dir, "sweep", "sweep", curve_args, "clock and area over the swept key",
                            &curve, e);
    json_object_set_new(values, "scatter", json_string(scatter ? scatter : ""));
    json_object_set_new(values, "curve", json_string(curve ? curve : ""));
    free(scatter);
    free(curve);
    return st;
}

int report_synth_sweep(const json_t *results, const char *dir, err *e)
{
    json_t *values = json_deep_copy(results);
    char *html = NULL, *page = wl_format("%s/index.html", dir);
    int st = report_make_dirs(dir, e);
    if (st == ST_OK) st = put_figures(values, dir, e);
    if (st == ST_OK) st = put_modules(values, dir, e);
    if (st == ST_OK) st = put_scatter(values, dir, e);
    if (st == ST_OK) st = draw(values, dir, e);
    fill(values);
    if (st == ST_OK) st = report_page("synth_sweep.html", values, &html, e);
    if (st == ST_OK) st = outfile_put(page, html, strlen(html), e);
    free(html);
    free(page);
    json_decref(values);
    return st;
}
