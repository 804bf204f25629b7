// warppool_stores.h: phases of WarpPool's bench in which stores grow old.
//
// A store waits beside loads until its age lets it pass (WarpPool section 3.8), or until no load is
// there to pass it. So a store grows old only while loads come without a gap, and two stores meet
// only if the second comes while loads hold the first. Random traffic seldom does this for long,
// least with few warps. These phases do it on purpose: some warps send nothing but stores, the
// others nothing but loads, and L1D accepts a request only if another one takes its place, so that
// the outbound buffer stays full and no store leaves before its time.
//
// A coalescer whose second stage holds a store still takes an instruction, which then waits behind
// the store. If that is one of a few loads, too few are left to pass; if it is the second store,
// the two never meet. So in half of the phases the first store comes right behind some loads, which
// take the lower coalescers: these are free again when the next instruction comes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_STORES_H
#define WL_TB_BENCH_WARPPOOL_STORES_H

#include "blocks/warppool_state.h"
#include "tb/bench/warppool_world.h"

typedef enum stores_stage {
    STORES_NONE,
    STORES_DRAIN,  // every warp ends what it has begun, so that it may store
    STORES_FILL,   // loads, until they fill the outbound buffer or all tags
    STORES_FIRST,  // the first stores come
    STORES_GROW,   // loads pass them
    STORES_SECOND, // another store comes
    STORES_LEAVE   // they grow on and leave
} stores_stage;

typedef struct warppool_stores {
    stores_stage stage;
    unsigned first, age;      // stores that come together; their age when the second one is sent
    unsigned waited, longest; // cycles of the stage; at most
    unsigned reserved;        // warps that store from the beginning on
    unsigned before;          // loads that come just before the first store
    bool full;                // fill the coalescers, too
    bool brim;  // fill both coalescers' last stage with loads, and then come the two stores
    bool third; // when one of two stores of age has left for L1D, another one joins the second
} warppool_stores;

// Can such a phase do anything in this configuration?
bool warppool_stores_can(const config *c);

// Begins a phase and sets its profile. bit: of the age, in which two stores are to differ; -1: none
// is wanted. Returns how many cycles it takes at most.
uint64_t warppool_stores_begin(warppool_stores *s, const config *c, rng *random, int bit,
                               w_profile *p);

// Adapts the profile before the inputs of a cycle are drawn. still: cycles without a movement.
// False: the phase is over.
bool warppool_stores_steer(warppool_stores *s, const warppool *m, unsigned still, w_profile *p);

#endif
