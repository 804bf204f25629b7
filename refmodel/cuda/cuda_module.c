// cuda_module.c : the driver API's calls about modules, functions and launches.
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
    *m = (struct CUmod_st){.next = cuda_this.contexts->modules, .ptx = ptx};
    *module = cuda_this.contexts->modules = m;
    return CUDA_SUCCESS;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    if (access(path, R_OK) != 0) return CUDA_ERROR_FILE_NOT_FOUND;
    return keep_module(ptx_load_file(path, cuda_this.e), module);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    return keep_module(ptx_load_text("image", image, strlen(image), cuda_this.e), module);
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
    for (struct CUmod_st **link = &cuda_this.contexts->modules; *link; link = &(*link)->next) {
        if (*link == module) return link;
    }
    return NULL;
}

CUresult cuModuleUnload(CUmodule module)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    struct CUmod_st **link = find_module(module);
    if (!link) return CUDA_ERROR_INVALID_HANDLE;
    *link = module->next;
    cuda_module_free(module);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    if (!find_module(module)) return CUDA_ERROR_INVALID_HANDLE;
    err unsaid = {0}; // the result says all
    const ptx_kernel *k = ptx_find(module->ptx, name, &unsaid);
    err_free(&unsaid);
    if (!k) return CUDA_ERROR_NOT_FOUND;
    struct CUfunc_st *f = wl_calloc(1, sizeof *f);
    *f = (struct CUfunc_st){module->functions, k};
    *function = module->functions = f;
    return CUDA_SUCCESS;
}

static bool is_function(CUfunction function)
{
    for (const struct CUmod_st *m = cuda_this.contexts->modules; m; m = m->next) {
        for (const struct CUfunc_st *f = m->functions; f; f = f->next) {
            if (f == function) return true;
        }
    }
    return false;
}

// Parameters from one pointer each.
static CUresult gather(const ptx_kernel *k, void **params, unsigned char *block)
{
    const ptx_param *p;
    const unsigned n = ptx_params(k, &p);
    for (unsigned i = 0; i < n; i++) {
        if (!params || !params[i]) return CUDA_ERROR_INVALID_VALUE;
        memcpy(block + p[i].offset, params[i], p[i].bytes);
    }
    return CUDA_SUCCESS;
}

// Parameters from the block of bytes that `extra` names.
static CUresult copy_block(const ptx_kernel *k, void **extra, unsigned char *block)
{
    const void *from = NULL;
    const size_t *size = NULL;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) from = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) size = extra[1];
        else return CUDA_ERROR_INVALID_VALUE;
    }
    if (!from || !size || *size != ptx_param_bytes(k)) return CUDA_ERROR_INVALID_VALUE;
    memcpy(block, from, *size);
    return CUDA_SUCCESS;
}

// A launch that did not begin leaves the device as it was; anything that went wrong in a kernel stays.
static CUresult run(const ptx_kernel *k, const ptx_launch *l)
{
    const uint64_t before = gpu_cycle(cuda_this.machine);
    if (cuda_launch(k, l) == ST_OK) return CUDA_SUCCESS;
    if (gpu_cycle(cuda_this.machine) == before) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    return cuda_this.failed = CUDA_ERROR_LAUNCH_FAILED;
}

CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes, CUstream stream, void **params, void **extra)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!is_function(f) || stream) return CUDA_ERROR_INVALID_HANDLE;
    ptx_launch l = {.grid = {grid_x, grid_y, grid_z}, .block = {block_x, block_y, block_z}, .dynamic_shared = shared_bytes};
    char *fault = cuda_shape_fault(l.grid, l.block);
    free(fault);
    if (fault || (params && extra)) return CUDA_ERROR_INVALID_VALUE;
    unsigned char *block = wl_calloc(1, ptx_param_bytes(f->kernel));
    r = extra ? copy_block(f->kernel, extra, block) : gather(f->kernel, params, block);
    l.params = block;
    if (r == CUDA_SUCCESS) r = run(f->kernel, &l);
    free(block);
    return r;
}
