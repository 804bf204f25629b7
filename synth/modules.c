// modules.c : see modules.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/modules.h"

#include "base/cleanup.h"
#include "base/nearest.h"
#include "base/tempdir.h"
#include "rtlgen/rtlgen.h"

#include <stdlib.h>
#include <string.h>

// The modules of the hardware that was asked about last.
typedef struct modules {
    digest hardware;
    char **names; // without the configuration's prefix
    unsigned n;
} modules;

static void forget(modules *m)
{
    for (unsigned i = 0; i < m->n; i++) free(m->names[i]);
    free(m->names);
    *m = (modules){0};
}

// The stem of an emitted file of Verilog becomes a name.
static void add_file(modules *m, const config *c, const char *file)
{
    const char *dot = strrchr(file, '.');
    if (!dot || strcmp(dot, ".v") != 0) return;
    char *module = wl_format("%.*s", (int)(dot - file), file);
    const char *stem = rtlgen_stem(c->name, module);
    if (stem) m->names[m->n++] = wl_strdup(stem);
    free(module);
}

static int emit(modules *m, const config *c, err *e)
{
    const rtlgen_options o = {.source = c->name, .force = true};
    const char *parent = tempdir(e);
    json_t *emitted = NULL;
    if (!parent) return e->status;
    char *dir = wl_format("%s/modules", parent);
    const int st = rtlgen_emit(c, dir, &o, &emitted, e);
    const json_t *files = json_object_get(emitted, "files");
    m->names = wl_calloc(json_array_size(files) + 1, sizeof *m->names);
    for (size_t i = 0; i < json_array_size(files); i++)
        add_file(m, c, json_string_value(json_array_get(files, i)));
    json_decref(emitted);
    cleanup_tree(dir);
    free(dir);
    return st;
}

static int refuse(const modules *m, const config *c, const char *given, const char *module, err *e)
{
    const char *near = nearest_of(module, (const char *const *)m->names, m->n);
    char *list = NULL, *hint = near ? wl_format("did you mean %s? ", near) : wl_strdup("");
    size_t bytes;
    FILE *f = wl_memstream(&list, &bytes);
    for (unsigned i = 0; i < m->n; i++) fprintf(f, "%s%s", i ? ", " : "", m->names[i]);
    wl_memstream_end(f);
    const int st = err_add(e, ST_INPUT, "%s%s: no such module in %s; %sthere are %s", given, module,
                           c->name, hint, list);
    free(hint);
    free(list);
    return st;
}

int synth_module_check(const config *c, const char *given, const char *module, err *e)
{
    static modules known;
    const digest hardware = config_hw_digest(c);
    if (strcmp(known.hardware.hex, hardware.hex) != 0) {
        forget(&known);
        const int st = emit(&known, c, e);
        if (st != ST_OK) return st;
        known.hardware = hardware;
    }
    for (unsigned i = 0; i < known.n; i++) {
        if (strcmp(known.names[i], module) == 0) return ST_OK;
    }
    return refuse(&known, c, given, module, e);
}
