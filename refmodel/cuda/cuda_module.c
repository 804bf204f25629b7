// cuda_module.c : the driver API's calls about modules: loading, functions, variables.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static CUresult keep_module(ptx_module *ptx, CUmodule *module)
{
    if (!ptx) return CUDA_ERROR_INVALID_PTX;
    struct CUmod_st *m = wl_calloc(1, sizeof *m);
    *m = (struct CUmod_st){.next = cuda_current()->modules, .ptx = ptx};
    *module = cuda_current()->modules = m;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleLoad, (CUmodule *module, const char *path), (module, path))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    if (access(path, R_OK) != 0) return CUDA_ERROR_FILE_NOT_FOUND;
    return keep_module(ptx_load_file(path, cuda_this->e), module);
}

// A cubin (ELF) or a fatbin, not text.
static bool is_binary(const char *image) { return !strncmp(image, "\x7f" "ELF", 4) || !strncmp(image, "\x50\xed\x55\xba", 4); }

CUDA_ENTRY(cuModuleLoadData, (CUmodule *module, const void *image), (module, image))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    if (is_binary(image)) return CUDA_ERROR_INVALID_IMAGE;
    return keep_module(ptx_load_text("image", image, strlen(image), cuda_this->e), module);
}

// What was said goes to the caller's buffer, cut to its size, an option of its own that says then how much is in it.
static void write_log(unsigned n_options, const CUjit_option *options, void **values, CUjit_option buffer, const char *said)
{
    const CUjit_option size_of = buffer + 1;
    char *log = NULL;
    void **size = NULL;
    for (unsigned i = 0; i < n_options; i++) {
        if (options[i] == buffer) log = values[i];
        if (options[i] == size_of) size = &values[i];
    }
    if (!size) return;
    const size_t room = log ? (unsigned)(uintptr_t)*size : 0, wanted = strlen(said), written = wanted < room ? wanted : room ? room - 1 : 0;
    if (room) memcpy(log, said, written), log[written] = 0;
    *size = (void *)(uintptr_t)written;
}

CUDA_ENTRY(cuModuleLoadDataEx,
           (CUmodule *module, const void *image, unsigned n_options, CUjit_option *options, void **values),
           (module, image, n_options, options, values))
{
    if (n_options && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const size_t before = cuda_this->e->len;
    r = cuModuleLoadData(module, image);
    write_log(n_options, options, values, CU_JIT_ERROR_LOG_BUFFER, cuda_this->e->len > before ? cuda_this->e->text + before : "");
    write_log(n_options, options, values, CU_JIT_INFO_LOG_BUFFER, "");
    return r;
}

void cuda_module_free(struct CUmod_st *m)
{
    for (struct CUfunc_st *f = m->functions, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    ptx_free(m->ptx);
    free(m);
}

// Where the list of the current context's modules points at this one; NULL: not there.
static struct CUmod_st **find_module(CUmodule module)
{
    for (struct CUmod_st **link = &cuda_current()->modules; *link; link = &(*link)->next) {
        if (*link == module) return link;
    }
    return NULL;
}

CUDA_ENTRY(cuModuleUnload, (CUmodule module), (module))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    struct CUmod_st **link = find_module(module);
    if (!link) return CUDA_ERROR_INVALID_HANDLE;
    *link = module->next;
    cuda_module_free(module);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleGetFunction, (CUfunction *function, CUmodule module, const char *name), (function, module, name))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    if (!find_module(module)) return CUDA_ERROR_INVALID_HANDLE;
    err unsaid = {0}; // the result says all, but of a kernel that cannot run
    const ptx_kernel *k = ptx_find(module->ptx, name, ptx_has(module->ptx, name) ? cuda_this->e : &unsaid);
    err_free(&unsaid);
    if (!k) return CUDA_ERROR_NOT_FOUND;
    struct CUfunc_st *f = wl_calloc(1, sizeof *f);
    *f = (struct CUfunc_st){module->functions, k};
    *function = module->functions = f;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleGetGlobal, (CUdeviceptr *dptr, size_t *bytes, CUmodule module, const char *name), (dptr, bytes, module, name))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!name || (!dptr && !bytes)) return CUDA_ERROR_INVALID_VALUE;
    if (!find_module(module)) return CUDA_ERROR_INVALID_HANDLE;
    err unsaid = {0}; // the result says all
    uint64_t addr = 0, size = 0;
    int status = ptx_variable(module->ptx, cuda_this->memory, name, &addr, &size, &unsaid);
    err_free(&unsaid);
    if (status) return status == ST_INPUT ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_OUT_OF_MEMORY;
    if (dptr) *dptr = addr;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}
