// cuda_memory.c : the driver API's calls that allocate: device memory, and the host's.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>

enum { PITCH = 512 };

// The driver API says in its result that memory is out; the words of devmem add nothing to it.
static bool allocate(size_t bytes, uint64_t *address)
{
    err unsaid = {0};
    bool done = devmem_alloc(cuda_this->memory, bytes, address, &unsaid) == ST_OK;
    err_free(&unsaid);
    return done;
}

CUDA_ENTRY(cuMemAlloc, (CUdeviceptr *dptr, size_t bytes), (dptr, bytes))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!dptr || !bytes) return CUDA_ERROR_INVALID_VALUE;
    uint64_t address = 0;
    if (!allocate(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    cuda_block *b = wl_calloc(1, sizeof *b);
    *b = (cuda_block){.next = cuda_current()->blocks, .address = address, .bytes = bytes};
    cuda_current()->blocks = b;
    *dptr = address;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemFree, (CUdeviceptr dptr), (dptr))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (cuda_block **link = &cuda_current()->blocks; *link; link = &(*link)->next) {
        cuda_block *b = *link;
        if (b->address != dptr) continue;
        devmem_release(cuda_this->memory, dptr, cuda_this->e);
        *link = b->next;
        free(b);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

// Rows start at multiples of PITCH bytes, so that each begins a cache line.
CUDA_ENTRY(cuMemAllocPitch,
           (CUdeviceptr *dptr, size_t *pitch, size_t width_bytes, size_t height, unsigned element_bytes),
           (dptr, pitch, width_bytes, height, element_bytes))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!pitch || !width_bytes || !height || (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (width_bytes > SIZE_MAX - PITCH) return CUDA_ERROR_OUT_OF_MEMORY;
    size_t row = (width_bytes + PITCH - 1) / PITCH * PITCH;
    if (height > SIZE_MAX / row) return CUDA_ERROR_OUT_OF_MEMORY;
    r = cuMemAlloc(dptr, row * height);
    if (r == CUDA_SUCCESS) *pitch = row;
    return r;
}

// What was freed is not given out again.
CUDA_ENTRY(cuMemGetInfo, (size_t *free_bytes, size_t *total), (free_bytes, total))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!free_bytes || !total) return CUDA_ERROR_INVALID_VALUE;
    size_t used = 0;
    for (const struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (const cuda_block *b = c->blocks; b; b = b->next) used += b->bytes;
    }
    *total = cuda_this->total_bytes;
    *free_bytes = used < *total ? *total - used : 0;
    if (*free_bytes > devmem_room(cuda_this->memory)) *free_bytes = devmem_room(cuda_this->memory);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemGetAddressRange, (CUdeviceptr *base, size_t *bytes, CUdeviceptr dptr), (base, bytes, dptr))
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

CUDA_ENTRY(cuMemHostAlloc, (void **host, size_t bytes, unsigned flags), (host, bytes, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!host || !bytes || flags > 7) return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_MEMHOSTALLOC_DEVICEMAP) return CUDA_ERROR_NOT_SUPPORTED;
    void *p = calloc(bytes, 1);
    if (!p) return CUDA_ERROR_OUT_OF_MEMORY;
    cuda_block *b = wl_calloc(1, sizeof *b);
    *b = (cuda_block){.next = cuda_current()->host_blocks, .bytes = bytes, .host = p};
    cuda_current()->host_blocks = b;
    *host = p;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemAllocHost, (void **host, size_t bytes), (host, bytes)) { return cuMemHostAlloc(host, bytes, 0); }

CUDA_ENTRY(cuMemFreeHost, (void *host), (host))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (cuda_block **link = &cuda_current()->host_blocks; *link; link = &(*link)->next) {
        cuda_block *b = *link;
        if (b->host != host) continue;
        *link = b->next;
        free(b->host);
        free(b);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

// What host and device would share. Known, so that a program which asks first, or goes another way without it, runs.
static CUresult not_shared(const void *dptr)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    return dptr ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuMemAllocManaged, (CUdeviceptr *dptr, size_t bytes, unsigned flags), (dptr, bytes, flags))
{
    (void)bytes;
    (void)flags;
    return not_shared(dptr);
}

CUDA_ENTRY(cuMemHostGetDevicePointer, (CUdeviceptr *dptr, void *host, unsigned flags), (dptr, host, flags))
{
    (void)host;
    (void)flags;
    return not_shared(dptr);
}
