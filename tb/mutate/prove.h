// prove.h : are the mutants that live equivalent? Yosys makes a miter (miter.h) of the design and of mutants behind wl_select, for each of them
// wl_select becomes a constant in the gates, and ABC says whether an output can ever differ, by signal correspondence and property-directed
// reachability, within bounds that do not depend on what else the machine does.
//
// The smallest place first: a mutant's module alone, then the modules around it alone, each at once for all mutants that it holds; then the
// module inside of the design, and the outermost one; then the whole. Equal in one of them is equal: the rest is not asked.
//
// A block may have invariants: tb/formal/BLOCK_invariants.tcl gives a module wl_invariants that asserts them of the design's registers.
// They are proved of this very design before anything else, and are assumed of it in every miter that holds the whole. A block may have lemmas
// (lemmas.h), about design and mutant together: they are tried to be proved with each mutant's outputs, before its outputs alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_PROVE_H
#define WL_TB_MUTATE_PROVE_H

#include "config/config.h"
#include "tb/mutate/mutants.h"

// PROVE_DIFFERS is said of the whole only: of a part it means nothing.
typedef enum prove_verdict { PROVE_OPEN, PROVE_EQUIVALENT, PROVE_DIFFERS } prove_verdict;

typedef struct prove_job {
    const config *c;
    const char *block;
    const char *top; // module's name
    const char *dir; // holds what prep.tcl has made; absolute
    bool clocked;    // the block has a clock
    void (*found)(void *ctx, unsigned i, prove_verdict verdict); // what is known of mutant i, as soon as it is; once for each
    void *ctx;
} prove_job;

// Of all mutants of the list. ST_CHECK: an invariant does not hold of the design.
int prove_mutants(const prove_job *j, const mutant_list *l, const rtlil *design, err *e);

#endif
