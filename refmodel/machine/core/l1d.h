// l1d.h: the L1 data cache of one SM: tags with LRU replacement, MSHRs with merge lists, and a miss
// queue.
//
// It models tags and timing; data are not stored, as front ends execute functionally. It is flushed
// between kernels. Reads that miss fetch whole lines.
//
// Reads, in the order of GPGPU-Sim's checks (an upper-case word is the answer, l1d_port.h):
//   line present      HIT
//   line awaited      miss queue full: MISSQ; merge list full: MERGE; else PENDING
//   line absent       all ways reserved: LINE (with allocation on miss); miss queue full: MISSQ; no
//                     free MSHR: MSHR; else MISS
// For reads, the miss queue counts as full if fewer than l1d.read_places places are free and it is
// not empty. GPGPU-Sim requires two places, one of them for a write-back, even if there is none and
// even if the read merges. For other requests, it counts as full if fewer places are free than they
// need.
//
// Writes, by l1d.global_write or l1d.local_write:
//   evict             miss queue full: MISSQ; line present: HIT, the line is invalidated and the
//                     write goes to L2; else MISS, the write goes to L2
//   through           the same, but the line stays valid
//   back              line present: STORED, the line becomes dirty. Line awaited: merge list full:
//                     MERGE; else PENDING, the write makes the line dirty when it arrives. Line
//                     absent: as evict (GTX480), or with l1d.write_allocate as a read: PENDING if
//                     the line must be fetched, STORED if the write covers it
// With evict and through, a write passes an awaited line, as in GPGPU-Sim: the arriving data are
// older than the write.
//
// Atomics are performed at L2. An atomic leaves like a write of kind evict, has counters of its
// own, and its reply does not come through l1d_fill.
//
// A replaced dirty line is written back through the miss queue, after the miss that replaces it, so
// that two places must be free or the queue empty. With allocation on fill, a line is replaced when
// a reply arrives, and a reply must never wait for a request. Such a write-back uses extra places
// beyond the queue's size, of which there is one per MSHR. Local data are dead when their kernel
// ends, so the flush drops dirty local lines. Dirty global lines are written back before the flush,
// one per cycle (l1d_drain).
//
// A read of ld.cg (MREQ_BYPASS; l1d.cg_bypass) is a MISS of its own segment, whatever the cache
// holds. Its reply goes to registers, and only MISSQ can refuse it. Like an atomic, it is not
// counted as a read of the cache.
//
// Without a cache (l1d.enable = false), a read is a MISS of its own segment, and its reply goes to
// registers like that of a bypassed read.
//
// Streaming bypass (structures.streambypass; blocks/streambypass.h; DWT-PRIC 4.1). The monitor
// counts every accepted read, as a hit if its tag is found: line present, line awaited, or tag
// without data. It does not count writes and atomics. While the monitor has closed the cache (the
// mode persists from kernel to kernel):
//   - a line with data serves reads and accepts writes as usual, and an awaited line accepts
//     requests;
//   - any other read is a MISS of its own segment that goes through the miss queue, and its reply
//     goes to registers. Its tag is kept without data in the way that the line would have taken,
//     after a dirty victim has been written back. If all ways are reserved, no tag is kept and
//     nothing waits. Only a full miss queue refuses such a read;
//   - a write to a line without data goes to L2; with kind evict it removes the tag, with
//     write-allocate it leaves one.
// When the cache is open again, a tag without data counts as absent, but its line returns to the
// same way.
//
// The causes of a refusal are those of the bandwidth paper's Figure 9: LINE is "cache lines", MSHR
// and MERGE are "MSHRs", MISSQ is back pressure from L2.
//
// The latency of a miss (miss_latency) starts when the miss is accepted and ends with l1d_fill: the
// wait in the miss queue is part of it, as limits.l1_miss_latency replaces both. It is the average
// memory latency of the bandwidth paper's Figure 1; l2_hit_latency is its L2-AHL. Reads that
// bypass the cache fill nothing and are not in it.
//
// Call order in a cycle: the SM calls l1d_fill at most once and first, since an arriving reply
// frees its line for this cycle's requests. Then it calls l1d_probe any number of times, and
// l1d_offer as the ports allow. Both l1d_offer and l1d_fill take effect at once.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_H
#define WL_MACHINE_L1D_H

#include "config/config.h"
#include "machine/common/l1d_port.h"
#include "machine/common/l1d_stats.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"
#include "machine/core/issue_gate.h"

l1d *l1d_new(const config *c, unsigned sm, err *e);
void l1d_free(l1d *l);
// Connects the issue gate that is told of misses and dropped lines, and the monitor of the
// streaming bypass that opens and closes the cache. Both must outlive the cache; NULL disconnects.
void l1d_attach_gate(l1d *l, issue_gate *g);
struct streambypass_seam; // streambypass_seam.h
void l1d_attach_monitor(l1d *l, struct streambypass_seam *s);
void l1d_place(l1d *l, unsigned cta); // a new CTA takes the CTA slot
// Invalidates all lines, between kernels. Nothing may be outstanding and no global line dirty.
void l1d_flush(l1d *l);

void l1d_count_busy(l1d *l); // counts a cycle in which requests were accepted or bypassed
// The request that leaves for the crossbar next, or NULL; l1d_miss_pop removes it. The bypass slot
// goes before the miss queue.
const mreq *l1d_miss_front(const l1d *l);
void l1d_miss_pop(l1d *l);
// the popped request is answered without L2 (limits.l1_miss_latency)
void l1d_count_left_out(l1d *l);

void l1d_writeback_acked(l1d *l); // the acknowledgement of a write-back (MREQ_FROM_L1D) has arrived
// The oldest request whose awaited line has arrived, or NULL; l1d_ready_pop removes it. Hits do not
// appear here.
const mreq *l1d_ready_front(const l1d *l);
void l1d_ready_pop(l1d *l);

uint32_t l1d_ready_mshr(const l1d *l); // the MSHR of l1d_ready_front

// The bank of an address: 0..l1d.banks - 1.
unsigned l1d_bank(const l1d *l, uint64_t addr);

// l1d_dirty: is any global line dirty? l1d_drain writes one of them back if the miss queue has
// room, and returns whether it had.
bool l1d_dirty(const l1d *l);
bool l1d_drain(l1d *l);

bool l1d_idle(const l1d *l); // nothing is outstanding or queued
const l1d_stats *l1d_get_stats(const l1d *l);
// Checks the conservation laws of the counters; nothing may be outstanding. Returns ST_OK, or
// ST_CHECK with one error per broken law.
int l1d_check(const l1d *l, err *e);
void l1d_dump(const l1d *l, FILE *f);
void l1d_view(const l1d *l, const mreq_view *v); // MSHRs, miss queue, bypass slot

#endif
