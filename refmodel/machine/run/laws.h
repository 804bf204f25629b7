// laws.h: the conservation laws of the machine, in one table: requests that enter also leave, and
// independent counts agree.
//
// They are checked at the end of every kernel, when nothing is outstanding. What only one component
// can see (the order of a warp's requests, state left inside) is checked by the component:
// sm_check, lsu_check, memsys_idle.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LAWS_H
#define WL_MACHINE_LAWS_H

#include "base/err.h"

#include <jansson.h>

// Both sides are formulas (base/formula.h) over the statistics object. A law does not apply if the
// object lacks one of its counters (a disabled structure, a test of the memory system alone).
typedef struct law {
    const char *name, *left, *right;
} law;

// laws: left = right. ceilings: left <= right. Both end with a NULL name.
extern const law laws[], ceilings[];

// Returns ST_CHECK, with one error per broken law: "law broken: NAME: LEFT = a, RIGHT = b".
int laws_check(const json_t *stats, err *e);

#endif
