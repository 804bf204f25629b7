// cuda_old_launch.c : the driver API's launches of before cuLaunchKernel: a function is told its
// block, its shared memory and its parameters, one after the other, and then started.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <string.h>

typedef struct cuda_old_launch {
    unsigned block[3], shared_bytes, param_bytes;
    unsigned char params[CUDA_PARAM_BYTES];
} cuda_old_launch;

static CUresult told(CUfunction *f)
{
    const CUresult r = cuda_function_ready(f);
    if (r == CUDA_SUCCESS && !(*f)->old) (*f)->old = wl_calloc(1, sizeof(cuda_old_launch));
    return r;
}

CUDA_ENTRY(cuFuncSetBlockShape, (CUfunction f, int x, int y, int z), (f, x, y, z))
{
    const CUresult r = told(&f);
    if (r != CUDA_SUCCESS) return r;
    if (x < 1 || y < 1 || z < 1) return CUDA_ERROR_INVALID_VALUE;
    f->old->block[0] = (unsigned)x, f->old->block[1] = (unsigned)y, f->old->block[2] = (unsigned)z;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuFuncSetSharedSize, (CUfunction f, unsigned bytes), (f, bytes))
{
    const CUresult r = told(&f);
    if (r == CUDA_SUCCESS) f->old->shared_bytes = bytes;
    return r;
}

CUDA_ENTRY(cuParamSetSize, (CUfunction f, unsigned bytes), (f, bytes))
{
    const CUresult r = told(&f);
    if (r != CUDA_SUCCESS) return r;
    if (bytes > CUDA_PARAM_BYTES) return CUDA_ERROR_INVALID_VALUE;
    f->old->param_bytes = bytes;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuParamSetv, (CUfunction f, int offset, void *from, unsigned bytes),
           (f, offset, from, bytes))
{
    const CUresult r = told(&f);
    if (r != CUDA_SUCCESS) return r;
    if (!from || offset < 0 || offset > CUDA_PARAM_BYTES ||
        bytes > CUDA_PARAM_BYTES - (unsigned)offset)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(f->old->params + offset, from, bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuParamSeti, (CUfunction f, int offset, unsigned value), (f, offset, value))
{
    return cuParamSetv(f, offset, &value, sizeof value);
}
CUDA_ENTRY(cuParamSetf, (CUfunction f, int offset, float value), (f, offset, value))
{
    return cuParamSetv(f, offset, &value, sizeof value);
}

CUDA_ENTRY(cuLaunchGridAsync, (CUfunction f, int width, int height, CUstream stream),
           (f, width, height, stream))
{
    const CUresult r = told(&f);
    if (r != CUDA_SUCCESS) return r;
    if (width < 1 || height < 1) return CUDA_ERROR_INVALID_VALUE;
    size_t bytes = f->old->param_bytes;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, f->old->params, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &bytes, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(f, (unsigned)width, (unsigned)height, 1, f->old->block[0],
                          f->old->block[1], f->old->block[2], f->old->shared_bytes, stream, NULL,
                          extra);
}

CUDA_ENTRY(cuLaunchGrid, (CUfunction f, int width, int height), (f, width, height))
{
    return cuLaunchGridAsync(f, width, height, NULL);
}
CUDA_ENTRY(cuLaunch, (CUfunction f), (f)) { return cuLaunchGrid(f, 1, 1); }
