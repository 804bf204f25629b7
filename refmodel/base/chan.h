// chan.h : two-phase FIFO of fixed-size items between components: the only way in which components talk.
//
// Within a cycle the producer pushes and the consumer pops against what was committed at the last edge: a push is seen by the
// consumer after chan_commit, and the room of a pop by the producer after chan_commit. So results do not depend on the order
// in which components are evaluated. One producer, one consumer. Whoever wires the components calls chan_commit once an edge
// of the clock on which the channel lives (or, for a channel between two clocks, after every time step in which either ran).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BASE_CHAN_H
#define WL_BASE_CHAN_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct chan {
    unsigned char *slots; // item i is at slots + (i & mask) * item_bytes
    uint32_t item_bytes, mask, capacity; // capacity <= mask + 1
    // Running freely. Each is apart from what the commit copies it to: two copied as one would wait for both to be written.
    uint32_t head, tail_seen; // the consumer's own, and the producer's as of the last commit
    uint32_t tail, head_seen; // the producer's own, and the consumer's as of then
} chan;

static inline void chan_init(chan *c, uint32_t capacity, uint32_t item_bytes)
{
    uint32_t n = 1;
    while (n < capacity) n *= 2;
    *c = (chan){.slots = wl_calloc(n, item_bytes), .item_bytes = item_bytes, .mask = n - 1, .capacity = capacity};
}
void chan_free(chan *c);

// Producer: may one item be pushed (room as of the last commit, this cycle's pushes counted)?
static inline bool chan_can_push(const chan *c) { return c->tail - c->head_seen < c->capacity; }
static inline uint32_t chan_room(const chan *c) { return c->capacity - (c->tail - c->head_seen); }
static inline void *chan_slot(const chan *c, uint32_t i) { return c->slots + (size_t)(i & c->mask) * c->item_bytes; }
static inline void chan_push(chan *c, const void *item) { memcpy(chan_slot(c, c->tail++), item, c->item_bytes); }

// Consumer: oldest item as of the last commit, or NULL; pop removes it.
static inline const void *chan_front(const chan *c) { return c->head != c->tail_seen ? chan_slot(c, c->head) : 0; }
static inline uint32_t chan_count(const chan *c) { return c->tail_seen - c->head; }
static inline void chan_pop(chan *c) { c->head++; }

static inline void chan_commit(chan *c) { c->head_seen = c->head; c->tail_seen = c->tail; }
static inline bool chan_empty(const chan *c) { return c->tail == c->head; } // truly empty, uncommitted pushes counted

#endif
