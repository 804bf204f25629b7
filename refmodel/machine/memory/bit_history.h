// bit_history.h: a bit over time, written by one thread and read by another that is behind in
// simulated time.
//
// The reader asks for the value that the bit had in one of the reader's ticks, at most HISTORY / 2
// ticks before the writer's. The bit starts as true.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_BIT_HISTORY_H
#define WL_MACHINE_BIT_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { HISTORY = 256 }; // changes remembered, at most one per tick

typedef struct bit_history {
    _Atomic uint32_t n;   // free-running number of changes: the bit is true if it is even
    uint64_t at[HISTORY]; // [change % HISTORY] first tick with the new value
} bit_history;

// Writer: sets the value from tick `now` on. Ticks must not decrease.
static inline void bit_history_put(bit_history *h, bool value, uint64_t now)
{
    const uint32_t n = atomic_load_explicit(&h->n, memory_order_relaxed);
    if (value == !(n & 1)) return;
    h->at[n % HISTORY] = now;
    atomic_store_explicit(&h->n, n + 1, memory_order_release);
}

// Reader: returns the number of changes so far, which bit_history_at may use. *seen belongs to the
// reader and starts at 0.
static inline uint32_t bit_history_receive(const bit_history *h, uint32_t *seen)
{
    const uint32_t n = atomic_load_explicit(&h->n, memory_order_acquire);
    if (n - *seen > HISTORY / 2) *seen = n - HISTORY / 2;
    return n;
}

// Reader: returns the value in tick `now`. The writer must have passed that tick when
// bit_history_receive returned `there`. Ticks must not decrease.
static inline bool bit_history_at(const bit_history *h, uint32_t there, uint32_t *seen,
                                  uint64_t now)
{
    while (*seen != there && h->at[*seen % HISTORY] <= now) ++*seen;
    return !(*seen & 1);
}

#endif
