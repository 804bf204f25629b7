// cart_laws.h: the laws of CART's ports, independent of its implementation. They are checked
// without the golden model, with a scoreboard of the requests held.
//
//   order     The offered request is the oldest one held to its line, unchanged. So nothing is
//             lost, duplicated or changed.
//   hold      An offered request stays until it is accepted or rejected.
//   work      There is an offer while two requests are held that arrived before the last cycle, or
//             one that arrived 1 + latency cycles before and found room at once; nonblocking: while
//             a request is held that arrived before.
//   turn      (branches) After an answer, the next offer comes from the first branch after the last
//             one that holds a request, the last branch itself coming last. The latest arrival may
//             have been in the incoming register and counts or not, and so do arrivals since.
//   passes    (nonblocking) After a rejection, another request is offered if one to another line is
//             held.
//   capacity  No more requests are held than there are places. A request is refused only if its
//             FIFO, row group or branch, or the buffer, can be full.
//   status    idle_o says that nothing is held.
//   empty     At the end, nothing is left inside (cart_laws_end).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CART_LAWS_H
#define WL_TB_BENCH_CART_LAWS_H

#include "config/ports/cart.h"

enum { CART_LAW_TEXT = 240, CART_LAW_BRANCHES = 64 };

// A request that is held.
typedef struct cart_token {
    uint64_t line, meta, cycle; // cycle: of its arrival
    unsigned branch;
} cart_token;

typedef struct cart_laws {
    const config *c;
    // sure: while at most so many are held, another request must be accepted
    unsigned branches, capacity, sure;
    bool rotates, nonblocking;
    cart_token *held; // in order of arrival
    unsigned n;
    unsigned in_branch[CART_LAW_BRANCHES];
    uint64_t cycle;
    enum { CART_NO_OFFER, CART_HELD, CART_ACCEPTED, CART_REJECTED } answer; // in the cycle before
    cart_out last;
    unsigned readys; // in_ready_o of the cycles before, the last one in bit 0
    unsigned last_branch;
    char broken[CART_LAW_TEXT]; // the broken law and how it was broken; "" while all hold
} cart_laws;

void cart_laws_init(cart_laws *l, const config *c);
void cart_laws_free(cart_laws *l);
void cart_laws_reset(cart_laws *l); // after a reset: nothing is held

// Checks a cycle: its inputs, the block's outputs, and the branch of the request at the input.
// False if a law is broken.
bool cart_laws_cycle(cart_laws *l, const cart_in *in, const cart_out *out, unsigned in_branch);
bool cart_laws_end(cart_laws *l);

#endif
