// paper.c : the page that sets a paper's results beside ours. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "reports/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE_BARS = 40, WIDE_ROWS = 12, LOG_FROM = 8 };

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

// ---- CSV

static int put_csv(const char *dir, const char *name, const json_t *rows, const char *columns,
                   err *e)
{
    char *path = wl_format("%s/data/%s.csv", dir, name);
    const int st = report_csv(path, rows, columns, e);
    free(path);
    return st;
}

// "first,label,label": the names of an array of strings after the first column's.
static char *header(const char *first, const json_t *labels)
{
    size_t i;
    json_t *label;
    char *all = wl_strdup(first);
    json_array_foreach(labels, i, label) {
        char *longer = wl_format("%s,%s", all, json_string_value(label));
        free(all);
        all = longer;
    }
    return all;
}

// A row of a figure with the labels as keys, under the name of its program or mean.
static json_t *flat(const json_t *labels, const json_t *row, const char *name)
{
    size_t i;
    json_t *label, *o = json_pack("{s:s}", "program", name);
    json_array_foreach(labels, i, label) {
        json_t *value = json_object_get(json_array_get(json_object_get(row, "cells"), i), "value");
        json_object_set_new(o, json_string_value(label),
                            json_is_null(value) ? json_string("") : json_incref(value));
    }
    return o;
}

static json_t *flat_rows(const json_t *figure)
{
    const json_t *labels = json_object_get(figure, "columns");
    json_t *rows = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(figure, "rows"), i, row)
        json_array_append_new(rows, flat(labels, row, text(row, "program")));
    json_array_foreach(json_object_get(figure, "means"), i, row) {
        char *name = wl_format("mean: %s", text(row, "group"));
        json_array_append_new(rows, flat(labels, row, name));
        free(name);
    }
    return rows;
}

// ---- pictures

// The greatest and the least value and 0, for the kind of scale.
static void extremes(const json_t *rows, const json_t *labels, double *most, double *least)
{
    size_t i, k;
    json_t *row, *label;
    *most = *least = 0;
    json_array_foreach(rows, i, row) {
        json_array_foreach(labels, k, label) {
            const double v = json_number_value(json_object_get(row, json_string_value(label)));
            if (v > *most) *most = v;
            if (v < *least) *least = v;
        }
    }
}

static const char *scale_of(const json_t *figure, const json_t *rows)
{
    double most, least;
    extremes(rows, json_object_get(figure, "columns"), &most, &least);
    if (json_is_true(json_object_get(figure, "stacked"))) return "stacked";
    if (!json_is_true(json_object_get(figure, "ratio"))) return least < 0 ? "signed" : "linear";
    return most > LOG_FROM ? "log" : "ratio";
}

static int draw(const char *dir, json_t *figure, err *e)
{
    const json_t *labels = json_object_get(figure, "columns");
    json_t *rows = flat_rows(figure);
    const char *id = text(figure, "id");
    char *columns = header("program", labels), *svg = NULL;
    const bool wide = json_array_size(rows) > WIDE_ROWS ||
                      json_array_size(rows) * json_array_size(labels) > WIDE_BARS;
    const char *const args[] = {text(figure, "unit"), scale_of(figure, rows),
                                wide ? "wide" : "narrow", NULL};
    int st = put_csv(dir, id, rows, columns, e);
    if (st == ST_OK) st = report_plot_by(dir, "paper", id, args, text(figure, "title"), &svg, e);
    if (st == ST_OK) json_object_set_new(figure, "picture", json_string(svg));
    json_object_set_new(figure, "wide", json_boolean(wide));
    free(svg);
    free(columns);
    json_decref(rows);
    return st;
}

static int draw_all(const char *dir, const json_t *values, err *e)
{
    size_t i;
    json_t *figure;
    int st = ST_OK;
    json_array_foreach(json_object_get(values, "figures"), i, figure) {
        if (st == ST_OK) st = draw(dir, figure, e);
    }
    return st;
}

static json_t *unbeaten(const json_t *builds)
{
    size_t i;
    json_t *row, *list = json_array();
    json_array_foreach(builds, i, row) {
        if (strcmp(text(row, "front"), "yes") == 0) json_array_append(list, row);
    }
    return list;
}

// Of a machine: ID.csv and ID-parts.csv, and the picture.
static int draw_chip(const char *dir, json_t *chip, err *e)
{
    const char *id = text(chip, "id");
    char *svg = NULL, *parts = wl_format("%s-parts", id),
         *title = wl_format("speedup over area, on %s", text(chip, "name"));
    json_object_set_new(chip, "best", unbeaten(json_object_get(chip, "builds")));
    int st =
        put_csv(dir, id, json_object_get(chip, "builds"),
                "build,area_mm2,speedup,front,clock_mhz,per_mm2,without,largest,at_clock,parts", e);
    if (st == ST_OK)
        st = put_csv(dir, parts, json_object_get(chip, "parts"),
                     "part,instances,area_um2,clock_mhz,command", e);
    if (st == ST_OK) st = report_plot_by(dir, "builds", id, NULL, title, &svg, e);
    if (st == ST_OK) json_object_set_new(chip, "picture", json_string(svg));
    free(svg);
    free(parts);
    free(title);
    return st;
}

