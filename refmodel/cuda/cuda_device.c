// cuda_device.c : see cuda_device.h: attaching, launching, and the calls about devices, contexts
// and errors.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_default.h"
#include "cuda/cuda_state.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cuda_device shared; // of the threads that have attached none
static pthread_mutex_t inside_shared = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
_Thread_local cuda_device *cuda_this = &shared;
_Thread_local cuda_thread cuda_me;

// The compute capability for which the workloads are compiled, unless WARPLOOM_CAPABILITY says
// another (cuda_default.h), and the limits that any launch must keep (compute capability 3.5).
static const uint32_t max_grid[3] = {0x7fffffff, 65535, 65535}, max_block[3] = {1024, 1024, 64};
enum { MAJOR = 3, MINOR = 5, CONSTANT_BYTES = 65536 };

void cuda_enter(void)
{
    if (cuda_this == &shared) pthread_mutex_lock(&inside_shared);
}

// What a call had to say is said when it returns: the program may end in any way afterwards.
void cuda_leave(void)
{
    if (cuda_this != &shared) return;
    if (shared.e && shared.e->count) {
        err_print(shared.e);
        err_free(shared.e);
    }
    pthread_mutex_unlock(&inside_shared);
}

static int start(cuda_device *d, gpu *g, const config *c, uint64_t heap_base, err *e)
{
    devmem *memory = devmem_new(heap_base ? heap_base : CUDA_HEAP_BASE, e);
    if (!memory) return e->status;
    devmem_limit(memory, cfg_address_bits(c));
    const uint64_t room = devmem_room(memory);
    *d = (cuda_device){.machine = g,
                       .c = c,
                       .memory = memory,
                       .services = ptx_services_new(c->gpu.sms),
                       .e = e,
                       .total_bytes = room < CUDA_TOTAL_BYTES ? room : CUDA_TOTAL_BYTES,
                       .stack_limit = 1024,
                       .heap_limit = 8 << 20,
                       .fifo_limit = 1 << 20,
                       .major = MAJOR,
                       .minor = MINOR};
    return ST_OK;
}

int cuda_attach(gpu *g, const config *c, uint64_t heap_base, err *e)
{
    CHECK(cuda_this == &shared, "this thread has a device already");
    cuda_device *d = wl_calloc(1, sizeof *d);
    int status = start(d, g, c, heap_base, e);
    if (status == ST_OK) cuda_this = d;
    else free(d);
    return status;
}

int cuda_share(gpu *g, const config *c, err *e) { return start(&shared, g, c, 0, e); }

void cuda_detach(void)
{
    while (cuda_this->contexts) cuda_context_free(cuda_this->contexts);
    cuda_graphs_free();
    cuda_pools_free();
    cuda_libraries_free();
    cuda_links_free();
    cuda_textures_free();
    for (struct CUctx_st *c = cuda_this->destroyed, *next; c; c = next) next = c->next, free(c);
    cuda_tell_output();
    ptx_services_free(cuda_this->services);
    if (cuda_this->memory) devmem_free(cuda_this->memory);
    cuda_me = (cuda_thread){0};
    if (cuda_this != &shared) free(cuda_this);
    else shared = (cuda_device){0};
    cuda_this = &shared;
}

devmem *cuda_memory(void) { return cuda_this->memory; }
bool cuda_cut(void) { return gpu_cut(cuda_this->machine); }
bool cuda_launches_ended(void) { return cuda_this->last_launch == CUDA_SUCCESS; }
const err *cuda_errors(void) { return cuda_this->e; }

static char *dimension_fault(const char *what, const uint32_t n[3], const uint32_t max[3])
{
    for (unsigned i = 0; i < 3; i++) {
        if (n[i] < 1 || n[i] > max[i])
            return wl_format("%s[%u] = %" PRIu32 ": must be 1..%" PRIu32, what, i, n[i], max[i]);
    }
    return NULL;
}

char *cuda_shape_fault(const uint32_t grid[3], const uint32_t block[3])
{
    char *fault = dimension_fault("grid", grid, max_grid);
    if (!fault) fault = dimension_fault("block", block, max_block);
    if (fault) return fault;
    const uint64_t ctas_xy = (uint64_t)grid[0] * grid[1],
                   threads = (uint64_t)block[0] * block[1] * block[2];
    if (ctas_xy > UINT32_MAX / grid[2])
        return wl_format("the grid has more than %" PRIu32 " CTAs", UINT32_MAX);
    if (threads > CUDA_MAX_THREADS) {
        return wl_format("the block has %" PRIu64 " threads: at most %d are allowed", threads,
                         CUDA_MAX_THREADS);
    }
    return NULL;
}

