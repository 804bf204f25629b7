// cuda_stream.c : the driver API's streams and events. All work is done in order when it is asked
// for, so a stream only has to be known, and an event to remember when it was recorded.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_work.h"

#include <stdlib.h>

static bool is_created(CUstream s)
{
    return s && s != CU_STREAM_LEGACY && s != CU_STREAM_PER_THREAD;
}
struct CUctx_st *cuda_owner(CUstream s) { return is_created(s) ? s->owner : cuda_current(); }

// Of any context: a handle says whose it is.
CUresult cuda_stream_ready(CUstream stream)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !is_created(stream)) return r;
    for (const struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (const struct CUstream_st *s = c->streams; s; s = s->next) {
            if (s == stream) return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuStreamCreate, (CUstream * stream, unsigned flags), (stream, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!stream || flags > CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
    struct CUstream_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUstream_st){.next = cuda_current()->streams,
                                 .owner = cuda_current(),
                                 .flags = flags,
                                 .id = ++cuda_this->ids};
    *stream = cuda_current()->streams = made;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
           (stream, flags, priority))
{
    (void)priority; // there is one, cuCtxGetStreamPriorityRange says, and CUDA takes the nearest
                    // that there is
    return cuStreamCreate(stream, flags);
}

void cuda_stream_free(struct CUstream_st *s)
{
    cuda_stream_left(s);
    free(s);
}

void cuda_event_free(struct CUevent_st *v)
{
    cuda_set_clear(&v->tail);
    free(v);
}

CUDA_ENTRY(cuStreamDestroy, (CUstream stream), (stream))
{
    const CUresult r = cuda_stream_ready(stream);
    if (r != CUDA_SUCCESS) return r;
    if (!is_created(stream)) return CUDA_ERROR_INVALID_HANDLE;
    struct CUstream_st **link = &stream->owner->streams;
    while (*link != stream) link = &(*link)->next;
    *link = stream->next;
    cuda_stream_free(stream);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuStreamSynchronize, (CUstream stream), (stream))
{
    cuda_tell_output();
    return cuda_waited_for(stream);
}
CUDA_ENTRY(cuStreamQuery, (CUstream stream), (stream)) { return cuda_waited_for(stream); }

static CUresult asked_about(CUstream stream, const void *answer)
{
    const CUresult r = cuda_stream_ready(stream);
    return r == CUDA_SUCCESS && !answer ? CUDA_ERROR_INVALID_VALUE : r;
}

CUDA_ENTRY(cuStreamGetCtx, (CUstream stream, CUcontext *ctx), (stream, ctx))
{
    const CUresult r = asked_about(stream, ctx);
    if (r == CUDA_SUCCESS) *ctx = cuda_owner(stream);
    return r;
}

CUDA_ENTRY(cuStreamGetFlags, (CUstream stream, unsigned *flags), (stream, flags))
{
    const CUresult r = asked_about(stream, flags);
    if (r == CUDA_SUCCESS) *flags = is_created(stream) ? stream->flags : CU_STREAM_DEFAULT;
    return r;
}

CUDA_ENTRY(cuStreamGetPriority, (CUstream stream, int *priority), (stream, priority))
{
    const CUresult r = asked_about(stream, priority);
    if (r == CUDA_SUCCESS) *priority = 0;
    return r;
}

CUDA_ENTRY(cuStreamGetDevice, (CUstream stream, CUdevice *device), (stream, device))
{
    const CUresult r = asked_about(stream, device);
    if (r == CUDA_SUCCESS) *device = 0;
    return r;
}

CUDA_ENTRY(cuStreamGetId, (CUstream stream, unsigned long long *id), (stream, id))
{
    const CUresult r = asked_about(stream, id);
    if (r != CUDA_SUCCESS) return r;
    if (is_created(stream)) *id = stream->id;
    else *id = cuda_current()->id + (stream == CU_STREAM_PER_THREAD ? 2 : 1);
    return CUDA_SUCCESS;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    const CUresult r = cuStreamQuery(stream);
    if (r != CUDA_SUCCESS || !callback || flags)
        return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
    callback(stream, CUDA_SUCCESS, data);
    return CUDA_SUCCESS;
}

// Outside of the lock: the function may wait for another thread.
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data)
{
    const cuda_work w = {.type = CU_GRAPH_NODE_TYPE_HOST, .as.host = {fn, data}};
    return fn ? cuda_in_stream(&w, stream) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuda_event_ready(CUevent event)
{
    const CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (const struct CUctx_st *c = cuda_this->contexts; c; c = c->next) {
        for (const struct CUevent_st *known = c->events; known; known = known->next) {
            if (known == event) return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_HANDLE;
}

// What stands in a graph for an event that is recorded and waited for outside of it: only while the
// stream is captured.
static CUresult external(CUgraphNodeType type, CUevent event, CUstream stream, unsigned flags)
{
    CUstreamCaptureStatus status;
    CUresult r = cuStreamIsCapturing(stream, &status);
    if (r == CUDA_SUCCESS) r = cuda_event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    const cuda_work w = {.type = type, .as.event = event};
    return flags == CU_EVENT_RECORD_EXTERNAL && status != CU_STREAM_CAPTURE_STATUS_NONE
               ? cuda_in_stream(&w, stream)
               : CUDA_ERROR_INVALID_VALUE;
}

CUDA_ENTRY(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags),
           (stream, event, flags))
{
    CUresult r = cuda_stream_ready(stream);
    if (r == CUDA_SUCCESS) r = cuda_event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    if (flags) return external(CU_GRAPH_NODE_TYPE_WAIT_EVENT, event, stream, flags);
    return cuda_captured_wait(stream, event);
}

CUDA_ENTRY(cuEventCreate, (CUevent * event, unsigned flags), (event, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!event || (flags & ~(unsigned)(CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING)))
        return CUDA_ERROR_INVALID_VALUE;
    struct CUevent_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUevent_st){
        .next = cuda_current()->events, .owner = cuda_current(), .flags = flags};
    *event = cuda_current()->events = made;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuEventRecord, (CUevent event, CUstream stream), (event, stream))
{
    CUresult r = cuda_stream_ready(stream);
    if (r == CUDA_SUCCESS) r = cuda_event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    if (event->owner != cuda_owner(stream)) return CUDA_ERROR_INVALID_HANDLE;
    cuda_captured_event(event, stream);
    if (event->capture) return CUDA_SUCCESS;
    event->recorded = true;
    event->cycle = gpu_cycle(cuda_this->machine);
    return CUDA_SUCCESS;
}

// In a capture the flag asks for a node that records it.
CUDA_ENTRY(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags),
           (event, stream, flags))
{
    return flags ? external(CU_GRAPH_NODE_TYPE_EVENT_RECORD, event, stream, flags)
                 : cuEventRecord(event, stream);
}

