// cudart_array.c: the runtime API's calls about arrays, and its copies to and from them. An array
// is the driver's (cuda_arrays.h); of copies that an array takes part in, the kind is only checked
// to be one.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdint.h>

// A channel is as wide as the first; the others, if they are there, have to be so too.
cudaError_t cudart_format(const cudaChannelFormatDesc *d, CUarray_format *format,
                          unsigned *channels)
{
    const int bits[4] = {d->x, d->y, d->z, d->w};
    static const CUarray_format formats[3][3] = {
        {CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32},
        {CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32},
        {(CUarray_format)0, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT}};
    const int size = d->x == 8 ? 0 : d->x == 16 ? 1 : d->x == 32 ? 2 : -1;
    if (size < 0 || d->f < cudaChannelFormatKindSigned || d->f > cudaChannelFormatKindFloat)
        return cudaErrorInvalidChannelDescriptor;
    *channels = 1;
    while (*channels < 4 && bits[*channels] == d->x) ++*channels;
    for (unsigned i = *channels; i < 4; i++) {
        if (bits[i]) return cudaErrorInvalidChannelDescriptor;
    }
    *format = formats[d->f][size];
    return *format && *channels != 3 ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

cudaChannelFormatDesc cudart_channels(CUarray_format format, unsigned channels)
{
    const bool is_signed =
        format >= CU_AD_FORMAT_SIGNED_INT8 && format <= CU_AD_FORMAT_SIGNED_INT32;
    const int bits = format == CU_AD_FORMAT_HALF    ? 16
                     : format == CU_AD_FORMAT_FLOAT ? 32
                     : is_signed                    ? 8 << (format - CU_AD_FORMAT_SIGNED_INT8)
                                                    : 8 << (format - CU_AD_FORMAT_UNSIGNED_INT8);
    return (cudaChannelFormatDesc){.x = bits,
                                   .y = channels > 1 ? bits : 0,
                                   .z = channels > 2 ? bits : 0,
                                   .w = channels > 3 ? bits : 0,
                                   .f = format >= CU_AD_FORMAT_HALF ? cudaChannelFormatKindFloat
                                        : is_signed                 ? cudaChannelFormatKindSigned
                                                    : cudaChannelFormatKindUnsigned};
}

CUDART_ENTRY(cudaMalloc3DArray,
             (cudaArray_t * array, const cudaChannelFormatDesc *desc, cudaExtent extent,
              unsigned flags),
             (array, desc, extent, flags))
{
    CUDA_ARRAY3D_DESCRIPTOR as = {
        .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags};
    if (!array || !desc) return cudaErrorInvalidValue;
    const cudaError_t r = cudart_format(desc, &as.Format, &as.NumChannels);
    if (r != cudaSuccess) return r;
    CUDART_DRIVER(cuArray3DCreate(array, &as));
}

CUDART_ENTRY(cudaMallocArray,
             (cudaArray_t * array, const cudaChannelFormatDesc *desc, size_t width, size_t height,
              unsigned flags),
             (array, desc, width, height, flags))
{
    return cudaMalloc3DArray(array, desc, (cudaExtent){width, height, 0}, flags);
}

CUDART_ENTRY(cudaFreeArray, (cudaArray_t array), (array))
{
    CUDART_DRIVER(array ? cuArrayDestroy(array) : CUDA_SUCCESS);
}

// Any of the answers may be NULL.
CUDART_ENTRY(cudaArrayGetInfo,
             (cudaChannelFormatDesc * desc, cudaExtent *extent, unsigned *flags, cudaArray_t array),
             (desc, extent, flags, array))
{
    CUDA_ARRAY3D_DESCRIPTOR as;
    cudaError_t r = cudart_ready();
    if (r == cudaSuccess) r = cudart_error(cuArray3DGetDescriptor(&as, array));
    if (r != cudaSuccess) return r;
    if (desc) *desc = cudart_channels(as.Format, as.NumChannels);
    if (extent) *extent = (cudaExtent){as.Width, as.Height, as.Depth};
    if (flags) *flags = as.Flags;
    return cudaSuccess;
}

CUDART_ENTRY(cudaGetChannelDesc, (cudaChannelFormatDesc * desc, cudaArray_t array), (desc, array))
{
    return desc ? cudaArrayGetInfo(desc, NULL, NULL, array) : cudaErrorInvalidValue;
}

// ---- copies

CUDART_ENTRY(cudaMemcpy2DToArrayAsync,
             (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
              size_t height, cudaMemcpyKind kind, cudaStream_t stream),
             (to, x, y, from, pitch, width, height, kind, stream))
{
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                             .srcDevice = address(from),
                             .srcPitch = pitch,
                             .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                             .dstArray = to,
                             .dstXInBytes = x,
                             .dstY = y,
                             .WidthInBytes = width,
                             .Height = height};
    if (width > pitch) return cudaErrorInvalidPitchValue;
    CUDART_COPY_BETWEEN(kind, NULL, from, width && height, cuMemcpy2DAsync(&c, stream));
}

