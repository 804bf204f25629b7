// stream.h: the seam of the streaming bypass beside a cache: its monitor (blocks/streambypass.h, or
// the device that a factory makes), with the cycles in which the cache is not evaluated.
//
// Instances: number i is the L1D of SM i, number gpu.sms + s is L2 slice s, if they have a monitor
// (structures.streambypass.l1 and l2).
//
// Call order: every cycle of the cache's clock is a stream_edge or part of a stream_skip. Before
// it, the cache asks stream_closed and reports accesses with stream_count. A cache that sleeps
// because nothing can change must be evaluated again when the mode may change: stream_next.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STREAM_H
#define WL_MACHINE_STREAM_H

#include "blocks/streambypass.h"
#include "machine/common/devices.h"

typedef struct stream {
    block_dev dev;
    uint64_t period, at; // length of a period in cycles; the next cycle within the period
    bool closed;         // mode of that cycle
    bool changed;        // the mode differs from that of the previous cycle
    bool counted;        // there were accesses in the period that has not been judged yet
    streambypass_in now; // accesses of the present cycle
} stream;

// Makes monitor `instance`; d may be NULL. Returns ST_OK, or the factory's status with an error.
int stream_new(stream **s, const config *c, const devices *d, unsigned instance, err *e);
void stream_free(stream *s); // NULL: nothing

static inline bool stream_closed(const stream *s) { return s && s->closed; }

static inline void stream_count(stream *s, bool hit)
{
    if (!s) return;
    s->now.acc_i[0]++;
    s->now.miss_i[0] += !hit;
}

void stream_edge(stream *s);                  // ends the cycle
void stream_skip(stream *s, uint64_t cycles); // accounts for cycles without an access
// The number of coming cycles that keep the mode if there is no access; UINT64_MAX: all.
uint64_t stream_next(const stream *s);

const streambypass_events *stream_events(const stream *s);
static inline void stream_dump(const stream *s, FILE *f) { if (s) s->dev.dump(s->dev.self, f); }

#endif
