// cuda_memory.c : the driver API's calls that allocate: device memory, and the host's.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>

enum { PITCH = 512 };

// The driver API says in its result that memory is out; the words of devmem add nothing to it.
bool cuda_allocated(size_t bytes, uint64_t *address)
{
    err unsaid = {0};
    bool done = devmem_alloc(cuda_this->memory, bytes, address, &unsaid) == ST_OK;
    err_free(&unsaid);
    return done;
}

static void keep_block(cuda_block **list, cuda_block made)
{
    cuda_block *b = wl_malloc(sizeof *b);
    made.next = *list, made.id = ++cuda_this->ids;
    *b = made;
    *list = b;
}

CUresult cuda_allocate(struct CUctx_st *owner, CUdeviceptr *dptr, size_t bytes,
                       struct CUmemPoolHandle_st *pool)
{
    if (!dptr || !bytes) return CUDA_ERROR_INVALID_VALUE;
    uint64_t address = 0;
    if (!cuda_allocated(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    keep_block(&owner->blocks, (cuda_block){.address = address, .bytes = bytes, .pool = pool});
    if (pool) cuda_pool_grow(pool, bytes);
    *dptr = address;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemAlloc, (CUdeviceptr * dptr, size_t bytes), (dptr, bytes))
{
    const CUresult r = cuda_ready();
    return r == CUDA_SUCCESS ? cuda_allocate(cuda_current(), dptr, bytes, NULL) : r;
}

// Addresses are those of all contexts, so that whichever is current may free them.
CUresult cuda_release(CUdeviceptr dptr)
{
    bool graphs = false;
    const CUresult r = cuda_graph_memory_release(dptr, &graphs);
    if (graphs) return r;
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (cuda_block **link = &c->blocks; *link; link = &(*link)->next) {
            cuda_block *b = *link;
            if (b->address != dptr) continue;
            devmem_release(cuda_this->memory, dptr, cuda_this->e);
            *link = b->next;
            if (b->pool) cuda_pool_shrink(b->pool, b->bytes);
            free(b);
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

// Null is nothing to free, as it is to free() of C and to cuMemFreeHost. NVIDIA's driver refuses it
// in cuMemFreeAsync and cuMemHostUnregister.
CUDA_ENTRY(cuMemFree, (CUdeviceptr dptr), (dptr))
{
    const CUresult r = cuda_ready();
    return r == CUDA_SUCCESS && dptr ? cuda_release(dptr) : r;
}

// Rows start at multiples of PITCH bytes, so that each begins a cache line.
CUDA_ENTRY(cuMemAllocPitch,
           (CUdeviceptr * dptr, size_t *pitch, size_t width_bytes, size_t height,
            unsigned element_bytes),
           (dptr, pitch, width_bytes, height, element_bytes))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!pitch || !width_bytes || !height ||
        (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (width_bytes > SIZE_MAX - PITCH) return CUDA_ERROR_OUT_OF_MEMORY;
    size_t row = (width_bytes + PITCH - 1) / PITCH * PITCH;
    if (height > SIZE_MAX / row) return CUDA_ERROR_OUT_OF_MEMORY;
    r = cuMemAlloc(dptr, row * height);
    if (r == CUDA_SUCCESS) *pitch = row;
    return r;
}

CUDA_ENTRY(cuMemGetInfo, (size_t * free_bytes, size_t *total), (free_bytes, total))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!free_bytes || !total) return CUDA_ERROR_INVALID_VALUE;
    size_t used = cuda_graph_memory_bytes();
    for (const struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (const cuda_block *b = c->blocks; b; b = b->next) used += b->bytes;
        for (const struct CUarray_st *a = c->arrays; a; a = a->next) used += a->texels.bytes;
    }
    *total = cuda_this->total_bytes;
    *free_bytes = used < *total ? *total - used : 0;
    if (*free_bytes > devmem_room(cuda_this->memory)) *free_bytes = devmem_room(cuda_this->memory);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemGetAddressRange, (CUdeviceptr * base, size_t *bytes, CUdeviceptr dptr),
           (base, bytes, dptr))
{
    uint64_t at = 0, size = 0;
    void *host = NULL;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!devmem_range(cuda_this->memory, dptr, &at, &size, &host)) return CUDA_ERROR_NOT_FOUND;
    if (base) *base = at;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}

// Memory that host and device have at the same address.
static bool allocated_shared(size_t bytes, uint64_t *address)
{
    err unsaid = {0};
    const bool done = devmem_alloc_shared(cuda_this->memory, bytes, address, &unsaid) == ST_OK;
    err_free(&unsaid);
    return done;
}

static CUresult allocate_mapped(void **host, size_t bytes, unsigned flags)
{
    uint64_t address = 0;
    if (!allocated_shared(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    *host = (void *)(uintptr_t)address;
    keep_block(
        &cuda_current()->host_blocks,
        (cuda_block){
            .address = address, .bytes = bytes, .host = *host, .flags = flags, .shared = true});
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemHostAlloc, (void **host, size_t bytes, unsigned flags), (host, bytes, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!host || !bytes || flags > 7) return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_MEMHOSTALLOC_DEVICEMAP) return allocate_mapped(host, bytes, flags);
    void *p = calloc(bytes, 1);
    if (!p) return CUDA_ERROR_OUT_OF_MEMORY;
    keep_block(&cuda_current()->host_blocks,
               (cuda_block){.bytes = bytes, .host = p, .flags = flags});
    *host = p;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemAllocHost, (void **host, size_t bytes), (host, bytes))
{
    return cuMemHostAlloc(host, bytes, 0);
}

// Where the list that holds the host's block of this address points at it; NULL: there is none.
static cuda_block **find_host_block(const void *host)
{
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (cuda_block **link = &c->host_blocks; *link; link = &(*link)->next) {
            if ((*link)->host == host) return link;
        }
    }
    return NULL;
}

static void drop_host_block(cuda_block **link)
{
    cuda_block *b = *link;
    *link = b->next;
    if (b->address) devmem_release(cuda_this->memory, b->address, cuda_this->e);
    else if (!b->registered) free(b->host);
    free(b);
}

CUDA_ENTRY(cuMemFreeHost, (void *host), (host))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !host) return r;
    cuda_block **link = find_host_block(host);
    if (!link || (*link)->registered) return CUDA_ERROR_INVALID_VALUE;
    drop_host_block(link);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemHostGetFlags, (unsigned *flags, void *host), (flags, host))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    cuda_block **link = host ? find_host_block(host) : NULL;
    if (!flags || !link) return CUDA_ERROR_INVALID_VALUE;
    *flags = (*link)->flags;
    return CUDA_SUCCESS;
}

