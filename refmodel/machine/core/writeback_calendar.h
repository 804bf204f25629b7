// writeback_calendar.h: schedules register write-backs.
//
// At issue, the SM knows in which future cycle most results will be written back. This calendar
// stores those events in a ring with one slot per cycle, and returns the first cycle that has any.
// A two-level bitmap marks the slots in use. The ring and the event pool grow on demand and never
// shrink, so that a machine with short latencies keeps them in the host's L1 cache. Events of one
// cycle come out in no particular order, and no caller depends on it.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_WRITEBACK_CALENDAR_H
#define WL_MACHINE_WRITEBACK_CALENDAR_H

#include "machine/common/front_end.h"

typedef struct writeback_calendar_event {
    const winst *i;
    uint32_t next;
    uint32_t warp;
} writeback_calendar_event;

typedef struct writeback_calendar {
    uint64_t soonest; // cycle of the first event; UINT64_MAX: none
    uint64_t slots;   // a power of two
    uint32_t *first;  // [cycle % slots] first event of the slot's list, or WRITEBACK_CALENDAR_NONE
    uint64_t *used;   // bit s % 64 of word s / 64: slot s holds events
    uint64_t *words;  // bit w % 64 of word w / 64: word w of `used` is not 0
    writeback_calendar_event *events; // pool; entries from `fresh` on were never used
    uint32_t free_list, fresh, capacity;
} writeback_calendar;

enum { WRITEBACK_CALENDAR_NONE = 0x7fffffff };

void writeback_calendar_init(writeback_calendar *w);
void writeback_calendar_free(writeback_calendar *w);
void writeback_calendar_widen(writeback_calendar *w, uint64_t now,
                              uint64_t at); // grows the ring until it reaches cycle `at`
void writeback_calendar_add_places(writeback_calendar *w); // grows the event pool

// The first cycle with an event; UINT64_MAX if there is none. The events of all cycles up to the
// present one must have been taken.
static inline uint64_t writeback_calendar_next(const writeback_calendar *w) { return w->soonest; }
uint64_t writeback_calendar_after(const writeback_calendar *w,
                                  uint64_t now); // searches for the first cycle after `now`

// Makes the list that begins with event k the list of the cycle.
static inline void writeback_calendar_put(writeback_calendar *w, uint64_t cycle, uint32_t k)
{
    const uint64_t slot = cycle & (w->slots - 1);
    w->first[slot] = k;
    w->used[slot / 64] |= (uint64_t)1 << (slot % 64);
    w->words[slot / 64 / 64] |= (uint64_t)1 << (slot / 64 % 64);
}

// Adds an event for cycle `at`, which must be after `now`.
static inline void writeback_calendar_add(writeback_calendar *w, uint64_t now, uint64_t at,
                                          unsigned warp, const winst *i)
{
    if (at - now >= w->slots) writeback_calendar_widen(w, now, at);
    uint32_t k = w->free_list;
    if (k == WRITEBACK_CALENDAR_NONE) {
        if (w->fresh == w->capacity) writeback_calendar_add_places(w);
        k = w->fresh++;
    } else {
        w->free_list = w->events[k].next;
    }
    w->events[k] =
        (writeback_calendar_event){.i = i, .next = w->first[at & (w->slots - 1)], .warp = warp};
    writeback_calendar_put(w, at, k);
    w->soonest = at < w->soonest ? at : w->soonest;
}

static inline bool writeback_calendar_has(const writeback_calendar *w, uint64_t now)
{
    return w->soonest == now;
}

// Takes one event of cycle `now`. Returns false if none is left; the caller must continue until it
// returns false before it asks for a later cycle.
static inline bool writeback_calendar_take(writeback_calendar *w, uint64_t now,
                                           writeback_calendar_event *e)
{
    uint64_t slot = now & (w->slots - 1);
    uint32_t k = w->first[slot];
    if (k == WRITEBACK_CALENDAR_NONE) {
        w->used[slot / 64] &= ~((uint64_t)1 << (slot % 64));
        if (!w->used[slot / 64]) w->words[slot / 64 / 64] &= ~((uint64_t)1 << (slot / 64 % 64));
        w->soonest = writeback_calendar_after(w, now);
        return false;
    }
    *e = w->events[k];
    w->first[slot] = e->next;
    w->events[k].next = w->free_list;
    w->free_list = k;
    return true;
}

#endif
