// compile.c : see compile.h. All that Verilator makes of a model goes through the compiler as one unit, and its runtime, which
// is the same for all models, once a cache.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/compile.h"

#include "base/digest.h"
#include "base/outfile.h"
#include "base/share.h"
#include "tb/lockstep/sealed.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGS = 48, MAX_TEXT = 1 << 20 };

// Without the optimization of trees of bit operations, which computes some netlists wrong in Verilator 5.006 (its issue 4059;
// tests/cosim/bit_op_tree.sh has one).
#define VERILATOR "verilator", "--cc", "-O3", "-fno-const-bit-op-tree", "--x-assign", "fast", "--x-initial", "fast", "-Wall"
#define CXX "g++", "-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-faligned-new", "-DVM_SC=0"
#define COVERAGE "--coverage-line", "--coverage-toggle", "--flatten" // points of each instance by itself
#define CXX_MODEL "-O2"   // of the verilated model and its shim
#define CXX_LARGE "-O1"   // of variants or gates: large, and each runs for a short while
#define CXX_RUNTIME "-O1" // of Verilator's runtime, where little time is spent

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
    int status = share_run(a->w, work, path, e);
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
    if (f->select) ADD(a, "-DWL_SELECT=1");
    ADD(a, f->coverage ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0");
    if (f->waves) ADD(a, "-DVM_TRACE=1", "-DVM_TRACE_FST=1");
    else ADD(a, "-DVM_TRACE=0");
}

static const char *model_level(const compile_flags *f) { return f->large ? CXX_LARGE : CXX_MODEL; }

// First line of `program --version`, appended to f.
static int print_version(const char *program, const char *work, FILE *f, err *e)
{
    words a = {0};
    ADD(&a, program, "--version");
    char *log = wl_format("%s.version", program), *path = wl_format("%s/%s", work, log), *text = NULL;
    size_t bytes;
    int status = run(&a, work, log, e);
    if (status == ST_OK) status = infile_read(path, MAX_TEXT, &text, &bytes, e);
    if (text) fprintf(f, "%.*s\n", (int)strcspn(text, "\n"), text);
    free(text);
    free(path);
    free(log);
    return status;
}

static void print_words(const words *a, FILE *f)
{
    for (unsigned i = 0; i < a->n; i++) fprintf(f, "%s ", a->w[i]);
    fprintf(f, "\n");
}

char *compile_identity(const char *work, const compile_flags *flags, err *e)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = wl_memstream(&text, &bytes);
    words verilator = {0}, cxx = {0};
    verilate_flags(&verilator, flags);
    cxx_flags(&cxx, flags);
    ADD(&cxx, model_level(flags), CXX_RUNTIME);
    int status = print_version("verilator", work, f, e);
    if (status == ST_OK) status = print_version("g++", work, f, e);
    print_words(&verilator, f);
    print_words(&cxx, f);
    wl_memstream_end(f);
    if (status == ST_OK) return text;
    free(text);
    return NULL;
}

// Directory of Verilator's headers and runtime, malloc'd.
static char *include_dir(const char *work, err *e)
{
    words a = {0};
    ADD(&a, "verilator", "--getenv", "VERILATOR_ROOT");
    char *path = wl_format("%s/verilator.root", work), *text = NULL, *dir = NULL;
    size_t bytes;
    if (run(&a, work, "verilator.root", e) == ST_OK && infile_read(path, MAX_TEXT, &text, &bytes, e) == ST_OK) {
        dir = wl_format("%.*s/include", (int)strcspn(text, "\n"), text);
    }
    free(text);
    free(path);
    return dir;
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
    char *log = wl_format("%s/verilator.log", j->work);
    int status = share_run(a.w, j->emitted, log, e);
    free(log);
    free(prefix);
    return status;
}

static int is_cpp(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 4 && strcmp(d->d_name + n - 4, ".cpp") == 0;
}

