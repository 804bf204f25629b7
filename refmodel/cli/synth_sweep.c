// synth_sweep.c : see synth_sweep.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/synth_sweep.h"

#include "base/outfile.h"
#include "cli/sweep_points.h"
#include "reports/report.h"
#include "rtlgen/rtlgen.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 64 };

static const char COLUMNS[] = "value,area_um2,logic_um2,storage_um2,macro_um2,cells,flops,period_"
                              "ns,fmax_mhz,wire_fmax_mhz,from,to";

typedef struct sweep {
    const sweep_job *j;
    err *e;
    char *key;
    char *words[MOST_VALUES];
    // one a word
    cli_sets *sets;
    config *configs;
    json_t **figures; // NULL: not there yet
    unsigned n;
    json_t *rows;
} sweep;

static int bad(const sweep *s, const char *why)
{
    return err_add(s->e, ST_INPUT, "--sweep %s: must be KEY=a,b,...: %s", s->j->text, why);
}

// A number that a logarithmic axis takes, above the one before it.
static bool rises(const char *word, double *before)
{
    char *end;
    double value = strtod(word, &end);
    bool good = *word && !*end && value > *before && value < 1e12;
    *before = value;
    return good;
}

static int parse(sweep *s)
{
    const char *equals = strchr(s->j->text, '=');
    double before = 0;
    if (!equals || equals == s->j->text) return bad(s, "there is no key");
    s->key = wl_strdup(s->j->text);
    s->key[equals - s->j->text] = '\0';
    char *rest = s->key + (equals - s->j->text) + 1;
    for (char *word = strsep(&rest, ","); word; word = strsep(&rest, ",")) {
        if (s->n == MOST_VALUES) return bad(s, "there are more than 64 values");
        if (!rises(word, &before)) return bad(s, "positive numbers, each above the one before it");
        s->words[s->n++] = word;
    }
    return s->n < 2 ? bad(s, "at least two numbers") : ST_OK;
}

static int load(sweep *s, unsigned i)
{
    s->sets[i] = cli_sets_copy(s->j->sets);
    cli_sets_add(&s->sets[i], s->key, s->words[i]);
    const int st = cli_sets_load(&s->sets[i], s->j->source, &s->configs[i], s->e);
    if (st != ST_OK || rtlgen_first(&s->configs[i])) return st;
    return err_add(s->e, ST_INPUT,
                   "synth: configuration %s has no structure to synthesize; try -c mrpb-base-s",
                   s->configs[i].name);
}

static int load_all(sweep *s)
{
    int st = ST_OK;
    s->sets = wl_calloc(s->n, sizeof *s->sets);
    s->configs = wl_calloc(s->n, sizeof *s->configs);
    s->figures = wl_calloc(s->n, sizeof(json_t *));
    for (unsigned i = 0; i < s->n && st == ST_OK; i++) st = load(s, i);
    return st;
}

static void copy(json_t *row, const json_t *from, const char *key)
{
    json_object_set(row, key, json_object_get(from, key));
}

// A clock that no path sets is an empty field.
static void set_mhz(json_t *row, const char *key, const json_t *mhz)
{
    json_object_set_new(row, key,
                        json_is_number(mhz) ? json_real(json_number_value(mhz)) : json_string(""));
}

static void add_row(sweep *s, unsigned i, const json_t *figures)
{
    static const char *const same[] = {"area_um2",  "logic_um2", "storage_um2",
                                       "macro_um2", "cells",     "flops"};
    const json_t *timing = json_object_get(figures, "timing"),
                 *path = json_object_get(timing, "reg_to_reg");
    const json_t *mhz = json_object_get(figures, "fmax_mhz");
    json_t *row = json_object();
    json_object_set_new(row, "value", json_real(strtod(s->words[i], NULL)));
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) copy(row, figures, same[k]);
    json_object_set_new(row, "period_ns",
                        json_is_number(mhz) ? json_real(1000 / json_number_value(mhz))
                                            : json_string(""));
    set_mhz(row, "fmax_mhz", mhz);
    set_mhz(row, "wire_fmax_mhz",
            json_object_get(json_object_get(json_object_get(figures, "wire"), "per_fanout"),
                            "fmax_mhz"));
    json_object_set_new(row, "from",
                        json_is_object(path) ? json_incref(json_object_get(path, "from"))
                                             : json_string(""));
    json_object_set_new(row, "to",
                        json_is_object(path) ? json_incref(json_object_get(path, "to"))
                                             : json_string(""));
    copy(row, figures, "target");
    json_array_append_new(s->rows, row);
}

