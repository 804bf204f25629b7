// sched.h : one warp scheduler's choice among its warps: round robin or greedy-then-oldest (GPGPU-Sim's lrr and gto).
//
// Warp w of an SM belongs to scheduler w mod schedulers. Sets of warps are 64-bit masks, bit w for warp slot w.
//   rr    starts after the warp that issued last, in slot order
//   gto   the warp that issued last (its slot, whoever is in it now), then the oldest: least age, a number that grows with
//         every warp placed on the SM
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SCHED_H
#define WL_MACHINE_SCHED_H

#include "config/config.h"

typedef struct sched {
    sched_kind kind;
    unsigned last;       // warp slot that issued last
    uint64_t warps;      // its warp slots
    const uint32_t *age; // [warp slot], the SM's
} sched;

void sched_init(sched *s, const config *c, unsigned index, const uint32_t *age);

// The warp to issue from a set of ready warps of this scheduler; -1 when the set is empty.
int sched_pick(const sched *s, uint64_t ready);

// Those of `set` that the scheduler looks at before it comes to `picked` (-1: it looks at all).
uint64_t sched_seen_before(const sched *s, uint64_t set, int picked);

static inline void sched_issued(sched *s, unsigned warp) { s->last = warp; }

#endif
