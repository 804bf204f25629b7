// map.c : see map.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/map.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/resources.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const char *const map_scripts[] = {
    "synth/map.tcl",       "synth/recipe.tcl",   "synth/logic.abc",
    "synth/area.abc",      "synth/area_sel.abc", "synth/area_ctl.abc",
    "synth/area_data.abc", "synth/storage.abc",  NULL};

enum { MOST_BYTES = 1 << 30, PARTS = 2, MAPPERS = 2 };

static const char *const parts[PARTS] = {
    "storage", "logic"}; // words in cells take longest, so they come first

// What one Yosys maps.
typedef struct set {
    char *name, *modules; // modules: their names, with spaces or ends of lines between
    unsigned part;
} set;

typedef struct mapping {
    const map_job *j;
    char *common; // what all netlists follow from
    set *sets;
    unsigned n, next, kept;
    pthread_mutex_t lock; // of next, kept, status, e
    int status;
    err *e;
} mapping;

static char *in_work(const mapping *m, const char *name)
{
    return wl_format("%s/%s", m->j->work_dir, name);
}
static char *in_map(const mapping *m, const char *name, const char *ending)
{
    return wl_format("%s/map/%s.%s", m->j->work_dir, name, ending);
}

// ---- what there is to do

static void add_set(mapping *m, unsigned part, const char *name, const char *modules)
{
    m->sets = wl_realloc(m->sets, (m->n + 1) * sizeof *m->sets);
    m->sets[m->n++] = (set){wl_strdup(name), wl_strdup(modules), part};
}

static void add_sets(mapping *m, unsigned part, char *text)
{
    size_t n = strspn(text, " \n");
    if (!m->j->apart && text[n]) add_set(m, part, parts[part], text);
    if (!m->j->apart) return;
    for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n"))
        add_set(m, part, word, word);
}

static int list_sets(mapping *m)
{
    int st = ST_OK;
    for (unsigned part = 0; part < PARTS && st == ST_OK; part++) {
        char *name = wl_format("%s.modules", parts[part]), *path = in_work(m, name), *text = NULL;
        size_t bytes = 0;
        st = infile_read_made("yosys", path, MOST_BYTES, &text, &bytes, m->e);
        if (st == ST_OK) add_sets(m, part, text);
        free(name);
        free(path);
        free(text);
    }
    return st;
}

static int add_digest(mapping *m, char *path)
{
    char *data = NULL, *longer;
    size_t bytes = 0;
    int st = infile_read(path, MOST_BYTES, &data, &bytes, m->e);
    if (st == ST_OK) {
        longer = wl_format("%s%s\n", m->common, digest_of(data, bytes).hex);
        free(m->common);
        m->common = longer;
    }
    free(data);
    free(path);
    return st;
}

static int digest_common(mapping *m)
{
    static const char *const files[] = {"design.il", "constr", "abc.lib", "latches.v",
                                        "inverted.flops"};
    int st = add_digest(m, wl_strdup(m->j->liberty));
    for (size_t i = 0; map_scripts[i] && st == ST_OK; i++)
        st = add_digest(m, resource_path(map_scripts[i]));
    for (size_t i = 0; i < sizeof files / sizeof files[0] && st == ST_OK; i++)
        st = add_digest(m, in_work(m, files[i]));
    return st;
}

static digest key_of(const mapping *m, const char *name)
{
    char *text = wl_format("%s%s", m->common, name);
    digest key = digest_of(text, strlen(text));
    free(text);
    return key;
}

// ---- one set

static bool is_kept(const mapping *m, const char *name, const digest *key)
{
    char *path = in_map(m, name, "key"), *text = NULL;
    size_t bytes = 0;
    err ignored = {0};
    bool same = infile_read(path, MOST_BYTES, &text, &bytes, &ignored) == ST_OK &&
                strcmp(text, key->hex) == 0;
    err_free(&ignored);
    free(text);
    free(path);
    return same;
}

// SET.tcl in WORK/map is what one would type in the work directory, SET.log the log. The key comes
// last: with it, the rest is there.
static int map_one(const mapping *m, const set *one, const digest *key, err *e)
{
    char *script = in_map(m, one->name, "tcl"), *log = in_map(m, one->name, "log"),
         *key_path = in_map(m, one->name, "key");
    char *text = wl_format("set part %s\nset name %s\nset modules {%s}\nsource params.tcl\nsource "
                           "$script_dir/map.tcl\n",
                           parts[one->part], one->name, one->modules);
    char *from_work = wl_format("map/%s.tcl", one->name);
    const char *const argv[] = {"yosys", "-q", "-c", from_work, NULL};
    int st = outfile_put(script, text, strlen(text), e);
    if (st == ST_OK) st = tool_run(argv, m->j->work_dir, log, e);
    if (st == ST_OK) st = outfile_put(key_path, key->hex, strlen(key->hex), e);
    free(from_work);
    free(script);
    free(log);
    free(key_path);
    free(text);
    return st;
}

