// plot.c : gnuplot's pictures, made fit to stand inside a page; see report.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SVG_BYTES = 16 << 20 };

// The picture as a file has a ground of its own, white. Inside a page it has the page's, and text
// and axes take the page's colour, so that it can be read on light and on dark. A label with a box
// is there twice; the lower one becomes a seam in the colour of the page's ground.
static const char *const replaced[][2] = {
    {"style='filter:url(#textbox)'",
     "style='stroke: var(--bg); stroke-width: 6; stroke-linejoin: round'"},
    {" color=\"black\"", ""},
    {"stroke='black'", "stroke='currentColor'"},
    {"fill=\"black\"", "fill=\"currentColor\""},
    {"fill=\"#ffffff\"", "fill=\"none\""},
    {" id=\"gnuplot_canvas\"", ""},
};

// Elements without use here: point symbols that every picture would define again, tooltips that
// name the curve's number.
static const char *const dropped[][2] = {
    {"<defs>", "</defs>"}, {"<title>", "</title>"}, {"<desc>", "</desc>"}};

// The end of an element that begins here and is to be dropped, NULL otherwise.
static const char *skip_element(const char *p)
{
    for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++) {
        if (strncmp(p, dropped[i][0], strlen(dropped[i][0])) != 0) continue;
        const char *end = strstr(p, dropped[i][1]);
        return end ? end + strlen(dropped[i][1]) : NULL;
    }
    return NULL;
}

static const char *put_replaced(const char *p, FILE *out)
{
    for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++) {
        size_t n = strlen(replaced[i][0]);
        if (strncmp(p, replaced[i][0], n) != 0) continue;
        fputs(replaced[i][1], out);
        return p + n;
    }
    fputc(*p, out);
    return p + 1;
}

static char *inline_svg(const char *svg, const char *title)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = wl_memstream(&text, &bytes);
    const char *p = svg + strlen("<svg"), *end = strchr(p, '>');
    fputs("<svg role=\"img\"", out);
    if (end) fwrite(p, 1, (size_t)(end - p), out);
    fprintf(out, "><title>%s</title>", title);
    p = end ? end + 1 : p;
    while (*p) {
        const char *after = skip_element(p);
        p = after ? after : put_replaced(p, out);
    }
    wl_memstream_end(out);
    return text;
}

static int run_gnuplot(const char *dir, const char *script_name, const char *name,
                       const char *picture, const char *const *args, err *e)
{
    enum { MOST_ARGS = 16 };
    char *relative = wl_format("reports/plots/%s.gp", script_name),
         *script = resource_path(relative), *data = wl_format("data/%s.csv", name);
    char *log = wl_format("%s/%s.log", dir, name);
    const char *argv[MOST_ARGS + 1] = {"gnuplot", "-c", script, data, picture};
    for (unsigned n = 5; args && *args && n < MOST_ARGS; n++) argv[n] = *args++;
    int st = tool_run(argv, dir, log, e);
    if (st == ST_OK) remove(log); // only a failure has something to say
    free(relative);
    free(script);
    free(data);
    free(log);
    return st;
}

int report_plot(const char *dir, const char *name, const char *title, char **svg, err *e)
{
    return report_plot_by(dir, name, name, NULL, title, svg, e);
}

int report_plot_by(const char *dir, const char *script, const char *name, const char *const *args,
                   const char *title, char **svg, err *e)
{
    char *picture = wl_format("pictures/%s.svg", name), *path = wl_format("%s/%s", dir, picture),
         *text = NULL;
    size_t bytes = 0;
    int st = run_gnuplot(dir, script, name, picture, args, e);
    if (st == ST_OK) st = infile_read_made("gnuplot", path, MAX_SVG_BYTES, &text, &bytes, e);
    const char *element = text ? strstr(text, "<svg") : NULL;
    if (st == ST_OK && !element) st = err_add(e, ST_TOOL, "gnuplot: %s holds no picture", path);
    if (st == ST_OK) *svg = inline_svg(element, title);
    free(text);
    free(path);
    free(picture);
    return st;
}
