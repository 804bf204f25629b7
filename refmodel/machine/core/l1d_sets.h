// l1d_sets.h: computes the L1D set of an address, for front ends that generate conflicts on
// purpose.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L1D_SETS_H
#define WL_MACHINE_L1D_SETS_H

#include "blocks/pric.h"

typedef struct l1d_sets {
    pric index;
    uint32_t line_bytes;
} l1d_sets;

static inline void l1d_sets_init(l1d_sets *s, const config *c)
{
    const index_fn f = index_fn_of_l1d(c);
    pric_init(&s->index, &f);
    s->line_bytes = c->l1d.line_bytes;
}

static inline uint32_t l1d_set_of(const l1d_sets *s, uint64_t addr)
{
    return pric_index(&s->index, addr / s->line_bytes);
}

#endif
