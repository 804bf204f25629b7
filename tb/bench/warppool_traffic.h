// warppool_traffic.h: the traffic of WarpPool's bench: the environment of warppool_world.h in
// phases, each with its own probabilities.
//
// They say how often an instruction issues, of what kind, with which lanes and sizes, and on how
// many lines; an address generation, an L1D and a register file that accept everything, little or
// nothing; hits or misses; short or long latencies; zeros or noise as don't-care values. Some
// phases construct what is rare at random: lines that differ in one bit, a warp that fills every
// tag, stores that wait; more of them while it is still missing. Resets come at random, in turn
// some early and one after several quanta, which are controlled to end above, below and exactly at
// the miss rate (warppool_quanta.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_TRAFFIC_H
#define WL_TB_BENCH_WARPPOOL_TRAFFIC_H

#include "tb/bench/bench.h"
#include "tb/bench/warppool_identities.h"
#include "tb/bench/warppool_pace.h"
#include "tb/bench/warppool_quanta.h"
#include "tb/bench/warppool_stores.h"
#include "tb/bench/warppool_world.h"

typedef struct warppool_traffic {
    const bench_job *job;
    const warppool *model; // the golden model's state
    rng random;            // of the phases; the world has its own
    uint64_t phase_left, next_reset, resets;
    bool due;          // a reset comes before this cycle
    uint64_t map_last; // cycles in which the last entry of the thread map table was taken
    unsigned still;    // cycles since an instruction came in, a request left or a lane got its word
    unsigned stacks;   // phases of warppool_stack.h that are to come
    warppool_stores stores;
    warppool_pace pace;
    warppool_quanta quanta;
    warppool_identities ids;
    world world;
} warppool_traffic;

// Do the run's quanta count? None does that is longer than an eighth of it.
bool warppool_traffic_sees_quanta(const bench_job *j);
void warppool_traffic_init(warppool_traffic *t, const bench_job *j, const warppool *model);
void warppool_traffic_free(warppool_traffic *t);
// Before the inputs of a cycle are drawn. True: there is a reset first, of block and traffic.
bool warppool_traffic_begin(warppool_traffic *t);
void warppool_traffic_steer(warppool_traffic *t); // behind that reset
void warppool_traffic_reset(warppool_traffic *t);
void warppool_traffic_look(warppool_traffic *t); // in a cycle, before the clock edge

#endif
