// cuda_function.c : the driver API's calls about functions: launches, attributes, occupancy.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

CUresult cuda_function_in(CUfunction *function, struct CUctx_st *context)
{
    for (const struct CUmod_st *m = context->modules; m; m = m->next) {
        for (const struct CUfunc_st *f = m->functions; f; f = f->next) {
            if (f == *function) return CUDA_SUCCESS;
        }
    }
    return cuda_kernel_in(*function, context, function);
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

// Parameters from the block of bytes that `extra` names; what is behind them, as the padding of a
// struct, is not looked at.
static CUresult copy_block(const ptx_kernel *k, void **extra, unsigned char *block)
{
    const void *from = NULL;
    const size_t *size = NULL;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) from = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) size = extra[1];
        else return CUDA_ERROR_INVALID_VALUE;
    }
    if (!from || !size || *size < ptx_param_bytes(k)) return CUDA_ERROR_INVALID_VALUE;
    memcpy(block, from, ptx_param_bytes(k));
    return CUDA_SUCCESS;
}

// Bytes of dynamic shared memory that a CTA of the kernel may have.
static uint64_t most_dynamic(const ptx_kernel *k)
{
    const uint64_t all = cuda_this->c->sm.shared_bytes, at = ptx_kernel_needs(k).dynamic_at;
    return at < all ? all - at : 0;
}

// Does the launch ask for what no launch of this kernel may have? CUDA takes that for a wrong
// argument, but for a lack of resources if each argument is in its range and together, as threads
// and their registers, they need more than an SM has.
static bool out_of_range(const ptx_kernel *k, const ptx_launch *l)
{
    err unsaid = {0};
    const bool allowed = ptx_block_allowed(k, l->block, &unsaid) == ST_OK;
    err_free(&unsaid);
    return !allowed || (l->dynamic_shared && l->dynamic_shared > most_dynamic(k));
}

// A launch that did not begin leaves the device as it was; anything that went wrong in a kernel
// stays.
static CUresult run(const ptx_kernel *k, const ptx_launch *l)
{
    const uint64_t before = gpu_cycle(cuda_this->machine);
    const int status = cuda_launch(k, l);
    if (gpu_cut(cuda_this->machine)) return cuda_this->failed = cuda_this->last_launch;
    if (status == ST_OK) return CUDA_SUCCESS;
    if (gpu_cycle(cuda_this->machine) == before)
        return out_of_range(k, l) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    return cuda_this->failed = cuda_this->last_launch;
}

static int needs_of(const ptx_kernel *k, CUfunction_attribute a)
{
    const ptx_needs n = ptx_kernel_needs(k);
    switch (a) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        return n.most_threads ? (int)n.most_threads : CUDA_MAX_THREADS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: return (int)n.shared_bytes;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: return (int)n.const_bytes;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: return (int)n.local_bytes;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: return (int)ptx_regs_per_thread(k);
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: return (int)n.target;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: return 0;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: return (int)most_dynamic(k);
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: return -1;
    }
    return 0;
}

// Blocks of a size that an SM holds; 0: not even one.
static unsigned resident(const ptx_kernel *k, unsigned threads, size_t dynamic)
{
    const ptx_needs needs = ptx_kernel_needs(k);
    const uint64_t shared = dynamic ? needs.dynamic_at + dynamic : needs.shared_bytes;
    if (threads == 0 || threads > (unsigned)needs_of(k, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) ||
        shared > UINT32_MAX)
        return 0;
    const front_end f = {.n_ctas = 1,
                         .warps_per_cta = (threads + WARP_LANES - 1) / WARP_LANES,
                         .threads_per_cta = threads,
                         .regs_per_thread = (uint32_t)needs_of(k, CU_FUNC_ATTRIBUTE_NUM_REGS),
                         .shared_bytes = (uint32_t)shared,
                         .name = ""};
    unsigned slots = 0;
    err unsaid = {0};
    int status = gpu_fit(cuda_this->c, &f, &slots, &unsaid);
    err_free(&unsaid);
    return status == ST_OK ? slots : 0;
}

