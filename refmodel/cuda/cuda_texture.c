// cuda_texture.c: the driver API's calls about texture and surface objects (ptx/texture.h says how
// they are read).
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

// What the program may ask for again.
struct cuda_texture {
    struct cuda_texture *next;
    uint64_t handle;
    bool surface;
    CUDA_RESOURCE_DESC of;
    CUDA_TEXTURE_DESC how;
};

static struct cuda_texture **find(uint64_t handle, bool surface)
{
    struct cuda_texture **link = &cuda_this->texture_objects;
    while (*link && ((*link)->handle != handle || (*link)->surface != surface))
        link = &(*link)->next;
    return link;
}

static bool texels_of(CUarray_format format, unsigned channels, ptx_texture *t)
{
    unsigned bytes = 0;
    if ((channels != 1 && channels != 2 && channels != 4) || !cuda_format(format, &t->kind, &bytes))
        return false;
    t->channels = (uint8_t)channels, t->channel_bytes = (uint8_t)bytes;
    t->height = t->depth = t->layers = 1;
    return true;
}

static CUresult linear(const CUDA_RESOURCE_DESC *of, ptx_texture *t)
{
    if (!texels_of(of->res.linear.format, of->res.linear.numChannels, t))
        return CUDA_ERROR_INVALID_VALUE;
    const uint64_t n = of->res.linear.sizeInBytes / texture_texel_bytes(t);
    if (!n || n > CUDA_MOST_LINEAR_TEXELS) return CUDA_ERROR_INVALID_VALUE;
    t->address = of->res.linear.devPtr, t->bytes = n * texture_texel_bytes(t);
    t->width = (uint32_t)n, t->pitch = t->slice = t->bytes;
    t->in_linear_memory = true;
    return CUDA_SUCCESS;
}

static CUresult pitched(const CUDA_RESOURCE_DESC *of, ptx_texture *t)
{
    const size_t most = CUDA_MOST_TEXELS, w = of->res.pitch2D.width, h = of->res.pitch2D.height,
                 pitch = of->res.pitch2D.pitchInBytes;
    if (!texels_of(of->res.pitch2D.format, of->res.pitch2D.numChannels, t) || !w || w > most ||
        !h || h > most || pitch < w * texture_texel_bytes(t) || pitch > INT32_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    t->address = of->res.pitch2D.devPtr;
    t->width = (uint32_t)w, t->height = (uint32_t)h;
    t->pitch = pitch, t->slice = pitch * h;
    t->bytes = pitch * (h - 1) + w * texture_texel_bytes(t);
    return CUDA_SUCCESS;
}

static CUresult resource(const CUDA_RESOURCE_DESC *of, ptx_texture *t)
{
    CUresult r;
    switch (of->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        if (!cuda_array(of->res.array.hArray)) return CUDA_ERROR_INVALID_HANDLE;
        *t = of->res.array.hArray->texels;
        return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_LINEAR: r = linear(of, t); break;
    case CU_RESOURCE_TYPE_PITCH2D: r = pitched(of, t); break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: return CUDA_ERROR_NOT_SUPPORTED;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    if (r != CUDA_SUCCESS) return r;
    return devmem_at(cuda_this->memory, t->address, t->bytes) ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
}

// Levels of detail and anisotropy do not matter without mipmaps.
static CUresult sampler(const CUDA_TEXTURE_DESC *how, ptx_texture *t)
{
    const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                           CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION,
                   all = known | CU_TRSF_SRGB | CU_TRSF_SEAMLESS_CUBEMAP;
    if (how->flags & ~all) return CUDA_ERROR_INVALID_VALUE;
    if (how->flags & ~known) return CUDA_ERROR_NOT_SUPPORTED;
    for (unsigned i = 0; i < 3; i++) {
        if (how->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER) return CUDA_ERROR_INVALID_VALUE;
        t->modes[i] = (address_mode)how->addressMode[i];
    }
    if (how->filterMode > CU_TR_FILTER_MODE_LINEAR) return CUDA_ERROR_INVALID_VALUE;
    t->linear = how->filterMode == CU_TR_FILTER_MODE_LINEAR && !t->in_linear_memory;
    t->normalized_coordinates = how->flags & CU_TRSF_NORMALIZED_COORDINATES;
    t->reads_normalized =
        t->kind != TEXEL_FLOAT && t->channel_bytes < 4 && !(how->flags & CU_TRSF_READ_AS_INTEGER);
    memcpy(t->border, how->borderColor, sizeof t->border);
    // there is nothing between two integers
    return t->linear && t->kind != TEXEL_FLOAT && !t->reads_normalized ? CUDA_ERROR_INVALID_VALUE
                                                                       : CUDA_SUCCESS;
}

static uint64_t keep(const ptx_texture *t, const struct cuda_texture *made)
{
    struct cuda_texture *k = wl_malloc(sizeof *k);
    if (!cuda_this->textures) cuda_this->textures = ptx_textures_new();
    *k = *made;
    k->handle = ptx_texture_add(cuda_this->textures, t);
    k->next = cuda_this->texture_objects;
    cuda_this->texture_objects = k;
    return k->handle;
}

CUresult cuda_texture_make(CUtexObject *object, const CUDA_RESOURCE_DESC *of,
                           const CUDA_TEXTURE_DESC *how)
{
    ptx_texture t = {0};
    CUresult r = resource(of, &t);
    if (r == CUDA_SUCCESS) r = sampler(how, &t);
    if (r == CUDA_SUCCESS) *object = keep(&t, &(struct cuda_texture){.of = *of, .how = *how});
    return r;
}

static bool is_aligned(const CUDA_RESOURCE_DESC *of)
{
    if (of->resType == CU_RESOURCE_TYPE_LINEAR)
        return of->res.linear.devPtr % CUDA_TEXTURE_ALIGNMENT == 0;
    return of->resType != CU_RESOURCE_TYPE_PITCH2D ||
           (of->res.pitch2D.devPtr % CUDA_TEXTURE_ALIGNMENT == 0 &&
            of->res.pitch2D.pitchInBytes % CUDA_TEXTURE_PITCH_ALIGNMENT == 0);
}

// A view reads an array in another format; it is of nothing but arrays.
CUDA_ENTRY(cuTexObjectCreate,
           (CUtexObject * object, const CUDA_RESOURCE_DESC *of, const CUDA_TEXTURE_DESC *how,
            const CUDA_RESOURCE_VIEW_DESC *view),
           (object, of, how, view))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!object || !of || !how || of->flags || !is_aligned(of)) return CUDA_ERROR_INVALID_VALUE;
    if (view && of->resType > CU_RESOURCE_TYPE_MIPMAPPED_ARRAY) return CUDA_ERROR_INVALID_VALUE;
    if (view && view->format != CU_RES_VIEW_FORMAT_NONE) return CUDA_ERROR_NOT_SUPPORTED;
    return cuda_texture_make(object, of, how);
}

