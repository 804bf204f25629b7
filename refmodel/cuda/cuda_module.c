// cuda_module.c : the driver API's calls about modules: loading, functions, variables.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "cuda/cuda_fatbin.h"
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct CUmod_st *cuda_keep_module(ptx_module *ptx, const struct CUlib_st *library,
                                  struct CUctx_st *context)
{
    struct CUmod_st *m = wl_calloc(1, sizeof *m);
    *m = (struct CUmod_st){.next = context->modules, .ptx = ptx, .library = library};
    return context->modules = m;
}

// What was said goes to the caller's buffer, cut to its size, an option of its own that says then
// how much is in it.
static void write_log(const cuda_jit *jit, CUjit_option buffer, const char *said)
{
    const CUjit_option size_of = buffer + 1;
    char *log = NULL;
    void **size = NULL;
    for (unsigned i = 0; i < jit->n; i++) {
        if (jit->options[i] == buffer) log = jit->values[i];
        if (jit->options[i] == size_of) size = &jit->values[i];
    }
    if (!size) return;
    const size_t room = log ? (unsigned)(uintptr_t)*size : 0, wanted = strlen(said),
                 written = wanted < room ? wanted
                           : room        ? room - 1
                                         : 0;
    if (room) memcpy(log, said, written), log[written] = 0;
    *size = (void *)(uintptr_t)written;
}

// CU_JIT_WALL_TIME: the value becomes a float, of milliseconds.
static void write_time(const cuda_jit *jit, const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const float ms = (float)((double)(now.tv_sec - since->tv_sec) * 1e3 +
                             (double)(now.tv_nsec - since->tv_nsec) / 1e6);
    for (unsigned i = 0; i < jit->n; i++) {
        if (jit->options[i] == CU_JIT_WALL_TIME) memcpy(&jit->values[i], &ms, sizeof ms);
    }
}

static bool is_elf(const char *image)
{
    return !strncmp(image,
                    "\x7f"
                    "ELF",
                    4);
}

// The PTX of a fat binary of which there are at most `most` bytes, malloc'd.
static CUresult unpack(const char *image, size_t most, char **text)
{
    size_t bytes = 0;
    const unsigned char *fat = fatbin_locate(image, &bytes);
    if (!fat) return CUDA_ERROR_INVALID_IMAGE;
    switch (fatbin_ptx(fat, bytes < most ? bytes : most, text, cuda_this->e)) {
    case FATBIN_OK: return CUDA_SUCCESS;
    case FATBIN_NO_PTX: return CUDA_ERROR_NO_BINARY_FOR_GPU;
    default: return CUDA_ERROR_INVALID_IMAGE;
    }
}

// Why kernels of a module that is loaded cannot run.
static void tell_refusals(const ptx_module *m, const cuda_jit *jit)
{
    err said = {0};
    ptx_tell_refusals(m, &said);
    write_log(jit, CU_JIT_ERROR_LOG_BUFFER, said.text ? said.text : "");
    err_free(&said);
}

static CUresult load_ptx(const char *name, const char *text, const cuda_jit *jit, ptx_module **made)
{
    const size_t before = cuda_this->e->len;
    struct timespec since;
    clock_gettime(CLOCK_MONOTONIC, &since);
    *made = ptx_load_text(name, text, strlen(text), cuda_this->e);
    if (*made) tell_refusals(*made, jit);
    else
        write_log(jit, CU_JIT_ERROR_LOG_BUFFER,
                  cuda_this->e->len > before ? cuda_this->e->text + before : "");
    write_log(jit, CU_JIT_INFO_LOG_BUFFER, "");
    write_time(jit, &since);
    if (*made) return CUDA_SUCCESS;
    return ptx_version_is_known(text, strlen(text)) ? CUDA_ERROR_INVALID_PTX
                                                    : CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
}

static CUresult load_image(const char *name, const char *image, size_t most, const cuda_jit *jit,
                           ptx_module **made)
{
    char *text = NULL;
    if (jit->n && (!jit->options || !jit->values)) return CUDA_ERROR_INVALID_VALUE;
    if (is_elf(image)) return CUDA_ERROR_INVALID_IMAGE;
    if (!fatbin_is(image)) return load_ptx(name, image, jit, made);
    CUresult r = unpack(image, most, &text);
    if (r == CUDA_SUCCESS) r = load_ptx(name, text, jit, made);
    free(text);
    return r;
}

// How long an image in memory is only it says itself.
CUresult cuda_load_text(const char *name, const char *image, const cuda_jit *jit, ptx_module **made)
{
    return load_image(name, image, SIZE_MAX, jit, made);
}

CUresult cuda_load_file(const char *path, const cuda_jit *jit, char **text, ptx_module **made)
{
    size_t bytes = 0;
    if (access(path, R_OK) != 0) return CUDA_ERROR_FILE_NOT_FOUND;
    if (infile_read(path, PTX_MOST_BYTES, text, &bytes, cuda_this->e) != ST_OK)
        return CUDA_ERROR_INVALID_PTX;
    const CUresult r = bytes < FATBIN_HEADER_BYTES || !fatbin_points(*text)
                           ? load_image(path, *text, bytes, jit, made)
                           : CUDA_ERROR_INVALID_IMAGE;
    if (r != CUDA_SUCCESS) free(*text);
    return r;
}

