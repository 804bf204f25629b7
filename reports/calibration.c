// calibration.c : the page that sets this machine beside GPGPU-Sim. See report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "reports/report.h"

#include "base/outfile.h"

#include <math.h>
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
            static const char *const whole[] = {"ours", "least", "most", "reference"};
            for (unsigned n = 0; n < sizeof whole / sizeof whole[0]; n++) {
                json_object_set_new(row, whole[n],
                                    json_integer((json_int_t)round(
                                        json_number_value(json_object_get(row, whole[n])))));
            }
        }
    }
}

static int write_page(const json_t *values, const char *dir, err *e)
{
    char *html = NULL, *out = wl_format("%s/index.html", dir);
    int st = report_page("calibration.html", values, &html, e);
    if (st == ST_OK) st = outfile_put(out, html, strlen(html), e);
    free(html);
    free(out);
    return st;
}

// The launches of the small kernels, whole numbers as such.
static json_t *micro_rows(const json_t *results)
{
    static const char *const whole[] = {"cycles",       "cycles_reference",
                                        "l1d_accesses", "l1d_accesses_reference",
                                        "l2_accesses",  "l2_accesses_reference"};
    json_t *all = json_deep_copy(json_object_get(json_object_get(results, "micro"), "launches")),
           *row;
    size_t i;
    json_array_foreach(all, i, row) {
        for (unsigned k = 0; k < sizeof whole / sizeof whole[0]; k++) {
            json_object_set_new(
                row, whole[k],
                json_integer((json_int_t)json_number_value(json_object_get(row, whole[k]))));
        }
    }
    return all;
}

int report_calibration(const json_t *results, const char *dir, err *e)
{
    json_t *values = json_deep_copy(results);
    add_texts(values);
    char *data = wl_format("%s/data", dir), *csv = wl_format("%s/data/calibration.csv", dir),
         *micro_csv = wl_format("%s/data/micro.csv", dir);
    json_t *rows = flat_rows(values), *micro = micro_rows(values);
    json_object_set(json_object_get(values, "micro"), "launches", micro);
    int st = outfile_mkdirs(data, e);
    if (st == ST_OK)
        st = report_csv(
            csv, rows, "run,what,unit,ours,least,most,reference,difference,bound,verdict,cause", e);
    if (st == ST_OK) {
        st = report_csv(micro_csv, micro,
                        "file,launch,kernel,cycles,cycles_reference,cycles_difference,l1d_accesses,"
                        "l1d_accesses_reference,"
                        "l2_accesses,l2_accesses_reference,l2_accesses_difference,cause",
                        e);
    }
    if (st == ST_OK) st = write_page(values, dir, e);
    json_decref(rows);
    json_decref(micro);
    json_decref(values);
    free(data);
    free(csv);
    free(micro_csv);
    return st;
}
