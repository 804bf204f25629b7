// dwtcs_seam.h: the seam of DWT-CS (blocks/dwtcs.h, or the device that a factory makes), one for
// all SMs. It reports to the block what each SM issued and missed in each core cycle, and passes
// the block's limits to the SMs' issue gates.
//
// Call order in a core cycle: after sm_commit of all SMs that ran, dwtcs_seam_cycle. Its inputs are
// the activity of the SMs in this cycle, and the resulting limits apply from the next cycle on.
// Cycles in which no SM does anything may be skipped (dwtcs_seam_skip) up to the first cycle of a
// period, in which the block decides; dwtcs_seam_may_skip returns their number.
//
// Instructions are counted when they issue, because issue is in order and is never undone. Misses
// are reads that request their line from L2 (l1d.read_misses).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_DWTCS_SEAM_H
#define WL_MACHINE_DWTCS_SEAM_H

#include "blocks/dwtcs.h"
#include "machine/common/devices.h"
#include "machine/common/l1d_stats.h"
#include "machine/common/sm_stats.h"

typedef struct dwtcs_seam dwtcs_seam;

// The counters of an SM from which the instructions and misses of each cycle are derived.
typedef struct dwtcs_seam_sm {
    const sm_stats *sm;
    const l1d_stats *l1d;
} dwtcs_seam_sm;

// sms: [gpu.sms], copied. NULL on error.
dwtcs_seam *dwtcs_seam_new(const config *c, const devices *d, const dwtcs_seam_sm *sms, err *e);
void dwtcs_seam_free(dwtcs_seam *t);

// dwtcs_seam_begin: the next cycle is the first of kernel `number`; dwtcs_seam_end: the first
// without a kernel.
void dwtcs_seam_begin(dwtcs_seam *t, unsigned number, const char *name);
void dwtcs_seam_end(dwtcs_seam *t);

bool dwtcs_seam_cycle(dwtcs_seam *t, uint64_t now); // returns whether a limit has changed
uint64_t dwtcs_seam_may_skip(const dwtcs_seam *t);
void dwtcs_seam_skip(dwtcs_seam *t, uint64_t cycles);
unsigned dwtcs_seam_limit(const dwtcs_seam *t, unsigned i); // of SM i, from the next cycle on

const dwtcs_events *dwtcs_seam_events(const dwtcs_seam *t);
// The decisions so far: [{"cycle", "kernel", "does": "sample" or "throttle", "warps": limit of SM 1
// while sampling, else of all SMs}, ...].
json_t *dwtcs_seam_history(const dwtcs_seam *t);
void dwtcs_seam_dump(const dwtcs_seam *t, FILE *f);

#endif
