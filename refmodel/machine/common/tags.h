// tags.h : tag array of a set-associative cache with LRU replacement: which lines it has, and in which state. No timing.
//
// A slot is set * ways + way. With allocation on miss a line is reserved when its miss is accepted and becomes valid when it is
// filled; a reserved line is never replaced. Its slot carries the number of the MSHR that waits for it, so a lookup that finds
// it needs no second search. All other lines age.
//
// Up to TAGS_FEW ways a lookup looks at each way. With more, a hash table finds the line and a list a set, in order of use,
// finds the victim: both take the same time for any number of ways, reserved lines at the old end of a list apart, and choose
// the same line, the least recently used.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_TAGS_H
#define WL_MACHINE_TAGS_H

#include "machine/common/linemap.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum line_state { LINE_INVALID, LINE_RESERVED, LINE_VALID, LINE_DIRTY, LINE_TAG } line_state; // TAG: its data is not there

enum { TAGS_NONE = -1, TAGS_FEW = 16 };

// What a slot holds. Four of them, a set of a Fermi's caches, are a cache line of the computer that simulates it.
typedef struct tag {
    uint64_t line;      // line number; TAGS_NO_LINE when invalid
    uint64_t used : 40; // when last used, in uses of this array; 0: invalid; few ways
    uint64_t mshr : 16; // of a reserved line
    uint64_t state : 8; // line_state
} tag;

typedef struct tags {
    tag *at;       // [slot]
    void *memory;  // that it lies in
    uint32_t sets, ways;
    uint64_t uses;
    bool many;     // ways > TAGS_FEW; then:
    linemap where;
    int32_t *older, *newer;   // [slot] neighbours in the list of its set, TAGS_NONE at its ends; invalid slots at the old end
    int32_t *oldest, *newest; // [set]
} tags;

#define TAGS_NO_LINE UINT64_MAX
#define TAGS_USES (((uint64_t)1 << 40) - 1) // the most that can be told apart: 10^12, days of simulation

void tags_init(tags *t, uint32_t sets, uint32_t ways);
void tags_free(tags *t);
void tags_clear(tags *t); // all lines invalid

// A loop less for the usual cache. The compiler must not know how `ways` came about, or it tests way by way.
static inline int32_t tags_find_of_4(const tag *at, uint32_t first, uint64_t line)
{
    uint32_t ways = (uint32_t)(at[0].line == line) | (uint32_t)(at[1].line == line) << 1 | (uint32_t)(at[2].line == line) << 2 |
                    (uint32_t)(at[3].line == line) << 3;
    __asm__("" : "+r"(ways));
    const int32_t slot = (int32_t)first + __builtin_ctz(ways | 1u << 4);
    return ways ? slot : TAGS_NONE;
}

// The slot that holds the line, in any state but invalid, or TAGS_NONE.
static inline int32_t tags_find(const tags *t, uint32_t set, uint64_t line)
{
    const uint32_t first = set * t->ways;
    if (t->ways == 4) return tags_find_of_4(&t->at[first], first, line);
    if (t->many) return linemap_find(&t->where, line);
    int32_t found = TAGS_NONE; // no branch on what is compared: which way holds a line cannot be foreseen
    for (uint32_t i = first; i < first + t->ways; i++) found = t->at[i].line == line ? (int32_t)i : found;
    return found;
}

// Where a missing line would go: an invalid slot of the set, else the least recently used that is not reserved; TAGS_NONE when
// all are reserved.
int32_t tags_victim(const tags *t, uint32_t set);

void tags_to_newest(tags *t, int32_t slot); // many ways

static inline void tags_touch(tags *t, int32_t slot)
{
    if (t->many) tags_to_newest(t, slot);
    else t->at[slot].used = ++t->uses & TAGS_USES;
}

// The slot now holds the line instead of what it held.
void tags_put(tags *t, int32_t slot, uint64_t line, line_state state);

static inline void tags_reserve(tags *t, int32_t slot, uint64_t line, uint32_t mshr)
{
    tags_put(t, slot, line, LINE_RESERVED);
    t->at[slot].mshr = mshr & UINT16_MAX;
}

void tags_invalidate(tags *t, int32_t slot);

#endif
