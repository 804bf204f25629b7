// lemmas.h : what is so in every state that design and mutant reach together: registers of both are equal while somebody looks at
// them, and the design's are within their bounds. A proof of an equivalent mutant seldom needs more than these, all at once, and one
// step; without them reachability would have to find them.
//
// Nothing is assumed: prove.h proves the lemmas together with a mutant's outputs, and where that fails (the mutant breaks one of them,
// and may be equivalent all the same) asks for its outputs alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_LEMMAS_H
#define WL_TB_MUTATE_LEMMAS_H

#include "config/config.h"
#include "tb/mutate/rtlil.h"

#include <stdbool.h>
#include <stdio.h>

bool lemmas_known(const char *block);

// Puts declarations and `wire lemmas = ...;` into a module with a wire `weaker` (registers are equal only when they are used) and the
// instances u_gold and u_gate of the flattened design. A block without lemmas: 1.
void lemmas_put(const config *c, const char *block, const rtlil *design, FILE *f);

#endif