static int draw_chips(const char *dir, const json_t *values, err *e)
{
    size_t i;
    json_t *chip;
    int st = ST_OK;
    json_array_foreach(json_object_get(values, "chips"), i, chip) {
        if (st == ST_OK) st = draw_chip(dir, chip, e);
    }
    return st;
}

// ---- the page

// Statements on hardware have no ideal machine and no mean.
static void complete_stated(json_t *stated)
{
    static const char *const names[] = {"ideal", "exceeded", "without"};
    size_t i;
    json_t *row;
    json_array_foreach(stated, i, row) {
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (!json_object_get(row, names[k]))
                json_object_set_new(row, names[k], json_string(""));
    }
}

// ---- causes that several rows share stand below the table, once

static unsigned uses_of(const json_t *rows, const char *cause)
{
    size_t i;
    json_t *row;
    unsigned n = 0;
    json_array_foreach(rows, i, row) n += strcmp(text(row, "cause"), cause) == 0;
    return n;
}

// Its number among the notes, from 1; 0: it is none of them yet.
static size_t note_of(const json_t *notes, const char *cause)
{
    size_t i;
    json_t *note;
    json_array_foreach(notes, i, note) {
        if (strcmp(text(note, "text"), cause) == 0) return i + 1;
    }
    return 0;
}

// Sets "why" of each row: its cause, or "note 1" where others have the same one; a status in a few
// words is no note. Returns the notes, {"number", "text"}.
static json_t *put_notes(json_t *rows)
{
    enum { FEW = 40 };
    json_t *notes = json_array(), *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        const char *cause = text(row, "cause");
        const bool shared = strlen(cause) > FEW && uses_of(rows, cause) > 1;
        if (shared && !note_of(notes, cause))
            json_array_append_new(notes, json_pack("{s:i, s:s}", "number",
                                                   (int)json_array_size(notes) + 1, "text", cause));
        char *why = shared ? wl_format("note %zu", note_of(notes, cause)) : wl_strdup(cause);
        json_object_set_new(row, "why", json_string(why));
        free(why);
    }
    return notes;
}

static json_t *exceeding(const json_t *stated)
{
    size_t i;
    json_t *row, *list = json_array();
    json_array_foreach(stated, i, row) {
        if (*text(row, "exceeded")) json_array_append(list, row);
    }
    return list;
}

static void put_derived(json_t *values)
{
    json_t *stated = json_object_get(values, "stated");
    complete_stated(stated);
    json_object_set_new(values, "stated_notes", put_notes(stated));
    json_object_set_new(values, "claim_notes", put_notes(json_object_get(values, "claims")));
    json_object_set_new(values, "exceeding", exceeding(stated));
}

// A stated figure that did not run has no number of ours.
static int put_stated(const char *dir, const json_t *values, err *e)
{
    json_t *rows = json_deep_copy(json_object_get(values, "stated")), *row;
    size_t i;
    json_array_foreach(rows, i, row) {
        if (json_is_null(json_object_get(row, "ours")))
            json_object_set_new(row, "ours", json_string(""));
    }
    const int st = put_csv(
        dir, "stated", rows,
        "what,source,figure,paper,ours,ideal,exceeded,difference,without,over,size,cause", e);
    json_decref(rows);
    return st;
}

static int put_tables(const char *dir, const json_t *values, err *e)
{
    char *columns =
        header("machine,workload,size,kernel,input,build", json_object_get(values, "metrics"));
    int st = put_stated(dir, values, e);
    if (st == ST_OK)
        st = put_csv(dir, "claims", json_object_get(values, "claims"),
                     "text,source,figure,size,verdict,detail,without,cause", e);
    if (st == ST_OK) st = put_csv(dir, "runs", json_object_get(values, "runs"), columns, e);
    if (st == ST_OK)
        st = put_csv(dir, "machines", json_object_get(values, "machine_keys"),
                     text(values, "machine_columns"), e);
    free(columns);
    return st;
}

int report_paper(const json_t *results, const char *dir, err *e)
{
    json_t *values = json_deep_copy(results);
    char *html = NULL, *page = wl_format("%s/index.html", dir);
    put_derived(values);
    int st = report_make_dirs(dir, e);
    if (st == ST_OK) st = put_tables(dir, values, e);
    if (st == ST_OK) st = draw_all(dir, values, e);
    if (st == ST_OK) st = draw_chips(dir, values, e);
    if (st == ST_OK) st = report_page("paper.html", values, &html, e);
    if (st == ST_OK) st = outfile_put(page, html, strlen(html), e);
    free(html);
    free(page);
    json_decref(values);
    return st;
}
