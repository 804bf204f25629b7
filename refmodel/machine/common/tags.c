// tags.c : see tags.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/tags.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, WAY_BITS = 4, AGE_BITS = 40 };

static void init_lists(tags *t, size_t n)
{
    linemap_init(&t->where, (uint32_t)n);
    t->older = wl_calloc(n, sizeof *t->older);
    t->newer = wl_calloc(n, sizeof *t->newer);
    t->oldest = wl_calloc(t->sets, sizeof *t->oldest);
    t->newest = wl_calloc(t->sets, sizeof *t->newest);
}

void tags_init(tags *t, uint32_t sets, uint32_t ways)
{
    const size_t n = (size_t)sets * ways;
    *t = (tags){.sets = sets, .ways = ways, .many = ways > TAGS_FEW};
    t->memory = wl_calloc(n * sizeof *t->at + CACHE_LINE, 1);
    t->at = (tag *)(void *)((char *)t->memory + (CACHE_LINE - (uintptr_t)t->memory % CACHE_LINE));
    if (t->many) init_lists(t, n);
    tags_clear(t);
}

void tags_free(tags *t)
{
    free(t->memory);
    if (t->many) linemap_free(&t->where);
    free(t->older);
    free(t->newer);
    free(t->oldest);
    free(t->newest);
    *t = (tags){0};
}

static void clear_list(tags *t, uint32_t set)
{
    const int32_t first = (int32_t)(set * t->ways), last = first + (int32_t)t->ways - 1;
    for (int32_t i = first; i <= last; i++) {
        t->older[i] = i == first ? TAGS_NONE : i - 1;
        t->newer[i] = i == last ? TAGS_NONE : i + 1;
    }
    t->oldest[set] = first;
    t->newest[set] = last;
}

void tags_clear(tags *t)
{
    const size_t n = (size_t)t->sets * t->ways;
    for (size_t i = 0; i < n; i++) {
        t->at[i].line = TAGS_NO_LINE;
        t->at[i].state = LINE_INVALID;
        t->at[i].used = 0;
    }
    if (!t->many) return;
    linemap_clear(&t->where);
    for (uint32_t set = 0; set < t->sets; set++) clear_list(t, set);
}

// ---- many ways: the list of a set

static void unlink_slot(tags *t, uint32_t set, int32_t slot)
{
    const int32_t o = t->older[slot], n = t->newer[slot];
    if (o == TAGS_NONE) t->oldest[set] = n;
    else t->newer[o] = n;
    if (n == TAGS_NONE) t->newest[set] = o;
    else t->older[n] = o;
}

void tags_to_newest(tags *t, int32_t slot)
{
    const uint32_t set = (uint32_t)slot / t->ways;
    if (t->newest[set] == slot) return;
    unlink_slot(t, set, slot);
    t->older[slot] = t->newest[set];
    t->newer[slot] = TAGS_NONE;
    t->newer[t->newest[set]] = slot;
    t->newest[set] = slot;
}

static void to_oldest(tags *t, int32_t slot)
{
    const uint32_t set = (uint32_t)slot / t->ways;
    if (t->oldest[set] == slot) return;
    unlink_slot(t, set, slot);
    t->newer[slot] = t->oldest[set];
    t->older[slot] = TAGS_NONE;
    t->older[t->oldest[set]] = slot;
    t->oldest[set] = slot;
}

static int32_t oldest_free(const tags *t, uint32_t set)
{
    int32_t slot = t->oldest[set];
    while (slot != TAGS_NONE && t->at[slot].state == LINE_RESERVED) slot = t->newer[slot];
    return slot;
}

// ---- any number of ways

static inline __attribute__((always_inline)) int32_t oldest_of_few(const tags *t, uint32_t set,
                                                                   uint32_t ways)
{
    const uint32_t first = set * ways;
    uint64_t best =
        UINT64_MAX; // by age and way: invalid ones were never used. As few branches as in tags_find
    for (uint32_t way = 0; way < ways; way++) {
        const tag *x = &t->at[first + way];
        const uint64_t key =
            ((uint64_t)(x->state == LINE_RESERVED) << AGE_BITS | x->used) << WAY_BITS | way;
        best = key < best ? key : best;
    }
    return best >> (AGE_BITS + WAY_BITS) ? TAGS_NONE : (int32_t)(first + (best & (TAGS_FEW - 1)));
}

int32_t tags_victim(const tags *t, uint32_t set)
{
    if (t->many) return oldest_free(t, set);
    return t->ways == 4 ? oldest_of_few(t, set, 4) : oldest_of_few(t, set, t->ways);
}

void tags_put(tags *t, int32_t slot, uint64_t line, line_state state)
{
    if (t->many) {
        if (t->at[slot].line != TAGS_NO_LINE) linemap_remove(&t->where, t->at[slot].line);
        linemap_add(&t->where, line, slot);
    }
    CHECK(t->uses < TAGS_USES, "%llu uses of a tag array", (unsigned long long)t->uses);
    t->at[slot].line = line;
    t->at[slot].state = state & UINT8_MAX;
    tags_touch(t, slot);
}

void tags_invalidate(tags *t, int32_t slot)
{
    if (t->many) {
        linemap_remove(&t->where, t->at[slot].line);
        to_oldest(t, slot);
    }
    t->at[slot].line = TAGS_NO_LINE;
    t->at[slot].state = LINE_INVALID;
    t->at[slot].used = 0;
}
