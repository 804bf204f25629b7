// cuda_graph_rig.h : a device with a kernel, an array and a graph, for tests of graphs.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TESTS_CUDA_GRAPH_RIG_H
#define WL_TESTS_CUDA_GRAPH_RIG_H

#include "cuda_rig.h"

// x[thread] = x[thread] * factor + plus
static const char step_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".visible .entry step(.param .u64 data, .param .u32 factor, .param .u32 plus) { .reg .b32 "
    "%r<6>; .reg .b64 %rd<3>;\n"
    "\tld.param.u64 %rd1, [data]; ld.param.u32 %r1, [factor]; ld.param.u32 %r2, [plus];\n"
    "\tmov.u32 %r3, %tid.x; mul.wide.u32 %rd2, %r3, 4; add.u64 %rd1, %rd1, %rd2;\n"
    "\tld.global.u32 %r4, [%rd1]; mad.lo.u32 %r5, %r4, %r1, %r2; st.global.u32 [%rd1], %r5; ret; "
    "}\n";

enum { THREADS = 32, BYTES = THREADS * sizeof(unsigned) };

typedef struct rig {
    device_rig d;
    CUfunction step;
    CUdeviceptr x;
    CUgraph graph;
    CUgraphExec exec;
} rig;

static void set_up(rig *r)
{
    *r = (rig){0};
    begin_device(&r->d, step_text);
    r->step = function_of(&r->d, "step");
    CU_ASSERT_EQUAL_FATAL(cuMemAlloc(&r->x, BYTES), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuMemsetD32(r->x, 5, THREADS), CUDA_SUCCESS);
}

static void tear_down(rig *r) { end_device(&r->d); }

// Do all threads' elements have this value?
static bool all_are(const rig *r, unsigned value)
{
    unsigned got[THREADS], right = 0;
    if (cuMemcpyDtoH(got, r->x, BYTES) != CUDA_SUCCESS) return false;
    for (unsigned i = 0; i < THREADS; i++) right += got[i] == value;
    return right == THREADS;
}

// A launch of step, as a node says it: the parameters are in `of`.
typedef struct stepping {
    CUdeviceptr x;
    unsigned factor, plus;
    void *params[3];
    CUDA_KERNEL_NODE_PARAMS node;
} stepping;

static const CUDA_KERNEL_NODE_PARAMS *stepped(const rig *r, stepping *s, unsigned factor,
                                              unsigned plus)
{
    *s = (stepping){.x = r->x, .factor = factor, .plus = plus};
    s->params[0] = &s->x, s->params[1] = &s->factor, s->params[2] = &s->plus;
    s->node = (CUDA_KERNEL_NODE_PARAMS){.func = r->step,
                                        .gridDimX = 1,
                                        .gridDimY = 1,
                                        .gridDimZ = 1,
                                        .blockDimX = THREADS,
                                        .blockDimY = 1,
                                        .blockDimZ = 1,
                                        .kernelParams = s->params};
    return &s->node;
}

static CUresult launch_step(const rig *r, CUstream stream, unsigned factor, unsigned plus)
{
    stepping s;
    stepped(r, &s, factor, plus);
    return cuLaunchKernel(r->step, 1, 1, 1, THREADS, 1, 1, 0, stream, s.params, NULL);
}

static CUresult run_graph(rig *r)
{
    const CUresult e = cuGraphInstantiateWithFlags(&r->exec, r->graph, 0);
    return e == CUDA_SUCCESS ? cuGraphLaunch(r->exec, NULL) : e;
}

static void count(void *data) { ++*(unsigned *)data; }

#endif
