// cuda_context.c : the driver API's calls about contexts: creation, the stack of current ones, the
// primary context, limits.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>

static const unsigned known_flags = 0x9f; // how a host thread waits, how memory is mapped, that
                                          // copies are waited for: no difference here

struct CUctx_st *cuda_current(void)
{
    return cuda_me.depth ? cuda_me.stack[cuda_me.depth - 1] : NULL;
}

static struct CUctx_st *new_context(unsigned flags)
{
    struct CUctx_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUctx_st){
        .next = cuda_this->contexts, .id = cuda_this->ids + 1, .flags = flags, .users = 1};
    cuda_this->ids += 3;
    return cuda_this->contexts = made;
}

bool cuda_is_context(CUcontext ctx)
{
    const struct CUctx_st *known = cuda_this->contexts;
    while (known && known != ctx) known = known->next;
    return known != NULL;
}

static CUresult working(void)
{
    return cuda_this->initialized ? cuda_this->failed : CUDA_ERROR_NOT_INITIALIZED;
}

CUDA_ENTRY(cuCtxCreate, (CUcontext * ctx, unsigned flags, CUdevice device), (ctx, flags, device))
{
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!ctx || (flags & ~known_flags)) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (cuda_me.depth == CUDA_CONTEXTS) return CUDA_ERROR_OUT_OF_MEMORY;
    *ctx = cuda_me.stack[cuda_me.depth++] = new_context(flags);
    return CUDA_SUCCESS;
}

static void free_blocks(cuda_block *b)
{
    for (cuda_block *next; b; b = next) {
        next = b->next;
        if (b->pool) cuda_pool_shrink(b->pool, b->bytes);
        if (b->address) devmem_release(cuda_this->memory, b->address, cuda_this->e);
        else if (!b->registered) free(b->host);
        free(b);
    }
}

static void free_arrays(struct CUarray_st *a)
{
    for (struct CUarray_st *next; a; a = next) {
        next = a->next;
        devmem_release(cuda_this->memory, a->texels.address, cuda_this->e);
        free(a);
    }
}

static void free_handles(struct CUctx_st *ctx)
{
    for (struct CUmod_st *m = ctx->modules, *next; m; m = next) next = m->next, cuda_module_free(m);
    for (struct CUstream_st *s = ctx->streams, *next; s; s = next)
        next = s->next, cuda_stream_free(s);
    for (struct CUevent_st *v = ctx->events, *next; v; v = next) next = v->next, cuda_event_free(v);
}

// The context itself stays: other threads may hold it.
void cuda_context_free(struct CUctx_st *ctx)
{
    struct CUctx_st **link = &cuda_this->contexts;
    unsigned kept = 0;
    cuda_tell_output();
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
    free_arrays(ctx->arrays);
    *ctx = (struct CUctx_st){.next = cuda_this->destroyed, .destroyed = true};
    cuda_this->destroyed = ctx;
}

CUDA_ENTRY(cuCtxDestroy, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_is_context(ctx) || ctx == cuda_this->primary) return CUDA_ERROR_INVALID_CONTEXT;
    cuda_context_free(ctx);
    return cuda_this->failed;
}

CUDA_ENTRY(cuCtxGetCurrent, (CUcontext * ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    *ctx = cuda_current();
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxSetCurrent, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (ctx && !cuda_is_context(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    if (cuda_me.depth) cuda_me.depth--;
    if (ctx) cuda_me.stack[cuda_me.depth++] = ctx;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxPushCurrent, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!cuda_is_context(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
    if (cuda_me.depth == CUDA_CONTEXTS) return CUDA_ERROR_OUT_OF_MEMORY;
    cuda_me.stack[cuda_me.depth++] = ctx;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxPopCurrent, (CUcontext * ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!cuda_me.depth) return CUDA_ERROR_INVALID_CONTEXT;
    if (ctx) *ctx = cuda_current();
    cuda_me.depth--;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxGetDevice, (CUdevice * device), (device))
{
    CUresult r = cuda_ready();
    if (r == CUDA_SUCCESS && !device) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *device = 0;
    return r;
}

CUDA_ENTRY(cuCtxSynchronize, (void), ())
{
    cuda_tell_output();
    return cuda_ready();
}

// The one that is asked about: NULL is the current one.
static CUresult asked_about(CUcontext *ctx)
{
    if (!*ctx) *ctx = cuda_current();
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (*ctx && *ctx == cuda_current() && (*ctx)->destroyed) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return cuda_is_context(*ctx) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUDA_ENTRY(cuCtxGetId, (CUcontext ctx, unsigned long long *id), (ctx, id))
{
    const CUresult r = asked_about(&ctx);
    if (r != CUDA_SUCCESS) return r;
    if (!id) return CUDA_ERROR_INVALID_VALUE;
    *id = ctx->id;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxGetApiVersion, (CUcontext ctx, unsigned *version), (ctx, version))
{
    const CUresult r = asked_about(&ctx);
    if (r != CUDA_SUCCESS) return r;
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = 3020; // of cuCtxCreate_v2
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxGetFlags, (unsigned *flags), (flags))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    *flags = cuda_current()->flags;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxSetFlags, (unsigned flags), (flags))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (flags & ~known_flags) return CUDA_ERROR_INVALID_VALUE;
    cuda_current()->flags = flags;
    return CUDA_SUCCESS;
}

// Attached and detached: how programs held a context before there was a stack of them.
CUDA_ENTRY(cuCtxAttach, (CUcontext * ctx, unsigned flags), (ctx, flags))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!ctx || flags) return CUDA_ERROR_INVALID_VALUE;
    *ctx = cuda_current();
    (*ctx)->users++;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxDetach, (CUcontext ctx), (ctx))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx || ctx != cuda_current() || !cuda_is_context(ctx) || ctx == cuda_this->primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--ctx->users == 0) cuda_context_free(ctx);
    return cuda_this->failed;
}

