// emit.c : see rtlgen.h. All files are made in memory, then written beside their targets, then
// renamed.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/resources.h"
#include "rtlgen/bugs.h"
#include "rtlgen/engine/align.h"
#include "rtlgen/engine/file_set.h"
#include "rtlgen/engine/folder.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ONE(name, stem, PORTS, bench, cycles) +1
enum { MAX_FILE = 1 << 20, MAX_BLOCKS = BLOCKS(ONE) + SIDES };

// Does a stem begin with the configuration's name, as a word?
static bool says_name(const char *stem, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(stem, name, n) == 0 && (stem[n] == '_' || stem[n] == '\0');
}

static char *module_name(const char *name, const char *stem)
{
    return says_name(stem, name) ? wl_strdup(stem) : wl_format("%s_%s", name, stem);
}

char *rtlgen_top(const config *c, const char *block) { return module_name(c->name, block); }

char *rtlgen_shell(const config *c, const adapter *a)
{
    char *top = rtlgen_top(c, a->kind->stem), *shell = wl_format("%s_shell", top);
    free(top);
    return shell;
}

const char *rtlgen_adapter_module(const adapter_kind *k, unsigned i)
{
    const rtl_wrap *x = rtl_wraps;
    while (strcmp(x->host, k->host) != 0 || strcmp(x->block, k->block) != 0) x++;
    return x->modules[i].stem;
}

static const char *stem_of(const rtl_module *m, const char *name, const char *module)
{
    for (; m->stem; m++) {
        char *emitted = module_name(name, m->stem);
        const bool same = strcmp(emitted, module) == 0;
        free(emitted);
        if (same) return m->stem;
    }
    return NULL;
}

static const char *stem_in(const rtl_block *const *list, const char *name, const char *module)
{
    const char *stem = NULL;
    for (; *list && !stem; list++) stem = stem_of((*list)->modules, name, module);
    return stem;
}

const char *rtlgen_stem(const char *name, const char *module)
{
    const char *stem = stem_in(rtl_blocks, name, module);
    if (!stem) stem = stem_in(rtl_sides, name, module);
    for (const rtl_wrap *x = rtl_wraps; x->host && !stem; x++)
        stem = stem_of(x->modules, name, module);
    return stem;
}

bool rtlgen_enabled(const config *c, const char *block)
{
    const rtl_block *b = plan_block(block);
    return b && b->enabled(c);
}

const char *rtlgen_block(unsigned i, const char **key)
{
    unsigned n = 0;
    while (n < i && rtl_blocks[n]) n++;
    if (!rtl_blocks[n]) return NULL;
    *key = rtl_blocks[n]->key;
    return rtl_blocks[n]->stem;
}

static rtl_plan plan_of(const config *c, const char *block)
{
    rtl_plan p = {.clocked = false};
    const rtl_block *b = plan_block(block);
    if (b) plan_make(b, c, NULL, NULL, &p);
    return p;
}

bool rtlgen_clocked(const config *c, const char *block) { return plan_of(c, block).clocked; }

bool rtlgen_split(const config *c, const char *block) { return plan_of(c, block).split; }

const char *rtlgen_host(unsigned i)
{
    const char *last = "";
    for (const rtl_wrap *x = rtl_wraps; x->host; x++) { // the wraps of a host stand together
        if (strcmp(x->host, last) != 0 && i-- == 0) return x->host;
        last = x->host;
    }
    return NULL;
}

// "structures.mrpb, structures.cart": the keys of the blocks with an adapter for the host, each
// with a suffix. Malloc'd.
static char *keys_of(const char *host, const char *suffix)
{
    char *keys = wl_strdup("");
    for (const rtl_wrap *x = rtl_wraps; x->host; x++) {
        if (strcmp(x->host, host) != 0) continue;
        char *longer =
            wl_format("%s%s%s%s", keys, *keys ? ", " : "", plan_block(x->block)->key, suffix);
        free(keys);
        keys = longer;
    }
    return keys;
}

char *rtlgen_host_keys(const char *host) { return keys_of(host, ""); }

const char *rtlgen_key(const char *block) { return plan_block(block)->key; }

const char *rtlgen_first(const config *c)
{
    for (const rtl_block *const *b = rtl_blocks; *b; b++) {
        if ((*b)->enabled(c)) return (*b)->stem;
    }
    return NULL;
}

