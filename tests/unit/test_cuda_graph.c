// test_cuda_graph.c : the driver API's graphs, and the capture of streams into them.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_graph_rig.h"

#include <string.h>

// Added last to first: what runs first is what depends on nothing.
TEST(cuda_graph_nodes_follow_what_they_depend_on)
{
    rig r;
    stepping s;
    CUgraphNode kernel = NULL, fill = NULL, host = NULL, got[4] = {NULL};
    CUgraphNodeType type;
    unsigned called = 0;
    size_t n = 0;
    set_up(&r);
    const CUDA_MEMSET_NODE_PARAMS three = {
        .dst = r.x, .value = 3, .elementSize = 4, .width = THREADS, .height = 1};
    CU_ASSERT_EQUAL(cuGraphCreate(&r.graph, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(
        cuGraphAddHostNode(&host, r.graph, NULL, 0, &(CUDA_HOST_NODE_PARAMS){count, &called}),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddKernelNode_v2(&kernel, r.graph, &host, 1, stepped(&r, &s, 7, 2)),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddMemsetNode(&fill, r.graph, NULL, 0, &three, r.d.ctx), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(r.graph, &fill, &kernel, 1), CUDA_SUCCESS);
    CU_ASSERT(cuGraphGetNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 3);
    n = 4;
    CU_ASSERT(cuGraphGetRootNodes(r.graph, got, &n) == CUDA_SUCCESS && n == 2);
    CU_ASSERT(got[0] == host && got[1] == fill && !got[2]);
    CU_ASSERT(cuGraphNodeGetDependencies(kernel, NULL, &n) == CUDA_SUCCESS && n == 2);
    CU_ASSERT(cuGraphNodeGetType(fill, &type) == CUDA_SUCCESS && type == CU_GRAPH_NODE_TYPE_MEMSET);
    s.factor = 100; // what the node was told stays
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 3 * 7 + 2) && called == 1);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 23) && called == 2);
    CU_ASSERT_EQUAL(cuGraphAddDependencies(r.graph, &kernel, &fill, 1), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(run_graph(&r), CUDA_ERROR_INVALID_VALUE); // a circle
    CU_ASSERT_EQUAL(cuGraphDestroyNode(kernel), CUDA_SUCCESS);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 3) && called == 3);
    CU_ASSERT(cuGraphDestroy(r.graph) == CUDA_SUCCESS &&
              cuGraphDestroy(r.graph) == CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && called == 4);
    CU_ASSERT(cuGraphExecDestroy(r.exec) == CUDA_SUCCESS &&
              cuGraphLaunch(r.exec, NULL) == CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

// A copy stays as it was made, a graph in another is a copy too, and an instance changes by itself.
TEST(cuda_graph_copies_and_changes)
{
    rig r;
    stepping s;
    CUgraph clone = NULL, outer = NULL, other = NULL;
    CUgraphNode node = NULL, twin = NULL, child = NULL;
    CUgraphExecUpdateResultInfo info;
    unsigned enabled = 7;
    set_up(&r);
    CU_ASSERT(cuGraphCreate(&r.graph, 0) == CUDA_SUCCESS &&
              cuGraphCreate(&outer, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddKernelNode(&node, r.graph, NULL, 0, stepped(&r, &s, 2, 0)),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphClone(&clone, r.graph), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddChildGraphNode(&child, outer, NULL, 0, r.graph), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphKernelNodeSetParams_v2(node, stepped(&r, &s, 3, 0)), CUDA_SUCCESS);
    CU_ASSERT(cuGraphNodeFindInClone(&twin, node, clone) == CUDA_SUCCESS && twin != node);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 15)); // 5 times 3
    CU_ASSERT_EQUAL(cuGraphExecKernelNodeSetParams_v2(r.exec, node, stepped(&r, &s, 1, 5)),
                    CUDA_SUCCESS);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 20));
    CU_ASSERT_EQUAL(cuGraphExecUpdate_v2(r.exec, clone, &info), CUDA_SUCCESS);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 40));
    CU_ASSERT_EQUAL(cuGraphNodeSetEnabled(r.exec, node, 0), CUDA_SUCCESS);
    CU_ASSERT(cuGraphNodeGetEnabled(r.exec, node, &enabled) == CUDA_SUCCESS && !enabled);
    CU_ASSERT(cuGraphLaunch(r.exec, NULL) == CUDA_SUCCESS && all_are(&r, 40));
    CU_ASSERT_EQUAL(cuGraphExecUpdate_v2(r.exec, outer, &info),
                    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    CU_ASSERT(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED &&
              info.errorNode == child);
    CU_ASSERT(cuGraphCreate(&other, 0) == CUDA_SUCCESS &&
              cuGraphExecUpdate_v2(r.exec, other, &info) == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    CU_ASSERT_EQUAL(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    r.graph = outer;
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 80));
    CU_ASSERT_EQUAL(cuGraphKernelNodeSetParams_v2(child, stepped(&r, &s, 1, 1)),
                    CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

// All that a stream is given becomes a node and is not done; the other stream joins by an event.
TEST(cuda_graph_is_captured)
{
    rig r;
    CUstream one = NULL, two = NULL;
    CUevent fork, join;
    CUstreamCaptureStatus status;
    unsigned called = 0, host[THREADS];
    cuuint64_t id = 0;
    size_t n = 0;
    set_up(&r);
    memset(host, 0, sizeof host);
    CU_ASSERT(cuStreamCreate(&one, 0) == CUDA_SUCCESS && cuStreamCreate(&two, 0) == CUDA_SUCCESS);
    CU_ASSERT(cuEventCreate(&fork, 0) == CUDA_SUCCESS && cuEventCreate(&join, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamBeginCapture(one, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_step(&r, one, 2, 1), CUDA_SUCCESS);
    CU_ASSERT(cuEventRecord(fork, one) == CUDA_SUCCESS &&
              cuStreamWaitEvent(two, fork, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_step(&r, two, 3, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuLaunchHostFunc(two, count, &called), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventQuery(fork), CUDA_ERROR_CAPTURED_EVENT);
    CU_ASSERT(cuStreamGetCaptureInfo_v2(two, &status, &id, NULL, NULL, &n) == CUDA_SUCCESS);
    CU_ASSERT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id && n == 1);
    CU_ASSERT(cuEventRecord(join, two) == CUDA_SUCCESS &&
              cuStreamWaitEvent(one, join, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoHAsync(host, r.x, BYTES, one), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD32Async(r.x, 4, THREADS, one), CUDA_SUCCESS);
    CU_ASSERT(all_are(&r, 5) && !called); // not done
    CU_ASSERT_EQUAL(cuStreamEndCapture(one, &r.graph), CUDA_SUCCESS);
    CU_ASSERT(cuGraphGetNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 5);
    CU_ASSERT(cuGraphGetRootNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 1);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 4) && called == 1 && host[9] == 33);
    CU_ASSERT(cuGraphLaunch(r.exec, two) == CUDA_SUCCESS && called == 2 && host[9] == 27);
    CU_ASSERT(cuStreamIsCapturing(two, &status) == CUDA_SUCCESS && !status);
    CU_ASSERT(launch_step(&r, two, 1, 1) == CUDA_SUCCESS && all_are(&r, 5));
    tear_down(&r);
}

// A stream that joined the capture may be destroyed once it was waited for, and its events with it.
TEST(cuda_graph_captured_streams_may_go)
{
    rig r;
    CUstream one = NULL, two = NULL;
    CUevent fork, join;
    size_t n = 0;
    set_up(&r);
    for (unsigned waited = 0; waited < 2; waited++) {
        CU_ASSERT(cuStreamCreate(&one, 0) == CUDA_SUCCESS &&
                  cuStreamCreate(&two, 0) == CUDA_SUCCESS);
        CU_ASSERT(cuEventCreate(&fork, 0) == CUDA_SUCCESS &&
                  cuEventCreate(&join, 0) == CUDA_SUCCESS);
        CU_ASSERT_EQUAL(cuStreamBeginCapture(one, 0), CUDA_SUCCESS);
        CU_ASSERT_EQUAL(launch_step(&r, one, 2, 0), CUDA_SUCCESS);
        CU_ASSERT(cuEventRecord(fork, one) == CUDA_SUCCESS &&
                  cuStreamWaitEvent(two, fork, 0) == CUDA_SUCCESS);
        CU_ASSERT_EQUAL(launch_step(&r, two, 1, 3), CUDA_SUCCESS);
        CU_ASSERT_EQUAL(cuEventRecord(join, two), CUDA_SUCCESS);
        if (waited) CU_ASSERT_EQUAL(cuStreamWaitEvent(one, join, 0), CUDA_SUCCESS);
        CU_ASSERT(cuStreamDestroy(two) == CUDA_SUCCESS && cuEventDestroy(fork) == CUDA_SUCCESS &&
                  cuEventDestroy(join) == CUDA_SUCCESS);
        CU_ASSERT_EQUAL(cuStreamEndCapture(one, &r.graph),
                        waited ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    }
    CU_ASSERT(cuGraphGetNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 2);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 13));
    tear_down(&r);
}

// An instance that is launched in a captured stream is a graph in the graph; events can be nodes.
TEST(cuda_graph_is_captured_into_another)
{
    rig r;
    CUstream s = NULL;
    CUevent start, end;
    CUgraph outer = NULL;
    CUgraphNode node = NULL;
    CUgraphNodeType type;
    stepping k;
    size_t n = 1;
    float ms = -1;
    set_up(&r);
    CU_ASSERT(cuStreamCreate(&s, 0) == CUDA_SUCCESS && cuEventCreate(&start, 0) == CUDA_SUCCESS &&
              cuEventCreate(&end, 0) == CUDA_SUCCESS && cuGraphCreate(&r.graph, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddKernelNode_v2(&node, r.graph, NULL, 0, stepped(&r, &k, 2, 0)),
                    CUDA_SUCCESS);
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 10));
    CU_ASSERT_EQUAL(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecordWithFlags(start, s, CU_EVENT_RECORD_EXTERNAL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphLaunch(r.exec, s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuEventRecordWithFlags(end, s, CU_EVENT_RECORD_EXTERNAL), CUDA_SUCCESS);
    CU_ASSERT(cuStreamEndCapture(s, &outer) == CUDA_SUCCESS && all_are(&r, 10));
    CU_ASSERT(cuGraphGetRootNodes(outer, &node, &n) == CUDA_SUCCESS && n == 1);
    CU_ASSERT(cuGraphNodeGetType(node, &type) == CUDA_SUCCESS &&
              type == CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    CU_ASSERT_EQUAL(cuEventElapsedTime(&ms, start, end), CUDA_ERROR_INVALID_HANDLE);
    r.graph = outer;
    CU_ASSERT(run_graph(&r) == CUDA_SUCCESS && all_are(&r, 20));
    CU_ASSERT(cuEventElapsedTime(&ms, start, end) == CUDA_SUCCESS && ms > 0);
    tear_down(&r);
}

// What CUDA does not allow during a capture is told, and spoils it.
TEST(cuda_graph_captures_that_fail)
{
    rig r;
    CUstream s = NULL, t = NULL, apart = NULL;
    CUevent v, outside;
    CUstreamCaptureStatus status;
    set_up(&r);
    CU_ASSERT(cuStreamCreate(&s, 0) == CUDA_SUCCESS && cuStreamCreate(&t, 0) == CUDA_SUCCESS &&
              cuStreamCreate(&apart, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CU_ASSERT(cuEventCreate(&v, 0) == CUDA_SUCCESS && cuEventCreate(&outside, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamEndCapture(s, &r.graph), CUDA_ERROR_ILLEGAL_STATE);
    CU_ASSERT_EQUAL(cuStreamBeginCapture(NULL, 0), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CU_ASSERT_EQUAL(cuStreamBeginCapture(s, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamBeginCapture(s, 0), CUDA_ERROR_ILLEGAL_STATE);
    CU_ASSERT_EQUAL(cuStreamSynchronize(s), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    CU_ASSERT(cuStreamIsCapturing(s, &status) == CUDA_SUCCESS &&
              status == CU_STREAM_CAPTURE_STATUS_INVALIDATED);
    CU_ASSERT_EQUAL(launch_step(&r, s, 1, 1), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CU_ASSERT_EQUAL(cuStreamEndCapture(s, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);

    CU_ASSERT_EQUAL(cuStreamBeginCapture(s, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_step(&r, NULL, 1, 1), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    CU_ASSERT_EQUAL(cuStreamEndCapture(s, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);

    CU_ASSERT_EQUAL(cuStreamBeginCapture(apart, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(launch_step(&r, NULL, 1, 1), CUDA_SUCCESS); // does not wait for that one
    CU_ASSERT(cuEventRecord(outside, t) == CUDA_SUCCESS && all_are(&r, 6));
    CU_ASSERT_EQUAL(cuStreamWaitEvent(apart, outside, 0), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
    CU_ASSERT_EQUAL(cuStreamEndCapture(apart, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);

    CU_ASSERT(cuStreamBeginCapture(s, 0) == CUDA_SUCCESS &&
              launch_step(&r, s, 1, 1) == CUDA_SUCCESS && cuEventRecord(v, s) == CUDA_SUCCESS);
    CU_ASSERT(cuStreamWaitEvent(t, v, 0) == CUDA_SUCCESS &&
              launch_step(&r, t, 1, 1) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamEndCapture(t, &r.graph), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    CU_ASSERT_EQUAL(cuStreamEndCapture(s, &r.graph), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    CU_ASSERT(!r.graph && all_are(&r, 6));

    CU_ASSERT(cuStreamBeginCapture(s, 0) == CUDA_SUCCESS && cuEventRecord(v, s) == CUDA_SUCCESS &&
              cuStreamBeginCapture(t, 0) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuStreamWaitEvent(t, v, 0), CUDA_ERROR_STREAM_CAPTURE_MERGE);
    CU_ASSERT_EQUAL(cuStreamEndCapture(t, &r.graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CU_ASSERT_EQUAL(cuStreamDestroy(s), CUDA_SUCCESS); // in the middle of a capture
    CU_ASSERT_EQUAL(launch_step(&r, t, 1, 1), CUDA_SUCCESS);
    tear_down(&r);
}

UNIT_MAIN("cuda_graph", T(cuda_graph_nodes_follow_what_they_depend_on),
          T(cuda_graph_copies_and_changes), T(cuda_graph_is_captured),
          T(cuda_graph_captured_streams_may_go), T(cuda_graph_is_captured_into_another),
          T(cuda_graph_captures_that_fail))
