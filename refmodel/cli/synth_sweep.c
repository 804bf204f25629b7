// synth_sweep.c : see synth_sweep.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/synth_sweep.h"

#include "base/outfile.h"
#include "base/version.h"
#include "cli/sweep_points.h"
#include "config/rows.h"
#include "reports/report.h"
#include "rtlgen/rtlgen.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 8, MOST_VALUES = 64, MOST_POINTS = 256 };

// A key and its values.
typedef struct axis {
    char *key; // the values' text too
    char *words[MOST_VALUES];
    unsigned n;
} axis;

typedef struct sweep {
    const sweep_job *j;
    err *e;
    axis axes[MOST_KEYS];
    unsigned n_axes;
    // one a synthesis; the last key's values change first
    cli_sets *sets;
    config *configs;
    json_t **figures; // NULL: not there yet
    unsigned n;
    json_t *rows;
} sweep;

static int bad(const sweep *s, const char *text, const char *why)
{
    return err_add(s->e, ST_INPUT, "--sweep %s: must be KEY=a,b,...: %s", text, why);
}

static bool is_number(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    return *word && !*end;
}

// Numbers rise, so that they can be an axis; words differ.
static const char *check_word(const axis *x, unsigned i)
{
    double value, before;
    if (!*x->words[i]) return "a value is empty";
    if (is_number(x->words[i], &value) && !(value > 0 && value < 1e12))
        return "a number is not positive";
    if (i && is_number(x->words[i], &value) && is_number(x->words[i - 1], &before) &&
        !(value > before))
        return "positive numbers, each above the one before it";
    for (unsigned k = 0; k < i; k++) {
        if (strcmp(x->words[k], x->words[i]) == 0) return "a value stands twice";
    }
    return NULL;
}

// A key that there is not is said to be so before its values are looked at.
static int check_key(const sweep *s, const char *text, const char *key)
{
    if (cfg_find(key, NULL)) return ST_OK;
    cli_sets sets = cli_sets_copy(s->j->sets);
    config ignored;
    cli_sets_add(&sets, "sweep", text, key, "1");
    const int st = cli_sets_load(&sets, s->j->source, &ignored, s->e);
    cli_sets_free(&sets);
    return st;
}

static int parse_axis(sweep *s, const char *text)
{
    axis *x = &s->axes[s->n_axes];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) return bad(s, text, "there is no key");
    s->n_axes++;
    x->key = wl_strdup(text);
    x->key[equals - text] = '\0';
    for (unsigned i = 0; i + 1 < s->n_axes; i++) {
        if (strcmp(s->axes[i].key, x->key) == 0) return bad(s, text, "the key is swept already");
    }
    if (check_key(s, text, x->key) != ST_OK) return ST_INPUT;
    char *rest = x->key + (equals - text) + 1;
    for (char *word = strsep(&rest, ","); word; word = strsep(&rest, ",")) {
        if (x->n == MOST_VALUES) return bad(s, text, "there are more than 64 values");
        x->words[x->n++] = word;
        const char *why = check_word(x, x->n - 1);
        if (why) return bad(s, text, why);
    }
    return x->n < 2 ? bad(s, text, "at least two values") : ST_OK;
}

static int parse(sweep *s)
{
    int st = ST_OK;
    s->n = 1;
    for (unsigned i = 0; i < s->j->n_texts && st == ST_OK; i++) {
        if (i == MOST_KEYS) return bad(s, s->j->texts[i], "there are more than 8 keys");
        st = parse_axis(s, s->j->texts[i]);
        if (st == ST_OK) s->n *= s->axes[i].n;
        if (st == ST_OK && s->n > MOST_POINTS)
            st = bad(s, s->j->texts[i], "there are more than 256 combinations");
    }
    return st;
}

static const char *word_of(const sweep *s, unsigned i, unsigned key)
{
    for (unsigned k = s->n_axes - 1; k > key; k--) i /= s->axes[k].n;
    return s->axes[key].words[i % s->axes[key].n];
}

