// cuda_graph_nodes.c : the driver API's calls that add nodes to graphs, and say what they do.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <string.h>

CUresult cuda_graph_add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                             cuda_work w)
{
    const node_set s = {(CUgraphNode *)(uintptr_t)after, n};
    bool right = node && cuda_is_graph(graph) && (after || !n);
    for (size_t i = 0; right && i < n; i++)
        right = cuda_is_node(after[i]) && after[i]->graph == graph;
    if (right) *node = cuda_graph_add(graph, &w, &s);
    return right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// What a node's parameters ask for. The context of a copy or a fill says nothing here.
static CUresult kernel_work(const CUDA_KERNEL_NODE_PARAMS *p, bool newer, cuda_work *w)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    CUDA_KERNEL_NODE_PARAMS q = {0}; // version 1 ends before kern
    memcpy(&q, p, newer ? sizeof q : offsetof(CUDA_KERNEL_NODE_PARAMS, kern));
    struct CUctx_st *context = q.ctx ? q.ctx : cuda_current();
    if (!q.func) q.func = (CUfunction)q.kern;
    return cuda_is_context(context) ? cuda_kernel_work(&q, context, false, w)
                                    : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult copy_work(const CUDA_MEMCPY3D *copy, cuda_work *w)
{
    if (!copy) return CUDA_ERROR_INVALID_VALUE;
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_MEMCPY, .as.copy = *copy};
    return CUDA_SUCCESS;
}

static CUresult fill_work(const CUDA_MEMSET_NODE_PARAMS *fill, cuda_work *w)
{
    if (!fill || (fill->elementSize != 1 && fill->elementSize != 2 && fill->elementSize != 4))
        return CUDA_ERROR_INVALID_VALUE;
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_MEMSET, .as.fill = *fill};
    return CUDA_SUCCESS;
}

static CUresult host_work(const CUDA_HOST_NODE_PARAMS *host, cuda_work *w)
{
    if (!host || !host->fn) return CUDA_ERROR_INVALID_VALUE;
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_HOST, .as.host = *host};
    return CUDA_SUCCESS;
}

static CUresult event_work(CUgraphNodeType type, CUevent event, cuda_work *w)
{
    *w = (cuda_work){.type = type, .as.event = event};
    return cuda_event_ready(event);
}

static CUresult graph_work(CUgraph child, cuda_work *w)
{
    if (!cuda_is_graph(child)) return CUDA_ERROR_INVALID_VALUE;
    if (cuda_graph_has_memory(child)) return CUDA_ERROR_NOT_SUPPORTED;
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_GRAPH, .as.graph = child};
    return CUDA_SUCCESS;
}

static CUresult empty_work(cuda_work *w)
{
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return CUDA_SUCCESS;
}

static CUresult kernel_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                            const CUDA_KERNEL_NODE_PARAMS *params, bool newer)
{
    cuda_work w;
    CUresult r = kernel_work(params, newer, &w);
    if (r != CUDA_SUCCESS) return r;
    r = cuda_graph_add_node(node, graph, after, n, w);
    cuda_work_free(&w);
    return r;
}

CUDA_ENTRY(cuGraphAddKernelNode,
           (CUgraphNode * node, CUgraph graph, const CUgraphNode *after, size_t n,
            const CUDA_KERNEL_NODE_PARAMS *params),
           (node, graph, after, n, params))
{
    return kernel_node(node, graph, after, n, params, false);
}

CUDA_ENTRY(cuGraphAddKernelNode_v2,
           (CUgraphNode * node, CUgraph graph, const CUgraphNode *after, size_t n,
            const CUDA_KERNEL_NODE_PARAMS *params),
           (node, graph, after, n, params))
{
    return kernel_node(node, graph, after, n, params, true);
}

// A call that adds a node of work which CALL says, and which points at nothing of its own.
#define WORK(CALL) \
    do { \
        cuda_work w; \
        const CUresult r = CALL; \
        return r == CUDA_SUCCESS ? cuda_graph_add_node(node, graph, after, n, w) : r; \
    } while (0)
#define NODE CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n

CUDA_ENTRY(cuGraphAddMemcpyNode, (NODE, const CUDA_MEMCPY3D *copy, CUcontext ctx),
           (node, graph, after, n, copy, ctx))
{
    (void)ctx;
    WORK(copy_work(copy, &w));
}

CUDA_ENTRY(cuGraphAddMemsetNode, (NODE, const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext ctx),
           (node, graph, after, n, fill, ctx))
{
    (void)ctx;
    WORK(fill_work(fill, &w));
}

CUDA_ENTRY(cuGraphAddHostNode, (NODE, const CUDA_HOST_NODE_PARAMS *host),
           (node, graph, after, n, host))
{
    WORK(host_work(host, &w));
}

CUDA_ENTRY(cuGraphAddChildGraphNode, (NODE, CUgraph child), (node, graph, after, n, child))
{
    WORK(graph_work(child, &w));
}

CUDA_ENTRY(cuGraphAddEmptyNode, (NODE), (node, graph, after, n)) { WORK(empty_work(&w)); }

CUDA_ENTRY(cuGraphAddEventRecordNode, (NODE, CUevent event), (node, graph, after, n, event))
{
    WORK(event_work(CU_GRAPH_NODE_TYPE_EVENT_RECORD, event, &w));
}

