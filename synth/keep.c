// keep.c : see keep.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/keep.h"

#include "base/outfile.h"
#include "base/resources.h"
#include "base/tempdir.h"
#include "synth/map.h"
#include "synth/tools.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20 };

// Adds a line to *text.
static void add(char **text, char *line)
{
    char *longer = wl_format("%s%s\n", *text, line);
    free(*text);
    free(line);
    *text = longer;
}

static int add_file(char **text, const char *path, err *e)
{
    char *data = NULL;
    size_t bytes = 0;
    int st = infile_read(path, MOST_BYTES, &data, &bytes, e);
    if (st == ST_OK) add(text, wl_strdup(digest_of(data, bytes).hex));
    free(data);
    return st;
}

static int add_scripts(char **text, const char *const *names, err *e)
{
    int st = ST_OK;
    for (; *names && st == ST_OK; names++) {
        char *path = resource_path(*names);
        st = add_file(text, path, e);
        free(path);
    }
    return st;
}

static int add_all_scripts(char **text, err *e)
{
    static const char *const others[] = {"synth/elab.tcl", "synth/sta.tcl", NULL};
    const int st = add_scripts(text, map_scripts, e);
    return st == ST_OK ? add_scripts(text, others, e) : st;
}

static int add_library(char **text, const char *setting, err *e)
{
    char *path = NULL;
    int st = liberty_find(setting, &path, e);
    if (st == ST_OK) st = add_file(text, path, e);
    free(path);
    return st;
}

int keep_key(const flow_job *j, const json_t *tools, digest *key, err *e)
{
    char *text = wl_strdup("");
    add(&text, wl_format("%s %s %u %d %d %d %d %.17g", j->top, j->avoid ? j->avoid : "", j->node_nm,
                         j->latches, j->small, j->apart, j->registers, j->clock_ns));
    add(&text, json_dumps(tools, JSON_SORT_KEYS));
    int st = j->sdc ? add_file(&text, j->sdc, e) : ST_OK;
    for (unsigned i = 0; i < j->n_sources && st == ST_OK; i++)
        st = add_file(&text, j->sources[i], e);
    if (st == ST_OK) st = add_all_scripts(&text, e);
    if (st == ST_OK)
        st = add_file(&text, "/proc/self/exe",
                      e); // models of SRAM and wire, and what makes figures of the tools'
    if (st == ST_OK) st = add_library(&text, j->liberty, e);
    *key = digest_of(text, strlen(text));
    free(text);
    return st;
}

int keep_flow(digest *d, err *e)
{
    json_t *tools = json_object();
    const char *dir = tempdir(e);
    char *text = wl_strdup("");
    int st = dir ? tool_version("yosys", "-V", dir, "yosys", tools, e) : e->status;
    if (st == ST_OK) st = tool_version("sta", "-version", dir, "opensta", tools, e);
    if (st == ST_OK) st = add_all_scripts(&text, e);
    if (st == ST_OK) add(&text, json_dumps(tools, JSON_SORT_KEYS));
    *d = digest_of(text, strlen(text));
    json_decref(tools);
    free(text);
    return st;
}

static char *path_of(const flow_job *j) { return wl_format("%s/figures.json", j->work_dir); }

json_t *keep_load(const flow_job *j, const digest *key)
{
    char *path = path_of(j);
    json_t *kept = json_load_file(path, 0, NULL), *figures = NULL;
    const char *of = json_string_value(json_object_get(kept, "key"));
    if (of && strcmp(of, key->hex) == 0) figures = json_incref(json_object_get(kept, "figures"));
    json_decref(kept);
    free(path);
    return figures;
}

int keep_save(const flow_job *j, const digest *key, const json_t *figures, err *e)
{
    json_t *kept = json_pack("{s:s, s:O}", "key", key->hex, "figures", figures);
    char *path = path_of(j), *text = json_dumps(kept, JSON_INDENT(2));
    int st = outfile_put(path, text, strlen(text), e);
    free(text);
    free(path);
    json_decref(kept);
    return st;
}
