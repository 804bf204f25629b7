// cudart_register.c : the device code that a program registers, and its kernels and variables by
// their addresses on the host.
//
// SPDX-License-Identifier: Apache-2.0
#include "base/err.h"
#include "cudart/cudart_state.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

typedef struct binary { // a registered fat binary; a program's handle points at `image`
    const void *image;
    struct binary *next;
    CUmodule module; // NULL: not loaded, or it cannot be
    cudaError_t failed;
} binary;

// A kernel, a variable or a texture reference.
typedef struct entity {
    const void *host;
    void **managed; // of a __managed__ variable: the host's pointer to it, set when it is there
    char *name;
    binary *of;
    CUfunction function; // NULL: not asked for yet
    bool variable;
    bool normalized; // a texture reference whose integers are read as fractions
    UT_hash_handle hh;
} entity;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static binary *binaries;
static entity *entities;

void **__cudaRegisterFatBinary(void *wrapper)
{
    binary *b = wl_calloc(1, sizeof *b);
    pthread_mutex_lock(&lock);
    *b = (binary){.image = wrapper, .next = binaries};
    binaries = b;
    pthread_mutex_unlock(&lock);
    return (void **)b;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

static void forget_entities(const binary *b)
{
    entity *e, *next;
    HASH_ITER(hh, entities, e, next) {
        if (e->of != b) continue;
        HASH_DEL(entities, e);
        free(e->name);
        free(e);
    }
}

void __cudaUnregisterFatBinary(void **handle)
{
    binary **link = &binaries;
    pthread_mutex_lock(&lock);
    while (*link && *link != (binary *)handle) link = &(*link)->next;
    binary *b = *link;
    if (b) {
        *link = b->next;
        forget_entities(b);
        free(b);
    }
    pthread_mutex_unlock(&lock);
}

static entity *add(void **handle, const void *host, const char *name, bool variable, void **managed)
{
    entity *e = NULL;
    pthread_mutex_lock(&lock);
    HASH_FIND_PTR(entities, &host, e);
    if (!e) {
        e = wl_calloc(1, sizeof *e);
        *e = (entity){.host = host,
                      .managed = managed,
                      .name = wl_strdup(name),
                      .of = (binary *)handle,
                      .variable = variable};
        HASH_ADD_PTR(entities, host, e);
    }
    pthread_mutex_unlock(&lock);
    return e;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int thread_limit, void *tid, void *bid, void *block, void *grid,
                            int *warp_size)
{
    (void)device, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid;
    if (warp_size) *warp_size = 32;
    add(handle, host, name, false, NULL);
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)bytes, (void)constant, (void)global;
    add(handle, host, name, true, NULL);
}

void __cudaRegisterTexture(void **handle, const textureReference *host, const void **device,
                           const char *name, int dimensions, int normalized, int external)
{
    (void)device, (void)dimensions, (void)external;
    add(handle, host, name, true, NULL)->normalized = normalized;
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                              int external, size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)bytes, (void)constant, (void)global;
    add(handle, host, name, true, host);
}

void cudart_unload(void)
{
    entity *e, *next;
    pthread_mutex_lock(&lock);
    for (binary *b = binaries; b; b = b->next) b->module = NULL, b->failed = cudaSuccess;
    HASH_ITER(hh, entities, e, next) {
        e->function = NULL;
    }
    pthread_mutex_unlock(&lock);
}

// Of a binary that cannot be loaded the reason is said once.
static cudaError_t load(binary *b)
{
    if (b->module || b->failed != cudaSuccess) return b->failed;
    CUresult r = cuModuleLoadData(&b->module, b->image);
    return b->failed = cudart_error(r);
}

// By the host's address, by the handle that __cudaGetKernel gave, or by the address that a
// __managed__ variable has on both sides.
static entity *find(const void *host)
{
    entity *e = NULL, *next;
    HASH_FIND_PTR(entities, &host, e);
    if (e) return e;
    HASH_ITER(hh, entities, e, next) {
        if (e == host || (e->managed && *e->managed == host)) return e;
    }
    return NULL;
}

