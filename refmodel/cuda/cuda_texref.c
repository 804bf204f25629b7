// cuda_texref.c: texture references, which kernels name (.texref) and programs of before CUDA 12
// bind to arrays and memory. A reference is 8 bytes of its module that hold the handle of a texture
// object (cuda_texture.c), made anew whenever something of it is set. A launch reads them when it
// begins. What cannot be read as it was set, and what is not bound, has handle 0: the fetch faults.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

struct CUtexref_st {
    struct CUtexref_st *next;
    uint64_t at; // the 8 bytes
    bool bound;
    CUDA_RESOURCE_DESC of;
    CUDA_TEXTURE_DESC how;
    CUarray_format format; // of linear memory
    unsigned channels;
    CUtexObject object; // 0: none
};

static CUresult ready(CUtexref t)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (const struct CUmod_st *m = cuda_current()->modules; m; m = m->next) {
        for (const struct CUtexref_st *k = m->textures; k; k = k->next) {
            if (k == t) return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

static CUresult bind(CUtexref t)
{
    cuda_texture_drop(t->object);
    t->object = 0;
    if (t->bound) cuda_texture_make(&t->object, &t->of, &t->how);
    memcpy(devmem_at(cuda_this->memory, t->at, sizeof t->object), &t->object, sizeof t->object);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuModuleGetTexRef, (CUtexref * texture, CUmodule module, const char *name),
           (texture, module, name))
{
    CUdeviceptr at = 0;
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!texture || !name) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
    if (!ptx_is_texture(module->ptx, name)) return CUDA_ERROR_NOT_FOUND;
    r = cuda_find_variable(module, name, &at, NULL);
    if (r != CUDA_SUCCESS) return r;
    struct CUtexref_st *t = module->textures;
    while (t && t->at != at) t = t->next;
    if (!t) {
        t = wl_calloc(1, sizeof *t);
        *t = (struct CUtexref_st){
            .next = module->textures, .at = at, .format = CU_AD_FORMAT_FLOAT, .channels = 1};
        module->textures = t;
    }
    *texture = t;
    return CUDA_SUCCESS;
}

void cuda_texrefs_free(struct CUmod_st *m)
{
    for (struct CUtexref_st *t = m->textures, *next; t; t = next) {
        next = t->next;
        cuda_texture_drop(t->object);
        free(t);
    }
}

CUDA_ENTRY(cuTexRefSetArray, (CUtexref t, CUarray array, unsigned flags), (t, array, flags))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (flags != CU_TRSA_OVERRIDE_FORMAT) return CUDA_ERROR_INVALID_VALUE;
    t->of = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY};
    t->of.res.array.hArray = array;
    t->bound = array;
    return bind(t);
}

// Memory may begin anywhere: the offset is 0.
CUDA_ENTRY(cuTexRefSetAddress, (size_t * offset, CUtexref t, CUdeviceptr at, size_t bytes),
           (offset, t, at, bytes))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    t->of = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR};
    t->of.res.linear.devPtr = at, t->of.res.linear.sizeInBytes = bytes;
    t->of.res.linear.format = t->format, t->of.res.linear.numChannels = t->channels;
    t->bound = at;
    if (offset) *offset = 0;
    return bind(t);
}

CUDA_ENTRY(cuTexRefSetAddress2D,
           (CUtexref t, const CUDA_ARRAY_DESCRIPTOR *as, CUdeviceptr at, size_t pitch),
           (t, as, at, pitch))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!as) return CUDA_ERROR_INVALID_VALUE;
    t->of = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D};
    t->of.res.pitch2D.devPtr = at, t->of.res.pitch2D.pitchInBytes = pitch;
    t->of.res.pitch2D.format = as->Format, t->of.res.pitch2D.numChannels = as->NumChannels;
    t->of.res.pitch2D.width = as->Width, t->of.res.pitch2D.height = as->Height;
    t->bound = at;
    return bind(t);
}

