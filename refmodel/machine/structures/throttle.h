// throttle.h : DWT-CS in the machine (blocks/dwtcs.h, or the device that a factory makes): one for all SMs. It tells the block what each
// SM has issued and missed in each core cycle, and hands the block's limits on to the SMs' issue gates.
//
// A core cycle: after sm_commit of all SMs that ran, throttle_cycle: inputs are what they did in it, and the limits that come out hold
// from the next cycle on. Cycles in which no SM does anything may be left out (throttle_skip), up to the first one of a
// period, in which the block decides; throttle_may_skip says how many.
//
// Instructions are counted when they issue (in order, one a cycle and scheduler, never undone: what issues commits). Misses are reads
// that ask L2 for their line (l1d.read_misses).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_THROTTLE_H
#define WL_MACHINE_THROTTLE_H

#include "blocks/dwtcs.h"
#include "machine/common/devices.h"
#include "machine/common/l1d_stats.h"
#include "machine/common/sm_stats.h"

typedef struct throttle throttle;

// The counters of an SM from which its instructions and misses of each cycle are taken.
typedef struct throttle_sm {
    const sm_stats *sm;
    const l1d_stats *l1d;
} throttle_sm;

throttle *throttle_new(const config *c, const devices *d, const throttle_sm *sms, err *e); // sms: [gpu.sms], copied; NULL on error
void throttle_free(throttle *t);

// The next cycle begins kernel `number`, or is the first without one.
void throttle_begin(throttle *t, unsigned number, const char *name);
void throttle_end(throttle *t);

bool throttle_cycle(throttle *t, uint64_t now);        // are the limits others than before?
uint64_t throttle_may_skip(const throttle *t);
void throttle_skip(throttle *t, uint64_t cycles);
unsigned throttle_limit(const throttle *t, unsigned i); // of SM i, from the next cycle on

const dwtcs_events *throttle_events(const throttle *t);
// What happened when: [{"cycle", "kernel", "does": "sample" or "throttle", "warps": of SM 1 alone or of all SMs}, ...].
json_t *throttle_history(const throttle *t);
void throttle_dump(const throttle *t, FILE *f);

#endif
