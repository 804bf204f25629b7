// test_cuda_threads.c : the CUDA driver API called by several host threads.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda.h"
#include "unit.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

// out[i] = in[i] * factor + i
static const char ptx_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".visible .entry scale(.param .u64 out, .param .u64 in, .param .u32 factor)\n{\n"
    "\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<6>;\n"
    "\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ntid.x;\n\tmov.u32 %r3, %tid.x;\n\tmad.lo.s32 %r4, "
    "%r1, %r2, %r3;\n"
    "\tld.param.u64 %rd1, [out];\n\tld.param.u64 %rd2, [in];\n\tld.param.u32 %r5, "
    "[factor];\n\tmul.wide.u32 %rd3, %r4, 4;\n"
    "\tadd.s64 %rd4, %rd2, %rd3;\n\tld.global.u32 %r6, [%rd4];\n\tmad.lo.s32 %r7, %r6, %r5, %r4;\n"
    "\tadd.s64 %rd5, %rd1, %rd3;\n\tst.global.u32 [%rd5], %r7;\n\tret;\n}\n";

enum { N = 256, ROUNDS = 20, THREADS = 3 };

static CUcontext context;
static CUfunction scale;

// The process's device, which stays from the first test on.
static void begin(void)
{
    CUmodule m;
    CUcontext old;
    CU_ASSERT_EQUAL_FATAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&context, 0, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleLoadData(&m, ptx_text), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuModuleGetFunction(&scale, m, "scale"), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuCtxGetCurrent(&old), CUDA_SUCCESS);
    CU_ASSERT_PTR_EQUAL(old, context);
}

static void in_a_thread(void *(*run)(void *), void *arg)
{
    pthread_t t;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&t, NULL, run, arg), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_join(t, NULL), 0);
}

// One round: memory of its own, a copy to it, a launch, a copy back, compared with C. NULL: all was
// right.
static const char *round_of(uint32_t factor)
{
    CUdeviceptr in = 0, out = 0;
    uint32_t there[N], back[N];
    for (uint32_t i = 0; i < N; i++) there[i] = i * factor + 3;
    if (cuMemAlloc(&in, sizeof there) != CUDA_SUCCESS ||
        cuMemAlloc(&out, sizeof there) != CUDA_SUCCESS)
        return "allocation";
    if (cuMemcpyHtoD(in, there, sizeof there) != CUDA_SUCCESS) return "copy to the device";
    if (cuLaunchKernel(scale, N / 64, 1, 1, 64, 1, 1, 0, NULL, (void *[]){&out, &in, &factor},
                       NULL) != CUDA_SUCCESS)
        return "launch";
    if (cuMemcpyDtoH(back, out, sizeof back) != CUDA_SUCCESS) return "copy from the device";
    for (uint32_t i = 0; i < N; i++) {
        if (back[i] != there[i] * factor + i) return "result";
    }
    return cuMemFree(in) == CUDA_SUCCESS && cuMemFree(out) == CUDA_SUCCESS ? NULL : "release";
}

typedef struct worker {
    pthread_t thread;
    uint32_t number;
    const char *wrong;
} worker;

static void *work(void *arg)
{
    worker *w = arg;
    if (cuCtxSetCurrent(context) != CUDA_SUCCESS) w->wrong = "context";
    for (uint32_t i = 0; !w->wrong && i < ROUNDS; i++) w->wrong = round_of(w->number * ROUNDS + i);
    return NULL;
}

TEST(threads_launch_and_copy_beside_each_other)
{
    worker w[THREADS];
    begin();
    for (uint32_t i = 0; i < THREADS; i++) {
        w[i] = (worker){.number = i};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    CU_ASSERT_PTR_NULL(round_of(99)); // this thread too
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(w[i].thread, NULL);
        CU_ASSERT_PTR_NULL(w[i].wrong);
    }
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_SUCCESS);
}

static void *without_context(void *arg)
{
    CUcontext ctx = context;
    CUdeviceptr d;
    bool *good = arg;
    *good = cuCtxGetCurrent(&ctx) == CUDA_SUCCESS && !ctx; // no cuInit of its own is needed
    *good &= cuMemAlloc(&d, 4) == CUDA_ERROR_INVALID_CONTEXT &&
             cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT;
    *good &= cuCtxPopCurrent(&ctx) == CUDA_ERROR_INVALID_CONTEXT;
    *good &= cuCtxSetCurrent(context) == CUDA_SUCCESS && cuMemAlloc(&d, 4) == CUDA_SUCCESS &&
             cuMemFree(d) == CUDA_SUCCESS;
    *good &= cuInit(0) == CUDA_SUCCESS && cuCtxPopCurrent(&ctx) == CUDA_SUCCESS && ctx == context;
    return NULL;
}

