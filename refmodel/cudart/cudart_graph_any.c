// cudart_graph_any.c : the runtime API's call that adds a node of any type to a graph, and which
// types there are not.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#define NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n

static cudaError_t add(NODE, cudaGraphNodeParams *p)
{
    if (!p) return cudaErrorInvalidValue;
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return cudaGraphAddKernelNode(node, graph, after, n, &p->as.kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cudaGraphAddMemcpyNode(node, graph, after, n, &p->as.memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return cudaGraphAddMemsetNode(node, graph, after, n, &p->as.memset);
    case CU_GRAPH_NODE_TYPE_HOST: return cudaGraphAddHostNode(node, graph, after, n, &p->as.host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return cudaGraphAddChildGraphNode(node, graph, after, n, p->as.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY: return cudaGraphAddEmptyNode(node, graph, after, n);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cudaGraphAddEventWaitNode(node, graph, after, n, p->as.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cudaGraphAddEventRecordNode(node, graph, after, n, p->as.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return cudaGraphAddMemAllocNode(node, graph, after, n, &p->as.alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return cudaGraphAddMemFreeNode(node, graph, after, n, p->as.free);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return cudart_refuse("conditional nodes in graphs", "cudaGraphAddNode");
    default: return cudart_refuse("nodes of such a type in graphs", "cudaGraphAddNode");
    }
}

CUDART_ENTRY(cudaGraphAddNode_v2,
             (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *after,
              const void *edges, size_t n, cudaGraphNodeParams *params),
             (node, graph, after, edges, n, params))
{
    (void)edges;
    return add(node, graph, after, n, params);
}

CUDART_ENTRY(cudaGraphAddNode,
             (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *after,
              uintptr_t edges_or_n, uintptr_t n_or_params, cudaGraphNodeParams *params),
             (node, graph, after, edges_or_n, n_or_params, params))
{
    return cudart_version >= 13000
               ? add(node, graph, after, n_or_params, params)
               : add(node, graph, after, edges_or_n, (cudaGraphNodeParams *)n_or_params);
}

CUDART_ENTRY(cudaGraphConditionalHandleCreate,
             (uint64_t * handle, cudaGraph_t graph, unsigned value, unsigned flags),
             (handle, graph, value, flags))
{
    (void)handle, (void)graph, (void)value, (void)flags;
    return cudart_refuse("conditional nodes in graphs", "cudaGraphConditionalHandleCreate");
}
