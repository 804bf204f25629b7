// cudart_stream.c : the runtime API's streams and events.
//
// SPDX-License-Identifier: Apache-2.0
#include "cudart/cudart_state.h"

#include <stdlib.h>

CUDART_ENTRY(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), (stream, flags))
{
    CUDART_DRIVER(cuStreamCreate(stream, flags));
}

CUDART_ENTRY(cudaStreamCreate, (cudaStream_t * stream), (stream))
{
    return cudaStreamCreateWithFlags(stream, CU_STREAM_DEFAULT);
}

CUDART_ENTRY(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned flags, int priority),
             (stream, flags, priority))
{
    CUDART_DRIVER(cuStreamCreateWithPriority(stream, flags, priority));
}

CUDART_ENTRY(cudaStreamDestroy, (cudaStream_t stream), (stream))
{
    CUDART_DRIVER(cuStreamDestroy(stream));
}

CUDART_ENTRY(cudaStreamSynchronize, (cudaStream_t stream), (stream))
{
    CUDART_DRIVER(cuStreamSynchronize(stream));
}

CUDART_ENTRY(cudaStreamQuery, (cudaStream_t stream), (stream))
{
    CUDART_DRIVER(cuStreamQuery(stream));
}

CUDART_ENTRY(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
             (stream, event, flags))
{
    CUDART_DRIVER(cuStreamWaitEvent(stream, event, flags));
}

CUDART_ENTRY(cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), (stream, flags))
{
    CUDART_DRIVER(cuStreamGetFlags(stream, flags));
}

CUDART_ENTRY(cudaStreamGetPriority, (cudaStream_t stream, int *priority), (stream, priority))
{
    CUDART_DRIVER(cuStreamGetPriority(stream, priority));
}

CUDART_ENTRY(cudaStreamGetId, (cudaStream_t stream, unsigned long long *id), (stream, id))
{
    CUDART_DRIVER(cuStreamGetId(stream, id));
}

CUDART_ENTRY(cudaStreamGetDevice, (cudaStream_t stream, int *device), (stream, device))
{
    CUDART_DRIVER(cuStreamGetDevice(stream, device));
}

// The callback is called at once, outside of any lock.
CUDART_ENTRY(cudaStreamAddCallback,
             (cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags),
             (stream, callback, data, flags))
{
    if (!callback || flags) return cudaErrorInvalidValue;
    const cudaError_t r = cudaStreamQuery(stream);
    if (r == cudaSuccess) callback(stream, cudaSuccess, data);
    return r;
}

CUDART_ENTRY(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t fn, void *data),
             (stream, fn, data))
{
    CUDART_DRIVER(cuLaunchHostFunc(stream, fn, data));
}

CUDART_ENTRY(cudaStreamAttachMemAsync,
             (cudaStream_t stream, void *both, size_t bytes, unsigned flags),
             (stream, both, bytes, flags))
{
    (void)bytes;
    CUDART_DRIVER(both ? cuStreamGetFlags(stream, &flags) : CUDA_ERROR_INVALID_VALUE);
}

CUDART_ENTRY(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), (event, flags))
{
    CUDART_DRIVER(cuEventCreate(event, flags));
}

CUDART_ENTRY(cudaEventCreate, (cudaEvent_t * event), (event))
{
    return cudaEventCreateWithFlags(event, CU_EVENT_DEFAULT);
}

CUDART_ENTRY(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
{
    CUDART_DRIVER(cuEventRecord(event, stream));
}

CUDART_ENTRY(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
             (event, stream, flags))
{
    CUDART_DRIVER(cuEventRecordWithFlags(event, stream, flags));
}

CUDART_ENTRY(cudaEventQuery, (cudaEvent_t event), (event)) { CUDART_DRIVER(cuEventQuery(event)); }

CUDART_ENTRY(cudaEventSynchronize, (cudaEvent_t event), (event))
{
    CUDART_DRIVER(cuEventSynchronize(event));
}

CUDART_ENTRY(cudaEventElapsedTime, (float *ms, cudaEvent_t start, cudaEvent_t end),
             (ms, start, end))
{
    CUDART_DRIVER(cuEventElapsedTime(ms, start, end));
}

CUDART_ENTRY(cudaEventDestroy, (cudaEvent_t event), (event))
{
    CUDART_DRIVER(cuEventDestroy(event));
}

CUDART_ALSO(cudaEventElapsedTime, _v2);
CUDART_ALSO(cudaEventRecord, _ptsz);
CUDART_ALSO(cudaEventRecordWithFlags, _ptsz);
CUDART_ALSO(cudaLaunchHostFunc, _ptsz);
CUDART_ALSO(cudaStreamAddCallback, _ptsz);
CUDART_ALSO(cudaStreamAttachMemAsync, _ptsz);
CUDART_ALSO(cudaStreamGetDevice, _ptsz);
CUDART_ALSO(cudaStreamGetFlags, _ptsz);
CUDART_ALSO(cudaStreamGetId, _ptsz);
CUDART_ALSO(cudaStreamGetPriority, _ptsz);
CUDART_ALSO(cudaStreamQuery, _ptsz);
CUDART_ALSO(cudaStreamSynchronize, _ptsz);
CUDART_ALSO(cudaStreamWaitEvent, _ptsz);
