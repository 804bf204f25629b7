// test_cuda_calls.c : the rest of the driver API: contexts, variables, attributes, streams, kinds
// of faults.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char ptx_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".global .align 4 .u32 counter[2] = {5, 6};\n.const .align 4 .f32 factors[3] = {1.0, 2.0, "
    "3.0};\n"
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "
    ".param .b64 e);\n.func deep() { call deep; ret; }\n"
    ".visible .entry bump() { .reg .b32 %r<3>; .shared .align 4 .b8 s[512]; .local .align 4 .b8 "
    "d[20]; .reg .b64 %rd; mov.u64 %rd, d; st.local.u32 [%rd], 1; mov.u32 %r1, s; st.shared.u32 "
    "[%r1], 2;\n"
    "\tatom.global.add.u32 %r2, [counter+4], 10; ret; }\n"
    ".visible .entry bounded() .maxntid 96, 1, 1 { ret; }\n"
    ".visible .entry exact() .reqntid 64, 2, 1 { ret; }\n"
    ".extern .shared .align 16 .b8 rest[];\n"
    ".visible .entry aligned() { .reg .b32 %r<3>; .shared .align 4 .b8 s[20]; mov.u32 %r1, s; "
    "mov.u32 %r2, rest; st.shared.u32 [%r1], %r2; ret; }\n"
    ".visible .entry fail(.param .u32 how) { .reg .pred %p<9>; .reg .b32 %r<3>; .reg .b64 %rd<3>; "
    ".shared .align 4 .b8 s[8]; ld.param.u32 %r1, [how];\n"
    "\tsetp.eq.u32 %p1, %r1, 1; mov.u64 %rd1, counter; @%p1 st.global.u32 [%rd1+2], %r1;\n"
    "\tsetp.eq.u32 %p2, %r1, 2; @%p2 trap;\n\tsetp.eq.u32 %p3, %r1, 3; @%p3 call __assertfail, "
    "(%rd1, %rd1, %r1, %rd1, %rd1);\n"
    "\tsetp.eq.u32 %p4, %r1, 4; mov.u64 %rd2, 48; @%p4 call %rd2;\n\tsetp.eq.u32 %p5, %r1, 5; @%p5 "
    "call deep;\n"
    "\tsetp.eq.u32 %p6, %r1, 6; @%p6 bar.sync 1, 33;\n\tsetp.eq.u32 %p7, %r1, 7; mov.u32 %r2, s; "
    "@%p7 st.shared.u32 [%r2+8], %r1;\n"
    "\tsetp.eq.u32 %p8, %r1, 8; L: @%p8 bra L; ret; }\n";

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUcontext ctx;
    CUmodule module;
    CUfunction bump, bounded, exact, aligned, fail;
} rig;

static void set_up(rig *r)
{
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&r->ctx, CU_CTX_SCHED_SPIN, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadDataEx(&r->module, ptx_text, 0, NULL, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->bump, r->module, "bump"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->bounded, r->module, "bounded"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->exact, r->module, "exact"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->aligned, r->module, "aligned"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->fail, r->module, "fail"), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult launch(CUfunction f, CUstream s, unsigned *how)
{
    return cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, how ? (void *[]){how} : NULL, NULL);
}

