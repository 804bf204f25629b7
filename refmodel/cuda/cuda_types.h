// cuda_types.h : results, attributes, flags and structures of the driver API, with NVIDIA's names
// and values. Part of cuda.h, which includes it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_TYPES_H
#define WL_CUDA_CUDA_TYPES_H

// X(name, value, what cuGetErrorString says)
#define WL_CUDA_RESULTS(X) \
    X(CUDA_SUCCESS, 0, "no error") \
    X(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument") \
    X(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory") \
    X(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error") \
    X(CUDA_ERROR_DEINITIALIZED, 4, "driver shutting down") \
    X(CUDA_ERROR_PROFILER_DISABLED, 5, "profiler disabled while using external profiling tool") \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6, \
      "profiler not initialized: call cudaProfilerInitialize()") \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7, "profiler already started") \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8, "profiler already stopped") \
    X(CUDA_ERROR_STUB_LIBRARY, 34, "CUDA driver is a stub library") \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46, "CUDA-capable device(s) is/are busy or unavailable") \
    X(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected") \
    X(CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal") \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED, 102, "device doesn't have valid Grid license") \
    X(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid") \
    X(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context") \
    X(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202, "context already current") \
    X(CUDA_ERROR_MAP_FAILED, 205, "mapping of buffer object failed") \
    X(CUDA_ERROR_UNMAP_FAILED, 206, "unmapping of buffer object failed") \
    X(CUDA_ERROR_ARRAY_IS_MAPPED, 207, "array is mapped") \
    X(CUDA_ERROR_ALREADY_MAPPED, 208, "resource already mapped") \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209, \
      "no kernel image is available for execution on the device") \
    X(CUDA_ERROR_ALREADY_ACQUIRED, 210, "resource already acquired") \
    X(CUDA_ERROR_NOT_MAPPED, 211, "resource not mapped") \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212, "resource not mapped as array") \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213, "resource not mapped as pointer") \
    X(CUDA_ERROR_ECC_UNCORRECTABLE, 214, "uncorrectable ECC error encountered") \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT, 215, "limit is not supported on this architecture") \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216, \
      "exclusive-thread device already in use by a different thread") \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217, \
      "peer access is not supported between these two devices") \
    X(CUDA_ERROR_INVALID_PTX, 218, "a PTX compilation failed") \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219, "invalid OpenGL or DirectX context") \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220, \
      "uncorrectable NVLink error detected during the execution") \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221, "PTX JIT compiler library not found") \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222, \
      "the provided PTX was compiled with an unsupported toolchain.") \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223, "PTX JIT compilation was disabled") \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224, \
      "the provided execution affinity is not supported") \
    X(CUDA_ERROR_INVALID_SOURCE, 300, "device kernel image is invalid") \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found") \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302, "shared object symbol not found") \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303, "shared object initialization failed") \
    X(CUDA_ERROR_OPERATING_SYSTEM, 304, "OS call failed or operation not supported on this OS") \
    X(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle") \
    X(CUDA_ERROR_ILLEGAL_STATE, 401, "the operation cannot be performed in the present state") \
    X(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found") \
    X(CUDA_ERROR_NOT_READY, 600, "device not ready") \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered") \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch") \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated") \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703, "launch uses incompatible texturing mode") \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704, "peer access is already enabled") \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705, "peer access has not been enabled") \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708, "cannot set while device is active in this process") \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed") \
    X(CUDA_ERROR_ASSERT, 710, "device-side assert triggered") \
    X(CUDA_ERROR_TOO_MANY_PEERS, 711, "peer mapping resources exhausted") \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712, \
      "part or all of the requested memory range is already mapped") \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713, \
      "pointer does not correspond to a registered memory region") \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714, "hardware stack error") \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered") \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address") \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717, \
      "operation not supported on global/shared address space") \
    X(CUDA_ERROR_INVALID_PC, 718, "invalid program counter") \
    X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure") \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch") \
    X(CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted") \
    X(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported") \
    X(CUDA_ERROR_SYSTEM_NOT_READY, 802, "system not yet initialized") \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803, \
      "system has unsupported display driver / cuda driver combination") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900, \
      "operation not permitted when stream is capturing") \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901, \
      "operation failed due to a previous error during capture") \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902, \
      "operation would result in a merge of separate capture sequences") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903, \
      "capture was not ended in the same stream as it began") \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904, "capturing stream has unjoined work") \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905, \
      "dependency created on uncaptured work in another stream") \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906, \
      "operation would make the legacy stream depend on a capturing blocking stream") \
    X(CUDA_ERROR_CAPTURED_EVENT, 907, \
      "operation not permitted on an event last recorded in a capturing stream") \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908, \
      "attempt to terminate a thread-local capture sequence from another thread") \
    X(CUDA_ERROR_TIMEOUT, 909, "wait operation timed out") \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910, \
      "the graph update was not performed because it included changes which violated constraints " \
      "specific to instantiated graph update") \
    X(CUDA_ERROR_UNKNOWN, 999, "unknown error")

#define WL_CUDA_CONSTANT(name, value, text) name = value,
typedef enum cudaError_enum { WL_CUDA_RESULTS(WL_CUDA_CONSTANT) } CUresult;
#undef WL_CUDA_CONSTANT

typedef unsigned cuuint32_t;
typedef unsigned long long cuuint64_t;
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

typedef struct CUlinkState_st *CUlinkState;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;

#define CUDA_VERSION 12000
#define CUDAAPI
#define CUDA_CB

#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)

// Keys of cuLaunchKernel's `extra`: the parameters as one block of bytes.
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

// Attributes: X(name, number). Values of a device are those of the simulated machine where it has
// them.
// clang-format off
#define WL_CUDA_DEVICE_ATTRIBUTES(X) \
    X(MAX_THREADS_PER_BLOCK, 1) X(MAX_BLOCK_DIM_X, 2) X(MAX_BLOCK_DIM_Y, 3) X(MAX_BLOCK_DIM_Z, 4) \
    X(MAX_GRID_DIM_X, 5) \
    X(MAX_GRID_DIM_Y, 6) X(MAX_GRID_DIM_Z, 7) X(MAX_SHARED_MEMORY_PER_BLOCK, 8) \
    X(TOTAL_CONSTANT_MEMORY, 9) X(WARP_SIZE, 10) \
    X(MAX_PITCH, 11) X(MAX_REGISTERS_PER_BLOCK, 12) X(CLOCK_RATE, 13) X(TEXTURE_ALIGNMENT, 14) \
    X(GPU_OVERLAP, 15) \
    X(MULTIPROCESSOR_COUNT, 16) X(KERNEL_EXEC_TIMEOUT, 17) X(INTEGRATED, 18) \
    X(CAN_MAP_HOST_MEMORY, 19) X(COMPUTE_MODE, 20) \
    X(MAXIMUM_TEXTURE1D_WIDTH, 21) X(MAXIMUM_TEXTURE2D_WIDTH, 22) X(MAXIMUM_TEXTURE2D_HEIGHT, 23) \
    X(MAXIMUM_TEXTURE3D_WIDTH, 24) X(MAXIMUM_TEXTURE3D_HEIGHT, 25) X(MAXIMUM_TEXTURE3D_DEPTH, 26) \
    X(MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27) X(MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 28) \
    X(MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 29) \
    X(SURFACE_ALIGNMENT, 30) X(CONCURRENT_KERNELS, 31) X(ECC_ENABLED, 32) X(PCI_BUS_ID, 33) \
    X(PCI_DEVICE_ID, 34) \
    X(TCC_DRIVER, 35) X(MEMORY_CLOCK_RATE, 36) X(GLOBAL_MEMORY_BUS_WIDTH, 37) X(L2_CACHE_SIZE, 38) \
    X(MAX_THREADS_PER_MULTIPROCESSOR, 39) X(ASYNC_ENGINE_COUNT, 40) X(UNIFIED_ADDRESSING, 41) \
    X(MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42) X(MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 43) \
    X(PCI_DOMAIN_ID, 50) \
    X(TEXTURE_PITCH_ALIGNMENT, 51) X(COMPUTE_CAPABILITY_MAJOR, 75) X(COMPUTE_CAPABILITY_MINOR, 76) \
    X(STREAM_PRIORITIES_SUPPORTED, 78) X(GLOBAL_L1_CACHE_SUPPORTED, 79) \
    X(LOCAL_L1_CACHE_SUPPORTED, 80) \
    X(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81) X(MAX_REGISTERS_PER_MULTIPROCESSOR, 82) \
    X(MANAGED_MEMORY, 83) \
    X(MULTI_GPU_BOARD, 84) X(MULTI_GPU_BOARD_GROUP_ID, 85) X(HOST_NATIVE_ATOMIC_SUPPORTED, 86) \
    X(PAGEABLE_MEMORY_ACCESS, 88) \
    X(CONCURRENT_MANAGED_ACCESS, 89) X(COMPUTE_PREEMPTION_SUPPORTED, 90) \
    X(CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91) \
    X(COOPERATIVE_LAUNCH, 95) X(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97) \
    X(CAN_FLUSH_REMOTE_WRITES, 98) \
    X(VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 102) \
    X(HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 103) \
    X(MAX_BLOCKS_PER_MULTIPROCESSOR, 106) X(RESERVED_SHARED_MEMORY_PER_BLOCK, 111) \
    X(MEMORY_POOLS_SUPPORTED, 115) \
    X(CAN_TEX2D_GATHER, 44) X(MAXIMUM_TEXTURE2D_GATHER_WIDTH, 45) \
    X(MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 46) X(MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 47) \
    X(MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 48) X(MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 49) \
    X(MAXIMUM_TEXTURECUBEMAP_WIDTH, 52) X(MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 53) \
    X(MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 54) X(MAXIMUM_SURFACE1D_WIDTH, 55) \
    X(MAXIMUM_SURFACE2D_WIDTH, 56) X(MAXIMUM_SURFACE2D_HEIGHT, 57) X(MAXIMUM_SURFACE3D_WIDTH, 58) \
    X(MAXIMUM_SURFACE3D_HEIGHT, 59) X(MAXIMUM_SURFACE3D_DEPTH, 60) \
    X(MAXIMUM_SURFACE1D_LAYERED_WIDTH, 61) X(MAXIMUM_SURFACE1D_LAYERED_LAYERS, 62) \
    X(MAXIMUM_SURFACE2D_LAYERED_WIDTH, 63) X(MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 64) \
    X(MAXIMUM_SURFACE2D_LAYERED_LAYERS, 65) X(MAXIMUM_SURFACECUBEMAP_WIDTH, 66) \
    X(MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 67) X(MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 68) \
    X(MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69) X(MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70) \
    X(MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71) X(MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72) \
    X(MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 73) X(MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 74) \
    X(MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 77) X(SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87) \
    X(CAN_USE_STREAM_MEM_OPS_V1, 92) X(CAN_USE_64_BIT_STREAM_MEM_OPS_V1, 93) \
    X(CAN_USE_STREAM_WAIT_VALUE_NOR_V1, 94) X(COOPERATIVE_MULTI_DEVICE_LAUNCH, 96) \
    X(HOST_REGISTER_SUPPORTED, 99) X(PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100) \
    X(DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101) X(HANDLE_TYPE_WIN32_HANDLE_SUPPORTED, 104) \
    X(HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED, 105) X(GENERIC_COMPRESSION_SUPPORTED, 107) \
    X(MAX_PERSISTING_L2_CACHE_SIZE, 108) X(MAX_ACCESS_POLICY_WINDOW_SIZE, 109) \
    X(GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED, 110) X(SPARSE_CUDA_ARRAY_SUPPORTED, 112) \
    X(READ_ONLY_HOST_REGISTER_SUPPORTED, 113) X(TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 114) \
    X(GPU_DIRECT_RDMA_SUPPORTED, 116) X(GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, 117) \
    X(GPU_DIRECT_RDMA_WRITES_ORDERING, 118) X(MEMPOOL_SUPPORTED_HANDLE_TYPES, 119) \
    X(CLUSTER_LAUNCH, 120) X(DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED, 121) \
    X(CAN_USE_64_BIT_STREAM_MEM_OPS, 122) X(CAN_USE_STREAM_WAIT_VALUE_NOR, 123) \
    X(DMA_BUF_SUPPORTED, 124) X(IPC_EVENT_SUPPORTED, 125) X(MEM_SYNC_DOMAIN_COUNT, 126) \
    X(TENSOR_MAP_ACCESS_SUPPORTED, 127) X(HANDLE_TYPE_FABRIC_SUPPORTED, 128) \
    X(UNIFIED_FUNCTION_POINTERS, 129) X(NUMA_CONFIG, 130) X(NUMA_ID, 131) \
    X(MULTICAST_SUPPORTED, 132) X(MPS_ENABLED, 133) X(HOST_NUMA_ID, 134) \
    X(D3D12_CIG_SUPPORTED, 135) X(MEM_DECOMPRESS_ALGORITHM_MASK, 136) \
    X(MEM_DECOMPRESS_MAXIMUM_LENGTH, 137) X(VULKAN_CIG_SUPPORTED, 138) X(GPU_PCI_DEVICE_ID, 139) \
    X(GPU_PCI_SUBSYSTEM_ID, 140) X(HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 141) \
    X(HOST_NUMA_MEMORY_POOLS_SUPPORTED, 142) X(HOST_NUMA_MULTINODE_IPC_SUPPORTED, 143) \
    X(HOST_MEMORY_POOLS_SUPPORTED, 144) X(HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 145) \
    X(HOST_ALLOC_DMA_BUF_SUPPORTED, 146) X(ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED, 147)
// clang-format on
#define WL_CUDA_CONSTANT(name, value) CU_DEVICE_ATTRIBUTE_##name = value,
#define CU_DEVICE_ATTRIBUTE_MAX 148 // CUDA 13's
#define CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK \
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK // the names of CUDA 1
#define CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)
#define CU_PARAM_TR_DEFAULT -1
typedef enum CUdevice_attribute_enum {
    WL_CUDA_DEVICE_ATTRIBUTES(WL_CUDA_CONSTANT)
} CUdevice_attribute;
#undef WL_CUDA_CONSTANT

typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_NUM_REGS,
    CU_FUNC_ATTRIBUTE_PTX_VERSION,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
} CUfunction_attribute;