// Does a check of the module refuse every value of a parameter but one?
static bool is_baked(const char *module, const char *name, int length)
{
    char *rule = wl_format("(%.*s_must_be_", length, name);
    const char *at = strstr(module, rule);
    const bool baked = at && isdigit((unsigned char)at[strlen(rule)]);
    free(rule);
    return baked;
}

// The parameters of a module that may be set, in lines as wide as emitted text is.
static void set_parameters(writer *w, const char *module)
{
    enum { WIDEST = 99 };
    static const char declared[] = "\n  parameter integer ", indent[] = "//           ";
    int column = sizeof indent - 1;
    char *names = wl_strdup("");
    for (const char *at = strstr(module, declared); at; at = strstr(at, declared)) {
        at += sizeof declared - 1;
        const int length = (int)strcspn(at, " ");
        if (is_baked(module, at, length)) continue;
        const bool fits = column + 1 + length <= WIDEST;
        char *longer =
            wl_format("%s%s%s %.*s", names, fits ? "" : "\n", fits ? "" : indent, length, at);
        column = (fits ? column : (int)sizeof indent - 1) + 1 + length;
        free(names);
        names = longer;
    }
    writer_set(w, "PARAMETERS", "%s", *names ? names : " none");
    free(names);
}

// Blocks share leaves: the first one that wants a module makes it.
static void make_module(file_set *s, const rtl_plan *p, const rtl_module *m, writer *w)
{
    char *top = rtlgen_top(p->c, m->stem), *name = wl_format("%s.v", top);
    free(top);
    if (file_set_find(s, name)) {
        free(name);
        return;
    }
    writer_set(w, "FILE", "%s", name);
    writer_set(w, "TEMPLATE", "%s", m->template);
    if (m->values) m->values(p, w);
    writer_put(w, m->template);
    char *module = writer_take(w, name);
    set_parameters(w, module);
    writer_put(w, "rtlgen/engine/module.in");
    char *banner = writer_take(w, NULL), *aligned = align_comments(module);
    file_set_add(s, name, wl_format("%s%s", banner, aligned));
    free(banner);
    free(aligned);
    free(module);
}

static void make_check(file_set *s, writer *w)
{
    writer_put(w, "rtlgen/lib/wl_check.vh.in");
    file_set_add(s, wl_strdup("wl_check.vh"), writer_take(w, NULL));
}

// The plug-in's interface goes along, so that the directory is complete in itself.
static int make_interface(file_set *s, err *e)
{
    char *path = resource_path("tb/abi/plugin.h"), *text = NULL;
    size_t bytes;
    int status = infile_read(path, MAX_FILE, &text, &bytes, e);
    free(path);
    if (status == ST_OK) file_set_add(s, wl_strdup(FOLDER_INTERFACE), text);
    return status;
}

static void add_of_top(file_set *s, const rtl_plan *p, const char *suffix, char *text)
{
    char *top = rtlgen_top(p->c, p->block->stem);
    file_set_add(s, wl_format("%s%s", top, suffix), text);
    free(top);
}

static void make_modules(file_set *s, const rtl_plan *p, const rtl_module *list, writer *w)
{
    for (const rtl_module *m = plan_next(p, list); m->stem; m = plan_next(p, m + 1))
        make_module(s, p, m, w);
}

static void make_index_c(file_set *s, const rtl_plan *p, writer *w)
{
    export_index_c(p, w);
    file_set_add(s, wl_format("%s_index.h", p->c->name), writer_take(w, NULL));
}

static void make_block(file_set *s, const rtl_plan *p)
{
    writer *w = writer_new();
    plan_values(p, w);
    make_modules(s, p, p->block->modules, w);
    if (plan_wrap(p)) make_modules(s, p, plan_wrap(p)->modules, w);
    if (p->index_c && p->block == &rtl_pric) make_index_c(s, p, w);
    export_shim(p, w);
    add_of_top(s, p, "_shim.cpp", writer_take(w, "the shim"));
    export_doc(p, w);
    add_of_top(s, p, ".md", writer_take(w, NULL));
    export_sdc(p, w);
    add_of_top(s, p, ".sdc", writer_take(w, NULL));
    writer_free(w);
}

