// test_cudart_sticky.c : after an error in a kernel every call of the runtime API that gives a
// stream work or waits for it returns that error, and does nothing. The launch itself has
// succeeded.
//
// links: cudart cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart_rig.h"

#include "cuda_sticky_rig.h"

typedef struct rig {
    config c;
    gpu *g;
    err e;
    void **binary;
    cudaKernel_t handle; // of the kernel that does nothing
    char *x, *y, host[BYTES];
    void *freed[2];
    cudaArray_t a, b;
    cudaStream_t s, spare[2];
    cudaEvent_t begin, end;
    cudaGraphExec_t exec, faulty;
    cudaMemPool_t pool;
    unsigned calls;
} rig;

static char nop, faulty, word; // their addresses stand for kernels and a variable

#define DONE(call) CU_ASSERT_EQUAL_FATAL(call, cudaSuccess)

static void register_code(rig *r, const char *kernel)
{
    r->binary = __cudaRegisterFatBinary((void *)(uintptr_t)faulty_text);
    __cudaRegisterFunction(r->binary, &nop, "nop", "nop", -1, NULL, NULL, NULL, NULL, NULL);
    char *name = wl_strdup(kernel);
    __cudaRegisterFunction(r->binary, &faulty, name, name, -1, NULL, NULL, NULL, NULL, NULL);
    free(name);
    __cudaRegisterVar(r->binary, &word, "word", "word", 0, 4, 0, 0);
    DONE(cudaGetKernel(&r->handle, &nop));
}

static cudaGraphExec_t graph_of(const cudaKernelNodeParams *kernel, const cudaHostNodeParams *host)
{
    cudaGraph_t g = NULL;
    cudaGraphNode_t node;
    cudaGraphExec_t exec = NULL;
    DONE(cudaGraphCreate(&g, 0));
    if (kernel) DONE(cudaGraphAddKernelNode(&node, g, NULL, 0, kernel));
    if (host) DONE(cudaGraphAddHostNode(&node, g, NULL, 0, host));
    DONE(cudaGraphInstantiateWithFlags(&exec, g, 0));
    return exec;
}

static void set_up(rig *r, unsigned fault)
{
    const cudaChannelFormatDesc byte =
        cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    *r = (rig){0};
    attach_runtime(&r->c, &r->g, &r->e);
    register_code(r, faults[fault].kernel);
    const cudaKernelNodeParams k = {.func = &faulty, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}};
    const cudaHostNodeParams h = {count, &r->calls};
    r->exec = graph_of(NULL, &h);
    r->faulty = graph_of(&k, NULL);
    DONE(cudaMalloc((void **)&r->x, BYTES));
    DONE(cudaMalloc((void **)&r->y, BYTES));
    DONE(cudaMallocArray(&r->a, &byte, ROWS_BYTES, ROWS, 0));
    DONE(cudaMallocArray(&r->b, &byte, ROWS_BYTES, ROWS, 0));
    DONE(cudaStreamCreate(&r->s));
    DONE(cudaEventCreate(&r->begin));
    DONE(cudaEventCreate(&r->end));
    DONE(cudaDeviceGetDefaultMemPool(&r->pool, 0));
    for (unsigned i = 0; i < 2; i++) {
        DONE(cudaStreamCreate(&r->spare[i]));
        DONE(cudaMallocAsync(&r->freed[i], 64, r->s));
    }
}

static void tear_down(rig *r)
{
    __cudaUnregisterFatBinary(r->binary);
    detach_runtime(r->g, &r->e);
}

static void called_back(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream, (void)status;
    count(data);
}

