// cuda.h : the part of the CUDA driver API that host programs of the simulator use, under its own
// names and meanings, so that a driver-API program needs no other source. Calls work on the calling
// thread's current context; any thread may call, and of several one at a time is inside a call.
//
// Every argument is checked: handles against those that the device gave out, device addresses
// against its allocations. A launch runs to its end inside cuLaunchKernel, which returns what
// happened in the kernel; after an error in a kernel every later call returns that error again, as
// CUDA does, but for those that take things down.
//
// Streams and events are in order: every call has done its work when it returns, the asynchronous
// ones too, and an event's time is the core cycle at which it was recorded. There is one device, of
// compute capability 3.5, without peers. Graphs: cuda_graphs.h; memory pools: cuda_pools.h. Not
// here: mipmaps (cuda_arrays.h has what there is; CUDA_ERROR_NOT_SUPPORTED, and cuda_refused.c has
// the list of all such calls), cubin images (CUDA_ERROR_INVALID_IMAGE).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_H
#define WL_CUDA_CUDA_H

#ifndef __cuda_cuda_h__ // programs ask for it
#define __cuda_cuda_h__
#endif

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "cuda_types.h"

// Device (cuda_device.c)
CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetName(char *name, int len, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id);
CUresult cuDeviceGetLuid(char *luid, unsigned *nodes, CUdevice device); // CUDA_ERROR_NOT_SUPPORTED
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
#define cuGetProcAddress cuGetProcAddress_v2
CUresult cuGetProcAddress(const char *symbol, void **pfn, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult *found);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

// Contexts (cuda_context.c): the calling thread's stack of them; the top one is current
CUresult cuCtxCreate(CUcontext *ctx, unsigned flags, CUdevice device); // and pushes it
// CUDA 11.4: limits to some SMs, of which there must be none; CUDA 13: the same as options, which
// may be NULL. What they ask for is CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY or
// CUDA_ERROR_NOT_SUPPORTED, and is named on stderr.
CUresult cuCtxCreate_v3(CUcontext *ctx, CUexecAffinityParam *limits, int n, unsigned flags,
                        CUdevice device);
CUresult cuCtxCreate_v4(CUcontext *ctx, CUctxCreateParams *options, unsigned flags,
                        CUdevice device);
// A program may call any of the three by the one name, as NVIDIA's cuda.h of its version has it.
#define WL_CUDA_SIXTH(a, b, c, d, e, f, ...) f
#define cuCtxCreate(...) \
    WL_CUDA_SIXTH(__VA_ARGS__, cuCtxCreate_v3, cuCtxCreate_v4, cuCtxCreate, 0)(__VA_ARGS__)
CUresult cuCtxDestroy(
    CUcontext ctx); // with its modules and memory; the one below it becomes current
CUresult cuCtxGetCurrent(CUcontext *ctx);
CUresult cuCtxSetCurrent(CUcontext ctx); // replaces the top; NULL: pops it
CUresult cuCtxPushCurrent(CUcontext ctx);
CUresult cuCtxPopCurrent(CUcontext *ctx); // ctx may be NULL
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxSynchronize(void);
CUresult cuCtxGetId(CUcontext ctx, unsigned long long *id); // of these two: NULL is the current one
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned *version);
CUresult cuCtxGetFlags(unsigned *flags);
CUresult cuCtxSetFlags(unsigned flags);
CUresult cuCtxAttach(CUcontext *ctx, unsigned flags);
CUresult cuCtxDetach(CUcontext ctx);                             // the last one destroys it
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest); // each may be NULL
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuCtxSetCacheConfig(CUfunc_cache prefer);
CUresult cuCtxGetCacheConfig(CUfunc_cache *prefer);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig banks);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *banks);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device); // does not push it
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);

// Modules, functions, launches (cuda_module.c, cuda_function.c)
CUresult cuModuleLoad(CUmodule *module, const char *path);
CUresult cuModuleLoadData(CUmodule *module, const void *image); // PTX, or a fat binary
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n_options,
                            CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module,
                               const void *fat); // CUDA_ERROR_NO_BINARY_FOR_GPU: no PTX
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule module,
                           const char *name); // dptr or bytes may be NULL
