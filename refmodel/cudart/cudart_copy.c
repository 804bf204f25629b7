// cudart_copy.c : the runtime API's calls that copy and fill memory. All have the addresses say
// which side they are of, as CUDA does with one address space; the kind is only checked to be one.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

cudaError_t cudart_ready_to_copy(cudaMemcpyKind kind)
{
    const cudaError_t r = cudart_ready();
    return r == cudaSuccess && (unsigned)kind > cudaMemcpyDefault ? cudaErrorInvalidMemcpyDirection
                                                                  : r;
}

static bool reached_by_device(const void *at)
{
    unsigned type = 0;
    return cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address(at)) ==
           CUDA_SUCCESS;
}

cudaError_t cudart_ready_between(cudaMemcpyKind kind, const void *to, const void *from,
                                 size_t bytes)
{
    const cudaError_t r = cudart_ready_to_copy(kind);
    const bool device_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool device_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (r != cudaSuccess || !bytes) return r;
    const bool good = (!device_to || !to || reached_by_device(to)) &&
                      (!device_from || !from || reached_by_device(from));
    return good ? cudaSuccess : cudaErrorInvalidValue;
}

CUDART_ENTRY(cudaMemcpy, (void *to, const void *from, size_t bytes, cudaMemcpyKind kind),
             (to, from, bytes, kind))
{
    CUDART_COPY_BETWEEN(kind, to, from, bytes, cuMemcpy(address(to), address(from), bytes));
}

CUDART_ENTRY(cudaMemcpyAsync,
             (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
             (to, from, bytes, kind, stream))
{
    CUDART_COPY_BETWEEN(kind, to, from, bytes,
                        cuMemcpyAsync(address(to), address(from), bytes, stream));
}

static CUresult copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, cudaStream_t stream)
{
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                             .srcDevice = address(from),
                             .srcPitch = from_pitch,
                             .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                             .dstDevice = address(to),
                             .dstPitch = to_pitch,
                             .WidthInBytes = width,
                             .Height = height};
    return cuMemcpy2DAsync(&c, stream);
}

CUDART_ENTRY(cudaMemcpy2DAsync,
             (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
              size_t height, cudaMemcpyKind kind, cudaStream_t stream),
             (to, to_pitch, from, from_pitch, width, height, kind, stream))
{
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
    CUDART_COPY_BETWEEN(kind, to, from, width && height,
                        copy_rows(to, to_pitch, from, from_pitch, width, height, stream));
}

CUDART_ENTRY(cudaMemcpy2D,
             (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
              size_t height, cudaMemcpyKind kind),
             (to, to_pitch, from, from_pitch, width, height, kind))
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

// Bytes of what positions and widths count: texels of an array, else bytes.
static cudaError_t unit_of(cudaArray_t array, size_t *bytes)
{
    cudaChannelFormatDesc d = {.x = 8};
    const cudaError_t r = array ? cudaGetChannelDesc(&d, array) : cudaSuccess;
    *bytes = (size_t)(d.x + d.y + d.z + d.w) / 8;
    return r;
}

static CUDA_MEMCPY3D box(const cudaMemcpy3DParms *p, size_t to, size_t from)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = p->srcPos.x * from,
        .srcY = p->srcPos.y,
        .srcZ = p->srcPos.z,
        .srcMemoryType = p->srcArray ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED,
        .srcArray = p->srcArray,
        .srcDevice = address(p->srcPtr.ptr),
        .srcPitch = p->srcPtr.pitch,
        .srcHeight = p->srcPtr.ysize,
        .dstXInBytes = p->dstPos.x * to,
        .dstY = p->dstPos.y,
        .dstZ = p->dstPos.z,
        .dstMemoryType = p->dstArray ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED,
        .dstArray = p->dstArray,
        .dstDevice = address(p->dstPtr.ptr),
        .dstPitch = p->dstPtr.pitch,
        .dstHeight = p->dstPtr.ysize,
        .WidthInBytes = p->extent.width * (p->dstArray ? to : from),
        .Height = p->extent.height,
        .Depth = p->extent.depth};
}

cudaError_t cudart_box(const cudaMemcpy3DParms *copy, CUDA_MEMCPY3D *made)
{
    size_t to = 0, from = 0;
    if (!copy || (copy->dstArray && copy->dstPtr.ptr) || (copy->srcArray && copy->srcPtr.ptr))
        return cudaErrorInvalidValue;
    const cudaExtent e = copy->extent;
    cudaError_t r = cudart_ready_between(copy->kind, copy->dstPtr.ptr, copy->srcPtr.ptr,
                                         e.width && e.height && e.depth);
    if (r == cudaSuccess) r = unit_of(copy->dstArray, &to);
    if (r == cudaSuccess) r = unit_of(copy->srcArray, &from);
    if (r != cudaSuccess) return r;
    if (copy->dstArray && copy->srcArray && to != from) return cudaErrorInvalidValue;
    *made = box(copy, to, from);
    return cudaSuccess;
}

CUDART_ENTRY(cudaMemcpy3DAsync, (const cudaMemcpy3DParms *copy, cudaStream_t stream),
             (copy, stream))
{
    CUDA_MEMCPY3D c;
    const cudaError_t r = cudart_box(copy, &c);
    return r == cudaSuccess ? cudart_error(cuMemcpy3DAsync(&c, stream)) : r;
}

