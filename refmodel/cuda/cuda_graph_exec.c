// cuda_graph_exec.c : the driver API's graphs that can be launched.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

// Of a node that has no place yet.
static bool is_ready(const struct CUgraphNode_st *n)
{
    bool ready = true;
    for (size_t i = 0; ready && i < n->after.n; i++) ready = n->after.of[i]->placed;
    return ready;
}

// Puts a graph's nodes, and those of the graphs in it, into an order in which each follows what it
// depends on: always the first added that is ready. False: they depend on each other in a circle.
static bool sort(struct CUgraph_st *g)
{
    struct CUgraphNode_st *left = g->nodes, **end = &g->nodes;
    *end = NULL;
    while (left) {
        struct CUgraphNode_st **link = &left;
        while (*link && !is_ready(*link)) link = &(*link)->next;
        struct CUgraphNode_st *n = *link;
        if (!n) return *end = left, false;
        *link = n->next;
        n->next = NULL, n->placed = true;
        *end = n, end = &n->next;
        if (n->work.type == CU_GRAPH_NODE_TYPE_GRAPH && !sort(n->work.as.graph))
            return *end = left, false;
    }
    return true;
}

static bool is_instantiated(const struct CUgraph_st *graph)
{
    const struct CUgraphExec_st *x = cuda_this->execs;
    while (x && x->graph->original != graph) x = x->next;
    return x != NULL;
}

enum { AUTO_FREE = 1, BY_KERNELS = 4 }; // flags: free its memory at a launch; kernels launch it

CUDA_ENTRY(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, cuuint64_t flags),
           (exec, graph, flags))
{
    if (!exec || !cuda_is_graph(graph)) return CUDA_ERROR_INVALID_VALUE;
    if (flags & BY_KERNELS) return CUDA_ERROR_NOT_SUPPORTED;
    if (cuda_graph_has_memory(graph) && is_instantiated(graph)) return CUDA_ERROR_NOT_SUPPORTED;
    struct CUgraph_st *copy = cuda_graph_copy(graph);
    if (!sort(copy)) return cuda_graph_free(copy), CUDA_ERROR_INVALID_VALUE;
    struct CUgraphExec_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUgraphExec_st){cuda_this->execs, copy, flags & AUTO_FREE};
    *exec = cuda_this->execs = made;
    return CUDA_SUCCESS;
}

static struct CUgraphExec_st **find(CUgraphExec exec)
{
    struct CUgraphExec_st **link = &cuda_this->execs;
    while (*link && *link != exec) link = &(*link)->next;
    return *link ? link : NULL;
}

CUDA_ENTRY(cuGraphExecDestroy, (CUgraphExec exec), (exec))
{
    struct CUgraphExec_st **link = find(exec);
    if (!link) return CUDA_ERROR_INVALID_VALUE;
    *link = exec->next;
    cuda_graph_free(exec->graph);
    free(exec);
    return CUDA_SUCCESS;
}

CUresult cuda_graph_launch(const struct CUgraph_st *graph, CUstream stream)
{
    CUresult r = CUDA_SUCCESS;
    for (const struct CUgraphNode_st *n = graph->nodes; n && r == CUDA_SUCCESS; n = n->next) {
        if (!n->disabled) r = cuda_perform(&n->work, stream);
    }
    return r;
}

CUDA_ENTRY(cuGraphUpload, (CUgraphExec exec, CUstream stream), (exec, stream))
{
    const CUresult r = cuda_stream_ready(stream);
    return r == CUDA_SUCCESS && !find(exec) ? CUDA_ERROR_INVALID_VALUE : r;
}

// Outside of the lock: there may be calls of the host in it. Captured, it is a graph in a graph.
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    CUresult r = cuGraphUpload(exec, stream);
    cuda_enter();
    if (r == CUDA_SUCCESS) r = cuda_graph_memory_ready(exec->graph, exec->frees);
    cuda_leave();
    if (r != CUDA_SUCCESS) return r;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .as.graph = exec->graph};
    return cuda_in_stream(&w, stream);
}

// The node of an instance that was made of the node at this place of the graph.
static CUgraphNode at_place(const struct CUgraph_st *was, const struct CUgraph_st *in,
                            const struct CUgraphNode_st *node)
{
    const struct CUgraphNode_st *n = in->nodes, *o = was->nodes;
    while (n && o && n != node) n = n->next, o = o->next;
    return (CUgraphNode)(uintptr_t)o;
}

// Both have been sorted: are they the same but for what the nodes say?
static CUgraphExecUpdateResult compare(const struct CUgraph_st *was, const struct CUgraph_st *now,
                                       CUgraphNode *wrong)
{
    const struct CUgraphNode_st *a = was->nodes, *b = now->nodes;
    for (; a && b; a = a->next, b = b->next) {
        *wrong = (CUgraphNode)(uintptr_t)b->original;
        if (a->work.type != b->work.type) return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (a->after.n != b->after.n) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        for (size_t i = 0; i < a->after.n; i++) {
            if (at_place(was, now, b->after.of[i]) != a->after.of[i])
                return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        }
    }
    *wrong = b ? (CUgraphNode)(uintptr_t)b->original : NULL;
    return a || b ? CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED : CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

CUDA_ENTRY(cuGraphExecUpdate_v2,
           (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info),
           (exec, graph, info))
{
    if (!info || !find(exec) || !cuda_is_graph(graph)) return CUDA_ERROR_INVALID_VALUE;
    *info = (CUgraphExecUpdateResultInfo){0};
    struct CUgraph_st *now = cuda_graph_copy(graph);
    info->result = sort(now) ? compare(exec->graph, now, &info->errorNode)
                             : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    if (info->result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
        return cuda_graph_free(now), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    struct CUgraphNode_st *was = exec->graph->nodes, *b = now->nodes;
    for (; b; was = was->next, b = b->next) {
        const cuda_work kept = was->work;
        was->work = b->work, b->work = kept;
    }
    cuda_graph_free(now);
    return CUDA_SUCCESS;
}

CUDA_ALSO(cuGraphLaunch, _ptsz);
CUDA_ALSO(cuGraphUpload, _ptsz);
