// sweep.c: the page of a sweep: gain over cost, parallel coordinates, table. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "reports/report.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 500, MOST_LABELS = 40 };

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}
static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}
static bool is_front(const json_t *design)
{
    return json_is_true(json_object_get(design, "front"));
}
static bool is_comparable(const json_t *design)
{
    return json_is_true(json_object_get(design, "comparable"));
}
// In place of an axis: the configuration, which is one where there are several.
#define CONFIG_AXIS SIZE_MAX

static const char *value_at(const json_t *design, size_t i)
{
    if (i == CONFIG_AXIS) return text(design, "config");
    return json_string_value(json_array_get(json_object_get(design, "values"), i));
}

static const char *last_part(const char *key)
{
    const char *dot = strrchr(key, '.');
    return dot ? dot + 1 : key;
}

// The last part of an axis' key, or the whole when another axis ends alike.
static const char *axis_name(const json_t *axes, size_t i)
{
    const char *key = json_string_value(json_array_get(axes, i));
    for (size_t k = 0; k < json_array_size(axes); k++) {
        if (k != i &&
            strcmp(last_part(json_string_value(json_array_get(axes, k))), last_part(key)) == 0)
            return key;
    }
    return last_part(key);
}

// An axis that is the cost has its column and its coordinate as an axis already. -1: none is.
static int cost_axis(const json_t *r)
{
    size_t i;
    json_t *axis;
    json_array_foreach(json_object_get(r, "axes"), i, axis) {
        if (strcmp(json_string_value(axis), text(r, "cost")) == 0) return (int)i;
    }
    return -1;
}

// Digits grouped by thousands, as those of the pages' numbers.
static void put_grouped(FILE *f, const char *digits)
{
    const size_t whole = strspn(digits, "-0123456789");
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0 && digits[i - 1] != '-') fputc(',', f);
        fputc(digits[i], f);
    }
}

static void put_digits(char digits[32], double value)
{
    const double size = fabs(value);
    snprintf(digits, 32, size >= 100 ? "%.0f" : size >= 1 ? "%.3f" : "%.4f", value);
}

static json_t *number_text(double value)
{
    char digits[32], *grouped = NULL;
    size_t bytes;
    put_digits(digits, value);
    FILE *f = wl_memstream(&grouped, &bytes);
    put_grouped(f, digits);
    wl_memstream_end(f);
    json_t *o = json_string(grouped);
    free(grouped);
    return o;
}

// ---- designs.csv

// "design,config,structures.mrpb.queues,...,gain,cost,fmax_mhz,front,cells_without_area"
static char *design_columns(const json_t *r)
{
    size_t i;
    json_t *axis;
    char *all = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&all, &bytes);
    fputs("design,config", f);
    json_array_foreach(json_object_get(r, "axes"), i, axis)
        fprintf(f, ",%s", json_string_value(axis));
    fputs(",gain,cost,fmax_mhz,front,cells_without_area", f);
    wl_memstream_end(f);
    return all;
}

// "8 / 4 / rr"
static char *label_of(const json_t *design, const json_t *axes, bool config)
{
    char *label = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&label, &bytes);
    if (config) fputs(text(design, "config"), f);
    for (size_t i = 0; i < json_array_size(axes); i++)
        fprintf(f, "%s%s", i || config ? " / " : "", value_at(design, i));
    wl_memstream_end(f);
    return label;
}

static const char *front_word(const json_t *design)
{
    return !is_comparable(design) ? "not comparable" : is_front(design) ? "yes" : "no";
}

static json_t *or_nothing(const json_t *number)
{
    return json_is_number(number) ? json_incref((json_t *)number) : json_string("");
}

static json_t *design_row(const json_t *r, const json_t *design)
{
    const json_t *axes = json_object_get(r, "axes");
    json_t *row = json_pack(
        "{s:O, s:O, s:O, s:O, s:s}", "design", json_object_get(design, "design"), "config",
        json_object_get(design, "config"), "gain", json_object_get(design, "gain"), "cost",
        json_object_get(design, "cost"), "front", front_word(design));
    json_object_set_new(row, "fmax_mhz", or_nothing(json_object_get(design, "fmax_mhz")));
    json_object_set_new(row, "cells_without_area",
                        or_nothing(json_object_get(design, "cells_without_area")));
    for (size_t i = 0; i < json_array_size(axes); i++)
        json_object_set_new(row, json_string_value(json_array_get(axes, i)),
                            json_string(value_at(design, i)));
    return row;
}

