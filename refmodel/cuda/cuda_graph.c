// cuda_graph.c : the driver API's graphs: what they are made of, and copies of them.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

void cuda_set_add(node_set *s, CUgraphNode node)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->of[i] == node) return;
    }
    s->of = wl_realloc(s->of, (s->n + 1) * sizeof *s->of);
    s->of[s->n++] = node;
}

void cuda_set_join(node_set *s, const node_set *more)
{
    for (size_t i = 0; i < more->n; i++) cuda_set_add(s, more->of[i]);
}

void cuda_set_clear(node_set *s)
{
    free(s->of);
    *s = (node_set){0};
}

static void set_remove(node_set *s, const struct CUgraphNode_st *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (s->of[i] != node) s->of[kept++] = s->of[i];
    }
    s->n = kept;
}

bool cuda_is_graph(CUgraph graph)
{
    const struct CUgraph_st *g = cuda_this->graphs;
    while (g && g != graph) g = g->next;
    return g != NULL;
}

static bool has_node(const struct CUgraph_st *g, const struct CUgraphNode_st *node)
{
    const struct CUgraphNode_st *n = g->nodes;
    while (n && n != node) n = n->next;
    return n != NULL;
}

bool cuda_is_node(CUgraphNode node)
{
    const struct CUgraph_st *g = cuda_this->graphs;
    while (g && !has_node(g, node)) g = g->next;
    return g != NULL;
}

CUgraphNode cuda_graph_add(CUgraph graph, const cuda_work *w, const node_set *after)
{
    struct CUgraphNode_st *made = wl_calloc(1, sizeof *made), **link = &graph->nodes;
    made->graph = graph;
    made->work = *w;
    cuda_work_own(&made->work);
    cuda_set_join(&made->after, after);
    while (*link) link = &(*link)->next;
    return *link = made;
}

static void free_node(struct CUgraphNode_st *n)
{
    cuda_work_free(&n->work);
    cuda_set_clear(&n->after);
    free(n);
}

void cuda_graph_free(struct CUgraph_st *graph)
{
    for (struct CUgraphNode_st *n = graph->nodes, *next; n; n = next) next = n->next, free_node(n);
    free(graph);
}

static CUgraphNode copy_of(const struct CUgraph_st *graph, const struct CUgraphNode_st *original)
{
    CUgraphNode n = graph->nodes;
    while (n && n->original != original) n = n->next;
    return n;
}

CUgraph cuda_graph_copy(const struct CUgraph_st *graph)
{
    struct CUgraph_st *made = wl_calloc(1, sizeof *made);
    made->original = graph;
    for (const struct CUgraphNode_st *n = graph->nodes; n; n = n->next) {
        CUgraphNode copy = cuda_graph_add(made, &n->work, &(node_set){0});
        copy->original = n, copy->disabled = n->disabled;
    }
    for (struct CUgraphNode_st *n = made->nodes; n; n = n->next) {
        const node_set *after = &n->original->after;
        for (size_t i = 0; i < after->n; i++) cuda_set_add(&n->after, copy_of(made, after->of[i]));
    }
    return made;
}

void cuda_graphs_free(void)
{
    for (struct CUgraph_st *g = cuda_this->graphs, *next; g; g = next)
        next = g->next, cuda_graph_free(g);
    for (struct CUgraphExec_st *x = cuda_this->execs, *next; x; x = next) {
        next = x->next;
        cuda_graph_free(x->graph);
        free(x);
    }
    cuda_this->graphs = NULL, cuda_this->execs = NULL;
    cuda_graph_memory_free();
}

static CUresult keep(struct CUgraph_st *made, CUgraph *graph)
{
    made->next = cuda_this->graphs;
    *graph = cuda_this->graphs = made;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphCreate, (CUgraph * graph, unsigned flags), (graph, flags))
{
    if (!cuda_this->initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!graph || flags) return CUDA_ERROR_INVALID_VALUE;
    return keep(wl_calloc(1, sizeof **graph), graph);
}

CUDA_ENTRY(cuGraphClone, (CUgraph * clone, CUgraph graph), (clone, graph))
{
    if (!clone || !cuda_is_graph(graph)) return CUDA_ERROR_INVALID_VALUE;
    if (cuda_graph_has_memory(graph)) return CUDA_ERROR_NOT_SUPPORTED;
    return keep(cuda_graph_copy(graph), clone);
}

CUDA_ENTRY(cuGraphDestroy, (CUgraph graph), (graph))
{
    if (!cuda_is_graph(graph)) return CUDA_ERROR_INVALID_VALUE;
    struct CUgraph_st **link = &cuda_this->graphs;
    while (*link != graph) link = &(*link)->next;
    *link = graph->next;
    for (struct CUgraphExec_st *x = cuda_this->execs; x; x = x->next) {
        if (x->graph->original == graph) x->graph->original = NULL;
    }
    cuda_graph_free(graph);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphNodeFindInClone, (CUgraphNode * node, CUgraphNode original, CUgraph clone),
           (node, original, clone))
{
    if (!node || !cuda_is_graph(clone) || !cuda_is_node(original)) return CUDA_ERROR_INVALID_VALUE;
    *node = copy_of(clone, original);
    return *node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuGraphDestroyNode, (CUgraphNode node), (node))
{
    if (!cuda_is_node(node)) return CUDA_ERROR_INVALID_VALUE;
    if (cuda_graph_has_memory(node->graph)) return CUDA_ERROR_NOT_SUPPORTED;
    struct CUgraphNode_st **link = &node->graph->nodes;
    for (struct CUgraphNode_st *n = *link; n; n = n->next) set_remove(&n->after, node);
    while (*link != node) link = &(*link)->next;
    *link = node->next;
    free_node(node);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphAddDependencies,
           (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n),
           (graph, from, to, n))
{
    if (!cuda_is_graph(graph) || (n && (!from || !to))) return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n; i++) {
        if (from[i] == to[i] || !has_node(graph, from[i]) || !has_node(graph, to[i]))
            return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t i = 0; i < n; i++) cuda_set_add(&to[i]->after, from[i]);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type), (node, type))
{
    if (!type || !cuda_is_node(node)) return CUDA_ERROR_INVALID_VALUE;
    *type = node->work.type;
    return CUDA_SUCCESS;
}

static CUresult answer(const node_set *s, CUgraphNode *nodes, size_t *n)
{
    const size_t room = nodes ? *n : 0;
    for (size_t i = 0; i < room; i++) nodes[i] = i < s->n ? s->of[i] : NULL;
    if (!nodes || s->n < room) *n = s->n;
    return CUDA_SUCCESS;
}

static CUresult nodes_of(CUgraph graph, bool roots, CUgraphNode *nodes, size_t *n)
{
    node_set s = {0};
    if (!n || !cuda_is_graph(graph)) return CUDA_ERROR_INVALID_VALUE;
    for (struct CUgraphNode_st *i = graph->nodes; i; i = i->next) {
        if (!roots || !i->after.n) cuda_set_add(&s, i);
    }
    const CUresult r = answer(&s, nodes, n);
    cuda_set_clear(&s);
    return r;
}

CUDA_ENTRY(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n))
{
    return nodes_of(graph, false, nodes, n);
}

CUDA_ENTRY(cuGraphGetRootNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n))
{
    return nodes_of(graph, true, nodes, n);
}

CUDA_ENTRY(cuGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *nodes, size_t *n),
           (node, nodes, n))
{
    return n && cuda_is_node(node) ? answer(&node->after, nodes, n) : CUDA_ERROR_INVALID_VALUE;
}
