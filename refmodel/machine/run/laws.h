// laws.h : conservation laws of the machine, one table: what goes in comes out, what is counted twice is equal. Checked at the
// end of every kernel, when nothing is on its way any more. What a component alone can see (order of a warp's requests, state
// left inside) it checks itself: sm_check, lsu_check, memsys_idle.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LAWS_H
#define WL_MACHINE_LAWS_H

#include "base/err.h"

#include <jansson.h>

// Both sides are formulas (base/formula.h) over the statistics object. A law with a counter that the object does not have
// (a structure that is off, a test of the memory system alone) does not apply.
typedef struct law {
    const char *name, *left, *right;
} law;

extern const law laws[], ceilings[]; // left = right; left <= right. They end with a NULL name

// ST_CHECK, with an error a broken law: "law broken: NAME: LEFT = a, RIGHT = b".
int laws_check(const json_t *stats, err *e);

#endif
