// ideal_memory.h: the memory system of limits.infinite_bandwidth (Bandwidth, ISPASS 2017, section
// III.B: P-infinity), in which requests "do not suffer any congestion-related slowdown in the
// memory system and only incur the minimum memory access latencies". It replaces crossbars, L2
// slices and DRAM.
//
// What is ideal: every request is accepted in the tick in which the crossbar sees it, packets of
// any size take the time of one flit, and L2 and DRAM serve any number of requests per tick, with
// unlimited MSHRs, merges, queues and ports.
//
// What remains: icnt.latency in each direction; l2.rop_latency; dram.fixed_latency on top for a
// miss, the paper's "another 100 cycles"; and the contents of L2 (sets, ways, LRU, index; whole
// lines). A miss fetches its line, and later requests to that line wait for it. L2 is looked up
// when a request enters. SMs pop their replies as usual.
//
// A request pushed in crossbar tick t is seen by its SM in tick t + 2 * max(icnt.latency, 2) +
// max(l2.rop_latency, 1) (+ dram.fixed_latency), with L2 ticks rounded up to crossbar ticks.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_IDEAL_MEMORY_H
#define WL_MACHINE_IDEAL_MEMORY_H

#include "machine/common/addrmap.h"
#include "machine/common/bits.h"
#include "machine/common/chans.h"
#include "machine/common/mreq_view.h"
#include "machine/memory/l2.h"

typedef struct ideal_memory ideal_memory;

// The caller owns the map and the channels `sm`, and both must outlive it.
ideal_memory *ideal_memory_new(const config *c, const addrmap *map, sm_chans *sm);
void ideal_memory_free(ideal_memory *x);

// One crossbar tick. SMs whose channels were popped or pushed are added to the sets. Returns the
// next tick that must be evaluated unless an SM pushes.
uint64_t ideal_memory_eval(ideal_memory *x, uint64_t now, bits *popped, bits *pushed);

bool ideal_memory_idle(const ideal_memory *x);
// summed over all slices; counters without a meaning here are 0
l2_stats ideal_memory_get_stats(const ideal_memory *x);
void ideal_memory_dump(const ideal_memory *x, FILE *f);
void ideal_memory_view(const ideal_memory *x, const mreq_view *v);

#endif
