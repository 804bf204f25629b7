// test_cuda_more.c : the driver API's questions, contexts beside each other, libraries, links, old
// launches.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD ".version 3.2\n.target sm_35\n.address_size 64\n"

static const char scale_text[] =
    HEAD ".const .align 4 .u32 factor = 3;\n.global .align 4 .u32 seen[2] = {7, 8};\n"
         ".visible .entry scale(.param .u64 data, .param .u32 plus, .param .f32 ignored) { .reg "
         ".b32 %r<5>; .reg .b64 %rd<3>; .shared .align 4 .b8 s[512];\n"
         "\tld.param.u64 %rd1, [data]; ld.param.u32 %r1, [plus]; mov.u32 %r2, %tid.x; mul.wide.u32 "
         "%rd2, %r2, 4; add.u64 %rd1, %rd1, %rd2;\n"
         "\tmov.u32 %r4, s; st.shared.u32 [%r4], %r1;\n"
         "\tld.const.u32 %r3, [factor]; mad.lo.u32 %r2, %r2, %r3, %r1; st.global.u32 [%rd1], %r2; "
         "ret; }\n";

typedef struct rig {
    device_rig d;
    CUfunction scale;
} rig;

static void set_up(rig *r)
{
    *r = (rig){0};
    begin_device(&r->d, scale_text);
    r->scale = function_of(&r->d, "scale");
}

static void tear_down(rig *r) { end_device(&r->d); }

// Launches 32 threads and says whether each wrote its number times `factor` plus `plus`.
static bool scales(CUfunction f, CUstream stream, unsigned factor, unsigned plus)
{
    CUdeviceptr p = 0;
    float ignored = 0;
    unsigned got[32] = {0}, right = 0;
    if (cuMemAlloc(&p, sizeof got) != CUDA_SUCCESS) return false;
    if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, stream, (void *[]){&p, &plus, &ignored}, NULL) !=
        CUDA_SUCCESS)
        return false;
    if (cuMemcpyDtoH(got, p, sizeof got) != CUDA_SUCCESS || cuMemFree(p) != CUDA_SUCCESS)
        return false;
    for (unsigned i = 0; i < 32; i++) right += got[i] == i * factor + plus;
    return right == 32;
}

