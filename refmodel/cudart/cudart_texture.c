// cudart_texture.c: the runtime API's calls about texture and surface objects.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Both descriptions have the same numbers; the driver names formats, the runtime channels.
static cudaError_t resource(const cudaResourceDesc *d, CUDA_RESOURCE_DESC *r)
{
    *r = (CUDA_RESOURCE_DESC){.resType = (CUresourcetype)d->resType, .flags = d->flags};
    switch (d->resType) {
    case cudaResourceTypeArray: r->res.array.hArray = d->res.array.array; return cudaSuccess;
    case cudaResourceTypeLinear:
        r->res.linear.devPtr = (uintptr_t)d->res.linear.devPtr;
        r->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
        return cudart_format(&d->res.linear.desc, &r->res.linear.format,
                             &r->res.linear.numChannels);
    case cudaResourceTypePitch2D:
        r->res.pitch2D.devPtr = (uintptr_t)d->res.pitch2D.devPtr;
        r->res.pitch2D.width = d->res.pitch2D.width;
        r->res.pitch2D.height = d->res.pitch2D.height;
        r->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
        return cudart_format(&d->res.pitch2D.desc, &r->res.pitch2D.format,
                             &r->res.pitch2D.numChannels);
    case cudaResourceTypeMipmappedArray:
        return cudart_refuse("textures of mipmapped arrays", "cudaCreateTextureObject");
    default: return cudaErrorInvalidValue;
    }
}

static void told_resource(const CUDA_RESOURCE_DESC *r, cudaResourceDesc *d)
{
    memset(d, 0, sizeof *d);
    d->resType = (cudaResourceType)r->resType;
    if (r->resType == CU_RESOURCE_TYPE_ARRAY) d->res.array.array = r->res.array.hArray;
    if (r->resType == CU_RESOURCE_TYPE_LINEAR) {
        d->res.linear.devPtr = (void *)(uintptr_t)r->res.linear.devPtr;
        d->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        d->res.linear.desc = cudart_channels(r->res.linear.format, r->res.linear.numChannels);
    }
    if (r->resType == CU_RESOURCE_TYPE_PITCH2D) {
        d->res.pitch2D.devPtr = (void *)(uintptr_t)r->res.pitch2D.devPtr;
        d->res.pitch2D.width = r->res.pitch2D.width;
        d->res.pitch2D.height = r->res.pitch2D.height;
        d->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        d->res.pitch2D.desc = cudart_channels(r->res.pitch2D.format, r->res.pitch2D.numChannels);
    }
}

// What the driver has a flag for that is not supported.
static cudaError_t named(unsigned flags, bool view)
{
    static const char call[] = "cudaCreateTextureObject";
    if (view) return cudart_refuse("views in another format", call);
    if (flags & CU_TRSF_SRGB) return cudart_refuse("sRGB textures", call);
    if (flags & CU_TRSF_SEAMLESS_CUBEMAP) return cudart_refuse("seamless cube maps", call);
    return cudaSuccess;
}