// In this order: captures begin and end.
#define CALLS(X) \
    X(cudaLaunchKernel, (&nop, one, one, NULL, 0, s)) \
    X(__cudaLaunchKernel, (r->handle, one, one, NULL, 0, s)) \
    X(cudaLaunchKernelExC, (&how, &nop, NULL)) \
    X(cudaLaunchCooperativeKernel, (&nop, one, one, NULL, 0, s)) \
    X(cudaLaunchHostFunc, (s, count, &r->calls)) \
    X(cudaStreamAddCallback, (s, called_back, &r->calls, 0)) \
    X(cudaGraphLaunch, (r->exec, s)) \
    X(cudaGraphUpload, (r->exec, s)) \
    X(cudaMemcpy, (r->host, r->x, BYTES, any)) \
    X(cudaMemcpyAsync, (r->host, r->x, BYTES, any, s)) \
    X(cudaMemcpy2D, (r->host, 8, r->x, 8, 8, ROWS, any)) \
    X(cudaMemcpy2DAsync, (r->host, 8, r->x, 8, 8, ROWS, any, s)) \
    X(cudaMemcpy3D, (&box)) \
    X(cudaMemcpy3DAsync, (&box, s)) \
    X(cudaMemcpyPeer, (r->x, 0, r->y, 0, BYTES)) \
    X(cudaMemcpyPeerAsync, (r->x, 0, r->y, 0, BYTES, s)) \
    X(cudaMemcpyToSymbol, (&word, r->host, 4, 0, cudaMemcpyHostToDevice)) \
    X(cudaMemcpyToSymbolAsync, (&word, r->host, 4, 0, cudaMemcpyHostToDevice, s)) \
    X(cudaMemcpyFromSymbol, (r->host, &word, 4, 0, cudaMemcpyDeviceToHost)) \
    X(cudaMemcpyFromSymbolAsync, (r->host, &word, 4, 0, cudaMemcpyDeviceToHost, s)) \
    X(cudaMemset, (r->x, 1, BYTES)) \
    X(cudaMemsetAsync, (r->x, 1, BYTES, s)) \
    X(cudaMemset2D, (r->x, 8, 1, 8, ROWS)) \
    X(cudaMemset2DAsync, (r->x, 8, 1, 8, ROWS, s)) \
    X(cudaMemset3D, (rows, 1, (cudaExtent){8, ROWS, 1})) \
    X(cudaMemset3DAsync, (rows, 1, (cudaExtent){8, ROWS, 1}, s)) \
    X(cudaMemcpy2DToArray, (r->a, 0, 0, r->host, 8, 8, ROWS, any)) \
    X(cudaMemcpy2DToArrayAsync, (r->a, 0, 0, r->host, 8, 8, ROWS, any, s)) \
    X(cudaMemcpy2DFromArray, (r->host, 8, r->a, 0, 0, 8, ROWS, any)) \
    X(cudaMemcpy2DFromArrayAsync, (r->host, 8, r->a, 0, 0, 8, ROWS, any, s)) \
    X(cudaMemcpy2DArrayToArray, (r->b, 0, 0, r->a, 0, 0, 8, ROWS, any)) \
    X(cudaMemcpyToArray, (r->a, 0, 0, r->host, BYTES, any)) \
    X(cudaMemcpyToArrayAsync, (r->a, 0, 0, r->host, BYTES, any, s)) \
    X(cudaMemcpyFromArray, (r->host, r->a, 0, 0, BYTES, any)) \
    X(cudaMemcpyFromArrayAsync, (r->host, r->a, 0, 0, BYTES, any, s)) \
    /* of nothing, too */ \
    X(cudaMemcpy, (r->host, r->x, 0, any)) \
    X(cudaMemcpy2DAsync, (r->host, 8, r->x, 8, 8, 0, any, s)) \
    X(cudaMemsetAsync, (r->x, 1, 0, s)) \
    X(cudaMemset2DAsync, (r->x, 8, 1, 0, ROWS, s)) \
    X(cudaMemset3DAsync, (rows, 1, (cudaExtent){8, ROWS, 0}, s)) \
    X(cudaMallocAsync, (&made, 64, s)) \
    X(cudaMallocFromPoolAsync, (&made, 64, r->pool, s)) \
    X(cudaFreeAsync, (r->freed[turn], s)) \
    X(cudaEventRecord, (r->begin, s)) \
    X(cudaEventRecordWithFlags, (r->end, s, 0)) \
    X(cudaEventQuery, (r->end)) \
    X(cudaEventSynchronize, (r->end)) \
    X(cudaEventElapsedTime, (&ms, r->begin, r->end)) \
    X(cudaStreamWaitEvent, (s, r->end, 0)) \
    X(cudaStreamQuery, (s)) \
    X(cudaStreamSynchronize, (s)) \
    X(cudaStreamAttachMemAsync, (s, r->x, 0, 0)) \
    X(cudaStreamGetFlags, (s, &flags)) \
    X(cudaStreamGetPriority, (s, &number)) \
    X(cudaStreamGetDevice, (s, &number)) \
    X(cudaStreamGetId, (s, &id)) \
    X(cudaStreamBeginCapture, (s, CU_STREAM_CAPTURE_MODE_RELAXED)) \
    X(cudaStreamIsCapturing, (s, &number)) \
    X(cudaStreamGetCaptureInfo, (s, &number, NULL, NULL, NULL, NULL, NULL)) \
    X(cudaStreamGetCaptureInfo_v2, (s, &number, NULL, NULL, NULL, NULL)) \
    X(cudaStreamGetCaptureInfo_v3, (s, &number, NULL, NULL, NULL, NULL, NULL)) \
    X(cudaStreamEndCapture, (s, &graph)) \
    X(cudaStreamDestroy, (r->spare[turn])) \
    X(cudaThreadSynchronize, ()) \
    X(cudaDeviceSynchronize, ())

