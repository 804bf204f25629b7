// warppool_mshr.c : see warppool_mshr.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_mshr.h"

#include <stdlib.h>
#include <string.h>

void warppool_mshr_init(warppool_mshr *m)
{
    const size_t rows = (size_t)m->s->mshrs * m->s->rows;
    m->rows = wl_calloc(m->s->mshrs, sizeof *m->rows);
    m->count = wl_calloc(rows, sizeof *m->count);
    m->meta = wl_calloc(rows * m->s->merges, sizeof *m->meta);
}

void warppool_mshr_free(warppool_mshr *m)
{
    free(m->rows);
    free(m->count);
    free(m->meta);
}

void warppool_mshr_reset(warppool_mshr *m) { memset(m->rows, 0, m->s->mshrs * sizeof *m->rows); }

void warppool_mshr_put(warppool_mshr *m, unsigned mshr, unsigned count, const warppool_meta *meta)
{
    if (mshr >= m->s->mshrs || m->rows[mshr] == m->s->rows) return; // L1D does not keep to its part
    const size_t row = (size_t)mshr * m->s->rows + m->rows[mshr]++;
    m->count[row] = (uint8_t)count;
    memcpy(&m->meta[row * m->s->merges], meta, count * sizeof *meta);
}

const warppool_meta *warppool_mshr_row(const warppool_mshr *m, unsigned mshr, unsigned row,
                                       unsigned *count)
{
    const size_t at = (size_t)mshr * m->s->rows + row;
    *count = m->count[at];
    return &m->meta[at * m->s->merges];
}

void warppool_mshr_release(warppool_mshr *m, unsigned mshr) { m->rows[mshr] = 0; }
