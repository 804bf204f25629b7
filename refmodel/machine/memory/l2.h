// l2.h : one L2 slice: ROP delay, access queue, cache bank with MSHRs and miss queue, one data and one fill port.
//
//   in -> ROP delay (l2.rop_latency ticks) -> access queue -> bank -> hits: reply
//                                                            misses: miss queue -> down (to DRAM)
//   up (fills from DRAM) -> bank -> waiting requests, one a tick: reply
//
// LRU; l2.allocate: a line is reserved when its miss is accepted, or replaced when its fill comes. A write or atomic that misses
// fetches the line and waits for it in the MSHR like a read. l2.write = back: the line is dirty from then on, and written to DRAM
// when it is replaced; through: every write and atomic is also sent to DRAM when it is served, no line is ever dirty; miss_through, as
// GPGPU-Sim's write-allocate: a write that does not find its line, absent or awaited, is sent to DRAM too, before the fetch, and leaves
// the line clean; one that hits makes it dirty. (GPGPU-Sim's line does not get such a write; here it does.) The acknowledgement of a
// write is sent when the line has it. Atomics are reads that write.
//
// Sectors (l2.sector_bytes, 0: whole lines), as in GPGPU-Sim 4.x: a request leaves the ROP delay sector by sector, one a tick, and
// each is a request of its own from there on: counted as an access, with an MSHR of its own, read from DRAM by itself, and answered by
// itself. All answers but the last are MREQ_PART, which the SM drops; the last one is that to the request. A sector that finds its
// line but not itself is a miss, also counted as sector_misses. Only sectors written are written back (first to last). What waits
// at the end of the delay is bounded (BACKLOG); GPGPU-Sim's is not.
//
// Intake: a request is taken in while the access queue has l2.intake_room places. GPGPU-Sim 3.2: 1; 4.x: 4, a line's sectors.
//
// The head of the access queue is served when the queue to DRAM has room, a reply has room and the data port is free, else it
// waits (stall_dram, stall_reply, stall_port: Bandwidth Fig 8's bp-DRAM, bp-ICNT, port). That a full queue to DRAM stops hits too
// is GPGPU-Sim's. Checks for a miss, as there: all ways reserved = LINE; less than two places in the miss queue (fetch and
// write-back), three for a write that goes there too, while it holds anything = MISSQ; merge list full = MERGE; no MSHR = MSHR. A failure is counted again every tick.
// A hit holds the data port for its bytes, the write-back of a victim for what it writes, a fill the fill port for what it
// brings: ceil(bytes / l2.port_bytes) ticks each.
//
// CART (structures.cart; reorder.h) takes in what leaves the access queue, one a tick, and offers one request a tick to the bank: a failure
// for LINE, MSHR, MERGE or MISSQ rejects it, and CART offers another in the next tick; while the queue to DRAM, the reply queue or the
// data port holds up any request, the offer waits.
//
// l2.bypass = racb (Dai et al., SBAC-PADW 2014, as CART compares with it): a read that fails, for any of these causes, is read
// from DRAM instead, and its reply leaves no line. It may not overtake a write: it waits while the miss queue holds anything (so it
// never goes round for MISSQ), and behind a write or atomic in its line's merge list.
//
// Sets (l2.index): a function of the slice's own address, `local` in addrmap.h: the byte address without the bits (or, with
// dramid@N, the remainder) that choose channel and slice, closed up. Lines of one slice differ in it, and in nothing else, so over its
// bits index and short tag identify a line as in blocks/pric.h; l2.index_high_bit is a bit of it.
//
// Streaming bypass (structures.streambypass; blocks/streambypass.h; DWT-PRIC 4.1). The slice's monitor counts every access that is
// served here, as a hit when its tag is found: line there, whole or in part, without its data, or awaited. While it has closed the slice
//   a line with its data serves reads and takes writes as ever; an awaited line takes requests as ever; atomics, which are done
//   here, fetch their line as ever
//   other reads are read from DRAM, through the miss queue, and other writes are written there and acknowledged. The line's tag
//   is kept without data in the place that the line would have taken, after the write-back of a dirty victim; with all ways reserved
//   no tag is kept. Such an access needs two places in the miss queue like a miss, but neither MSHR nor way
// When the slice is open again, the data of a tag without data are missing sectors.
//
// Order inside a tick: fill, reply, ROP delay to access queue, access, miss queue to DRAM, intake. So a lone request that comes in
// at tick n is answered at n + rop_latency on a hit (rop_latency 0: at n + 1).
//
// Bandwidth Table III: access queue l2.icnt_to_l2_queue, miss queue l2.l2_to_dram_queue, response queue l2.l2_to_icnt_queue, MSHRs
// l2.mshrs, data port l2.port_bytes, banks: dram.channels * l2.slices_per_channel, each with its own port to the crossbars.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L2_H
#define WL_MACHINE_L2_H

#include "base/chan.h"
#include "base/occupancy.h"
#include "base/stats.h"
#include "config/config.h"
#include "machine/common/addrmap.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

#include <stdio.h>

