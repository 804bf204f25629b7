// chans.h : arrays of channels of mreq, and the edge of a channel as whoever wires components wants to know it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CHANS_H
#define WL_MACHINE_CHANS_H

#include "machine/common/mreq.h"

#include <stdio.h>

// The channels of an SM, in a cache line of their own: with SMs in two threads each thread writes those of its own SMs.
typedef struct sm_chans {
    _Alignas(64) chan request, reply;
} sm_chans;

sm_chans *sm_chans_new(uint32_t n, uint32_t requests, uint32_t replies); // capacities
void sm_chans_free(sm_chans *c, uint32_t n);
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
