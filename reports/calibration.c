// calibration.c : the page that sets this machine beside GPGPU-Sim. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "reports/report.h"

#include "base/outfile.h"
#include "base/share.h"
#include "reports/template.h"

#include <stdlib.h>
#include <string.h>

// Rows of all runs, flat, for the CSV; texts as the page shows them.
static json_t *flat_rows(const json_t *results)
{
    json_t *all = json_array(), *run, *row;
    size_t i, k;
    json_array_foreach(json_object_get(results, "runs"), i, run) {
        json_array_foreach(json_object_get(run, "rows"), k, row) {
            json_t *o = json_copy(row), *bound = json_object_get(row, "bound");
            json_object_set(o, "run", json_object_get(run, "name"));
            if (json_is_null(bound)) json_object_set_new(o, "bound", json_string(""));
            json_array_append_new(all, o);
        }
    }
    return all;
}

// What the template cannot decide by itself: one decimal or none, and which verdict it is.
static void add_texts(json_t *results)
{
    json_t *run, *row;
    size_t i, k;
    json_array_foreach(json_object_get(results, "runs"), i, run) {
        json_array_foreach(json_object_get(run, "rows"), k, row) {
            const char *verdict = json_string_value(json_object_get(row, "verdict"));
            json_object_set_new(row, "outside", json_boolean(strcmp(verdict, "outside") == 0));
            if (json_integer_value(json_object_get(row, "decimals"))) continue;
            json_object_set_new(row, "ours", json_integer((json_int_t)json_real_value(json_object_get(row, "ours"))));
            json_object_set_new(row, "reference", json_integer((json_int_t)json_real_value(json_object_get(row, "reference"))));
        }
    }
}

static int write_page(const json_t *values, const char *dir, err *e)
{
    enum { MOST = 1 << 20 };
    static const char page[] = "reports/pages/calibration.html";
    char *path = share_path(page), *template = NULL, *html = NULL, *out = wl_format("%s/index.html", dir);
    size_t bytes;
    int st = infile_read(path, MOST, &template, &bytes, e);
    if (st == ST_OK) st = template_fill(page, template, values, &html, e);
    if (st == ST_OK) st = outfile_put(out, html, strlen(html), e);
    free(template);
    free(html);
    free(path);
    free(out);
    return st;
}

int report_calibration(const json_t *results, const char *dir, err *e)
{
    json_t *values = json_deep_copy(results);
    add_texts(values);
    char *data = wl_format("%s/data", dir), *csv = wl_format("%s/data/calibration.csv", dir);
    json_t *rows = flat_rows(values);
    int st = outfile_mkdirs(data, e);
    if (st == ST_OK) st = report_csv(csv, rows, "run,what,unit,ours,reference,difference,bound,verdict,cause", e);
    if (st == ST_OK) st = write_page(values, dir, e);
    json_decref(rows);
    json_decref(values);
    free(data);
    free(csv);
    return st;
}
