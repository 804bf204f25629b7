// cuda_pools.h: declarations of the driver API's memory pools and of the nodes of graphs that
// allocate, as in NVIDIA's cuda.h, which cuda.h includes.
//
// A pool counts what is allocated from it, and bounds it if it has a largest size. All work is done
// in order, so memory that is freed is the device's again at once: a pool reserves no more than
// what is in use, whatever its release threshold, and has nothing to trim.
//
// A graph's allocation has its address from the time that its node is added, and its memory is
// reserved as long as a graph, an instance or the program has it. It is in use from the node that
// allocates it to the node, or the cuMemFree or cuMemFreeAsync, that frees it. A launch of a graph
// whose memory is still in use is refused with CUDA_ERROR_INVALID_VALUE, unless the instance was
// made to free it. A graph with such nodes is instantiated once at a time; it is neither cloned nor
// put into another, and its nodes are not deleted (CUDA_ERROR_NOT_SUPPORTED).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_POOLS_H
#define WL_CUDA_CUDA_POOLS_H

typedef struct CUmemPoolHandle_st *CUmemoryPool;

typedef enum CUmemAllocationType_enum {
    CU_MEM_ALLOCATION_TYPE_INVALID,
    CU_MEM_ALLOCATION_TYPE_PINNED // the only one there is
} CUmemAllocationType;
typedef enum CUmemAllocationHandleType_enum {
    CU_MEM_HANDLE_TYPE_NONE, // the only one there is
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
} CUmemAllocationHandleType;
typedef enum CUmemLocationType_enum {
    CU_MEM_LOCATION_TYPE_INVALID,
    CU_MEM_LOCATION_TYPE_DEVICE, // the only one there is
    CU_MEM_LOCATION_TYPE_HOST
} CUmemLocationType;
typedef struct CUmemLocation_st {
    CUmemLocationType type;
    int id; // 0
} CUmemLocation;
typedef enum CUmemAccess_flags_enum {
    CU_MEM_ACCESS_FLAGS_PROT_NONE,
    CU_MEM_ACCESS_FLAGS_PROT_READ,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef struct CUmemAccessDesc_st {
    CUmemLocation location;
    CUmemAccess_flags flags;
} CUmemAccessDesc;

typedef struct CUmemPoolProps_st {
    CUmemAllocationType allocType;
    CUmemAllocationHandleType handleTypes;
    CUmemLocation location;
    void *win32SecurityAttributes; // NULL
    size_t maxSize;                // 0: what the device has
    unsigned short usage;
    unsigned char reserved[54];
} CUmemPoolProps;

// int for the first three, which change nothing here, and cuuint64_t for the others; of those that
// count only the highest values are set, and only to 0.
typedef enum CUmemPool_attribute_enum {
    CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
    CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
    CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
    CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH,
    CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
    CU_MEMPOOL_ATTR_USED_MEM_HIGH
} CUmemPool_attribute;

typedef enum CUgraphMem_attribute_enum { // cuuint64_t, as above
    CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT,
    CU_GRAPH_MEM_ATTR_USED_MEM_HIGH,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH
} CUgraphMem_attribute;

typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
    CUmemPoolProps poolProps;
    const CUmemAccessDesc *accessDescs; // of the one device
    size_t accessDescCount, bytesize;
    CUdeviceptr dptr; // the answer
} CUDA_MEM_ALLOC_NODE_PARAMS;

// Pools (cuda_pool.c)
CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props);
CUresult cuMemPoolDestroy(CUmemoryPool pool); // not the device's own; what it gave out stays
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes);
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute a, void *value);
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute a, void *value);
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t n);
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool); // cuMemAllocAsync's from now on
CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location,
                                CUmemAllocationType type);
CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);
CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);
// In a stream that is captured, these three make nodes.
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytes, CUmemoryPool pool,
                                 CUstream stream);
CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytes, CUstream stream);
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream stream);

// Memory of graphs (cuda_graph_memory.c)
CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                                size_t n, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                               CUdeviceptr dptr);
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *dptr);
CUresult cuDeviceGraphMemTrim(CUdevice device);
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute a, void *value);
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute a, void *value);

#endif
