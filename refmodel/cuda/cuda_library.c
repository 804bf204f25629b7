// cuda_library.c : the driver API's libraries, which are modules of every context, made in each
// when it asks; and its linker, whose output is the text of its inputs, one after the other.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

struct CUkern_st {
    struct CUkern_st *next;
    const struct CUlib_st *library;
    char *name;
};

struct CUlib_st {
    struct CUlib_st *next;
    char *name, *text;
    ptx_module *ptx; // what kernels there are; no context's
    struct CUkern_st *kernels;
};

static CUresult working(void)
{
    return cuda_this->initialized ? cuda_this->failed : CUDA_ERROR_NOT_INITIALIZED;
}

static CUlibrary keep_library(const char *name, char *text, ptx_module *ptx)
{
    struct CUlib_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUlib_st){
        .next = cuda_this->libraries, .name = wl_strdup(name), .text = text, .ptx = ptx};
    return cuda_this->libraries = made;
}

// Options of libraries say how data of CUDA's own tables is kept; there are none.
CUDA_ENTRY(cuLibraryLoadData,
           (CUlibrary * library, const void *code, CUjit_option *jit, void **jit_values,
            unsigned n_jit, CUlibraryOption *options, void **values, unsigned n),
           (library, code, jit, jit_values, n_jit, options, values, n))
{
    ptx_module *ptx = NULL;
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!library || !code || (n && !options)) return CUDA_ERROR_INVALID_VALUE;
    (void)values;
    r = cuda_load_text("image", code, &(cuda_jit){n_jit, jit, jit_values}, &ptx);
    if (r == CUDA_SUCCESS) *library = keep_library("image", wl_strdup(code), ptx);
    return r;
}

CUDA_ENTRY(cuLibraryLoadFromFile,
           (CUlibrary * library, const char *path, CUjit_option *jit, void **jit_values,
            unsigned n_jit, CUlibraryOption *options, void **values, unsigned n),
           (library, path, jit, jit_values, n_jit, options, values, n))
{
    ptx_module *ptx = NULL;
    char *text = NULL;
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!library || !path || (n && !options)) return CUDA_ERROR_INVALID_VALUE;
    (void)values;
    r = cuda_load_file(path, &(cuda_jit){n_jit, jit, jit_values}, &text, &ptx);
    if (r == CUDA_SUCCESS) *library = keep_library(path, text, ptx);
    return r;
}

// Where the list of libraries points at this one; NULL: not there.
static struct CUlib_st **find_library(CUlibrary library)
{
    for (struct CUlib_st **link = &cuda_this->libraries; *link; link = &(*link)->next) {
        if (*link == library) return link;
    }
    return NULL;
}

static void free_library(struct CUlib_st **link)
{
    struct CUlib_st *l = *link;
    *link = l->next;
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        struct CUmod_st **m = &c->modules;
        while (*m && (*m)->library != l) m = &(*m)->next;
        if (*m) cuda_unload(m);
    }
    for (struct CUkern_st *k = l->kernels, *next; k; k = next)
        next = k->next, free(k->name), free(k);
    ptx_free(l->ptx);
    free(l->name);
    free(l->text);
    free(l);
}

void cuda_libraries_free(void)
{
    while (cuda_this->libraries) free_library(&cuda_this->libraries);
}

CUDA_ENTRY(cuLibraryUnload, (CUlibrary library), (library))
{
    const CUresult r = working();
    struct CUlib_st **link = r == CUDA_SUCCESS ? find_library(library) : NULL;
    if (r != CUDA_SUCCESS) return r;
    if (!link) return CUDA_ERROR_INVALID_HANDLE;
    free_library(link);
    return CUDA_SUCCESS;
}

// A context's own, with variables of its own.
static struct CUmod_st *module_of(const struct CUlib_st *l, struct CUctx_st *context)
{
    struct CUmod_st *m = context->modules;
    while (m && m->library != l) m = m->next;
    return m ? m
             : cuda_keep_module(ptx_load_text(l->name, l->text, strlen(l->text), cuda_this->e), l,
                                context);
}

CUDA_ENTRY(cuLibraryGetModule, (CUmodule * module, CUlibrary library), (module, library))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module) return CUDA_ERROR_INVALID_VALUE;
    if (!find_library(library)) return CUDA_ERROR_INVALID_HANDLE;
    *module = module_of(library, cuda_current());
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuLibraryGetGlobal,
           (CUdeviceptr * dptr, size_t *bytes, CUlibrary library, const char *name),
           (dptr, bytes, library, name))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!name || (!dptr && !bytes)) return CUDA_ERROR_INVALID_VALUE;
    if (!find_library(library)) return CUDA_ERROR_INVALID_HANDLE;
    return cuda_find_variable(module_of(library, cuda_current()), name, dptr, bytes);
}

CUDA_ENTRY(cuLibraryGetKernel, (CUkernel * kernel, CUlibrary library, const char *name),
           (kernel, library, name))
{
    const CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!kernel || !name) return CUDA_ERROR_INVALID_VALUE;
    if (!find_library(library)) return CUDA_ERROR_INVALID_HANDLE;
    for (struct CUkern_st *k = library->kernels; k; k = k->next) {
        if (!strcmp(k->name, name)) return *kernel = k, CUDA_SUCCESS;
    }
    if (!ptx_has(library->ptx, name)) return CUDA_ERROR_NOT_FOUND;
    struct CUkern_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUkern_st){library->kernels, library, wl_strdup(name)};
    *kernel = library->kernels = made;
    return CUDA_SUCCESS;
}

