// prove.h : are the mutants that live equivalent? Yosys makes one miter of the design and of all these mutants behind wl_select
// (mutants.h): same inputs, at most those that the block's contract allows, a reset in the first cycle and at any later time,
// registers without a reset 0 at first; an output counts where the port table says that it is defined (in the design). For each
// mutant wl_select becomes a constant in the gates, and ABC says whether an output can ever differ, by signal correspondence and
// property-directed reachability, within bounds that do not depend on what else the machine does.
//
// A block may have invariants: tb/formal/BLOCK_invariants.tcl gives a module wl_invariants that asserts them of the design's registers.
// They are proved of this very design before anything else, and are assumed of it in every miter. A block may have lemmas (lemmas.h), about
// design and mutant together: they are tried to be proved with each mutant's outputs, before its outputs alone.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_MUTATE_PROVE_H
#define WL_TB_MUTATE_PROVE_H

#include "config/config.h"
#include "tb/mutate/mutants.h"

typedef enum prove_verdict { PROVE_OPEN, PROVE_EQUIVALENT, PROVE_DIFFERS } prove_verdict;

typedef struct prove_job {
    const config *c;
    const char *block;
    const char *top;      // module's name
    const char *dir;      // holds design.il; absolute
    bool clocked;         // the block has a clock
    bool known;           // prove_prepare has proved invariants of its state
} prove_job;

// The miter, of these mutants of the design; gives them their places anew. Before prove_mutant. ST_CHECK: an invariant does not hold.
int prove_prepare(prove_job *j, mutant_list *l, const rtlil *design, err *e);

// One of them, within a bound of effort. PROVE_OPEN: neither shown.
int prove_mutant(const prove_job *j, const mutant *m, prove_verdict *verdict, err *e);

#endif