typedef enum CUfunc_cache_enum {
    CU_FUNC_CACHE_PREFER_NONE,
    CU_FUNC_CACHE_PREFER_SHARED,
    CU_FUNC_CACHE_PREFER_L1,
    CU_FUNC_CACHE_PREFER_EQUAL
} CUfunc_cache;
typedef enum CUsharedconfig_enum {
    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE,
    CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE,
    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
} CUsharedconfig;
typedef enum CUlimit_enum { // the first three there are
    CU_LIMIT_STACK_SIZE,
    CU_LIMIT_PRINTF_FIFO_SIZE,
    CU_LIMIT_MALLOC_HEAP_SIZE,
    CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH,
    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT,
    CU_LIMIT_MAX_L2_FETCH_GRANULARITY,
    CU_LIMIT_PERSISTING_L2_CACHE_SIZE
} CUlimit;

// Ignored, with their values, but for the time and the logs: each one's buffer, then its size (in)
// or what is in it (out).
typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS,
    CU_JIT_THREADS_PER_BLOCK,
    CU_JIT_WALL_TIME,
    CU_JIT_INFO_LOG_BUFFER,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_ERROR_LOG_BUFFER,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_OPTIMIZATION_LEVEL,
    CU_JIT_TARGET_FROM_CUCONTEXT,
    CU_JIT_TARGET,
    CU_JIT_FALLBACK_STRATEGY,
    CU_JIT_GENERATE_DEBUG_INFO,
    CU_JIT_LOG_VERBOSE,
    CU_JIT_GENERATE_LINE_INFO,
    CU_JIT_CACHE_MODE
} CUjit_option;

