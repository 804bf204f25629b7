// gate.h : the seam "issue gate": which warps of an SM the schedulers may not issue from now, for the sake of L1D.
//
//   none   no gate object at all
//   swl    static warp limiting (Rogers et al., MICRO 2012): of each scheduler only the n oldest warps that have not exited and
//          do not wait at a barrier may issue; so a limit of 1 cannot hang a barrier
//   dwtcs  (structures.dwtcs instead of sm.gate) as swl, the limit set from outside (throttle.h)
//   ccws   cache-conscious wavefront scheduling (ccws.h): warps may not issue loads to global or local memory while others that
//          lost locality are protected
//
// A gate may look at what its SM shows (gate_view) and at what L1D tells (gate_miss, gate_drop). It decides; it moves nothing.
// Order within a cycle: gate_cycle, L1D's events, gate_ask. The answer depends only on what was told and on the cycle, so
// cycles in which nobody asks need no call.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GATE_H
#define WL_MACHINE_GATE_H

#include "config/config.h"

typedef struct gate gate;

typedef struct gate_view {
    uint64_t live;                // warp slots placed and not exited
    uint64_t at_barrier;          // of them, those that wait at a barrier
    const uint64_t *of_scheduler; // [scheduler] its warp slots
    const uint32_t *age;          // [warp slot], grows with every warp placed
} gate_view;

typedef struct gate_answer {
    uint64_t shut;    // may issue nothing
    uint64_t no_load; // may not issue loads to global or local memory
    bool fading;      // the answer may change by time alone
} gate_answer;

gate *gate_new(const config *c); // NULL when the configuration has none
void gate_free(gate *g);
void gate_begin(gate *g, uint64_t warp_insns);               // a kernel begins, L1D is empty
void gate_place(gate *g, unsigned warp);                     // a new warp in this slot
void gate_cycle(gate *g, uint64_t now, uint64_t warp_insns); // warp_insns: that the SM issued so far
gate_answer gate_ask(gate *g, const gate_view *v);
unsigned gate_width(const gate *g);                          // warps of a scheduler that may issue: swl, dwtcs
void gate_limit(gate *g, unsigned warps);                    // of a scheduler, may issue from now on: dwtcs

// From L1D. A read of `warp` misses `line`, for which cache slot `slot` is taken, whatever it held.
void gate_miss(gate *g, unsigned warp, uint64_t line, uint32_t slot);
// The line in the slot is dropped, not for want of room (write-evict).
void gate_drop(gate *g, uint32_t slot);

uint64_t gate_lost(const gate *g); // misses of lines that their warp had lost so far (ccws)

#endif
