// cuda_graph_memory.c : memory that the driver API's graphs allocate and free.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

static graph_memory *find(CUdeviceptr at)
{
    graph_memory *m = cuda_this->graph_memory;
    while (m && m->address != at) m = m->next;
    return m;
}

const graph_memory *cuda_graph_memory_at(CUdeviceptr at)
{
    const graph_memory *m = cuda_this->graph_memory;
    while (m && at - m->address >= m->bytes) m = m->next;
    return m;
}

// What is in use, and what is reserved.
static uint64_t sum_of(bool reserved)
{
    uint64_t sum = 0;
    for (const graph_memory *m = cuda_this->graph_memory; m; m = m->next)
        sum += reserved || m->in_use ? m->bytes : 0;
    return sum;
}

uint64_t cuda_graph_memory_bytes(void) { return sum_of(true); }

static void note_highest(void)
{
    for (unsigned i = 0; i < 2; i++) {
        if (sum_of(i) > cuda_this->graph_memory_high[i])
            cuda_this->graph_memory_high[i] = sum_of(i);
    }
}

static void drop(graph_memory *m)
{
    graph_memory **link = &cuda_this->graph_memory;
    if (m->works || m->in_use) return;
    while (*link != m) link = &(*link)->next;
    *link = m->next;
    devmem_release(cuda_this->memory, m->address, cuda_this->e);
    free(m);
}

void cuda_graph_memory_own(graph_memory *m) { m->works++; }

void cuda_graph_memory_disown(graph_memory *m)
{
    m->works--;
    drop(m);
}

void cuda_graph_memory_free(void)
{
    for (graph_memory *m = cuda_this->graph_memory, *next; m; m = next) next = m->next, free(m);
    cuda_this->graph_memory = NULL;
}

CUresult cuda_graph_memory_use(graph_memory *m, bool begins)
{
    if (m->in_use == begins) return CUDA_ERROR_INVALID_VALUE;
    m->in_use = begins;
    note_highest();
    return CUDA_SUCCESS;
}

CUresult cuda_graph_memory_release(CUdeviceptr at, bool *found)
{
    graph_memory *m = find(at);
    *found = m != NULL;
    if (!m) return CUDA_ERROR_INVALID_VALUE;
    const CUresult r = cuda_graph_memory_use(m, false);
    drop(m);
    return r;
}

CUresult cuda_graph_memory_ready(const struct CUgraph_st *graph, bool frees)
{
    for (const struct CUgraphNode_st *n = graph->nodes; n; n = n->next) {
        if (n->work.type != CU_GRAPH_NODE_TYPE_MEM_ALLOC || !n->work.as.memory->in_use) continue;
        if (!frees) return CUDA_ERROR_INVALID_VALUE;
        n->work.as.memory->in_use = false;
    }
    return CUDA_SUCCESS;
}

bool cuda_graph_has_memory(const struct CUgraph_st *graph)
{
    const struct CUgraphNode_st *n = graph->nodes;
    while (n && n->work.type != CU_GRAPH_NODE_TYPE_MEM_ALLOC &&
           n->work.type != CU_GRAPH_NODE_TYPE_MEM_FREE)
        n = n->next;
    return n != NULL;
}

static bool is_freed(const struct CUgraph_st *graph, const graph_memory *m)
{
    const struct CUgraphNode_st *n = graph->nodes;
    while (n && !(n->work.type == CU_GRAPH_NODE_TYPE_MEM_FREE && n->work.as.memory == m))
        n = n->next;
    return n != NULL;
}

// Belongs to no work yet: cuda_graph_memory_disown gives it back.
static CUresult reserve(size_t bytes, const CUmemPoolProps *as, graph_memory **made)
{
    uint64_t address = 0;
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_allocated(bytes, &address)) return CUDA_ERROR_OUT_OF_MEMORY;
    *made = wl_malloc(sizeof **made);
    **made = (graph_memory){.next = cuda_this->graph_memory,
                            .address = address,
                            .bytes = bytes,
                            .id = ++cuda_this->ids,
                            .owner = cuda_current(),
                            .as = *as,
                            .works = 1};
    cuda_this->graph_memory = *made;
    note_highest();
    return CUDA_SUCCESS;
}

