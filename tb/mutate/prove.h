// prove.h : is a mutant that lives equivalent? Yosys makes a miter of design and mutant: same inputs, at most those that the
// block's contract allows, a reset in the first cycle and at any later time, registers without a reset 0 at first; an output counts
// where the port table says that it is defined (in the design). ABC says whether it can ever differ, by signal correspondence and
// property-directed reachability, within bounds that do not depend on what else the machine does.
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
} prove_job;

// One mutant, within a bound of effort. PROVE_OPEN: neither shown.
int prove_mutant(const prove_job *j, const mutant *m, prove_verdict *verdict, err *e);

#endif
