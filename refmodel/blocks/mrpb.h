// mrpb.h : golden model of the memory request prioritization buffer (Jia, Shaw, Martonosi, "MRPB: Memory Request
// Prioritization for Massively Parallel Processors", HPCA 2014), cycle-exact at the ports of config/ports/mrpb.h. It is the
// component that the simulator uses.
//
// One instance holds the reads (and, without flush, the writes) of one SM between coalescer and L1D: per-signature FIFOs, a
// drain selector and a two-entry outbound buffer.
//
// One cycle t, everything judged on the state at its start unless said:
//   1. valid phase  req_* = head of the outbound buffer; idle_o, pending_o.
//   2. ready phase  q = queue of the incoming request.
//        read (and, without flush, write):  in_ready_o = queue q holds fewer than depth entries (this cycle's dequeue does
//        not count). write with flush: in_ready_o = queue q is empty (SIG_PC: all queues are) and the outbound buffer has room.
//      byp_pulse_o = req_valid_o, a read, not req_ready_i, its cause named by `bypass`, and byp_ready_i.
//   3. commit       the outbound head leaves if req_ready_i or byp_pulse_o.
//      An accepted read (without flush, also a write) takes its slot in q now and is eligible from t + latency - 1 on, so that
//      it is offered in t + latency at the earliest, and in exactly t + latency when the buffer is otherwise empty.
//      If the outbound buffer has room at the start of the cycle (its own dequeue does not count), one request enters it:
//        a. flush, a read waits at a full queue q, and q has an eligible entry: q's oldest   (paper 3.3, part 1)
//        b. flush, a write waits, and q holds entries of which the oldest is eligible: q's oldest  (part 2; not SIG_PC, where the
//           write waits for all queues and the policy empties them)
//        c. flush, a write waits and q (SIG_PC: every queue) is empty: the write itself (it is accepted)  (part 2)
//        d. else the drain policy's choice among queues with an eligible entry (part 3)
//      The policy sees eligible entries only; a queue whose entries are all younger than the latency counts as empty, and with
//      latency 1 the read accepted in this very cycle is seen (straight through when its queue is chosen and was empty).
//        fixed    the lowest number
//        rr       the first from the queue after the one that d chose last, wrapping round; from queue 0 after reset
//        longest  the most eligible entries; ties to the lowest number
//        greedy   (with each) the queue that d chose last, while it has an eligible entry; else as above
//        drain_n  (with each) the queue that d chose last, while it has an eligible entry and d has taken fewer than drain_n
//                 requests running from it; else as above among the other queues, and that queue again (a new run) when no other
//                 has an eligible entry
//      a, b and c change neither the greedy queue, nor the run of drain_n, nor the round-robin position: only d does.
//
// Queue of a request: SIG_WARP in_warp, SIG_CTA in_cta, SIG_CTA_WARP in_cta_warp, SIG_PC in_pc, SIG_LINE in_line, modulo `queues`
// (config check makes sure that this is a cut of low bits or no cut at all). Warp numbers are below sm.warps and CTA slots below
// sm.ctas. All requests of a queue keep their order; a write with SIG_PC keeps its place among all.
//
// With data_bits, a write's data travels with it: through its queue entry without flush, through the outbound buffer alone with
// flush. What a read brings as data is not kept.
//
// Single slot (paper 5.4): the outbound buffer alone. in_ready_o = it has room; a request accepted in cycle t is offered in t + 1 at
// the earliest; all requests stay in order; pending_o has one bit. (Two entries, so that one request a cycle passes although
// ready comes from state.)
//
// No wait is without end while L1D takes requests: a request that waits at the input keeps others out, so its queue drains
// (a, b), or all that stands before it does (d). Inside the queues a fixed, longest or greedy order starves by intent as long
// as new requests keep a preferred queue filled.
//
// Call order in a cycle: mrpb_valid, then mrpb_ready, then mrpb_commit, each once. Only commit changes state; calls of
// different components may be interleaved in any order. No allocation after init.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_H
#define WL_BLOCKS_MRPB_H

#include "blocks/block.h"
#include "config/ports/mrpb.h"

#include <stdio.h>

// Events, counted by the model: X(name, unit, meaning). They say what a run has exercised, and are statistics of the machine.
#define MRPB_EVENTS(X) \
    X(cycles, "cycles", "commits") \
    X(busy_cycles, "cycles", "cycles in which something was held") \
    X(accepted_reads, "requests", "reads accepted from the coalescer") \
    X(accepted_writes, "requests", "writes accepted from the coalescer") \
    X(in_stall_full, "cycles", "cycles in which a request waited because its queue was full") \
    X(in_stall_flush, "cycles", "cycles in which a write waited for its queue (signature pc: all queues) to empty") \
    X(in_stall_outbound, "cycles", "cycles in which a request that is not stored waited for the outbound buffer alone") \
    X(flush_full, "requests", "requests drained because a read found its queue full (paper 3.3, part 1)") \
    X(flush_write, "requests", "requests drained because a write waited behind them (part 2)") \
    X(write_through, "requests", "writes that entered the outbound buffer past an empty queue (part 2)") \
    X(slot_through, "requests", "requests that entered the outbound buffer without a queue (single slot)") \
    X(policy_drains, "requests", "requests drained by the drain policy (part 3)") \
    X(policy_ties, "cycles", "policy drains with more than one eligible queue") \
    X(run_ends, "cycles", "policy drains that left a queue with an eligible entry, drain_n requests having been taken from it") \
    X(latency_waits, "cycles", "cycles in which entries were held and outbound had room, but none was old enough") \
    X(outbound_full, "cycles", "cycles in which an eligible entry waited because the outbound buffer was full") \
    X(sent, "requests", "requests accepted by L1D") \
    X(bypassed, "requests", "reads sent round L1D") \
    X(retries, "cycles", "cycles in which the offered request was neither accepted nor bypassed") \
    X(stall_line, "cycles", "answers with cause line (associativity)") \
    X(stall_mshr, "cycles", "answers with cause MSHR") \
    X(stall_merge, "cycles", "answers with cause merge") \
    X(stall_missq, "cycles", "answers with cause miss queue") \
    X(bypass_blocked, "cycles", "the cause named by `bypass`, but the bypass path not ready") \
    X(pointer_wraps, "times", "a queue's write pointer wrapped")

typedef struct mrpb_events { MRPB_EVENTS(STAT_FIELD) } mrpb_events;
extern const stat_table mrpb_event_table;

typedef struct mrpb mrpb; // opaque; mrpb.c

// Returns NULL and adds an error when the configuration is not legal for the block.
mrpb *mrpb_new(const config *c, err *e);
void mrpb_free(mrpb *m);
void mrpb_reset(mrpb *m);                                        // as rst_ni low at a clock edge; events are kept

void mrpb_valid(const mrpb *m, mrpb_out *out);                   // req_*, idle_o, pending_o
void mrpb_ready(const mrpb *m, const mrpb_in *in, mrpb_out *out); // in_ready_o, byp_pulse_o; out holds the valid phase
void mrpb_commit(mrpb *m, const mrpb_in *in, const mrpb_out *out); // the clock edge; out holds both phases, as this model made them
void mrpb_skip(mrpb *m, uint64_t cycles);                        // the same as `cycles` idle cycles; only when idle_o

const mrpb_events *mrpb_get_events(const mrpb *m);
void mrpb_dump(const mrpb *m, FILE *f); // state, for stuck and mismatch reports

// The model as the machine and lockstep step it.
extern const block_model mrpb_block;

#endif
