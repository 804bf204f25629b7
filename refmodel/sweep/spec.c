// spec.c: see spec.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "sweep/spec.h"

#include "base/outfile.h"
#include "sweep/filter.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VALUES = 1000000, MOST_ITEMS = 1024 };

static void append(sweep_list *l, char *text, yaml_node_t *at)
{
    if ((l->n & (l->n - 1)) == 0) {
        l->text = wl_realloc(l->text, (l->n ? 2 * l->n : 1) * sizeof *l->text);
        l->at = wl_realloc(l->at, (l->n ? 2 * l->n : 1) * sizeof *l->at);
    }
    l->at[l->n] = at;
    l->text[l->n++] = text;
}

static void free_list(sweep_list *l)
{
    for (unsigned i = 0; i < l->n; i++) free(l->text[i]);
    free(l->text);
    free(l->at);
}

const yaml_node_t *spec_item_place(const sweep_list *l, const char *text)
{
    for (unsigned i = 0; i < l->n; i++) {
        if (strcmp(l->text[i], text) == 0) return l->at[i];
    }
    return NULL;
}

const yaml_node_t *spec_place(const sweep_spec *s, const char *set)
{
    for (unsigned i = 0; i < s->n_axes; i++) {
        const size_t key = strlen(s->axes[i].key);
        if (strncmp(set, s->axes[i].key, key) == 0 && set[key] == '=')
            return spec_item_place(&s->axes[i].values, set + key + 1);
    }
    return spec_item_place(&s->sets, set);
}

// ---- lists and ranges

// Two equal values would be two points with one result.
static int append_value(sweep_spec *s, yaml_node_t *node, const char *path, sweep_list *l,
                        const char *text)
{
    for (unsigned i = 0; i < l->n; i++) {
        if (strcmp(l->text[i], text) == 0)
            return tree_error(&s->tree, node, "%s: %s stands there twice", path, text);
    }
    append(l, wl_strdup(text), node);
    return ST_OK;
}

// A number of a range, which is named as its key: "seeds.from".
static int range_number(sweep_spec *s, yaml_node_t *node, const char *path, const char *key,
                        uint64_t min, uint64_t *n)
{
    if (!node) return ST_OK;
    char *full = wl_format("%s.%s", path, key);
    const int status = tree_number(&s->tree, node, full, min, UINT64_MAX, n);
    free(full);
    return status;
}

static int read_range(sweep_spec *s, yaml_node_t *node, const char *path, sweep_list *l)
{
    static const tree_key keys[] = {
        {"from", true}, {"to", true}, {"step", false}, {"times", false}};
    yaml_node_t *v[4];
    uint64_t from = 0, to = 0, step = 1, times = 1;
    if (tree_keys(&s->tree, node, path, keys, 4, v) != ST_OK) return ST_INPUT;
    if (v[2] && v[3]) return tree_error(&s->tree, node, "%s: give step or times, not both", path);
    if (range_number(s, v[0], path, "from", 0, &from) != ST_OK) return ST_INPUT;
    if (range_number(s, v[1], path, "to", from, &to) != ST_OK) return ST_INPUT;
    if (range_number(s, v[2], path, "step", 1, &step) != ST_OK) return ST_INPUT;
    if (range_number(s, v[3], path, "times", 2, &times) != ST_OK) return ST_INPUT;
    if (v[3] && !from)
        return tree_error(&s->tree, v[0], "%s.from = 0: must be 1 or more, since it is multiplied",
                          path);
    for (uint64_t n = from;;) {
        if (l->n == MOST_VALUES)
            return tree_error(&s->tree, node, "%s: has more than %d values", path, MOST_VALUES);
        append(l, wl_format("%" PRIu64, n), node);
        if (v[3] ? n > to / times : to - n < step) return ST_OK;
        n = v[3] ? n * times : n + step;
    }
}

// A list, a range where one may stand, or a single value.
static int read_values(sweep_spec *s, yaml_node_t *node, const char *path, bool range,
                       sweep_list *l)
{
    unsigned n;
    if (range && node->type == YAML_MAPPING_NODE) return read_range(s, node, path, l);
    if (node->type != YAML_SEQUENCE_NODE) {
        const char *one = tree_text(&s->tree, node, path);
        return one ? append_value(s, node, path, l, one) : ST_INPUT;
    }
    if (tree_is_list(&s->tree, node, path, 1, MOST_ITEMS, &n) != ST_OK) return ST_INPUT;
    int st = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        yaml_node_t *item = tree_item(&s->tree, node, i);
        const char *text = tree_text(&s->tree, item, path);
        if (!text || append_value(s, item, path, l, text) != ST_OK) st = ST_INPUT;
    }
    return st;
}