// The host's block that any of these bytes are of.
static struct CUctx_st *host_owner(const char *at, size_t bytes, const cuda_block **found)
{
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (const cuda_block *b = c->host_blocks; b; b = b->next) {
            const char *start = b->host;
            if (at >= start + b->bytes || (start > at && (size_t)(start - at) >= bytes)) continue;
            *found = b;
            return c;
        }
    }
    return NULL;
}

static bool lent(void *host, size_t bytes, uint64_t *address)
{
    err unsaid = {0};
    const bool done = devmem_lend(cuda_this->memory, host, bytes, address, &unsaid) == ST_OK;
    err_free(&unsaid);
    return done;
}

// Pages of the host stay where they are in any case.
CUDA_ENTRY(cuMemHostRegister, (void *host, size_t bytes, unsigned flags), (host, bytes, flags))
{
    const CUresult r = cuda_ready();
    const cuda_block *there;
    uint64_t address = 0;
    if (r != CUDA_SUCCESS) return r;
    if (!host || !bytes || flags > 15) return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_MEMHOSTREGISTER_IOMEMORY) return CUDA_ERROR_NOT_SUPPORTED;
    if (host_owner(host, bytes, &there)) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    if (flags & CU_MEMHOSTREGISTER_DEVICEMAP && !lent(host, bytes, &address))
        return CUDA_ERROR_OUT_OF_MEMORY;
    keep_block(
        &cuda_current()->host_blocks,
        (cuda_block){
            .address = address, .bytes = bytes, .host = host, .flags = flags, .registered = true});
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemHostUnregister, (void *host), (host))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!host) return CUDA_ERROR_INVALID_VALUE;
    cuda_block **link = find_host_block(host);
    if (!link || !(*link)->registered) return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    drop_host_block(link);
    return CUDA_SUCCESS;
}

// What an address points at. Variables of modules are the current context's.
typedef struct pointee {
    struct CUctx_st *owner; // NULL: nothing that is known here
    CUmemorytype type;
    uint64_t base, bytes, id;
    bool shared;
    uint64_t device;                 // where the device has it; 0: nowhere
    struct CUmemPoolHandle_st *pool; // NULL: of none
} pointee;

