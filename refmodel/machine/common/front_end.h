// front_end.h: the interface between a front end (PTX, trace, synthetic) and the machine.
//
// A front end provides one kernel launch. The machine places CTAs on SMs and, when it issues a
// warp, asks the front end to execute that warp's next instruction. The front end executes it
// functionally at that moment (values, memory, divergence) and reports what the machine has to
// time: the active lanes, their addresses, and the next static instruction. The machine never sees
// values. The front end sees the cycle, for instructions that read a clock; apart from that, timing
// only decides how warps interleave.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_FRONT_END_H
#define WL_MACHINE_FRONT_END_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

// WINST_BYTES: bytes of one instruction in the address space of the instruction cache.
enum {
    WARP_LANES = 32,
    WINST_REGS = 14,
    WINST_NEAR = 8,
    WINST_READS = 7,
    WINST_WRITES = 4,
    WINST_BYTES = 8
};

typedef enum winst_kind {
    W_ALU,  // only produces register values; branches are W_ALU too
    W_LOAD, // reads `space` into the destination registers
    W_STORE,
    W_ATOMIC,  // read-modify-write; a reduction has no destination register
    W_BARRIER, // bar.sync, bar.red, bar.arrive: see wexec.barrier
    W_FENCE,   // membar: waits until the warp's own requests have been performed
    W_FAULT    // not an instruction: execution hit an error, which front.fault describes
} winst_kind;

typedef enum winst_space {
    SPACE_GLOBAL,
    SPACE_LOCAL,
    SPACE_SHARED,
    SPACE_CONST,
    SPACE_PARAM
} winst_space;

typedef enum winst_unit { UNIT_SP, UNIT_SFU, UNIT_MEM, UNIT_TENSOR } winst_unit;

// Latency classes. Each has a pair of keys, latency.X and latency.X_init (initiation interval).
// LAT_ONE has a latency and an interval of one cycle.
// clang-format off
#define WINST_LATENCIES(X) \
    X(int_add) X(int_max) X(int_mul) X(int_mad) X(int_div) X(fp_add) X(fp_max) X(fp_mul) X(fp_mad) \
    X(fp_div) \
    X(dp_add) X(dp_max) X(dp_mul) X(dp_mad) X(dp_div)
// clang-format on
// Classes of UNIT_TENSOR, by the shape of a product of matrices: keys sm.tensor.X and
// sm.tensor.X_init. half and full: 16 x 8 results, from rows of 16 and of 32 bytes.
#define WINST_TENSOR(X) X(m8n8) X(half) X(full) X(f64)
#define WINST_LAT(name) LAT_##name,
#define WINST_TENSOR_LAT(name) LAT_tensor_##name,
typedef enum winst_latency {
    LAT_ONE,
    WINST_LATENCIES(WINST_LAT) WINST_TENSOR(WINST_TENSOR_LAT) LAT_COUNT
} winst_latency;
#undef WINST_LAT
#undef WINST_TENSOR_LAT

// A static instruction. It is decoded once and lives as long as the front end's module.
typedef struct winst {
    uint32_t pc;        // index in the kernel
    uint32_t line;      // in the source text, for messages
    uint8_t kind;       // winst_kind
    uint8_t unit;       // winst_unit
    uint8_t latency;    // winst_latency
    uint8_t space;      // winst_space as declared; wexec.space may differ (generic addresses)
    uint8_t lane_bytes; // memory instructions: bytes per lane, vectors included (1..16)
    // Registers for the scoreboard, predicates included: regs[0..n_dst-1] are written, the n_src
    // after them are read.
    uint8_t n_dst, n_src;
    uint16_t regs[WINST_REGS];
    // Register operands for bank conflicts, as numbers that select a bank of the register file. An
    // operand named twice counts twice, and the guard does not count. Operands after the first
    // WINST_READS are read in the same cycle as the last one.
    uint8_t n_reads, reads[WINST_READS];
    uint8_t n_writes, writes[WINST_WRITES]; // the written operands, in the same way
    bool bypasses_l1d;                      // this load bypasses L1D (ld.cg with l1d.cg_bypass)
    // this load reads a texture: with l1t.enable it goes to the texture cache, else to L1D
    bool texture;
    // prefetch hints: host cache lines that issue() touches, in bytes from the warp's handle
    uint16_t near[WINST_NEAR];
} winst;