static int load(sweep *s, unsigned i)
{
    s->sets[i] = cli_sets_copy(s->j->sets);
    for (unsigned k = 0; k < s->n_axes; k++)
        cli_sets_add(&s->sets[i], "sweep", s->j->texts[k], s->axes[k].key, word_of(s, i, k));
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

// Null where there is no path.
static void set_mhz(json_t *row, const char *key, const json_t *mhz)
{
    json_object_set_new(row, key,
                        json_is_number(mhz) ? json_real(json_number_value(mhz)) : json_null());
}

static void set_text(json_t *row, const json_t *path, const char *key)
{
    json_t *net = json_object_get(path, key);
    json_object_set_new(row, key, net ? json_incref(net) : json_null());
}

// Why no other synthesis can be compared with this one by area and clock; null: it can.
static json_t *why_not(const json_t *figures)
{
    const json_int_t unsized = json_integer_value(json_object_get(figures, "cells_without_area"));
    if (json_number_value(json_object_get(figures, "area_um2")) == 0 && !unsized)
        return json_string("no cells, so no clock");
    if (!json_is_number(json_object_get(figures, "fmax_mhz")))
        return json_string("no clock, since no path is from register to register");
    return unsized ? json_sprintf("%lld cells without area", (long long)unsized) : json_null();
}

static json_t *values_of(const sweep *s, unsigned i)
{
    json_t *values = json_array();
    for (unsigned k = 0; k < s->n_axes; k++)
        json_array_append_new(values, json_string(word_of(s, i, k)));
    return values;
}

static void add_row(sweep *s, unsigned i, const json_t *figures)
{
    static const char *const same[] = {"area_um2", "logic_um2", "storage_um2", "macro_um2",
                                       "cells",    "flops",     "target",      "cells_without_area",
                                       "hierarchy"};
    const json_t *timing = json_object_get(figures, "timing"),
                 *path = json_object_get(timing, "reg_to_reg");
    const json_t *mhz = json_object_get(figures, "fmax_mhz");
    json_t *row = json_object();
    json_object_set_new(row, "values", values_of(s, i));
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) copy(row, figures, same[k]);
    json_object_set_new(row, "period_ns",
                        json_is_number(mhz) ? json_real(1000 / json_number_value(mhz))
                                            : json_null());
    set_mhz(row, "fmax_mhz", mhz);
    set_mhz(row, "wire_fmax_mhz",
            json_object_get(json_object_get(json_object_get(figures, "wire"), "per_fanout"),
                            "fmax_mhz"));
    set_text(row, path, "from");
    set_text(row, path, "to");
    json_object_set_new(row, "not_comparable", why_not(figures));
    json_array_append_new(s->rows, row);
}

static void take(void *ctx, const pool_job *job, const json_t *figures)
{
    (void)ctx;
    *(json_t **)job->ctx = json_deep_copy(figures);
}

static int synthesize(sweep *s)
{
    sweep_point points[MOST_POINTS];
    void *contexts[MOST_POINTS];
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
    for (unsigned i = 0; i < s->n_axes; i++) free(s->axes[i].key);
}

static json_t *describe(const sweep *s)
{
    static const char *const same[] = {"top", "library", "tools", "config"};
    json_t *all = json_object(), *axes = json_array();
    for (unsigned k = 0; k < s->n_axes; k++)
        json_array_append_new(axes, json_string(s->axes[k].key));
    json_object_set_new(all, "axes", axes);
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++)
        copy(all, s->figures[s->n - 1], same[k]);
    json_object_set_new(all, "version", json_string(WL_VERSION));
    json_object_set(all, "rows", s->rows);
    return all;
}

static int write_all(const sweep *s, const json_t *result)
{
    char *path = wl_format("%s/sweep.json", s->j->dir), *text = json_dumps(result, JSON_INDENT(2));
    int st = report_synth_sweep(result, s->j->dir, s->e);
    if (st == ST_OK) st = outfile_put(path, text, strlen(text), s->e);
    free(text);
    free(path);
    return st;
}

int sweep_run(const sweep_job *j, json_t **result, err *e)
{
    sweep s = {.j = j, .e = e, .rows = json_array()};
    int st = parse(&s);
    if (st == ST_OK) st = load_all(&s);
    if (st == ST_OK) st = synthesize(&s);
    if (st == ST_OK) {
        json_t *all = describe(&s);
        st = write_all(&s, all);
        if (st == ST_OK) *result = all;
        else json_decref(all);
    }
    free_sweep(&s);
    return st;
}
