// sweep_names.c : see sweep_names.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_names.h"

#include "base/err.h"
#include "config/rows.h"
#include "machine/run/gpu_stats.h"
#include "machine/run/ratios.h"

#include <stdlib.h>
#include <string.h>

// How the names of a synthesis' figures end, and the unit: X(end, unit)
#define SYNTH_UNITS(X) \
    X("_um2", "um2") X("_mhz", "MHz") X("_mw", "mW") X("_ns", "ns") X("_ff", "fF")

// "logic (um2)" of logic_um2; NULL: it ends in no unit
static char *synth_name(const char *name)
{
    static const struct {
        const char *end, *unit;
    } units[] = {
// clang-format off
#define ROW(end, unit) {end, unit},
        SYNTH_UNITS(ROW)
#undef ROW
        // clang-format on
    };
    const size_t n = strlen(name);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t m = strlen(units[i].end);
        if (n <= m || strcmp(name + n - m, units[i].end) != 0) continue;
        char *text = wl_format("%.*s (%s)", (int)(n - m), name, units[i].unit);
        for (char *p = text; *p; p++) {
            if (*p == '_') *p = ' ';
        }
        return text;
    }
    return NULL;
}

static bool is_named(const char *path, const char *name, const char *full)
{
    const size_t n = strlen(path);
    return n ? strncmp(full, path, n) == 0 && full[n] == '.' && strcmp(full + n + 1, name) == 0
             : strcmp(full, name) == 0;
}

// The unit of a statistic of the machine or of a key; "": it has none
static const char *unit_of(const char *name)
{
    const cfg_row *key = cfg_find(name, NULL);
    if (key) return key->unit ? key->unit : "";
    for (const ratio *r = ratios; r->name; r++) {
        if (is_named(r->group, r->name, name)) return r->unit;
    }
    for (const gpu_stat_group *g = gpu_stat_groups; g->path; g++) {
        for (unsigned i = 0; i < g->table->n; i++) {
            if (is_named(g->path, g->table->rows[i].name, name)) return g->table->rows[i].unit;
        }
    }
    return "";
}

static char *short_name(const char *name)
{
    char *synthesized = strcmp(unit_of(name), "") == 0 ? synth_name(name) : NULL;
    return synthesized ? synthesized : wl_strdup(strcmp(name, "ipc") == 0 ? "IPC" : name);
}

static char *title_of(const char *name, const char *after)
{
    const char *unit = unit_of(name);
    char *own = short_name(name),
         *title = *unit ? wl_format("%s (%s)%s", own, unit, after) : wl_format("%s%s", own, after);
    free(own);
    return title;
}

static void put(json_t *result, const char *key, char *text)
{
    json_object_set_new(result, key, json_string(text));
    free(text);
}

void sweep_names_add(json_t *result)
{
    const char *gain = json_string_value(json_object_get(result, "gain")),
               *cost = json_string_value(json_object_get(result, "cost"));
    put(result, "gain_name", short_name(gain));
    put(result, "gain_title", title_of(gain, ", geometric mean"));
    put(result, "cost_name", short_name(cost));
    put(result, "cost_title", title_of(cost, ""));
}