static int put_csv(const char *dir, const char *name, const json_t *rows, const char *columns,
                   err *e)
{
    char *path = wl_format("%s/data/%s.csv", dir, name);
    const int st = report_csv(path, rows, columns, e);
    free(path);
    return st;
}

static int put_designs(const json_t *r, const char *dir, err *e)
{
    size_t i;
    json_t *design, *rows = json_array();
    char *columns = design_columns(r);
    json_array_foreach(json_object_get(r, "designs"), i, design)
        json_array_append_new(rows, design_row(r, design));
    const int st = put_csv(dir, "scatter", rows, columns, e);
    free(columns);
    json_decref(rows);
    return st;
}

// ---- parallel coordinates

// The distinct values of an axis: numbers by size, before words in the order in which they come.
static int by_value(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    char *end_x, *end_y;
    const double nx = strtod(*x, &end_x), ny = strtod(*y, &end_y);
    if (*end_x || *end_y) return strcmp(*x, *y);
    return (nx > ny) - (nx < ny);
}

static const char **distinct(const json_t *designs, size_t axis, size_t *n)
{
    const char **values = wl_calloc(json_array_size(designs) + 1, sizeof *values);
    size_t i, k = 0;
    json_t *design;
    json_array_foreach(designs, i, design) values[i] = value_at(design, axis);
    qsort(values, json_array_size(designs), sizeof *values, by_value);
    for (i = 0; i < json_array_size(designs); i++) {
        if (!k || strcmp(values[k - 1], values[i]) != 0) values[k++] = values[i];
    }
    *n = k;
    return values;
}

static double rank_of(const char *const *values, size_t n, const char *value)
{
    size_t i = 0;
    while (strcmp(values[i], value) != 0) i++;
    return n > 1 ? (double)i / (double)(n - 1) : 0.5;
}

static void add_tick(json_t *rows, const char *kind, size_t x, double y, const char *label)
{
    json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:f}", "kind", kind, "label", label, "x",
                                          (int)x + 1, "y1", y));
}

static void add_name(json_t *rows, size_t x, const char *name)
{
    json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:f}", "kind", "name", "label", name,
                                          "x", (int)x + 1, "y1", 0.0));
}

static void set_coordinate(json_t *lines, size_t design, size_t x, double y)
{
    char key[32];
    snprintf(key, sizeof key, "y%zu", x + 1);
    json_object_set_new(json_array_get(lines, design), key, json_real(y));
}

static void set_nothing(json_t *lines, size_t design, size_t x)
{
    char key[32];
    snprintf(key, sizeof key, "y%zu", x + 1);
    json_object_set_new(json_array_get(lines, design), key, json_string(""));
}

// The axis stands at coordinate x, from 0.
static void add_axis(const json_t *r, size_t axis, size_t x, json_t *lines, json_t *rows)
{
    const json_t *designs = json_object_get(r, "designs");
    size_t n, i;
    json_t *design;
    const char **values = distinct(designs, axis, &n);
    for (i = 0; i < n && n <= 16; i++)
        add_tick(rows, "tick", x, rank_of(values, n, values[i]), values[i]);
    json_array_foreach(designs, i, design)
        set_coordinate(lines, i, x, rank_of(values, n, value_at(design, axis)));
    add_name(rows, x,
             axis == CONFIG_AXIS ? "configuration" : axis_name(json_object_get(r, "axes"), axis));
    free(values);
}

