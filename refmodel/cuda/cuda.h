// cuda.h : the part of the CUDA driver API that host programs of the simulator use, under its own names and meanings, so that
// a driver-API program needs no other source. Calls work on the calling thread's current context; any thread may call, and of several
// one at a time is inside a call.
//
// Every argument is checked: handles against those that the device gave out, device addresses against its allocations. A launch runs to its end inside cuLaunchKernel, which returns what happened in the kernel; after an error in a
// kernel every later call returns that error again, as CUDA does, but for those that take things down.
//
// Streams and events are in order: every call has done its work when it returns, the asynchronous ones too, and an event's time is
// the core cycle at which it was recorded. There is one device, of compute capability 3.5. Not here: textures, surfaces, graphs,
// managed and mapped host memory (CUDA_ERROR_NOT_SUPPORTED), cubin and fatbin images (CUDA_ERROR_INVALID_IMAGE), linking, peers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_H
#define WL_CUDA_CUDA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// X(name, value, what cuGetErrorString says)
#define WL_CUDA_RESULTS(X) \
    X(CUDA_SUCCESS, 0, "no error") \
    X(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument") \
    X(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory") \
    X(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error") \
    X(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected") \
    X(CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal") \
    X(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid") \
    X(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context") \
    X(CUDA_ERROR_INVALID_PTX, 218, "a PTX compilation failed") \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found") \
    X(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle") \
    X(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found") \
    X(CUDA_ERROR_NOT_READY, 600, "device not ready") \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered") \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch") \
    X(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated") \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708, "cannot set while device is active in this process") \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed") \
    X(CUDA_ERROR_ASSERT, 710, "device-side assert triggered") \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714, "hardware stack error") \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715, "an illegal instruction was encountered") \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address") \
    X(CUDA_ERROR_INVALID_PC, 718, "invalid program counter") \
    X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure") \
    X(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported") \
    X(CUDA_ERROR_UNKNOWN, 999, "unknown error")

#define WL_CUDA_CONSTANT(name, value, text) name = value,
typedef enum cudaError_enum { WL_CUDA_RESULTS(WL_CUDA_CONSTANT) } CUresult;
#undef WL_CUDA_CONSTANT

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)

// Keys of cuLaunchKernel's `extra`: the parameters as one block of bytes.
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

// Attributes: X(name, number). Values of a device are those of the simulated machine where it has them.
#define WL_CUDA_DEVICE_ATTRIBUTES(X) \
    X(MAX_THREADS_PER_BLOCK, 1) X(MAX_BLOCK_DIM_X, 2) X(MAX_BLOCK_DIM_Y, 3) X(MAX_BLOCK_DIM_Z, 4) X(MAX_GRID_DIM_X, 5) \
    X(MAX_GRID_DIM_Y, 6) X(MAX_GRID_DIM_Z, 7) X(MAX_SHARED_MEMORY_PER_BLOCK, 8) X(TOTAL_CONSTANT_MEMORY, 9) X(WARP_SIZE, 10) \
    X(MAX_PITCH, 11) X(MAX_REGISTERS_PER_BLOCK, 12) X(CLOCK_RATE, 13) X(TEXTURE_ALIGNMENT, 14) X(GPU_OVERLAP, 15) \
    X(MULTIPROCESSOR_COUNT, 16) X(KERNEL_EXEC_TIMEOUT, 17) X(INTEGRATED, 18) X(CAN_MAP_HOST_MEMORY, 19) X(COMPUTE_MODE, 20) \
    X(CONCURRENT_KERNELS, 31) X(ECC_ENABLED, 32) X(PCI_BUS_ID, 33) X(PCI_DEVICE_ID, 34) X(MEMORY_CLOCK_RATE, 36) \
    X(GLOBAL_MEMORY_BUS_WIDTH, 37) X(L2_CACHE_SIZE, 38) X(MAX_THREADS_PER_MULTIPROCESSOR, 39) X(ASYNC_ENGINE_COUNT, 40) \
    X(UNIFIED_ADDRESSING, 41) X(COMPUTE_CAPABILITY_MAJOR, 75) X(COMPUTE_CAPABILITY_MINOR, 76) \
    X(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81) X(MAX_REGISTERS_PER_MULTIPROCESSOR, 82) X(MANAGED_MEMORY, 83) \
    X(COOPERATIVE_LAUNCH, 95) X(MAX_BLOCKS_PER_MULTIPROCESSOR, 106)
