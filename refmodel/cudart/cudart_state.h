// cudart_state.h: inside the runtime API: what its files share. It knows the driver API's calls and
// no more of it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDART_CUDART_STATE_H
#define WL_CUDART_CUDART_STATE_H

#include "cuda/cuda.h"
#include "cudart/cudart.h"

#include <stdbool.h>
#include <stdint.h>

// The version of CUDA whose library this is, as CUDART_VERSION has it (cudart_version.c is compiled
// once a library).
extern const int cudart_version;

// The head of a call's definition, which keeps its error for cudaGetLastError:
// CUDART_ENTRY(cudaFree, (void *device), (device)) { ... }
#define CUDART_ENTRY(name, parameters, arguments) \
    static cudaError_t name##_entered parameters; \
    cudaError_t name parameters { return cudart_keep(name##_entered arguments); } \
    static cudaError_t name##_entered parameters

// The name of the same call on the calling thread's own default stream (--default-stream
// per-thread).
#define CUDART_ALSO(name, suffix) extern __typeof__(name) name##suffix __attribute__((alias(#name)))

cudaError_t cudart_keep(cudaError_t e); // as the last error of this thread, unless it is none

cudaError_t cudart_refuse(const char *what, const char *call); // says so on stderr

static inline CUdeviceptr address(const void *p) { return (uintptr_t)p; }

// Both have the same numbers.
static inline cudaError_t cudart_error(CUresult r) { return (cudaError_t)r; }

// Initializes the driver, and makes the primary context current if this thread has none.
cudaError_t cudart_ready(void);
cudaError_t cudart_ready_stream(cudaStream_t stream); // the same, and it is a stream
// What the runtime says of a launch that was ready: an error in a kernel, which stays, is that of
// the calls after it.
cudaError_t cudart_launched(CUresult r);
void cudart_forget(void); // the primary context is gone: all that was loaded is too

// Is this the one device?
cudaError_t cudart_device(int device);

// The driver's function for a kernel, by the host's function or the handle that stands for it;
// loads its code first if need be.
cudaError_t cudart_function(const void *host, CUfunction *f);
cudaError_t cudart_symbol(const void *symbol, CUdeviceptr *at, size_t *bytes);
// The driver's texture reference for the host's; normalized: integers are read as fractions.
cudaError_t cudart_texture(const textureReference *host, CUtexref *t, bool *normalized);
void cudart_unload(void); // of cudart_forget: what was registered stays so

// The driver's name for channels, and the channels of a name.
cudaError_t cudart_format(const cudaChannelFormatDesc *d, CUarray_format *format,
                          unsigned *channels);
cudaChannelFormatDesc cudart_channels(CUarray_format format, unsigned channels);

// ready, then the driver's call
#define CUDART_AFTER(get_ready, call) \
    do { \
        const cudaError_t ready = get_ready; \
        return ready == cudaSuccess ? cudart_error(call) : ready; \
    } while (0)
#define CUDART_DRIVER(call) CUDART_AFTER(cudart_ready(), call)

// The driver's words for a copy, which is checked.
cudaError_t cudart_box(const cudaMemcpy3DParms *copy, CUDA_MEMCPY3D *made);

// The same of a copy, whose kind is only checked to be one.
cudaError_t cudart_ready_to_copy(cudaMemcpyKind kind);
#define CUDART_COPY(kind, call) CUDART_AFTER(cudart_ready_to_copy(kind), call)

// The same of a copy of so many bytes between pointers (NULL: an end that is none, as an array or a
// variable). cudaErrorInvalidValue if an end that the kind calls the device's is neither device
// memory nor the host's that the device can reach; the host's end is not looked at.
cudaError_t cudart_ready_between(cudaMemcpyKind kind, const void *to, const void *from,
                                 size_t bytes);
#define CUDART_COPY_BETWEEN(kind, to, from, bytes, call) \
    CUDART_AFTER(cudart_ready_between(kind, to, from, bytes), call)

#endif
