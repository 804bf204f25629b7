// lemmas.h: properties of every state that a design and its mutant reach together: registers of
// both are equal while they are used, and the design's registers are within their bounds. The proof
// that a mutant is equivalent seldom needs more than all of these together and one induction step;
// without them, reachability analysis would have to find them.
//
// Nothing is assumed. prove.h proves the lemmas together with a mutant's outputs. If that fails,
// the mutant breaks a lemma but may still be equivalent, so that its outputs alone are tried.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_LEMMAS_H
#define WL_TB_MUTATE_LEMMAS_H

#include "config/config.h"
#include "tb/mutate/rtlil.h"

#include <stdbool.h>
#include <stdio.h>

bool lemmas_known(const char *block);

// Writes declarations and `wire lemmas = ...;` into a module with a wire `weaker` (registers need
// to be equal only when they are used) and the instances u_gold and u_gate of the flattened design.
// For a block without lemmas, the wire is 1.
void lemmas_put(const config *c, const char *block, const rtlil *design, FILE *f);

#endif