static cudaError_t function_of(entity *e, CUfunction *f)
{
    cudaError_t failed = load(e->of);
    if (failed == cudaSuccess && !e->function)
        failed = cudart_error(cuModuleGetFunction(&e->function, e->of->module, e->name));
    *f = e->function;
    return failed == cudaErrorSymbolNotFound ? cudaErrorInvalidDeviceFunction : failed;
}

cudaError_t cudart_function(const void *host, CUfunction *f)
{
    cudaError_t r = cudart_ready();
    if (r != cudaSuccess) return r;
    pthread_mutex_lock(&lock);
    entity *e = find(host);
    r = e && !e->variable ? function_of(e, f) : cudaErrorInvalidDeviceFunction;
    pthread_mutex_unlock(&lock);
    return r;
}

static cudaError_t variable_of(const entity *e, CUdeviceptr *at, size_t *bytes)
{
    cudaError_t r = load(e->of);
    if (r == cudaSuccess) r = cudart_error(cuModuleGetGlobal(at, bytes, e->of->module, e->name));
    return r == cudaErrorSymbolNotFound ? cudaErrorInvalidSymbol : r;
}

// A program calls this before the host uses a __managed__ variable for the first time.
char __cudaInitModule(void **handle)
{
    entity *e, *next;
    bool all = cudart_ready() == cudaSuccess;
    pthread_mutex_lock(&lock);
    HASH_ITER(hh, entities, e, next) {
        CUdeviceptr at = 0;
        size_t bytes = 0;
        if (!all || !e->managed || e->of != (binary *)handle) continue;
        all = variable_of(e, &at, &bytes) == cudaSuccess;
        *e->managed = (void *)(uintptr_t)at;
    }
    pthread_mutex_unlock(&lock);
    return (char)all;
}

cudaError_t cudart_symbol(const void *symbol, CUdeviceptr *at, size_t *bytes)
{
    cudaError_t r = cudart_ready();
    if (r != cudaSuccess) return r;
    pthread_mutex_lock(&lock);
    const entity *e = find(symbol);
    r = e && e->variable ? variable_of(e, at, bytes) : cudaErrorInvalidSymbol;
    pthread_mutex_unlock(&lock);
    return r;
}

cudaError_t cudart_texture(const textureReference *host, CUtexref *t, bool *normalized)
{
    cudaError_t r = cudart_ready();
    if (r != cudaSuccess) return r;
    pthread_mutex_lock(&lock);
    const entity *e = find(host);
    r = e && e->variable ? load(e->of) : cudaErrorInvalidTexture;
    if (r == cudaSuccess) r = cudart_error(cuModuleGetTexRef(t, e->of->module, e->name));
    if (r == cudaSuccess) *normalized = e->normalized;
    pthread_mutex_unlock(&lock);
    return r == cudaErrorSymbolNotFound ? cudaErrorInvalidTexture : r;
}

// Its code is loaded when it is used.
CUDART_ENTRY(__cudaGetKernel, (cudaKernel_t * kernel, const void *host), (kernel, host))
{
    if (!kernel) return cudaErrorInvalidValue;
    pthread_mutex_lock(&lock);
    entity *e = find(host);
    pthread_mutex_unlock(&lock);
    *kernel = (cudaKernel_t)(void *)e;
    return e ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

CUDART_ENTRY(cudaGetKernel, (cudaKernel_t * kernel, const void *host), (kernel, host))
{
    return __cudaGetKernel(kernel, host);
}

CUDART_ENTRY(cudaGetFuncBySymbol, (void **function, const void *host), (function, host))
{
    CUfunction f = NULL;
    if (!function) return cudaErrorInvalidValue;
    const cudaError_t r = cudart_function(host, &f);
    *function = f;
    return r;
}

CUDART_ENTRY(cudaGetSymbolAddress, (void **device, const void *symbol), (device, symbol))
{
    CUdeviceptr at = 0;
    size_t bytes;
    if (!device) return cudaErrorInvalidValue;
    const cudaError_t r = cudart_symbol(symbol, &at, &bytes);
    *device = (void *)(uintptr_t)at;
    return r;
}

CUDART_ENTRY(cudaGetSymbolSize, (size_t * bytes, const void *symbol), (bytes, symbol))
{
    CUdeviceptr at;
    return bytes ? cudart_symbol(symbol, &at, bytes) : cudaErrorInvalidValue;
}