// Gain or cost, on a linear scale from its least to its greatest value; the first design is
// comparable, and what is not has no place on it.
static void add_figure(const json_t *r, const char *key, size_t x, json_t *lines, json_t *rows)
{
    const json_t *designs = json_object_get(r, "designs");
    double least = number(json_array_get(designs, 0), key), most = least;
    size_t i;
    json_t *design;
    json_array_foreach(designs, i, design) {
        const double v = number(design, key);
        if (is_comparable(design) && v < least) least = v;
        if (is_comparable(design) && v > most) most = v;
    }
    json_array_foreach(designs, i, design) {
        const double v = number(design, key);
        if (is_comparable(design))
            set_coordinate(lines, i, x, most > least ? (v - least) / (most - least) : 0.5);
        else set_nothing(lines, i, x);
    }
    for (int k = 0; k < 2; k++) {
        const double value = k ? most : least;
        char digits[32];
        put_digits(digits, value);
        if (most > least || k)
            add_tick(rows, fabs(value) < 1000 ? "tick" : "number", x, most > least ? k : 0.5,
                     digits);
    }
    char *name = wl_format("%s_name", key);
    add_name(rows, x, text(r, name));
    free(name);
}

static bool has_configs(const json_t *r) { return number(r, "configs") > 1; }

// The configurations if there are several, the axes, the cost if it is none of them, the gain.
static size_t coordinates(const json_t *r)
{
    return has_configs(r) + json_array_size(json_object_get(r, "axes")) +
           (cost_axis(r) < 0 ? 2 : 1);
}

// A row a design with its height on each axis, and rows for the axes' ticks and names; a tick of
// kind number has its digits grouped by thousands in the picture.
static int put_parallel(const json_t *r, const char *dir, err *e)
{
    json_t *lines = json_array(), *rows = json_array(), *design;
    const size_t axes = json_array_size(json_object_get(r, "axes")), all = coordinates(r);
    size_t i, bytes;
    char *columns = NULL;
    json_array_foreach(json_object_get(r, "designs"), i, design) {
        json_array_append_new(lines, json_pack("{s:s, s:s, s:i}", "kind",
                                               !is_comparable(design) ? "not comparable"
                                               : is_front(design)     ? "front"
                                                                      : "beaten",
                                               "label", "", "x", 0));
    }
    if (has_configs(r)) add_axis(r, CONFIG_AXIS, 0, lines, rows);
    for (i = 0; i < axes; i++) add_axis(r, i, i + has_configs(r), lines, rows);
    if (cost_axis(r) < 0) add_figure(r, "cost", all - 2, lines, rows);
    add_figure(r, "gain", all - 1, lines, rows);
    FILE *f = wl_memstream(&columns, &bytes);
    fputs("kind,label,x", f);
    for (i = 0; i < all; i++) fprintf(f, ",y%zu", i + 1);
    wl_memstream_end(f);
    json_array_foreach(rows, i, design) {
        for (size_t k = 1; k < all; k++) {
            char key[32];
            snprintf(key, sizeof key, "y%zu", k + 1);
            json_object_set_new(design, key, json_string(""));
        }
    }
    json_array_extend(lines, rows);
    const int st = put_csv(dir, "parallel", lines, columns, e);
    free(columns);
    json_decref(lines);
    json_decref(rows);
    return st;
}

// ---- the page

static json_t *table_row(const json_t *r, const json_t *design)
{
    const json_t *mhz = json_object_get(design, "fmax_mhz");
    json_t *row = json_deep_copy(design);
    json_object_set_new(row, "gain_text", number_text(number(design, "gain")));
    const int axis = cost_axis(r);
    json_object_set_new(row, "cost_text",
                        axis < 0 ? number_text(number(design, "cost"))
                                 : json_string(value_at(design, (size_t)axis)));
    json_object_set_new(row, "fmax_text",
                        json_is_number(mhz) ? number_text(json_number_value(mhz))
                                            : json_string("-"));
    json_object_set_new(row, "front_text", json_string(front_word(design)));
    json_object_set_new(row, "uncounted", json_boolean(!is_comparable(design)));
    char *label = label_of(design, json_object_get(r, "axes"), has_configs(r));
    json_object_set_new(row, "label", json_string(*label ? label : text(design, "config")));
    free(label);
    return row;
}

