// cuda_pool.c : the driver API's memory pools, and what streams allocate and free.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

static CUmemoryPool keep(const CUmemPoolProps *as)
{
    CUmemoryPool made = wl_calloc(1, sizeof *made);
    made->as = *as;
    for (unsigned i = 0; i < 3; i++) made->reuse[i] = 1; // as CUDA begins
    made->next = cuda_this->pools;
    return cuda_this->pools = made;
}

static CUmemoryPool default_pool(void)
{
    const CUmemPoolProps as = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                               .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    if (!cuda_this->default_pool) cuda_this->default_pool = keep(&as);
    return cuda_this->default_pool;
}

static CUmemoryPool current_pool(void)
{
    return cuda_this->pool ? cuda_this->pool : default_pool();
}

static bool is_pool(const struct CUmemPoolHandle_st *pool)
{
    const struct CUmemPoolHandle_st *p = cuda_this->pools;
    while (p && p != pool) p = p->next;
    return p && !p->destroyed;
}

static void drop(CUmemoryPool pool)
{
    CUmemoryPool *link = &cuda_this->pools;
    if (!pool->destroyed || pool->bytes) return;
    while (*link != pool) link = &(*link)->next;
    *link = pool->next;
    free(pool);
}

void cuda_pool_grow(struct CUmemPoolHandle_st *pool, uint64_t bytes)
{
    pool->bytes += bytes;
    if (pool->bytes > pool->used_high) pool->used_high = pool->bytes;
    if (pool->bytes > pool->reserved_high) pool->reserved_high = pool->bytes;
}

void cuda_pool_shrink(struct CUmemPoolHandle_st *pool, uint64_t bytes)
{
    pool->bytes -= bytes;
    drop(pool);
}

void cuda_pools_free(void)
{
    for (CUmemoryPool p = cuda_this->pools, next; p; p = next) next = p->next, free(p);
    cuda_this->pools = cuda_this->default_pool = cuda_this->pool = NULL;
}

CUresult cuda_pool_props(const CUmemPoolProps *props)
{
    if (!props || props->allocType == CU_MEM_ALLOCATION_TYPE_INVALID ||
        props->location.type == CU_MEM_LOCATION_TYPE_INVALID)
        return CUDA_ERROR_INVALID_VALUE;
    if (props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        props->location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        props->handleTypes != CU_MEM_HANDLE_TYPE_NONE)
        return CUDA_ERROR_NOT_SUPPORTED;
    return cuda_is_device(props->location.id);
}

CUDA_ENTRY(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *props), (pool, props))
{
    CUresult r = cuda_is_device(0);
    if (r == CUDA_SUCCESS) r = pool ? cuda_pool_props(props) : CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *pool = keep(props);
    return r;
}

// The device's current one becomes its own again.
CUDA_ENTRY(cuMemPoolDestroy, (CUmemoryPool pool), (pool))
{
    if (!is_pool(pool) || pool == cuda_this->default_pool) return CUDA_ERROR_INVALID_VALUE;
    if (cuda_this->pool == pool) cuda_this->pool = NULL;
    pool->destroyed = true;
    drop(pool);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemPoolTrimTo, (CUmemoryPool pool, size_t bytes), (pool, bytes))
{
    (void)bytes;
    return is_pool(pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute a, void *value),
           (pool, a, value))
{
    if (!is_pool(pool) || !value) return CUDA_ERROR_INVALID_VALUE;
    const bool count = a == CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH || a == CU_MEMPOOL_ATTR_USED_MEM_HIGH;
    if (a >= CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
        a < CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
        pool->reuse[a - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES] = *(int *)value;
    else if (a == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) pool->threshold = *(cuuint64_t *)value;
    else if (!count || *(cuuint64_t *)value) return CUDA_ERROR_INVALID_VALUE;
    else if (a == CU_MEMPOOL_ATTR_USED_MEM_HIGH) pool->used_high = pool->bytes;
    else pool->reserved_high = pool->bytes;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute a, void *value),
           (pool, a, value))
{
    if (!is_pool(pool) || !value) return CUDA_ERROR_INVALID_VALUE;
    switch (a) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = pool->reuse[a - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES];
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = pool->threshold; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: *(cuuint64_t *)value = pool->bytes; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: *(cuuint64_t *)value = pool->reserved_high; break;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: *(cuuint64_t *)value = pool->used_high; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

static bool is_here(const CUmemLocation *l)
{
    return l && l->type == CU_MEM_LOCATION_TYPE_DEVICE && l->id == 0;
}

// The device that has the memory cannot be kept from it.
CUDA_ENTRY(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *map, size_t n),
           (pool, map, n))
{
    if (!is_pool(pool) || (n && !map)) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n; i++) {
        if (!is_here(&map[i].location)) return CUDA_ERROR_INVALID_DEVICE;
        if (map[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemPoolGetAccess,
           (CUmemAccess_flags * flags, CUmemoryPool pool, CUmemLocation *location),
           (flags, pool, location))
{
    if (!flags || !is_pool(pool) || !location) return CUDA_ERROR_INVALID_VALUE;
    if (!is_here(location)) return CUDA_ERROR_INVALID_DEVICE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && !pool) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *pool = default_pool();
    return r;
}

CUDA_ENTRY(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && !pool) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *pool = current_pool();
    return r;
}

