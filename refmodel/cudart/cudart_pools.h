// cudart_pools.h: the runtime API's memory pools, and the nodes of graphs that allocate. cudart.h
// includes it; cuda_pools.h says what they are.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDART_CUDART_POOLS_H
#define WL_CUDART_CUDART_POOLS_H

typedef struct CUmemPoolHandle_st *cudaMemPool_t;

enum { cudaMemLocationTypeDevice = 1, cudaMemAllocationTypePinned = 1 };
enum { cudaMemAccessFlagsProtReadWrite = 3, cudaGraphInstantiateFlagAutoFreeOnLaunch = 1 };
enum { // attributes of a pool
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh
};

typedef struct cudaMemLocation {
    int type, id;
} cudaMemLocation;
typedef struct cudaMemAccessDesc {
    cudaMemLocation location;
    int flags;
} cudaMemAccessDesc;
typedef struct cudaMemPoolProps {
    int allocType, handleTypes;
    cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
} cudaMemPoolProps;
typedef struct cudaMemAllocNodeParams {
    cudaMemPoolProps poolProps;
    const cudaMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr; // the answer
} cudaMemAllocNodeParams;

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *map, size_t n);
cudaError_t cudaMemPoolGetAccess(int *flags, cudaMemPool_t pool, cudaMemLocation *location);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, cudaMemLocation *location, int type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, cudaMemLocation *location, int type);
cudaError_t cudaMemSetMemPool(cudaMemLocation *location, int type, cudaMemPool_t pool);
cudaError_t cudaMallocFromPoolAsync(void **device, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, size_t n,
                                     cudaMemAllocNodeParams *params);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *after, size_t n, void *device);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *params);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *device);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, int attribute, void *value);

#endif