TEST(cuda_variables_of_a_module_are_found_and_shared_with_kernels)
{
    rig r;
    CUdeviceptr counter = 0, factors = 0;
    size_t bytes = 0;
    unsigned words[2] = {0};
    float f[3] = {0};
    set_up(&r);
    CU_ASSERT_EQUAL(cuModuleGetGlobal(&counter, &bytes, r.module, "counter"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(bytes, 8);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(words, counter, 8), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(words[1], 6); // initialised before any launch
    words[1] = 100;
    CU_ASSERT_EQUAL(cuMemcpyHtoD(counter + 4, &words[1], 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch(r.bump, NULL, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(words, counter, 8), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(words[1], 100 + 32 * 10);
    CU_ASSERT_EQUAL(cuModuleGetGlobal(&factors, NULL, r.module, "factors"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(f, factors, sizeof f), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(f[2], 3.0f);
    CU_ASSERT_EQUAL(cuModuleGetGlobal(&factors, NULL, r.module, "bump"), CUDA_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL(cuModuleGetGlobal(NULL, NULL, r.module, "counter"), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuModuleGetGlobal(&factors, NULL, (CUmodule)&r, "counter"),
                    CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_SUCCESS); // and its variables are gone
    CU_ASSERT_EQUAL(cuMemcpyDtoH(words, counter, 8), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpy((CUdeviceptr)(uintptr_t)words, counter, 8), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_each_kind_of_fault_has_its_result)
{
    static const CUresult want[] = {CUDA_SUCCESS,
                                    CUDA_ERROR_MISALIGNED_ADDRESS,
                                    CUDA_ERROR_LAUNCH_FAILED,
                                    CUDA_ERROR_ASSERT,
                                    CUDA_ERROR_INVALID_PC,
                                    CUDA_ERROR_HARDWARE_STACK_ERROR,
                                    CUDA_ERROR_ILLEGAL_INSTRUCTION,
                                    CUDA_ERROR_ILLEGAL_ADDRESS};
    for (unsigned how = 0; how < sizeof want / sizeof want[0]; how++) {
        rig r;
        set_up(&r);
        CU_ASSERT_EQUAL(launch(r.fail, NULL, &how), want[how]);
        CU_ASSERT_EQUAL(cuCtxSynchronize(), want[how]); // and stays
        tear_down(&r);
    }
}

// Another machine, of the configuration as it is now.
static void set_up_anew(rig *r)
{
    cuda_detach();
    gpu_free(r->g);
    r->g = gpu_new(&r->c, NULL, &r->e);
    CU_ASSERT_EQUAL_FATAL(cuda_attach(r->g, &r->c, 0, &r->e), ST_OK);
    CU_ASSERT(cuInit(0) == CUDA_SUCCESS && cuCtxCreate(&r->ctx, 0, 0) == CUDA_SUCCESS &&
              cuModuleLoadData(&r->module, ptx_text) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&r->bump, r->module, "bump"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&r->fail, r->module, "fail"), CUDA_SUCCESS);
}

TEST(cuda_kernel_that_does_not_end_is_stopped_by_the_cycle_limit)
{
    rig r;
    unsigned how = 8;
    set_up(&r);
    r.c.gpu.cycle_limit = 20000;
    set_up_anew(&r);
    CU_ASSERT_EQUAL(launch(r.fail, NULL, &how), CUDA_ERROR_LAUNCH_TIMEOUT);
    tear_down(&r);
}

// 32 bits, 1 GiB above 0xC0000000. Local memory lies at 0xF0000000 until the heap needs that.
TEST(cuda_memory_ends_where_the_addresses_of_structures_end)
{
    rig r;
    CUdeviceptr p;
    set_up(&r);
    r.c.warppool.enable = true;
    set_up_anew(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, (1u << 30) + 1), CUDA_ERROR_OUT_OF_MEMORY);
    CU_ASSERT_EQUAL(launch(r.bump, NULL, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 1u << 30), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch(r.bump, NULL, NULL), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(r.e.text, "kernel 'bump': local memory of 32 bytes per thread ends at 0x100003fff"));
    r.c.warppool.enable = false;
    set_up_anew(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, (1u << 30) + 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch(r.bump, NULL, NULL), CUDA_SUCCESS);
    tear_down(&r);
}

static CUresult shaped(CUfunction f, unsigned x, unsigned y, unsigned shared)
{
    return cuLaunchKernel(f, 1, 1, 1, x, y, 1, shared, NULL, NULL, NULL);
}

// A dynamic size or a block that the function's attributes exclude is a wrong argument; threads
// whose registers an SM does not have are a lack of resources.
TEST(cuda_wrong_arguments_of_a_launch_are_told_from_a_lack_of_resources)
{
    rig r;
    set_up(&r);
    CU_ASSERT_EQUAL(shaped(r.bump, 32, 1, 49152 - 512), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(shaped(r.bump, 32, 1, 49152 - 511), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.bump, 32, 1, 10u << 20), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.bump, 32, 1, UINT32_MAX), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.aligned, 32, 1, 49152 - 32), CUDA_SUCCESS); // 20, aligned to 16
    CU_ASSERT_EQUAL(shaped(r.aligned, 32, 1, 49152 - 31), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.bounded, 96, 1, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(shaped(r.bounded, 97, 1, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.exact, 64, 2, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(shaped(r.exact, 32, 2, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(shaped(r.exact, 128, 1, 0), CUDA_ERROR_INVALID_VALUE);
    r.c.sm.registers = 1024;
    set_up_anew(&r);
    CU_ASSERT_EQUAL(shaped(r.bump, 32, 1, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(shaped(r.bump, 1024, 1, 0), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_device_tells_of_the_machine)
{
    rig r;
    int v = 0, minor = 0;
    char name[32];
    size_t bytes = 0, total = 0;
    CUdeviceptr p;
    set_up(&r);
#define ATTRIBUTE(NAME) \
    (cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_##NAME, 0) == CUDA_SUCCESS ? v : -1)
    CU_ASSERT_EQUAL(ATTRIBUTE(MULTIPROCESSOR_COUNT), 2);
    CU_ASSERT_EQUAL(ATTRIBUTE(WARP_SIZE), 32);
    CU_ASSERT_EQUAL(ATTRIBUTE(MAX_THREADS_PER_BLOCK), 1024);
    CU_ASSERT_EQUAL(ATTRIBUTE(MAX_BLOCK_DIM_Z), 64);
    CU_ASSERT_EQUAL(ATTRIBUTE(MAX_GRID_DIM_Y), 65535);
    CU_ASSERT_EQUAL(ATTRIBUTE(CLOCK_RATE), 700000);
    CU_ASSERT_EQUAL(ATTRIBUTE(L2_CACHE_SIZE), 786432);        // a GTX480's
    CU_ASSERT_EQUAL(ATTRIBUTE(GLOBAL_MEMORY_BUS_WIDTH), 384); // bits
    CU_ASSERT_EQUAL(ATTRIBUTE(MAX_THREADS_PER_MULTIPROCESSOR), 1536);
    CU_ASSERT_EQUAL(ATTRIBUTE(MAX_REGISTERS_PER_BLOCK), 32768);
    CU_ASSERT_EQUAL(ATTRIBUTE(MANAGED_MEMORY), 1);
    CU_ASSERT_EQUAL(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1),
                    CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT_EQUAL(cuDeviceGetAttribute(&v, (CUdevice_attribute)CU_DEVICE_ATTRIBUTE_MAX, 0),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuDeviceGetName(name, sizeof name, 0), CUDA_SUCCESS);
    CU_ASSERT(!strncmp(name, "Warploom ", 9));
    CU_ASSERT_EQUAL(cuDeviceComputeCapability(&v, &minor, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v * 10 + minor, 35);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 1 << 20), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemGetInfo(&bytes, &total), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(total - bytes, 1 << 20);
    CU_ASSERT_EQUAL(cuDeviceTotalMem(&bytes, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(bytes, total);
    CU_ASSERT_EQUAL(cuDriverGetVersion(&v), CUDA_SUCCESS);
    tear_down(&r);
}

// What is told can be allocated, what was freed too: its addresses are given out again once there
// are no others.
static void told_is_had(rig *r, size_t total_bytes, size_t freed)
{
    size_t total = 0, room = 0;
    CUdeviceptr p;
    set_up_anew(r);
    CU_ASSERT_EQUAL(cuDeviceTotalMem(&total, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(total, total_bytes);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, freed), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(p), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemGetInfo(&room, &total), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(total, total_bytes);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, room), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(room, total);
}

// A GTX480's 1.5 GiB, or the 1 GiB that structures with 32 bits of an address leave.
TEST(cuda_memory_that_is_told_can_be_allocated)
{
    rig r;
    set_up(&r);
    told_is_had(&r, (size_t)3 << 29, 1 << 20);
    r.c.mrpb.enable = true;
    told_is_had(&r, (size_t)1 << 30, 1 << 20);
    tear_down(&r);
}

TEST(cuda_function_attributes_and_occupancy)
{
    rig r;
    int v = 0, grid = 0, size = 0;
    set_up(&r);
#define OF(F, NAME) (cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_##NAME, F) == CUDA_SUCCESS ? v : -1)
    CU_ASSERT_EQUAL(OF(r.bump, SHARED_SIZE_BYTES), 512);
    CU_ASSERT_EQUAL(OF(r.bump, LOCAL_SIZE_BYTES), 32); // 20, in units of 16
    CU_ASSERT_EQUAL(OF(r.bump, CONST_SIZE_BYTES), 12);
    CU_ASSERT_EQUAL(OF(r.bump, MAX_THREADS_PER_BLOCK), 1024);
    CU_ASSERT_EQUAL(OF(r.bounded, MAX_THREADS_PER_BLOCK), 96);
    CU_ASSERT_EQUAL(OF(r.bump, MAX_DYNAMIC_SHARED_SIZE_BYTES), 49152 - 512);
    CU_ASSERT_EQUAL(OF(r.aligned, SHARED_SIZE_BYTES), 20);
    CU_ASSERT_EQUAL(OF(r.aligned, MAX_DYNAMIC_SHARED_SIZE_BYTES), 49152 - 32);
    CU_ASSERT(OF(r.bump, NUM_REGS) > 0);
    CU_ASSERT_EQUAL(
        cuFuncSetAttribute(r.bump, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 49152),
        CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(
        cuFuncSetAttribute(r.bump, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 40000),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuFuncSetCacheConfig(r.bump, CU_FUNC_CACHE_PREFER_L1), CUDA_SUCCESS);
    // An SM of 48 warps, 8 blocks and 49152 bytes of shared memory: blocks limit 128 threads, warps
    // 512, bytes a large block.
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.bump, 128, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 8);
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.bump, 512, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 3);
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.bump, 64, 16384 - 512),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 3);
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.bump, 64, 16384 - 511),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 2);
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.aligned, 64, 24576 - 20),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 1); // 20 bytes and 24576 - 20 would fit twice, were it not for 12 between
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&v, r.bounded, 128, 0),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(v, 0);
    CU_ASSERT_EQUAL(cuOccupancyMaxPotentialBlockSize(&grid, &size, r.bump, NULL, 0, 0),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(size, 768); // 2 x 768 threads fill 48 warps; 1024 leave 16 idle
    CU_ASSERT_EQUAL(grid, 2 * 2);
    CU_ASSERT_EQUAL(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_NUM_REGS, (CUfunction)&r),
                    CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

TEST(cuda_contexts_are_a_stack_with_a_primary_one)
{
    rig r;
    CUcontext second = NULL, now = NULL, primary = NULL, again = NULL;
    unsigned flags = 0;
    int active = 1;
    CUdevice device = 7;
    set_up(&r);
    CU_ASSERT_EQUAL(cuCtxCreate(&second, 0, 0), CUDA_SUCCESS);
    CU_ASSERT(cuCtxPopCurrent(&now) == CUDA_SUCCESS && now == second);
    CU_ASSERT(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == r.ctx);
    CU_ASSERT_EQUAL(cuCtxPushCurrent(second), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuCtxSetCurrent(r.ctx), CUDA_SUCCESS); // in its place
    CU_ASSERT(cuCtxPopCurrent(NULL) == CUDA_SUCCESS && cuCtxGetCurrent(&now) == CUDA_SUCCESS &&
              now == r.ctx);
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxGetState(0, &flags, &active), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(active, 0);
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxRetain(&primary, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxRetain(&again, 0), CUDA_SUCCESS);
    CU_ASSERT_PTR_EQUAL(primary, again);
    CU_ASSERT_EQUAL(cuCtxSetCurrent(primary), CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetDevice(&device) == CUDA_SUCCESS && device == 0);
    CU_ASSERT_EQUAL(cuCtxDestroy(primary), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == primary); // the other user's
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetCurrent(&now) == CUDA_SUCCESS && now == NULL);
    CU_ASSERT_EQUAL(cuCtxSetCurrent(primary), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxPopCurrent(NULL), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
    tear_down(&r);
}

TEST(cuda_limits_are_kept)
{
    rig r;
    size_t v = 0;
    set_up(&r);
    CU_ASSERT(cuCtxGetLimit(&v, CU_LIMIT_STACK_SIZE) == CUDA_SUCCESS && v == 1024);
    CU_ASSERT_EQUAL(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096), CUDA_SUCCESS);
    CU_ASSERT(cuCtxGetLimit(&v, CU_LIMIT_STACK_SIZE) == CUDA_SUCCESS && v == 4096);
    CU_ASSERT_EQUAL(cuCtxSetLimit((CUlimit)77, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_streams_are_in_order_and_checked)
{
    rig r;
    CUstream s = NULL;
    CUdeviceptr p = 0;
    unsigned words[4] = {1, 2, 3, 4}, got[4] = {0};
    set_up(&r);
    CU_ASSERT_EQUAL(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 16), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyHtoDAsync(p, words, 16, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD32Async(p + 4, 9, 1, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD16Async(p + 8, 0x7777, 1, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD8Async(p + 12, 1, 4, CU_STREAM_PER_THREAD), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoDAsync(p, p + 4, 4, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoHAsync(got, p, 16, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch(r.bump, s, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamSynchronize(s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamQuery(s), CUDA_SUCCESS);
    CU_ASSERT(got[0] == 9 && got[1] == 9 && got[2] == 0x7777 && got[3] == 0x01010101);
    CU_ASSERT_EQUAL(cuStreamDestroy(s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamDestroy(s), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuStreamSynchronize(s), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(launch(r.bump, s, NULL), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuMemcpyDtoHAsync(got, p, 16, s), CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

TEST(cuda_events_tell_simulated_time)
{
    rig r;
    CUevent a = NULL, b = NULL, untimed = NULL;
    CUstream s = NULL;
    float ms = -1;
    set_up(&r);
    CU_ASSERT_EQUAL(cuStreamCreateWithPriority(&s, 0, -1), CUDA_SUCCESS);
    CU_ASSERT(cuEventCreate(&a, CU_EVENT_DEFAULT) == CUDA_SUCCESS &&
              cuEventCreate(&b, CU_EVENT_BLOCKING_SYNC) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventElapsedTime(&ms, a, b), CUDA_ERROR_INVALID_HANDLE); // not recorded
    CU_ASSERT_EQUAL(cuEventRecord(a, s), CUDA_SUCCESS);
    const uint64_t before = gpu_cycle(r.g);
    CU_ASSERT_EQUAL(launch(r.bump, s, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecord(b, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamWaitEvent(s, b, 0), CUDA_SUCCESS);
    CU_ASSERT(cuEventSynchronize(b) == CUDA_SUCCESS && cuEventQuery(b) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventElapsedTime(&ms, a, b), CUDA_SUCCESS);
    CU_ASSERT_DOUBLE_EQUAL((double)ms, (double)(gpu_cycle(r.g) - before) / 700e3, 1e-6);
    CU_ASSERT_EQUAL(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecord(untimed, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventElapsedTime(&ms, a, untimed), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuEventDestroy(a), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecord(a, s), CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

static void add_one(void *data) { ++*(int *)data; }

TEST(cuda_launches_by_configuration_and_host_functions)
{
    rig r;
    int calls = 0;
    CUdeviceptr counter = 0;
    unsigned words[2] = {0};
    set_up(&r);
    CUlaunchConfig how = {.gridDimX = 2,
                          .gridDimY = 1,
                          .gridDimZ = 1,
                          .blockDimX = 32,
                          .blockDimY = 1,
                          .blockDimZ = 1};
    CU_ASSERT_EQUAL(cuLaunchKernelEx(&how, r.bump, NULL, NULL), CUDA_SUCCESS);
    CU_ASSERT(cuModuleGetGlobal(&counter, NULL, r.module, "counter") == CUDA_SUCCESS &&
              cuMemcpyDtoH(words, counter, 8) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(words[1], 6 + 64 * 10);
    how.numAttrs = 1;
    CU_ASSERT_EQUAL(cuLaunchKernelEx(&how, r.bump, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernelEx(NULL, r.bump, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuLaunchHostFunc(NULL, add_one, &calls) == CUDA_SUCCESS && calls == 1);
    CU_ASSERT_EQUAL(cuLaunchHostFunc(NULL, NULL, &calls), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuLaunchHostFunc((CUstream)&r, add_one, &calls) == CUDA_ERROR_INVALID_HANDLE &&
              calls == 1);
    tear_down(&r);
}

TEST(cuda_host_memory_and_unified_copies)
{
    rig r;
    void *host = NULL;
    CUdeviceptr p = 0, shared = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAllocHost(&host, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemHostGetDevicePointer(&shared, host, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemHostGetDevicePointer(&shared, &shared, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 64), CUDA_SUCCESS);
    memset(host, 7, 64);
    CU_ASSERT_EQUAL(cuMemcpy(p, (CUdeviceptr)(uintptr_t)host, 64), CUDA_SUCCESS);
    memset(host, 0, 64);
    CU_ASSERT_EQUAL(cuMemcpy((CUdeviceptr)(uintptr_t)host, p, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(((char *)host)[63], 7);
    char copy[64] = {0};
    CU_ASSERT(cuMemcpyAsync((CUdeviceptr)(uintptr_t)copy, (CUdeviceptr)(uintptr_t)host, 64, NULL) ==
                  CUDA_SUCCESS &&
              copy[63] == 7);
    CU_ASSERT_EQUAL(cuMemFree(p), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpy(p, (CUdeviceptr)(uintptr_t)host, 64),
                    CUDA_ERROR_INVALID_VALUE); // free again, and not the host's
    CU_ASSERT_EQUAL(cuMemFreeHost(host), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFreeHost(host), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemsetD16(p + 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

// Managed memory, and mapped memory of the host: one pointer for both sides, which each sees the
// other's writes through.
TEST(cuda_memory_that_host_and_device_share)
{
    rig r;
    CUdeviceptr both = 0, twin = 0, device = 0;
    void *host = NULL, *back = NULL;
    unsigned managed = 9, type = 0;
    if (SANITIZED) return; // its shadow memory lies where the device has its heap
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAllocManaged(NULL, 64, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAllocManaged(&both, 0, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAllocManaged(&both, 64, 4), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL_FATAL(cuMemAllocManaged(&both, 5000, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD8(both, 7, 5000), CUDA_SUCCESS);
    unsigned char *mine = (unsigned char *)(uintptr_t)both, copy[8] = {0};
    CU_ASSERT(mine[0] == 7 && mine[4999] == 7);
    mine[4999] = 8;
    CU_ASSERT_EQUAL(cuMemcpyDtoH(copy, both + 4992, 8), CUDA_SUCCESS);
    CU_ASSERT(copy[6] == 7 && copy[7] == 8);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(copy, both + 4993, 8), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, both) ==
                  CUDA_SUCCESS &&
              managed == 1);
    CU_ASSERT_EQUAL(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP), CUDA_SUCCESS);
    CU_ASSERT(cuMemHostGetDevicePointer(&twin, host, 0) == CUDA_SUCCESS && twin == (uintptr_t)host);
    CU_ASSERT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, twin) ==
                  CUDA_SUCCESS &&
              type == CU_MEMORYTYPE_HOST);
    CU_ASSERT(cuPointerGetAttribute(&back, CU_POINTER_ATTRIBUTE_HOST_POINTER, both) ==
                  CUDA_SUCCESS &&
              back == mine);
    CU_ASSERT_EQUAL(cuMemAlloc(&device, 64), CUDA_SUCCESS);
    CU_ASSERT(device >= twin + 4096); // pages are not shared with other allocations
    CU_ASSERT_EQUAL(cuMemFreeHost(host), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(both), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(copy, both, 1), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_images_that_are_no_text_are_named)
{
    rig r;
    CUmodule m = NULL;
    set_up(&r);
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, "\x7f"
                                         "ELF\2\1\1"),
                    CUDA_ERROR_INVALID_IMAGE);
    static const char no_entries[16] = "\x50\xed\x55\xba\1\0\x10", torn[16] = "\x50\xed\x55\xba\1";
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, no_entries), CUDA_ERROR_NO_BINARY_FOR_GPU);
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, torn), CUDA_ERROR_INVALID_IMAGE);
    CU_ASSERT_EQUAL(cuModuleLoadDataEx(&m, ptx_text, 1, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_what_is_wrong_with_an_image_goes_to_the_callers_log)
{
    rig r;
    CUmodule m = NULL;
    char wrong[256] = "before", info[8] = "before", cut[12] = "before";
    CUjit_option options[] = {CU_JIT_WALL_TIME, CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_INFO_LOG_BUFFER};
    void *values[] = {NULL, wrong, (void *)sizeof wrong, (void *)sizeof info, info};
    set_up(&r);
    CU_ASSERT_EQUAL(cuModuleLoadDataEx(&m, ".version 3.2\nnonsense\n", 5, options, values),
                    CUDA_ERROR_INVALID_PTX);
    CU_ASSERT(!strncmp(wrong, "image:2:1: error: ", 18) && strstr(wrong, "nonsense"));
    CU_ASSERT_EQUAL((size_t)values[2], strlen(wrong));
    float ms = 0;
    memcpy(&ms, &values[0], sizeof ms);
    CU_ASSERT(ms > 0 && ms < 10000);
    CU_ASSERT(!info[0] && !values[3]);
    values[1] = cut, values[2] = (void *)sizeof cut;
    CU_ASSERT_EQUAL(cuModuleLoadDataEx(&m, "nonsense\n", 3, options, values),
                    CUDA_ERROR_INVALID_PTX);
    CU_ASSERT(!strcmp(cut, "image:1:1: ") && (size_t)values[2] == 11);
    values[1] = wrong, values[2] = (void *)sizeof wrong;
    CU_ASSERT_EQUAL(cuModuleLoadDataEx(&m, ptx_text, 3, options, values), CUDA_SUCCESS);
    CU_ASSERT(!wrong[0] && !values[2]);
    tear_down(&r);
}

UNIT_MAIN("cuda_calls", T(cuda_variables_of_a_module_are_found_and_shared_with_kernels),
          T(cuda_each_kind_of_fault_has_its_result),
          T(cuda_kernel_that_does_not_end_is_stopped_by_the_cycle_limit),
          T(cuda_memory_ends_where_the_addresses_of_structures_end),
          T(cuda_wrong_arguments_of_a_launch_are_told_from_a_lack_of_resources),
          T(cuda_device_tells_of_the_machine), T(cuda_memory_that_is_told_can_be_allocated),
          T(cuda_function_attributes_and_occupancy),
          T(cuda_contexts_are_a_stack_with_a_primary_one), T(cuda_limits_are_kept),
          T(cuda_streams_are_in_order_and_checked), T(cuda_events_tell_simulated_time),
          T(cuda_launches_by_configuration_and_host_functions),
          T(cuda_host_memory_and_unified_copies), T(cuda_memory_that_host_and_device_share),
          T(cuda_images_that_are_no_text_are_named),
          T(cuda_what_is_wrong_with_an_image_goes_to_the_callers_log))