CUDART_ENTRY(cudaMemcpy2DFromArrayAsync,
             (void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width,
              size_t height, cudaMemcpyKind kind, cudaStream_t stream),
             (to, pitch, from, x, y, width, height, kind, stream))
{
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                             .srcArray = from,
                             .srcXInBytes = x,
                             .srcY = y,
                             .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                             .dstDevice = address(to),
                             .dstPitch = pitch,
                             .WidthInBytes = width,
                             .Height = height};
    if (width > pitch) return cudaErrorInvalidPitchValue;
    CUDART_COPY_BETWEEN(kind, to, NULL, width && height, cuMemcpy2DAsync(&c, stream));
}

CUDART_ENTRY(cudaMemcpy2DToArray,
             (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
              size_t height, cudaMemcpyKind kind),
             (to, x, y, from, pitch, width, height, kind))
{
    return cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height, kind, NULL);
}

CUDART_ENTRY(cudaMemcpy2DFromArray,
             (void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width,
              size_t height, cudaMemcpyKind kind),
             (to, pitch, from, x, y, width, height, kind))
{
    return cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind, NULL);
}

CUDART_ENTRY(cudaMemcpy2DArrayToArray,
             (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_t from, size_t x, size_t y,
              size_t width, size_t height, cudaMemcpyKind kind),
             (to, to_x, to_y, from, x, y, width, height, kind))
{
    const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                             .srcArray = from,
                             .srcXInBytes = x,
                             .srcY = y,
                             .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                             .dstArray = to,
                             .dstXInBytes = to_x,
                             .dstY = to_y,
                             .WidthInBytes = width,
                             .Height = height};
    CUDART_COPY(kind, cuMemcpy2D(&c));
}

// Where byte x of row y lies among the array's rows, laid end to end.
static cudaError_t byte_of(cudaArray_t array, size_t x, size_t y, size_t *at)
{
    CUDA_ARRAY3D_DESCRIPTOR as;
    CUarray_format f;
    unsigned n;
    const CUresult r = cuArray3DGetDescriptor(&as, array);
    if (r != CUDA_SUCCESS) return cudart_error(r);
    const cudaChannelFormatDesc d = cudart_channels(as.Format, as.NumChannels);
    const size_t row = as.Width * as.NumChannels * (size_t)d.x / 8;
    if (cudart_format(&d, &f, &n) != cudaSuccess || x >= row || y > SIZE_MAX / 2 / row)
        return cudaErrorInvalidValue;
    *at = y * row + x;
    return cudaSuccess;
}

CUDART_ENTRY(cudaMemcpyToArray,
             (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
              cudaMemcpyKind kind),
             (to, x, y, from, bytes, kind))
{
    size_t at = 0;
    cudaError_t r = cudart_ready_to_copy(kind);
    if (r == cudaSuccess) r = byte_of(to, x, y, &at);
    return r == cudaSuccess ? cudart_error(cuMemcpyHtoA(to, at, from, bytes)) : r;
}

CUDART_ENTRY(cudaMemcpyFromArray,
             (void *to, cudaArray_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind),
             (to, from, x, y, bytes, kind))
{
    size_t at = 0;
    cudaError_t r = cudart_ready_to_copy(kind);
    if (r == cudaSuccess) r = byte_of(from, x, y, &at);
    return r == cudaSuccess ? cudart_error(cuMemcpyAtoH(to, from, at, bytes)) : r;
}

CUDART_ENTRY(cudaMemcpyToArrayAsync,
             (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
              cudaMemcpyKind kind, cudaStream_t stream),
             (to, x, y, from, bytes, kind, stream))
{
    const CUresult r = cuStreamQuery(stream);
    return r == CUDA_SUCCESS ? cudaMemcpyToArray(to, x, y, from, bytes, kind) : cudart_error(r);
}

CUDART_ENTRY(cudaMemcpyFromArrayAsync,
             (void *to, cudaArray_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind,
              cudaStream_t stream),
             (to, from, x, y, bytes, kind, stream))
{
    const CUresult r = cuStreamQuery(stream);
    return r == CUDA_SUCCESS ? cudaMemcpyFromArray(to, from, x, y, bytes, kind) : cudart_error(r);
}

CUDART_ALSO(cudaMemcpy2DToArray, _ptds);
CUDART_ALSO(cudaMemcpy2DToArrayAsync, _ptsz);
CUDART_ALSO(cudaMemcpy2DFromArray, _ptds);
CUDART_ALSO(cudaMemcpy2DFromArrayAsync, _ptsz);
CUDART_ALSO(cudaMemcpy2DArrayToArray, _ptds);
CUDART_ALSO(cudaMemcpyToArray, _ptds);
CUDART_ALSO(cudaMemcpyToArrayAsync, _ptsz);
CUDART_ALSO(cudaMemcpyFromArray, _ptds);
CUDART_ALSO(cudaMemcpyFromArrayAsync, _ptsz);
