// join.h: combines cycles of the structures of a side (config/ports/side.h) to cycles of the side.
//
// The machine steps each structure when it reaches it, sometimes cycle by cycle, sometimes by many
// idle cycles at once. Each structure reports its cycles in order, and a cycle of the side is
// complete as soon as all structures have reported it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_JOIN_H
#define WL_TB_LOCKSTEP_JOIN_H

#include "config/ports/side.h"

// Cycles that one structure has reported and that wait for the others, as runs of equal cycles.
typedef struct join_queue {
    uint64_t *runs; // ring of runs: repeat count, words of the inputs, words of the outputs
    unsigned room, head, count;
} join_queue;

typedef struct join {
    const side *of; // the caller's
    join_queue part[SIDE_PARTS];
} join;

void join_init(join *j, const side *of);
void join_free(join *j);

// Reports `repeat` cycles of structure `part`, all with these inputs and outputs (its own words).
// The index function reports nothing, since it has no cycles.
void join_push(join *j, unsigned part, const uint64_t *in, const uint64_t *out, uint64_t repeat);

// Takes a run of complete cycles of the side: sets their words in the side's arrays in and out, and
// returns their number, 0 if none is complete.
uint64_t join_pop(join *j, uint64_t *in, uint64_t *out);

// The number of cycles that the structure that is farthest ahead has reported and that are not
// complete.
uint64_t join_waiting(const join *j);

#endif
