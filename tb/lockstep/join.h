// join.h : cycles of several structures of a side (config/ports/side.h) put together to cycles of the side. The machine steps each
// structure when it comes to it, some one by one, some many idle cycles at once; each tells its own cycles in order, and a cycle
// of the side is there as soon as all of them have told it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_JOIN_H
#define WL_TB_LOCKSTEP_JOIN_H

#include "config/ports/side.h"

// Cycles that one structure has told and that wait for the others: runs of the same words.
typedef struct join_queue {
    uint64_t *runs; // ring: repeat, then the words of its inputs, then of its outputs
    unsigned room, head, count;
} join_queue;

typedef struct join {
    const side *of; // the caller's
    join_queue part[SIDE_PARTS];
} join;

void join_init(join *j, const side *of);
void join_free(join *j);

// `repeat` cycles of structure `part`, all with these inputs and outputs (its own words). Not of the index function, which has no cycles
// of its own.
void join_push(join *j, unsigned part, const uint64_t *in, const uint64_t *out, uint64_t repeat);

// So many cycles of the side, all with the same words, 0: none is whole yet. Sets their words in the side's arrays in and out.
uint64_t join_pop(join *j, uint64_t *in, uint64_t *out);

// Cycles that have been told by some and not by all: of the structure that is ahead.
uint64_t join_waiting(const join *j);

#endif
