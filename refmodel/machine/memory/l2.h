// l2.h: one L2 slice: ROP delay, access queue, a cache bank with MSHRs and miss queue, one data
// port and one fill port.
//
//   in -> ROP delay (l2.rop_latency ticks) -> access queue -> bank -> hits: reply
//                                                            misses: miss queue -> down (to DRAM)
//   up (fills from DRAM) -> bank -> waiting requests, one per tick: reply
//
// Replacement is LRU. l2.allocate says whether a line is reserved when its miss is accepted, or
// replaced when its fill arrives. A write or an atomic that misses fetches the line and waits for
// it in the MSHR like a read. l2.write:
//   back          the line becomes dirty and is written to DRAM when it is replaced
//   through       every write and atomic is also sent to DRAM when it is served; no line is ever
//                 dirty
//   miss_through  GPGPU-Sim's write-allocate: a write that does not find its line, absent or
//                 awaited, is also sent to DRAM, before the fetch, and leaves the line clean; a
//                 write that hits makes it dirty. (In GPGPU-Sim the fetched line does not receive
//                 the write; here it does.)
// A write is acknowledged when the line has it. Atomics are reads that write.
//
// Sectors (l2.sector_bytes; 0: whole lines), as in GPGPU-Sim 4.x: a request leaves the ROP delay
// sector by sector, one per tick. From there on, each sector is a request of its own: it is counted
// as an access, has its own MSHR, is read from DRAM by itself and answered by itself. All answers
// except the last are MREQ_SECTOR, which the SM drops; the last one answers the request. A sector
// that finds its line but not itself is a miss, also counted in sector_misses. Only written sectors
// are written back (from the first to the last). The requests that wait at the end of the delay are
// bounded by BACKLOG; GPGPU-Sim has no bound.
//
// Intake: a request is accepted while the access queue has l2.intake_room free places. GPGPU-Sim
// 3.2 requires 1, GPGPU-Sim 4.x requires 4, the sectors of a line.
//
// The head of the access queue is served if the queue to DRAM has room, the reply queue has room,
// and the data port is free. Otherwise it waits (stall_dram, stall_reply, stall_port: bp-DRAM,
// bp-ICNT and port of the bandwidth paper's Figure 8). As in GPGPU-Sim, a full queue to DRAM stops
// hits, too. The checks for a miss are also those of GPGPU-Sim: all ways reserved: LINE; the miss
// queue is not empty and has fewer than two free places (fetch and write-back; three for a write
// that also goes to DRAM): MISSQ; merge list full: MERGE; no free MSHR: MSHR. A failure is counted
// again in every tick. A hit occupies the data port for its bytes, the write-back of a victim for
// the bytes written, and a fill occupies the fill port for the bytes filled: ceil(bytes /
// l2.port_bytes) ticks each.
//
// CART (structures.cart; cart_seam.h) takes what leaves the access queue, one request per tick, and
// offers one request per tick to the bank. A failure for LINE, MSHR, MERGE or MISSQ rejects the
// offered request, and CART offers another one in the next tick. While the queue to DRAM, the reply
// queue or the data port holds up every request, the offer waits.
//
// l2.bypass = racb (Dai et al., SBAC-PADW 2014, one of the designs that CART is compared with): a
// read that fails for any of these causes is read from DRAM instead, and its reply leaves no line.
// It must not overtake a write, so that it waits while the miss queue holds anything (it therefore
// never bypasses for MISSQ), and behind a write or atomic in the merge list of its line.
//
// Sets (l2.index) are a function of the slice's own address, which is `local` of addrmap.h: the
// byte address without the bits (or, with dramid@N, the remainder) that select channel and slice.
// Lines of one slice differ in that address, so that over its bits index and short tag identify a
// line as in blocks/pric.h. l2.index_high_bit is a bit of it.
//
// Streaming bypass (structures.streambypass; blocks/streambypass.h; DWT-PRIC 4.1). The slice's
// monitor counts every access that is served, as a hit if its tag is found: line present (also in
// part), present without data, or awaited. While the monitor has closed the slice:
//   - a line with data serves reads and accepts writes, an awaited line accepts requests, and
//     atomics, which are performed here, fetch their line, all as usual;
//   - other reads are read from DRAM through the miss queue, and other writes are written there and
//     acknowledged. The tag is kept without data in the way that the line would have taken, after
//     the write-back of a dirty victim; if all ways are reserved, no tag is kept. Such an access
//     needs two places in the miss queue, like a miss, but neither an MSHR nor a way.
// When the slice is open again, the data of a tag without data count as missing sectors.
//
// Order inside a tick: fill, reply, ROP delay to access queue, access, miss queue to DRAM, intake.
// A lone request that arrives in tick n and hits is therefore answered in n + rop_latency (n + 1 if
// that is 0).
//
// Bandwidth, Table III: the access queue is l2.icnt_to_l2_queue, the miss queue
// l2.l2_to_dram_queue, the response queue l2.l2_to_icnt_queue, the MSHRs l2.mshrs, the data port
// l2.port_bytes. There are dram.channels * l2.slices_per_channel banks, each with its own port to
// the crossbars.
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

