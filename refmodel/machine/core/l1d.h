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

#include "config/config.h"
#include "machine/common/l1d_port.h"
#include "machine/common/l1d_stats.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"
#include "machine/core/gate.h"

l1d *l1d_new(const config *c, unsigned sm, err *e);
void l1d_free(l1d *l);
void l1d_tell(l1d *l, gate *g); // from now on the gate hears of misses and dropped lines; it outlives the cache. NULL: nobody does
struct stream; // stream.h
void l1d_watch(l1d *l, struct stream *s); // from now on this monitor opens and closes the cache; it outlives it. NULL: none
void l1d_place(l1d *l, unsigned cta); // a new thread block in this CTA slot
void l1d_flush(l1d *l); // between kernels: all lines invalid; nothing may be outstanding, no global line dirty

void l1d_count_busy(l1d *l); // a cycle in which requests were accepted or sent round
// Towards the crossbar: the request that leaves next, NULL if none; pop takes it. The bypass slot goes before the miss queue.
const mreq *l1d_miss_front(const l1d *l);
void l1d_miss_pop(l1d *l);
void l1d_count_left_out(l1d *l); // the one popped never goes to L2

void l1d_written_back(l1d *l); // the acknowledgement of a write-back (MREQ_BY_L1D) comes in
// Requests that waited for a line that is there, the oldest, NULL if none; pop takes it. (Hits do not pass here.)
const mreq *l1d_ready_front(const l1d *l);
void l1d_ready_pop(l1d *l);

uint32_t l1d_ready_mshr(const l1d *l); // of the oldest request whose line is there

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