TEST(each_thread_has_its_own_current_context)
{
    bool good = false;
    CUcontext ctx = NULL;
    begin();
    in_a_thread(without_context, &good);
    CU_ASSERT_TRUE(good);
    CU_ASSERT_EQUAL(cuCtxGetCurrent(&ctx), CUDA_SUCCESS);
    CU_ASSERT_PTR_EQUAL(ctx, context);
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_SUCCESS);
}

static void *destroy(void *ctx)
{
    cuCtxDestroy(ctx);
    return NULL;
}

TEST(context_that_another_thread_destroyed_is_named)
{
    CUcontext ctx = NULL;
    CUdeviceptr d;
    begin();
    in_a_thread(destroy, context);
    CU_ASSERT_EQUAL(cuMemAlloc(&d, 4), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CU_ASSERT_EQUAL(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CU_ASSERT_EQUAL(cuCtxSetCurrent(context), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_ERROR_INVALID_CONTEXT);
    CU_ASSERT_EQUAL(cuCtxPopCurrent(&ctx), CUDA_SUCCESS);
    CU_ASSERT_PTR_EQUAL(ctx, context);
    CU_ASSERT_EQUAL(cuMemAlloc(&d, 4), CUDA_ERROR_INVALID_CONTEXT);
}

static size_t calls_back(int block_size)
{
    size_t free_bytes, total;
    return block_size > 0 && cuMemGetInfo(&free_bytes, &total) == CUDA_SUCCESS ? 0 : 1u << 20;
}

TEST(a_function_that_a_call_calls_may_call)
{
    int grid = 0, block = 0;
    begin();
    CU_ASSERT_EQUAL(cuOccupancyMaxPotentialBlockSize(&grid, &block, scale, calls_back, 0, 0),
                    CUDA_SUCCESS);
    CU_ASSERT(block >= 32);
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_SUCCESS);
}

static void *calls_and_posts(void *answered)
{
    CUcontext none;
    cuCtxGetCurrent(&none);
    sem_post(answered);
    return NULL;
}

static void waits_for_a_thread(void *answer_came)
{
    sem_t answered;
    pthread_t t;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    sem_init(&answered, 0, 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&t, NULL, calls_and_posts, &answered), 0);
    *(bool *)answer_came = sem_timedwait(&answered, &until) == 0;
    CU_ASSERT_TRUE_FATAL(*(bool *)answer_came);
    CU_ASSERT_EQUAL(pthread_join(t, NULL), 0);
    sem_destroy(&answered);
}

TEST(a_host_function_may_wait_for_a_thread_that_calls)
{
    bool came = false;
    begin();
    CU_ASSERT_EQUAL(cuLaunchHostFunc(NULL, waits_for_a_thread, &came), CUDA_SUCCESS);
    CU_ASSERT_TRUE(came);
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_SUCCESS);
}

typedef struct ending {
    CUstream stream;
    CUgraph graph;
    CUresult result;
} ending;

static void *end_capture(void *arg)
{
    ending *e = arg;
    if (cuCtxSetCurrent(context) == CUDA_SUCCESS)
        e->result = cuStreamEndCapture(e->stream, &e->graph);
    return NULL;
}

// A capture is ended by the thread that began it, unless it is relaxed; one that another thread
// tried to end goes on.
TEST(captures_end_in_the_thread_that_began_them)
{
    begin();
    for (unsigned mode = 0; mode <= CU_STREAM_CAPTURE_MODE_RELAXED; mode++) {
        ending e = {.result = CUDA_ERROR_UNKNOWN};
        const bool any = mode == CU_STREAM_CAPTURE_MODE_RELAXED;
        CU_ASSERT_EQUAL(cuStreamCreate(&e.stream, 0), CUDA_SUCCESS);
        CU_ASSERT_EQUAL(cuStreamBeginCapture(e.stream, (CUstreamCaptureMode)mode), CUDA_SUCCESS);
        in_a_thread(end_capture, &e);
        CU_ASSERT_EQUAL(e.result, any ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
        CU_ASSERT_EQUAL(cuStreamEndCapture(e.stream, &e.graph),
                        any ? CUDA_ERROR_ILLEGAL_STATE : CUDA_SUCCESS);
    }
    CU_ASSERT_EQUAL(cuCtxDestroy(context), CUDA_SUCCESS);
}

UNIT_MAIN("cuda_threads", T(threads_launch_and_copy_beside_each_other),
          T(each_thread_has_its_own_current_context),
          T(context_that_another_thread_destroyed_is_named),
          T(a_function_that_a_call_calls_may_call),
          T(a_host_function_may_wait_for_a_thread_that_calls),
          T(captures_end_in_the_thread_that_began_them))