typedef enum CUpointer_attribute_enum {
    CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
    CU_POINTER_ATTRIBUTE_HOST_POINTER,
    CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CU_POINTER_ATTRIBUTE_IS_MANAGED,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CU_POINTER_ATTRIBUTE_RANGE_SIZE,
    CU_POINTER_ATTRIBUTE_MAPPED,
    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
} CUpointer_attribute;
#define WL_CUDA_LAST_POINTER_ATTRIBUTE 21 // of NVIDIA's

typedef size_t (*CUoccupancyB2DSize)(int block_size);

typedef enum CUjit_target_enum {
    CU_TARGET_COMPUTE_20 = 20,
    CU_TARGET_COMPUTE_21,
    CU_TARGET_COMPUTE_30 = 30,
    CU_TARGET_COMPUTE_32 = 32,
    CU_TARGET_COMPUTE_35 = 35,
    CU_TARGET_COMPUTE_37 = 37,
    CU_TARGET_COMPUTE_50 = 50,
    CU_TARGET_COMPUTE_52 = 52,
    CU_TARGET_COMPUTE_53 = 53,
    CU_TARGET_COMPUTE_60 = 60,
    CU_TARGET_COMPUTE_61,
    CU_TARGET_COMPUTE_62,
    CU_TARGET_COMPUTE_70 = 70,
    CU_TARGET_COMPUTE_72 = 72,
    CU_TARGET_COMPUTE_75 = 75,
    CU_TARGET_COMPUTE_80 = 80,
    CU_TARGET_COMPUTE_86 = 86,
    CU_TARGET_COMPUTE_87,
    CU_TARGET_COMPUTE_89 = 89,
    CU_TARGET_COMPUTE_90
} CUjit_target;
typedef enum CUjit_fallback_enum { CU_PREFER_PTX, CU_PREFER_BINARY } CUjit_fallback;
typedef enum CUjit_cacheMode_enum {
    CU_JIT_CACHE_OPTION_NONE,
    CU_JIT_CACHE_OPTION_CG,
    CU_JIT_CACHE_OPTION_CA
} CUjit_cacheMode;

typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS
} CUcomputemode;
typedef enum CUctx_flags_enum {
    CU_CTX_SCHED_AUTO,
    CU_CTX_SCHED_SPIN,
    CU_CTX_SCHED_YIELD,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_BLOCKING_SYNC = 4,
    CU_CTX_SCHED_MASK = 7,
    CU_CTX_MAP_HOST = 8,
    CU_CTX_LMEM_RESIZE_TO_MAX = 16,
    CU_CTX_SYNC_MEMOPS = 128
} CUctx_flags;
typedef enum CUexecAffinityType_enum {
    CU_EXEC_AFFINITY_TYPE_SM_COUNT,
    CU_EXEC_AFFINITY_TYPE_MAX
} CUexecAffinityType;
typedef struct CUexecAffinitySmCount_st {
    unsigned val;
} CUexecAffinitySmCount;
typedef struct CUexecAffinityParam_st {
    CUexecAffinityType type;
    union {
        CUexecAffinitySmCount smCount;
    } param;
} CUexecAffinityParam;
typedef enum CUcigDataType_enum {
    CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1,
    CIG_DATA_TYPE_NV_BLOB
} CUcigDataType;
typedef struct CUctxCigParam_st {
    CUcigDataType sharedDataType;
    void *sharedData;
} CUctxCigParam;
typedef struct CUctxCreateParams_st {
    CUexecAffinityParam *execAffinityParams;
    int numExecAffinityParams;
    CUctxCigParam *cigParams;
} CUctxCreateParams;
typedef enum CUstream_flags_enum { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING } CUstream_flags;
typedef enum CUevent_flags_enum {
    CU_EVENT_DEFAULT,
    CU_EVENT_BLOCKING_SYNC,
    CU_EVENT_DISABLE_TIMING,
    CU_EVENT_INTERPROCESS = 4
} CUevent_flags;
typedef enum CUevent_record_flags_enum {
    CU_EVENT_RECORD_DEFAULT,
    CU_EVENT_RECORD_EXTERNAL
} CUevent_record_flags;
typedef enum CUevent_wait_flags_enum {
    CU_EVENT_WAIT_DEFAULT,
    CU_EVENT_WAIT_EXTERNAL
} CUevent_wait_flags;
typedef enum CUmemAttach_flags_enum {
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4
} CUmemAttach_flags;
typedef enum CUoccupancy_flags_enum {
    CU_OCCUPANCY_DEFAULT,
    CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE
} CUoccupancy_flags;
typedef enum CUshared_carveout_enum {
    CU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
    CU_SHAREDMEM_CARVEOUT_MAX_L1,
    CU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100
} CUshared_carveout;
enum {
    CU_MEMHOSTALLOC_PORTABLE = 1,
    CU_MEMHOSTALLOC_DEVICEMAP = 2,
    CU_MEMHOSTALLOC_WRITECOMBINED = 4
};
enum {
    CU_MEMHOSTREGISTER_PORTABLE = 1,
    CU_MEMHOSTREGISTER_DEVICEMAP = 2,
    CU_MEMHOSTREGISTER_IOMEMORY = 4,
    CU_MEMHOSTREGISTER_READ_ONLY = 8
};