#define WL_CUDA_CONSTANT(name, value) CU_DEVICE_ATTRIBUTE_##name = value,
typedef enum CUdevice_attribute_enum { WL_CUDA_DEVICE_ATTRIBUTES(WL_CUDA_CONSTANT) } CUdevice_attribute;
#undef WL_CUDA_CONSTANT

typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_PTX_VERSION,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
} CUfunction_attribute;

typedef enum CUfunc_cache_enum {
    CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL
} CUfunc_cache;
typedef enum CUlimit_enum { CU_LIMIT_STACK_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE, CU_LIMIT_MALLOC_HEAP_SIZE } CUlimit;
typedef unsigned CUjit_option; // ignored, with their values, but for these: each log's buffer, then its size (in) or what is in it (out)
enum { CU_JIT_INFO_LOG_BUFFER = 3, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
typedef size_t (*CUoccupancyB2DSize)(int block_size);

enum { CU_CTX_SCHED_AUTO, CU_CTX_SCHED_SPIN, CU_CTX_SCHED_YIELD, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 };
enum { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING };
enum { CU_EVENT_DEFAULT, CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING, CU_EVENT_INTERPROCESS = 4 };
enum { CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2, CU_MEMHOSTALLOC_WRITECOMBINED = 4 };

typedef enum CUmemorytype_enum {
    CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED
} CUmemorytype;

typedef struct CUDA_MEMCPY2D_st {
    size_t srcXInBytes, srcY;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    size_t srcPitch, dstXInBytes, dstY;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_MEMCPY3D_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray, *reserved0;
    size_t srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray, *reserved1;
    size_t dstPitch, dstHeight, WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

typedef struct CUlaunchConfig_st {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    void *attrs;
    unsigned numAttrs; // 0: none is known
} CUlaunchConfig;

typedef void (*CUhostFn)(void *data);

// Device (cuda_device.c)
CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetName(char *name, int len, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

// Contexts (cuda_context.c): the calling thread's stack of them; the top one is current
CUresult cuCtxCreate(CUcontext *ctx, unsigned flags, CUdevice device); // and pushes it
CUresult cuCtxDestroy(CUcontext ctx); // with its modules and memory; the one below it becomes current
CUresult cuCtxGetCurrent(CUcontext *ctx);
CUresult cuCtxSetCurrent(CUcontext ctx); // replaces the top; NULL: pops it
CUresult cuCtxPushCurrent(CUcontext ctx);
CUresult cuCtxPopCurrent(CUcontext *ctx); // ctx may be NULL
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSetCacheConfig(CUfunc_cache prefer);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device); // does not push it
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);

// Modules, functions, launches (cuda_module.c, cuda_function.c)
CUresult cuModuleLoad(CUmodule *module, const char *path);
CUresult cuModuleLoadData(CUmodule *module, const void *image); // PTX text, NUL-terminated
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n_options, CUjit_option *options, void **values);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule module, const char *name); // dptr or bytes may be NULL
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction f);
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache prefer);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int block_size, size_t dynamic_shared);
CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, CUfunction f, CUoccupancyB2DSize dynamic_of,
                                          size_t dynamic_shared, int most);
CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes, CUstream stream, void **params, void **extra);
CUresult cuLaunchKernelEx(const CUlaunchConfig *how, CUfunction f, void **params, void **extra);

// Memory (cuda_memory.c, cuda_copy.c)
CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pitch, size_t width_bytes, size_t height, unsigned element_bytes);
CUresult cuMemFree(CUdeviceptr dptr);
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr dptr); // base or bytes may be NULL
CUresult cuMemAllocHost(void **host, size_t bytes);
CUresult cuMemHostAlloc(void **host, size_t bytes, unsigned flags);
CUresult cuMemFreeHost(void *host);
CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytes, unsigned flags);            // these two: CUDA_ERROR_NOT_SUPPORTED
CUresult cuMemHostGetDevicePointer(CUdeviceptr *dptr, void *host, unsigned flags);
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes);
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes); // each an address of the device or of the host
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count);
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, size_t count, CUstream stream);
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height);
CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height);
CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height);
CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream);
CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream);
CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream);

// Streams and events (cuda_stream.c)
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data); // calls it at once
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);
CUresult cuEventDestroy(CUevent event);

#ifdef __cplusplus
}
#endif

#endif
