// cart_state.h: the state of CART's golden model. Inside blocks/cart*.c only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_STATE_H
#define WL_BLOCKS_CART_STATE_H

#include "blocks/cart_buffer.h"
#include "config/cart_map.h"

enum { CART_MAX_QUEUES = 1024, CART_MAX_BRANCHES = 64, CART_NONE = -1 };

typedef struct cart_leaf {
    uint64_t column;
    unsigned waits; // bit i: for queue i of its group, which is older and has its column
    unsigned head, count;
} cart_leaf;

typedef struct cart_entry {
    uint64_t line, meta;
} cart_entry;

struct cart {
    cart_map map;
    unsigned branches, rows, columns, entries, queues, latency;
    bool tags; // design tree
    cart_drain drain;
    cart_leaf leaves[CART_MAX_QUEUES];
    uint64_t row_of[CART_MAX_QUEUES];         // [group] the row that it has or had last
    cart_entry *slots;                        // [queue][entries]
    unsigned held[CART_MAX_BRANCHES], inside; // requests: of a branch, of all
    uint64_t busy;                            // branches among which the last choice was made
    int last_queue[CART_MAX_BRANCHES];        // or CART_NONE
    int last_group[CART_MAX_BRANCHES];        // or CART_NONE
    struct {
        uint64_t row;
        bool known;
    } left[CART_MAX_BRANCHES];    // of the request that left last, for the events
    int left_queue, placed_queue; // queues of the last cycle's departure and placing, or CART_NONE
    bool incoming;
    cart_entry in;
    cart_place in_place;
    int found; // latency 3: queue that the request `next` goes to in this cycle, or CART_NONE
    cart_entry next;
    bool offers;
    unsigned queue,
        turn; // on offer; branch of the last offer (longest, rr, greedy: its queue is `queue`)
    cart_buffer *buffer; // design nonblocking: all of it
    cart_events events;
};

static inline unsigned cart_group_of(const cart *x, unsigned q) { return q / x->columns; }
static inline unsigned cart_branch_of(const cart *x, unsigned q)
{
    return q / (x->rows * x->columns);
}
static inline cart_entry *cart_slot_of(const cart *x, unsigned q, unsigned i)
{
    return &x->slots[(size_t)q * x->entries + i];
}

#endif
