// sched.h: the choice of one warp scheduler: round robin, greedy-then-oldest, or two-level
// (GPGPU-Sim's lrr, gto and two_level_active).
//
// Warp w of an SM belongs to scheduler w mod schedulers. Sets of warps are 64-bit masks with bit w
// for warp slot w.
//   rr         starts after the warp that issued last, in slot order
//   gto        prefers the slot that issued last, whichever warp is in it now, then the oldest
//              warp: the one with the lowest `age`, a number that increases with every warp placed
//              on the SM
//   two_level  considers only the active set, at most sm.active_warps warps, in round robin: the
//              warp that issued moves to the end. A warp leaves the set if its next instruction
//              waits for a load, if it waits at a barrier or fence, if the issue gate blocks it, or
//              if it has exited. Its place goes to the warp that has been outside for longest among
//              those that do not wait. (GPGPU-Sim also admits warps that still wait, and removes
//              them in the next cycle.)
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
    const uint32_t *age; // [warp slot], owned by the SM
    // true if a lower live slot is known to hold the older warp (from sched_place)
    bool by_slot;
    // two_level only
    unsigned most; // capacity of the active set
    unsigned n_active, n_outside;
    uint8_t active[SCHED_SLOTS], outside[SCHED_SLOTS]; // warp slots, the next one first
} sched;

void sched_init(sched *s, const config *c, unsigned index, const uint32_t *age);

// Records that a new warp, younger than all `live` ones, has taken the slot. This only makes the
// choice of the oldest warp faster.
void sched_place(sched *s, unsigned warp, uint64_t live);

// Returns the warp to issue from a set of ready warps of this scheduler; -1 if the set is empty.
int sched_pick(const sched *s, uint64_t ready);

// Returns the members of `set` that the scheduler considers before it reaches `picked`; all of them
// if picked is -1.
uint64_t sched_seen_before(const sched *s, uint64_t set, int picked);

// two_level: updates the active set before the choice of a cycle. `waits` holds the warps that have
// to leave it. Calling it again with the same set changes nothing.
void sched_renew(sched *s, uint64_t waits);
uint64_t sched_active_set(const sched *s);
void sched_rotate(sched *s, unsigned warp);

// The warps that the scheduler considers.
static inline uint64_t sched_active(const sched *s)
{
    return s->kind == SCHED_TWO_LEVEL ? sched_active_set(s) : s->warps;
}

static inline void sched_issued(sched *s, unsigned warp)
{
    s->last = warp;
    if (s->kind == SCHED_TWO_LEVEL) sched_rotate(s, warp);
}

#endif
