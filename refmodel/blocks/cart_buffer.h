// cart_buffer.h: golden model of the non-blocking request buffer (CART, ICCD 2018, section III.B),
// with which CART is compared: `buffer` requests, which may leave in any order except that those to
// the same line keep theirs. Ports and events are CART's (cart.h). Inside blocks/cart*.c only.
//
// One cycle t. Everything is judged on the state at its start unless stated otherwise.
//   valid   req_* is the request chosen in t - 1.
//   ready   in_ready_o: a place is free.
//   commit  three steps:
//      a. With req_accept_i the offered request leaves its place; with req_reject_i it remembers
//         req_stall_i as its cause.
//      b. An accepted request takes the lowest free place, without a cause, and is offered in t + 1
//         at the earliest. It waits for all other requests to its line that are still held after
//         step a.
//      c. Choice for t + 1. A request that L2 neither accepted nor rejected stays on offer.
//         Otherwise the candidates are the requests held after step a that wait for no other; after
//         a rejection, those of them with another cause or none, if there are any. The next
//         candidate in cyclic order from the place of the last offer is chosen. If nothing is held
//         after step a, the request of step b is.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_BUFFER_H
#define WL_BLOCKS_CART_BUFFER_H

#include "blocks/cart.h"

typedef struct cart_slot {
    uint64_t line, meta, waits; // waits: places that must be left before
    bool stalled;
    unsigned cause; // when stalled
} cart_slot;

typedef struct cart_buffer {
    unsigned n;
    uint64_t held; // places
    cart_slot slots[64];
    unsigned last; // place of the last offer
    bool offers;
} cart_buffer;

void cart_buffer_init(cart_buffer *b, const config *c);
void cart_buffer_reset(cart_buffer *b);
void cart_buffer_valid(const cart_buffer *b, cart_out *out);
void cart_buffer_ready(const cart_buffer *b, cart_out *out);
void cart_buffer_commit(cart_buffer *b, const cart_in *in, const cart_out *out, cart_events *v);
// Step c: chooses among the places `held`, after a rejection with that cause. Some request of them
// waits for none of the others.
void cart_buffer_choose(cart_buffer *b, uint64_t held, bool rejected, unsigned cause,
                        cart_events *v);
void cart_buffer_dump(const cart_buffer *b, FILE *f);

#endif
