// cuda_memory.c : the driver API's calls about device memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

// The driver API says in its result that memory is out; the words of devmem add nothing to it.
static bool allocate(size_t bytes, uint64_t *address)
{
    err unsaid = {0};
    bool done = devmem_alloc(cuda_this.memory, bytes, address, &unsaid) == ST_OK;
    err_free(&unsaid);
    return done;
}

CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytes)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!dptr || !bytes) return CUDA_ERROR_INVALID_VALUE;
    uint64_t address = 0;
    if (!allocate(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    cuda_block *b = wl_calloc(1, sizeof *b);
    *b = (cuda_block){cuda_this.contexts->blocks, address};
    cuda_this.contexts->blocks = b;
    *dptr = address;
    return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr dptr)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (cuda_block **link = &cuda_this.contexts->blocks; *link; link = &(*link)->next) {
        cuda_block *b = *link;
        if (b->address != dptr) continue;
        devmem_release(cuda_this.memory, dptr, cuda_this.e);
        *link = b->next;
        free(b);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

// The host's view of a device range that lies inside one allocation.
static CUresult device_range(CUdeviceptr at, size_t bytes, void **host)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !bytes) return r;
    *host = devmem_at(cuda_this.memory, at, bytes);
    return *host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes)
{
    void *to = NULL;
    CUresult r = device_range(dst, bytes, &to);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!src) return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, src, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes)
{
    void *from = NULL;
    CUresult r = device_range(src, bytes, &from);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!dst) return CUDA_ERROR_INVALID_VALUE;
    memcpy(dst, from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes)
{
    void *to = NULL, *from = NULL;
    CUresult r = device_range(dst, bytes, &to);
    if (r == CUDA_SUCCESS) r = device_range(src, bytes, &from);
    if (r == CUDA_SUCCESS && bytes) memmove(to, from, bytes);
    return r;
}

CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count)
{
    void *to = NULL;
    CUresult r = device_range(dst, count, &to);
    if (r == CUDA_SUCCESS && count) memset(to, value, count);
    return r;
}

CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, size_t count)
{
    void *to = NULL;
    if (dst % sizeof value || count > SIZE_MAX / sizeof value) return CUDA_ERROR_INVALID_VALUE;
    CUresult r = device_range(dst, count * sizeof value, &to);
    for (size_t i = 0; r == CUDA_SUCCESS && i < count; i++) memcpy((char *)to + i * sizeof value, &value, sizeof value);
    return r;
}
