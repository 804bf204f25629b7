// test_report.c : derived values, CSV, pictures, the page.
//
// links: reports base
//
// The page is made of tests/report/fixture.json, whose values are made up and easy to tell apart.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "base/resources.h"
#include "reports/report.h"
#include "unit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *values_of(const char *text)
{
    json_t *v = json_loads(text, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    return v;
}

static json_t *fixture(void)
{
    char *path = resource_path("tests/report/fixture.json");
    json_error_t why;
    json_t *v = json_load_file(path, 0, &why);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v);
    free(path);
    return v;
}

static double at(const json_t *o, const char *a, const char *b)
{
    return json_number_value(json_object_get(json_object_get(o, a), b));
}

TEST(report_derives_speedup_and_changes)
{
    json_t *r = fixture();
    err e = {0};
    json_t *d = report_derive(r, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_DOUBLE_EQUAL(at(d, "compare", "speedup"), 2000.0 / 1000, 1e-12);
    const json_t *misses = json_object_get(json_object_get(d, "compare"), "misses");
    CU_ASSERT_DOUBLE_EQUAL(json_number_value(json_object_get(misses, "change_percent")),
                           100.0 * (300 - 700) / 700, 1e-9);
    const json_t *kernel = json_array_get(json_object_get(d, "kernels"), 0);
    CU_ASSERT_DOUBLE_EQUAL(json_number_value(json_object_get(kernel, "speedup")), 1500.0 / 500,
                           1e-12);
    json_decref(d);
    json_decref(r);
}

TEST(report_outcomes_add_up_to_all_reads)
{
    json_t *r = fixture();
    err e = {0};
    json_t *d = report_derive(r, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    const json_t *with = json_array_get(json_object_get(d, "outcomes"), 1);
    static const char *const parts[] = {"hits", "pending", "misses", "bypassed"};
    double sum = 0;
    for (size_t i = 0; i < 4; i++) sum += json_number_value(json_object_get(with, parts[i]));
    CU_ASSERT_DOUBLE_EQUAL(sum, 100, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(json_number_value(json_object_get(with, "bypassed")),
                           100.0 * 100 / (500 + 100 + 300 + 100), 1e-9);
    json_decref(d);
    json_decref(r);
}

TEST(report_modules_come_largest_first_and_without_prefix)
{
    json_t *r = fixture();
    err e = {0};
    json_t *d = report_derive(r, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    const json_t *rows = json_object_get(d, "modules");
    static const char *const want[] = {"ram", "large",
                                       "small"}; // what has no cells of its own is left out
    CU_ASSERT_EQUAL_FATAL(json_array_size(rows), 3);
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(rows, i), "short")),
                               want[i]);
    CU_ASSERT_EQUAL(json_number_value(json_object_get(json_array_get(rows, 0), "storage")), 70);
    CU_ASSERT_EQUAL(json_number_value(json_object_get(json_array_get(rows, 0), "logic")), 0);
    json_decref(d);
    json_decref(r);
}

TEST(report_result_without_a_figure_is_an_error)
{
    json_t *r = fixture();
    err e = {0};
    json_object_del(json_object_get(json_object_get(r, "with"), "l1d"), "read_misses");
    CU_ASSERT_PTR_NULL(report_derive(r, &e));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no number with.l1d.read_misses"));
    err_free(&e);
    json_decref(r);
}

// ---- files

typedef struct place {
    char dir[32];
} place;

static void setup(place *p)
{
    snprintf(p->dir, sizeof p->dir, "/tmp/wl_report_XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(p->dir));
}

static void cleanup(place *p)
{
    char *command = wl_format("rm -rf %s", p->dir);
    CU_ASSERT_EQUAL(system(command), 0);
    free(command);
}

static char *read_back(const place *p, const char *name)
{
    char *path = wl_format("%s/%s", p->dir, name), *text = NULL;
    size_t bytes = 0;
    err e = {0};
    CU_ASSERT_EQUAL_FATAL(infile_read(path, 1 << 24, &text, &bytes, &e), ST_OK);
    free(path);
    return text;
}

TEST(csv_quotes_what_must_be_quoted)
{
    place p;
    err e = {0};
    setup(&p);
    char *path = wl_format("%s/x.csv", p.dir);
    json_t *rows =
        values_of("[{\"a\": \"x,\\\"y\\\"\", \"b\": 3}, {\"a\": \"plain\", \"b\": 0.5}]");
    CU_ASSERT_EQUAL(report_csv(path, rows, "a,b", &e), ST_OK);
    char *text = read_back(&p, "x.csv");
    CU_ASSERT_STRING_EQUAL(text, "a,b\n\"x,\"\"y\"\"\",3\nplain,0.5\n");
    CU_ASSERT_EQUAL(report_csv(path, rows, "a,c", &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "no value for the column c"));
    char *kept = read_back(&p, "x.csv"); // a failed write leaves what was there
    CU_ASSERT_STRING_EQUAL(kept, text);
    free(kept);
    free(text);
    free(path);
    err_free(&e);
    json_decref(rows);
    cleanup(&p);
}

// Takes the results over.
static char *make_page_of(const place *p, json_t *r)
{
    json_t *pages = NULL;
    err e = {0};
    int st = report_mrpb(r, p->dir, &pages, &e);
    if (st) fprintf(stderr, "%s", e.text);
    CU_ASSERT_EQUAL_FATAL(st, ST_OK);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(pages, 0)), "index.html");
    json_decref(pages);
    json_decref(r);
    return read_back(p, "index.html");
}

