// warppool_pace.h: in some phases of WarpPool's bench, addresses and L1D wait for each other: the
// addresses of several instructions come one behind the other, so that they are in several
// coalescers at once, and L1D accepts a request when nothing moves any more, so that all places
// before it are full.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_PACE_H
#define WL_TB_BENCH_WARPPOOL_PACE_H

#include "base/rng.h"
#include "blocks/warppool_state.h"
#include "tb/bench/warppool_world.h"

typedef struct warppool_pace {
    unsigned settles; // a cycle after so many without a movement L1D accepts all; 0: as it likes
    unsigned bursts;  // n: addresses come for all coalescers at once, n for each; 0: as they are
    unsigned group;   // with w_profile.brief: of these still to come
    // n: the first n addresses come one behind the other, and then, when nothing has moved for
    // `settles` cycles, those of one instruction, in one of so many turns, or L1D accepts a
    // request; 0: not so
    unsigned first, turns;
    bool runs, begun; // from the cycle behind the first one of the phase; those have come
} warppool_pace;

// Adapts the profile before the inputs of a cycle are drawn. still: cycles without a movement.
void warppool_pace_steer(warppool_pace *p, const warppool *m, rng *random, unsigned still,
                         world *w);

#endif
