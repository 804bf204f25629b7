// cudart_device.c : the runtime API's calls about the device.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <string.h>

cudaError_t cudart_device(int device)
{
    const cudaError_t r = cudart_ready();
    return r == cudaSuccess && device != 0 ? cudaErrorInvalidDevice : r;
}

CUDART_ENTRY(cudaGetDeviceCount, (int *count), (count))
{
    const CUresult r = cuInit(0);
    return cudart_error(r == CUDA_SUCCESS ? cuDeviceGetCount(count) : r);
}

CUDART_ENTRY(cudaGetDevice, (int *device), (device)) { CUDART_DRIVER(cuCtxGetDevice(device)); }
CUDART_ENTRY(cudaSetDevice, (int device), (device)) { return cudart_device(device); }

CUDART_ENTRY(cudaInitDevice, (int device, unsigned device_flags, unsigned flags),
             (device, device_flags, flags))
{
    (void)device_flags; // how the host waits
    return flags ? cudaErrorInvalidValue : cudart_device(device);
}

CUDART_ENTRY(cudaSetValidDevices, (int *devices, int n), (devices, n))
{
    if (n < 0 || (n && !devices)) return cudaErrorInvalidValue;
    for (int i = 0; i < n; i++) {
        if (devices[i] != 0) return cudaErrorInvalidDevice;
    }
    return cudaSuccess;
}

CUDART_ENTRY(cudaChooseDevice, (int *device, const void *properties), (device, properties))
{
    if (!device || !properties) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
}

CUDART_ENTRY(cudaGetDeviceFlags, (unsigned *flags), (flags))
{
    CUDART_DRIVER(cuCtxGetFlags(flags));
}
CUDART_ENTRY(cudaSetDeviceFlags, (unsigned flags), (flags)) { CUDART_DRIVER(cuCtxSetFlags(flags)); }

// The attributes of a table's row, which have consecutive numbers.
static void ask(int *values, int attribute, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        cuDeviceGetAttribute(&values[i], (CUdevice_attribute)(attribute + (int)i), 0);
}

static size_t ask_size(int attribute)
{
    int value = 0;
    ask(&value, attribute, 1);
    return (size_t)value;
}

#define ASK_INTS(name, attribute, count) ask(p->name, CU_DEVICE_ATTRIBUTE_##attribute, count);
#define ASK_SIZE(name, attribute) p->name = ask_size(CU_DEVICE_ATTRIBUTE_##attribute);
#define ASK_INT(name, attribute) ask(&p->name, CU_DEVICE_ATTRIBUTE_##attribute, 1);
#define ASK_NOTHING(name, attribute)
#define FILL_PROPERTIES(version, O, N) \
    static void fill_##version(wl_prop_##version *p) \
    { \
        memset(p, 0, sizeof *p); \
        cuDeviceGetName(p->name, sizeof p->name, 0); \
        cuDeviceGetUuid((CUuuid *)(void *)p->uuid, 0); \
        cuDeviceTotalMem(&p->totalGlobalMem, 0); \
        WL_CUDART_PROPERTIES(ASK_INTS, ASK_SIZE, O, N) \
    }
FILL_PROPERTIES(11, ASK_INT, ASK_NOTHING)
FILL_PROPERTIES(12, ASK_INT, ASK_INT)
FILL_PROPERTIES(13, ASK_NOTHING, ASK_INT)

static cudaError_t ready_for(const void *answer, int device)
{
    const cudaError_t r = cudart_device(device);
    return r == cudaSuccess && !answer ? cudaErrorInvalidValue : r;
}

// A program of version 12 that calls it by this name was compiled by version 11.
CUDART_ENTRY(cudaGetDeviceProperties, (void *properties, int device), (properties, device))
{
    const cudaError_t r = ready_for(properties, device);
    if (r != cudaSuccess) return r;
    if (cudart_version >= 13000) fill_13(properties);
    else fill_11(properties);
    return cudaSuccess;
}

CUDART_ENTRY(cudaGetDeviceProperties_v2, (void *properties, int device), (properties, device))
{
    const cudaError_t r = ready_for(properties, device);
    if (r == cudaSuccess) fill_12(properties);
    return r;
}

CUDART_ENTRY(cudaDeviceGetAttribute, (int *value, int attribute, int device),
             (value, attribute, device))
{
    CUDART_DRIVER(cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device));
}

