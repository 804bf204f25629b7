// cudart_graph.c : the runtime API's graphs, and the capture of streams.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

// What cudaGraphInstantiate and cudaGraphExecUpdate are given behind the graph differs from one
// version of CUDA to another.
enum { FLAGS_SINCE = 12000 };

CUDART_ENTRY(cudaStreamBeginCapture, (cudaStream_t stream, int mode), (stream, mode))
{
    CUDART_DRIVER(cuStreamBeginCapture(stream, (CUstreamCaptureMode)mode));
}

CUDART_ENTRY(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), (stream, graph))
{
    CUDART_DRIVER(cuStreamEndCapture(stream, graph));
}

CUDART_ENTRY(cudaStreamIsCapturing, (cudaStream_t stream, int *status), (stream, status))
{
    CUstreamCaptureStatus s = CU_STREAM_CAPTURE_STATUS_NONE;
    const cudaError_t r = cudart_ready();
    if (r != cudaSuccess || !status) return r == cudaSuccess ? cudaErrorInvalidValue : r;
    const CUresult asked = cuStreamIsCapturing(stream, &s);
    *status = (int)s;
    return cudart_error(asked);
}

CUDART_ENTRY(cudaStreamGetCaptureInfo_v2,
             (cudaStream_t stream, int *status, unsigned long long *id, cudaGraph_t *graph,
              const cudaGraphNode_t **nodes, size_t *n),
             (stream, status, id, graph, nodes, n))
{
    const cudaError_t r = cudaStreamIsCapturing(stream, status);
    CUstreamCaptureStatus s;
    return r == cudaSuccess
               ? cudart_error(cuStreamGetCaptureInfo_v2(stream, &s, id, graph, nodes, n))
               : r;
}

// The same with what is said of the edges, which is nothing.
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, int *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                                        const void **edges, size_t *n)
{
    if (edges) *edges = NULL;
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, n);
}

// Version 13 calls the newest so, and the versions before end after the id.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, unsigned long long *id,
                                     cudaGraph_t *graph, const cudaGraphNode_t **nodes,
                                     const void **edges, size_t *n)
{
    return cudart_version >= 13000
               ? cudaStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges, n)
               : cudaStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

CUDART_ENTRY(cudaThreadExchangeStreamCaptureMode, (int *mode), (mode))
{
    if (!mode) return cudaErrorInvalidValue;
    CUstreamCaptureMode m = (CUstreamCaptureMode)*mode;
    const CUresult r = cuThreadExchangeStreamCaptureMode(&m);
    if (r == CUDA_SUCCESS) *mode = (int)m;
    return cudart_error(r);
}

CUDART_ENTRY(cudaGraphCreate, (cudaGraph_t * graph, unsigned flags), (graph, flags))
{
    CUDART_DRIVER(cuGraphCreate(graph, flags));
}

CUDART_ENTRY(cudaGraphDestroy, (cudaGraph_t graph), (graph))
{
    CUDART_DRIVER(cuGraphDestroy(graph));
}

CUDART_ENTRY(cudaGraphClone, (cudaGraph_t * clone, cudaGraph_t graph), (clone, graph))
{
    CUDART_DRIVER(cuGraphClone(clone, graph));
}

CUDART_ENTRY(cudaGraphNodeFindInClone,
             (cudaGraphNode_t * node, cudaGraphNode_t original, cudaGraph_t clone),
             (node, original, clone))
{
    CUDART_DRIVER(cuGraphNodeFindInClone(node, original, clone));
}

CUDART_ENTRY(cudaGraphDestroyNode, (cudaGraphNode_t node), (node))
{
    CUDART_DRIVER(cuGraphDestroyNode(node));
}

CUDART_ENTRY(cudaGraphNodeGetType, (cudaGraphNode_t node, int *type), (node, type))
{
    CUgraphNodeType t = CU_GRAPH_NODE_TYPE_EMPTY;
    const CUresult r = type ? cuGraphNodeGetType(node, &t) : CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) *type = (int)t;
    return cudart_error(r);
}

CUDART_ENTRY(cudaGraphGetNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n),
             (graph, nodes, n))
{
    CUDART_DRIVER(cuGraphGetNodes(graph, nodes, n));
}

CUDART_ENTRY(cudaGraphGetRootNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n),
             (graph, nodes, n))
{
    CUDART_DRIVER(cuGraphGetRootNodes(graph, nodes, n));
}

// Version 13 has what is said of the edges before the number.
CUDART_ENTRY(cudaGraphAddDependencies,
             (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
              uintptr_t edges_or_n, size_t n),
             (graph, from, to, edges_or_n, n))
{
    CUDART_DRIVER(
        cuGraphAddDependencies(graph, from, to, cudart_version >= 13000 ? n : (size_t)edges_or_n));
}

CUDART_ENTRY(cudaGraphInstantiateWithFlags,
             (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
             (exec, graph, flags))
{
    CUDART_DRIVER(cuGraphInstantiateWithFlags(exec, graph, flags));
}

// Before version 12: where a node that is wrong is told, and a text with its length.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, uintptr_t flags_or_node,
                                 char *text, size_t bytes)
{
    if (cudart_version >= FLAGS_SINCE)
        return cudaGraphInstantiateWithFlags(exec, graph, flags_or_node);
    if (flags_or_node) *(cudaGraphNode_t *)flags_or_node = NULL;
    if (text && bytes) *text = '\0';
    return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

CUDART_ENTRY(cudaGraphExecDestroy, (cudaGraphExec_t exec), (exec))
{
    CUDART_DRIVER(cuGraphExecDestroy(exec));
}

CUDART_ENTRY(cudaGraphUpload, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
{
    CUDART_DRIVER(cuGraphUpload(exec, stream));
}

// As at a launch, an error in a kernel of it is that of the calls after this one.
CUDART_ENTRY(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
{
    const cudaError_t before = cudart_ready_stream(stream);
    return before == cudaSuccess ? cudart_launched(cuGraphLaunch(exec, stream)) : before;
}

// Before version 12: the node that is wrong, and then the result.
CUDART_ENTRY(cudaGraphExecUpdate,
             (cudaGraphExec_t exec, cudaGraph_t graph, void *info_or_node, int *result),
             (exec, graph, info_or_node, result))
{
    CUgraphExecUpdateResultInfo info = {0};
    if (!info_or_node || (cudart_version < FLAGS_SINCE && !result)) return cudaErrorInvalidValue;
    const CUresult r = cuGraphExecUpdate_v2(exec, graph, &info);
    if (cudart_version >= FLAGS_SINCE) *(CUgraphExecUpdateResultInfo *)info_or_node = info;
    else *(cudaGraphNode_t *)info_or_node = info.errorNode, *result = (int)info.result;
    return cudart_error(r);
}

CUDART_ENTRY(cudaGraphNodeSetEnabled,
             (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled), (exec, node, enabled))
{
    CUDART_DRIVER(cuGraphNodeSetEnabled(exec, node, enabled));
}

CUDART_ENTRY(cudaGraphNodeGetEnabled,
             (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled), (exec, node, enabled))
{
    CUDART_DRIVER(cuGraphNodeGetEnabled(exec, node, enabled));
}

CUDART_ALSO(cudaGraphLaunch, _ptsz);
CUDART_ALSO(cudaGraphUpload, _ptsz);
CUDART_ALSO(cudaStreamBeginCapture, _ptsz);
CUDART_ALSO(cudaStreamEndCapture, _ptsz);
CUDART_ALSO(cudaStreamGetCaptureInfo, _ptsz);
CUDART_ALSO(cudaStreamIsCapturing, _ptsz);
