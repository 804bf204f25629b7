// chan.h: a two-phase FIFO of fixed-size items, the only connection between components.
//
// Within a cycle, producer and consumer see the state of the last commit: a push becomes visible to
// the consumer, and the room made by a pop to the producer, with chan_commit. So results do not
// depend on the order in which components are evaluated. A channel has one producer and one
// consumer. Whoever connects the components calls chan_commit once per edge of the channel's clock,
// or, for a channel between two clocks, after every time step in which either side ran.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CHAN_H
#define WL_BASE_CHAN_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct chan {
    unsigned char *slots;                // item i is at slots + (i & mask) * item_bytes
    uint32_t item_bytes, mask, capacity; // capacity <= mask + 1
    // Free-running positions. A position and its copy are not neighbours: the host would copy two
    // of them as one, and wait until both are written.
    // used by the consumer: its own position, and the producer's as of the last commit
    uint32_t head, tail_seen;
    // used by the producer: its own position, and the consumer's as of the last commit
    uint32_t tail, head_seen;
} chan;

static inline void chan_init(chan *c, uint32_t capacity, uint32_t item_bytes)
{
    uint32_t n = 1;
    while (n < capacity) n *= 2;
    *c = (chan){.slots = wl_calloc(n, item_bytes),
                .item_bytes = item_bytes,
                .mask = n - 1,
                .capacity = capacity};
}
void chan_free(chan *c);

// Producer: may one more item be pushed? The room is that of the last commit less this cycle's
// pushes.
static inline bool chan_can_push(const chan *c) { return c->tail - c->head_seen < c->capacity; }
static inline uint32_t chan_room(const chan *c) { return c->capacity - (c->tail - c->head_seen); }
static inline void *chan_slot(const chan *c, uint32_t i)
{
    return c->slots + (size_t)(i & c->mask) * c->item_bytes;
}
static inline void chan_push(chan *c, const void *item)
{
    memcpy(chan_slot(c, c->tail++), item, c->item_bytes);
}

// Consumer: the oldest item as of the last commit, or NULL; chan_pop removes it.
static inline const void *chan_front(const chan *c)
{
    return c->head != c->tail_seen ? chan_slot(c, c->head) : 0;
}
static inline uint32_t chan_count(const chan *c) { return c->tail_seen - c->head; }
static inline void chan_pop(chan *c) { c->head++; }

static inline void chan_commit(chan *c)
{
    c->head_seen = c->head;
    c->tail_seen = c->tail;
}
// no items, committed or not
static inline bool chan_empty(const chan *c) { return c->tail == c->head; }

#endif