// Blocks of a cooperative grid wait for each other, so that all of them have to be resident.
static CUresult check_cooperative(const ptx_kernel *k, const ptx_launch *l)
{
    const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    const unsigned fit = resident(k, l->block[0] * l->block[1] * l->block[2], l->dynamic_shared),
                   sms = cuda_this->c->gpu.sms;
    if (blocks <= (uint64_t)fit * sms) return CUDA_SUCCESS;
    err_add(cuda_this->e, ST_INPUT,
            "cooperative launch of %" PRIu64 " blocks of %u threads: at most %u fit on the machine "
            "together (%u SMs, %u on each)",
            blocks, l->block[0] * l->block[1] * l->block[2], fit * sms, sms, fit);
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

// Where the blocks of a cooperative grid meet: memory of the device, made when it is first needed.
static CUresult meeting_place(ptx_launch *l)
{
    static const uint32_t fresh[GRID_WORKSPACE_BYTES / sizeof(uint32_t)] = {GRID_WORKSPACE_BYTES};
    uint64_t *at = &cuda_this->grid_workspace;
    if (!*at && devmem_alloc(cuda_this->memory, sizeof fresh, at, cuda_this->e) != ST_OK)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(devmem_at(cuda_this->memory, *at, sizeof fresh), fresh, sizeof fresh);
    l->grid_workspace = *at;
    return CUDA_SUCCESS;
}

CUresult cuda_run_kernel(const cuda_launch_work *l)
{
    CUfunction f = l->f;
    ptx_launch shape = l->shape;
    CUresult r =
        cuda_is_context(l->context) ? cuda_function_in(&f, l->context) : CUDA_ERROR_INVALID_CONTEXT;
    if (r == CUDA_SUCCESS && l->cooperative) r = meeting_place(&shape);
    return r == CUDA_SUCCESS ? run(f->kernel, &shape) : r;
}

CUresult cuda_kernel_work(const CUDA_KERNEL_NODE_PARAMS *p, struct CUctx_st *context,
                          bool cooperative, cuda_work *w)
{
    const ptx_launch l = {.grid = {p->gridDimX, p->gridDimY, p->gridDimZ},
                          .block = {p->blockDimX, p->blockDimY, p->blockDimZ},
                          .dynamic_shared = p->sharedMemBytes};
    CUfunction f = p->func;
    CUresult r = cuda_function_in(&f, context);
    if (r != CUDA_SUCCESS) return r;
    char *fault = cuda_shape_fault(l.grid, l.block);
    if (fault) err_add(cuda_this->e, ST_INPUT, "kernel %s: %s", f->name, fault);
    free(fault);
    if (fault || (p->kernelParams && p->extra)) return CUDA_ERROR_INVALID_VALUE;
    if (cooperative && !out_of_range(f->kernel, &l)) r = check_cooperative(f->kernel, &l);
    if (r != CUDA_SUCCESS) return r;
    unsigned char *block = wl_calloc(1, ptx_param_bytes(f->kernel));
    r = p->extra ? copy_block(f->kernel, p->extra, block)
                 : gather(f->kernel, p->kernelParams, block);
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_KERNEL, .as.launch = {f, context, l, cooperative}};
    w->as.launch.shape.params = block;
    if (r != CUDA_SUCCESS) cuda_work_free(w);
    return r;
}

static CUresult launch(const CUDA_KERNEL_NODE_PARAMS *p, CUstream stream, bool cooperative)
{
    cuda_work w;
    CUresult r = cuda_stream_ready(stream);
    if (r == CUDA_SUCCESS) r = cuda_kernel_work(p, cuda_owner(stream), cooperative, &w);
    if (r != CUDA_SUCCESS) return r;
    r = cuda_in_stream(&w, stream);
    cuda_work_free(&w);
    return r;
}

