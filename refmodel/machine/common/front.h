// front.h : the one warp-instruction interface between a front end (PTX, trace, synthetic) and the machine.
//
// A front end offers one kernel launch. The machine places CTAs, and asks a warp to execute its next instruction when it
// issues it: the front end performs it functionally at that moment (values, memory, divergence) and tells what the machine
// must time: active lanes, addresses, and the next static instruction. The machine never sees values; a front end is told the
// cycle, for instructions that read a clock. Otherwise timing decides only the interleaving of warps.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_FRONT_H
#define WL_MACHINE_FRONT_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES = 32, WINST_REGS = 14, WINST_NEAR = 8, WINST_READS = 7, WINST_WRITES = 4, WINST_BYTES = 8 }; // WINST_BYTES: of an instruction, as the instruction cache sees it

typedef enum winst_kind {
    W_ALU,    // anything that only makes register values; branches too
    W_LOAD,   // from `space`, into dst registers
    W_STORE,
    W_ATOMIC, // read-modify-write; dst registers may be none (a reduction)
    W_BARRIER,// bar.sync, bar.red, bar.arrive: see wexec.barrier
    W_FENCE,  // membar: waits until its own requests have been performed
    W_FAULT   // not an instruction: the front end found an error while executing (front.fault tells)
} winst_kind;

typedef enum winst_space { SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, SPACE_CONST, SPACE_PARAM } winst_space;

typedef enum winst_unit { UNIT_SP, UNIT_SFU, UNIT_MEM } winst_unit;

// Latency classes, one per pair (latency.X, latency.X_init) of the configuration; LAT_ONE: one cycle, interval 1.
#define WINST_LATENCIES(X) \
    X(int_add) X(int_max) X(int_mul) X(int_mad) X(int_div) X(fp_add) X(fp_max) X(fp_mul) X(fp_mad) X(fp_div) \
    X(dp_add) X(dp_max) X(dp_mul) X(dp_mad) X(dp_div)
#define WINST_LAT(name) LAT_##name,
typedef enum winst_latency { LAT_ONE, WINST_LATENCIES(WINST_LAT) LAT_COUNT } winst_latency;
#undef WINST_LAT

// A static instruction, decoded once; lives as long as the front end's module.
typedef struct winst {
    uint32_t pc;      // index in the kernel
    uint32_t line;    // in the source text, for messages
    uint8_t kind;     // winst_kind
    uint8_t unit;     // winst_unit
    uint8_t latency;  // winst_latency
    uint8_t space;    // winst_space as declared; the dynamic one may differ (generic addresses)
    uint8_t lane_bytes; // memory: bytes a lane moves, vectors included (1..16)
    uint8_t n_dst, n_src; // registers: regs[0..n_dst-1] written, regs[n_dst..n_dst+n_src-1] read; predicates are registers too
    uint16_t regs[WINST_REGS];
    // The register operands as the instruction names them, one that is named twice twice, the guard left out: as numbers that choose banks of the
    // register file. The first WINST_READS of them; those behind are read at the same time.
    uint8_t n_reads, reads[WINST_READS];
    uint8_t n_writes, writes[WINST_WRITES]; // those that it writes, in the same way
    bool around;      // a load that goes round L1D (l1d.around_cg)
    uint16_t near[WINST_NEAR]; // cache lines of the simulating computer that issue() will touch: bytes from the warp's handle on
} winst;

// What one execution did. `now` is the machine's: the core cycle in which the instruction is issued.
typedef struct wexec {
    uint64_t now;
    uint32_t active;           // lanes that executed it (guard and divergence); 0 is possible
    uint8_t space;             // memory: winst_space resolved. Lanes of one instruction are in one space.
    uint64_t addr[WARP_LANES]; // memory: device byte address of each active lane (shared: offset in the CTA's shared memory)
    // W_BARRIER: the warp arrives at barrier number `barrier` (0..15) of its CTA, which opens when barrier_warps warps have arrived
    // (0: all warps of the CTA that have not exited). barrier_pass: bar.arrive, the warp does not wait. The result of a bar.red is
    // the front end's: it is complete when the last warp has been issued, before any of them goes on. No active lane: no arrival.
    uint8_t barrier;
    bool barrier_pass;
    uint16_t barrier_warps;
    uint32_t word_step; // SPACE_LOCAL, more than a word a lane: front.local_step, which the machine has put here; addr is of the first word
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

// For front ends whose instructions name no register twice, and whose guards are operands.
static inline void winst_use_registers(winst *i)
{
    for (unsigned k = 0; k < i->n_dst; k++) winst_write(i, i->regs[k]);
    for (unsigned k = 0; k < i->n_src; k++) winst_read(i, i->regs[i->n_dst + k]);
}

// Bytes of a lane that lie side by side, all of them but in local memory.
static inline unsigned winst_piece(const winst *i, const wexec *x)
{
    return i->lane_bytes > WINST_WORD && x->space == SPACE_LOCAL ? WINST_WORD : i->lane_bytes;
}

// How many lanes: of a whole warp mostly, and counting bits is a call on processors that may not have the instruction.
static inline unsigned lanes_of(uint32_t active) { return active == UINT32_MAX ? WARP_LANES : (unsigned)__builtin_popcount(active); }

typedef struct front front;
struct front {
    void *self;
    // The launch
    uint32_t n_ctas, warps_per_cta, threads_per_cta; // threads_per_cta <= warps_per_cta * 32
    uint32_t regs_per_thread, shared_bytes;          // of a CTA; limit residency
    uint32_t n_regs;                                 // register numbers in winst.regs are below this
    uint32_t code_at;                                // instructions that lie before the kernel's first one in its program (sm.code_packed)
    uint64_t program;                                // the same for kernels of one program, and for no others; 0: there is only this kernel
    uint32_t local_step;                             // bytes from a word of a thread's local memory to its next, a multiple of 4: between them are other threads'
    const char *name;                                // of the kernel, for messages and per-kernel statistics

    // Places CTA `cta` (0..n_ctas-1, x fastest) in slot `slot` of SM `sm`; its slot was empty. Slots are reused after cta_done.
    void (*cta_start)(void *self, uint32_t cta, uint32_t sm, uint32_t slot);
    void (*cta_done)(void *self, uint32_t sm, uint32_t slot);
    // The handle and first instruction of a warp of a placed CTA.
    void *(*warp)(void *self, uint32_t sm, uint32_t slot, uint32_t warp_in_cta, const winst **first);
    // Executes the warp's next instruction, fills *x, and returns the one after it; NULL: the warp has exited.
    const winst *(*issue)(void *warp, wexec *x);
    // Device memory between SMs. May be NULL, both: then every access is performed when it is issued. Otherwise the machine calls
    // keep(true) before the first CTA; from then on an SM reads what was published and its own stores, and stores of all SMs are published, SM by
    // SM, by publish and, at the kernel's end, by keep(false). Between two calls warps of different SMs may be issued in several
    // threads at the same time.
    void (*keep)(void *self, bool on);
    void (*publish)(void *self);
    // Several SMs have faulted, in different cycles: this one was the first. May be NULL where SMs do not fault by themselves.
    void (*first_fault)(void *self, uint32_t sm);
    // After an instruction of kind W_FAULT came up as next: what happened (kernel, line, thread, address). Returns ST_*.
    int (*fault)(void *self, err *e);
};

#endif