static void make_common(file_set *s, const rtl_plan *plans, unsigned n)
{
    writer *w = writer_new();
    plan_values(&plans[0], w);
    make_check(s, w);
    export_filelist(plans, n, w);
    file_set_add(s, wl_format("%s.f", plans[0].c->name), writer_take(w, NULL));
    writer_free(w);
}

// The shell of the adapter that the options name.
static void make_shell(file_set *s, const rtl_plan *plans, unsigned n, const adapter *a)
{
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(plans[i].block->stem, a->kind->block) != 0) continue;
        char *name = rtlgen_shell(plans[i].c, a), *module, *shim;
        shell_make(&plans[i], a, &module, &shim);
        file_set_add(s, wl_format("%s.v", name), module);
        file_set_add(s, wl_format("%s_shim.cpp", name), shim);
        free(name);
    }
}

static int make_files(file_set *s, const rtl_plan *plans, unsigned n, const char *vlnv, err *e)
{
    make_common(s, plans, n);
    for (unsigned i = 0; i < n; i++) make_block(s, &plans[i]);
    file_set_package(s, plans, n, vlnv);
    return make_interface(s, e);
}

static const rtl_bug *find_bug(const char *id)
{
    for (const rtl_bug *b = rtl_bugs; b->id; b++) {
        if (strcmp(b->id, id) == 0) return b;
    }
    return NULL;
}

// The length of the text at `at` that is `from`, or 0. White space there may be any other, as how
// the text is aligned and broken into lines depends on the configuration.
static size_t match_at(const char *at, const char *from)
{
    static const char white[] = " \n";
    const char *start = at;
    for (; *from; from++, at++) {
        const size_t there = strspn(at, white), wanted = strspn(from, white);
        if (!there != !wanted || (!wanted && *at != *from)) return 0;
        at += wanted ? there - 1 : 0;
        from += wanted ? wanted - 1 : 0;
    }
    return (size_t)(at - start);
}

// The first place at or behind `text` that is `from`, its length in *n; NULL: there is none.
static char *find_place(char *text, const char *from, size_t *n)
{
    while (*text && (*n = match_at(text, from)) == 0) text++;
    return *text ? text : NULL;
}

static int seed_bug(file_set *s, const config *c, const char *id, err *e)
{
    const rtl_bug *b = find_bug(id);
    if (!b) return err_add(e, ST_INPUT, "'%s' is no bug of the emitted Verilog", id);
    char *top = rtlgen_top(c, b->module), *name = wl_format("%s.v", top);
    text_file *f = file_set_find(s, name);
    free(name);
    free(top);
    if (!f)
        return err_add(e, ST_INPUT,
                       "bug %s (%s): is in module %s, which this configuration does not have", id,
                       b->what, b->module);
    size_t n, other;
    char *at = find_place(f->text, b->from, &n);
    if (!at || find_place(at + n, b->from, &other)) {
        return err_add(e, ST_INPUT, "bug %s (%s): this configuration's Verilog has no such place",
                       id, b->what);
    }
    char *text = wl_format("%.*s%s%s", (int)(at - f->text), f->text, b->to, at + n);
    free(f->text);
    f->text = text;
    return ST_OK;
}

static int stage(text_file *f, const char *dir, err *e)
{
    char *path = wl_format("%s/%s", dir, f->name);
    int status = outfile_open(&f->out, path, e);
    if (status == ST_OK) {
        size_t n = strlen(f->text);
        if (fwrite(f->text, 1, n, f->out.f) != n || fflush(f->out.f) != 0) {
            status = err_add(e, ST_TOOL, "%s: cannot be written: %s", path, strerror(errno));
        }
    }
    free(path);
    return status;
}

// All files beside their targets first, so that a full disk shows before the first one is replaced.
static int write_files(file_set *s, const char *dir, err *e)
{
    unsigned staged = 0, done = 0;
    int status = ST_OK;
    while (status == ST_OK && staged < s->n) status = stage(&s->f[staged++], dir, e);
    while (status == ST_OK && done < s->n) status = outfile_commit(&s->f[done++].out, e);
    for (unsigned i = done; i < staged; i++) outfile_abandon(&s->f[i].out);
    return status;
}

