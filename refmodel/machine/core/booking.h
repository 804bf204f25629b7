// booking.h: reserves slots of a shared resource in future cycles: banks of the register file and
// result buses.
//
// Reservations are made at issue, so that the instruction that issues first also reads or writes
// first. GPGPU-Sim decides this in the arbiter of its operand collector and in its result bus.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_BOOKING_H
#define WL_MACHINE_BOOKING_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct booked {
    uint64_t cycle; // the cycle that `taken` describes
    uint64_t taken; // bit p: place p is reserved
} booked;

// Reservations lie less than `slots` cycles ahead. The ring grows on demand, so that a machine with
// short latencies keeps it in the host's cache.
typedef struct booking {
    uint64_t slots; // a power of two
    booked *of;     // [cycle % slots]
} booking;

void booking_init(booking *b);
void booking_free(booking *b);
// grows the ring until it reaches `cycle`
void booking_widen(booking *b, uint64_t now, uint64_t cycle);

// Returns the places reserved in `cycle`, which is `now` or later. The entry may still describe an
// earlier cycle. There is no branch, since the host could not predict it.
static inline uint64_t booking_taken(booking *b, uint64_t now, uint64_t cycle)
{
    if (cycle - now >= b->slots) booking_widen(b, now, cycle);
    const booked *k = &b->of[cycle & (b->slots - 1)];
    return k->cycle == cycle ? k->taken : 0;
}

static inline void booking_put(booking *b, uint64_t cycle, uint64_t taken) { b->of[cycle & (b->slots - 1)] = (booked){cycle, taken}; }

// Reserves `place` in the first cycle from `from` on in which it is free, and returns that cycle.
static inline uint64_t booking_take(booking *b, uint64_t now, unsigned place, uint64_t from)
{
    const uint64_t bit = (uint64_t)1 << place;
    uint64_t at = from, taken;
    while ((taken = booking_taken(b, now, at)) & bit) at++;
    booking_put(b, at, taken | bit);
    return at;
}

// Reserves any of the first n places in cycle `at`. Returns false if all are taken.
static inline bool booking_take_any(booking *b, uint64_t now, unsigned n, uint64_t at)
{
    const uint64_t taken = booking_taken(b, now, at);
    if (taken >> (n - 1) & 1) return false; // they are taken from the lowest up
    booking_put(b, at, taken | (taken + 1));
    return true;
}

#endif
