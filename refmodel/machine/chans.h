// chans.h : arrays of channels of mreq, and the edge of a channel as whoever wires components wants to know it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CHANS_H
#define WL_MACHINE_CHANS_H

#include "machine/mreq.h"

#include <stdio.h>

chan *chans_new(uint32_t n, uint32_t capacity);
void chans_free(chan *c, uint32_t n); // c may be NULL
void chan_dump(FILE *f, const char *what, uint32_t i, const chan *c); // a line, if it holds anything

// What a commit did: items pushed, popped, and whether a full channel has room again (what its producer may wait for).
typedef struct chan_edge {
    uint32_t pushed, popped;
    bool room;
} chan_edge;

// No branches: which channel moves is anyone's guess.
static inline chan_edge chan_edge_commit(chan *c)
{
    const uint32_t popped = c->head - c->head_seen;
    const chan_edge e = {c->tail - c->tail_seen, popped, (popped != 0) & (c->tail - c->head_seen == c->capacity)};
    chan_commit(c);
    return e;
}

#endif
