// l1d.h : first-level data cache of one SM: tags, LRU, MSHRs with merge lists, miss queue. Contents are not kept (front ends
// are functional); only tags and timing.
//
// Policy (GTX480): allocate on miss, no write-allocate, write-through; a write that hits evicts the line (write-evict, global
// data). Reads miss for whole lines. Flushed between kernels.
//
// Order of checks (spec of GPGPU-Sim's L1):
//   read:  line valid = HIT
//          line reserved: miss queue full = MISSQ; merge list full = MERGE; else PENDING
//          line absent: all ways reserved = LINE; miss queue full = MISSQ; no free MSHR = MSHR; else MISS
//   write, atomic: miss queue full = MISSQ; line valid = HIT (evicted); else MISS. A reserved line stays: the write passes it.
// An atomic is done at L2: it leaves like a write, is counted on its own, and its reply does not come through l1d_fill.
//
// Contention classes (MRPB 2.4) need to know who evicted a line. Each cache remembers its last evictions, by line, in a table of
// 4096 rows of 4, newest first; a line pushed out of its row by four newer ones is forgotten and counts as cold.
//
// A cycle of its owner (the SM): l1d_probe any number of times (pure), at most one l1d_accept a port, at most one l1d_fill;
// accept and fill act at once on the state; the owner calls fill first (a reply that arrives frees its line for this cycle's
// probe). This order is inside one component, the SM.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_H
#define WL_MACHINE_L1D_H

#include "base/stats.h"
#include "config/config.h"
#include "machine/gate.h"
#include "machine/mreq.h"

typedef enum l1d_answer {
    L1D_HIT,        // read: data in l1d.latency cycles. write: hit, line evicted, sent on
    L1D_MISS,       // read: line reserved, MSHR allocated, request in the miss queue. write: sent on, no line evicted
    L1D_PENDING,    // read merged into an outstanding MSHR
    L1D_FAIL_LINE,  // reservation failures, in mrpb_stall order
    L1D_FAIL_MSHR,
    L1D_FAIL_MERGE,
    L1D_FAIL_MISSQ
} l1d_answer;

#define L1D_STATS(X) \
    X(read_accesses, "requests", "reads accepted: hits + pending hits + misses") \
    X(read_hits, "requests", "reads that found their line") \
    X(read_pending, "requests", "reads merged into an outstanding miss") \
    X(read_misses, "requests", "reads that allocated an MSHR") \
    X(write_accesses, "requests", "writes accepted: hits + pending hits + misses") \
    X(write_hits, "requests", "writes that evicted their line (write-evict)") \
    X(write_pending, "requests", "writes to lines reserved for an outstanding miss") \
    X(write_misses, "requests", "writes to lines not present") \
    X(atomics, "requests", "atomics sent on to L2") \
    X(fail_line, "cycles", "LINE_ALLOC_FAIL: all ways of the set reserved (associativity stall)") \
    X(fail_mshr, "cycles", "MSHR_ENRTY_FAIL: no free MSHR") \
    X(fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL: merge list full") \
    X(fail_missq, "cycles", "MISS_QUEUE_FULL") \
    X(bypassed_reads, "requests", "reads sent round the cache on a stall") \
    X(fills, "lines", "lines filled") \
    X(evictions, "lines", "valid lines replaced") \
    X(cold_misses, "requests", "misses of lines that this cache never held in this kernel") \
    X(contention_intra_warp, "requests", "misses of lines last evicted by the same warp") \
    X(contention_cross_warp, "requests", "misses of lines last evicted by another warp of the same CTA slot") \
    X(contention_cross_cta, "requests", "misses of lines last evicted by a warp of another CTA slot")
typedef struct l1d_stats { L1D_STATS(STAT_FIELD) } l1d_stats;
extern const stat_table l1d_stat_table;

typedef struct l1d l1d;

l1d *l1d_new(const config *c, unsigned sm, err *e);
void l1d_free(l1d *l);
void l1d_tell(l1d *l, gate *g); // from now on the gate hears of misses and dropped lines; it outlives the cache. NULL: nobody does
void l1d_flush(l1d *l); // between kernels: all lines invalid; nothing may be outstanding

// Pure: what would happen to this request now.
l1d_answer l1d_probe(const l1d *l, const mreq *r);
// Does it. `a` is what l1d_probe said for the same state; not a failure. cta is the requester's CTA slot (contention classes).
void l1d_accept(l1d *l, const mreq *r, l1d_answer a, unsigned cta);
// Counts a reservation failure seen for `cycles` cycles.
void l1d_count_fail(l1d *l, l1d_answer a, uint64_t cycles);
// Room on the bypass path, and the bypass itself: into the miss queue's side door (its own one-entry slot), flags MREQ_BYPASS.
bool l1d_bypass_ready(const l1d *l);
void l1d_bypass(l1d *l, const mreq *r);

// Towards the crossbar: the request that leaves next, NULL if none; pop takes it. The bypass slot goes before the miss queue.
const mreq *l1d_miss_front(const l1d *l);
void l1d_miss_pop(l1d *l);

// The reply to a read that missed (not a bypassed one, which is the owner's) comes in: the line becomes valid, its merged requests become ready in order of arrival.
void l1d_fill(l1d *l, const mreq *reply);
// Requests whose data is there: the oldest, NULL if none; pop takes it. (Hits do not pass here.)
const mreq *l1d_ready_front(const l1d *l);
void l1d_ready_pop(l1d *l);

// Changes whenever the answer of l1d_probe to any request may change: the owner may keep a failing answer until then.
uint32_t l1d_version(const l1d *l);

bool l1d_idle(const l1d *l); // nothing outstanding, nothing queued
const l1d_stats *l1d_get_stats(const l1d *l);
void l1d_dump(const l1d *l, FILE *f);

#endif
