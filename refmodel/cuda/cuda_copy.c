// cuda_copy.c : the driver API's calls that copy and fill memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The host's view of a device range that lies inside one allocation.
static CUresult device_range(CUdeviceptr at, size_t bytes, void **host)
{
    CUresult r = cuda_ready();
    cuda_tell_output();
    if (r != CUDA_SUCCESS || !bytes) return r;
    *host = devmem_at(cuda_this->memory, at, bytes);
    return *host ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Does the process have memory at all of these host addresses? Nothing is written back: Linux takes
// MS_ASYNC for a question.
static bool host_has(const void *at, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)at / page * page;
    if (!at || bytes > UINTPTR_MAX - (uintptr_t)at) return false;
    return msync((void *)first, (uintptr_t)at - first + bytes, MS_ASYNC) == 0;
}

CUDA_ENTRY(cuMemcpyHtoD, (CUdeviceptr dst, const void *src, size_t bytes), (dst, src, bytes))
{
    void *to = NULL;
    CUresult r = device_range(dst, bytes, &to);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!host_has(src, bytes)) return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, src, bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemcpyDtoH, (void *dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
{
    void *from = NULL;
    CUresult r = device_range(src, bytes, &from);
    if (r != CUDA_SUCCESS || !bytes) return r;
    if (!host_has(dst, bytes)) return CUDA_ERROR_INVALID_VALUE;
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
    for (size_t i = 0; r == CUDA_SUCCESS && i < count; i++)
        memcpy((char *)to + i * sizeof value, &value, sizeof value);
    return r;
}

CUDA_ENTRY(cuMemsetD16, (CUdeviceptr dst, unsigned short value, size_t count), (dst, value, count))
{
    void *to = NULL;
    if (dst % sizeof value || count > SIZE_MAX / sizeof value) return CUDA_ERROR_INVALID_VALUE;
    CUresult r = device_range(dst, count * sizeof value, &to);
    for (size_t i = 0; r == CUDA_SUCCESS && i < count; i++)
        memcpy((char *)to + i * sizeof value, &value, sizeof value);
    return r;
}

// One address space for both: what is no device memory, and never was, is the host's.
static CUmemorytype kind_of(CUdeviceptr at)
{
    uint64_t base, size;
    void *host;
    const bool device = devmem_gave(cuda_this->memory, at) ||
                        devmem_range(cuda_this->memory, at, &base, &size, &host);
    return device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
}

CUDA_ENTRY(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !bytes) return r;
    const bool to = kind_of(dst) == CU_MEMORYTYPE_DEVICE,
               from = kind_of(src) == CU_MEMORYTYPE_DEVICE;
    if (to && from) return cuMemcpyDtoD(dst, src, bytes);
    if (to) return cuMemcpyHtoD(dst, (const void *)(uintptr_t)src, bytes);
    if (from) return cuMemcpyDtoH((void *)(uintptr_t)dst, src, bytes);
    void *host_to = (void *)(uintptr_t)dst;
    const void *host_from = (const void *)(uintptr_t)src;
    if (!host_has(host_to, bytes) || !host_has(host_from, bytes)) return CUDA_ERROR_INVALID_VALUE;
    memmove(host_to, host_from, bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuMemcpyPeer,
           (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes),
           (dst, to, src, from, bytes))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    return cuda_is_context(to) && cuda_is_context(from) ? cuMemcpyDtoD(dst, src, bytes)
                                                        : CUDA_ERROR_INVALID_CONTEXT;
}

// One row, of which each end says what it is.
static CUresult row_in_stream(CUmemorytype to, CUdeviceptr dst, CUmemorytype from, CUdeviceptr src,
                              size_t bytes, CUstream stream)
{
    const CUDA_MEMCPY3D c = {.srcMemoryType = from,
                             .srcHost = (const void *)(uintptr_t)src,
                             .srcDevice = src,
                             .dstMemoryType = to,
                             .dstHost = (void *)(uintptr_t)dst,
                             .dstDevice = dst,
                             .WidthInBytes = bytes,
                             .Height = 1,
                             .Depth = 1};
    return cuMemcpy3DAsync(&c, stream);
}

