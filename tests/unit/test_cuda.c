// test_cuda.c : the CUDA driver API as a host program sees it, one fact a test.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// out[i] = i + add for the first n threads; and one thread that writes where nothing is.
static const char ptx_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".visible .entry count(.param .u64 out, .param .u32 n, .param .u32 add)\n{\n"
    "\t.reg .pred %p<2>;\n\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<4>;\n"
    "\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ntid.x;\n\tmov.u32 %r3, %tid.x;\n"
    "\tmad.lo.s32 %r4, %r1, %r2, %r3;\n\tld.param.u32 %r5, [n];\n\tsetp.ge.u32 %p1, %r4, "
    "%r5;\n\t@%p1 bra DONE;\n"
    "\tld.param.u32 %r6, [add];\n\tadd.s32 %r7, %r4, %r6;\n\tld.param.u64 %rd1, [out];\n"
    "\tmul.wide.u32 %rd2, %r4, 4;\n\tadd.s64 %rd3, %rd1, %rd2;\n\tst.global.u32 [%rd3], "
    "%r7;\nDONE:\n\tret;\n}\n"
    ".visible .entry stray()\n{\n\t.reg .b32 %r<2>;\n\t.reg .b64 %rd<2>;\n"
    "\tmov.u32 %r1, 7;\n\tmov.u64 %rd1, 16;\n\tst.global.u32 [%rd1], %r1;\n\tret;\n}\n";

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUcontext ctx;
    CUmodule module;
    CUfunction count, stray;
} rig;

static void attach(rig *r)
{
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 1);
}

static void set_up(rig *r)
{
    CUdevice device;
    attach(r);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&r->ctx, 0, device), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&r->module, ptx_text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->count, r->module, "count"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->stray, r->module, "stray"), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult launch_count(CUfunction f, unsigned threads, unsigned shared, CUdeviceptr out,
                             uint32_t n, uint32_t add)
{
    return cuLaunchKernel(f, (n + threads - 1) / threads, 1, 1, threads, 1, 1, shared, NULL,
                          (void *[]){&out, &n, &add}, NULL);
}

// Programs that attach none get a machine of their own (tests/sim/driver_api.sh), if its
// configuration can be read.
TEST(cuda_init_without_a_machine_finds_no_device)
{
    setenv("WARPLOOM_CONFIG", "no-such-machine.yaml", 1);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_ERROR_NO_DEVICE);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_ERROR_NO_DEVICE);
}

TEST(cuda_calls_before_init_are_refused)
{
    rig r;
    CUdeviceptr p;
    int n;
    attach(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 4), CUDA_ERROR_NOT_INITIALIZED);
    CU_ASSERT_EQUAL(cuDeviceGetCount(&n), CUDA_ERROR_NOT_INITIALIZED);
    CU_ASSERT_EQUAL(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_calls_without_a_context_are_refused)
{
    rig r;
    CUdeviceptr p;
    attach(&r);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
    tear_down(&r);
}