CUDART_ENTRY(cudaMemcpy3D, (const cudaMemcpy3DParms *copy), (copy))
{
    return cudaMemcpy3DAsync(copy, NULL);
}

CUDART_ENTRY(cudaMemcpyPeerAsync,
             (void *to, int to_device, const void *from, int from_device, size_t bytes,
              cudaStream_t stream),
             (to, to_device, from, from_device, bytes, stream))
{
    cudaError_t r = cudart_device(to_device);
    if (r == cudaSuccess) r = cudart_device(from_device);
    return r == cudaSuccess ? cudart_error(cuMemcpyAsync(address(to), address(from), bytes, stream))
                            : r;
}

CUDART_ENTRY(cudaMemcpyPeer,
             (void *to, int to_device, const void *from, int from_device, size_t bytes),
             (to, to_device, from, from_device, bytes))
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, NULL);
}

// Where the bytes of a variable that a copy is about begin.
static cudaError_t part_of(const void *symbol, size_t offset, size_t bytes, CUdeviceptr *at)
{
    size_t size = 0;
    const cudaError_t r = cudart_symbol(symbol, at, &size);
    if (r != cudaSuccess) return r;
    if (offset > size || bytes > size - offset) return cudaErrorInvalidValue;
    *at += offset;
    return cudaSuccess;
}

CUDART_ENTRY(cudaMemcpyToSymbolAsync,
             (const void *symbol, const void *from, size_t bytes, size_t offset,
              cudaMemcpyKind kind, cudaStream_t stream),
             (symbol, from, bytes, offset, kind, stream))
{
    CUdeviceptr at = 0;
    const cudaError_t r = part_of(symbol, offset, bytes, &at);
    if (r != cudaSuccess) return r;
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    CUDART_COPY_BETWEEN(kind, NULL, from, bytes, cuMemcpyAsync(at, address(from), bytes, stream));
}

CUDART_ENTRY(cudaMemcpyToSymbol,
             (const void *symbol, const void *from, size_t bytes, size_t offset,
              cudaMemcpyKind kind),
             (symbol, from, bytes, offset, kind))
{
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, NULL);
}

CUDART_ENTRY(cudaMemcpyFromSymbolAsync,
             (void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
              cudaStream_t stream),
             (to, symbol, bytes, offset, kind, stream))
{
    CUdeviceptr at = 0;
    const cudaError_t r = part_of(symbol, offset, bytes, &at);
    if (r != cudaSuccess) return r;
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    CUDART_COPY_BETWEEN(kind, to, NULL, bytes, cuMemcpyAsync(address(to), at, bytes, stream));
}

CUDART_ENTRY(cudaMemcpyFromSymbol,
             (void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind),
             (to, symbol, bytes, offset, kind))
{
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, NULL);
}

CUDART_ENTRY(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t stream),
             (to, value, bytes, stream))
{
    CUDART_DRIVER(cuMemsetD8Async(address(to), (unsigned char)value, bytes, stream));
}

CUDART_ENTRY(cudaMemset, (void *to, int value, size_t bytes), (to, value, bytes))
{
    return cudaMemsetAsync(to, value, bytes, NULL);
}

CUDART_ENTRY(cudaMemset2DAsync,
             (void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
             (to, pitch, value, width, height, stream))
{
    if (!width || !height) return cudart_ready_stream(stream);
    CUDART_DRIVER(
        cuMemsetD2D8Async(address(to), pitch, (unsigned char)value, width, height, stream));
}

CUDART_ENTRY(cudaMemset2D, (void *to, size_t pitch, int value, size_t width, size_t height),
             (to, pitch, value, width, height))
{
    return cudaMemset2DAsync(to, pitch, value, width, height, NULL);
}

CUDART_ENTRY(cudaMemset3DAsync,
             (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream),
             (to, value, extent, stream))
{
    cudaError_t r = cudart_ready_stream(stream);
    for (size_t z = 0; z < extent.depth && r == cudaSuccess; z++) {
        r = cudaMemset2DAsync((char *)to.ptr + z * to.pitch * to.ysize, to.pitch, value,
                              extent.width, extent.height, stream);
    }
    return r;
}

CUDART_ENTRY(cudaMemset3D, (cudaPitchedPtr to, int value, cudaExtent extent), (to, value, extent))
{
    return cudaMemset3DAsync(to, value, extent, NULL);
}

CUDART_ALSO(cudaMemcpy, _ptds);
CUDART_ALSO(cudaMemcpyAsync, _ptsz);
CUDART_ALSO(cudaMemcpy2D, _ptds);
CUDART_ALSO(cudaMemcpy2DAsync, _ptsz);
CUDART_ALSO(cudaMemcpy3D, _ptds);
CUDART_ALSO(cudaMemcpy3DAsync, _ptsz);
CUDART_ALSO(cudaMemcpyToSymbol, _ptds);
CUDART_ALSO(cudaMemcpyToSymbolAsync, _ptsz);
CUDART_ALSO(cudaMemcpyFromSymbol, _ptds);
CUDART_ALSO(cudaMemcpyFromSymbolAsync, _ptsz);
CUDART_ALSO(cudaMemset, _ptds);
CUDART_ALSO(cudaMemsetAsync, _ptsz);
CUDART_ALSO(cudaMemset2D, _ptds);
CUDART_ALSO(cudaMemset2DAsync, _ptsz);
CUDART_ALSO(cudaMemset3D, _ptds);
CUDART_ALSO(cudaMemset3DAsync, _ptsz);
