// test_cuda_sticky.c : after an error in a kernel every call of the driver API that gives a stream
// work or waits for it returns that error, and does nothing.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_sticky_rig.h"

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUcontext ctx;
    CUfunction nop, faulty;
    CUdeviceptr x, y, freed[2];
    CUarray a, b;
    CUstream s, spare[2];
    CUevent begin, end;
    CUgraphExec exec;
    CUmemoryPool pool;
    char host[BYTES];
    unsigned calls;
} rig;

#define DONE(call) CU_ASSERT_EQUAL_FATAL(call, CUDA_SUCCESS)

static void make_graph(rig *r)
{
    CUgraph g = NULL;
    CUgraphNode node;
    const CUDA_HOST_NODE_PARAMS host = {count, &r->calls};
    DONE(cuGraphCreate(&g, 0));
    DONE(cuGraphAddHostNode(&node, g, NULL, 0, &host));
    DONE(cuGraphInstantiateWithFlags(&r->exec, g, 0));
}

static void set_up(rig *r, unsigned fault)
{
    CUmodule m = NULL;
    const CUDA_ARRAY_DESCRIPTOR as = {ROWS_BYTES, ROWS, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    DONE(cuInit(0));
    DONE(cuCtxCreate(&r->ctx, 0, 0));
    DONE(cuModuleLoadData(&m, faulty_text));
    DONE(cuModuleGetFunction(&r->nop, m, "nop"));
    DONE(cuModuleGetFunction(&r->faulty, m, faults[fault].kernel));
    DONE(cuFuncSetBlockShape(r->nop, 32, 1, 1));
    DONE(cuMemAlloc(&r->x, BYTES));
    DONE(cuMemAlloc(&r->y, BYTES));
    DONE(cuArrayCreate(&r->a, &as));
    DONE(cuArrayCreate(&r->b, &as));
    DONE(cuStreamCreate(&r->s, 0));
    DONE(cuEventCreate(&r->begin, 0));
    DONE(cuEventCreate(&r->end, 0));
    DONE(cuDeviceGetDefaultMemPool(&r->pool, 0));
    for (unsigned i = 0; i < 2; i++) {
        DONE(cuStreamCreate(&r->spare[i], 0));
        DONE(cuMemAllocAsync(&r->freed[i], 64, r->s));
    }
    make_graph(r);
}

static void called_back(CUstream stream, CUresult status, void *data)
{
    (void)stream, (void)status;
    count(data);
}

// In this order: a capture begins and ends.
#define CALLS(X) \
    X(cuLaunchKernel, (r->nop, 1, 1, 1, 32, 1, 1, 0, s, NULL, NULL)) \
    X(cuLaunchKernelEx, (&how, r->nop, NULL, NULL)) \
    X(cuLaunchCooperativeKernel, (r->nop, 1, 1, 1, 32, 1, 1, 0, s, NULL)) \
    X(cuLaunch, (r->nop)) \
    X(cuLaunchGrid, (r->nop, 1, 1)) \
    X(cuLaunchGridAsync, (r->nop, 1, 1, s)) \
    X(cuLaunchHostFunc, (s, count, &r->calls)) \
    X(cuStreamAddCallback, (s, called_back, &r->calls, 0)) \
    X(cuGraphLaunch, (r->exec, s)) \
    X(cuGraphUpload, (r->exec, s)) \
    X(cuMemcpy, (r->x, r->y, BYTES)) \
    X(cuMemcpyHtoD, (r->x, r->host, BYTES)) \
    X(cuMemcpyDtoH, (r->host, r->x, BYTES)) \
    X(cuMemcpyDtoD, (r->x, r->y, BYTES)) \
    X(cuMemcpyPeer, (r->x, r->ctx, r->y, r->ctx, BYTES)) \
    X(cuMemcpyAsync, (r->x, r->y, BYTES, s)) \
    X(cuMemcpyHtoDAsync, (r->x, r->host, BYTES, s)) \
    X(cuMemcpyDtoHAsync, (r->host, r->x, BYTES, s)) \
    X(cuMemcpyDtoDAsync, (r->x, r->y, BYTES, s)) \
    X(cuMemcpyPeerAsync, (r->x, r->ctx, r->y, r->ctx, BYTES, s)) \
    X(cuMemcpy2D, (&plane)) \
    X(cuMemcpy2DUnaligned, (&plane)) \
    X(cuMemcpy2DAsync, (&plane, s)) \
    X(cuMemcpy3D, (&box)) \
    X(cuMemcpy3DAsync, (&box, s)) \
    X(cuMemcpyDtoA, (r->a, 0, r->x, BYTES)) \
    X(cuMemcpyAtoD, (r->x, r->a, 0, BYTES)) \
    X(cuMemcpyHtoA, (r->a, 0, r->host, BYTES)) \
    X(cuMemcpyAtoH, (r->host, r->a, 0, BYTES)) \
    X(cuMemcpyAtoA, (r->a, 0, r->b, 0, BYTES)) \
    X(cuMemcpyHtoAAsync, (r->a, 0, r->host, BYTES, s)) \
    X(cuMemcpyAtoHAsync, (r->host, r->a, 0, BYTES, s)) \
    X(cuMemsetD8, (r->x, 1, BYTES)) \
    X(cuMemsetD16, (r->x, 1, BYTES / 2)) \
    X(cuMemsetD32, (r->x, 1, BYTES / 4)) \
    X(cuMemsetD8Async, (r->x, 1, BYTES, s)) \
    X(cuMemsetD16Async, (r->x, 1, BYTES / 2, s)) \
    X(cuMemsetD32Async, (r->x, 1, BYTES / 4, s)) \
    X(cuMemsetD2D8, (r->x, ROWS_BYTES, 1, 8, ROWS)) \
    X(cuMemsetD2D16, (r->x, ROWS_BYTES, 1, 8, ROWS)) \
    X(cuMemsetD2D32, (r->x, ROWS_BYTES, 1, 8, ROWS)) \
    X(cuMemsetD2D8Async, (r->x, ROWS_BYTES, 1, 8, ROWS, s)) \
    X(cuMemsetD2D16Async, (r->x, ROWS_BYTES, 1, 8, ROWS, s)) \
    X(cuMemsetD2D32Async, (r->x, ROWS_BYTES, 1, 8, ROWS, s)) \
    X(cuMemAllocAsync, (&made, 64, s)) \
    X(cuMemAllocFromPoolAsync, (&made, 64, r->pool, s)) \
    X(cuMemFreeAsync, (r->freed[turn], s)) \
    X(cuEventRecord, (r->begin, s)) \
    X(cuEventRecordWithFlags, (r->end, s, 0)) \
    X(cuEventQuery, (r->end)) \
    X(cuEventSynchronize, (r->end)) \
    X(cuEventElapsedTime, (&ms, r->begin, r->end)) \
    X(cuStreamWaitEvent, (s, r->end, 0)) \
    X(cuStreamQuery, (s)) \
    X(cuStreamSynchronize, (s)) \
    X(cuStreamGetCtx, (s, &ctx)) \
    X(cuStreamGetFlags, (s, &flags)) \
    X(cuStreamGetPriority, (s, &number)) \
    X(cuStreamGetDevice, (s, &number)) \
    X(cuStreamGetId, (s, &id)) \
    X(cuStreamBeginCapture, (s, CU_STREAM_CAPTURE_MODE_RELAXED)) \
    X(cuStreamIsCapturing, (s, &status)) \
    X(cuStreamGetCaptureInfo_v2, (s, &status, NULL, NULL, NULL, NULL)) \
    X(cuStreamEndCapture, (s, &graph)) \
    X(cuStreamDestroy, (r->spare[turn])) \
    X(cuCtxSynchronize, ())

static void call_all(rig *r, unsigned turn, CUresult want, called *c)
{
    const CUstream s = r->s;
    const CUlaunchConfig how = {1, 1, 1, 32, 1, 1, 0, s, NULL, 0};
    const CUDA_MEMCPY2D plane = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                 .srcDevice = r->x,
                                 .dstMemoryType = CU_MEMORYTYPE_HOST,
                                 .dstHost = r->host,
                                 .WidthInBytes = 8,
                                 .Height = ROWS};
    const CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                               .srcDevice = r->x,
                               .dstMemoryType = CU_MEMORYTYPE_HOST,
                               .dstHost = r->host,
                               .WidthInBytes = 8,
                               .Height = ROWS,
                               .Depth = 1};
    CUdeviceptr made = 0;
    CUcontext ctx;
    CUgraph graph;
    CUstreamCaptureStatus status;
    float ms;
    int number;
    unsigned flags;
    unsigned long long id;
    *c = (called){0};
