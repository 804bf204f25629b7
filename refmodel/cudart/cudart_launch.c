// cudart_launch.c : the runtime API's launches, and its calls about kernels.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

// What stands between <<< and >>>: pushed by the caller, popped by the kernel's function on the
// host. Arguments between them may launch kernels in their turn.
typedef struct configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
} configuration;

enum { CONFIGURATIONS = 64 };
static _Thread_local configuration pushed[CONFIGURATIONS];
static _Thread_local unsigned depth;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    if (depth == CONFIGURATIONS) return cudart_keep(cudaErrorLaunchMaxDepthExceeded);
    pushed[depth++] = (configuration){grid, block, shared, stream};
    return cudaSuccess;
}

CUDART_ENTRY(__cudaPopCallConfiguration, (dim3 * grid, dim3 *block, size_t *shared, void *stream),
             (grid, block, shared, stream))
{
    if (!depth) return cudaErrorMissingConfiguration;
    const configuration *c = &pushed[--depth];
    *grid = c->grid, *block = c->block, *shared = c->shared;
    *(cudaStream_t *)stream = c->stream;
    return cudaSuccess;
}

// A launch that the driver refuses for a wrong argument. The runtime has a name of its own for a
// shape that no kernel may have; any other wrong argument, as too much dynamic shared memory, has
// the driver's name.
static cudaError_t refused(const configuration *c)
{
    static const CUdevice_attribute most[] = {
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,       CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,       CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,      CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK};
    const dim3 g = c->grid, b = c->block;
    const uint64_t n[] = {g.x, g.y, g.z, b.x, b.y, b.z, (uint64_t)b.x * b.y * b.z};
    for (unsigned i = 0; i < sizeof n / sizeof *n; i++) {
        int limit = 0;
        const CUresult r = cuDeviceGetAttribute(&limit, most[i], 0);
        if (r != CUDA_SUCCESS) return cudart_error(r);
        if (n[i] < 1 || n[i] > (unsigned)limit) return cudaErrorInvalidConfiguration;
    }
    return (uint64_t)g.x * g.y > UINT32_MAX / g.z ? cudaErrorInvalidConfiguration
                                                  : cudaErrorInvalidValue;
}

// An error in the kernel is that of the calls after this one.
static cudaError_t run(CUfunction f, const configuration *c, void **args, bool cooperative)
{
    const dim3 g = c->grid, b = c->block;
    const cudaError_t before = cudart_ready_stream(c->stream);
    if (before != cudaSuccess) return before;
    if (c->shared > UINT_MAX) return cudaErrorInvalidValue;
    const CUresult r = cooperative ? cuLaunchCooperativeKernel(f, g.x, g.y, g.z, b.x, b.y, b.z,
                                                               (unsigned)c->shared, c->stream, args)
                                   : cuLaunchKernel(f, g.x, g.y, g.z, b.x, b.y, b.z,
                                                    (unsigned)c->shared, c->stream, args, NULL);
    return r == CUDA_ERROR_INVALID_VALUE ? refused(c) : cudart_launched(r);
}

static cudaError_t launch(const void *host, const configuration *c, void **args, bool cooperative)
{
    CUfunction f = NULL;
    const cudaError_t r = cudart_function(host, &f);
    return r == cudaSuccess ? run(f, c, args, cooperative) : r;
}