// A machine that stopped without a fault was stuck, or met its limit of cycles.
static CUresult result_of(ptx_fault fault)
{
    switch (fault) {
    case PTX_FAULT_ADDRESS: return CUDA_ERROR_ILLEGAL_ADDRESS;
    case PTX_FAULT_MISALIGNED: return CUDA_ERROR_MISALIGNED_ADDRESS;
    case PTX_FAULT_ASSERT: return CUDA_ERROR_ASSERT;
    case PTX_FAULT_JUMP: return CUDA_ERROR_INVALID_PC;
    case PTX_FAULT_STACK: return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case PTX_FAULT_BARRIER: return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case PTX_FAULT_TRAP: return CUDA_ERROR_LAUNCH_FAILED;
    default: return CUDA_ERROR_LAUNCH_TIMEOUT;
    }
}

static void tell(said_on on, FILE *to)
{
    size_t bytes = 0;
    char *text = ptx_services_take(cuda_this->services, on, &bytes);
    if (bytes) fwrite(text, 1, bytes, to);
    free(text);
}

void cuda_tell_output(void)
{
    if (!cuda_this->services) return;
    tell(SAID_OUT, cuda_this == &shared ? stdout : stderr);
    tell(SAID_ERR, stderr);
}

static int begin(front_end *f, const ptx_kernel *k, const ptx_launch *l)
{
    const config *c = cuda_this->c;
    ptx_launch with = *l;
    with.services = cuda_this->services;
    with.textures = cuda_this->textures;
    const int status = ptx_uses_heap(k) ? ptx_services_heap(cuda_this->services, cuda_this->memory,
                                                            cuda_this->heap_limit, cuda_this->e)
                                        : ST_OK;
    if (status != ST_OK) return status;
    return ptx_launch_begin(f, k, cuda_this->memory, &with, c->gpu.sms, c->sm.ctas, c->sm.warps,
                            cuda_this->e);
}

int cuda_launch(const ptx_kernel *k, const ptx_launch *l)
{
    front_end f = {0};
    cuda_tell_output();
    int status = begin(&f, k, l);
    if (status != ST_OK) return status;
    status = gpu_run(cuda_this->machine, &f, cuda_this->e);
    cuda_this->last_launch = gpu_cut(cuda_this->machine) ? CUDA_ERROR_LAUNCH_TIMEOUT
                             : status == ST_OK           ? CUDA_SUCCESS
                                                         : result_of(ptx_launch_fault(&f));
    ptx_services_gather(cuda_this->services);
    ptx_launch_end(&f);
    return status;
}

CUresult cuda_ready(void)
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (cuda_this->failed != CUDA_SUCCESS) return cuda_this->failed;
    if (!cuda_current()) return CUDA_ERROR_INVALID_CONTEXT;
    return cuda_current()->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUDA_ENTRY(cuInit, (unsigned flags), (flags))
{
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_this->machine && !cuda_default_attach()) return CUDA_ERROR_NO_DEVICE;
    cuda_this->initialized = true;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceGetCount, (int *count), (count))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceGet, (CUdevice * device, int ordinal), (device, ordinal))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuda_is_device(CUdevice device)
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUDA_ENTRY(cuDeviceGetName, (char *name, int len, CUdevice device), (name, len, device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && (!name || len < 1)) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) snprintf(name, (size_t)len, "Warploom %s", cuda_this->c->name);
    return r;
}

CUDA_ENTRY(cuDeviceComputeCapability, (int *major, int *minor, CUdevice device),
           (major, minor, device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && (!major || !minor)) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *major = cuda_this->major, *minor = cuda_this->minor;
    return r;
}

// The machine has no DRAM size of its own.
CUDA_ENTRY(cuDeviceTotalMem, (size_t * bytes, CUdevice device), (bytes, device))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS && !bytes) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *bytes = cuda_this->total_bytes;
    return r;
}

static int l2_bytes(const config *c)
{
    const uint64_t bytes = (uint64_t)c->dram.channels * c->l2.slices_per_channel * c->l2.sets *
                           c->l2.ways * c->l1d.line_bytes;
    return bytes < INT32_MAX ? (int)bytes : INT32_MAX;
}

// What arrays, and textures of linear and pitched memory, may have along one dimension, and as
// layers. There are no mipmaps.
static int texture_limit(CUdevice_attribute a)
{
    switch (a) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: return 1;
    case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: return CUDA_MOST_LINEAR_TEXELS;
    case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: return INT32_MAX;
    default: break;
    }
    const bool texture = (a >= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH &&
                          a <= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS) ||
                         (a >= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH &&
                          a <= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE),
               surface = a >= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH &&
                         a <= CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT;
    return texture || surface ? CUDA_MOST_TEXELS : 0;
}

