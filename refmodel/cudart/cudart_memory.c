// cudart_memory.c : the runtime API's calls that allocate: device memory, the host's, and both's.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdint.h>

// Stores an address of the driver where the program wants it.
static cudaError_t give(void **to, CUresult r, const CUdeviceptr *at)
{
    if (r == CUDA_SUCCESS) *to = (void *)(uintptr_t)*at;
    return cudart_error(r);
}

static cudaError_t ready_for(const void *answer)
{
    const cudaError_t r = cudart_ready();
    return r == cudaSuccess && !answer ? cudaErrorInvalidValue : r;
}

CUDART_ENTRY(cudaMalloc, (void **device, size_t bytes), (device, bytes))
{
    CUdeviceptr at = 0;
    const cudaError_t r = ready_for(device);
    if (r != cudaSuccess) return r;
    return give(device, bytes ? cuMemAlloc(&at, bytes) : CUDA_SUCCESS, &at);
}

CUDART_ENTRY(cudaMallocAsync, (void **device, size_t bytes, cudaStream_t stream),
             (device, bytes, stream))
{
    CUdeviceptr at = 0;
    const cudaError_t r = ready_for(device);
    if (r != cudaSuccess) return r;
    return give(device, bytes ? cuMemAllocAsync(&at, bytes, stream) : cuStreamQuery(stream), &at);
}

enum { ELEMENT_BYTES = 4 }; // what rows are aligned to does not depend on it

CUDART_ENTRY(cudaMallocPitch, (void **device, size_t *pitch, size_t width, size_t height),
             (device, pitch, width, height))
{
    CUdeviceptr at = 0;
    const cudaError_t r = ready_for(device && pitch ? device : NULL);
    if (r != cudaSuccess) return r;
    if (!width || !height) return *pitch = 0, give(device, CUDA_SUCCESS, &at);
    return give(device, cuMemAllocPitch(&at, pitch, width, height, ELEMENT_BYTES), &at);
}

CUDART_ENTRY(cudaMalloc3D, (cudaPitchedPtr * made, cudaExtent extent), (made, extent))
{
    if (!made || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return cudaErrorInvalidValue;
    *made = (cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return cudaMallocPitch(&made->ptr, &made->pitch, extent.width, extent.height * extent.depth);
}

CUDART_ENTRY(cudaMallocManaged, (void **both, size_t bytes, unsigned flags), (both, bytes, flags))
{
    CUdeviceptr at = 0;
    const cudaError_t r = ready_for(both);
    return r == cudaSuccess ? give(both, cuMemAllocManaged(&at, bytes, flags), &at) : r;
}

CUDART_ENTRY(cudaHostAlloc, (void **host, size_t bytes, unsigned flags), (host, bytes, flags))
{
    const cudaError_t r = ready_for(host);
    if (r != cudaSuccess) return r;
    if (!bytes) return *host = NULL, cudaSuccess;
    return cudart_error(cuMemHostAlloc(host, bytes, flags));
}

// Kernels may use it as it is, since host and device have one address space.
CUDART_ENTRY(cudaMallocHost, (void **host, size_t bytes), (host, bytes))
{
    return cudaHostAlloc(host, bytes, cudaHostAllocMapped);
}

CUDART_ENTRY(cudaHostGetDevicePointer, (void **device, void *host, unsigned flags),
             (device, host, flags))
{
    CUdeviceptr at = 0;
    const cudaError_t r = ready_for(device);
    return r == cudaSuccess ? give(device, cuMemHostGetDevicePointer(&at, host, flags), &at) : r;
}

CUDART_ENTRY(cudaHostGetFlags, (unsigned *flags, void *host), (flags, host))
{
    CUDART_DRIVER(cuMemHostGetFlags(flags, host));
}

CUDART_ENTRY(cudaHostRegister, (void *host, size_t bytes, unsigned flags), (host, bytes, flags))
{
    CUDART_DRIVER(cuMemHostRegister(host, bytes, flags));
}

CUDART_ENTRY(cudaHostUnregister, (void *host), (host)) { CUDART_DRIVER(cuMemHostUnregister(host)); }

CUDART_ENTRY(cudaFree, (void *device), (device)) { CUDART_DRIVER(cuMemFree(address(device))); }

CUDART_ENTRY(cudaFreeAsync, (void *device, cudaStream_t stream), (device, stream))
{
    CUDART_DRIVER(cuMemFreeAsync(address(device), stream));
}

CUDART_ENTRY(cudaFreeHost, (void *host), (host)) { CUDART_DRIVER(cuMemFreeHost(host)); }

CUDART_ENTRY(cudaMemGetInfo, (size_t * free_bytes, size_t *total), (free_bytes, total))
{
    CUDART_DRIVER(cuMemGetInfo(free_bytes, total));
}

// Of memory that is not known: the host's own.
CUDART_ENTRY(cudaPointerGetAttributes, (cudaPointerAttributes * a, const void *pointer),
             (a, pointer))
{
    unsigned type = 0, managed = 0;
    CUdeviceptr device = 0;
    void *host = NULL;
    CUpointer_attribute asked[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
        CU_POINTER_ATTRIBUTE_HOST_POINTER, CU_POINTER_ATTRIBUTE_IS_MANAGED};
    void *answers[] = {&type, &device, &host, &managed};
    const cudaError_t r = ready_for(a);
    if (r != cudaSuccess) return r;
    const CUresult got = cuPointerGetAttributes(4, asked, answers, address(pointer));
    if (got != CUDA_SUCCESS) return cudart_error(got);
    *a = (cudaPointerAttributes){.type = managed ? cudaMemoryTypeManaged : (cudaMemoryType)type,
                                 .device = type ? 0 : -2,
                                 .devicePointer = (void *)(uintptr_t)device,
                                 .hostPointer = host};
    return cudaSuccess;
}

// Is there managed memory from here on, so many bytes?
static CUresult managed(const void *both, size_t bytes)
{
    unsigned is = 0;
    CUdeviceptr base = 0;
    size_t size = 0;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                   CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                   CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void *answers[] = {&is, &base, &size};
    const CUresult r = cuPointerGetAttributes(3, asked, answers, address(both));
    if (r != CUDA_SUCCESS) return r;
    const size_t at = address(both) - base;
    return bytes && is && at < size && bytes <= size - at ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDART_ENTRY(cudaMemPrefetchAsync, (const void *both, size_t bytes), (both, bytes))
{
    CUDART_DRIVER(managed(both, bytes));
}

CUDART_ENTRY(cudaMemAdvise, (const void *both, size_t bytes), (both, bytes))
{
    CUDART_DRIVER(managed(both, bytes));
}

// It cannot fail: who uses what it returns says whether there are such channels.
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind)
{
    return (cudaChannelFormatDesc){x, y, z, w, kind};
}

CUDART_ALSO(cudaMemAdvise, _v2);
CUDART_ALSO(cudaMemPrefetchAsync, _v2);
CUDART_ALSO(cudaMallocAsync, _ptsz);
CUDART_ALSO(cudaFreeAsync, _ptsz);
CUDART_ALSO(cudaMemPrefetchAsync, _ptsz);