#define CALL(name, arguments) expect(c, #name, (int)name arguments, (int)want);
    CALLS(CALL)
}

TEST(cuda_error_in_a_kernel_is_that_of_all_work_after_it)
{
    for (unsigned i = 0; i < FAULTS; i++) {
        rig r;
        called c;
        set_up(&r, i);
        call_all(&r, 0, CUDA_SUCCESS, &c);
        CU_ASSERT(c.wrong == 0 && r.calls == 3);
        CU_ASSERT_EQUAL(cuLaunchKernel(r.faulty, 1, 1, 1, 1, 1, 1, 0, r.s, NULL, NULL),
                        faults[i].error);
        memset(r.host, 77, sizeof r.host);
        call_all(&r, 1, faults[i].error, &c);
        CU_ASSERT(c.wrong == 0 && r.calls == 3); // functions of the host were not called
        for (unsigned k = 0; k < BYTES; k++) c.wrong += r.host[k] != 77;
        CU_ASSERT_EQUAL(c.wrong, 0);
        detach_device(r.g, &r.e);
    }
}

TEST(cuda_table_of_work_is_all_that_the_headers_declare)
{
    static const char *const headers[] = {"cuda.h", "cuda_arrays.h", "cuda_graphs.h",
                                          "cuda_pools.h"};
    rig r;
    called c;
    set_up(&r, 0);
    call_all(&r, 0, CUDA_SUCCESS, &c);
    for (unsigned i = 0; i < 4; i++) {
        char *path = wl_format("refmodel/cuda/%s", headers[i]);
        no_other_than(&c, path, "CUresult ");
        free(path);
    }
    CU_ASSERT_EQUAL(c.wrong, 0);
    detach_device(r.g, &r.e);
}

UNIT_MAIN("cuda_sticky", T(cuda_error_in_a_kernel_is_that_of_all_work_after_it),
          T(cuda_table_of_work_is_all_that_the_headers_declare))
