// linemap.h: a hash table from line number to a small number, for caches with too many ways to
// compare each tag.
//
// The table is at most half full and is probed linearly. It models no timing.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_LINEMAP_H
#define WL_MACHINE_LINEMAP_H

#include <stdint.h>

typedef struct linemap {
    uint64_t *line; // LINEMAP_FREE: nothing here
    int32_t *value;
    uint32_t mask;  // places - 1; a power of two
    unsigned shift; // 64 - log2 of the places
} linemap;

#define LINEMAP_FREE UINT64_MAX

enum { LINEMAP_NONE = -1 };

void linemap_init(linemap *m, uint32_t most); // most: capacity in lines
void linemap_free(linemap *m);
void linemap_clear(linemap *m);

// Multiplicative hashing spreads lines of power-of-two strides.
static inline uint32_t linemap_home(const linemap *m, uint64_t line)
{
    return (uint32_t)((line * 0x9e3779b97f4a7c15u) >> m->shift);
}

static inline int32_t linemap_find(const linemap *m, uint64_t line)
{
    for (uint32_t i = linemap_home(m, line);; i = (i + 1) & m->mask) {
        if (m->line[i] == line) return m->value[i];
        if (m->line[i] == LINEMAP_FREE) return LINEMAP_NONE;
    }
}

void linemap_add(linemap *m, uint64_t line, int32_t value); // the line must be absent
void linemap_remove(linemap *m, uint64_t line);             // the line must be present

#endif
