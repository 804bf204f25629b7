// linemap.c : see linemap.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/linemap.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

void linemap_init(linemap *m, uint32_t most)
{
    unsigned bits = 1;
    while ((uint64_t)1 << bits < 2 * (uint64_t)most) bits++;
    const size_t places = (size_t)1 << bits;
    m->mask = (uint32_t)(places - 1);
    m->shift = 64 - bits;
    m->line = wl_calloc(places, sizeof *m->line);
    m->value = wl_calloc(places, sizeof *m->value);
    linemap_clear(m);
}

void linemap_free(linemap *m)
{
    free(m->line);
    free(m->value);
    *m = (linemap){0};
}

void linemap_clear(linemap *m) { memset(m->line, 0xff, ((size_t)m->mask + 1) * sizeof *m->line); }

void linemap_add(linemap *m, uint64_t line, int32_t value)
{
    uint32_t i = linemap_home(m, line);
    while (m->line[i] != LINEMAP_FREE) i = (i + 1) & m->mask;
    m->line[i] = line;
    m->value[i] = value;
}

// What lies behind the hole and belongs before it moves up (Knuth, 6.4, algorithm R).
static void close_hole(linemap *m, uint32_t hole)
{
    for (uint32_t i = (hole + 1) & m->mask; m->line[i] != LINEMAP_FREE; i = (i + 1) & m->mask) {
        const uint32_t home = linemap_home(m, m->line[i]);
        if (((i - home) & m->mask) < ((i - hole) & m->mask)) continue;
        m->line[hole] = m->line[i];
        m->value[hole] = m->value[i];
        hole = i;
    }
    m->line[hole] = LINEMAP_FREE;
}

void linemap_remove(linemap *m, uint64_t line)
{
    uint32_t i = linemap_home(m, line);
    while (m->line[i] != line) i = (i + 1) & m->mask;
    close_hole(m, i);
}
