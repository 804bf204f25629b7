// kernel.h: a decoded kernel, ready to run. decode.c makes it from a parsed function, exec.c runs
// it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_KERNEL_H
#define WL_PTX_KERNEL_H

#include "ptx/ir.h"
#include "ptx/lane_kernels.h"
#include "ptx/ptx.h"
#include "ptx/texture.h"

typedef struct xinst xinst;
typedef struct xwarp xwarp;

// How issue() treats an instruction.
typedef enum exec_kind {
    EX_LANES,   // lane(op[0], op[1], op[2], op[3])
    EX_RUN,     // run(): whatever makes only register values
    EX_MEMORY,  // access()
    EX_TEXTURE, // tex, tld4, suld, sust: mode is one of texture_mode
    EX_QUERY,   // txq, suq
    EX_COPY,    // cp.async
    EX_MATRIX,  // ldmatrix, stmatrix
    EX_NOTHING, // barrier, fence, ...
    EX_BRANCH,  // to target
    EX_TABLE,   // brx.idx: to targets[op[0]]
    EX_EXIT,
    EX_FRAME,  // ld.param and st.param in a function's frame
    EX_CALL,   // call
    EX_RETURN, // from a device function
    EX_BARRIER,
    EX_DEVICE, // call of a function that CUDA has itself: mode is one of device_function
    EX_CLOCK,  // mov from %clock and its relatives
    EX_TRAP
} exec_kind;

// Numbers are the reasons in exec_fault.c too, behind those of trap and brkpt.
typedef enum device_function {
    DEVICE_FREE = 2,
    DEVICE_ASSERT,
    DEVICE_PRINTF,
    DEVICE_MALLOC,
    DEVICE_STACK // no function: alloca finds no room
} device_function;

typedef void run_fn(const xinst *in, xwarp *w, uint32_t mask);
// Moves one element a lane between registers at `reg` and host memory at addr[lane] + delta.
typedef void move_fn(void *reg, const uint64_t *addr, uintptr_t delta, uint32_t mask,
                     uint32_t keep);
typedef void atomic_fn(const xinst *in, xwarp *w, const uint64_t *addr, uintptr_t delta,
                       uint32_t mask);

typedef enum rounding {
    ROUND_none,
    ROUND_rn,
    ROUND_rz,
    ROUND_rm,
    ROUND_rp,
    ROUND_rni,
    ROUND_rzi,
    ROUND_rmi,
    ROUND_rpi,
    ROUND_COUNT
} rounding;

// An operand, once registers have their slots: byte offset in the warp's registers, or, with
// OP_CONST set, in the launch's constants; predicates are offsets too.
enum { OP_CONST = 1, MOST_OPS = 6 };

// Where a value that a call passes lies: lane i's at `at` (as an operand) + i * stride. bytes: 0 if
// nobody looks at it.
typedef struct spot {
    uint32_t at, stride, bytes;
} spot;

typedef struct call_site {
    int32_t callee; // in ptx_kernel.callees; -1: found from the address in op[0]
    spot *in, *out;
    uint32_t n_in, n_out;
} call_site;

// xinst.mode of EX_TEXTURE, and of EX_QUERY what is asked for.
typedef enum texture_mode {
    TEXTURE_SAMPLE,
    TEXTURE_GATHER,
    SURFACE_LOAD,
    SURFACE_STORE,
    SURFACE_FORMAT, // a store of values that the surface's format says how to write
    SURFACE_REDUCE
} texture_mode;
typedef enum texture_query {
    QUERY_WIDTH,
    QUERY_HEIGHT,
    QUERY_DEPTH,
    QUERY_LAYERS,
    QUERY_NORMALIZED
} texture_query;

// What a surface access outside of the surface does.
typedef enum surface_bound { BOUND_TRAP, BOUND_CLAMP, BOUND_ZERO } surface_bound;

// Of a texture or surface instruction, whose handle is in op[OP_BASE] and whose values are in op[0]
// to op[3]: the coordinates. A layer is the first of them.
typedef struct texture_site {
    texture_shape shape;
    bool in_texels;  // coordinates are integers
    uint8_t channel; // of tld4
    surface_bound bound;
    uint32_t coordinates[4], n_coordinates; // operands
    // of sured.p: the reduction of signed samples; xinst has that of unsigned ones
    atomic_fn *atomic;
} texture_site;