// GPGPU-Sim's kinds of access beside those to global memory: four counters each, accesses and then in the order of l2_counted.
#define L2_APART(X, accesses, name, what, of) \
    X(accesses, "requests", what ", among the " of) \
    X(name##_hits, "requests", "of " what ", among the hits of " of) \
    X(name##_pending, "requests", "of " what ", among the pending hits of " of) \
    X(name##_misses, "requests", "of " what ", among the misses of " of)
// Reservation failures of a cause, of each kind of access (l2_kind).
#define L2_FAILS(X, fail, cause) \
    X(global_read_##fail, "L2 cycles", cause " of a read of global memory or an atomic, part of " #fail) \
    X(global_write_##fail, "L2 cycles", cause " of a write to global memory, part of " #fail) \
    X(code_##fail, "L2 cycles", cause " of a read of an instruction cache, part of " #fail) \
    X(const_##fail, "L2 cycles", cause " of a read of a constant cache, part of " #fail) \
    X(local_read_##fail, "L2 cycles", cause " of a read of local memory, part of " #fail) \
    X(fetch_##fail, "L2 cycles", cause " of a read for a write that fetches its line into L1D, part of " #fail) \
    X(local_write_##fail, "L2 cycles", cause " of a write to local memory, part of " #fail) \
    X(l1d_writeback_##fail, "L2 cycles", cause " of a write-back of L1D, part of " #fail)
#define L2_STATS(X) \
    X(cycles, "L2 cycles", "ticks") \
    X(read_accesses, "requests", "reads and atomics served: hits + pending hits + misses + bypassed + streamed") \
    X(read_hits, "requests", "reads and atomics that found their line") \
    X(read_pending, "requests", "reads and atomics merged into an outstanding miss") \
    X(read_misses, "requests", "reads and atomics that fetched their line or sector") \
    X(bypassed_reads, "requests", "reads sent round L2 to DRAM") \
    X(streamed_reads, "requests", "reads sent to DRAM because the slice was closed (streaming bypass)") \
    X(streamed_writes, "requests", "writes sent to DRAM because the slice was closed") \
    X(streamed_tag_hits, "requests", "of both, those whose tag was there") \
    X(write_accesses, "requests", "writes served: hits + pending hits + misses + streamed") \
    X(write_hits, "requests", "writes that found their line") \
    X(write_pending, "requests", "writes merged into an outstanding miss") \
    X(write_misses, "requests", "writes that fetched their line or sector") \
    X(sector_misses, "requests", "misses whose line was there, or reserved, without their sector") \
    X(locality_core, "requests", "that found a line last referenced by the same SM in the same kernel (stats.locality; locality.h)") \
    X(locality_inter_core, "requests", "that found a line last referenced by another SM in the same kernel") \
    X(locality_inter_kernel, "requests", "that found a line last referenced by another kernel") \
    L2_APART(X, code_reads, code, "reads of instruction caches", "reads") \
    L2_APART(X, const_reads, const, "reads of constant caches", "reads") \
    L2_APART(X, local_reads, local_read, "reads of local memory", "reads") \
    L2_APART(X, fetch_reads, fetch, "reads for writes that fetch their line into L1D (write-allocate)", "reads") \
    L2_APART(X, local_writes, local_write, "writes to local memory", "writes") \
    L2_APART(X, l1d_writebacks, l1d_writeback, "write-backs of L1D", "writes") \
    X(fail_line, "L2 cycles", "LINE_ALLOC_FAIL: all ways of the set reserved") \
    X(fail_mshr, "L2 cycles", "MSHR_ENRTY_FAIL: no free MSHR") \
    X(fail_merge, "L2 cycles", "MSHR_MERGE_ENRTY_FAIL: merge list full") \
    X(fail_missq, "L2 cycles", "MISS_QUEUE_FULL") \
    L2_FAILS(X, fail_line, "LINE_ALLOC_FAIL") \
    L2_FAILS(X, fail_mshr, "MSHR_ENRTY_FAIL") \
    L2_FAILS(X, fail_merge, "MSHR_MERGE_ENRTY_FAIL") \
    L2_FAILS(X, fail_missq, "MISS_QUEUE_FULL") \
    X(stall_port, "L2 cycles", "head of the access queue waits for the data port") \
    X(stall_reply, "L2 cycles", "head of the access queue waits for room in the reply queue (bp-ICNT)") \
    X(stall_dram, "L2 cycles", "head of the access queue waits for room in the queue to DRAM (bp-DRAM)") \
    X(arrivals, "requests", "taken in from the crossbar") \
    X(parts, "requests", "sectors that are requests of their own, beyond the first of what was taken in") \
    X(replies, "requests", "answered") \
    X(hit_latency, "L2 cycles", "from intake to reply of hits, summed") \
    X(fills, "lines", "filled from DRAM, whole or sectors") \
    X(evictions, "lines", "replaced") \
    X(writebacks, "lines", "replaced when dirty and written to DRAM") \
    X(write_throughs, "requests", "writes and atomics sent on to DRAM") \
    X(data_port_cycles, "L2 cycles", "data port held by hits and write-backs") \
    X(fill_port_cycles, "L2 cycles", "fill port held by fills") \
    X(access_queue_sum, "request cycles", "requests in the access queue, summed over ticks") \
    OCCUPANCY_STATS(X, access_queue, "L2 cycles", "access queue") \
    OCCUPANCY_STATS(X, mshrs, "L2 cycles", "MSHRs")
typedef struct l2_stats { L2_STATS(STAT_FIELD) } l2_stats;
extern const stat_table l2_stat_table;

typedef enum l2_counted { L2_ROUND, L2_HIT, L2_PENDING, L2_MISS, L2_COUNTED } l2_counted; // ROUND: bypassed or streamed

// Kinds of access as GPGPU-Sim tells them, in the order of the counters: those to global memory, those counted apart.
typedef enum l2_kind { L2_READ, L2_WRITE, L2_CODE, L2_CONST, L2_LOCAL_READ, L2_FETCH, L2_LOCAL_WRITE, L2_L1D_WRITEBACK, L2_KINDS } l2_kind;

static inline l2_kind l2_kind_of(const mreq *r)
{
    const bool write = r->kind == MREQ_WRITE;
    if (!(r->flags & (MREQ_CODE | MREQ_CONST | MREQ_LOCAL)) && r->load < MREQ_BY_L1D) return write ? L2_WRITE : L2_READ;
    if (r->flags & MREQ_CODE) return L2_CODE;
    if (r->flags & MREQ_CONST) return L2_CONST;
    if (write && r->load == MREQ_BY_L1D) return L2_L1D_WRITEBACK;
    if (r->kind == MREQ_READ && r->load == MREQ_NOBODY) return L2_FETCH;
    if (!(r->flags & MREQ_LOCAL)) return write ? L2_WRITE : L2_READ;
    return write ? L2_LOCAL_WRITE : L2_LOCAL_READ;
}

// An access is served, so or so.
static inline void l2_count(l2_stats *s, const mreq *r, l2_counted what)
{
    uint64_t *const all = r->kind == MREQ_WRITE ? &s->write_accesses : &s->read_accesses;
    const l2_kind kind = l2_kind_of(r);
    all[0]++;
    if (what != L2_ROUND) all[what]++;
    if (kind < L2_CODE) return;
    uint64_t *const apart = &s->code_reads + L2_COUNTED * (kind - L2_CODE);
    apart[0]++;
    if (what != L2_ROUND) apart[what]++;
}

typedef struct l2 l2;

// Channels of mreq, owned by the caller: in from the request crossbar, reply to the reply crossbar, down to and up from DRAM.
typedef struct l2_chans { chan *in, *reply, *down, *up; } l2_chans;

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch);
void l2_free(l2 *l);
struct stream; // stream.h
void l2_watch(l2 *l, struct stream *s); // before the first tick: this monitor opens and closes the slice; it outlives it. NULL: none
struct reorder; // reorder.h
void l2_reorder(l2 *l, struct reorder *x); // before the first tick: this CART stands before the tags; it outlives the slice. NULL: none
void l2_launch(l2 *l, uint32_t kernel); // what comes from now on is of this launch; nothing is inside
void l2_settle(l2 *l, uint64_t now);    // monitor and CART have seen all ticks before now

// A tick of a slice is l2_eval, then l2_take of the same tick, which does the intake. l2_take may run behind, in another thread, by
// fewer than rop_latency and at most L2_BEHIND ticks: it touches the channel `in` and the tail of the ROP delay alone, and asks
// whether the access queue was full in its own tick, as far as l2_hear, called behind l2_eval of that tick, has learnt it. Who calls it counts
// what it took in, and tells l2_arrived the sum before the tick in which the first of them leaves the delay.
enum { L2_BEHIND = 100 };
void l2_hear(l2 *l);
const mreq *l2_take(l2 *l, uint64_t now);      // what was taken in, NULL: nothing
const mreq *l2_take_in(l2 *l, uint64_t now);   // the same when the channel holds something and the slice is open
bool l2_open(l2 *l, uint64_t now);             // would l2_take take what is in the channel?
uint64_t l2_arrived(l2 *l, uint32_t taken);    // returns a tick by which l2_eval must be called

// One tick; now counts L2 ticks. Returns the first tick that must be evaluated next, as long as none of its channels changes;
// ticks before it change nothing that l2_get_stats does not add.
uint64_t l2_eval(l2 *l, uint64_t now);
// What the last tick evaluated has come to: whether the slice takes in, whether it pushed `reply`, whether it pushed `down` or popped `up`.
enum { L2_OPEN = 1u, L2_REPLIED = 2u, L2_DRAM_MOVED = 4u };
unsigned l2_outcome(const l2 *l);

bool l2_idle(const l2 *l); // nothing inside; lines stay
l2_stats l2_get_stats(const l2 *l, uint64_t now); // as of tick now
// Laws of a slice, when nothing is inside: with stats.locality each access that found its line has one kind; reorder_check. ST_OK or ST_CHECK.
int l2_check(const l2 *l, err *e);
void l2_dump(const l2 *l, FILE *f);
void l2_view(const l2 *l, const mreq_view *v);

#endif
