// cudart_device_prop.h: cudaDeviceProp, as the runtime of each version of CUDA lays it out. A
// program has the layout of the CUDA that compiled it: up to version 11, 12 (in which it has its
// own call, cudaGetDeviceProperties_v2) or 13. One table describes all: A(name, attribute, count)
// is `count` ints, the device's attribute CU_DEVICE_ATTRIBUTE_... and those after it; S is the same
// as size_t; O and N are ints that only versions up to 12, and only 12 and 13, have.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDART_CUDART_DEVICE_PROP_H
#define WL_CUDART_CUDART_DEVICE_PROP_H

#include <stddef.h>

// clang-format off
#define WL_CUDART_PROPERTIES(A, S, O, N) \
    S(sharedMemPerBlock, MAX_SHARED_MEMORY_PER_BLOCK) \
    A(regsPerBlock, MAX_REGISTERS_PER_BLOCK, 1) A(warpSize, WARP_SIZE, 1) S(memPitch, MAX_PITCH) \
    A(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK, 1) A(maxThreadsDim, MAX_BLOCK_DIM_X, 3) \
    A(maxGridSize, MAX_GRID_DIM_X, 3) O(clockRate, CLOCK_RATE) \
    S(totalConstMem, TOTAL_CONSTANT_MEMORY) A(major, COMPUTE_CAPABILITY_MAJOR, 1) \
    A(minor, COMPUTE_CAPABILITY_MINOR, 1) S(textureAlignment, TEXTURE_ALIGNMENT) \
    S(texturePitchAlignment, TEXTURE_PITCH_ALIGNMENT) O(deviceOverlap, GPU_OVERLAP) \
    A(multiProcessorCount, MULTIPROCESSOR_COUNT, 1) \
    O(kernelExecTimeoutEnabled, KERNEL_EXEC_TIMEOUT) A(integrated, INTEGRATED, 1) \
    A(canMapHostMemory, CAN_MAP_HOST_MEMORY, 1) O(computeMode, COMPUTE_MODE) \
    A(maxTexture1D, MAXIMUM_TEXTURE1D_WIDTH, 1) \
    A(maxTexture1DMipmap, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 1) \
    O(maxTexture1DLinear, MAXIMUM_TEXTURE1D_LINEAR_WIDTH) \
    A(maxTexture2D, MAXIMUM_TEXTURE2D_WIDTH, 2) \
    A(maxTexture2DMipmap, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 2) \
    A(maxTexture2DLinear, MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 3) \
    A(maxTexture2DGather, MAXIMUM_TEXTURE2D_GATHER_WIDTH, 2) \
    A(maxTexture3D, MAXIMUM_TEXTURE3D_WIDTH, 3) \
    A(maxTexture3DAlt, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 3) \
    A(maxTextureCubemap, MAXIMUM_TEXTURECUBEMAP_WIDTH, 1) \
    A(maxTexture1DLayered, MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 2) \
    A(maxTexture2DLayered, MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 3) \
    A(maxTextureCubemapLayered, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 2) \
    A(maxSurface1D, MAXIMUM_SURFACE1D_WIDTH, 1) A(maxSurface2D, MAXIMUM_SURFACE2D_WIDTH, 2) \
    A(maxSurface3D, MAXIMUM_SURFACE3D_WIDTH, 3) \
    A(maxSurface1DLayered, MAXIMUM_SURFACE1D_LAYERED_WIDTH, 2) \
    A(maxSurface2DLayered, MAXIMUM_SURFACE2D_LAYERED_WIDTH, 3) \
    A(maxSurfaceCubemap, MAXIMUM_SURFACECUBEMAP_WIDTH, 1) \
    A(maxSurfaceCubemapLayered, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 2) \
    S(surfaceAlignment, SURFACE_ALIGNMENT) A(concurrentKernels, CONCURRENT_KERNELS, 1) \
    A(ECCEnabled, ECC_ENABLED, 1) A(pciBusID, PCI_BUS_ID, 1) A(pciDeviceID, PCI_DEVICE_ID, 1) \
    A(pciDomainID, PCI_DOMAIN_ID, 1) A(tccDriver, TCC_DRIVER, 1) \
    A(asyncEngineCount, ASYNC_ENGINE_COUNT, 1) A(unifiedAddressing, UNIFIED_ADDRESSING, 1) \
    O(memoryClockRate, MEMORY_CLOCK_RATE) A(memoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH, 1) \
    A(l2CacheSize, L2_CACHE_SIZE, 1) \
    A(persistingL2CacheMaxSize, MAX_PERSISTING_L2_CACHE_SIZE, 1) \
    A(maxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR, 1) \
    A(streamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED, 1) \
    A(globalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED, 1) \
    A(localL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED, 1) \
    S(sharedMemPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) \
    A(regsPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR, 1) \
    A(managedMemory, MANAGED_MEMORY, 1) A(isMultiGpuBoard, MULTI_GPU_BOARD, 1) \
    A(multiGpuBoardGroupID, MULTI_GPU_BOARD_GROUP_ID, 1) \
    A(hostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED, 1) \
    O(singleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO) \
    A(pageableMemoryAccess, PAGEABLE_MEMORY_ACCESS, 1) \
    A(concurrentManagedAccess, CONCURRENT_MANAGED_ACCESS, 1) \
    A(computePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED, 1) \
    A(canUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1) \
    A(cooperativeLaunch, COOPERATIVE_LAUNCH, 1) \
    O(cooperativeMultiDeviceLaunch, COOPERATIVE_MULTI_DEVICE_LAUNCH) \
    S(sharedMemPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) \
    A(pageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 1) \
    A(directManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 1) \
    A(maxBlocksPerMultiProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR, 1) \
    A(accessPolicyMaxWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE, 1) \
    S(reservedSharedMemPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK) \
    N(hostRegisterSupported, HOST_REGISTER_SUPPORTED) \
    N(sparseCudaArraySupported, SPARSE_CUDA_ARRAY_SUPPORTED) \
    N(hostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED) \
    N(timelineSemaphoreInteropSupported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED) \
    N(memoryPoolsSupported, MEMORY_POOLS_SUPPORTED) \
    N(gpuDirectRDMASupported, GPU_DIRECT_RDMA_SUPPORTED) \
    N(gpuDirectRDMAFlushWritesOptions, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS) \
    N(gpuDirectRDMAWritesOrdering, GPU_DIRECT_RDMA_WRITES_ORDERING) \
    N(memoryPoolSupportedHandleTypes, MEMPOOL_SUPPORTED_HANDLE_TYPES) \
    N(deferredMappingCudaArraySupported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED) \
    N(ipcEventSupported, IPC_EVENT_SUPPORTED) N(clusterLaunch, CLUSTER_LAUNCH) \
    N(unifiedFunctionPointers, UNIFIED_FUNCTION_POINTERS)