CUDA_ENTRY(cuTexRefSetFormat, (CUtexref t, CUarray_format format, int channels),
           (t, format, channels))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (channels != 1 && channels != 2 && channels != 4) return CUDA_ERROR_INVALID_VALUE;
    t->format = format, t->channels = (unsigned)channels;
    if (t->of.resType != CU_RESOURCE_TYPE_LINEAR) return CUDA_SUCCESS;
    t->of.res.linear.format = format, t->of.res.linear.numChannels = t->channels;
    return bind(t);
}

CUDA_ENTRY(cuTexRefSetAddressMode, (CUtexref t, int dimension, CUaddress_mode mode),
           (t, dimension, mode))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (dimension < 0 || dimension > 2) return CUDA_ERROR_INVALID_VALUE;
    t->how.addressMode[dimension] = mode;
    return bind(t);
}

CUDA_ENTRY(cuTexRefSetFilterMode, (CUtexref t, CUfilter_mode mode), (t, mode))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    t->how.filterMode = mode;
    return bind(t);
}

CUDA_ENTRY(cuTexRefSetFlags, (CUtexref t, unsigned flags), (t, flags))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    t->how.flags = flags;
    return bind(t);
}

// What was set, of a reference that is bound to an array or to memory; GetAddress and GetArray of
// another one are errors.
CUDA_ENTRY(cuTexRefGetArray, (CUarray * array, CUtexref t), (array, t))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!array || !t->bound || t->of.resType != CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    *array = t->of.res.array.hArray;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexRefGetAddress, (CUdeviceptr * at, CUtexref t), (at, t))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!at || !t->bound || t->of.resType == CU_RESOURCE_TYPE_ARRAY)
        return CUDA_ERROR_INVALID_VALUE;
    *at = t->of.resType == CU_RESOURCE_TYPE_LINEAR ? t->of.res.linear.devPtr
                                                   : t->of.res.pitch2D.devPtr;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexRefGetFormat, (CUarray_format * format, int *channels, CUtexref t),
           (format, channels, t))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    CUDA_ARRAY3D_DESCRIPTOR as = {.Format = t->format, .NumChannels = t->channels};
    if (t->bound && t->of.resType == CU_RESOURCE_TYPE_ARRAY)
        cuArray3DGetDescriptor(&as, t->of.res.array.hArray);
    if (t->bound && t->of.resType == CU_RESOURCE_TYPE_PITCH2D)
        as.Format = t->of.res.pitch2D.format, as.NumChannels = t->of.res.pitch2D.numChannels;
    if (format) *format = as.Format;
    if (channels) *channels = (int)as.NumChannels;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexRefGetAddressMode, (CUaddress_mode * mode, CUtexref t, int dimension),
           (mode, t, dimension))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!mode || dimension < 0 || dimension > 2) return CUDA_ERROR_INVALID_VALUE;
    *mode = t->how.addressMode[dimension];
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexRefGetFilterMode, (CUfilter_mode * mode, CUtexref t), (mode, t))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = t->how.filterMode;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuTexRefGetFlags, (unsigned *flags, CUtexref t), (flags, t))
{
    const CUresult r = ready(t);
    if (r != CUDA_SUCCESS) return r;
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    *flags = t->how.flags;
    return CUDA_SUCCESS;
}

// Of CUDA 3 and before, where a launch had to name the textures that its kernel reads.
CUDA_ENTRY(cuParamSetTexRef, (CUfunction f, int unit, CUtexref t), (f, unit, t))
{
    const CUresult r = cuda_function_ready(&f);
    return r != CUDA_SUCCESS             ? r
           : unit != CU_PARAM_TR_DEFAULT ? CUDA_ERROR_INVALID_VALUE
                                         : ready(t);
}

CUDA_ALSO(cuTexRefGetAddress, _v2);
CUDA_ALSO(cuTexRefSetAddress, _v2);
CUDA_ALSO(cuTexRefSetAddress2D, _v2);
CUDA_ALSO(cuTexRefSetAddress2D, _v3);
