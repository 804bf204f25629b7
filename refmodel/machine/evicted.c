// evicted.c : see evicted.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/evicted.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

// An entry: valid bit, warp (6 bits), CTA slot (5 bits), line number (52 bits), from bit 0 up.
enum { EVICTED_ROWS = 4096, EVICTED_WAYS = 4, EVICTED_LINE_SHIFT = 12 };

// No row lies in two cache lines. The pages are written here: one that is first read, then written, would interrupt the other threads.
static void make_rows(evicted *v)
{
    v->rows = wl_calloc_lines((size_t)EVICTED_ROWS * EVICTED_WAYS, sizeof *v->rows);
}

void evicted_free(evicted *v)
{
    free(v->rows);
    v->rows = NULL;
}

void evicted_clear(evicted *v)
{
    if (v->noted) memset(v->rows, 0, (size_t)EVICTED_ROWS * EVICTED_WAYS * sizeof *v->rows);
    v->noted = false;
}

// Multiplicative hashing spreads lines of power-of-two strides over the rows.
static uint64_t *row_of(const evicted *v, uint64_t line) { return &v->rows[((line * 0x9e3779b97f4a7c15u) >> 52) * EVICTED_WAYS]; }

static unsigned way_of(const uint64_t *row, uint64_t line)
{
    unsigned at = EVICTED_WAYS;
    for (unsigned i = EVICTED_WAYS; i-- > 0;) at = (row[i] & 1) && row[i] >> EVICTED_LINE_SHIFT == line ? i : at;
    return at;
}

void evicted_note(evicted *v, uint64_t line, unsigned warp, unsigned cta)
{
    if (!v->rows) make_rows(v);
    uint64_t *row = row_of(v, line);
    unsigned i = way_of(row, line);
    v->noted = true;
    if (i == EVICTED_WAYS) i--;
    for (; i > 0; i--) row[i] = row[i - 1];
    row[0] = line << EVICTED_LINE_SHIFT | (uint64_t)(cta & 31) << 7 | (uint64_t)(warp & 63) << 1 | 1;
}

evicted_class evicted_of(const evicted *v, uint64_t line, unsigned warp, unsigned cta)
{
    if (!v->noted) return EVICTED_NEVER;
    const uint64_t *row = row_of(v, line);
    const unsigned i = way_of(row, line);
    if (i == EVICTED_WAYS) return EVICTED_NEVER;
    if ((row[i] >> 7 & 31) != cta) return EVICTED_BY_OTHERS;
    return (row[i] >> 1 & 63) != warp ? EVICTED_BY_CTA : EVICTED_BY_WARP;
}
