// cart.h : golden model of the cache access reordering tree (Gu, Chen, "CART: Cache Access Reordering Tree for Efficient Cache and
// Memory Accesses in GPUs", ICCD 2018), cycle-exact at the ports of config/ports/cart.h. It is the component that the simulator
// uses: one before the tags of each L2 slice.
//
// Bank, row and column of a line address are those of config/cart_map.h; the branch is the low bits of the bank, and what is above
// them counts as part of the row. A branch has `rows` row groups of `columns` leaf queues of `entries`; queues are numbered
// (branch * rows + group) * columns + column. A group has a row while one of its queues holds something; a queue that holds something has
// a column. Two queues of a group may have the same column: a chain, in which the one that waits for nobody is the oldest.
//
// One cycle t, everything judged on the state at its start unless said:
//   1. valid phase  req_* = the request chosen in t - 1; idle_o: nothing is held. A request is on offer while a queue holds something
//      that was there at the start of t - 1 (latency 1: at the start of t).
//   2. ready phase  in_ready_o = the incoming register is free, or c places its request in t.
//   3. commit
//      a. Departure: with req_accept_i the request on offer leaves its queue. A queue that waited for a queue which has emptied so waits no
//         more. The branch keeps its history: this queue is its last queue until it empties (a request placed in the cycle in which the
//         last entry leaves keeps it going), and this group its last group.
//      b. Arrival: a request accepted on `in` is in the incoming register from t + 1 on.
//      c. Placing: the request that is in the incoming register at the start of t (so a request accepted in t is placed in t + 1, and
//         offered in t + 1 + latency at the earliest). A place that becomes free in a of the same cycle does not count.
//           A group of its branch has its row: it goes to the youngest queue with its column (nobody waits for it), if that has room;
//             else to the lowest empty queue of the group, which waits for that youngest queue if there is one (that still holds
//             something after a); else it stays and tries again in t + 1.
//           No group has it: it claims an empty group: the last group of the branch, if that is empty and its row was the request's;
//             else the lowest empty one that is not the last group; else the last group, which is the last group no more unless
//             its row was the request's; else it stays. So a branch knows the row that it drained last until its group is needed.
//      d. Choice for t + 1, unless the request on offer was neither accepted nor rejected, which then stays on offer. With latency 1
//         queues are seen as a and c have left them; what is placed and chosen at once goes round the storage. With latency 2 they are seen as
//         a has left them, without what c has placed, so that words come out of storage a cycle after they went in, at the earliest.
//         Only queues that wait for nobody count.
//         rotate   the first branch that holds something after the branch of the last offer, that branch itself last; if it
//                  alone holds anything and its offer was rejected, the same request again. In the branch: its last queue; else
//                  the longest queue of its last group; else the longest; ties to the lowest number
//         longest  the longest queue of all, ties to the lowest number; a rejected request stays on offer
//         rr       the first queue after that of the last offer, that queue itself last
//         greedy   the queue of the last offer while it holds something, also after a rejection; else as rr
//
// Design bank_fifo (III.C): branches of one queue without tags; a request waits for room in its branch's queue. Rotation over branches.
// Design nonblocking (III.B): see cart_buffer.h.
//
// Requests to one line keep their order: a queue with the line takes new ones only while nobody waits for it, and a queue is drained
// only while it waits for nobody. After reset there is no history; whose turn it is cannot be seen, as
// what is placed in an empty tree is offered next.
//
// A branch is offered after at most (branches - 1) other offers that were accepted or rejected (rotate); rr likewise a queue. Within a
// branch, and with longest and greedy, queues starve by intent as long as new requests keep a preferred one filled.
//
// Call order in a cycle: cart_valid, cart_ready, cart_commit, each once. Only commit changes state. No allocation after init.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_H
#define WL_BLOCKS_CART_H

#include "blocks/block.h"
#include "config/ports/cart.h"

#include <stdio.h>

// Events, counted by the model: X(name, unit, meaning). They say what a run has exercised, and are statistics of the machine.
#define CART_EVENTS(X) \
    X(cycles, "cycles", "commits") \
    X(busy_cycles, "cycles", "cycles in which something was held") \
    X(accepted, "requests", "taken in") \
    X(in_stall, "cycles", "cycles in which a request waited at the input") \
    X(sent, "requests", "accepted by L2") \
    X(rejected, "offers", "rejected by L2") \
    X(held, "cycles", "cycles in which L2 did not look at the offer") \
    X(placed_youngest, "requests", "placed behind others in the youngest queue of their line") \
    X(placed_chain, "requests", "placed in a further queue of their line") \
    X(placed_column, "requests", "placed in an empty queue of their row's group, the first of their line") \
    X(placed_claim, "requests", "placed in a group claimed for their row") \
    X(placed_return, "requests", "placed in the last group, whose row came back") \
    X(row_forgotten, "times", "the last group was claimed for another row") \
    X(stall_row, "cycles", "cycles in which a request found no place in its row's group (bank_fifo: its FIFO full)") \
    X(stall_claim, "cycles", "cycles in which a request found no empty group") \
    X(refilled, "requests", "placed in the queue whose last entry left in the same cycle") \
    X(turns, "choices", "that moved on to another branch (longest, rr, greedy: queue)") \
    X(stays, "choices", "of the same branch (longest, rr, greedy: queue) again") \
    X(chose_last, "choices", "of the branch's last queue") \
    X(chose_row, "choices", "of another queue of the last group") \
    X(chose_longest, "choices", "of the longest queue, no queue of the last group being there") \
    X(chose_placed, "choices", "of what was placed in the same cycle (latency 1; nonblocking)") \
    X(ties, "choices", "among more than one queue of the greatest length") \
    X(repeats, "choices", "of the same request again, rejected, as nothing else was there") \
    X(unchained, "times", "a queue emptied for which another had waited") \
    X(same_row, "requests", "that left a branch behind one of the same row") \
    X(other_row, "requests", "that left a branch behind one of another row") \
    X(skipped_cause, "choices", "that passed over a request stalled by the same resource (nonblocking)") \
    X(waited_line, "choices", "that passed over a request behind an older one to its line (nonblocking)")

typedef struct cart_events { CART_EVENTS(STAT_FIELD) } cart_events;
extern const stat_table cart_event_table;

typedef struct cart cart; // opaque; cart.c

// The configuration is checked. `bug` is 0 (none) or the number of a named bug of cart_bugs.h, for tests of the tests; NULL and an
// error when it cannot show in this configuration.
cart *cart_new(const config *c, unsigned bug, err *e);
void cart_free(cart *x);
void cart_reset(cart *x);                                          // as rst_ni low at a clock edge; events are kept
void cart_valid(const cart *x, cart_out *out);                     // req_*, idle_o
void cart_ready(const cart *x, const cart_in *in, cart_out *out);  // in_ready_o; out holds the valid phase
void cart_commit(cart *x, const cart_in *in, const cart_out *out); // the clock edge; out holds both phases, as this model made them
void cart_skip(cart *x, uint64_t cycles);                          // the same as `cycles` idle cycles; only when idle_o
const cart_events *cart_get_events(const cart *x);
void cart_dump(const cart *x, FILE *f);

// Branch, row and column of a slice's line address; column is below 2^columns, the row takes what is left.
typedef struct cart_place { uint64_t row, column; unsigned bank, branch; } cart_place;

// The model as the machine and lockstep step it.
extern const block_model cart_block;

#endif
