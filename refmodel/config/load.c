// load.c: makes a configuration from its sources (presets, the file on top of them, --set on top of
// that) and checks the rules.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/source.h"

#include "base/nearest.h"
#include "base/outfile.h"
#include "base/resources.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 };
#define BASE_PRESET \
    "gtx480" // below every file that names no preset; itself stands on the tables' defaults
#define PRESET_DIR "refmodel/config/presets"

typedef struct loader {
    config *c;
    cfg_source **sources;
    unsigned n;
    err *e;
} loader;

static int is_preset_file(const struct dirent *d)
{
    const char *dot = strrchr(d->d_name, '.');
    return dot && dot != d->d_name && strcmp(dot, ".yaml") == 0;
}

const char *const *config_presets(void)
{
    static const char **names;
    if (names) return names;
    struct dirent **list = NULL;
    char *dir = resource_path(PRESET_DIR);
    int n = scandir(dir, &list, is_preset_file, NULL);
    free(dir);
    if (n < 0) n = 0;
    names = wl_calloc((size_t)n + 1, sizeof *names);
    for (int i = 0; i < n; i++) {
        int at = i; // by bytes, whatever the locale
        const char *name = list[i]->d_name;
        char *stem = wl_format("%.*s", (int)(strlen(name) - strlen(".yaml")), name);
        for (; at > 0 && strcmp(names[at - 1], stem) > 0; at--) names[at] = names[at - 1];
        names[at] = stem;
        free(list[i]);
    }
    free(list);
    return names;
}

static unsigned count_presets(void)
{
    unsigned n = 0;
    while (config_presets()[n]) n++;
    return n;
}

static bool is_preset(const char *name)
{
    for (unsigned i = 0; config_presets()[i]; i++) {
        if (strcmp(config_presets()[i], name) == 0) return true;
    }
    return false;
}

static char *no_presets(void)
{
    char *dir = resource_path(PRESET_DIR),
         *tip = wl_format(
             "; there are no presets in %s (WARPLOOM_SHARE names where the program's files are)",
             dir);
    free(dir);
    return tip;
}

// "; did you mean X?" or "; presets: a, b", malloc'd.
static char *preset_tip(const char *name)
{
    const char *const *all = config_presets();
    if (!all[0]) return no_presets();
    const char *near = nearest_of(name, all, count_presets());
    if (near) return wl_format("; did you mean %s?", near);
    char *tip = wl_format("; presets: %s", all[0]);
    for (unsigned i = 1; i < count_presets(); i++) {
        char *longer = wl_format("%s, %s", tip, all[i]);
        free(tip);
        tip = longer;
    }
    return tip;
}

static cfg_source *new_source(loader *l, const char *name)
{
    l->sources = wl_realloc(l->sources, (l->n + 1) * sizeof *l->sources);
    cfg_source *s = wl_calloc(1, sizeof *s);
    s->name = wl_strdup(name);
    return l->sources[l->n++] = s;
}

// Is the row or, with row NULL, any key of the section (or its mapping) in the source?
static bool mentions(const cfg_source *s, const cfg_section *section, const cfg_row *row)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (row ? s->list[i].row == row : s->list[i].section == section) return true;
    }
    return false;
}

static void apply(config *c, const cfg_source *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        const cfg_assign *a = &s->list[i];
        if (!a->row) continue;
        if (a->row->kind == CFG_STRING)
            strcpy((char *)c + a->row->offset,
                   a->string); // shorter than CFG_STR: source_read_value
        else cfg_set(c, a->row, a->number);
    }
}

// Who says something about a structure wants it: sources first..n-1 (a file, or all --set together)
// that mention a section with an `enable` key without giving that key turn it on.
static void enable_mentioned(loader *l, unsigned first)
{
    unsigned n;
    const cfg_section *all = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        char *path = wl_format("%s.enable", all[i].path);
        const cfg_row *row = cfg_find(path, NULL);
        bool mentioned = false, said = false;
        free(path);
        for (unsigned k = first; row && k < l->n; k++) {
            mentioned |= mentions(l->sources[k], &all[i], NULL);
            said |= mentions(l->sources[k], NULL, row);
        }
        if (mentioned && !said) cfg_set(l->c, row, 1);
    }
}

// The presets being read, innermost first: a preset must not stand on itself.
typedef struct preset_chain {
    const char *name;
    const struct preset_chain *up;
} preset_chain;

static int load_file(loader *l, const char *path, const preset_chain *chain);

static int load_preset(loader *l, const char *name, const preset_chain *up)
{
    const preset_chain chain = {name, up};
    char *relative = wl_format(PRESET_DIR "/%s.yaml", name);
    char *path = resource_path(relative);
    int status = load_file(l, path, &chain);
    free(relative);
    free(path);
    return status;
}