CUDA_ENTRY(cuGraphAddEventWaitNode, (NODE, CUevent event), (node, graph, after, n, event))
{
    WORK(event_work(CU_GRAPH_NODE_TYPE_WAIT_EVENT, event, &w));
}

CUDA_ENTRY(cuGraphAddNode, (NODE, CUgraphNodeParams *p), (node, graph, after, n, p))
{
    if (!p) return CUDA_ERROR_INVALID_VALUE;
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return kernel_node(node, graph, after, n, &p->as.kernel, true);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cuGraphAddMemcpyNode(node, graph, after, n, &p->as.memcpy.copyParams,
                                    p->as.memcpy.copyCtx);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return cuGraphAddMemsetNode(node, graph, after, n, &p->as.memset, NULL);
    case CU_GRAPH_NODE_TYPE_HOST: return cuGraphAddHostNode(node, graph, after, n, &p->as.host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return cuGraphAddChildGraphNode(node, graph, after, n, p->as.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY: return cuGraphAddEmptyNode(node, graph, after, n);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cuGraphAddEventWaitNode(node, graph, after, n, p->as.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cuGraphAddEventRecordNode(node, graph, after, n, p->as.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return cuGraphAddMemAllocNode(node, graph, after, n, &p->as.alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return cuGraphAddMemFreeNode(node, graph, after, n, p->as.free);
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                           const void *edges, size_t n, CUgraphNodeParams *params)
{
    (void)edges;
    return cuGraphAddNode(node, graph, after, n, params);
}

// Changes a node, which stays of its type; takes the work over, or frees it.
static CUresult change(CUgraphNode node, cuda_work *w)
{
    const bool right = node && node->work.type == w->type;
    if (right) cuda_work_free(&node->work), node->work = *w;
    else cuda_work_free(w);
    return right ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUgraphNode in_graph(CUgraphNode node) { return cuda_is_node(node) ? node : NULL; }

static CUgraphNode in_exec(CUgraphExec exec, CUgraphNode node)
{
    const struct CUgraphExec_st *x = cuda_this->execs;
    while (x && x != exec) x = x->next;
    CUgraphNode n = x ? x->graph->nodes : NULL;
    while (n && n->original != node) n = n->next;
    return n;
}

#define CHANGE(NODE_TO_CHANGE, CALL) \
    do { \
        cuda_work w; \
        const CUresult r = CALL; \
        return r == CUDA_SUCCESS ? change(NODE_TO_CHANGE, &w) : r; \
    } while (0)

CUDA_ENTRY(cuGraphKernelNodeSetParams, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
           (node, params))
{
    CHANGE(in_graph(node), kernel_work(params, false, &w));
}

CUDA_ENTRY(cuGraphKernelNodeSetParams_v2, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
           (node, params))
{
    CHANGE(in_graph(node), kernel_work(params, true, &w));
}

CUDA_ENTRY(cuGraphMemcpyNodeSetParams, (CUgraphNode node, const CUDA_MEMCPY3D *copy), (node, copy))
{
    CHANGE(in_graph(node), copy_work(copy, &w));
}

CUDA_ENTRY(cuGraphMemsetNodeSetParams, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *fill),
           (node, fill))
{
    CHANGE(in_graph(node), fill_work(fill, &w));
}

CUDA_ENTRY(cuGraphHostNodeSetParams, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *host),
           (node, host))
{
    CHANGE(in_graph(node), host_work(host, &w));
}

CUDA_ENTRY(cuGraphExecKernelNodeSetParams,
           (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
           (exec, node, params))
{
    CHANGE(in_exec(exec, node), kernel_work(params, false, &w));
}

CUDA_ENTRY(cuGraphExecKernelNodeSetParams_v2,
           (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
           (exec, node, params))
{
    CHANGE(in_exec(exec, node), kernel_work(params, true, &w));
}

CUDA_ENTRY(cuGraphExecMemcpyNodeSetParams,
           (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext ctx),
           (exec, node, copy, ctx))
{
    (void)ctx;
    CHANGE(in_exec(exec, node), copy_work(copy, &w));
}

CUDA_ENTRY(cuGraphExecMemsetNodeSetParams,
           (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext ctx),
           (exec, node, fill, ctx))
{
    (void)ctx;
    CHANGE(in_exec(exec, node), fill_work(fill, &w));
}

CUDA_ENTRY(cuGraphExecHostNodeSetParams,
           (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *host),
           (exec, node, host))
{
    CHANGE(in_exec(exec, node), host_work(host, &w));
}

CUDA_ENTRY(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned enabled),
           (exec, node, enabled))
{
    const CUgraphNode n = in_exec(exec, node);
    if (!n || n->work.type > CU_GRAPH_NODE_TYPE_MEMSET) return CUDA_ERROR_INVALID_VALUE;
    n->disabled = !enabled;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned *enabled),
           (exec, node, enabled))
{
    const CUgraphNode n = in_exec(exec, node);
    if (!n || !enabled) return CUDA_ERROR_INVALID_VALUE;
    *enabled = !n->disabled;
    return CUDA_SUCCESS;
}
