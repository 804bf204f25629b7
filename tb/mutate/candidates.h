// candidates.h : every mutant of a flattened design, one after the other, without a list of them: a large design has millions.
//
// They are those that Yosys's `mutate -list N -seed 1` lists when N is not exceeded, in its order, less those that are none (mutants.h).
// Of each bit of each port these are: inverted, 0, 1, inverted where another bit is 0, inverted where another bit is 1. Yosys draws
// those other bits with Marsaglia's xorshift128 and leaves out a mutant whose draw is the bit itself or a constant; the same draws
// are made here, so a mutant has the same name whichever of the two lists it (tests/mutate/list.sh).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_CANDIDATES_H
#define WL_TB_MUTATE_CANDIDATES_H

#include "tb/mutate/mutants.h"

// Calls `each` for every mutant. Two walks of a design are the same.
void candidates_walk(const rtlil *r, void (*each)(void *ctx, const mutant *m), void *ctx);

#endif
