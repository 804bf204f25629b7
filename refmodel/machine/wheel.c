// wheel.c : see wheel.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/wheel.h"

#include <stdlib.h>

void wheel_init(wheel *w, uint64_t horizon, unsigned events_a_cycle)
{
    uint64_t slots = 64;
    while (slots <= horizon) slots *= 2;
    uint32_t n = (uint32_t)slots * events_a_cycle;
    *w = (wheel){.slots = slots, .capacity = n};
    w->first = wl_calloc(slots, sizeof *w->first);
    w->used = wl_calloc(slots / 64, sizeof *w->used);
    w->events = wl_calloc(n, sizeof *w->events);
    for (uint64_t k = 0; k < slots; k++) w->first[k] = WHEEL_NONE;
    for (uint32_t k = 0; k < n; k++) w->events[k].next = k + 1 < n ? k + 1 : WHEEL_NONE;
}

void wheel_free(wheel *w)
{
    free(w->first);
    free(w->used);
    free(w->events);
    *w = (wheel){0};
}

uint64_t wheel_next(const wheel *w, uint64_t now)
{
    uint64_t words = w->slots / 64, from = (now + 1) & (w->slots - 1);
    uint64_t word = w->used[from / 64] & ~(uint64_t)0 << (from % 64);
    for (uint64_t k = 0; k <= words; k++) {
        if (word) {
            uint64_t slot = (from / 64 + k) % words * 64 + (uint64_t)__builtin_ctzll(word);
            return now + 1 + ((slot - from) & (w->slots - 1));
        }
        word = w->used[(from / 64 + k + 1) % words];
    }
    return UINT64_MAX;
}
