// lockstep.h : the RTL of every SM's MRPB beside (lockstep) or instead of (rtl) the golden model, as mrpb_factory for the
// machine. In lockstep every output port is compared in every cycle, masked only where the port table names a qualifier that
// is 0 in the model; masked comparisons are counted. The RTL is clocked in every cycle, idle or not.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_LOCKSTEP_H
#define WL_TB_LOCKSTEP_LOCKSTEP_H

#include "blocks/mrpb.h"
#include "tb/lockstep/build.h"

#include <jansson.h>

typedef enum lockstep_mode { LOCKSTEP_BOTH, LOCKSTEP_RTL } lockstep_mode;

typedef struct lockstep_job {
    const config *c;
    lockstep_mode mode;
    const char *sms;      // "all" or a list like "0,3-5"
    const char *inject;   // bug ID of either list, or NULL
    const char *wave;     // FST file to write for the first listed SM, or NULL
    uint64_t wave_from, wave_to; // core cycles of the window
} lockstep_job;

typedef struct lockstep lockstep;

lockstep *lockstep_new(const lockstep_job *j, err *e);
void lockstep_free(lockstep *l);

// mrpb_factory; ctx is the lockstep.
int lockstep_factory(void *ctx, const config *c, unsigned sm, mrpb_dev *dev, err *e);
// Becomes true at the first mismatch (gpu_hooks.stop).
const volatile bool *lockstep_stop(const lockstep *l);

// {"mismatches", "cycles_compared", "compares", "masked", "events": {...}, "first_mismatch": {sm, cycle, port, model, rtl,
// last events} or null}
json_t *lockstep_result(const lockstep *l);

#endif
