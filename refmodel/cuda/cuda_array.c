// cuda_array.c: the driver API's calls about arrays, and its copies to and from them. An array is
// memory of the device, row by row and not tiled; rows begin at multiples of ROW_BYTES.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 64 };

bool cuda_format(CUarray_format format, texel_kind *kind, unsigned *bytes)
{
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return *kind = TEXEL_UNSIGNED, *bytes = 1, true;
    case CU_AD_FORMAT_UNSIGNED_INT16: return *kind = TEXEL_UNSIGNED, *bytes = 2, true;
    case CU_AD_FORMAT_UNSIGNED_INT32: return *kind = TEXEL_UNSIGNED, *bytes = 4, true;
    case CU_AD_FORMAT_SIGNED_INT8: return *kind = TEXEL_SIGNED, *bytes = 1, true;
    case CU_AD_FORMAT_SIGNED_INT16: return *kind = TEXEL_SIGNED, *bytes = 2, true;
    case CU_AD_FORMAT_SIGNED_INT32: return *kind = TEXEL_SIGNED, *bytes = 4, true;
    case CU_AD_FORMAT_HALF: return *kind = TEXEL_FLOAT, *bytes = 2, true;
    case CU_AD_FORMAT_FLOAT: return *kind = TEXEL_FLOAT, *bytes = 4, true;
    default: return false;
    }
}

struct CUarray_st *cuda_array(CUarray array)
{
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (struct CUarray_st *a = c->arrays; a; a = a->next) {
            if (a == array) return a;
        }
    }
    return NULL;
}

// Six faces, or with layers so many cubes.
static bool is_cube(const CUDA_ARRAY3D_DESCRIPTOR *as)
{
    return as->Width == as->Height &&
           (as->Flags & CUDA_ARRAY3D_LAYERED ? as->Depth % 6 == 0 : as->Depth == 6);
}

// Two dimensions, of one layer or many: what can be gathered from.
static bool is_planes(const CUDA_ARRAY3D_DESCRIPTOR *as)
{
    return as->Height && (!as->Depth || as->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP));
}

// The shape of an array in texels. CUDA_ERROR_INVALID_VALUE: it is none.
static CUresult shape_of(const CUDA_ARRAY3D_DESCRIPTOR *as, ptx_texture *t)
{
    const unsigned known = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP |
                           CUDA_ARRAY3D_TEXTURE_GATHER,
                   all = 2 * CUDA_ARRAY3D_VIDEO_ENCODE_DECODE - 1;
    const bool layered = as->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP),
               cube = as->Flags & CUDA_ARRAY3D_CUBEMAP;
    unsigned bytes = 0;
    if (as->Flags & ~all) return CUDA_ERROR_INVALID_VALUE;
    if (as->Flags & ~known || !cuda_format(as->Format, &t->kind, &bytes))
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!as->Width || as->Width > CUDA_MOST_TEXELS || as->Height > CUDA_MOST_TEXELS ||
        as->Depth > CUDA_MOST_TEXELS || (layered && !as->Depth) ||
        (!as->Height && as->Depth && !layered))
        return CUDA_ERROR_INVALID_VALUE;
    if ((as->NumChannels != 1 && as->NumChannels != 2 && as->NumChannels != 4) ||
        (cube && !is_cube(as)) || (as->Flags & CUDA_ARRAY3D_TEXTURE_GATHER && !is_planes(as)))
        return CUDA_ERROR_INVALID_VALUE;
    t->channels = (uint8_t)as->NumChannels, t->channel_bytes = (uint8_t)bytes;
    t->width = (uint32_t)as->Width;
    t->height = as->Height ? (uint32_t)as->Height : 1;
    t->depth = !layered && as->Depth ? (uint32_t)as->Depth : 1;
    t->layers = layered ? (uint32_t)as->Depth : 1;
    t->pitch =
        ((uint64_t)t->width * texture_texel_bytes(t) + ROW_BYTES - 1) / ROW_BYTES * ROW_BYTES;
    t->slice = t->pitch * t->height;
    t->bytes = t->slice * t->depth * t->layers;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuArray3DCreate, (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *as), (array, as))
{
    ptx_texture t = {0};
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!array || !as) return CUDA_ERROR_INVALID_VALUE;
    r = shape_of(as, &t);
    if (r == CUDA_SUCCESS && !cuda_allocated(t.bytes, &t.address)) r = CUDA_ERROR_OUT_OF_MEMORY;
    if (r != CUDA_SUCCESS) return r;
    struct CUctx_st *owner = cuda_current();
    *array = wl_malloc(sizeof **array);
    **array = (struct CUarray_st){.next = owner->arrays, .as = *as, .texels = t};
    owner->arrays = *array;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuArrayCreate, (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *as), (array, as))
{
    if (!as) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR flat = {.Width = as->Width,
                                          .Height = as->Height,
                                          .Format = as->Format,
                                          .NumChannels = as->NumChannels};
    return cuArray3DCreate(array, &flat);
}