// The kinds of access that GPGPU-Sim distinguishes besides those to global memory. Each has four
// counters: accesses, then the outcomes in the order of l2_counted.
#define L2_APART(X, accesses, name, what, of) \
    X(accesses, "requests", what ", part of " of "_accesses") \
    X(name##_hits, "requests", what " that found their line, part of " of "_hits") \
    X(name##_pending, "requests", what " merged into an outstanding miss, part of " of "_pending") \
    X(name##_misses, "requests", what " that fetched their line or sector, part of " of "_misses")
// Reservation failures of one cause, per kind of access (l2_kind).
#define L2_FAILS(X, fail, cause) \
    X(global_read_##fail, "L2 cycles", \
      cause " of a read of global memory or an atomic, part of " #fail) \
    X(global_write_##fail, "L2 cycles", cause " of a write to global memory, part of " #fail) \
    X(code_##fail, "L2 cycles", cause " of a read of an instruction cache, part of " #fail) \
    X(const_##fail, "L2 cycles", cause " of a read of a constant cache, part of " #fail) \
    X(local_read_##fail, "L2 cycles", cause " of a read of local memory, part of " #fail) \
    X(fetch_##fail, "L2 cycles", \
      cause " of a read for a write that fetches its line into L1D, part of " #fail) \
    X(local_write_##fail, "L2 cycles", cause " of a write to local memory, part of " #fail) \
    X(l1d_writeback_##fail, "L2 cycles", cause " of a write-back of L1D, part of " #fail)
#define L2_STATS(X) \
    X(cycles, "L2 cycles", "L2 clock cycles, summed over slices") \
    X(read_accesses, "requests", \
      "reads and atomics served: hits + pending hits + misses + bypassed + streamed") \
    X(read_hits, "requests", "reads and atomics that found their line") \
    X(read_pending, "requests", "reads and atomics merged into an outstanding miss") \
    X(read_misses, "requests", "reads and atomics that fetched their line or sector") \
    X(bypassed_reads, "requests", "stalled reads that bypassed L2 and went to DRAM") \
    X(streamed_reads, "requests", \
      "reads sent to DRAM because the slice was closed (streaming bypass)") \
    X(streamed_writes, "requests", "writes sent to DRAM because the slice was closed") \
    X(streamed_tag_hits, "requests", "streamed reads and writes whose tag was present") \
    X(write_accesses, "requests", "writes served: hits + pending hits + misses + streamed") \
    X(write_hits, "requests", "writes that found their line") \
    X(write_pending, "requests", "writes merged into an outstanding miss") \
    X(write_misses, "requests", "writes that fetched their line or sector") \
    X(sector_misses, "requests", \
      "misses whose line was present or reserved, but without their sector") \
    X(locality_core, "requests", \
      "requests that found a line last referenced by the same SM in the same kernel " \
      "(stats.locality; locality.h)") \
    X(locality_inter_core, "requests", \
      "requests that found a line last referenced by another SM in the same kernel") \
    X(locality_inter_kernel, "requests", \
      "requests that found a line last referenced by another kernel") \
    L2_APART(X, code_reads, code, "reads of instruction caches", "read") \
    L2_APART(X, const_reads, const, "reads of constant caches", "read") \
    L2_APART(X, local_reads, local_read, "reads of local memory", "read") \
    L2_APART(X, fetch_reads, fetch, \
             "reads for writes that fetch their line into L1D (write-allocate)", "read") \
    L2_APART(X, local_writes, local_write, "writes to local memory", "write") \
    L2_APART(X, l1d_writebacks, l1d_writeback, "write-backs of L1D", "write") \
    X(fail_line, "L2 cycles", "LINE_ALLOC_FAIL: all ways of the set are reserved") \
    X(fail_mshr, "L2 cycles", "MSHR_ENRTY_FAIL: no MSHR is free") \
    X(fail_merge, "L2 cycles", \
      "MSHR_MERGE_ENRTY_FAIL: the line's MSHR holds l2.merges requests already") \
    X(fail_missq, "L2 cycles", "MISS_QUEUE_FULL: the miss queue has no room") \
    L2_FAILS(X, fail_line, "LINE_ALLOC_FAIL") \
    L2_FAILS(X, fail_mshr, "MSHR_ENRTY_FAIL") \
    L2_FAILS(X, fail_merge, "MSHR_MERGE_ENRTY_FAIL") \
    L2_FAILS(X, fail_missq, "MISS_QUEUE_FULL") \
    X(stall_port, "L2 cycles", "the head of the access queue waits for the data port") \
    X(stall_reply, "L2 cycles", \
      "the head of the access queue waits for room in the reply queue (bp-ICNT)") \
    X(stall_dram, "L2 cycles", \
      "the head of the access queue waits for room in the queue to DRAM (bp-DRAM)") \
    X(arrivals, "requests", "requests accepted from the request network") \
    X(sector_requests, "requests", \
      "requests that a slice made by dividing arrivals into sectors, not counting the first " \
      "sector of each") \
    X(replies, "requests", "replies to requests") \
    X(hit_latency, "L2 cycles", "from a hit's intake to its reply, summed") \
    X(fills, "lines", "lines, whole or in sectors, filled from DRAM") \
    X(evictions, "lines", "lines replaced") \
    X(writebacks, "lines", "dirty lines written to DRAM when they were replaced") \
    X(write_throughs, "requests", "writes and atomics sent on to DRAM") \
    X(data_port_cycles, "L2 cycles", "cycles in which hits and write-backs occupy the data port") \
    X(fill_port_cycles, "L2 cycles", "cycles in which fills occupy the fill port") \
    X(access_queue_sum, "request cycles", "requests in the access queue, summed over cycles") \
    OCCUPANCY_STATS(X, access_queue, "L2 cycles", "access queue") \
    OCCUPANCY_STATS(X, mshrs, "L2 cycles", "MSHRs")
typedef struct l2_stats {
    L2_STATS(STAT_FIELD)
} l2_stats;
extern const stat_table l2_stat_table;

// The outcome of an access. L2_UNCACHED: bypassed or streamed.
typedef enum l2_counted { L2_UNCACHED, L2_HIT, L2_PENDING, L2_MISS, L2_COUNTED } l2_counted;

// GPGPU-Sim's kinds of access, in the order of the counters: first those to global memory, then
// those with counters of their own. Lines of the texture cache are reads of global memory here,
// where GPGPU-Sim has a kind for them.
typedef enum l2_kind {
    L2_READ,
    L2_WRITE,
    L2_CODE,
    L2_CONST,
    L2_LOCAL_READ,
    L2_FETCH,
    L2_LOCAL_WRITE,
    L2_L1D_WRITEBACK,
    L2_KINDS
} l2_kind;

static inline l2_kind l2_kind_of(const mreq *r)
{
    const bool write = r->kind == MREQ_WRITE;
    if (!(r->flags & (MREQ_TEXTURE | MREQ_LOCAL)) && r->load < MREQ_FROM_L1D)
        return write ? L2_WRITE : L2_READ;
    const unsigned reader = mreq_reader(r);
    if (reader == MREQ_CODE) return L2_CODE;
    if (reader == MREQ_CONST) return L2_CONST;
    if (reader == MREQ_TEXTURE) return L2_READ;
    if (write && r->load == MREQ_FROM_L1D) return L2_L1D_WRITEBACK;
    if (r->kind == MREQ_READ && r->load == MREQ_NO_LOAD) return L2_FETCH;
    if (!(r->flags & MREQ_LOCAL)) return write ? L2_WRITE : L2_READ;
    return write ? L2_LOCAL_WRITE : L2_LOCAL_READ;
}

// Counts an access that is served with this outcome.
static inline void l2_count(l2_stats *s, const mreq *r, l2_counted what)
{
    uint64_t *const all = r->kind == MREQ_WRITE ? &s->write_accesses : &s->read_accesses;
    const l2_kind kind = l2_kind_of(r);
    all[0]++;
    if (what != L2_UNCACHED) all[what]++;
    if (kind < L2_CODE) return;
    uint64_t *const apart = &s->code_reads + L2_COUNTED * (kind - L2_CODE);
    apart[0]++;
    if (what != L2_UNCACHED) apart[what]++;
}

typedef struct l2 l2;

// Channels of mreq, owned by the caller: `in` from the request crossbar, `reply` to the reply
// crossbar, `down` to DRAM and `up` from DRAM.
typedef struct l2_chans {
    chan *in, *reply, *down, *up;
} l2_chans;

l2 *l2_new(const config *c, const addrmap *m, uint32_t slice, l2_chans ch);
void l2_free(l2 *l);
struct streambypass_seam; // streambypass_seam.h
// l2_attach_monitor connects the monitor that opens and closes the slice, l2_attach_cart the CART
// in front of its tags. Both are called before the first tick; monitor and CART must outlive the
// slice; NULL: none.
void l2_attach_monitor(l2 *l, struct streambypass_seam *s);
struct cart_seam; // cart_seam.h
void l2_attach_cart(l2 *l, struct cart_seam *x);
void l2_launch(l2 *l, uint32_t kernel); // a launch begins; the slice must be idle
// lets monitor and CART catch up with all ticks before `now`
void l2_settle(l2 *l, uint64_t now);

// A tick of a slice is l2_eval followed by l2_take of the same tick, which does the intake. l2_take
// may run later, in another thread, by fewer than rop_latency and at most L2_BEHIND ticks. It
// touches only the channel `in` and the tail of the ROP delay, and it uses the state of the access
// queue in its own tick, which it learns by l2_receive, called after l2_eval of that tick. The
// caller counts the accepted requests and passes the sum to l2_arrived before the tick in which the
// first of them leaves the delay.
enum { L2_BEHIND = 100 };
void l2_receive(l2 *l);
const mreq *l2_take(l2 *l, uint64_t now); // returns the accepted request, or NULL
// the same, if the channel is known to hold a request and the slice to be open
const mreq *l2_take_in(l2 *l, uint64_t now);
bool l2_open(l2 *l, uint64_t now);          // would l2_take accept a request?
uint64_t l2_arrived(l2 *l, uint32_t taken); // returns a tick by which l2_eval must be called

// One L2 tick, number `now`. Returns the next tick that must be evaluated unless one of its
// channels changes; l2_get_stats accounts for the ticks in between.
uint64_t l2_eval(l2 *l, uint64_t now);
// The outcome of the last tick evaluated: the slice accepts requests; it pushed `reply`; it pushed
// `down` or popped `up`.
enum { L2_OPEN = 1u, L2_REPLIED = 2u, L2_DRAM_MOVED = 4u };
unsigned l2_outcome(const l2 *l);

bool l2_idle(const l2 *l);                        // no request is inside (lines may be)
l2_stats l2_get_stats(const l2 *l, uint64_t now); // as of tick `now`
// Checks the laws of an idle slice: with stats.locality, each access that found its line has
// exactly one kind of locality; and cart_seam_check. Returns ST_OK or ST_CHECK.
int l2_check(const l2 *l, err *e);
void l2_dump(const l2 *l, FILE *f);
void l2_view(const l2 *l, const mreq_view *v);

#endif