CUresult cuFuncGetModule(CUmodule *module, CUfunction f);
CUresult cuFuncGetName(const char **name, CUfunction f); // the module's
CUresult cuFuncGetParamInfo(CUfunction f, size_t index, size_t *offset,
                            size_t *bytes); // bytes may be NULL
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction f);
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache prefer);
CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig banks);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int block_size,
                                                     size_t dynamic_shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction f,
                                                              int block_size, size_t dynamic_shared,
                                                              unsigned flags);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, CUfunction f, int blocks,
                                                 int block_size);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size, CUfunction f,
                                                   CUoccupancyB2DSize dynamic_of,
                                                   size_t dynamic_shared, int most, unsigned flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, CUfunction f,
                                          CUoccupancyB2DSize dynamic_of, size_t dynamic_shared,
                                          int most);
CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **params, void **extra);
CUresult cuLaunchKernelEx(const CUlaunchConfig *how, CUfunction f, void **params, void **extra);
// All blocks have to fit on the machine at the same time, so that they can wait for each other
// (grid synchronization of cooperative groups); else CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE.
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z,
                                   unsigned shared_bytes, CUstream stream, void **params);

// Launches of before cuLaunchKernel (cuda_old_launch.c)
CUresult cuFuncSetBlockShape(CUfunction f, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction f, unsigned bytes);
CUresult cuParamSetSize(CUfunction f, unsigned bytes);
CUresult cuParamSeti(CUfunction f, int offset, unsigned value);
CUresult cuParamSetf(CUfunction f, int offset, float value);
CUresult cuParamSetv(CUfunction f, int offset, void *from, unsigned bytes);
CUresult cuLaunch(CUfunction f);
CUresult cuLaunchGrid(CUfunction f, int width, int height);
CUresult cuLaunchGridAsync(CUfunction f, int width, int height, CUstream stream);

// Libraries and links (cuda_library.c). A kernel, cast to a CUfunction, is the current context's
// function of it. Inputs of a link may call each other's functions; a variable that one defines and
// another declares is CUDA_ERROR_INVALID_PTX, and so are two of one name.
CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit,
                           void **jit_values, unsigned n_jit, CUlibraryOption *options,
                           void **values, unsigned n);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit,
                               void **jit_values, unsigned n_jit, CUlibraryOption *options,
                               void **values, unsigned n);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name);
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuLinkCreate(unsigned n, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned n, CUjit_option *options,
                       void **values); // PTX; anything else: CUDA_ERROR_INVALID_IMAGE
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned n,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image,
                        size_t *bytes); // for cuModuleLoadData, until cuLinkDestroy
CUresult cuLinkDestroy(CUlinkState state);

// Memory (cuda_memory.c, cuda_copy.c)
CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pitch, size_t width_bytes, size_t height,
                         unsigned element_bytes);
CUresult cuMemFree(CUdeviceptr dptr);
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes,
                              CUdeviceptr dptr); // base or bytes may be NULL
CUresult cuMemAllocHost(void **host, size_t bytes);
CUresult cuMemHostAlloc(void **host, size_t bytes, unsigned flags);
CUresult cuMemFreeHost(void *host);
CUresult cuMemHostGetFlags(unsigned *flags, void *host);
CUresult cuMemHostRegister(void *host, size_t bytes, unsigned flags);
CUresult cuMemHostUnregister(void *host);
CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr at);
CUresult cuPointerGetAttributes(unsigned n, CUpointer_attribute *attributes, void **data,
                                CUdeviceptr at);
CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytes, unsigned flags); // the host's too
CUresult cuMemHostGetDevicePointer(CUdeviceptr *dptr, void *host,
                                   unsigned flags); // of CU_MEMHOSTALLOC_DEVICEMAP
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes);
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src,
                  size_t bytes); // each an address of the device or of the host
CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t bytes);
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from,
                           size_t bytes, CUstream stream);
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
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                      size_t height);
CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
                       size_t height);
CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height);
CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream);
CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream);
CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned value, size_t width,
                            size_t height, CUstream stream);

// Streams and events (cuda_stream.c)
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx);
CUresult cuStreamGetFlags(CUstream stream, unsigned *flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data,
                             unsigned flags);                        // calls it at once
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data); // calls it at once
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);
CUresult cuEventDestroy(CUevent event);

#ifdef __cplusplus
}
#endif

#endif