static json_t *describe(const file_set *s, const rtl_plan *plans, unsigned n)
{
    json_t *o = json_object(), *files = json_array(), *tops = json_array();
    for (unsigned i = 0; i < s->n; i++) json_array_append_new(files, json_string(s->f[i].name));
    for (unsigned i = 0; i < n; i++) {
        char *top = rtlgen_top(plans[i].c, plans[i].block->stem);
        json_array_append_new(tops, json_string(top));
        free(top);
    }
    json_object_set_new(o, "files", files);
    json_object_set_new(o, "digest", json_string(plans[0].hw.hex));
    json_object_set(o, "top", json_array_get(tops, 0));
    json_object_set_new(o, "tops", tops);
    return o;
}

static int write_all(file_set *s, const char *dir, bool force, json_t *removed, err *e)
{
    folder d;
    folder_add_manifest(s);
    int status = folder_prepare(&d, dir, s, force, e);
    if (status == ST_OK) status = write_files(s, dir, e);
    if (status == ST_OK) folder_remove_stale(&d, s, removed);
    if (status != ST_OK) folder_abandon(&d, s);
    folder_free(&d);
    return status;
}

// A plan for each block of the list that the configuration enables; n are made.
static unsigned make_plans(const config *c, const rtlgen_options *o, const rtl_block *const *list,
                           rtl_plan plans[MAX_BLOCKS], unsigned n)
{
    for (; *list; list++) {
        if (!(*list)->enabled(c)) continue;
        plan_make(*list, c, o->source, o->folder, &plans[n]);
        plans[n].host = o->wrap;
        plans[n++].index_c = o->index_c;
    }
    return n;
}

static int no_wrap(const config *c, const char *host, err *e)
{
    char *blocks = keys_of(host, ".enable");
    int status = err_add(e, ST_INPUT,
                         "--wrap %s: configuration %s has no structure that is wrapped for this "
                         "host: all of these are false: %s",
                         host, c->name, blocks);
    free(blocks);
    return status;
}

// Is there an adapter for each thing asked for, and does the configuration fit its host?
static int check_wraps(const rtl_plan *plans, unsigned n, const rtlgen_options *o, err *e)
{
    int status = ST_OK;
    unsigned wrapped = 0;
    for (unsigned i = 0; i < n; i++) {
        const rtl_wrap *x = plan_wrap(&plans[i]);
        char *why = x ? x->refuse(&plans[i]) : NULL;
        if (why) status = err_add(e, ST_INPUT, "--wrap %s: %s", o->wrap, why);
        free(why);
        wrapped += x != NULL;
    }
    if (o->wrap && !wrapped) return no_wrap(plans[0].c, o->wrap, e);
    if (o->index_c && !plans[0].c->pric.enable)
        return err_add(e, ST_INPUT,
                       "--index-c: the index function is that of structures.pric, and "
                       "structures.pric.enable is false");
    return status;
}

static int no_block(const config *c, err *e)
{
    char *keys = wl_strdup("");
    const char *last = "";
    for (const rtl_block *const *b = rtl_blocks; *b; last = (*b++)->key) {
        if (strcmp((*b)->key, last) == 0) continue; // blocks of one structure stand together
        char *longer = wl_format("%s%s%s.enable", keys, *keys ? ", " : "", (*b)->key);
        free(keys);
        keys = longer;
    }
    int status = err_add(e, ST_INPUT,
                         "configuration %s has no structure to emit: all of these are false: %s",
                         c->name, keys);
    free(keys);
    return status;
}

int rtlgen_emit(const config *c, const char *dir, const rtlgen_options *o, json_t **result, err *e)
{
    rtl_plan plans[MAX_BLOCKS];
    file_set s = {.n = 0};
    unsigned n = make_plans(c, o, rtl_blocks, plans, 0);
    n = make_plans(c, o, rtl_sides, plans, n);
    if (!n) return no_block(c, e);
    int status = check_wraps(plans, n, o, e);
    if (status == ST_OK) status = make_files(&s, plans, n, o->vlnv, e);
    if (status == ST_OK && o->shell) make_shell(&s, plans, n, o->shell);
    if (status == ST_OK && o->bug) status = seed_bug(&s, c, o->bug, e);
    json_t *removed = json_array();
    if (status == ST_OK) status = write_all(&s, dir, o->force, removed, e);
    if (status == ST_OK && result) {
        *result = describe(&s, plans, n);
        json_object_set(*result, "removed", removed);
    }
    json_decref(removed);
    file_set_free(&s);
    return status;
}
