// build.c: finds a plug-in in the cache, or emits, compiles and installs it. See build.h. The files
// of the cache are:
//
//     CACHE/plugins/KEY.so        finished plug-ins, of Icarus KEY.vvp; KEY.so.sha256 their digest;
//                                 KEY.lock is held while one is built
//     CACHE/plugins/runtime-*.o   Verilator's runtime
//     CACHE/plugins/headers-*.h.gch  its headers, precompiled, for plug-ins that run briefly
//     CACHE/plugins/toolchain-*.txt  what the tools said of themselves (toolchain.h)
//     CACHE/plugins/build.N/      a build; its file `lock` is held as long as the builder lives,
//                                 and a directory whose lock is free was left by a killed one and
//                                 is removed by the next build
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/build.h"

#include "base/cleanup.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "config/ports/port.h"
#include "config/ports/side.h"
#include "rtlgen/rtlgen.h"
#include "tb/icarus/icarus.h"
#include "tb/lockstep/compile.h"
#include "tb/lockstep/sealed.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_EMITTED = 16 << 20, MAX_FILES = 128 };
#define STAND_IN "design.v"  // plugin_want.verilog, in the build's directory
#define CHECKS "wl_check.vh" // what every emitted module includes

typedef struct build {
    char *cache;   // CACHE/plugins
    char *work;    // CACHE/plugins/build.N
    int work_lock; // held while the build lives; -1 = none
    int ticket;    // of the directory, with cleanup.h
    bool failed;   // the tools failed: the directory stays for its logs, until the next build
    char *emitted; // WORK/rtl
    json_t *files; // names of the emitted files
    char *top, *identity, *key;
    char *shell; // of an adapter: its file's name
    port ports[PORTS_MAX];
    unsigned n_ports;
    icarus_design design;
    toolchain tools;
} build;

static int cannot(const char *what, const char *path, err *e)
{
    return err_add(e, outfile_status(errno), "cannot %s %s: %s", what, path, strerror(errno));
}

// Opens and locks a file; -1 and an error (none when `wait` is false and somebody else holds it).
static int lock_file(const char *path, bool wait, err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        err_add(e, outfile_status(errno), "cannot open %s: %s (WARPLOOM_CACHE names another cache)",
                path, strerror(errno));
        return -1;
    }
    while (flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB)) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) cannot("lock", path, e);
        close(fd);
        return -1;
    }
    return fd;
}

static int is_build(const struct dirent *d) { return strncmp(d->d_name, "build.", 6) == 0; }

// Removes what killed builds have left. Called with the cache's lock held, so that no build is just
// being made.
static void remove_stale(const char *cache)
{
    struct dirent **names = NULL;
    int n = scandir(cache, &names, is_build, alphasort);
    for (int i = 0; i < n; i++) {
        char *dir = wl_format("%s/%s", cache, names[i]->d_name), *lock = wl_format("%s/lock", dir);
        err ignored = {0};
        int fd = lock_file(lock, false, &ignored);
        if (fd >= 0 || ignored.status != ST_OK) cleanup_tree(dir);
        if (fd >= 0) close(fd);
        err_free(&ignored);
        free(lock);
        free(dir);
        free(names[i]);
    }
    free(names);
}

static int make_work(build *b, err *e)
{
    char *all = wl_format("%s/lock", b->cache);
    int fd = lock_file(all, true, e);
    free(all);
    if (fd < 0) return e->status;
    remove_stale(b->cache);
    b->work = wl_format("%s/build.XXXXXX", b->cache);
    if (mkdtemp(b->work)) {
        char *own = wl_format("%s/lock", b->work);
        b->work_lock = lock_file(own, true, e);
        b->ticket = cleanup_add(b->work);
        free(own);
    } else {
        cannot("make directory", b->work, e);
    }
    close(fd);
    return b->work_lock >= 0 ? ST_OK : e->status;
}

// Name of the emitted file that ends in `suffix`; the generator always makes it.
static const char *emitted_file(const build *b, const char *suffix)
{
    size_t i, k = strlen(suffix);
    json_t *f;
    json_array_foreach(b->files, i, f) {
        const char *name = json_string_value(f);
        size_t n = name ? strlen(name) : 0;
        if (n >= k && strcmp(name + n - k, suffix) == 0) return name;
    }
    CHECK(false, "the generator made no file *%s", suffix);
    return NULL;
}

