// cart_buffer.h: golden model of the non-blocking request buffer (CART, ICCD 2018, section III.B), which CART is compared with: `buffer`
// requests that may leave in any order but for those to one line. Inside blocks/cart*.c only; ports and events are CART's.
//
// One cycle t, everything judged on the state at its start unless said:
//   valid  req_* = the request chosen in t - 1.   ready  in_ready_o = a place is free.
//   commit
//      a. with req_accept_i the request on offer leaves its place; with req_reject_i it keeps req_stall_i as its cause.
//      b. a request accepted on `in` takes the lowest free place (so it is offered in t + 1 at the earliest), without a cause; it waits
//         for all others to its line that are held after a.
//      c. choice for t + 1, unless the request on offer was neither accepted nor rejected: the first after the place of the last offer,
//         that place itself last, of those held after a that wait for nobody and, after a rejection, have not the same cause; if
//         there are none, of all that wait for nobody; if nothing is held after a, the request of b.
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
// Step c: chooses among the places `held`, after a rejection with that cause. Some request of them waits for none of the others.
void cart_buffer_choose(cart_buffer *b, uint64_t held, bool rejected, unsigned cause, cart_events *v);
void cart_buffer_dump(const cart_buffer *b, FILE *f);

#endif
