// wake_schedule.h: records when each of n components that tick together has to be evaluated.
//
// The components of the next tick form one set, and a ring holds a set for each later tick. A
// component that wakes later than the ring reaches is in the ring's last set, and moves to a later
// one when that set comes up; so does a component whose wake-up tick has changed since. There is no
// allocation after init. The functions called in every tick take the number of words of a set,
// which the caller passes as a constant where it is one.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WAKE_SCHEDULE_H
#define WL_MACHINE_WAKE_SCHEDULE_H

#include "base/err.h"
#include "machine/common/bits.h"

#include <stdlib.h>

#define AT_TICK static inline __attribute__((always_inline))

// longer than the ROP delay, which most wait for
enum { WAKE_SCHEDULE_TICKS = 128, WAKE_SCHEDULE_WORDS = WAKE_SCHEDULE_TICKS / 64 };

typedef struct wake_schedule {
    uint64_t occupied[WAKE_SCHEDULE_WORDS]; // bit tick % WAKE_SCHEDULE_TICKS: its set is not empty
    uint64_t *wake; // [component] first tick in which it must be evaluated; UINT64_MAX: none
    // [tick % WAKE_SCHEDULE_TICKS * words + word] components that may have to be evaluated then
    uint64_t *at;
    bits soon; // components of the next tick
} wake_schedule;

static inline void wake_schedule_init(wake_schedule *a, uint32_t n)
{
    *a = (wake_schedule){0};
    a->wake = wl_calloc(n, sizeof *a->wake);
    a->at = wl_calloc((size_t)WAKE_SCHEDULE_TICKS * bits_words(n), sizeof *a->at);
    for (uint32_t i = 0; i < n; i++) a->wake[i] = UINT64_MAX;
}

static inline void wake_schedule_free(wake_schedule *a)
{
    free(a->wake);
    free(a->at);
}

// Component i is to be evaluated in `tick` (UINT64_MAX: in none), but not before `next`, the first
// tick that has not been taken.
AT_TICK void wake_schedule_put(wake_schedule *a, uint32_t i, uint64_t tick, uint64_t next,
                               unsigned words)
{
    const uint64_t last = next + WAKE_SCHEDULE_TICKS - 1,
                   slot = (tick < last ? tick : last) % WAKE_SCHEDULE_TICKS;
    const uint64_t soon = tick <= next, later = (tick > next) & (tick != UINT64_MAX);
    a->wake[i] = tick;
    bits_put(&a->soon, i, soon);
    a->at[slot * words + i / 64] |= later << (i % 64);
    a->occupied[slot / 64] |= later << (slot % 64);
}

// The number of ticks from `next` on in which no component has to be evaluated; UINT64_MAX: all.
static inline uint64_t wake_schedule_quiet(const wake_schedule *a, uint64_t next, unsigned words)
{
    if (bits_any(&a->soon, words)) return 0;
    if (!words_any(a->occupied, WAKE_SCHEDULE_WORDS)) return UINT64_MAX;
    uint64_t t = next, w = a->occupied[t / 64 % WAKE_SCHEDULE_WORDS] >> (t % 64);
    while (!w) {
        t += 64 - t % 64;
        w = a->occupied[t / 64 % WAKE_SCHEDULE_WORDS];
    }
    return t + (unsigned)__builtin_ctzll(w) - next;
}

// Takes the components that wake in `tick`, which must be the next one. The tick after it is next
// then.
AT_TICK void wake_schedule_take(wake_schedule *a, uint64_t tick, bits *set, unsigned words)
{
    const uint64_t slot = tick % WAKE_SCHEDULE_TICKS;
    *set = a->soon;
    bits_clear_all(&a->soon, words);
    if (!(a->occupied[slot / 64] >> (slot % 64) & 1)) return;
    a->occupied[slot / 64] &= ~((uint64_t)1 << (slot % 64));
    for (unsigned k = 0; k < words; k++) {
        uint64_t left = a->at[slot * words + k];
        a->at[slot * words + k] = 0; // the slot now stands for the last tick of the ring
        for (; left; left &= left - 1) {
            const uint32_t i = 64 * k + (uint32_t)__builtin_ctzll(left);
            const uint64_t wake = a->wake[i];
            if (wake <= tick) bits_set(set, i);
            else wake_schedule_put(a, i, wake, tick + 1, words);
        }
    }
}

#endif
