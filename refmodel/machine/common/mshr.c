// mshr.c : see mshr.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/common/mshr.h"

#include "base/err.h"

#include <stdlib.h>

void mshr_init(mshrs *m, uint32_t n, uint32_t merges)
{
    *m = (mshrs){.n = n, .merges = merges, .n_unused = n};
    m->slots = wl_calloc((size_t)n * merges, sizeof *m->slots);
    m->count = wl_calloc(n, sizeof *m->count);
    m->left = wl_calloc(n, sizeof *m->left);
    m->unused = wl_calloc(n, sizeof *m->unused);
    m->ready = wl_calloc(n, sizeof *m->ready);
    for (uint32_t i = 0; i < n; i++) m->unused[i] = (uint16_t)(n - 1 - i);
}

void mshr_free(mshrs *m)
{
    free(m->slots);
    free(m->count);
    free(m->left);
    free(m->unused);
    free(m->ready);
    *m = (mshrs){0};
}

static bool is_unused(const mshrs *m, uint32_t id)
{
    for (uint32_t k = 0; k < m->n_unused; k++) {
        if (m->unused[k] == id) return true;
    }
    return false;
}

void mshr_view(const mshrs *m, const mreq_view *v, mreq_place kind, const char *place,
               unsigned number)
{
    for (uint32_t id = 0; id < m->n; id++) {
        if (is_unused(m, id)) continue;
        for (uint32_t k = m->left[id]; k < m->count[id]; k++)
            mreq_show(v, &m->slots[(size_t)id * m->merges + k], kind, place, number);
    }
}
