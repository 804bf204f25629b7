// cart_choose.h: which request CART offers next, step d of a cycle (cart.h). Inside blocks/cart*.c
// only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_CHOOSE_H
#define WL_BLOCKS_CART_CHOOSE_H

#include "blocks/cart_state.h"

// Chooses the queue on offer (x->queue, and x->turn with rotation), or offers nothing when nothing
// can be seen. `placed` is the queue that took a request in this cycle, or CART_NONE; rejected: L2
// has rejected the offer.
void cart_choose(cart *x, int placed, bool rejected);

#endif