static const port_table *find_table(const char *block)
{
    const port_table *t = port_table_find(block);
    CHECK(t, "block %s has no port table", block);
    return t;
}

// The ports and the name of what is built.
static void set_top(build *b, const config *c, const plugin_want *w)
{
    const adapter *a = w->adapter;
    const port_table *t = a ? NULL : find_table(w->block);
    b->top = a ? rtlgen_shell(c, a) : rtlgen_top(c, w->block);
    if (a) a->kind->fill(a, b->ports);
    else t->fill(c, b->ports);
    b->n_ports = a ? a->kind->n_ports : t->n;
    if (a) b->shell = wl_format("%s.v", b->top);
    b->design = (icarus_design){.top = b->top,
                                .ports = b->ports,
                                .n_ports = b->n_ports,
                                .clocked = rtlgen_clocked(c, w->block),
                                .split = rtlgen_split(c, w->block),
                                .noise = w->verilog != NULL};
}

static int emit(build *b, const config *c, const plugin_want *w, err *e)
{
    const char *host = w->adapter ? w->adapter->kind->host : NULL;
    rtlgen_options o = {.source = c->name, .bug = w->bug, .wrap = host, .shell = w->adapter};
    json_t *result = NULL;
    b->emitted = wl_format("%s/rtl", b->work);
    int status = rtlgen_emit(c, b->emitted, &o, &result, e);
    if (status != ST_OK) return status;
    b->files = json_incref(json_object_get(result, "files"));
    set_top(b, c, w);
    json_decref(result);
    return ST_OK;
}

// What the file list of an emitted directory names: a line that is no comment and no option.
static bool names_a_file(const char *line)
{
    return *line && *line != '+' && strncmp(line, "//", 2) != 0;
}

static int copy_file(const char *from_dir, const char *to_dir, const char *name, err *e)
{
    char *from = wl_format("%s/%s", from_dir, name), *to = wl_format("%s/%s", to_dir, name);
    char *data = NULL;
    size_t bytes = 0;
    int status = infile_read(from, MAX_EMITTED, &data, &bytes, e);
    if (status == ST_OK) status = outfile_put(to, data, bytes, e);
    free(data);
    free(to);
    free(from);
    return status;
}

static int copy_listed(build *b, const char *dir, char *list, err *e)
{
    int status = ST_OK;
    char *rest = NULL;
    for (char *line = strtok_r(list, "\r\n", &rest); line && status == ST_OK;
         line = strtok_r(NULL, "\r\n", &rest)) {
        if (!names_a_file(line)) continue;
        if (strchr(line, '/'))
            return err_add(e, ST_INPUT,
                           "--rtl %s: its list names %s: must be a file in that folder", dir, line);
        status = copy_file(dir, b->emitted, line, e);
        json_array_append_new(b->files, json_string(line));
    }
    return status;
}

// Puts the Verilog of a directory that `warploom rtl` wrote, and somebody may have edited, in the
// place of what was emitted: the files of its list, and those alone. The shim, which knows the
// ports, stays, and the shell of an adapter.
static int take_edited(build *b, const config *c, const char *dir, err *e)
{
    char *name = wl_strdup(emitted_file(b, ".f")), *path = wl_format("%s/%s", dir, name),
         *list = NULL;
    size_t bytes = 0;
    const digest d = config_hw_digest(c);
    int status = infile_read(path, MAX_EMITTED, &list, &bytes, e);
    if (status == ST_OK && !strstr(list, d.hex)) {
        status = err_add(e, ST_INPUT,
                         "--rtl %s: %s was written for other hardware: its digest must be %s", dir,
                         name, d.hex);
    }
    json_array_clear(b->files);
    json_array_append_new(b->files, json_string(name));
    if (status == ST_OK) status = copy_file(dir, b->emitted, name, e);
    if (status == ST_OK) status = copy_file(dir, b->emitted, CHECKS, e);
    if (status == ST_OK) status = copy_listed(b, dir, list, e);
    json_array_append_new(b->files, json_string(CHECKS));
    if (b->shell) json_array_append_new(b->files, json_string(b->shell));
    free(list);
    free(path);
    free(name);
    return status;
}

