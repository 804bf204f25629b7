// cart.h: golden model of the cache access reordering tree (Gu, Chen, "CART: Cache Access
// Reordering Tree for Efficient Cache and Memory Accesses in GPUs", ICCD 2018), cycle-exact at the
// ports of config/ports/cart.h. The simulator uses this model itself: one instance in front of the
// tags of each L2 slice.
//
// The tree. config/cart_map.h says which bits of a line address are bank, row and column. The
// branch is the low bits of the bank; the bank bits above them count as part of the row. Each
// branch has `rows` row groups, each row group has `columns` leaf queues, each leaf queue has
// `entries` places. Queue number = (branch * rows + group) * columns + column. While one of its
// queues holds a request, a group belongs to a row and each such queue to a column. Several queues
// of a group may belong to the same column. They form a chain: each waits for the one before it,
// and the queue that waits for none is the oldest.
//
// One cycle t. Everything is judged on the state at its start unless stated otherwise.
//   1. valid   req_* is the request chosen in t - 1. A request is on offer whenever a queue holds
//              one that was there at the start of t - 1 (with latency 1: of t). idle_o: nothing is
//              held. The earliest cycles of a request that is accepted in 0:
//                latency   finds its queue   is there from   chosen in   offered in
//                   1             1                2             1           2
//                   2             1                2             2           3
//                   3             1                3             3           4
//   2. ready   in_ready_o: the incoming register is free, or step c places its request in t.
//   3. commit  four steps:
//      a. Departure. With req_accept_i the offered request leaves its queue. If that empties the
//         queue, the queue that waited for it no longer waits. The branch remembers this queue as
//         its last queue until it empties, and this group as its last group. (A request placed in
//         the cycle in which the last entry leaves keeps the queue from emptying.)
//      b. Arrival. A request accepted at the input is in the incoming register from t + 1 on.
//      c. Placing. The request that was in the incoming register at the start of t is placed; so a
//         request accepted in t is placed in t + 1 and offered in t + 1 + latency at the earliest.
//         A place that step a frees in t does not count yet.
//           If a group of the branch has the row, the request goes to the youngest queue with its
//           column, provided that this queue has room; otherwise to the lowest empty queue of the
//           group, which then waits for that youngest queue (if there is one and it still holds
//           something after step a); otherwise it stays in the incoming register.
//           If no group has the row, it claims an empty group: the last group of the branch if its
//           row was the request's; else the lowest empty group that is not the last one; else the
//           last group, which thereby stops being the last group; else the request stays. So a
//           branch remembers the row that it drained last until it needs that group for another.
//         With latency 3 that is step c in two cycles: in t the request finds its queue, in t + 1
//         it goes there, with step a of that cycle before it. Between the two it counts as if it
//         were there for a request that looks for its own, also as the youngest of its line; but it
//         does not keep its queue from emptying in step a of t.
//      d. Choice for t + 1. A request that L2 neither accepted nor rejected stays on offer.
//         Otherwise a queue is chosen among those that hold something and wait for no other. With
//         latency 1 the queues are seen as steps a and c leave them; a request that is placed and
//         chosen in the same cycle bypasses the storage. With latency 2 and 3 they are seen as step
//         a leaves them, so that a word is read from storage at least one cycle after it was
//         written.
//         rotate   the next branch, in cyclic order from the branch of the last offer, that holds
//                  something. If only that branch does and its offer was rejected, the same request
//                  is offered again. Within the branch: its last queue; else the longest queue of
//                  its last group; else the longest queue; ties go to the lowest number.
//         longest  the longest queue of all, ties to the lowest number; a rejected request stays on
//                  offer.
//         rr       the next queue in cyclic order from the queue of the last offer.
//         greedy   the queue of the last offer as long as it holds something, also after a
//                  rejection; else as rr.
//
// Design bank_fifo (section III.C): a branch is one queue without row and column tags; a request
// waits until its branch's queue has room; drain: rotate. Design nonblocking (section III.B):
// cart_buffer.h.
//
// Requests to the same line keep their order: a queue takes new ones only while no younger queue of
// the chain waits for it, and is drained only while it waits for none itself. Reset clears the
// history. Where the rotation stands after reset is not visible, because the request that enters
// an empty tree is offered next.
//
// Waiting is bounded by the drain: with rotate a branch is offered after at most (branches - 1)
// other offers that L2 accepted or rejected, with rr a queue likewise. Within a branch, and with
// longest and greedy, a queue can starve as long as new requests keep a preferred queue filled;
// that is intended.
//
// Call order in a cycle: cart_valid, cart_ready, cart_commit, each once. Only commit changes state.
// No allocation after cart_new.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_H
#define WL_BLOCKS_CART_H

