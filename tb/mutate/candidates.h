// candidates.h: enumerates every mutant of a flattened design, without a list of them, since a
// large design has millions.
//
// These are the mutants that Yosys's `mutate -list N -seed 1` lists if N is not exceeded, in the
// same order, without those that change nothing (mutants.h). For each bit of each port, they are:
// inverted, 0, 1, inverted if another bit is 0, inverted if another bit is 1. Yosys draws these
// other bits with Marsaglia's xorshift128, and omits a mutant if the draw is the bit itself or a
// constant. The same draws are made here, so that a mutant has the same name in both lists
// (tests/mutate/list.sh).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_CANDIDATES_H
#define WL_TB_MUTATE_CANDIDATES_H

#include "tb/mutate/mutants.h"

// Calls `each` for every mutant. Two walks of a design give the same sequence.
void candidates_walk(const rtlil *r, void (*each)(void *ctx, const mutant *m), void *ctx);

#endif
