// cart_check.c : see cart_check.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cart_check.h"

#include "blocks/cart_bugs.h"
#include "config/cart_map.h"

#include <stddef.h>

const char *cart_bug_needs(const config *c, unsigned bug)
{
    const struct cfg_cart *k = &c->cart;
    const bool tree = k->design == CART_TREE, rotates = tree && k->drain == CART_ROTATE;
    switch (bug) {
    case CART_BUG_NONE: return NULL;
    case CART_BUG_HASH_MISSING: return c->dram.bank_hash == BANK_HASH_XOR && k->design != CART_NONBLOCKING ? NULL : "dram.bank_hash: xor and a design with branches";
    case CART_BUG_GREEDY_LEAVES: return tree && k->drain == CART_GREEDY ? NULL : "drain: greedy";
    case CART_BUG_RR_STAYS: return tree && k->drain == CART_RR ? NULL : "drain: rr";
    case CART_BUG_FIFO_FULL_EARLY: return k->design == CART_BANK_FIFO && k->entries > 1 ? NULL : "design: bank_fifo and 2 entries";
    case CART_BUG_BUFFER_LINE_ORDER:
    case CART_BUG_BUFFER_STAYS:
    case CART_BUG_BUFFER_ANY_CAUSE: return k->design == CART_NONBLOCKING && k->buffer > 1 ? NULL : "design: nonblocking and a buffer of 2";
    default: break;
    }
    const unsigned latency = bug == CART_BUG_PLACED_SEEN || bug == CART_BUG_PLACED_COUNTS ? 2 : bug == CART_BUG_PLACED_UNCOUNTED ? 1 : k->latency;
    if (k->latency != latency) return latency == 1 ? "latency: 1" : "latency: 2";
    if (bug == CART_BUG_LONGEST_BLIND && k->entries < 3) return "3 entries";
    if (bug >= CART_BUG_END) return "a number of cart_bugs.h";
    return rotates && k->rows > 1 && k->columns > 1 && k->entries > 1 && cart_branches(c) > 2 ? NULL
         : "design: tree, drain: rotate, 3 branches and at least 2 of rows, columns and entries";
}