CUDART_ENTRY(cudaLaunchKernel,
             (const void *host, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             (host, grid, block, args, shared, stream))
{
    return launch(host, &(configuration){grid, block, shared, stream}, args, false);
}

CUDART_ENTRY(__cudaLaunchKernel,
             (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             (kernel, grid, block, args, shared, stream))
{
    return launch(kernel, &(configuration){grid, block, shared, stream}, args, false);
}

CUDART_ENTRY(cudaLaunchCooperativeKernel,
             (const void *host, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             (host, grid, block, args, shared, stream))
{
    return launch(host, &(configuration){grid, block, shared, stream}, args, true);
}

CUDART_ENTRY(cudaLaunchKernelExC, (const cudaLaunchConfig_t *how, const void *host, void **args),
             (how, host, args))
{
    bool cooperative = false;
    if (!how || (how->numAttrs && !how->attrs)) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < how->numAttrs; i++) {
        const cudaLaunchAttribute *a = &how->attrs[i];
        const unsigned *n = a->val.cluster;
        if (a->id == cudaLaunchAttributeCooperative) cooperative = a->val.cooperative != 0;
        if (a->id == cudaLaunchAttributeClusterDimension && (n[0] | n[1] | n[2]) != 1)
            return cudaErrorNotSupported;
    }
    const configuration c = {how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream};
    return launch(host, &c, args, cooperative);
}

CUDART_ENTRY(cudaFuncGetAttributes, (cudaFuncAttributes * a, const void *host), (a, host))
{
    static const CUfunction_attribute sizes[3] = {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                                  CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
                                                  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES};
    static const CUfunction_attribute numbers[7] = {
        CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        CU_FUNC_ATTRIBUTE_NUM_REGS,
        CU_FUNC_ATTRIBUTE_PTX_VERSION,
        CU_FUNC_ATTRIBUTE_BINARY_VERSION,
        CU_FUNC_ATTRIBUTE_CACHE_MODE_CA,
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT};
    CUfunction f = NULL;
    if (!a) return cudaErrorInvalidValue;
    const cudaError_t r = cudart_function(host, &f);
    if (r != cudaSuccess) return r;
    size_t *size[3] = {&a->sharedSizeBytes, &a->constSizeBytes, &a->localSizeBytes};
    int *number[7] = {&a->maxThreadsPerBlock,    &a->numRegs,     &a->ptxVersion,
                      &a->binaryVersion,         &a->cacheModeCA, &a->maxDynamicSharedSizeBytes,
                      &a->preferredShmemCarveout};
    int value = 0;
    for (unsigned i = 0; i < 3; i++)
        cuFuncGetAttribute(&value, sizes[i], f), *size[i] = (size_t)value;
    for (unsigned i = 0; i < 7; i++) cuFuncGetAttribute(number[i], numbers[i], f);
    return cudaSuccess;
}

// A call about a kernel: the driver's, of its function f.
#define OF_KERNEL(call) \
    do { \
        CUfunction f = NULL; \
        const cudaError_t found = cudart_function(host, &f); \
        return found == cudaSuccess ? cudart_error(call) : found; \
    } while (0)

CUDART_ENTRY(cudaFuncSetAttribute, (const void *host, int attribute, int value),
             (host, attribute, value))
{
    OF_KERNEL(cuFuncSetAttribute(f, (CUfunction_attribute)attribute, value));
}

CUDART_ENTRY(cudaFuncSetCacheConfig, (const void *host, int prefer), (host, prefer))
{
    OF_KERNEL(cuFuncSetCacheConfig(f, (CUfunc_cache)prefer));
}

CUDART_ENTRY(cudaFuncSetSharedMemConfig, (const void *host, int banks), (host, banks))
{
    OF_KERNEL(cuFuncSetSharedMemConfig(f, (CUsharedconfig)banks));
}

CUDART_ENTRY(cudaFuncGetName, (const char **name, const void *host), (name, host))
{
    OF_KERNEL(cuFuncGetName(name, f));
}

CUDART_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
             (int *blocks, const void *host, int block_size, size_t shared),
             (blocks, host, block_size, shared))
{
    OF_KERNEL(cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, block_size, shared));
}

CUDART_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
             (int *blocks, const void *host, int block_size, size_t shared, unsigned flags),
             (blocks, host, block_size, shared, flags))
{
    OF_KERNEL(
        cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, block_size, shared, flags));
}

CUDART_ENTRY(cudaOccupancyAvailableDynamicSMemPerBlock,
             (size_t * bytes, const void *host, int blocks, int block_size),
             (bytes, host, blocks, block_size))
{
    OF_KERNEL(cuOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, block_size));
}

CUDART_ALSO(cudaLaunchKernel, _ptsz);
CUDART_ALSO(__cudaLaunchKernel, _ptsz);
CUDART_ALSO(cudaLaunchKernelExC, _ptsz);
CUDART_ALSO(cudaLaunchCooperativeKernel, _ptsz);
