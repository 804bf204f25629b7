// warppool_insn.h : the instruction queues of WarpPool (MICRO 2015, section 3.2): warps share
// queues, a lower queue goes first.
//
// insn_queues queues of insn_depth instructions; warp w is in queue floor(w x insn_queues /
// sm.warps). Behind them stands the buffer of two instructions that is the channel ag.
//
// Cycle t, everything judged on the state at its start:
//   iss    a load or store that issues enters the tail of its queue; it is seen from t + 1 on. Its
//          queue must hold fewer than insn_depth instructions (what leaves in t does not count). An
//          instruction of kind 2 enters nothing
//   pop    if the buffer holds fewer than two and fewer instructions than the coalescers wait for
//          (below) are on the way, the oldest instruction of the lowest-numbered queue that is not
//          empty moves to its tail; it is offered from t + 1 on
//   ag     ag_* is the buffer's head; a beat takes it
//
// On the way is what has been popped and whose adr beat is not over. The coalescers wait for as
// many instructions as have an empty A, and for one more when all are empty: "When an intra-warp
// coalescer is ready to accept a new instruction, a load or store is popped from the highest
// priority instruction queue" (3.3). What left earlier would wait before the coalescers in the
// order in which it left, and the priority of the queues would decide nothing; the one more keeps
// the way through register file and address generation from standing idle while instructions of one
// line come.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_INSN_H
#define WL_BLOCKS_WARPPOOL_INSN_H

#include "blocks/warppool_state.h"

void warppool_insn_init(warppool_insn_queues *q, const config *c);
void warppool_insn_free(warppool_insn_queues *q);
void warppool_insn_reset(warppool_insn_queues *q);
uint64_t warppool_insn_blocked(const warppool_insn_queues *q); // bit w: the queue of warp w is full

// What happens in a cycle.
typedef struct warppool_insn_step {
    const warppool_queued_insn *issued; // what enters a queue; NULL: nothing
    bool ag_beat, adr_beat;
    unsigned empty; // coalescers whose A is empty
} warppool_insn_step;

void warppool_insn_commit(warppool_insn_queues *q, const warppool_insn_step *s, warppool_events *v);

#endif
