// reorder.h: the seam in front of the tags of an L2 slice, where CART stands (blocks/cart.h, or the
// device that a factory makes).
//
// CART's requests wait here as a whole. The block carries their line address and, as metadata, the
// number of their place here. Instance s belongs to L2 slice s. The line address that the block
// sees is that of addrmap_local, cut to its width (structures.cart.address_bits).
//
// Call order in a tick of the slice: reorder_offer, then reorder_cycle; or the tick is part of a
// reorder_skip.
//
// Checked here: every offered request is here, with the offered line, and each request leaves once.
// At the end of a kernel, requests to one line must have left in the order in which they arrived,
// whether model or RTL drives.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_REORDER_H
#define WL_MACHINE_REORDER_H

#include "blocks/cart.h"
#include "machine/common/addrmap.h"
#include "machine/common/devices.h"
#include "machine/common/mreq.h"
#include "machine/common/mreq_view.h"

typedef struct delayed {
    // a host cache line each: one thread writes the entries of the ROP delay, another reads them
    _Alignas(64) mreq r;
    uint64_t ready; // tick in which the request leaves the ROP delay
    uint32_t set;   // set of its line
} delayed;

typedef enum reorder_answer { REORDER_HOLD, REORDER_ACCEPT, REORDER_REJECT } reorder_answer;

typedef struct reorder reorder;

// d may be NULL
int reorder_new(reorder **made, const config *c, const addrmap *m, const devices *d, unsigned slice, err *e);
void reorder_free(reorder *x); // NULL: nothing

// the request offered in this tick, or NULL; valid until reorder_cycle
const delayed *reorder_offer(reorder *x);
// Ends the tick. `answer` is L2's answer to the offer, `cause` the reason of a rejection, `head`
// the head of the access queue or NULL. Returns whether the head was accepted.
bool reorder_cycle(reorder *x, reorder_answer answer, cart_stall cause, const delayed *head);

bool reorder_idle(const reorder *x);               // holds no request
void reorder_skip(reorder *x, uint64_t ticks);     // ticks in which it is idle and no request waits
const cart_events *reorder_events(const reorder *x);
int reorder_check(const reorder *x, unsigned slice, err *e); // the law of order; NULL: ST_OK
void reorder_dump(const reorder *x, FILE *f);      // NULL: nothing
void reorder_view(const reorder *x, const mreq_view *v, uint32_t slice); // NULL: nothing

#endif
