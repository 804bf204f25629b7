// cudart_graph_nodes.c : the runtime API's nodes of graphs.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

static cudaError_t kernel_of(const cudaKernelNodeParams *p, CUDA_KERNEL_NODE_PARAMS *made)
{
    CUfunction f = NULL;
    if (!p) return cudaErrorInvalidValue;
    const cudaError_t r = cudart_function(p->func, &f);
    *made = (CUDA_KERNEL_NODE_PARAMS){f,
                                      p->gridDim.x,
                                      p->gridDim.y,
                                      p->gridDim.z,
                                      p->blockDim.x,
                                      p->blockDim.y,
                                      p->blockDim.z,
                                      p->sharedMemBytes,
                                      p->kernelParams,
                                      p->extra,
                                      NULL,
                                      NULL};
    return r;
}

static cudaError_t fill_of(const cudaMemsetParams *p, CUDA_MEMSET_NODE_PARAMS *made)
{
    const cudaError_t r = cudart_ready();
    if (r != cudaSuccess || !p) return r == cudaSuccess ? cudaErrorInvalidValue : r;
    *made = (CUDA_MEMSET_NODE_PARAMS){address(p->dst), p->pitch, p->value,
                                      p->elementSize,  p->width, p->height};
    return cudaSuccess;
}

// One row, whose addresses say which side they are of.
static CUDA_MEMCPY3D row_of(void *to, const void *from, size_t bytes)
{
    return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .srcDevice = address(from),
                           .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .dstDevice = address(to),
                           .WidthInBytes = bytes,
                           .Height = 1,
                           .Depth = 1};
}

static cudaError_t host_of(const cudaHostNodeParams *p, CUDA_HOST_NODE_PARAMS *made)
{
    if (!p) return cudaErrorInvalidValue;
    *made = (CUDA_HOST_NODE_PARAMS){p->fn, p->userData};
    return cudart_ready();
}

// made of what the runtime's parameters say, then the driver's call with it
#define WITH(T, get, call) \
    do { \
        T made; \
        const cudaError_t got = get; \
        return got == cudaSuccess ? cudart_error(call) : got; \
    } while (0)
#define NODE cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n

CUDART_ENTRY(cudaGraphAddKernelNode, (NODE, const cudaKernelNodeParams *params),
             (node, graph, after, n, params))
{
    WITH(CUDA_KERNEL_NODE_PARAMS, kernel_of(params, &made),
         cuGraphAddKernelNode_v2(node, graph, after, n, &made));
}

CUDART_ENTRY(cudaGraphAddMemcpyNode, (NODE, const cudaMemcpy3DParms *params),
             (node, graph, after, n, params))
{
    WITH(CUDA_MEMCPY3D, cudart_box(params, &made),
         cuGraphAddMemcpyNode(node, graph, after, n, &made, NULL));
}

CUDART_ENTRY(cudaGraphAddMemcpyNode1D,
             (NODE, void *to, const void *from, size_t bytes, cudaMemcpyKind kind),
             (node, graph, after, n, to, from, bytes, kind))
{
    const CUDA_MEMCPY3D c = row_of(to, from, bytes);
    CUDART_COPY(kind, cuGraphAddMemcpyNode(node, graph, after, n, &c, NULL));
}

CUDART_ENTRY(cudaGraphAddMemsetNode, (NODE, const cudaMemsetParams *params),
             (node, graph, after, n, params))
{
    WITH(CUDA_MEMSET_NODE_PARAMS, fill_of(params, &made),
         cuGraphAddMemsetNode(node, graph, after, n, &made, NULL));
}

CUDART_ENTRY(cudaGraphAddHostNode, (NODE, const cudaHostNodeParams *params),
             (node, graph, after, n, params))
{
    WITH(CUDA_HOST_NODE_PARAMS, host_of(params, &made),
         cuGraphAddHostNode(node, graph, after, n, &made));
}

CUDART_ENTRY(cudaGraphAddChildGraphNode, (NODE, cudaGraph_t child), (node, graph, after, n, child))
{
    CUDART_DRIVER(cuGraphAddChildGraphNode(node, graph, after, n, child));
}

CUDART_ENTRY(cudaGraphAddEmptyNode, (NODE), (node, graph, after, n))
{
    CUDART_DRIVER(cuGraphAddEmptyNode(node, graph, after, n));
}

CUDART_ENTRY(cudaGraphAddEventRecordNode, (NODE, cudaEvent_t event), (node, graph, after, n, event))
{
    CUDART_DRIVER(cuGraphAddEventRecordNode(node, graph, after, n, event));
}

CUDART_ENTRY(cudaGraphAddEventWaitNode, (NODE, cudaEvent_t event), (node, graph, after, n, event))
{
    CUDART_DRIVER(cuGraphAddEventWaitNode(node, graph, after, n, event));
}

CUDART_ENTRY(cudaGraphKernelNodeSetParams,
             (cudaGraphNode_t node, const cudaKernelNodeParams *params), (node, params))
{
    WITH(CUDA_KERNEL_NODE_PARAMS, kernel_of(params, &made),
         cuGraphKernelNodeSetParams_v2(node, &made));
}

CUDART_ENTRY(cudaGraphMemcpyNodeSetParams, (cudaGraphNode_t node, const cudaMemcpy3DParms *params),
             (node, params))
{
    WITH(CUDA_MEMCPY3D, cudart_box(params, &made), cuGraphMemcpyNodeSetParams(node, &made));
}

CUDART_ENTRY(cudaGraphMemsetNodeSetParams, (cudaGraphNode_t node, const cudaMemsetParams *params),
             (node, params))
{
    WITH(CUDA_MEMSET_NODE_PARAMS, fill_of(params, &made), cuGraphMemsetNodeSetParams(node, &made));
}

CUDART_ENTRY(cudaGraphHostNodeSetParams, (cudaGraphNode_t node, const cudaHostNodeParams *params),
             (node, params))
{
    WITH(CUDA_HOST_NODE_PARAMS, host_of(params, &made), cuGraphHostNodeSetParams(node, &made));
}

CUDART_ENTRY(cudaGraphExecKernelNodeSetParams,
             (cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *params),
             (exec, node, params))
{
    WITH(CUDA_KERNEL_NODE_PARAMS, kernel_of(params, &made),
         cuGraphExecKernelNodeSetParams_v2(exec, node, &made));
}

CUDART_ENTRY(cudaGraphExecMemcpyNodeSetParams,
             (cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *params),
             (exec, node, params))
{
    WITH(CUDA_MEMCPY3D, cudart_box(params, &made),
         cuGraphExecMemcpyNodeSetParams(exec, node, &made, NULL));
}

CUDART_ENTRY(cudaGraphExecMemcpyNodeSetParams1D,
             (cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t bytes,
              cudaMemcpyKind kind),
             (exec, node, to, from, bytes, kind))
{
    const CUDA_MEMCPY3D c = row_of(to, from, bytes);
    CUDART_COPY(kind, cuGraphExecMemcpyNodeSetParams(exec, node, &c, NULL));
}

CUDART_ENTRY(cudaGraphExecMemsetNodeSetParams,
             (cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *params),
             (exec, node, params))
{
    WITH(CUDA_MEMSET_NODE_PARAMS, fill_of(params, &made),
         cuGraphExecMemsetNodeSetParams(exec, node, &made, NULL));
}

CUDART_ENTRY(cudaGraphExecHostNodeSetParams,
             (cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *params),
             (exec, node, params))
{
    WITH(CUDA_HOST_NODE_PARAMS, host_of(params, &made),
         cuGraphExecHostNodeSetParams(exec, node, &made));
}
