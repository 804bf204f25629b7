// warppool_select.h : the request selector of WarpPool (MICRO 2015, sections 3.5 and 3.8): which
// tag goes to L1D, by two policies; stores beside the loads; the outbound buffer that is the
// channel req.
//
// The register S names the tag that goes next; the tag itself stays in its queue, takes more
// requests, and goes when the outbound buffer has room. The outbound buffer has two entries, of
// which at most one is a store.
//
// Cycle t, everything judged on the state at its start:
//   stores waiting   the coalescers whose B is a store; each has an age, 0 when the store enters B
//   grant            if the outbound buffer holds fewer than two, the first that applies of
//                    - some waiting store's age >= store_age: of those the one with the greatest
//                      age, ties to the lowest coalescer; it is granted if the buffer holds no
//                      store, else nothing is
//                    - S names a tag: that tag leaves its queue, and S is free; with narrow
//                      nothing is granted if a request was merged into it in t - 1
//                    - a store waits, and the buffer holds no store: the one with the greatest age,
//                      ties to the lowest coalescer
//                    What is granted is at the buffer's tail from t + 1 on. The ages of the stores
//                    that wait in t and are not granted rise by one if something is granted (none
//                    passes store_age + C - 1)
//   narrow           a store is granted only when it has been laid out, but loads wait for one that
//                    has waited out its age as above. One at a time is: if none is, the one with
//                    the greatest age that waits, ties to the lowest coalescer, is from t + 1 on;
//                    in each cycle in which the buffer holds no store a quarter of the warp's
//                    lanes is laid out, the lowest first and only those in which it has lanes; it
//                    may be granted from the cycle after the last of these on, in which the bytes
//                    of that quarter are written. No store that waits gets older than it, so that
//                    the bound stays
//   choice           if S is free at the start of t or its tag leaves in t: S takes, of the tags
//                    that hold something at the start of t, without that which S named,
//                    - policy oldest: the oldest one
//                    - policy warp first: that with the lowest warp among its requests; ties to the
//                      lowest queue, then to the lowest tag
//                    and stays free when there is none. With narrow the oldest is that of the tags
//                    allocated before t - 1, and warp first takes two cycles:
//                    in t - 1 those stay whose lowest warp agrees with the lowest of all in its
//                    highest bits (one or two: an even number of bits is left); in t, of these the
//                    one that is the lowest in the other bits, if it still holds something and S
//                    does not name it
//   req              the buffer's head; a beat takes it
// Bound: a store is granted after at most store_age + C - 1 grants to others since it entered B.
//
// Policy: warp_first_o; select `oldest` and `warp` fix it. With `switch` it is oldest after reset.
// Time is cut into quanta of `quantum` cycles, the first from the first cycle after reset on. Each
// load that L1D accepts is an access, and a miss if req_miss_i. In the first cycle of a quantum the
// one before is judged: misses > miss_rate x accesses (exactly: 100000 misses > miss_rate in
// thousandths of a percent x accesses): the policy is the other one from the next cycle on. An
// access in the first cycle counts for its own quantum.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_SELECT_H
#define WL_BLOCKS_WARPPOOL_SELECT_H

#include "blocks/warppool_state.h"

void warppool_select_init(warppool_select *s, const config *c); // its shape is set already
void warppool_select_reset(warppool_select *s);

typedef struct warppool_grant {
    int tag;   // it leaves its queue; -1: none
    int store; // coalescer whose store is granted; -1: none
} warppool_grant;
// k: all of them
warppool_grant warppool_select_grant(const warppool_select *s, const warppool_coalescer *k);

// With narrow: what is laid out from the next cycle on.
typedef struct warppool_layout {
    int store;       // coalescer, -1: none
    uint64_t unlaid; // of its lanes those that have not been laid out
} warppool_layout;
// grant: of this cycle
warppool_layout warppool_select_layout(const warppool_select *s, const warppool_coalescer *k,
                                       warppool_grant grant);
// does the outbound buffer hold a store?
bool warppool_select_has_store(const warppool_select *s);

// with narrow: the tags that stay in this cycle, a bit each
void warppool_select_group(const warppool_select *s, const warppool_queues *q,
                           uint64_t group[WARPPOOL_TAGS / 64]);
// the tag that S takes, -1 none; when it takes one
int warppool_select_choice(const warppool_select *s, const warppool_queues *q);
void warppool_select_age(warppool_select *s, warppool_coalescer *k, warppool_grant g);
// each cycle
void warppool_select_count(warppool_select *s, bool access, bool miss, warppool_events *v);
// the same as so many cycles without an access
void warppool_select_skip(warppool_select *s, uint64_t cycles, warppool_events *v);

#endif