static int attribute(const config *c, CUdevice_attribute a)
{
    switch (a) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return CUDA_MAX_THREADS;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
        return (int)max_block[a - CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X];
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
        return (int)max_grid[a - CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X];
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: return (int)c->sm.shared_bytes;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: return CONSTANT_BYTES;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return WARP_LANES;
    case CU_DEVICE_ATTRIBUTE_MAX_PITCH: return INT32_MAX;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: return (int)c->sm.registers;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return (int)c->gpu.core_mhz * 1000;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: return (int)c->gpu.dram_mhz * 1000;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
        return (int)(c->dram.channels * c->dram.chips * c->dram.chip_bytes * 8);
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: return l2_bytes(c);
    case CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: return c->l1d.enable;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
    case CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: return CUDA_TEXTURE_ALIGNMENT;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: return CUDA_TEXTURE_PITCH_ALIGNMENT;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return (int)c->gpu.sms;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return (int)c->sm.warps * WARP_LANES;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: return (int)c->sm.ctas;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: return 1;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return cuda_this->major;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return cuda_this->minor;
    // else what there is none of: overlap, time limits, ECC, a PCI bus
    default: return texture_limit(a);
    }
}

CUDA_ENTRY(cuDeviceGetProperties, (CUdevprop * p, CUdevice device), (p, device))
{
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    const config *c = cuda_this->c;
    *p = (CUdevprop){CUDA_MAX_THREADS,
                     {0},
                     {0},
                     (int)c->sm.shared_bytes,
                     CONSTANT_BYTES,
                     WARP_LANES,
                     INT32_MAX,
                     (int)c->sm.registers,
                     (int)c->gpu.core_mhz * 1000,
                     CUDA_TEXTURE_ALIGNMENT};
    for (unsigned i = 0; i < 3; i++)
        p->maxThreadsDim[i] = (int)max_block[i], p->maxGridSize[i] = (int)max_grid[i];
    return CUDA_SUCCESS;
}

// The same in every run: there is one device, on no bus.
CUDA_ENTRY(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), (uuid, device))
{
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!uuid) return CUDA_ERROR_INVALID_VALUE;
    memcpy(uuid->bytes, "Warploom device0", sizeof uuid->bytes);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceGetPCIBusId, (char *id, int len, CUdevice device), (id, len, device))
{
    static const char bus[] = "0000:00:00.0";
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!id || len < (int)sizeof bus) return CUDA_ERROR_INVALID_VALUE;
    memcpy(id, bus, sizeof bus);
    return CUDA_SUCCESS;
}

// [domain:]bus:device[.function]
CUDA_ENTRY(cuDeviceGetByPCIBusId, (CUdevice * device, const char *id), (device, id))
{
    unsigned a, b, c = 0, function = 0;
    int end = 0;
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!device || !id) return CUDA_ERROR_INVALID_VALUE;
    const int n = sscanf(id, "%x:%x%n:%x%n", &a, &b, &end, &c, &end);
    if (n < 2 || (id[end] && sscanf(id + end, ".%x", &function) != 1))
        return CUDA_ERROR_INVALID_VALUE;
    if (a || b || c || function) return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

// No display adapter of Windows.
CUDA_ENTRY(cuDeviceGetLuid, (char *luid, unsigned *nodes, CUdevice device), (luid, nodes, device))
{
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    return luid && nodes ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer), (can, device, peer))
{
    CUresult r = cuda_is_device(device);
    if (r == CUDA_SUCCESS) r = cuda_is_device(peer);
    if (r == CUDA_SUCCESS && !can) r = CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *can = 0; // it is no peer of itself
    return r;
}

// Nothing here listens to where a profiler should look.
CUDA_ENTRY(cuProfilerStart, (void), ()) { return cuda_ready(); }
CUDA_ENTRY(cuProfilerStop, (void), ()) { return cuda_ready(); }

CUDA_ENTRY(cuDeviceGetAttribute, (int *value, CUdevice_attribute a, CUdevice device),
           (value, a, device))
{
    CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!value || (int)a < 1 || (int)a >= CU_DEVICE_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
    *value = attribute(cuda_this->c, a);
    return CUDA_SUCCESS;
}

typedef struct result_row {
    CUresult value;
    const char *name, *text;
} result_row;

static const result_row *find_result(CUresult r)
{
// clang-format off
#define RESULT_ROW(constant, number, words) {constant, #constant, words},
    // clang-format on
    static const result_row rows[] = {WL_CUDA_RESULTS(RESULT_ROW)};
#undef RESULT_ROW
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].value == r) return &rows[i];
    }
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const result_row *row = find_result(error);
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = row ? row->name : NULL;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const result_row *row = find_result(error);
    if (!text) return CUDA_ERROR_INVALID_VALUE;
    *text = row ? row->text : NULL;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ALSO(cuDeviceGetUuid, _v2);
CUDA_ALSO(cuDeviceTotalMem, _v2);
