// l2.h : one L2 slice: ROP delay, access queue, cache bank with MSHRs and miss queue, one data and one fill port.
//
//   in -> ROP delay (l2.rop_latency ticks) -> access queue -> bank -> hits: reply
//                                                            misses: miss queue -> down (to DRAM)
//   up (fills from DRAM) -> bank -> waiting requests, one a tick: reply
//
// Write-back, write-allocate, allocate on miss, LRU. A write or atomic that misses fetches the line and waits for it in the MSHR
// like a read; the line is dirty from then on. (GPGPU-Sim's write-allocate sends the write itself to DRAM beside the fetch, so a
// write to a line whose fetch is under way can be lost from the cache; here it cannot.) The acknowledgement of a write is sent
// when the line has it. Atomics are reads that make the line dirty.
//
// The head of the access queue is served when the data port is free and a reply has room, else it waits (stall_port,
// stall_reply). Checks for a miss: all ways reserved = LINE; less than two places in the miss queue (fetch and write-back) while
// it holds anything = MISSQ; merge list full = MERGE; no MSHR = MSHR. A failure is counted again every tick.
// A hit holds the data port for its bytes, the write-back of a victim for its line, a fill the fill port for its line:
// ceil(bytes / l2.port_bytes) ticks each.
//
// Order inside a tick: fill, reply, ROP delay to access queue, access, miss queue to DRAM, intake. So a lone request that comes in
// at tick n is answered at n + rop_latency on a hit.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L2_H
#define WL_MACHINE_L2_H

#include "base/chan.h"
#include "base/stats.h"
#include "config/config.h"
#include "machine/addrmap.h"
#include "machine/mreq.h"

#include <stdio.h>

#define L2_STATS(X) \
    X(cycles, "L2 cycles", "ticks") \
    X(read_accesses, "requests", "reads and atomics served: hits + pending hits + misses") \
    X(read_hits, "requests", "reads and atomics that found their line") \
    X(read_pending, "requests", "reads and atomics merged into an outstanding miss") \
    X(read_misses, "requests", "reads and atomics that allocated an MSHR") \
    X(write_accesses, "requests", "writes served: hits + pending hits + misses") \
    X(write_hits, "requests", "writes that found their line") \
    X(write_pending, "requests", "writes merged into an outstanding miss") \
    X(write_misses, "requests", "writes that allocated an MSHR") \
    X(fail_line, "L2 cycles", "LINE_ALLOC_FAIL: all ways of the set reserved") \
    X(fail_mshr, "L2 cycles", "MSHR_ENRTY_FAIL: no free MSHR") \
    X(fail_merge, "L2 cycles", "MSHR_MERGE_ENRTY_FAIL: merge list full") \
    X(fail_missq, "L2 cycles", "MISS_QUEUE_FULL") \
    X(stall_port, "L2 cycles", "head of the access queue waits for the data port") \
    X(stall_reply, "L2 cycles", "head of the access queue waits for room in the reply queue") \
    X(arrivals, "requests", "taken in from the crossbar") \
    X(replies, "requests", "answered") \
    X(fills, "lines", "filled from DRAM") \
    X(evictions, "lines", "replaced") \
    X(writebacks, "lines", "replaced when dirty and written to DRAM") \
    X(data_port_cycles, "L2 cycles", "data port held by hits and write-backs") \
    X(fill_port_cycles, "L2 cycles", "fill port held by fills") \
    X(access_queue_sum, "request cycles", "requests in the access queue, summed over ticks")
typedef struct l2_stats { L2_STATS(STAT_FIELD) } l2_stats;
extern const stat_table l2_stat_table;

typedef struct l2 l2;

// Channels of mreq, owned by the caller: in from the request crossbar, reply to the reply crossbar, down to and up from DRAM.
typedef struct l2_chans { chan *in, *reply, *down, *up; } l2_chans;

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch);
void l2_free(l2 *l);

// A tick of a slice is l2_eval, then l2_take of the same tick, which does the intake. l2_take may run behind, in another thread, by
// fewer than rop_latency and at most L2_BEHIND ticks: it touches the channel `in` and the tail of the ROP delay alone, and asks
// whether the access queue was full in its own tick. Who calls it counts what it took in, and tells l2_arrived the sum before
// the tick in which the first of them leaves the delay.
enum { L2_BEHIND = 100 };
const mreq *l2_take(l2 *l, uint64_t now);      // what was taken in, NULL: nothing
bool l2_open(l2 *l, uint64_t now);             // would l2_take take what is in the channel?
uint64_t l2_arrived(l2 *l, uint32_t taken);    // returns a tick by which l2_eval must be called

// One tick; now counts L2 ticks. Returns the first tick that must be evaluated next, as long as none of its channels changes;
// ticks before it change nothing that l2_get_stats does not add.
uint64_t l2_eval(l2 *l, uint64_t now);

bool l2_idle(const l2 *l); // nothing inside; lines stay
l2_stats l2_get_stats(const l2 *l, uint64_t now); // as of tick now
void l2_dump(const l2 *l, FILE *f);

#endif
