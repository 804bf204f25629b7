// compile.c: runs Verilator and the C++ compiler. All files that Verilator generates for a model
// are compiled as one unit. What is the same for all models is compiled once per cache: Verilator's
// runtime, and its headers, on which the compiler spends most of its time if a model runs briefly.
// See compile.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/compile.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/resources.h"
#include "tb/lockstep/sealed.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGS = 48 };

// Without the optimization of trees of bit operations, which computes some netlists wrong in
// Verilator 5.006 (its issue 4059; tests/cosim/bit_op_tree.sh has one).
#define VERILATOR \
    "verilator", "--cc", "-O3", "-fno-const-bit-op-tree", "--x-assign", "fast", "--x-initial", \
        "fast", "-Wall"
#define CXX "clang++", "-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-faligned-new", "-DVM_SC=0"
#define COVERAGE \
    "--coverage-line", "--coverage-toggle", "--flatten" // points of each instance by itself
// Of Verilator's runtime, where no time is spent but in writing waves: it takes half as long to
// compile.
#define CXX_RUNTIME(flags) ((flags)->waves ? "-O1" : "-O0")

// Of the verilated model and its shim.
static const char *const levels[] = {
    [PLUGIN_LONG] = "-O2", [PLUGIN_SHORT] = "-O1", [PLUGIN_BRIEF] = "-O0"};

// A command line under construction.
typedef struct words {
    const char *w[MAX_ARGS + 1];
    unsigned n;
} words;

static void add(words *a, const char *const *list)
{
    for (; *list; list++) {
        CHECK(a->n < MAX_ARGS, "command line of %s", a->w[0]);
        a->w[a->n++] = *list;
    }
    a->w[a->n] = NULL;
}
#define ADD(a, ...) add((a), (const char *const[]){__VA_ARGS__, NULL})

// Runs it in j->work with its log there.
static int run(const words *a, const char *work, const char *log, err *e)
{
    char *path = wl_format("%s/%s", work, log);
    int status = tool_run(a->w, work, path, e);
    free(path);
    return status;
}

static void verilate_flags(words *a, const compile_flags *f)
{
    ADD(a, VERILATOR);
    if (f->waves) ADD(a, "--trace-fst");
    if (f->asserts) ADD(a, "-DWL_ASSERT_ON");
    if (f->coverage) ADD(a, COVERAGE);
}

static void cxx_flags(words *a, const compile_flags *f)
{
    ADD(a, CXX);
    ADD(a, f->coverage ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0");
    if (f->waves) ADD(a, "-DVM_TRACE=1", "-DVM_TRACE_FST=1");
    else ADD(a, "-DVM_TRACE=0");
}

static void model_flags(words *a, const compile_flags *f)
{
    cxx_flags(a, f);
    if (f->select) ADD(a, "-DWL_SELECT=1");
    ADD(a, levels[f->run]);
}

static void print_words(const words *a, FILE *f)
{
    for (unsigned i = 0; i < a->n; i++) fprintf(f, "%s ", a->w[i]);
    fprintf(f, "\n");
}

char *compile_identity(const toolchain *tools, const compile_flags *flags)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    words verilator = {0}, cxx = {0};
    verilate_flags(&verilator, flags);
    model_flags(&cxx, flags);
    ADD(&cxx, CXX_RUNTIME(flags));
    fputs(tools->versions, f);
    print_words(&verilator, f);
    print_words(&cxx, f);
    wl_memstream_end(f);
    return text;
}

static int verilate(const compile_job *j, err *e)
{
    words a = {0};
    char *prefix = wl_format("V%s", j->top);
    verilate_flags(&a, &j->flags);
    if (!j->lint) ADD(&a, "-Wno-fatal");
    if (j->verilog) ADD(&a, "-Wno-lint", "-Wno-style");
    // the emitted directory is WORK/rtl
    ADD(&a, "--prefix", prefix, "--top-module", j->top, "-Mdir", "../obj");
    if (j->verilog) ADD(&a, j->verilog);
    else ADD(&a, "-f", j->list);
    if (j->shell && !j->verilog) ADD(&a, j->shell);
    char *log = wl_format("%s/verilator.log", j->work);
    int status = tool_run(a.w, j->emitted, log, e);
    free(log);
    free(prefix);
    return status;
}

static int is_cpp(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 4 && strcmp(d->d_name + n - 4, ".cpp") == 0;
}