CUDA_ENTRY(cuModuleLoad, (CUmodule * module, const char *path), (module, path))
{
    CUresult r = cuda_ready();
    char *text = NULL;
    ptx_module *ptx = NULL;
    if (r != CUDA_SUCCESS) return r;
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    r = cuda_load_file(path, &(cuda_jit){0}, &text, &ptx);
    if (r != CUDA_SUCCESS) return r;
    free(text);
    *module = cuda_keep_module(ptx, NULL, cuda_current());
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleLoadDataEx,
           (CUmodule * module, const void *image, unsigned n_options, CUjit_option *options,
            void **values),
           (module, image, n_options, options, values))
{
    ptx_module *ptx = NULL;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    r = cuda_load_text("image", image, &(cuda_jit){n_options, options, values}, &ptx);
    if (r == CUDA_SUCCESS) *module = cuda_keep_module(ptx, NULL, cuda_current());
    return r;
}

CUDA_ENTRY(cuModuleLoadData, (CUmodule * module, const void *image), (module, image))
{
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUDA_ENTRY(cuModuleLoadFatBinary, (CUmodule * module, const void *fat), (module, fat))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !fat) return CUDA_ERROR_INVALID_VALUE;
    return fatbin_is(fat) ? cuModuleLoadData(module, fat) : CUDA_ERROR_INVALID_IMAGE;
}

CUDA_ENTRY(cuModuleGetLoadingMode, (CUmoduleLoadingMode * mode), (mode))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

static void free_functions(struct CUfunc_st *f)
{
    for (struct CUfunc_st *next; f; f = next) {
        next = f->next;
        free(f->old);
        free(f->name);
        free(f);
    }
}

void cuda_module_free(struct CUmod_st *m)
{
    cuda_texrefs_free(m);
    free_functions(m->functions);
    free_functions(m->refused);
    ptx_drop_variables(m->ptx, cuda_this->memory);
    ptx_free(m->ptx);
    free(m);
}

void cuda_unload(struct CUmod_st **link)
{
    struct CUmod_st *m = *link;
    cuda_tell_output();
    *link = m->next;
    cuda_module_free(m);
}

// Where the list of the current context's modules points at this one; NULL: not there.
static struct CUmod_st **find_module(CUmodule module)
{
    for (struct CUmod_st **link = &cuda_current()->modules; *link; link = &(*link)->next) {
        if (*link == module) return link;
    }
    return NULL;
}

bool cuda_is_module(CUmodule module) { return find_module(module); }

CUDA_ENTRY(cuModuleUnload, (CUmodule module), (module))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    struct CUmod_st **link = find_module(module);
    if (!link) return CUDA_ERROR_INVALID_HANDLE;
    if (module->library) return CUDA_ERROR_NOT_PERMITTED; // cuLibraryUnload does
    cuda_unload(link);
    return CUDA_SUCCESS;
}

static struct CUfunc_st *find_named(struct CUfunc_st *f, const char *name)
{
    while (f && strcmp(f->name, name)) f = f->next;
    return f;
}

static struct CUfunc_st *keep_function(struct CUfunc_st **list, struct CUmod_st *m,
                                       const char *name, const ptx_kernel *k)
{
    struct CUfunc_st *f = wl_calloc(1, sizeof *f);
    *f = (struct CUfunc_st){.next = *list, .module = m, .name = wl_strdup(name), .kernel = k};
    return *list = f;
}

// The same kernel is the same function, however often it is asked for. Why one cannot run is said
// when it is first asked for.
CUresult cuda_find_function(struct CUmod_st *m, const char *name, CUfunction *function)
{
    struct CUfunc_st *f = find_named(m->functions, name);
    if (f) return *function = f, CUDA_SUCCESS;
    if (!ptx_has(m->ptx, name)) return CUDA_ERROR_NOT_FOUND;
    if (find_named(m->refused, name)) return CUDA_ERROR_NOT_SUPPORTED;
    const ptx_kernel *k = ptx_find(m->ptx, name, cuda_this->e);
    f = keep_function(k ? &m->functions : &m->refused, m, name, k);
    if (k) *function = f;
    return k ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUDA_ENTRY(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
           (function, module, name))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    return find_module(module) ? cuda_find_function(module, name, function)
                               : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuda_find_variable(struct CUmod_st *m, const char *name, CUdeviceptr *dptr, size_t *bytes)
{
    err unsaid = {0}; // the result says all
    uint64_t addr = 0, size = 0;
    int status = ptx_variable(m->ptx, cuda_this->memory, name, &addr, &size, &unsaid);
    err_free(&unsaid);
    if (status) return status == ST_INPUT ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_OUT_OF_MEMORY;
    if (dptr) *dptr = addr;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleGetGlobal,
           (CUdeviceptr * dptr, size_t *bytes, CUmodule module, const char *name),
           (dptr, bytes, module, name))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!name || (!dptr && !bytes)) return CUDA_ERROR_INVALID_VALUE;
    return find_module(module) ? cuda_find_variable(module, name, dptr, bytes)
                               : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ALSO(cuModuleGetGlobal, _v2);
