// stream.h : a cache's monitor of the streaming bypass (blocks/streambypass.h, or the device that a factory makes) in the machine: what
// the cache asks and tells it, and the cycles in which the cache is not looked at.
//
// Instances: SM i's L1D is number i, L2 slice s is number gpu.sms + s, whichever of them have one (structures.streambypass.l1, l2).
//
// A cycle of the cache's clock is stream_edge, or is among those of stream_skip. In between the cache asks stream_closed and tells
// stream_count. A cache that sleeps because nothing can change must look again when the mode may: stream_next.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STREAM_H
#define WL_MACHINE_STREAM_H

#include "blocks/streambypass.h"
#include "machine/common/devices.h"

typedef struct stream {
    block_dev dev;
    uint64_t period, at; // at: cycle of the period that comes next
    bool closed;         // the mode of that cycle
    bool changed;        // it is not that of the cycle before
    bool counted;        // accesses of the period that is not judged yet
    streambypass_in now; // accesses of the cycle
} stream;

// The monitor `instance`; h may be NULL. ST_OK, or the factory's error.
int stream_new(stream **s, const config *c, const devices *d, unsigned instance, err *e);
void stream_free(stream *s); // NULL: nothing

static inline bool stream_closed(const stream *s) { return s && s->closed; }

static inline void stream_count(stream *s, bool hit)
{
    if (!s) return;
    s->now.acc_i[0]++;
    s->now.miss_i[0] += !hit;
}

void stream_edge(stream *s);                  // the cycle ends
void stream_skip(stream *s, uint64_t cycles); // so many without an access
// How many of the coming cycles have the mode of the last one, if none has an access; UINT64_MAX: all.
uint64_t stream_next(const stream *s);

const streambypass_events *stream_events(const stream *s);
static inline void stream_dump(const stream *s, FILE *f) { if (s) s->dev.dump(s->dev.self, f); }

#endif
