// booking.c : see booking.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/booking.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 32 };

void booking_init(booking *b)
{
    *b = (booking){.slots = FIRST_SLOTS, .of = wl_calloc(FIRST_SLOTS, sizeof *b->of)};
}

void booking_free(booking *b)
{
    free(b->of);
    *b = (booking){0};
}

void booking_widen(booking *b, uint64_t now, uint64_t cycle)
{
    const booking old = *b;
    while (cycle - now >= b->slots) b->slots *= 2;
    b->of = wl_calloc(b->slots, sizeof *b->of);
    for (uint64_t k = 0; k < old.slots; k++) {
        if (old.of[k].cycle >= now) booking_put(b, old.of[k].cycle, old.of[k].taken);
    }
    free(old.of);
}
