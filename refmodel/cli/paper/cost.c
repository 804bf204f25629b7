// cost.c : see cost.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/cost.h"

#include "cli/paper/verdicts.h"

#include "base/csv_file.h"
#include "base/printable.h"
#include "base/resources.h"
#include "blocks/warppool.h"
#include "cli/paper/added_storage.h"
#include "synth/node.h"
#include "synth/synth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_int_t integer(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

// Of SRAMs, and flip-flops of the modules that store.
static double storage_bits(const json_t *synth)
{
    size_t i;
    json_t *row;
    json_int_t bits = 0;
    json_array_foreach(json_object_get(synth, "hierarchy"), i, row) {
        const json_t *sram = json_object_get(row, "sram");
        if (sram)
            bits += integer(sram, "words") * integer(sram, "width") * integer(row, "instances");
        else if (strcmp(json_string_value(json_object_get(row, "part")), "storage") == 0)
            bits += integer(row, "flops");
    }
    return bits ? (double)bits : (double)NAN;
}

double cost_value(const paper_cost *c, const json_t *synth)
{
    if (strcmp(c->key, "storage_bits") == 0) return c->scale * storage_bits(synth);
    const json_t *v = json_object_get(synth, c->key);
    return json_is_number(v) ? c->scale * json_number_value(v) : (double)NAN;
}

bool cost_lacks_cells(const paper_cost *c, const json_t *synth)
{
    static const char *const areas[] = {"area_um2", "logic_um2", "storage_um2"};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) {
        if (strcmp(c->key, areas[i]) == 0) return integer(synth, "cells_without_area") > 0;
    }
    return false;
}

// What follows the prefix in the key, or NULL.
static const char *after(const char *key, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(key, prefix, n) == 0 ? key + n : NULL;
}

double cost_computed(const paper_cost *c, const config *of)
{
    warppool_storage_row rows[WARPPOOL_STORAGE_ROWS];
    uint64_t bits = 0;
    const char *component = after(c->key, "warppool_bits:"),
               *parts = after(c->key, "bandwidth_bytes:");
    if (parts) return c->scale * added_storage(of, parts);
    if (!component) return (double)NAN;
    warppool_storage(of, rows);
    for (unsigned i = 0; i < WARPPOOL_STORAGE_ROWS; i++) {
        if (!*component || strcmp(rows[i].component, component) == 0)
            bits += (uint64_t)rows[i].entry_bits * rows[i].entries;
    }
    return bits ? c->scale * (double)bits : (double)NAN;
}

// The sum of the parts' areas, "a+b-c": it ends at the end of the text or at a slash.
static double area_sum(const char *text, const silicon_row *rows, unsigned n)
{
    double sum = 0, sign = 1;
    while (*text && *text != '/') {
        const size_t bytes = strcspn(text, "+-/");
        unsigned i = 0;
        while (i < n && !(strlen(rows[i].part) == bytes && memcmp(rows[i].part, text, bytes) == 0))
            i++;
        if (i == n) return (double)NAN;
        sum += sign * rows[i].area_um2;
        sign = text[bytes] == '-' ? -1 : 1;
        text += bytes + (text[bytes] == '+' || text[bytes] == '-');
    }
    return sum;
}

double cost_measured(const paper_cost *c, const silicon_row *rows, unsigned n)
{
    const char *areas = after(c->key, "silicon_um2:"), *ratio = after(c->key, "silicon_ratio:"),
               *clock = after(c->key, "silicon_mhz:"), *power = after(c->key, "power_mw:"),
               *part = clock ? clock : power;
    if (areas) return c->scale * area_sum(areas, rows, n);
    if (ratio)
        return c->scale * area_sum(ratio, rows, n) / area_sum(strchr(ratio, '/') + 1, rows, n);
    for (unsigned i = 0; i < n && part; i++) {
        const double v = clock ? rows[i].clock_mhz : rows[i].power_mw;
        if (strcmp(rows[i].part, part) == 0 && !isnan(v)) return c->scale * v;
    }
    return (double)NAN;
}

// A statement's figure as an earlier page has it, and the library that it is of.
typedef struct stored_cost {
    const paper_cost *of;
    double value;
    char *library;
} stored_cost;
enum { MOST_STORED = 16, MOST_BYTES = 1 << 20 };

// What the statements' figures are read from.
typedef struct sources {
    const paper *p;
    config c;
    silicon_row silicon[2 * SILICON_ROWS]; // of the paper's file of synthesis, then of its power
    unsigned n_silicon;
    stored_cost stored[MOST_STORED];
    unsigned n_stored;
    bool stored_only;
    json_t *synth; // NULL: none asks for it
} sources;

