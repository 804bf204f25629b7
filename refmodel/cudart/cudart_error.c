// cudart_error.c : the runtime API's calls about errors, and the state that each call begins with.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static _Thread_local cudaError_t last;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static CUcontext primary; // retained once

cudaError_t cudart_keep(cudaError_t e)
{
    if (e != cudaSuccess && e != cudaErrorNotReady) last = e;
    return e;
}

// Has the device this error, which stays?
static bool stays(cudaError_t e)
{
    return e != cudaSuccess && cudart_error(cuStreamGetFlags(NULL, &(unsigned){0})) == e;
}

// One that stays is not forgotten.
cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = last;
    if (!stays(e)) last = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void) { return last; }

typedef struct error_row {
    cudaError_t number;
    const char *name, *text;
} error_row;

static const error_row *find(cudaError_t e)
{
// clang-format off
#define ERROR_ROW(name, number, words) {name, #name, words},
    // clang-format on
    static const error_row rows[] = {WL_CUDART_ERRORS(ERROR_ROW)};
#undef ERROR_ROW
    static const error_row none = {cudaErrorUnknown, "unrecognized error code",
                                   "unrecognized error code"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].number == e) return &rows[i];
    }
    return &none;
}

cudaError_t cudart_refuse(const char *what, const char *call)
{
    fprintf(stderr, "warploom: there are no %s here: %s returns cudaErrorNotSupported\n", what,
            call);
    return cudaErrorNotSupported;
}

const char *cudaGetErrorName(cudaError_t e) { return find(e)->name; }
const char *cudaGetErrorString(cudaError_t e) { return find(e)->text; }

static CUresult retain(void)
{
    pthread_mutex_lock(&starting);
    const CUresult r = primary ? CUDA_SUCCESS : cuDevicePrimaryCtxRetain(&primary, 0);
    pthread_mutex_unlock(&starting);
    return r;
}

cudaError_t cudart_ready(void)
{
    CUcontext now = NULL;
    CUresult r = cuInit(0);
    if (r == CUDA_SUCCESS) r = cuCtxGetCurrent(&now);
    if (r != CUDA_SUCCESS || now) return cudart_error(r);
    r = retain();
    return cudart_error(r == CUDA_SUCCESS ? cuCtxSetCurrent(primary) : r);
}

cudaError_t cudart_ready_stream(cudaStream_t stream)
{
    const cudaError_t r = cudart_ready();
    return r == cudaSuccess ? cudart_error(cuStreamGetFlags(stream, &(unsigned){0})) : r;
}

cudaError_t cudart_launched(CUresult r)
{
    return stays(cudart_error(r)) ? cudaSuccess : cudart_error(r);
}

void cudart_forget(void)
{
    pthread_mutex_lock(&starting);
    primary = NULL;
    pthread_mutex_unlock(&starting);
    cudart_unload();
}
