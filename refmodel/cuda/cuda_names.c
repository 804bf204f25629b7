// cuda_names.c : calls by their names, and those whose parameters differ from one version of CUDA
// to the next. (Other names of the same call stand at the end of each file: CUDA_ALSO.)
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <ctype.h>
#include <dlfcn.h>
#include <string.h>

static CUresult refuse(CUresult why, const char *what)
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    err_add(cuda_this->e, ST_INPUT, "cuCtxCreate: %s", what);
    return why;
}

CUDA_ENTRY(cuCtxCreate_v3,
           (CUcontext * ctx, CUexecAffinityParam *limits, int n, unsigned flags, CUdevice device),
           (ctx, limits, n, flags, device))
{
    if (limits || n) {
        return refuse(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
                      "execution affinity is not supported: a context has all SMs; give NULL and 0 "
                      "parameters");
    }
    return cuCtxCreate(ctx, flags, device);
}

CUDA_ENTRY(cuCtxCreate_v4,
           (CUcontext * ctx, CUctxCreateParams *options, unsigned flags, CUdevice device),
           (ctx, options, flags, device))
{
    if (options && (options->execAffinityParams || options->numExecAffinityParams)) {
        return refuse(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
                      "CUctxCreateParams.execAffinityParams is not supported: a context has all "
                      "SMs; execAffinityParams and numExecAffinityParams must be 0");
    }
    if (options && options->cigParams) {
        return refuse(CUDA_ERROR_NOT_SUPPORTED,
                      "CUctxCreateParams.cigParams is not supported: nothing is shared with a "
                      "graphics API; it must be NULL");
    }
    return cuCtxCreate(ctx, flags, device);
}

// The newest name of a call in a version of CUDA, where its parameters are others than before.
static const char *name_in(const char *symbol, int version)
{
    static const struct {
        const char *symbol, *name;
        int since;
    } rows[] = {{"cuCtxCreate", "cuCtxCreate_v4", 12050},
                {"cuCtxCreate", "cuCtxCreate_v3", 11040},
                {"cuGetProcAddress", "cuGetProcAddress_v2", 12000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!strcmp(symbol, rows[i].symbol) && version >= rows[i].since) return rows[i].name;
    }
    return symbol;
}

// The flags choose between streams that are the same here.
CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int version, unsigned long long flags,
                             CUdriverProcAddressQueryResult *found)
{
    if (!symbol || !pfn || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    const bool ours = !strncmp(symbol, "cu", 2) && isupper((unsigned char)symbol[2]);
    *pfn = ours ? dlsym(RTLD_DEFAULT, name_in(symbol, version)) : NULL;
    if (found) *found = *pfn ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *pfn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

#undef cuGetProcAddress
CUresult cuGetProcAddress(const char *symbol, void **pfn, int version, unsigned long long flags);
CUresult cuGetProcAddress(const char *symbol, void **pfn, int version, unsigned long long flags)
{
    return cuGetProcAddress_v2(symbol, pfn, version, flags, NULL);
}
