// l1d.h : first-level data cache of one SM: tags, LRU, MSHRs with merge lists, miss queue. Contents are not kept (front ends
// are functional); only tags and timing. Flushed between kernels. Reads miss for whole lines.
//
// Reads, in the order of GPGPU-Sim's checks:
//   line present              HIT
//   line awaited              miss queue full = MISSQ; merge list full = MERGE; else PENDING
//   line absent               all ways reserved = LINE (allocation on miss); miss queue full = MISSQ; no free MSHR = MSHR; else MISS
// Miss queue full: for reads fewer than l1d.read_places, unless it is empty (GPGPU-Sim asks for two, one for a write-back, whether there
// is one or not, and of reads that merge too); for the rest fewer than it needs.
// Writes, by l1d.global_write or l1d.local_write:
//   evict                     miss queue full = MISSQ; line present = HIT: the line goes, the write is sent on; else MISS: sent on
//   through                   the same, but the line stays
//   back                      line present = STORED: the line is dirty, the write is done. Line awaited: merge list full = MERGE;
//                             else PENDING: the write waits for the line and makes it dirty. Line absent: as evict (GTX480); with
//                             l1d.write_allocate as a read, PENDING if a line must be fetched, STORED if the write covers all of it
// In evict and through a write passes a line that is awaited (as in GPGPU-Sim: what comes is older than the write).
// An atomic is done at L2: it leaves like a write of kind evict, is counted on its own, and its reply does not come through l1d_fill.
//
// A dirty line that is replaced is written back through the miss queue, behind the miss that replaces it: two places must be
// free, or the queue be empty. With allocation on fill a line is replaced when a reply comes, and a reply must never wait for a
// request: this write-back finds its place beyond the queue's size, one for each MSHR. Local data is dead when its kernel ends:
// dirty local lines are dropped by the flush. Dirty global lines are written back before, one a cycle (l1d_drain).
//
// A read of ld.cg (MREQ_BYPASS; l1d.around_cg) is a MISS of its own segment, whatever the cache holds, its reply goes to registers; MISSQ is all that
// can refuse it. As an atomic, it has no part in the cache's counters of reads.
//
// Without a cache (l1d.enable = false) a read is a MISS of its own segment, its reply goes to registers like that of a bypass.
//
// Streaming bypass (structures.streambypass; blocks/streambypass.h; DWT-PRIC 4.1). Its monitor counts every read that is accepted, as a
// hit when its tag is found: line present, awaited, or a tag without data. Writes and atomics are not counted. While it has closed the
// cache (the mode outlives kernels):
//   a line with its data serves reads and takes writes as ever; an awaited line takes requests as ever
//   other reads are a MISS of their own segment: through the miss queue, the reply to registers like that of a bypass. The line's tag
//   is kept without data, in the place that the line would have taken; a dirty victim is written back before the read goes. With all
//   ways reserved no tag is kept, and nothing waits for one. Only a full miss queue refuses
//   a write to a line without data is sent on; of kind evict it takes the tag with it, with write-allocate it leaves one
// When the cache is open again, a tag without data is as good as absent, but its line comes back to the same place.
//
// The causes of refusal are the paper's Fig 9 (Bandwidth): LINE cache lines, MSHR and MERGE MSHRs, MISSQ back pressure of L2.
//
// A cycle of its owner (the SM): l1d_probe any number of times (pure), l1d_offer as the ports allow, at most one l1d_fill;
// offer and fill act at once on the state; the owner calls fill first (a reply that arrives frees its line for this cycle's
// probe). This order is inside one component, the SM.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_H
#define WL_MACHINE_L1D_H

#include "base/stats.h"
#include "config/config.h"
#include "machine/core/gate.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

typedef enum l1d_answer {
    L1D_HIT,        // read: the data are there. write, atomic: line present, sent on
    L1D_MISS,       // read: request in the miss queue. write, atomic: line not present, sent on
    L1D_STORED,     // write: done, nothing is sent on
    L1D_PENDING,    // waits in an MSHR for its line: read merged; write merged or fetching its line
    L1D_HELD,       // waits for a cycle: l1d_offer with hits_only
    L1D_FAIL_LINE,  // reservation failures, in mrpb_stall order
    L1D_FAIL_MSHR,
    L1D_FAIL_MERGE,
    L1D_FAIL_MISSQ
} l1d_answer;