// What runs once, before the first cycle, is half of the code and is left unoptimized, which saves
// 16 % of the compiler's time at -O1 and 28 % at -O2 (WarpPool's preset).
static void unit_include(FILE *f, const char *name)
{
    const char once[] = "__Slow.cpp";
    const size_t n = strlen(name), m = strlen(once);
    const bool slow = n > m && strcmp(name + n - m, once) == 0;
    if (slow) fputs("#pragma clang optimize off\n", f);
    fprintf(f, "#include \"obj/%s\"\n", name);
    if (slow) fputs("#pragma clang optimize on\n", f);
}

// One unit of all that was generated: WORK/model.cpp.
static int write_unit(const compile_job *j, err *e)
{
    char *obj = wl_format("%s/obj", j->work), *path = wl_format("%s/model.cpp", j->work);
    struct dirent **names = NULL;
    outfile o;
    int n = scandir(obj, &names, is_cpp, alphasort), status = outfile_open(&o, path, e);
    for (int i = 0; i < n; i++) {
        if (status == ST_OK) unit_include(o.f, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    if (status == ST_OK) {
        fprintf(o.f, "#include \"rtl/%s\"\n", j->shim);
        status = outfile_commit(&o, e);
    }
    free(path);
    free(obj);
    return status;
}

// ---- what all models of a cache share: each is one file, made on another core while Verilator
// runs

typedef struct shared_part {
    const compile_job *j;
    const char *what;    // for an error
    const char *dir;     // where the compiler runs
    char *source, *made; // relative to it
    char *text;          // of the source
    words how;           // compiles it to `made`
    char *target;        // CACHE/NAME-DIGEST.SUFFIX
    bool sealed;         // it goes into the plug-in
    err e;
    pthread_t thread;
    bool started;
} shared_part;

// The digest is of what decides it: the versions of the tools, the words, the text.
static char *part_path(const shared_part *p, const char *name, const char *suffix)
{
    char *all = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&all, &bytes);
    fputs(p->j->tools->versions, f);
    print_words(&p->how, f);
    fputs(p->text, f);
    wl_memstream_end(f);
    char *path = wl_format("%s/%s-%.16s.%s", p->j->cache, name, digest_of(all, bytes).hex, suffix);
    free(all);
    return path;
}

static int part_install(const shared_part *p, const char *made, err *e)
{
    if (p->sealed) return sealed_install("clang++", made, p->target, e);
    return rename(made, p->target) == 0 ? ST_OK : sealed_cannot_rename(made, p->target, errno, e);
}

static int part_make(const shared_part *p, err *e)
{
    const char *include = p->j->tools->include;
    char *inc = wl_format("-I%s", include), *std = wl_format("-I%s/vltstd", include),
         *log = wl_format("%s/%s.log", p->j->work, p->what);
    char *source = wl_format("%s/%s", p->dir, p->source),
         *made = wl_format("%s/%s", p->dir, p->made);
    words a = p->how;
    ADD(&a, inc, std, p->source, "-o", p->made);
    int status = outfile_put(source, p->text, strlen(p->text), e);
    if (status == ST_OK) status = tool_run(a.w, p->dir, log, e);
    if (status == ST_OK) status = part_install(p, made, e);
    free(made);
    free(source);
    free(log);
    free(std);
    free(inc);
    return status;
}

static void *part_thread(void *arg)
{
    shared_part *p = arg;
    part_make(p, &p->e);
    return NULL;
}

static bool part_is_there(const shared_part *p)
{
    if (!p->sealed) return access(p->target, R_OK) == 0;
    const sealed_state found = sealed_check(p->target);
    if (found == SEALED_DAMAGED) sealed_discard(p->target);
    return found == SEALED_GOOD;
}

static void part_start(shared_part *p)
{
    if (part_is_there(p)) return;
    p->started = pthread_create(&p->thread, NULL, part_thread, p) == 0;
    if (!p->started) part_thread(p);
}

static int part_wait(shared_part *p, err *e)
{
    if (p->started) pthread_join(p->thread, NULL);
    p->started = false;
    int status = p->e.status;
    if (status != ST_OK)
        err_add(e, status, "Verilator's %s could not be compiled:\n%s", p->what, p->e.text);
    err_free(&p->e);
    return status;
}

static void part_free(shared_part *p)
{
    free(p->source);
    free(p->made);
    free(p->target);
    free(p->text);
}

static shared_part runtime_of(const compile_job *j)
{
    shared_part p = {.j = j, .what = "runtime", .dir = j->work, .sealed = true};
    p.source = wl_strdup("runtime.cpp");
    p.made = wl_strdup("runtime.o");
    p.text = wl_format("#include \"verilated.cpp\"\n#include \"verilated_threads.cpp\"\n%s%s",
                       j->flags.waves ? "#include \"verilated_fst_c.cpp\"\n" : "",
                       j->flags.coverage ? "#include \"verilated_cov.cpp\"\n" : "");
    cxx_flags(&p.how, &j->flags);
    ADD(&p.how, CXX_RUNTIME(&j->flags), "-c");
    p.target = part_path(&p, "runtime", "o");
    return p;
}

// Not sealed, as its digest would take as long as it saves: the compiler refuses one that is
// damaged, and is run again without. The source stays beside it, since the compiler looks for that,
// too; when it was written does not matter.
static shared_part headers_of(const compile_job *j)
{
    shared_part p = {.j = j, .what = "headers", .dir = j->cache};
    p.text = wl_strdup(
        "#include \"verilated.h\"\n#include <memory>\n#include <new>\n#include <string>\n");
    cxx_flags(&p.how, &j->flags);
    ADD(&p.how, levels[j->flags.run], "-Xclang", "-fno-pch-timestamp",
        "-fpch-instantiate-templates", "-x", "c++-header");
    p.target = part_path(&p, "headers", "h.gch");
    const char *name = strrchr(p.target, '/') + 1;
    p.source = wl_format("%.*s", (int)(strlen(name) - strlen(".gch")), name);
    p.made = wl_format("%s/headers.h.gch", strrchr(j->work, '/') + 1);
    return p;
}

// ---- a plug-in

// With the precompiled `headers` (a file name ending in .gch; NULL: none).
static int compile_with(const compile_job *j, const char *headers, err *e)
{
    const char *include = j->tools->include;
    words a = {0};
    char *inc = wl_format("-I%s", include), *std = wl_format("-I%s/vltstd", include), *above = NULL;
    model_flags(&a, &j->flags);
    if (headers) {
        const char *name = strrchr(headers, '/'); // the cache is WORK's parent
        above = wl_format("..%.*s", (int)(strlen(name) - strlen(".gch")), name);
        ADD(&a, "-include", above);
    }
    ADD(&a, "-Iobj", inc, std, "-c", "model.cpp", "-o", "model.o");
    int status = run(&a, j->work, "model.log", e);
    free(above);
    free(std);
    free(inc);
    return status;
}

static int compile_model(const compile_job *j, shared_part *headers, err *e)
{
    err ignored = {0};
    int status = part_wait(headers, e);
    if (status != ST_OK) return status;
    status = compile_with(j, headers->target, &ignored);
    err_free(&ignored);
    if (status == ST_OK) return ST_OK;
    unlink(headers->target);
    return compile_with(j, NULL, e);
}

static int link_plugin(const compile_job *j, const char *runtime, err *e)
{
    static const char map[] = "{ global: wl_plugin_get; local: *; };\n";
    words a = {0};
    char *path = wl_format("%s/plugin.map", j->work);
    int status = outfile_put(path, map, sizeof map - 1, e);
    free(path);
    if (status != ST_OK) return status;
    ADD(&a, "clang++", "-shared", "-Wl,-Bsymbolic", "-Wl,--version-script=plugin.map", "-o",
        "plugin.so");
    char *above = wl_format("..%s", strrchr(runtime, '/')); // the cache is WORK's parent
    ADD(&a, "model.o", above, "-lpthread", "-latomic");
    if (j->flags.waves) ADD(&a, "-lz");
    status = run(&a, j->work, "link.log", e);
    free(above);
    return status;
}

int compile_plugin(const compile_job *j, err *e)
{
    shared_part runtime = runtime_of(j), headers = headers_of(j);
    part_start(&runtime);
    part_start(&headers);
    int status = verilate(j, e);
    if (status == ST_OK) status = write_unit(j, e);
    if (status == ST_OK) status = compile_model(j, &headers, e);
    const int of_headers = part_wait(&headers, e), of_runtime = part_wait(&runtime, e);
    if (status == ST_OK) status = of_headers != ST_OK ? of_headers : of_runtime;
    if (status == ST_OK) status = link_plugin(j, runtime.target, e);
    part_free(&headers);
    part_free(&runtime);
    return status;
}
