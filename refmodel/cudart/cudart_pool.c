// cudart_pool.c : the runtime API's memory pools, and the nodes of graphs that allocate. The
// driver's structs have the same layout.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

_Static_assert(sizeof(cudaMemPoolProps) == sizeof(CUmemPoolProps) &&
                   sizeof(cudaMemAccessDesc) == sizeof(CUmemAccessDesc) &&
                   sizeof(cudaMemAllocNodeParams) == sizeof(CUDA_MEM_ALLOC_NODE_PARAMS),
               "the driver's structs are others");

CUDART_ENTRY(cudaMemPoolCreate, (cudaMemPool_t * pool, const cudaMemPoolProps *props),
             (pool, props))
{
    CUDART_DRIVER(cuMemPoolCreate(pool, (const CUmemPoolProps *)props));
}

CUDART_ENTRY(cudaMemPoolDestroy, (cudaMemPool_t pool), (pool))
{
    CUDART_DRIVER(cuMemPoolDestroy(pool));
}

CUDART_ENTRY(cudaMemPoolTrimTo, (cudaMemPool_t pool, size_t bytes), (pool, bytes))
{
    CUDART_DRIVER(cuMemPoolTrimTo(pool, bytes));
}

CUDART_ENTRY(cudaMemPoolSetAttribute, (cudaMemPool_t pool, int attribute, void *value),
             (pool, attribute, value))
{
    CUDART_DRIVER(cuMemPoolSetAttribute(pool, (CUmemPool_attribute)attribute, value));
}

CUDART_ENTRY(cudaMemPoolGetAttribute, (cudaMemPool_t pool, int attribute, void *value),
             (pool, attribute, value))
{
    CUDART_DRIVER(cuMemPoolGetAttribute(pool, (CUmemPool_attribute)attribute, value));
}

CUDART_ENTRY(cudaMemPoolSetAccess, (cudaMemPool_t pool, const cudaMemAccessDesc *map, size_t n),
             (pool, map, n))
{
    CUDART_DRIVER(cuMemPoolSetAccess(pool, (const CUmemAccessDesc *)map, n));
}

CUDART_ENTRY(cudaMemPoolGetAccess, (int *flags, cudaMemPool_t pool, cudaMemLocation *location),
             (flags, pool, location))
{
    CUDART_DRIVER(cuMemPoolGetAccess((CUmemAccess_flags *)flags, pool, (CUmemLocation *)location));
}

CUDART_ENTRY(cudaDeviceGetDefaultMemPool, (cudaMemPool_t * pool, int device), (pool, device))
{
    CUDART_DRIVER(cuDeviceGetDefaultMemPool(pool, device));
}

CUDART_ENTRY(cudaDeviceGetMemPool, (cudaMemPool_t * pool, int device), (pool, device))
{
    CUDART_DRIVER(cuDeviceGetMemPool(pool, device));
}

CUDART_ENTRY(cudaDeviceSetMemPool, (int device, cudaMemPool_t pool), (device, pool))
{
    CUDART_DRIVER(cuDeviceSetMemPool(device, pool));
}

CUDART_ENTRY(cudaMemGetDefaultMemPool, (cudaMemPool_t * pool, cudaMemLocation *location, int type),
             (pool, location, type))
{
    CUDART_DRIVER(
        cuMemGetDefaultMemPool(pool, (CUmemLocation *)location, (CUmemAllocationType)type));
}

CUDART_ENTRY(cudaMemGetMemPool, (cudaMemPool_t * pool, cudaMemLocation *location, int type),
             (pool, location, type))
{
    CUDART_DRIVER(cuMemGetMemPool(pool, (CUmemLocation *)location, (CUmemAllocationType)type));
}

CUDART_ENTRY(cudaMemSetMemPool, (cudaMemLocation * location, int type, cudaMemPool_t pool),
             (location, type, pool))
{
    CUDART_DRIVER(cuMemSetMemPool((CUmemLocation *)location, (CUmemAllocationType)type, pool));
}

CUDART_ENTRY(cudaMallocFromPoolAsync,
             (void **device, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
             (device, bytes, pool, stream))
{
    CUdeviceptr at = 0;
    const cudaError_t r = cudart_ready();
    if (r != cudaSuccess || !device) return r == cudaSuccess ? cudaErrorInvalidValue : r;
    const CUresult got =
        bytes ? cuMemAllocFromPoolAsync(&at, bytes, pool, stream) : cuStreamQuery(stream);
    if (got == CUDA_SUCCESS) *device = (void *)(uintptr_t)at;
    return cudart_error(got);
}

CUDART_ENTRY(cudaGraphAddMemAllocNode,
             (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
              cudaMemAllocNodeParams *params),
             (node, graph, after, n, params))
{
    CUDART_DRIVER(
        cuGraphAddMemAllocNode(node, graph, after, n, (CUDA_MEM_ALLOC_NODE_PARAMS *)params));
}

CUDART_ENTRY(cudaGraphAddMemFreeNode,
             (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
              void *device),
             (node, graph, after, n, device))
{
    CUDART_DRIVER(cuGraphAddMemFreeNode(node, graph, after, n, address(device)));
}

CUDART_ENTRY(cudaGraphMemAllocNodeGetParams, (cudaGraphNode_t node, cudaMemAllocNodeParams *params),
             (node, params))
{
    CUDART_DRIVER(cuGraphMemAllocNodeGetParams(node, (CUDA_MEM_ALLOC_NODE_PARAMS *)params));
}

CUDART_ENTRY(cudaGraphMemFreeNodeGetParams, (cudaGraphNode_t node, void *device), (node, device))
{
    CUDART_DRIVER(cuGraphMemFreeNodeGetParams(node, (CUdeviceptr *)device));
}

CUDART_ENTRY(cudaDeviceGraphMemTrim, (int device), (device))
{
    CUDART_DRIVER(cuDeviceGraphMemTrim(device));
}

CUDART_ENTRY(cudaDeviceGetGraphMemAttribute, (int device, int attribute, void *value),
             (device, attribute, value))
{
    CUDART_DRIVER(cuDeviceGetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value));
}

CUDART_ENTRY(cudaDeviceSetGraphMemAttribute, (int device, int attribute, void *value),
             (device, attribute, value))
{
    CUDART_DRIVER(cuDeviceSetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value));
}

CUDART_ALSO(cudaMallocFromPoolAsync, _ptsz);