static int copy_stand_in(const build *b, const char *from, err *e)
{
    char *to = wl_format("%s/" STAND_IN, b->work), *data = NULL;
    size_t bytes = 0;
    int status = infile_read(from, MAX_EMITTED, &data, &bytes, e);
    if (status == ST_OK) status = outfile_put(to, data, bytes, e);
    free(data);
    free(to);
    return status;
}

static int print_file(const char *dir, const char *name, FILE *f, err *e)
{
    char *path = wl_format("%s/%s", dir, name), *data = NULL;
    size_t bytes = 0;
    int status = infile_read(path, MAX_EMITTED, &data, &bytes, e);
    if (status == ST_OK) {
        fprintf(f, "%s %zu\n", name, bytes);
        fwrite(data, 1, bytes, f);
    }
    free(data);
    free(path);
    return status;
}

static compile_flags flags_of(const plugin_want *w)
{
    const plugin_run run = w->verilog && w->run == PLUGIN_LONG ? PLUGIN_SHORT : w->run;
    return (compile_flags){w->waves, w->asserts, w->select, w->coverage,
                           w->bug ? PLUGIN_BRIEF : run};
}

// The key: the top, all emitted text (of all structures), and what compiles it.
static int make_key(build *b, const plugin_want *w, err *e)
{
    const compile_flags flags = flags_of(w);
    if (w->sim == SIM_ICARUS) b->identity = icarus_identity(&b->design, b->work, w->asserts, e);
    else if (toolchain_find(b->cache, b->work, &b->tools, e) == ST_OK)
        b->identity = compile_identity(&b->tools, &flags);
    if (!b->identity) return e->status;
    char *text = NULL;
    size_t bytes = 0, i;
    FILE *f = wl_memstream(&text, &bytes);
    fprintf(f, "interface %d, top %s\n%s", WL_PLUGIN_ABI, b->top, b->identity);
    json_t *name;
    int status = w->verilog ? print_file(b->work, STAND_IN, f, e) : ST_OK;
    json_array_foreach(b->files, i, name) {
        if (status == ST_OK) status = print_file(b->emitted, json_string_value(name), f, e);
    }
    wl_memstream_end(f);
    b->key = wl_strdup(digest_of(text, bytes).hex);
    free(text);
    return status;
}

// Names of the emitted modules' files; their number.
static unsigned verilog_files(const build *b, const char *files[MAX_FILES])
{
    unsigned n = 0;
    size_t i;
    json_t *f;
    json_array_foreach(b->files, i, f) {
        const char *name = json_string_value(f);
        size_t k = strlen(name);
        if (k > 2 && strcmp(name + k - 2, ".v") == 0 && n < MAX_FILES) files[n++] = name;
    }
    return n;
}

static int compile_icarus(const build *b, const plugin_want *w, err *e)
{
    const char *files[MAX_FILES + 1] = {"../" STAND_IN};
    files[w->verilog ? 1 : verilog_files(b, files)] = NULL;
    return icarus_compile(&b->design, b->work, b->emitted, files, w->asserts, e);
}

static int compile_verilator(const build *b, const plugin_want *w, err *e)
{
    char *shim = wl_format("%s_shim.cpp", b->top);
    compile_job j = {.work = b->work,
                     .cache = b->cache,
                     .tools = &b->tools,
                     .top = b->top,
                     .list = emitted_file(b, ".f"),
                     .shell = b->shell,
                     .shim = shim,
                     .emitted = b->emitted,
                     .flags = flags_of(w),
                     .lint = !w->bug && !w->verilog && !w->rtl};
    if (w->verilog) j.verilog = "../" STAND_IN; // of the emitted directory
    int status = compile_plugin(&j, e);
    free(shim);
    return status;
}

