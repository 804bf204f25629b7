// tags.h: the tag array of a set-associative cache with LRU replacement: which lines it holds, and
// in which state. It models no timing.
//
// A slot is set * ways + way. With allocation on miss, a line is reserved when its miss is accepted
// and becomes valid when it is filled; a reserved line is never replaced. The slot of a reserved
// line holds the number of the MSHR that waits for it, so that a lookup needs no second search.
//
// Up to TAGS_FEW ways, a lookup compares each way. With more ways, a hash table finds the line, and
// a list per set in order of use finds the victim, so that both take the same time for any number
// of ways (except for reserved lines at the old end of the list). Both methods choose the same
// victim, the least recently used line.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_TAGS_H
#define WL_MACHINE_TAGS_H

#include "machine/common/linemap.h"

#include <stdbool.h>
#include <stdint.h>

// LINE_TAG: the tag is present without its data (streaming bypass).
typedef enum line_state {
    LINE_INVALID,
    LINE_RESERVED,
    LINE_VALID,
    LINE_DIRTY,
    LINE_TAG
} line_state;

enum { TAGS_NONE = -1, TAGS_FEW = 16 };

// The contents of a slot. Four slots, one set of a Fermi's L1D, fill one cache line of the host.
typedef struct tag {
    uint64_t line;      // line number; TAGS_NO_LINE when invalid
    uint64_t used : 40; // time of last use, in uses of this array; 0: invalid. Few ways only
    uint64_t mshr : 16; // that waits for a reserved line
    uint64_t state : 8; // line_state
} tag;

typedef struct tags {
    tag *at;      // [slot]
    void *memory; // the allocation that holds `at`
    uint32_t sets, ways;
    uint64_t uses;
    bool many; // ways > TAGS_FEW; then:
    linemap where;
    // [slot] neighbours in the list of its set, TAGS_NONE at its ends; invalid slots at the old end
    int32_t *older, *newer;
    int32_t *oldest, *newest; // [set]
} tags;

#define TAGS_NO_LINE UINT64_MAX
#define TAGS_USES (((uint64_t)1 << 40) - 1) // distinct times of use: 10^12, days of simulation

void tags_init(tags *t, uint32_t sets, uint32_t ways);
void tags_free(tags *t);
void tags_clear(tags *t); // all lines invalid

// Lookup without a loop for the usual 4 ways. The empty asm hides from the compiler how `ways` was
// computed; otherwise it would test way by way.
static inline int32_t tags_find_of_4(const tag *at, uint32_t first, uint64_t line)
{
    uint32_t ways = (uint32_t)(at[0].line == line) | (uint32_t)(at[1].line == line) << 1 |
                    (uint32_t)(at[2].line == line) << 2 | (uint32_t)(at[3].line == line) << 3;
    __asm__("" : "+r"(ways));
    const int32_t slot = (int32_t)first + __builtin_ctz(ways | 1u << 4);
    return ways ? slot : TAGS_NONE;
}

// Returns the slot that holds the line in any state but invalid, or TAGS_NONE.
static inline int32_t tags_find(const tags *t, uint32_t set, uint64_t line)
{
    const uint32_t first = set * t->ways;
    if (t->ways == 4) return tags_find_of_4(&t->at[first], first, line);
    if (t->many) return linemap_find(&t->where, line);
    int32_t found = TAGS_NONE; // no branch: the host cannot predict which way holds the line
    for (uint32_t i = first; i < first + t->ways; i++)
        found = t->at[i].line == line ? (int32_t)i : found;
    return found;
}

// Returns the slot that a missing line would take: an invalid slot of the set, else the least
// recently used one that is not reserved, or TAGS_NONE if all are reserved.
int32_t tags_victim(const tags *t, uint32_t set);

void tags_to_newest(tags *t, int32_t slot); // many ways

static inline void tags_touch(tags *t, int32_t slot)
{
    if (t->many) tags_to_newest(t, slot);
    else t->at[slot].used = ++t->uses & TAGS_USES;
}

// Puts the line into the slot, in place of the slot's contents.
void tags_put(tags *t, int32_t slot, uint64_t line, line_state state);

static inline void tags_reserve(tags *t, int32_t slot, uint64_t line, uint32_t mshr)
{
    tags_put(t, slot, line, LINE_RESERVED);
    t->at[slot].mshr = mshr & UINT16_MAX;
}

void tags_invalidate(tags *t, int32_t slot);

#endif
