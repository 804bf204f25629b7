// test_cuda_graph_rules.c : the driver API's graphs: what is refused, and what depends on what.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_graph_rig.h"

static CUgraphNode step_node(rig *r, CUgraph graph, const CUgraphNode *after, size_t n,
                             unsigned factor, unsigned plus)
{
    stepping s;
    CUgraphNode made = NULL;
    CU_ASSERT_EQUAL(cuGraphAddKernelNode_v2(&made, graph, after, n, stepped(r, &s, factor, plus)),
                    CUDA_SUCCESS);
    return made;
}

static CUgraph new_graph(void)
{
    CUgraph g = NULL;
    CU_ASSERT_EQUAL(cuGraphCreate(&g, 0), CUDA_SUCCESS);
    return g;
}

TEST(cuda_graph_dependencies_are_of_one_graph)
{
    rig r;
    CUgraph other;
    CUgraphNode a, b, far, got[2] = {NULL}, node = NULL;
    size_t n = 0;
    set_up(&r);
    r.graph = new_graph(), other = new_graph();
    CU_ASSERT_EQUAL(cuGraphCreate(&other, 1), CUDA_ERROR_INVALID_VALUE);
    a = step_node(&r, r.graph, NULL, 0, 2, 0), b = step_node(&r, r.graph, NULL, 0, 1, 1);
    far = step_node(&r, other, NULL, 0, 1, 0);
    n = 1; // room for one of two
    CU_ASSERT(cuGraphGetRootNodes(r.graph, got, &n) == CUDA_SUCCESS && n == 1 && got[0] == a &&
              !got[1]);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(r.graph, &a, &a, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(r.graph, &far, &a, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(r.graph, &a, &far, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuGraphAddEmptyNode(&node, r.graph, &far, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuGraphAddDependencies(r.graph, &a, &b, 1) == CUDA_SUCCESS &&
              cuGraphAddDependencies(r.graph, &a, &b, 1) == CUDA_SUCCESS);
    CU_ASSERT(cuGraphNodeGetDependencies(b, NULL, &n) == CUDA_SUCCESS && n == 1); // once
    CU_ASSERT_EQUAL(cuGraphDestroyNode(a), CUDA_SUCCESS);
    CU_ASSERT(cuGraphNodeGetDependencies(b, NULL, &n) == CUDA_SUCCESS && n == 0);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 6));
    tear_down(&r);
}

// The nodes of a graph in a graph follow what they depend on too, and may not go in a circle.
TEST(cuda_graph_inner_graphs_are_sorted)
{
    rig r;
    CUgraph inner;
    CUgraphNode later, first, child = NULL;
    set_up(&r);
    r.graph = new_graph(), inner = new_graph();
    later = step_node(&r, inner, NULL, 0, 2, 0), first = step_node(&r, inner, NULL, 0, 1, 1);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(inner, &first, &later, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddChildGraphNode(&child, r.graph, NULL, 0, inner), CUDA_SUCCESS);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, (5 + 1) * 2));
    CU_ASSERT_EQUAL(cuGraphAddDependencies(inner, &later, &first, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddChildGraphNode(&child, r.graph, NULL, 0, inner), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, inner, 4), CUDA_ERROR_NOT_SUPPORTED);
    tear_down(&r);
}

// Three nodes, of which the last two depend on what `how` says: bit 0 the second on the first, bit
// 1 the third on the first, bit 2 the third on the second.
static CUgraph three(rig *r, unsigned how)
{
    CUgraph g = new_graph();
    CUgraphNode n[3], after[2];
    size_t k = 0;
    n[0] = step_node(r, g, NULL, 0, 1, 1);
    n[1] = step_node(r, g, n, how & 1, 1, 1);
    if (how & 2) after[k++] = n[0];
    if (how & 4) after[k++] = n[1];
    n[2] = step_node(r, g, after, k, 1, 1);
    return g;
}