CUDART_ENTRY(cudaDeviceGetPCIBusId, (char *id, int len, int device), (id, len, device))
{
    CUDART_DRIVER(cuDeviceGetPCIBusId(id, len, device));
}

CUDART_ENTRY(cudaDeviceGetByPCIBusId, (int *device, const char *id), (device, id))
{
    CUDART_DRIVER(cuDeviceGetByPCIBusId(device, id));
}

CUDART_ENTRY(cudaDeviceCanAccessPeer, (int *can, int device, int peer), (can, device, peer))
{
    CUDART_DRIVER(cuDeviceCanAccessPeer(can, device, peer));
}

// The device is no peer of itself.
CUDART_ENTRY(cudaDeviceEnablePeerAccess, (int peer, unsigned flags), (peer, flags))
{
    const cudaError_t r = cudart_ready();
    (void)peer;
    if (r != cudaSuccess) return r;
    return flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
}

CUDART_ENTRY(cudaDeviceDisablePeerAccess, (int peer), (peer))
{
    const cudaError_t r = cudart_ready();
    (void)peer;
    return r == cudaSuccess ? cudaErrorInvalidDevice : r;
}

CUDART_ENTRY(cudaDeviceGetLimit, (size_t * value, int limit), (value, limit))
{
    CUDART_DRIVER(cuCtxGetLimit(value, (CUlimit)limit));
}

CUDART_ENTRY(cudaDeviceSetLimit, (int limit, size_t value), (limit, value))
{
    CUDART_DRIVER(cuCtxSetLimit((CUlimit)limit, value));
}

CUDART_ENTRY(cudaDeviceGetCacheConfig, (int *prefer), (prefer))
{
    CUfunc_cache p = CU_FUNC_CACHE_PREFER_NONE;
    const cudaError_t r = ready_for(prefer, 0);
    if (r != cudaSuccess) return r;
    const CUresult got = cuCtxGetCacheConfig(&p);
    *prefer = (int)p;
    return cudart_error(got);
}

CUDART_ENTRY(cudaDeviceSetCacheConfig, (int prefer), (prefer))
{
    CUDART_DRIVER(cuCtxSetCacheConfig((CUfunc_cache)prefer));
}

CUDART_ENTRY(cudaDeviceGetSharedMemConfig, (int *banks), (banks))
{
    CUsharedconfig b = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    const cudaError_t r = ready_for(banks, 0);
    if (r != cudaSuccess) return r;
    const CUresult got = cuCtxGetSharedMemConfig(&b);
    *banks = (int)b;
    return cudart_error(got);
}

CUDART_ENTRY(cudaDeviceSetSharedMemConfig, (int banks), (banks))
{
    CUDART_DRIVER(cuCtxSetSharedMemConfig((CUsharedconfig)banks));
}

CUDART_ENTRY(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))
{
    CUDART_DRIVER(cuCtxGetStreamPriorityRange(least, greatest));
}

CUDART_ENTRY(cudaDeviceSynchronize, (void), ()) { CUDART_DRIVER(cuCtxSynchronize()); }
CUDART_ENTRY(cudaThreadSynchronize, (void), ()) { return cudaDeviceSynchronize(); }

// What was in the context is gone; the next call makes a new one.
CUDART_ENTRY(cudaDeviceReset, (void), ())
{
    CUresult r = cuInit(0);
    if (r == CUDA_SUCCESS) r = cuDevicePrimaryCtxReset(0);
    cudart_forget();
    return cudart_error(r);
}

CUDART_ENTRY(cudaThreadExit, (void), ()) { return cudaDeviceReset(); }

CUDART_ENTRY(cudaDriverGetVersion, (int *version), (version))
{
    if (!version) return cudaErrorInvalidValue;
    *version = cudart_version; // a driver is of no version that is older than the runtime's
    return cudaSuccess;
}

CUDART_ENTRY(cudaRuntimeGetVersion, (int *version), (version))
{
    if (!version) return cudaErrorInvalidValue;
    *version = cudart_version;
    return cudaSuccess;
}

CUDART_ENTRY(cudaProfilerStart, (void), ()) { CUDART_DRIVER(cuProfilerStart()); }
CUDART_ENTRY(cudaProfilerStop, (void), ()) { CUDART_DRIVER(cuProfilerStop()); }