static int read_optional(sweep_spec *s, yaml_node_t *node, const char *path, sweep_list *l)
{
    return node ? read_values(s, node, path, false, l) : ST_OK;
}

// ---- configuration keys

static int check_key(sweep_spec *s, const yaml_node_t *at, const char *key,
                     const cfg_section **section, const cfg_row **row)
{
    *row = cfg_find(key, section);
    if (*row) return ST_OK;
    return source_unknown_key(&s->tree.source, (unsigned)at->start_mark.line + 1,
                              (unsigned)at->start_mark.column + 1, key, s->tree.e);
}

static int check_value(sweep_spec *s, const yaml_node_t *at, const cfg_section *section,
                       const cfg_row *row, const char *value)
{
    cfg_assign a = {.section = section,
                    .row = row,
                    .line = (unsigned)at->start_mark.line + 1,
                    .col = (unsigned)at->start_mark.column + 1};
    const int st = source_read_value(&s->tree.source, &a, value, true, s->tree.e);
    if (row->kind == CFG_STRING) free(a.string);
    return st;
}

// The place of value i, for messages: a range has one.
static const yaml_node_t *place(sweep_spec *s, yaml_node_t *node, unsigned i)
{
    return node->type == YAML_SEQUENCE_NODE ? tree_item(&s->tree, node, i) : node;
}

static int read_axis(sweep_spec *s, yaml_node_t *key_node, const char *key, yaml_node_t *value)
{
    const cfg_section *section;
    const cfg_row *row;
    if (check_key(s, key_node, key, &section, &row) != ST_OK) return ST_INPUT;
    s->axes = wl_realloc(s->axes, (s->n_axes + 1) * sizeof *s->axes);
    sweep_axis *a = &s->axes[s->n_axes++];
    *a = (sweep_axis){.key = wl_strdup(key)};
    int st = read_values(s, value, a->key, true, &a->values);
    for (unsigned i = 0; st == ST_OK && i < a->values.n; i++)
        st = check_value(s, place(s, value, i), section, row, a->values.text[i]);
    return st;
}

static int read_axes(sweep_spec *s, yaml_node_t *node)
{
    yaml_node_t *key_node, *value;
    const char *key;
    if (!node) return ST_OK;
    int st = tree_is_mapping(&s->tree, node, "axes");
    for (unsigned i = 0;
         st == ST_OK && (key = tree_pair(&s->tree, node, "axes", i, &key_node, &value)); i++)
        st = read_axis(s, key_node, key, value);
    return st != ST_OK ? st : s->tree.e->status;
}

static int read_set(sweep_spec *s, yaml_node_t *key_node, const char *key, yaml_node_t *value)
{
    const cfg_section *section;
    const cfg_row *row;
    if (check_key(s, key_node, key, &section, &row) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < s->n_axes; i++) {
        if (strcmp(s->axes[i].key, key) == 0)
            return tree_error(&s->tree, key_node, "set.%s: is an axis too", key);
    }
    const char *text = tree_text(&s->tree, value, key);
    if (!text || check_value(s, value, section, row, text) != ST_OK) return ST_INPUT;
    append(&s->sets, wl_format("%s=%s", key, text), value);
    return ST_OK;
}

static int read_sets(sweep_spec *s, yaml_node_t *node)
{
    yaml_node_t *key_node, *value;
    const char *key;
    if (!node) return ST_OK;
    int st = tree_is_mapping(&s->tree, node, "set");
    for (unsigned i = 0;
         st == ST_OK && (key = tree_pair(&s->tree, node, "set", i, &key_node, &value)); i++)
        st = read_set(s, key_node, key, value);
    return st != ST_OK ? st : s->tree.e->status;
}

// ---- files beside the description

static char *beside(const sweep_spec *s, const char *name)
{
    const char *slash = strrchr(s->path, '/');
    return *name == '/' || !slash ? wl_format(*name == '/' ? "%s" : "./%s", name)
                                  : wl_format("%.*s/%s", (int)(slash - s->path), s->path, name);
}

