// cart_laws.h : what must hold at CART's ports whatever its inside is, checked without the golden model: a scoreboard of the requests
// held, and nothing else.
//
//   order     what is offered is the oldest request held to its line, as it came in: so nothing is lost, doubled or changed
//   hold      an offered request stays until it is accepted or rejected
//   work      something is on offer while two requests are held that came in before the last cycle, or one that came in 1 + latency cycles
//             before and found room at once; nonblocking: while a request is held that came in before
//   turn      (branches) after an answer the next offer is of the first branch after the last one that holds something, that branch
//             last; what came in last may have been in the incoming register, and counts or not, and so may what has come in since
//   passes    (nonblocking) after a rejection another request is offered, if one to another line is held
//   capacity  no more than there are places are held; a request is refused only where its FIFO, row group or branch, or the buffer, can be
//             full
//   status    idle_o says that nothing is held
//   empty     at the end nothing is left inside (cart_laws_end)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_CART_LAWS_H
#define WL_TB_BENCH_CART_LAWS_H

#include "config/ports/cart.h"

enum { CART_LAW_TEXT = 240, CART_LAW_BRANCHES = 64 };

// A request that is held.
typedef struct cart_token {
    uint64_t line, meta, cycle; // in which it came
    unsigned branch;
} cart_token;

typedef struct cart_laws {
    const config *c;
    unsigned branches, capacity, sure; // requests that may be held and another is taken all the same
    bool rotates, nonblocking;
    cart_token *held; // in the order in which they came
    unsigned n;
    unsigned in_branch[CART_LAW_BRANCHES];
    uint64_t cycle;
    enum { CART_NO_OFFER, CART_HELD, CART_ACCEPTED, CART_REJECTED } answer; // in the cycle before
    cart_out last;
    bool ready_before; // in_ready_o, two cycles ago
    unsigned last_branch;
    char broken[CART_LAW_TEXT]; // which law, and how; "" while all hold
} cart_laws;

void cart_laws_init(cart_laws *l, const config *c);
void cart_laws_free(cart_laws *l);
void cart_laws_reset(cart_laws *l); // nothing is held any more

// A cycle: its inputs, the block's outputs, and the branch of the request at the input. False when a law is broken.
bool cart_laws_cycle(cart_laws *l, const cart_in *in, const cart_out *out, unsigned in_branch);
bool cart_laws_end(cart_laws *l);

#endif
