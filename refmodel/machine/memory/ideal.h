// ideal.h : the memory system of limits.infinite_bandwidth (Bandwidth, ISPASS 2017, section III.B: P-infinity): requests "do not
// suffer any congestion-related slowdown in the memory system and only incur the minimum memory access latencies". It stands in
// for crossbars, L2 slices and DRAM together.
//
// Ideal: every request is taken in the tick in which the crossbar sees it; packets of any size take one flit's time; L2 serves any
// number of requests a tick, with as many MSHRs, merges, queue places and ports as it takes; DRAM too.
// Kept: icnt.latency each way; l2.rop_latency; dram.fixed_latency more for a miss, the paper's "another 100 cycles"; and what L2
// holds (sets, ways, LRU, index; whole lines): a miss fetches its line, and who asks for it before it has come waits for it. L2 is
// looked up when a request enters. An SM pops its replies as ever.
//
// In crossbar ticks, a request pushed in tick t is seen by its SM in t + 2 * max(icnt.latency, 2) + max(l2.rop_latency, 1) (+
// dram.fixed_latency), L2 ticks rounded up to crossbar ticks.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_IDEAL_H
#define WL_MACHINE_IDEAL_H

#include "machine/common/addrmap.h"
#include "machine/common/bits.h"
#include "machine/common/chans.h"
#include "machine/common/mreq_view.h"
#include "machine/memory/l2.h"

typedef struct ideal ideal;

// sm: the channels, owned by the caller, as is the map.
ideal *ideal_new(const config *c, const addrmap *map, sm_chans *sm);
void ideal_free(ideal *x);

// One crossbar tick. SMs whose channels are popped and pushed are added to the sets. Returns the first tick that must be evaluated
// next, as long as no SM pushes.
uint64_t ideal_eval(ideal *x, uint64_t now, bits *popped, bits *pushed);

bool ideal_idle(const ideal *x);
l2_stats ideal_get_stats(const ideal *x); // of all slices; what has no meaning here is 0
void ideal_dump(const ideal *x, FILE *f);
void ideal_view(const ideal *x, const mreq_view *v);

#endif
