// wrapped.h: models of wrapped tops (`rtl --wrap HOST`): each is a golden model of a block inside
// the host protocol's rules, cycle-exact at the ports of config/ports/adapter.h. The block within
// is the golden model itself, made from the configuration with the widths of the adapter.
//
// What an adapter adds to its block:
//   ordered   A request that must keep its place (Vortex: core_req_ordered_i; HPDcache: anything
//             but a load or store of cacheable memory; AXI4: arlock, or arcache[1] = 0) enters when
//             the block is empty, and so does the first one behind it.
//   AXI4      A read request waits in a register of its own until it may enter. CART: one read of
//             an ID is inside at a time. MRPB with a signature of aruser: reads of an ID are inside
//             together only with the same signature. Everything else passes in the same cycle.
//   Vortex    CART: what a write brings waits in one of DATA_SLOTS, which it enters with and keeps
//             until it has left.
//             WarpPool: each instruction takes a slot, which is its warp in the block. A store
//             enters when no earlier instruction that is inside may share a line with it, a load
//             when no earlier store may; of 16 hashes of lines. Each load that leaves takes one of
//             the MSHRs, whose number is its tag. An ordered instruction leaves beside the block,
//             a line at a time.
//   HPDcache  A request with need_rsp enters when one of RSP_SLOTS is free, and keeps it until its
//             response is taken. Responses that are not taken at once wait in a ring.
//   PRIC      Two combinational maps: hashed line address of a line address, and back.
//
// Call order in a cycle: as of any block (block.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WRAPPED_H
#define WL_BLOCKS_WRAPPED_H

#include "blocks/block.h"
#include "config/ports/adapter.h"

// Events, counted by the model: X(name, unit, meaning).
#define WRAPPED_EVENTS(X) \
    X(entered, "requests", "requests that entered the block") \
    X(sent, "requests", "requests that left it") \
    X(ordered, "requests", "requests that entered alone, as they keep their place") \
    X(writes, "requests", "requests with data for the block that entered") \
    X(wait_ordered, "cycles", "cycles in which a request waited for the block to be empty") \
    X(wait_behind, "cycles", "cycles in which a request waited behind one that keeps its place") \
    X(wait_id, "cycles", "cycles in which a read waited for others of its ID") \
    X(wait_slot, "cycles", "cycles in which a request waited for a slot") \
    X(wait_line, "cycles", \
      "cycles in which a request waited for one that may be of its line and had not left") \
    X(wait_number, "cycles", "cycles in which a load waited for a tag of the cache's side") \
    X(wait_block, "cycles", "cycles in which a request waited for the block alone") \
    X(several, "requests", "reads that entered while another one of their ID was inside") \
    X(held, "cycles", "cycles in which an offered request was not accepted") \
    X(stored, "responses", "responses that waited in a slot") \
    X(direct, "responses", "responses that were taken as they came") \
    X(refused, "cycles", "cycles in which a response was not taken")

typedef struct wrapped_events {
    WRAPPED_EVENTS(STAT_FIELD)
} wrapped_events;
extern const stat_table wrapped_event_table;

// Why an event cannot occur with this adapter; NULL: it can.
const char *wrapped_excluded(const config *c, const adapter *a, unsigned event);

// Makes the model of a wrapped top as a device without `skip`. *a is copied. ST_INPUT and an error
// if the block within cannot be made.
int wrapped_make(const adapter *a, const config *c, block_dev *dev, err *e);

#endif
