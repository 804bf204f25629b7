// cart_seam.h: the seam in front of the tags of an L2 slice, where CART stands (blocks/cart.h, or
// the device that a factory makes).
//
// CART's requests wait here as a whole. The block carries their line address and, as metadata, the
// number of their place here. Instance s belongs to L2 slice s. The line address that the block
// sees is that of addrmap_local, cut to its width (structures.cart.address_bits).
//
// Call order in a tick of the slice: cart_seam_offer, then cart_seam_cycle; or the tick is part of
// a cart_seam_skip.
//
// Checked here: every offered request is here, with the offered line, and each request leaves once.
// At the end of a kernel, requests to one line must have left in the order in which they arrived,
// whether model or RTL drives.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CART_SEAM_H
#define WL_MACHINE_CART_SEAM_H

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

typedef enum cart_seam_answer {
    CART_SEAM_HOLD,
    CART_SEAM_ACCEPT,
    CART_SEAM_REJECT
} cart_seam_answer;

typedef struct cart_seam cart_seam;

// d may be NULL
int cart_seam_new(cart_seam **made, const config *c, const addrmap *m, const devices *d,
                  unsigned slice, err *e);
void cart_seam_free(cart_seam *x); // NULL: nothing

// the request offered in this tick, or NULL; valid until cart_seam_cycle
const delayed *cart_seam_offer(cart_seam *x);
// Ends the tick. `answer` is L2's answer to the offer, `cause` the reason of a rejection, `head`
// the head of the access queue or NULL. Returns whether the head was accepted.
bool cart_seam_cycle(cart_seam *x, cart_seam_answer answer, cart_stall cause, const delayed *head);

bool cart_seam_idle(const cart_seam *x);           // holds no request
void cart_seam_skip(cart_seam *x, uint64_t ticks); // ticks in which it is idle and no request waits
const cart_events *cart_seam_events(const cart_seam *x);
int cart_seam_check(const cart_seam *x, unsigned slice, err *e); // the law of order; NULL: ST_OK
void cart_seam_dump(const cart_seam *x, FILE *f);                // NULL: nothing
void cart_seam_view(const cart_seam *x, const mreq_view *v, uint32_t slice); // NULL: nothing

#endif
