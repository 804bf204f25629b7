// streambypass_seam.h: the seam of the streaming bypass beside a cache: its monitor
// (blocks/streambypass.h, or the device that a factory makes), with the cycles in which the cache
// is not evaluated.
//
// Instances: number i is the L1D of SM i, number gpu.sms + s is L2 slice s, if they have a monitor
// (structures.streambypass.l1 and l2).
//
// Call order: every cycle of the cache's clock is a streambypass_seam_clock or part of a
// streambypass_seam_skip. Before it, the cache asks streambypass_seam_closed and reports accesses
// with streambypass_seam_count. A cache that sleeps because nothing can change must be evaluated
// again when the mode may change: streambypass_seam_next.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_STREAMBYPASS_SEAM_H
#define WL_MACHINE_STREAMBYPASS_SEAM_H

#include "blocks/streambypass.h"
#include "machine/common/devices.h"

typedef struct streambypass_seam {
    block_dev dev;
    uint64_t period, at; // length of a period in cycles; the next cycle within the period
    bool closed;         // mode of that cycle
    bool changed;        // the mode differs from that of the previous cycle
    bool counted;        // there were accesses in the period that has not been judged yet
    streambypass_in now; // accesses of the present cycle
} streambypass_seam;

// Makes monitor `instance`; d may be NULL. Returns ST_OK, or the factory's status with an error.
int streambypass_seam_new(streambypass_seam **s, const config *c, const devices *d,
                          unsigned instance, err *e);
void streambypass_seam_free(streambypass_seam *s); // NULL: nothing

static inline bool streambypass_seam_closed(const streambypass_seam *s) { return s && s->closed; }

static inline void streambypass_seam_count(streambypass_seam *s, bool hit)
{
    if (!s) return;
    s->now.acc_i[0]++;
    s->now.miss_i[0] += !hit;
}

void streambypass_seam_clock(streambypass_seam *s); // ends the cycle
void streambypass_seam_skip(streambypass_seam *s,
                            uint64_t cycles); // accounts for cycles without an access
// The number of coming cycles that keep the mode if there is no access; UINT64_MAX: all.
uint64_t streambypass_seam_next(const streambypass_seam *s);

const streambypass_events *streambypass_seam_events(const streambypass_seam *s);
static inline void streambypass_seam_dump(const streambypass_seam *s, FILE *f)
{
    if (s) s->dev.dump(s->dev.self, f);
}

#endif