static void call_all(rig *r, unsigned turn, cudaError_t want, called *c)
{
    const cudaStream_t s = r->s;
    const dim3 one = {1, 1, 1};
    const cudaMemcpyKind any = cudaMemcpyDefault;
    const cudaLaunchConfig_t how = {one, one, 0, s, NULL, 0};
    const cudaPitchedPtr rows = {r->x, 8, 8, ROWS};
    const cudaMemcpy3DParms box = {
        .srcPtr = rows, .dstPtr = {r->host, 8, 8, ROWS}, .extent = {8, ROWS, 1}, .kind = any};
    void *made;
    cudaGraph_t graph;
    float ms;
    int number;
    unsigned flags;
    unsigned long long id;
    *c = (called){0};
#define CALL(name, arguments) expect(c, #name, (int)name arguments, (int)want);
    CALLS(CALL)
}

static cudaError_t launch_faulty(void)
{
    const dim3 one = {1, 1, 1};
    return cudaLaunchKernel(&faulty, one, one, NULL, 0, NULL);
}

TEST(cudart_error_in_a_kernel_is_that_of_all_work_after_it)
{
    for (unsigned i = 0; i < 2 * FAULTS; i++) {
        rig r;
        called c;
        const cudaError_t want = (cudaError_t)faults[i / 2].error;
        set_up(&r, i / 2);
        call_all(&r, 0, cudaSuccess, &c);
        CU_ASSERT(c.wrong == 0 && r.calls == 3);
        CU_ASSERT_EQUAL(i % 2 ? cudaGraphLaunch(r.faulty, r.s) : launch_faulty(), cudaSuccess);
        memset(r.host, 77, sizeof r.host);
        call_all(&r, 1, want, &c);
        CU_ASSERT(c.wrong == 0 && r.calls == 3); // functions of the host were not called
        for (unsigned k = 0; k < BYTES; k++) c.wrong += r.host[k] != 77;
        CU_ASSERT_EQUAL(c.wrong, 0);
        CU_ASSERT_EQUAL(cudaGraphLaunch(r.faulty, r.s), want);
        CU_ASSERT_EQUAL(launch_faulty(), want);
        tear_down(&r);
    }
}

// Another error is forgotten when it has been asked for; this one is not, once a call returned it.
TEST(cudart_last_error_stays_with_the_device)
{
    rig r;
    void *p;
    set_up(&r, 1);
    CU_ASSERT_EQUAL(cudaMalloc(&p, (size_t)1 << 60), cudaErrorMemoryAllocation);
    CU_ASSERT_EQUAL(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaErrorMemoryAllocation);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaSuccess);
    CU_ASSERT_EQUAL(launch_faulty(), cudaSuccess);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaSuccess);
    CU_ASSERT_EQUAL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    for (unsigned i = 0; i < 3; i++) CU_ASSERT_EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    CU_ASSERT_EQUAL(cudaMalloc(&p, 4), cudaErrorIllegalAddress);
    tear_down(&r);
    set_up(&r, 0);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaSuccess);
    tear_down(&r);
}

// docs/tutorials/cuda-program.md: by the launch, cudaGetLastError and a message alone.
TEST(cudart_refused_launch_is_no_error_of_later_calls)
{
    const dim3 one = {1, 1, 1}, many = {2048, 1, 1};
    rig r;
    set_up(&r, 0);
    CU_ASSERT_EQUAL(cudaLaunchKernel(&nop, one, many, NULL, 0, NULL),
                    cudaErrorInvalidConfiguration);
    CU_ASSERT_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemcpy(r.host, r.x, BYTES, cudaMemcpyDefault), cudaSuccess);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaErrorInvalidConfiguration);
    CU_ASSERT_EQUAL(cudaGetLastError(), cudaSuccess);
    CU_ASSERT_PTR_NOT_NULL_FATAL(r.e.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.e.text, "block[0] = 2048"));
    tear_down(&r);
}

TEST(cudart_table_of_work_is_all_that_the_headers_declare)
{
    static const char *const headers[] = {"cudart.h", "cudart_graphs.h", "cudart_pools.h"};
    rig r;
    called c;
    set_up(&r, 0);
    call_all(&r, 0, cudaSuccess, &c);
    for (unsigned i = 0; i < 3; i++) {
        char *path = wl_format("refmodel/cudart/%s", headers[i]);
        no_other_than(&c, path, "cudaError_t ");
        free(path);
    }
    CU_ASSERT_EQUAL(c.wrong, 0);
    tear_down(&r);
}

UNIT_MAIN("cudart_sticky", T(cudart_error_in_a_kernel_is_that_of_all_work_after_it),
          T(cudart_last_error_stays_with_the_device),
          T(cudart_refused_launch_is_no_error_of_later_calls),
          T(cudart_table_of_work_is_all_that_the_headers_declare))