// One unit of all that was generated: WORK/model.cpp.
static int write_unit(const compile_job *j, err *e)
{
    char *obj = wl_format("%s/obj", j->work), *path = wl_format("%s/model.cpp", j->work);
    struct dirent **names = NULL;
    outfile o;
    int n = scandir(obj, &names, is_cpp, alphasort), status = outfile_open(&o, path, e);
    for (int i = 0; i < n; i++) {
        if (status == ST_OK) fprintf(o.f, "#include \"obj/%s\"\n", names[i]->d_name);
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

static int compile_model(const compile_job *j, const char *include, err *e)
{
    words a = {0};
    char *inc = wl_format("-I%s", include), *std = wl_format("-I%s/vltstd", include);
    cxx_flags(&a, &j->flags);
    ADD(&a, model_level(&j->flags), "-Iobj", inc, std, "-c", "model.cpp", "-o", "model.o");
    int status = run(&a, j->work, "model.log", e);
    free(std);
    free(inc);
    return status;
}

// The compiled runtime of this identity, malloc'd: CACHE/runtime-DIGEST.o.
static char *runtime_path(const compile_job *j, const char *identity)
{
    return wl_format("%s/runtime-%.16s.o", j->cache, digest_of(identity, strlen(identity)).hex);
}

static int write_runtime_unit(const compile_job *j, err *e)
{
    char *path = wl_format("%s/runtime.cpp", j->work);
    char *text = wl_format("#include \"verilated.cpp\"\n#include \"verilated_threads.cpp\"\n%s%s",
                           j->flags.waves ? "#include \"verilated_fst_c.cpp\"\n" : "",
                           j->flags.coverage ? "#include \"verilated_cov.cpp\"\n" : "");
    int status = outfile_put(path, text, strlen(text), e);
    free(text);
    free(path);
    return status;
}

static int compile_runtime(const compile_job *j, const char *include, const char *target, err *e)
{
    words a = {0};
    int status = write_runtime_unit(j, e);
    if (status != ST_OK) return status;
    char *inc = wl_format("-I%s", include), *std = wl_format("-I%s/vltstd", include), *made = wl_format("%s/runtime.o", j->work);
    cxx_flags(&a, &j->flags);
    ADD(&a, CXX_RUNTIME, inc, std, "-c", "runtime.cpp", "-o", "runtime.o");
    status = run(&a, j->work, "runtime.log", e);
    if (status == ST_OK) status = sealed_install("g++", made, target, e);
    free(made);
    free(std);
    free(inc);
    return status;
}

// The runtime is compiled beside the model, on another core.
typedef struct runtime_task {
    const compile_job *j;
    const char *include, *target;
    err e;
    pthread_t thread;
    bool started;
} runtime_task;

static void *runtime_thread(void *arg)
{
    runtime_task *t = arg;
    compile_runtime(t->j, t->include, t->target, &t->e);
    return NULL;
}

static void runtime_start(runtime_task *t)
{
    const sealed_state found = sealed_check(t->target);
    if (found == SEALED_GOOD) return;
    if (found == SEALED_DAMAGED) sealed_discard(t->target);
    t->started = pthread_create(&t->thread, NULL, runtime_thread, t) == 0;
    if (!t->started) runtime_thread(t);
}

static int runtime_wait(runtime_task *t, err *e)
{
    if (t->started) pthread_join(t->thread, NULL);
    int status = t->e.status;
    if (status != ST_OK) err_add(e, status, "Verilator's runtime could not be compiled:\n%s", t->e.text);
    err_free(&t->e);
    return status;
}

static int link_plugin(const compile_job *j, const char *runtime, err *e)
{
    static const char map[] = "{ global: wl_plugin_get; local: *; };\n";
    words a = {0};
    char *path = wl_format("%s/plugin.map", j->work);
    int status = outfile_put(path, map, sizeof map - 1, e);
    free(path);
    if (status != ST_OK) return status;
    ADD(&a, "g++", "-shared", "-Wl,-Bsymbolic", "-Wl,--version-script=plugin.map", "-o", "plugin.so");
    char *above = wl_format("..%s", strrchr(runtime, '/')); // the cache is WORK's parent
    ADD(&a, "model.o", above, "-lpthread");
    if (j->flags.waves) ADD(&a, "-lz");
    status = run(&a, j->work, "link.log", e);
    free(above);
    return status;
}

int compile_plugin(const compile_job *j, const char *identity, err *e)
{
    char *include = include_dir(j->work, e);
    if (!include) return e->status;
    char *runtime = runtime_path(j, identity);
    runtime_task task = {.j = j, .include = include, .target = runtime};
    runtime_start(&task);
    int status = verilate(j, e);
    if (status == ST_OK) status = write_unit(j, e);
    if (status == ST_OK) status = compile_model(j, include, e);
    int other = runtime_wait(&task, e);
    if (status == ST_OK) status = other;
    if (status == ST_OK) status = link_plugin(j, runtime, e);
    free(runtime);
    free(include);
    return status;
}
