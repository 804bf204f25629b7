// cuda.h : the part of the CUDA driver API that host programs of the simulator use, under its own names and meanings, so that
// a driver-API program needs no other source. Calls work on the calling thread's device and current context (cuda_device.h).
//
// Every argument is checked: handles against those that this thread's device gave out, device addresses against its
// allocations. A launch runs to its end inside cuLaunchKernel, which returns what happened in the kernel; after an error in a
// kernel every later call returns that error again, as CUDA does, but for those that take things down.
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
    X(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context") \
    X(CUDA_ERROR_INVALID_PTX, 218, "a PTX compilation failed") \
    X(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found") \
    X(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle") \
    X(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found") \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered") \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch") \
    X(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure") \
    X(CUDA_ERROR_UNKNOWN, 999, "unknown error")

#define WL_CUDA_CONSTANT(name, value, text) name = value,
typedef enum cudaError_enum { WL_CUDA_RESULTS(WL_CUDA_CONSTANT) } CUresult;
#undef WL_CUDA_CONSTANT

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream; // only the default stream, NULL

// Keys of cuLaunchKernel's `extra`: the parameters as one block of bytes.
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

CUresult cuInit(unsigned flags);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuCtxCreate(CUcontext *ctx, unsigned flags, CUdevice device); // and makes it current
CUresult cuCtxDestroy(CUcontext ctx); // with its modules and memory; the one made before it becomes current
CUresult cuCtxSynchronize(void);
CUresult cuModuleLoad(CUmodule *module, const char *path);
CUresult cuModuleLoadData(CUmodule *module, const void *image); // PTX text, NUL-terminated
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytes);
CUresult cuMemFree(CUdeviceptr dptr);
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes);
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes);
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count);
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, size_t count);
CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared_bytes, CUstream stream, void **params, void **extra);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

#ifdef __cplusplus
}
#endif

#endif