CUDA_ENTRY(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream),
           (dst, src, bytes, stream))
{
    return row_in_stream(CU_MEMORYTYPE_UNIFIED, dst, CU_MEMORYTYPE_UNIFIED, src, bytes, stream);
}
CUDA_ENTRY(cuMemcpyHtoDAsync, (CUdeviceptr dst, const void *src, size_t bytes, CUstream stream),
           (dst, src, bytes, stream))
{
    return row_in_stream(CU_MEMORYTYPE_DEVICE, dst, CU_MEMORYTYPE_HOST, (uintptr_t)src, bytes,
                         stream);
}
CUDA_ENTRY(cuMemcpyDtoHAsync, (void *dst, CUdeviceptr src, size_t bytes, CUstream stream),
           (dst, src, bytes, stream))
{
    return row_in_stream(CU_MEMORYTYPE_HOST, (uintptr_t)dst, CU_MEMORYTYPE_DEVICE, src, bytes,
                         stream);
}
CUDA_ENTRY(cuMemcpyDtoDAsync, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream),
           (dst, src, bytes, stream))
{
    return row_in_stream(CU_MEMORYTYPE_DEVICE, dst, CU_MEMORYTYPE_DEVICE, src, bytes, stream);
}
CUDA_ENTRY(cuMemcpyPeerAsync,
           (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes,
            CUstream stream),
           (dst, to, src, from, bytes, stream))
{
    const CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    return cuda_is_context(to) && cuda_is_context(from) ? cuMemcpyDtoDAsync(dst, src, bytes, stream)
                                                        : CUDA_ERROR_INVALID_CONTEXT;
}

CUDA_ENTRY(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *c, CUstream stream), (c, stream))
{
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D rows = {.srcXInBytes = c->srcXInBytes,
                                .srcY = c->srcY,
                                .srcMemoryType = c->srcMemoryType,
                                .srcHost = c->srcHost,
                                .srcDevice = c->srcDevice,
                                .srcArray = c->srcArray,
                                .srcPitch = c->srcPitch,
                                .dstXInBytes = c->dstXInBytes,
                                .dstY = c->dstY,
                                .dstMemoryType = c->dstMemoryType,
                                .dstHost = c->dstHost,
                                .dstDevice = c->dstDevice,
                                .dstArray = c->dstArray,
                                .dstPitch = c->dstPitch,
                                .WidthInBytes = c->WidthInBytes,
                                .Height = c->Height,
                                .Depth = 1};
    return cuMemcpy3DAsync(&rows, stream);
}

static CUresult fill_in_stream(CUDA_MEMSET_NODE_PARAMS fill, CUstream stream)
{
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEMSET, .as.fill = fill};
    return cuda_in_stream(&w, stream);
}

#define FILL_ASYNC(BITS, T) \
    CUDA_ENTRY(cuMemsetD##BITS##Async, (CUdeviceptr dst, T value, size_t count, CUstream stream), \
               (dst, value, count, stream)) \
    { \
        return fill_in_stream((CUDA_MEMSET_NODE_PARAMS){dst, 0, value, sizeof value, count, 1}, \
                              stream); \
    }
FILL_ASYNC(8, unsigned char)
FILL_ASYNC(16, unsigned short)
FILL_ASYNC(32, unsigned)

// One end of a 2D copy.
typedef struct plane {
    CUmemorytype type;
    char *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch, x, y;
} plane;

// An array's rows, of all its layers one behind the other, are rows of device memory.
static CUresult array_rows(plane *p, size_t width, size_t height)
{
    if (!cuda_array(p->array)) return CUDA_ERROR_INVALID_HANDLE;
    const ptx_texture *t = &p->array->texels;
    const size_t row = (size_t)t->width * texture_texel_bytes(t),
                 rows = (size_t)t->height * t->depth * t->layers;
    if (p->x > row || width > row - p->x || p->y > rows || height > rows - p->y)
        return CUDA_ERROR_INVALID_VALUE;
    p->type = CU_MEMORYTYPE_DEVICE, p->device = t->address, p->pitch = t->pitch;
    return CUDA_SUCCESS;
}

// CU_MEMORYTYPE_UNIFIED: an address of either, in `device`.
static plane settled(plane p)
{
    if (p.type != CU_MEMORYTYPE_UNIFIED) return p;
    p.type = kind_of(p.device);
    p.host = (char *)(uintptr_t)p.device;
    return p;
}