static pointee pointed_at(CUdeviceptr at)
{
    pointee p = {0};
    void *host;
    const cuda_block *b;
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (b = c->blocks; b; b = b->next) {
            if (at - b->address < b->bytes)
                return (pointee){
                    c, CU_MEMORYTYPE_DEVICE, b->address, b->bytes, b->id, b->shared, at, b->pool};
        }
    }
    const graph_memory *m = cuda_graph_memory_at(at);
    if (m)
        return (pointee){m->owner, CU_MEMORYTYPE_DEVICE, m->address, m->bytes, m->id, false, at,
                         NULL};
    p.owner = host_owner((const char *)(uintptr_t)at, 1, &b);
    if (p.owner)
        return (pointee){p.owner,
                         CU_MEMORYTYPE_HOST,
                         (uintptr_t)b->host,
                         b->bytes,
                         b->id,
                         b->shared,
                         b->address ? b->address + (at - (uintptr_t)b->host) : 0,
                         NULL};
    if (devmem_range(cuda_this->memory, at, &p.base, &p.bytes, &host))
        p.owner = cuda_current(), p.type = CU_MEMORYTYPE_DEVICE, p.device = at,
        p.shared = host == (void *)(uintptr_t)p.base; // a __managed__ variable
    return p;
}

#define ANSWER(T, value) \
    do { \
        *(T *)data = (value); \
        return CUDA_SUCCESS; \
    } while (0)
static CUresult tell(const pointee *p, CUpointer_attribute a, CUdeviceptr at, void *data)
{
    switch (a) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: ANSWER(CUcontext, p->owner);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: ANSWER(unsigned, p->type);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)data = p->device;
        return p->device ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)data =
            p->type == CU_MEMORYTYPE_DEVICE && !p->shared ? NULL : (void *)(uintptr_t)at;
        return p->type == CU_MEMORYTYPE_HOST || p->shared ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: ANSWER(unsigned long long, p->id);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        ANSWER(unsigned, p->shared && p->type == CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: ANSWER(int, p->owner ? 0 : -2); // as CUDA has it
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: ANSWER(CUdeviceptr, p->base);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: ANSWER(size_t, p->bytes);
    case CU_POINTER_ATTRIBUTE_MAPPED: ANSWER(unsigned, p->owner != NULL);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: ANSWER(CUmemoryPool, p->pool);
    }
    return CUDA_ERROR_NOT_SUPPORTED;
}

static bool is_pointer_attribute(CUpointer_attribute a)
{
    return a >= CU_POINTER_ATTRIBUTE_CONTEXT && a <= WL_CUDA_LAST_POINTER_ATTRIBUTE;
}

CUDA_ENTRY(cuPointerGetAttribute, (void *data, CUpointer_attribute a, CUdeviceptr at),
           (data, a, at))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const pointee p = pointed_at(at);
    return data && is_pointer_attribute(a) && p.owner ? tell(&p, a, at, data)
                                                      : CUDA_ERROR_INVALID_VALUE;
}

// Of an address that is not known the answers are zeros, but for the device, which is none (-2),
// and the host's pointer: the address itself, which must be the host's own then.
CUDA_ENTRY(cuPointerGetAttributes,
           (unsigned n, CUpointer_attribute *a, void **data, CUdeviceptr at), (n, a, data, at))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!n || !a || !data) return CUDA_ERROR_INVALID_VALUE;
    const pointee p = pointed_at(at);
    for (unsigned i = 0; i < n; i++) {
        if (!data[i] || !is_pointer_attribute(a[i])) return CUDA_ERROR_INVALID_VALUE;
        if (tell(&p, a[i], at, data[i]) == CUDA_ERROR_NOT_SUPPORTED)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

// Kernels run to their end inside the call that launches them, so that each side sees all that the
// other has written before.
CUDA_ENTRY(cuMemAllocManaged, (CUdeviceptr * dptr, size_t bytes, unsigned flags),
           (dptr, bytes, flags))
{
    uint64_t address = 0;
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!dptr || !bytes || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
        return CUDA_ERROR_INVALID_VALUE;
    if (!allocated_shared(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    keep_block(&cuda_current()->blocks,
               (cuda_block){.address = address, .bytes = bytes, .shared = true});
    *dptr = address;
    return CUDA_SUCCESS;
}

// Of memory that was allocated to be mapped, whose pointers are the device's too, or registered to
// be, which the device has elsewhere.
CUDA_ENTRY(cuMemHostGetDevicePointer, (CUdeviceptr * dptr, void *host, unsigned flags),
           (dptr, host, flags))
{
    const cuda_block *b = NULL;
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!dptr || flags || !host_owner(host, 1, &b) || !b->address) return CUDA_ERROR_INVALID_VALUE;
    *dptr = b->address + (uint64_t)((char *)host - (char *)b->host);
    return CUDA_SUCCESS;
}

CUDA_ALSO(cuMemAlloc, _v2);
CUDA_ALSO(cuMemAllocHost, _v2);
CUDA_ALSO(cuMemAllocPitch, _v2);
CUDA_ALSO(cuMemFree, _v2);
CUDA_ALSO(cuMemGetAddressRange, _v2);
CUDA_ALSO(cuMemGetInfo, _v2);
CUDA_ALSO(cuMemHostGetDevicePointer, _v2);
CUDA_ALSO(cuMemHostRegister, _v2);
