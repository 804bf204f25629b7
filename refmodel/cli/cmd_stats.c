// cmd_stats.c: `warploom stats [NAME]`: explains what the simulator counts, with unit and meaning.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "cli/cli.h"
#include "machine/run/gpu_stats.h"
#include "machine/run/ratios.h"

#include <stdlib.h>
#include <string.h>

static char *full_name(const char *path, const char *name)
{
    return wl_format("%s%s%s", path, *path ? "." : "", name);
}

static void add(json_t *list, char *name, const char *unit, const char *meaning, char *formula)
{
    json_t *o = json_pack("{s:s, s:s, s:s}", "name", name, "unit", unit, "meaning", meaning);
    if (formula) json_object_set_new(o, "formula", json_string(formula));
    json_array_append_new(list, o);
    free(name);
    free(formula);
}

static json_t *everything(void)
{
    json_t *list = json_array();
    for (const gpu_stat_group *g = gpu_stat_groups; g->path; g++) {
        for (unsigned i = 0; i < g->table->n; i++) {
            const stat_row *r = &g->table->rows[i];
            add(list, full_name(g->path, r->name), r->unit, r->meaning, NULL);
        }
    }
    for (const ratio *r = ratios; r->name; r++) {
        char *formula = r->scale == 1 ? wl_format("(%s) / (%s)", r->over, r->under)
                                      : wl_format("%u x (%s) / (%s)", r->scale, r->over, r->under);
        add(list, full_name(r->group, r->name), r->unit, r->meaning, formula);
    }
    return list;
}

static const char *text(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

// The statistic itself, the group above it ("l1d"), or the last word alone ("mpki").
static bool is_meant(const char *name, const char *asked)
{
    const size_t n = strlen(asked);
    const char *last = strrchr(name, '.');
    return strcmp(name, asked) == 0 || (strncmp(name, asked, n) == 0 && name[n] == '.') ||
           (last && strcmp(last + 1, asked) == 0);
}

static int unknown(const json_t *all, const char *asked, err *e)
{
    const size_t n = json_array_size(all);
    const char **names = wl_calloc(n, sizeof *names);
    for (size_t i = 0; i < n; i++) names[i] = text(json_array_get(all, i), "name");
    const char *near = nearest_of(asked, names, (unsigned)n);
    int st = err_add(e, ST_INPUT, "stats: nothing is called '%s'%s%s%s", asked,
                     near ? "; did you mean " : "; warploom stats lists all", near ? near : "",
                     near ? "?" : "");
    free(names);
    return st;
}

static int run(const cli_args *a, json_t *result, err *e)
{
    const char *const *words;
    const char *asked = cli_operands(a, &words) ? words[0] : NULL;
    json_t *all = everything(), *meant = json_array(), *o;
    size_t i;
    json_array_foreach(all, i, o) {
        if (!asked || is_meant(text(o, "name"), asked)) json_array_append(meant, o);
    }
    int st = json_array_size(meant) ? ST_OK : unknown(all, asked, e);
    json_object_set_new(result, "statistics", meant);
    json_decref(all);
    return st;
}

static void print(const cli_args *a, const json_t *result)
{
    (void)a;
    size_t i;
    json_t *o;
    json_array_foreach(json_object_get(result, "statistics"), i, o) {
        const char *unit = text(o, "unit"), *formula = text(o, "formula");
        printf("%s%s%s%s\n  %s\n", text(o, "name"), *unit ? " (" : "", unit, *unit ? ")" : "",
               text(o, "meaning"));
        if (formula) printf("  = %s\n", formula);
    }
}

const cli_command cmd_stats = {
    .name = "stats",
    .summary =
        "Explains a statistic (l1d.mpki), a group (l1d), or lists all that the simulator counts.",
    .operands = "[NAME]",
    .example = "warploom stats l1d.mpki",
    .max_operands = 1,
    .run = run,
    .print = print,
};
