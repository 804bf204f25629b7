// ccws.h : cache-conscious wavefront scheduling: lost-locality detector and scoring (Rogers et al., MICRO 2012, sections 3.2, 3.3).
//
// Detector: a victim tag array for each warp, ccws.victim_tags entries in sets of ccws.victim_ways, LRU. When a line is evicted
// from L1D, its tag goes into the array of the warp whose miss brought it. A miss of a warp that finds its line in the warp's
// own array is lost locality; the tag is taken out.
//
// Scores: each live warp has at least ccws.base_score. At a loss the warp's score becomes, unless it is higher,
//     losses x ccws.throttle x cutoff / warp instructions issued      (all of this SM in this kernel)
// where cutoff = live warps x base_score, and at most the cutoff. Above the base it falls by 1 a cycle. Warps are stacked by
// score, highest first, older first among equals; those at which the sum exceeds the cutoff may not issue loads. So with all at
// the base score everybody may, and the one on top always may.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CCWS_H
#define WL_MACHINE_CCWS_H

#include "config/config.h"

typedef struct ccws ccws;

ccws *ccws_new(const config *c);
void ccws_free(ccws *s);
void ccws_begin(ccws *s, uint64_t warp_insns);               // a kernel begins
void ccws_place(ccws *s, unsigned warp);                     // a new warp in this slot: base score, no victims
void ccws_cycle(ccws *s, uint64_t now, uint64_t warp_insns); // that the SM issued so far; before the events and questions of cycle `now`
void ccws_miss(ccws *s, unsigned warp, uint64_t line, uint32_t slot); // gate.h
void ccws_drop(ccws *s, uint32_t slot);
uint64_t ccws_ask(ccws *s, uint64_t live, const uint32_t *age); // warps that may not issue loads
uint64_t ccws_score(const ccws *s, unsigned warp);
uint64_t ccws_lost(const ccws *s);                           // losses so far, of all kernels

#endif
