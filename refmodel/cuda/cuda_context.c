// cuda_context.c : the driver API's calls about contexts: creation, the stack of current ones, the primary context, limits.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>

static const unsigned known_flags = 0x1f; // how a host thread waits, and how memory is mapped: no difference here

struct CUctx_st *cuda_current(void) { return cuda_me.depth ? cuda_me.stack[cuda_me.depth - 1] : NULL; }

static struct CUctx_st *new_context(void)
{
    struct CUctx_st *made = wl_calloc(1, sizeof *made);
    made->next = cuda_this->contexts;
    return cuda_this->contexts = made;
}

static bool is_context(CUcontext ctx)
{
    const struct CUctx_st *known = cuda_this->contexts;
    while (known && known != ctx) known = known->next;
    return known != NULL;
}

static CUresult working(void)
{
    return cuda_this->initialized ? cuda_this->failed : CUDA_ERROR_NOT_INITIALIZED;
}

CUDA_ENTRY(cuCtxCreate, (CUcontext *ctx, unsigned flags, CUdevice device), (ctx, flags, device))
{
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!ctx || (flags & ~known_flags)) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (cuda_me.depth == CUDA_CONTEXTS) return CUDA_ERROR_OUT_OF_MEMORY;
    *ctx = cuda_me.stack[cuda_me.depth++] = new_context();
    return CUDA_SUCCESS;
}

static void free_blocks(cuda_block *b)
{
    for (cuda_block *next; b; b = next) {
        next = b->next;
        if (b->host) free(b->host);
        else devmem_release(cuda_this->memory, b->address, cuda_this->e);
        free(b);
    }
}

static void free_handles(struct CUctx_st *ctx)
{
    for (struct CUmod_st *m = ctx->modules, *next; m; m = next) next = m->next, cuda_module_free(m);
    for (struct CUstream_st *s = ctx->streams, *next; s; s = next) next = s->next, free(s);
    for (struct CUevent_st *v = ctx->events, *next; v; v = next) next = v->next, free(v);
}

// The context itself stays: other threads may hold it.
void cuda_context_free(struct CUctx_st *ctx)
{
    struct CUctx_st **link = &cuda_this->contexts;
    unsigned kept = 0;
    while (*link != ctx) link = &(*link)->next;
    *link = ctx->next;
    for (unsigned i = 0; i < cuda_me.depth; i++) {
        if (cuda_me.stack[i] != ctx) cuda_me.stack[kept++] = cuda_me.stack[i];
    }
    cuda_me.depth = kept;
    if (cuda_this->primary == ctx) cuda_this->primary = NULL, cuda_this->primary_users = 0;
    free_handles(ctx);
    free_blocks(ctx->blocks);
    free_blocks(ctx->host_blocks);
    *ctx = (struct CUctx_st){.next = cuda_this->destroyed, .destroyed = true};
    cuda_this->destroyed = ctx;
}

CUDA_ENTRY(cuCtxDestroy, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    if (!is_context(ctx) || ctx == cuda_this->primary) return CUDA_ERROR_INVALID_CONTEXT;
    cuda_context_free(ctx);
    return cuda_this->failed;
}

CUDA_ENTRY(cuCtxGetCurrent, (CUcontext *ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    *ctx = cuda_current();
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxSetCurrent, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (ctx && !is_context(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    if (cuda_me.depth) cuda_me.depth--;
    if (ctx) cuda_me.stack[cuda_me.depth++] = ctx;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxPushCurrent, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!is_context(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    if (cuda_me.depth == CUDA_CONTEXTS) return CUDA_ERROR_OUT_OF_MEMORY;
    cuda_me.stack[cuda_me.depth++] = ctx;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxPopCurrent, (CUcontext *ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!cuda_me.depth) return CUDA_ERROR_INVALID_CONTEXT;
    if (ctx) *ctx = cuda_current();
    cuda_me.depth--;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxGetDevice, (CUdevice *device), (device))
{
    CUresult r = cuda_ready();
    if (r == CUDA_SUCCESS && !device) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *device = 0;
    return r;
}

CUDA_ENTRY(cuCtxSynchronize, (void), ()) { return cuda_ready(); }

// The split of an SM's memory is the configuration's.
CUDA_ENTRY(cuCtxSetCacheConfig, (CUfunc_cache prefer), (prefer))
{
    CUresult r = cuda_ready();
    return r == CUDA_SUCCESS && prefer > CU_FUNC_CACHE_PREFER_EQUAL ? CUDA_ERROR_INVALID_VALUE : r;
}

static size_t *limit_of(CUlimit limit)
{
    switch (limit) {
    case CU_LIMIT_STACK_SIZE: return &cuda_this->stack_limit;
    case CU_LIMIT_PRINTF_FIFO_SIZE: return &cuda_this->fifo_limit;
    case CU_LIMIT_MALLOC_HEAP_SIZE: return &cuda_this->heap_limit;
    }
    return NULL;
}

CUDA_ENTRY(cuCtxGetLimit, (size_t *value, CUlimit limit), (value, limit))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!value || !limit_of(limit)) return CUDA_ERROR_INVALID_VALUE;
    *value = *limit_of(limit);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!limit_of(limit)) return CUDA_ERROR_INVALID_VALUE;
    *limit_of(limit) = value;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDevicePrimaryCtxRetain, (CUcontext *ctx, CUdevice device), (ctx, device))
{
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (!cuda_this->primary) cuda_this->primary = new_context();
    cuda_this->primary_users++;
    *ctx = cuda_this->primary;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDevicePrimaryCtxRelease, (CUdevice device), (device))
{
    CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!cuda_this->primary) return CUDA_ERROR_INVALID_CONTEXT;
    if (--cuda_this->primary_users == 0) cuda_context_free(cuda_this->primary);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDevicePrimaryCtxReset, (CUdevice device), (device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && cuda_this->primary) cuda_context_free(cuda_this->primary);
    return r;
}

CUDA_ENTRY(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags), (device, flags))
{
    CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (flags & ~known_flags) return CUDA_ERROR_INVALID_VALUE;
    cuda_this->primary_flags = flags;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDevicePrimaryCtxGetState, (CUdevice device, unsigned *flags, int *active), (device, flags, active))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && (!flags || !active)) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *flags = cuda_this->primary_flags, *active = cuda_this->primary != NULL;
    return r;
}
