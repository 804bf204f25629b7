// reservation_table.c : see reservation_table.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/reservation_table.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 32 };

void reservation_table_init(reservation_table *b)
{
    *b = (reservation_table){.slots = FIRST_SLOTS, .of = wl_calloc(FIRST_SLOTS, sizeof *b->of)};
}

void reservation_table_free(reservation_table *b)
{
    free(b->of);
    *b = (reservation_table){0};
}

void reservation_table_widen(reservation_table *b, uint64_t now, uint64_t cycle)
{
    const reservation_table old = *b;
    while (cycle - now >= b->slots) b->slots *= 2;
    b->of = wl_calloc(b->slots, sizeof *b->of);
    for (uint64_t k = 0; k < old.slots; k++) {
        if (old.of[k].cycle >= now) reservation_table_put(b, old.of[k].cycle, old.of[k].taken);
    }
    free(old.of);
}