// Of an array that was made for it.
CUDA_ENTRY(cuSurfObjectCreate, (CUsurfObject * object, const CUDA_RESOURCE_DESC *of), (object, of))
{
    ptx_texture t = {0};
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!object || !of || of->flags || of->resType != CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    r = resource(of, &t);
    if (r == CUDA_SUCCESS && !(of->res.array.hArray->as.Flags & CUDA_ARRAY3D_SURFACE_LDST))
        r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *object = keep(&t, &(struct cuda_texture){.of = *of, .surface = true});
    return r;
}

static bool drop(uint64_t handle, bool surface)
{
    struct cuda_texture **link = find(handle, surface), *gone = *link;
    if (!gone) return false;
    ptx_texture_remove(cuda_this->textures, handle);
    *link = gone->next;
    free(gone);
    return true;
}

void cuda_texture_drop(uint64_t handle) { drop(handle, false); }

static CUresult destroy(uint64_t handle, bool surface)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    return drop(handle, surface) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuTexObjectDestroy, (CUtexObject object), (object)) { return destroy(object, false); }
CUDA_ENTRY(cuSurfObjectDestroy, (CUsurfObject object), (object)) { return destroy(object, true); }

static CUresult resource_of(CUDA_RESOURCE_DESC *of, uint64_t handle, bool surface)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const struct cuda_texture *t = *find(handle, surface);
    if (!of || !t) return CUDA_ERROR_INVALID_VALUE;
    *of = t->of;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexObjectGetResourceDesc, (CUDA_RESOURCE_DESC * of, CUtexObject object), (of, object))
{
    return resource_of(of, object, false);
}

CUDA_ENTRY(cuSurfObjectGetResourceDesc, (CUDA_RESOURCE_DESC * of, CUsurfObject object),
           (of, object))
{
    return resource_of(of, object, true);
}

CUDA_ENTRY(cuTexObjectGetTextureDesc, (CUDA_TEXTURE_DESC * how, CUtexObject object), (how, object))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const struct cuda_texture *t = *find(object, false);
    if (!how || !t) return CUDA_ERROR_INVALID_VALUE;
    *how = t->how;
    return CUDA_SUCCESS;
}

void cuda_textures_free(void)
{
    for (struct cuda_texture *t = cuda_this->texture_objects, *next; t; t = next)
        next = t->next, free(t);
    ptx_textures_free(cuda_this->textures);
    cuda_this->texture_objects = NULL, cuda_this->textures = NULL;
}
