// warppool_quanta.h: controls the miss rates of WarpPool's quanta in the bench.
//
// The selection policy for the next request may switch after a quantum whose miss rate is above a
// limit (WarpPool section 3.5). Random traffic seldom has a miss rate near the limit, so each
// quantum has a plan: only misses, exactly at the limit, one load above it, one below it, only hits
// as fast as possible, or anything. A plan for a rate decides for each load whether it hits. Near
// the end of the quantum, it lets no more loads pass once the rate is reached.
//
// Two crosses (cross_coverage.h) say what the quanta have met:
//   quantum_edge   the load of a quantum's first or last cycle decides, by its miss or its hit,
//                  whether the policy switches
//   quantum_reset  a reset comes in the first or the last cycle of a quantum, under either policy,
//                  and the first quantum behind it ends with a switch: were it a cycle shorter or
//                  longer, that shows
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_QUANTA_H
#define WL_TB_BENCH_WARPPOOL_QUANTA_H

#include "blocks/warppool_state.h"
#include "tb/bench/bench.h"
#include "tb/bench/cross_coverage.h"
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

typedef enum quantum_cross { CROSS_EDGE, CROSS_RESET, QUANTUM_CROSSES } quantum_cross;

typedef struct warppool_quanta {
    // length in cycles; cycle within the quantum; completed quanta (without those cut by a reset),
    // and those since the last reset
    uint64_t quantum, at, number, whole;
    // weights of a miss and of a hit; their sum, which is above 0 if the miss rate is above the
    // limit; what the first and the last cycle have added to it
    int64_t up, down, score, edge[2];
    uint64_t loads; // loads in this quantum
    uint64_t ties;  // quanta with loads that ended exactly at the limit
    cross_coverage crosses[QUANTUM_CROSSES];
    bool aims;     // resets are planned for CROSS_RESET, which a short run need not meet
    bool asked;    // the run must meet all bins
    bool few;      // loads are: one edge of a quantum at a time
    bool released; // enough of the few loads were before L1D as this quantum began
    bool dense;    // a tie takes loads in most cycles of a quantum
    unsigned queues;
    bool switches; // the last quantum was above the limit
    // bins of CROSS_RESET: the one that a reset is planned for, the one whose reset has come and
    // whose quantum runs; -1: none
    int aim, awaited;
    bool hit; // the planned reset comes now
} warppool_quanta;

enum { QUANTA_SEEN = 8, QUANTA_ENOUGH = 28 }; // in a run that must see some, and must meet all

void warppool_quanta_init(warppool_quanta *q, const bench_job *j);
void warppool_quanta_free(warppool_quanta *q);
void warppool_quanta_reset(warppool_quanta *q);

// Makes a plan for the next reset if one is missing. While quanta are busy, no other reset may
// come.
void warppool_quanta_aim(warppool_quanta *q);
bool warppool_quanta_busy(const warppool_quanta *q);

// Adapts the profile to the plan, before the inputs of a cycle are drawn.
void warppool_quanta_steer(warppool_quanta *q, const warppool *m, world *w);
// Records what L1D has accepted, after a cycle, with the model's state before its clock edge.
// True: this edge is the planned reset.
bool warppool_quanta_see(warppool_quanta *q, const warppool *m, const warppool_in *in,
                         const warppool_out *out);

// The fewest loads whose miss rate is exactly at the limit.
uint64_t warppool_quanta_tie_loads(const config *c);
// The most loads that L1D can accept in a quantum.
uint64_t warppool_quanta_most_loads(const config *c);
// Can a quantum end exactly at the limit?
bool warppool_quanta_may_tie(const config *c);

#endif