CUDA_ENTRY(cuArrayDestroy, (CUarray array), (array))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (struct CUarray_st **link = &c->arrays; *link; link = &(*link)->next) {
            if (*link != array) continue;
            *link = array->next;
            devmem_release(cuda_this->memory, array->texels.address, cuda_this->e);
            free(array);
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuArray3DGetDescriptor, (CUDA_ARRAY3D_DESCRIPTOR * as, CUarray array), (as, array))
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!as) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_array(array)) return CUDA_ERROR_INVALID_HANDLE;
    *as = array->as;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuArrayGetDescriptor, (CUDA_ARRAY_DESCRIPTOR * as, CUarray array), (as, array))
{
    CUDA_ARRAY3D_DESCRIPTOR whole;
    if (!as) return CUDA_ERROR_INVALID_VALUE;
    const CUresult r = cuArray3DGetDescriptor(&whole, array);
    if (r == CUDA_SUCCESS)
        *as = (CUDA_ARRAY_DESCRIPTOR){whole.Width, whole.Height, whole.Format, whole.NumChannels};
    return r;
}

// ---- copies: byte `at` of the array's rows, laid end to end

typedef CUresult row_fn(CUdeviceptr row, void *other, size_t bytes);

static CUresult row_in(CUdeviceptr row, void *other, size_t bytes)
{
    return cuMemcpy(row, (CUdeviceptr)(uintptr_t)other, bytes);
}

static CUresult row_out(CUdeviceptr row, void *other, size_t bytes)
{
    return cuMemcpy((CUdeviceptr)(uintptr_t)other, row, bytes);
}

static CUresult by_rows(CUarray array, size_t at, void *other, size_t bytes, row_fn *copy)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!cuda_array(array)) return CUDA_ERROR_INVALID_HANDLE;
    const ptx_texture *t = &array->texels;
    const size_t row = (size_t)t->width * texture_texel_bytes(t),
                 all = row * t->height * t->depth * t->layers;
    if (at > all || bytes > all - at || (bytes && !other)) return CUDA_ERROR_INVALID_VALUE;
    while (bytes && r == CUDA_SUCCESS) {
        const size_t x = at % row, n = bytes < row - x ? bytes : row - x;
        r = copy(t->address + at / row * t->pitch + x, other, n);
        at += n, bytes -= n, other = (char *)other + n;
    }
    return r;
}

// The other side is an address of the host or of the device, which says by itself which.
CUDA_ENTRY(cuMemcpyHtoA, (CUarray dst, size_t at, const void *src, size_t bytes),
           (dst, at, src, bytes))
{
    return by_rows(dst, at, (void *)(uintptr_t)src, bytes, row_in);
}

CUDA_ENTRY(cuMemcpyAtoH, (void *dst, CUarray src, size_t at, size_t bytes), (dst, src, at, bytes))
{
    return by_rows(src, at, dst, bytes, row_out);
}

CUDA_ENTRY(cuMemcpyDtoA, (CUarray dst, size_t at, CUdeviceptr src, size_t bytes),
           (dst, at, src, bytes))
{
    return by_rows(dst, at, (void *)(uintptr_t)src, bytes, row_in);
}

CUDA_ENTRY(cuMemcpyAtoD, (CUdeviceptr dst, CUarray src, size_t at, size_t bytes),
           (dst, src, at, bytes))
{
    return by_rows(src, at, (void *)(uintptr_t)dst, bytes, row_out);
}

CUDA_ENTRY(cuMemcpyAtoA, (CUarray dst, size_t to, CUarray src, size_t from, size_t bytes),
           (dst, to, src, from, bytes))
{
    char *between = wl_malloc(bytes + 1);
    CUresult r = cuMemcpyAtoH(between, src, from, bytes);
    if (r == CUDA_SUCCESS) r = cuMemcpyHtoA(dst, to, between, bytes);
    free(between);
    return r;
}

CUDA_ENTRY(cuMemcpyHtoAAsync,
           (CUarray dst, size_t at, const void *src, size_t bytes, CUstream stream),
           (dst, at, src, bytes, stream))
{
    const CUresult r = cuda_stream_ready(stream);
    return r == CUDA_SUCCESS ? cuMemcpyHtoA(dst, at, src, bytes) : r;
}

CUDA_ENTRY(cuMemcpyAtoHAsync, (void *dst, CUarray src, size_t at, size_t bytes, CUstream stream),
           (dst, src, at, bytes, stream))
{
    const CUresult r = cuda_stream_ready(stream);
    return r == CUDA_SUCCESS ? cuMemcpyAtoH(dst, src, at, bytes) : r;
}

CUDA_ALSO(cuArray3DCreate, _v2);
CUDA_ALSO(cuArray3DGetDescriptor, _v2);
CUDA_ALSO(cuArrayCreate, _v2);
CUDA_ALSO(cuArrayGetDescriptor, _v2);
CUDA_ALSO(cuMemcpyAtoA, _v2);
CUDA_ALSO(cuMemcpyAtoA, _v2_ptds);
CUDA_ALSO(cuMemcpyAtoD, _v2);
CUDA_ALSO(cuMemcpyAtoD, _v2_ptds);
CUDA_ALSO(cuMemcpyAtoH, _v2);
CUDA_ALSO(cuMemcpyAtoH, _v2_ptds);
CUDA_ALSO(cuMemcpyAtoHAsync, _v2);
CUDA_ALSO(cuMemcpyAtoHAsync, _v2_ptsz);
CUDA_ALSO(cuMemcpyDtoA, _v2);
CUDA_ALSO(cuMemcpyDtoA, _v2_ptds);
CUDA_ALSO(cuMemcpyHtoA, _v2);
CUDA_ALSO(cuMemcpyHtoA, _v2_ptds);
CUDA_ALSO(cuMemcpyHtoAAsync, _v2);
CUDA_ALSO(cuMemcpyHtoAAsync, _v2_ptsz);
