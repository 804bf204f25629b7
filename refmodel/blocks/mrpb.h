// mrpb.h: golden model of the memory request prioritization buffer (Jia, Shaw, Martonosi, "MRPB:
// Memory Request Prioritization for Massively Parallel Processors", HPCA 2014), cycle-exact at the
// ports of config/ports/mrpb.h. The simulator uses this model itself.
//
// One instance stands between the coalescer and the L1D of an SM. It holds reads, and without flush
// writes too, in one FIFO per signature; a drain selector moves one request per cycle from a FIFO
// to an outbound buffer of two entries.
//
// One cycle t. Everything is judged on the state at its start unless stated otherwise; q is the
// queue of the incoming request.
//   1. valid   req_* is the head of the outbound buffer; idle_o, pending_o.
//   2. ready   in_ready_o for a read (without flush, for any request): queue q holds fewer than
//              `depth` entries; the entry that leaves in this cycle still counts. For a write with
//              flush: queue q is empty (SIG_PC: all queues are), and the outbound buffer has room.
//              byp_pulse_o: a read is on offer, L1D does not take it (req_ready_i), `bypass` names
//              the cause, and byp_ready_i.
//   3. commit  The outbound head leaves with req_ready_i or byp_pulse_o. An accepted read (without
//              flush, also a write) takes its place in q now and is eligible from t + latency - 1
//              on: it is offered in t + latency at the earliest, and in exactly that cycle when the
//              buffer is otherwise empty. If the outbound buffer has room at the start of the cycle
//              (its own departure does not count), one request enters it:
//        a. With flush, when a read waits at a full queue q that has an eligible entry: the oldest
//           of q. (Paper, section 3.3, part 1)
//        b. With flush, when a write waits and the oldest entry of q is eligible: that entry. (Part
//           2. With SIG_PC the write waits for all queues, and the policy empties them.)
//        c. With flush, when a write waits and q (SIG_PC: every queue) is empty: the write itself,
//           which is accepted. (Part 2)
//        d. Otherwise the drain policy chooses among the queues with an eligible entry. (Part 3)
//      The policy sees eligible entries only: a queue whose entries are all younger than the
//      latency counts as empty. With latency 1 the read that is accepted in this very cycle is
//      seen, and goes straight through if its queue is chosen and was empty.
//        fixed    the lowest number
//        rr       the next queue in cyclic order from the one that d chose last; from queue 0 after
//                 reset
//        longest  the queue with most eligible entries; ties to the lowest number
//        greedy   (on top of each) the queue that d chose last, as long as it has an eligible
//                 entry; else as above
//        drain_n  (on top of each) the queue that d chose last, as long as it has an eligible entry
//                 and d has taken fewer than drain_n requests in a row from it; else as above among
//                 the other queues, and that queue again, for a new run, when no other has an
//                 eligible entry
//      Only d moves the greedy queue, the run of drain_n and the round-robin position; a, b and c
//      leave them alone.
//
// Pipelined: three registers stand at the input, and what is said above of the incoming request,
// its acceptance included, is said of the request in the last of them. A register takes the request
// of the one before it, the first that of the port, when it is empty or its own request moves on;
// in_ready_o says that the first does, and so depends on state only. A request is in the last
// register three cycles after the port accepted it, at the earliest. `latency` counts from the
// port; writes and flushes begin 3 cycles later than without, and 3 more requests are held.
//
// The queue of a request is its signature modulo `queues`: in_warp (SIG_WARP), in_cta (SIG_CTA),
// in_cta_warp (SIG_CTA_WARP), in_pc (SIG_PC) or in_line (SIG_LINE). The configuration's check makes
// sure that the modulo cuts off low bits or nothing. Warp numbers are below sm.warps and CTA slots
// below sm.ctas. Requests of a queue keep their order; a write with SIG_PC keeps its place among
// all requests.
//
// With data_bits a write's data travels with it: through its queue entry without flush, through the
// outbound buffer alone with flush. The data port beside a read is ignored.
//
// Single slot (paper, section 5.4): the outbound buffer alone. in_ready_o: it has room. A request
// accepted in t is offered in t + 1 at the earliest, all requests keep their order, and pending_o
// has one bit. The slot has two entries, so that one request per cycle passes although ready comes
// from state.
//
// Every wait at the input ends as long as L1D takes requests: a request that waits there keeps
// others out, so either its queue drains (a, b) or everything that stands before it does (d).
// Inside the queues the orders fixed, longest and greedy can starve a queue as long as new requests
// keep a preferred one filled; that is intended.
//
// Call order in a cycle: mrpb_valid, mrpb_ready, mrpb_commit, each once. Only commit changes state,
// and calls of different components may be interleaved in any order. No allocation after mrpb_new.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_H
#define WL_BLOCKS_MRPB_H

