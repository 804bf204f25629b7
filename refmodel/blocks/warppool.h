// warppool.h : golden model of WarpPool (Kloosterman et al., "WarpPool: Sharing Requests with
// Inter-Warp Coalescing for Throughput Processors", MICRO 2015), cycle-exact at the ports of
// config/ports/warppool.h. The component that the simulator uses: one an SM, between the warp
// schedulers and L1D.
//
//   iss  -> instruction queues -> ag   warppool_insn.h      queues of warps, the lower first; two
//                                                           instructions wait at ag
//   adr  -> A -> B -> R                warppool_coalesce.h  C coalescers: instruction, line and
//                                                           mapping, request
//                                      warppool_maps.h      thread map table
//   R    -> inter-warp queues          warppool_queues.h    lines shared by warps, and their ages
//   tags, stores in B -> S -> outbound -> req
//                                      warppool_select.h    selection, stores, quantum
//   req (miss) -> MSHR metadata        warppool_mshr.h
//   ret  -> two lines -> wb            warppool_wb.h        every request of a line gets its words
//   consistency counters               warppool_order.h
//
// One cycle t. Every rule of these headers is judged on the state at the start of t, and all of
// them act at its end, in one edge: no stage sees what another does in the same cycle, but for what
// the table names.
//
//   what moves       if (state at the start of t)            and then
//   iss beat         load_ok / store_ok / not pending of     counter + 1, flag; loads and stores:
//                    its warp                                tail of their queue
//   queue -> ag      ag holds < 2, a coalescer waits for     lowest queue not empty, its oldest
//                    one more
//   adr beat         some A empty                            the lowest empty A
//   A -> B           B empty, or leaving in t; emit_ok or    counter + 1 unless last
//                    last line
//   B -> R (load)    R holds < 2, entry granted if it        the entry is taken
//                    needs one
//   R -> queues      lowest coalescer for its queue; merge,  leaves R
//                    or a free tag
//   B -> outbound    store granted                           leaves B
//   tag -> outbound  S names it, outbound holds < 2, no      the tag is free, S is free
//                    store has waited out its age
//   S                free, or its tag leaves in t            takes the policy's choice among the
//                                                            other tags
//   req beat         req_valid_o, req_ready_i                leaves outbound; a miss's metadata is
//                                                            kept; counters - 1 at the end of t + 1
//   ret beat         the queue holds < 2                     its tail
//   wb beat          wb_valid_o, wb_ready_i                  next beat; frees entry, MSHR
// "Leaving in t" of A -> B is the one chain: B -> R of the same coalescer (through the grant of
// entries), or the grant of its store. With narrow no grant of entries is in it
// (warppool_coalesce.h).
//
// From iss to req with nothing in the way: iss in t, ag offered in t + 2; adr in u, the first line
// in B from u + 2 on, in R from u + 3, in its tag from u + 4, named by S from u + 5, offered on req
// in u + 6. A store is in B from u + 2 on, offered on req in u + 3, with structures.warppool.narrow
// in u + 4 and one more for each quarter of the warp that has lanes of it; with it S names a tag
// from u + 6 on, and a tag that has taken a request in the cycle before does not leave
// (warppool_queues.h, warppool_select.h). Six stages are the paper's (3.10).
//
// Outputs are from state only, but for iss_ready_o (iss_kind_i, iss_warp_i). load_ok_o, store_ok_o:
// warppool_order.h. pending_o: bit w when its counter is not 0. Payloads without their valid are
// zero in the model and anything in the RTL.
//
// idle_o: the instruction queues, ag, all of A, B, R, tags, S, outbound and the write-back queue
// are empty, and no counter is to change at the end of this cycle. Entries of the thread map table
// and rows of the MSHR table may be in use. All counters but those of kind 2 are 0 then.
//
// Reset (rst_ni low at an edge): all queues and buffers empty, all entries and MSHRs free, counters
// and flags 0, policy oldest (select warp: warp first), the first cycle of a quantum follows.
//
// What the outside keeps to, besides warppool_mshr.h: payload holds while valid waits; an
// instruction that issued as a load or store gets exactly one adr beat, after its beat on ag, with
// at least one lane, lanes aligned to their size; a load's sequence number is not used again before
// all its beats on wb; a hit's ret carries what went out on req. A load has one request for each
// line that its lanes touch: the outside counts its wb beats with wb_last_o against that.
//
// No wait is without end while L1D accepts requests in turn, lines come back and the register file
// takes words: stores by their age; with policy oldest loads by theirs. With warp first a tag can
// wait as long as lower warps keep coming, and instructions in higher queues likewise: by intent.
// Each of them that comes passes once (tests/unit/test_warppool_waits.c).
//
// Call order in a cycle: warppool_valid, warppool_ready, warppool_commit, each once. No allocation
// after init.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_H
#define WL_BLOCKS_WARPPOOL_H

#include "blocks/block.h"
#include "config/ports/warppool.h"