TEST(cuda_there_is_one_device)
{
    rig r;
    CUdevice device;
    int n = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuDeviceGetCount(&n), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(n, 1);
    CU_ASSERT_EQUAL(cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT_EQUAL(cuDeviceGet(&device, -1), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT_EQUAL(cuDeviceGet(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_newest_context_is_current_until_destroyed)
{
    rig r;
    CUcontext second = NULL;
    CUdeviceptr p;
    set_up(&r);
    CU_ASSERT_EQUAL(cuCtxCreate(&second, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_ERROR_INVALID_HANDLE); // the first one's
    CU_ASSERT_EQUAL(cuCtxDestroy(second), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(p), CUDA_ERROR_INVALID_VALUE); // went with its context
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuCtxDestroy(second), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxDestroy(NULL), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_context_flags_and_device_are_checked)
{
    rig r;
    CUcontext ctx;
    set_up(&r);
    CU_ASSERT_EQUAL(cuCtxCreate(&ctx, 0x100, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuCtxCreate(NULL, 0, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuCtxCreate(&ctx, 0, 1), CUDA_ERROR_INVALID_DEVICE);
    tear_down(&r);
}

// Spec 21: device heap from 0xC0000000, 256-byte aligned, in the order of allocation.
TEST(cuda_memory_begins_at_the_heap_base_aligned_in_order)
{
    rig r;
    CUdeviceptr a = 0, b = 0, c = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&b, 257), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&c, 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(a, 0xC0000000u);
    CU_ASSERT_EQUAL(b, 0xC0000100u);
    CU_ASSERT_EQUAL(c, 0xC0000300u);
    tear_down(&r);
}

TEST(cuda_allocations_are_checked)
{
    rig r;
    CUdeviceptr a = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAlloc(NULL, 4), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, SIZE_MAX / 2), CUDA_ERROR_OUT_OF_MEMORY);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(a + 4), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemFree(a), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(a), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_copies_stay_inside_an_allocation)
{
    rig r;
    CUdeviceptr a = 0;
    char host[65] = {0};
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyHtoD(a, host, 64), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyHtoD(a, host, 65), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(host, a + 63, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(host, a + 63, 2), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(host, 16, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyHtoD(a, NULL, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(NULL, a, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyHtoD(0, NULL, 0), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_copies_and_sets_arrive)
{
    rig r;
    CUdeviceptr a = 0, b = 0;
    const unsigned sent[4] = {1, 2, 3, 4};
    unsigned got[4] = {0};
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&a, sizeof sent), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&b, sizeof sent), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyHtoD(a, sent, sizeof sent), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoD(b, a, sizeof sent), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD32(b + 4, 0xdeadbeef, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD8(b + 8, 0x55, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(got, b, sizeof got), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(got[0], 1);
    CU_ASSERT_EQUAL(got[1], 0xdeadbeef);
    CU_ASSERT_EQUAL(got[2], 0x55);
    CU_ASSERT_EQUAL(got[3], 4);
    CU_ASSERT_EQUAL(cuMemsetD32(b + 2, 0, 1), CUDA_ERROR_INVALID_VALUE); // not aligned
    CU_ASSERT_EQUAL(cuMemsetD32(b, 0, 5), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemsetD32(b, 0, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_modules_are_checked)
{
    rig r;
    CUmodule m = NULL;
    CUfunction f = NULL;
    set_up(&r);
    CU_ASSERT_EQUAL(cuModuleLoad(&m, "no-such.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
    CU_ASSERT_EQUAL(cuModuleLoad(&m, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, r.module, "cuont"), CUDA_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, (CUmodule)&r, "count"), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuda_errors()->count, 0); // the results have said it
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, "this is no PTX"), CUDA_ERROR_INVALID_PTX);
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, ".version 99.0\n.target sm_75\n"),
                    CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    CU_ASSERT_EQUAL(cuModuleLoadData(&m, ".version 9.0\n.target sm_999\n"), CUDA_ERROR_INVALID_PTX);
    CU_ASSERT_PTR_NOT_NULL_FATAL(cuda_errors()->text);
    CU_ASSERT_PTR_NOT_NULL(strstr(cuda_errors()->text, "image:1:1"));
    tear_down(&r);
}

TEST(cuda_function_ends_with_its_module)
{
    rig r;
    set_up(&r);
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuModuleUnload(r.module), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(launch_count(r.count, 32, 0, 0, 0, 0), CUDA_ERROR_INVALID_HANDLE);
    tear_down(&r);
}

TEST(cuda_launch_computes)
{
    rig r;
    CUdeviceptr out = 0;
    uint32_t got[100] = {0};
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&out, sizeof got), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_count(r.count, 32, 0, out, 100, 5),
                    CUDA_SUCCESS); // the last block has 28 idle threads
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(got, out, sizeof got), CUDA_SUCCESS);
    for (uint32_t i = 0; i < 100; i++) CU_ASSERT_EQUAL_FATAL(got[i], i + 5);
    CU_ASSERT_TRUE(gpu_cycle(r.g) > 0);
    tear_down(&r);
}

TEST(cuda_launch_takes_its_parameters_as_one_block)
{
    rig r;
    CUdeviceptr out = 0;
    uint32_t got[2] = {0};
    struct {
        uint64_t out;
        uint32_t n, add;
    } block = {0, 2, 40};
    size_t size = sizeof block, wrong = size - 1, larger = size + 8;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&out, sizeof got), CUDA_SUCCESS);
    block.out = out;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(got, out, sizeof got), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(got[1], 41);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, extra, extra),
                    CUDA_ERROR_INVALID_VALUE);
    extra[3] = &larger; // only the parameters are taken
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra), CUDA_SUCCESS);
    extra[3] = &wrong;
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra),
                    CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_launch_shapes_and_parameters_are_checked)
{
    rig r;
    set_up(&r);
    void *none[] = {NULL, NULL, NULL};
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.count, 1, 1, 1, 32, 1, 1, 0, NULL, none, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 0, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 1, 65536, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 1, 1, 1, 33, 32, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 1, 1, 1, 1, 1, 65, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 1, 1, 1, 1, 1, 1, 0, (CUstream)&r, NULL, NULL),
                    CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuLaunchKernel((CUfunction)&r, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_SUCCESS); // none of them began
    tear_down(&r);
}