static void do_one(mapping *m, const set *one)
{
    digest key = key_of(m, one->name);
    err e = {0};
    bool kept = is_kept(m, one->name, &key);
    int st = kept ? ST_OK : map_one(m, one, &key, &e);
    pthread_mutex_lock(&m->lock);
    m->kept += kept;
    if (st && !m->status) m->status = err_pass(m->e, one->name, &e);
    pthread_mutex_unlock(&m->lock);
    err_free(&e);
}

static void *mapper(void *arg)
{
    mapping *m = arg;
    for (;;) {
        pthread_mutex_lock(&m->lock);
        const set *one = m->next < m->n && !m->status ? &m->sets[m->next++] : NULL;
        pthread_mutex_unlock(&m->lock);
        if (!one) return NULL;
        do_one(m, one);
    }
}

static int map_all(mapping *m)
{
    pthread_t other;
    if (m->j->step)
        m->j->step(m->j->step_ctx, m->j->apart ? "Yosys and ABC: mapping the modules"
                                               : "Yosys and ABC: mapping logic and storage");
    bool two = m->n > 1;
    if (two && pthread_create(&other, NULL, mapper, m))
        return err_add(m->e, ST_TOOL, "cannot start a thread");
    mapper(m);
    if (two) pthread_join(other, NULL);
    return m->status;
}

// ---- all of them together

static int add_netlist(const mapping *m, const char *name, FILE *out)
{
    char *path = in_map(m, name, "v"), *text = NULL;
    size_t bytes = 0;
    int st = infile_read_made("yosys", path, MOST_BYTES, &text, &bytes, m->e);
    if (st == ST_OK) fwrite(text, 1, bytes, out);
    free(text);
    free(path);
    return st;
}

// *json: a new reference.
static int load_made(const mapping *m, const char *name, const char *ending, json_t **json)
{
    char *path = in_map(m, name, ending);
    json_error_t why;
    *json = json_load_file(path, 0, &why);
    int st = *json ? ST_OK : err_add(m->e, ST_TOOL, "%s: %s", path, why.text);
    free(path);
    return st;
}

static int add_to(const mapping *m, const char *name, const char *ending, const char *member,
                  json_t *all)
{
    json_t *made = NULL;
    int st = load_made(m, name, ending, &made);
    if (st == ST_OK) json_object_update(all, member ? json_object_get(made, member) : made);
    json_decref(made);
    return st;
}

static int write_cells(const mapping *m, unsigned part, json_t *all, json_t *recipes)
{
    json_t *out = json_pack("{s:O, s:O}", "modules", all, "recipes", recipes);
    char *name = wl_format("%s.json", parts[part]), *path = in_work(m, name),
         *text = json_dumps(out, JSON_INDENT(2));
    int st = outfile_put(path, text, strlen(text), m->e);
    json_decref(out);
    free(name);
    free(path);
    free(text);
    return st;
}

static int put_together(const mapping *m, unsigned part)
{
    char *name = wl_format("%s.v", parts[part]), *path = in_work(m, name);
    json_t *all = json_object(), *recipes = json_object();
    outfile o;
    int st = outfile_open(&o, path, m->e);
    bool open = st == ST_OK;
    for (unsigned i = 0; i < m->n && st == ST_OK; i++) {
        if (m->sets[i].part != part) continue;
        st = add_netlist(m, m->sets[i].name, o.f);
        if (st == ST_OK) st = add_to(m, m->sets[i].name, "json", "modules", all);
        if (st == ST_OK) st = add_to(m, m->sets[i].name, "recipes.json", NULL, recipes);
    }
    if (st == ST_OK) st = outfile_commit(&o, m->e);
    else if (open) outfile_abandon(&o);
    if (st == ST_OK) st = write_cells(m, part, all, recipes);
    json_decref(all);
    json_decref(recipes);
    free(name);
    free(path);
    return st;
}

static bool has_part(const mapping *m, unsigned part)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (m->sets[i].part == part) return true;
    }
    return false;
}

static int map_and_join(mapping *m)
{
    char *dir = in_work(m, "map");
    int st = outfile_mkdirs(dir, m->e);
    free(dir);
    if (st == ST_OK) st = list_sets(m);
    if (st == ST_OK) st = digest_common(m);
    if (st == ST_OK) st = map_all(m);
    for (unsigned part = 0; part < PARTS && st == ST_OK; part++) {
        if (has_part(m, part)) st = put_together(m, part);
    }
    return st;
}

int map_modules(const map_job *j, err *e)
{
    mapping m = {
        .j = j, .e = e, .common = wl_format("%s\n", j->recipe), .lock = PTHREAD_MUTEX_INITIALIZER};
    int st = map_and_join(&m);
    for (unsigned i = 0; i < m.n; i++) {
        free(m.sets[i].name);
        free(m.sets[i].modules);
    }
    free(m.sets);
    free(m.common);
    return st;
}
