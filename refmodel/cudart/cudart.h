// cudart.h: the CUDA runtime API as libcudart.so offers it, for hosts in C, and the calls that
// compiled CUDA programs make to register their device code. A program that nvcc or clang has built
// against NVIDIA's headers needs none of this: it finds the same names, structs and numbers.
//
// The runtime stands on the driver API (cuda.h) of the libcuda.so.1 beside it, on the one device
// that there is, in its primary context. All that cuda.h says holds here: calls are in order and
// done when they return, the asynchronous ones too; events count core cycles; WARPLOOM_CONFIG and
// WARPLOOM_STATS choose the machine and the file of statistics. As in CUDA, an error in a kernel is
// returned by the calls after its launch. Code of a program is loaded when a kernel or variable of
// it is first used.
//
// Managed and mapped memory has the same address on host and device, and each side sees at once
// what the other wrote, since kernels run while the launching call waits.
//
// A call that is not here (cudart_refused.c has the list) returns cudaErrorNotSupported and is
// named on stderr, once. The library answers to the names of CUDA 11, 12 and 13 (libcudart.so.11.0,
// .12, .13), of which each has the structs of its version.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDART_CUDART_H
#define WL_CUDART_CUDART_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "cudart_device_prop.h"
#include "cudart_errors.h"

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUarray_st *cudaArray_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
typedef struct wl_prop_13 wl_device_prop; // of version 13
typedef void (*cudaHostFn_t)(void *data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);

#ifndef WL_CUDA_DIM3 // builtin_types.h has it too
#define WL_CUDA_DIM3
typedef struct dim3 {
    unsigned x, y, z;
} dim3;
#endif

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault // the addresses say it, as they do whatever the kind is
} cudaMemcpyKind;

typedef enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged
} cudaMemoryType;

typedef struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer; // NULL: that side cannot use it
} cudaPointerAttributes;

typedef struct cudaExtent {
    size_t width, height, depth;
} cudaExtent;
typedef struct cudaPos {
    size_t x, y, z;
} cudaPos;
typedef struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
} cudaPitchedPtr;
typedef struct cudaMemcpy3DParms {
    cudaArray_t srcArray; // or NULL: srcPtr
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray; // or NULL: dstPtr
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent; // the width in bytes; in texels if an array takes part
    cudaMemcpyKind kind;
} cudaMemcpy3DParms;

typedef struct cudaChannelFormatDesc {
    int x, y, z, w, f;
} cudaChannelFormatDesc;

enum {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat
}; // cudaChannelFormatDesc.f

enum { cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2, cudaArrayCubemap = 4 };

typedef enum cudaResourceType {
    cudaResourceTypeArray,
    cudaResourceTypeMipmappedArray, // not here
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
} cudaResourceType;
typedef struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned flags; // 0
} cudaResourceDesc;

enum { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum { cudaFilterModePoint, cudaFilterModeLinear };
enum { cudaReadModeElementType, cudaReadModeNormalizedFloat };
// Texture references, of CUDA 11 and before: the program's own variable, which it fills in.
typedef struct textureReference {
    int normalized;
    int filterMode, addressMode[3];
    cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, reserved[14];
} textureReference;

typedef struct cudaTextureDesc {
    int addressMode[3], filterMode, readMode, sRGB; // sRGB: 0
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy; // from here on: of mipmaps
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
} cudaTextureDesc;

typedef struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
        maxDynamicSharedSizeBytes, preferredShmemCarveout;
} cudaFuncAttributes;

// Attributes of a launch: cooperative is kept, clusters of one block are all that there are, and
// the others are wishes without an effect.
enum { cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeClusterDimension = 4 };
typedef struct cudaLaunchAttribute {
    int id, pad;
    union {
        char bytes[64];
        int cooperative;
        unsigned cluster[3];
    } val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;

enum { // flags
    cudaMemAttachGlobal = 1,
    cudaMemAttachHost = 2,
    cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4
};

// Errors (cudart_error.c): the last one is the calling thread's
cudaError_t cudaGetLastError(void); // and forgets it, unless the device has it
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// Registration of device code (cudart_register.c): from constructors that the compiler writes
void **__cudaRegisterFatBinary(void *wrapper); // cuda_fatbin.h
void __cudaRegisterFatBinaryEnd(void **binary);
void __cudaUnregisterFatBinary(void **binary);
void __cudaRegisterFunction(void **binary, const char *host, char *device, const char *name,
                            int thread_limit, void *tid, void *bid, void *block, void *grid,
                            int *warp_size);
void __cudaRegisterVar(void **binary, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global);
// normalized: integers are read as fractions of their largest
void __cudaRegisterTexture(void **binary, const textureReference *host, const void **device,
                           const char *name, int dimensions, int normalized, int external);
void __cudaRegisterManagedVar(void **binary, void **host, char *device, const char *name,
                              int external, size_t bytes, int constant, int global);
char __cudaInitModule(void **binary);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *host);
cudaError_t cudaGetFuncBySymbol(void **function, const void *host); // a CUfunction
cudaError_t cudaGetSymbolAddress(void **device, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol);