static const stored_cost *stored_of(const sources *s, const paper_cost *c)
{
    for (unsigned i = 0; i < s->n_stored; i++) {
        if (s->stored[i].of == c) return &s->stored[i];
    }
    return NULL;
}

static const char by_configuration[] = "by the configuration";

static double ours_of(const paper_cost *c, const sources *s, const char **from)
{
    const stored_cost *stored = stored_of(s, c);
    const double computed = cost_computed(c, &s->c),
                 measured = cost_measured(c, s->silicon, s->n_silicon);
    *from = !isnan(computed)   ? by_configuration
            : !isnan(measured) ? "FreePDK45 cells"
            : stored           ? stored->library
                               : json_string_value(json_object_get(s->synth, "library"));
    return !isnan(computed)   ? computed
           : !isnan(measured) ? measured
           : stored           ? stored->value
                              : cost_value(c, s->synth);
}

// Does neither the configuration nor the file of synthesis results give the figure?
static bool by_synthesis(const paper_cost *c, const sources *s)
{
    return isnan(cost_computed(c, &s->c)) && isnan(cost_measured(c, s->silicon, s->n_silicon));
}

// 0: it is not known
static unsigned node_of(const sources *s, const char *library)
{
    const json_t *sram = json_object_get(s->synth, "sram_model");
    return sram ? (unsigned)integer(sram, "node_nm") : node_of_library(library);
}

// Why the figure differs. Cells of another node than the paper's explain most of it.
static char *cause_of(const paper_cost *c, const sources *s, const char *library, bool there)
{
    if (!by_synthesis(c, s)) return wl_strdup(c->cause);
    if (!there && s->stored_only)
        return wl_format("no earlier page's costs are stored beside the runs or in DIR; warploom "
                         "report --paper %s --figures cost --liberty FILE -o DIR synthesizes the "
                         "hardware",
                         s->p->name);
    if (!there || strcmp(c->key, "storage_bits") == 0) return wl_strdup(c->cause);
    const unsigned node = node_of(s, library);
    if (node == s->p->cost_node_nm) return wl_strdup(c->cause);
    char *cells = node ? wl_format("of %u nm", node) : wl_strdup("of a node that is not known"),
         *all = wl_format("the cells are %s, the paper's figure is of %u nm: --liberty FILE takes "
                          "others; %s",
                          cells, s->p->cost_node_nm, c->cause);
    free(cells);
    return all;
}

static json_t *row_of(const paper_cost *c, const sources *s)
{
    const char *from;
    const double ours = ours_of(c, s, &from);
    char here[32], there[32], difference[32] = "";
    const bool lacks = cost_lacks_cells(c, s->synth), judged = !isnan(ours) && !lacks;
    char *over = lacks ? wl_format("%s, without %lld cells that it gives no area", from,
                                   (long long)integer(s->synth, "cells_without_area"))
                       : wl_strdup(from ? from : "");
    snprintf(here, sizeof here, "%s", s->stored_only ? "not stored" : "not measured");
    if (!isnan(ours)) paper_number(here, ours, 4);
    const bool ceiling = paper_is_ceiling(c->what),
               counted = judged && from != by_configuration; // a sum of our own keys is no result
    if (judged && ceiling)
        snprintf(difference, sizeof difference, "%s",
                 ours < c->value ? "below it" : "not below it");
    else if (judged)
        snprintf(difference, sizeof difference, "%+.0f %%",
                 round(100 * (ours / c->value - 1)) + 0.0);
    snprintf(there, sizeof there, "%g", c->value);
    char *cause = cause_of(c, s, from, !isnan(ours));
    json_t *agrees = counted
                         ? json_boolean(ceiling ? ours < c->value : verdicts_agree(ours, c->value))
                         : json_null();
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:f, s:o, s:s, s:s, s:s, s:s, s:s, s:O, s:o}", "what",
                  c->what, "size", "", "source", c->source, "figure", "cost", "paper", c->value,
                  "ours", isnan(ours) ? json_null() : json_real(ours), "ours_text", here,
                  "paper_text", there, "difference", difference, "over", over, "cause", cause,
                  "agrees", agrees, "agrees_as_ratio", agrees);
    free(cause);
    free(over);
    return row;
}

static bool is_synthesized(const paper *p, const sources *s)
{
    const paper_cost *r = p->costs;
    while (r->what && !by_synthesis(r, s)) r++;
    return r->what != NULL;
}

static int read_silicon(const paper *p, sources *s, err *e)
{
    const char *const files[] = {p->silicon, p->power};
    for (unsigned i = 0; i < 2 && e->status == ST_OK; i++) {
        unsigned n = 0;
        char *path = files[i] ? resource_path(files[i]) : NULL;
        if (path) silicon_read(path, s->silicon + s->n_silicon, &n, e);
        s->n_silicon += n;
        free(path);
    }
    return e->status;
}