// A preset's name stays; a file's becomes a path.
static int read_configs(sweep_spec *s, yaml_node_t *node)
{
    if (!node) append(&s->configs, wl_strdup("gtx480"), NULL);
    else if (read_values(s, node, "config", false, &s->configs) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < s->configs.n; i++) {
        char *path = beside(s, s->configs.text[i]);
        if (access(path, F_OK) == 0) {
            free(s->configs.text[i]);
            s->configs.text[i] = path;
        } else {
            free(path);
        }
    }
    return ST_OK;
}

static int read_patterns(sweep_spec *s, yaml_node_t *node)
{
    const int st = read_optional(s, node, "sim.patterns", &s->patterns);
    for (unsigned i = 0; i < s->patterns.n; i++) {
        char *path = beside(s, s->patterns.text[i]);
        free(s->patterns.text[i]);
        s->patterns.text[i] = path;
    }
    return st;
}

// ---- kinds of point

static int read_sim(sweep_spec *s, yaml_node_t *node)
{
    static const tree_key keys[] = {{"workloads", false}, {"sizes", false}, {"patterns", false}};
    yaml_node_t *v[3];
    if (!node) return ST_OK;
    if (tree_keys(&s->tree, node, "sim", keys, 3, v) != ST_OK) return ST_INPUT;
    if (!v[0] && !v[2]) return tree_error(&s->tree, node, "sim: needs workloads or patterns");
    if (v[1] && !v[0]) return tree_error(&s->tree, v[1], "sim.sizes: only workloads have sizes");
    int st = read_optional(s, v[0], "sim.workloads", &s->workloads);
    if (st == ST_OK) st = read_optional(s, v[1], "sim.sizes", &s->sizes);
    if (st == ST_OK) st = read_patterns(s, v[2]);
    if (!v[1]) append(&s->sizes, wl_strdup("small"), NULL);
    return st;
}

static int read_bench(sweep_spec *s, yaml_node_t *node)
{
    static const tree_key keys[] = {{"blocks", false}, {"cycles", false}};
    yaml_node_t *v[2];
    if (!node) return ST_OK;
    if (tree_keys(&s->tree, node, "bench", keys, 2, v) != ST_OK) return ST_INPUT;
    if (v[1] &&
        tree_number(&s->tree, v[1], "bench.cycles", 1, INT64_MAX, &s->bench_cycles) != ST_OK)
        return ST_INPUT;
    if (!v[0]) append(&s->blocks, wl_strdup(""), node);
    return read_optional(s, v[0], "bench.blocks", &s->blocks);
}

static int read_synth(sweep_spec *s, yaml_node_t *node)
{
    static const tree_key keys[] = {{"modules", false}, {"apart", false}};
    static const char *const apart[] = {"false", "true"};
    yaml_node_t *v[2];
    unsigned word = 0;
    if (!node) return ST_OK;
    if (tree_keys(&s->tree, node, "synth", keys, 2, v) != ST_OK) return ST_INPUT;
    if (v[1] && tree_word(&s->tree, v[1], "synth.apart", apart, 2, &word) != ST_OK) return ST_INPUT;
    s->apart = word == 1;
    if (!v[0]) append(&s->modules, wl_strdup(""), node);
    return read_optional(s, v[0], "synth.modules", &s->modules);
}

static int read_seeds(sweep_spec *s, yaml_node_t *node)
{
    int st = ST_OK;
    if (!node) {
        append(&s->seeds, wl_strdup("1"), NULL);
        return ST_OK;
    }
    if (!s->patterns.n && !s->blocks.n)
        return tree_error(&s->tree, node, "seeds: only patterns and benches draw random numbers");
    if (read_values(s, node, "seeds", true, &s->seeds) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < s->seeds.n; i++) {
        uint64_t n;
        if (tree_digits(s->seeds.text[i], &n) && n) continue;
        st = tree_error(&s->tree, place(s, node, i), "seeds: %s: must be a whole number, 1 or more",
                        s->seeds.text[i]);
    }
    return st;
}

// ---- the whole