#define WARPPOOL_EVENTS(X) \
    X(cycles, "cycles", "clock cycles of the block") \
    X(busy_cycles, "cycles", "cycles in which the block was not idle") \
    X(loads, "instructions", "loads issued") \
    X(stores, "instructions", "stores issued") \
    X(pipeline_bypasses, "instructions", \
      "instructions issued that bypass the pipeline (ld.cg and atomics)") \
    X(insn_full, "cycles", "cycles in which an instruction queue was full") \
    X(insn_waits, "cycles", \
      "cycles in which an instruction stayed in its queue because no coalescer was free for it") \
    X(insn_overtakes, "instructions", \
      "instructions that went to address generation while another one waited in a higher queue") \
    X(insn_wraps, "times", "times that an instruction queue's write pointer wrapped") \
    X(counter_waits, "cycles", \
      "cycles in which a coalescer waited because its warp's consistency counter was near its " \
      "end") \
    X(issue_waits, "cycles", \
      "cycles in which an instruction waited at port iss for the counter or the flag of its warp") \
    X(lines, "lines", "lines made by the coalescers") \
    X(store_lines, "lines", "lines of stores, part of lines") \
    X(map_consecutive, "requests", \
      "load requests with mapping `consecutive` (sm.map_consecutive)") \
    X(map_broadcast, "requests", "load requests with mapping `broadcast`") \
    X(map_single, "requests", "load requests with mapping `single`") \
    X(map_range, "requests", "load requests with mapping `range`") \
    X(map_table, "requests", "load requests whose mapping is in the thread map table") \
    X(map_waits, "cycles", \
      "cycles in which a request found no free entry in the thread map table, with narrow none " \
      "that " \
      "was reserved for its coalescer") \
    X(map_shared, "cycles", \
      "cycles in which several coalescers took an entry of the thread map table") \
    X(insert_waits, "cycles", "cycles in which a request found no room in its inter-warp queue") \
    X(insert_ties, "cycles", \
      "cycles in which a request waited because a lower coalescer's request goes to the same " \
      "queue") \
    X(allocated, "requests", "load requests that got a tag of their own") \
    X(merged, "requests", "load requests merged into the tag of another one") \
    X(merged_own, "requests", "merged requests whose warp had a request in the tag already") \
    X(split_tags, "requests", \
      "load requests that got a second tag because the first one of their line was full") \
    X(late_merges, "requests", \
      "load requests merged into the tag that was selected for L1D already") \
    X(holes, "requests", "tags that drained before an older one") \
    X(granted_loads, "requests", "merged loads that the selection granted") \
    X(granted_stores, "requests", "stores that the selection granted") \
    X(aged_stores, "requests", "stores granted before a load because of their age (store_age)") \
    X(store_waits_store, "cycles", \
      "cycles in which a store older than store_age waited for another store in the outbound " \
      "buffer") \
    X(accepted_loads, "requests", "merged loads accepted by L1D") \
    X(accepted_requests, "requests", "load requests merged in the loads that L1D accepted") \
    X(accepted_stores, "requests", "stores accepted by L1D") \
    X(hits, "requests", "merged loads that hit in L1D") \
    X(refused, "cycles", "cycles in which L1D refused the offered request") \
    X(quanta, "quanta", "quanta after which the miss rate was judged") \
    X(switches, "quanta", "quanta after which the selection changed") \
    X(ret_full, "cycles", "cycles in which the write-back queue was full") \
    X(fills, "lines", "lines given to the requests of an MSHR") \
    X(written, "requests", "load requests written back") \
    X(halves, "requests", "load requests written back in two beats") \
    X(wb_waits, "cycles", "cycles in which the register file took no beat")

typedef struct warppool_events {
    WARPPOOL_EVENTS(STAT_FIELD)
} warppool_events;
extern const stat_table warppool_event_table;

typedef struct warppool warppool; // warppool_state.h

// Returns NULL and adds an error when the configuration is not legal for the block.
warppool *warppool_new(const config *c, err *e);
void warppool_free(warppool *w);
void warppool_reset(warppool *w); // as rst_ni low at a clock edge; events are kept

void warppool_valid(const warppool *w, warppool_out *out); // all outputs but iss_ready_o
void warppool_ready(const warppool *w, const warppool_in *in,
                    warppool_out *out); // iss_ready_o; out holds the valid phase
void warppool_commit(warppool *w, const warppool_in *in,
                     const warppool_out *out); // the clock edge; out as this model made it
void warppool_skip(
    warppool *w, uint64_t cycles); // the same as so many cycles without any input; only when idle_o

const warppool_events *warppool_get_events(const warppool *w);
void warppool_dump(const warppool *w, FILE *f); // state, for stuck and mismatch reports

// Storage of a configuration as the paper's Table 1 counts it: component, bits of an entry,
// entries.
typedef struct warppool_storage_row {
    const char *component;
    unsigned entry_bits, entries;
} warppool_storage_row;
enum { WARPPOOL_STORAGE_ROWS = 5 };
void warppool_storage(const config *c, warppool_storage_row rows[WARPPOOL_STORAGE_ROWS]);

// The model as the machine and lockstep step it.
extern const block_model warppool_block;

#endif