#include "blocks/block.h"
#include "config/ports/mrpb.h"

#include <stdio.h>

// Events, counted by the model: X(name, unit, meaning). They say what a run has exercised, and are
// statistics of the machine.
#define MRPB_EVENTS(X) \
    X(cycles, "cycles", "clock cycles of the block") \
    X(busy_cycles, "cycles", "cycles in which the block held a request") \
    X(accepted_reads, "requests", "reads accepted from the coalescer") \
    X(accepted_writes, "requests", "writes accepted from the coalescer") \
    X(in_stall_full, "cycles", "cycles in which a request waited because its queue was full") \
    X(in_stall_flush, "cycles", \
      "cycles in which a write waited for its queue (signature pc: all queues) to empty") \
    X(in_stall_outbound, "cycles", \
      "cycles in which a request that needs no queue waited for room in the outbound buffer") \
    X(flush_full, "requests", \
      "requests drained because a read found its queue full (MRPB 3.3, part 1)") \
    X(flush_write, "requests", \
      "requests drained because a write waited behind them (MRPB 3.3, part 2)") \
    X(write_through, "requests", \
      "writes that entered the outbound buffer directly, as their queue was empty (MRPB 3.3, " \
      "part 2)") \
    X(slot_through, "requests", \
      "requests that entered the outbound buffer directly, as there are no queues (single_slot)") \
    X(policy_drains, "requests", "requests drained by the drain policy (MRPB 3.3, part 3)") \
    X(policy_ties, "cycles", \
      "cycles in which the drain policy chose among several eligible queues") \
    X(run_ends, "cycles", \
      "cycles in which the drain policy left a queue with an eligible entry because drain_n " \
      "requests had been taken from it") \
    X(latency_waits, "cycles", \
      "cycles in which the block held entries and the outbound buffer had room, but no entry was " \
      "old enough") \
    X(outbound_full, "cycles", \
      "cycles in which an eligible entry waited because the outbound buffer was full") \
    X(sent, "requests", "requests accepted by L1D") \
    X(bypassed, "requests", "reads that bypassed L1D") \
    X(retries, "cycles", "cycles in which the offered request was neither accepted nor bypassed") \
    X(stall_line, "cycles", \
      "cycles in which L1D refused the offer for want of a line in its set (associativity)") \
    X(stall_mshr, "cycles", "cycles in which L1D refused the offer for want of an MSHR") \
    X(stall_merge, "cycles", \
      "cycles in which L1D refused the offer because its MSHR can merge no more") \
    X(stall_missq, "cycles", \
      "cycles in which L1D refused the offer because the miss queue was full") \
    X(bypass_blocked, "cycles", \
      "cycles in which `bypass` allowed the stalled read to bypass L1D, but the bypass path was " \
      "not ready") \
    X(pointer_wraps, "times", "times that a queue's write pointer wrapped")

typedef struct mrpb_events {
    MRPB_EVENTS(STAT_FIELD)
} mrpb_events;
extern const stat_table mrpb_event_table;

typedef struct mrpb mrpb; // opaque; mrpb.c

// Returns NULL and adds an error when the configuration is not legal for the block.
mrpb *mrpb_new(const config *c, err *e);
void mrpb_free(mrpb *m);
void mrpb_reset(mrpb *m); // as rst_ni low at a clock edge; events are kept

void mrpb_valid(const mrpb *m, mrpb_out *out); // req_*, idle_o, pending_o
void mrpb_ready(const mrpb *m, const mrpb_in *in,
                mrpb_out *out); // in_ready_o, byp_pulse_o; out holds the valid phase
void mrpb_commit(
    mrpb *m, const mrpb_in *in,
    const mrpb_out *out); // the clock edge; out holds both phases, as this model made them
void mrpb_skip(mrpb *m, uint64_t cycles); // the same as `cycles` idle cycles; only when idle_o

const mrpb_events *mrpb_get_events(const mrpb *m);
void mrpb_dump(const mrpb *m, FILE *f); // state, for stuck and mismatch reports

// The model as the machine and lockstep step it.
extern const block_model mrpb_block;

#endif