struct xinst {
    winst w; // first: the machine holds pointers to it
    uint8_t exec, elems, element_bytes, generic;
    uint32_t guard, guard_flip; // lanes with (predicate word at `guard`) ^ guard_flip execute
    union {
        lane_fn *lane;
        run_fn *run;
        move_fn *move;
        atomic_fn *atomic;
        call_site *call;
    };
    union {
        lane_fn *compare;                     // of setp with a second condition, and set
        const struct wmma_fragment *fragment; // of wmma (wmma.h)
    };
    uint32_t op[MOST_OPS];
    uint32_t keep; // loads: bits of the register that stay
    int64_t imm;   // address offset; table of lop3
    // instruction indices; NO_PC: at the thread's exit, or the function's return
    uint32_t target, reconverge;
    union {
        uint32_t *targets;              // of a branch table; of mma and wmma, all operands (mma.h)
        texture_site *texture;          // EX_TEXTURE
        const struct video_site *video; // of scalar video instructions (video.h)
    };
    uint32_t n_targets;
    uint32_t frame, frame_bytes; // EX_FRAME: offset in the warp's registers, bytes a lane
    uint8_t math, dtype, stype, round, ftz, sat, dwide, swide; // exact.c
    // of votes, shuffles, carries, memory; see their files
    uint8_t mode, negate, wide_address, flag;
};

static const uint32_t NO_PC = UINT32_MAX;

// What the launch (or each warp) puts into constants: literals, addresses of variables, special
// registers.
// CONST_HANDLE: what a texture reference holds when the launch begins.
typedef enum const_kind { CONST_VALUE, CONST_ADDRESS, CONST_SPECIAL, CONST_HANDLE } const_kind;
typedef struct const_entry {
    const_kind kind;
    uint64_t bits; // or the addend of an address
    const variable *var;
    uint32_t special; // index in specials
    uint32_t bytes;   // of a lane: 4 or 8
    uint32_t offset;
    // not 0: the address differs between calls; where in the warp's registers it is
    uint32_t local;
} const_entry;

// a special register that differs between warps: filled when the CTA starts
typedef struct special_use {
    uint32_t special, offset;
} special_use;

typedef struct placed { // a .shared variable of this kernel
    const variable *var;
    uint64_t offset;
} placed;

enum { PRED_TRUE, PRED_CARRY }; // words at the start of a warp's registers
// bytes there: the warp itself (exec.h), of which these are the first words
enum { WARP_HEAD = 128 };

// The address of a .local variable in a function whose place on the stack is known only when it is
// called.
typedef struct local_address {
    uint32_t at, bytes; // in the warp's registers; of a lane
    uint64_t offset;    // from the function's base
} local_address;

// A function as it is linked into a kernel; the first is the kernel's own body. Each has registers
// of its own (a lane is in one activation of a function at a time), so that only recursion has to
// save them.
typedef struct callee {
    const char *name;
    uint32_t first, n_code; // instructions
    spot *in, *out;
    uint32_t n_in, n_out;
    bool recursive;
    // all of its registers, predicates and frame, in the warp's registers
    uint32_t area, area_bytes;
    uint32_t frame, frame_bytes; // .param variables: in the area, bytes a lane
    uint64_t local_bytes;        // a multiple of 16
    local_address *locals;
    uint32_t n_locals;
} callee;

// CUDA's default stack of 1024 bytes a thread holds no more frames than this, each being at least
// 16 bytes.
enum { MOST_CALLS = 64 };

struct ptx_kernel {
    const ptx_module *module;
    const char *name;
    ptx_param *params;
    uint32_t n_params, param_bytes;
    xinst *code;
    uint32_t n_code;
    uint32_t code_at; // instructions before its own in the module's text
    uint32_t n_regs, regs_per_thread;
    uint32_t scratch;    // offset of where sunk results go
    uint32_t warp_bytes; // of one warp's registers, predicates first
    const_entry *consts;
    size_t n_consts, consts_room;
    uint32_t const_bytes;
    special_use *specials;
    size_t n_specials, specials_room;
    placed *shared;
    size_t n_shared, shared_room;
    uint64_t shared_bytes; // static
    uint64_t dynamic_at;   // offset of dynamic shared memory
    uint64_t local_bytes;  // a thread, a multiple of 16, all functions' together
    // offset and bytes in turn: registers that may be read before they are written
    uint32_t *cleared;
    size_t n_cleared, cleared_room;
    callee *callees;
    uint32_t n_callees;
    int32_t *by_index; // callee of each of the module's n_functions functions, or -1
    uint32_t n_functions;
    bool uses_heap; // services.h: calls malloc or free
    bool stacked;   // some function is recursive: .local variables of functions lie on a stack
    uint32_t maxntid[3], reqntid[3];
    refusal *refusals; // not NULL: it cannot run, and name and parameters are all that there is
    pool mem;
};

void kernel_free(ptx_kernel *k);

#endif
