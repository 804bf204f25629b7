// ports/cart.h: the port table of CART, and its structs cart_in and cart_out. One instance stands
// in front of the tags of an L2 slice.
//
// Channels
//   in      Requests from the slice's access queue. A beat is in_valid_i && in_ready_o. The payload
//           holds from valid to the beat.
//   req     The request offered to L2, which answers in the same cycle. req_accept_i: it leaves.
//           req_reject_i: L2 has no resource for it; it stays, and another one is offered in the
//           next cycle, which is the one exception to "never withdrawn". Neither: L2 considers no
//           request in this cycle, and the offer holds. Never both.
//   status  idle_o, from state only.
// Valid and payload come from state only, and so does in_ready_o.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_CART_H
#define WL_CONFIG_PORTS_CART_H

#include "config/cart_map.h"
#include "config/config.h"
#include "config/ports/port.h"

// Why L2 rejected a request (req_stall_i; design nonblocking).
typedef enum cart_stall {
    CART_STALL_LINE,  // all ways of the set are reserved
    CART_STALL_MSHR,  // no free MSHR
    CART_STALL_MERGE, // the line's MSHR is full
    CART_STALL_MISSQ  // miss queue full
} cart_stall;

static inline unsigned cart_line_bits(const config *c)
{
    cart_map m;
    const char *key;
    char *wrong = cart_map_read(c, &m, &key);
    CHECK(!wrong, "%s: %s: configuration not checked", key, wrong);
    return m.line_bits;
}

#define CART_PORTS(X) \
    X(PORT_IN, in_valid_i, 1, 1, "in", NULL, "a request waits") \
    X(PORT_IN, in_line_i, 1, cart_line_bits(c), "in", "in_valid_i", "line address of the slice") \
    X(PORT_IN, in_meta_i, 1, c->cart.meta_bits, "in", "in_valid_i", "opaque, carried through") \
    X(PORT_IN, req_accept_i, 1, 1, "req", "req_valid_o", "L2 takes the request offered") \
    X(PORT_IN, req_reject_i, 1, 1, "req", "req_valid_o", "L2 cannot take it: another comes next") \
    X(PORT_IN, req_stall_i, 1, c->cart.design == CART_NONBLOCKING ? 2 : 0, "req", "req_reject_i", \
      "why: 0 line, 1 MSHR, 2 merge, 3 miss queue") \
    X(PORT_OUT, in_ready_o, 1, 1, "in", NULL, \
      c->cart.design == CART_NONBLOCKING \
          ? "a place of the buffer is free" \
          : "the incoming register is free, or what it holds goes into its queue in this cycle") \
    X(PORT_OUT, req_valid_o, 1, 1, "req", NULL, "a request is offered") \
    X(PORT_OUT, req_line_o, 1, cart_line_bits(c), "req", "req_valid_o", "line address") \
    X(PORT_OUT, req_meta_o, 1, c->cart.meta_bits, "req", "req_valid_o", "metadata as it came in") \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, "nothing is held")

typedef struct cart_in {
    CART_PORTS(PORT_IN_FIELD)
} cart_in;
typedef struct cart_out {
    CART_PORTS(PORT_OUT_FIELD)
} cart_out;
enum { CART_N_PORTS = 0 CART_PORTS(PORT_COUNT) };

void cart_ports(const config *c, port *ports); // [CART_N_PORTS]

// The maximum number of requests that a block holds.
static inline unsigned cart_capacity(const config *c)
{
    if (c->cart.design == CART_NONBLOCKING) return c->cart.buffer;
    const unsigned queues = c->cart.design == CART_TREE ? c->cart.rows * c->cart.columns : 1;
    return cart_branches(c) * queues * c->cart.entries + 1; // and the incoming register
}

#endif
