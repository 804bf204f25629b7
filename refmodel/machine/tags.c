// tags.c : see tags.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/tags.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

void tags_init(tags *t, uint32_t sets, uint32_t ways)
{
    const size_t n = (size_t)sets * ways;
    *t = (tags){.sets = sets, .ways = ways};
    t->line = wl_calloc(n, sizeof *t->line);
    t->used = wl_calloc(n, sizeof *t->used);
    t->mshr = wl_calloc(n, sizeof *t->mshr);
    t->state = wl_calloc(n, sizeof *t->state);
    tags_clear(t);
}

void tags_free(tags *t)
{
    free(t->line);
    free(t->used);
    free(t->mshr);
    free(t->state);
    *t = (tags){0};
}

void tags_clear(tags *t)
{
    const size_t n = (size_t)t->sets * t->ways;
    memset(t->line, 0xff, n * sizeof *t->line);
    memset(t->state, LINE_INVALID, n * sizeof *t->state);
}

int32_t tags_victim(const tags *t, uint32_t set)
{
    const uint32_t first = set * t->ways;
    uint64_t oldest = UINT64_MAX;
    int32_t victim = TAGS_NONE;
    for (uint32_t i = first; i < first + t->ways; i++) {
        if (t->state[i] == LINE_INVALID) return (int32_t)i;
        if (t->state[i] != LINE_RESERVED && t->used[i] < oldest) {
            oldest = t->used[i];
            victim = (int32_t)i;
        }
    }
    return victim;
}
