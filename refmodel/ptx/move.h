// move.h: transfers between registers and memory: one function for each width of register and
// memory, and for each atomic.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_MOVE_H
#define WL_PTX_MOVE_H

#include "ptx/kernel.h"

enum { OP_BASE = 4 }; // xinst.op of a memory instruction: 0..3 registers of data, 4 the address

// Loads sign-extend signed types to the register; wide: the register has 64 bits.
move_fn *move_load(ptx_type type, bool wide);
move_fn *move_store(ptx_type type, bool wide);

// "add", "exch" ... on a type; NULL if PTX has no such atomic (or it is not supported). Operands:
// op[0] old value, op[1] b, op[2] c (cas). Lanes act one after the other, in order.
atomic_fn *move_atomic(const char *op, ptx_type type);

#endif