static int compile(build *b, const plugin_want *w, const char *target, err *e)
{
    if (!w->quiet && isatty(2)) {
        fprintf(stderr, "compiling %s%s%s for the RTL simulator ...\n", b->top,
                w->bug ? " with " : "", w->bug ? w->bug : "");
    }
    int status = w->sim == SIM_ICARUS ? compile_icarus(b, w, e) : compile_verilator(b, w, e);
    b->failed = status != ST_OK;
    if (status != ST_OK) return status;
    char *made = wl_format("%s/%s", b->work, w->sim == SIM_ICARUS ? "design.vvp" : "plugin.so");
    status = sealed_install(w->sim == SIM_ICARUS ? "iverilog" : "clang++", made, target, e);
    free(made);
    return status;
}

// The plug-in's path, in the cache already or made now. Whoever comes second waits for the first
// and finds it there.
static int find_or_make(build *b, const plugin_want *w, char **path, err *e)
{
    *path = wl_format("%s/%s.%s", b->cache, b->key, w->sim == SIM_ICARUS ? "vvp" : "so");
    if (sealed_check(*path) == SEALED_GOOD) return ST_OK;
    char *lock = wl_format("%s/%s.lock", b->cache, b->key);
    int fd = lock_file(lock, true, e);
    free(lock);
    if (fd < 0) return e->status;
    const sealed_state found = sealed_check(*path);
    if (found == SEALED_DAMAGED) sealed_discard(*path);
    const int status = found == SEALED_GOOD ? ST_OK : compile(b, w, *path, e);
    close(fd);
    return status;
}

static void build_free(build *b)
{
    if (b->work_lock >= 0 && !b->failed) cleanup_tree(b->work);
    if (b->work_lock >= 0) close(b->work_lock);
    cleanup_forget(b->ticket);
    json_decref(b->files);
    free(b->cache);
    free(b->work);
    free(b->emitted);
    free(b->top);
    free(b->shell);
    free(b->identity);
    toolchain_free(&b->tools);
    free(b->key);
}

// The cache's directory, absolute, since the tools run elsewhere.
static int make_cache(build *b, err *e)
{
    char *root = resource_cache_dir(), *dir = wl_format("%s/plugins", root);
    int status = outfile_mkdirs(dir, e);
    if (status == ST_OK && !(b->cache = realpath(dir, NULL))) status = cannot("open", dir, e);
    free(dir);
    free(root);
    return status;
}

static int words_check(const wl_plugin *api, const port *ports, unsigned n, err *e)
{
    const unsigned in = port_words(ports, n, PORT_IN), out = port_words(ports, n, PORT_OUT);
    if (api->in_words == in && api->out_words == out) return ST_OK;
    return err_add(e, ST_TOOL, "plug-in %s: %u input and %u output words: must be %u and %u",
                   api->top, api->in_words, api->out_words, in, out);
}

static int check_top(const wl_plugin *api, const config *c, const char *top, const port *ports,
                     unsigned n, err *e)
{
    if (api->abi != WL_PLUGIN_ABI)
        return err_add(e, ST_TOOL, "plug-in: interface version %u: must be %d", api->abi,
                       WL_PLUGIN_ABI);
    if (words_check(api, ports, n, e) != ST_OK) return ST_TOOL;
    digest d = config_hw_digest(c);
    int status = ST_OK;
    if (strcmp(api->hw_digest, d.hex) != 0) {
        status = err_add(e, ST_TOOL,
                         "plug-in %s: made from the configuration with digest %s: must be %s",
                         api->top, api->hw_digest, d.hex);
    } else if (strcmp(api->top, top) != 0) {
        status = err_add(e, ST_TOOL, "plug-in: top module %s: must be %s", api->top, top);
    }
    return status;
}

int plugin_check(const wl_plugin *api, const config *c, const char *block, err *e)
{
    const port_table *t = find_table(block);
    port ports[PORTS_MAX];
    char *top = rtlgen_top(c, block);
    t->fill(c, ports);
    const int status = check_top(api, c, top, ports, t->n, e);
    free(top);
    return status;
}

