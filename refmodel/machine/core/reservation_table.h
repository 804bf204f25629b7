// reservation_table.h: reserves slots of a shared resource in future cycles: banks of the register
// file and result buses.
//
// Reservations are made at issue, so that the instruction that issues first also reads or writes
// first. GPGPU-Sim decides this in the arbiter of its operand collector and in its result bus.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_RESERVATION_TABLE_H
#define WL_MACHINE_RESERVATION_TABLE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct reservation_row {
    uint64_t cycle; // the cycle that `taken` describes
    uint64_t taken; // bit p: place p is reserved
} reservation_row;

// Reservations lie less than `slots` cycles ahead. The ring grows on demand, so that a machine with
// short latencies keeps it in the host's cache.
typedef struct reservation_table {
    uint64_t slots;      // a power of two
    reservation_row *of; // [cycle % slots]
} reservation_table;

void reservation_table_init(reservation_table *b);
void reservation_table_free(reservation_table *b);
// grows the ring until it reaches `cycle`
void reservation_table_widen(reservation_table *b, uint64_t now, uint64_t cycle);

// Returns the places reserved in `cycle`, which is `now` or later. The entry may still describe an
// earlier cycle. There is no branch, since the host could not predict it.
static inline uint64_t reservation_table_taken(reservation_table *b, uint64_t now, uint64_t cycle)
{
    if (cycle - now >= b->slots) reservation_table_widen(b, now, cycle);
    const reservation_row *k = &b->of[cycle & (b->slots - 1)];
    return k->cycle == cycle ? k->taken : 0;
}

static inline void reservation_table_put(reservation_table *b, uint64_t cycle, uint64_t taken)
{
    b->of[cycle & (b->slots - 1)] = (reservation_row){cycle, taken};
}

// Reserves `place` in the first cycle from `from` on in which it is free, and returns that cycle.
static inline uint64_t reservation_table_take(reservation_table *b, uint64_t now, unsigned place,
                                              uint64_t from)
{
    const uint64_t bit = (uint64_t)1 << place;
    uint64_t at = from, taken;
    while ((taken = reservation_table_taken(b, now, at)) & bit) at++;
    reservation_table_put(b, at, taken | bit);
    return at;
}

// Reserves any of the first n places in cycle `at`. Returns false if all are taken.
static inline bool reservation_table_take_any(reservation_table *b, uint64_t now, unsigned n,
                                              uint64_t at)
{
    const uint64_t taken = reservation_table_taken(b, now, at);
    if (taken >> (n - 1) & 1) return false; // they are taken from the lowest up
    reservation_table_put(b, at, taken | (taken + 1));
    return true;
}

#endif
