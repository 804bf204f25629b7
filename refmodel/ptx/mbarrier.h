// mbarrier.h: the word of a barrier object, and the arrivals at it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_MBARRIER_H
#define WL_PTX_MBARRIER_H

#include <stdint.h>

enum { MBARRIER_EXPECTED = 20, MBARRIER_PHASE = 40 }; // where they begin; the pending count at 0
#define MBARRIER_COUNT ((UINT64_C(1) << MBARRIER_EXPECTED) - 1)
#define MBARRIER_FRESH(count) ((uint64_t)(count) << MBARRIER_EXPECTED | (uint64_t)(count))

// Atomics that PTX cannot name, because a modifier that is written down has no dot.
#define MBARRIER_ARRIVE "mbarrier.arrive"
#define MBARRIER_DROP "mbarrier.arrive_drop"

// The word after `count` arrivals; dropped: the phases from the next on wait for as many fewer. The
// last one begins the next phase.
static inline uint64_t mbarrier_after(uint64_t word, uint64_t count, uint64_t dropped)
{
    const uint64_t expected = (word >> MBARRIER_EXPECTED & MBARRIER_COUNT) - dropped,
                   left = (word & MBARRIER_COUNT) - count, phase = word >> MBARRIER_PHASE;
    return left ? phase << MBARRIER_PHASE | (expected & MBARRIER_COUNT) << MBARRIER_EXPECTED |
                      (left & MBARRIER_COUNT)
                : (phase + 1) << MBARRIER_PHASE | MBARRIER_FRESH(expected & MBARRIER_COUNT);
}

#endif
