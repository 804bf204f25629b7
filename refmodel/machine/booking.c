// booking.c : see booking.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/booking.h"

#include <stdlib.h>

void booking_init(booking *b, uint64_t ahead)
{
    *b = (booking){.slots = 64};
    while (b->slots <= ahead) b->slots *= 2;
    b->of = wl_calloc(b->slots, sizeof *b->of);
}

void booking_free(booking *b)
{
    free(b->of);
    *b = (booking){0};
}