CUresult cuda_capture_allocation(CUdeviceptr *dptr, size_t bytes, const CUmemPoolProps *as,
                                 CUstream stream)
{
    graph_memory *m = NULL;
    CUresult r = reserve(bytes, as, &m);
    if (r != CUDA_SUCCESS) return r;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .as.memory = m};
    *dptr = m->address;
    r = cuda_in_stream(&w, stream);
    cuda_graph_memory_disown(m);
    return r;
}

CUresult cuda_capture_free(CUdeviceptr dptr, CUstream stream)
{
    graph_memory *m = find(dptr);
    if (!m || is_freed(stream->capture->graph, m)) return CUDA_ERROR_INVALID_VALUE;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .as.memory = m};
    return cuda_in_stream(&w, stream);
}

CUDA_ENTRY(cuGraphAddMemAllocNode,
           (CUgraphNode * node, CUgraph graph, const CUgraphNode *after, size_t n,
            CUDA_MEM_ALLOC_NODE_PARAMS *params),
           (node, graph, after, n, params))
{
    graph_memory *m = NULL;
    CUresult r = cuda_ready();
    if (r == CUDA_SUCCESS)
        r = params ? cuda_pool_props(&params->poolProps) : CUDA_ERROR_INVALID_VALUE;
    if (r == CUDA_SUCCESS) r = reserve(params->bytesize, &params->poolProps, &m);
    if (r != CUDA_SUCCESS) return r;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .as.memory = m};
    r = cuda_graph_add_node(node, graph, after, n, w);
    if (r == CUDA_SUCCESS) params->dptr = m->address;
    cuda_graph_memory_disown(m);
    return r;
}

CUDA_ENTRY(cuGraphAddMemFreeNode,
           (CUgraphNode * node, CUgraph graph, const CUgraphNode *after, size_t n,
            CUdeviceptr dptr),
           (node, graph, after, n, dptr))
{
    graph_memory *m = find(dptr);
    if (!m || !cuda_is_graph(graph) || is_freed(graph, m)) return CUDA_ERROR_INVALID_VALUE;
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .as.memory = m};
    return cuda_graph_add_node(node, graph, after, n, w);
}

static const graph_memory *memory_of(CUgraphNode node, CUgraphNodeType type)
{
    return cuda_is_node(node) && node->work.type == type ? node->work.as.memory : NULL;
}

CUDA_ENTRY(cuGraphMemAllocNodeGetParams, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params),
           (node, params))
{
    const graph_memory *m = memory_of(node, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    if (!m || !params) return CUDA_ERROR_INVALID_VALUE;
    *params =
        (CUDA_MEM_ALLOC_NODE_PARAMS){.poolProps = m->as, .bytesize = m->bytes, .dptr = m->address};
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *dptr), (node, dptr))
{
    const graph_memory *m = memory_of(node, CU_GRAPH_NODE_TYPE_MEM_FREE);
    if (!m || !dptr) return CUDA_ERROR_INVALID_VALUE;
    *dptr = m->address;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceGraphMemTrim, (CUdevice device), (device)) { return cuda_is_device(device); }

CUDA_ENTRY(cuDeviceGetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute a, void *value),
           (device, a, value))
{
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    if (!value || a > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH) return CUDA_ERROR_INVALID_VALUE;
    const bool reserved = a >= CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, high = a % 2;
    *(cuuint64_t *)value = high ? cuda_this->graph_memory_high[reserved] : sum_of(reserved);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuDeviceSetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute a, void *value),
           (device, a, value))
{
    const CUresult r = cuda_is_device(device);
    if (r != CUDA_SUCCESS) return r;
    const bool high =
        a == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || a == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
    if (!value || !high || *(cuuint64_t *)value) return CUDA_ERROR_INVALID_VALUE;
    const bool reserved = a == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
    cuda_this->graph_memory_high[reserved] = sum_of(reserved);
    return CUDA_SUCCESS;
}