// The dynamic result of executing one instruction. The machine sets `now`, the core cycle of the
// issue.
typedef struct wexec {
    uint64_t now;
    // mask of the lanes that executed it (guard and divergence); may be 0
    uint32_t active;
    uint8_t space; // memory: the resolved winst_space, the same for all lanes
    // memory: device byte address per active lane (shared memory: offset in the CTA)
    uint64_t addr[WARP_LANES];
    // W_BARRIER: the warp arrives at barrier `barrier` (0..15) of its CTA. The barrier opens when
    // barrier_warps warps have arrived; 0 stands for all warps of the CTA that have not exited.
    // barrier_pass is set by bar.arrive: the warp does not wait. Without an active lane there is no
    // arrival. The front end computes the result of a bar.red, which is complete when the last warp
    // has issued and before any warp continues.
    uint8_t barrier;
    bool barrier_pass;
    uint16_t barrier_warps;
    // SPACE_LOCAL with several words per lane: front.local_step, set by the machine; addr is the
    // first word's
    uint32_t word_step;
} wexec;

enum { WINST_WORD = 4 }; // bytes

static inline void winst_read(winst *i, uint32_t number)
{
    if (i->n_reads < WINST_READS) i->reads[i->n_reads++] = (uint8_t)number;
}

static inline void winst_write(winst *i, uint32_t number)
{
    if (i->n_writes < WINST_WRITES) i->writes[i->n_writes++] = (uint8_t)number;
}

// Fills reads and writes from regs, for front ends whose instructions never name a register twice
// and whose guards are ordinary operands.
static inline void winst_use_registers(winst *i)
{
    for (unsigned k = 0; k < i->n_dst; k++) winst_write(i, i->regs[k]);
    for (unsigned k = 0; k < i->n_src; k++) winst_read(i, i->regs[i->n_dst + k]);
}

// Contiguous bytes per lane: all of lane_bytes, except in local memory, which is interleaved by
// word.
static inline unsigned winst_piece(const winst *i, const wexec *x)
{
    return i->lane_bytes > WINST_WORD && x->space == SPACE_LOCAL ? WINST_WORD : i->lane_bytes;
}

// Number of active lanes. Full warps are the common case, and popcount is a function call on hosts
// without the instruction.
static inline unsigned lanes_of(uint32_t active)
{
    return active == UINT32_MAX ? WARP_LANES : (unsigned)__builtin_popcount(active);
}

typedef struct front_end front_end;
struct front_end {
    void *self;
    // The launch
    uint32_t n_ctas, warps_per_cta, threads_per_cta; // threads_per_cta <= warps_per_cta * 32
    // per thread, per CTA; both limit how many CTAs fit on an SM
    uint32_t regs_per_thread, shared_bytes;
    // register numbers in winst.regs are below this
    uint32_t n_regs;
    // instructions of the program before the kernel's first one (sm.code_packed)
    uint32_t code_at;
    // identifies the program that the kernel belongs to; 0: no other kernel shares it
    uint64_t program;
    // bytes between consecutive words of a thread's local memory, a multiple of 4
    uint32_t local_step;
    // of the kernel, for messages and per-kernel statistics
    const char *name;

    // Places CTA `cta` (0..n_ctas-1, x fastest) in the empty slot `slot` of SM `sm`. The slot is
    // free again after cta_done.
    void (*cta_start)(void *self, uint32_t cta, uint32_t sm, uint32_t slot);
    void (*cta_done)(void *self, uint32_t sm, uint32_t slot);
    // Returns the handle of a warp of a placed CTA, and its first instruction.
    void *(*warp)(void *self, uint32_t sm, uint32_t slot, uint32_t warp_in_cta,
                  const winst **first);
    // Executes the warp's next instruction, fills *x, and returns the instruction after it, or NULL
    // if the warp has exited.
    const winst *(*issue)(void *warp, wexec *x);
    // Visibility of stores between SMs. Both functions may be NULL: then every access is performed
    // when it is issued. Otherwise the machine calls keep(true) before the first CTA starts. From
    // then on an SM reads the published state plus its own stores. `publish`, and keep(false) at
    // the end of the kernel, publish the stores of all SMs in SM order. Between two of these calls,
    // warps of different SMs may be issued from several threads concurrently.
    void (*keep)(void *self, bool on);
    void (*publish)(void *self);
    // Called when several SMs have faulted, in different cycles: `sm` faulted first. May be NULL if
    // SMs of this front end cannot fault independently.
    void (*first_fault)(void *self, uint32_t sm);
    // Called after issue() has returned an instruction of kind W_FAULT: adds an error that names
    // kernel, line, thread and address, and returns its ST_* status.
    int (*fault)(void *self, err *e);
};

#endif
