// test_cudart_ends.c : the ends of the runtime's copies are what their kind says, or the copy is
// refused and nothing is read or written; and what is asked of managed memory is refused for any
// other.
//
// links: cudart cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart_rig.h"

enum { BYTES = 16 };

static char word; // its address stands for a variable
static const char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                           ".visible .global .align 16 .b8 word[16];\n"
                           ".visible .entry nop() { ret; }\n";

typedef struct ends {
    config c;
    gpu *g;
    err e;
    void **binary;
    char *device, *managed, *pinned, *nowhere, host[BYTES];
    cudaArray_t array;
} ends;

#define DONE(call) CU_ASSERT_EQUAL_FATAL(call, cudaSuccess)

static void set_up(ends *x)
{
    const cudaChannelFormatDesc byte =
        cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    *x = (ends){.nowhere = (char *)(uintptr_t)0x1234};
    attach_runtime(&x->c, &x->g, &x->e);
    x->binary = __cudaRegisterFatBinary((void *)(uintptr_t)text);
    __cudaRegisterVar(x->binary, &word, "word", "word", 0, BYTES, 0, 0);
    DONE(cudaMalloc((void **)&x->device, BYTES));
    DONE(cudaMallocManaged((void **)&x->managed, BYTES, 1));
    DONE(cudaMallocHost((void **)&x->pinned, BYTES));
    DONE(cudaMallocArray(&x->array, &byte, BYTES, 1, 0));
}

static void tear_down(ends *x)
{
    cudaFreeArray(x->array);
    cudaFreeHost(x->pinned);
    cudaFree(x->managed);
    cudaFree(x->device);
    __cudaUnregisterFatBinary(x->binary);
    detach_runtime(x->g, &x->e);
}

// Every copy that has two pointers.
enum { COPIES = 5 };
static cudaError_t copy(unsigned which, void *to, const void *from, size_t bytes, cudaMemcpyKind k)
{
    const cudaMemcpy3DParms box = {.srcPtr = {(void *)(uintptr_t)from, BYTES, BYTES, 1},
                                   .dstPtr = {to, BYTES, BYTES, 1},
                                   .extent = {bytes, 1, 1},
                                   .kind = k};
    switch (which) {
    case 0: return cudaMemcpy(to, from, bytes, k);
    case 1: return cudaMemcpyAsync(to, from, bytes, k, NULL);
    case 2: return cudaMemcpy2D(to, BYTES, from, BYTES, bytes, 1, k);
    case 3: return cudaMemcpy2DAsync(to, BYTES, from, BYTES, bytes, 1, k, NULL);
    default: return cudaMemcpy3D(&box);
    }
}

TEST(an_end_that_is_not_the_devices_is_refused)
{
    ends x;
    set_up(&x);
    char other[BYTES] = {1};
    for (unsigned i = 0; i < COPIES; i++) {
        for (unsigned wild = 0; wild < 2; wild++) {
            char *no = wild ? x.nowhere : other;
            CU_ASSERT_EQUAL(copy(i, no, x.host, BYTES, cudaMemcpyHostToDevice),
                            cudaErrorInvalidValue);
            CU_ASSERT_EQUAL(copy(i, x.host, no, BYTES, cudaMemcpyDeviceToHost),
                            cudaErrorInvalidValue);
            CU_ASSERT_EQUAL(copy(i, no, x.device, BYTES, cudaMemcpyDeviceToDevice),
                            cudaErrorInvalidValue);
            CU_ASSERT_EQUAL(copy(i, x.device, no, BYTES, cudaMemcpyDeviceToDevice),
                            cudaErrorInvalidValue);
        }
        CU_ASSERT_EQUAL(copy(i, x.nowhere, x.nowhere, 0, cudaMemcpyDeviceToDevice), cudaSuccess);
        CU_ASSERT_EQUAL(copy(i, x.host, x.host, BYTES, (cudaMemcpyKind)5),
                        cudaErrorInvalidMemcpyDirection);
    }
    CU_ASSERT_EQUAL(other[0], 1);
    tear_down(&x);
}

TEST(copies_with_one_pointer_look_at_it_too)
{
    ends x;
    set_up(&x);
    const cudaMemcpyKind k = cudaMemcpyDeviceToDevice;
    CU_ASSERT_EQUAL(cudaMemcpyToSymbol(&word, x.nowhere, BYTES, 0, k), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMemcpyFromSymbol(x.nowhere, &word, BYTES, 0, k), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMemcpy2DToArray(x.array, 0, 0, x.nowhere, BYTES, BYTES, 1, k),
                    cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMemcpy2DFromArray(x.nowhere, BYTES, x.array, 0, 0, BYTES, 1, k),
                    cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMemcpyToSymbol(&word, x.device, BYTES, 0, k), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemcpyFromSymbol(x.device, &word, BYTES, 0, k), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemcpy2DToArray(x.array, 0, 0, x.device, BYTES, BYTES, 1, k), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemcpy2DFromArray(x.device, BYTES, x.array, 0, 0, BYTES, 1, k),
                    cudaSuccess);
    tear_down(&x);
}

// Managed memory, pinned memory and variables are the device's as well.
TEST(what_the_device_reaches_is_good_on_either_end)
{
    ends x;
    set_up(&x);
    void *variable = NULL;
    DONE(cudaGetSymbolAddress(&variable, &word));
    char *const good[] = {x.device, x.managed, x.pinned, variable};
    for (unsigned i = 0; i < COPIES; i++) {
        for (unsigned n = 0; n < 4; n++) {
            CU_ASSERT_EQUAL(copy(i, good[n], x.host, BYTES, cudaMemcpyHostToDevice), cudaSuccess);
            CU_ASSERT_EQUAL(copy(i, x.host, good[n], BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
            CU_ASSERT_EQUAL(copy(i, good[n], good[(n + 1) % 4], BYTES, cudaMemcpyDeviceToDevice),
                            cudaSuccess);
        }
    }
    tear_down(&x);
}

TEST(only_managed_memory_is_prefetched_and_advised)
{
    ends x;
    set_up(&x);
    const void *const bad[] = {x.nowhere, x.device, x.pinned, x.host, NULL};
    for (unsigned i = 0; i < 5; i++) {
        CU_ASSERT_EQUAL(cudaMemPrefetchAsync(bad[i], BYTES), cudaErrorInvalidValue);
        CU_ASSERT_EQUAL(cudaMemAdvise(bad[i], BYTES), cudaErrorInvalidValue);
    }
    CU_ASSERT_EQUAL(cudaMemPrefetchAsync(x.managed, BYTES), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemPrefetchAsync(x.managed + 1, BYTES - 1), cudaSuccess);
    CU_ASSERT_EQUAL(cudaMemPrefetchAsync(x.managed + 1, BYTES), cudaErrorInvalidValue);
    CU_ASSERT_EQUAL(cudaMemAdvise(x.managed, 0), cudaErrorInvalidValue);
    tear_down(&x);
}

UNIT_MAIN("cudart_ends", T(an_end_that_is_not_the_devices_is_refused),
          T(copies_with_one_pointer_look_at_it_too),
          T(what_the_device_reaches_is_good_on_either_end),
          T(only_managed_memory_is_prefetched_and_advised))
