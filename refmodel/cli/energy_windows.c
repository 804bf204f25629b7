// energy_windows.c: see energy_windows.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/energy_windows.h"

#include "synth/energy.h"
#include "synth/energy_fit.h"

#include <stdlib.h>
#include <string.h>

struct energy_windows {
    unsigned cycles;
    const flow_net *net;
    char **names; // [columns] "block.event"; column 0 is the cycles of the window
    unsigned columns;
    double *value, *energy_pj; // [windows * columns], [windows]
    unsigned rows;
    // of the workload that runs: the counts at the end of the window before
    const wl_plugin *plugin;
    const cosim_blocks *blocks;
    double *before, before_pj;
    energy_parts *by_part;
};

energy_windows *energy_windows_new(unsigned cycles, const flow_net *net)
{
    energy_windows *w = wl_calloc(1, sizeof *w);
    w->cycles = cycles;
    w->net = net;
    w->by_part = wl_calloc(net->net.n_parts + 1, sizeof *w->by_part);
    return w;
}

void energy_windows_free(energy_windows *w)
{
    if (!w) return;
    for (unsigned i = 0; i < w->columns; i++) free(w->names[i]);
    free(w->names);
    free(w->value);
    free(w->energy_pj);
    free(w->before);
    free(w->by_part);
    free(w);
}

// ---- taking windows

static double activity_pj(const energy_windows *w)
{
    energy_parts total;
    energy_sum(energy_plugin_activity(w->plugin), &w->net->lib, 0, &total, w->by_part);
    return energy_dynamic_pj(&total) - total.clock_pj;
}

// A block's cycles are those of the window.
static bool is_column(const char *event) { return strcmp(event, "cycles") != 0; }

// The blocks and their events are the same in all workloads of a configuration.
static void name_columns(energy_windows *w, const json_t *seen)
{
    const char *stem, *event;
    json_t *block, *count;
    w->names = wl_calloc(1, sizeof *w->names);
    w->names[0] = wl_strdup("cycle");
    w->columns = 1;
    json_object_foreach(json_object_get(seen, "blocks"), stem, block) {
        json_object_foreach(json_object_get(block, "events"), event, count) {
            if (!is_column(event)) continue;
            w->names = wl_realloc(w->names, (w->columns + 1) * sizeof *w->names);
            w->names[w->columns++] = wl_format("%s.%s", stem, event);
        }
    }
    w->before = wl_calloc(w->columns, sizeof *w->before);
}

static void read_counts(const energy_windows *w, double *counts)
{
    const char *stem, *event;
    json_t *block, *count, *seen = cosim_blocks_result(w->blocks);
    unsigned i = 0;
    counts[i++] = (double)energy_plugin_activity(w->plugin)->cycles;
    json_object_foreach(json_object_get(seen, "blocks"), stem, block) {
        json_object_foreach(json_object_get(block, "events"), event, count)
            if (is_column(event)) counts[i++] = json_number_value(count);
    }
    json_decref(seen);
}

static void take_window(void *ctx)
{
    energy_windows *w = ctx;
    const double pj = activity_pj(w);
    w->value = wl_realloc(w->value, (size_t)(w->rows + 1) * w->columns * sizeof *w->value);
    w->energy_pj = wl_realloc(w->energy_pj, (w->rows + 1) * sizeof *w->energy_pj);
    double *row = w->value + (size_t)w->rows * w->columns, counts[w->columns];
    read_counts(w, counts);
    for (unsigned i = 0; i < w->columns; i++) row[i] = counts[i] - w->before[i];
    w->energy_pj[w->rows++] = pj - w->before_pj;
    memcpy(w->before, counts, sizeof counts);
    w->before_pj = pj;
}

void energy_windows_begin(energy_windows *w, const wl_plugin *plugin, const cosim_blocks *blocks)
{
    w->plugin = plugin;
    w->blocks = blocks;
    if (!w->names) {
        json_t *seen = cosim_blocks_result(blocks);
        name_columns(w, seen);
        json_decref(seen);
    }
    memset(w->before, 0, w->columns * sizeof *w->before);
    w->before_pj = 0;
    energy_plugin_watch(plugin, w->cycles, take_window, w);
}

void energy_windows_end(energy_windows *w, const wl_plugin *plugin)
{
    (void)w;
    energy_plugin_watch(plugin, 0, NULL, NULL);
}

// ---- the energies

static json_t *within_json(const energy_windows *w, const energy_fit *f, unsigned column)
{
    json_t *names = json_array();
    for (unsigned i = 0; i < w->columns; i++)
        if (f->within[column * w->columns + i])
            json_array_append_new(names, json_string(w->names[i]));
    return names;
}

static json_t *event_json(const energy_windows *w, const energy_fit *f, unsigned column)
{
    double count = 0;
    const char *dot = strchr(w->names[column], '.');
    for (unsigned r = 0; r < w->rows; r++) count += w->value[(size_t)r * w->columns + column];
    const bool alone = f->kind[column] == FIT_ALONE;
    return json_pack("{s:s%, s:s, s:f, s:b, s:o, s:o}", "block", w->names[column],
                     (size_t)(dot - w->names[column]), "event", dot + 1, "count", count, "rare",
                     f->kind[column] == FIT_RARE, "pj",
                     alone ? json_real(f->pj[column]) : json_null(), "within",
                     within_json(w, f, column));
}

json_t *energy_windows_fit(const energy_windows *w)
{
    energy_fit f = {
        .rows = w->rows, .columns = w->columns, .value = w->value, .energy_pj = w->energy_pj};
    json_t *events = json_array();
    const bool solved = energy_fit_solve(&f);
    for (unsigned i = 1; i < w->columns && solved; i++)
        if (f.kind[i] != FIT_ABSENT) json_array_append_new(events, event_json(w, &f, i));
    json_t *o =
        json_pack("{s:i, s:i, s:b, s:f, s:f, s:f, s:o}", "window", (int)w->cycles, "windows",
                  (int)w->rows, "solved", solved, "residual", f.residual, "mean_only", f.mean_only,
                  "base_pj", solved ? f.pj[0] : 0.0, "events", events);
    energy_fit_free(&f);
    return o;
}