#define WL_FIRST_PROPERTIES \
    char name[256], uuid[16], luid[8]; \
    unsigned luidDeviceNodeMask; \
    size_t totalGlobalMem;
#define WL_INTS(name, attribute, count) int name[count];
#define WL_SIZE(name, attribute) size_t name;
#define WL_INT(name, attribute) int name;
#define WL_NONE(name, attribute)
// Numbers alone stand in arrays of one.
typedef struct wl_prop_11 {
    WL_FIRST_PROPERTIES WL_CUDART_PROPERTIES(WL_INTS, WL_SIZE, WL_INT, WL_NONE)
} wl_prop_11;
typedef struct wl_prop_12 {
    WL_FIRST_PROPERTIES WL_CUDART_PROPERTIES(WL_INTS, WL_SIZE, WL_INT, WL_INT)
    int reserved[63];
} wl_prop_12;
typedef struct wl_prop_13 {
    WL_FIRST_PROPERTIES WL_CUDART_PROPERTIES(WL_INTS, WL_SIZE, WL_NONE, WL_INT)
    int more[7], reserved[56];
} wl_prop_13;
#undef WL_INTS
#undef WL_SIZE
#undef WL_INT
#undef WL_NONE
#undef WL_FIRST_PROPERTIES
// clang-format on

#endif
