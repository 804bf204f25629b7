// prove.h: decides whether surviving mutants are equivalent. Yosys makes a miter (miter.h) of the
// design and of mutants behind wl_select. For each mutant, wl_select becomes a constant in the
// gates, and ABC decides whether an output can ever differ, by signal correspondence and
// property-directed reachability, within bounds that do not depend on the load of the host.
//
// The smallest scope comes first: the mutant's cell alone, if it has no state, with any values at
// its inputs (one input of an OR inverted where another is 1 changes nothing); then its module
// alone, then the modules around it alone, each for all mutants that it contains; then the module
// inside the design, and the outermost one; then the whole. If the outputs are equal in one scope,
// the mutant is equivalent and later scopes are skipped.
//
// A block may have invariants: tb/formal/BLOCK_invariants.tcl provides a module wl_invariants that
// asserts them of the design's registers. They are proved for this design before anything else, and
// then assumed in every miter that contains the whole. A block may also have lemmas (lemmas.h)
// about design and mutant together: a proof of the lemmas with the mutant's outputs is tried before
// a proof of the outputs alone.
//
// A miter of a large design may not fit: where Yosys needs more than 4 GiB or 20 minutes of the
// processor for it, it is made without the invariants, which grow with the square of the number of
// registers; where that does not fit either, what is asked in it stays open.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_PROVE_H
#define WL_TB_MUTATE_PROVE_H

#include "config/config.h"
#include "tb/mutate/mutants.h"

// PROVE_DIFFERS is a verdict for the whole only. For a part, a difference proves nothing.
typedef enum prove_verdict { PROVE_OPEN, PROVE_EQUIVALENT, PROVE_DIFFERS } prove_verdict;

typedef struct prove_job {
    const config *c;
    const char *block;             // stem of what is mutated
    const struct adapter *adapter; // the adapter that it is (config/ports/adapter.h); NULL: none
    const char *top;               // module's name
    const char *dir;               // directory with the output of prep.tcl; absolute
    bool clocked;                  // the block has a clock
    // called once per mutant i, as soon as its verdict is known
    void (*found)(void *ctx, unsigned i, prove_verdict verdict);
    void *ctx;
} prove_job;

// Decides all mutants of the list. ST_CHECK if an invariant does not hold for the design.
int prove_mutants(const prove_job *j, const mutant_list *l, const rtlil *design, err *e);

#endif