static char *make_page(const place *p) { return make_page_of(p, fixture()); }

// Name of the tag at "<", without the slash of an end tag.
static size_t tag_name(const char *p, char name[32])
{
    size_t n = 0;
    for (p++; *p == '/'; p++) continue;
    while (n < 31 && (isalnum((unsigned char)p[n]) || p[n] == ':')) {
        name[n] = p[n];
        n++;
    }
    name[n] = '\0';
    return n;
}

// Every element that begins ends, in order; NULL or what is wrong.
static const char *unbalanced(const char *html)
{
    static char open[64][32];
    unsigned depth = 0;
    char name[32];
    for (const char *p = strchr(html, '<'); p; p = strchr(p + 1, '<')) {
        if (p[1] == '!') { // the doctype, or a comment
            if (strncmp(p, "<!--", 4) == 0) p = strstr(p, "-->");
            if (!p) return "comment";
            continue;
        }
        const char *end = strchr(p, '>');
        if (!end || tag_name(p, name) == 0) return "tag";
        if (p[1] == '/') {
            if (depth == 0 || strcmp(open[--depth], name) != 0) return "end tag";
        } else if (end[-1] != '/') {
            if (depth == 64) return "depth";
            memcpy(open[depth++], name, sizeof name);
        }
    }
    return depth ? open[depth - 1] : NULL;
}

TEST(page_is_balanced)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    CU_ASSERT_PTR_NULL(unbalanced(html));
    CU_ASSERT_PTR_NOT_NULL(unbalanced("<a><b></a></b>")); // the check finds what it is for
    CU_ASSERT_PTR_NOT_NULL(unbalanced("<p>"));
    free(html);
    cleanup(&p);
}

TEST(page_holds_its_pictures_and_nothing_from_elsewhere)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    unsigned svgs = 0, shapes = 0;
    for (const char *s = html; (s = strstr(s, "<svg")); s++) svgs++;
    for (const char *s = html; (s = strstr(s, "<polygon")); s++) shapes++;
    CU_ASSERT_EQUAL(svgs, 6);    // five plots and the diagram
    CU_ASSERT_TRUE(shapes > 20); // bars
    CU_ASSERT_PTR_NULL(strstr(html, "<script"));
    CU_ASSERT_PTR_NULL(strstr(html, "src="));
    CU_ASSERT_PTR_NULL(strstr(html, "href=\"http"));
    CU_ASSERT_PTR_NULL(strstr(html, p.dir)); // no absolute path
    free(html);
    cleanup(&p);
}

// Of 360 reads and 44 writes 371 hit a row: more than there are reads, so the picture says of what.
TEST(picture_of_a_load_says_what_it_counts)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    CU_ASSERT_PTR_NOT_NULL(strstr(html, ">360 reads, 44 writes<"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, ">371 row hits of all 404 requests<"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, ">500 read hits, 100 pending<"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, ">400 reads, 40 of them hits<"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "reads and writes unless said"));
    free(html);
    cleanup(&p);
}

