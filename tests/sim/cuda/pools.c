// pools.c : a host of the runtime API that allocates from pools and in graphs, and adds nodes by
// cudaGraphAddNode, whose arguments differ between versions of CUDA. It ends with "right".
//
// SPDX-License-Identifier: Apache-2.0
#include <cudart.h>
#include <stdio.h>
#include <stdlib.h>

#define IS(condition) \
    do { \
        if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), exit(1); \
    } while (0)
#define DONE(call) IS((call) == cudaSuccess)

enum { WORDS = 64 };

static const cudaMemPoolProps here = {.allocType = cudaMemAllocationTypePinned,
                                      .location = {cudaMemLocationTypeDevice, 0}};

static void pools(void)
{
    cudaMemPool_t own, made, current;
    cudaMemPoolProps small = here;
    uint64_t keep = UINT64_MAX, used = 0;
    int flags = 0, *x = NULL, *y = NULL, supported = 0;
    DONE(cudaDeviceGetAttribute(&supported, 115, 0)); // pools
    IS(supported);
    DONE(cudaDeviceGetDefaultMemPool(&own, 0));
    DONE(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &keep));
    DONE(cudaMallocAsync((void **)&x, 256, NULL));
    DONE(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    IS(used == 256);
    DONE(cudaFreeAsync(x, NULL));
    DONE(cudaMemPoolTrimTo(own, 0));
    small.maxSize = 100;
    DONE(cudaMemPoolCreate(&made, &small));
    DONE(cudaMemPoolGetAccess(&flags, made, &small.location));
    IS(flags == cudaMemAccessFlagsProtReadWrite);
    IS(cudaMallocFromPoolAsync((void **)&y, 101, made, NULL) == cudaErrorMemoryAllocation);
    IS(cudaGetLastError() == cudaErrorMemoryAllocation);
    DONE(cudaMallocFromPoolAsync((void **)&y, 100, made, NULL));
    DONE(cudaDeviceSetMemPool(0, made));
    DONE(cudaDeviceGetMemPool(&current, 0));
    IS(current == made);
    DONE(cudaFree(y));
    DONE(cudaMemPoolDestroy(made));
    DONE(cudaMemGetMemPool(&current, &small.location, cudaMemAllocationTypePinned));
    IS(current == own);
}

// The call of the version that the library is of.
static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, size_t n,
                       cudaGraphNodeParams *p)
{
    int version = 0;
    DONE(cudaRuntimeGetVersion(&version));
    return version >= 13000 ? cudaGraphAddNode(node, g, after, 0, n, p)
                            : cudaGraphAddNode(node, g, after, n, (uintptr_t)p, NULL);
}

static void graph_memory(void)
{
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, last;
    int *x = NULL, out[WORDS] = {0}, type = 0;
    uint64_t used = 9;
    DONE(cudaStreamCreate(&s));
    DONE(cudaStreamBeginCapture(s, 0));
    DONE(cudaMallocAsync((void **)&x, sizeof out, s));
    DONE(cudaMemsetAsync(x, 3, sizeof out, s));
    DONE(cudaMemcpyAsync(out, x, sizeof out, cudaMemcpyDeviceToHost, s));
    DONE(cudaFreeAsync(x, s));
    DONE(cudaStreamEndCapture(s, &g));
    DONE(cudaGraphInstantiate(&exec, g, 0, NULL, 0));
    DONE(cudaGraphLaunch(exec, s));
    DONE(cudaGraphLaunch(exec, s));
    IS(out[WORDS - 1] == 0x03030303);
    DONE(cudaDeviceGetGraphMemAttribute(0, 0, &used));
    IS(used == 0);
    DONE(cudaGraphExecDestroy(exec));
    DONE(cudaGraphDestroy(g));

    DONE(cudaGraphCreate(&g, 0));
    cudaGraphNodeParams p = {.type = 10, .as.alloc = {.poolProps = here, .bytesize = sizeof out}};
    DONE(add(&node, g, NULL, 0, &p));
    DONE(cudaGraphNodeGetType(node, &type));
    IS(type == 10 && p.as.alloc.dptr);
    x = p.as.alloc.dptr;
    p = (cudaGraphNodeParams){.type = 2, .as.memset = {x, 0, 7, 4, WORDS, 1}};
    DONE(add(&last, g, &node, 1, &p));
    DONE(cudaGraphInstantiateWithFlags(&exec, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    DONE(cudaGraphLaunch(exec, s));
    DONE(cudaGraphLaunch(exec, s));
    DONE(cudaMemcpy(out, x, sizeof out, cudaMemcpyDeviceToHost));
    IS(out[0] == 7 && out[WORDS - 1] == 7);
    DONE(cudaFree(x));
    p = (cudaGraphNodeParams){.type = 13};
    IS(add(&last, g, NULL, 0, &p) == cudaErrorNotSupported);
    IS(cudaGraphConditionalHandleCreate(&used, g, 0, 0) == cudaErrorNotSupported);
}

int main(void)
{
    pools();
    graph_memory();
    puts("right");
    return 0;
}
