// cudart_texref.c: the runtime API's calls about texture references, which programs of CUDA 11 and
// before declare (texture<float, 2> t) and bind. How a texture is read is in the program's
// variable, and is taken from there when it is bound.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdbool.h>

// The driver's reference, nothing bound, with what the host's says.
static cudaError_t fresh(const textureReference *host, CUtexref *t)
{
    bool normalized = false;
    if (!host) return cudaErrorInvalidTexture;
    const cudaError_t r = cudart_texture(host, t, &normalized);
    if (r != cudaSuccess) return r;
    const unsigned flags = (normalized ? 0 : CU_TRSF_READ_AS_INTEGER) |
                           (host->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
                           (host->sRGB ? CU_TRSF_SRGB : 0);
    CUresult e = cuTexRefSetAddress(NULL, *t, 0, 0);
    if (e == CUDA_SUCCESS) e = cuTexRefSetFlags(*t, flags);
    if (e == CUDA_SUCCESS) e = cuTexRefSetFilterMode(*t, (CUfilter_mode)host->filterMode);
    for (int i = 0; i < 3 && e == CUDA_SUCCESS; i++)
        e = cuTexRefSetAddressMode(*t, i, (CUaddress_mode)host->addressMode[i]);
    return cudart_error(e);
}

// Programs say UINT_MAX for all that is there.
static size_t bytes_behind(const void *device, size_t bytes)
{
    CUdeviceptr base = 0;
    size_t all = 0;
    if (cuMemGetAddressRange(&base, &all, address(device)) != CUDA_SUCCESS) return bytes;
    const size_t left = base + all - address(device);
    return bytes < left ? bytes : left;
}

CUDART_ENTRY(cudaBindTexture,
             (size_t * offset, const textureReference *texture, const void *device,
              const cudaChannelFormatDesc *desc, size_t bytes),
             (offset, texture, device, desc, bytes))
{
    CUtexref t = NULL;
    CUarray_format format;
    unsigned channels;
    if (!desc || !device) return cudaErrorInvalidValue;
    cudaError_t r = fresh(texture, &t);
    if (r == cudaSuccess) r = cudart_format(desc, &format, &channels);
    if (r == cudaSuccess) r = cudart_error(cuTexRefSetFormat(t, format, (int)channels));
    if (r != cudaSuccess) return r;
    return cudart_error(
        cuTexRefSetAddress(offset, t, address(device), bytes_behind(device, bytes)));
}

CUDART_ENTRY(cudaBindTexture2D,
             (size_t * offset, const textureReference *texture, const void *device,
              const cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch),
             (offset, texture, device, desc, width, height, pitch))
{
    CUtexref t = NULL;
    CUDA_ARRAY_DESCRIPTOR as = {.Width = width, .Height = height};
    if (!desc || !device) return cudaErrorInvalidValue;
    cudaError_t r = fresh(texture, &t);
    if (r == cudaSuccess) r = cudart_format(desc, &as.Format, &as.NumChannels);
    if (r != cudaSuccess) return r;
    if (offset) *offset = 0;
    return cudart_error(cuTexRefSetAddress2D(t, &as, address(device), pitch));
}

CUDART_ENTRY(cudaBindTextureToArray,
             (const textureReference *texture, cudaArray_t array,
              const cudaChannelFormatDesc *desc),
             (texture, array, desc))
{
    CUtexref t = NULL;
    if (!desc || !array) return cudaErrorInvalidValue;
    const cudaError_t r = fresh(texture, &t);
    return r == cudaSuccess ? cudart_error(cuTexRefSetArray(t, array, CU_TRSA_OVERRIDE_FORMAT)) : r;
}

CUDART_ENTRY(cudaUnbindTexture, (const textureReference *texture), (texture))
{
    CUtexref t = NULL;
    return fresh(texture, &t);
}

CUDART_ENTRY(cudaGetTextureAlignmentOffset, (size_t * offset, const textureReference *texture),
             (offset, texture))
{
    CUtexref t = NULL;
    bool normalized;
    if (!offset || !texture) return cudaErrorInvalidValue;
    *offset = 0;
    return cudart_texture(texture, &t, &normalized);
}

CUDART_ENTRY(cudaGetTextureReference, (const textureReference **texture, const void *symbol),
             (texture, symbol))
{
    CUtexref t = NULL;
    bool normalized;
    if (!texture || !symbol) return cudaErrorInvalidValue;
    *texture = symbol;
    return cudart_texture(symbol, &t, &normalized);
}