CUDA_ENTRY(cuDeviceSetMemPool, (CUdevice device, CUmemoryPool pool), (device, pool))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && !is_pool(pool)) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) cuda_this->pool = pool;
    return r;
}

// The same by a place and a kind of memory, as CUDA 13 asks.
static CUresult at(const CUmemLocation *l, CUmemAllocationType type)
{
    if (!l || type == CU_MEM_ALLOCATION_TYPE_INVALID) return CUDA_ERROR_INVALID_VALUE;
    return is_here(l) && type == CU_MEM_ALLOCATION_TYPE_PINNED ? CUDA_SUCCESS
                                                               : CUDA_ERROR_NOT_SUPPORTED;
}

CUDA_ENTRY(cuMemGetDefaultMemPool,
           (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type),
           (pool, location, type))
{
    const CUresult r = at(location, type);
    return r == CUDA_SUCCESS ? cuDeviceGetDefaultMemPool(pool, 0) : r;
}

CUDA_ENTRY(cuMemGetMemPool,
           (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type),
           (pool, location, type))
{
    const CUresult r = at(location, type);
    return r == CUDA_SUCCESS ? cuDeviceGetMemPool(pool, 0) : r;
}

CUDA_ENTRY(cuMemSetMemPool, (CUmemLocation * location, CUmemAllocationType type, CUmemoryPool pool),
           (location, type, pool))
{
    const CUresult r = at(location, type);
    return r == CUDA_SUCCESS ? cuDeviceSetMemPool(0, pool) : r;
}

static CUresult allocate(CUdeviceptr *dptr, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    cuda_capture *c;
    const CUresult r = cuda_capture_of(stream, &c);
    if (r != CUDA_SUCCESS) return r;
    if (!dptr || !bytes) return CUDA_ERROR_INVALID_VALUE;
    if (c) return cuda_capture_allocation(dptr, bytes, &pool->as, stream);
    if (pool->as.maxSize && bytes > pool->as.maxSize - pool->bytes) return CUDA_ERROR_OUT_OF_MEMORY;
    return cuda_allocate(cuda_owner(stream), dptr, bytes, pool);
}

CUDA_ENTRY(cuMemAllocFromPoolAsync,
           (CUdeviceptr * dptr, size_t bytes, CUmemoryPool pool, CUstream stream),
           (dptr, bytes, pool, stream))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    return is_pool(pool) ? allocate(dptr, bytes, pool, stream) : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuMemAllocAsync, (CUdeviceptr * dptr, size_t bytes, CUstream stream),
           (dptr, bytes, stream))
{
    const CUresult r = cuda_ready();
    return r == CUDA_SUCCESS ? allocate(dptr, bytes, current_pool(), stream) : r;
}

CUDA_ENTRY(cuMemFreeAsync, (CUdeviceptr dptr, CUstream stream), (dptr, stream))
{
    cuda_capture *c;
    const CUresult r = cuda_capture_of(stream, &c);
    if (r != CUDA_SUCCESS) return r;
    return c ? cuda_capture_free(dptr, stream) : cuda_release(dptr);
}

CUDA_ALSO(cuMemAllocAsync, _ptsz);
CUDA_ALSO(cuMemAllocFromPoolAsync, _ptsz);
CUDA_ALSO(cuMemFreeAsync, _ptsz);
