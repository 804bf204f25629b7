// booking.h : which places of a shared resource are taken in each coming cycle: banks of the register file, result buses.
// (GPGPU-Sim's operand-collector arbiter and result bus, decided at issue: who issues first reads or writes first.)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_BOOKING_H
#define WL_MACHINE_BOOKING_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct booked {
    uint64_t cycle; // that `taken` is of
    uint64_t taken; // bit p: place p is taken
} booked;

// What is booked lies less than `slots` cycles ahead: the ring is as long as has been needed, so that it stays in the computer's caches.
typedef struct booking {
    uint64_t slots; // a power of two
    booked *of;     // [cycle % slots]
} booking;

void booking_init(booking *b);
void booking_free(booking *b);
void booking_widen(booking *b, uint64_t now, uint64_t cycle); // until the cycle is less than `slots` ahead

// What is taken in the cycle, from `now` on. Its record may still be that of an older one; which it is cannot be foreseen, so there is no branch.
static inline uint64_t booking_taken(booking *b, uint64_t now, uint64_t cycle)
{
    if (cycle - now >= b->slots) booking_widen(b, now, cycle);
    const booked *k = &b->of[cycle & (b->slots - 1)];
    return k->cycle == cycle ? k->taken : 0;
}

static inline void booking_put(booking *b, uint64_t cycle, uint64_t taken) { b->of[cycle & (b->slots - 1)] = (booked){cycle, taken}; }

// Takes place `place` in the first cycle from `from` on in which it is free, and returns that cycle.
static inline uint64_t booking_take(booking *b, uint64_t now, unsigned place, uint64_t from)
{
    const uint64_t bit = (uint64_t)1 << place;
    uint64_t at = from, taken;
    while ((taken = booking_taken(b, now, at)) & bit) at++;
    booking_put(b, at, taken | bit);
    return at;
}

// Is any of the first n places free in the cycle? Takes it.
static inline bool booking_take_any(booking *b, uint64_t now, unsigned n, uint64_t at)
{
    const uint64_t taken = booking_taken(b, now, at);
    if (taken >> (n - 1) & 1) return false; // they are taken from the lowest up
    booking_put(b, at, taken | (taken + 1));
    return true;
}

#endif