// A view begins with its format; one without a format is none. seamless: the description has all
// that it has since CUDA 12.
static cudaError_t create(cudaTextureObject_t *object, const cudaResourceDesc *of,
                          const cudaTextureDesc *how, const void *view, bool seamless)
{
    CUDA_RESOURCE_DESC r;
    if (!object || !of || !how) return cudaErrorInvalidValue;
    if (view && of->resType > cudaResourceTypeMipmappedArray) return cudaErrorInvalidValue;
    CUDA_TEXTURE_DESC t = {.filterMode = (CUfilter_mode)how->filterMode,
                           .maxAnisotropy = how->maxAnisotropy,
                           .mipmapFilterMode = (CUfilter_mode)how->mipmapFilterMode,
                           .mipmapLevelBias = how->mipmapLevelBias,
                           .minMipmapLevelClamp = how->minMipmapLevelClamp,
                           .maxMipmapLevelClamp = how->maxMipmapLevelClamp};
    for (unsigned i = 0; i < 3; i++) t.addressMode[i] = (CUaddress_mode)how->addressMode[i];
    memcpy(t.borderColor, how->borderColor, sizeof t.borderColor);
    t.flags = (how->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
              (how->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
              (how->sRGB ? CU_TRSF_SRGB : 0) |
              (how->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
              (seamless && how->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
    cudaError_t e = cudart_ready();
    if (e == cudaSuccess) e = named(t.flags, view && *(const unsigned *)view);
    if (e == cudaSuccess) e = resource(of, &r);
    return e == cudaSuccess ? cudart_error(cuTexObjectCreate(object, &r, &t, NULL)) : e;
}

CUDART_ENTRY(cudaCreateTextureObject,
             (cudaTextureObject_t * object, const cudaResourceDesc *of, const cudaTextureDesc *how,
              const void *view),
             (object, of, how, view))
{
    return create(object, of, how, view, cudart_version >= 12000);
}

// Version 11's, of a description that ends as that of version 12.
CUDART_ENTRY(cudaCreateTextureObject_v2,
             (cudaTextureObject_t * object, const cudaResourceDesc *of, const cudaTextureDesc *how,
              const void *view),
             (object, of, how, view))
{
    return create(object, of, how, view, true);
}

CUDART_ENTRY(cudaCreateSurfaceObject, (cudaSurfaceObject_t * object, const cudaResourceDesc *of),
             (object, of))
{
    const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY,
                                  .res.array.hArray = of ? of->res.array.array : NULL,
                                  .flags = of ? of->flags : 0};
    if (!object || !of || of->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    CUDART_DRIVER(cuSurfObjectCreate(object, &r));
}

// An object of 0 is nothing to destroy.
CUDART_ENTRY(cudaDestroyTextureObject, (cudaTextureObject_t object), (object))
{
    CUDART_DRIVER(object ? cuTexObjectDestroy(object) : CUDA_SUCCESS);
}

CUDART_ENTRY(cudaDestroySurfaceObject, (cudaSurfaceObject_t object), (object))
{
    CUDART_DRIVER(object ? cuSurfObjectDestroy(object) : CUDA_SUCCESS);
}

CUDART_ENTRY(cudaGetTextureObjectResourceDesc, (cudaResourceDesc * of, cudaTextureObject_t object),
             (of, object))
{
    CUDA_RESOURCE_DESC r;
    cudaError_t e = cudart_ready();
    if (e == cudaSuccess && !of) e = cudaErrorInvalidValue;
    if (e == cudaSuccess) e = cudart_error(cuTexObjectGetResourceDesc(&r, object));
    if (e == cudaSuccess) told_resource(&r, of);
    return e;
}

CUDART_ENTRY(cudaGetSurfaceObjectResourceDesc, (cudaResourceDesc * of, cudaSurfaceObject_t object),
             (of, object))
{
    CUDA_RESOURCE_DESC r;
    cudaError_t e = cudart_ready();
    if (e == cudaSuccess && !of) e = cudaErrorInvalidValue;
    if (e == cudaSuccess) e = cudart_error(cuSurfObjectGetResourceDesc(&r, object));
    if (e == cudaSuccess) told_resource(&r, of);
    return e;
}

// What the program said when it made the object.
static cudaError_t described(cudaTextureDesc *how, cudaTextureObject_t object, bool seamless)
{
    CUDA_TEXTURE_DESC t;
    cudaError_t e = cudart_ready();
    if (e == cudaSuccess && !how) e = cudaErrorInvalidValue;
    if (e == cudaSuccess) e = cudart_error(cuTexObjectGetTextureDesc(&t, object));
    if (e != cudaSuccess) return e;
    for (unsigned i = 0; i < 3; i++) how->addressMode[i] = (int)t.addressMode[i];
    memcpy(how->borderColor, t.borderColor, sizeof t.borderColor);
    how->filterMode = (int)t.filterMode;
    how->readMode =
        t.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    how->normalizedCoords = (t.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    how->sRGB = 0;
    how->maxAnisotropy = t.maxAnisotropy, how->mipmapFilterMode = (int)t.mipmapFilterMode;
    how->mipmapLevelBias = t.mipmapLevelBias;
    how->minMipmapLevelClamp = t.minMipmapLevelClamp;
    how->maxMipmapLevelClamp = t.maxMipmapLevelClamp;
    how->disableTrilinearOptimization = (t.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    if (seamless) how->seamlessCubemap = 0;
    return cudaSuccess;
}

CUDART_ENTRY(cudaGetTextureObjectTextureDesc, (cudaTextureDesc * how, cudaTextureObject_t object),
             (how, object))
{
    return described(how, object, cudart_version >= 12000);
}

CUDART_ENTRY(cudaGetTextureObjectTextureDesc_v2,
             (cudaTextureDesc * how, cudaTextureObject_t object), (how, object))
{
    return described(how, object, true);
}
