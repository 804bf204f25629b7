// cuda_versions.c : the names that NVIDIA's cuda.h gives some calls (cuMemAlloc is cuMemAlloc_v2 there), so that a program
// compiled against that header finds them. Parameters are the same unless said.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda.h"

#define VERSION(name, version, parameters, arguments) \
    CUresult name##_v##version parameters; \
    CUresult name##_v##version parameters { return name arguments; }

VERSION(cuDeviceTotalMem, 2, (size_t *bytes, CUdevice device), (bytes, device))
VERSION(cuCtxCreate, 2, (CUcontext *ctx, unsigned flags, CUdevice device), (ctx, flags, device))
VERSION(cuCtxDestroy, 2, (CUcontext ctx), (ctx))
VERSION(cuCtxPopCurrent, 2, (CUcontext *ctx), (ctx))
VERSION(cuCtxPushCurrent, 2, (CUcontext ctx), (ctx))
VERSION(cuDevicePrimaryCtxRelease, 2, (CUdevice device), (device))
VERSION(cuDevicePrimaryCtxReset, 2, (CUdevice device), (device))
VERSION(cuDevicePrimaryCtxSetFlags, 2, (CUdevice device, unsigned flags), (device, flags))
VERSION(cuModuleGetGlobal, 2, (CUdeviceptr *dptr, size_t *bytes, CUmodule module, const char *name), (dptr, bytes, module, name))
VERSION(cuMemGetInfo, 2, (size_t *free_bytes, size_t *total), (free_bytes, total))
VERSION(cuMemAlloc, 2, (CUdeviceptr *dptr, size_t bytes), (dptr, bytes))
VERSION(cuMemAllocPitch, 2, (CUdeviceptr *dptr, size_t *pitch, size_t width, size_t height, unsigned element), (dptr, pitch, width, height, element))
VERSION(cuMemFree, 2, (CUdeviceptr dptr), (dptr))
VERSION(cuMemGetAddressRange, 2, (CUdeviceptr *base, size_t *bytes, CUdeviceptr dptr), (base, bytes, dptr))
VERSION(cuMemAllocHost, 2, (void **host, size_t bytes), (host, bytes))
VERSION(cuMemHostGetDevicePointer, 2, (CUdeviceptr *dptr, void *host, unsigned flags), (dptr, host, flags))
VERSION(cuMemcpyHtoD, 2, (CUdeviceptr dst, const void *src, size_t bytes), (dst, src, bytes))
VERSION(cuMemcpyDtoH, 2, (void *dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
VERSION(cuMemcpyDtoD, 2, (CUdeviceptr dst, CUdeviceptr src, size_t bytes), (dst, src, bytes))
VERSION(cuMemcpyHtoDAsync, 2, (CUdeviceptr dst, const void *src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
VERSION(cuMemcpyDtoHAsync, 2, (void *dst, CUdeviceptr src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
VERSION(cuMemcpyDtoDAsync, 2, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream), (dst, src, bytes, stream))
VERSION(cuMemcpy2D, 2, (const CUDA_MEMCPY2D *copy), (copy))
VERSION(cuMemcpy2DAsync, 2, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))
VERSION(cuMemcpy2DUnaligned, 2, (const CUDA_MEMCPY2D *copy), (copy))
VERSION(cuMemcpy3D, 2, (const CUDA_MEMCPY3D *copy), (copy))
VERSION(cuMemcpy3DAsync, 2, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))
VERSION(cuMemsetD2D8, 2, (CUdeviceptr dst, size_t pitch, unsigned char value, size_t width, size_t height), (dst, pitch, value, width, height))
VERSION(cuMemsetD2D16, 2, (CUdeviceptr dst, size_t pitch, unsigned short value, size_t width, size_t height), (dst, pitch, value, width, height))
VERSION(cuMemsetD2D32, 2, (CUdeviceptr dst, size_t pitch, unsigned value, size_t width, size_t height), (dst, pitch, value, width, height))
VERSION(cuMemsetD8, 2, (CUdeviceptr dst, unsigned char value, size_t count), (dst, value, count))
VERSION(cuMemsetD16, 2, (CUdeviceptr dst, unsigned short value, size_t count), (dst, value, count))
VERSION(cuMemsetD32, 2, (CUdeviceptr dst, unsigned value, size_t count), (dst, value, count))
VERSION(cuStreamDestroy, 2, (CUstream stream), (stream))
VERSION(cuEventDestroy, 2, (CUevent event), (event))
VERSION(cuEventElapsedTime, 2, (float *ms, CUevent start, CUevent end), (ms, start, end))

// CUDA 13: `with` are options of execution affinity, which one device has no use for.
CUresult cuCtxCreate_v4(CUcontext *ctx, const void *with, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v4(CUcontext *ctx, const void *with, unsigned flags, CUdevice device)
{
    return with ? CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate(ctx, flags, device);
}