TEST(page_escapes_names)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "a&lt;b&gt;&amp;c"));
    CU_ASSERT_PTR_NULL(strstr(html, "a<b>"));
    CU_ASSERT_PTR_NULL(strstr(html, "k<1>")); // in the table and in the picture
    free(html);
    cleanup(&p);
}

TEST(page_tells_modelled_sram_apart_and_judges_the_clock)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "missed, slack -3.13 ns"));
    CU_ASSERT_PTR_NULL(strstr(html, "SRAM, of a model"));
    free(html);
    json_t *r = fixture(), *synth = json_object_get(r, "synth");
    json_object_set_new(json_object_get(json_object_get(r, "config"), "values"), "rtl",
                        values_of("{\"storage\": \"sram_1r1w\"}"));
    json_object_set_new(synth, "target", values_of("{\"met\": true, \"slack_ns\": 1.25}"));
    json_object_set_new(synth, "macro_um2", json_real(4321));
    json_object_set_new(
        synth, "sram_model",
        values_of("{\"source\": \"a fit\", \"rules\": \"the rules\", \"node_nm\": 65,"
                  " \"node_from\": \"a key\", \"scale\": 1.5}"));
    html = make_page_of(&p, r);
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "met, slack +1.25 ns"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "SRAM, of a model</th><td class=\"n\">4,321"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "a fit, scaled by 1.50 to 65 nm (a key):\nthe rules"));
    free(html);
    cleanup(&p);
}

// Of the ten latches of "ram" the library has the area of none, of "wires" there is one: both stand
// in the table, and page and text say how many cells no area has.
TEST(page_names_what_keeps_the_words)
{
    static const char *const words[][3] = {
        {"flop", "70 um2 of storage in flip-flops", "are kept in flip-flops here"},
        {"latch", "70 um2 of storage in latches", "are kept in latches here"},
        {"sram_1rw", "4,321 um2 of one-port SRAM, of a model", "are kept in one-port SRAM"},
        {"sram_1r1w", "4,321 um2 of two-port SRAM, of a model", "are kept in two-port SRAM"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        place p;
        setup(&p);
        json_t *r = fixture(), *values = json_object_get(json_object_get(r, "config"), "values");
        json_object_set_new(values, "rtl", json_pack("{s:s}", "storage", words[i][0]));
        json_object_set_new(json_object_get(r, "synth"), "macro_um2", json_integer(4321));
        char *html = make_page_of(&p, r);
        CU_ASSERT_PTR_NOT_NULL(strstr(html, words[i][1]));
        CU_ASSERT_PTR_NOT_NULL(strstr(html, words[i][2]));
        CU_ASSERT_EQUAL(strstr(html, "flip-flops and latches") != NULL, i == 1);
        char *key = wl_format("<code>rtl.storage</code>: <code>%s</code>", words[i][0]),
             *title = wl_format(">storage (%s)<", report_storage_place(words[i][0]));
        CU_ASSERT_PTR_NOT_NULL(strstr(html, key));
        CU_ASSERT_PTR_NOT_NULL(strstr(html, title));
        free(title);
        free(key);
        free(html);
        cleanup(&p);
    }
}

TEST(page_tells_cells_without_area)
{
    place p;
    setup(&p);
    char *html = make_page(&p);
    CU_ASSERT_PTR_NULL(strstr(html, "without area"));
    CU_ASSERT_PTR_NULL(strstr(html, "not in"));
    free(html);
    json_t *r = fixture(), *synth = json_object_get(r, "synth"), *module;
    size_t i;
    json_object_set_new(synth, "cells_without_area", json_integer(1234));
    json_array_foreach(json_object_get(synth, "hierarchy"), i, module)
        json_object_set_new(module, "cells_without_area", json_integer(i % 2 ? 617 : 0));
    html = make_page_of(&p, r);
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "without 1,234 cells that it gives no area"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "not in these areas</th><td class=\"n\">1,234</td>"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "1,234 of the cells are not in the areas below"));
    CU_ASSERT_PTR_NOT_NULL(strstr(html, "<code>wires</code></td><td class=\"n\">1</td>"
                                        "<td class=\"n\">0</td><td class=\"n\">0.0 %</td>"
                                        "<td class=\"n\">0</td><td class=\"n\">617</td>"));
    free(html);
    cleanup(&p);
}