typedef enum CUmemorytype_enum {
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE,
    CU_MEMORYTYPE_ARRAY,
    CU_MEMORYTYPE_UNIFIED
} CUmemorytype;

#include "cuda_arrays.h"

typedef struct CUDA_MEMCPY2D_st {
    size_t srcXInBytes, srcY;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    size_t srcPitch, dstXInBytes, dstY;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_MEMCPY3D_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

// Attributes of a launch: cooperative is kept, clusters of one block are all that there are, and
// the others are wishes without an effect.
typedef enum CUlaunchAttributeID_enum {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4
} CUlaunchAttributeID;
typedef union CUlaunchAttributeValue_union {
    char pad[64];
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim;
} CUlaunchAttributeValue;
typedef struct CUlaunchAttribute_st {
    CUlaunchAttributeID id;
    char pad[8 - sizeof(CUlaunchAttributeID)];
    CUlaunchAttributeValue value;
} CUlaunchAttribute;

typedef struct CUlaunchConfig_st {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute *attrs;
    unsigned numAttrs;
} CUlaunchConfig;

typedef void (*CUhostFn)(void *data);
typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *data);

typedef enum CUmoduleLoadingMode_enum {
    CU_MODULE_EAGER_LOADING = 1,
    CU_MODULE_LAZY_LOADING
} CUmoduleLoadingMode;
typedef enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN,
    CU_JIT_INPUT_PTX,
    CU_JIT_INPUT_FATBINARY,
    CU_JIT_INPUT_OBJECT,
    CU_JIT_INPUT_LIBRARY
} CUjitInputType;
typedef enum CUlibraryOption_enum {
    CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE,
    CU_LIBRARY_BINARY_IS_PRESERVED
} CUlibraryOption;

typedef enum CUdriverProcAddress_flags_enum {
    CU_GET_PROC_ADDRESS_DEFAULT,
    CU_GET_PROC_ADDRESS_LEGACY_STREAM,
    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
} CUdriverProcAddress_flags;
typedef enum CUdriverProcAddressQueryResult_enum {
    CU_GET_PROC_ADDRESS_SUCCESS,
    CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
    CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
} CUdriverProcAddressQueryResult;

#ifndef CU_UUID_HAS_BEEN_DEFINED // NVIDIA's runtime headers have it too
#define CU_UUID_HAS_BEEN_DEFINED
typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;
#endif

typedef struct CUdevprop_st {
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock,
        totalConstantMemory, SIMDWidth, memPitch, regsPerBlock, clockRate, textureAlign;
} CUdevprop;

#include "cuda_pools.h"
#include "cuda_graphs.h"

#endif