static unsigned column_of(const csv_file *f, const char *name)
{
    unsigned i = 0;
    while (i < f->n && strcmp(f->fields[i], name) != 0) i++;
    return i;
}

// A row of stated.csv whose figure is "cost".
static int take_stored(sources *s, const csv_file *f, const unsigned at[4], err *e)
{
    char *end;
    const double v = strtod(f->fields[at[2]], &end);
    const paper_cost *c = s->p->costs;
    while (c->what && strcmp(c->what, f->fields[at[0]]) != 0) c++;
    if (!c->what || !by_synthesis(c, s) || !*f->fields[at[2]]) return ST_OK;
    if (stored_of(s, c) || s->n_stored == MOST_STORED) return ST_OK;
    if (*end || !isfinite(v) || v < 0)
        return csv_file_error(f, at[2], e,
                              "ours: %s: must be a decimal number from 0 up, or nothing",
                              f->fields[at[2]]);
    s->stored[s->n_stored++] = (stored_cost){c, v, wl_strdup(f->fields[at[3]])};
    return ST_OK;
}

static int read_stated(sources *s, csv_file *f, err *e)
{
    static const char *const names[] = {"what", "figure", "ours", "over"};
    unsigned at[4];
    if (!csv_file_next(f, e)) return e->status;
    const unsigned n = f->n;
    for (unsigned i = 0; i < 4; i++) {
        at[i] = column_of(f, names[i]);
        if (at[i] == n)
            return csv_file_error(f, n, e, "there is no column %s: must be a page's stated.csv",
                                  names[i]);
    }
    while (csv_file_next(f, e)) {
        if (f->n != n)
            return csv_file_error(
                f, f->n < n ? f->n : n, e,
                "%u fields, but the first line has %u columns: the file is damaged", f->n, n);
        if (strcmp(f->fields[at[1]], "cost") == 0 && take_stored(s, f, at, e) != ST_OK) break;
    }
    return e->status;
}

// The costs that a page has beside its runs, in stated.csv; sets "costs" of its source (NULL: the
// page that DIR had before) if any is taken.
static int read_stored(sources *s, const char *runs, json_t *source, err *e)
{
    int (*const open)(csv_file *, const char *, size_t, err *) =
        source ? csv_file_open : csv_file_open_own;
    const char *slash = strrchr(runs, '/');
    char *path = wl_format("%.*sstated.csv", slash ? (int)(slash + 1 - runs) : 0, runs);
    const unsigned before = s->n_stored;
    csv_file f = {0};
    if (access(path, F_OK) == 0 && open(&f, path, MOST_BYTES, e) == ST_OK) read_stated(s, &f, e);
    csv_file_free(&f);
    if (source && s->n_stored > before) json_object_set_new(source, "costs", printable_json(path));
    free(path);
    return e->status;
}

// Those of the page that DIR had before, for what no file has told.
static int read_own(sources *s, const char *dir, err *e)
{
    char *runs = wl_format("%s/data/runs.csv", dir);
    const int st = read_stored(s, runs, NULL, e);
    free(runs);
    return st;
}

static int synthesize(const cost_how *how, sources *s, err *e)
{
    char *work = wl_format("%s/synth", how->dir);
    const int st = synth_run(&(synth_job){.c = &s->c, .work_dir = work}, &s->synth, e);
    free(work);
    return st;
}

int cost_add(const paper *p, const cost_how *how, json_t *o, err *e)
{
    sources s = {.p = p, .stored_only = how->stored_only};
    if (!p->costs) return ST_OK;
    char *set = how->liberty ? wl_format("synth.liberty=%s", how->liberty) : NULL;
    const char *sets[2];
    unsigned n = 0;
    if (p->cost_set) sets[n++] = p->cost_set;
    if (set) sets[n++] = set;
    int st = config_load(&s.c, p->cost_preset, sets, n, e);
    if (st == ST_OK) st = read_silicon(p, &s, e);
    if (st == ST_OK && is_synthesized(p, &s) && !how->stored_only) st = synthesize(how, &s, e);
    for (unsigned i = 0; st == ST_OK && how->stored_only && i < how->n_files; i++)
        st = read_stored(&s, how->files[i], json_array_get(json_object_get(o, "sources"), i), e);
    if (st == ST_OK && how->stored_only) st = read_own(&s, how->dir, e);
    for (const paper_cost *r = p->costs; st == ST_OK && r->what; r++)
        json_array_append_new(json_object_get(o, "stated"), row_of(r, &s));
    for (unsigned i = 0; i < s.n_stored; i++) free(s.stored[i].library);
    json_decref(s.synth);
    free(set);
    return st;
}