// Launches (cudart_launch.c)
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream);
cudaError_t cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *how, const void *host, void **args);
cudaError_t cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **args,
                                        size_t shared, cudaStream_t stream);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *host);
cudaError_t cudaFuncSetAttribute(const void *host, int attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *host, int prefer);
cudaError_t cudaFuncSetSharedMemConfig(const void *host, int banks);
cudaError_t cudaFuncGetName(const char **name, const void *host);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host,
                                                          int block_size, size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                                   int block_size, size_t shared,
                                                                   unsigned flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks,
                                                      int block_size);

// Memory (cudart_memory.c, cudart_copy.c)
cudaError_t cudaMalloc(void **device, size_t bytes); // 0 bytes: NULL
cudaError_t cudaMallocAsync(void **device, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocPitch(void **device, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *made, cudaExtent extent);
cudaError_t cudaMallocManaged(void **both, size_t bytes, unsigned flags);
cudaError_t cudaMallocHost(void **host, size_t bytes);
cudaError_t cudaHostAlloc(void **host, size_t bytes, unsigned flags);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *host);
cudaError_t cudaFree(void *device);
cudaError_t cudaFreeAsync(void *device, cudaStream_t stream);
cudaError_t cudaFreeHost(void *host);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaMemPrefetchAsync(const void *both, size_t bytes); // these two: nothing to do,
cudaError_t cudaMemAdvise(const void *both, size_t bytes);        // whatever follows
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *copy);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *copy, cudaStream_t stream);
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream);

// Arrays, textures, surfaces (cudart_array.c, cudart_texture.c); cuda_arrays.h says what they are
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned flags);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc,
                              cudaExtent extent, unsigned flags);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc, cudaArray_t array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_t from,
                                     size_t x, size_t y, size_t width, size_t height,
                                     cudaMemcpyKind kind);
// These four: bytes from byte x of row y on, and of the rows behind it
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *of,
                                    const cudaTextureDesc *how, const void *view); // NULL
cudaError_t cudaBindTexture(size_t *offset, const textureReference *texture, const void *device,
                            const cudaChannelFormatDesc *desc, size_t bytes);
cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *texture, const void *device,
                              const cudaChannelFormatDesc *desc, size_t width, size_t height,
                              size_t pitch);
cudaError_t cudaBindTextureToArray(const textureReference *texture, cudaArray_t array,
                                   const cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const textureReference *texture);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *texture);
cudaError_t cudaGetTextureReference(const textureReference **texture, const void *symbol);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *of, cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *how, cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc_v2(cudaTextureDesc *how, cudaTextureObject_t object);
cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t *object, const cudaResourceDesc *of,
                                       const cudaTextureDesc *how, const void *view); // version 11
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *of);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *of, cudaSurfaceObject_t object);

// Device (cudart_device.c)
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaSetValidDevices(int *devices, int n);
cudaError_t cudaChooseDevice(int *device, const void *properties);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceProperties(void *properties, int device);    // of the library's version
cudaError_t cudaGetDeviceProperties_v2(void *properties, int device); // of version 12
cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device);
cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetLimit(size_t *value, int limit);
cudaError_t cudaDeviceSetLimit(int limit, size_t value);
cudaError_t cudaDeviceGetCacheConfig(int *prefer);
cudaError_t cudaDeviceSetCacheConfig(int prefer);
cudaError_t cudaDeviceGetSharedMemConfig(int *banks);
cudaError_t cudaDeviceSetSharedMemConfig(int banks);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void); // these two: of before version 4
cudaError_t cudaThreadExit(void);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Streams and events (cudart_stream.c)
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *both, size_t bytes,
                                     unsigned flags); // nothing to do
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);

#include "cudart_pools.h"
#include "cudart_graphs.h"

#ifdef __cplusplus
}
#endif
#endif
