// exec.h: a running launch: CTAs, warps, their SIMT stacks and registers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_EXEC_H
#define WL_PTX_EXEC_H

#include "ptx/kernel.h"
#include "ptx/move.h"
#include "ptx/special.h"
#include "ptx/store_buffer.h"

// The depth of a SIMT stack: each divergence leaves strictly fewer lanes, so that there are at most
// 31 nested ones with two entries each, plus the whole warp. Each call adds an entry.
enum { SIMT_DEPTH = 2 * WARP_LANES, RANGES = 8 };

typedef struct xlaunch xlaunch;
typedef struct xcta xcta;

typedef struct simt_entry {
    uint32_t pc, reconverge, mask;
} simt_entry;

typedef struct call_frame { // an active call
    const xinst *in;
    const callee *to;
    uint32_t depth, mask; // entry of the SIMT stack where the caller waits; lanes that called
    size_t saved;         // in call_stack.saved
    uint64_t local;       // base of the function's .local variables
} call_frame;

typedef struct call_stack {
    uint32_t n;
    size_t used, room;
    unsigned char *saved; // areas of recursive functions
    call_frame frames[MOST_CALLS];
} call_stack;

struct xwarp {
    uint32_t always, carry; // PRED_TRUE, PRED_CARRY
    unsigned char *base[2]; // registers; the launch's constants (op_at)
    const xinst *code;
    uint32_t active, pc, reconverge; // top of the SIMT stack
    // lanes of a generic access, in another space, that still have to execute the instruction
    uint32_t pending;
    xcta *cta;
    uint32_t index, depth; // in the CTA; entries below the top
    unsigned char *local;  // local memory, thread by thread; fields from here on are rarely used
    uint64_t local_device;
    const xinst *reduces; // bar.red whose result is outstanding
    uint32_t reducing;    // its lanes
    simt_entry *stack;
    call_stack *calls; // NULL if the kernel calls nothing
};

typedef struct barrier {
    uint32_t arrived, warps; // warps; how many it waits for, 0: all
    uint32_t count, threads; // of a reduction: predicates that are true, and all
    uint64_t reducing;       // warps that wait for its result
} barrier;

enum { BARRIERS = 16 };

typedef struct range { // the allocation that an instruction accessed last
    uint64_t base, bytes;
    unsigned char *host;
} range;

struct xcta {
    xlaunch *launch;
    uint32_t cta, sm, slot;
    uint32_t id[3];
    unsigned char *shared, *local;
    unsigned char *warps; // with their registers
    size_t warp_bytes;    // from one to the next
    simt_entry *stacks;
    range ranges[RANGES]; // by instruction
    barrier barriers[BARRIERS];
    uint32_t alive;             // warps that have not exited
    store_buffer *store_buffer; // of its SM; NULL: stores are performed at once
};

typedef enum fault_kind {
    FAULT_none,
    FAULT_OUTSIDE,
    FAULT_MISALIGNED,
    FAULT_TRAP,
    FAULT_TABLE,
    FAULT_FUNCTION,
    FAULT_DEPTH,
    FAULT_BARRIER,
    FAULT_BARRIER_THREADS,
    FAULT_TEXTURE, // no texture has that handle
    FAULT_SURFACE, // outside of the surface
    FAULT_SAMPLE   // no reduction of such samples
} fault_kind;

typedef struct xfault {
    winst inst; // what comes up next in the warp
    fault_kind kind;
    const xinst *in;
    uint32_t cta[3], thread; // in the CTA, x fastest
    uint64_t addr;
    winst_space space;
    uint32_t bytes;
    char apart[40]; // two SMs never share a cache line
} xfault;

struct xlaunch {
    const ptx_kernel *kernel;
    devmem *mem;
    ptx_launch shape; // params points to our copy
    uint32_t n_sms, ctas_per_sm, warps_per_cta, threads_per_cta;
    uint32_t shared_bytes;
    uint64_t local_base;
    unsigned char *consts, *params;
    xcta **slots;               // n_sms x ctas_per_sm, made on first use
    store_buffer *store_buffer; // [sm]; NULL: stores are performed at once
    xfault *faults;             // [sm] the first of each
    const xfault *fault;        // the first of all
};

_Static_assert(sizeof(xwarp) <= WARP_HEAD, "other registers begin behind the warp");

static inline xwarp *warp_at(const xcta *c, uint32_t index)
{
    return (xwarp *)(void *)(c->warps + index * c->warp_bytes);
}
static inline void *op_at(const xwarp *w, uint32_t op)
{
    return w->base[op & OP_CONST] + (op & ~(uint32_t)OP_CONST);
}
static inline uint32_t *pred_at(const xwarp *w, uint32_t index)
{
    return (uint32_t *)(void *)w->base[0] + index;
}

// exec.c: front.issue
const winst *exec_issue(void *warp, wexec *x);
void exec_fault(xwarp *w, const xinst *in, fault_kind kind, uint32_t lane, uint64_t addr,
                winst_space space);

void exec_push(xwarp *w, uint32_t pc, uint32_t reconverge, uint32_t mask);
void exec_diverge(xwarp *w, uint32_t join, uint32_t target, uint32_t taken, uint32_t next,
                  uint32_t rest);

// exec_fault.c: front.fault, front.first_fault
void exec_first_fault(void *self, uint32_t sm);
int exec_fault_text(void *self, err *e);

// exec_call.c. False: a fault was recorded.
bool exec_call(xwarp *w, const xinst *in, uint32_t mask);
bool exec_frame(xwarp *w, const xinst *in, uint32_t mask);
void exec_leave_function(xwarp *w, uint32_t mask); // ret
// all lanes have left: the caller's entry has just become the top
void exec_return(xwarp *w);

// exec_device.c: a call of one of CUDA's own functions. False: a fault was recorded.
bool exec_device(xwarp *w, const xinst *in, uint32_t mask, uint64_t now);

// exec_barrier.c. False: a fault was recorded.
bool exec_barrier(xwarp *w, const xinst *in, uint32_t mask, wexec *x);
void exec_warp_ended(xwarp *w);

// exec_texture.c: performs a texture or surface instruction for the lanes of mask, fills x. False:
// a fault was recorded.
bool exec_texture(const xinst *in, xwarp *w, uint32_t mask, wexec *x);
bool exec_query(const xinst *in, xwarp *w, uint32_t mask);

// exec_mem.c: accesses device memory at one address a lane.
bool exec_device_access(const xinst *in, xwarp *w, uint32_t mask, const uint64_t *addr);

// exec_mem.c: performs a memory instruction for the lanes of mask, fills x, sets w->pending. False:
// a fault was recorded.
bool exec_memory(const xinst *in, xwarp *w, uint32_t mask, wexec *x);

// exec_copy.c, in the same way
bool exec_copy(const xinst *in, xwarp *w, uint32_t mask, wexec *x);
bool exec_matrix(const xinst *in, xwarp *w, uint32_t mask, wexec *x);

#endif
