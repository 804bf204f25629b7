// cuda_stream.c : the driver API's streams and events. All work is done in order when it is asked for, so a stream only has to be
// known, and an event to remember when it was recorded.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_state.h"

#include <stdlib.h>

CUresult cuda_stream_ready(CUstream stream)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS || !stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD) return r;
    const struct CUstream_st *known = cuda_current()->streams;
    while (known && known != stream) known = known->next;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuStreamCreate, (CUstream *stream, unsigned flags), (stream, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!stream || flags > CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
    struct CUstream_st *made = wl_calloc(1, sizeof *made);
    made->next = cuda_current()->streams;
    *stream = cuda_current()->streams = made;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuStreamCreateWithPriority, (CUstream *stream, unsigned flags, int priority), (stream, flags, priority))
{
    (void)priority; // one after the other in any case
    return cuStreamCreate(stream, flags);
}

CUDA_ENTRY(cuStreamDestroy, (CUstream stream), (stream))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    for (struct CUstream_st **link = &cuda_current()->streams; *link; link = &(*link)->next) {
        if (*link != stream) continue;
        *link = stream->next;
        free(stream);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuStreamSynchronize, (CUstream stream), (stream)) { return cuda_stream_ready(stream); }
CUDA_ENTRY(cuStreamQuery, (CUstream stream), (stream)) { return cuda_stream_ready(stream); }

// Outside of the lock: the function may wait for another thread.
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data)
{
    const CUresult r = cuStreamQuery(stream);
    if (r != CUDA_SUCCESS || !fn) return r != CUDA_SUCCESS ? r : CUDA_ERROR_INVALID_VALUE;
    fn(data);
    return CUDA_SUCCESS;
}

static CUresult event_ready(CUevent event)
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    const struct CUevent_st *known = cuda_current()->events;
    while (known && known != event) known = known->next;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_ENTRY(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), (stream, event, flags))
{
    CUresult r = cuda_stream_ready(stream);
    if (r == CUDA_SUCCESS) r = event_ready(event);
    return r == CUDA_SUCCESS && flags ? CUDA_ERROR_INVALID_VALUE : r;
}

CUDA_ENTRY(cuEventCreate, (CUevent *event, unsigned flags), (event, flags))
{
    CUresult r = cuda_ready();
    if (r != CUDA_SUCCESS) return r;
    if (!event || (flags & ~(unsigned)(CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING))) return CUDA_ERROR_INVALID_VALUE;
    struct CUevent_st *made = wl_calloc(1, sizeof *made);
    *made = (struct CUevent_st){.next = cuda_current()->events, .flags = flags};
    *event = cuda_current()->events = made;
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuEventRecord, (CUevent event, CUstream stream), (event, stream))
{
    CUresult r = cuda_stream_ready(stream);
    if (r == CUDA_SUCCESS) r = event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    event->recorded = true;
    event->cycle = gpu_cycle(cuda_this->machine);
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuEventSynchronize, (CUevent event), (event)) { return event_ready(event); }
CUDA_ENTRY(cuEventQuery, (CUevent event), (event)) { return event_ready(event); }

CUDA_ENTRY(cuEventElapsedTime, (float *ms, CUevent start, CUevent end), (ms, start, end))
{
    CUresult r = event_ready(start);
    if (r == CUDA_SUCCESS) r = event_ready(end);
    if (r != CUDA_SUCCESS) return r;
    if (!ms) return CUDA_ERROR_INVALID_VALUE;
    if (!start->recorded || !end->recorded || (start->flags | end->flags) & CU_EVENT_DISABLE_TIMING) return CUDA_ERROR_INVALID_HANDLE;
    const double cycles = (double)end->cycle - (double)start->cycle;
    *ms = (float)(cycles / (1000.0 * cuda_this->c->gpu.core_mhz));
    return CUDA_SUCCESS;
}

CUDA_ENTRY(cuEventDestroy, (CUevent event), (event))
{
    CUresult r = event_ready(event);
    if (r != CUDA_SUCCESS) return r;
    struct CUevent_st **link = &cuda_current()->events;
    while (*link != event) link = &(*link)->next;
    *link = event->next;
    free(event);
    return CUDA_SUCCESS;
}