static void take(void *ctx, const pool_job *job, const json_t *figures)
{
    (void)ctx;
    *(json_t **)job->ctx = json_deep_copy(figures);
}

static int synthesize(sweep *s)
{
    sweep_point points[MOST_VALUES];
    void *contexts[MOST_VALUES];
    const pool how = {.processes = s->j->processes,
                      .stop = true,
                      .take = take,
                      .progress = cli_progress_at,
                      .progress_ctx = s->j->progress};
    pool_counts counts;
    for (unsigned i = 0; i < s->n; i++) {
        points[i] = (sweep_point){.kind = SWEEP_synth,
                                  .config = s->configs[i].name,
                                  .sets = (const char **)s->sets[i].text,
                                  .n_sets = s->sets[i].n,
                                  .program = s->j->module ? s->j->module : "",
                                  .size = s->j->apart ? SWEEP_APART : "",
                                  .c = &s->configs[i]};
        contexts[i] = &s->figures[i];
    }
    const int st = sweep_points_run(points, contexts, s->n, &how, &counts, s->e);
    for (unsigned i = 0; i < s->n && st == ST_OK; i++) add_row(s, i, s->figures[i]);
    return st;
}

static void free_sweep(sweep *s)
{
    for (unsigned i = 0; s->figures && i < s->n; i++) {
        cli_sets_free(&s->sets[i]);
        json_decref(s->figures[i]);
    }
    json_decref(s->rows);
    free(s->sets);
    free(s->configs);
    free(s->figures);
    free(s->key);
}

// DIR/NAME and the directory that it stands in.
static int below(const sweep *s, const char *folder, const char *name, char **path)
{
    char *dir = wl_format("%s/%s", s->j->dir, folder);
    int st = outfile_mkdirs(dir, s->e);
    *path = wl_format("%s/%s", dir, name);
    free(dir);
    return st;
}

static int draw(const sweep *s)
{
    const char *args[] = {s->key, NULL};
    char *svg = NULL, *picture = NULL;
    int st = below(s, "pictures", "sweep.svg", &picture);
    if (st == ST_OK)
        st = report_plot_by(s->j->dir, "sweep", "sweep", args, "clock and area over the swept key",
                            &svg, s->e);
    free(picture);
    free(svg);
    return st;
}

static int write_all(const sweep *s, json_t *result)
{
    char *csv = NULL, *path = wl_format("%s/sweep.json", s->j->dir),
         *text = json_dumps(result, JSON_INDENT(2));
    int st = below(s, "data", "sweep.csv", &csv);
    if (st == ST_OK) st = report_csv(csv, s->rows, COLUMNS, s->e);
    if (st == ST_OK) st = draw(s);
    if (st == ST_OK) st = outfile_put(path, text, strlen(text), s->e);
    free(text);
    free(path);
    free(csv);
    return st;
}

int sweep_run(const sweep_job *j, json_t **result, err *e)
{
    static const char *const same[] = {"top", "library", "tools", "config"};
    sweep s = {.j = j, .e = e, .rows = json_array()};
    int st = parse(&s);
    if (st == ST_OK) st = load_all(&s);
    if (st == ST_OK) st = synthesize(&s);
    if (st == ST_OK) {
        json_t *all = json_object();
        json_object_set_new(all, "sweep", json_string(s.key));
        for (size_t k = 0; k < sizeof same / sizeof same[0]; k++)
            copy(all, s.figures[s.n - 1], same[k]);
        json_object_set(all, "rows", s.rows);
        st = write_all(&s, all);
        if (st == ST_OK) *result = all;
        else json_decref(all);
    }
    free_sweep(&s);
    return st;
}
