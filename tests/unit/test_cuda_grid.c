// test_cuda_grid.c: cooperative launches: all blocks of a grid meet, as cooperative_groups'
// grid.sync() has them do; what does not fit is refused.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdlib.h>
#include <string.h>

// Block b waits b * 50 rounds, writes b + 1 to x[b], meets the others, adds up all of x, meets them
// again, and writes the sum where its number was. The meeting is the one that nvcc 13 makes of
// grid.sync(): the workspace's second word counts blocks, and block 0 flips its top bit.
#define MEET(label) \
    "barrier.sync 0;\n@%notfirst bra W" label ";\n" \
    "mov.u32 %r3, 1;\n@%zero sub.u32 %r3, 0x80000001, %n;\n" \
    "atom.add.release.gpu.u32 %r4, [%place+4], %r3;\n" \
    "L" label ": ld.acquire.gpu.u32 %r5, [%place+4];\nxor.b32 %r6, %r5, %r4;\n" \
    "setp.gt.s32 %more, %r6, -1;\n@%more bra L" label ";\nW" label ": barrier.sync 0;\n"

static const char ptx_text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry meet(.param .u64 x)\n{\n"
    ".reg .pred %notfirst, %zero, %more;\n.reg .b32 %n, %b, %r<9>;\n.reg .b64 %x, %at, %place, "
    "%high;\n"
    "mov.u32 %r1, %envreg2;\ncvt.u64.u32 %place, %r1;\nmov.u32 %r1, %envreg1;\n"
    "cvt.u64.u32 %high, %r1;\nbfi.b64 %place, %high, %place, 32, 32;\n"
    "setp.ne.s64 %more, %place, 0;\n@!%more trap;\n"
    "ld.param.u64 %x, [x];\nmov.u32 %n, %nctaid.x;\nmov.u32 %b, %ctaid.x;\n"
    "setp.eq.u32 %zero, %b, 0;\nmov.u32 %r1, %tid.x;\nsetp.ne.u32 %notfirst, %r1, 0;\n"
    "mul.lo.u32 %r2, %b, 50;\n"
    "D: setp.eq.u32 %more, %r2, 0;\n@%more bra E;\nsub.u32 %r2, %r2, 1;\nbra D;\nE:\n"
    "mad.wide.u32 %at, %b, 4, %x;\nadd.u32 %r2, %b, 1;\nst.global.u32 [%at], %r2;\n" MEET(
        "1") "mov.u32 %r7, 0;\nmov.u32 %r2, 0;\n"
             "S: mad.wide.u32 %high, %r2, 4, %x;\nld.global.u32 %r8, [%high];\nadd.u32 %r7, %r7, "
             "%r8;\n"
             "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %more, %r2, %n;\n@%more bra S;\n" MEET(
                 "2") "st.global.u32 [%at], %r7;\nret;\n}\n";

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUfunction meet;
    CUdeviceptr x;
    unsigned most; // blocks of 64 threads that the machine holds
} rig;

static void set_up(rig *r)
{
    CUcontext ctx = NULL;
    CUmodule module = NULL;
    int each = 0;
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 3);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&module, ptx_text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&r->meet, module, "meet"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->x, 1024), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, r->meet, 64, 0),
                    CUDA_SUCCESS);
    r->most = 3 * (unsigned)each;
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

static CUresult launch(rig *r, unsigned blocks)
{
    void *args[] = {&r->x};
    return cuLaunchCooperativeKernel(r->meet, blocks, 1, 1, 64, 1, 1, 0, NULL, args);
}

static void all_met(rig *r, unsigned blocks)
{
    unsigned x[256] = {0}, wrong = 0;
    CU_ASSERT_EQUAL(cuMemcpyDtoH(x, r->x, sizeof x), CUDA_SUCCESS);
    for (unsigned i = 0; i < blocks; i++) wrong += x[i] != blocks * (blocks + 1) / 2;
    CU_ASSERT_EQUAL(wrong, 0);
}

// Twice, and with another number of blocks: a launch finds the workspace as if it were new.
TEST(cuda_grid_meets)
{
    rig r;
    set_up(&r);
    CU_ASSERT_FATAL(r.most >= 6 && r.most <= 256);
    const unsigned blocks[] = {r.most, 5, r.most, 1};
    for (unsigned i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(launch(&r, blocks[i]), CUDA_SUCCESS);
        all_met(&r, blocks[i]);
    }
    tear_down(&r);
}

TEST(cuda_grid_meets_by_launch_attribute)
{
    rig r;
    set_up(&r);
    void *args[] = {&r.x};
    CUlaunchAttribute how[2] = {
        {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value = {.cooperative = 1}},
        {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, .value = {.clusterDim = {1, 1, 1}}}};
    CUlaunchConfig c = {.gridDimX = 7,
                        .gridDimY = 1,
                        .gridDimZ = 1,
                        .blockDimX = 64,
                        .blockDimY = 1,
                        .blockDimZ = 1,
                        .attrs = how,
                        .numAttrs = 2};
    CU_ASSERT_EQUAL(cuLaunchKernelEx(&c, r.meet, args, NULL), CUDA_SUCCESS);
    all_met(&r, 7);
    how[1].value.clusterDim.y = 2;
    CU_ASSERT_EQUAL(cuLaunchKernelEx(&c, r.meet, args, NULL), CUDA_ERROR_NOT_SUPPORTED);
    c.attrs = NULL;
    CU_ASSERT_EQUAL(cuLaunchKernelEx(&c, r.meet, args, NULL), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_grid_that_does_not_fit_is_refused)
{
    rig r;
    set_up(&r);
    CU_ASSERT_EQUAL(launch(&r, r.most + 1), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    char *says = wl_format("%u blocks of 64 threads: at most %u fit on the "
                           "machine together (3 SMs, %u on each)",
                           r.most + 1, r.most, r.most / 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, says));
    free(says);
    void *args[] = {&r.x};
    CU_ASSERT_EQUAL(
        cuLaunchCooperativeKernel(r.meet, 1, 1, 1, 64, 1, 1, r.c.sm.shared_bytes + 1, NULL, args),
        CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(launch(&r, r.most), CUDA_SUCCESS);
    tear_down(&r);
}

// cooperative_groups has a kernel trap that was not launched as a cooperative one.
TEST(cuda_grid_of_an_ordinary_launch_has_no_place_to_meet)
{
    rig r;
    set_up(&r);
    void *args[] = {&r.x};
    CU_ASSERT_EQUAL(cuLaunchKernel(r.meet, 2, 1, 1, 64, 1, 1, 0, NULL, args, NULL),
                    CUDA_ERROR_LAUNCH_FAILED);
    tear_down(&r);
}

UNIT_MAIN("cuda_grid", T(cuda_grid_meets), T(cuda_grid_meets_by_launch_attribute),
          T(cuda_grid_that_does_not_fit_is_refused),
          T(cuda_grid_of_an_ordinary_launch_has_no_place_to_meet))
