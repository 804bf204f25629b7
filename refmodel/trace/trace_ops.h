// trace_ops.h: classifies SASS opcodes for the machine: kind, unit, latency class, space, bytes per
// lane. Kepler to Hopper are known (CUDA Binary Utilities, "Instruction Set Reference"; Accel-Sim,
// gpu-simulator/ISA_Def). An opcode has the class of its PTX counterpart; tensor, texture, surface
// and special-function opcodes run on the SFU.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_OPS_H
#define WL_TRACE_TRACE_OPS_H

#include "machine/common/front_end.h"

enum {
    OP_GENERIC = 1u,    // the address tells the space
    OP_EXIT = 2u,       // its lanes end
    OP_ARRIVES = 4u,    // bar.arrive: the warp does not wait
    OP_BYPASS_L1D = 8u, // a load that bypasses L1D: modifier CG
    // a read of a texture, whose addresses are known: modifier TEXTURE, which only recorded traces
    // have
    OP_TEXTURE = 16u
};

typedef struct trace_op {
    uint8_t kind, unit, latency, space; // winst_*
    uint8_t lane_bytes;                 // of a memory opcode, from its modifiers
    uint8_t flags;
    uint16_t barrier_warps; // BAR with modifier Tn: n threads take part; 0: all
} trace_op;

// opcode: with its modifiers, e.g. "LDG.E.64.SYS". sm: the binary version (35, 70 ...). False:
// unknown.
bool trace_op_find(const char *opcode, unsigned sm, trace_op *op);

// True for known opcodes that are refused: bulk transfers (Hopper), whose data traces do not
// specify.
bool trace_op_is_bulk(const char *opcode);

// Writes the opcode that reads back as this instruction, for traces. `to` has TRACE_OPCODE bytes,
// which suffice.
enum { TRACE_OPCODE = 32 };
void trace_op_name(const winst *i, const wexec *x, bool last, char *to);

#endif