static int read_filters(sweep_spec *s, yaml_node_t *node)
{
    unsigned n;
    if (!node) return ST_OK;
    if (tree_is_list(&s->tree, node, "filters", 1, MOST_ITEMS, &n) != ST_OK) return ST_INPUT;
    int st = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        yaml_node_t *item = tree_item(&s->tree, node, i);
        const char *text = tree_text(&s->tree, item, "filters");
        if (!text || filter_check(s, item, text) != ST_OK) st = ST_INPUT;
        else append(&s->filters, wl_strdup(text), item);
    }
    return st;
}

static int read_name(sweep_spec *s, yaml_node_t *node)
{
    const char *name = tree_text(&s->tree, node, "name");
    if (!name) return ST_INPUT;
    for (const char *p = name; *p; p++) {
        if (!isalnum((unsigned char)*p) && !strchr("-_.", *p))
            return tree_error(&s->tree, node,
                              "name = %s: must be of letters, digits, '-', '_' and '.'", name);
    }
    s->name = wl_strdup(name);
    return ST_OK;
}

enum {
    S_NAME,
    S_CONFIG,
    S_SET,
    S_AXES,
    S_FILTERS,
    S_INVALID,
    S_SIM,
    S_BENCH,
    S_SYNTH,
    S_SEEDS,
    S_KEYS
};

static int read_all(sweep_spec *s)
{
    static const tree_key keys[S_KEYS] = {{"name", true},  {"config", false},  {"set", false},
                                          {"axes", false}, {"filters", false}, {"invalid", false},
                                          {"sim", false},  {"bench", false},   {"synth", false},
                                          {"seeds", false}};
    static const char *const invalid[] = {"error", "skip"};
    yaml_node_t *v[S_KEYS];
    unsigned word = 0;
    if (tree_keys(&s->tree, tree_root(&s->tree), s->tree.what, keys, S_KEYS, v) != ST_OK)
        return ST_INPUT;
    if (!v[S_SIM] && !v[S_BENCH] && !v[S_SYNTH])
        return tree_error(&s->tree, tree_root(&s->tree), "%s: no point: give sim, bench or synth",
                          s->tree.what);
    if (v[S_INVALID] && tree_word(&s->tree, v[S_INVALID], "invalid", invalid, 2, &word) != ST_OK)
        return ST_INPUT;
    s->skip_invalid = word == 1;
    int st = read_name(s, v[S_NAME]);
    if (st == ST_OK) st = read_configs(s, v[S_CONFIG]);
    if (st == ST_OK) st = read_axes(s, v[S_AXES]);
    if (st == ST_OK) st = read_sets(s, v[S_SET]);
    if (st == ST_OK) st = read_filters(s, v[S_FILTERS]);
    if (st == ST_OK) st = read_sim(s, v[S_SIM]);
    if (st == ST_OK) st = read_bench(s, v[S_BENCH]);
    if (st == ST_OK) st = read_synth(s, v[S_SYNTH]);
    return st == ST_OK ? read_seeds(s, v[S_SEEDS]) : st;
}

int spec_read(sweep_spec *s, const char *path, err *e)
{
    *s = (sweep_spec){.path = path};
    const int st = tree_load(&s->tree, path, "a sweep", e);
    return st == ST_OK ? read_all(s) : st;
}

void spec_free(sweep_spec *s)
{
    sweep_list *const lists[] = {&s->configs,  &s->sets,   &s->filters, &s->workloads, &s->sizes,
                                 &s->patterns, &s->blocks, &s->modules, &s->seeds};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) free_list(lists[i]);
    for (unsigned i = 0; i < s->n_axes; i++) {
        free(s->axes[i].key);
        free_list(&s->axes[i].values);
    }
    free(s->axes);
    free(s->name);
    tree_free(&s->tree);
}

static uint64_t times(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

uint64_t spec_designs(const sweep_spec *s)
{
    uint64_t n = s->configs.n;
    for (unsigned i = 0; i < s->n_axes; i++) n = times(n, s->axes[i].values.n);
    return n;
}

uint64_t spec_points(const sweep_spec *s)
{
    const uint64_t seeded = times(s->patterns.n + (uint64_t)s->blocks.n, s->seeds.n);
    return times(spec_designs(s), times(s->workloads.n, s->sizes.n) + seeded + s->modules.n);
}

bool spec_keeps(const sweep_spec *s, const char *const *values)
{
    for (unsigned i = 0; i < s->filters.n; i++) {
        if (!filter_holds(s, s->filters.text[i], values)) return false;
    }
    return true;
}