CUDA_ENTRY(cuLaunchKernel,
           (CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
            unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,
            void **params, void **extra),
           (f, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, params,
            extra))
{
    const CUDA_KERNEL_NODE_PARAMS p = {f,       grid_x,       grid_y, grid_z, block_x, block_y,
                                       block_z, shared_bytes, params, extra,  NULL,    NULL};
    return launch(&p, stream, false);
}

CUDA_ENTRY(cuLaunchCooperativeKernel,
           (CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
            unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,
            void **params),
           (f, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, params))
{
    const CUDA_KERNEL_NODE_PARAMS p = {f,       grid_x,       grid_y, grid_z, block_x, block_y,
                                       block_z, shared_bytes, params, NULL,   NULL,    NULL};
    return launch(&p, stream, true);
}

static CUresult read_attributes(const CUlaunchConfig *how, bool *cooperative)
{
    *cooperative = false;
    if (how->numAttrs && !how->attrs) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < how->numAttrs; i++) {
        const CUlaunchAttributeValue *v = &how->attrs[i].value;
        if (how->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) *cooperative = v->cooperative;
        if (how->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION &&
            (v->clusterDim.x | v->clusterDim.y | v->clusterDim.z) != 1)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuLaunchKernelEx, (const CUlaunchConfig *how, CUfunction f, void **params, void **extra),
           (how, f, params, extra))
{
    bool cooperative;
    if (!how) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS p = {f,
                                       how->gridDimX,
                                       how->gridDimY,
                                       how->gridDimZ,
                                       how->blockDimX,
                                       how->blockDimY,
                                       how->blockDimZ,
                                       how->sharedMemBytes,
                                       params,
                                       extra,
                                       NULL,
                                       NULL};
    const CUresult r = read_attributes(how, &cooperative);
    return r == CUDA_SUCCESS ? launch(&p, how->hStream, cooperative) : r;
}

CUresult cuda_function_ready(CUfunction *f)
{
    const CUresult r = cuda_ready();
    return r == CUDA_SUCCESS ? cuda_function_in(f, cuda_current()) : r;
}

CUDA_ENTRY(cuFuncGetModule, (CUmodule * module, CUfunction f), (module, f))
{
    const CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!module) return CUDA_ERROR_INVALID_VALUE;
    *module = f->module;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuFuncGetName, (const char **name, CUfunction f), (name, f))
{
    if (!name || !f) return CUDA_ERROR_INVALID_VALUE;
    const CUresult r = cuda_function_ready(&f);
    if (r == CUDA_SUCCESS) *name = f->name;
    return r;
}

CUDA_ENTRY(cuFuncGetParamInfo, (CUfunction f, size_t index, size_t *offset, size_t *bytes),
           (f, index, offset, bytes))
{
    const ptx_param *p;
    const CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!offset || index >= ptx_params(f->kernel, &p)) return CUDA_ERROR_INVALID_VALUE;
    *offset = p[index].offset;
    if (bytes) *bytes = p[index].bytes;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuFuncGetAttribute, (int *value, CUfunction_attribute a, CUfunction f), (value, a, f))
{
    CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!value || a > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return CUDA_ERROR_INVALID_VALUE;
    *value = needs_of(f->kernel, a);
    return CUDA_SUCCESS;
}

