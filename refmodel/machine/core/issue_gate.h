// issue_gate.h: the seam "issue gate": decides which warps of an SM must not issue now, in order to
// protect L1D.
//
//   none   there is no gate object
//   swl    static warp limiting (Rogers et al., MICRO 2012): per scheduler, only the n oldest warps
//          that have neither exited nor wait at a barrier may issue, so that a limit of 1 cannot
//          deadlock a barrier
//   dwtcs  (structures.dwtcs, which replaces sm.gate) as swl, with a limit set by dwtcs_seam.h
//   ccws   cache-conscious wavefront scheduling (ccws.h): warps may not issue loads to global or
//          local memory while other warps, which have lost locality, are protected
//
// The SM shows its state to the gate (issue_gate_view), and L1D reports events to it
// (issue_gate_miss, issue_gate_drop). The gate only decides; it changes nothing outside of it.
//
// Order within a cycle: issue_gate_cycle, the events of L1D, issue_gate_ask. The decision depends
// only on the events and on the cycle number, so that cycles without a decision need no call.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_ISSUE_GATE_H
#define WL_MACHINE_ISSUE_GATE_H

#include "config/config.h"

typedef struct issue_gate issue_gate;

typedef struct issue_gate_view {
    uint64_t live;                // warp slots that are placed and have not exited
    uint64_t at_barrier;          // the live ones that wait at a barrier
    const uint64_t *of_scheduler; // [scheduler] its warp slots
    const uint32_t *age;          // [warp slot] serial number of its warp: the lower, the older
} issue_gate_view;

typedef struct issue_gate_answer {
    uint64_t blocked;    // warps that may not issue
    uint64_t no_load;    // warps that may not issue loads to global or local memory
    bool time_dependent; // the answer may change without any event, with the cycle number
} issue_gate_answer;

issue_gate *issue_gate_new(const config *c); // NULL when the configuration has none
void issue_gate_free(issue_gate *g);
void issue_gate_begin(issue_gate *g, uint64_t warp_insns); // a kernel begins, L1D is empty
void issue_gate_place(issue_gate *g, unsigned warp);       // a new warp takes the slot
void issue_gate_cycle(issue_gate *g, uint64_t now,
                      uint64_t warp_insns); // warp_insns: issued by the SM so far
issue_gate_answer issue_gate_ask(issue_gate *g, const issue_gate_view *v);
unsigned issue_gate_width(const issue_gate *g);       // swl, dwtcs: the limit per scheduler
void issue_gate_limit(issue_gate *g, unsigned warps); // dwtcs: sets the limit per scheduler

// Events of L1D. A read of `warp` missed `line` and takes cache slot `slot`, whatever the slot
// held.
void issue_gate_miss(issue_gate *g, unsigned warp, uint64_t line, uint32_t slot);
// The line in the slot was removed without being replaced (write-evict).
void issue_gate_drop(issue_gate *g, uint32_t slot);

uint64_t issue_gate_lost(
    const issue_gate *g); // ccws: misses so far on lines that their warp had lost

#endif
