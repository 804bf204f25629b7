// warppool_stack.h: phases of WarpPool's bench in which the counter of one warp goes up as far as a
// single inter-warp queue lets it.
//
// The counter counts the lines that are before L1D. Loads of a warp that are in several coalescers
// have more of them there if they merge in the tags. But a coalescer whose request waits for a tag
// keeps all higher ones from the queue (warppool_queues.h): the higher ones have to come first. So
// another warp's store is in the first coalescer's second stage, and a load waits behind it, until
// the others have merged what they can; or the first load fills outbound buffer and tags and is
// done, and the next ones have lines for the tags alone. How many lines each has, on which it
// begins, and when addresses come and L1D accepts a request, is drawn.
//
// Or the store has several lines, the first of which stays in the outbound buffer until a third
// warp's store has come behind the loads, which then pass both.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_STACK_H
#define WL_TB_BENCH_WARPPOOL_STACK_H

#include "base/rng.h"
#include "tb/bench/warppool_pace.h"
#include "tb/bench/warppool_world.h"

// Sets the profile and the pace of such a phase, which begins with a reset.
void warppool_stack_begin(w_profile *p, warppool_pace *pace, const config *c, rng *random);

#endif