// One after the other in any case: there is one priority.
CUDA_ENTRY(cuCtxGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (least) *least = 0;
    if (greatest) *greatest = 0;
    return CUDA_SUCCESS;
}

static CUresult no_peer(CUcontext peer, CUresult why)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    return cuda_is_context(peer) && peer != cuda_current() ? why : CUDA_ERROR_INVALID_CONTEXT;
}

CUDA_ENTRY(cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags), (peer, flags))
{
    return no_peer(peer, flags ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
}

CUDA_ENTRY(cuCtxDisablePeerAccess, (CUcontext peer), (peer))
{
    return no_peer(peer, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
}

// A wish: the split of an SM's memory is the configuration's.
CUDA_ENTRY(cuCtxSetCacheConfig, (CUfunc_cache prefer), (prefer))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (prefer > CU_FUNC_CACHE_PREFER_EQUAL) return CUDA_ERROR_INVALID_VALUE;
    cuda_current()->prefer = prefer;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxGetCacheConfig, (CUfunc_cache * prefer), (prefer))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!prefer) return CUDA_ERROR_INVALID_VALUE;
    *prefer = cuda_current()->prefer;
    return CUDA_SUCCESS;
}

// Banks are 4 bytes wide, and cannot be set: CUDA has it that the call changes nothing then.
CUDA_ENTRY(cuCtxSetSharedMemConfig, (CUsharedconfig banks), (banks))
{
    const CUresult r = cuda_ready();
    return r == CUDA_SUCCESS && banks > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
               ? CUDA_ERROR_INVALID_VALUE
               : r;
}

CUDA_ENTRY(cuCtxGetSharedMemConfig, (CUsharedconfig * banks), (banks))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!banks) return CUDA_ERROR_INVALID_VALUE;
    *banks = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return CUDA_SUCCESS;
}

static size_t *limit_of(CUlimit limit)
{
    switch (limit) {
    case CU_LIMIT_STACK_SIZE: return &cuda_this->stack_limit;
    case CU_LIMIT_PRINTF_FIFO_SIZE: return &cuda_this->fifo_limit;
    case CU_LIMIT_MALLOC_HEAP_SIZE: return &cuda_this->heap_limit;
    default: return NULL;
    }
}

static CUresult no_limit(CUlimit limit)
{
    return limit <= CU_LIMIT_PERSISTING_L2_CACHE_SIZE ? CUDA_ERROR_UNSUPPORTED_LIMIT
                                                      : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuCtxGetLimit, (size_t * value, CUlimit limit), (value, limit))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    if (!limit_of(limit)) return no_limit(limit);
    *value = *limit_of(limit);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!limit_of(limit)) return no_limit(limit);
    if (limit == CU_LIMIT_MALLOC_HEAP_SIZE && ptx_services_has_heap(cuda_this->services))
        return CUDA_ERROR_INVALID_VALUE;
    *limit_of(limit) = value;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDevicePrimaryCtxRetain, (CUcontext * ctx, CUdevice device), (ctx, device))
{
    CUresult r = working();
    if (r != CUDA_SUCCESS) return r;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (!cuda_this->primary) cuda_this->primary = new_context(cuda_this->primary_flags);
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

CUDA_ENTRY(cuDevicePrimaryCtxGetState, (CUdevice device, unsigned *flags, int *active),
           (device, flags, active))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && (!flags || !active)) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *flags = cuda_this->primary_flags, *active = cuda_this->primary != NULL;
    return r;
}

CUDA_ALSO(cuCtxCreate, _v2);
CUDA_ALSO(cuCtxDestroy, _v2);
CUDA_ALSO(cuCtxPopCurrent, _v2);
CUDA_ALSO(cuCtxPushCurrent, _v2);
CUDA_ALSO(cuDevicePrimaryCtxRelease, _v2);
CUDA_ALSO(cuDevicePrimaryCtxReset, _v2);
CUDA_ALSO(cuDevicePrimaryCtxSetFlags, _v2);