TEST(cuda_device_is_found_again)
{
    rig r;
    CUdevice d = 7;
    CUuuid uuid, again;
    CUdevprop p;
    char bus[16] = "", luid[8];
    unsigned nodes = 0;
    int v = -1;
    set_up(&r);
    CU_ASSERT(cuDeviceGetPCIBusId(bus, 13, 0) == CUDA_SUCCESS && !strcmp(bus, "0000:00:00.0"));
    CU_ASSERT_EQUAL(cuDeviceGetPCIBusId(bus, 12, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuDeviceGetByPCIBusId(&d, bus) == CUDA_SUCCESS && d == 0);
    d = 7;
    CU_ASSERT(cuDeviceGetByPCIBusId(&d, "00:00.0") == CUDA_SUCCESS && d == 0);
    CU_ASSERT_EQUAL(cuDeviceGetByPCIBusId(&d, "0000:01:00.0"), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT_EQUAL(cuDeviceGetByPCIBusId(&d, "first"), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuDeviceGetUuid(&uuid, 0) == CUDA_SUCCESS &&
              cuDeviceGetUuid(&again, 0) == CUDA_SUCCESS && !memcmp(&uuid, &again, sizeof uuid));
    CU_ASSERT_EQUAL(cuDeviceGetUuid(&uuid, 1), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT_EQUAL(cuDeviceGetLuid(luid, &nodes, 0), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT(cuDeviceCanAccessPeer(&v, 0, 0) == CUDA_SUCCESS && v == 0);
    CU_ASSERT_EQUAL(cuDeviceCanAccessPeer(&v, 0, 1), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT(cuDeviceGetProperties(&p, 0) == CUDA_SUCCESS && p.maxThreadsPerBlock == 1024 &&
              p.maxGridSize[0] == INT32_MAX && p.SIMDWidth == 32);
    CU_ASSERT(p.regsPerBlock == (int)r.d.c.sm.registers &&
              p.sharedMemPerBlock == (int)r.d.c.sm.shared_bytes && p.clockRate == 700000);
    CU_ASSERT(cuDriverGetVersion(&v) == CUDA_SUCCESS && v == CUDA_VERSION);
    CU_ASSERT(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 0) ==
                  CUDA_SUCCESS &&
              v == 1);
    CU_ASSERT(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0) ==
                  CUDA_SUCCESS &&
              v == (int)r.d.c.sm.shared_bytes);
    CU_ASSERT(cuProfilerStart() == CUDA_SUCCESS && cuProfilerStop() == CUDA_SUCCESS);
    tear_down(&r);
}

// Numbers of NVIDIA's cuda.h, for programs that are compiled against ours.
TEST(cuda_names_have_their_numbers)
{
    rig r;
    CUcontext ctx;
    int mode = -1;
    set_up(&r);
    CU_ASSERT(CU_COMPUTEMODE_PROHIBITED == 2 && CU_COMPUTEMODE_EXCLUSIVE_PROCESS == 3 &&
              CU_CTX_BLOCKING_SYNC == 4 && CU_CTX_LMEM_RESIZE_TO_MAX == 16);
    CU_ASSERT(CU_TARGET_COMPUTE_35 == 35 && CU_TARGET_COMPUTE_90 == 90 && CU_PREFER_BINARY == 1 &&
              CU_JIT_CACHE_OPTION_CA == 2);
    CU_ASSERT(CU_MEM_ATTACH_SINGLE == 4 && CU_SHAREDMEM_CARVEOUT_MAX_L1 == 0 &&
              CU_EVENT_WAIT_DEFAULT == 0 && CU_EVENT_RECORD_DEFAULT == 0);
    CU_ASSERT(CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK == 8 &&
              CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK == 12 && CU_DEVICE_INVALID == -2);
    CU_ASSERT(sizeof(cuuint32_t) == 4 && sizeof(cuuint64_t) == 8 &&
              CUDA_ERROR_PEER_ACCESS_UNSUPPORTED == 217);
    CU_ASSERT(cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 0) == CUDA_SUCCESS &&
              mode == CU_COMPUTEMODE_DEFAULT);
    CU_ASSERT_EQUAL(
        cuCtxCreate(&ctx, CU_CTX_SYNC_MEMOPS | CU_CTX_LMEM_RESIZE_TO_MAX | CU_CTX_SCHED_YIELD, 0),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuCtxCreate(&ctx, 32, 0), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_context_tells_of_itself)
{
    rig r;
    CUcontext second = NULL, held = NULL;
    unsigned long long a = 0, b = 0;
    unsigned version = 0, flags = 0;
    int least = 7, greatest = 7;
    CUfunc_cache prefer = CU_FUNC_CACHE_PREFER_L1;
    CUsharedconfig banks = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    size_t v = 0;
    set_up(&r);
    CU_ASSERT(cuCtxGetFlags(&flags) == CUDA_SUCCESS && flags == CU_CTX_SCHED_SPIN);
    CU_ASSERT(cuCtxSetFlags(CU_CTX_SCHED_YIELD) == CUDA_SUCCESS &&
              cuCtxGetFlags(&flags) == CUDA_SUCCESS && flags == CU_CTX_SCHED_YIELD);
    CU_ASSERT(cuCtxGetApiVersion(r.d.ctx, &version) == CUDA_SUCCESS && version == 3020);
    CU_ASSERT(cuCtxGetCacheConfig(&prefer) == CUDA_SUCCESS && prefer == CU_FUNC_CACHE_PREFER_NONE);
    CU_ASSERT_EQUAL(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED), CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetCacheConfig(&prefer) == CUDA_SUCCESS &&
              prefer == CU_FUNC_CACHE_PREFER_SHARED);
    CU_ASSERT_EQUAL(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE),
                    CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetSharedMemConfig(&banks) == CUDA_SUCCESS &&
              banks == CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
    CU_ASSERT(cuCtxGetStreamPriorityRange(&least, &greatest) == CUDA_SUCCESS && !least &&
              !greatest);
    CU_ASSERT_EQUAL(cuCtxGetLimit(&v, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH),
                    CUDA_ERROR_UNSUPPORTED_LIMIT);
    CU_ASSERT(cuCtxGetId(NULL, &a) == CUDA_SUCCESS && cuCtxCreate(&second, 0, 0) == CUDA_SUCCESS &&
              cuCtxGetId(NULL, &b) == CUDA_SUCCESS && a != b);
    CU_ASSERT(cuCtxGetId(r.d.ctx, &b) == CUDA_SUCCESS && a == b);
    CU_ASSERT_EQUAL(cuCtxGetId((CUcontext)&r, &a), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxEnablePeerAccess(r.d.ctx, 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    CU_ASSERT_EQUAL(cuCtxEnablePeerAccess(second, 0), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxDisablePeerAccess(r.d.ctx), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    CU_ASSERT(cuCtxAttach(&held, 0) == CUDA_SUCCESS && held == second);
    CU_ASSERT(cuCtxDetach(second) == CUDA_SUCCESS && cuCtxGetCurrent(&held) == CUDA_SUCCESS &&
              held == second);
    CU_ASSERT_EQUAL(cuCtxDetach(r.d.ctx), CUDA_ERROR_INVALID_CONTEXT); // not the current one
    CU_ASSERT(cuCtxDetach(second) == CUDA_SUCCESS && cuCtxGetCurrent(&held) == CUDA_SUCCESS &&
              held == r.d.ctx);
    tear_down(&r);
}

TEST(cuda_streams_tell_of_themselves)
{
    rig r;
    CUstream s = NULL, t = NULL;
    CUcontext whose = NULL;
    CUdevice d = 7;
    unsigned flags = 9;
    int priority = 9;
    unsigned long long id[4] = {0};
    CUstreamCaptureStatus capture;
    set_up(&r);
    CU_ASSERT(cuStreamCreateWithPriority(&s, CU_STREAM_NON_BLOCKING, -5) == CUDA_SUCCESS &&
              cuStreamCreate(&t, 0) == CUDA_SUCCESS);
    CU_ASSERT(cuStreamGetFlags(s, &flags) == CUDA_SUCCESS && flags == CU_STREAM_NON_BLOCKING);
    CU_ASSERT(cuStreamGetFlags(NULL, &flags) == CUDA_SUCCESS && flags == CU_STREAM_DEFAULT);
    CU_ASSERT(cuStreamGetPriority(s, &priority) == CUDA_SUCCESS && priority == 0); // of 0 to 0
    CU_ASSERT(cuStreamGetCtx(s, &whose) == CUDA_SUCCESS && whose == r.d.ctx);
    CU_ASSERT(cuStreamGetDevice(s, &d) == CUDA_SUCCESS && d == 0);
    CU_ASSERT(cuStreamIsCapturing(s, &capture) == CUDA_SUCCESS &&
              capture == CU_STREAM_CAPTURE_STATUS_NONE);
    CU_ASSERT(cuStreamGetId(s, &id[0]) == CUDA_SUCCESS &&
              cuStreamGetId(t, &id[1]) == CUDA_SUCCESS &&
              cuStreamGetId(NULL, &id[2]) == CUDA_SUCCESS &&
              cuStreamGetId(CU_STREAM_PER_THREAD, &id[3]) == CUDA_SUCCESS);
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT(id[i] && id[i] != id[(i + 1) % 4] && id[i] != id[(i + 2) % 4]);
    CU_ASSERT_EQUAL(cuStreamGetFlags((CUstream)&r, &flags), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuStreamGetId(s, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuStreamDestroy(CU_STREAM_LEGACY), CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

typedef struct called {
    CUstream stream;
    CUresult status;
    unsigned times;
} called;

static void note(CUstream stream, CUresult status, void *data)
{
    called *c = data;
    *c = (called){stream, status, c->times + 1};
}

TEST(cuda_callbacks_are_called_once)
{
    rig r;
    CUstream s = NULL;
    CUevent event = NULL;
    called c = {.status = CUDA_ERROR_UNKNOWN};
    set_up(&r);
    CU_ASSERT_EQUAL(cuStreamCreate(&s, 0), CUDA_SUCCESS);
    CU_ASSERT(cuStreamAddCallback(s, note, &c, 0) == CUDA_SUCCESS && c.stream == s &&
              c.status == CUDA_SUCCESS && c.times == 1);
    CU_ASSERT_EQUAL(cuStreamAddCallback(s, note, &c, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuStreamAddCallback((CUstream)&r, note, &c, 0), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(c.times, 1);
    CU_ASSERT(cuEventCreate(&event, 0) == CUDA_SUCCESS &&
              cuEventRecordWithFlags(event, s, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecordWithFlags(event, s, 1), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

// Addresses, streams and events say whose they are; functions are the current context's, or the
// stream's.
TEST(cuda_contexts_beside_each_other)
{
    rig r;
    CUcontext second = NULL, whose = NULL;
    CUdeviceptr first_memory = 0, memory = 0;
    CUstream s = NULL, own = NULL;
    CUevent event = NULL;
    void *host = NULL;
    unsigned four = 4, got = 0;
    float ignored = 0;
    set_up(&r);
    CU_ASSERT(cuStreamCreate(&s, 0) == CUDA_SUCCESS && cuEventCreate(&event, 0) == CUDA_SUCCESS &&
              cuMemAlloc(&first_memory, 128) == CUDA_SUCCESS &&
              cuMemAllocHost(&host, 64) == CUDA_SUCCESS);
    CU_ASSERT(cuCtxCreate(&second, 0, 0) == CUDA_SUCCESS &&
              cuStreamCreate(&own, 0) == CUDA_SUCCESS && cuMemAlloc(&memory, 128) == CUDA_SUCCESS);
    CU_ASSERT(cuEventRecord(event, s) == CUDA_SUCCESS &&
              cuStreamWaitEvent(own, event, 0) == CUDA_SUCCESS &&
              cuEventSynchronize(event) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecord(event, own), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuEventRecord(event, NULL), CUDA_ERROR_INVALID_HANDLE);
    void *params[] = {&memory, &four, &ignored};
    CU_ASSERT_EQUAL(cuLaunchKernel(r.scale, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL),
                    CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.scale, 1, 1, 1, 32, 1, 1, 0, s, params, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyPeer(first_memory, r.d.ctx, memory, second, 128), CUDA_SUCCESS);
    CU_ASSERT(cuMemcpyDtoH(&got, first_memory + 4 * 31, 4) == CUDA_SUCCESS && got == 31 * 3 + 4);
    CU_ASSERT_EQUAL(cuMemcpyPeerAsync(first_memory, r.d.ctx, memory, (CUcontext)&r, 128, own),
                    CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT(cuPointerGetAttribute(&whose, CU_POINTER_ATTRIBUTE_CONTEXT, first_memory + 5) ==
                  CUDA_SUCCESS &&
              whose == r.d.ctx);
    CU_ASSERT_EQUAL(cuMemFree(first_memory), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(first_memory), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemFreeHost(host), CUDA_SUCCESS);
    CU_ASSERT(cuMemAllocAsync(&first_memory, 64, s) == CUDA_SUCCESS &&
              cuStreamDestroy(s) == CUDA_SUCCESS && cuEventDestroy(event) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuCtxDestroy(r.d.ctx), CUDA_SUCCESS); // with what its stream allocated
    CU_ASSERT_EQUAL(cuMemFreeAsync(first_memory, own), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemFreeAsync(memory, own), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_addresses_tell_what_they_point_at)
{
    rig r;
    CUdeviceptr p = 0, at = 0, global = 0, start = 0;
    void *host = NULL, *back = NULL;
    unsigned type = 0, managed = 9;
    int ordinal = 9;
    size_t bytes = 0;
    unsigned long long a = 0, b = 0;
    CUcontext whose = NULL;
    char stray[16];
    set_up(&r);
    CU_ASSERT(cuMemAlloc(&p, 100) == CUDA_SUCCESS &&
              cuMemHostAlloc(&host, 100, CU_MEMHOSTALLOC_PORTABLE) == CUDA_SUCCESS);
    const CUdeviceptr inside = (CUdeviceptr)(uintptr_t)host + 7;
    CU_ASSERT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 99) ==
                  CUDA_SUCCESS &&
              type == CU_MEMORYTYPE_DEVICE);
    CU_ASSERT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, inside) ==
                  CUDA_SUCCESS &&
              type == CU_MEMORYTYPE_HOST);
    CU_ASSERT(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, p + 8) ==
                  CUDA_SUCCESS &&
              at == p + 8);
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, inside),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuPointerGetAttribute(&back, CU_POINTER_ATTRIBUTE_HOST_POINTER, inside) ==
                  CUDA_SUCCESS &&
              back == (char *)host + 7);
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&back, CU_POINTER_ATTRIBUTE_HOST_POINTER, p),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuPointerGetAttribute(&a, CU_POINTER_ATTRIBUTE_BUFFER_ID, p) == CUDA_SUCCESS &&
              cuPointerGetAttribute(&b, CU_POINTER_ATTRIBUTE_BUFFER_ID, inside) == CUDA_SUCCESS &&
              a != b);
    CU_ASSERT(cuModuleGetGlobal(&global, NULL, r.d.module, "seen") == CUDA_SUCCESS &&
              cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, global + 4) ==
                  CUDA_SUCCESS &&
              bytes == 8);
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                          (CUdeviceptr)(uintptr_t)stray),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&type, (CUpointer_attribute)99, p),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&type, (CUpointer_attribute)10, p),
                    CUDA_ERROR_NOT_SUPPORTED);
    CUpointer_attribute ask[] = {
        CU_POINTER_ATTRIBUTE_CONTEXT,          CU_POINTER_ATTRIBUTE_HOST_POINTER,
        CU_POINTER_ATTRIBUTE_IS_MANAGED,       CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
        CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void *answers[] = {&whose, &back, &managed, &ordinal, &start, &bytes};
    CU_ASSERT(cuPointerGetAttributes(6, ask, answers, p + 50) == CUDA_SUCCESS && whose == r.d.ctx &&
              !back && !managed && !ordinal && start == p && bytes == 100);
    CU_ASSERT(cuPointerGetAttributes(6, ask, answers, (CUdeviceptr)(uintptr_t)stray) ==
                  CUDA_SUCCESS &&
              !whose && !start && !bytes);
    CU_ASSERT(back == (void *)stray && ordinal == -2 && !managed); // the host's own
    CU_ASSERT_EQUAL(cuPointerGetAttribute(&back, CU_POINTER_ATTRIBUTE_HOST_POINTER,
                                          (CUdeviceptr)(uintptr_t)stray),
                    CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_memory_of_the_host_is_registered_once)
{
    rig r;
    char mine[64];
    void *host = NULL;
    unsigned type = 0, flags = 9;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine, sizeof mine, CU_MEMHOSTREGISTER_IOMEMORY),
                    CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine + 8, 48, CU_MEMHOSTREGISTER_PORTABLE), CUDA_SUCCESS);
    CU_ASSERT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    (CUdeviceptr)(uintptr_t)(mine + 8)) == CUDA_SUCCESS &&
              type == CU_MEMORYTYPE_HOST);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine, sizeof mine, 0),
                    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED); // around it
    CU_ASSERT_EQUAL(cuMemHostRegister(mine + 55, 1, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    CU_ASSERT(cuMemHostRegister(mine + 56, 8, 0) == CUDA_SUCCESS &&
              cuMemHostRegister(mine, 8, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFreeHost(mine + 8), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuMemHostGetFlags(&flags, mine + 8) == CUDA_SUCCESS &&
              flags == CU_MEMHOSTREGISTER_PORTABLE);
    CU_ASSERT_EQUAL(cuMemHostUnregister(mine + 8), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemHostUnregister(mine + 8), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    CU_ASSERT_EQUAL(cuMemHostAlloc(&host, 8, CU_MEMHOSTALLOC_WRITECOMBINED), CUDA_SUCCESS);
    CU_ASSERT(cuMemHostGetFlags(&flags, host) == CUDA_SUCCESS &&
              flags == CU_MEMHOSTALLOC_WRITECOMBINED);
    CU_ASSERT_EQUAL(cuMemHostUnregister(host), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    tear_down(&r); // mine + 56 is not freed
}

TEST(cuda_functions_tell_of_themselves)
{
    rig r;
    CUfunction again = NULL;
    CUmodule m = NULL;
    CUmoduleLoadingMode mode;
    const char *name = NULL;
    size_t offset = 9, bytes = 9, dynamic = 0;
    int blocks = 0, fewer = 0, grid = 0, block = 0;
    set_up(&r);
    CU_ASSERT(cuModuleGetFunction(&again, r.d.module, "scale") == CUDA_SUCCESS && again == r.scale);
    CU_ASSERT(cuFuncGetName(&name, r.scale) == CUDA_SUCCESS && !strcmp(name, "scale"));
    CU_ASSERT(cuFuncGetModule(&m, r.scale) == CUDA_SUCCESS && m == r.d.module);
    CU_ASSERT(cuFuncGetParamInfo(r.scale, 1, &offset, &bytes) == CUDA_SUCCESS && offset == 8 &&
              bytes == 4);
    CU_ASSERT_EQUAL(cuFuncGetParamInfo(r.scale, 3, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuFuncSetSharedMemConfig(r.scale, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE),
                    CUDA_SUCCESS);
    CU_ASSERT(cuModuleGetLoadingMode(&mode) == CUDA_SUCCESS && mode == CU_MODULE_EAGER_LOADING);
    CU_ASSERT_EQUAL(cuModuleLoadFatBinary(&m, "no fat binary"), CUDA_ERROR_INVALID_IMAGE);
    // The most that leaves room for three blocks; one more leaves it for fewer. The kernel has 512
    // bytes of its own.
    CU_ASSERT_EQUAL(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, r.scale, 3, 64),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(dynamic, r.d.c.sm.shared_bytes / 3 - 512);
    CU_ASSERT(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                  &blocks, r.scale, 64, dynamic, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) ==
                  CUDA_SUCCESS &&
              blocks == 3);
    CU_ASSERT(cuOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, r.scale, 64, dynamic + 1) ==
                  CUDA_SUCCESS &&
              fewer == 2);
    CU_ASSERT_EQUAL(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, r.scale, 100, 64),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(
        cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, r.scale, 64, 0, 2),
        CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, r.scale, NULL, 0, 0, 0) ==
                  CUDA_SUCCESS &&
              block == 768 && grid == 4);
    tear_down(&r);
}

TEST(cuda_launches_of_before_cu_launch_kernel)
{
    rig r;
    CUdeviceptr p = 0;
    unsigned got[32] = {0};
    set_up(&r);
    CU_ASSERT(cuMemAlloc(&p, sizeof got) == CUDA_SUCCESS &&
              cuFuncSetBlockShape(r.scale, 32, 1, 1) == CUDA_SUCCESS &&
              cuFuncSetSharedSize(r.scale, 64) == CUDA_SUCCESS);
    CU_ASSERT(cuParamSetv(r.scale, 0, &p, sizeof p) == CUDA_SUCCESS &&
              cuParamSeti(r.scale, 8, 100) == CUDA_SUCCESS &&
              cuParamSetf(r.scale, 12, 1.5f) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLaunch(r.scale), CUDA_ERROR_INVALID_VALUE); // no size
    CU_ASSERT_EQUAL(cuParamSetSize(r.scale, 16), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLaunchGrid(r.scale, 2, 1), CUDA_SUCCESS);
    CU_ASSERT(cuMemcpyDtoH(got, p, sizeof got) == CUDA_SUCCESS && got[0] == 100 &&
              got[31] == 31 * 3 + 100);
    CU_ASSERT_EQUAL(cuParamSetv(r.scale, 4090, &p, sizeof p), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuFuncSetBlockShape(r.scale, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchGrid(r.scale, 0, 1), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_libraries_are_modules_of_every_context)
{
    rig r;
    CUlibrary library = NULL, whose = NULL;
    CUkernel kernel = NULL, again = NULL;
    CUcontext second = NULL;
    CUmodule here = NULL, there = NULL;
    CUfunction f = NULL;
    CUdeviceptr factor = 0, other = 0;
    const char *name = NULL;
    const unsigned five = 5;
    set_up(&r);
    CU_ASSERT_EQUAL(cuLibraryLoadData(&library, "nonsense\n", NULL, NULL, 0, NULL, NULL, 0),
                    CUDA_ERROR_INVALID_PTX);
    CU_ASSERT_EQUAL_FATAL(cuLibraryLoadData(&library, scale_text, NULL, NULL, 0, NULL, NULL, 0),
                          CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLibraryGetKernel(&kernel, library, "no"), CUDA_ERROR_NOT_FOUND);
    CU_ASSERT(cuLibraryGetKernel(&kernel, library, "scale") == CUDA_SUCCESS &&
              cuLibraryGetKernel(&again, library, "scale") == CUDA_SUCCESS && kernel == again);
    CU_ASSERT(cuKernelGetName(&name, kernel) == CUDA_SUCCESS && !strcmp(name, "scale") &&
              cuKernelGetLibrary(&whose, kernel) == CUDA_SUCCESS && whose == library);
    CU_ASSERT(cuKernelGetFunction(&f, kernel) == CUDA_SUCCESS && scales(f, NULL, 3, 1));
    CU_ASSERT(cuLibraryGetModule(&here, library) == CUDA_SUCCESS &&
              cuModuleUnload(here) == CUDA_ERROR_NOT_PERMITTED);
    CU_ASSERT(cuLibraryGetGlobal(&factor, NULL, library, "factor") == CUDA_SUCCESS &&
              cuMemcpyHtoD(factor, &five, 4) == CUDA_SUCCESS);
    CU_ASSERT(scales((CUfunction)kernel, NULL, 5, 2));
    CU_ASSERT(cuCtxCreate(&second, 0, 0) == CUDA_SUCCESS &&
              cuLibraryGetModule(&there, library) == CUDA_SUCCESS && there != here);
    CU_ASSERT(cuLibraryGetGlobal(&other, NULL, library, "factor") == CUDA_SUCCESS &&
              other != factor);
    CU_ASSERT(scales((CUfunction)kernel, NULL, 3, 2)); // its own factor
    CU_ASSERT_EQUAL(cuLibraryUnload(library), CUDA_SUCCESS);
    CU_ASSERT(cuLibraryUnload(library) == CUDA_ERROR_INVALID_HANDLE &&
              cuKernelGetName(&name, kernel) == CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT(!scales((CUfunction)kernel, NULL, 3, 2) && !scales(f, NULL, 3, 1));
    tear_down(&r);
}

TEST(cuda_libraries_come_from_files)
{
    rig r;
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    char path[64];
    snprintf(path, sizeof path, "/tmp/warploom_library_%ld.ptx", (long)getpid());
    set_up(&r);
    CU_ASSERT_EQUAL(cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0),
                    CUDA_ERROR_FILE_NOT_FOUND);
    FILE *f = fopen(path, "w");
    CU_ASSERT(f && fputs(scale_text, f) >= 0 && fclose(f) == 0);
    CU_ASSERT_EQUAL(cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0),
                    CUDA_SUCCESS);
    remove(path);
    CU_ASSERT(cuLibraryGetKernel(&kernel, library, "scale") == CUDA_SUCCESS &&
              scales((CUfunction)kernel, NULL, 3, 9));
    tear_down(&r); // unloads it
}

static char caller_text[] =
    HEAD ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
         ".visible .entry scale(.param .u64 data, .param .u32 plus, .param .f32 ignored) { .reg "
         ".b32 %r<5>; .reg .b64 %rd<3>;\n"
         "\tld.param.u64 %rd1, [data]; ld.param.u32 %r1, [plus]; mov.u32 %r2, %tid.x; mul.wide.u32 "
         "%rd2, %r2, 4; add.u64 %rd1, %rd1, %rd2;\n"
         "\t{ .param .b32 p; .param .b32 q; st.param.b32 [p], %r2; call (q), twice, (p); "
         "ld.param.b32 %r3, [q]; }\n"
         "\tadd.u32 %r3, %r3, %r1; st.global.u32 [%rd1], %r3; ret; }\n";
static char called_text[] =
    HEAD ".visible .func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %r<3>; ld.param.u32 %r1, "
         "[x]; add.u32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret; }\n";

TEST(cuda_links_join_what_calls_and_what_is_called)
{
    rig r;
    CUmodule m = NULL;
    CUfunction f = NULL;
    void *image = NULL;
    size_t bytes = 0;
    char *const orders[2][2] = {{caller_text, called_text}, {called_text, caller_text}};
    set_up(&r);
    for (unsigned i = 0; i < 2; i++) {
        CUlinkState link = NULL;
        CU_ASSERT_EQUAL_FATAL(cuLinkCreate(0, NULL, NULL, &link), CUDA_SUCCESS);
        for (unsigned j = 0; j < 2; j++) {
            CU_ASSERT_EQUAL(cuLinkAddData(link, CU_JIT_INPUT_PTX, orders[i][j],
                                          strlen(orders[i][j]) + 1, "part", 0, NULL, NULL),
                            CUDA_SUCCESS);
        }
        CU_ASSERT_EQUAL(cuLinkComplete(link, &image, &bytes), CUDA_SUCCESS);
        CU_ASSERT(cuModuleLoadData(&m, image) == CUDA_SUCCESS && bytes == strlen(image) + 1);
        CU_ASSERT_EQUAL(cuLinkDestroy(link), CUDA_SUCCESS);
        CU_ASSERT_EQUAL(cuLinkDestroy(link), CUDA_ERROR_INVALID_HANDLE);
        CU_ASSERT(cuModuleGetFunction(&f, m, "scale") == CUDA_SUCCESS && scales(f, NULL, 2, 11));
    }
    tear_down(&r);
}

TEST(cuda_links_say_what_is_wrong)
{
    rig r;
    CUlinkState link = NULL;
    char wrong[256] = "before", nonsense[] = ".version 3.2\nnonsense\n";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {wrong, (void *)sizeof wrong}, *image = NULL;
    size_t bytes = 0;
    set_up(&r);
    CU_ASSERT_EQUAL_FATAL(cuLinkCreate(2, options, values, &link), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(
        cuLinkAddData(link, CU_JIT_INPUT_PTX, nonsense, sizeof nonsense, "part.ptx", 0, NULL, NULL),
        CUDA_ERROR_INVALID_PTX);
    CU_ASSERT(!strncmp(wrong, "part.ptx:2:1: error: ", 21) && (size_t)values[1] == strlen(wrong));
    CU_ASSERT_EQUAL(
        cuLinkAddData(link, CU_JIT_INPUT_CUBIN, nonsense, sizeof nonsense, NULL, 0, NULL, NULL),
        CUDA_ERROR_INVALID_IMAGE);
    CU_ASSERT_EQUAL(cuLinkAddFile(link, CU_JIT_INPUT_PTX, "/no/such.ptx", 0, NULL, NULL),
                    CUDA_ERROR_FILE_NOT_FOUND);
    CU_ASSERT_EQUAL(
        cuLinkAddData((CUlinkState)&r, CU_JIT_INPUT_PTX, nonsense, 1, NULL, 0, NULL, NULL),
        CUDA_ERROR_INVALID_HANDLE);
    values[1] = (void *)sizeof wrong; // twice the same function
    for (unsigned i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(cuLinkAddData(link, CU_JIT_INPUT_PTX, called_text, sizeof called_text, NULL,
                                      0, NULL, NULL),
                        CUDA_SUCCESS);
    values[1] = (void *)sizeof wrong;
    CU_ASSERT(cuLinkComplete(link, &image, &bytes) == CUDA_ERROR_INVALID_PTX &&
              strstr(wrong, "twice") && !image);
    tear_down(&r); // frees it
}

UNIT_MAIN("cuda_more", T(cuda_device_is_found_again), T(cuda_names_have_their_numbers),
          T(cuda_context_tells_of_itself), T(cuda_streams_tell_of_themselves),
          T(cuda_callbacks_are_called_once), T(cuda_contexts_beside_each_other),
          T(cuda_addresses_tell_what_they_point_at), T(cuda_memory_of_the_host_is_registered_once),
          T(cuda_functions_tell_of_themselves), T(cuda_launches_of_before_cu_launch_kernel),
          T(cuda_libraries_are_modules_of_every_context), T(cuda_libraries_come_from_files),
          T(cuda_links_join_what_calls_and_what_is_called), T(cuda_links_say_what_is_wrong))