// The axes as a sentence lists them, each with what stands before it: "", "," or " and". The
// configuration, if there are several, is the first.
static void list_axes(json_t *values)
{
    const json_t *axes = json_object_get(values, "axes");
    const bool config = has_configs(values);
    const size_t n = json_array_size(axes);
    json_t *listed = json_array();
    for (size_t i = 0; i < n; i++) {
        const char *before = i + 1 == n && (i || config) ? " and" : i || config ? "," : "";
        json_array_append_new(
            listed, json_pack("{s:s, s:O}", "before", before, "key", json_array_get(axes, i)));
    }
    json_object_set_new(values, "axes_listed", listed);
    json_object_set_new(values, "config_named", json_boolean(config));
    json_object_set_new(values, "several_axes", json_boolean(n + config > 1));
}

static void fill_tables(json_t *values)
{
    json_t *all = json_array(), *front = json_array(), *design, *labels = json_array();
    size_t i;
    bool clocked = false;
    unsigned uncounted = 0;
    json_array_foreach(json_object_get(values, "designs"), i, design) {
        json_t *row = table_row(values, design);
        clocked |= json_is_number(json_object_get(design, "fmax_mhz"));
        uncounted += !is_comparable(design);
        if (is_front(design)) json_array_append(front, row);
        if (i < MOST_ROWS) json_array_append(all, row);
        json_decref(row);
    }
    for (i = 0; i < json_array_size(json_object_get(values, "axes")); i++)
        json_array_append_new(labels, json_string(axis_name(json_object_get(values, "axes"), i)));
    json_object_set_new(
        values, "n_designs",
        json_integer((json_int_t)json_array_size(json_object_get(values, "designs"))));
    json_object_set_new(values, "uncounted", json_integer(uncounted));
    json_object_set_new(values, "n_front", json_integer((json_int_t)json_array_size(front)));
    json_object_set_new(
        values, "cut",
        json_boolean(json_array_size(json_object_get(values, "designs")) > MOST_ROWS));
    json_object_set_new(values, "rows_shown", json_integer((json_int_t)json_array_size(all)));
    json_object_set(values, "best", json_array_get(front, json_array_size(front) - 1));
    json_object_set(values, "cheapest", json_array_get(front, 0));
    json_object_set_new(values, "all", all);
    json_object_set_new(values, "front_rows", front);
    json_object_set_new(values, "axis_names", labels);
    list_axes(values);
    json_object_set_new(values, "cost_apart", json_boolean(cost_axis(values) < 0));
    json_object_set_new(values, "clocked", json_boolean(clocked));
}

static int draw(json_t *values, const char *dir, err *e)
{
    char n[32], *scatter = NULL, *parallel = NULL;
    snprintf(n, sizeof n, "%zu", coordinates(values));
    const char *const labelled =
        json_integer_value(json_object_get(values, "n_front")) <= MOST_LABELS ? "labels" : "plain";
    const char *const scatter_args[] = {text(values, "cost_title"), text(values, "gain_title"),
                                        labelled, NULL},
                      *const parallel_args[] = {n, NULL};
    int st = report_plot_by(dir, "scatter", "scatter", scatter_args,
                            "gain over cost of each design", &scatter, e);
    if (st == ST_OK)
        st = report_plot_by(dir, "parallel", "parallel", parallel_args,
                            cost_axis(values) < 0
                                ? "each design as a line through its axes, cost and gain"
                                : "each design as a line through its axes and gain",
                            &parallel, e);
    if (st == ST_OK) {
        json_object_set_new(values, "scatter", json_string(scatter));
        json_object_set_new(values, "parallel", json_string(parallel));
    }
    free(scatter);
    free(parallel);
    return st;
}

int report_sweep(const json_t *results, const char *dir, err *e)
{
    json_t *values = json_deep_copy(results);
    char *html = NULL, *page = wl_format("%s/index.html", dir);
    int st = report_make_dirs(dir, e);
    if (st == ST_OK) st = put_designs(values, dir, e);
    if (st == ST_OK) st = put_parallel(values, dir, e);
    fill_tables(values);
    if (st == ST_OK) st = draw(values, dir, e);
    if (st == ST_OK) st = report_page("sweep.html", values, &html, e);
    if (st == ST_OK) st = outfile_put(page, html, strlen(html), e);
    free(html);
    free(page);
    json_decref(values);
    return st;
}
