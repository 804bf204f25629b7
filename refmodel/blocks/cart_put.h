// cart_put.h: where CART places a request: its branch, row and column, and step c of a cycle
// (cart.h). Inside blocks/cart*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_PUT_H
#define WL_BLOCKS_CART_PUT_H

#include "blocks/cart_state.h"

cart_place cart_place_of(const cart_map *m, uint64_t line);

// Places the incoming request, if there is one (latency 3: the one that has found its queue, and
// finds that of the incoming request), and returns the queue that took it, or CART_NONE.
// `departed` is the queue that lost a request in this cycle, or CART_NONE: the place that it left
// does not count yet.
int cart_put(cart *x, int departed);

// Would cart_put place the incoming request in this cycle? Changes nothing.
bool cart_can_put(const cart *x);

// What that depends on, as things stand: the group that has a row of a branch, or CART_NONE; the
// youngest queue of a group that has a column, or CART_NONE, and in *same a bit for each queue that
// has it; whether a group that has the row takes the request.
int cart_group_with(const cart *x, unsigned branch, uint64_t row);
int cart_youngest(const cart *x, unsigned group, uint64_t column, unsigned *same);
bool cart_can_join(const cart *x, unsigned group, uint64_t column);

#endif
