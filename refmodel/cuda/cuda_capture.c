// cuda_capture.c : the driver API's capture of streams: work that becomes a graph.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

static bool is_created(const struct CUstream_st *s)
{
    return s && s != CU_STREAM_LEGACY && s != CU_STREAM_PER_THREAD;
}

// The stream that waits for all others: NULL, or by its name.
static bool is_legacy(const struct CUstream_st *s) { return !s || s == CU_STREAM_LEGACY; }

// The stream that nobody creates would wait for captured ones, which have nothing to wait for.
static CUresult no_capture_to_wait_for(void)
{
    CUresult r = CUDA_SUCCESS;
    for (struct CUstream_st *s = cuda_current()->streams; s; s = s->next) {
        if (!s->capture || s->flags & CU_STREAM_NON_BLOCKING) continue;
        s->capture->invalid = true;
        r = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    return r;
}

CUresult cuda_capture_of(CUstream stream, cuda_capture **c)
{
    const CUresult r = cuda_stream_ready(stream);
    *c = r == CUDA_SUCCESS && is_created(stream) ? stream->capture : NULL;
    if (r != CUDA_SUCCESS || *c)
        return *c && (*c)->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : r;
    return is_legacy(stream) ? no_capture_to_wait_for() : CUDA_SUCCESS;
}

CUresult cuda_in_stream(const cuda_work *w, CUstream stream)
{
    cuda_capture *c;
    cuda_enter();
    const CUresult r = cuda_capture_of(stream, &c);
    if (r == CUDA_SUCCESS && c) {
        CUgraphNode node = cuda_graph_add(c->graph, w, &stream->tail);
        cuda_set_clear(&stream->tail);
        cuda_set_add(&stream->tail, node);
    }
    cuda_leave();
    return r != CUDA_SUCCESS || c ? r : cuda_perform(w, stream);
}

CUresult cuda_waited_for(CUstream stream)
{
    const CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    if (is_legacy(stream)) return no_capture_to_wait_for();
    if (!is_created(stream) || !stream->capture) return CUDA_SUCCESS;
    stream->capture->invalid = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

// In a capture an event stands for what was asked of the stream before it.
void cuda_captured_event(CUevent event, CUstream stream)
{
    event->capture = is_created(stream) ? stream->capture : NULL;
    cuda_set_clear(&event->tail);
    if (event->capture) cuda_set_join(&event->tail, &stream->tail);
}

CUresult cuda_captured_wait(CUstream stream, CUevent event)
{
    cuda_capture *c;
    const CUresult r = cuda_capture_of(stream, &c);
    if (r != CUDA_SUCCESS || (!c && !event->capture)) return r;
    if (!is_created(stream)) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    if (c && c != event->capture) {
        c->invalid = true;
        if (!event->capture) return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
        event->capture->invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    stream->capture = event->capture;
    cuda_set_join(&stream->tail, &event->tail);
    return CUDA_SUCCESS;
}

// Streams and events leave the capture, and it ends; its graph stays.
static void end(cuda_capture *c)
{
    for (struct CUctx_st *ctx = cuda_this->contexts; ctx; ctx = ctx->next) {
        for (struct CUstream_st *s = ctx->streams; s; s = s->next) {
            if (s->capture == c) s->capture = NULL, cuda_set_clear(&s->tail);
        }
        for (struct CUevent_st *e = ctx->events; e; e = e->next) {
            if (e->capture == c) e->capture = NULL, cuda_set_clear(&e->tail);
        }
    }
    free(c);
}

// One that was captured by way of an event may go: whether its work was waited for is asked at the
// end.
void cuda_stream_left(struct CUstream_st *stream)
{
    cuda_capture *c = stream->capture;
    cuda_set_clear(&stream->tail);
    stream->capture = NULL;
    if (!c || c->origin != stream) return;
    cuda_graph_free(c->graph);
    end(c);
}

CUDA_ENTRY(cuStreamBeginCapture, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
{
    const CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    if (mode > CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_ERROR_INVALID_VALUE;
    if (!is_created(stream)) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (stream->capture) return CUDA_ERROR_ILLEGAL_STATE;
    stream->capture = wl_calloc(1, sizeof *stream->capture);
    *stream->capture =
        (cuda_capture){.graph = wl_calloc(1, sizeof *stream->capture->graph),
                       .origin = stream,
                       .thread = mode == CU_STREAM_CAPTURE_MODE_RELAXED ? NULL : &cuda_me,
                       .id = ++cuda_this->ids};
    return CUDA_SUCCESS;
}

static bool leads_on(const struct CUgraph_st *g, const struct CUgraphNode_st *node)
{
    for (const struct CUgraphNode_st *n = g->nodes; n; n = n->next) {
        for (size_t i = 0; i < n->after.n; i++) {
            if (n->after.of[i] == node) return true;
        }
    }
    return false;
}

// Has the first stream waited for all that was captured in others?
static bool joined(const cuda_capture *c)
{
    const node_set *tail = &c->origin->tail;
    for (const struct CUgraphNode_st *n = c->graph->nodes; n; n = n->next) {
        size_t i = 0;
        while (i < tail->n && tail->of[i] != n) i++;
        if (i == tail->n && !leads_on(c->graph, n)) return false;
    }
    return true;
}

static CUresult end_of(const cuda_capture *c, const struct CUstream_st *stream)
{
    if (c->origin != stream) return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    if (c->thread && c->thread != &cuda_me) return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    if (c->invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    return joined(c) ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
}

CUDA_ENTRY(cuStreamEndCapture, (CUstream stream, CUgraph *graph), (stream, graph))
{
    CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    if (!graph) return CUDA_ERROR_INVALID_VALUE;
    if (!is_created(stream) || !stream->capture) return CUDA_ERROR_ILLEGAL_STATE;
    cuda_capture *c = stream->capture;
    r = end_of(c, stream);
    if (r == CUDA_ERROR_STREAM_CAPTURE_UNMATCHED || r == CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD)
        return r;
    *graph = NULL;
    if (r == CUDA_SUCCESS)
        c->graph->next = cuda_this->graphs, *graph = cuda_this->graphs = c->graph;
    else cuda_graph_free(c->graph);
    end(c);
    return r;
}

CUDA_ENTRY(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status), (stream, status))
{
    const CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    if (!status) return CUDA_ERROR_INVALID_VALUE;
    const cuda_capture *c = is_created(stream) ? stream->capture : NULL;
    *status = !c           ? CU_STREAM_CAPTURE_STATUS_NONE
              : c->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                           : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuStreamGetCaptureInfo_v2,
           (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
            const CUgraphNode **nodes, size_t *n),
           (stream, status, id, graph, nodes, n))
{
    const CUresult r = cuStreamIsCapturing(stream, status);
    if (r != CUDA_SUCCESS || *status != CU_STREAM_CAPTURE_STATUS_ACTIVE) return r;
    if (id) *id = stream->capture->id;
    if (graph) *graph = stream->capture->graph;
    if (nodes) *nodes = stream->tail.of;
    if (n) *n = stream->tail.n;
    return CUDA_SUCCESS;
}

// The same with what is said of the edges, which is nothing.
CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                   CUgraph *graph, const CUgraphNode **nodes, const void **edges,
                                   size_t *n);
CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                   CUgraph *graph, const CUgraphNode **nodes, const void **edges,
                                   size_t *n)
{
    if (edges) *edges = NULL;
    return cuStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, n);
}

CUDA_ENTRY(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode), (mode))
{
    if (!mode || *mode > CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_ERROR_INVALID_VALUE;
    const CUstreamCaptureMode was = cuda_me.capture_mode;
    cuda_me.capture_mode = *mode;
    *mode = was;
    return CUDA_SUCCESS;
}

CUDA_ALSO(cuStreamBeginCapture, _ptsz);
CUDA_ALSO(cuStreamBeginCapture, _v2);
CUDA_ALSO(cuStreamBeginCapture, _v2_ptsz);
CUDA_ALSO(cuStreamEndCapture, _ptsz);
CUDA_ALSO(cuStreamGetCaptureInfo_v2, _ptsz);
CUDA_ALSO(cuStreamGetCaptureInfo_v3, _ptsz);
CUDA_ALSO(cuStreamIsCapturing, _ptsz);
