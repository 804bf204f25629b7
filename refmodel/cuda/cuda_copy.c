// cuda_copy.c : the driver API's calls that copy and fill memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <string.h>

// The host's view of a device range that lies inside one allocation.
static CUresult device_range(CUdeviceptr at, size_t bytes, void **host)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !bytes) return r;
    *host = devmem_at(cuda_this->memory, at, bytes);
    return *host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuMemcpyHtoD, (CUdeviceptr dst, const void *src, size_t bytes), (dst, src, bytes))
{
    void *to = NULL;
    CUresult r = device_range(dst, bytes, &to);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!src) return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, src, bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemcpyDtoH, (void *dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
{
    void *from = NULL;
    CUresult r = device_range(src, bytes, &from);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!dst) return CUDA_ERROR_INVALID_VALUE;
    memcpy(dst, from, bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemcpyDtoD, (CUdeviceptr dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
{
    void *to = NULL, *from = NULL;
    CUresult r = device_range(dst, bytes, &to);
    if (r == CUDA_SUCCESS) r = device_range(src, bytes, &from);
    if (r == CUDA_SUCCESS && bytes) memmove(to, from, bytes);
    return r;
}

CUDA_ENTRY(cuMemsetD8, (CUdeviceptr dst, unsigned char value, size_t count), (dst, value, count))
{
    void *to = NULL;
    CUresult r = device_range(dst, count, &to);
    if (r == CUDA_SUCCESS && count) memset(to, value, count);
    return r;
}

CUDA_ENTRY(cuMemsetD32, (CUdeviceptr dst, unsigned value, size_t count), (dst, value, count))
{
    void *to = NULL;
    if (dst % sizeof value || count > SIZE_MAX / sizeof value) return CUDA_ERROR_INVALID_VALUE;
    CUresult r = device_range(dst, count * sizeof value, &to);
    for (size_t i = 0; r == CUDA_SUCCESS && i < count; i++) memcpy((char *)to + i * sizeof value, &value, sizeof value);
    return r;
}

CUDA_ENTRY(cuMemsetD16, (CUdeviceptr dst, unsigned short value, size_t count), (dst, value, count))
{
    void *to = NULL;
    if (dst % sizeof value || count > SIZE_MAX / sizeof value) return CUDA_ERROR_INVALID_VALUE;
    CUresult r = device_range(dst, count * sizeof value, &to);
    for (size_t i = 0; r == CUDA_SUCCESS && i < count; i++) memcpy((char *)to + i * sizeof value, &value, sizeof value);
    return r;
}

// One address space for both: what is no device memory is the host's.
CUDA_ENTRY(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
{
    uint64_t base, size;
    void *host;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const bool to = devmem_range(cuda_this->memory, dst, &base, &size, &host);
    const bool from = devmem_range(cuda_this->memory, src, &base, &size, &host);
    if (to && from) return cuMemcpyDtoD(dst, src, bytes);
    if (to) return cuMemcpyHtoD(dst, (const void *)(uintptr_t)src, bytes);
    return from ? cuMemcpyDtoH((void *)(uintptr_t)dst, src, bytes) : CUDA_ERROR_INVALID_VALUE;
}

#define IN_STREAM(CALL) \
    do { \
        CUresult r = cuda_stream_ready(stream); \
        return r == CUDA_SUCCESS ? (CALL) : r; \
    } while (0)
CUDA_ENTRY(cuMemcpyHtoDAsync, (CUdeviceptr dst, const void *src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
{
    IN_STREAM(cuMemcpyHtoD(dst, src, bytes));
}
CUDA_ENTRY(cuMemcpyDtoHAsync, (void *dst, CUdeviceptr src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
{
    IN_STREAM(cuMemcpyDtoH(dst, src, bytes));
}
CUDA_ENTRY(cuMemcpyDtoDAsync, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
{
    IN_STREAM(cuMemcpyDtoD(dst, src, bytes));
}
CUDA_ENTRY(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))
{
    IN_STREAM(cuMemcpy2D(copy));
}
CUDA_ENTRY(cuMemsetD8Async, (CUdeviceptr dst, unsigned char value, size_t count, CUstream stream), (dst, value, count, stream))
{
    IN_STREAM(cuMemsetD8(dst, value, count));
}
CUDA_ENTRY(cuMemsetD16Async, (CUdeviceptr dst, unsigned short value, size_t count, CUstream stream), (dst, value, count, stream))
{
    IN_STREAM(cuMemsetD16(dst, value, count));
}
CUDA_ENTRY(cuMemsetD32Async, (CUdeviceptr dst, unsigned value, size_t count, CUstream stream), (dst, value, count, stream))
{
    IN_STREAM(cuMemsetD32(dst, value, count));
}

// One end of a 2D copy.
typedef struct plane {
    CUmemorytype type;
    char *host;
    CUdeviceptr device;
    size_t pitch, x, y;
} plane;

// The host's view of its first byte; every row must lie inside one allocation of the device.
static CUresult plane_at(const plane *p, size_t width, size_t height, char **at)
{
    size_t pitch = p->pitch ? p->pitch : width;
    if (p->type != CU_MEMORYTYPE_HOST && p->type != CU_MEMORYTYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
    if (width > pitch || p->x > pitch - width || width > SIZE_MAX / 2 || height > SIZE_MAX / 4 / pitch || p->y > SIZE_MAX / 4 / pitch) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    size_t first = p->y * pitch + p->x, bytes = (height - 1) * pitch + width;
    void *host = NULL;
    if (p->type == CU_MEMORYTYPE_HOST) {
        *at = p->host ? p->host + first : NULL;
        return p->host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    CUresult r = device_range(p->device + first, bytes, &host);
    *at = host;
    return r;
}

CUDA_ENTRY(cuMemcpy2D, (const CUDA_MEMCPY2D *c), (c))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    if (!c->WidthInBytes || !c->Height) return CUDA_SUCCESS;
    char *to = NULL, *from = NULL;
    const plane dst = {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstPitch, c->dstXInBytes, c->dstY};
    const plane src = {c->srcMemoryType, (char *)(uintptr_t)c->srcHost, c->srcDevice, c->srcPitch, c->srcXInBytes, c->srcY};
    r = plane_at(&dst, c->WidthInBytes, c->Height, &to);
    if (r == CUDA_SUCCESS) r = plane_at(&src, c->WidthInBytes, c->Height, &from);
    const size_t to_pitch = dst.pitch ? dst.pitch : c->WidthInBytes, from_pitch = src.pitch ? src.pitch : c->WidthInBytes;
    for (size_t y = 0; r == CUDA_SUCCESS && y < c->Height; y++) memmove(to + y * to_pitch, from + y * from_pitch, c->WidthInBytes);
    return r;
}
