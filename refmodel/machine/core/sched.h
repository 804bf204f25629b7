// sched.h : one warp scheduler's choice among its warps: round robin, greedy-then-oldest, two-level (GPGPU-Sim's lrr, gto,
// two_level_active).
//
// Warp w of an SM belongs to scheduler w mod schedulers. Sets of warps are 64-bit masks, bit w for warp slot w.
//   rr    starts after the warp that issued last, in slot order
//   gto   the warp that issued last (its slot, whoever is in it now), then the oldest: least age, a number that grows with
//         every warp placed on the SM
//   two_level  only warps of the active set, sm.active_warps of them at most, are looked at, in round robin: the one that issued
//         goes to the end. A warp whose next instruction waits for a load, or that waits at a barrier or fence, is kept back
//         by the issue gate, or has exited, leaves the set; the places are taken by the warps that have been outside longest
//         among those that do not wait. (GPGPU-Sim also takes in warps that still wait, and sends them out again in the next cycle.)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_SCHED_H
#define WL_MACHINE_SCHED_H

#include "config/config.h"

enum { SCHED_SLOTS = 64 };

typedef struct sched {
    sched_kind kind;
    unsigned last;       // warp slot that issued last
    uint64_t warps;      // its warp slots
    const uint32_t *age; // [warp slot], the SM's
    bool by_slot;        // as sched_place was told, the lower of two live slots has the older warp; false: not known
    // of two_level
    unsigned most;                                   // places in the active set
    unsigned n_active, n_outside;
    uint8_t active[SCHED_SLOTS], outside[SCHED_SLOTS]; // warp slots, the first in turn first
} sched;

void sched_init(sched *s, const config *c, unsigned index, const uint32_t *age);

// A new warp, younger than all others, is in the slot; live: warps that are there already. It makes picking the oldest faster.
void sched_place(sched *s, unsigned warp, uint64_t live);

// The warp to issue from a set of ready warps of this scheduler; -1 when the set is empty.
int sched_pick(const sched *s, uint64_t ready);

// Those of `set` that the scheduler looks at before it comes to `picked` (-1: it looks at all).
uint64_t sched_seen_before(const sched *s, uint64_t set, int picked);

// two_level, before the choice of a cycle: `waits` are the warps that wait for long or have exited. The same sets again change
// nothing.
void sched_renew(sched *s, uint64_t waits);
uint64_t sched_active_set(const sched *s);
void sched_rotate(sched *s, unsigned warp);

// Warps that are looked at.
static inline uint64_t sched_active(const sched *s) { return s->kind == SCHED_TWO_LEVEL ? sched_active_set(s) : s->warps; }

static inline void sched_issued(sched *s, unsigned warp)
{
    s->last = warp;
    if (s->kind == SCHED_TWO_LEVEL) sched_rotate(s, warp);
}

#endif