// The host's view of its first byte; every row must lie inside one allocation of the device.
static CUresult plane_at(plane *p, size_t width, size_t height, char **at)
{
    CUresult r = p->type == CU_MEMORYTYPE_ARRAY ? array_rows(p, width, height) : CUDA_SUCCESS;
    if (r != CUDA_SUCCESS) return r;
    size_t pitch = p->pitch ? p->pitch : width;
    if (p->type != CU_MEMORYTYPE_HOST && p->type != CU_MEMORYTYPE_DEVICE)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (width > pitch || p->x > pitch - width || width > SIZE_MAX / 2 ||
        height > SIZE_MAX / 4 / pitch || p->y > SIZE_MAX / 4 / pitch) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    size_t first = p->y * pitch + p->x, bytes = (height - 1) * pitch + width;
    void *host = NULL;
    if (p->type == CU_MEMORYTYPE_HOST) {
        *at = p->host ? p->host + first : NULL;
        return host_has(*at, bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    r = device_range(p->device + first, bytes, &host);
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
    plane dst = settled((plane){c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray,
                                c->dstPitch, c->dstXInBytes, c->dstY});
    plane src = settled((plane){c->srcMemoryType, (char *)(uintptr_t)c->srcHost, c->srcDevice,
                                c->srcArray, c->srcPitch, c->srcXInBytes, c->srcY});
    r = plane_at(&dst, c->WidthInBytes, c->Height, &to);
    if (r == CUDA_SUCCESS) r = plane_at(&src, c->WidthInBytes, c->Height, &from);
    const size_t to_pitch = dst.pitch ? dst.pitch : c->WidthInBytes,
                 from_pitch = src.pitch ? src.pitch : c->WidthInBytes;
    for (size_t y = 0; r == CUDA_SUCCESS && y < c->Height; y++)
        memmove(to + y * to_pitch, from + y * from_pitch, c->WidthInBytes);
    return r;
}

CUDA_ENTRY(cuMemcpy2DUnaligned, (const CUDA_MEMCPY2D *copy), (copy)) { return cuMemcpy2D(copy); }

// Rows of a layer of one end, and false if the copy leaves the array that it is.
static bool layer_rows(CUmemorytype type, CUarray array, const CUDA_MEMCPY3D *c, size_t y, size_t z,
                       size_t *rows)
{
    if (type != CU_MEMORYTYPE_ARRAY || !cuda_array(array)) return true;
    const ptx_texture *t = &array->texels;
    const size_t layers = (size_t)t->depth * t->layers;
    *rows = t->height;
    return y <= t->height && c->Height <= t->height - y && z <= layers && c->Depth <= layers - z;
}

// Layer z of a copy of layers, where a layer's first row is row z * height.
static bool layer(const CUDA_MEMCPY3D *c, size_t z, CUDA_MEMCPY2D *made)
{
    size_t to = 0, from = 0, to_rows = c->dstHeight ? c->dstHeight : c->Height,
           from_rows = c->srcHeight ? c->srcHeight : c->Height;
    const bool far = !layer_rows(c->dstMemoryType, c->dstArray, c, c->dstY, c->dstZ, &to_rows) ||
                     !layer_rows(c->srcMemoryType, c->srcArray, c, c->srcY, c->srcZ, &from_rows) ||
                     __builtin_mul_overflow(c->dstZ + z, to_rows, &to) ||
                     __builtin_add_overflow(to, c->dstY, &to) ||
                     __builtin_mul_overflow(c->srcZ + z, from_rows, &from) ||
                     __builtin_add_overflow(from, c->srcY, &from);
    *made = (CUDA_MEMCPY2D){.srcXInBytes = c->srcXInBytes,
                            .srcY = from,
                            .srcMemoryType = c->srcMemoryType,
                            .srcHost = c->srcHost,
                            .srcDevice = c->srcDevice,
                            .srcArray = c->srcArray,
                            .srcPitch = c->srcPitch,
                            .dstXInBytes = c->dstXInBytes,
                            .dstY = to,
                            .dstMemoryType = c->dstMemoryType,
                            .dstHost = c->dstHost,
                            .dstDevice = c->dstDevice,
                            .dstArray = c->dstArray,
                            .dstPitch = c->dstPitch,
                            .WidthInBytes = c->WidthInBytes,
                            .Height = c->Height};
    return !far;
}

// The last layer first: what does not fit is seen before anything is written.
CUDA_ENTRY(cuMemcpy3D, (const CUDA_MEMCPY3D *c), (c))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!c || c->srcLOD || c->dstLOD) return CUDA_ERROR_INVALID_VALUE;
    for (size_t z = c->Depth; r == CUDA_SUCCESS && z-- > 0;) {
        CUDA_MEMCPY2D one;
        r = layer(c, z, &one) ? cuMemcpy2D(&one) : CUDA_ERROR_INVALID_VALUE;
    }
    return r;
}

CUDA_ENTRY(cuMemcpy3DAsync, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))
{
    if (!copy) return CUDA_ERROR_INVALID_VALUE;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEMCPY, .as.copy = *copy};
    return cuda_in_stream(&w, stream);
}

static void fill_row(char *to, unsigned value, size_t element, size_t width)
{
    if (element == 1) memset(to, (int)value, width);
    else
        for (size_t x = 0; x < width; x++) memcpy(to + x * element, &value, element);
}