TEST(cuda_graph_updates_need_the_same_shape)
{
    rig r;
    CUgraph same, more;
    CUgraphExecUpdateResultInfo info;
    set_up(&r);
    r.graph = three(&r, 3), same = three(&r, 3), more = three(&r, 3);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 8));
    CU_ASSERT(cuGraphExecUpdate_v2(r.exec, same, &info) == CUDA_SUCCESS &&
              info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS && !info.errorNode);
    for (unsigned how = 0; how < 8; how++) {
        if (how == 3) continue;
        CU_ASSERT_EQUAL(cuGraphExecUpdate_v2(r.exec, three(&r, how), &info),
                        CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
        CU_ASSERT(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED && info.errorNode);
    }
    const CUgraphNode fourth = step_node(&r, more, NULL, 0, 1, 1);
    CU_ASSERT_EQUAL(cuGraphExecUpdate_v2(r.exec, more, &info),
                    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    CU_ASSERT(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED &&
              info.errorNode == fourth);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 11));
    tear_down(&r);
}

// Which node of an instance is meant, and which may be turned off; off it stays in a capture.
TEST(cuda_graph_nodes_are_turned_off_one_by_one)
{
    rig r;
    stepping s;
    CUgraphNode first, second, host = NULL;
    CUgraph outer = NULL;
    CUstream stream = NULL;
    unsigned called = 0, enabled = 0;
    set_up(&r);
    r.graph = new_graph();
    first = step_node(&r, r.graph, NULL, 0, 1, 1);
    second = step_node(&r, r.graph, &first, 1, 2, 0);
    CU_ASSERT_EQUAL(
        cuGraphAddHostNode(&host, r.graph, &second, 1, &(CUDA_HOST_NODE_PARAMS){count, &called}),
        CUDA_SUCCESS);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 12) && called == 1);
    CU_ASSERT_EQUAL(cuGraphExecKernelNodeSetParams_v2(r.exec, second, stepped(&r, &s, 1, 7)),
                    CUDA_SUCCESS);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 12 + 1 + 7));
    CU_ASSERT_EQUAL(cuGraphNodeSetEnabled(r.exec, host, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuGraphNodeSetEnabled(r.exec, second, 0), CUDA_SUCCESS);
    CU_ASSERT(cuStreamCreate(&stream, 0) == CUDA_SUCCESS &&
              cuStreamBeginCapture(stream, 0) == CUDA_SUCCESS &&
              cuGraphLaunch(r.exec, stream) == CUDA_SUCCESS &&
              cuStreamEndCapture(stream, &outer) == CUDA_SUCCESS);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 21));
    CU_ASSERT_EQUAL(cuGraphNodeSetEnabled(r.exec, second, 1), CUDA_SUCCESS);
    CU_ASSERT(cuGraphNodeGetEnabled(r.exec, second, &enabled) == CUDA_SUCCESS && enabled == 1);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 29));
    r.graph = outer;
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 30)); // as it was captured
    tear_down(&r);
}

// A launch ends at the first node that fails.
TEST(cuda_graph_launches_end_at_an_error)
{
    rig r;
    CUgraphNode copy = NULL, host = NULL;
    unsigned called = 0, word = 0;
    set_up(&r);
    r.graph = new_graph();
    const CUDA_MEMCPY3D outside = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                   .srcDevice = r.x + BYTES,
                                   .dstMemoryType = CU_MEMORYTYPE_HOST,
                                   .dstHost = &word,
                                   .WidthInBytes = sizeof word,
                                   .Height = 1,
                                   .Depth = 1};
    CU_ASSERT_EQUAL(cuGraphAddMemcpyNode(&copy, r.graph, NULL, 0, &outside, r.d.ctx), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(
        cuGraphAddHostNode(&host, r.graph, &copy, 1, &(CUDA_HOST_NODE_PARAMS){count, &called}),
        CUDA_SUCCESS);
    CU_ASSERT(run_graph(&r) == CUDA_ERROR_INVALID_VALUE && !called);
    tear_down(&r);
}

