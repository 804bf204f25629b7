// chans.h: arrays of memory-request channels, and a commit that reports what it changed.
//
// Items are mreq. Components are connected only by such channels (base/chan.h); whoever wires them
// owns the arrays and commits them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CHANS_H
#define WL_MACHINE_CHANS_H

#include "machine/common/mreq.h"

#include <stdio.h>

// The channels of one SM. They are aligned to a host cache line, because two threads may each write
// the channels of their own SMs.
typedef struct sm_chans {
    _Alignas(64) chan request, reply;
} sm_chans;

// requests, replies: capacities in items.
sm_chans *sm_chans_new(uint32_t n, uint32_t requests, uint32_t replies);
void sm_chans_free(sm_chans *c, uint32_t n);
chan *chans_new(uint32_t n, uint32_t capacity);
void chans_free(chan *c, uint32_t n); // c may be NULL
// prints one line unless empty
void chan_dump(FILE *f, const char *what, uint32_t i, const chan *c);

// The effect of one commit: the items pushed and popped, and whether a channel that was full has
// room again, which its producer may be waiting for.
typedef struct chan_edge {
    uint32_t pushed, popped;
    bool room;
} chan_edge;

// Commits the channel. There are no branches, since the host could not predict them.
static inline chan_edge chan_edge_commit(chan *c)
{
    const uint32_t popped = c->head - c->head_seen;
    const chan_edge e = {c->tail - c->tail_seen, popped,
                         (popped != 0) & (c->tail - c->head_seen == c->capacity)};
    chan_commit(c);
    return e;
}

#endif