TEST(cuda_launch_with_too_much_dynamic_shared_memory_is_a_wrong_argument)
{
    rig r;
    CUdeviceptr out = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&out, 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_count(r.count, 32, r.c.sm.shared_bytes + 1, out, 1, 0),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(launch_count(r.count, 32, 10u << 20, out, 1, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(launch_count(r.count, 32, r.c.sm.shared_bytes, out, 1, 0), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_fault_in_a_kernel_stays)
{
    rig r;
    CUdeviceptr p = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuLaunchKernel(r.stray, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
    CU_ASSERT_EQUAL(cuda_errors()->status, ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cuda_errors()->text, "stray"));
    tear_down(&r);
}

TEST(cuda_every_result_has_its_name_and_text)
{
    const char *name, *text;
    CU_ASSERT_EQUAL(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &name), CUDA_SUCCESS);
    CU_ASSERT_STRING_EQUAL(name, "CUDA_ERROR_INVALID_PTX");
    CU_ASSERT_EQUAL(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
    CU_ASSERT_STRING_EQUAL(text, "out of memory");
    CU_ASSERT_EQUAL(cuGetErrorName((CUresult)12345, &name), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_PTR_NULL(name);
    CU_ASSERT_EQUAL(cuGetErrorName(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
}

TEST(cuda_kernel_that_is_not_supported_leaves_the_others)
{
    static const char text[] =
        ".version 3.2\n.target sm_35\n.address_size 64\n.extern .func launch(.param .b64 a);\n"
        ".entry talks() { .reg .b64 %rd1; mov.u64 %rd1, 0; call launch, (%rd1); ret; }\n.entry "
        "plain() { ret; }\n";
    rig r;
    CUmodule m;
    CUfunction f;
    set_up(&r);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&m, text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuda_errors()->count, 0);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, m, "talks"), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_PTR_NOT_NULL_FATAL(cuda_errors()->text);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        cuda_errors()->text, "image:5:56: error: function 'launch' is declared, but has no body"));
    CU_ASSERT_EQUAL(cuda_errors()->count, 1);
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, m, "talks"), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuda_errors()->count, 1); // it is said once
    CU_ASSERT_EQUAL(cuModuleGetFunction(&f, m, "walks"), CUDA_ERROR_NOT_FOUND);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&f, m, "plain"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL), CUDA_SUCCESS);
    tear_down(&r);
}

TEST(cuda_kernel_of_a_library_that_is_not_supported_says_why)
{
    static const char text[] = ".version 3.2\n.target sm_35\n.address_size 64\n.entry waits() { "
                               "multimem 3; ret; }\n.entry plain() { ret; }\n";
    rig r;
    CUlibrary library;
    CUkernel kernel;
    CUfunction f = NULL;
    char log[256] = "";
    int value = 0;
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    set_up(&r);
    CU_ASSERT_EQUAL_FATAL(cuLibraryLoadData(&library, text, options, values, 2, NULL, NULL, 0),
                          CUDA_SUCCESS);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(log, "image:4:18: error: instruction is not supported: multimem 3"));
    CU_ASSERT_EQUAL((size_t)values[1], strlen(log));
    CU_ASSERT_EQUAL_FATAL(cuLibraryGetKernel(&kernel, library, "waits"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuKernelGetFunction(&f, kernel), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, (CUfunction)kernel),
                    CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuda_errors()->count, 1);
    CU_ASSERT_EQUAL_FATAL(cuLibraryGetKernel(&kernel, library, "plain"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
                    CUDA_SUCCESS);
    tear_down(&r);
}

// cuMemFree and cuMemFreeHost take null, cuMemFreeAsync, cuMemHostUnregister and everything that
// destroys a handle do not (measured on NVIDIA's driver 590 by others: lupine pull request 858;
// HIP's tests of hipFreeAsync and hipEventDestroy on NVIDIA).
TEST(cuda_null_is_freed_where_cuda_frees_it)
{
    rig r;
    CUmodule none = NULL;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemFree(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFreeHost(NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFreeAsync(0, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemHostUnregister(NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuEventDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuStreamDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuModuleUnload(none), CUDA_ERROR_INVALID_HANDLE);
    CU_ASSERT_EQUAL(cuMemFree(4), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuda_errors()->count, 0);
    tear_down(&r);
    CU_ASSERT_EQUAL(cuMemFree(0), CUDA_ERROR_NOT_INITIALIZED);
}

UNIT_MAIN("cuda", T(cuda_kernel_that_is_not_supported_leaves_the_others),
          T(cuda_kernel_of_a_library_that_is_not_supported_says_why),
          T(cuda_null_is_freed_where_cuda_frees_it), T(cuda_init_without_a_machine_finds_no_device),
          T(cuda_calls_before_init_are_refused), T(cuda_calls_without_a_context_are_refused),
          T(cuda_there_is_one_device), T(cuda_newest_context_is_current_until_destroyed),
          T(cuda_context_flags_and_device_are_checked),
          T(cuda_memory_begins_at_the_heap_base_aligned_in_order), T(cuda_allocations_are_checked),
          T(cuda_copies_stay_inside_an_allocation), T(cuda_copies_and_sets_arrive),
          T(cuda_modules_are_checked), T(cuda_function_ends_with_its_module),
          T(cuda_launch_computes), T(cuda_launch_takes_its_parameters_as_one_block),
          T(cuda_launch_shapes_and_parameters_are_checked),
          T(cuda_launch_with_too_much_dynamic_shared_memory_is_a_wrong_argument),
          T(cuda_fault_in_a_kernel_stays), T(cuda_every_result_has_its_name_and_text))