// Kernels of `letters` letters, as data of the picture.
static void put_kernels(const place *p, int launches, int letters)
{
    json_t *rows = json_array();
    char *name = wl_calloc((size_t)letters + 1, 1),
         *path = wl_format("%s/data/kernels.csv", p->dir);
    err e = {0};
    memset(name, 'k', (size_t)letters);
    for (int i = 0; i < launches; i++) {
        json_array_append_new(rows, json_pack("{s:s, s:i, s:i, s:i, s:i}", "kernel", name,
                                              "ipc_without", 1, "ipc_with", 2, "cycles_without",
                                              200, "cycles_with", 100));
    }
    CU_ASSERT_EQUAL(report_make_dirs(p->dir, &e), ST_OK);
    CU_ASSERT_EQUAL(
        report_csv(path, rows, "kernel,ipc_without,ipc_with,cycles_without,cycles_with", &e),
        ST_OK);
    free(path);
    free(name);
    json_decref(rows);
}

// Labels below the bars, of both halves: those that are centred and say something. Each ends before
// the next one begins, in letters that are 7 units wide at least. -1: they overlap.
static int labels_below(const char *svg)
{
    int n = 0;
    double x, y, last = 0, last_y = 0;
    for (const char *s = svg; (s = strstr(s, "translate(")); s++) {
        const char *line = strchr(s, '\n'), *words = line ? strstr(line, "<text>") : NULL;
        if (sscanf(s, "translate(%lf,%lf)\"", &x, &y) != 2 || !words || words - line > 8) continue;
        const char *after = memchr(s, '>', (size_t)(line - s));
        const size_t letters = strcspn(words + strlen("<text>"), "<");
        if (!after || strncmp(after - strlen("\"middle\""), "\"middle\"", 8) != 0 || !letters)
            continue;
        if (words[6] != 'k' && !isdigit((unsigned char)words[6])) continue; // an axis' name
        const double half = 7.0 * (double)letters / 2;
        if (n && y - last_y < 1 && last_y - y < 1 && x - half < last) return -1;
        if (x + half > 480) return -1;
        last = x + half;
        last_y = y;
        n++;
    }
    return n;
}

TEST(picture_of_kernels_has_labels_that_can_be_read)
{
    // Names stand below where they have room; else numbers do, of many launches every n-th: 18 in
    // 360 units with 9 a digit and 10 between two are every second, 300 every fiftieth.
    static const struct {
        int launches, letters, labels;
    } all[] = {{2, 12, 2}, {2, 40, 2}, {1, 100, 1}, {18, 14, 9}, {300, 1, 6}, {1500, 9, 7}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        place p;
        char *svg = NULL;
        err e = {0};
        setup(&p);
        put_kernels(&p, all[i].launches, all[i].letters);
        CU_ASSERT_EQUAL_FATAL(report_plot(p.dir, "kernels", "t", &svg, &e), ST_OK);
        CU_ASSERT_EQUAL(labels_below(svg), 2 * all[i].labels);
        CU_ASSERT_EQUAL(strstr(svg, "launch, by its number") != NULL, i > 0);
        free(svg);
        cleanup(&p);
    }
}

TEST(page_is_the_same_for_the_same_results)
{
    place p, q;
    setup(&p);
    setup(&q);
    char *a = make_page(&p), *b = make_page(&q);
    CU_ASSERT_STRING_EQUAL(a, b);
    free(a);
    free(b);
    cleanup(&p);
    cleanup(&q);
}

UNIT_MAIN("report", T(report_derives_speedup_and_changes), T(report_outcomes_add_up_to_all_reads),
          T(report_modules_come_largest_first_and_without_prefix),
          T(report_result_without_a_figure_is_an_error), T(csv_quotes_what_must_be_quoted),
          T(page_is_balanced), T(page_holds_its_pictures_and_nothing_from_elsewhere),
          T(picture_of_a_load_says_what_it_counts), T(page_escapes_names),
          T(page_tells_modelled_sram_apart_and_judges_the_clock),
          T(page_names_what_keeps_the_words), T(page_tells_cells_without_area),
          T(picture_of_kernels_has_labels_that_can_be_read),
          T(page_is_the_same_for_the_same_results))