CUDA_ENTRY(cuEventSynchronize, (CUevent event), (event))
{
    cuda_tell_output();
    return cuEventQuery(event);
}

CUDA_ENTRY(cuEventQuery, (CUevent event), (event))
{
    const CUresult r = cuda_event_ready(event);
    return r == CUDA_SUCCESS && event->capture ? CUDA_ERROR_CAPTURED_EVENT : r;
}

CUDA_ENTRY(cuEventElapsedTime, (float *ms, CUevent start, CUevent end), (ms, start, end))
{
    CUresult r = cuda_event_ready(start);
    if (r == CUDA_SUCCESS) r = cuda_event_ready(end);
    if (r != CUDA_SUCCESS) return r;
    if (!ms) return CUDA_ERROR_INVALID_VALUE;
    if (!start->recorded || !end->recorded || (start->flags | end->flags) & CU_EVENT_DISABLE_TIMING)
        return CUDA_ERROR_INVALID_HANDLE;
    const double cycles = (double)end->cycle - (double)start->cycle;
    *ms = (float)(cycles / (1000.0 * cuda_this->c->gpu.core_mhz));
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuEventDestroy, (CUevent event), (event))
{
    CUresult r = cuda_event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    struct CUevent_st **link = &event->owner->events;
    while (*link != event) link = &(*link)->next;
    *link = event->next;
    cuda_event_free(event);
    return CUDA_SUCCESS;
}

CUDA_ALSO(cuEventDestroy, _v2);
CUDA_ALSO(cuEventElapsedTime, _v2);
CUDA_ALSO(cuEventRecord, _ptsz);
CUDA_ALSO(cuEventRecordWithFlags, _ptsz);
CUDA_ALSO(cuLaunchHostFunc, _ptsz);
CUDA_ALSO(cuStreamAddCallback, _ptsz);
CUDA_ALSO(cuStreamDestroy, _v2);
CUDA_ALSO(cuStreamGetCtx, _ptsz);
CUDA_ALSO(cuStreamGetCtx, _v2_ptsz);
CUDA_ALSO(cuStreamGetDevice, _ptsz);
CUDA_ALSO(cuStreamGetFlags, _ptsz);
CUDA_ALSO(cuStreamGetId, _ptsz);
CUDA_ALSO(cuStreamGetPriority, _ptsz);
CUDA_ALSO(cuStreamQuery, _ptsz);
CUDA_ALSO(cuStreamSynchronize, _ptsz);
CUDA_ALSO(cuStreamWaitEvent, _ptsz);
