// miter.h: a miter: Verilog that compares a design with a copy that holds mutants of it behind
// wl_select (mutants.h), with one output `bad`. There are three kinds:
//
//   the whole  The design and the mutated design with the block's ports and the same inputs,
//              restricted to those that the block's contract allows. Outputs are compared where the
//              port table defines them, in every cycle without reset.
//   inside     The design, and a mutated copy of one of its instances that gets the same inputs
//              there. All outputs of the instance are always compared.
//   alone      A module and its mutated copy, with arbitrary inputs. All outputs are always
//              compared.
//
// All begin with a cycle of reset, in which registers without a reset are 0, and may be reset at
// any later time. What is equal alone or inside is equal in the whole, whatever surrounds it. The
// converse does not hold: outputs may be unused in the whole, and alone inputs may occur that never
// occur in the whole.
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
    const char *block;             // stem of what is mutated
    const struct adapter *adapter; // the adapter that it is (config/ports/adapter.h); NULL: none
    bool clocked;                  // the block has a clock
    const rtlil *design;           // the whole, flattened
    const rtlil *part; // the mutated module, flattened alone; NULL: the whole design is mutated
    bool plain;        // without what is known of the block's state
    // path of the module's instance in the design, with a dot at its end; NULL: alone
    const char *place;
} miter;

// module wl_miter over modules gold and gate
int miter_write(const miter *m, const char *path, err *e);

// The script with invariants of the miter's contents (prove.h), malloc'd; NULL: there is none.
char *miter_invariants(const miter *m);

// Bits of wl_select that make a violated lemma (lemmas.h) `bad`, too: all lemmas, and the weaker
// ones.
extern const uint64_t miter_strong, miter_weak;

#endif
