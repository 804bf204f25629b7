// cuda_state.h: inside the driver API: the device of the calling thread and its handles. A handle
// is a pointer to its object; it is looked up among the existing ones before it is dereferenced.
//
// A thread that has attached a machine works on it alone. All other threads share the device that
// cuInit makes (cuda_default.h): one of them at a time is inside a call, and each has its own stack
// of contexts.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_STATE_H
#define WL_CUDA_CUDA_STATE_H

#include "cuda/cuda_device.h"

#undef cuCtxCreate // each of its versions is defined under its own name

enum { CUDA_PARAM_BYTES = 4096 }; // most of a kernel, by CUDA

struct CUfunc_st {
    struct CUfunc_st *next;
    struct CUmod_st *module;
    char *name;
    const ptx_kernel *kernel;
    struct cuda_old_launch *old; // what cuFuncSetBlockShape and its like said; NULL: nothing
};

struct CUmod_st {
    struct CUmod_st *next;
    ptx_module *ptx;
    struct CUfunc_st *functions, *refused; // given out; asked for in vain, and without a kernel
    const struct CUlib_st *library;        // that it is of, or NULL
    struct CUtexref_st *textures;          // its texture references that were asked for
};

typedef struct cuda_block { // device memory, or the host's own
    struct cuda_block *next;
    uint64_t address, bytes, id;
    void *host;
    unsigned flags;
    bool registered; // the host's, and its own to free
    bool shared;     // the same pointer on host and device: managed, or the host's and mapped
    struct CUmemPoolHandle_st *pool; // that it is of; NULL: of none
} cuda_block;

struct CUmemPoolHandle_st {
    struct CUmemPoolHandle_st *next;
    CUmemPoolProps as;
    uint64_t bytes, used_high, reserved_high; // allocated now, and at most so far
    uint64_t threshold;
    int reuse[3];
    bool destroyed; // it stays until all of it is freed
};

typedef struct graph_memory { // that nodes of graphs allocate
    struct graph_memory *next;
    uint64_t address, bytes, id;
    struct CUctx_st *owner;
    CUmemPoolProps as;
    unsigned works; // that name it
    bool in_use;    // allocated, and not freed since
} graph_memory;

struct CUarray_st {
    struct CUarray_st *next;
    CUDA_ARRAY3D_DESCRIPTOR as;
    ptx_texture texels; // where and in which shape; without a sampler
};

typedef struct node_set { // of a graph
    CUgraphNode *of;
    size_t n;
} node_set;

struct CUstream_st {
    struct CUstream_st *next;
    struct CUctx_st *owner;
    unsigned flags;
    uint64_t id;
    struct cuda_capture *capture; // that it takes part in (cuda_work.h); NULL: none
    node_set tail;                // of a capture: what its next node depends on
};

struct CUevent_st {
    struct CUevent_st *next;
    struct CUctx_st *owner;
    unsigned flags;
    bool recorded;
    uint64_t cycle;
    struct cuda_capture *capture; // that it was recorded in; NULL: none
    node_set tail;                // and what it stands for there
};

struct CUctx_st {
    struct CUctx_st *next;
    bool destroyed; // may still be current in other threads
    uint64_t id;    // the next two are those of its streams that nobody creates
    unsigned flags, users;
    CUfunc_cache prefer;
    struct CUmod_st *modules;
    cuda_block *blocks, *host_blocks;
    struct CUarray_st *arrays;
    struct CUstream_st *streams;
    struct CUevent_st *events;
};

enum { CUDA_CONTEXTS = 64 }; // on the stack

typedef struct cuda_device {
    gpu *machine; // NULL: nothing attached
    const config *c;
    devmem *memory;
    ptx_services *services;
    err *e;
    bool initialized;
    CUresult failed;                       // CUDA_SUCCESS, or the error that stays
    CUresult last_launch;                  // why the last one did not end well
    struct CUctx_st *contexts, *destroyed; // all there are; those that were
    struct CUctx_st *primary;
    unsigned primary_users, primary_flags;
    uint64_t grid_workspace; // of cooperative launches (ptx_launch); 0: not made yet
    struct CUlib_st *libraries;
    struct CUlinkState_st *links;
    ptx_textures *textures; // NULL: none has been made
    struct CUgraph_st *graphs;
    struct CUgraphExec_st *execs;
    struct CUmemPoolHandle_st *pools, *default_pool, *pool; // the last is the current one
    graph_memory *graph_memory;
    uint64_t graph_memory_high[2]; // in use, reserved
    struct cuda_texture *texture_objects;
    uint64_t ids;       // given out so far: no two things have the same
    size_t total_bytes; // CUDA_TOTAL_BYTES, or what the heap has
    // what cuCtxSetLimit said: the heap's is of the first kernel that uses it, and others bound
    // nothing
    size_t stack_limit, heap_limit, fifo_limit;
    int major, minor; // compute capability that is reported
} cuda_device;

typedef struct cuda_thread {
    struct CUctx_st *stack[CUDA_CONTEXTS];
    unsigned depth;
    CUstreamCaptureMode capture_mode;
} cuda_thread;

extern _Thread_local cuda_device *cuda_this; // the shared one, unless this thread has attached one
extern _Thread_local cuda_thread cuda_me;

// Around all that uses the shared device. Entries may call each other.
void cuda_enter(void);
void cuda_leave(void);

