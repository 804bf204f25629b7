// writeback_calendar.c : see writeback_calendar.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/core/writeback_calendar.h"

#include <stdlib.h>

static void make_ring(writeback_calendar *w, uint64_t slots)
{
    w->slots = slots;
    w->first = wl_calloc(slots, sizeof *w->first);
    w->used = wl_calloc(slots / 64, sizeof *w->used);
    w->words = wl_calloc(slots / 64 / 64 + 1, sizeof *w->words);
    for (uint64_t k = 0; k < slots; k++) w->first[k] = WRITEBACK_CALENDAR_NONE;
}

static void free_ring(writeback_calendar *w)
{
    free(w->first);
    free(w->used);
    free(w->words);
}

enum { FIRST_SLOTS = 64, FIRST_EVENTS = 64 };

void writeback_calendar_init(writeback_calendar *w)
{
    *w = (writeback_calendar){.capacity = FIRST_EVENTS,
                              .free_list = WRITEBACK_CALENDAR_NONE,
                              .soonest = UINT64_MAX,
                              .events = wl_calloc(FIRST_EVENTS, sizeof *w->events)};
    make_ring(w, FIRST_SLOTS);
}

void writeback_calendar_add_places(writeback_calendar *w)
{
    w->capacity *= 2;
    w->events = wl_realloc(w->events, w->capacity * sizeof *w->events);
}

// A cycle's list keeps its order.
void writeback_calendar_widen(writeback_calendar *w, uint64_t now, uint64_t at)
{
    writeback_calendar old = *w;
    uint64_t slots = old.slots;
    while (at - now >= slots) slots *= 2;
    make_ring(w, slots);
    for (uint64_t cycle = now; cycle < now + old.slots; cycle++) {
        const uint32_t k = old.first[cycle & (old.slots - 1)];
        if (k != WRITEBACK_CALENDAR_NONE) writeback_calendar_put(w, cycle, k);
    }
    free_ring(&old);
}

void writeback_calendar_free(writeback_calendar *w)
{
    free_ring(w);
    free(w->events);
    *w = (writeback_calendar){0};
}

// The first bit set at or after bit `from` of a map of n bits that goes round; n when there is
// none.
static uint64_t next_bit(const uint64_t *map, uint64_t n, uint64_t from)
{
    uint64_t words = (n + 63) / 64, at = from / 64, word = map[at] & ~(uint64_t)0 << (from % 64);
    for (uint64_t k = 0; k <= words; k++) {
        if (word) return at * 64 + (uint64_t)__builtin_ctzll(word);
        at = at + 1 < words ? at + 1 : 0;
        word = map[at];
    }
    return n;
}

uint64_t writeback_calendar_after(const writeback_calendar *w, uint64_t now)
{
    uint64_t from = (now + 1) & (w->slots - 1),
             rest = w->used[from / 64] & ~(uint64_t)0 << (from % 64);
    uint64_t at = from / 64;
    if (!rest) {
        uint64_t n = w->slots / 64;
        at = next_bit(w->words, n, (at + 1) & (n - 1));
        if (at == n) return UINT64_MAX;
        rest = w->used[at];
    }
    return now + 1 + ((at * 64 + (uint64_t)__builtin_ctzll(rest) - from) & (w->slots - 1));
}
