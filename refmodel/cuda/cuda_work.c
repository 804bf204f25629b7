// cuda_work.c : a piece of work that a stream is given: does it.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>
#include <string.h>

static bool is_memory(const cuda_work *w)
{
    return w->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || w->type == CU_GRAPH_NODE_TYPE_MEM_FREE;
}

void cuda_work_own(cuda_work *w)
{
    if (w->type == CU_GRAPH_NODE_TYPE_GRAPH) w->as.graph = cuda_graph_copy(w->as.graph);
    if (is_memory(w)) cuda_graph_memory_own(w->as.memory);
    if (w->type != CU_GRAPH_NODE_TYPE_KERNEL) return;
    cuda_launch_work *l = &w->as.launch;
    const size_t bytes = ptx_param_bytes(l->f->kernel);
    l->shape.params = memcpy(wl_calloc(1, bytes), l->shape.params, bytes);
}

void cuda_work_free(cuda_work *w)
{
    if (w->type == CU_GRAPH_NODE_TYPE_GRAPH) cuda_graph_free(w->as.graph);
    if (is_memory(w)) cuda_graph_memory_disown(w->as.memory);
    if (w->type == CU_GRAPH_NODE_TYPE_KERNEL) free((void *)(uintptr_t)w->as.launch.shape.params);
    *w = (cuda_work){.type = CU_GRAPH_NODE_TYPE_EMPTY};
}

static CUresult on_device(const cuda_work *w, CUstream stream)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    switch (w->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return cuda_run_kernel(&w->as.launch);
    case CU_GRAPH_NODE_TYPE_MEMCPY: return cuMemcpy3D(&w->as.copy);
    case CU_GRAPH_NODE_TYPE_MEMSET: return cuda_fill(&w->as.fill);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: return cuEventRecord(w->as.event, stream);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: return cuda_event_ready(w->as.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return cuda_graph_memory_use(w->as.memory, w->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    default: return CUDA_SUCCESS;
    }
}

CUresult cuda_perform(const cuda_work *w, CUstream stream)
{
    if (w->type == CU_GRAPH_NODE_TYPE_GRAPH) return cuda_graph_launch(w->as.graph, stream);
    if (w->type == CU_GRAPH_NODE_TYPE_HOST) return w->as.host.fn(w->as.host.userData), CUDA_SUCCESS;
    cuda_enter();
    const CUresult r = on_device(w, stream);
    cuda_leave();
    return r;
}