static const struct CUkern_st *find_kernel(const void *kernel)
{
    for (const struct CUlib_st *l = cuda_this->libraries; l; l = l->next) {
        for (const struct CUkern_st *k = l->kernels; k; k = k->next) {
            if (k == kernel) return k;
        }
    }
    return NULL;
}

CUresult cuda_kernel_in(const void *kernel, struct CUctx_st *context, CUfunction *function)
{
    const struct CUkern_st *k = find_kernel(kernel);
    return k ? cuda_find_function(module_of(k->library, context), k->name, function)
             : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuKernelGetFunction, (CUfunction * function, CUkernel kernel), (function, kernel))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!function) return CUDA_ERROR_INVALID_VALUE;
    return cuda_kernel_in(kernel, cuda_current(), function);
}

CUDA_ENTRY(cuKernelGetLibrary, (CUlibrary * library, CUkernel kernel), (library, kernel))
{
    const CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!library) return CUDA_ERROR_INVALID_VALUE;
    if (!find_kernel(kernel)) return CUDA_ERROR_INVALID_HANDLE;
    *library = (CUlibrary)(uintptr_t)kernel->library;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuKernelGetName, (const char **name, CUkernel kernel), (name, kernel))
{
    const CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!name || !kernel) return CUDA_ERROR_INVALID_VALUE;
    if (!find_kernel(kernel)) return CUDA_ERROR_INVALID_HANDLE;
    *name = kernel->name;
    return CUDA_SUCCESS;
}

struct CUlinkState_st {
    struct CUlinkState_st *next;
    cuda_jit jit; // the caller's arrays, which stay while it is there
    char *text;
};

CUDA_ENTRY(cuLinkCreate, (unsigned n, CUjit_option *options, void **values, CUlinkState *state),
           (n, options, values, state))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!state || (n && (!options || !values))) return CUDA_ERROR_INVALID_VALUE;
    struct CUlinkState_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUlinkState_st){cuda_this->links, {n, options, values}, wl_strdup("")};
    *state = cuda_this->links = made;
    return CUDA_SUCCESS;
}

static struct CUlinkState_st **find_link(CUlinkState state)
{
    for (struct CUlinkState_st **link = &cuda_this->links; *link; link = &(*link)->next) {
        if (*link == state) return link;
    }
    return NULL;
}

static CUresult joined(CUlinkState state, const char *name, const char *text)
{
    ptx_module *ptx = NULL;
    const CUresult r = cuda_load_text(name, text, &state->jit, &ptx);
    if (r != CUDA_SUCCESS) return r;
    ptx_free(ptx);
    char *longer = wl_format("%s%s\n", state->text, text);
    free(state->text);
    state->text = longer;
    return CUDA_SUCCESS;
}

// What is wrong with what is to be added, before it is looked into.
static CUresult may_add(CUlinkState state, CUjitInputType type, const void *from)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!find_link(state)) return CUDA_ERROR_INVALID_HANDLE;
    if (!from || type > CU_JIT_INPUT_LIBRARY) return CUDA_ERROR_INVALID_VALUE;
    return type == CU_JIT_INPUT_PTX ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

CUDA_ENTRY(cuLinkAddData,
           (CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *name,
            unsigned n, CUjit_option *options, void **values),
           (state, type, data, bytes, name, n, options, values))
{
    CUresult r = may_add(state, type, data);
    if (r != CUDA_SUCCESS) return r;
    if (n && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
    char *text = wl_calloc(1, bytes + 1);
    memcpy(text, data, bytes);
    r = joined(state, name ? name : "image", text);
    free(text);
    return r;
}

CUDA_ENTRY(cuLinkAddFile,
           (CUlinkState state, CUjitInputType type, const char *path, unsigned n,
            CUjit_option *options, void **values),
           (state, type, path, n, options, values))
{
    ptx_module *ptx = NULL;
    char *text = NULL;
    CUresult r = may_add(state, type, path);
    if (r != CUDA_SUCCESS) return r;
    if (n && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
    r = cuda_load_file(path, &state->jit, &text, &ptx);
    if (r != CUDA_SUCCESS) return r;
    ptx_free(ptx);
    r = joined(state, path, text);
    free(text);
    return r;
}

CUDA_ENTRY(cuLinkComplete, (CUlinkState state, void **image, size_t *bytes), (state, image, bytes))
{
    ptx_module *ptx = NULL;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!find_link(state)) return CUDA_ERROR_INVALID_HANDLE;
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    r = cuda_load_text("linked", state->text, &state->jit, &ptx);
    if (r != CUDA_SUCCESS) return r;
    ptx_free(ptx);
    *image = state->text;
    if (bytes) *bytes = strlen(state->text) + 1;
    return CUDA_SUCCESS;
}

static void free_link(struct CUlinkState_st **link)
{
    struct CUlinkState_st *state = *link;
    *link = state->next;
    free(state->text);
    free(state);
}

void cuda_links_free(void)
{
    while (cuda_this->links) free_link(&cuda_this->links);
}

CUDA_ENTRY(cuLinkDestroy, (CUlinkState state), (state))
{
    struct CUlinkState_st **link = find_link(state);
    if (!link) return CUDA_ERROR_INVALID_HANDLE;
    free_link(link);
    return CUDA_SUCCESS;
}

CUDA_ALSO(cuLinkAddData, _v2);
CUDA_ALSO(cuLinkAddFile, _v2);
CUDA_ALSO(cuLinkCreate, _v2);