// What may be set are wishes about the split of an SM's memory, which is the configuration's.
CUDA_ENTRY(cuFuncSetAttribute, (CUfunction f, CUfunction_attribute a, int value), (f, a, value))
{
    CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (a == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return value <= 100 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (a != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
    return value >= 0 && value <= needs_of(f->kernel, a) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuFuncSetSharedMemConfig, (CUfunction f, CUsharedconfig banks), (f, banks))
{
    const CUresult r = cuda_function_ready(&f);
    return r == CUDA_SUCCESS && banks > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
               ? CUDA_ERROR_INVALID_VALUE
               : r;
}

CUDA_ENTRY(cuFuncSetCacheConfig, (CUfunction f, CUfunc_cache prefer), (f, prefer))
{
    CUresult r = cuda_function_ready(&f);
    return r == CUDA_SUCCESS && prefer > CU_FUNC_CACHE_PREFER_EQUAL ? CUDA_ERROR_INVALID_VALUE : r;
}

CUDA_ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor,
           (int *blocks, CUfunction f, int block_size, size_t dynamic_shared),
           (blocks, f, block_size, dynamic_shared))
{
    CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!blocks || block_size < 1) return CUDA_ERROR_INVALID_VALUE;
    *blocks = (int)resident(f->kernel, (unsigned)block_size, dynamic_shared);
    return CUDA_SUCCESS;
}

// The flag is about caching in L1D, which does not take from shared memory here.
CUDA_ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
           (int *blocks, CUfunction f, int block_size, size_t dynamic_shared, unsigned flags),
           (blocks, f, block_size, dynamic_shared, flags))
{
    if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return CUDA_ERROR_INVALID_VALUE;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, block_size, dynamic_shared);
}

// So many bytes that one more would leave room for fewer blocks.
CUDA_ENTRY(cuOccupancyAvailableDynamicSMemPerBlock,
           (size_t * dynamic, CUfunction f, int blocks, int block_size),
           (dynamic, f, blocks, block_size))
{
    const CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!dynamic || blocks < 1 || block_size < 1) return CUDA_ERROR_INVALID_VALUE;
    if (resident(f->kernel, (unsigned)block_size, 0) < (unsigned)blocks)
        return CUDA_ERROR_INVALID_VALUE;
    size_t fits = 0, too_many = (size_t)cuda_this->c->sm.shared_bytes + 1;
    while (too_many - fits > 1) {
        const size_t middle = fits + (too_many - fits) / 2;
        if (resident(f->kernel, (unsigned)block_size, middle) >= (unsigned)blocks) fits = middle;
        else too_many = middle;
    }
    *dynamic = fits;
    return CUDA_SUCCESS;
}

// The size that keeps most threads on an SM; of equals the largest.
CUDA_ENTRY(cuOccupancyMaxPotentialBlockSize,
           (int *min_grid, int *block_size, CUfunction f, CUoccupancyB2DSize dynamic_of,
            size_t dynamic_shared, int most),
           (min_grid, block_size, f, dynamic_of, dynamic_shared, most))
{
    CUresult r = cuda_function_ready(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!min_grid || !block_size || most < 0) return CUDA_ERROR_INVALID_VALUE;
    unsigned best = 0, blocks = 0,
             limit = most && most < CUDA_MAX_THREADS ? (unsigned)most : CUDA_MAX_THREADS;
    for (unsigned n = limit / WARP_LANES * WARP_LANES; n; n -= WARP_LANES) {
        unsigned there = resident(f->kernel, n, dynamic_of ? dynamic_of((int)n) : dynamic_shared);
        if (there * n > best * blocks) best = n, blocks = there;
    }
    if (!blocks) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    *block_size = (int)best;
    *min_grid = (int)(blocks * cuda_this->c->gpu.sms);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuOccupancyMaxPotentialBlockSizeWithFlags,
           (int *min_grid, int *block_size, CUfunction f, CUoccupancyB2DSize dynamic_of,
            size_t dynamic_shared, int most, unsigned flags),
           (min_grid, block_size, f, dynamic_of, dynamic_shared, most, flags))
{
    if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return CUDA_ERROR_INVALID_VALUE;
    return cuOccupancyMaxPotentialBlockSize(min_grid, block_size, f, dynamic_of, dynamic_shared,
                                            most);
}

CUDA_ALSO(cuLaunchCooperativeKernel, _ptsz);
CUDA_ALSO(cuLaunchKernel, _ptsz);
CUDA_ALSO(cuLaunchKernelEx, _ptsz);