// The head of a call's definition: CUDA_ENTRY(cuMemFree, (CUdeviceptr dptr), (dptr)) { ... }
#define CUDA_ENTRY(name, parameters, arguments) \
    static CUresult name##_entered parameters; \
    CUresult name parameters \
    { \
        cuda_enter(); \
        const CUresult result = name##_entered arguments; \
        cuda_leave(); \
        return result; \
    } \
    static CUresult name##_entered parameters

// Another name that NVIDIA's cuda.h gives a call, so that a program compiled against that header
// finds it: CUDA_ALSO(cuMemFree, _v2); _ptds and _ptsz are those of streams of a thread's own.
#define CUDA_ALSO(name, suffix) extern __typeof__(name) name##suffix __attribute__((alias(#name)))

// Starts the shared device, from within a call; cuda_detach ends it.
int cuda_share(gpu *g, const config *c, err *e);

enum {
    CUDA_MAX_THREADS = 1024,           // of a block
    CUDA_TEXTURE_ALIGNMENT = 256,      // of linear and pitched memory, as all that is allocated is
    CUDA_TEXTURE_PITCH_ALIGNMENT = 32, // of its rows
    CUDA_MOST_TEXELS = 1 << 20,        // along one dimension, and layers
    CUDA_MOST_LINEAR_TEXELS = 1 << 27, // of linear memory
};
#define CUDA_TOTAL_BYTES \
    ((size_t)3 \
     << 29) // 1.5 GiB, a GTX480's; more can be allocated where addresses have the bits for it

// Writes what kernels have printed: to stdout, so that it stands among what the program itself
// prints, and failed assertions to stderr. All goes to stderr where a thread has a device of its
// own, as what is asked for is on stdout there. At every call that waits for kernels in CUDA.
void cuda_tell_output(void);

// Is the device initialised, free of a lasting error, and is a context current?
CUresult cuda_ready(void);
struct CUctx_st *cuda_current(void);          // of this thread; NULL: none
CUresult cuda_stream_ready(CUstream s);       // cuda_ready, and s is a stream
void cuda_stream_free(struct CUstream_st *s); // taken out of its list before
void cuda_event_free(struct CUevent_st *v);
// of a stream that is one: the current context's are those that nobody creates
struct CUctx_st *cuda_owner(CUstream s);
bool cuda_is_context(CUcontext ctx);
CUresult cuda_is_device(CUdevice device); // initialised, and 0

// A function of the context, or a kernel of a library, which stands for it: *f becomes the
// function. CUDA_ERROR_INVALID_HANDLE: neither; CUDA_ERROR_NOT_SUPPORTED: such a kernel, and it
// cannot run.
CUresult cuda_function_in(CUfunction *f, struct CUctx_st *context);
CUresult cuda_function_ready(CUfunction *f); // cuda_ready, and it is one of the current context's

typedef struct cuda_jit { // what cuModuleLoadDataEx and its like are told
    unsigned n;
    const CUjit_option *options;
    void **values;
} cuda_jit;
CUresult cuda_load_file(const char *path, const cuda_jit *jit, char **text, ptx_module **made);
CUresult cuda_load_text(const char *name, const char *text, const cuda_jit *jit, ptx_module **made);
struct CUmod_st *cuda_keep_module(ptx_module *ptx, const struct CUlib_st *library,
                                  struct CUctx_st *context);
CUresult cuda_find_function(struct CUmod_st *m, const char *name, CUfunction *function);
CUresult cuda_find_variable(struct CUmod_st *m, const char *name, CUdeviceptr *dptr, size_t *bytes);
void cuda_unload(struct CUmod_st **link); // where a list of modules points at it

bool cuda_allocated(size_t bytes, uint64_t *address); // of the device
// Memory of a context, and of a pool unless it is NULL.
CUresult cuda_allocate(struct CUctx_st *owner, CUdeviceptr *dptr, size_t bytes,
                       struct CUmemPoolHandle_st *pool);
CUresult cuda_release(CUdeviceptr dptr);               // whatever context or graph it is of
CUresult cuda_pool_props(const CUmemPoolProps *props); // are there such pools?
void cuda_pool_grow(struct CUmemPoolHandle_st *pool, uint64_t bytes);
void cuda_pool_shrink(struct CUmemPoolHandle_st *pool, uint64_t bytes); // may free it
void cuda_pools_free(void);
const graph_memory *cuda_graph_memory_at(CUdeviceptr at); // NULL: there is none
uint64_t cuda_graph_memory_bytes(void);
// *found: it is a graph's.
CUresult cuda_graph_memory_release(CUdeviceptr at, bool *found);
void cuda_graph_memory_free(void);
// The kind and size of a channel. False: such a format is not supported.
bool cuda_format(CUarray_format format, texel_kind *kind, unsigned *bytes);
struct CUarray_st *cuda_array(CUarray array); // NULL: no context has it
// cuTexObjectCreate, of memory that may begin anywhere, as texture references have it.
CUresult cuda_texture_make(CUtexObject *object, const CUDA_RESOURCE_DESC *of,
                           const CUDA_TEXTURE_DESC *how);
void cuda_texture_drop(uint64_t handle); // destroys it, if it is there
void cuda_textures_free(void);

// CUDA_ERROR_INVALID_HANDLE: no library has such a kernel
CUresult cuda_kernel_in(const void *kernel, struct CUctx_st *context, CUfunction *function);
void cuda_graphs_free(void);
void cuda_libraries_free(void);
void cuda_links_free(void);
void cuda_module_free(struct CUmod_st *m);
bool cuda_is_module(CUmodule module); // of the current context
void cuda_texrefs_free(struct CUmod_st *m);
void cuda_context_free(struct CUctx_st *ctx);

#endif
