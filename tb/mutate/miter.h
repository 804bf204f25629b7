// miter.h : a design beside one that holds mutants of it behind wl_select (mutants.h), as Verilog with one output `bad`. Three of them:
//
//   the whole  design and mutated design, with the block's ports: same inputs, at most those that its contract allows; outputs are compared
//              where the port table says that they are defined, in every cycle without reset.
//   inside     the design, and of one of its instances a mutated copy that takes the same inputs there: all outputs of the instance, always.
//   alone      a module and its mutated copy: any inputs, all outputs, always.
//
// All begin with a cycle of reset, registers without one 0, and may be reset at any later time. What is equal alone or inside is equal in the
// whole, whatever stands around it; not the other way round: there outputs may be unused, and alone inputs may come that never do.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_MITER_H
#define WL_TB_MUTATE_MITER_H

#include "config/config.h"
#include "tb/mutate/rtlil.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct miter {
    const config *c;
    const char *block;
    bool clocked;        // the block has a clock
    const rtlil *design; // the whole, flattened
    const rtlil *part;   // what is mutated of it: a module, flattened alone; NULL: the whole
    const char *place;   // of the part's instance in the design, with a dot behind it; NULL: alone
} miter;

int miter_write(const miter *m, const char *path, err *e); // module wl_miter over modules gold and gate

// The script that has invariants for what the miter holds (prove.h), malloc'd; NULL: there is none.
char *miter_invariants(const miter *m);

// Bits that are set in wl_select so that a lemma (lemmas.h) that does not hold is bad too; the weaker lemmas.
extern const uint64_t miter_strong, miter_weak;

#endif
