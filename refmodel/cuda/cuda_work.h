// cuda_work.h: inside the driver API: a piece of work that a stream is given, and the graphs that
// keep such pieces.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_WORK_H
#define WL_CUDA_CUDA_WORK_H

#include "cuda/cuda_state.h"

typedef struct cuda_launch_work {
    CUfunction f;
    struct CUctx_st *context;
    ptx_launch shape; // its parameters are the work's own
    bool cooperative;
} cuda_launch_work;

typedef struct cuda_work {
    CUgraphNodeType type;
    union {
        cuda_launch_work launch;
        CUDA_MEMCPY3D copy;
        CUDA_MEMSET_NODE_PARAMS fill;
        CUDA_HOST_NODE_PARAMS host;
        CUevent event;
        CUgraph graph; // the work's own
        graph_memory *memory;
    } as;
} cuda_work;

struct CUgraphNode_st {
    struct CUgraphNode_st *next; // added after it; in a graph for launches: done after it
    struct CUgraph_st *graph;
    const struct CUgraphNode_st *original; // that this is a copy of; NULL: of none
    cuda_work work;
    node_set after; // what it depends on
    bool disabled, placed;
};

struct CUgraph_st {
    struct CUgraph_st *next; // NULL too of one that is a node's or an instance's
    struct CUgraphNode_st *nodes;
    const struct CUgraph_st *original;
};

struct CUgraphExec_st {
    struct CUgraphExec_st *next;
    struct CUgraph_st *graph; // in the order in which its nodes are done
    bool frees;               // at a launch, what is in use of its memory
};

typedef struct cuda_capture {
    struct CUgraph_st *graph;
    const struct CUstream_st *origin;
    const struct cuda_thread *thread; // NULL: any may end it
    uint64_t id;
    bool invalid;
} cuda_capture;

// Does it now; stream is the one that is asked for it. Not inside a call if it may be a function of
// the host.
CUresult cuda_perform(const cuda_work *w, CUstream stream);
// Does it, or adds a copy of it to the graph that the stream is captured into.
CUresult cuda_in_stream(const cuda_work *w, CUstream stream);
void cuda_work_own(cuda_work *w); // what it points at becomes a copy of its own
void cuda_work_free(cuda_work *w);

// The work of a launch, which is checked; cuda_work_free frees it.
CUresult cuda_kernel_work(const CUDA_KERNEL_NODE_PARAMS *p, struct CUctx_st *context,
                          bool cooperative, cuda_work *w);
CUresult cuda_run_kernel(const cuda_launch_work *l);
CUresult cuda_fill(const CUDA_MEMSET_NODE_PARAMS *fill);
CUresult cuda_event_ready(CUevent event);

// For calls that wait for what a stream has to do: an error if it is captured, whose capture is
// spoilt then.
CUresult cuda_waited_for(CUstream stream);
void cuda_captured_event(CUevent event, CUstream stream); // it is recorded
CUresult cuda_captured_wait(CUstream stream, CUevent event);
void cuda_stream_left(struct CUstream_st *stream); // is about to be freed

// The capture that work for a stream goes to; NULL: it is to be done.
CUresult cuda_capture_of(CUstream stream, cuda_capture **c);
// Of a stream that is captured: nodes that allocate and free.
CUresult cuda_capture_allocation(CUdeviceptr *dptr, size_t bytes, const CUmemPoolProps *as,
                                 CUstream stream);
CUresult cuda_capture_free(CUdeviceptr dptr, CUstream stream);

void cuda_graph_memory_own(graph_memory *m); // by a work more, and one less
void cuda_graph_memory_disown(graph_memory *m);
CUresult cuda_graph_memory_use(graph_memory *m, bool begins);
// Is none of a graph's memory in use, or is it freed now?
CUresult cuda_graph_memory_ready(const struct CUgraph_st *graph, bool frees);
bool cuda_graph_has_memory(const struct CUgraph_st *graph);

void cuda_set_add(node_set *s, CUgraphNode node); // once
void cuda_set_join(node_set *s, const node_set *more);
void cuda_set_clear(node_set *s);

bool cuda_is_graph(CUgraph graph);
bool cuda_is_node(CUgraphNode node); // of a graph that is one
CUgraphNode cuda_graph_add(CUgraph graph, const cuda_work *w, const node_set *after);
// The same, with its arguments checked, as calls that add a node do it.
CUresult cuda_graph_add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                             cuda_work w);
CUgraph cuda_graph_copy(const struct CUgraph_st *graph);
void cuda_graph_free(struct CUgraph_st *graph);
CUresult cuda_graph_launch(const struct CUgraph_st *graph, CUstream stream);

#endif
