// cuda_device.c : see cuda_device.h: attaching, launching, and the calls about devices, contexts and errors.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_own.h"
#include "cuda/cuda_state.h"

#include <inttypes.h>
#include <stdlib.h>

_Thread_local cuda_device cuda_this;

// Of devices of compute capability 3.5, for which the workloads are compiled.
static const uint32_t max_grid[3] = {0x7fffffff, 65535, 65535}, max_block[3] = {1024, 1024, 64};
enum { MAX_THREADS = 1024 };

int cuda_attach(gpu *g, const config *c, uint64_t heap_base, err *e)
{
    CHECK(!cuda_this.machine, "this thread has a device already");
    devmem *memory = devmem_new(heap_base ? heap_base : CUDA_HEAP_BASE, e);
    if (!memory) return e->status;
    cuda_this = (cuda_device){.machine = g, .c = c, .memory = memory, .e = e};
    return ST_OK;
}

void cuda_detach(void)
{
    while (cuda_this.contexts) cuda_context_free(cuda_this.contexts);
    if (cuda_this.memory) devmem_free(cuda_this.memory);
    cuda_this = (cuda_device){0};
}

devmem *cuda_memory(void) { return cuda_this.memory; }
const err *cuda_errors(void) { return cuda_this.e; }
void cuda_regs_per_thread(unsigned regs) { cuda_this.regs_per_thread = regs; }

static char *dimension_fault(const char *what, const uint32_t n[3], const uint32_t max[3])
{
    for (unsigned i = 0; i < 3; i++) {
        if (n[i] < 1 || n[i] > max[i]) return wl_format("%s[%u] = %" PRIu32 ": must be 1..%" PRIu32, what, i, n[i], max[i]);
    }
    return NULL;
}

char *cuda_shape_fault(const uint32_t grid[3], const uint32_t block[3])
{
    char *fault = dimension_fault("grid", grid, max_grid);
    if (!fault) fault = dimension_fault("block", block, max_block);
    if (fault) return fault;
    const uint64_t ctas_xy = (uint64_t)grid[0] * grid[1], threads = (uint64_t)block[0] * block[1] * block[2];
    if (ctas_xy > UINT32_MAX / grid[2]) return wl_format("the grid has more than %" PRIu32 " CTAs", UINT32_MAX);
    if (threads > MAX_THREADS) return wl_format("the block has %" PRIu64 " threads: at most %d are allowed", threads, MAX_THREADS);
    return NULL;
}

int cuda_launch(const ptx_kernel *k, const ptx_launch *l)
{
    const config *c = cuda_this.c;
    ptx_launch launch = *l;
    if (!launch.regs_per_thread) launch.regs_per_thread = cuda_this.regs_per_thread;
    front f = {0};
    int status = ptx_launch_begin(&f, k, cuda_this.memory, &launch, c->gpu.sms, c->sm.ctas, c->sm.warps, cuda_this.e);
    if (status != ST_OK) return status;
    status = gpu_run(cuda_this.machine, &f, cuda_this.e);
    ptx_launch_end(&f);
    return status;
}

CUresult cuda_ready(void)
{
    if (!cuda_this.initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (cuda_this.failed != CUDA_SUCCESS) return cuda_this.failed;
    return cuda_this.contexts ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuInit(unsigned flags)
{
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!cuda_this.machine && !cuda_own_attach()) return CUDA_ERROR_NO_DEVICE;
    cuda_this.initialized = true;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    if (!cuda_this.initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    if (!cuda_this.initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

// The flags choose how a host thread waits, and how the driver maps memory: both make no difference here.
CUresult cuCtxCreate(CUcontext *ctx, unsigned flags, CUdevice device)
{
    const unsigned known_flags = 0x1f;
    if (!cuda_this.initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (cuda_this.failed != CUDA_SUCCESS) return cuda_this.failed;
    if (!ctx || (flags & ~known_flags)) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    struct CUctx_st *made = wl_calloc(1, sizeof *made);
    made->next = cuda_this.contexts;
    *ctx = cuda_this.contexts = made;
    return CUDA_SUCCESS;
}

void cuda_context_free(struct CUctx_st *ctx)
{
    struct CUctx_st **link = &cuda_this.contexts;
    while (*link != ctx) link = &(*link)->next;
    *link = ctx->next;
    for (struct CUmod_st *m = ctx->modules, *next; m; m = next) {
        next = m->next;
        cuda_module_free(m);
    }
    for (cuda_block *b = ctx->blocks, *next; b; b = next) {
        next = b->next;
        devmem_release(cuda_this.memory, b->address, cuda_this.e);
        free(b);
    }
    free(ctx);
}

CUresult cuCtxDestroy(CUcontext ctx)
{
    if (!cuda_this.initialized) return CUDA_ERROR_NOT_INITIALIZED;
    if (!ctx) return CUDA_ERROR_INVALID_VALUE;
    for (struct CUctx_st *known = cuda_this.contexts; known; known = known->next) {
        if (known != ctx) continue;
        cuda_context_free(ctx);
        return cuda_this.failed;
    }
    return CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxSynchronize(void) { return cuda_ready(); }

typedef struct result_row {
    CUresult value;
    const char *name, *text;
} result_row;

static const result_row *find_result(CUresult r)
{
#define RESULT_ROW(constant, number, words) {constant, #constant, words},
    static const result_row rows[] = {WL_CUDA_RESULTS(RESULT_ROW)};
#undef RESULT_ROW
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].value == r) return &rows[i];
    }
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    const result_row *row = find_result(error);
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = row ? row->name : NULL;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    const result_row *row = find_result(error);
    if (!text) return CUDA_ERROR_INVALID_VALUE;
    *text = row ? row->text : NULL;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
