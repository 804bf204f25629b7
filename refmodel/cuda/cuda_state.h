// cuda_state.h : inside the driver API: the device of the calling thread and its handles. A handle is a pointer to what it
// names; it is looked up among those given out before it is followed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_STATE_H
#define WL_CUDA_CUDA_STATE_H

#include "cuda/cuda_device.h"

struct CUfunc_st {
    struct CUfunc_st *next;
    const ptx_kernel *kernel;
};

struct CUmod_st {
    struct CUmod_st *next;
    ptx_module *ptx;
    struct CUfunc_st *functions;
};

typedef struct cuda_block {
    struct cuda_block *next;
    uint64_t address;
} cuda_block;

struct CUctx_st {
    struct CUctx_st *next; // made before this one
    struct CUmod_st *modules;
    cuda_block *blocks;
};

typedef struct cuda_device {
    gpu *machine; // NULL: nothing attached
    const config *c;
    devmem *memory;
    err *e;
    bool initialized;
    unsigned regs_per_thread;
    CUresult failed;           // CUDA_SUCCESS, or the error that stays
    struct CUctx_st *contexts; // the first one is current
} cuda_device;

extern _Thread_local cuda_device cuda_this;

// Is the device initialised, free of a lasting error, and is a context current?
CUresult cuda_ready(void);

void cuda_module_free(struct CUmod_st *m);
void cuda_context_free(struct CUctx_st *ctx);

#endif
