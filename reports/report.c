// report.c : the page about MRPB: rows to CSV, CSV to pictures, everything into the template. See
// report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "reports/report.h"

#include "base/outfile.h"
#include "base/template.h"

#include <stdlib.h>
#include <string.h>

// Pictures and their data: X(name of script, CSV and picture; rows in the derived values; columns;
// title); what keeps words is an argument of each
#define PICTURES(X) \
    X(kernels, "kernels", "kernel,ipc_without,ipc_with,cycles_without,cycles_with", \
      "IPC and cycles of each kernel without and with MRPB") \
    X(outcomes, "outcomes", "run,hits,pending,misses,bypassed", \
      "Outcome of reads at L1D without and with MRPB") \
    X(failures, "failures", "cause,without,with", \
      "Reservation failures at L1D by cause, without and with MRPB") \
    X(events, "events", "name,count", "Events inside the MRPBs of all SMs") \
    X(modules, "modules", "short,logic,storage", "Area by module, logic and storage")

typedef struct picture {
    const char *name, *rows, *columns, *title;
} picture;

static const picture pictures[] = {
// clang-format off
#define ROW(name, rows, columns, title) {#name, rows, columns, title},
    // clang-format on
    PICTURES(ROW)
#undef ROW
};

int report_make_dirs(const char *dir, err *e)
{
    static const char *const below[] = {"data", "pictures"};
    int st = ST_OK;
    for (size_t i = 0; i < 2 && st == ST_OK; i++) {
        char *path = wl_format("%s/%s", dir, below[i]);
        st = outfile_mkdirs(path, e);
        free(path);
    }
    return st;
}

static int draw(const char *dir, const picture *p, const json_t *values, json_t *drawn, err *e)
{
    char *csv = wl_format("%s/data/%s.csv", dir, p->name), *svg = NULL;
    const char *const args[] = {
        json_string_value(json_object_get(json_object_get(values, "storage"), "place")), NULL};
    int st = report_csv(csv, json_object_get(values, p->rows), p->columns, e);
    if (st == ST_OK) st = report_plot_by(dir, p->name, p->name, args, p->title, &svg, e);
    if (st == ST_OK) json_object_set_new(drawn, p->name, json_string(svg));
    free(svg);
    free(csv);
    return st;
}

int report_page(const char *page, const json_t *values, char **text, err *e)
{
    char *name = wl_format("reports/pages/%s.in", page);
    const int st = template_fill(reports_templates, name, values, TEMPLATE_HTML, text, e);
    free(name);
    return st;
}

// The block diagram is a template of its own.
static int draw_all(const char *dir, json_t *values, err *e)
{
    json_t *drawn = json_object(), *datasets = json_array();
    int st = ST_OK;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0] && st == ST_OK; i++) {
        st = draw(dir, &pictures[i], values, drawn, e);
        json_array_append_new(datasets, json_string(pictures[i].name));
    }
    char *diagram = NULL;
    if (st == ST_OK) st = report_page("mrpb.svg", values, &diagram, e);
    if (st == ST_OK) json_object_set_new(drawn, "diagram", json_string(diagram));
    free(diagram);
    json_object_set_new(values, "pictures", drawn);
    json_object_set_new(values, "datasets", datasets);
    return st;
}

static int write_page(const char *dir, const json_t *values, err *e)
{
    char *html = NULL, *path = wl_format("%s/index.html", dir);
    int st = report_page("mrpb.html", values, &html, e);
    if (st == ST_OK) st = outfile_put(path, html, strlen(html), e);
    free(html);
    free(path);
    return st;
}

int report_mrpb(const json_t *results, const char *dir, json_t **pages, err *e)
{
    json_t *values = report_derive(results, e);
    int st = values ? report_make_dirs(dir, e) : ST_TOOL;
    if (st == ST_OK) st = draw_all(dir, values, e);
    if (st == ST_OK) st = write_page(dir, values, e);
    if (st == ST_OK) *pages = json_pack("[s]", "index.html");
    json_decref(values);
    return st;
}