#include "blocks/block.h"
#include "config/ports/cart.h"

#include <stdio.h>

// Events, counted by the model: X(name, unit, meaning). They say what a run has exercised, and are
// statistics of the machine.
#define CART_EVENTS(X) \
    X(cycles, "cycles", "clock cycles of the block") \
    X(busy_cycles, "cycles", "cycles in which the block held a request") \
    X(accepted, "requests", "requests accepted at the input") \
    X(in_stall, "cycles", "cycles in which a request waited at the input") \
    X(sent, "requests", "requests that L2 accepted") \
    X(rejected, "offers", "offers that L2 rejected") \
    X(unanswered, "cycles", "cycles in which L2 neither accepted nor rejected the offer") \
    X(placed_youngest, "requests", \
      "requests placed behind others in the youngest leaf queue of their line") \
    X(placed_chain, "requests", "requests placed in a further leaf queue of their line") \
    X(placed_column, "requests", \
      "requests placed in an empty leaf queue of their row group, as the first of their line") \
    X(placed_claim, "requests", "requests placed in a row group that they claimed for their row") \
    X(placed_return, "requests", \
      "requests placed in the row group drained last, which still had their row") \
    X(row_forgotten, "times", "times that the row group drained last was claimed for another row") \
    X(stall_row, "cycles", \
      "cycles in which a request found no place in the row group of its row (bank_fifo: its FIFO " \
      "was full)") \
    X(stall_claim, "cycles", "cycles in which a request found no empty row group") \
    X(refilled, "requests", \
      "requests placed in a leaf queue whose last entry left in the same cycle") \
    X(choice_changes, "choices", \
      "choices that changed to another branch (longest, rr, greedy: to another leaf queue)") \
    X(choice_stays, "choices", \
      "choices that stayed with the branch (longest, rr, greedy: with the leaf queue)") \
    X(chose_last, "choices", "choices of the leaf queue that the branch had drained last") \
    X(chose_row, "choices", \
      "choices of another leaf queue in the row group that the branch had drained last") \
    X(chose_longest, "choices", \
      "choices of the longest leaf queue, as the row group drained last had none") \
    X(chose_placed, "choices", \
      "choices of a request placed in the same cycle (latency 1; nonblocking)") \
    X(ties, "choices", "choices among several leaf queues of the greatest length") \
    X(repeats, "choices", "choices of the request that was just rejected, as there was no other") \
    X(unchained, "times", "times that a leaf queue emptied for which another one had waited") \
    X(same_row, "requests", "requests that left a branch after one to the same row") \
    X(other_row, "requests", "requests that left a branch after one to another row") \
    X(skipped_cause, "choices", \
      "choices that passed over a request stalled by the same resource (nonblocking)") \
    X(waited_line, "choices", \
      "choices that passed over a request because an older one goes to its line (nonblocking)")

typedef struct cart_events {
    CART_EVENTS(STAT_FIELD)
} cart_events;
extern const stat_table cart_event_table;

typedef struct cart cart; // opaque; cart.c

cart *cart_new(const config *c); // the configuration is checked
void cart_free(cart *x);
void cart_reset(cart *x);                      // as rst_ni low at a clock edge; events are kept
void cart_valid(const cart *x, cart_out *out); // req_*, idle_o
void cart_ready(const cart *x, const cart_in *in,
                cart_out *out); // in_ready_o; out holds the valid phase
void cart_commit(
    cart *x, const cart_in *in,
    const cart_out *out); // the clock edge; out holds both phases, as this model made them
void cart_skip(cart *x, uint64_t cycles); // the same as `cycles` idle cycles; only when idle_o
const cart_events *cart_get_events(const cart *x);
void cart_dump(const cart *x, FILE *f);

// The queue on offer, that of the request that left in the last cycle, and that of the one that was
// placed in it; -1: none. goes_on: the queue that it left holds more; chained: that in which it was
// placed waits for another one. A bench steers by them and asks which coincidences it has met.
typedef struct cart_moves {
    int offered, left, placed;
    bool goes_on, chained;
} cart_moves;
cart_moves cart_moved(const cart *x); // not for design nonblocking, which has no queues
unsigned cart_queues(const cart *x);  // 0: nonblocking

// Would a queue take one more request to the line of those that it holds? One that is empty may.
bool cart_takes(const cart *x, unsigned queue);

// Branch, row and column of a slice's line address; column is below 2^columns, the row takes what
// is left.
typedef struct cart_place {
    uint64_t row, column;
    unsigned bank, branch;
} cart_place;

// The model as the machine and lockstep step it.
extern const block_model cart_block;

#endif
