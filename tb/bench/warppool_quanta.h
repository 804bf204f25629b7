// warppool_quanta.h: controls the miss rates of WarpPool's quanta in the bench.
//
// The selection policy for the next request may switch after a quantum whose miss rate is above a
// limit (WarpPool section 3.5). Random traffic seldom has a miss rate near the limit, so each
// quantum has a plan: only misses, exactly at the limit, one load above it, one below it, only hits
// as fast as possible, or anything. A plan for a rate decides for each load whether it hits. Near
// the end of the quantum, it lets no more loads pass once the rate is reached.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_QUANTA_H
#define WL_TB_BENCH_WARPPOOL_QUANTA_H

#include "tb/bench/warppool_world.h"

typedef enum quantum_plan {
    QUANTUM_MISSES,
    QUANTUM_TIE,
    QUANTUM_ABOVE,
    QUANTUM_BELOW,
    QUANTUM_HITS,
    QUANTUM_ANY,
    QUANTUM_PLANS
} quantum_plan;

typedef struct warppool_quanta {
    // length in cycles; cycle within the quantum; completed quanta (without those cut by a reset)
    uint64_t quantum, at, number;
    // weights of a miss and of a hit; their sum, which is above 0 if the miss rate is above the
    // limit
    int64_t up, down, score;
    uint64_t loads; // loads in this quantum
    uint64_t ties;  // quanta with loads that ended exactly at the limit
} warppool_quanta;

void warppool_quanta_init(warppool_quanta *q, const config *c);
void warppool_quanta_reset(warppool_quanta *q);

// Adapts the profile to the plan, before the inputs of a cycle are drawn.
void warppool_quanta_steer(const warppool_quanta *q, world *w);
// Records what L1D has accepted, after a cycle.
void warppool_quanta_see(warppool_quanta *q, const warppool_in *in, const warppool_out *out);

// True if the miss rate of a quantum of this configuration can be exactly at the limit in this
// traffic.
bool warppool_quanta_can_tie(const config *c);

#endif