static int open_shared_object(plugin_lib *lib, err *e)
{
    lib->handle = dlopen(lib->path, RTLD_NOW | RTLD_LOCAL);
    if (!lib->handle) return err_add(e, ST_TOOL, "cannot load the plug-in: %s", dlerror());
    union {
        void *symbol;
        const wl_plugin *(*get)(void);
        // ISO C has no conversion from void * to a function's address
    } entry = {.symbol = dlsym(lib->handle, "wl_plugin_get")};
    if (!entry.symbol) return err_add(e, ST_TOOL, "%s: not a plug-in: %s", lib->path, dlerror());
    lib->api = entry.get();
    return ST_OK;
}

static int open_icarus(const build *b, const config *c, plugin_lib *lib, err *e)
{
    digest d = config_hw_digest(c);
    lib->api = icarus_open(&b->design, lib->path, d.hex, e);
    return lib->api ? ST_OK : ST_TOOL;
}

static int open_plugin(const build *b, const config *c, plugin_lib *lib, err *e)
{
    int status = lib->sim == SIM_ICARUS ? open_icarus(b, c, lib, e) : open_shared_object(lib, e);
    return status == ST_OK ? check_top(lib->api, c, b->top, b->ports, b->n_ports, e) : status;
}

static bool has_dont_cares(const build *b)
{
    for (const port *p = b->ports; p < b->ports + b->n_ports; p++) {
        if (p->dir == PORT_IN && p->width && p->qualifier) return true;
    }
    return false;
}

int plugin_load(const config *c, const plugin_want *w, plugin_lib *lib, err *e)
{
    build b = {.work_lock = -1, .ticket = -1};
    *lib = (plugin_lib){.sim = w->sim};
    side_kind kind;
    if (!rtlgen_enabled(c, w->block) && side_find(w->block, &kind)) {
        return err_add(
            e, ST_INPUT,
            "%s: no such top in this configuration: it has fewer than two structures there",
            w->block);
    }
    if (!rtlgen_enabled(c, w->block)) {
        return err_add(e, ST_INPUT,
                       "%s: not enabled in this configuration, so there is no RTL to run; try "
                       "--set %s.enable=true",
                       rtlgen_key(w->block), rtlgen_key(w->block));
    }
    int status = make_cache(&b, e);
    if (status == ST_OK) status = make_work(&b, e);
    if (status == ST_OK) status = emit(&b, c, w, e);
    if (status == ST_OK && w->rtl) status = take_edited(&b, c, w->rtl, e);
    if (status == ST_OK && w->verilog) status = copy_stand_in(&b, w->verilog, e);
    if (status == ST_OK) status = make_key(&b, w, e);
    if (status == ST_OK) status = find_or_make(&b, w, &lib->path, e);
    if (status == ST_OK) status = open_plugin(&b, c, lib, e);
    lib->dont_care = has_dont_cares(&b);
    build_free(&b);
    if (status != ST_OK) plugin_unload(lib);
    return status;
}

void plugin_unload(plugin_lib *lib)
{
    if (lib->handle) dlclose(lib->handle);
    if (lib->sim == SIM_ICARUS) icarus_close(lib->api);
    free(lib->path);
    *lib = (plugin_lib){0};
}

int plugin_sim_parse(const char *word, plugin_sim *sim, err *e)
{
    *sim = SIM_VERILATOR;
    if (!word || strcmp(word, "verilator") == 0) return ST_OK;
    *sim = SIM_ICARUS;
    return strcmp(word, "icarus") == 0
               ? ST_OK
               : err_add(e, ST_INPUT, "--sim %s: must be verilator or icarus", word);
}

json_t *plugin_sim_json(const plugin_lib *lib)
{
    if (lib->sim != SIM_ICARUS) return json_pack("{s:s}", "simulator", "verilator");
    icarus_x x = icarus_x_of(lib->api);
    return json_pack("{s:s, s:I, s:I}", "simulator", "icarus", "x_driven", (json_int_t)x.driven,
                     "x_seen", (json_int_t)x.seen);
}

int plugin_sim_floor(const plugin_lib *lib, const char *block, err *e)
{
    if (lib->sim != SIM_ICARUS || !lib->dont_care || icarus_x_of(lib->api).driven) return ST_OK;
    return err_add(e, ST_CHECK, "%s: no don't-care input was ever driven with X; run more --cycles",
                   block);
}
