// reorder.h : CART (blocks/cart.h, or the device that a factory makes) in the machine: what stands between an L2 slice's access queue and its
// tags. Requests wait here whole; the block carries their line address and, as metadata, the number of the place here.
//
// Instance s is that of L2 slice s. A tick of the slice is reorder_offer, then reorder_cycle, or is among those of reorder_skip. The line
// address that the block sees is that of addrmap_local, cut to its width (structures.cart.address_bits).
//
// Checked here: what the block offers is here, with the line that it offers, and each request leaves once; at the end of a kernel, that
// requests to one line have left in the order in which they came, whoever drives.
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
    _Alignas(64) mreq r; // of a cache line's size: one thread writes those of the ROP delay, another reads them
    uint64_t ready; // tick in which it came out of the ROP delay
    uint32_t set;   // of its line
} delayed;

typedef enum reorder_answer { REORDER_HOLD, REORDER_ACCEPT, REORDER_REJECT } reorder_answer;

typedef struct reorder reorder;

int reorder_new(reorder **made, const config *c, const addrmap *m, const devices *d, unsigned slice, err *e); // d may be NULL
void reorder_free(reorder *x); // NULL: nothing

const delayed *reorder_offer(reorder *x); // what is on offer in this tick, NULL: nothing; valid until reorder_cycle
// Ends the tick: L2's answer to the offer (cause: when rejected), and what waits in the access queue, or NULL. True: that was taken.
bool reorder_cycle(reorder *x, reorder_answer answer, cart_stall cause, const delayed *head);

bool reorder_idle(const reorder *x);               // nothing inside
void reorder_skip(reorder *x, uint64_t ticks);     // so many ticks while idle, nothing waiting
const cart_events *reorder_events(const reorder *x);
int reorder_check(const reorder *x, unsigned slice, err *e); // the law; NULL: nothing
void reorder_dump(const reorder *x, FILE *f);      // NULL: nothing
void reorder_view(const reorder *x, const mreq_view *v, uint32_t slice); // NULL: nothing

#endif
