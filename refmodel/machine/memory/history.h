// history.h : one bit over time, written by one thread and read by another at a time that lies behind: the reader asks for the
// value that the bit had in a tick of its own, at most HISTORY / 2 ticks before the writer's. The bit starts as true.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_HISTORY_H
#define WL_MACHINE_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { HISTORY = 256 }; // changes kept; at most one a tick

typedef struct history {
    _Atomic uint32_t n;   // changes so far, running freely: the bit is true when it is even
    uint64_t at[HISTORY]; // [change % HISTORY] first tick with the new value
} history;

// The writer: the value from tick `now` on; ticks never decrease.
static inline void history_put(history *h, bool value, uint64_t now)
{
    const uint32_t n = atomic_load_explicit(&h->n, memory_order_relaxed);
    if (value == !(n & 1)) return;
    h->at[n % HISTORY] = now;
    atomic_store_explicit(&h->n, n + 1, memory_order_release);
}

// The reader: changes that there are now, which history_at may know. *seen is the reader's own, 0 at first.
static inline uint32_t history_hear(const history *h, uint32_t *seen)
{
    const uint32_t n = atomic_load_explicit(&h->n, memory_order_acquire);
    if (n - *seen > HISTORY / 2) *seen = n - HISTORY / 2;
    return n;
}

// The reader: the value in tick `now`, which the writer had passed when the reader heard of `there` changes; ticks never decrease.
static inline bool history_at(const history *h, uint32_t there, uint32_t *seen, uint64_t now)
{
    while (*seen != there && h->at[*seen % HISTORY] <= now) ++*seen;
    return !(*seen & 1);
}

#endif
