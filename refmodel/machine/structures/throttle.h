// throttle.h: the seam of DWT-CS (blocks/dwtcs.h, or the device that a factory makes), one for all
// SMs. It reports to the block what each SM issued and missed in each core cycle, and passes the
// block's limits to the SMs' issue gates.
//
// Call order in a core cycle: after sm_commit of all SMs that ran, throttle_cycle. Its inputs are
// the activity of the SMs in this cycle, and the resulting limits apply from the next cycle on.
// Cycles in which no SM does anything may be skipped (throttle_skip) up to the first cycle of a
// period, in which the block decides; throttle_may_skip returns their number.
//
// Instructions are counted when they issue, because issue is in order and is never undone. Misses
// are reads that request their line from L2 (l1d.read_misses).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_THROTTLE_H
#define WL_MACHINE_THROTTLE_H

#include "blocks/dwtcs.h"
#include "machine/common/devices.h"
#include "machine/common/l1d_stats.h"
#include "machine/common/sm_stats.h"

typedef struct throttle throttle;

// The counters of an SM from which the instructions and misses of each cycle are derived.
typedef struct throttle_sm {
    const sm_stats *sm;
    const l1d_stats *l1d;
} throttle_sm;

// sms: [gpu.sms], copied. NULL on error.
throttle *throttle_new(const config *c, const devices *d, const throttle_sm *sms, err *e);
void throttle_free(throttle *t);

// throttle_begin: the next cycle is the first of kernel `number`; throttle_end: the first without a
// kernel.
void throttle_begin(throttle *t, unsigned number, const char *name);
void throttle_end(throttle *t);

bool throttle_cycle(throttle *t, uint64_t now);        // returns whether a limit has changed
uint64_t throttle_may_skip(const throttle *t);
void throttle_skip(throttle *t, uint64_t cycles);
unsigned throttle_limit(const throttle *t, unsigned i); // of SM i, from the next cycle on

const dwtcs_events *throttle_events(const throttle *t);
// The decisions so far: [{"cycle", "kernel", "does": "sample" or "throttle", "warps": limit of SM 1
// while sampling, else of all SMs}, ...].
json_t *throttle_history(const throttle *t);
void throttle_dump(const throttle *t, FILE *f);

#endif
