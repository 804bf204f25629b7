// ccws.h: cache-conscious wavefront scheduling: the lost-locality detector and the scoring (Rogers
// et al., MICRO 2012, sections 3.2 and 3.3).
//
// Detector: each warp has a victim tag array of ccws.victim_tags entries in LRU sets of
// ccws.victim_ways. When L1D evicts a line, its tag enters the array of the warp whose miss had
// brought the line in. A miss that finds its line in the warp's own array is lost locality, and the
// tag leaves the array.
//
// Scores: a live warp has at least ccws.base_score. When it loses locality, its score rises to
//
//     losses x ccws.throttle x cutoff / warp instructions issued      (of this SM in this kernel)
//
// unless it is higher already. The cutoff is live warps x base_score and bounds the score. A score
// above the base falls by 1 per cycle. Warps are stacked by score, the highest first, and by age
// among equals. The warps at which the sum exceeds the cutoff may not issue loads. So all warps may
// issue loads while all have the base score, and the warp on top always may.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CCWS_H
#define WL_MACHINE_CCWS_H

#include "config/config.h"

typedef struct ccws ccws;

ccws *ccws_new(const config *c);
void ccws_free(ccws *s);
// warp_insns: warp instructions that the SM has issued so far. ccws_cycle comes before the events
// and the decision of its cycle. ccws_miss and ccws_drop: see issue_gate.h.
void ccws_begin(ccws *s, uint64_t warp_insns); // a kernel begins
// a new warp takes the slot, with the base score
void ccws_place(ccws *s, unsigned warp);
void ccws_cycle(ccws *s, uint64_t now, uint64_t warp_insns);
void ccws_miss(ccws *s, unsigned warp, uint64_t line, uint32_t slot);
void ccws_drop(ccws *s, uint32_t slot);
// the warps that may not issue loads
uint64_t ccws_ask(ccws *s, uint64_t live, const uint32_t *age);
uint64_t ccws_score(const ccws *s, unsigned warp);
uint64_t ccws_lost(const ccws *s); // losses so far, in all kernels

#endif
