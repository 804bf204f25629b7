// warppool_quanta.h: steers the miss rate of WarpPool's quanta in the bench.
//
// The selection of the next request changes after a quantum whose miss rate is above a limit (WarpPool section 3.5). Chance seldom
// brings a rate near the limit, so each quantum has a plan: nothing but misses, exactly at the limit, a load above
// it, one below it, nothing but hits as fast as they go, or whatever comes. A plan for a rate decides of each load whether it hits,
// and lets no more loads pass, near the quantum's end, once the rate is what it should be.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_QUANTA_H
#define WL_TB_BENCH_WARPPOOL_QUANTA_H

#include "tb/bench/warppool_world.h"

typedef enum quantum_plan { QUANTUM_MISSES, QUANTUM_TIE, QUANTUM_ABOVE, QUANTUM_BELOW, QUANTUM_HITS, QUANTUM_ANY, QUANTUM_PLANS } quantum_plan;

typedef struct warppool_quanta {
    uint64_t quantum, at, number; // cycles; cycle of the quantum; quanta so far, those that a reset cut left out
    int64_t up, down, score;      // of a miss, of a hit; of this quantum: above 0, its miss rate is above the limit
    uint64_t loads;               // that this quantum has had
    uint64_t ties;                // quanta that ended exactly at the limit, with loads
} warppool_quanta;

void warppool_quanta_init(warppool_quanta *q, const config *c);
void warppool_quanta_reset(warppool_quanta *q);

// Before the inputs of a cycle are drawn: changes the profile as the plan wants it.
void warppool_quanta_steer(const warppool_quanta *q, world *w);
// After a cycle: what L1D has accepted.
void warppool_quanta_see(warppool_quanta *q, const warppool_in *in, const warppool_out *out);

// Can a quantum of this configuration be exactly at the limit, in traffic as this?
bool warppool_quanta_can_tie(const config *c);

#endif