CUresult cuda_fill(const CUDA_MEMSET_NODE_PARAMS *f)
{
    const size_t element = f->elementSize;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !f->width || !f->height) return r;
    if (f->dst % element || (f->height > 1 && (f->pitch % element || !f->pitch)) ||
        f->width > SIZE_MAX / 2 / element)
        return CUDA_ERROR_INVALID_VALUE;
    plane rows = {
        .type = CU_MEMORYTYPE_DEVICE, .device = f->dst, .pitch = f->height > 1 ? f->pitch : 0};
    char *to = NULL;
    r = plane_at(&rows, f->width * element, f->height, &to);
    for (size_t y = 0; r == CUDA_SUCCESS && y < f->height; y++)
        fill_row(to + y * f->pitch, f->value, element, f->width);
    return r;
}

#define FILL_ROWS(BITS, T) \
    CUDA_ENTRY(cuMemsetD2D##BITS, \
               (CUdeviceptr dst, size_t pitch, T value, size_t width, size_t height), \
               (dst, pitch, value, width, height)) \
    { \
        return cuda_fill( \
            &(CUDA_MEMSET_NODE_PARAMS){dst, pitch, value, sizeof value, width, height}); \
    } \
    CUDA_ENTRY( \
        cuMemsetD2D##BITS##Async, \
        (CUdeviceptr dst, size_t pitch, T value, size_t width, size_t height, CUstream stream), \
        (dst, pitch, value, width, height, stream)) \
    { \
        return fill_in_stream( \
            (CUDA_MEMSET_NODE_PARAMS){dst, pitch, value, sizeof value, width, height}, stream); \
    }
FILL_ROWS(8, unsigned char)
FILL_ROWS(16, unsigned short)
FILL_ROWS(32, unsigned)

CUDA_ALSO(cuMemcpy, _ptds);
CUDA_ALSO(cuMemcpy2D, _v2);
CUDA_ALSO(cuMemcpy2D, _v2_ptds);
CUDA_ALSO(cuMemcpy2DAsync, _v2);
CUDA_ALSO(cuMemcpy2DAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpy2DUnaligned, _v2);
CUDA_ALSO(cuMemcpy2DUnaligned, _v2_ptds);
CUDA_ALSO(cuMemcpy3D, _v2);
CUDA_ALSO(cuMemcpy3D, _v2_ptds);
CUDA_ALSO(cuMemcpy3DAsync, _v2);
CUDA_ALSO(cuMemcpy3DAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpyAsync, _ptsz);
CUDA_ALSO(cuMemcpyDtoD, _v2);
CUDA_ALSO(cuMemcpyDtoD, _v2_ptds);
CUDA_ALSO(cuMemcpyDtoDAsync, _v2);
CUDA_ALSO(cuMemcpyDtoDAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpyDtoH, _v2);
CUDA_ALSO(cuMemcpyDtoH, _v2_ptds);
CUDA_ALSO(cuMemcpyDtoHAsync, _v2);
CUDA_ALSO(cuMemcpyDtoHAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpyHtoD, _v2);
CUDA_ALSO(cuMemcpyHtoD, _v2_ptds);
CUDA_ALSO(cuMemcpyHtoDAsync, _v2);
CUDA_ALSO(cuMemcpyHtoDAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpyPeer, _ptds);
CUDA_ALSO(cuMemcpyPeerAsync, _ptsz);
CUDA_ALSO(cuMemsetD16, _v2);
CUDA_ALSO(cuMemsetD16, _v2_ptds);
CUDA_ALSO(cuMemsetD16Async, _ptsz);
CUDA_ALSO(cuMemsetD2D16, _v2);
CUDA_ALSO(cuMemsetD2D16, _v2_ptds);
CUDA_ALSO(cuMemsetD2D16Async, _ptsz);
CUDA_ALSO(cuMemsetD2D32, _v2);
CUDA_ALSO(cuMemsetD2D32, _v2_ptds);
CUDA_ALSO(cuMemsetD2D32Async, _ptsz);
CUDA_ALSO(cuMemsetD2D8, _v2);
CUDA_ALSO(cuMemsetD2D8, _v2_ptds);
CUDA_ALSO(cuMemsetD2D8Async, _ptsz);
CUDA_ALSO(cuMemsetD32, _v2);
CUDA_ALSO(cuMemsetD32, _v2_ptds);
CUDA_ALSO(cuMemsetD32Async, _ptsz);
CUDA_ALSO(cuMemsetD8, _v2);
CUDA_ALSO(cuMemsetD8, _v2_ptds);
CUDA_ALSO(cuMemsetD8Async, _ptsz);
