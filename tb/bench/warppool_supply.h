// warppool_supply.h: how many loads and requests there can be at once in a configuration of
// WarpPool (an instruction has a request for each line that it touches).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WARPPOOL_SUPPLY_H
#define WL_TB_BENCH_WARPPOOL_SUPPLY_H

#include "config/config.h"

static inline uint64_t least_of(uint64_t x, uint64_t y) { return x < y ? x : y; }
static inline uint64_t most_of(uint64_t x, uint64_t y) { return x > y ? x : y; }

uint64_t supply_tags(const config *c); // of all queues
// The value of a warp's counter up to which a coalescer makes lines of it; with one less the warp
// issues. So it is the most instructions of a warp, too.
uint64_t supply_counter_limit(const config *c);
uint64_t supply_of_warp(const config *c); // loads of a warp before L1D
uint64_t supply_held(const config *c);    // the most that a warp's counter could count
uint64_t supply_counter(const config *c); // its highest value, which its limit stops, too
// Before L1D, of the warps but so many, which do something else.
uint64_t supply_loads(const config *c, unsigned warps);
uint64_t supply_requests(const config *c, unsigned warps);
// Also those that wait for their line or its words, which the counter does not count.
uint64_t supply_all_loads(const config *c);
uint64_t supply_all_requests(const config *c);

#endif