TEST(cuda_graph_parameters_are_checked)
{
    rig r;
    stepping s;
    CUgraphNode node = NULL;
    set_up(&r);
    r.graph = new_graph();
    CU_ASSERT_EQUAL(cuGraphAddHostNode(&node, r.graph, NULL, 0, &(CUDA_HOST_NODE_PARAMS){0}),
                    CUDA_ERROR_INVALID_VALUE);
    for (unsigned bytes = 0; bytes < 6; bytes++) {
        const CUDA_MEMSET_NODE_PARAMS fill = {
            .dst = r.x, .value = 1, .elementSize = bytes, .width = 4, .height = 1};
        CU_ASSERT_EQUAL(cuGraphAddMemsetNode(&node, r.graph, NULL, 0, &fill, r.d.ctx),
                        bytes == 1 || bytes == 2 || bytes == 4 ? CUDA_SUCCESS
                                                               : CUDA_ERROR_INVALID_VALUE);
    }
    stepped(&r, &s, 1, 1);
    s.node.kern = (CUkernel)&r, s.node.ctx = (CUcontext)&r; // which version 1 does not have
    CU_ASSERT_EQUAL(cuGraphAddKernelNode(&node, r.graph, NULL, 0, &s.node), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddKernelNode_v2(&node, r.graph, NULL, 0, &s.node),
                    CUDA_ERROR_INVALID_CONTEXT);
    tear_down(&r);
}

// A stream that waits for another capture spoils both.
TEST(cuda_graph_captures_do_not_merge)
{
    rig r;
    CUstream s = NULL, t = NULL;
    CUevent v;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    set_up(&r);
    CU_ASSERT(cuStreamCreate(&s, 0) == CUDA_SUCCESS && cuStreamCreate(&t, 0) == CUDA_SUCCESS &&
              cuEventCreate(&v, 0) == CUDA_SUCCESS);
    CU_ASSERT(cuStreamBeginCapture(s, 0) == CUDA_SUCCESS &&
              cuStreamBeginCapture(t, 0) == CUDA_SUCCESS && cuEventRecord(v, s) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamWaitEvent(t, v, 0), CUDA_ERROR_STREAM_CAPTURE_MERGE);
    CU_ASSERT_EQUAL(cuStreamEndCapture(t, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CU_ASSERT_EQUAL(cuStreamEndCapture(s, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CU_ASSERT_EQUAL(cuEventQuery(v), CUDA_SUCCESS); // no longer of a capture
    for (unsigned i = 0; i < 2; i++) {              // nothing is left of the one before
        size_t n = 0;
        CU_ASSERT(cuStreamBeginCapture(s, 0) == CUDA_SUCCESS &&
                  launch_step(&r, s, 1, 1) == CUDA_SUCCESS &&
                  cuStreamEndCapture(s, &r.graph) == CUDA_SUCCESS);
        CU_ASSERT(cuGraphGetRootNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 1);
    }
    CU_ASSERT_EQUAL(cuStreamBeginCapture(s, (CUstreamCaptureMode)3), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS &&
              mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
    CU_ASSERT(cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS &&
              mode == CU_STREAM_CAPTURE_MODE_RELAXED);
    mode = (CUstreamCaptureMode)3;
    CU_ASSERT_EQUAL(cuThreadExchangeStreamCaptureMode(&mode), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

UNIT_MAIN("cuda_graph_rules", T(cuda_graph_dependencies_are_of_one_graph),
          T(cuda_graph_inner_graphs_are_sorted), T(cuda_graph_updates_need_the_same_shape),
          T(cuda_graph_nodes_are_turned_off_one_by_one), T(cuda_graph_launches_end_at_an_error),
          T(cuda_graph_parameters_are_checked), T(cuda_graph_captures_do_not_merge))