// What the file stands on.
static int load_base(loader *l, const cfg_source *s, const preset_chain *chain)
{
    if (!s->preset)
        return chain && strcmp(chain->name, BASE_PRESET) == 0 ? ST_OK
                                                              : load_preset(l, BASE_PRESET, chain);
    for (const preset_chain *p = chain; p; p = p->up) {
        if (strcmp(p->name, s->preset) == 0)
            return source_error(s, s->preset_line, s->preset_col, l->e,
                                "preset: %s is based on itself", s->preset);
    }
    if (is_preset(s->preset)) return load_preset(l, s->preset, chain);
    char *shown = source_printable(s->preset), *tip = preset_tip(s->preset);
    source_error(s, s->preset_line, s->preset_col, l->e, "preset = %s: no such preset%s", shown,
                 tip);
    free(shown);
    free(tip);
    return ST_INPUT;
}

static int load_file(loader *l, const char *path, const preset_chain *chain)
{
    cfg_source text = {.name = wl_strdup(path)};
    int status = infile_read_named(path, FILE_MAX, &text.text, &text.bytes, l->e);
    if (status != ST_OK) {
        source_free(&text);
        return status;
    }
    status = source_read_yaml(&text, l->e);
    int base = load_base(l, &text, chain);
    cfg_source *s = new_source(l, path); // after its base: later sources win
    free(s->name);
    *s = text;
    if (status != ST_OK || base != ST_OK) return status != ST_OK ? status : base;
    apply(l->c, s);
    enable_mentioned(l, l->n - 1);
    return ST_OK;
}

// `given`: how it was written, NULL: by --set.
static int load_set(loader *l, const char *set, const char *given)
{
    char *shown = source_printable(given ? given : set),
         *name = given ? wl_strdup(shown) : wl_format("--set %s", shown);
    cfg_source *s = new_source(l, name);
    const char *equals = strchr(set, '=');
    char *path = wl_format("%.*s", equals ? (int)(equals - set) : (int)strlen(set), set);
    const cfg_section *section = NULL;
    const cfg_row *row = cfg_find(path, &section);
    int status;
    s->given = true;
    if (!equals)
        status = source_error(s, 0, 0, l->e, "must be KEY=VALUE, e.g. structures.mrpb.depth=16");
    else if (strcmp(path, "preset") == 0)
        status = source_error(s, 0, 0, l->e, "a preset is named by -c, or by `preset:` in a file");
    else if (source_is_section(path))
        status = source_error(s, 0, 0, l->e,
                              "%s is a section; one key of it is set, by SECTION.KEY=VALUE", path);
    else if (!row) status = source_unknown_key(s, 0, 0, path, l->e);
    else status = source_read_value(s, source_add(s, section, row, 0, 0), equals + 1, true, l->e);
    if (status == ST_OK) apply(l->c, s);
    free(path);
    free(name);
    free(shown);
    return status;
}

static int load_sets(loader *l, const char *const *sets, const char *const *given, unsigned n)
{
    int status = ST_OK;
    unsigned first = l->n;
    for (unsigned i = 0; i < n; i++) {
        int one = load_set(l, sets[i], given ? given[i] : NULL);
        if (one != ST_OK) status = one;
    }
    if (status == ST_OK) enable_mentioned(l, first);
    return status;
}

// A preset's name, or a path; a word that is neither is more likely a mistyped preset than a
// missing file.
static int load_source(loader *l, const char *source)
{
    if (!source) source = BASE_PRESET;
    if (is_preset(source)) return load_preset(l, source, NULL);
    if (strchr(source, '/') || strchr(source, '.') || access(source, F_OK) == 0)
        return load_file(l, source, NULL);
    char *shown = source_printable(source), *tip = preset_tip(source);
    err_add(l->e, ST_INPUT, "no file and no preset is called '%s'%s", shown, tip);
    free(shown);
    free(tip);
    return ST_INPUT;
}

int config_load(config *c, const char *source, const char *const *sets, unsigned n_sets, err *e)
{
    return config_load_given(c, source, sets, NULL, n_sets, e);
}

int config_load_given(config *c, const char *source, const char *const *sets,
                      const char *const *given, unsigned n_sets, err *e)
{
    loader *l = wl_calloc(1, sizeof *l);
    l->c = c;
    l->e = e;
    config_defaults(c);
    int status = load_source(l, source), set = load_sets(l, sets, given, n_sets);
    if (status == ST_OK) status = set;
    const cfg_trace trace = {l->sources, l->n};
    if (status == ST_OK) status = check_rules(c, &trace, e);
    for (unsigned i = 0; i < l->n; i++) {
        source_free(l->sources[i]);
        free(l->sources[i]);
    }
    free(l->sources);
    free(l);
    return status;
}