#define L1D_STATS(X) \
    X(read_accesses, "requests", "reads accepted: hits + pending hits + misses + streamed") \
    X(read_hits, "requests", "reads that found their line") \
    X(read_pending, "requests", "reads merged into an outstanding miss") \
    X(read_misses, "requests", "reads that asked L2 for their line; without a cache for their segment") \
    X(write_accesses, "requests", "writes accepted: hits + pending hits + misses") \
    X(write_hits, "requests", "writes that found their line") \
    X(write_pending, "requests", "writes to lines for which a miss is outstanding") \
    X(write_misses, "requests", "writes to lines not present") \
    X(writes_sent, "requests", "writes sent on to L2") \
    X(writes_stored, "requests", "writes that went into their line at once (write-back)") \
    X(writes_waited, "requests", "writes that went into their line when it came (write-back)") \
    X(write_fetches, "requests", "writes that asked L2 for their line (write-allocate)") \
    X(atomics, "requests", "atomics sent on to L2") \
    X(fail_line, "cycles", "LINE_ALLOC_FAIL: all ways of the set reserved (associativity stall)") \
    X(fail_mshr, "cycles", "MSHR_ENRTY_FAIL: no free MSHR") \
    X(fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL: merge list full") \
    X(fail_missq, "cycles", "MISS_QUEUE_FULL") \
    X(write_fail_line, "cycles", "LINE_ALLOC_FAIL of a write, part of fail_line") \
    X(write_fail_mshr, "cycles", "MSHR_ENRTY_FAIL of a write, part of fail_mshr") \
    X(write_fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL of a write, part of fail_merge") \
    X(write_fail_missq, "cycles", "MISS_QUEUE_FULL of a write, part of fail_missq") \
    X(local_read_hits, "requests", "of local memory, part of read_hits") \
    X(local_read_pending, "requests", "of local memory, part of read_pending") \
    X(local_read_misses, "requests", "of local memory, part of read_misses") \
    X(local_streamed_reads, "requests", "of local memory, part of streamed_reads") \
    X(local_bypassed_reads, "requests", "of local memory, part of bypassed_reads") \
    X(local_write_hits, "requests", "of local memory, part of write_hits") \
    X(local_write_pending, "requests", "of local memory, part of write_pending") \
    X(local_write_misses, "requests", "of local memory, part of write_misses") \
    X(local_writes_sent, "requests", "of local memory, part of writes_sent") \
    X(local_read_fail_line, "cycles", "LINE_ALLOC_FAIL of a read of local memory, part of fail_line") \
    X(local_read_fail_mshr, "cycles", "MSHR_ENRTY_FAIL of a read of local memory, part of fail_mshr") \
    X(local_read_fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL of a read of local memory, part of fail_merge") \
    X(local_read_fail_missq, "cycles", "MISS_QUEUE_FULL of a read of local memory, part of fail_missq") \
    X(local_write_fail_line, "cycles", "LINE_ALLOC_FAIL of a write to local memory, part of write_fail_line") \
    X(local_write_fail_mshr, "cycles", "MSHR_ENRTY_FAIL of a write to local memory, part of write_fail_mshr") \
    X(local_write_fail_merge, "cycles", "MSHR_MERGE_ENRTY_FAIL of a write to local memory, part of write_fail_merge") \
    X(local_write_fail_missq, "cycles", "MISS_QUEUE_FULL of a write to local memory, part of write_fail_missq") \
    X(busy_cycles, "cycles", "in which requests were accepted or sent round the cache") \
    X(held, "cycles", "requests that waited because one of another bank, not a hit, went (l1d.banks)") \
    X(bypassed_reads, "requests", "reads sent round the cache on a stall") \
    X(around_reads, "requests", "reads of ld.cg, which go round the cache and are in none of its other counters (l1d.around_cg)") \
    X(streamed_reads, "requests", "reads sent to L2 because the cache was closed (streaming bypass)") \
    X(streamed_tag_hits, "requests", "of these, those whose tag was there") \
    X(data_misses, "requests", "read misses whose tag was there without data: what the closed cache left") \
    X(uncached_reads, "requests", "reads without a cache (l1d.enable = false)") \
    X(fills, "lines", "lines filled") \
    X(evictions, "lines", "valid lines replaced") \
    X(writebacks, "lines", "dirty lines written back to L2") \
    X(writeback_acks, "lines", "write-backs acknowledged by L2") \
    X(dirty_dropped, "lines", "dirty local lines dropped at the end of a kernel") \
    X(left_out, "requests", "answered after limits.l1_miss_latency instead of going to L2") \
    X(cold_misses, "requests", "misses of lines that this cache never held in this kernel") \
    X(contention_intra_warp, "requests", "misses of lines last evicted by the same warp") \
    X(contention_cross_warp, "requests", "misses of lines last evicted by another warp of the same CTA") \
    X(contention_cross_cta, "requests", "misses of lines last evicted by a warp of another CTA") \
    X(window_8, "requests", "reads that a coalescing window of 8 line requests would merge (stats.window; window.h)") \
    X(window_16, "requests", "the same, 16 line requests") \
    X(window_32, "requests", "the same, 32 line requests") \
    X(window_64, "requests", "the same, 64 line requests") \
    X(window_128, "requests", "the same, 128 line requests") \
    X(locality_intra_thread, "requests", "that found a line last referenced by one of their own threads (stats.locality; locality.h)") \
    X(locality_inter_thread, "requests", "that found a line last referenced by other threads of their warp") \
    X(locality_block, "requests", "that found a line last referenced by another warp of their block") \
    X(locality_core, "requests", "that found a line last referenced by another block")
typedef struct l1d_stats { L1D_STATS(STAT_FIELD) } l1d_stats;
extern const stat_table l1d_stat_table;

typedef struct l1d l1d;

l1d *l1d_new(const config *c, unsigned sm, err *e);
void l1d_free(l1d *l);
void l1d_tell(l1d *l, gate *g); // from now on the gate hears of misses and dropped lines; it outlives the cache. NULL: nobody does
struct stream; // stream.h
void l1d_watch(l1d *l, struct stream *s); // from now on this monitor opens and closes the cache; it outlives it. NULL: none
void l1d_place(l1d *l, unsigned cta); // a new thread block in this CTA slot
void l1d_flush(l1d *l); // between kernels: all lines invalid; nothing may be outstanding, no global line dirty

// Pure: what would happen to this request now.
l1d_answer l1d_probe(const l1d *l, const mreq *r);
// Offers the request: what l1d_probe says, and does it unless that is a failure. hits_only: another bank's request that is no hit has
// gone in this cycle; what is no hit is HELD. cta is the requester's CTA slot (contention classes).
l1d_answer l1d_offer(l1d *l, const mreq *r, unsigned cta, bool hits_only);
void l1d_count_busy(l1d *l); // a cycle in which requests were accepted or sent round
// Counts a reservation failure of the request seen for `cycles` cycles.
void l1d_count_fail(l1d *l, const mreq *r, l1d_answer a, uint64_t cycles);
// May a read go round the cache now (no write-back in the miss queue that it would overtake, room), and the bypass itself: into
// the miss queue's side door (its own one-entry slot), flags MREQ_BYPASS.
bool l1d_bypass_ready(const l1d *l);
void l1d_bypass(l1d *l, const mreq *r);

// Towards the crossbar: the request that leaves next, NULL if none; pop takes it. The bypass slot goes before the miss queue.
const mreq *l1d_miss_front(const l1d *l);
void l1d_miss_pop(l1d *l);
void l1d_count_left_out(l1d *l); // the one popped never goes to L2

// The reply to a read that missed (not a bypassed one, which is the owner's) comes in: the line becomes valid or dirty, its merged
// requests become ready in order of arrival.
void l1d_fill(l1d *l, const mreq *reply);
void l1d_written_back(l1d *l); // the acknowledgement of a write-back (MREQ_BY_L1D) comes in
// Requests that waited for a line that is there, the oldest, NULL if none; pop takes it. (Hits do not pass here.)
const mreq *l1d_ready_front(const l1d *l);
void l1d_ready_pop(l1d *l);

// Number of the MSHR that awaits the request's line, -1 none; of the oldest request whose line is there.
int32_t l1d_awaits(const l1d *l, const mreq *r);
uint32_t l1d_ready_mshr(const l1d *l);
// Reads that miss go on to L2 without an MSHR: there is no cache, or it is closed.
bool l1d_sends_round(const l1d *l);

// The bank of a request: 0..l1d.banks - 1.
unsigned l1d_bank(const l1d *l, const mreq *r);

// Global lines are dirty; writes one of them back if the miss queue has room and returns whether it has.
bool l1d_dirty(const l1d *l);
bool l1d_drain(l1d *l);

bool l1d_idle(const l1d *l); // nothing outstanding, nothing queued
const l1d_stats *l1d_get_stats(const l1d *l);
// The laws of this cache's counters, for a cache in which nothing is outstanding: ST_OK, or ST_CHECK with an error a broken law.
int l1d_check(const l1d *l, err *e);
void l1d_dump(const l1d *l, FILE *f);
void l1d_view(const l1d *l, const mreq_view *v); // MSHRs, miss queue, bypass slot

#endif
